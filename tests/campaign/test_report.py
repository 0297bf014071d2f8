"""The report of a campaign: the season battle by battle, the fleets, the lives of ships and what their captains lived through."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.campaign.scenario import next_setup
from tests.campaign.seasons import LINE, PLAN, begun, count, give
from tests.cli.shell import fleetbook

CAPTAINS = PLAN.replace('card = "Poltava",', 'card = "Poltava", commander = "Uspensky",')


def fought(campaign: BattleFile, path: Path, hits: dict[str, int], winner: str) -> None:
    """A battle of the line in which ships lose hull boxes by hand, counted."""
    with BattleFile.create(path, next_setup(campaign.journal.battle, LINE, path.stem), "1") as file:
        for ship, boxes in hits.items():
            give(file, "strike", ship=ship, track="hull", boxes=boxes, reason="a hit")
        file.give(EndBattle.from_inputs({"reason": "dusk", "winner": winner}))
    count(campaign, path)


@pytest.fixture
def season(tmp_path: Path) -> Iterator[Path]:
    """Two battles in a month: on 8 February Poltava is hit, docked and mended; on 24 February Retvizan is hit."""
    with begun(tmp_path, CAPTAINS) as file:
        fought(file, tmp_path / "Off the roads.battle", {"Poltava": 6, "Asahi": 2}, "North")
        give(file, "refit", port="Roads", without=["Retvizan"])
        give(file, "pass", days=16)
        give(file, "sail", ships=["Poltava", "Retvizan"], to="at sea")
        fought(file, tmp_path / "Again.battle", {"Retvizan": 4}, "drawn")
        give(file, "note", words="Ice in the roads")
        give(file, "pass", days=4)
    yield tmp_path / "season.campaign"


def report(path: Path, *options: str) -> str:
    ran = fleetbook("campaign", "report", str(path), *options)
    assert ran.code == 0, ran.err
    return ran.out


def test_the_report_is_in_the_words_of_a_campaign(season: Path) -> None:
    text = " ".join(report(season, "--format", "txt").split())
    for words in ("battle is drawn", "T1.1", "by Off the roads", "Turn 1", "still on the table", "No die counts"):
        assert words not in text
    assert "8 February 1904 to 28 February 1904" in text


def test_each_battle_stands_with_its_day_and_its_winner(season: Path) -> None:
    text = " ".join(report(season, "--part", "season", "--format", "txt").split())
    assert "1. 8 February, Off the roads. North won" in text
    assert "Poltava lost 6 of 27 hull boxes, Asahi 2 of 31." in text
    assert "2. 24 February, Again. The battle was drawn" in text
    assert "“Ice in the roads”" in text


def test_the_winner_is_known_without_the_battles_file(season: Path) -> None:
    for battle in season.parent.glob("*.battle"):
        battle.unlink()
    told = json.loads(report(season, "--format", "json"))
    assert [(battle["winner"], battle["is_known"]) for battle in told["battles"]] == [("North", True), ("", True)]


def test_a_report_beside_the_battle_is_linked_from_where_the_campaigns_report_lies(season: Path, tmp_path: Path) -> None:
    (season.parent / "Off the roads.html").write_text("a report", encoding="utf-8")
    out = tmp_path / "pages" / "season.html"
    out.parent.mkdir()
    report(season, "-o", str(out))
    assert '<a href="../Off%20the%20roads.html">Off the roads</a>' in out.read_text(encoding="utf-8")
    assert "[Off the roads](<Off%20the%20roads.html>)" in report(season, "--format", "md")


def test_a_ship_has_her_life(season: Path) -> None:
    told = json.loads(report(season, "--format", "json"))
    poltava = next(ship for ship in told["ships"] if ship["ship"] == "Poltava")
    assert (poltava["battles"], poltava["taken"], poltava["docked"], poltava["commander"]) == (2, 6, 1, "Uspensky")
    assert [one["kind"] for one in poltava["passages"]] == ["battle", "dock", "battle"]
    assert poltava["passages"][1]["name"] == "Roads"
    assert poltava["mended"] == -poltava["passages"][1]["boxes"] > 0


def test_ships_that_join_add_to_the_strength(season: Path) -> None:
    """Fuji joins on 16 February with 31 hull boxes less none; until then North has 4 ships, and 5 afterwards."""
    told = json.loads(report(season, "--format", "json"))
    ships = [(day["day"], day["sides"][0]["ships"]) for day in told["strength"]]
    assert ships[0] == ("1904-02-08", 4)
    assert ships[-1] == ("1904-02-28", 5)


def test_a_damaged_ship_has_the_day_when_she_is_whole(season: Path) -> None:
    """The foreseen day is the day on which she is whole, if the days pass so."""
    with BattleFile.open(season) as file:
        give(file, "sail", ships=["Retvizan"], to="Roads")
        give(file, "refit", port="Roads")
    told = json.loads(report(season, "--format", "json"))
    until = next(one["until"] for one in told["repairs"] if one["ship"] == "Retvizan")
    for _ in range(60):
        told = json.loads(report(season, "--format", "json"))
        if not any(one["ship"] == "Retvizan" for one in told["repairs"]):
            break
        assert told["today"] < until
        with BattleFile.open(season) as file:
            give(file, "pass", days=1)
    assert told["today"] == until


def test_a_captain_has_his_battles_the_ships_he_sank_and_those_he_lost(tmp_path: Path) -> None:
    with begun(tmp_path, CAPTAINS) as file:
        ships = (
            ("Mikasa", "", False, (), (), ()),
            ("Poltava", "sunk", True, ("Mikasa",), (), (("hull", 0),)),
        )
        inputs = {"title_of_battle": "Off the roads", "file": "a.battle", "identity": "id", "link": "link", "ships": ships}
        order = file.journal.ruleset.order("count").from_inputs(inputs)
        file.give(order, given=tuple(order.declared))
    told = json.loads(report(tmp_path / "season.campaign", "--format", "json"))
    togo, uspensky = told["captains"]
    assert (togo["name"], togo["battles"], togo["hurt"], togo["lost"]) == ("Togo", ["Off the roads"], ["Poltava"], [])
    assert [(one["ship"], one["battle"]) for one in uspensky["lost"]] == [("Poltava", "Off the roads")]
    text = report(tmp_path / "season.campaign", "--part", "captains", "--format", "md")
    assert "| Togo " in text
    assert "Poltava (sunk in Off the roads, 8 February)" in text


def test_the_table_has_a_row_for_each_ship_of_each_battle(season: Path) -> None:
    rows = list(csv.DictReader(StringIO(report(season, "--format", "csv"))))
    assert len(rows) == 8
    assert {row["ship"]: row["boxes_lost"] for row in rows if row["battle"] == "Off the roads"} == {
        "Mikasa": "0", "Asahi": "2", "Poltava": "6", "Retvizan": "0",
    }  # fmt: skip


@pytest.mark.parametrize("form", ["md", "html", "txt", "bbcode"])
def test_the_page_to_pin_up_is_shorter(season: Path, form: str) -> None:
    whole, short = (report(season, "--format", form, *options) for options in ((), ("--short",)))
    assert len(short) < len(whole)
    assert "Off the roads" in short


def test_a_campaign_has_no_briefing_and_a_picture(season: Path) -> None:
    assert "write one for its next battle" in fleetbook("campaign", "report", str(season), "--briefing").err
    assert "<svg" in report(season, "--format", "card")


def test_the_end_of_a_campaign_is_not_the_end_of_a_battle(season: Path) -> None:
    ran = fleetbook("order", str(season), "end", "reason=the ice has closed the port", "winner=drawn")
    assert "THE CAMPAIGN IS DRAWN" in ran.out
    assert "The campaign is drawn" in report(season, "--part", "result", "--format", "txt")
