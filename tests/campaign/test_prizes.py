"""A taken ship serves the other side: she sails, is mended and fights for it, and counts as lost to her own."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.errors import Refused
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.campaign.verify import verify_campaign
from tests.campaign.seasons import begun, count, give


def taken(file: BattleFile, end: str = "captured") -> None:
    """A battle is counted in which Retvizan, with eleven boxes left, was lost so."""
    ships = (("Retvizan", end, True, ("Mikasa",), (("hull", 20),), (("hull", 11),)),)
    sights = (("North", (), ()), ("South", (), ()))
    order = CountBattle(
        title_of_battle="Off the roads",
        file="a.battle",
        identity="id",
        link="link",
        ships=ships,
        sights=sights,
        winner="",
        degree="",
        simulated=False,
        because="",
        without=(),
    )
    file.give(order, given=tuple(order.declared))
    if end == "captured":
        give(file, "prize", ship="Retvizan", side="North")


def test_a_prize_sails_is_mended_and_fights_for_who_took_her(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        taken(file)
        prize = file.journal.battle.ship("Retvizan")
        assert (prize.flag, prize.side, prize.afloat, prize.lost, prize.scars) == (
            "North",
            "South",
            True,
            "captured",
            {"hull": 11},
        )
        assert "serves North" in {sign.text for sign in file.journal.battle.card("Retvizan").conditions}
        with pytest.raises(Refused, match="Roads is a port of South"):
            give(file, "sail", ships=["Retvizan"], to="Roads")
        give(file, "sail", ships=["Retvizan"], to="Haven")
        give(file, "refit", port="Haven")
        give(file, "pass", days=2)
        give(file, "refit", port="Haven", without=["Retvizan"])
        give(file, "strike", ship="Retvizan", track="hull", boxes=1, reason="a prize crew is careless")
        setup = next_setup(file.journal.battle, ["Mikasa", "Retvizan", "Poltava"], "Again")
        assert {ship.name: ship.side for ship in setup.ships} == {"Mikasa": "North", "Retvizan": "North", "Poltava": "South"}
        with BattleFile.create(tmp_path / "b.battle", setup, "seed") as battle:
            give(battle, "strike", ship="Retvizan", track="hull", boxes=5, reason="her own side")
            battle.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
        count(file, tmp_path / "b.battle")
        assert file.journal.battle.ship("Retvizan").scars["hull"] == 6
        assert verify_campaign(file, tmp_path)[1:3] == ([], ["a.battle"])
    assert verify(tmp_path / "season.campaign") == []


def test_she_may_be_taken_back_and_a_sunk_ship_is_no_prize(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        taken(file)
        with pytest.raises(Refused, match="Retvizan serves North already"):
            give(file, "prize", ship="Retvizan", side="North")
        give(file, "prize", ship="Retvizan", side="South")
        ship = file.journal.battle.ship("Retvizan")
        assert (ship.flag, ship.lost) == ("South", "")
        file.undo(0)
        taken(file, "sunk")
        with pytest.raises(Refused, match="Retvizan is sunk"):
            give(file, "prize", ship="Retvizan", side="North")


def test_who_took_her_reads_her_as_his_own_and_her_old_side_reads_her_no_more(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        taken(file)
        give(file, "sail", ships=["Retvizan"], to="Haven")
        give(file, "refit", port="Haven")
        give(file, "pass", days=2)
        north, south = (read_by(file.journal, side).battle for side in ("North", "South"))
        assert (north.ship("Retvizan").scars, north.card("Retvizan").motion) == ({"hull": 12}, "Haven")
        assert (south.ship("Retvizan").scars, south.ship("Retvizan").berth) == ({"hull": 11}, "")


def test_a_prize_that_was_never_met_is_surveyed(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "prize", ship="Retvizan", side="North")
        north = read_by(file.journal, "North")
        assert north.battle.ship("Retvizan").scars == {"hull": 20}
        assert "The survey of Retvizan" in north.results(north.records[-1])[0].words
