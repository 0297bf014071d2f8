"""A ruling on a die: each die is named by ship, weapon and target, and each face by all that it would change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fleetbook.referee.proposals.other_faces import describe_dice, describe_faces
from tests.core.test_rulings import trial
from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, Keyboard, refereeing


@contextmanager
def a_squadron_fired(folder: Path) -> Iterator[Keyboard]:
    """The Yalu after the first volley of a whole squadron."""
    with refereeing(folder / "a.battle", "yalu", NARROW, seed="5") as one:
        on_to(one, "firing")
        one.type("Fyoshino30")
        one.press("enter")
        yield one


def test_each_die_of_a_squadrons_volley_names_ship_gun_target_and_shot(tmp_path: Path) -> None:
    with a_squadron_fired(tmp_path) as one:
        told = describe_dice(one.session.journal)
        shots = [line for line in told if line.endswith(": to hit")]
        assert len(told) == len(one.session.journal.records[-1].faces)
        assert len(shots) == 40
        assert told[0].endswith("· Jiyuan's 8.2 in at Yoshino, shot 1 of 2: to hit")
        assert told[1].endswith("· Jiyuan's 8.2 in at Yoshino, shot 2 of 2: to hit")
        assert told[2].endswith("· Jiyuan's 5.9 in at Yoshino: to hit")
        assert "D10 3 → misses" in told[0]
        one.press("!")
        assert "die 1: D10 3 → misses · Jiyuan's 8.2 in at Yoshino, shot 1 of 2: to hit" in one.text


def test_each_face_says_before_the_ruling_what_else_comes_otherwise(tmp_path: Path) -> None:
    with a_squadron_fired(tmp_path) as one:
        journal = one.session.journal
        stood = journal.results(journal.records[-1])[0].words
        faces = describe_faces(journal, 1)
        assert [face.partition("\n")[0] for face in faces] == [
            "1 → misses", "2 → misses", "3 → misses, as it fell", *(f"{face} → misses" for face in range(4, 8)),
            "8 → hits", "9 → hits", "10 → hits",
        ]  # fmt: skip
        assert not any("otherwise" in face for face in faces[:7]), "a miss is a miss"
        otherwise = faces[8].partition("\n")[2]
        one.press("!", "enter", "down", "down", "down", "down", "down", "down", "down", "down")
        assert otherwise.split(";")[0] in " ".join(one.text.split())
        one.press("enter", "enter")
        now = journal.results(journal.records[-1])[0].words.removesuffix(".")
        assert now != stood
        assert otherwise.startswith(f"also otherwise: {now}"), "what was said before is what came of it"
        assert "Jiyuan's 8.2 in at Yoshino, hit by a gun, shot 1 of 2: location → " in otherwise


def test_a_face_after_which_a_player_chooses_says_so() -> None:
    throws_on, asks, twice = (describe_faces(trial(2, 17, 5), 1)[face - 1] for face in (1, 3, 4))
    assert throws_on.startswith("1\nalso otherwise: ")
    assert "chooses" not in throws_on
    assert "also otherwise: a player chooses" in asks
    assert "also otherwise: a player chooses" in twice
