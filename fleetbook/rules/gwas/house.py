"""What house rules may not do to the tables of the player aid: name dice, speeds, results or ships that play would not know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.rules.gwas.ground.card import Nation, ShipType
from fleetbook.rules.gwas.ground.ship import HULL, WEAPONS
from fleetbook.rules.gwas.weapons.boxes import ALL_HIT, ANY, COLUMNS, NEVER, NO_EFFECT, SOME, first_row
from fleetbook.rules.gwas.weapons.damage_results import read

LEAST = {
    "fuel_zones": 1,
    "light_guns_each": 1,
    "tubes_each": 1,
    "hull_tons": 1,
}
"""The least value of readings for which it is not 0."""
UP_DOWN = ("up", "down")
NUMBERS = {
    "sighting": 0,
    "weapon_range": 0,
    "towing": 1,
    "minefield_limits": 0,
    "asw_hunters": 1,
    "fleet_limits": 0,
    "search_limits": 0,
    "hex_limits": 0,
    "footnotes": 0,
    "surprise": 0,
    "speeds": 0,
    "weather_levels": 0,
    "speed_classes": 0,
    "belts": 0,
}
"""Tables whose cells are numbers of so much or more."""
RESULTS = {
    "weather_again": ("decrease 1", "no change", "increase 1", "increase 2", "increase 1 in winter"),
    "gale_small": ("no effect", "sunk"),
    "pursuit": ("miss", "moves with the enemy, automatic contact"),
    "launching": ("destroyed", "no effect"),
    "recovering": ("destroyed", "no effect"),
    "gale_air": ("not allowed", "destroyed", "no effect"),
    "grounding": ("no effect", "grounded"),
    "refloating": ("freed", "remains grounded"),
    "emergency_repair": ("speed 1S", "roll again later", "speed 0 for good"),
    "minefield": ("miss", "hit"),
    "sweeping": ("minesweeper sunk", "no effect", "1 minefield removed"),
    "search": ("no contact", "contact"),
    "asw": ("no effect", "submarine sunk, cannot attack", "submarine sunk, can attack"),
    "mtb": ("all enemy ships may fire", "the target may fire", "the enemy cannot fire"),
    "initiative": ("Central Powers", "Allied"),
    "weapon_hit": ("miss", "hit"),
    "blowing_up": ("no effect", "sunk"),
    "light_armour": ("no more", "1 more hit"),
    "light_armour_areas": ("yes", "no"),
    "penetration": ("yes", "no"),
    "months": ("yes", "no"),
}
"""Tables and the words that they may hold."""
DAMAGE = ("gunnery_damage", "torpedo_damage", "critical_damage", "minefield_damage", "foundering")
NO_DAMAGE = "no effect"


def check_tables(tables: RuleTables) -> None:
    """Raise InvalidInput for tables that would stop an order half-way; what core checks of any table is not checked again."""
    for name, least in NUMBERS.items():
        _numbers(tables.table(name), least)
    for name, words in RESULTS.items():
        _words(tables.table(name), tables.table(name).columns.labels, words)
    _words(tables.table("weather"), tables.table("weather").columns.labels, (*RESULTS["weather_again"], "roll again"))
    _damage(tables)
    _speeds(tables)
    _ships(tables)
    _missions(tables)
    _referred(tables)
    _readings(tables)


def _refuse(table: Table, row: str, found: object, allowed: str) -> None:
    raise InvalidInput(f"{table.title}, {row}", found, allowed)


def _numbers(table: Table, least: float) -> None:
    for row, cells in zip(table.rows.labels, table.cells, strict=True):
        for cell in cells:
            if isinstance(cell, str) or cell < least:
                _refuse(table, row, cell, f"a number of {least} or more")


def _words(table: Table, columns: Iterable[str], allowed: Iterable[str]) -> None:
    allowed = tuple(allowed)
    for row, cells in zip(table.rows.labels, table.cells, strict=True):
        for column in columns:
            word = cells[table.columns.labels.index(column)]
            if word not in allowed:
                raise InvalidInput.word(f"{table.title}, {row}, {column}", str(word), allowed)


def _damage(tables: RuleTables) -> None:
    for name in DAMAGE:
        for cells in tables.table(name).cells:
            if cells[0] != NO_DAMAGE or name != "foundering":
                read(str(cells[0]))
    if not any("hit" in cells for cells in tables.table("weapon_hit").cells):
        _refuse(tables.table("weapon_hit"), "result", "miss on every face", "a face that hits")
    cost = tables.table("refloating_damage")
    try:
        Dice.parse(cost.text("freed", "die"))
    except InvalidInput as error:
        raise InvalidInput(cost.title, cost.text("freed", "die"), error.allowed) from None
    for name, words in (("strength", ("-",)), ("refloating_damage", (cost.text("freed", "die"),))):
        table = tables.table(name)
        for row, cells in zip(table.rows.labels, table.cells, strict=True):
            for cell in cells:
                if cell not in words and (isinstance(cell, str) or cell < 0):
                    _refuse(table, row, cell, "a number of 0 or more, or -")


def _speeds(tables: RuleTables) -> None:
    ladder, allowance = tables.table("speeds").rows.labels, tables.table("movement_allowance")
    for row, (cell,) in zip(allowance.rows.labels, allowance.cells, strict=True):
        if row == "hull hits over half":
            if isinstance(cell, str) or cell > 0 or int(cell) != cell:
                _refuse(allowance, row, cell, "a whole number of 0 or less")
        elif cell not in ladder:
            raise InvalidInput.word(f"{allowance.title}, {row}", str(cell), ladder)
    impulses = tables.table("impulses")
    for row, (cell,) in zip(impulses.rows.labels, impulses.cells, strict=True):
        for speed in str(cell).split(", "):
            if speed not in (*ladder, "-"):
                raise InvalidInput.word(f"{impulses.title}, {row}", speed, ladder)


def _ships(tables: RuleTables) -> None:
    types, nations = tables.table("types"), tables.table("nations")
    _words(types, (column for column in types.columns.labels if column != "in words"), ("yes", "no"))
    _words(nations, ("as",), (*get_args(Nation), "any"))
    change = tables.table("weather_change")
    _words(change, ("only in winter",), ("yes", "no"))
    for row in change.rows.labels:
        if isinstance(change.cell(row, "levels"), str):
            _refuse(change, row, change.cell(row, "levels"), "a whole number of levels")
    merchants = tables.table("merchants")
    for row, cells in zip(merchants.rows.labels, merchants.cells, strict=True):
        for cell in cells:
            parts = str(cell).split("/")
            if len(parts) != 2 or not all(part == "-" or part.isdecimal() for part in parts):
                _refuse(merchants, row, cell, "two figures such as 1/2, - for none")
    density = tables.table("density")
    for row, (cell,) in zip(density.rows.labels, density.cells, strict=True):
        if str(cell) not in merchants.columns.labels:
            _refuse(density, row, cell, ", ".join(merchants.columns.labels))


def _missions(tables: RuleTables) -> None:
    missions = tables.table("missions")
    orders = ("Load", "Unload", "Shell", "Launch", "Recover", "Escort", "Pursue", "Mine", "Detect", "Sweep", "Search1", "Search2")
    common = ("Move", "Fuel", "Divide")
    for row in missions.rows.labels:
        where = f"{missions.title}, {row}"
        for word in missions.text(row, "orders").split(", "):
            if word not in ("common", *common, *orders):
                raise InvalidInput.word(where, word, ("common", *common, *orders))
        turns, most = missions.text(row, "turns"), missions.text(row, "at most")
        if turns != "all" and not turns.isdecimal():
            _refuse(missions, row, turns, "a number of turns, or all")
        if most != "-" and not most.isdecimal():
            _refuse(missions, row, most, "a number of ships, or -")
    _words(missions, ("ships",), ("all", "warships", "minelayers", "minesweepers"))
    _words(missions, ("leader",), ("yes", "no"))
    for word in tables.table("common_orders").text("common", "orders").split(", "):
        if word not in (*common, *orders):
            raise InvalidInput.word(tables.table("common_orders").title, word, (*common, *orders))


def _referred(tables: RuleTables) -> None:
    """Words, and that no hit is referred for ever."""
    table = tables.table("referred")
    _words(table, COLUMNS, (NEVER, SOME, ALL_HIT, ANY))
    _words(table, ("hit on",), WEAPONS)
    _words(table, ("goes to",), (*WEAPONS, HULL, NO_EFFECT))
    for statuses in _all_statuses(len(COLUMNS)):
        for kind in WEAPONS:
            _ends(table, dict(zip(COLUMNS, statuses, strict=True)), kind)


def _all_statuses(columns: int) -> Iterable[tuple[str, ...]]:
    if not columns:
        return ((),)
    return ((status, *rest) for status in (NEVER, SOME, ALL_HIT) for rest in _all_statuses(columns - 1))


def _ends(table: Table, statuses: dict[str, str], kind: str) -> None:
    seen: list[str] = []
    while kind in WEAPONS:
        if kind in seen:
            _refuse(table, kind, kind, "hits that come to an end")
        seen.append(kind)
        row = first_row(table, statuses.__getitem__, kind)
        if row is None:
            return
        kind = table.text(row, "goes to")


def _readings(tables: RuleTables) -> None:
    words: dict[str, Iterable[str]] = {
        "hunters_round": UP_DOWN,
        "half_strength_rounds": UP_DOWN,
        "fast_from": tables.table("speeds").rows.labels,
        "foundering_from": tables.table("weather_levels").rows.labels,
        "explosion_type": get_args(ShipType),
        "explosion_nation": get_args(Nation),
        "divided_orders": ("copied", "written"),
        "orders_after_combat": ("fleets that fought", "newly aborted"),
        "known_lasts": ("the turn", "for good"),
        "fleets_on_the_map": ("all but raiders", "known ones"),
        "carriers_launch": ("by order", "freely"),
        "several_hunters": ("a 5 counts before a 6", "first"),
    }
    for name, reading in tables.readings.items():
        where, value = f"reading {name}", reading.value
        if isinstance(value, str):
            if name in words and value not in words[name]:
                raise InvalidInput.word(where, value, words[name])
        elif not isinstance(value, bool) and value < LEAST.get(name, 0):
            raise InvalidInput(where, value, f"a number of {LEAST.get(name, 0)} or more")
