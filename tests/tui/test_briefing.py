"""The briefing before turn 1: story and distances, who wins by what, the seal whole."""

from __future__ import annotations

from pathlib import Path

from tests.tui.keyboard import NARROW, refereeing


def test_the_story_stands_before_the_first_order_and_a_key_tells_all(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        assert "Two motor gun boats have crossed the North Sea" in one.text
        seal = one.session.journal.stream.commitment
        one.press("f3")
        assert "Set the S-boats 60 cm away" in one.text
        assert "aware attacker" in one.text
        assert seal in one.text
        one.press("escape", "n")
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
        one.press("n", "t")
        one.type("hel 35")
        one.press("enter")
        one.go(8)
        before = one.pressed
        one.press("h", "6", "enter")
        met = one.session.journal.records[-1]
        assert (met.procedure, met.inputs["target"], met.faces[0].face) == ("torpedo", "Hellweg", 6)
        assert one.pressed - before == 3
