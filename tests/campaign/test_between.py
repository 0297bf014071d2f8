"""Between battles: ships sail, days mend them, docks take one ship after another, ports restock, and new ships join."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.rules.campaign.ship import CampaignFacts, Port
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.plan import campaign_house, find_plan, read_plan
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.paths import find
from tests.campaign.seasons import PLAN, begun, count, give, plan_in
from tests.cli.shell import fleetbook

SCARRED = PLAN.replace('port = "Roads" },\n  { card = "Retvizan"', 'port = "Roads", left = { POLTAVA } },\n  { card = "Retvizan"')
BOATS = PLAN.replace('name = "MTB 2", port = "Haven" }', 'name = "MTB 2", port = "Haven", left = { BOAT } }')


def poltava(folder: Path, left: str) -> BattleFile:
    """A campaign in which this is left of Poltava, at the Roads with two docks."""
    return begun(folder, SCARRED.replace("POLTAVA", left))


def left(file: BattleFile, ship: str) -> dict[str, Any]:
    return dict(file.journal.battle.ship(ship).scars)


def test_a_dock_mends_a_hull_box_in_two_days(tmp_path: Path) -> None:
    with poltava(tmp_path, "hull = 20") as file:
        give(file, "refit", port="Roads")
        for days, hull in ((1, 20), (1, 21), (4, 23), (7, 26)):
            give(file, "pass", days=days)
            assert left(file, "Poltava") == {"hull": hull}
        card = file.journal.battle.card("Poltava")
        assert (card.motion, [sign.text for sign in card.conditions]) == ("Roads", ["in dock"])
        give(file, "pass", days=1)
        assert left(file, "Poltava") == {}
        assert Port(file.journal.battle, "Roads").queue == ("Retvizan",)  # she lacks more boxes
    assert verify(tmp_path / "season.campaign") == []


def test_a_rudder_is_mended_at_sea_in_a_day_and_an_engine_only_in_dock(tmp_path: Path) -> None:
    with poltava(tmp_path, "rudder = true, engine = 1, bridge = true") as file:
        give(file, "sail", ships=["Poltava"], to="at sea")
        give(file, "pass", days=30)
        assert left(file, "Poltava") == {"engine": 1, "bridge": True}
        give(file, "sail", ships=["Poltava"], to="Roads")
        give(file, "refit", port="Roads", without=["Retvizan"])
        give(file, "pass", days=4)
        assert len(left(file, "Poltava")) == 1
        give(file, "pass", days=1)
        assert left(file, "Poltava") == {}


def test_a_main_gun_takes_five_days_and_a_secondary_gun_two(tmp_path: Path) -> None:
    with poltava(tmp_path, '"guns out/fore 12 in" = 2') as file:
        give(file, "refit", port="Roads")
        give(file, "pass", days=9)
        assert left(file, "Poltava") == {"guns out/fore 12 in": 1}
        give(file, "pass")
        assert left(file, "Poltava") == {}


def test_a_light_hit_is_mended_under_way_with_its_box_and_a_heavy_one_is_not(tmp_path: Path) -> None:
    text = BOATS.replace("BOAT", 'engines = 1, "light hits/engines" = 1')
    with begun(tmp_path, text) as file:
        full = file.journal.battle.ship("MTB 2").full("engines")
        give(file, "pass")
        assert left(file, "MTB 2") == ({"engines": 2} if full > 2 else {})
        give(file, "pass", days=20)
        assert left(file, "MTB 2") == ({"engines": 2} if full > 2 else {})


def test_a_port_restocks_torpedoes_and_nothing_else_does(tmp_path: Path) -> None:
    (folder := tmp_path / "damaged").mkdir()
    with begun(tmp_path) as file:
        tubes = file.journal.battle.ship("Poltava").new.card.torpedoes[0].name
    with poltava(folder, f'hull = 20, "torpedoes/{tubes}" = 0') as file:
        give(file, "pass", days=9)
        assert left(file, "Poltava") == {"hull": 20, f"torpedoes/{tubes}": 0}
        give(file, "restock", port="Roads")
        assert left(file, "Poltava") == {"hull": 20}
        with pytest.raises(Refused, match="no ship at Roads has used any stores"):
            give(file, "restock", port="Roads")


def test_a_port_with_a_capacity_restocks_one_ship_after_another_as_days_pass(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        poltava, retvizan = (file.journal.battle.ship(name).new.card.torpedoes[0].name for name in ("Poltava", "Retvizan"))
    text = SCARRED.replace("POLTAVA", f'"torpedoes/{poltava}" = 0').replace(
        "left = { hull = 20 }", f'left = {{ "torpedoes/{retvizan}" = 0 }}'
    )
    (folder := tmp_path / "stores").mkdir()
    with begun(folder, text.replace('name = "Roads", docks = 2', 'name = "Roads", docks = 2, stores = 1')) as file:
        record = give(file, "restock", port="Roads", first=["Retvizan"])
        assert file.journal.results(record)[0].words == "Roads restocks Retvizan and Poltava, 1 ship a day."
        assert left(file, "Retvizan") and left(file, "Poltava")
        with pytest.raises(Refused, match="Roads gives stores to these ships already"):
            give(file, "restock", port="Roads", first=["Retvizan"])
        give(file, "pass", days=1)
        assert (left(file, "Retvizan"), bool(left(file, "Poltava"))) == ({}, True)
        assert Port(file.journal.battle, "Roads").restocking == ("Poltava",)
        give(file, "sail", ships=["Poltava"], to="at sea")
        give(file, "pass", days=3)
        assert left(file, "Poltava")
        give(file, "sail", ships=["Poltava"], to="Roads")
        give(file, "restock", port="Roads")
        give(file, "pass", days=1)
        assert left(file, "Poltava") == {}
        with pytest.raises(Refused, match="no ship at Roads has used any stores"):
            give(file, "restock", port="Roads")
    assert verify(folder / "season.campaign") == []


def test_a_port_without_a_capacity_says_that_it_restocks_at_once_and_leaves_out_whom_the_referee_names(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        tubes = file.journal.battle.ship("Poltava").new.card.torpedoes[0].name
    (folder := tmp_path / "damaged").mkdir()
    with poltava(folder, f'"torpedoes/{tubes}" = 0') as file:
        with pytest.raises(Refused, match="every ship is left out"):
            give(file, "restock", port="Roads", without=["Poltava"])
        path = str(folder / "season.campaign")
        told = " ".join(fleetbook("campaign", "report", path, "--part", "repairs").out.split())
        assert "To be restocked: Poltava (torpedoes " in told
        record = give(file, "restock", port="Roads")
        assert file.journal.results(record)[0].words == "Restocked at Roads at once: Poltava."
        assert "To be restocked" not in fleetbook("campaign", "report", path).out


def test_one_dock_mends_one_ship_and_the_first_named_goes_first(tmp_path: Path) -> None:
    text = SCARRED.replace("POLTAVA", "hull = 25").replace('"Roads", docks = 2', '"Roads", docks = 1')
    with begun(tmp_path, text) as file:
        give(file, "refit", port="Roads", first=["Retvizan"])
        assert Port(file.journal.battle, "Roads").queue == ("Retvizan", "Poltava")
        give(file, "pass", days=2)
        assert (left(file, "Retvizan"), left(file, "Poltava")) == ({"hull": 21}, {"hull": 25})
        give(file, "refit", port="Roads", first=["Poltava"])
        give(file, "pass", days=5)
        assert (left(file, "Poltava"), Port(file.journal.battle, "Roads").queue) == ({}, ("Retvizan",))
        assert left(file, "Retvizan") == {"hull": 21}  # her day in dock is spent on the next box
        give(file, "pass")
        assert left(file, "Retvizan") == {"hull": 22}


def test_a_ship_in_dock_neither_sails_nor_fights_and_may_be_left_out(tmp_path: Path) -> None:
    with poltava(tmp_path, "hull = 20") as file:
        give(file, "refit", port="Roads")
        for match in ("Poltava is in dock at Roads",):
            with pytest.raises(Refused, match=match):
                give(file, "sail", ships=["Poltava"], to="at sea")
            with pytest.raises(Refused, match=match):
                next_setup(file.journal.battle, ["Mikasa", "Poltava"], "")
        give(file, "refit", port="Roads", without=["Poltava"])
        give(file, "sail", ships=["Poltava"], to="at sea")
        assert file.journal.battle.ship("Poltava").berth == ""


def test_a_port_without_a_dock_mends_nothing(tmp_path: Path) -> None:
    text = PLAN.replace('name = "MTB 2", port = "Haven" }', 'name = "MTB 2", port = "Sound", left = { hull = 1 } }')
    with begun(tmp_path, text) as file:
        give(file, "refit", port="Sound")
        give(file, "pass", days=50)
        assert left(file, "MTB 2") == {"hull": 1}
        assert not file.journal.battle.ship("MTB 2").held


def test_ships_sail_to_ports_of_their_side_alone(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        with pytest.raises(Refused, match="Roads is a port of South"):
            give(file, "sail", ships=["Mikasa", "Asahi"], to="Roads")
        with pytest.raises(Refused, match="Mikasa is at Haven already"):
            give(file, "sail", ships=["Mikasa"], to="Haven")
        give(file, "sail", ships=["Mikasa", "MTB 2"], to="Sound")
        assert [file.journal.battle.ship(name).berth for name in ("Mikasa", "MTB 2", "Asahi")] == ["Sound", "Sound", ""]


def test_a_ship_joins_on_her_day_or_by_a_ruling(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        with pytest.raises(Refused, match="Fuji is not in service yet"):
            give(file, "sail", ships=["Fuji"], to="Haven")
        give(file, "pass", days=7)
        assert not file.journal.battle.ship("Fuji").joined
        file.undo()
        give(file, "join", ship="Fuji")
        assert not file.journal.battle.ship("Fuji").held
        file.undo()
        record = give(file, "pass", days=8)
        assert not file.journal.battle.ship("Fuji").held
        assert file.journal.results(record)[0].words == "8 days pass: 16 Feb 1904."


def house(folder: Path, system: str, name: str) -> Path:
    """A house-rule file by which a hull box takes a day."""
    path = folder / "house.toml"
    reading = f'[reading."{name}"]\nvalue = 1\nreason = "Our yard works at night."\n'
    path.write_text(f'ruleset = "{system}"\ntitle = "Our yard"\n{reading}', encoding="utf-8")
    return path


@pytest.mark.parametrize(("system", "name"), [("campaign", "aanda days_hull"), ("aanda", "days_hull")])
def test_a_club_s_house_rules_change_the_days(tmp_path: Path, system: str, name: str) -> None:
    rules = campaign_house(house(tmp_path, system, name))
    setup = read_plan(plan_in(tmp_path, SCARRED.replace("POLTAVA", "hull = 20")))
    with BattleFile.create(tmp_path / "season.campaign", setup, "seed", [rules]) as file:
        give(file, "refit", port="Roads")
        give(file, "pass", days=3)
        assert left(file, "Poltava") == {"hull": 23}


def test_house_rules_of_battles_are_not_for_a_campaign_and_days_not_for_a_scenario(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="allowed: changes of days_bridge, days_engine"):
        campaign_house(house(tmp_path, "aanda", "engine_hits_that_stop"))
    with pytest.raises(InvalidInput, match="readings: key: found days_hull"):
        scenario = tmp_path / "yalu.toml"
        yalu = find("scenario", "yalu").read_text(encoding="utf-8")
        scenario.write_text(f'{yalu}\n[readings]\ndays_hull = {{ value = 1, reason = "Our yard." }}\n', encoding="utf-8")
        read_setup(scenario)


def test_a_referee_strikes_and_sets_what_her_own_rules_let_him(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "strike", ship="Mikasa", track="hull", boxes=3, reason="a mine")
        give(file, "set", ship="Mikasa", condition="rudder", value="yes", reason="a mine")
        assert left(file, "Mikasa") == {"hull": 28, "rudder": True}
        with pytest.raises(InvalidInput, match="found fire"):
            give(file, "set", ship="Mikasa", condition="fire", value="1", reason="a mine")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("1904-02-08", "8 February", "date: found 8 February, allowed: a day such as 1904-02-08"),
        ('card = "Asahi"', 'card = "Asaki"', "ship Asaki: card: found Asaki"),
        ('squadron = "Line", port = "Haven"', 'squadron = "Lines", port = "Haven"', "squadron: found Lines, allowed: Line"),
        ('squadron = "Line", port = "Haven"', 'squadron = "Line", port = "Roads"', "port: found Roads, allowed: Haven, Sound"),
        ('joins = "1904-02-16"', 'joins = "soon"', "ship Fuji: joins: found soon"),
        ("docks = 0", "docks = -1", "port Sound: docks: found -1, allowed: a whole number from 0 to 99"),
        ("left = { hull = 20 }", "left = { hull = 99 }", "left, hull: found 99, allowed: a whole number from 0 to "),
        ('name = "Sound"', 'name = "Mikasa"', "found Mikasa"),
    ],
)
def test_a_slip_in_a_plan_is_told_with_its_place(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in PLAN
    with pytest.raises(InvalidInput) as raised:
        read_plan(plan_in(tmp_path, PLAN.replace(old, new)))
    assert words in str(raised.value)


def test_port_arthur_begins_with_43_ships_four_of_them_to_join(tmp_path: Path) -> None:
    setup = read_plan(find_plan("port-arthur-1904"))
    with BattleFile.create(tmp_path / "a.campaign", setup, "seed") as file:
        battle = file.journal.battle
        waiting = [ship.name for ship in battle.ships() if not ship.joined]
        assert (len(battle.ships()), waiting) == (43, ["Kasuga", "Nisshin", "Tsushima", "Otowa"])
        assert {ship.name for ship in battle.ships() if ship.berth == "Vladivostok"} == {"Rossia", "Gromoboi", "Rurik"}
        give(file, "pass", days=8)
        assert [ship.name for ship in file.journal.battle.ships() if not ship.joined] == ["Otowa"]
    with pytest.raises(InvalidInput, match="did you mean port-arthur-1904"):
        find_plan("port-arthur-1905")


def test_a_boat_of_the_narrow_seas_is_whole_after_a_few_days_and_late_ones_join_within_the_six_weeks(tmp_path: Path) -> None:
    """A box of a boat takes one day in dock, a destroyed mount three."""
    setup = read_plan(find_plan("narrow-seas-1942"))
    boats = ["S 62", "MGB 77"]
    with BattleFile.create(tmp_path / "a.campaign", setup, "seed") as file:
        battle = file.journal.battle
        assert (len(battle.ships()), {ship.card.entry.rules for ship in battle.ships()}) == (32, {"coastal"})
        assert [ship.name for ship in battle.ships() if not ship.joined] == ["MTB 241", "S 105", "M 388"]
        give(file, "sail", ships=boats, to="at sea")
        night = next_setup(file.journal.battle, boats, "Off the Maas")
        with BattleFile.create(tmp_path / "maas.battle", night, "seed") as fight:
            give(fight, "strike", ship="MGB 77", track="hull", boxes=2, reason="a burst")
            give(fight, "set", ship="S 62", condition="20 mm bow", value="destroyed", reason="a burst")
            fight.give(EndBattle.from_inputs({"reason": "dawn", "winner": "drawn"}))
        count(file, tmp_path / "maas.battle")
        assert (left(file, "MGB 77"), left(file, "S 62")) == ({"hull": 7}, {"system/20 mm bow": "destroyed"})
        for boat, port in (("S 62", "IJmuiden"), ("MGB 77", "Felixstowe")):
            give(file, "sail", ships=[boat], to=port)
            give(file, "refit", port=port)
        give(file, "pass", days=2)
        assert (left(file, "MGB 77"), left(file, "S 62")) == ({}, {"system/20 mm bow": "destroyed"})
        give(file, "pass", days=1)
        assert left(file, "S 62") == {}
        give(file, "pass", days=39)
        assert CampaignFacts(file.journal.battle).date.isoformat() == "1942-10-25"
        assert all(ship.joined for ship in file.journal.battle.ships())
