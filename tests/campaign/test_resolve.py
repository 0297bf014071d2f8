"""A battle that nobody wants to play: doctrines fight it, it is kept as a file that verifies, and the campaign counts it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.campaign.seasons import BOATS, LINE, begun
from tests.cli.shell import Ran, fleetbook


def resolve(folder: Path, ships: tuple[str, ...], *words: str, name: str = "a", seed: tuple[str, ...] = ("--seed", "3")) -> Ran:
    season, scenario = str(folder / "season.campaign"), str(folder / f"{name}.toml")
    wrote = fleetbook("campaign", "scenario", season, "--ships", "; ".join(ships), "--title", "Off the cape", "-o", scenario)
    assert wrote.code == 0, wrote.err
    return fleetbook("campaign", "resolve", season, scenario, *seed, *words)


@pytest.mark.parametrize("ships", [LINE, BOATS], ids=["aanda", "coastal"])
def test_a_battle_is_fought_kept_counted_and_verified(tmp_path: Path, ships: tuple[str, ...]) -> None:
    begun(tmp_path).close()
    ran = resolve(tmp_path, ships)
    assert ran.code == 0, ran.err
    assert "Off the cape is counted, simulated: 4 ships." in ran.out
    assert verify(tmp_path / "a.battle") == []
    with BattleFile.open(tmp_path / "season.campaign", read_only=True) as file:
        (record,) = file.journal.records
        assert file.journal.record(1).headline == "Off the cape is counted, simulated"
        order = file.journal.order_of(record)
        assert isinstance(order, CountBattle)
        left = {count.name: dict(count.left) for count in order.counts}
        for name in ships:
            ship = file.journal.battle.ship(name)
            assert dict(ship.scars) == left[name] or not ship.afloat
    said = fleetbook("campaign", "verify", str(tmp_path / "season.campaign"))
    assert "all recomputed and the same" in said.out
    assert fleetbook("log", str(tmp_path / "a.battle")).out.splitlines()[0].count("Simulated") == 1


def test_the_same_seed_gives_the_same_battle_and_doctrines_are_named(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        (folder := tmp_path / name).mkdir()
        begun(folder).close()
        assert resolve(folder, BOATS, "--doctrine", "North=torpedo-run", "--doctrine", "South=hold-range").code == 0
        with BattleFile.open(folder / "season.campaign", read_only=True) as file:
            found.append(file.journal.battle.state.items())
    assert [value for _, value in found[0]] == [value for _, value in found[1]]
    ran = resolve(tmp_path / "one", BOATS[:1] + BOATS[2:3], "--doctrine", "North=torpedo-ran", name="b")
    assert (ran.code, "did you mean torpedo-run" in ran.err) == (2, True)
    ran = resolve(tmp_path / "one", BOATS[:1] + BOATS[2:3], "--doctrine", "East=cover", name="b")
    assert (ran.code, "found East" in ran.err) == (2, True)
    assert not (tmp_path / "one" / "b.battle").exists()


def test_a_battle_s_file_is_not_overwritten_and_nothing_is_counted_then(tmp_path: Path) -> None:
    begun(tmp_path).close()
    (tmp_path / "a.battle").write_text("mine", encoding="utf-8")
    ran = resolve(tmp_path, BOATS)
    assert (ran.code, ran.out) == (2, "")
    assert (tmp_path / "a.battle").read_text(encoding="utf-8") == "mine"
    with BattleFile.open(tmp_path / "season.campaign", read_only=True) as file:
        assert len(file.journal.records) == 0


def test_a_ship_that_cannot_fight_any_more_is_named_before_the_battle_and_no_file_is_left(tmp_path: Path) -> None:
    begun(tmp_path).close()
    season, scenario = str(tmp_path / "season.campaign"), str(tmp_path / "a.toml")
    assert fleetbook("campaign", "scenario", season, "--ships", "; ".join(LINE), "-o", scenario).code == 0
    assert fleetbook("campaign", "refit", season, "Roads").code == 0
    ran = fleetbook("campaign", "resolve", season, scenario)
    assert (ran.code, "Retvizan is in dock at Roads" in ran.err) == (1, True), ran.err
    assert not (tmp_path / "a.battle").exists()


def test_without_a_seed_the_system_draws_one_and_the_battle_names_it(tmp_path: Path) -> None:
    begun(tmp_path).close()
    ran = resolve(tmp_path, BOATS, seed=())
    assert (ran.code, "Off the cape is counted, simulated: 4 ships." in ran.out) == (0, True), ran.err
    assert verify(tmp_path / "a.battle") == []
    assert re.search(r"Simulated, seed [0-9a-f]{64}\.", fleetbook("log", str(tmp_path / "a.battle")).out)


def test_the_battle_lies_beside_the_campaign_wherever_its_scenario_lies(tmp_path: Path) -> None:
    begun(tmp_path).close()
    season, scenario = tmp_path / "season.campaign", tmp_path / "scenarios" / "night.toml"
    scenario.parent.mkdir()
    ships = "; ".join(BOATS)
    assert fleetbook("campaign", "scenario", str(season), "--ships", ships, "-o", str(scenario)).code == 0
    ran = fleetbook("campaign", "resolve", str(season), str(scenario), "--seed", "3")
    assert ran.code == 0, ran.err
    assert (tmp_path / "night.battle").is_file()
    said = fleetbook("campaign", "verify", str(season))
    assert (said.code, said.err) == (0, ""), said.err
    told = fleetbook("campaign", "report", str(season), "--format", "txt")
    assert "Doctrines fought it alone." in " ".join(told.out.split()), told.out
