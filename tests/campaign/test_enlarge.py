"""A campaign takes in ships that nobody foresaw: its lines are carried out again, and everything that happened stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.enlarge import enlarge
from tests.campaign.seasons import PLAN, begun, give, plan_in
from tests.cli.shell import fleetbook

MORE = PLAN.replace(
    '{ card = "Asahi", squadron = "Line" },',
    '{ card = "Asahi", squadron = "Line" },\n  { card = "Shikishima", squadron = "Line", JOINS },',
)


def played(folder: Path) -> Path:
    """A campaign in which Mikasa lost three boxes and ten days passed, and one line was taken back."""
    with begun(folder) as file:
        give(file, "strike", ship="Mikasa", track="hull", boxes=3, reason="a mine")
        give(file, "pass", days=10)
        give(file, "sail", ships=["Asahi"], to="Haven")
        file.undo()
    return folder / "season.campaign"


def longer(folder: Path, joins: str = 'port = "Haven"', text: str = MORE) -> Path:
    return plan_in(folder, text.replace("JOINS", joins))


def test_a_ship_is_added_and_all_lines_stay(tmp_path: Path) -> None:
    source, target = played(tmp_path), tmp_path / "more.campaign"
    assert enlarge(source, longer(tmp_path), target) == 1
    with BattleFile.open(target) as new, BattleFile.open(source, read_only=True) as old:
        now, then = new.journal, old.journal
        assert [record.headline for record in now.records] == [record.headline for record in then.records]
        assert list(new.times) == list(old.times)
        assert now.battle.ship("Mikasa").scars == {"hull": 28}
        assert (now.battle.ship("Shikishima").berth, now.battle.ship("Shikishima").held) == ("Haven", "")
        assert len(now.battle.ships()) == len(then.battle.ships()) + 1
        assert give(new, "sail", ships=["Shikishima"], to="at sea").number == 5
    assert verify(target) == []


def test_a_ship_with_a_day_to_come_joins_then(tmp_path: Path) -> None:
    target = tmp_path / "more.campaign"
    enlarge(played(tmp_path), longer(tmp_path, 'joins = "1904-03-01"'), target)
    with BattleFile.open(target) as file:
        assert not file.journal.battle.ship("Shikishima").joined
        give(file, "pass", days=30)
        assert file.journal.battle.ship("Shikishima").joined


@pytest.mark.parametrize(
    ("text", "joins", "words"),
    [
        (MORE, 'joins = "1904-02-10"', "line 2, 10 days pass"),
        (
            MORE.replace('{ card = "R-boot R41", name = "R 41" },', ""),
            "",
            "ship R 41: found nothing, allowed: the entry with which",
        ),
        (MORE.replace('commander = "Togo"', 'commander = "Ito"'), "", "ship Mikasa: found another entry"),
        (MORE.replace('date = "1904-02-08"', 'date = "1904-02-07"'), "", "date: found 1904-02-07, allowed: 1904-02-08"),
        (MORE.replace("docks = 2", "docks = 3"), "", "port or squadron Roads: found another entry"),
    ],
)
def test_a_plan_that_is_not_longer_or_would_change_a_line_is_refused(tmp_path: Path, text: str, joins: str, words: str) -> None:
    source = played(tmp_path)
    with pytest.raises(InvalidInput) as raised:
        enlarge(source, longer(tmp_path, joins or 'port = "Haven"', text), tmp_path / "more.campaign")
    assert words in str(raised.value)
    assert not (tmp_path / "more.campaign").exists()


def test_the_command_names_the_new_file(tmp_path: Path) -> None:
    source, target = played(tmp_path), str(tmp_path / "more.campaign")
    ran = fleetbook("campaign", "enlarge", str(source), str(longer(tmp_path)), "-o", target)
    assert (ran.code, ran.out) == (0, f"{target}\n")
    assert "1 ship more" in ran.err
    assert fleetbook("campaign", "verify", target).code == 0
