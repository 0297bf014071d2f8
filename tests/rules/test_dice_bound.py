"""Wherever a sheet prints dice, house rules may not put more of them than can be weighed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables
from fleetbook.store.catalogue import ruleset
from fleetbook.testing.game import house_rules
from tests.trust.games import RULESETS

TOO_MANY = "999d9999"


def is_dice(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(Dice.parse(value))
    except InvalidInput:
        return False


def printed(tables: RuleTables) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every place where dice are printed, and the house rule that puts too many there."""
    for name, reading in tables.readings.items():
        if is_dice(reading.value):
            yield f"reading {name}", {"readings": {name: TOO_MANY}}
    for name, table in tables.tables.items():
        for label, cells in zip(table.rows.labels, table.cells, strict=True):
            for at, cell in enumerate(cells):
                if is_dice(cell):
                    row = [label, *cells[:at], TOO_MANY, *cells[at + 1 :]]
                    yield f"table {name}, {label}, {at}", {"tables": {name: [row]}}


@pytest.mark.parametrize("system", RULESETS)
def test_too_many_dice_are_refused_wherever_dice_are_printed(system: str) -> None:
    rules = ruleset(system)
    taken = []
    for place, change in printed(rules.tables):
        try:
            rules.tables_under((house_rules(system, **change),))
        except InvalidInput:
            continue
        taken.append(place)
    assert taken == []
