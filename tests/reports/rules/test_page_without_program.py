"""The page for the table says all that orders look up, so that a battle can be played from it and the cards alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import unescape

import pytest

from fleetbook.core.tables.table import RuleTables
from fleetbook.store.catalogue import ruleset, ruleset_ids
from tests.cli.shell import fleetbook
from tests.golden.playing import BATTLES, scenario
from tests.golden.recorded import Recorded

ESTIMATE = "the card has the boxes that it gives"
OF_THE_AID = {
    "speed_classes": "the card has the speed that it gives",
    "belts": "the card has the armour that it gives",
    "weather_change": "its results are the words of the weather table",
    "turns_shown_ahead": "it says what the program shows",
    **dict.fromkeys(
        ("primary_share", "secondary_share", "most_secondary", "light_guns_each", "tubes_each", "hull_tons", "hull_more"),
        ESTIMATE,
    ),
}
PROGRAM_ONLY = {
    "coastal": {
        "engines": "sentence C1 says the speed of each box",
        "bridge": "the card has the boxes",
        "gunfire_results": "its results are the words of the gunfire table",
        "torpedo_results": "the sentences of C8 say what each result does",
        "hull_factor": ESTIMATE,
        "hull_power": ESTIMATE,
    },
    "aanda": {
        "critical_effects": "sentence A5 says what each does",
        "ongoing_damage": "sentence 2.2 says the dice",
        "to_hit": "sentence 5.3 says die and score",
        "band_modifiers": "the modifiers name the bands",
        "halves_round": "the card has the class of each gun",
        "hull_square_root_share": ESTIMATE,
        "least_hull": ESTIMATE,
    },
    "fgdn": {
        **dict.fromkeys(("sea_state", "barrels", "target_speed", "beyond_range_finder"), "the modifiers name its rows"),
        **dict.fromkeys(("points_armoured", "points_unarmoured", "points_power"), ESTIMATE),
        "breaks_rounded": "the card has the points of each speed",
        "not_fired_on": "it says when the program asks",
    },
    "gwas": OF_THE_AID,
    "gwas-variant": OF_THE_AID,
}
"""What only the program reads, with the reason why players do without it."""


@cache
def page(system: str) -> str:
    """The words of the page, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", fleetbook("rules", system, "--page").out)).split())


def in_sentences(tables: RuleTables) -> set[str]:
    """What the sentences of the page say: figures, readings and the tables whose cells they name."""
    return {name.split("/")[0] if name.count("/") == 2 else name for aid in tables.aids for name in aid.names}


def stands(system: str) -> dict[str, Callable[[str, str], bool]]:
    """For each kind of look-up, whether the page says it."""
    tables, said, printed = ruleset(system).tables, in_sentences(ruleset(system).tables), page(system)
    beside = {table.beside: table.id for table in tables.tables.values() if table.beside}

    def table_stands(name: str, row: str) -> bool:
        head = tables.tables[beside.get(name, name)]
        return f"{head.title} ({head.section})" in printed

    def figure_stands(name: str, row: str) -> bool:
        return name in said or name in printed

    def modifier_stands(name: str, row: str) -> bool:
        line = tables.modifiers[name].lines[row]
        return f"{line.value:+d} {line.text}" in printed

    def reading_stands(name: str, row: str) -> bool:
        return name in said or tables.readings[name].text in printed

    return {"cell": table_stands, "figure": figure_stands, "modifier": modifier_stands, "reading": reading_stands}


@pytest.mark.parametrize("battle", BATTLES)
def test_all_that_a_recorded_battle_looks_up_stands_on_the_page(battle: str) -> None:
    system = scenario(battle).ruleset
    kinds = stands(system)
    lines = Recorded(battle).lines
    looked = {(found["kind"], found["name"], found["row"]) for line in lines for found in line["looked_up"]}
    looked |= {("reading", name, "") for line in lines for name in line["consulted"]}
    assert len(looked) > 20
    missing = [found for found in looked if not kinds[found[0]](*found[1:])]
    assert {name for _, name, _ in missing} <= set(PROGRAM_ONLY[system])


@pytest.mark.parametrize("system", ruleset_ids())
def test_nothing_is_left_out_but_what_only_the_program_reads(system: str) -> None:
    tables, kinds = ruleset(system).tables, stands(system)
    left = {name for name in tables.tables if not kinds["cell"](name, "")}
    left |= {name for name, reading in tables.readings.items() if not (reading.campaign or kinds["reading"](name, ""))}
    left |= {name for name in tables.figures if not kinds["figure"](name, "")}
    assert left == set(PROGRAM_ONLY[system])
    for name, modifiers in tables.modifiers.items():
        assert all(kinds["modifier"](name, line) for line in modifiers.lines)


def test_a_reading_is_said_with_its_value_and_what_a_modifier_means_stands_beside_it() -> None:
    assert (
        "F20 A hit on the main battery or the casemates may hit their fire control even if it did not pierce the armour. [yes]"
        in page("fgdn")
    )
    assert "-1 firer or target moving more than 6 cm. Counts once if both ships are fast." in page("coastal")


def test_the_page_of_the_variant_says_what_each_random_event_does() -> None:
    tables = ruleset("gwas-variant").tables
    for name, title in ("tactical_events", "Tactical random events"), ("strategic_events", "Strategic random events"):
        said = " ".join(aid.text for aid in tables.aids if aid.section == title)
        events = {row.result for row in tables.table(name).faces()}
        assert len(events) > 8
        assert [event for event in map(str, events) if event != "No Event" and event.rstrip("!") not in said] == []


def test_the_page_of_the_variant_tells_its_own_sequence_and_not_that_of_the_player_aid() -> None:
    (sequence,) = [aid.text for aid in ruleset("gwas-variant").tables.aids if aid.section == "G13"]
    assert "move 1 area" in sequence and "if no ship sees an enemy" in sequence
    assert "Agree how many hexes they move" in page("gwas") and "Agree how many hexes they move" not in page("gwas-variant")
    for rule in "13 to 15", "16", "18":
        assert f"tactical {rule} " in page("gwas-variant")
