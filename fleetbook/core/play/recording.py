"""Makes the record of an order: checks the order, carries it out, and records the look-ups in tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput, NotYetKnown
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.source import FIRST
from fleetbook.core.play.driver import DiceSource, resolve
from fleetbook.core.tables.look_ups import LookUps

S = TypeVar("S", bound=Ship)


def new_record(
    numbers: tuple[int, int], battle: Battle[S], order: Order[S], *, given: Sequence[str],
    dice: DiceSource, choices: Sequence[str] = (), spare: bool = False, **more: Any,
) -> Record:  # fmt: skip
    """The record of an order. ``numbers`` are the number of the new line and the number of the line that it follows.

    Raises Refused if the order is not legal, and InputNeeded if a die or choice is missing. Raises InvalidInput for an order that
    the rules do not list, because nobody could read its line later.
    """
    if battle.ruleset.order(order.id) is not type(order):
        raise InvalidInput("order", type(order).__name__, f"the order {order.id} that the rules list")
    before = checked_look_ups(order, given, battle)
    outcome = resolve(order, battle, dice, choices, spare)
    found = LookUps.of(before, outcome.look_ups)
    number, on = numbers
    return Record(
        number=number,
        on=on,
        turn=battle.turn,
        phase=battle.phase,
        procedure=order.id,
        inputs=order.inputs(),
        given=tuple(given),
        headline=outcome.headline,
        faces=outcome.faces,
        choices=outcome.choices,
        events=outcome.events,
        consulted=found.readings,
        looked_up=found.others,
        fingerprint=outcome.battle.state.fingerprint,
        whole=True,
        **more,
    )


def checked_look_ups(order: Order[S], given: Collection[str], battle: Battle[S]) -> LookUps:
    """The look-ups that were made to check an order, and to fill in the inputs that the referee left out. Raises the same errors
    as ``require_legal``.
    """
    found = LookUps()
    noting = battle.noting(found)
    known: dict[str, Any] = {}
    for name, field in order.declared.items():
        if name not in given:
            with suppress(FleetbookError, NotYetKnown):
                if field.default_value(noting, order.partial(known)) is FIRST:
                    field.candidates(noting, order.partial(known))
        known[name] = getattr(order, name)
    order.require_legal(noting)
    return found
