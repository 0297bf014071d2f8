"""The odds of victory in a report: the battle fought on from the end of each turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.balance.fought_on import fought_on
from fleetbook.balance.ground import ground_of
from fleetbook.balance.play import fight
from fleetbook.reports.balance.odds_of_victory import OddsOfVictory, odds_of_victory_section
from fleetbook.reports.balance.shares import share_of
from fleetbook.reports.course.moments import Moment
from fleetbook.reports.document import Figure, Grid, Paragraph, Tide
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.library.paths import DATA_VARIABLE, own_folder
from tests.balance.test_intervals import SCENARIO
from tests.cli.shell import fleetbook

BY = {"Red": "run-home", "Blue": "run-home"}


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A battle in which a hulk may sink in each of three turns, from a scenario of the user's own library."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "own"))
    scenario = own_folder() / "known.toml"
    scenario.parent.mkdir(parents=True, exist_ok=True)
    text = SCENARIO.replace("turns = 1", "turns = 3").replace("quiet = 1", "quiet = 9").replace("wide = 300", "wide = 900")
    scenario.write_text(text.replace("high = 300", "high = 900"), encoding="utf-8")
    path = tmp_path / "hulk.battle"
    write_battle(path, fight(ground_of(scenario), "e", {"Red": "line-of-battle", "Blue": "line-of-battle"}).journal)
    return path


def test_each_turn_is_fought_on_from(played: Path) -> None:
    shown: list[tuple[int, int]] = []
    with BattleFile.open(played, read_only=True) as file:
        journal = file.journal
        found = list(fought_on(played, journal, 12, lambda what, done, of: shown.append((done, of))))
        again = list(fought_on(played, journal, 12))
    assert found == again
    assert [one.turn for one in found] == list(range(len(found)))
    assert len(found) > 1
    assert shown[-1] == (12 * len(found), 12 * len(found))
    for one in found:
        assert one.battles == 12
        assert sum(share.won for share in one.sides) + one.nobody == 12
        assert f"line {one.line}" in one.moment
    assert 0 < found[0].sides[0].won < 12  # three tests of one in five: about half


def odds(turn: int, red: int) -> OddsOfVictory:
    sides = (share_of("Red", red, 20), share_of("Blue", 20 - red, 20))
    return OddsOfVictory(turn=turn, line=9 * turn, battles=20, sides=sides, nobody=0, moment="there")


def test_the_turn_in_which_the_odds_changed_most_is_said_with_what_happened() -> None:
    moments = [
        Moment(turn=2, line=17, kind="torpedo hit", text="MTB 1 hits Ajax."),
        Moment(turn=1, line=3, kind="hurt", text="Earlier."),
        Moment(turn=2, line=18, kind="note", text="Tea."),
    ]  # fmt: skip
    blocks = list(odds_of_victory_section([odds(0, 10), odds(1, 9), odds(2, 18), odds(3, 20)], moments))
    (said,) = [block for block in blocks if isinstance(block, Paragraph) and block.label]
    assert (said.label, said.text) == ("They changed most in turn 2:", "Red from 45 % to 90 %. MTB 1 hits Ajax.")
    (chart,) = [block.chart for block in blocks if isinstance(block, Figure)]
    assert isinstance(chart, Tide)
    assert chart.shares == ((0.5, 0.45, 0.9, 1.0), (0.5, 0.55, 0.1, 0.0))
    (table,) = [block for block in blocks if isinstance(block, Grid)]
    assert table.rows[2][:2] == ("2", "90 % (70 to 97)")
    small = list(odds_of_victory_section([odds(0, 10), odds(1, 11)], []))
    assert "Red from 50 % to 55 %, which may be chance." in [block.text for block in small if isinstance(block, Paragraph)]
    assert list(odds_of_victory_section([], moments)) == []


def test_the_report_has_the_odds_where_they_are_asked_for(played: Path) -> None:
    whole = fleetbook("report", str(played), "--odds-of-victory", "2")
    assert whole.code == 0, whole.err
    assert "ODDS OF VICTORY" in whole.out
    assert "ODDS OF VICTORY" not in fleetbook("report", str(played)).out
    for words in (("--side", "Red"), ("--short",), ("--format", "json")):
        ran = fleetbook("report", str(played), "--odds-of-victory", "2", *words)
        assert (ran.code, "a whole report for all sides" in ran.err) == (2, True), ran.err
