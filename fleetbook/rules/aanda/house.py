"""What house rules may not do to the tables of the A&A sheet: name dice, bands, conditions or types that play would not know."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.rules.aanda.damage import CARD_ORDER, DRAWN, EVEN
from fleetbook.rules.aanda.gun_table import BANDS, NO_SHOT
from fleetbook.rules.aanda.gunnery import MOST_REROLLS

DICE = (
    ("to_hit", "die"),
    ("initiative_die", "die"),
    ("morale", "die"),
    ("spotting", "die"),
    ("repair", "die"),
    ("sinking", "die"),
    ("ongoing_damage", "hull"),
)
"""Tables and their columns that hold dice."""
NUMBERS = (
    ("armour", ("hull", "main", "secondary")),
    ("to_hit", ("score",)),
    ("sinking", ("sinks on or below",)),
    ("speed_limits", ("knots",)),
    ("squadron_limits", ("value",)),
    ("morale", ("score", "failures to leave")),
    ("spotting", ("score", "automatic, cm")),
    ("spotting_reach", ("cm",)),
    ("repair", ("score",)),
)
"""Tables and their columns that hold numbers of 0 or more."""
CONDITIONS = ("-", "rudder", "engine", "bridge", "fire", "flood", "catastrophe")
LEAST = {
    "ram_knots_share": 1,
    "ram_own_share": 1,
    "hull_square_root_share": 1,
    "least_hull": 1,
    "engine_hits_that_stop": 1,
    "engine_hit_share": 1,
}
"""The least value of readings for which it is not 0."""
MOST = {"rerolls_one_evades": MOST_REROLLS, "rerolls_both_evade": MOST_REROLLS}
WORDS = {"main_lost": (CARD_ORDER, DRAWN), "secondary_lost": (EVEN, DRAWN)}
READ_AS_DICE = ("underwater_hull", "ram_die")


def check_tables(tables: RuleTables) -> None:
    """Raise InvalidInput for tables that would stop an order half-way; what core checks of any table is not checked again."""
    for name, column in DICE:
        _dice_in(tables.table(name), column)
    for name, columns in NUMBERS:
        _numbers_in(tables.table(name), columns)
    _guns(tables)
    _words(tables)
    _readings(tables)


def _dice_in(table: Table, column: str) -> None:
    for row in table.rows.labels:
        _notation(f"{table.title}, {row}", table.text(row, column))


def _notation(where: str, text: str) -> None:
    try:
        Dice.parse(text)
    except InvalidInput as error:
        raise InvalidInput(where, text, error.allowed) from None


def _numbers_in(table: Table, columns: Iterable[str]) -> None:
    for row in table.rows.labels:
        for column in columns:
            cell = table.cell(row, column)
            if isinstance(cell, str) or cell < 0:
                raise InvalidInput(f"{table.title}, {row}, {column}", cell, "a number of 0 or more")


def _guns(tables: RuleTables) -> None:
    edges, damage = tables.table("gun_ranges"), tables.table("gun_damage")
    for letter in edges.rows.labels:
        printed = [edges.cell(letter, name) for name in BANDS if edges.cell(letter, name) != "-"]
        numbers = [cell for cell in printed if not isinstance(cell, str)]
        if len(numbers) < len(printed) or numbers != sorted(numbers) or not numbers:
            raise InvalidInput(f"{edges.title}, {letter}", ", ".join(map(str, printed)), "edges in cm that rise, or -")
        for name in BANDS:
            dice = damage.text(letter, name)
            if dice not in NO_SHOT:
                _notation(f"{damage.title}, {letter}, {name}", dice)
    classes = tables.table("gun_classes")
    _known(classes.title, (letter for line in classes.cells for letter in line), edges.rows.labels)


def _words(tables: RuleTables) -> None:
    effects, bands, types = tables.table("critical_effects"), tables.table("band_modifiers"), tables.table("types")
    _known(effects.title, _column(effects, "condition"), CONDITIONS)
    _known(bands.title, _column(bands, "modifier"), ("-", *tables.modifier_list("gunnery").lines))
    for table in ("gun_critical", "underwater_critical"):
        _known(types.title, _column(types, "critical hits"), tables.table(table).columns.labels)
    _known(types.title, _column(types, "sinking"), tables.table("sinking").rows.labels)
    _known(types.title, _column(types, "small"), ("yes", "no"))


def _column(table: Table, column: str) -> list[str]:
    return [table.text(row, column) for row in table.rows.labels]


def _known(where: str, words: Iterable[object], allowed: Iterable[str]) -> None:
    allowed = tuple(allowed)
    for word in words:
        if word not in allowed:
            raise InvalidInput.word(where, str(word), allowed)


def _readings(tables: RuleTables) -> None:
    for name, reading in tables.readings.items():
        where, value = f"reading {name}", reading.value
        if name in READ_AS_DICE:
            _notation(where, str(value))
        elif isinstance(value, str):
            _known(where, (value,), WORDS[name])
        elif not isinstance(value, bool) and not LEAST.get(name, 0) <= value <= MOST.get(name, value):
            allowed = f"a number of {LEAST.get(name, 0)} or more" + (f", at most {MOST[name]}" if name in MOST else "")
            raise InvalidInput(where, value, allowed)
