"""A campaign is killed at random moments, and its disk is full: by the same tests as a battle, nothing acknowledged is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import Unwritable
from tests.campaign.seasons import LINE, begun, count, fight
from tests.posix import posix_only
from tests.store.left import no_room
from tests.trust.test_kills import kill_command, kill_worker


def test_nothing_acknowledged_is_lost_by_a_few_kills(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fight(file, LINE, tmp_path / "a.battle", 3).close()
        count(file, tmp_path / "a.battle")
    path, rng = tmp_path / "season.campaign", Random("season")
    for _ in range(2):
        kill_command(path, rng)
        kill_worker(path, rng)
    assert verify(path) == []


@posix_only("resource: no limit to a file")
def test_a_count_that_the_disk_refuses_leaves_the_season_as_it_was(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fight(file, LINE, tmp_path / "a.battle", 3).close()
        begins = file.journal.battle.state.fingerprint
        with no_room(file.path.stat().st_size), pytest.raises(Unwritable, match="is the disk full"):
            for _ in range(50):  # some lines still fit on the last page
                count(file, tmp_path / "a.battle")
                file.undo()
        lines, position = len(file.journal.records), file.journal.position
        assert (file.journal.battle.state.fingerprint == begins) == (position == 0)
        if position:
            file.undo(0)
        count(file, tmp_path / "a.battle")
        assert len(file.journal.records) == lines + 1 + bool(position)
    assert verify(tmp_path / "season.campaign") == []
