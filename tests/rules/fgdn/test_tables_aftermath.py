"""Every cell of the tables of 8.2 and of 8.4 to 8.8, against the figures of the text written out here."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.fgdn import RULESET

TABLES = RULESET.tables

SEVERITY = {(1890, 1906, 1907): "2D6+2", (1908, 1914, 1924): "D6+2", (1925, 1937, 1944): "D6"}

LEVELS = {"A": (10, 15, 17), "B": (10, 15, 17), "C": (8, 12, 14), "D": (8, 12, 14)} | dict.fromkeys("EFG", (6, 10, 12))

AGE = {(1880, 1907): -2, (1908, 1924): -1, (1925, 1941): 0, (1942, 1959): 1, (1960, 1990): 2}

REDUCTION = [  # Minor, Major, Severe, Overwhelmed for each face of the D10
    ("-2D6", "-2D6", "-2D6", "-D6"),
    ("-2D6", "-2D6", "-D6", "-D6"),
    ("-2D6", "-D6", "-D6", "-D6"),
    ("-D6", "-D6", "-D6", "NC"),
    ("-D6", "-D6", "NC", "NC"),
    ("-D6", "NC", "NC", "+D6"),
    ("NC", "NC", "+D6", "+D6"),
    ("NC", "+D6", "+D6", "+D6"),
    ("+D6", "+D6", "+D6", "+2D6"),
    ("+D6", "+D6", "+2D6", "+2D6"),
]

WORDS: dict[str, dict[str, dict[str, Any]]] = {
    "severity_dice": {name: {"% of the points": "D6"} for name in ("aircraft", "armed aircraft", "fuel tank", "restart")},
    "damage_control_crews": {"Germany": {"better": "yes"}, "Russia": {"better": "yes"}, "all others": {"better": "no"}},
    "repair_marks": {
        **{
            name: {"6": 2, "12": 2, "24": 1, "48": 1}
            for name in ("weapon", "fire control", "sensor", "communications", "engineering", "rudder")
        },
        **{name: {"6": "-", "12": 2, "24": 1, "48": 1} for name in ("bridge", "flight deck")},
    },
    "fire_restarts": {"6": {"%": 10}, "12": {"%": 5}, "24": {"%": 2}, "48": {"%": 1}},
    "rudder_freed": {"1": {"D10 up to": 2}, "2": {"D10 up to": 4}, "3": {"D10 up to": 6}},
    "service_ranks": {
        **{name: {"rank": "first"} for name in ("United States", "Great Britain", "Germany", "Japan", "Russia")},
        **{name: {"rank": "second"} for name in ("Austria-Hungary", "Turkey", "France", "Italy", "all others")},
    },
    "breakdowns": {"first": {"%": 5}, "second": {"%": 10}},
    "breakdown_repair": {
        "first": {"6": 25, "12": 30, "24": 35, "48": 40},
        "second": {"6": 15, "12": 20, "24": 25, "48": 30},
    },
    "repair_places": {"at sea": {"%": 0}, "tender": {"%": 20}, "port": {"%": 30}, "airfield": {"%": 10}},
    "survivors": {"sunk": {"dice": "D6", "times": 10}, "exploded": {"dice": "D6", "times": 1}},
    "aircrew": {"small": {"most": 3}, "medium or large": {"most": 12}, "passenger": {"most": 99}},
    "aircraft_further": {
        "light": {
            "same light": "light", "other light": "heavy", "heavy": "critical", "critical": "destroyed", "destroyed": "destroyed",
        },
        "heavy": {
            "same light": "critical", "other light": "critical", "heavy": "destroyed", "critical": "destroyed",
            "destroyed": "destroyed",
        },
        "critical": dict.fromkeys(("same light", "other light", "heavy", "critical", "destroyed"), "destroyed"),
    },
    "aircraft_limits": {
        "pilot wounded": {"speed": "any", "manoeuvre": "two thirds", "weapons": "no attack"},
        "engine": {"speed": "cruise", "manoeuvre": "half", "weapons": "all"},
        "structure": {"speed": "cruise", "manoeuvre": "0.5/0.5", "weapons": "all"},
        "weapons": {"speed": "any", "manoeuvre": "unchanged", "weapons": "no ordnance released"},
        "heavy": {"speed": "cruise", "manoeuvre": "half, at least 0.5/0.5", "weapons": "none, no sensors"},
        "critical": {"speed": "cruise", "manoeuvre": "0.5/0.0", "weapons": "none, no sensors"},
    },
    "airship_height": {
        "climbs at half its maximum rate": {"weight": 1},
        "dives at half its maximum rate": {"weight": 1},
        "keeps its height": {"weight": 1},
    },
}  # fmt: skip

FIGURES = {
    "casualty halved by": 2, "slowed by a casualty to": 15, "fire reaches the magazines, each Intermediate Turn": 25,
    "capsizing, each Intermediate Turn": 25, "men from the guns, one part of Minor in": 2,
    "assistance, one part of Minor in": 2, "a tug's assistance, one part of Minor in": 1,
    "no collision alongside, below": 10, "assistant damaged, at most": 50, "pumped out, one part in": 2,
    "patch, each sea state": 5, "patch, without relief from": 30, "bridge degraded, after": 1,
    "bridge degraded, a change of course": 2, "bridge degraded, flying at one part in": 2, "plane only damaged": 50,
    "ship near survivors, within": 250, "survivors rounded, above": 10, "survivors drift, after": 6,
    "flying boat, men": 10, "group picked up, men": 10, "calm for survivors, sea state up to": 2,
    "no wake, sighted at one part in": 2, "current, knots": "D6", "flying boat, turns": "D6", "groups picked up": "D6",
    "cannot jettison": 50, "destroyed by the even system": 50, "fuel lost by a hit, quarters": 1,
    "fuel in all, quarters": 4, "steered by engines, one part in": 2, "one-sided engines, one part in": 2,
    "cells made good": 1,
}  # fmt: skip
"""Figures that sentences name."""

DEGREES = ("Minor", "Major", "Severe", "Overwhelmed")

FACES: dict[tuple[str, str | None], list[Any]] = {
    ("aircraft_hit", None): ["destroyed"] * 5 + ["critical"] + ["heavy"] * 2 + ["light"] * 2,
    ("aircraft_light", None): ["pilot wounded", "engine", "engine", "structure", "structure", "weapons"],
    ("airship_critical", "gondola"): [
        "engine", "engine", "engine*", "fuel", "fuel*", "control", "control", "control", "communications", "weapons",
    ],
    ("airship_critical", "envelope"): ["gas cell*"] * 7 + ["gas cell"] * 3,
    ("airship_control", None): ["elevator", "elevator", "rudder", "rudder", "valving", "ballast"],
    ("airship_fire", None): ["out"] * 5 + ["burns on"] * 2 + ["spreads"] * 3,
    **{("reduction", level): [row[n] for row in REDUCTION] for n, level in enumerate(DEGREES)},
}  # fmt: skip

SIGHTED = {(0, 1, 9): "G", (10, 20, 30): "E", (31, 50, 99): "D", (100, 900): "C"}
CELLS = {
    (0, 24): "no effect",
    (25, 49): "may not climb",
    (50, 74): "must descend at its maximum rate",
    (75, 100): "uncontrollable dive at three times its maximum rate",
}

SEVERITY_MODIFIERS = {
    "aircraft": -2, "armed aircraft": 2, "aviation fuel": 2, "bridge": -2, "engineering": -2, "ammunition": 1, "crude oil": 1,
    "refined product": 2, "avgas": 3, "fuel tank": 2, "restart": -2, "light shells": -2, "beached": -2,
}  # fmt: skip
REDUCTION_MODIFIERS = {
    "not turned": 2, "aviation fuel": 2, "ammunition": 1, "crude oil": 1, "refined product": 2, "avgas": 3, "national crew": -1,
}  # fmt: skip


def test_8_2_severity_by_age() -> None:
    for years, dice in SEVERITY.items():
        assert [TABLES.table("severity").cell(year, "% of the points") for year in years] == [dice] * len(years)


def test_8_2_severity_levels_by_size() -> None:
    table = TABLES.table("severity_levels")
    assert {size: tuple(table.whole(size, level) for level in ("Minor", "Major", "Severe")) for size in LEVELS} == LEVELS
    assert table.rows.labels == tuple("ABCDEFG")


def test_8_2_severity_levels_by_age() -> None:
    for years, change in AGE.items():
        assert [TABLES.table("severity_age").whole(year, "percent") for year in years] == [change] * len(years)


def test_8_6_survivors_are_sighted_by_their_number() -> None:
    for men, size in SIGHTED.items():
        assert [TABLES.table("survivors_sighted").cell(number, "size") for number in men] == [size] * len(men)


def test_8_8_gas_cells_by_the_share_lost() -> None:
    for percents, effect in CELLS.items():
        assert [TABLES.table("airship_cells").cell(number, "effect") for number in percents] == [effect] * len(percents)


@pytest.mark.parametrize("name", WORDS)
def test_tables_of_words_and_figures(name: str) -> None:
    table = TABLES.table(name)
    rows = dict(zip(table.rows.labels, table.cells, strict=True))
    assert {row: dict(zip(table.columns.labels, cells, strict=True)) for row, cells in rows.items()} == WORDS[name]


def test_figures_that_sentences_name() -> None:
    assert {name: TABLES.figure(name).value for name in FIGURES} == FIGURES


@pytest.mark.parametrize(("name", "line"), FACES)
def test_tables_of_dice(name: str, line: str | None) -> None:
    rows = TABLES.table(name).faces(line)
    faces = {face: row.result for row in rows for face in range(int(row.span.low), int(row.span.high) + 1)}
    assert faces == dict(enumerate(FACES[name, line], 1))


def test_8_2_modifiers_of_severity_and_reduction() -> None:
    assert {name: line.value for name, line in TABLES.modifier_list("severity").lines.items()} == SEVERITY_MODIFIERS
    assert {name: line.value for name, line in TABLES.modifier_list("reduction").lines.items()} == REDUCTION_MODIFIERS
