"""Every cell of every coastal table and every modifier, against the figures of the sheet written out here."""

from __future__ import annotations

from math import inf

import pytest

from fleetbook.rules.coastal import RULESET

TABLES = RULESET.tables
S = "straddle"

OBSERVATION = {range(1, 21): 1, range(21, 41): 2, range(41, 61): 3, range(61, 81): 4, range(81, 101): 5, range(101, 121): 6}

CANNON = [  # up to 15, 16-40, 41-60 cm
    ("twin MG", 2, 1, 0),
    ("single 20 mm", 2, 1, 1),
    ("twin 20 mm", 4, 2, 1),
    ("single 30-40 mm", 4, 2, 2),
    ("twin 30-40 mm", 6, 3, 2),
    ("6-12 pdr", 7, 3, 3),
]

GUNS = [  # up to 30, 31-60, 61 cm and more
    ("3-inch or 2-3 pdr", 2, 1, 1),
    ("single gun", 2, 2, 1),
    ("directed gun", 1.5, 1, 0.5),
]

GUNFIRE = [  # D6: 1, 2, 3, 4, 5, 6, 7 and more
    ((0, 0.5, 1, 2), "-", "-", "-", "-", "-", S, "1 hit"),
    ((3, 4), "-", "-", "-", "-", S, "1 hit", "1 hit"),
    ((5, 6), "-", "-", "-", S, S, "1 hit", "1 hit"),
    ((7, 8), "-", "-", S, S, "1 hit", "1 hit", "2 hits"),
    ((9, 10), "-", "-", S, "1 hit", "1 hit", "2 hits", "3 hits"),
    ((11, 12, 13), "-", S, S, "1 hit", "2 hits", "3 hits", "4 hits"),
    ((14, 15, 99), "-", S, "1 hit", "2 hits", "3 hits", "4 hits", "5 hits"),
]

HITS = {"1 hit": 1, "2 hits": 2, "3 hits": 3, "4 hits": 4, "5 hits": 5}
GUNFIRE_RESULTS = {"-": (0, 0), S: (0, 1), **{result: (hits, 0) for result, hits in HITS.items()}}

GUN_DAMAGE = [
    *((calibre, 1) for calibre in (0, 0.5, 0.8, 1.6, 2.2, 2.9)),
    *((calibre, 6) for calibre in (3, 3.5, 3.7)),
    *((calibre, 8) for calibre in (3.8, 4, 4.1, 4.5)),
    *((calibre, 10) for calibre in (4.6, 4.7, 5, 5.1)),
    *((calibre, 12) for calibre in (5.2, 5.5, 5.9, 6, 6.7)),
    *((calibre, 20) for calibre in (6.8, 7.5, 8, 8.1, 11, 15)),
]

TORPEDO = [  # corvette or smaller, larger
    ((-3, 0, 1, 2), "miss or malfunction", "miss or malfunction"),
    ((3,), "under, runs on", "explodes near"),
    ((4,), "explodes near", "serious damage"),
    ((5,), "serious damage", "disabled"),
    ((6,), "disabled", "disabled, sinks in D6 turns"),
    ((7, 8, 12), "disabled, sinks in D4 turns", "breaks in two"),
]

TORPEDO_RESULTS = {  # runs on, hit, hull damage, disabled, sinks in turns
    "miss or malfunction": ("no", "no", "-", "no", "-"),
    "under, runs on": ("yes", "no", "-", "no", "-"),
    "explodes near": ("no", "no", "2D6", "no", "-"),
    "serious damage": ("no", "yes", "4D6", "no", "-"),
    "disabled": ("no", "yes", "-", "yes", "-"),
    "disabled, sinks in D4 turns": ("no", "yes", "-", "yes", "D4"),
    "disabled, sinks in D6 turns": ("no", "yes", "-", "yes", "D6"),
    "breaks in two": ("no", "yes", "-", "yes", "1"),
}

FIGURES: dict[str, tuple[str | int, str]] = {
    "slow E-boat": (4, "cm"),
    "near target": (12, "cm"),
    "heard by hydrophones": (3, "cm"),
    "fast ship": (6, "cm"),
    "heavy gun": (5, "inches"),
    "fast torpedo target": (12, "cm"),
    "large gun": (3, "inches"),
    "explosion score": (3, ""),
    "explosion of ammunition or oil": ("D6", ""),
    "systems lost": ("D6", ""),
}

MODIFIERS = {
    "observation": {
        "target_shows": -2,
        "sensors": -2,
        "target_moving": -1,
        "near": -1,
        "large_target": -1,
        "seen_before": -1,
        "naxos": -1,
        "observer_fast": 1,
        "screened": 1,
        "poor_weather": 1,
        "unaware": 2,
    },
    "shooting": {"straddled": 2, "stationary": 1, "fast": -1, "small_target": -1, "unsteady": -2, "heavy_guns": -2},
    "torpedo": {"fast_target": -1, "end_on": -1, "stationary": 1, "submarine": 1, "merchant": 1},
}

TESTED = {
    "observation", "cannon", "guns", "gunfire", "gunfire_results", "gun_damage", "torpedo", "torpedo_results",
    "engines", "bridge",
}  # fmt: skip


def test_no_table_and_no_list_of_modifiers_is_left_out_here() -> None:
    assert set(TABLES.tables) == TESTED
    assert set(TABLES.modifiers) == set(MODIFIERS)


def test_observation_every_centimetre() -> None:
    table = TABLES.table("observation")
    for span, score in OBSERVATION.items():
        assert {table.cell(cm, "score needed") for cm in span} == {score}
    assert [(s.low, s.high) for s in table.rows.spans] == [(r.start, r.stop - 1) for r in OBSERVATION]


@pytest.mark.parametrize("line", CANNON, ids=lambda line: str(line[0]))
def test_cannon_every_centimetre(line: tuple[str, int, int, int]) -> None:
    weapon, *points = line
    table = TABLES.table("cannon")
    for span, value in zip((range(1, 16), range(16, 41), range(41, 61)), points, strict=True):
        assert {table.number(weapon, cm) for cm in span} == {value}
    assert table.rows.labels == tuple(name for name, *_ in CANNON)
    assert table.columns.spans[-1].high == 60


@pytest.mark.parametrize("line", GUNS, ids=lambda line: str(line[0]))
def test_guns_every_centimetre(line: tuple[str, float, float, float]) -> None:
    weapon, *points = line
    table = TABLES.table("guns")
    for span, value in zip((range(1, 31), range(31, 61), range(61, 121)), points, strict=True):
        assert {table.number(weapon, cm) for cm in span} == {value}
    assert table.rows.labels == tuple(name for name, *_ in GUNS)


@pytest.mark.parametrize("line", GUNFIRE, ids=lambda line: f"factor {line[0][-1]}")
def test_gunfire_every_cell(line: tuple[tuple[float, ...], str]) -> None:
    factors, *cells = line
    table = TABLES.table("gunfire")
    for factor in factors:
        assert [table.cell(factor, face) for face in (1, 2, 3, 4, 5, 6, 7)] == cells
        assert table.cell(factor, 11) == cells[-1]
    assert str(table.thrown) == "D6"
    assert len(table.rows.labels) == len(GUNFIRE)


def test_gunfire_rows_leave_no_factor_out() -> None:
    spans = TABLES.table("gunfire").rows.spans
    assert [(s.low, s.high) for s in spans] == [(-inf, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 13), (14, inf)]


def test_gunfire_results_every_cell() -> None:
    table = TABLES.table("gunfire_results")
    assert table.rows.labels == tuple(GUNFIRE_RESULTS)
    found = {result: (table.cell(result, "hits"), table.cell(result, "straddles")) for result in GUNFIRE_RESULTS}
    assert found == GUNFIRE_RESULTS
    assert table.columns.labels == ("hits", "straddles")


@pytest.mark.parametrize(("calibre", "points"), GUN_DAMAGE)
def test_gun_damage_every_row(calibre: float, points: int) -> None:
    assert TABLES.table("gun_damage").cell(calibre, "points") == points


def test_gun_damage_rows_end_where_the_sheet_says() -> None:
    assert [span.high for span in TABLES.table("gun_damage").rows.spans] == [2.9, 3.7, 4.5, 5.1, 6.7, 8, inf]


@pytest.mark.parametrize("line", TORPEDO, ids=lambda line: f"D6 {line[0][-1]}")
def test_torpedo_every_cell(line: tuple[tuple[int, ...], str, str]) -> None:
    faces, smaller, larger = line
    table = TABLES.table("torpedo")
    for face in faces:
        assert (table.cell(face, "corvette or smaller"), table.cell(face, "larger")) == (smaller, larger)
    assert str(table.thrown) == "D6"
    assert len(table.rows.labels) == len(TORPEDO)
    assert len(table.columns.labels) == 2


def test_torpedo_results_every_cell() -> None:
    table = TABLES.table("torpedo_results")
    assert table.columns.labels == ("runs on", "hit", "hull damage", "disabled", "sinks in turns")
    assert dict(zip(table.rows.labels, table.cells, strict=True)) == TORPEDO_RESULTS


def test_engines_every_cell() -> None:
    table = TABLES.table("engines")
    assert dict(zip(table.rows.labels, table.cells, strict=True)) == {"3": (3,), "2": (2,), "1": (1,), "0": (0,)}


def test_bridge_every_cell() -> None:
    table = TABLES.table("bridge")
    boxes = {"boat": (1,), "small": (1,), "trawler": (2,), "corvette": (2,), "destroyer": (3,), "larger": (3,)}
    assert dict(zip(table.rows.labels, table.cells, strict=True)) == boxes


def test_every_figure() -> None:
    assert {name: (figure.value, figure.unit) for name, figure in TABLES.figures.items()} == FIGURES


@pytest.mark.parametrize("name", MODIFIERS)
def test_every_modifier_in_the_sheet_s_order(name: str) -> None:
    lines = TABLES.modifier_list(name).lines
    assert {line.id: line.value for line in lines.values()} == MODIFIERS[name]
    assert [line.value for line in lines.values()] == list(MODIFIERS[name].values())


def test_readings_and_tables_say_where_they_come_from() -> None:
    for table in TABLES.tables.values():
        assert table.section
    for gap in TABLES.readings.values():
        assert gap.section.startswith("C")
        assert gap.text.endswith(".")
        assert gap.reason.endswith(".")
        assert not gap.changed
    assert TABLES.tables["engines"].reading
    assert TABLES.tables["bridge"].reading
