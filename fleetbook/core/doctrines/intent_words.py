"""A doctrine's intention in words: how players move the models of its order, and the reason for the order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.firing import TURNING
from fleetbook.core.battle.record import Record
from fleetbook.core.doctrines.helm import ABEAM, AWAY, HOLD, HOME, IN_LINE, TOWARDS, WITH, Helm
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import counted, listed

MODELS, REASON = "models", "reason"
MOST_NAMED = 3  # ships that follow the first; if there are more, only their number is said


def models_words(order: Order[Any], battle: Battle[Any], helm: Helm, turn: int | None = None) -> str:
    """Words for moving the models of an order: ``M 388 turns 30° to port, towards MTB 221, 7 cm``. If the order moves no model,
    its headline.

    If a side may not know the order, its squadron is named instead of the ships.
    """
    movement = order.movement(battle)
    if movement is None or not movement.speed:
        return order.headline(battle)
    hidden = any(order.sealed(battle, side) for side in battle.sides)
    ships = (movement.mover,) if hidden or not movement.ships else movement.ships
    each = len(ships) > 1 and not helm.formation
    who, ends = (listed(ships), "") if each else (ships[0], "s")
    speed = f"{movement.speed:g} {movement.unit}"
    manner = (way for way in movement.manner if way != TURNING)
    at = speed if movement.unit == battle.ruleset.unit else f"at {speed}"
    course = f"{who} {_course(helm, ends, turn, battle.ruleset.unit)}"
    near = f"no nearer than {helm.distance:g} {battle.ruleset.unit}" if helm.course == TOWARDS and helm.distance else ""
    parts = ", ".join(filter(None, (course, "each by herself" if each else "", at, near, *manner)))
    return "; ".join((parts, *_followers(helm, ships[1:])))


def _course(helm: Helm, ends: str, turn: int | None, unit: str) -> str:
    """The direction in words: ``turns towards Hellweg``, or ``turns 60° to port, away from Hellweg``. ``ends`` is the ending of
    the verb: ``s`` for one ship, empty for several.
    """
    if helm.course == HOLD:
        return f"go{'es' if ends else ''} straight on"
    aim = _aim(helm, unit)
    if turn == 0:
        return f"go{'es' if ends else ''} straight on, {aim}"
    degrees = f"{abs(turn)}° to {'port' if turn < 0 else 'starboard'}, " if turn else ""
    return f"turn{ends} {degrees}{aim}"


def _aim(helm: Helm, unit: str) -> str:
    if helm.course == HOME:
        return "for home"
    if helm.course == AWAY:
        return f"away from {helm.by}"
    if helm.course == WITH:
        return f"to the heading of {helm.by}"
    if helm.course == ABEAM:
        return f"to have {helm.by} abeam{f' at {helm.distance:g} {unit}' if helm.distance else ''}"
    return f"towards {helm.by}"


def _followers(helm: Helm, ships: Sequence[str]) -> Iterator[str]:
    if ships and helm.formation:
        who = listed(ships) if len(ships) <= MOST_NAMED else f"the other {counted(len(ships), 'ship')}"
        several = len(ships) > 1
        if helm.formation == IN_LINE:
            yield f"{who} {'follow' if several else 'follows'}"
        else:
            yield f"{who} {'turn' if several else 'turns'} with her"


def intent_words(record: Record, before: Battle[Any]) -> Iterator[tuple[str, str]]:
    """The words of a doctrine's intention, if the record has one: the movement of the models after the heading MODELS, the reason
    for the order after the heading REASON.
    """
    intent = record.proposer.intent if record.proposer else None
    if intent and intent.helm:
        order = before.ruleset.order(record.procedure).from_inputs(record.inputs)
        yield MODELS, models_words(order, before, intent.helm, intent.turn)
    if intent and intent.reason:
        yield REASON, before.wording.words(intent.reason)
