"""The app shows a campaign as it shows a battle: the next step is the next day, and no key damages the file."""

from __future__ import annotations

from pathlib import Path

from fleetbook.referee.session import Session
from fleetbook.rules.campaign.ship import CampaignFacts
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.tui.battle.page import BattlePage
from tests.campaign.seasons import begun, give
from tests.tui.keyboard import Keyboard


def test_the_next_step_is_the_next_day(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "refit", port="Roads")
        for day in range(1, 9):
            give(file, "next")
            assert (CampaignFacts(file.journal.battle).day, file.journal.battle.turn) == (day, day + 1)
        assert file.journal.battle.ship("Retvizan").scars == {"hull": 24}
        assert file.journal.battle.ship("Fuji").joined
        after = file.journal.battle.ship("Retvizan").scars
        file.undo(1)
        give(file, "pass", days=8)
        assert file.journal.battle.ship("Retvizan").scars == after


def test_keys_on_a_campaign_open_forms_and_pages_and_leave_a_sound_file(tmp_path: Path) -> None:
    begun(tmp_path).close()
    path = tmp_path / "season.campaign"
    with BattleFile.open(path) as file:
        at = Keyboard(BattlePage(Session(file)), (100, 30))
        for keys in (">",), ("n",), ("p", "enter"), ("s", "escape"), ("r", "escape"), ("x", "escape"), ("T", "escape"), ("w",):
            at.press(*keys)
        assert "1904-02-11" in at.text
        assert [record.procedure for record in file.journal.records] == ["next", "next", "pass"]
    assert verify(path) == []
