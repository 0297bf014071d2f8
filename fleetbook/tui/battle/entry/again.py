"""The last order again: for the ship that is next, or for each that has not done the same yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import NumberField
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import COMMON
from fleetbook.referee.session import Session


def again(
    session: Session, order: type[Order[Any]], last: Record, ship: str = "", legality: Legality[Any] | None = None
) -> Draft[Any]:
    """What was entered for the last order, entered once more, but for who acts in an order of a step, which is the ship named
    or the next that can, and for what may no longer be chosen; a number is not where it was measured between other ships or
    in another step, or entered for the other side. ``legality`` is what was found of such orders at this moment, if anything was.
    """
    battle, journal = session.battle, session.journal
    draft = Draft(battle, order, {name: last.inputs[name] for name in last.given}, legality)
    actor = next(iter(order.declared), "") if is_of_the_rules(order) else ""
    if actor and (ship or order.declared[actor].listed):
        draft = draft.with_input(actor, ship or _next(session, draft, actor, str(last.inputs.get(actor))))
    for name in last.given:
        if order.declared[name].listed and name != actor and draft.entries[name].problem:
            draft = draft.with_input(name, None)
    moved_on = (last.turn, last.phase) != (battle.turn, battle.phase)
    others = _meets_others(draft, last) or journal.battle_before(last.number).acting != battle.acting
    for name in last.given:
        field = order.declared[name]
        if not isinstance(field, NumberField):
            continue
        if others or (field.measured and (moved_on or _measures_others(draft, last, name))):
            draft = draft.with_input(name, None)
    return session.ranges.proposed(draft)


def _next(session: Session, draft: Draft[Any], actor: str, last: str) -> str | None:
    """The next after the last of its side that may give an order and has it still to do; None where the battle fills one in."""
    entry = draft.with_input(actor, None).entries[actor]
    options = [word for word in entry.options or () if word != last and _side(session, word) == _side(session, last)]
    return next((word for word in options if _is_due(session, draft.kind, word)), None)


def is_of_the_rules(order: type[Order[Any]]) -> bool:
    """Whether ships give such orders; the others, such as to strike by hand, are the referee's own."""
    return order not in COMMON


def likewise(session: Session, order: type[Order[Any]], last: Record, done: Collection[str]) -> Iterator[Draft[Any]]:
    """The last order for each ship of the same side that may give it, is not among those ``done``, and has not done the same
    yet.
    """
    actor, legality = next(iter(order.declared)), Legality(session.battle, order)
    acting = Entry(legality, 0, {}, {})
    side, words = _side(session, str(last.inputs.get(actor))), _words(order, last.inputs)
    for ship in acting.words:
        if ship in done or _side(session, ship) != side or not _is_due(session, order, ship):
            continue
        given = list(_given(session, order, ship))
        if words in given or acting.against(ship):
            continue
        draft = again(session, order, last, ship, legality)
        if not given or _words(order, draft.values) == words:
            yield draft


def _side(session: Session, ship: str) -> str:
    side: str = session.battle.ship(ship).side if session.battle.is_ship(ship) else ""
    return side


def _is_due(session: Session, order: type[Order[Any]], ship: str) -> bool:
    """Whether a ship has not done such an order yet, where the rules keep a tick for it; another tick may have the same sign."""
    ticks = session.ticks(ship) if session.battle.is_ship(ship) else ()
    own = [tick.due for tick in ticks if tick.sign == order.key]
    return not own or any(own)


def _words(order: type[Order[Any]], inputs: Mapping[str, Any]) -> list[Any]:
    """The words chosen for an order, such as a battery."""
    return [inputs.get(name) for name, field in order.declared.items() if field.kind == "choice"]


def _given(session: Session, order: type[Order[Any]], ship: str) -> Iterator[list[Any]]:
    """The words of such orders that a ship has given in this step."""
    actor, now = next(iter(order.declared)), (session.battle.turn, session.battle.phase)
    for record in map(session.journal.record, session.in_force):
        if record.procedure == order.id and (record.turn, record.phase) == now and record.inputs.get(actor) == ship:
            yield _words(order, record.inputs)


def is_the_same(draft: Draft[Any], last: Record) -> bool:
    """Whether an order is what the last was, but for the one ship or squadron that it is of."""
    compared = [field for place, field in enumerate(draft.kind.declared.values()) if place or not field.listed]
    return not _meets_others(draft, last) and all(
        draft.values[field.name] == field.decoded(last.inputs.get(field.name)) for field in compared
    )


def _meets_others(draft: Draft[Any], last: Record) -> bool:
    """Whether an order that is between ships is between other ships than the last was."""
    ships = [name for name, field in draft.kind.declared.items() if field.kind == "ship"]
    return len(ships) > 1 and any(draft.values[name] != last.inputs.get(name) for name in ships)


def _measures_others(draft: Draft[Any], last: Record, name: str) -> bool:
    """Whether a number would be measured between others than in the last order: what is named before it differs."""
    names = list(draft.entries)
    return any(draft.values[before] != last.inputs.get(before) for before in names[: names.index(name)])
