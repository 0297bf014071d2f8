"""What house rules may not do to the coastal tables: name results, dice, sizes or sides that play would not know."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.rules.coastal.card import SMALLEST_FIRST
from fleetbook.rules.coastal.gunnery import BEARINGS

NUMBERS = ("observation", "cannon", "guns", "gun_damage", "gunfire_results", "engines", "bridge", "limits")
RESULTS = {"gunfire": "gunfire_results", "torpedo": "torpedo_results"}
"""Tables thrown on, and the tables that say what their results do."""
AMOUNTS = ("hull damage", "sinks in turns")
"""Columns of the torpedo's results that hold dice or a number."""
LEAST = {"scale": 0.1, "engine_boxes": 1, "torpedo_run": 1, "bridge_out_observes": -99}
"""The least value of readings for which it is not 0."""


def check_tables(tables: RuleTables) -> None:
    """Raise InvalidInput for tables that would stop an order half-way; what core checks of any table is not checked again."""
    for name in NUMBERS:
        _check_numbers(tables.table(name))
    for name, meaning in RESULTS.items():
        _check_results(tables.table(name), tables.table(meaning))
    _check_dice(tables)
    _check_words(tables)
    _check_readings(tables)


def _check_numbers(table: Table) -> None:
    for row, line in zip(table.rows.labels, table.cells, strict=True):
        for cell in line:
            if cell != "-" and (isinstance(cell, str) or cell < 0):
                raise InvalidInput(f"{table.title}, row {row}", cell, "a number of 0 or more, or -")


def _check_results(thrown: Table, meaning: Table) -> None:
    for row, line in zip(thrown.rows.labels, thrown.cells, strict=True):
        _check_known(f"{thrown.title}, row {row}", (str(cell) for cell in line), meaning.rows.labels)


def _check_known(where: str, words: Iterable[str], allowed: Iterable[str]) -> None:
    allowed = tuple(allowed)
    for word in words:
        if word not in allowed:
            raise InvalidInput.word(where, word, allowed)


def _check_dice(tables: RuleTables) -> None:
    results, others = tables.table("torpedo_results"), tables.table("torpedo_dice")
    for row in results.rows.labels:
        _check_known(f"{results.title}, {row}", (results.text(row, c) for c in ("runs on", "hit", "disabled")), ("yes", "no"))
    printed = [(f"{results.title}, {r}, {c}", results.text(r, c)) for r in results.rows.labels for c in AMOUNTS]
    dice = [(where, text) for where, text in printed if text != "-" and not text.isdigit()]
    dice += [(f"{others.title}, {row}", others.text(row, "dice")) for row in others.rows.labels]
    dice += [(f"reading {name}", str(tables.reading(name).value)) for name in ("observation_die", "repair_die")]
    for where, text in dice:
        _check_notation(where, text)


def _check_notation(where: str, text: str) -> None:
    try:
        Dice.parse(text)
    except InvalidInput as error:
        raise InvalidInput(where, text, error.allowed) from None


def _check_words(tables: RuleTables) -> None:
    _check_known("reading neighbours_below", (str(tables.reading("neighbours_below").value),), SMALLEST_FIRST)
    for arc in ("arcs_front", "arcs_rear"):
        _check_known(f"reading {arc}", str(tables.reading(arc).value).split(", "), BEARINGS)


def _check_readings(tables: RuleTables) -> None:
    rows = tables.table("engines").rows.labels
    _check_known("reading engine_boxes", (str(n) for n in range(int(tables.reading("engine_boxes").value) + 1)), rows)
    for name, reading in tables.readings.items():
        least = LEAST.get(name, 0)
        if not isinstance(reading.value, str) and reading.value < least:
            raise InvalidInput(f"reading {name}", reading.value, f"a number of {least:g} or more")
