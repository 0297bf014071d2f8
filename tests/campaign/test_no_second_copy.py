"""No second copy of a ship exists. Faults that referees name in other programs, each with the test by which it
does not occur here:

damage comes back on loading    test_damage_does_not_come_back_when_a_campaign_is_closed_and_opened
a fact is not stored            tests/rules/test_between_battles.py: test_every_fact_of_a_ship_is_carried_...
losses and kills are not told   test_who_sank_a_ship_is_carried_back_and_stands_in_the_report
two copies of a unit differ     test_the_card_the_next_scenario_and_the_battle_never_differ
an old copy comes back          test_a_battle_that_was_fought_with_an_old_scenario_is_refused
a line does not say whose box   test_a_line_says_whose_boxes_were_lost_and_mended
a spoiled file, all units gone  test_a_spoiled_line_is_told_and_all_ships_stand_as_before_it
a crash loses what was saved    test_hardship.py: test_nothing_acknowledged_is_lost_by_a_few_kills
repairs one by one              test_a_whole_fleet_is_given_to_the_docks_in_one_order
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from fleetbook.core.errors import Refused
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.reports.status import status
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup, write_next
from fleetbook.store.library.build_setup import read_setup
from tests.campaign.seasons import BOATS, LINE, begun, count, fight, give
from tests.cli.shell import fleetbook


def scars(file: BattleFile) -> dict[str, dict[str, object]]:
    return {ship.name: dict(ship.scars) for ship in file.journal.battle.ships()}


@pytest.mark.parametrize("ships", [LINE, BOATS], ids=["aanda", "coastal"])
def test_damage_does_not_come_back_when_a_campaign_is_closed_and_opened(tmp_path: Path, ships: tuple[str, ...]) -> None:
    """After each line: counted, mended half, restocked."""
    path = tmp_path / "season.campaign"
    with begun(tmp_path) as file:
        fight(file, ships, tmp_path / "a.battle", 5, lines=60).close()
        count(file, tmp_path / "a.battle")
    for order in ("refit", "pass", "pass", "sail"):
        with BattleFile.open(path) as file:
            before, state = scars(file), file.journal.battle.state.fingerprint
            assert any(before.values())
        with BattleFile.open(path) as file:
            assert (scars(file), file.journal.battle.state.fingerprint) == (before, state)
            if order == "refit":
                give(file, "refit", port="Roads")
            elif order == "pass":
                give(file, "pass", days=1)
            else:
                give(file, "sail", ships=["Asahi"], to="Sound")
    assert verify(path) == []


def test_who_sank_a_ship_is_carried_back_and_stands_in_the_report(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        began = (("hull", 20),)
        ships = (("Retvizan", "sunk", True, ("Mikasa", "Asahi"), began, (("hull", 0),)),)
        order = file.journal.ruleset.order("count").from_inputs(
            {"title_of_battle": "Off the roads", "file": "a.battle", "identity": "id", "link": "link", "ships": ships}
        )
        record = file.give(order, given=tuple(order.declared))
        assert file.journal.results(record)[0].means == "LOST: Retvizan sunk."
    report = fleetbook("report", str(tmp_path / "season.campaign"), "--format", "md").out
    lost = report.partition("## Ships lost")[2].partition("\n## ")[0]
    assert "Retvizan" in lost
    assert "Mikasa" in lost
    assert "Asahi" in lost


def test_the_card_the_next_scenario_and_the_battle_never_differ(tmp_path: Path) -> None:
    """One ship, read in four places: the campaign's card, her scars, the next scenario's file, the next battle's card."""
    with begun(tmp_path) as file:
        fight(file, LINE, tmp_path / "a.battle", 11, lines=60).close()
        count(file, tmp_path / "a.battle")
        afloat = [name for name in LINE if not file.journal.battle.ship(name).unfit]
        write_next(file.journal.battle, afloat, "Again", tmp_path / "next.toml")
        cards = {card.name: card.tracks for card in status(file.journal).ships if card.name in afloat}
        wanted = {name: scar for name, scar in scars(file).items() if name in afloat}
    setup = read_setup(tmp_path / "next.toml")
    assert {ship.name: dict(ship.left) for ship in setup.ships} == wanted
    assert any(wanted.values())
    with BattleFile.create(tmp_path / "b.battle", setup, "seed") as battle:
        assert {card.name: card.tracks for card in status(battle.journal).ships} == cards


def test_a_battle_that_was_fought_with_an_old_scenario_is_refused(tmp_path: Path) -> None:
    """Its ships would have more boxes than the campaign has: no second copy comes in."""
    with begun(tmp_path) as file:
        old = next_setup(file.journal.battle, LINE, "Again")
        fight(file, LINE, tmp_path / "a.battle", 11, lines=60).close()
        count(file, tmp_path / "a.battle")
        now = file.journal.battle.state.fingerprint
        with BattleFile.create(tmp_path / "b.battle", old, "seed") as battle:
            battle.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
        with pytest.raises(Refused, match=r"began that battle with|is sunk"):
            count(file, tmp_path / "b.battle")
        assert file.journal.battle.state.fingerprint == now


def test_a_line_says_whose_boxes_were_lost_and_mended(tmp_path: Path) -> None:
    path = tmp_path / "season.campaign"
    with begun(tmp_path) as file:
        with BattleFile.create(tmp_path / "a.battle", next_setup(file.journal.battle, LINE, "Off the roads"), "seed") as battle:
            for ship in ("Mikasa", "Poltava"):
                give(battle, "strike", ship=ship, track="hull", boxes=3, reason="a hit")
            battle.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
        count(file, tmp_path / "a.battle")
        give(file, "refit", port="Roads")
        give(file, "pass", days=2)
    told = [line.strip() for line in fleetbook("log", str(path), "--working").out.splitlines()]
    assert {"Mikasa: hull -3 (28/31)", "Poltava: hull -3 (24/27)"} <= set(told)
    assert {"Poltava: hull +1 (25/27)", "Retvizan: hull +1 (21/28)"} <= set(told)


def test_a_whole_fleet_is_given_to_the_docks_in_one_order(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        for ship, track in (("Poltava", "hull"), ("R 42", "hull")):
            give(file, "strike", ship=ship, track=track, boxes=1, reason="a hit")
        give(file, "refit", port="Roads")
        assert {name for name in ("Poltava", "Retvizan", "R 42") if file.journal.battle.ship(name).docked} == {
            "Poltava", "Retvizan",
        }  # fmt: skip
        give(file, "pass", days=60)
        assert [scars(file)[name] for name in ("Poltava", "Retvizan", "R 42")] == [{}, {}, {}]
        assert len(file.journal.records) == 4


def test_a_spoiled_line_is_told_and_all_ships_stand_as_before_it(tmp_path: Path) -> None:
    path, spoiled = tmp_path / "season.campaign", tmp_path / "spoiled.campaign"
    with begun(tmp_path) as file:
        fight(file, LINE, tmp_path / "a.battle", 11, lines=60).close()
        count(file, tmp_path / "a.battle")
        give(file, "pass", days=3)
        before = scars(file)
        give(file, "pass", days=40)
    shutil.copy(path, spoiled)
    with sqlite3.connect(spoiled) as database:
        (record,) = database.execute("SELECT record FROM journal WHERE number = 3").fetchone()
        assert b"40" in record
        database.execute("UPDATE journal SET record = ? WHERE number = 3", (record.replace(b"40", b"41"),))
    database.close()
    with BattleFile.open(spoiled, read_only=True) as file:
        assert "line 3" in file.damage
        assert scars(file) == before
    assert fleetbook("campaign", "verify", str(spoiled)).code == 2
