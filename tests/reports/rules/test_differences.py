"""House rules held against the printed tables: every figure that differs, and nothing that does not."""

from __future__ import annotations

import msgspec

from fleetbook.core.tables.house import HouseRules
from fleetbook.reports.render.markdown import markdown
from fleetbook.reports.rules.differences import differences, house_diff
from fleetbook.rules.coastal import RULESET
from tests.reports.journals import Played, setup
from tests.reports.render.test_markdown import HOUSE, part

REPEATING = msgspec.convert(
    {
        "ruleset": "coastal",
        "title": "copied out",
        "table": {"cannon": {"cells": [["twin MG", 2, 1, "-"]]}},
        "modifiers": {"shooting": {"stationary": 1, "fast": -2}},
        "reading": {"repair_score": {"value": 6, "reason": "as it is"}},
    },
    HouseRules,
)


def test_only_the_cells_that_differ_are_told() -> None:
    """The sheet gives a single 20 mm 2, 1 and 1 points; the house rules 3, 2 and 1."""
    cells = [change for change in house_diff(RULESET, HOUSE).changes if change.kind == "table"]
    assert [(c.id, c.section, c.row, c.column, c.printed, c.in_force) for c in cells] == [
        ("cannon", "C4", "single 20 mm", "1-15", 2, 3),
        ("cannon", "C4", "single 20 mm", "16-40", 1, 2),
    ]


def test_modifiers_and_readings_are_told_with_their_reason() -> None:
    modifier, reading = house_diff(RULESET, HOUSE).changes[2:]
    assert (modifier.kind, modifier.row, modifier.printed, modifier.in_force) == ("modifier", "straddled or hit last turn", 2, 3)
    assert (reading.id, reading.printed, reading.in_force, reading.reason) == ("repair_score", 6, 5, "six never comes")


def test_a_figure_is_told_with_its_reason() -> None:
    name, value = next((name, one.value) for name, one in RULESET.tables.figures.items() if isinstance(one.value, int))
    changed = {name: {"value": value + 1, "reason": "the club says so"}}
    (told,) = house_diff(RULESET, msgspec.convert({"ruleset": "coastal", "title": "club", "figure": changed}, HouseRules)).changes
    assert (told.id, told.reason) == (name, "the club says so")


def test_what_a_file_only_repeats_is_said_apart() -> None:
    diff = house_diff(RULESET, REPEATING)
    assert [(change.row, change.in_force) for change in diff.changes] == [("firer or target moving more than 6 cm", -2)]
    assert diff.repeated[:2] == ("Weapon points: cannon, row twin MG", "target stationary")
    assert len(diff.repeated) == 3


def test_the_same_tables_do_not_differ() -> None:
    assert differences(RULESET.tables, RULESET.tables) == ()


def test_the_report_lists_what_is_not_as_printed() -> None:
    printed = part(markdown(Played().journal), "## Against the printed rules")
    assert printed == "No table, modifier or reading is changed."
    changed = part(markdown(Played(setup(house=(HOUSE,))).journal), "## Against the printed rules")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in changed.splitlines()[2:]]
    assert ["C4", "Weapon points: cannon, single 20 mm, 1-15", "2", "3", ""] in rows
    assert ["C5", "Shooting variables, straddled or hit last turn", "+2", "+3", ""] in rows
    assert rows[-1][2:] == ["6", "5", "six never comes"]
