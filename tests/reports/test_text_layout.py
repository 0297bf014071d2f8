"""Text made fit for a terminal: no control characters, and widths in cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from fleetbook.reports.text_layout import (
    broken,
    cell_width,
    clean,
    columns,
    filled,
    fit,
    flow,
    narrowed,
    natural_order,
    pad,
    printable,
    wrapped,
)


@pytest.mark.parametrize(
    ("cells", "shown"),
    [(22, "fires at Mainz, 7000…"), (20, "fires at Mainz,…"), (18, "fires at Mainz,…"), (12, "fires at Ma…")],
)
def test_a_number_is_shown_whole_or_not_at_all(cells: int, shown: str) -> None:
    """A journal of 80 columns showed the range of 7000 yds as ``700…``."""
    assert fit("fires at Mainz, 7000 yds", cells) == shown
    assert fit("fires at Mainz, 7,000 yds", 19) == "fires at Mainz,…"
    assert fit("fires at U99, the boat", 12) == "fires at U9…"  # a name, not a number


@given(st.text())
def test_nothing_printable_is_lost_and_nothing_else_is_left(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert shown.isprintable()
    assert all(now in (then, " ", "\ufffd") for then, now in zip(text, shown, strict=True))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "�[31mred�[0m"),
        ("two\nlines\tand a tab", "two lines and a tab"),
        ("bell\x07 c1\x9b delete\x7f", "bell� c1� delete�"),
        ("turned\u202eround", "turned�round"),
        ("no\u00a0break", "no break"),
        ("Möwe 雪風 🚢", "Möwe 雪風 🚢"),
    ],
)
def test_what_a_terminal_obeys_is_replaced(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("text", "cells"),
    [("S 38", 4), ("Möwensand", 9), ("Mo\u0308wensand", 9), ("雪風", 4), ("🚢 A", 4), ("", 0), ("■□✓✗●○", 6), ("▶️", 2), ("▶", 1)],
)
def test_widths_are_cells(text: str, cells: int) -> None:
    assert cell_width(text) == cells == cell_len(text)


@given(st.text(), st.integers(min_value=0, max_value=30))
def test_padded_text_takes_just_its_cells_on_every_terminal(text: str, cells: int) -> None:
    for right in (False, True):
        padded = pad(text, cells, right)
        assert cell_width(padded) == cells == sum(map(cell_width, padded))
    assert cell_width(fit(text, cells)) <= cells


@pytest.mark.parametrize(("text", "shown"), [("▶️", "▶"), ("👩‍🚀", "👩🚀"), ("🇯🇵", "JP"), ("Möwe", "Möwe"), ("a" + "̀" * 9, "à̀̀")])
def test_signs_that_terminals_measure_differently_are_made_simple(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_a_long_text_is_filled_up_by_nothing() -> None:
    assert filled("雪風", 3) == "雪風"
    assert filled("雪風", 6) == "雪風  "
    assert filled("7", 3, right=True) == "  7"


def test_a_table_that_is_too_wide_breaks_between_words_first() -> None:
    rows = [["ship", "what became of her"], ["Möwensand", "sunk in turn four"]]
    assert narrowed(rows, 40) == [9, 18]
    assert narrowed(rows, 20) == [9, 9]
    assert list(broken(rows[1], [9, 9])) == [("Möwensand", "sunk in"), ("", "turn four")]
    assert narrowed([["x" * 60, "y"]], 20) == [24, 1]
    assert narrowed([["x" * 60, "y"]], 20, least=8) == [17, 1]
    assert [line[0] for line in broken(["x" * 60], [24])] == ["x" * 24, "x" * 24, "x" * 12]


def test_columns_line_up_whatever_stands_in_them() -> None:
    lines = list(columns([("雪風", "1", "x"), ("S 38", "12", "y"), ("🚢", "3")], right=(1,)))
    assert lines == ["雪風   1  x", "S 38  12  y", "🚢     3"]
    assert list(columns([])) == []


def test_flow_breaks_between_parts_only() -> None:
    assert list(flow(["aaa", "bbb", "a part longer than a line", "c"], 10, " ")) == [
        " aaa   bbb",
        " a part longer than a line",
        " c",
    ]


def test_wrapped_text_keeps_its_words() -> None:
    assert list(wrapped("one two three", 7)) == ["one two", "three"]
    assert list(wrapped("", 7)) == []


def test_numbers_in_text_sort_by_their_value() -> None:
    words = ["C10", "C2", "C2, C8", "C1", "turn 10", "turn 9", ""]
    assert sorted(words, key=natural_order) == ["", "C1", "C2", "C2, C8", "C10", "turn 9", "turn 10"]
