"""Checks the declarations of a rule system when its package is loaded. No order is carried out."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from string import Formatter
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.card_words import declared_words
from fleetbook.core.battle.conditions import Boxes
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.faults import NoEnd, fault_in, home_of, in_words, place_of
from fleetbook.core.orders.field_kinds import ChoiceField, Field, ModifierField, NumberField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.source import ALL, FIRST
from fleetbook.core.orders.standard_orders import BY_PROGRAM, COMMON
from fleetbook.core.orders.turn_sequence import TurnSequence
from fleetbook.core.strict import convert
from fleetbook.store.command_keys import check_order_keys
from fleetbook.store.packages.places import place_of_error, place_of_field, source_folder

Kind = type[Part[Any]]


def flaws(rules: Ruleset[Any]) -> Iterator[str]:
    """The mistakes in a rule system's declarations, each with file and line. If there are mistakes in the basic declarations,
    only these are reported.
    """
    frame = list(_in_frame(rules))
    yield from frame
    if not frame:
        yield from _in_tracks(rules)
        yield from _in_phases(rules)
        yield from _in_names(rules)
        for order in rules.orders:
            yield from _in_order(order, rules)


def flaws_in_tables(rules: Ruleset[Any]) -> Iterator[str]:
    """The mistakes in a rule system's tables, and names of unknown tables in its orders and cards."""
    try:
        tables = rules.tables
    except InvalidInput as error:
        folder = source_folder(type(rules).__module__)
        place = place_of_error(folder, error) if folder else ""
        yield f"{place}: {error}" if place else str(error)
    except (Exception, NoEnd) as error:  # noqa: BLE001 (the package's code may raise anything)
        fault = fault_in(error, {home_of(type(rules).__module__): rules.id})
        yield fault.what if fault else f"{place_of(type(rules))}: its tables: {in_words(error)}"
    else:
        for order in rules.orders:
            for field in order.declared.values():
                if isinstance(field, ModifierField) and field.list not in tables.modifiers:
                    known = InvalidInput.word(f"modifiers of {order.id}", field.list, tables.modifiers)
                    yield f"{place_of(order)}: {known}"
        for name, named in declared_words(rules.card_type).items():
            for table in named:
                if table not in tables.tables:
                    yield f"{place_of(rules.card_type)}: {InvalidInput.word(f'rows_of of {name}', table, tables.tables)}"


def flaws_in_defaults(rules: Ruleset[Any]) -> Iterator[str]:
    """Mistakes in defaults: values of the right type that are not allowed, such as a number out of bounds.

    Playing does not show these mistakes, because the program asks for an input without a valid default. Defaults of a card's keys
    are checked too, because a roster need not contain these keys.
    """
    for order in rules.orders:
        for name, field in order.declared.items():
            here = f"{place_of_field(order, name)}: {_name(order)}: default of {name}"
            yield from (f"{here}: {what}" for what in _raised(partial(_allow_default, field)))
    for key in msgspec.structs.fields(rules.card_type):
        default = key.default if key.default_factory is msgspec.NODEFAULT else key.default_factory()
        if default is not msgspec.NODEFAULT and default is not msgspec.UNSET:
            here = f"{place_of_field(rules.card_type, key.name)}: {rules.card_type.__name__}: default of {key.encode_name}"
            yield from _raised(partial(convert, msgspec.to_builtins(default), key.type, here))


def _allow_default(field: Field) -> None:
    """Raise InvalidInput if a default is a number outside its bounds, or a word that is not a candidate."""
    default = field.default
    if callable(default) or default in (None, FIRST, ALL):
        return
    if isinstance(field, NumberField) and not (callable(field.low) or callable(field.high)):
        if not field.low <= default <= field.high:
            raise InvalidInput(field.name, default, f"{field.low} to {field.high}")
    elif isinstance(field, ChoiceField) and not callable(field.among) and default not in field.among:
        raise InvalidInput.word(field.name, default, field.among)


def _in_frame(rules: Ruleset[Any]) -> Iterator[str]:
    """Mistakes in the basic declarations, without which nothing else can be checked."""
    here = place_of(type(rules))
    for name in ("id", "title", "version", "unit"):
        value = getattr(rules, name, None)
        if not isinstance(value, str) or not (value.strip() or name == "unit"):
            yield f"{here}: {name}: found {'nothing' if not value else shown(value)}, allowed: some words"
    for name, base in (("ship_type", Ship), ("card_type", msgspec.Struct)):
        value = getattr(rules, name, None)
        if not isinstance(value, type) or not issubclass(value, base):
            yield f"{here}: {name}: found {shown(value)}, allowed: a class derived from {base.__name__}"
    if not isinstance(getattr(rules, "sequence", None), TurnSequence):
        yield f"{here}: sequence: found nothing, allowed: a TurnSequence"
    for name, kind in (("orders", Order), ("parts", Part)):
        for value in getattr(rules, name, None) or ():
            if not isinstance(value, type) or not issubclass(value, kind):
                yield f"{here}: {name}: found {shown(value)}, allowed: classes derived from {kind.__name__}"
    if not getattr(rules, "orders", None):
        yield f"{here}: orders: found nothing, allowed: the orders of these rules"


def _in_tracks(rules: Ruleset[Any]) -> Iterator[str]:
    """Mistakes in tracks: a card has no key for the number of a track's boxes."""
    if type(rules).tracks is not Ruleset.tracks:
        return
    fields = [field.name for field in msgspec.structs.fields(rules.card_type)]
    for name, declared in rules.ship_type.declared.items():
        if isinstance(declared, Boxes) and not hasattr(rules.card_type, name):
            fault = InvalidInput.word(f"track {name}", "no key of the card", fields)
            yield f"{place_of(rules.ship_type)}: {fault}: give a key of the card this name, or define tracks"


def _in_phases(rules: Ruleset[Any]) -> Iterator[str]:
    here, ids = place_of(type(rules)), [phase.id for phase in rules.sequence.phases]
    if not ids:
        yield f"{here}: sequence: found no phase, allowed: one or more"
    yield from (
        f"{here}: sequence: phase {name} is listed twice" for name in sorted({name for name in ids if ids.count(name) > 1})
    )
    for order in rules.orders:
        for phase in order.phases:
            if phase not in ids:
                yield f"{place_of(order)}: {InvalidInput.word(f'phases of {_name(order)}', phase, ids)}"


def _in_names(rules: Ruleset[Any]) -> Iterator[str]:
    """Mistakes in names: orders and parts without an id or title, or with the id or key of another."""
    kinds: list[Kind] = [*rules.orders, *rules.parts]
    for kind in kinds:
        for name in ("id", "title"):
            if not isinstance(getattr(kind, name, None), str):
                yield f"{place_of(kind)}: {kind.__name__} has no {name}"
        yield from _in_words(kind)
    named = [(getattr(kind, "id", ""), kind) for kind in (*COMMON, *BY_PROGRAM, *kinds)]
    for (one, first), (other, second) in combinations(named, 2):
        if one == other and first is not second:
            yield f"{place_of(second)}: {second.__name__} has the id {one}, which is that of {first.__name__}"
    for order, later in combinations((*COMMON, *rules.orders), 2):
        together = not (order.phases and later.phases) or set(order.phases) & set(later.phases)
        if order.key and order.key == later.key and together:
            yield f"{place_of(later)}: the key {later.key} of {_name(later)} is that of {_name(order)} in the same step"


def _in_words(kind: Kind) -> Iterator[str]:
    """Mistakes in the headline or cause of an order or part, such as an unknown field in braces."""
    made: Any = kind
    fields = [field.name for field in dataclasses.fields(made)]
    done = kind.declared_doing
    for what, words in (("says", kind.says), *(("doing", words) for words in ((*done.names, done.how) if done else ()))):
        try:
            named = [re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(words) if name is not None]
        except ValueError as error:
            yield f"{place_of(kind)}: {what} of {kind.__name__}: {error}"
            continue
        for name in named:
            if name not in fields and not hasattr(kind, name):
                yield f"{place_of(kind)}: {InvalidInput.word(f'{what} of {kind.__name__}', name, fields)}"


def _in_order(order: type[Order[Any]], rules: Ruleset[Any]) -> Iterator[str]:
    if not hasattr(order, "id"):
        return
    if len(order.key) > 1 or not order.key.isprintable():
        yield f"{place_of(order)}: key of {order.id}: found {shown(order.key)}, allowed: one character"
    yield from (f"{place_of(order)}: {what}" for what in _raised(partial(check_order_keys, rules.id, [order])))
    for name, field in order.declared.items():
        here = f"{place_of_field(order, name)}: {_name(order)}: default of {name}"
        yield from (f"{here}: {what}" for what in _raised(partial(_keep_default, field)))


def _keep_default(field: Field) -> None:
    """Raise InvalidInput if a default is of the wrong type for its input."""
    default = field.default
    if not callable(default) and default not in (None, FIRST, ALL):
        field.decoded(list(default) if isinstance(default, tuple) else default)


def _raised(check: Callable[[], object]) -> Iterator[str]:
    try:
        check()
    except InvalidInput as error:
        yield str(error)


def _name(kind: Kind) -> str:
    return str(getattr(kind, "id", kind.__name__))
