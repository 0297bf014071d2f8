"""A ship that waits for a dock and is lost, or flees, waits no longer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup
from tests.campaign.seasons import PLAN, begun, give

ONE_DOCK = PLAN.replace('"Roads", docks = 2', '"Roads", docks = 1').replace(
    'squadron = "Battleships", port = "Roads" }', 'squadron = "Battleships", port = "Roads", left = { hull = 26 } }'
)


def counted(file: BattleFile, end: str, *, lost: bool) -> None:
    """A battle is counted from which Retvizan, who waits for the dock, did not come back."""
    began = (("hull", 20),)
    ships = (("Retvizan", end, lost, (), began, began),)
    battle: dict[str, Any] = {"title_of_battle": "Off the roads", "file": "a.battle", "identity": "id", "link": "link"}
    order = CountBattle(**battle, ships=ships, winner="", degree="", sights=(), simulated=False, because="", without=())
    file.give(order, given=tuple(order.declared))


@pytest.mark.parametrize(("end", "lost"), [("sunk", True), ("fled", False)])
def test_a_ship_that_did_not_come_back_leaves_the_queue_and_no_dock_works_on_her(tmp_path: Path, end: str, lost: bool) -> None:
    with begun(tmp_path, ONE_DOCK) as file:
        result = file.journal.results(give(file, "refit", port="Roads"))[0]
        assert (result.words, result.means) == ("In dock at Roads: Poltava.", "Retvizan waits.")
        counted(file, end, lost=lost)
        give(file, "pass", days=30)
        now = file.journal.battle
        assert now.ship("Poltava").scars == {}
        assert now.ship("Retvizan").scars == {"hull": 20}
        assert not now.ship("Retvizan").docked
    assert verify(tmp_path / "season.campaign") == []


def test_a_scenario_needs_ships_of_two_sides(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        with pytest.raises(InvalidInput, match="ships: found ships of North alone, allowed: ships of two sides"):
            next_setup(file.journal.battle, ["Mikasa", "Asahi"], "")
        with pytest.raises(InvalidInput, match="ships: found none, allowed: ships of two sides"):
            next_setup(file.journal.battle, [], "")
