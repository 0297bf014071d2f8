"""Figures of a sheet, and the limits of house rules for cells, figures and readings."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.house import HouseRules, as_figures
from fleetbook.core.tables.loader import read_tables
from fleetbook.core.tables.table import RuleTables

SHEET = """
sheet = "a sheet"
[figure."torpedo reach"]
value = 3
unit = "areas"
section = "12"
least = 1
was = { table = "limits" }
[figure."torpedo die"]
value = "d6"
section = "12"
was = { table = "dice", row = "torpedo" }
[figure."hits to sink"]
value = 4
section = "13"
most = 9
was = { table = "dice", row = "torpedo", column = 2 }
[figure.helm]
value = "port"
section = "14"
allowed = ["port", "starboard"]
[table.effect]
title = "Effect"
section = "1"
rows = { by = "result" }
columns = { by = "what" }
head = ["hull", "die", "then", "line"]
columns_are = { "line" = { rows_of = "effect", or = "-" } }
least = { "hull" = 1 }
cells = [["hit", 2, "d6", "fire", "miss"], ["miss", 1, "2d6", "-", "-"]]
[table.place]
title = "Place"
section = "2"
rows = { by = "type" }
columns = { by = "d6", kind = "faces", die = "d6" }
head = ["1-3", "4-6"]
cells = [["big", "hull", "mast"], ["small", "hull", "hull"]]
[reading.rounding]
value = "down"
allowed = ["down", "up"]
section = "3"
text = "Halves round."
reason = "silent"
[reading.share]
value = 0.5
section = "3"
text = "A share."
reason = "silent"
most = 1
[reading.open]
value = true
section = "3"
text = "Open."
reason = "silent"
"""


def tables(**house: Any) -> RuleTables:
    """The sheet under house rules of these parts."""
    rules = [msgspec.convert({"ruleset": "x", "title": "h", **house}, HouseRules)] if house else []
    return read_tables([("sheet.toml", tomllib.loads(SHEET))], rules)


def refusal(**house: Any) -> str:
    with pytest.raises(InvalidInput) as told:
        tables(**house)
    return str(told.value)


def test_a_figure_with_its_unit_and_section() -> None:
    figure = tables().figure("torpedo reach")
    assert (figure.whole, figure.unit, figure.section) == (3, "areas", "12")
    assert tables().figure("torpedo die").value == "d6"


def test_an_unknown_figure_is_told_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match="did you mean torpedo reach"):
        tables().figure("torpedo reech")


def test_dice_are_no_whole_number() -> None:
    with pytest.raises(InvalidInput, match="torpedo die: found d6, allowed: a number"):
        _ = tables().figure("torpedo die").whole


@pytest.mark.parametrize(
    ("name", "value"), [("torpedo reach", 1), ("torpedo die", "2d8"), ("hits to sink", 9), ("helm", "starboard")]
)
def test_a_house_rule_may_change_a_figure(name: str, value: Any) -> None:
    assert tables(figure={name: {"value": value}}).figure(name).value == value


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("torpedo reach", 0, "torpedo reach: found 0, allowed: a number of 1 or more, whole"),
        ("torpedo reach", 1.5, "house rules h: figure torpedo reach: found 1.5, allowed: a value like 3"),
        ("torpedo die", "six", "torpedo die: found six, allowed: like d6, 2d6 or 2d6+1"),
        ("hits to sink", 10, "hits to sink: found 10, allowed: a number of 0 or more, at most 9, whole"),
        ("helm", "ahead", "helm: found ahead, allowed: port, starboard"),
        ("reach", 1, "house rules h: figure: found reach, allowed: torpedo reach"),
    ],
)
def test_a_figure_that_play_could_not_go_by_is_refused(name: str, value: Any, told: str) -> None:
    assert refusal(figure={name: {"value": value}}).startswith(told)


def test_house_rules_that_name_a_figure_s_former_table_say_what_they_said() -> None:
    changed = tables(table={"limits": {"cells": [["torpedo reach", 5]]}, "dice": {"cells": [["torpedo", "d8", 6]]}})
    assert [changed.figure(name).value for name in ("torpedo reach", "torpedo die", "hits to sink")] == [5, "d8", 6]


def test_former_tables_are_told_as_figures() -> None:
    old = msgspec.convert({"ruleset": "x", "title": "h", "table": {"limits": {"cells": [["torpedo reach", 5]]}}}, HouseRules)
    now = as_figures(old, tables().former)
    assert (now.table, now.figure["torpedo reach"].value) == ({}, 5)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (["hit", 0, "d6", "fire", "miss"], "Effect, hit, hull: found 0, allowed: a number of 1 or more, whole"),
        (["hit", "two", "d6", "fire", "miss"], "Effect, hit, hull: found two, allowed: a number of 1 or more, whole"),
        (["hit", 1.5, "d6", "fire", "miss"], "Effect, hit, hull: found 1.5, allowed: a number of 1 or more, whole"),
        (["hit", float("nan"), "d6", "fire", "miss"], "Effect, hit, hull: found nan"),
        (["hit", 2, 6, "fire", "miss"], "Effect, hit, die: found 6, allowed: like d6, 2d6 or 2d6+1"),
        (["hit", 2, "d6", "flood", "miss"], "Effect, hit, then: found flood, allowed: fire, -"),
        (["hit", 2, "d6", "fire", "graze"], "Effect, hit, line: found graze, allowed: hit, miss, -"),
    ],
)
def test_cells_are_like_those_printed_in_their_column_unless_declared(row: list[Any], told: str) -> None:
    assert refusal(table={"effect": {"cells": [row]}}).startswith(told)


def test_results_of_a_die_are_alike_in_all_columns() -> None:
    assert tables(table={"place": {"cells": [["small", "mast", "mast"]]}}).table("place").text("small", 1) == "mast"
    assert refusal(table={"place": {"cells": [["small", "keel", "mast"]]}}).startswith("Place, small, 1-3: found keel")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("rounding", "off", "reading rounding: found off, allowed: down, up"),
        ("share", 1.5, "reading share: found 1.5, allowed: a number of 0 or more, at most 1"),
        ("share", -0.5, "reading share: found -0.5, allowed: a number of 0 or more, at most 1"),
    ],
)
def test_readings_are_held_to_what_is_declared(name: str, value: Any, told: str) -> None:
    assert refusal(reading={name: {"value": value, "reason": "so"}}) == told


def test_what_a_reading_may_be_can_be_offered() -> None:
    readings = tables().readings
    assert {name: reading.allowed for name, reading in readings.items()} == {
        "rounding": ("down", "up"),
        "share": (),
        "open": ("yes", "no"),
    }


def test_bounds_do_not_change_the_hash_and_values_do() -> None:
    bounded = SHEET.replace("least = 1\n", "").replace('allowed = ["down", "up"]\n', "")
    assert read_tables([("sheet.toml", tomllib.loads(bounded))]).hash == tables().hash
    assert tables(figure={"torpedo reach": {"value": 4}}).hash != tables().hash


def test_a_file_that_breaks_its_own_bounds_is_refused() -> None:
    with pytest.raises(InvalidInput, match="torpedo reach: found 0, allowed: a number of 1 or more"):
        read_tables([("sheet.toml", tomllib.loads(SHEET.replace("value = 3\n", "value = 0\n")))])
