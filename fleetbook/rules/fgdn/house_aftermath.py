"""What house rules may not do to the tables of 8.2 and of 8.4 to 8.8: put words where play needs others, or no dice."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.rules.fgdn.air.aircraft import CRITICAL, DESTROYED, HEAVY, LIGHT
from fleetbook.rules.fgdn.air.airship_hits import CONTROLS, EFFECTS
from fleetbook.rules.fgdn.air.airships import AIMS, STAR
from fleetbook.rules.fgdn.fire_flooding.reduction import NO_CHANGE
from fleetbook.rules.fgdn.fire_flooding.severity import MAJOR, MINOR, OVERWHELMED, SEVERE

NUMBERS = (
    "severity_levels", "casualty_limits", "repair_marks", "fire_restarts", "rudder_freed", "repair_limits", "breakdowns",
    "breakdown_repair", "repair_places", "aircrew", "rescue_limits", "aircraft_chances", "airship_height", "airship_limits",
)  # fmt: skip
"""Tables whose every cell is a number of 0 or more, or a dash."""
DIVISORS = {
    "casualty_limits": ("halved by", "men from guns, share", "assistance, share", "tug, share"),
    "repair_limits": ("pumped out, share", "bridge degraded, air rate"),
    "rescue_limits": ("rounded above, men",),
    "airship_limits": ("fuel in all, quarters", "steered by engines, share", "one-sided, share"),
}
"""Figures that something is divided by."""
DICE = {"severity": ("dice",), "severity_dice": ("dice",), "survivors": ("dice",), "rescue_dice": ("dice",)}
WORDS = {
    "damage_control_crews": ("yes", "no"),
    "service_ranks": ("first", "second"),
    "survivors_sighted": tuple("ABCDEFG"),
    "aircraft_hit": (DESTROYED, CRITICAL, HEAVY, LIGHT),
    "aircraft_light": ("pilot wounded", "engine", "structure", "weapons"),
    "aircraft_further": (DESTROYED, CRITICAL, HEAVY, LIGHT),
    "airship_critical": tuple(name + star for name in EFFECTS for star in ("", STAR)),
    "airship_control": tuple(CONTROLS),
    "airship_fire": ("out", "burns on", "spreads"),
}
READINGS = {
    "not_penetrated_casualty": ("halved", "cancelled"),
    "torpedo_flooding": ("at once", "third turn"),
    "due_together": ("summed", "each"),
    "due_rounded": ("down", "up"),
    "casualty_criticals": ("penetrating", "not penetrating"),
    "intermediate_reduction": ("plotting", "resolution"),
    "due_order": ("reduction first", "perils first"),
    "help_level": (MINOR, MAJOR, SEVERE, OVERWHELMED),
    "national_crew_fights": ("fire and flooding", "flooding"),
    "reduction_comes_off": ("oldest", "newest"),
    "magazine_count": ("starts again", "is kept"),
    "severity_halved": ("after the shift", "before the shift"),
    "flooding_small_craft": ("flotation", "casualty"),
    "consequences_by": ("each", "both"),
    "reduction_of_several": ("hardest", "all"),
    "half_die_rounded": ("up", "down"),
    "fire_critical_column": AIMS,
    "cells_rounded": ("down", "up"),
}
LEAST = {"third_turn": 1, "casualty_least": 1, "half_casualty": 1, "near_multiplies": 1, "current_direction": 1}


def check_aftermath(tables: RuleTables) -> None:
    """Raise InvalidInput for tables or readings that would stop an order half-way."""
    for name in NUMBERS:
        _check_cells(tables.table(name), 0)
    for name, rows in DIVISORS.items():
        for row in rows:
            _at_least(f"{tables.table(name).title}, {row}", tables.table(name).number(row, "value"), 1)
    for name, columns in DICE.items():
        _check_dice(tables.table(name), columns)
    for name, words in WORDS.items():
        for row, cells in _lines(tables.table(name)):
            _known(f"{tables.table(name).title}, {row}", cells, words)
    _check_reduction(tables.table("reduction"))
    _check_readings(tables)


def _lines(table: Table) -> Iterable[tuple[str, list[str]]]:
    return ((row, [str(cell) for cell in cells]) for row, cells in zip(table.rows.labels, table.cells, strict=True))


def _check_cells(table: Table, least: float) -> None:
    for row, column in ((row, column) for row in table.rows.labels for column in table.columns.labels):
        _at_least(f"{table.title}, {row}, {column}", table.number(row, column), least)


def _at_least(where: str, value: float, least: float) -> None:
    if value < least:
        raise InvalidInput(where, value, f"a number of {least:g} or more")


def _known(where: str, words: Iterable[str], allowed: Iterable[str]) -> None:
    allowed = tuple(allowed)
    for word in words:
        if word not in allowed:
            raise InvalidInput.word(where, word, allowed)


def _check_dice(table: Table, columns: Iterable[str]) -> None:
    places = [table.columns.labels.index(column) for column in columns]
    for row, cells in _lines(table):
        for place in places:
            _dice(f"{table.title}, {row}", cells[place])


def _dice(where: str, text: str) -> None:
    try:
        Dice.parse(text)
    except InvalidInput as error:
        raise InvalidInput(where, text, error.allowed) from None


def _check_reduction(table: Table) -> None:
    """No change, or dice with a sign."""
    for row, cells in _lines(table):
        for cell in cells:
            if cell != NO_CHANGE and cell[:1] not in ("+", "-"):
                raise InvalidInput(f"{table.title}, {row}", cell, f"{NO_CHANGE}, or dice with a sign, like -D6")
            if cell != NO_CHANGE:
                _dice(f"{table.title}, {row}", cell[1:])


def _check_readings(tables: RuleTables) -> None:
    for name, words in READINGS.items():
        _known(f"reading {name}", (str(tables.reading(name).value),), words)
    for name, least in LEAST.items():
        _at_least(f"reading {name}", float(tables.reading(name).value), least)
    _dice("reading rudder_die", str(tables.reading("rudder_die").value))
