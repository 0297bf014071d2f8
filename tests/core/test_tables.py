"""Tables: spans, look-ups, faces, and everything that their files may not say."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.loader import read_tables
from fleetbook.core.tables.span import Span
from fleetbook.core.tables.table import RuleTables

FILE: dict[str, Any] = {
    "sheet": "a sheet",
    "table": {
        "effect": {
            "title": "Effect",
            "section": "1",
            "rows": {"by": "factor", "kind": "numbers"},
            "columns": {"by": "D6", "kind": "faces", "die": "d6"},
            "head": ["1-3", "4-5", "6+"],
            "cells": [["..2", "-", "-", 1], ["3+", "-", 1, 2]],
        },
        "place": {
            "title": "Place",
            "section": "2",
            "rows": {"by": "type"},
            "columns": {"by": "place"},
            "head": ["hull", "gun"],
            "faces_in_cells": True,
            "die": "d10",
            "cells": [["B", "1-6", "7-10"], ["TB", "1-10", "-"]],
        },
    },
    "modifiers": {"shooting": {"title": "Shooting", "section": "3", "line": [{"id": "near", "value": 1, "text": "near"}]}},
    "reading": {"score": {"value": 6, "text": "restores on", "reason": "silent", "section": "4"}},
}


def tables(*house: HouseRules, **changed: Any) -> RuleTables:
    content = copy.deepcopy(FILE)
    for path, value in changed.items():
        place: Any = content
        *way, last = path.split("__")
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        place[int(last) if isinstance(place, list) else last] = value
    return read_tables([("file.toml", content)], house)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("3", 3, 3), ("1-2", 1, 2), ("7+", 7, float("inf")), ("..2", float("-inf"), 2), ("12.1-15.0", 12.1, 15), ("-3--1", -3, -1)],
)
def test_spans(text: str, low: float, high: float) -> None:
    assert Span.parse(text) == Span(low, high)


@pytest.mark.parametrize("text", ["", "a", "2-1", "1..2", "+", "--"])
def test_what_is_no_span(text: str) -> None:
    with pytest.raises(InvalidInput):
        Span.parse(text)


def test_cells_and_faces_are_found() -> None:
    read = tables()
    effect = read.table("effect")
    assert [effect.cell(factor, 6) for factor in (-4, 2, 3, 99)] == [1, 1, 2, 2]
    assert effect.number(1, 1) == 0  # a dash
    assert [effect.text(factor, "6+") for factor in ("..2", "3+")] == ["1", "2"]
    with pytest.raises(InvalidInput, match=r"Effect, factor: found 3, allowed: \.\.2, 3\+; did you mean 3\+\?"):
        effect.text("3", 6)
    assert [(str(row.span), row.result) for row in effect.faces(3)] == [("1-3", "-"), ("4-5", 1), ("6+", 2)]
    assert [(str(row.span), row.result) for row in read.table("place").faces("B")] == [("1-6", "hull"), ("7-10", "gun")]
    assert [(str(row.span), row.result) for row in read.table("place").faces("TB")] == [("1-10", "hull")]


def test_a_word_off_the_table_is_told_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match="did you mean TB"):
        tables().table("place").faces("TBB")
    with pytest.raises(InvalidInput, match="did you mean place"):
        tables().table("plaice")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"table__effect__head": ["1-3", "5", "6+"]}, "gap"),
        ({"table__effect__head": ["1-4", "4-5", "6+"]}, "overlap"),
        ({"table__effect__head": ["2-3", "4-5", "6+"]}, "cover 1-6"),
        ({"table__effect__head": ["1-3", "4-5", "x"]}, "span"),
        ({"table__effect__head": ["1-3", "4+"]}, "cells"),
        ({"table__effect__cells__1": ["3+", "-", 1]}, "cells"),
        ({"table__effect__cells__1": []}, "empty row"),
        ({"table__effect__cells__1": ["2+", "-", 1, 2]}, "overlap"),
        ({"table__effect__rows": {"by": "factor", "kind": "nombers"}}, "did you mean numbers"),
        ({"table__place__cells__0": ["B", "1-6", "8-10"]}, "gap"),
        ({"table__place__cells__0": ["TB", "1-6", "7-10"]}, "twice"),
        ({"table__place__colour": "red"}, "colour"),
        ({"table__effect__title": 3}, "title"),
        ({"modifiers__shooting__line": [{"id": "n", "value": 1, "text": ""}] * 2}, "twice"),
        ({"modifiers__shooting__line": [{"id": "n", "value": "one", "text": ""}]}, "value"),
    ],
)
def test_a_table_that_is_wrong_is_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        tables(**changed)


def test_an_id_in_two_files_is_refused() -> None:
    with pytest.raises(InvalidInput, match="declared twice"):
        read_tables([("a.toml", FILE), ("b.toml", FILE)])


def test_house_rules_replace_rows_modifiers_and_readings() -> None:
    club = msgspec.convert(
        {
            "ruleset": "x",
            "title": "Club",
            "table": {"effect": {"cells": [["..2", "-", 1, 1]]}},
            "modifiers": {"shooting": {"near": 2}},
            "reading": {"score": {"value": 5, "reason": "too slow"}},
        },
        HouseRules,
    )
    changed = tables(club)
    assert changed.table("effect").cell(1, 4) == 1
    assert changed.modifier_list("shooting").line("near").value == 2
    assert (changed.reading("score").value, changed.reading("score").changed) == (5, "too slow")
    assert changed.hash != tables().hash


@pytest.mark.parametrize(
    ("house", "message"),
    [
        ({"table": {"efect": {"cells": []}}}, "did you mean effect"),
        ({"table": {"effect": {"cells": [["9", 1, 1, 1]]}}}, "effect"),
        ({"table": {"effect": {"cells": [["..2", 1]]}}}, "cells"),
        ({"modifiers": {"shooting": {"neer": 1}}}, "did you mean near"),
        ({"reading": {"scor": {"value": 5, "reason": ""}}}, "did you mean score"),
        ({"reading": {"score": {"value": "five", "reason": ""}}}, "score"),
    ],
)
def test_house_rules_that_fit_nothing_are_refused(house: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        tables(msgspec.convert({"ruleset": "x", "title": "Club", **house}, HouseRules))
