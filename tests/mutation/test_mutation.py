"""The hunt for figures that no test proves: what it changes, and that it tells what falls from what survives."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.loader import read_tables
from fleetbook.store.catalogue import ruleset
from tests.coverage.sheet import ORDER, sheets
from tests.mutation.hunt import Hunt, accepted
from tests.mutation.mutants import Mutant, mutants, whole
from tests.mutation.spans import larger, moved

ROOT = Path(__file__).parents[2]


def changes(**raw: Any) -> dict[str, list[Any]]:
    """What becomes of a file: for each change in words the values that then stand there."""
    empty: dict[str, Any] = {"table": {}, "figure": {}, "reading": {}, "modifiers": {}}
    return {str(mutant): list(mutant.changes.values()) for mutant in mutants({**empty, **raw})}


AXIS = {"by": "a", "kind": "words"}


def test_every_cell_edge_and_die_of_a_table_is_changed() -> None:
    rows = {"by": "D6", "kind": "faces", "die": "d6"}
    table = {"rows": rows, "columns": AXIS, "head": ["x", "y"], "cells": [["..2", 1, "-"], ["3-6", 2, "hit"]]}
    assert changes(table={"t": table}) == {
        "table t, row ..2, x: 1 → 2": [2],
        "table t, row ..2, y: - → hit": ["hit"],
        "table t, row 3-6, x: 2 → 3": [3],
        "table t, row 3-6, y: hit → -": ["-"],
        "table t, rows, edge of ..2 and 3-6": ["..3", "4-6"],
        "table t, die d6 → d8": ["d8", "3-8"],
    }


def test_edges_printed_in_cells_are_moved_along_each_line() -> None:
    table = {
        "rows": AXIS, "columns": AXIS, "head": ["none", "fire"], "cells": [["B", "1-13", "14-20"], ["C", "1-19", "20"]],
        "faces_in_cells": True, "die": "d20",
    }  # fmt: skip
    found = changes(table={"t": table})
    assert found["table t, B, edge of 1-13 and 14-20"] == ["1-14", "15-20"]
    assert found["table t, C, edge of 1-19 and 20"] == ["1-18", "19-20"]
    assert found["table t, die d20 → d24"] == ["d24", "14-24", "20-24"]


@pytest.mark.parametrize(
    ("entry", "values"),
    [
        ({"value": True}, [False]),
        ({"value": 6}, [7, 5]),
        ({"value": 0}, [1]),
        ({"value": 3, "most": 3}, [2]),
        ({"value": -2}, [-1, -3]),
        ({"value": 0.4}, [0.5, 0.3]),
        ({"value": "2D6"}, ["2D8"]),
        ({"value": "E-boat", "allowed": ["E-boat", "boat"]}, ["boat"]),
        ({"value": "front, port", "several": True, "allowed": ["front", "port"]}, ["front"]),
    ],
)
def test_figures_and_readings_say_something_else(entry: dict[str, Any], values: list[Any]) -> None:
    found = changes(figure={"f": entry}, reading={"r": entry})
    assert [value for changed in found.values() for value in changed] == values * 2


def test_modifiers_add_one_more() -> None:
    found = changes(modifiers={"m": {"line": [{"id": "a", "value": -2}, {"id": "b", "value": 1}]}})
    assert found == {"modifiers m, a: -2 → -1": [-1], "modifiers m, b: +1 → +2": [2]}


def test_spans_of_one_number_each_change_places() -> None:
    assert dict(moved(["1", "2", "3-4"], 1, ends=True)) == {
        "edge of 1 and 2": {0: "2", 1: "1"},
        "edge of 2 and 3-4": {1: "2-3", 2: "4"},
        "end of 3-4": {2: "3-5"},
    }
    assert dict(moved(["..2.9", "3-3.7"], 0.1))["edge of ..2.9 and 3-3.7"] == {0: "..3", 1: "3.1-3.7"}


def test_dice_have_more_sides() -> None:
    assert [larger(dice) for dice in ("D4", "d6", "2d6", "D10", "d20", "D100")] == ["D6", "d8", "2d8", "D12", "d24", "D120"]


@pytest.mark.parametrize("system", ORDER)
def test_what_is_changed_can_be_read_as_tables_with_few_exceptions(system: str) -> None:
    raw = whole(ruleset(system).table_files())
    tried = list(mutants(raw))
    read = Counter(readable(mutant, raw) for mutant in tried[:: len(tried) // 10])
    assert read[True] > 4 * read[False]


def readable(mutant: Mutant, raw: dict[str, Any]) -> bool:
    try:
        read_tables([("changed", mutant.applied(raw))])
    except InvalidInput:
        return False
    return True


def test_accepted_survivors_have_reasons() -> None:
    for system in ORDER:
        assert all(one.reason.endswith(".") for one in accepted(system))


def test_the_command_tells_what_fell() -> None:
    command = [sys.executable, "-m", "tests.mutation", "coastal", "--table", "engines"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "4 fell in play" in ran.stdout, ran.stdout + ran.stderr
    assert ran.returncode == 0


def test_a_table_that_there_is_not_has_nothing_to_change() -> None:
    assert Hunt(sheets()[0], "moon").hunted == []


def test_a_change_falls_to_the_tests_that_claim_its_section() -> None:
    hunt = Hunt(sheets()[0], "repair_score")
    assert [str(one) for one in hunt.hunted] == ["reading repair_score, 6 → 7", "reading repair_score, 6 → 5"]
    assert "tests/rules/coastal/test_c7_repairs.py" in hunt.files


def test_lines_of_modifiers_that_a_variant_takes_over_are_hunted_in_what_it_varies() -> None:
    hunted = [str(one) for one in Hunt(sheets()[-1], "gunfire").hunted]
    assert [line.split(", ")[1].partition(":")[0] for line in hunted] == ["small_target", "fire_control", "torpedo_attack"]
