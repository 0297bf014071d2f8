"""Tables of the pond read every way they may be, and the mistakes in a file or in house rules that only look harmless."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import msgspec
import pytest

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.loader import read_tables
from fleetbook.core.tables.span import Span, check_cover, check_faces
from fleetbook.core.tables.table import RuleTables
from tests.core import toy
from tests.core.toy_tables import TABLES

POND = toy.RULES.tables


def tables(*house: dict[str, Any], **changed: Any) -> RuleTables:
    """The pond's tables with values changed (``table__key``), under house rules."""
    content = copy.deepcopy(tomllib.loads(TABLES))
    for path, value in changed.items():
        table, key = path.split("__")
        content["table"][table][key] = value
    rules = [msgspec.convert({"ruleset": "pond", "title": "Club", **part}, HouseRules) for part in house]
    return read_tables([("pond.toml", content)], rules)


def faces(table: str, line: str | float | None = None) -> dict[str, Any]:
    return {row.label: row.result for row in POND.table(table).faces(line)}


def test_faces_stand_along_the_columns() -> None:
    assert faces("gunfire", 10) == {"1-3": "miss", "4-5": "hit", "6+": "two hits"}
    assert faces("gunfire", 11) == faces("gunfire", 30) == {"1-3": "miss", "4-5": "miss", "6+": "hit"}
    assert faces("gunfire") == faces("gunfire", 1)


def test_faces_stand_along_the_rows() -> None:
    assert faces("bailing", "day") == {"1-2": "wet", "3": "dry", "4": "dry"}
    assert faces("bailing", "dusk") == {"1-2": "wet", "3": "wet", "4": "dry"}


def test_faces_stand_in_the_cells_with_the_results_along_either_side() -> None:
    assert faces("leaks", "punt") == {"2-4": "nothing", "5-6": "leak", "7-8": "flood"}
    assert faces("leaks", "barge") == {"2-6": "nothing", "7-8": "leak"}
    assert faces("weather", "autumn") == {"1-2": "calm", "3-6": "gusts"}


def test_the_die_thrown_on_a_table() -> None:
    assert [POND.table(name).thrown for name in ("gunfire", "bailing", "leaks")] == [Dice(1, 6), Dice(1, 4), Dice(2, 4)]
    with pytest.raises(InvalidInput, match="a table that a die is thrown on"):
        assert POND.table("hits").thrown


def test_cells_as_numbers_and_words() -> None:
    hits = POND.table("hits")
    assert [hits.whole(line, "hits") for line in ("miss", "hit", "two hits")] == [0, 1, 2]
    assert hits.text("miss", "hits") == "-"
    with pytest.raises(InvalidInput, match="a number"):
        POND.table("bailing").number(1, "day")
    for off in (0, 31, -5, float("nan")):
        with pytest.raises(InvalidInput, match="Gunfire, range: found"):
            POND.table("gunfire").cell(off, 1)
    with pytest.raises(InvalidInput, match="did you mean dusk"):
        POND.table("bailing").cell(1, "dus")


def test_modifiers_come_in_the_sheet_s_order() -> None:
    aim = POND.modifier_list("shooting")
    assert [line.id for line in aim.chosen(("gust", "steady"))] == ["steady", "gust"]
    assert [(line.value, line.section) for line in aim.lines.values()] == [(1, "P2"), (-1, "P2a"), (-2, "P2")]
    for missing, ask in (("stedy", aim.line), ("stedy", lambda name: aim.chosen((name,))), ("shoting", POND.modifier_list)):
        with pytest.raises(InvalidInput, match="did you mean s"):
            ask(missing)


def test_readings() -> None:
    assert POND.reading("drag").value == 0.5
    assert POND.reading("gusts_blow").value is True
    with pytest.raises(InvalidInput, match="did you mean flood_boxes"):
        POND.reading("floodboxes")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"gunfire__columns": {"by": "D6", "kind": "faces"}}, "a table that a die is thrown on"),
        ({"gunfire__columns": {"by": "D6", "kind": "faces", "die": "d8"}, "gunfire__head": ["1-3", "4-5", "6-7"]}, "cover 1-8"),
        ({"gunfire__columns": {"by": "D6", "kind": "faces", "die": "x"}}, "like d6, 2d6"),
        ({"gunfire__head": ["1-3.5", "3.6-5", "6+"]}, "whole numbers, as dice show them"),
        ({"gunfire__cells": []}, "no row"),
        ({"gunfire__results": "lines"}, "columns, rows"),
        ({"leaks__die": "d20"}, "cover 1-20"),
        ({"leaks__cells": [["punt", "2-4", "4-6", "7-8"]]}, "overlap"),
        ({"leaks__cells": [["punt", "-", "-", "-"]]}, "no row"),
        ({"leaks__cells": [["punt", "2-8", "nine", "-"]]}, "a span like"),
        ({"weather__cells": [["calm", "1-4", "1-2"], ["gusts", "5-6", "4-6"]]}, "Weather, autumn.* gap"),
        (
            {
                "bailing__cells": [
                    ["1-2", "wet", "wet"],
                    ["4", "dry", "wet"],
                    ["3", "dry", "dry"],
                    ["5", "dry", "dry"],
                    ["5", "x", "x"],
                ]
            },
            "twice",
        ),
        ({"hits__head": ["hits", "hits"], "hits__cells": [["miss", 0, 0]]}, "a label twice"),
        ({"hits__cells": [["miss", True]]}, "table, hits, cells"),
        ({"hits__rows": {"by": "result", "sort": "words"}}, "did you mean|kind"),
        ({"hits__section": None}, "hits, section"),
    ],
)
def test_a_table_that_is_wrong_is_refused_with_its_place(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        tables(**changed)


def test_a_row_may_be_out_of_order_and_a_face_beyond_the_die() -> None:
    read = tables(bailing__cells=[["3+", "dry", "dry"], ["1-2", "wet", "wet"]])
    assert [row.label for row in read.table("bailing").faces("day")] == ["3+", "1-2"]


@pytest.mark.parametrize(
    ("house", "message"),
    [
        ({"table": {"gunfire": {"cells": [["1-10", "hit", "hit", "hit"], ["1-10", "miss", "hit", "hit"]]}}}, "a row twice"),
        ({"table": {"gunfire": {"cells": [[]]}}}, "house rules Club: table.gunfire"),
        ({"table": {"leaks": {"cells": [["punt", "2-4", "5", "7-8"]]}}}, "gap"),
        ({"modifiers": {"shoting": {"far": -3}}}, "did you mean shooting"),
        ({"reading": {"gusts_blow": {"value": 1, "reason": "x"}}}, "a value like True"),
        ({"reading": {"hole_score": {"value": 2.5, "reason": "x"}}}, "a value like 3"),
        ({"reading": {"hole_score": {"value": True, "reason": "x"}}}, "a value like 3"),
        ({"reading": {"hit_dice": {"value": 3, "reason": "x"}}}, "a value like 'd3'"),
    ],
)
def test_house_rules_that_do_not_fit_are_refused(house: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        tables(house)


def test_a_whole_number_may_stand_for_a_broken_one() -> None:
    drag = tables({"reading": {"drag": {"value": 1, "reason": "heavier boats"}}}).reading("drag")
    assert (drag.value, type(drag.value), drag.changed) == (1.0, float, "heavier boats")


def test_later_house_rules_lie_over_earlier_ones_and_the_printed_tables_stay() -> None:
    first = {
        "table": {"gunfire": {"cells": [["1-10", "hit", "hit", "hit"]]}},
        "reading": {"hole_score": {"value": 2, "reason": "a"}},
    }
    later = {"modifiers": {"shooting": {"far": -3}}, "reading": {"hole_score": {"value": 4, "reason": "b"}}}
    read = tables(first, later)
    assert read.table("gunfire").text(5, 1) == "hit"
    assert read.modifier_list("shooting").line("far").value == -3
    assert (read.reading("hole_score").value, read.reading("hole_score").changed) == (4, "b")
    assert (tables().table("gunfire").text(5, 1), tables().reading("hole_score").value) == ("miss", 3)
    assert len({tables().hash, read.hash, tables(first).hash}) == 3
    assert tables().hash == POND.hash


def test_better_words_are_no_other_rules_and_another_figure_is() -> None:
    worded = tables(gunfire__title="Fire of the guns", gunfire__reading="The sheet prints no range beyond 30 cm.")
    assert worded.hash == tables().hash
    assert worded.hash_with_words != tables().hash_with_words
    cells = [["1-10", "miss", "hit", "two hits"], ["11-30", "miss", "hit", "hit"]]
    assert tables(gunfire__cells=cells).hash != tables().hash


def test_a_battle_goes_by_its_house_rules() -> None:
    rules = msgspec.convert(
        {"ruleset": "pond", "title": "Club", "reading": {"flood_boxes": {"value": 5, "reason": "x"}}}, HouseRules
    )
    assert toy.battle(house=(rules,)).whole_reading("flood_boxes") == 5
    assert toy.battle().whole_reading("flood_boxes") == 1


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["1-3", "4-6"], ""),
        (["4-6", "1-3"], ""),
        (["..3", "4+"], ""),
        (["1-3", "5-6"], "gap"),
        (["1-4", "4-6"], "overlap"),
        (["1-6", "3"], "overlap"),
        (["2-6"], "cover 1-6"),
        (["1-5"], "cover 1-6"),
        ([], "no row"),
    ],
)
def test_spans_cover_a_die_once(texts: list[str], message: str) -> None:
    spans = [Span.parse(text) for text in texts]
    if not message:
        check_faces(spans, Span(1, 6), "x")
        return
    with pytest.raises(InvalidInput, match=message):
        check_faces(spans, Span(1, 6), "x")


@pytest.mark.parametrize(
    ("texts", "step", "fits"), [(["0-2.9", "3-4"], 0.1, True), (["0-2.8", "3-4"], 0.1, False), (["0-2", "3-4"], 1, True)]
)
def test_measured_spans_leave_no_gap_wider_than_their_step(texts: list[str], step: float, fits: bool) -> None:
    spans = [Span.parse(text) for text in texts]
    if fits:
        check_cover(spans, Span(0, 4), step, "x")
        return
    with pytest.raises(InvalidInput, match="gap"):
        check_cover(spans, Span(0, 4), step, "x")


def test_a_span_shows_as_it_is_printed() -> None:
    for text in ("3", "1-2", "7+", "..2", "12.1-15", "-3--1"):
        assert str(Span.parse(text)) == text
    assert 15.0000000001 in Span.parse("12.1-15")
    assert 12 not in Span.parse("12.1-15")


def test_a_sentence_for_the_page_has_the_values_in_force_and_names_no_other() -> None:
    content = {"sheet": "s", "figure": {"run": {"value": 15, "section": "1"}}}
    (aid,) = read_tables([("a.toml", {**content, "aid": [{"section": "1", "text": "They run {run} cm."}]})]).aids
    assert (aid.text, aid.names) == ("They run 15 cm.", ("run",))
    with pytest.raises(InvalidInput, match=r"aid 1: found rum, .*did you mean run"):
        read_tables([("a.toml", {**content, "aid": [{"section": "1", "text": "They run {rum} cm."}]})])
    plain = read_tables([("a.toml", content)])
    with_aid = read_tables([("a.toml", {**content, "aid": [{"section": "1", "text": "x"}]})])
    assert (plain.hash, plain.hash_with_words) == (with_aid.hash, with_aid.hash_with_words)
