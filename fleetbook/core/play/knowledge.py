"""What a side may know: which names, facts and events of a journal, at each of its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, ReadBattle, Ship
from fleetbook.core.battle.card_cache import FactsRead
from fleetbook.core.battle.events import Began, Changed, Event, Finished, Rolled, TookForce, changes, without_inputs
from fleetbook.core.battle.facts import TURN, Change, FactValue, Key, State, type_strict_key, unheld
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.play.hidden_names import HiddenNames
from fleetbook.core.play.journal import Journal

S = TypeVar("S", bound=Ship)
V = TypeVar("V")


class Remembered:
    """What was worked out of the battle as it stands. It is kept as long as every fact that was read for it stays as it is."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[Any, Callable[[Battle[Any]], Any]]] = {}
        self._readers: dict[Key, set[Any]] = {}
        self._was: dict[Key, FactValue] = {}
        self._by_everything: set[Any] = set()
        self._now: Battle[Any] | None = None

    def look(self, now: Battle[Any]) -> list[tuple[Any, Any, Callable[[Battle[Any]], Any]]]:
        """Take the battle as it stands now; what is forgotten by that: its name, what it was, and how it was worked out."""
        before, self._now = self._now, now
        if before is None or before.state is now.state:
            return []
        changed = [key for key, was in self._was.items() if type_strict_key(now.fact(key)) != type_strict_key(was)]
        stale, self._by_everything = self._by_everything.union(*(self._readers.pop(key) for key in changed)), set()
        for key in changed:
            del self._was[key]
        return [(what, *self._kept.pop(what)) for what in stale if what in self._kept]

    def of(self, what: Any, work_out: Callable[[Battle[Any]], Any]) -> Any:
        """What is kept by this name, or worked out of the battle now."""
        if what not in self._kept:
            assert self._now
            moment = ReadBattle(self._now)
            self._kept[what] = work_out(moment), work_out
            self._note(what, moment.read)
        return self._kept[what][0]

    def _note(self, what: Any, read: FactsRead) -> None:
        assert self._now
        if read.whole:
            self._by_everything.add(what)
        for key in (*read.facts, *read.marks, *((TURN,) if read.marks else ())):
            self._readers.setdefault(key, set()).add(what)
            self._was.setdefault(key, self._now.fact(key))

    def forget(self) -> None:
        """Forget all of it."""
        self.__init__()  # type: ignore[misc]


class Knowledge(Generic[S]):
    """What one side may know of a battle, as its rules tell it; read with what it knows by now where they allow hindsight.
    Whoever looks again when the journal has grown keeps it: only what is new is worked out then.

    never  names of ships and squadrons that the side has not known at any line in force
    setup  how the battle began, without what the side never knew, and without the paragraphs that name it
    start  the battle before its first line, as the side may know it
    stamp  counts the looks at which lines that were read before are to be read otherwise
    """

    setup: Setup
    start: Battle[S]

    def __init__(self, whole: Journal[S], side: str) -> None:
        self.side, self._whole, self._rules = side, whole, whole.ruleset
        self.never: frozenset[str] = frozenset()
        self.stamp = 0
        self._remembered = Remembered()
        self._called: Mapping[str, str] | None = None
        self._unseen: list[tuple[frozenset[str], FactsRead]] = []
        self._nevers: list[frozenset[str]] = []
        self._names: dict[frozenset[str], HiddenNames] = {}
        self._states: dict[int, tuple[State, State]] = {}  # what everybody may read, and what may be withheld
        self._read: dict[int, State] = {}

    def look(self) -> None:
        """Take in the lines that the journal has now."""
        whole = self._whole
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
            for kept in (self._names, self._states, self._read):
                kept.clear()
            self._remembered.forget()
            self.setup = self._setup()
            self._states[0] = self._changed(State(), State(), whole.start.state.items(), never)
            self.start = Battle(self._rules, self.setup, State())
        self._compare(self._remembered.look(whole.battle))
        self.start = self.start.at(self.state(0))

    def remember(self, what: Any, work_out: Callable[[Battle[S]], V]) -> V:
        """What is worked out of the battle as it stands, and of lines that never change: kept as long as it holds."""
        found: V = self._remembered.of(what, work_out)
        return found

    def _take(self, line: int) -> None:
        """Who is unseen after a line: as before it, where no fact that tells has changed."""
        record = self._whole.record(line) if line else None
        since = (record.on if record.is_order else record.to) if record else 0
        told = self._unseen[since] if record else None
        changed = changes(record.events) if record and record.is_order else ()
        if told is None or told[1].whole or any(key in told[1].facts or key in told[1].marks for key, _ in changed):
            moment = ReadBattle(self._whole.battle_after(line))
            told = self._rules.unseen(moment, self.side), moment.read
            if told[1].marks:
                told[1].facts[TURN] = None
        self._unseen.append(told)
        self._nevers.append(told[0] & self._nevers[since] if record else told[0])

    def _compare(self, forgotten: Iterable[tuple[Any, Any, Callable[[Battle[S]], Any]]]) -> None:
        """Work out again what hung on facts that have changed, first which facts are withheld: see whether it is the same."""
        same = True
        for what, was, work_out in sorted(forgotten, key=lambda each: not isinstance(each[0], Key)):
            same = same and self._remembered.of(what, work_out) == was
        if not same:
            self._read.clear()
            self._remembered.forget()
            self._remembered.look(self._whole.battle)
            self.stamp += 1

    def unseen(self, line: int) -> frozenset[str]:
        """Names that the side does not know after a line."""
        return self.never if self._rules.hindsight else self._unseen[line][0]

    def names(self, unseen: frozenset[str]) -> HiddenNames:
        """The names to hide where these are unseen."""
        if unseen not in self._names:
            setup = self._whole.setup
            known = [*(ship.name for ship in setup.ships), *(squadron.name for squadron in setup.squadrons)]
            self._names[unseen] = HiddenNames(known, unseen, self._called or {})
        return self._names[unseen]

    def _setup(self) -> Setup:
        whole, names = self._whole.setup, self.names(self.never)
        squadrons = (Squadron(names.renamed(s.name), s.side) if s.name in self.never else s for s in whole.squadrons)
        return msgspec.structs.replace(
            whole,
            ships=tuple(self._listed(ship) for ship in whole.ships if ship.name not in self.never),
            squadrons=tuple(squadrons),
            text="\n\n".join(part for part in whole.text.split("\n\n") if not names.spoken(part)),
            victory=None,  # the score tells of ships that the side does not see
        )

    def _listed(self, ship: ShipEntry) -> ShipEntry:
        """A ship as the scenario lists her, of no squadron where the side never knew hers."""
        unknown = ship.squadron in self.never and ship.squadron not in (self._called or {})
        return msgspec.structs.replace(ship, squadron="") if unknown else ship

    def state(self, line: int) -> State:
        """The facts after a line that the side may know: of what is unseen then, as it stood when it was seen last."""
        if line not in self._read:
            way, before = list[int](), line
            while before not in self._states:
                way.append(before)
                record = self._whole.record(before)
                before = record.on if record.is_order else record.to
            for each in reversed(way):
                self._states[each] = self._after(each)
            told, secret = self._states[line]
            names = self.names(self.unseen(line) | self.never)
            known = ((_renamed(key, names), value) for key, value in secret.items() if not self._is_withheld(key))
            self._read[line] = told.with_changes(known)
        return self._read[line]

    def _after(self, line: int) -> tuple[State, State]:
        record = self._whole.record(line)
        if not record.is_order:
            return self._states[record.to]
        told, secret = self._states[record.on]
        before, after = self.unseen(record.on), self.unseen(line)
        unseen = after | self.never
        told, secret = self._changed(told, secret, changes(record.events), unseen)
        if found := before - after:
            true = self._whole.battle_after(line).state
            told, secret = (
                each.with_changes([(k, None) for k, _ in each.items() if k.subject in found]) for each in (told, secret)
            )
            told, secret = self._changed(told, secret, ((k, v) for k, v in true.items() if k.subject in found), unseen)
        return told, secret

    def _changed(self, told: State, secret: State, facts: Iterable[Change], unseen: frozenset[str]) -> tuple[State, State]:
        names = self.names(unseen)
        known = [(key, names.renamed(value)) for key, value in facts if not names.among((key.subject, key.other, value))]
        if not known:
            return told, secret
        may_be_withheld = self._rules.may_be_withheld
        open_to_all = [(_renamed(key, names), value) for key, value in known if not may_be_withheld(unheld(key))]
        return told.with_changes(open_to_all), secret.with_changes([each for each in known if may_be_withheld(unheld(each[0]))])

    def events(self, events: Iterable[Event], names: HiddenNames, now: Battle[S]) -> Iterator[Event]:
        """The events that the side may read; a part that it may not is left out whole."""
        within = 0
        for event in without_inputs(events):
            if within:
                within += isinstance(event, Began) - isinstance(event, Finished)
            elif isinstance(event, (Began, Rolled)) and event.side not in ("", self.side):
                within = isinstance(event, Began)
            elif isinstance(event, Began) and names.among(event.headline):
                within = 1
            elif not names.among(event) and not self._is_secret(event, now):
                yield event

    def _is_secret(self, event: Event, now: Battle[S]) -> bool:
        if not isinstance(event, (Changed, TookForce)):
            return False
        return self._rules.withheld(now, unheld(Key(event.subject, event.name, event.other)), self.side)

    def _is_withheld(self, key: Key) -> bool:
        withheld: bool = self._remembered.of(key, lambda now: self._rules.withheld(now, unheld(key), self.side))
        return withheld


def _renamed(key: Key, names: HiddenNames) -> Key:
    return Key(names.renamed(key.subject), key.name, names.renamed(key.other))
