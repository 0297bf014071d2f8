"""Fills in an order without a form: inputs given first, then measurements by a tape, then the declared defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.doctrines.tape import Tape
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused
from fleetbook.core.orders.field_kinds import Field, ModifierField, NumberField, ShipField
from fleetbook.core.orders.legality import AtLeast
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.source import ALL, ASK, FIRST

S = TypeVar("S", bound=Ship)


def filled(kind: type[Order[S]], battle: Battle[S], given: Mapping[str, Any], tape: Tape | None = None) -> Order[S]:
    """An order with these inputs. A tape answers for measured inputs; other missing inputs get their declared default.

    Without a default, an input gets the first candidate that the rules do not refuse so far, even if they refuse the finished
    order. So give the ships and words that matter, and check the finished order before it is given.

    Raises InvalidInput for an unknown input, for a value that cannot be read, and for an input without any value. Raises Refused
    if the rules refuse each candidate of a missing input.
    """
    _require_declared(kind, given)
    known: dict[str, Any] = {}
    for name, field in kind.declared.items():
        order = kind.partial(known)
        if name in given:
            is_name = isinstance(field, ShipField) and battle.is_ship(given[name])  # reading would list all ships
            known[name] = given[name] if is_name else field.read(given[name], battle, order)
        elif field.shown_if is not True and not field.is_shown(battle, order):
            value = field.default_value(battle, order)
            known[name] = None if value is FIRST or value is ALL or value is ASK else value
        else:
            known[name] = measured_value(field, battle, order, tape)
            if known[name] is None:
                known[name] = _default(kind, field, battle, known)
    return kind(**known)


def _require_declared(kind: type[Order[S]], given: Mapping[str, Any]) -> None:
    for name in given:
        if name not in kind.declared:
            raise InvalidInput.word(f"input of {kind.id}", name, kind.declared)


def measured_value(field: Field, battle: Battle[Any], order: Any, tape: Tape | None) -> Any:
    """The value that the tape measures for an input. None if the input is not measured."""
    if tape is None:
        return None
    if isinstance(field, ModifierField):
        known = {*field.default_value(battle, order)}
        known.update(name for name, measure in field.measures.items() if measure.taken(tape, order, ()))
        return tuple(name for name in field.candidates(battle, order) if name in known)
    if field.measured is None:
        return None
    candidates = field.candidates(battle, order)
    found = field.measured.taken(tape, order, candidates)
    if not isinstance(field, NumberField):
        return found
    step = field.step or (0.001 if field.decimals else 1)
    number = round(found / step) * step
    return field.read(number if field.decimals else int(number), battle, order)


def _default(kind: type[Order[S]], field: Field, battle: Battle[S], known: Mapping[str, Any]) -> Any:
    """The declared default of an input, or the first candidate that the rules do not refuse. With the default ALL, every such
    candidate. Raises Refused or InvalidInput if there is none.
    """
    value = field.default_value(battle, kind.partial(known))
    if value is ALL:
        words = field.candidates(battle, kind.partial(known))
        return tuple(word for word in words if _refusal(kind, battle, {**known, field.name: AtLeast(word)}) is None)
    if value is not None and value is not FIRST and value is not ASK:
        return field.read(value, battle, kind.partial(known))
    if value is not FIRST:
        raise InvalidInput(field.name, "nothing", field.allowed(battle, kind.partial(known)))
    first: Refused | None = None
    for value in map(field.value_of, field.candidates(battle, kind.partial(known))):
        refused = _refusal(kind, battle, {**known, field.name: value})
        if refused is None:
            return value
        first = first or refused
    raise first or _refusal(kind, battle, known) or InvalidInput(field.name, "nothing", "a candidate: there is none")


def _refusal(kind: type[Order[S]], battle: Battle[S], known: Mapping[str, Any]) -> Refused | None:
    """The refusal of every order with these inputs. None if the rules do not refuse these inputs so far."""
    try:
        kind.partial(known).check(battle.checking())
    except Refused as refused:
        return refused.by(kind.section)
    except NotYetKnown:
        return None
    return None


def allowed(kind: type[Order[S]], battle: Battle[S], given: Mapping[str, Any], tape: Tape | None = None) -> bool:
    """Whether the rules allow an order with these inputs, once its other inputs are filled in. Raises InvalidInput for an unknown
    input.
    """
    _require_declared(kind, given)
    try:
        order = filled(kind, battle, given, tape)
        order.open(battle)
        order.check(battle)
    except (Refused, InvalidInput):
        return False
    return True
