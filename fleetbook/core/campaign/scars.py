"""Scars: damage from earlier battles. A scenario states it as the values that a ship's facts still have, by the names of the
facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.conditions import Flag, Number, Word
from fleetbook.core.battle.fact import Fact, Keyed
from fleetbook.core.battle.facts import Change, FactValue, Key
from fleetbook.core.battle.setup import Left, Scar
from fleetbook.core.errors import InvalidInput, shown

SAID_BY_SCENARIOS = (Flag, Number, Word)
"""The kinds of facts, besides boxes, that a scenario may set for a damaged ship."""


def all_scars(battle: Battle[Any]) -> Iterator[Change]:
    """The changes that give the ships of a setup their damage from earlier battles. Raises InvalidInput if a ship does not have a
    fact or item that the scenario names, or if the fact cannot have the value.
    """
    for entry in battle.setup.ships:
        if entry.left:
            place = f"side {shown(entry.side)}, ship {shown(entry.name)}: left"
            yield from scar_changes(battle.ship(entry.name), entry.left, place)


def scar_changes(ship: Ship, left: Mapping[str, Scar], where: str) -> Iterator[Change]:
    """The changes that give a ship the values in ``left``. Raises the same errors as ``all_scars``."""
    facts = dict(kept_facts(ship))
    for name, value in left.items():
        if name in ship.tracks:
            yield Key(ship.name, name), _number(value, range(ship.full(name) + 1), f"{where}, {name}")
        elif name in facts:
            yield facts[name].key(ship), _stored(facts[name], ship, value, f"{where}, {name}")
        else:
            raise InvalidInput.word(f"{where}: key", name, (*ship.tracks, *facts))


def scars(ship: Ship, new: Ship) -> Left:
    """The values of a damaged ship that differ from those of the ``new`` ship, in the form that ``scar_changes`` reads."""
    found: Left = {name: ship.left(name) for name in ship.tracks if ship.left(name) != new.left(name)}
    for name, fact in kept_facts(ship):
        value = fact.value(ship)
        if isinstance(fact, Number):  # more guns may be counted as hit than a mount has
            value = min(value, fact.numbers(ship).stop - 1)
        if value != fact.value(new):
            found[name] = value
    return found


def kept_facts(ship: Ship) -> Iterator[tuple[str, Fact[Any]]]:
    """The facts that a ship takes from one battle into the next, each with its name. A scenario may set these facts. Tracks are
    left out.
    """
    for declared in ship.declared.values():
        for fact in declared.of(ship) if isinstance(declared, Keyed) else [declared]:
            if isinstance(fact, Fact) and type(fact) in SAID_BY_SCENARIOS and fact.becomes(ship, fact.other).is_kept:
                yield (f"{fact.name}/{fact.other}" if fact.other else fact.name), fact


def _stored(fact: Fact[Any], ship: Ship, value: Scar, where: str) -> FactValue:
    """A value from a scenario in stored form. Raises InvalidInput if the fact cannot have this value."""
    if isinstance(fact, Flag):
        if not isinstance(value, bool):
            raise InvalidInput(where, value, "true or false")
    elif isinstance(fact, Number):
        _number(value, fact.numbers(ship), where)
    elif isinstance(fact, Word) and (not isinstance(value, str) or value not in (fact.allowed or (value,))):
        raise InvalidInput.word(where, str(value), fact.allowed) if fact.allowed else InvalidInput(where, value, "a word")
    stored: FactValue = fact.encoded(value)
    return stored


def _number(value: Scar, allowed: range, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise InvalidInput(where, value, f"a whole number from {allowed.start} to {allowed.stop - 1}")
    return value
