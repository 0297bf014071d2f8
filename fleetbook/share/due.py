"""The list of orders on a phone. Ships that still have something to do come first, orders that are seldom given last."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from fleetbook.core.errors import NotYetKnown
from fleetbook.core.orders.field_kinds import NumberField
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_battle import SideBattle, side_battle
from fleetbook.share.orders import Due, DueOrder, Seat, address, asked_by, finding_due, first_input, in_units
from fleetbook.share.plain_words import title_of

Kind = type[Order[Any]]
CHOSEN = ("ship", "choice")  # kinds of inputs that the player must choose on the page of the order


class Ready(NamedTuple):
    """An order that the player sends with one touch, because he need not choose anything.

    entered  its inputs, which are the ship or squadron alone
    values   the numbers that the rules fill in, such as her speed
    """

    order: str
    entered: tuple[tuple[str, str], ...]
    values: str


class Button(NamedTuple):
    """A button for an order of a ship or squadron.

    address  the page on which the order is filled in; empty if one touch sends it
    ready    the order that one touch sends; None if the player must choose something
    units    the ships and squadrons that may be given the order, if the button serves several
    """

    title: str
    address: str
    ready: Ready | None = None
    units: tuple[str, ...] = ()


class Row(NamedTuple):
    """A ship or squadron with its orders. ``squadron`` is the one that a ship is listed below; it is empty for a squadron."""

    unit: str
    buttons: tuple[Button, ...]
    squadron: str = ""

    def has_sent(self, units: Collection[str]) -> bool:
        """Whether an order for the unit or its squadron is among those for these units."""
        return self.unit in units or bool(self.squadron and self.squadron in units)


class DueList(NamedTuple):
    """The orders that a side may propose now.

    rows    the ships and squadrons that still have something to do
    acted   the ships and squadrons that have acted, but may do more
    aside   orders that are seldom given, with one button for all ships
    """

    rows: tuple[Row, ...] = ()
    acted: tuple[Row, ...] = ()
    aside: tuple[Button, ...] = ()

    def of(self, units: frozenset[str]) -> DueList:
        """The part of the list that belongs to these ships and squadrons."""
        rows, acted = (tuple(row for row in part if row.unit in units) for part in (self.rows, self.acted))
        return DueList(rows, acted, tuple(button for button in self.aside if not units.isdisjoint(button.units)))


def due_list(seat: Seat) -> DueList:
    """The orders that a side may propose now, the most urgent first."""
    return next(filter(None, finding_list(seat)))


def finding_list(seat: Seat) -> Iterator[DueList | None]:
    """Find the orders that a side may propose now. Yields None after each short step of work, and the whole list at the end."""
    found: dict[str, list[DueOrder]] = {}
    yield from finding_due(seat, found)
    yield from _Sorting(seat).sorting(in_units(found))


class _Sorting:
    """Sorts the orders that a side may propose by urgency."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._battle: SideBattle[Any] = side_battle(seat.journal, seat.side, seat.known)
        self._given = {*_have_acted(seat.journal)}

    def sorting(self, due: Iterable[Due]) -> Iterator[DueList | None]:
        """Sort these orders. Yields None after each ship or squadron, and the whole list at the end."""
        rows, acted, aside = list[Row](), list[Row](), dict[str, list[str]]()
        for unit in sorted(due, key=self._place):
            usual = [order for order in unit.orders if not self._kind(order).is_aside]
            for order in unit.orders:
                if order not in usual:
                    aside.setdefault(order.order, []).append(unit.unit)
            if usual:
                counts = self._counts(unit.unit)
                (rows if self._still_acts(unit.unit, usual, counts) else acted).append(self._row(unit.unit, usual, counts))
            yield None
        yield DueList(tuple(rows), tuple(acted), tuple(self._aside(order, units) for order, units in aside.items()))

    def _aside(self, order: str, units: Sequence[str]) -> Button:
        kind = self._seat.journal.ruleset.order(order)
        return Button(title_of(kind), address(order, {}, first_input(kind)), units=tuple(units))

    def _kind(self, order: DueOrder) -> Kind:
        return self._seat.journal.ruleset.order(order.order)

    def _place(self, due: Due) -> tuple[int, int, bool]:
        """The sorting key of a ship or squadron: its place on the board, where a squadron stands before its ships."""
        battle, squadrons = self._battle, [squadron.name for squadron in self._battle.setup.squadrons]
        is_ship = battle.is_ship(due.unit)
        squadron = battle.ship(due.unit).squadron if is_ship else due.unit
        ships = [ship.name for ship in battle.ships()]
        return (
            squadrons.index(squadron) if squadron in squadrons else len(squadrons) if is_ship else -1,
            ships.index(due.unit) if is_ship else -1,
            is_ship,
        )

    def _counts(self, unit: str) -> dict[str, bool]:
        """For each order that a ship gives once a turn, its key and whether it is still due. Other orders are left out."""
        found: dict[str, bool] = {}
        if self._battle.is_ship(unit):
            with suppress(NotYetKnown):
                for tick in self._battle.ruleset.ticks(self._battle, self._battle.ship(unit)):
                    found[tick.sign] = found.get(tick.sign, False) or tick.due
        return found

    def _still_acts(self, unit: str, orders: Sequence[DueOrder], counts: Mapping[str, bool]) -> bool:
        """Whether a ship or squadron still has something to do in this step."""
        kinds = [self._kind(order) for order in orders]
        if any(kind.key in counts for kind in kinds):
            return any(counts.get(kind.key) for kind in kinds)
        # A squadron that may still hand over the turn has not finished. Any other unit has finished after one order.
        return any(kind.is_pass for kind in kinds) or unit not in self._given

    def _row(self, unit: str, orders: Sequence[DueOrder], counts: Mapping[str, bool]) -> Row:
        def rank(order: DueOrder) -> tuple[bool, int]:
            kind = self._kind(order)
            return kind.is_pass, -1 if counts.get(kind.key) else kind.key in counts

        ranked = sorted(orders, key=rank)
        usual = {order for order in ranked if rank(order)[1] < 0} or {ranked[0]}
        usual |= {order for order in ranked if self._kind(order).is_pass}
        battle, buttons = self._battle, list[Button]()
        for order in ranked:
            ready = self._ready(unit, order) if order in usual else None
            is_all = ready is not None and len(self._kind(order).declared) == len(ready.entered)
            buttons.append(Button(order.title, "" if is_all else order.address, ready))
        return Row(unit, tuple(buttons), battle.ship(unit).squadron if battle.is_ship(unit) else "")

    def _ready(self, unit: str, order: DueOrder) -> Ready | None:
        """The order that one touch sends. None if the player must choose an input, or if the button cannot show what is sent."""
        first, *others = self._kind(order).declared.values()
        if any(field.kind in CHOSEN for field in others):
            return None
        draft = self._seat.draft(order.order, {first.name: unit} if unit else {})
        if asked_by(draft) is not None or not isinstance(draft.checked, Order):
            return None
        numbers = [entry for entry in draft.wanted if isinstance(entry.field, NumberField) and entry.value is not None]
        values = ", ".join(f"{entry.field.show(entry.value)} {entry.field.unit or ''}".strip() for entry in numbers)
        return Ready(order.order, ((first.name, unit),) if unit else (), values) if values or not others else None


def _have_acted(journal: Journal[Any]) -> Iterator[str]:
    """The ships and squadrons that have given an order in this step. Orders that are taken back or seldom given do not count."""
    battle, number = journal.battle, journal.position
    while number:
        record = journal.record(number)
        if (record.turn, record.phase) != (battle.turn, battle.phase):
            return
        if record.is_order and not journal.ruleset.order(record.procedure).is_aside:
            yield str(next(iter(record.inputs.values()), ""))
        number = record.on
