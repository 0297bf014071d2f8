"""Checks that the rules declare correctly how each fact changes between two battles of a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.fact import Fact, Keyed
from fleetbook.core.campaign.scars import SAID_BY_SCENARIOS
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import place_of
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.rules.kit.warship import Fate
from fleetbook.store.packages.places import place_of_field


def without_becomes(rules: Ruleset[Any]) -> Iterator[str]:
    """Stored facts that do not declare how they change between two battles."""
    for kind in rules.subjects:
        for attribute, declared in kind.declared.items():
            if declared.is_stored and not declared.says_what_becomes:
                what = "becomes: found nothing, allowed: GONE, STAYS, RESTOCKED, SETTLED, under_way or in_port"
                yield f"{place_of_field(kind, attribute)}: {declared.name} of {kind.__name__}: {what}"


def flaws_in_days(start: Battle[Any]) -> Iterator[str]:
    """Mistakes in what the rules declare for the time between battles: facts that a campaign keeps although no scenario can hold
    values of their type, and readings that should be a number of days but are not numbers.
    """
    here, readings = place_of(start.ruleset.ship_type), start.tables.readings
    for ship in start.ships():
        for declared in ship.declared.values():
            for fact in declared.of(ship) if isinstance(declared, Keyed) else [declared]:
                becomes = fact.becomes(ship, getattr(fact, "other", ""))
                unsaid = isinstance(fact, Fact) and type(fact) not in SAID_BY_SCENARIOS and not isinstance(fact, Fate)
                if unsaid and becomes.is_kept:
                    yield f"{here}: {fact.name} is kept: found {type(fact).__name__}, allowed: a Flag, a Number or a Word"
                days = readings.get(becomes.days)
                if becomes.days and days is None:
                    yield f"{here}: {InvalidInput.word(f'days of {fact.name}', becomes.days, readings)}"
                elif days and (isinstance(days.value, (bool, str)) or days.value < 0):
                    yield f"{here}: days of {fact.name}, {days.id}: found {days.value}, allowed: a number, 0 or more"
