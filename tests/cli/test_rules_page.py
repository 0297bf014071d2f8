"""``fleetbook rules SYSTEM --page``: order of play, modifiers, tables and figures on a page for the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.doctrines.models import plane_figures
from fleetbook.store.catalogue import ruleset, ruleset_ids
from tests.cli.shell import fleetbook
from tests.reports.browser import needs_chromium, printed, small_print
from tests.reports.page import Page
from tests.share.chromium import Browser


@pytest.mark.parametrize("system", ruleset_ids())
def test_it_has_every_step_modifier_and_table(system: str) -> None:
    rules = ruleset(system)
    page = Page(fleetbook("rules", system, "--page").out)
    assert page.errors == []
    assert [heading.text for heading in page.all("h1")] == [rules.title]
    assert page.all("p", "kicker")[0].text == "For the table"
    titles = " ".join(heading.text for heading in page.all("h3"))
    seconds = {table.beside for table in rules.tables.tables.values()}
    for table in rules.tables.tables.values():
        assert (table.title in titles) == (table.on_page and table.id not in seconds)
    said = page.all("main")[0].text.replace("\N{NO-BREAK SPACE}", " ")
    for modifiers in rules.tables.modifiers.values():
        assert modifiers.title in titles
        assert all(f"{line.value:+d}" in said and line.text in said for line in modifiers.lines.values())
    assert all(phase.title in said for phase in rules.sequence.phases)


def test_as_text_the_figures_are_the_sheet_s() -> None:
    text = fleetbook("rules", "coastal", "--page", "--format", "txt").out
    assert "7-8      -  -         straddle  straddle  1 hit     1 hit     2 hits" in text
    assert "-2  guns over 5" in text
    assert "Gunfire effect (C5), throw D6" in text


def text(system: str, *more: str) -> str:
    """The page as text, without line breaks."""
    return " ".join(fleetbook("rules", system, "--page", "--format", "txt", *more).out.split())


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("coastal", "C7 Repairs: throw D6 for each damaged system"),
        ("coastal", "6 or more restores the system, or one box with a stroke"),
        ("coastal", "the first damages a sound system (mark one stroke), the second destroys it (a cross)"),
        ("coastal", "A hit by 3 inches or more destroys the system"),
        ("coastal", "The target need not be seen and is 30 cm away or more. They run straight"),
        ("coastal", "a ship that may not shoot fires none; it does not count as firing"),
        ("coastal", "up to as many as it has tubes in a turn, singly or together"),
        ("coastal", "Looks, lights and shots of a firing step come in any order"),
        ("coastal", "Radar is on at the start"),
        ("coastal", "target moving 12 cm or more"),
        ("coastal", "firer or target moving more than 6 cm"),
        ("aanda", "turns away from the enemy this turn, as far as agreed (the sheet is silent); it may fire"),
        ("aanda", "a 1 or a 10 thrown has no effect of its own"),
        ("coastal", "15 cm in each of their side's moves, before its ships move"),
        ("coastal", "one meets any ship, friend or enemy, that its run touches"),
        ("coastal", "If the cards say that one side is alerted, the other begins unaware of the enemy"),
        ("coastal", "add up the points of all her cannon at one target"),
        ("coastal", "the systems with the next lower and the next higher number"),
        ("aanda", "divide the rammer's knots of this move by 3, round down, add d10, and take off the target's hull armour"),
        ("aanda", "-1 any other firer in Gale"),
        ("aanda", "The winner says which side moves first; the winner spots and fires first, whoever moves first"),
        ("coastal", "Arcs of mounts and torpedo tubes alike: front bears front, port, starboard"),
        ("coastal", "A ship without bridge boxes adds +1 to her score needed"),
        ("coastal", "up to 2.9 1 3-3.7 6"),
        ("aanda", "each die that hits is thrown again with the modifiers, 1 time, and must hit again; if both evade, 2 times"),
        ("aanda", "d10 with modifiers, 8+"),
        ("aanda", "the maximum is the full speed divided by 2, rounded down, which also says who is slow; 2 hits stop the ship"),
        ("aanda", "one for each catastrophic explosion or flooding"),
        ("aanda", "take off all splash markers"),
        ("aanda", "d10, 4 or more passes"),
        ("aanda", "when it has failed 2 times it leaves the table"),
        ("coastal", "when it sees an enemy ship or torpedo, is fired at"),
        ("aanda", "all gun fire, then all torpedo fire"),
        ("aanda", "G 10 cm: n/a 50 cm: d20 70 cm: d12 100 cm: d10"),
        ("gwas", "C1.1 the side with initiative moves 2+"),
    ],
)
def test_it_says_what_players_need_without_the_program(system: str, said: str) -> None:
    """The sheets' words and the readings: C1 to C9; A2, A4 to A9, 5.2."""
    assert said in text(system)


def test_the_page_proposes_the_centimetres_a_knot_of_the_plane() -> None:
    """The sheet prints none. What doctrines move is a proposal for players, too."""
    figure = plane_figures(ruleset("aanda").doctrines).of("distance a speed")
    assert f"how far a knot goes ({figure:g} cm" in text("aanda")


@pytest.mark.parametrize(
    ("system", "internal"),
    [
        ("coastal", "What a result of gunfire earns"),
        ("coastal", "What a torpedo's result does"),
        ("aanda", "short short"),
        ("fgdn", "barrels_3"),
        ("gwas", "initiative-move-1"),
        ("gwas-variant", "initiative-move-1"),
        ("coastal", " .."),
    ],
)
def test_what_only_the_program_reads_is_left_out(system: str, internal: str) -> None:
    assert internal not in text(system)


LONGEST = ("fgdn", "gwas-variant")
"""The systems whose pages are measured in every run, those of the others in a campaign: all have one style sheet."""


@needs_chromium
@pytest.mark.parametrize(
    "system", [pytest.param(name, marks=[pytest.mark.campaign] * (name not in LONGEST)) for name in ruleset_ids()]
)
def test_no_letter_is_smaller_than_eight_points(system: str, tmp_path: Path, browser: Browser) -> None:
    """Measured in the PDF: 8 points are the least that is read at arm's length."""
    path = tmp_path / "page.html"
    assert fleetbook("rules", system, "--page", "-o", str(path)).code == 0
    assert small_print(printed(path, browser), 8) == []


@needs_chromium
@pytest.mark.parametrize(("system", "pages"), [("coastal", 2), ("aanda", 3)])
def test_a_short_sheet_prints_on_few_pages(system: str, pages: int, tmp_path: Path, browser: Browser) -> None:
    path = tmp_path / "page.html"
    assert fleetbook("rules", system, "--page", "-o", str(path)).code == 0
    assert printed(path, browser).count(b"/Type /Page\n") == pages


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


def test_house_rules_change_the_sentences_too(tmp_path: Path) -> None:
    """C7 throws a D6 and C6 destroys at the second light hit, but the club has it otherwise."""
    house = tmp_path / "house.toml"
    change = "[reading.{}]\nvalue = {}\nreason = 'the club'\n"
    changes = change.format("repair_score", 5) + change.format("second_light_hit_destroys", "false")
    house.write_text("ruleset = 'coastal'\ntitle = 'x'\n" + changes, encoding="utf-8")
    said = text("coastal", "--house", str(house))
    assert "5 or more restores the system" in said
    assert "the second destroys it. [yes; here: no]" in said


def test_house_rules_of_another_system_are_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('ruleset = "coastal"\ntitle = "x"\n[modifiers.shooting]\nstraddled = 5\n', encoding="utf-8")
    ran = fleetbook("rules", "aanda", "--page", "--house", str(house))
    assert (ran.code, ran.out) == (2, "") and "found coastal, allowed: house rules for aanda" in ran.err
    assert fleetbook("rules", "coastal", "--house", str(house)).code == 2
