"""The knowledge of one side: the names, facts and events that it may read at each line of the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, ReadBattle, Ship
from fleetbook.core.battle.card_cache import FactsRead
from fleetbook.core.battle.events import Began, Changed, Event, Finished, Marked, Rolled, TookForce, changes, without_inputs
from fleetbook.core.battle.facts import TURN, Change, FactValue, Key, State, type_strict_key, unheld
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.rules import hides_table
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.battle.victory import Victory
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.reader_names import ReaderNames, is_secret

S = TypeVar("S", bound=Ship)
V = TypeVar("V")

MOST_BACK = 64  # states, or lines, that are searched for the last one that was read


def _changed_since(now: State, then: State) -> set[Key] | None:
    """The facts that were set between an earlier state and a later one. None if more than MOST_BACK states lie between them, or
    if the earlier state does not lead to the later one.
    """
    changed, back = set[Key](), now
    for _ in range(MOST_BACK):
        if back is then:
            return changed
        if back.before is None:
            break
        changed |= back.changed
        back = back.before
    return None


class FactCache:
    """A cache of values that are computed from the present battle. A value is dropped if a fact that was read for it changes."""

    def __init__(self) -> None:
        self._values: dict[Any, tuple[Any, Callable[[Battle[Any]], Any]]] = {}
        self._readers: dict[Key, set[Any]] = {}
        self._was: dict[Key, FactValue] = {}
        self._by_everything: set[Any] = set()
        self._now: Battle[Any] | None = None

    def look(self, now: Battle[Any]) -> list[tuple[Any, Any, Callable[[Battle[Any]], Any]]]:
        """Take over the present battle, and drop the values that may have changed since the last one. Returns the name, the value
        and the function of each dropped value.
        """
        before, self._now = self._now, now
        if before is None or before.state is now.state:
            return []
        since = _changed_since(now.state, before.state)
        touched = self._was if since is None else since & self._was.keys()
        changed = [key for key in touched if type_strict_key(now.fact(key)) != type_strict_key(self._was[key])]
        stale, self._by_everything = self._by_everything.union(*(self._readers.pop(key) for key in changed)), set()
        for key in changed:
            del self._was[key]
        return [(what, *self._values.pop(what)) for what in stale if what in self._values]

    def of(self, what: Any, work_out: Callable[[Battle[Any]], Any]) -> Any:
        """The value stored under the name ``what``. If none is stored, ``work_out`` computes it."""
        if what not in self._values:
            assert self._now
            moment = ReadBattle(self._now)
            self._values[what] = work_out(moment), work_out
            read = moment.read
            if read.whole:
                self._by_everything.add(what)
            for key in (*read.facts, *read.marks, *((TURN,) if read.marks else ())):
                self._readers.setdefault(key, set()).add(what)
                self._was.setdefault(key, self._now.fact(key))
        return self._values[what][0]

    def forget(self) -> None:
        """Drop all values."""
        self.__init__()  # type: ignore[misc]


class Knowledge(Generic[S]):
    """What one side knows of a battle by the rules. Under rules with hindsight, the side reads old lines with all that it knows
    now.

    Keep this object while the journal grows: each ``look`` then reads only the new lines.

    whole  the complete journal
    never  the names of the ships and squadrons that the side has never known so far
    setup  the battle's setup without these ships and squadrons, and without the paragraphs and events that name them
    start  the battle before its first line, as far as the side may know it
    stamp  a number that grows whenever the side's view of earlier lines changes
    """

    setup: Setup
    start: Battle[S]

    def __init__(self, whole: Journal[S], side: str) -> None:
        self.side, self.whole, self._rules = side, whole, whole.ruleset
        self.never: frozenset[str] = frozenset()
        self.stamp = 0
        self._cache = FactCache()
        self._called: Mapping[str, str] | None = None
        self._unseen: list[tuple[frozenset[str], FactsRead]] = []
        self._nevers: list[frozenset[str]] = []
        self._names: dict[frozenset[str], ReaderNames[S]] = {}
        self._states: dict[int, tuple[State, State]] = {}  # facts that both sides may read, and facts that may be withheld
        self._read: dict[int, State] = {}

    def look(self) -> None:
        """Read the new lines of the journal."""
        whole = self.whole
        if self._rules.hindsight:
            never = self._rules.unseen(whole.battle, self.side)
        else:
            for line in range(len(self._unseen), whole.next_number):
                self._take(line)
            never = self._nevers[whole.position]
        called = self._rules.called(whole.battle, self.side)
        if (never, called) != (self.never, self._called):
            self.never, self._called = never, called
            self.stamp += 1
            for cache in (self._names, self._states, self._read):
                cache.clear()
            self._cache.forget()
            self.setup = self._setup()
            self._states[0] = self._changed(State(), State(), whole.start.state.items(), never)
            self.start = Battle(self._rules, self.setup, State())
        self._compare(self._cache.look(whole.battle))
        self.start = self.start.at(self.state(0))

    def remember(self, what: Any, work_out: Callable[[Battle[S]], V]) -> V:
        """A value that ``work_out`` computes from the present battle. It is stored under the name ``what`` until a fact that was
        read for it changes.
        """
        found: V = self._cache.of(what, work_out)
        return found

    def _take(self, line: int) -> None:
        """Find the ships that the side does not see after a line. The rules are asked only if a fact changed that their last
        answer depended on.
        """
        record = self.whole.data(line) if line else None
        since = (record.on if record.is_order else record.to) if record else 0
        found = self._unseen[since] if record else None
        changed = changes(record.events) if record and record.is_order else ()
        if found is None or found[1].whole or any(found[1].depends_on(key) for key, _ in changed):
            moment = ReadBattle(self.whole.battle_after(line))
            found = self._rules.unseen(moment, self.side), moment.read
            if found[1].marks:
                found[1].asked[TURN] = None
        self._unseen.append(found)
        self._nevers.append(found[0] & self._nevers[since] if record else found[0])

    def _compare(self, forgotten: Iterable[tuple[Any, Any, Callable[[Battle[S]], Any]]]) -> None:
        """Compute the dropped values again, first those that say whether a fact is withheld. If one of them differs, forget all
        that the side has read.
        """
        same = True
        for what, was, work_out in sorted(forgotten, key=lambda each: not isinstance(each[0], Key)):
            same = same and self._cache.of(what, work_out) == was
        if not same:
            self._read.clear()
            self._cache.forget()
            self._cache.look(self.whole.battle)
            self.stamp += 1

    def unseen(self, line: int) -> frozenset[str]:
        """The names that the side does not know after a line."""
        return self.never if self._rules.hindsight else self._unseen[line][0]

    def names(self, unseen: frozenset[str]) -> ReaderNames[S]:
        """The side's own names for ships and squadrons. ``unseen`` are the true names that it does not know."""
        if unseen not in self._names:
            self._names[unseen] = ReaderNames(self.whole, unseen, self._called or {})
        return self._names[unseen]

    def names_at(self, line: int) -> ReaderNames[S]:
        """The side's own names for ships and squadrons, as it reads them in a line."""
        return self.names(self.unseen(line) | self.never)

    def _setup(self) -> Setup:
        whole, names = self.whole.setup, self.names(self.never)
        seen = (s for s in whole.squadrons if s.name not in self.never or s.name in (self._called or {}))
        squadrons = (Squadron(names.value(s.name), s.side) if s.name in self.never else s for s in seen)
        return msgspec.structs.replace(
            whole,
            ships=tuple(self._listed(ship) for ship in whole.ships if ship.name not in self.never),
            squadrons=tuple(each for each in squadrons if not is_secret(each.name)),
            text="\n\n".join(part for part in whole.text.split("\n\n") if not names.typed.found_in(part)),
            events=tuple(event for event in whole.events if not names.typed.found_in(event.text)),
            victory=None if hides_table(self._rules) else whole.victory,  # a score reveals ships out of sight
        )

    @property
    def victory(self) -> Victory | None:
        """The scenario's victory conditions. None if the name of a count would reveal a ship that the side does not know."""
        victory, names = self.whole.setup.victory, self.names(self.never)
        return None if victory and any(names.typed.found_in(count.name) for count in victory.count) else victory

    def _listed(self, ship: ShipEntry) -> ShipEntry:
        """A ship's entry in the scenario, without her squadron if the side does not know the squadron."""
        unknown = ship.squadron in self.never and ship.squadron not in (self._called or {})
        return msgspec.structs.replace(ship, squadron="") if unknown else ship

    def state(self, line: int) -> State:
        """The facts after a line, as far as the side may know them. For a ship out of sight, they are the facts of the time when
        the side last saw her.
        """
        if line not in self._read:
            way, before = list[int](), line
            while before not in self._states:
                way.append(before)
                record = self.whole.data(before)
                before = record.on if record.is_order else record.to
            for each in reversed(way):
                self._states[each] = self._after(each)
            self._read[line] = self._readable(line)
        return self._read[line]

    def _readable(self, line: int) -> State:
        """The facts after a line, as far as the side may read them. If the facts after one of the lines shortly before are known,
        and no name is hidden, only the facts that changed since that line are examined.
        """
        public, secret = self._states[line]
        names, last = self.names_at(line), self._last_read(line)
        readable, facts, changed = public, None, list[Change]()
        if last is not None and not names.hides:
            public_then, secret_then = self._states[last]
            of_public, of_secret = _changed_since(public, public_then), _changed_since(secret, secret_then)
            if of_public is not None and of_secret is not None:
                readable, changed = self._read[last], [(key, public.get(key)) for key in of_public]
                facts = [(key, secret.get(key)) for key in of_secret]
        for key, value in secret.items() if facts is None else facts:
            if not self._is_withheld(key):
                changed.append((names.key(key), self._seen_as(key, value, names)))
        return readable.with_changes(changed) if changed else readable

    def _last_read(self, line: int) -> int | None:
        """The last line before this one after which the facts were read. None if a name is hidden there, or if more than
        MOST_BACK orders lie between.
        """
        for _ in range(MOST_BACK):
            record = self.whole.data(line) if line else None
            if record is None or not record.is_order:
                return None
            line = record.on
            if line in self._read:
                return None if self.names_at(line).hides else line
        return None

    def _seen_as(self, key: Key, value: FactValue, names: ReaderNames[S]) -> FactValue:
        """A stored value as far as this side may know it. If the value mixes matters of several sides, it is only the side's
        part.
        """
        if value is None or not self._is_mixed(key):
            return value
        seen: FactValue = self._cache.of(
            (key, type_strict_key(value)), lambda now: self._rules.secrets.seen_as(now, unheld(key), value, self.side)
        )
        if isinstance(seen, tuple):
            return tuple(value for value in names.value(seen) if not is_secret(value)) or None
        value = names.value(seen)
        return None if is_secret(value) else value

    def _after(self, line: int) -> tuple[State, State]:
        record = self.whole.data(line)
        if not record.is_order:
            return self._states[record.to]
        public, secret = self._states[record.on]
        before, after = self.unseen(record.on), self.unseen(line)
        unseen = after | self.never
        in_words = not record.whole or self.has_typed_name(record, self.names(unseen))
        public, secret = self._changed(public, secret, changes(record.events), unseen, in_words)
        if found := before - after:
            true = self.whole.battle_after(line).state
            public, secret = (
                each.with_changes([(k, None) for k, _ in each.items() if k.subject in found]) for each in (public, secret)
            )
            of_found = ((k, v) for k, v in true.items() if k.subject in found or k.other in found)
            public, secret = self._changed(public, secret, of_found, unseen, True)
        return public, secret

    def has_typed_name(self, record: Record, names: ReaderNames[S]) -> bool:
        """Whether the referee typed a hidden name in a text of an order, such as its reason."""
        if not names.hides:
            return False
        order = self.whole.order_of(record)
        typed = (getattr(order, name) for name, field in order.declared.items() if field.kind == "text")
        return any(map(names.names_hidden_in, (record.reason, *typed)))

    def _changed(
        self, public: State, secret: State, facts: Iterable[Change], unseen: frozenset[str], in_words: bool = False
    ) -> tuple[State, State]:
        """The public and the secret facts after some changes. With ``in_words`` the new values may be texts with hidden names in
        them.
        """
        names, open_to_all, withheld = self.names(unseen), list[Change](), list[Change]()
        for key, fact in facts:
            is_mixed = self._is_mixed(key)
            value = fact if is_mixed else names.value(fact)
            if names.hides and self._is_hidden(names, key, None if is_mixed else value, in_words):
                continue
            if self._rules.may_be_withheld(unheld(key)):
                withheld.append((key, value))
            else:
                open_to_all.append((names.key(key), value))
        return (
            public.with_changes(open_to_all) if open_to_all else public,
            secret.with_changes(withheld) if withheld else secret,
        )

    def _is_hidden(self, names: ReaderNames[S], key: Key, value: FactValue, in_words: bool) -> bool:
        """Whether a fact belongs to a hidden ship or squadron, or has a hidden name in its value. ``value`` is in the side's own
        names. With ``in_words`` the value is searched as a text.
        """
        return is_secret((names.key(key), value)) or (in_words and names.names_hidden_in(value))

    def events(self, events: Iterable[Event], names: ReaderNames[S], now: Battle[S]) -> Iterator[Event]:
        """The events that the side may read, in the names that it knows. If the side may not read a part, all events of the part
        are left out.
        """
        within = 0
        for event in without_inputs(events):
            if within:
                within += isinstance(event, Began) - isinstance(event, Finished)
            elif (names.hides and is_secret(event)) or (isinstance(event, (Began, Rolled)) and event.side not in ("", self.side)):
                within = isinstance(event, Began)
            elif not isinstance(event, (Changed, Marked, TookForce)) or self._may_read(names.true(event), now):
                yield event

    def _may_read(self, key: Key, now: Battle[S]) -> bool:
        """Whether the side may read the changes of a fact now."""
        return not (self._is_mixed(key) or self._rules.withheld(now, key, self.side))

    def _is_mixed(self, key: Key) -> bool:
        return self._rules.secrets.is_mixed(unheld(key))

    def _is_withheld(self, key: Key) -> bool:
        withheld: bool = self._cache.of(key, lambda now: self._rules.withheld(now, unheld(key), self.side))
        return withheld
