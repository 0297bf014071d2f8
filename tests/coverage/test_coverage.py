"""Every section of every sheet is ruled on and proved, and the tables that say so are fresh."""

from __future__ import annotations

import dataclasses

import pytest

from fleetbook.store.catalogue import ruleset_ids
from tests.coverage.declared import rulings
from tests.coverage.gaps import gaps
from tests.coverage.proofs import named_after, proving
from tests.coverage.sheet import Group, Section, Sentence, Sheet, sheets
from tests.coverage.short import runs
from tests.coverage.table import PAGE, page

STALE = "stale: run python -m tests.coverage"
BY_NAME = {sheet.ruleset: sheet for sheet in sheets()}

# The numbers and heads that each sheet prints, and the readings that each needs, counted apart from the lists.
PRINTED = {
    "coastal": {"Order of play", "To spot at", "Torpedoes", "Shooting variables"},
    "aanda": {"2.2", "2.4", "5.2", "5.3", "5.4", "5.5", "5.7", "5.10", "5.12", "5.16", "5.17"},
    "fgdn": {
        *("8.1", *(f"8.1.{number}" for number in range(1, 11)), "8.1.6.1", "8.1.7.1", "8.1.7.2"),
        *("6-4", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8"),
    },
    "gwas": {
        *("Weather Table", "Weather Effects", "Movement Allowance Modifiers", "Minefield Table", "Minefield Damage"),
        *("Sweeping Mines", "Merchant Location Table", "Pursuit", "Foundering Check", "Launching Aircraft"),
        *("Recovering Aircraft", "Involuntary Grounding", "Refloating", "Search Table", "Battle Initiative", "Sighting Ranges"),
        *("Weapon Ranges", "Weapon Strength Modifiers", "Weapon Hit Table", "Anti-Submarine Attacks", "MTB Attacks"),
        *("Emergency Repairs", "Gunnery Damage Table", "Torpedo Damage Table", "Critical Damage Table", "Referred Pain"),
        *("Scenario Preparation", "Game Turn Sequence of Play", "Tactical Combat Sequence of Play", "Counter and Map Errata"),
    },
    "gwas-variant": {
        *(f"tactical {number}" for number in range(1, 19)),
        *(f"strategic {number}" for number in range(1, 12)),
        *("Shields Up", "The Fog Lifts", "Fire Control Difficulties", "Fog of War", "No Event", "Surprise", "Damage Control"),
        *("Confusion Reigns", "Torpedo Attack", "Mass Confusion Reigns"),
        *("Rogue Mine", "Condenser Problems", "Erroneous Report", "Situation Clarifies", "Neutral Report", "This Just In"),
        *("Danger Ahead", "All is Lost"),
    },
}
READINGS = {
    "coastal": ("C", 1, 11),
    "aanda": ("A", 0, 10),
    "fgdn": ("F", 1, 70),
    "gwas": ("G", 1, 31),
    "gwas-variant": ("V", 1, 25),
}
CRITICALS = {
    *("Aircraft", "Ammo and fuel", "Battery", "Bridge", "Cargo", "Casemate", "Communications", "Engineering", "Fire control"),
    *("Flight deck", "Flotation", "Fuel tank", "Hull deformation", "Hull penetration", "Main battery", "Other weapon"),
    *("Personnel", "Rudder", "Sensor or communications", "Switchboard", "Torpedo or ASW weapon", "Weapon"),
}


def test_every_rule_system_has_its_list() -> None:
    assert set(BY_NAME) == set(ruleset_ids()) == {"coastal", "aanda", "fgdn", "gwas", "gwas-variant"}


@pytest.mark.parametrize("sheet", sheets(), ids=lambda sheet: sheet.ruleset)
def test_every_section_is_ruled_on_and_proved_and_every_rule_has_its_section(sheet: Sheet) -> None:
    assert gaps(sheet) == ()


@pytest.mark.parametrize("name", PRINTED)
def test_no_printed_section_is_left_out(name: str) -> None:
    ids = {section.id for section in BY_NAME[name].sections}
    chapters = {id_.partition(" ")[0] for id_ in ids}
    assert ids | chapters >= PRINTED[name]


def test_no_critical_hit_of_8_3_is_left_out() -> None:
    ids = {section.id for section in BY_NAME["fgdn"].sections}
    assert {id_.removeprefix("8.3 ") for id_ in ids if id_.startswith("8.3 ")} == CRITICALS


@pytest.mark.parametrize("name", READINGS)
def test_no_reading_is_left_out(name: str) -> None:
    letter, first, last = READINGS[name]
    group = BY_NAME[name].groups[-1]
    assert [section.id for section in group.sections] == [f"{letter}{number}" for number in range(first, last + 1)]


def test_what_is_left_to_the_referee_says_why() -> None:
    left = {section.id: section.referee for sheet in sheets() for section in sheet.sections if section.referee}
    assert set(left) == {"3.1.1", "7.0.4", "Patrol zones and airships", "Rules of the main book kept in use"}
    assert all(len(reason.split()) > 5 for reason in left.values())


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), STALE


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("test_a3_a4_location_then_armour", ("a3", "a4")),
        ("test_8_1_7_narrow_aspect_halves", ("8.1.7",)),
        ("test_6_4_gunfire", ("6-4",)),
        ("test_4_v1_a_fuel_box_for_every_nine_zones", ("v1", "4")),
        ("test_c9_c10_c11", ("c9", "c10", "c11")),
        ("test_fire_at_3_hexes", ()),
    ],
)
def test_a_test_is_of_the_sections_that_begin_its_name(name: str, sections: tuple[str, ...]) -> None:
    assert named_after(name) == sections


def test_a_reading_finds_its_rules_and_its_tests_by_itself() -> None:
    sheet = BY_NAME["coastal"]
    repairs = Section("C7", "repairs")
    assert [(one.kind, one.id) for one in rulings(sheet, repairs)[:3]] == [
        ("order", "repair"), ("reading", "repair_die"), ("reading", "repair_score"),
    ]  # fmt: skip
    assert {proof.module for proof in proving(sheet, repairs)} == {"test_c7_repairs.py", "test_results.py", "test_ship_cards.py"}


@pytest.mark.parametrize(
    ("section", "gap"),
    [
        (Section("C99", "nothing"), "coastal: nothing rules on C99"),
        (Section("C99", "nothing"), "coastal: no test proves C99"),
        (Section("C7", "repairs"), "coastal: C7 stands there twice"),
        (Section("C98", "code that went", code=("repairs.gone",)), "coastal: C98: no code repairs.gone"),
        (Section("C98", "an order that went", also=("C7",), by=("gone",)), "coastal: C98: no gone of that section"),
        (Section("C98", "a test that went", tests=("test_gone.py",)), "coastal: C98: no test test_gone.py"),
        (Section("C98", "both", tests=("test_c7_*",), referee="why"), "coastal: C98 is left to the referee and ruled on"),
    ],
)
def test_a_gap_is_told(section: Section, gap: str) -> None:
    sheet = BY_NAME["coastal"]
    assert gap in gaps(dataclasses.replace(sheet, groups=(*sheet.groups, Group("More", (section,)))))


@pytest.mark.parametrize(
    ("sentence", "gap"),
    [
        (Sentence("C99", "nothing", ("repair",), ("*",)), "coastal: C99, nothing: no section C99"),
        (Sentence("C7", "a die", ("gone",), ("*",)), "coastal: C7, a die: no gone of that section"),
        (Sentence("C7", "a die", ("repair",)), "coastal: C7, a die: nothing rules on it or proves it"),
    ],
)
def test_a_gap_of_a_sentence_is_told(sentence: Sentence, gap: str) -> None:
    sheet = BY_NAME["coastal"]
    assert gap in gaps(dataclasses.replace(sheet, sentences=(*sheet.sentences, sentence)))


@pytest.mark.parametrize("name", ["coastal", "aanda", "gwas", "gwas-variant"])
def test_every_printed_section_is_told_sentence_by_sentence(name: str) -> None:
    sheet = BY_NAME[name]
    printed = {section.id for group in sheet.groups[:-1] for section in group.sections}
    assert printed == {sentence.section for sentence in sheet.sentences}


def test_the_tests_of_a_sentence_prove_its_section() -> None:
    section = next(section for section in BY_NAME["aanda"].sections if section.id == "2.2")
    assert "test_a9_spotting.py::test_a9_spotting_alternates_and_the_winner_begins" in {
        proof.id for proof in proving(BY_NAME["aanda"], section)
    }


def test_a_rule_of_no_section_is_told() -> None:
    sheet = BY_NAME["coastal"]
    fewer = [dataclasses.replace(g, sections=tuple(s for s in g.sections if s.id != "C7")) for g in sheet.groups]
    found = gaps(dataclasses.replace(sheet, groups=tuple(fewer)))
    assert "coastal: order repair is of c7, which no list has" in found
    assert "coastal: reading repair_die stands under no section" in found


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (("F1", "F2", "F3", "F5"), "F1–3, F5"),
        (("tactical 1", "tactical 2"), "tactical 1–2"),
        (("8.1", "8.1.1", "8.1.2", "8.1.6.1"), "8.1, 8.1.1–2, 8.1.6.1"),
        (("6-4 Target", "6-4 Per cent"), "6-4 (2 heads)"),
        (("Pursuit", "Refloating"), "Pursuit, Refloating"),
    ],
)
def test_neighbours_are_drawn_together(ids: tuple[str, ...], told: str) -> None:
    assert runs(ids) == told
