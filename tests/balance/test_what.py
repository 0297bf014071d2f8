"""Changes of a scenario that are tried: the battle is that of a scenario file in which they are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fleetbook.balance.ground import ground_of
from fleetbook.balance.what import changed, names_to_change
from fleetbook.core.errors import InvalidInput
from fleetbook.store.library.paths import find
from fleetbook.store.library.scenario import read_scenario
from tests.balance.test_intervals import SCENARIO
from tests.cli.shell import fleetbook


def test_an_absent_ship_is_nowhere() -> None:
    ground = ground_of("convoy", {"Weserbrook": "absent", "MGB 330": "absent"})
    names = [ship.name for ship in ground.setup.ships]
    assert len(names) == 12
    assert {"Weserbrook", "MGB 330"}.isdisjoint({*names, *ground.spots})
    assert ground.setup.victory is not None
    assert ground.setup.victory.count[0].of == ("Hellweg", "Nordmoor", "Möwensand")


def test_an_absent_squadron_takes_its_ships_along_and_a_flag_is_hauled_down() -> None:
    ground = ground_of("yalu", {"River group": "absent", "Dingyuan": "absent"})
    assert [squadron.name for squadron in ground.setup.squadrons if squadron.side == "China"] == ["Beiyang line"]
    line = next(squadron for squadron in ground.setup.squadrons if squadron.name == "Beiyang line")
    assert line.details["flagship"] == "Jiyuan"
    assert {"Pingyuan", "Guangbing", "Fulong", "Zuoyi", "Dingyuan"}.isdisjoint(ground.spots)


def test_conditions_figures_of_victory_and_keys() -> None:
    ground = ground_of("convoy", {"light": "day", "merchantmen sunk": "3", "turns": "12", "quiet": "4", "otherwise": "drawn"})
    victory = ground.setup.victory
    assert victory is not None
    assert (ground.setup.conditions["light"], ground.turns, ground.quiet, victory.otherwise) == ("day", 12, 4, "drawn")
    assert victory.aim[0].needs[0].least == 3
    ground = ground_of("yalu", {"Beiyang line crew": "standard", "Chaoyong knots": "15", "Chinese hull boxes worth": "0.5"})
    victory = ground.setup.victory
    assert victory is not None
    assert next(one.details["crew"] for one in ground.setup.squadrons if one.name == "Beiyang line") == "standard"
    assert next(ship.card["knots"] for ship in ground.setup.ships if ship.name == "Chaoyong") == 15
    assert victory.count[0].worth == 0.5


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("Weserbrok", "absent", "Weserbrook"), ("merchantmen sunkk", "3", "merchantmen sunk"), ("turns", "many", "a number"),
        ("light", "dusk", "night"), ("MTB 221 tonz", "3", "MTB 221 tons"),
    ],
)  # fmt: skip
def test_a_wrong_change_is_said(name: str, value: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        ground_of("convoy", {name: value})


def test_a_count_of_absent_ships_alone_is_refused() -> None:
    scenario = read_scenario(find("scenario", "convoy"))
    four = dict.fromkeys(("Hellweg", "Weserbrook", "Nordmoor", "Möwensand"), "absent")
    with pytest.raises(InvalidInput, match="would have no ship"):
        changed(scenario, four)


def test_every_name_can_be_changed_to_what_it_is() -> None:
    scenario = read_scenario(find("scenario", "convoy"))
    names = names_to_change(scenario)
    assert {"light", "turns", "merchantmen sunk", "otherwise", "MTB 221", "Möwensand"} <= {*names}
    same = changed(scenario, {"light": "night", "merchantmen sunk": "2", "turns": "40", "otherwise": "Kriegsmarine"})
    assert same == scenario


def test_the_command_says_what_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    words = ("--doctrine", "Red=run-home", "--doctrine", "Blue=run-home", "--jobs", "1", "--battles", "2")
    tried = ("--what", "Brooklyn=absent", "--what", "touching=4", "--what", "light=night")
    found = json.loads(fleetbook("balance", str(path), *words, *tried, "--format", "json").out)
    assert found["changed"] == ["touching", "Brooklyn: absent", "light: night"]
    assert [fate["ship"] for fate in found["fates"]] == ["Iowa", "Oregon"]
    assert "Changed for these battles: touching, Brooklyn: absent" in fleetbook("balance", str(path), *words, *tried[:4]).out
