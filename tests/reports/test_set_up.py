"""Where the models stand at the start: the places of the scenario files, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.reports.scenario import told_set_up
from fleetbook.reports.set_up import set_up
from fleetbook.reports.sheets.cards import setup_sheets
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import fleetbook


def told(name: str) -> list[str]:
    setup = load_setup(name)
    return [*set_up(ruleset(setup.ruleset).begin(setup))]


def test_the_table_and_each_formation_are_told_as_the_scenario_s_file_places_them() -> None:
    """The channel of Chemulpo is 60 by 200 cm; Varyag stands at 30, 175 and steers 180 degrees, Koreets 6 cm behind her."""
    lines = told("chemulpo")
    assert lines[0] == "the table is 60 cm from west to east and 200 from south to north"
    assert lines[-1] == "Station ships: Varyag at 30, 175; then Koreets in column, 6 cm apart; heading 180° (south); speed 13 kt"
    assert len(lines) == 2 + 4


def test_ships_of_one_formation_whose_speeds_differ_are_told_apart() -> None:
    """Half of 16 cm and half of 12 cm (C1)."""
    boats = next(line for line in told("convoy") if "MTB 221" in line)
    assert boats.startswith(
        "Royal Navy: MTB 221 at 105, 186; then MTB 233, MTB 234 and MTB 624 in line abreast to starboard, 12 cm apart"
    )
    assert boats.endswith("heading 180° (south); speed 8 cm (MTB 624 6 cm)")


def test_a_briefing_for_all_does_not_tell_what_is_behind_a_contact_marker() -> None:
    """The third Chinese squadron of the Yalu comes on as a contact marker."""
    setup = load_setup("yalu")
    journal = Journal(ruleset(setup.ruleset), setup, "1")
    hidden = [ship.name for ship in journal.setup.ships if journal.start.ship(ship.name).hidden]
    assert hidden
    aloud, japan = ("\n".join(told_set_up(read_by(journal, hears))) for hears in ("", "Japan"))
    assert not [name for name in hidden if name in aloud + japan]
    assert "China: the places of hidden ships are in the briefing for this side alone" in aloud
    assert hidden[0] in "\n".join(told_set_up(read_by(journal, "China")))


def test_printed_cards_have_the_set_up_behind_the_story() -> None:
    assert "The table is 60 cm from west to east and 200 from south to north." in setup_sheets(load_setup("chemulpo")).scenario


def test_a_scenario_without_places_tells_none() -> None:
    assert told("fgdn/coronel") == []


def test_the_briefing_of_a_scenario_needs_no_battle_and_has_no_seal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = fleetbook("report", "convoy", "--briefing", "--format", "txt")
    assert (ran.code, "M 388 at 148, 58" in ran.out, "Seal" in ran.out) == (0, True, False)


def test_a_report_of_a_scenario_without_a_battle_is_refused_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert fleetbook("report", "convoy").code == 2
