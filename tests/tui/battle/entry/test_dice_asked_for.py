"""Each die is asked for by its weapon, target and score, and by its number among those alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def asked(one: Keyboard) -> str:
    """The prompt, as one line."""
    return " ".join(" ".join(line.strip() for line in one.text.splitlines()[-9:]).split())


@contextmanager
def firing(folder: Path) -> Iterator[Keyboard]:
    """The first broadside of Tsushima, its dice typed in, at its first die."""
    with refereeing(folder / "a.battle", "tsushima", NARROW) as one:
        on_to(one, "firing")
        one.press("D", "f", "4", "5", "enter")
        yield one


def test_5_3_each_shot_of_a_broadside_names_ship_gun_target_score_and_how_many_there_are(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        assert "Knyaz Suvorov's 12 in at Mikasa 1 2 3 4 5 6 7 8 9 10 misses hits 30 % (8+ needed)" in asked(one)
        assert "die 1, D10, shot 1 of 4: to hit" in asked(one)
        one.press("1", "enter")
        assert "die 2, D10, shot 2 of 4: to hit" in asked(one)
        one.press("9", "enter")
        assert "Knyaz Suvorov's 12 in at Mikasa, hit by a gun" in asked(one)
        assert "die 3, D10, shot 2 of 4: location" in asked(one)


def test_5_5_a_die_against_armour_says_from_which_face_on_it_counts(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        one.press("9", "enter", "9", "enter")
        assert "6 or more: only what is over 5 counts" in asked(one)
        assert "16 11 over 5" not in asked(one)


def test_5_3_the_second_kind_of_guns_has_its_prompt(tmp_path: Path) -> None:
    with firing(tmp_path) as one:
        for _ in range(4):
            one.press("1", "enter")
        assert "Knyaz Suvorov's 6 in at Mikasa" in asked(one)
        assert "die 5, D10, shot 1 of 6: to hit" in asked(one)


def test_c5_a_die_of_the_second_volley_is_not_asked_for_if_no_face_of_it_matters(tmp_path: Path) -> None:
    """M 388 fires cannon and guns at MTB 221: the guns can do nothing at 12 cm, so their die is rolled."""
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="3") as one:
        on_to(one, "fire-1")
        one.press("s")
        one.type("12")
        one.press("enter", "D", "f", "enter")
        assert "M 388's cannon at MTB 221, factor 10 1 2 3 4 5 6 nothing straddle 1 hit" in asked(one)
        assert "die 1, D6, volley 1 of 2: shooting" in asked(one)
        one.press("1", "enter")
        shot = one.session.journal.records[-1]
        assert (shot.procedure, [face.origin for face in shot.faces]) == ("fire", ["typed", "rolled"])


def test_c5_a_shot_that_can_do_nothing_is_given_without_a_die(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="3") as one:
        on_to(one, "fire-1")
        one.press("s")
        one.type("v1241 m233 60 6")
        one.press("enter", "D", "f")
        assert any(line.strip().startswith("dice") and "no die is asked for: " in line for line in one.lines())
        one.press("enter")
        shot = one.session.journal.records[-1]
        assert (shot.procedure, shot.inputs["range"], {face.origin for face in shot.faces}) == ("fire", 60, {"rolled"})


def test_c5_dice_that_can_do_nothing_are_rolled_for_the_record_and_the_row_says_so(tmp_path: Path) -> None:
    """The result shows their faces. Only where players throw the dice is it of use that none is asked for."""
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="3") as one:
        on_to(one, "fire-1")
        one.press("s")
        one.type("v1241 m233 60 6")
        one.press("enter", "f")
        row = next(line for line in one.lines() if line.strip().startswith("dice"))
        assert "rolled for the record: " in row and "no die is asked for" not in row


def test_the_row_of_the_dice_says_whether_they_are_rolled_or_asked_for(tmp_path: Path) -> None:
    """With dice typed in, Enter rolls nothing by itself; the row said "roll for me" all the same."""
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "f")
        assert any(" roll for me  or D6: " in line for line in one.lines())
        one.press("escape", "D", "f")
        assert any(line.endswith(" asked for later  or now D6: 1-4 nothing, 5 straddle, 6 1 hit") for line in one.lines())


def test_a_ship_that_must_be_named_is_asked_for_with_those_that_may_be(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "blackett-strait", NARROW, seed="3") as one:
        one.press(">", "t")
        assert "one of: Amagiri, Arashi, Hagikaze, Shigure" in one.text
