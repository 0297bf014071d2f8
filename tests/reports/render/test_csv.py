"""The table for spreadsheets: one row an order and one a die, no cell a formula, nothing lost."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from fleetbook.reports.render.csv import COLUMNS, csv_report, neutral
from tests.reports.journals import Played, setup


def rows(played: Played, warning: str = "") -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(csv_report(played.journal, warning), newline="")))


def test_one_row_an_order_and_one_a_die() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    played.keep(played.journal.undo())
    found = rows(played)
    assert [(row["row"], row["line"], row["kind"]) for row in found] == [
        ("order", "1", "order"), ("order", "2", "order"), ("order", "3", "order"), ("die", "3", "order"), ("order", "4", "undo"),
    ]  # fmt: skip
    assert [row["in_force"] for row in found] == ["yes", "yes", "no", "no", ""]


def test_a_die_s_row_says_all_about_its_throw() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    die = rows(played)[-1]
    assert {name: die[name] for name in ("die", "throw", "dice", "sides", "face", "origin", "instead_of")} == {
        "die": "1", "throw": "shooting", "dice": "D6", "sides": "6", "face": "6", "origin": "typed", "instead_of": "",
    }  # fmt: skip
    assert (die["modifiers"], die["modifier_sum"], die["total"]) == ("target smaller than a corvette -1", "-1", "5")
    assert (die["score"], die["table"], die["table_line"], die["table_row"], die["section"]) == (
        "straddle", "gunfire", "4", "5", "C5",
    )  # fmt: skip


def test_an_overruled_die_keeps_what_lay_there() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    for record in played.journal.overrule(1, 2, "cocked"):
        played.keep(record)
    die = rows(played)[-1]
    assert (die["face"], die["origin"], die["instead_of"], die["reason"]) == ("2", "overruled", "6", "cocked")


def test_lines_end_as_the_standard_says_and_each_has_every_column() -> None:
    played = Played().to("fire-1")
    text = csv_report(played.journal)
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert {len(row) for row in csv.reader(StringIO(text, newline=""))} == {len(COLUMNS)}


def test_what_is_wrong_with_the_file_comes_first() -> None:
    assert rows(Played(), "line 7 is broken")[0]["headline"] == "line 7 is broken"


FORMULAS = ("=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uff1d1+1", "\u200b=1", "'=1", '"=1', "−1", "%0A=1", "|cmd")


@pytest.mark.parametrize("text", FORMULAS)
def test_text_that_begins_like_a_formula_has_an_apostrophe_before_it(text: str) -> None:
    cell = neutral(text)
    assert isinstance(cell, str)
    assert cell.startswith("'")
    assert cell.isprintable()


@pytest.mark.parametrize("text", ["MTB 221", "6+", "1-3", "a=b", "Möwe", ""])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert neutral(text) == text


def test_figures_stay_figures() -> None:
    assert neutral(-1) == -1


def test_no_cell_of_a_battle_of_formulas_is_one() -> None:
    names = ("=1+1", "+2", "-3", "@A1", '=HYPERLINK("http://x","y")', '","=1', "a;=1")
    played = Played(setup(attackers=names, defenders=("D",))).to("fire-1")
    for name in names:
        played.give("strike", ship=name, track="hull", boxes=1, reason=name)
        played.give("note", words=name)
    for row in csv.reader(StringIO(csv_report(played.journal), newline="")):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r"))
            assert not cell.startswith("-") or cell.lstrip("-").isdigit()
