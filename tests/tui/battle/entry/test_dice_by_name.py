"""Dice that decide are asked for by name, one at a time, with the effect of each face. ``r`` rolls all the rest."""

from __future__ import annotations

from pathlib import Path

from fleetbook.core.dice import Dice
from fleetbook.core.orders.throws import NO_YES, AtLeastThrow, RollOverThrow
from fleetbook.core.play.needed import outcomes
from fleetbook.core.words.sentence import Sentences
from fleetbook.core.words.wording import Wording
from fleetbook.store.catalogue import ruleset
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def doomed(one: Keyboard, *ships: str) -> None:
    """These ships have no hull boxes left, and the ongoing damage is begun."""
    for ship in ships:
        one.press("x")
        one.type(ship)
        one.press("down", "down")
        one.type(str(one.session.battle.ship(ship).left("hull")))
        one.press("enter")
    one.press("o")


def test_5_17_a_sinking_test_is_asked_for_by_name_with_its_odds_though_dice_are_rolled(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW, seed="11") as one:
        doomed(one, "Mikasa")
        assert one.session.typed_dice is False
        assert "Mikasa: no hull boxes left 1 2 3 4 5 6 7 8 9 10 sinks stays afloat 70 % (4+ needed)" in " ".join(one.text.split())
        one.press("3", "enter")
        assert "Mikasa SINKS (no hull boxes left): threw 3, it takes 4." in one.text


def test_5_17_enter_rolls_the_die_and_leaves_the_next_to_its_owner(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW, seed="11") as one:
        doomed(one, "Mikasa", "Oslyabya")
        one.press("enter")
        assert "Oslyabya: no hull boxes left 1 2 3 4 5 6 7 8 9 10 sinks stays afloat" in " ".join(one.text.split())
        assert "Mikasa: no hull boxes left: stays afloat: D10" in one.text
        assert one.session.last is not None and "order was finished: ongoing" in one.session.last.inputs["words"]
        one.press("enter")
        assert [face.origin for face in one.session.last.faces] == ["rolled", "rolled"]


def test_one_key_rolls_all_the_rest(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW, seed="11") as one:
        doomed(one, "Mikasa", "Oslyabya")
        one.press("9", "enter", "r")
        last = one.session.last
        assert last is not None and last.procedure == "ongoing"
        assert [face.origin for face in last.faces] == ["typed", "rolled"]


def test_a_form_names_the_die_and_the_score_that_it_needs(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("86")
        assert "D6: 1-5 not seen, 6 seen, 17 % (6+ needed)" in one.text


def test_a_throw_of_two_dice_says_two_and_that_both_faces_are_typed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "odessa-in-range", NARROW, seed="3") as one:
        one.press("e")
        assert "or 2D6: both faces" in " ".join(one.text.split())


WORDING = Wording(Sentences, ruleset("coastal").tables)


def test_a_score_without_words_of_its_own_stands_with_its_question() -> None:
    bare, worded = (AtLeastThrow("put out", Dice(1, 6), needed=5, words=words) for words in (NO_YES, ("burns on", "put out")))
    assert outcomes(bare, WORDING) == "1-4 no, 5-6 yes, 33 % (5+ needed)"
    assert outcomes(worded, WORDING) == "1-4 burns on, 5-6 put out, 33 % (5+ needed)"
    assert [step.settle(5).result for step in (bare, worded)] == ["yes", "yes"], "the journal keeps the same"


def test_a_die_against_armour_says_what_of_it_counts() -> None:
    assert outcomes(RollOverThrow("damage", Dice(1, 8), over=5), WORDING) == "6 or more: only what is over 5 counts"
    assert outcomes(RollOverThrow("damage", Dice(1, 8)), WORDING) == "1 or more: the whole number counts"
    assert outcomes(RollOverThrow("damage", Dice(1, 8), over=8), WORDING) == "no total beats 8"
