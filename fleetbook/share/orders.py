"""Orders on players' phones: the orders that a side may give now, and the page on which a player fills one in.

The address of the page holds everything that the player has entered. So he loses nothing when his phone sleeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fleetbook.core.battle.card_view import Tick
from fleetbook.core.errors import InvalidInput, NotYetKnown, require
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import ChoiceField, ModifierField, SeveralField
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.referee.proposals.proposal import Proposal, is_order_of, offers_for, proposal_of, side_draft, units_for
from fleetbook.referee.proposals.ranges import is_measured, measured_entry, number_ends
from fleetbook.referee.proposals.roles import squadron_of
from fleetbook.share.order_odds import PhoneOdds, phone_odds
from fleetbook.share.plain_words import problem_of, read_word, title_of

ORDER, ASK, WHO = "order", "ask", "who"  # words of the address that are no inputs
LONGEST_VALUE, MOST_VALUES, LONGEST_NAME = 200, 30, 24
NO_VALUES: Mapping[str, str] = MappingProxyType({})


class Measurement(NamedTuple):
    """A distance that a side has measured, and the number of the journal's last line when the side sent it."""

    number: str
    on: int


NO_NUMBERS: Mapping[frozenset[str], Measurement] = MappingProxyType({})


class Seat(NamedTuple):
    """The place of a side's players at the table: the journal, their side, and the facts that the side knows so far.

    ``squadron`` is empty, or names the one squadron to which this place gives orders.
    """

    journal: Journal[Any]
    side: str
    known: Knowledge[Any] | None = None
    squadron: str = ""

    def draft(self, order: str, entered: Mapping[str, str]) -> Draft[Any]:
        """The draft of an order of this side. Raises InvalidInput for an unknown order or input.

        Raises Refused for an order of the referee, another side or another squadron.
        """
        draft = side_draft(self.journal, self.side, order, entered, self.known)
        require(bool(draft.kind.phases) and is_order_of(draft, self.side), f"{draft.kind.title} is no order of {self.side}")
        first = first_input(draft.kind)
        may = self.commands(draft.known.get(first)) if first in entered else first or not self.squadron
        require(may, self.for_others)
        return draft

    @property
    def for_others(self) -> str:
        """The refusal of an order that belongs to another squadron or to the whole side."""
        return f"this link gives orders to {self.squadron} alone"

    def commands(self, units: object) -> bool:
        """Whether this place may give orders to these ships and squadrons, which are the first input of the order."""
        own = (self.squadron, *self.journal.battle.squadron(self.squadron))
        named = units if isinstance(units, (tuple, list)) else (units,)
        return not self.squadron or (bool(named) and all(unit in own for unit in named))

    def is_now(self, on: int) -> bool:
        """Whether the present step had already begun at the journal line ``on``."""
        then, now = self.journal.battle_after(min(on, self.journal.next_number - 1)), self.journal.battle
        return (then.turn, then.phase) == (now.turn, now.phase)


class DueOrder(NamedTuple):
    """An order that a ship or squadron may be given now, with its id and the address of its page."""

    title: str
    address: str
    order: str = ""


class Due(NamedTuple):
    """A ship or squadron, with the orders that it may be given now. The unit is empty for orders of the whole side."""

    unit: str
    orders: tuple[DueOrder, ...]


def first_input(kind: type[Order[Any]]) -> str:
    """The name of the first input of an order: the ship or squadron that carries it out. Empty for an order without inputs."""
    return next(iter(kind.declared), "")


def due_orders(seat: Seat) -> tuple[Due, ...]:
    """The orders that a side may propose now, by ship and squadron."""
    found: dict[str, list[DueOrder]] = {}
    for _ in finding_due(seat, found):
        pass
    return in_units(found)


def in_units(found: Mapping[str, Sequence[DueOrder]]) -> tuple[Due, ...]:
    """The orders found, by ship and squadron."""
    return tuple(Due(unit, tuple(orders)) for unit, orders in found.items())


def finding_due(seat: Seat, found: dict[str, list[DueOrder]]) -> Iterator[None]:
    """Find the orders that a side may propose now, and add them to ``found`` by ship and squadron. Yields after each kind of
    order.
    """
    journal, side, known = seat.journal, seat.side, seat.known
    for offer in offers_for(journal, side, known):
        kind = offer.kind
        if offer.problem is None and kind.phases:  # orders without phases are the referee's
            for unit in filter(seat.commands, units_for(journal, side, kind.id, known)):
                entered = {first_input(kind): unit} if unit else {}
                found.setdefault(unit, []).append(DueOrder(title_of(kind), address(kind.id, entered), kind.id))
        yield


def address(order: str, entered: Mapping[str, str], ask: str = "") -> str:
    """The address of the page on which an order is filled in. ``ask`` is the input to ask for."""
    words = {ORDER: order, **entered, **({ASK: ask} if ask else {})}
    return f"order?{urlencode(words)}"


@dataclass(frozen=True)
class Choice:
    """A word for an input, with its explanation and the address of the page after it is chosen. A word that may not be chosen has
    the reason ``against`` it instead of the address.
    """

    word: str
    meaning: str = ""
    address: str = ""
    against: str = ""


@dataclass(frozen=True)
class Filled:
    """An input with its value, and the address of the page that changes it. The address is empty if only the referee changes
    it.

    guessed  whether nobody has measured the direction that the rules fill in
    """

    label: str
    value: str
    address: str = ""
    guessed: bool = False


@dataclass(frozen=True)
class OrderPage:
    """An order that a player fills in.

    unit      the ship or squadron; empty for an order of the whole side
    heading   the ship or squadron and the name of the order
    filled    the inputs that have a value
    asked     the input that the page asks for; None if the order is complete
    choices   the words that may be chosen for this input
    problem   the reason why the order cannot be sent; empty if it can
    odds      the likely results of the order, and the ships that it leaves out
    says      the order in words, if it can be sent
    likewise  other ships of the squadron that may be given the same order
    again     the same order with the values that the side sent last, for this ship; None if the rules refuse it
    measured  the distance that is already known between the same ships; None if there is none, or if the page asks for another
              input
    """

    unit: str
    heading: str
    order: str
    entered: Mapping[str, str]
    filled: Sequence[Filled]
    asked: Entry | None
    choices: Sequence[Choice]
    problem: str
    odds: PhoneOdds
    says: str
    likewise: Sequence[str]
    again: Choice | None
    measured: Choice | None

    @property
    def refused(self) -> Mapping[str, Sequence[str]]:
        """The words that may not be chosen, by the reason. A reason that is the problem of the whole order is left out."""
        found: dict[str, list[str]] = {}
        for choice in self.choices:
            if not choice.address and choice.against != self.problem:
                found.setdefault(choice.against, []).append(choice.word)
        return found


class Outgoing(NamedTuple):
    """An order that a phone sends.

    words     the order in words
    unit      its ship or squadron; empty for an order of the whole side
    squadron  the squadron of its ship; empty if it has none
    between   the ships between which a distance was measured for the order
    number    this distance; empty if none was measured
    """

    proposal: Proposal
    words: str
    unit: str
    squadron: str = ""
    between: frozenset[str] = frozenset()
    number: str = ""


def values_of(words: Mapping[str, Any]) -> tuple[str, dict[str, str], str, str]:
    """The message of a phone: the order, its inputs, the input to ask for, and the player's name.

    Raises InvalidInput if there are too many inputs or one is too long.
    """
    given = {name: " ".join(value.split()) for name, value in words.items() if isinstance(value, str)}
    if len(given) > MOST_VALUES or any(len(text) > LONGEST_VALUE for pair in given.items() for text in pair):
        raise InvalidInput(ORDER, "more", "an order of usual length", words="this order is too long")
    order, ask, who = (given.pop(word, "") for word in (ORDER, ASK, WHO))
    return order, {name: value for name, value in given.items() if value}, ask, who[:LONGEST_NAME]


class Memory(NamedTuple):
    """Inputs that a side sent earlier.

    last     the inputs of its last order of this kind
    on       the journal's line on which it sent that order
    numbers  the distance that it measured last between each two ships
    """

    last: Mapping[str, str] = NO_VALUES
    on: int = 0
    numbers: Mapping[frozenset[str], Measurement] = NO_NUMBERS


NO_MEMORY = Memory()


def order_page(seat: Seat, order: str, entered: Mapping[str, str], ask: str = "", memory: Memory = NO_MEMORY) -> OrderPage:
    """The page of an order that a side fills in. Raises InvalidInput for an unknown order or input."""
    draft = seat.draft(order, entered)
    first = first_input(draft.kind)
    is_over = draft.legality.out_of_place() is not None
    asked = None if is_over else asked_by(draft, first if seat.squadron and first not in entered else ask)
    checked = draft.checked
    is_ready = asked is None and isinstance(checked, Order)
    is_refused = is_over or any(entry.given and entry.problem for entry in draft.wanted)
    return OrderPage(
        unit=_unit(draft),
        heading=": ".join(filter(None, (_unit(draft), title_of(draft.kind)))),
        order=order,
        entered=entered,
        filled=[] if is_over else [*_filled(draft, asked)],
        asked=asked,
        choices=[*_choices(seat, draft, asked)] if asked and asked.field.listed else [],
        problem="" if is_ready or (asked and not is_refused) else problem_of(draft),
        odds=phone_odds(draft, checked) if is_ready and isinstance(checked, Order) else PhoneOdds(),
        says=checked.headline(draft.battle) if is_ready and isinstance(checked, Order) else "",
        likewise=[*_likewise(draft)] if is_ready else [],
        again=_again(seat, draft, memory) if memory.last and len(entered) == 1 and not ask else None,
        measured=_measured(seat, draft, asked, memory.numbers) if asked and is_measured(asked.field) else None,
    )


def _measured(seat: Seat, draft: Draft[Any], asked: Entry, numbers: Mapping[frozenset[str], Measurement]) -> Choice | None:
    """A distance that is already known, as an answer for the input: the last one that the side measured between these ships, or
    else the one that the rules suggest. If it is from an earlier step or was measured between other ships, its words say so.
    """
    found, field = numbers.get(frozenset(number_ends(draft.values, asked.field))), asked.field
    number = found.number if found else "" if asked.given or asked.value is None else field.show(asked.value)
    when = "as measured before" if found and seat.is_now(found.on) else f"the old {asked.label}"
    words = f"{number} {field.unit or ''}".strip()
    return Choice(f"{words}, {when}", address=address(draft.kind.id, {**draft.raw, field.name: number})) if number else None


def _again(seat: Seat, draft: Draft[Any], memory: Memory) -> Choice | None:
    """The order with the inputs that the side sent last. None if the rules refuse it or it has a distance from another step."""
    values = {**memory.last, **draft.raw}
    whole = Draft(draft.battle, draft.kind, values, draft.legality)
    is_old = measured_entry(whole) is not None and not seat.is_now(memory.on)
    order = whole.checked
    if is_old or asked_by(whole) is not None or not isinstance(order, Order):
        return None
    return Choice(order.headline(draft.battle), address=address(draft.kind.id, values))


def _is_old(draft: Draft[Any], entry: Entry) -> bool:
    """Whether the rules would fill in a distance from an earlier step or between other ships."""
    field = entry.field
    if entry.given or entry.value is None or not is_measured(field):
        return False
    return not field.is_current(draft.battle, draft.kind.partial(draft.known))


def asked_by(draft: Draft[Any], ask: str = "") -> Entry | None:
    """The input to ask for next: the one that the player wants to change, or else the first ship among several, or else the first
    input without a value or with an old distance. None if the order is complete.
    """
    wanted = [entry for entry in draft.wanted if not isinstance(entry.field, ModifierField)]
    for entry in wanted:
        if entry.field.name == ask:
            return entry
    choosing = (e for e in wanted if e.field.kind == "ship" and not e.given and len(e.options or ()) > 1)
    lacking = (e for e in wanted if (e.given and e.problem) or (e.value is None and e.problem) or _is_old(draft, e))
    return next(choosing, None) or next(lacking, None)


def _unit(draft: Draft[Any]) -> str:
    first = next(iter(draft.entries.values()), None)
    return str(first.value) if first is not None and first.field.listed and isinstance(first.value, str) else ""


def _filled(draft: Draft[Any], asked: Entry | None) -> Iterator[Filled]:
    for entry in draft.wanted[1:] if _unit(draft) else draft.wanted:
        if entry is asked or entry.value is None:
            continue
        field, value = entry.field, entry.value
        if isinstance(field, ModifierField):
            chosen = draft.battle.tables.modifier_list(field.list).chosen(tuple(value))
            if chosen:
                yield Filled(entry.label, ", ".join(f"{one.value:+d} {one.text}" for one in chosen))
            continue
        word = read_word(field.show(value), entry)
        shown = [f"{word or 'none'} {field.unit or ''}".strip(), entry.meanings.get(word, "")]
        guessed = isinstance(field, ChoiceField) and field.measured is not None and not entry.given
        yield Filled(entry.label, ", ".join(filter(None, shown)), address(draft.kind.id, draft.raw, field.name), guessed)


def _choices(seat: Seat, draft: Draft[Any], asked: Entry) -> Iterator[Choice]:
    name, kind = asked.field.name, draft.kind.id
    others = {key: value for key, value in draft.raw.items() if key != name}
    for word in asked.words:
        read = read_word(word, asked)
        meaning = asked.meanings.get(read, "")
        if name == first_input(draft.kind) and not seat.commands(word):
            yield Choice(read, meaning, against=seat.for_others)
        elif isinstance(asked.field, SeveralField) or word in (asked.options or ()):
            yield Choice(read, meaning, address(kind, {**others, name: word}))
        else:
            yield Choice(read, meaning, against=str(asked.refused.get(word, "")))


def _likewise(draft: Draft[Any]) -> Iterator[str]:
    """The other ships of the same squadron that may give the same order now and have not given it this turn."""
    first, battle = next(iter(draft.entries.values()), None), draft.battle
    if first is None or first.field.kind != "ship" or not battle.is_ship(str(first.value)):
        return
    squadron = battle.ship(str(first.value)).squadron
    for ship in first.options or ():
        same = ship != first.value and battle.is_ship(ship) and battle.ship(ship).squadron == squadron
        if same and not _has_done_so(draft, ship) and isinstance(draft.with_input(first.field.name, ship).checked, Order):
            yield ship


def _has_done_so(draft: Draft[Any], ship: str) -> bool:
    """Whether a ship has already given such an order this turn, as far as the rules count it and the side knows."""
    battle, ticks = draft.battle, tuple[Tick, ...]()
    with suppress(NotYetKnown):
        ticks = battle.ruleset.ticks(battle, battle.ship(ship))
    counted = [tick for tick in ticks if tick.sign == draft.kind.key]
    return any(tick.done for tick in counted) and not any(tick.due for tick in counted)


def proposals(seat: Seat, words: Mapping[str, Any]) -> list[Outgoing]:
    """The orders in a phone's message. With the word ``likewise``, every ship of the squadron gets the same order.

    Raises InvalidInput or Refused if the side knows that one of these orders is not allowed.
    """
    for_all = "likewise" in words
    order, entered, _, who = values_of({name: value for name, value in words.items() if name not in ("likewise", "id")})
    page = order_page(seat, order, entered)
    first = first_input(seat.journal.ruleset.order(order))
    found = []
    for unit in ("", *(page.likewise if for_all else ())):
        values = {**entered, first: unit} if unit else entered
        draft = seat.draft(order, values)
        require(first in values or not seat.squadron, seat.for_others)  # the true battle may fill in another unit
        require(draft.problem is None, problem_of(draft))
        says = draft.order().headline(draft.battle)
        entry = measured_entry(draft)
        require(entry is None or not _is_old(draft, entry), f"the {entry.label if entry else ''} is old: measure it")
        number = draft.raw.get(entry.field.name) if entry else None
        between = frozenset(number_ends(draft.values, entry.field)) if entry and number else frozenset[str]()
        proposal = proposal_of(draft, seat.journal.next_number - 1, who)
        squadron = squadron_of(draft.battle, _unit(draft))
        found.append(Outgoing(proposal, says, _unit(draft), squadron, between, str(number or "")))
    return found
