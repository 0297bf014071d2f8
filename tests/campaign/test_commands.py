"""The commands of a campaign: a season in the shell, from the plan to the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.play.side_view import SideView
from fleetbook.store.battle.battle_file import BattleFile
from tests.campaign.seasons import give, plan_in
from tests.cli.shell import Ran, fleetbook

WHEN = ["8 Feb 1904"] * 3 + ["22 Feb 1904"]


@pytest.fixture
def season(tmp_path: Path) -> str:
    path = str(tmp_path / "season.campaign")
    begun = fleetbook("campaign", "new", str(plan_in(tmp_path)), "-o", path)
    assert (begun.code, begun.out) == (0, f"{path}\n")
    assert "Two wars: North against South, 9 ships, from 1904-02-08" in begun.err
    return path


def campaign(*words: str, code: int = 0) -> Ran:
    ran = fleetbook("campaign", *words)
    assert ran.code == code, ran.err
    return ran


def fought(season: str, folder: Path) -> str:
    """A battle of the season's scenario, in which Poltava loses seven boxes."""
    scenario, path = str(folder / "next.toml"), str(folder / "a.battle")
    wrote = campaign("scenario", season, "--ships", "Mikasa; Poltava", "--title", "Off the roads", "-o", scenario)
    assert "2 ships, 0 of them damaged" in wrote.err
    assert fleetbook("new", scenario, "-o", path).code == 0
    with BattleFile.open(path) as file:
        give(file, "strike", ship="Poltava", track="hull", boxes=7, reason="a hit")
        file.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
    return path


def test_a_season_from_the_plan_to_the_report(season: str, tmp_path: Path) -> None:
    counted = campaign("count", season, fought(season, tmp_path))
    assert "Off the roads is counted: 2 ships. Damaged: Poltava (hull 20 of 27)." in counted.out
    assert "In dock at Roads: Poltava and Retvizan." in campaign("refit", season, "Roads", "--first", "Poltava").out
    assert "14 days pass: 22 Feb 1904" in campaign("pass", season, "14").out
    assert "Poltava mended" in fleetbook("log", season, "--working").out
    sailed = campaign("sail", season, "Mikasa").out
    assert sailed.splitlines()[0] == "   4  22 Feb 1904  Mikasa: at sea"
    assert [line[7:].partition("  ")[0] for line in fleetbook("log", season).out.splitlines()] == WHEN
    status = campaign("status", season).out
    assert status.splitlines()[:2] == ["Two wars · Campaign", "22 Feb 1904"]
    assert "Mikasa   (Line)   B" in status
    report = campaign("report", season, "--format", "md").out
    assert "| Poltava" in report
    assert "4 lines, all recomputed and the same" in campaign("verify", season).out


def test_orders_are_json_too_and_refusals_are_worded(season: str) -> None:
    line = json.loads(campaign("pass", season, "3", "--json").out)
    assert (line["number"], line["procedure"]) == (1, "pass")
    refused = campaign("sail", season, "Fuji", "--to", "Haven", "--json", code=1)
    assert "Fuji is not in service yet" in json.loads(refused.err)["reason"]
    shown = json.loads(campaign("status", season, "--json").out)
    assert (shown["turn"], shown["step"]["title"]) == (2, "11 Feb 1904")


def test_a_battle_is_no_campaign_and_no_window_shows_one(season: str, tmp_path: Path) -> None:
    path = fought(season, tmp_path)
    assert "allowed: a campaign" in campaign("status", path, code=2).err
    assert "allowed: a campaign" in campaign("pass", path, code=2).err
    with (
        BattleFile.open(Path(season), read_only=True) as file,
        pytest.raises(InvalidInput, match="allowed: no side: before the end only the referee reads it"),
    ):
        SideView(file.journal, "North")


def test_a_campaign_is_taken_back_and_brought_back_as_a_battle_is(season: str) -> None:
    campaign("pass", season, "10")
    assert fleetbook("undo", season).code == 0
    assert "not in service" in campaign("status", season).out
    assert fleetbook("redo", season).code == 0
    assert "not in service" not in campaign("status", season).out


def test_an_absent_battle_is_named_and_a_changed_one_is_a_fault(season: str, tmp_path: Path) -> None:
    path = Path(fought(season, tmp_path))
    campaign("count", season, str(path))
    with BattleFile.open(path) as file:
        file.undo()
    assert "line 1: Off the roads goes on" in campaign("verify", season, code=2).out
    path.rename(tmp_path / "away.battle")
    assert "a.battle is not in the campaign's folder" in campaign("verify", season).err


def test_check_names_a_campaign_with_its_day(season: str) -> None:
    campaign("pass", season, "3")
    assert fleetbook("check", season).out == f"OK   {season}: campaign: Two wars, 11 Feb 1904, 1 line\n"


def test_the_list_of_commands_is_cut_nowhere() -> None:
    told = campaign("--help").out.partition("Commands:\n")[2].splitlines()
    assert len(told) == 13
    assert all(line.endswith(".") and not line.endswith("...") for line in told)


def test_a_batch_counts_a_battle(season: str, tmp_path: Path) -> None:
    battle = str(fought(season, tmp_path))
    (tmp_path / "orders.txt").write_text(f'count "{battle}"\npass days=2\n', encoding="utf-8")
    ran = fleetbook("order", season, "--batch", str(tmp_path / "orders.txt"))
    assert (ran.code, "Off the roads is counted" in ran.out) == (0, True)
    with BattleFile.open(Path(season), read_only=True) as file:
        assert file.journal.battle.ship("Poltava").scars == {"hull": 20}


def test_a_campaign_stands_in_a_summary_for_the_battles_that_it_has_counted(season: str, tmp_path: Path) -> None:
    battle = str(fought(season, tmp_path))
    campaign("count", season, battle)
    told = json.loads(fleetbook("season", season, "--format", "json").out)
    assert [one["title"] for one in told["battles"]] == ["Off the roads"]
    Path(battle).unlink()
    assert "a.battle is not in the campaign's folder: left out" in fleetbook("season", season).err


def test_the_help_of_a_campaign_s_report_names_its_own_parts() -> None:
    told = " ".join(fleetbook("campaign", "report", "--help").out.split())
    assert "CAMPAIGN" in told and "battles, losses, repairs, ports, captains" in told
    assert "luck" not in told and "--briefing" not in told


def test_json_of_the_commands_that_write_files_and_verify(season: str, tmp_path: Path) -> None:
    begun = json.loads(campaign("new", str(plan_in(tmp_path)), "-o", str(tmp_path / "b.campaign"), "--json").out)
    assert (begun["campaign"], begun["date"], len(begun["ships"])) == (str(tmp_path / "b.campaign"), "1904-02-08", 9)
    scenario = ("scenario", season, "--ships", "Mikasa; Retvizan", "-o", str(tmp_path / "next.toml"), "--json")
    assert json.loads(campaign(*scenario).out)["ships"] == {"Mikasa": {}, "Retvizan": {"hull": 20}}
    enlarged = ("enlarge", season, str(plan_in(tmp_path)), "-o", str(tmp_path / "more.campaign"), "--json")
    assert json.loads(campaign(*enlarged).out) == {"campaign": str(tmp_path / "more.campaign"), "more_ships": 0}
    path = fought(season, tmp_path)
    campaign("count", season, str(path), "--without", "Poltava")
    verified = json.loads(campaign("verify", season, "--json").out)
    assert (verified["findings"], verified["absent"]) == ([], [])
    assert verified["rulings"] == ["line 1: Off the roads is counted without Poltava"]
