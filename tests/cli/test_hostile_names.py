"""Ships and sides with names from strangers: shown harmlessly by every command, widths right, in no way obeyed."""

from __future__ import annotations

import csv
import json
import shutil
from io import StringIO
from itertools import groupby
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from rich.cells import cell_len

from fleetbook.reports.text_layout import printable
from tests.cli.battles import Table, begun
from tests.reports.page import Page

ATTACKERS = (
    "[x](y)",
    "a|b",
    "<b>HMS Bold</b>",
    "[/] [red]X[/red]",
    "\x1b[2J\x1b[31mred",
    "bell\x07c1\x9bm",
    "turned\u202eround",
    "*star* _under_ `tick` ~~strike~~ \\ back",
    "=HYPERLINK(1)",
)
DEFENDERS = ("雪風", "🚢 Ark 👨\u200d👩\u200d👧", "Mo\u0308we", "x" * 200, "-o", "a=b; c", "next")
NAMES = ATTACKERS + DEFENDERS


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of all of them in which some have fired, moved and been struck."""
    table = begun(tmp_path_factory.mktemp("hostile"), ATTACKERS, DEFENDERS).to("3")
    for firer, target in zip(DEFENDERS, ATTACKERS, strict=False):
        table.order("fire", f"firer={firer}", f"target={target}", "range=10")
    for name in NAMES:
        table.order("strike", f"ship={name}", "track=hull", "boxes=1", f"reason={name}")
        table.order("note", f"words={name}")
    return table.path


@pytest.fixture
def table(played: Path, tmp_path: Path) -> Table:
    """The same for one test, which may go on with it."""
    return Table(Path(shutil.copy(played, tmp_path)))


def obeys_nothing(text: str) -> bool:
    """Whether a terminal would show every character of it."""
    return all(character.isprintable() or character == "\n" for character in text)


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("log",),
        ("report",),
        ("status", "--json"),
        ("log", "--json"),
        ("report", "--format", "json"),
        ("report", "--format", "html"),
        ("report", "--format", "txt"),
        ("sheets",),
        ("sheets", "--blank"),
    ],
)
def test_no_command_writes_anything_that_a_terminal_obeys(table: Table, command: tuple[str, ...]) -> None:
    ran = table(*command)
    assert (ran.code, ran.err) == (0, "")
    assert obeys_nothing(ran.out)


def test_no_cell_of_the_table_is_a_formula_or_holds_what_a_terminal_obeys(table: Table) -> None:
    ran = table("report", "--format", "csv")
    assert (ran.code, ran.err) == (0, "")
    cells = [cell for row in csv.reader(StringIO(ran.out, newline="")) for cell in row]
    assert all(cell.isprintable() for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@")) or (cell.startswith("-") and not cell[1:].isdigit())]
    for name in NAMES:
        assert any(printable(name) in cell for cell in cells)


@pytest.mark.parametrize("command", [("report", "--format", "html"), ("sheets",)])
def test_a_page_shows_every_name_as_text(table: Table, command: tuple[str, ...]) -> None:
    page = Page(table(*command).out)
    assert page.errors == []
    shown = " ".join(page.all("main")[0].text.split())
    for name in NAMES:
        assert " ".join(printable(name).split()) in shown


def test_every_name_is_shown_whole_in_status_and_log(table: Table) -> None:
    status, log = table("status").out, table("log").out
    for name in NAMES:
        assert printable(name) in status
        assert printable(name) in log


def test_json_means_the_very_names(table: Table) -> None:
    ships = json.loads(table("status", "--json").out)["ships"]
    assert [ship["name"] for ship in ships] == list(NAMES)


def test_the_report_shows_names_as_they_are_and_nothing_else(table: Table) -> None:
    report = table("report", "--format", "md").out
    seen = [token for block in MarkdownIt("gfm-like").parse(report) for token in (block, *(block.children or ()))]
    assert not {token.type for token in seen} & {
        "link_open",
        "image",
        "html_block",
        "html_inline",
        "code_inline",
        "fence",
        "code_block",
    }
    inline = [
        "".join(t.content for t in block.children or ()) for block in MarkdownIt("gfm-like").parse(report) if block.children
    ]
    for name in NAMES:
        assert printable(name) in inline


def test_the_report_s_tables_line_up(table: Table) -> None:
    blocks = [
        list(lines)
        for is_row, lines in groupby(table("report", "--format", "md").out.splitlines(), lambda s: s.startswith("| "))
        if is_row
    ]
    assert len(blocks) > 5
    assert all(len({cell_len(line) for line in block}) == 1 for block in blocks)


def test_errors_show_them_harmlessly_too(table: Table) -> None:
    for name in NAMES:
        ran = table("order", "fire", f"firer={name}", f"target={name}", "range=10")
        assert ran.code in (1, 2)
        assert obeys_nothing(ran.err)
        assert ran.err.count("\n") == 1


def test_a_note_with_line_breaks_stays_on_its_line(table: Table) -> None:
    before = table.lines
    table.order("note", "words=one\ntwo\r\nthree")
    assert table.lines == before + 1
    assert "one two  three" in table("log").out


def test_verify_is_content(table: Table) -> None:
    assert table("verify").code == 0
