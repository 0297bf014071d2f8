"""The briefing before turn 1: story and distances, who wins by what, the seal whole."""

from __future__ import annotations

from pathlib import Path

from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.briefing import briefing_lines
from fleetbook.tui.battle.page import BattlePage
from tests.tui.hands import launch
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def test_the_story_stands_before_the_first_order_and_a_key_tells_all(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        assert "Two motor gun boats have crossed the North Sea" in one.text
        seal = one.session.journal.stream.commitment
        one.press("f3")
        assert "Set the S-boats 60 cm away" in one.text
        assert "attacker alerted" in one.text
        one.press("pagedown")
        assert seal in one.text
        one.press("escape", ">")
        assert "Two motor gun boats" not in one.text


def test_the_seed_is_shown_whole_at_the_end(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="5" * 64) as one:
        one.press("E", "enter")
        assert "5" * 64 in one.text


def test_a_refusal_is_never_cut(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", (60, 24), seed="3") as one:
        one.press("d")
        said = " ".join(one.text.split())
        assert "Work out damage belongs to steps 4 and 8; this is step 1 (C2)" in said


def test_a_torpedo_s_likely_target_is_proposed_and_a_typed_die_costs_three_keys(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="5") as one:
        launch(one, "hel 35")
        one.go(8)
        before = one.pressed
        one.press("h", "6", "enter")
        met = one.session.journal.records[-1]
        assert (met.procedure, met.inputs["target"], met.faces[0].face) == ("torpedo", "Hellweg", 6)
        assert one.pressed - before == 3


def beginning(path: Path) -> Keyboard:
    file = BattleFile.create(path, load_setup("ijmuiden"), "3")
    return Keyboard(BattlePage(Session(file), briefing=True), NARROW)


def test_the_briefing_lies_over_a_new_battle_and_a_key_is_not_lost_on_it(tmp_path: Path) -> None:
    one = beginning(tmp_path / "a.battle")
    assert "TURN 1" in one.text and "─ Briefing ─" in one.text
    one.press(">")
    assert "Briefing" not in one.text
    assert len(one.session.journal.records) == 1
    one.close()


def test_the_briefing_is_scrolled_and_left_by_enter_alone(tmp_path: Path) -> None:
    one = beginning(tmp_path / "a.battle")
    one.size = (80, 12)
    first = one.text
    one.press("pagedown")
    assert one.text != first and "─ Briefing ─" in one.text
    one.press("enter")
    assert "─ Briefing ─" not in one.text
    assert one.page is one.battle
    one.close()


def test_a_battle_that_goes_on_has_no_briefing_over_it(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    one = beginning(path)
    one.press(">")
    one.close()
    again = Keyboard(BattlePage(Session(BattleFile.open(path)), briefing=True), NARROW)
    assert "─ Briefing ─" not in again.text
    again.close()


def test_a_sides_name_stands_whole_before_its_ships(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "manila-bay", NARROW) as one:
        lines = [line.split() for line in briefing_told(one)]
        assert ["United", "States", "6", "ships:"] in [words[:4] for words in lines]
        assert not any(words[:2] == ["United", "State"] for words in lines)


def briefing_told(one: Keyboard) -> list[str]:
    """The briefing, line by line, at 80 columns."""
    return ["".join(text for text, _ in line) for line in briefing_lines(one.session.journal, 80)]
