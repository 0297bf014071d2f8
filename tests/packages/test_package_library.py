"""Rosters and scenarios that a package brings stand beside the program's own, say whose they are, and go with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import entries, find, new_own_path
from fleetbook.tui.home.listing import items
from fleetbook.tui.roster.ship_picker import NO_SHIPS, ShipPicker, installed_rosters
from tests.packages.guests import Guest


def test_they_are_found_by_name_and_say_whose_they_are(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.install()
    found = {entry.full_name: entry for entry in entries() if entry.ruleset == "skirmish"}
    assert {name: (entry.kind, entry.package, entry.own) for name, entry in found.items()} == {
        "skirmish/duel": ("scenario", "skirmish 1", False),
        "skirmish/ships": ("roster", "skirmish 1", False),
    }
    assert find("scenario", "duel") == guest.folder / "skirmish/rosters/skirmish/duel.toml"
    assert load_setup("skirmish/duel").title == "Duel"
    notes = {item.title: (item.note, item.group) for item in items() if item.ruleset == "skirmish"}
    assert notes["Duel"] == ("skirmish/duel, from skirmish 1", "Scenarios · Skirmish")
    assert list(installed_rosters(ruleset("skirmish"))) == ["skirmish/ships"]
    for words in (
        ["new", "duel", "-o", "d.battle"],
        ["sheets", "ships", "-o", "s.html"],
        ["check", str(found["skirmish/duel"].path)],
    ):
        assert main(words) == 0, capsys.readouterr().err


def test_they_are_read_where_the_package_has_them_and_go_with_it(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    guest.install()
    guest.edited("skirmish/rosters/skirmish/ships.toml", "hull = 3", "hull = 9")
    assert load_setup("skirmish/duel").ships[0].card["hull"] == 9
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder != str(guest.folder)])
    with pytest.raises(InvalidInput, match="scenario: found skirmish/duel"):
        find("scenario", "skirmish/duel")
    assert [entry for entry in entries() if entry.package] == []


def test_a_scenario_of_ones_own_takes_cards_of_a_package(guest: Guest) -> None:
    guest.install()
    own = new_own_path("skirmish", "Mine")
    duel = find("scenario", "skirmish/duel").read_text(encoding="utf-8")
    own.write_text(duel.replace("ships.toml", "skirmish/ships"), encoding="utf-8")
    assert [ship.name for ship in load_setup("skirmish/mine").ships] == ["Arrow", "Bolt"]
    assert [(entry.name, entry.own) for entry in entries("scenario", "skirmish")] == [("duel", False), ("mine", True)]


def test_looking_for_them_runs_nothing_of_the_package(guest: Guest) -> None:
    guest.install()
    assert [entry.name for entry in entries("roster", "skirmish")] == ["ships"]
    assert not [name for name in sys.modules if name.startswith("skirmish")]


def test_a_picker_without_ships_says_what_to_do(guest: Guest, tmp_path: Path) -> None:
    guest.install()
    (guest.folder / "skirmish/rosters/skirmish/ships.toml").unlink()
    picker = ShipPicker("Red", ruleset("skirmish"), lambda picks: None)
    assert "".join(text for text, _ in picker.frame((80, 24)).standing).strip() == NO_SHIPS
    picker.take_ships()
    assert picker.message.text == NO_SHIPS
