"""Names in Markdown: rendered by another program, they come out as they were and as nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from fleetbook.reports.render.markdown import escaped, paragraphs, table
from fleetbook.reports.text_layout import cell_width, printable

HARMLESS = {"text", "inline", "paragraph_open", "paragraph_close", "text_special", "softbreak"}
TABLE = {f"{part}_{end}" for part in ("table", "thead", "tbody", "tr", "th", "td") for end in ("open", "close")}
NASTY = (
    "[x](y)",
    "a | b",
    "<b>bold</b>",
    "<script>alert(1)</script>",
    "**bold** _it_ ~~gone~~ `code`",
    "![x](http://example.org/y.png)",
    "http://example.org www.example.org a@example.org",
    "WWW.EXAMPLE.ORG HTTP://EXAMPLE.ORG",
    "back\\slash \\| \\\\|",
    "&amp; &#35; &lt;",
    "# head",
    "$x$ $$y$$",
    "[^1] [x]: y",
    ":--- | ---:",
)


def tokens(text: str) -> Iterator[Token]:
    """Everything that a reader with tables, strike-through and links by themselves sees in it."""
    for token in MarkdownIt("gfm-like").parse(text):
        yield token
        yield from token.children or ()


def read_back(text: str) -> str:
    """The text that a reader shows."""
    return "".join(token.content for token in tokens(text) if token.type in ("text", "text_special"))


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_shown_as_it_is(name: str) -> None:
    line = f"- **7** {escaped(name)} fires"
    assert {token.type for token in tokens(escaped("x" + name))} <= HARMLESS
    assert read_back(line) == f"7 {name} fires"


@given(st.text())
@example(".Ax")
@example("x.com/y")
def test_any_text_inside_a_line_is_shown_as_it_is(text: str) -> None:
    shown = "x" + printable(text) + "x"
    source = escaped("x" + text + "x")
    assert {token.type for token in tokens(source)} <= HARMLESS
    assert read_back(source) == shown


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=4))
def test_any_text_in_a_table_stays_in_its_cell(rows: list[list[str]]) -> None:
    source = table(("Ship", "Fate"), [["x" + first + "x", "x" + second + "x"] for first, second in rows], right=(1,))
    seen = list(tokens(source))
    assert {token.type for token in seen} <= HARMLESS | TABLE
    assert sum(token.type == "td_open" for token in seen) == 2 * len(rows)
    assert len({cell_width(line) for line in source.splitlines()}) == 1


@given(st.text())
def test_a_scenario_s_text_is_nothing_but_paragraphs(text: str) -> None:
    for paragraph in paragraphs(text):
        assert {token.type for token in tokens(paragraph)} <= HARMLESS


@pytest.mark.parametrize("line", ["# no heading", "- no list", "1. no list", "12) none", "+ none", "===", "> none", "```", "---"])
def test_lines_of_a_scenario_s_text_begin_nothing(line: str) -> None:
    (paragraph,) = paragraphs(f"words\n{line}\n")
    assert read_back(paragraph) == f"words{line}"


def test_paragraphs_are_divided_where_the_text_has_empty_lines() -> None:
    assert list(paragraphs("one\ntwo\n\n  \n three \n")) == ["one\ntwo", "three"]
    assert list(paragraphs("  \n")) == []


def test_a_table_lines_up_in_its_source() -> None:
    assert table(("Ship", "Hull"), [("雪風", "9/9"), ("S 38", "12/13")], right=(1,)).splitlines() == [
        "| Ship |  Hull |",
        "| ---- | ----: |",
        "| 雪風 |   9/9 |",
        "| S 38 | 12/13 |",
    ]
