"""Every cell, modifier and reading of the player aid, against the figures in ``sheet``."""

from __future__ import annotations

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.gwas import RULESET
from fleetbook.rules.gwas.ground.fleets import orders_of
from fleetbook.rules.gwas.weapons.damage import read
from tests.rules.gwas.fleet import house
from tests.rules.gwas.sheet import DICE, FIGURES, HEADS, MODIFIERS, READINGS, TABLES

OURS = RULESET.tables


def test_there_is_no_table_beside_these() -> None:
    assert set(OURS.tables) == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_every_cell(name: str) -> None:
    table = OURS.table(name)
    found = dict(zip(table.rows.labels, table.cells, strict=True))
    assert found == TABLES[name]
    assert {label: [type(cell) for cell in cells] for label, cells in found.items()} == {
        label: [type(cell) for cell in cells] for label, cells in TABLES[name].items()
    }


@pytest.mark.parametrize("name", HEADS)
def test_the_heads_of_tables_with_several_columns(name: str) -> None:
    assert OURS.table(name).columns.labels == HEADS[name]


def test_the_die_of_every_table_that_is_thrown_on() -> None:
    thrown = {}
    for name, table in OURS.tables.items():
        die = table.die or table.rows.die or table.columns.die
        if die:
            thrown[name] = str(die)
    assert thrown == DICE


def test_the_order_of_rows_that_are_read_in_order() -> None:
    """The ladder of speeds, the levels of weather, and referred hits. The first row that holds counts."""
    for name in ("speeds", "weather_levels", "referred", "belts", "speed_classes"):
        assert OURS.table(name).rows.labels == tuple(TABLES[name])


def test_every_figure_and_no_other() -> None:
    assert {name: (figure.value, figure.unit) for name, figure in OURS.figures.items()} == FIGURES
    assert all(figure.section for figure in OURS.figures.values())


def test_every_modifier_and_no_other() -> None:
    assert {name: {line.id: line.value for line in each.lines.values()} for name, each in OURS.modifiers.items()} == MODIFIERS


def test_every_reading_and_no_other() -> None:
    assert {name: reading.value for name, reading in OURS.readings.items() if not reading.campaign} == READINGS
    assert all(reading.text and reading.reason and reading.section for reading in OURS.readings.values())


@pytest.mark.parametrize("name", ["gunnery_damage", "torpedo_damage", "critical_damage", "minefield_damage"])
def test_every_printed_result_can_be_read(name: str) -> None:
    for (result,) in TABLES[name].values():
        read(str(result))


@pytest.mark.parametrize("result", ["1 funnel", "two hull", "hull", "", "1 hull 1 primary", "-x speed", "1.5 hull"])
def test_a_result_that_play_does_not_know_is_refused(result: str) -> None:
    with pytest.raises(InvalidInput):
        read(result)


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ({"gunnery_damage": [["5", "1 funnel"]]}, "1 funnel"),
        ({"sighting": [["Gale", "far"]]}, "far"),
        ({"weather_change": [["decrease 1", 99, "perhaps"]]}, "perhaps"),
        ({"referred": [["no primary", "never", "-", "-", "-", "primary", "bow"]]}, "bow"),
        ({"referred": [["no primary", "never", "-", "-", "-", "primary", "primary"]]}, "primary"),
        ({"penetration": [["primary", "yes", "yes", "perhaps"]]}, "perhaps"),
        ({"impulses": [["initiative-move-1", "3"]]}, "3"),
        ({"movement_allowance": [["in port", "7"]]}, "7"),
        ({"refloating_damage": [["freed", "six", 0.5]]}, "six"),
        ({"strength": [["gale", 0, 0, 0, "half"]]}, "half"),
        ({"missions": [["Raid", "common", "two", "warships", 2, "yes"]]}, "two"),
        ({"minefield_limits": [["more fields, at most", -1]]}, "-1"),
        ({"towing": [["1 zone per 3 turns", 1, 0]]}, "0"),
        ({"asw_hunters": [["one die", 0]]}, "0"),
        ({"nations": [["Germany", "Atlantis"]]}, "Atlantis"),
        ({"types": [["BB", "yes", *["no"] * 3, "often", *["no"] * 3, "yes", "yes", "no", "no", "dreadnought"]]}, "often"),
        ({"merchants": [["1", "1/1", "x", "1/1", "1/1"]]}, "x"),
        ({"mtb": [["1", "all run"]]}, "all run"),
        ({"weapon_hit": [["6", "miss"]]}, "miss"),
    ],
)
def test_house_rules_that_would_stop_play_are_refused(tables: dict[str, list[list[object]]], found: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        RULESET.tables_under((house(tables=tables),))
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fuel_zones", 0), ("fast_from", "3"), ("foundering_from", "Rain"), ("explosion_type", "XX"), ("hull_tons", 0),
        ("light_guns_each", 0), ("tubes_each", 0), ("explosion_nation", "Atlantis"), ("plotted_ahead", -1),
        ("divided_orders", "lost"), ("orders_after_combat", "all"), ("known_lasts", "an hour"), ("fleets_on_the_map", "none"),
        ("carriers_launch", "never"), ("several_hunters", "last"),
    ],
)  # fmt: skip
def test_readings_that_would_stop_play_are_refused(name: str, value: object) -> None:
    with pytest.raises(InvalidInput):
        RULESET.tables_under((house(**{name: value}),))


def test_a_house_rule_that_play_can_go_by() -> None:
    tables = RULESET.tables_under((house(fuel_zones=9, tables={"weapon_range": [["tertiary", 2]]}),))
    assert tables.reading("fuel_zones").value == 9
    assert tables.table("weapon_range").whole("tertiary", "hexes") == 2


def test_a_house_rule_may_allow_a_mission_a_further_order() -> None:
    tables = RULESET.tables_under((house(tables={"missions": [["Raid", "common, Sing", "2", "warships", 2, "yes"]]}),))
    assert orders_of("Raid", tables) == ("Move", "Fuel", "Divide", "Sing")


FORMER: dict[str, list[list[object]]] = {
    "towing": [["1 zone per 3 turns", 2, 4]],
    "refloating_damage": [["freed", "d8", 1.5]],
    "minefield_limits": [["more fields, at most", 6]],
    "surprise": [["surprise distance", 5]],
    "search_limits": [["large fleet, from", 10]],
    "asw_hunters": [["one die", 7]],
    "footnotes": [["plunging: further hull hits", 8], ["explosion: scenarios before", 1916]],
    "common_orders": [["common", "Move"]],
    "fleet_limits": [["mixed fleet, at most", 9]],
}


def test_house_rules_of_when_these_figures_were_tables_say_what_they_said() -> None:
    figures = RULESET.tables_under((house(tables=FORMER),)).figures
    changed = [figure.value for name, figure in figures.items() if figure.value != OURS.figures[name].value]
    assert sorted(map(str, changed)) == sorted(["2", "4", "d8", "1.5", "6", "5", "10", "7", "8", "1916", "Move", "9"])


HEADINGS = {
    "pursuit": "Pursuit",
    "recovering": "Recovering aircraft",
    "search": "Search",
    "sighting": "Sighting ranges",
    "movement_allowance": "Movement allowance modifiers",
    "mtb": "MTB attacks",
    "torpedo_damage": "Torpedo damage",
    "critical_damage": "Critical damage",
}


def test_g10_headings_that_the_scan_spoilt() -> None:
    found = {name: OURS.table(name).title for name in HEADINGS}
    assert found == HEADINGS
