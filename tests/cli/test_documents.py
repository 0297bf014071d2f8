"""Reports, sheets and what house rules change, as commands: formats, files, refusals."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import msgspec
import pytest

from fleetbook.reports.battle_log import BattleLog
from fleetbook.reports.render.formats import FORMATS
from fleetbook.reports.rules.differences import RulesDiff
from tests.cli.battles import Table, begun, scenario
from tests.cli.shell import fleetbook
from tests.posix import IS_ROOT, with_links
from tests.reports.page import Page

NOBODY = 65534
BEGINNINGS = {
    "md": "# A test\n",
    "html": "<!DOCTYPE html>",
    "csv": '"row","line"',
    "json": "{\n",
    "txt": "A test\n======\n",
    "bbcode": "[size=150][b]A test[/b][/size]\n",
    "card": "<svg ",
}


@pytest.fixture
def table(table: Table) -> Table:
    """A battle in the defender's firing step, in which a shot hit."""
    table.order("fire", "firer=D", "target=A", "range=10", "small_target=no", "--dice", "6")
    return table


@pytest.mark.skipif(not IS_ROOT, reason="only root can give a link away")
@pytest.mark.parametrize("command", ["report", "sheets"])
def test_no_document_goes_where_a_link_of_somebody_else_s_leads(command: str, table: Table, tmp_path: Path) -> None:
    target, link = tmp_path / "precious.md", tmp_path / "report.txt"
    target.write_text("precious", encoding="utf-8")
    link.symlink_to(target)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    ran = table(command, "-o", str(link))
    assert (ran.code, "it is a link that somebody else made" in ran.err) == (2, True)
    assert target.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_written_to_stdout_and_to_a_file(table: Table, form: str, tmp_path: Path) -> None:
    out = table("report", "--format", form).out
    assert out.startswith(BEGINNINGS[form])
    path = tmp_path / "written"
    ran = table("report", "--format", form, "-o", str(path))
    assert (ran.code, ran.out, ran.err) == (0, "", f"fleetbook: wrote {path}\n")
    assert path.read_bytes().decode() == out


def test_a_report_without_a_format_is_plain_text_on_stdout_and_markdown_in_a_file_without_a_suffix(
    table: Table, tmp_path: Path
) -> None:
    assert table("report").out.startswith(BEGINNINGS["txt"])
    assert table("report", "--short").out.startswith(BEGINNINGS["txt"])
    table("report", "-o", str(tmp_path / "written"))
    assert (tmp_path / "written").read_text(encoding="utf-8").startswith(BEGINNINGS["md"])


@pytest.mark.parametrize("form", ["txt", "bbcode", "md"])
def test_the_sign_in_a_title_is_no_entity_in_a_format_that_is_read_as_it_is(form: str, tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    assert fleetbook("new", "tsushima", "-o", str(path)).code == 0
    told = fleetbook("report", str(path), "--format", form, "--short").out
    assert "A&A sheet (2020)" in told
    assert "&amp;" not in told


def test_an_unknown_format_is_refused_with_those_there_are(table: Table) -> None:
    ran = table("report", "--format", "pdf")
    assert ran.code == 2
    assert all(f"'{form}'" in ran.err for form in FORMATS)


def test_the_json_report_keeps_its_shape(table: Table) -> None:
    told = msgspec.json.decode(table("report", "--format", "json").out, type=BattleLog)
    (fortune,) = told.luck.firers
    assert (fortune.name, fortune.actual, fortune.rolls) == ("D", 1, 1)
    assert [fate.ship for fate in told.fates] == ["A", "D"]
    assert [ruling.kind for ruling in told.rulings] == ["modifiers", "dice typed in"]


@pytest.mark.parametrize("form", FORMATS)
def test_a_side_s_report_has_every_format(table: Table, form: str) -> None:
    ran = table("report", "--format", form, "--side", "Red")
    assert (ran.code, ran.err) == (0, "")


def test_the_table_opens_in_python(table: Table) -> None:
    rows = list(csv.DictReader(StringIO(table("report", "--format", "csv").out, newline="")))
    assert rows[-1]["face"] == "6"


# ------------------------------------------------------------ sheets


def test_sheets_of_a_roster_by_path_and_by_name(tmp_path: Path) -> None:
    scenario(tmp_path)
    page = Page(fleetbook("sheets", str(tmp_path / "boats.toml")).out)
    assert [heading.text for heading in page.all("h2")] == ["a class"]
    path = tmp_path / "sheets.html"
    ran = fleetbook("sheets", "royal-navy", "-o", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert "<h1>Royal Navy coastal forces</h1>" in path.read_text("utf-8")


def test_sheets_of_a_battle_are_as_damaged_or_blank(table: Table) -> None:
    table.order("strike", "ship=A", "track=hull", "boxes=4")
    assert 'aria-label="5 of 9 left"' in table("sheets").out
    assert 'aria-label="5 of 9 left"' not in table("sheets", "--blank").out


def test_sheets_never_replace_a_battle(table: Table) -> None:
    before = table.path.read_bytes()
    for command in ("sheets", "report"):
        ran = table(command, "-o", str(table.path))
        assert (ran.code, ran.out) == (2, "")
        assert "a document would overwrite it" in ran.err
    assert table.path.read_bytes() == before


def itself(own: Path) -> Path:
    return own


def link_to(own: Path) -> Path:
    link = own.with_name("link.md")
    link.symlink_to(own)
    return link


@pytest.mark.parametrize("named", [itself, pytest.param(link_to, marks=with_links)])
@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm", ".lock"])
@pytest.mark.parametrize("command", ["sheets", "report"])
def test_nothing_is_written_where_a_battle_s_own_files_lie(
    table: Table, command: str, ending: str, named: Callable[[Path], Path], tmp_path: Path
) -> None:
    own = table.path.with_name(table.path.name + ending)
    ran = table(command, "-o", str(named(own)))
    assert (ran.code, ran.out) == (2, "")
    assert "a document would overwrite it" in ran.err
    for made in (("new", "ijmuiden"), ("upgrade", str(table.path))):
        ran = fleetbook(*made, "-o", str(own))
        assert ran.code == 2
    assert not own.exists()
    assert table("report", "-o", str(tmp_path / f"free{ending}")).code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("royal-navi",), "royal-navy"),
        (("royal-navy", "--side", "Red"), "a roster hides nothing"),
        (("nowhere.toml",), "no file"),
        (("convo",), "roster"),
    ],
)
def test_what_has_no_sheets_is_refused(words: tuple[str, ...], said: str) -> None:
    ran = fleetbook("sheets", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


# ------------------------------------------------------------ house rules

HOUSE = """
ruleset = "coastal"
title = "club [rules]\\u001b[2J"
[table.cannon]
cells = [["single 20 mm", 3, 1, 1]]
[modifiers.shooting]
straddled = 3
[reading.repair_score]
value = 5
reason = "six never comes"
"""


def test_diff_shows_what_a_file_changes(tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text(HOUSE, encoding="utf-8")
    ran = fleetbook("rules", "--diff", str(house))
    assert (ran.code, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[0] == "club [rules]\ufffd[2J: house rules for WWII coastal warfare (coastal)"
    assert "single 20 mm 1-15 2 → 3" in lines
    assert "straddled or hit last turn +2 → +3" in lines
    assert lines[lines.index("6 → 5") + 1] == "because: six never comes"
    assert all(line.isprintable() for line in ran.out.splitlines())


def test_diff_as_json(tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text(HOUSE, encoding="utf-8")
    told = msgspec.json.decode(fleetbook("rules", "--diff", str(house), "--json").out, type=RulesDiff)
    assert [(change.printed, change.in_force) for change in told.changes] == [(2, 3), (2, 3), (6, 5)]
    assert told.printed == json.loads(fleetbook("status", str(begun(tmp_path).path), "--json").out)["ruleset"]["tables"]
    assert told.in_force != told.printed


def test_diff_of_nothing_says_so(tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text('ruleset = "coastal"\ntitle = "as it is"\n[modifiers.shooting]\nstraddled = 2\n', encoding="utf-8")
    out = fleetbook("rules", "--diff", str(house)).out
    assert "nothing is changed" in out
    assert "stated in the file, but as printed" in out


def test_diff_of_a_bad_file_or_of_two_things_is_refused(tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text('ruleset = "coastal"\ntitle = "x"\n[modifiers.shooting]\nstradled = 2\n', encoding="utf-8")
    ran = fleetbook("rules", "--diff", str(house))
    assert ran.code == 2
    assert "straddled" in ran.err
    assert fleetbook("rules", "--diff", str(tmp_path / "none.toml")).code == 2
    assert fleetbook("rules", "coastal", "--diff", str(house)).code == 2


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ((), "<!DOCTYPE html>"),
        (("--format", "txt"), "Royal Navy"),
        (("--format", "txt", "--only", "fairmile d mgb"), "Royal Navy"),
    ],
)
def test_sheets_in_a_format_and_those_asked_for(words: tuple[str, ...], begins: str) -> None:
    ran = fleetbook("sheets", "royal-navy", *words)
    assert (ran.code, ran.out[: len(begins)]) == (0, begins)
    assert ("Vosper 70 ft MTB" in ran.out) == ("--only" not in words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "x.csv"), "allowed: a name that ends in .html or .txt"),
        (("-o", "x.html", "--format", "txt"), "the format is txt"),
        (("--only", "Vospr 70 ft MTB"), "did you mean Vosper 70 ft MTB?"),
    ],
)
def test_sheets_that_there_cannot_be_are_refused(words: tuple[str, ...], message: str) -> None:
    ran = fleetbook("sheets", "royal-navy", *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
