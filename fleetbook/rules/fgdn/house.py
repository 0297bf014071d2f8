"""What house rules may not do to these tables: put words where play needs numbers, or name what play does not know."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.rules.fgdn.criticals.criticals import EFFECTS, STAR, WEAPON_OR_CARGO
from fleetbook.rules.fgdn.criticals.submarine_hits import DEPTHS
from fleetbook.rules.fgdn.ground.card import SIZES
from fleetbook.rules.fgdn.ground.sinking import SINKING_DIE
from fleetbook.rules.fgdn.house_aftermath import check_aftermath

SHARES = ("one part in", "belt in parts")
NUMBERS = (
    "base_chance", "modifier_step", "gunnery_figures", "damage_figures", "damage_ratio", "flight_deck_shells", "shallow_torpedo",
    "crew_transfer", "casemate_armour", "flotation", "critical_figures", "casemate_chain", "national_magazines", "picric_navies",
    "blast", "fuel_tank", "ordnance_explosion", "ammunition_blast", "troops", "cargo_by_points", "times",
)  # fmt: skip
"""Tables whose every cell is a number or a dash, of 0 or more but where a modifier may lower a chance."""
BELOW_NOTHING = ("gunnery_figures", "national_magazines", "picric_navies")
AT_LEAST_ONE = (
    "casemate_armour",
    "ordnance_explosion",
    "ammunition_blast",
    "cargo_by_points",
    "flotation",
    "times",
    "modifier_step",
)
WORDS: dict[str, tuple[str, ...]] = {
    "critical_hits": (*EFFECTS, *(name + STAR for name in EFFECTS), WEAPON_OR_CARGO),
    "light_weapons": ("yes", "-"),
    "plunging_fire": ("belt", "deck"),
    "battery_hit": ("fire control", "mount"),
    "magazine": ("safe", "explodes"),
    "engineering": ("plant damaged", "boiler explosion"),
    "rudder": ("jammed", "disabled"),
    "rudder_jam": ("port", "straight", "starboard"),
    "depth_change": ("up", "down"),
    "broach": ("yes", "no"),
    "sensors": ("forward searchlight", "after searchlight", "sonar"),
    "sensor_or_communications": ("communications", "sensor"),
    "aviation_stores": ("magazine", "fuel"),
    "flight_deck": ("forward", "amidships", "aft"),
    "hangar": ("no damage", "aircraft hit"),
    "ammunition_cargo": ("lost", "lost, fire", "explodes"),
    "thirds_of_the_year": ("early", "mid", "late"),
}
LINES = ("sea_state", "barrels", "target_speed", "beyond_range_finder")
"""Tables whose cells name lines of the modifiers."""
NO_LINE = ("-", "NFP")
READINGS = {
    "breaks_rounded": ("half up", "down"),
    "half_damage_rounded": ("down", "up"),
    "massive_by": ("points", "breaks"),
    "sea_counts_for": ("firer", "target"),
    "hulk_goes": ("at or after", "before"),
    "keel_points": ("original", "left"),
    "phase_penetration": ("any", "all"),
    "strikes_each": ("attack", "hit"),
    "protection_rounded": ("down", "up"),
    "not_fired_on": ("asked", "as typed"),
    "rudder_hits": ("add up", "last one"),
    "deck_shells_each": ("turn", "phase"),
    "chain_reaches": ("nearest on the card", "drawn"),
}
LEAST = {
    "intermediate_minutes": 1, "points_power": 0, "extra_criticals_each_whole": 0, "fired_on_turns": 0, "start_speed": 0,
    "more_hits_each": 1, "least_chance": 0, "greatest_chance": 0, "close_target_salvo": 1, "twice_flooding": 0, "deceleration": 1,
}  # fmt: skip


def check_tables(tables: RuleTables) -> None:
    """Raise InvalidInput for tables that would stop an order half-way."""
    for name in NUMBERS:
        _check_numbers(tables.table(name), -99 if name in BELOW_NOTHING else 1 if name in AT_LEAST_ONE else 0)
    for name, words in WORDS.items():
        _check_words(tables.table(name), words)
    for name in LINES:
        _check_words(tables.table(name), (*tables.modifier_list("gunnery").lines, *NO_LINE))
    _check_figures(tables)
    _check_breaks(tables.table("speed_breaks"))
    _check_depths(tables.table("hull_deformation"))
    _check_crew(tables.table("crew_steps"))
    for row in tables.table("critical_dice").rows.labels:
        _check_dice(f"{tables.table('critical_dice').title}, {row}", tables.table("critical_dice").text(row, "dice"))
    for row in tables.table("damage_dice").rows.labels:
        _check_dice(f"{tables.table('damage_dice').title}, {row}", tables.table("damage_dice").text(row, "dice"))
    _check_readings(tables)
    check_aftermath(tables)


def _refuse_below(where: str, value: float, least: float) -> None:
    if value < least:
        raise InvalidInput(where, value, f"a number of {least:g} or more")


def _check_numbers(table: Table, least: float) -> None:
    for row in table.rows.labels:
        for column in table.columns.labels:
            place = table.rows.labels.index(row), table.columns.labels.index(column)
            cell = table.cells[place[0]][place[1]]
            if cell == "-" and least <= 0:
                continue
            if isinstance(cell, str):
                raise InvalidInput(f"{table.title}, row {row}", cell, "a number")
            _refuse_below(f"{table.title}, row {row}", cell, least)


def _check_words(table: Table, allowed: Iterable[str]) -> None:
    allowed = tuple(allowed)
    for row, line in zip(table.rows.labels, table.cells, strict=True):
        for cell in line:
            if str(cell) not in allowed:
                raise InvalidInput.word(f"{table.title}, row {row}", str(cell), allowed)


def _check_figures(tables: RuleTables) -> None:
    """Shares that something is divided by."""
    for name in ("damage_figures", "critical_figures"):
        table = tables.table(name)
        for row in table.rows.labels:
            if any(words in row for words in SHARES) or row in ("crew factors", "light battery: hits that silence it"):
                _refuse_below(f"{table.title}, {row}", table.number(row, "value"), 1)


def _check_breaks(table: Table) -> None:
    """Speeds that fall break by break, and a last break at which she sinks."""
    cells = [table.cell(row, "speed") for row in table.rows.labels]
    speeds = [cell for cell in cells if not isinstance(cell, str)]
    falling = speeds == sorted(speeds, reverse=True) and all(0 <= speed <= 100 for speed in speeds)
    if cells[-1:] != ["sinks"] or len(speeds) != len(cells) - 1 or not falling:
        raise InvalidInput(table.title, ", ".join(str(cell) for cell in cells), "speeds of 100 to 0 that fall, then sinks")


def _check_depths(table: Table) -> None:
    for row in table.rows.labels:
        if table.text(row, "safe to") not in DEPTHS:
            raise InvalidInput.word(f"{table.title}, {row}", table.text(row, "safe to"), DEPTHS)
        _refuse_below(f"{table.title}, {row}", table.number(row, "per cent a zone below"), 0)


def _check_crew(table: Table) -> None:
    for row in table.rows.labels:
        for column in ("ceases fire", "leaves"):
            if table.text(row, column) not in ("yes", "no"):
                raise InvalidInput.word(f"{table.title}, {row}", table.text(row, column), ("yes", "no"))
        for column in ("light weapons", "or heavy weapons"):
            _refuse_below(f"{table.title}, {row}", table.number(row, column), 0)


def _check_dice(where: str, text: str) -> None:
    try:
        Dice.parse(text)
    except InvalidInput as error:
        raise InvalidInput(where, text, error.allowed) from None


def _check_readings(tables: RuleTables) -> None:
    for name, least in LEAST.items():
        _refuse_below(f"reading {name}", float(tables.reading(name).value), least)
    for name, words in READINGS.items():
        if tables.reading(name).value not in words:
            raise InvalidInput.word(f"reading {name}", str(tables.reading(name).value), words)
    lines = tables.modifier_list("gunnery").lines
    if tables.reading("fire_lights_as").value not in lines:
        raise InvalidInput.word("reading fire_lights_as", str(tables.reading("fire_lights_as").value), lines)
    if tables.reading("evades_from_size").value not in SIZES:
        raise InvalidInput.word("reading evades_from_size", str(tables.reading("evades_from_size").value), SIZES)
    _check_dice(f"reading {SINKING_DIE}", str(tables.reading(SINKING_DIE).value))
