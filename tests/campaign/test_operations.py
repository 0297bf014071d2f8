"""Campaigns by the Great War at Sea player aid: what one operation on its map leaves to the next scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.setup import Squadron
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.rules.gwas.ground.facts import FleetFacts
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup, write_next
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.campaign.seasons import begun, count, give

BLACK_SEA = """
title = "Black Sea"
date = "1914-10-29"
rosters = ["gwas/black-sea"]

[[side]]
name = "Turkey"
port = [{ name = "Constantinople", docks = 1 }]
squadron = [
  { name = "Souchon", mission = "Raid", leader = "Souchon", flagship = "Goeben", zone = "F5", orders = ["Move F4 F3", "Shell"] },
]
ships = [
  { card = "Goeben", squadron = "Souchon", port = "Constantinople" },
  { card = "Breslau", squadron = "Souchon", port = "Constantinople" },
]

[[side]]
name = "Russia"
port = [{ name = "Sevastopol", docks = 1 }]
squadron = [{ name = "Eberhard", mission = "Intercept", zone = "E3" }]
ships = [
  { card = "Evstafi", squadron = "Eberhard", port = "Sevastopol" },
  { card = "Panteleimon", squadron = "Eberhard", port = "Sevastopol" },
]
"""
ALL = ("Goeben", "Breslau", "Evstafi", "Panteleimon")


@pytest.fixture
def season(tmp_path: Path) -> BattleFile:
    return begun(tmp_path, BLACK_SEA)


def squadrons(season: BattleFile, *ships: str) -> dict[str, Squadron]:
    return {one.name: one for one in next_setup(season.journal.battle, ships, "Again").squadrons}


def test_a_fleet_in_port_begins_in_that_port_and_has_its_mission_and_leader(season: BattleFile) -> None:
    souchon = squadrons(season, *ALL)["Souchon"]
    zone = {"zone": "Constantinople", "port": True}
    assert souchon.details == {"mission": "Raid", "leader": "Souchon", "flagship": "Goeben", **zone}


def test_a_fleet_at_sea_has_no_zone_and_no_orders_of_an_old_operation(season: BattleFile) -> None:
    give(season, "sail", ships=["Evstafi", "Panteleimon"], to="at sea")
    assert squadrons(season, *ALL)["Eberhard"].details == {"mission": "Intercept"}


def test_a_fleet_whose_ships_lie_apart_begins_nowhere(season: BattleFile) -> None:
    give(season, "sail", ships=["Panteleimon"], to="at sea")
    assert squadrons(season, *ALL)["Eberhard"].details == {"mission": "Intercept"}
    assert squadrons(season, "Goeben", "Evstafi")["Eberhard"].details["zone"] == "Sevastopol"


def test_a_fleet_without_its_flagship_has_no_leader_and_no_mission_and_its_scenario_can_begin(
    season: BattleFile, tmp_path: Path
) -> None:
    """A raid needs a leader, so the scenario could not begin with this mission."""
    write_next(season.journal.battle, ("Breslau", "Evstafi"), "Again", tmp_path / "next.toml")
    setup = load_setup(tmp_path / "next.toml")
    assert setup.squadrons[0].details == {"zone": "Constantinople", "port": True}
    assert ruleset("gwas").begin(setup).ship("Breslau").in_port


def test_an_operation_leaves_damage_and_fuel_and_nothing_of_its_map(season: BattleFile, tmp_path: Path) -> None:
    """Zones, orders, searches and mines are the map's: the next scenario says where each fleet is."""
    with BattleFile.create(tmp_path / "a.battle", next_setup(season.journal.battle, ALL, "A raid"), "seed") as battle:
        for track in ("hull", "fuel"):
            give(battle, "strike", ship="Goeben", track=track, boxes=2)
        assert FleetFacts(battle.journal.battle, "Souchon").zone == "Constantinople"
        battle.give(EndBattle.from_inputs({"reason": "the fleets go home", "winner": "drawn"}))
    count(season, tmp_path / "a.battle")
    give(season, "sail", ships=["Goeben", "Breslau"], to="at sea")
    give(season, "pass", days=33)
    setup = next_setup(season.journal.battle, ALL, "Again")
    after: Battle[Any] = ruleset("gwas").begin(setup)
    goeben = after.ship("Goeben")
    assert (goeben.full("hull") - goeben.left("hull"), goeben.full("fuel") - goeben.left("fuel")) == (2, 2)
    assert (setup.conditions["month"], setup.conditions["year"]) == ("December", "1914")
    assert FleetFacts(after, "Souchon").zone == ""
    season.close()
    assert verify(tmp_path / "season.campaign") == []
