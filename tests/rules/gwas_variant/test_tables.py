"""Every cell of every table of the variant, against the figures of its sheet written out here."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fleetbook.rules.gwas_variant as variant
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.table import Table
from fleetbook.rules.gwas import RULESET as GWAS
from fleetbook.rules.gwas_variant import RULESET

TABLES = RULESET.tables


def faces(table: str, line: str | None = None) -> dict[int, Any]:
    """The result of each total of the dice."""
    rows = TABLES.table(table).faces(line)
    thrown = TABLES.table(table).thrown
    return {total: next(row.result for row in rows if total in row.span) for total in range(thrown.lowest, thrown.highest + 1)}


def cells(table: str) -> dict[str, tuple[Any, ...]]:
    """The cells of each row."""
    found = TABLES.table(table)
    return dict(zip(found.rows.labels, found.cells, strict=True))


def test_tactical_random_events_by_two_dice() -> None:
    assert faces("tactical_events") == {
        2: "Shields Up",
        3: "The Fog Lifts",
        4: "Fire Control Difficulties",
        5: "Fog of War",
        6: "No Event",
        7: "Surprise",
        8: "Smoke",
        9: "Damage Control",
        10: "Confusion Reigns",
        11: "Torpedo Attack",
        12: "Mass Confusion Reigns",
    }


def test_strategic_random_events_by_two_dice() -> None:
    assert faces("strategic_events") == {
        2: "Rogue Mine",
        3: "Condenser Problems",
        4: "Erroneous Report",
        5: "Situation Clarifies",
        6: "No Event",
        7: "No Event",
        8: "No Event",
        9: "Neutral Report",
        10: "This Just In",
        11: "Danger Ahead",
        12: "All is Lost",
    }


D6_TABLES: dict[tuple[str, str], dict[int, str]] = {
    ("event_side", "struck"): {**dict.fromkeys((1, 2, 3), "Central Powers"), **dict.fromkeys((4, 5, 6), "Allied")},
    ("leader_ignores", "Leader"): {**dict.fromkeys((1, 2, 3), "ignored"), **dict.fromkeys((4, 5, 6), "struck")},
    ("confirmation", "second die"): {**dict.fromkeys((1, 2, 3, 4), "hit"), **dict.fromkeys((5, 6), "miss")},
    ("break_off", "break-off"): {**dict.fromkeys((1, 2, 3), "faster"), **dict.fromkeys((4, 5, 6), "-")},
    ("slow_ships", "1S ship"): {**dict.fromkeys((1, 2, 3), "not at maximum range"), **dict.fromkeys((4, 5, 6), "all guns")},
    ("seaplane_attack", "attempt"): {**dict.fromkeys((1, 2, 3, 4, 5), "-"), 6: "attacks"},
    ("seaplane_attack", "bomb"): {**dict.fromkeys((1, 2, 3, 4, 5), "-"), 6: "hit"},
    ("port_repair", "major port"): {**dict.fromkeys((1, 2), "repaired"), **dict.fromkeys((3, 4, 5, 6), "-")},
    ("port_repair", "minor port"): {1: "repaired", **dict.fromkeys((2, 3, 4, 5, 6), "-")},
    ("damage_control", "damage control"): {**dict.fromkeys((1, 2), "repaired"), **dict.fromkeys((3, 4, 5, 6), "-")},
}


@pytest.mark.parametrize(("table", "line"), D6_TABLES)
def test_every_face_of_the_tables_of_one_die(table: str, line: str) -> None:
    assert str(TABLES.table(table).thrown) == "D6"
    assert faces(table, line) == D6_TABLES[table, line]


LOOKED_UP: dict[str, dict[str, tuple[Any, ...]]] = {
    "impulses": {
        "initiative-move-1": ("1S, 1, 2, 2+",),
        "other-move-2": ("2, 2+",),
        "initiative-move-2": ("2, 2+",),
        "other-move-3": ("1S, 1, 2, 2+",),
        "initiative-move-3": ("1S, 1, 2, 2+",),
        "other-move-4": ("2+",),
        "initiative-move-4": ("2+",),
        "other-move-5": ("1, 2, 2+",),
        "initiative-move-5": ("1, 2, 2+",),
    },
    "set_up_range": {"day": (4,), "night": (2,)},
    "divisions": {"BB": ("BB", "B"), "B": ("B", "BB"), "DL": ("DD", "-")},
    "bases": {"major base": (2, 2), "minor base": (1, 1)},
    "always_spotted": {"Straits of Messina": ("V32",)},
}


@pytest.mark.parametrize("table", LOOKED_UP)
def test_every_cell_of_the_tables_that_are_looked_up(table: str) -> None:
    assert cells(table) == LOOKED_UP[table]


FIGURES: dict[str, tuple[Any, str]] = {
    "The Fog Lifts, areas": (1, "areas"),
    "Fog of War, areas": (1, "areas"),
    "Surprise, last round": (1, ""),
    "Torpedo Attack, areas away at most": (3, "areas"),
    "Torpedo Attack, areas moved": (2, "areas"),
    "Torpedo Attack, speeds": ("2, 2+", ""),
    "Mass Confusion, areas moved by the enemy": (1, "areas"),
    "Mass Confusion, die": ("d6", ""),
    "Mass Confusion, die divided by": (2, ""),
    "Mass Confusion, target from an enemy at most": (1, "areas"),
    "Squadron leaders, nation": ("Russia", ""),
    "Several targets, areas of the smaller guns": (1, "areas"),
    "Combined fire, sum of the stronger ships divided by": (2, ""),
    "Combined fire, least that the stronger ships add": (1, ""),
    "Break-off, strength divided by": (2, ""),
    "Break-off, first round": (2, ""),
    "Break-off, successes that last": (2, ""),
    "Slow ships, speed": ("1S", ""),
    "Slow ships, round in which they roll": (1, ""),
    "areas moved in a step": (1, "areas"),
    "Condenser Problems, speed lost": (1, ""),
    "Condenser Problems, slowest class": ("1S", ""),
    "Condenser Problems, zones moved last turn": (2, "zones"),
    "Erroneous Report, turns plotted": (3, "turns"),
    "Erroneous Report, turns without new orders": (2, "turns"),
    "Situation Clarifies, first turn ahead": (1, ""),
    "Situation Clarifies, turns plotted": (2, "turns"),
    "Danger Ahead, fuel of a fleet plotted to move 2 zones": (1, ""),
    "Danger Ahead, zones plotted": (2, "zones"),
    "Seaplane attacks, first year": (1915, ""),
    "Seaplane attacks, nation that makes none": ("Russia", ""),
    "Contact, ships of both sides for each +1": (4, "ships"),
    "Contact, die that is never one": (1, ""),
    "Mines that must be reported, zones from a base": (2, "zones"),
    "Port repair, port that restores speed": ("major port", ""),
    "Shore batteries, die": ("d6", ""),
    "Shore batteries, die divided by, rounded up": (2, ""),
}


def test_every_figure_and_no_other() -> None:
    own = {name: figure for name, figure in TABLES.figures.items() if name not in GWAS.tables.figures}
    assert {name: (figure.value, figure.unit) for name, figure in own.items()} == FIGURES


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (1, "lightly mined"),
        (2, "lightly mined"),
        (3, "moderately mined"),
        (4, "moderately mined"),
        (5, "heavily mined"),
        (6, "heavily mined"),
        (7, "very heavily mined"),
        (12, "very heavily mined"),
    ],
)
def test_mines_in_words_for_every_number(fields: int, words: str) -> None:
    assert TABLES.table("mine_report").text(fields, "report") == words


def test_lines_added_to_the_gunfire_modifiers() -> None:
    lines = TABLES.modifier_list("gunfire").lines
    assert {name: lines[name].value for name in ("small_target", "fire_control", "torpedo_attack")} == {
        "small_target": -1,
        "fire_control": -1,
        "torpedo_attack": 1,
    }


# ------------------------------------------------------------ over the player aid's


def content(table: Table) -> tuple[Any, ...]:
    """The content of a table, under any name."""
    return table.rows.labels, table.columns.labels, table.cells


def own_files() -> dict[str, dict[str, Any]]:
    """The variant's own tables, lists of modifiers and readings."""
    merged: dict[str, dict[str, Any]] = {"table": {}, "modifiers": {}, "reading": {}}
    for path in (Path(str(variant.__file__)).parent / "tables").glob("*.toml"):
        for kind, found in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if kind in merged:
                merged[kind] |= found
    return merged


def test_the_variant_holds_no_table_that_the_player_aid_has_unchanged() -> None:
    below = {content(table) for table in GWAS.tables.tables.values()}
    assert [name for name in own_files()["table"] if content(TABLES.table(name)) in below] == []


def test_its_readings_differ_from_the_player_aids() -> None:
    assert [name for name, raw in own_files()["reading"].items() if _value(name) == raw["value"]] == []


def _value(name: str) -> object:
    reading = GWAS.tables.readings.get(name)
    return reading.value if reading else None


def test_its_lists_hold_only_lines_that_it_adds() -> None:
    for name, raw in own_files()["modifiers"].items():
        assert not {line["id"] for line in raw["line"]} & set(GWAS.tables.modifier_list(name).lines)


def test_everything_else_is_the_player_aids() -> None:
    own = own_files()
    for name, table in GWAS.tables.tables.items():
        assert name in own["table"] or TABLES.table(name) == table
    for name, lines in GWAS.tables.modifiers.items():
        assert dict(lines.lines).items() <= dict(TABLES.modifier_list(name).lines).items()


# ------------------------------------------------------------ house rules


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("tactical_events", ["7", "Kraken"]),
        ("strategic_events", ["2", "Kraken"]),
        ("event_side", ["struck", "Neutrals", "Allied"]),
        ("confirmation", ["second die", "perhaps", "miss"]),
        ("combined_fire", ["stronger", 0, 1]),
        ("contact_ships", ["ships for each +1", 0]),
        ("event_figures", ["Mass Confusion, die divided by", 0]),
        ("event_words", ["Torpedo Attack, speeds", "2, fast"]),
        ("event_words", ["Mass Confusion, die", "a die"]),
        ("slow_speed", ["ships that roll", "slow", 1]),
        ("slow_speed", ["ships that roll", "1S", "first"]),
        ("strategic_words", ["Condenser Problems, slowest class", "9"]),
        ("strategic_words", ["Danger Ahead, zones plotted", "two"]),
        ("bases", ["major base", "far", 2]),
        ("shore_batteries", ["guns, rounded up", "a die", 2]),
        ("shore_batteries", ["guns, rounded up", "d6", 0]),
    ],
)
def test_house_rules_that_play_could_not_go_by_are_refused(table: str, row: list[Any]) -> None:
    raw = {"ruleset": "gwas-variant", "title": "odd", "table": {table: {"cells": [row]}}}
    with pytest.raises(InvalidInput):
        RULESET.tables_under((msgspec.convert(raw, HouseRules),))


FORMER: dict[str, list[list[object]]] = {
    "event_figures": [["The Fog Lifts, areas", 2], ["Torpedo Attack, areas moved", 3]],
    "event_words": [["Torpedo Attack, speeds", "1, 2"], ["Mass Confusion, die", "d8"]],
    "slow_speed": [["ships that roll", "1", 4]],
    "gun_groups": [["smaller guns", 5]],
    "combined_fire": [["stronger", 6, 7]],
    "break_off_figures": [["first round", 8]],
    "strategic_figures": [["Erroneous Report, turns plotted", 9]],
    "strategic_words": [["Condenser Problems, slowest class", "2"], ["Danger Ahead, zones plotted", 10]],
    "seaplane_years": [["attacks from", 1917]],
    "contact_ships": [["ships for each +1", 11], ["die that is never a contact", 12]],
    "mine_report_reach": [["from a base", 13]],
    "shore_batteries": [["guns, rounded up", "d10", 14]],
    "pace": [["an impulse", 15]],
}


def test_house_rules_of_when_these_figures_were_tables_say_what_they_said() -> None:
    raw = {"ruleset": "gwas-variant", "title": "old", "table": {name: {"cells": rows} for name, rows in FORMER.items()}}
    figures = RULESET.tables_under((msgspec.convert(raw, HouseRules),)).figures
    changed = [figure.value for name, figure in figures.items() if figure.value != TABLES.figures[name].value]
    said = [cell for rows in FORMER.values() for row in rows for cell in row[1:]]
    assert sorted(map(str, changed)) == sorted(map(str, said))
