"""``fleetbook rules SYSTEM --page``: order of play, modifiers, tables and figures on a page for the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.store.catalogue import ruleset, ruleset_ids
from tests.cli.shell import fleetbook
from tests.reports.browser import needs_chromium, printed
from tests.reports.page import Page


@pytest.mark.parametrize("system", ruleset_ids())
def test_it_has_every_step_modifier_and_table(system: str) -> None:
    rules = ruleset(system)
    page = Page(fleetbook("rules", system, "--page").out)
    assert page.errors == []
    assert [heading.text for heading in page.all("h1")] == [rules.title]
    assert page.all("p", "kicker")[0].text == "For the table"
    titles = " ".join(heading.text for heading in page.all("h3"))
    assert all(table.title in titles for table in rules.tables.tables.values())
    said = page.all("main")[0].text
    for modifiers in rules.tables.modifiers.values():
        assert modifiers.title in titles
        assert all(f"{line.value:+d}" in said and line.text in said for line in modifiers.lines.values())
    assert all(phase.title in said for phase in rules.sequence.phases)


def test_as_text_the_figures_are_the_sheet_s() -> None:
    text = fleetbook("rules", "coastal", "--page", "--format", "txt").out
    assert "7-8     -  -         straddle  straddle  1 hit     1 hit     2 hits" in text
    assert "-2  guns over 5" in text
    assert "Gunfire effect (C5), throw D6" in text


@needs_chromium
def test_a_short_sheet_prints_on_two_pages(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert fleetbook("rules", "coastal", "--page", "-o", str(path)).code == 0
    assert printed(path, tmp_path).count(b"/Type /Page\n") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--page",), "--page takes a SYSTEM"),
        (("coastal", "fire", "--page"), "--page takes a SYSTEM"),
        (("coastal", "-o", "x.html"), "belong to --page"),
        (("coastal", "--page", "-o", "x.csv"), "allowed: one of md, html"),
    ],
)
def test_what_is_no_page_is_refused(words: tuple[str, ...], message: str) -> None:
    ran = fleetbook("rules", *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_ruler_tells_how_far_each_band_reaches() -> None:
    """The sheets' figures: C3, C4; 5.2."""
    coastal = fleetbook("rules", "coastal", "--page", "--format", "txt").out
    assert "Weapon points: cannon          15          40          60\n" in coastal
    assert "Score needed to spot           20          40          60          80         100         120\n" in coastal
    page = Page(fleetbook("rules", "aanda", "--page").out)
    strips = {name.text: note.text for name, note in zip(page.all("span", "name"), page.all("span", "note"), strict=True)}
    assert strips["class G"] == "10 / 50 / 70 / 100"
    assert strips["class A"] == "20 / 40"


def test_house_rules_in_force_stand_on_the_page_and_in_its_tables(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'ruleset = "coastal"\ntitle = "The club\'s"\n[table.cannon]\ncells = [["single 20 mm", 3, 1, 1]]\n'
        "[modifiers.shooting]\nstraddled = 5\n",
        encoding="utf-8",
    )
    printed, ours = (
        fleetbook("rules", "coastal", "--page", "--format", "txt", *more).out for more in ((), ("--house", str(house)))
    )
    assert "HOUSE RULES IN FORCE: THE CLUB'S" in ours and "HOUSE RULES" not in printed
    assert "+5  straddled" in ours and "+5  straddled" not in printed


def test_house_rules_of_another_system_are_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('ruleset = "coastal"\ntitle = "x"\n[modifiers.shooting]\nstraddled = 5\n', encoding="utf-8")
    ran = fleetbook("rules", "aanda", "--page", "--house", str(house))
    assert (ran.code, ran.out) == (2, "") and "found coastal, allowed: house rules for aanda" in ran.err
    assert fleetbook("rules", "coastal", "--house", str(house)).code == 2
