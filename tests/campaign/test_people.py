"""Captains have hits and honours, crews rise by practice or by a ruling, and a club may turn people off."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.errors import Refused
from fleetbook.reports.campaign.captains import captains
from fleetbook.reports.campaign.chronicle import chronicle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.plan import campaign_house, read_plan
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.campaign.side_season import read_by
from tests.campaign.seasons import LINE, PLAN, begun, count, fight, give, plan_in
from tests.cli.shell import fleetbook

CAPTAINS = PLAN.replace('squadron = "Battleships", port = "Roads" }', 'squadron = "Battleships", commander = "Uspensky" }')


def ruled(folder: Path, *readings: str) -> BattleFile:
    """A campaign with readings of a club's own: ``people = false``."""
    path = folder / "house.toml"
    lines = (
        f'[reading.{name}]\nvalue = {value}\nreason = "Our club."\n'
        for name, _, value in (one.partition(" = ") for one in readings)
    )
    path.write_text(f'ruleset = "campaign"\ntitle = "Our club"\n{"".join(lines)}', encoding="utf-8")
    setup = read_plan(plan_in(folder, CAPTAINS))
    return BattleFile.create(folder / "season.campaign", setup, "seed", [campaign_house(path)])


def counted(file: BattleFile, *ships: tuple[str, str, tuple[str, ...], int, int], number: int = 1) -> None:
    """Count a battle with these ships: name, end, by whom she was hurt, and her hull boxes before and after it."""
    new = file.journal.battle
    full = {name: new.ship(name).full("hull") for name, *_ in ships}
    tracks = [tuple((("hull", left),) if left < full[name] else () for left in lefts) for name, _, _, *lefts in ships]
    counts = tuple((name, end, end == "sunk", by, *left) for (name, end, by, *_), left in zip(ships, tracks, strict=True))
    inputs = {"title_of_battle": f"Battle {number}", "file": "", "identity": str(number), "link": "", "ships": counts}
    order = file.journal.ruleset.order("count").from_inputs(inputs)
    file.give(order, given=tuple(order.declared))


def told(folder: Path) -> Any:
    return json.loads(fleetbook("campaign", "report", str(folder / "season.campaign"), "--format", "json").out)


@pytest.mark.parametrize(("left", "honoured"), [(9, False), (8, True)])
def test_a_captain_who_fights_on_with_under_a_third_of_her_hull_is_honoured(tmp_path: Path, left: int, honoured: bool) -> None:
    """Poltava has 27 boxes, and a third of them is nine."""
    with begun(tmp_path, CAPTAINS) as file:
        counted(file, ("Mikasa", "", (), 31, 31), ("Poltava", "", ("Mikasa",), 27, left))
    uspensky = next(one for one in told(tmp_path)["captains"] if one["name"] == "Uspensky")
    assert [(one["kind"], one["left"], one["full"]) for one in uspensky["honours"]] == [("fought on", left, 27)] * honoured
    text = fleetbook("campaign", "report", str(tmp_path / "season.campaign"), "--part", "captains").out
    assert ("Poltava fought on with 8 of 27 hull boxes (Battle 1, 8 February)" in text) == honoured


def test_hits_are_those_of_the_battle_s_table_of_shots(tmp_path: Path) -> None:
    with begun(tmp_path, CAPTAINS) as file:
        fight(file, LINE, tmp_path / "a.battle", 3, lines=120).close()
        count(file, tmp_path / "a.battle")
    table = fleetbook("report", str(tmp_path / "a.battle"), "--table", "shots", "--format", "json").out
    hits = Counter[str]()
    for row in json.loads(table)["rows"]:
        hits[row["firer"]] += row["hits"]
    found = told(tmp_path)
    assert {ship["ship"]: ship["hits"] for ship in found["battles"][0]["ships"]} == {name: hits[name] for name in LINE}
    assert sum(hits.values()) > 0
    assert {one["name"]: one["hits"] for one in found["captains"]} == {"Togo": hits["Mikasa"], "Uspensky": hits["Poltava"]}
    (tmp_path / "a.battle").unlink()
    assert [ship["hits"] for ship in told(tmp_path)["battles"][0]["ships"]] == [None] * len(LINE)


@pytest.mark.parametrize(("size", "honours"), [("100", []), ("80", ["Poltava"]), ("0", [])])
def test_a_captain_who_sinks_a_ship_of_her_own_size_is_honoured(tmp_path: Path, size: str, honours: list[str]) -> None:
    """Mikasa has 31 boxes and Poltava 27, which are 87 in a hundred."""
    with ruled(tmp_path, f"honour_size = {size}") as file:
        counted(file, ("Mikasa", "", (), 31, 31), ("Poltava", "sunk", ("Mikasa",), 27, 0))
        journal = file.journal
        (battle,) = chronicle(journal, {}).battles
        ships = tuple(msgspec.structs.replace(ship, sunk_by=ship.hurt_by) for ship in battle.ships)
        togo, _ = captains(journal.start, [msgspec.structs.replace(battle, ships=ships)], journal.battle)
    assert [(one.kind, one.foe) for one in togo.honours] == [("size", foe) for foe in honours]


def test_house_rules_turn_people_off(tmp_path: Path) -> None:
    with ruled(tmp_path, "people = false") as file:
        counted(file, ("Mikasa", "", (), 31, 31), ("Poltava", "", ("Mikasa",), 27, 5))
    assert told(tmp_path)["captains"] == []
    assert "Captains" not in fleetbook("campaign", "report", str(tmp_path / "season.campaign")).out


def crew(file: BattleFile, squadron: str = "Battleships") -> str:
    """The grade of a squadron's crews in the next scenario."""
    setup = next_setup(file.journal.battle, LINE, "Next")
    return str(next(one.details.get("crew", "standard") for one in setup.squadrons if one.name == squadron))


def test_crews_change_by_a_ruling_and_the_next_scenario_has_them(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        assert (crew(file, "Line"), crew(file)) == ("Superior", "standard")
        with pytest.raises(Refused, match="the crews of Battleships are standard already"):
            give(file, "crew", squadron="Battleships", grade="standard")
        record = give(file, "crew", squadron="Battleships", grade="Inferior", reason="the best men went ashore")
        (result,) = file.journal.results(record)
        assert result.words == "The crews of Battleships are Inferior from now on."
        assert (crew(file, "Line"), crew(file)) == ("Superior", "Inferior")
        assert len(read_by(file.journal, "South").records) == 1
        assert len(read_by(file.journal, "North").records) == 0
        fight(file, LINE, tmp_path / "a.battle", 1, lines=5).close()
        count(file, tmp_path / "a.battle")
    assert verify(tmp_path / "season.campaign") == []


def test_crews_rise_by_a_grade_after_as_many_battles_as_a_reading_says_and_no_further(tmp_path: Path) -> None:
    with ruled(tmp_path, "crew_rises_after = 2") as file:
        grades = []
        for number in range(1, 6):
            counted(file, ("Mikasa", "", (), 31, 31), ("Poltava", "", (), 27, 27), number=number)
            grades.append((crew(file, "Line"), crew(file)))
        assert grades == [
            ("Superior", "standard"), ("Superior", "Superior"), ("Superior", "Superior"), ("Superior", "Superior"),
            ("Superior", "Superior"),
        ]  # fmt: skip
        for side in file.journal.setup.sides:
            read_by(file.journal, side)
    assert verify(tmp_path / "season.campaign") == []


def test_crews_do_not_rise_unless_a_club_says_so(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        for number in range(1, 6):
            counted(file, ("Mikasa", "", (), 31, 31), ("Poltava", "", (), 27, 27), number=number)
        assert crew(file) == "standard"


def test_boats_have_no_grades_of_crews(tmp_path: Path) -> None:
    boats = PLAN.replace('squadron = [{ name = "Battleships"', 'squadron = [{ name = "Flotilla" }, { name = "Battleships"')
    with begun(tmp_path, boats) as file, pytest.raises(Exception, match="found Flotilla, allowed: Line, Battleships"):
        give(file, "crew", squadron="Flotilla", grade="standard")
