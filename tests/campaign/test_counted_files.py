"""Files of counted battles: one that was changed, swapped, taken back or counted twice is named; one that is gone is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.campaign.verify import verify_campaign
from fleetbook.store.errors import InUse
from tests.campaign.seasons import begun, count, give
from tests.cli.shell import fleetbook


def fought(campaign: BattleFile, path: Path, boxes: int = 4, seed: str = "seed") -> None:
    with BattleFile.create(
        path, next_setup(campaign.journal.battle, ["Mikasa", "Asahi", "Poltava"], "Off the roads"), seed
    ) as file:
        give(file, "strike", ship="Asahi", track="hull", boxes=boxes, reason="a hit")
        file.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A campaign that has counted a.battle; b.battle is another one of the same ships."""
    with begun(tmp_path) as file:
        fought(file, tmp_path / "a.battle")
        fought(file, tmp_path / "b.battle", seed="other")
        count(file, tmp_path / "a.battle")
    return tmp_path / "season.campaign"


def findings(season: Path) -> list[str]:
    with BattleFile.open(season, read_only=True) as file:
        return [str(finding) for finding in verify_campaign(file, season.parent).findings]


def test_a_swapped_file_is_named(season: Path) -> None:
    shutil.copy(season.with_name("b.battle"), season.with_name("a.battle"))
    (found,) = findings(season)
    assert "a.battle differs from the battle that was counted: it is another battle" in found
    assert "it is another battle" in fleetbook("campaign", "verify", str(season)).out


def test_a_file_of_another_content_is_named(season: Path) -> None:
    path = season.with_name("a.battle")
    path.write_bytes(b"no battle at all")
    (found,) = findings(season)
    assert "a.battle" in found


def test_a_file_that_is_a_campaign_is_no_battle_to_count(season: Path) -> None:
    shutil.copy(season, season.with_name("a.battle"))
    assert len(findings(season)) == 1


def test_a_battle_taken_back_after_it_was_counted_is_named_and_forward_again_is_sound(season: Path) -> None:
    with BattleFile.open(season.with_name("a.battle")) as file:
        file.undo()
    (found,) = findings(season)
    assert "goes on: end it first" in found
    with BattleFile.open(season.with_name("a.battle")) as file:
        file.redo()
    assert findings(season) == []


def test_a_battle_that_is_gone_is_told_and_its_line_stays(season: Path) -> None:
    season.with_name("a.battle").unlink()
    with BattleFile.open(season, read_only=True) as file:
        assert verify_campaign(file, season.parent)[1:3] == ([], ["a.battle"])
        assert file.journal.battle.ship("Asahi").scars == {"hull": 27}
    ran = fleetbook("campaign", "verify", str(season))
    assert (ran.code, "a.battle is not in the campaign's folder" in ran.err) == (0, True)
    ran = fleetbook("campaign", "count", str(season), str(season.with_name("a.battle")))
    assert (ran.code, "a.battle" in ran.err) == (2, True)


def test_a_battle_is_not_counted_twice_under_another_name_nor_after_it_was_changed(season: Path) -> None:
    shutil.copy(season.with_name("a.battle"), season.with_name("c.battle"))
    with BattleFile.open(season.with_name("c.battle")) as file:
        file.undo(0)
        file.give(EndBattle.from_inputs({"reason": "dawn", "winner": "drawn"}))
    for name in ("a.battle", "c.battle"):
        ran = fleetbook("campaign", "count", str(season), str(season.with_name(name)))
        assert (ran.code, "Off the roads is counted already" in ran.err) == (1, True)


def test_two_programs_do_not_write_one_campaign(season: Path) -> None:
    with BattleFile.open(season):
        with pytest.raises(InUse):
            BattleFile.open(season)
        ran = fleetbook("campaign", "pass", str(season), "3")
        assert (ran.code, ran.out) == (2, "")
        assert fleetbook("campaign", "status", str(season)).code == 0
    assert fleetbook("campaign", "pass", str(season), "3").code == 0
    assert verify(season) == []


def test_programs_that_write_at_once_are_told_or_saved(season: Path) -> None:
    """Four processes let a day pass at the same time. Each that says that it is done has its line in the file."""
    root = str(Path(__file__).parents[2])
    command = [sys.executable, "-m", "fleetbook", "campaign", "pass", str(season), "1"]
    environment = {**os.environ, "PYTHONPATH": root}
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(4)]
    try:
        codes = [process.wait(timeout=120) for process in running]
    finally:
        for process in running:
            process.kill()
            process.wait(timeout=30)
    with BattleFile.open(season, read_only=True) as file:
        assert [record.procedure for record in file.journal.records].count("pass") == codes.count(0)
    assert set(codes) <= {0, 2}
    assert 0 in codes
    assert verify(season) == []
