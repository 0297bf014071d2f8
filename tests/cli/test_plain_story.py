"""``play --plain`` tells the story, the distances, who would win and the briefing to somebody who only hears it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fleetbook.core.battle.setup import TurnEvent
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.cli.battles import Table
from tests.cli.dialogue import heard


@pytest.fixture
def convoy(tmp_path: Path) -> Path:
    """The convoy at its first step, with an event in turn 2."""
    settled = msgspec.structs.replace(load_setup("convoy"), events=(TurnEvent(2, "Dawn: the light is day"),))
    path = tmp_path / "a.battle"
    BattleFile.create(path, settled, seed="1").close()
    return path


def test_a_new_battle_says_where_its_story_is_and_briefing_tells_it_whole(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, convoy, "briefing")
    assert "Type briefing for the story and what decides it." in said
    assert "Four merchantmen bound for the Elbe keep two columns" in said
    assert "Turn 2: Dawn: the light is day." in said
    assert "Victory: Royal Navy wins: merchantmen sunk, 2 needed" in said
    with BattleFile.open(convoy, read_only=True) as file:
        assert f"to be read out and noted: {file.commitment}" in said


def test_score_says_who_would_win_and_what_decides(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, convoy, "score")
    assert "If it ended now, Kriegsmarine would have won: Royal Navy needed 2 merchantmen sunk and had 0." in said
    assert "What decides it:\n  Royal Navy wins: merchantmen sunk, 2 needed.\n  otherwise Kriegsmarine wins." in said


def test_score_without_conditions_says_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "the scenario does not say what decides the battle" in heard(monkeypatch, table.path, "score")


def test_news_leaves_out_moves_and_steps_and_a_battle_that_goes_on_begins_with_the_last(
    convoy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(monkeypatch, convoy, "news", *["next"] * 8, "news")
    assert "nothing of note has happened yet" in said
    assert (
        "Dawn: the light is day. TURN 2, step 1: Royal Navy repairs."
        in said.rpartition("Turn 2, step 1: Royal Navy repairs.\n  1 ")[2]
    )
    assert "Last: Turn 1, step 8: Dawn: the light is day." in heard(monkeypatch, convoy)


def test_news_tells_only_what_is_in_force(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, convoy, *["next"] * 8, "undo", "news")
    assert "nothing of note has happened yet" in said


def test_ranges_tells_those_of_the_step_and_of_one_ship(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path, "ranges", "measure D, A, 14", "ranges", "ranges A")
    assert "no range was measured in this step; measure gives one" in said
    assert "D to A 14 cm." in said
    assert "A to D 14 cm." in said


def test_legend_spells_out_short_words_and_signs_and_a_flag_is_read_as_flagship(
    convoy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(monkeypatch, convoy, "legend")
    assert "  torp: torpedoes" in said and "  5*: die typed in" in said
    other = tmp_path / "yalu.battle"
    BattleFile.create(other, load_setup("yalu"), seed="1").close()
    assert "Yoshino, Flying Squadron, C flagship: 18 kt" in heard(monkeypatch, other, "status")


def test_help_names_every_command(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, convoy, "help")
    assert all(f"  {word}: " in said for word in ("briefing", "news", "score", "ranges", "legend"))
