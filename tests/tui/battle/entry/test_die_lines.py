"""A die that is asked for: a cell for each face, what it does below it, and the faces that matter reversed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from fleetbook.core.battle.events import Rolled
from fleetbook.core.dice import Face
from fleetbook.core.play.needed import DieNeeded, Run
from fleetbook.referee.asking import Asking, Giving
from fleetbook.tui.battle.entry.die_lines import draw_asking
from fleetbook.tui.battle.entry.order_entry import AnswerField
from fleetbook.tui.kit.line import Line, cells
from fleetbook.tui.kit.style import CURSOR, QUIET, SINKING
from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, refereeing

HEIGHT = 9  # lines of the zone at 80x24 while an order is filled in


def asked(sides: int, *runs: Run, width: int = 80, thrown: Sequence[str] = ()) -> list[Line]:
    """The zone with a die whose faces have these outcomes, after throws with these labels."""
    needed = DieNeeded("hit location", sides, 1)
    needed.about, needed.runs = "Hood, hit by a gun", runs
    needed.faces = ", ".join(f"{first}-{last} {said}" for first, last, said in runs)
    needed.events = tuple(Rolled("D6", (Face(6, 3),), 3, "3", label) for label in thrown)
    asking = Asking(Giving(lambda faces, choices, thrown_by: pytest.fail("given")), needed=needed)
    return draw_asking(AnswerField(asking), "Fire", "4.2", width, HEIGHT)


def text(line: Line) -> str:
    return "".join(piece for piece, _ in line)


def numbers(lines: list[Line]) -> list[int]:
    """The faces in cells."""
    return [int(word) for line in lines if text(line).replace(" ", "").isdecimal() for word in text(line).split()]


def styles(lines: list[Line]) -> dict[str, object]:
    return {piece.strip(): style for line in lines for piece, style in line if piece.strip()}


def test_an_outcome_stands_below_its_first_face(tmp_path: Path) -> None:
    """C4: M 388's cannon at MTB 221 straddle on 5 and hit on 6."""
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        on_to(one, "fire-1")
        one.press("s")
        one.type("12")
        one.press("enter", "D", "f", "enter")
        shown = one.lines()
        at = next(number for number, line in enumerate(shown) if line.split() == ["1", "2", "3", "4", "5", "6"])
        faces, words = shown[at : at + 2]
        assert [faces.index(face) for face in "156"] == [words.index(said) for said in ("nothing", "straddle", "1 hit")]
        assert shown[-HEIGHT].endswith(" C4 ──")


def test_of_the_throws_before_a_die_none_stands_there_in_part() -> None:
    outcomes, long = ((1, 6, "nothing"), (7, 10, "1 hit")), " ".join(["a very long label"] * 8)
    both = "\n".join(map(text, asked(10, *outcomes, thrown=(long, "to hit"))))
    assert "so far  to hit: D6 3" in both
    assert "long label" not in both
    assert "so far" not in "".join(map(text, asked(10, *outcomes, thrown=("to hit", long * 3))))


def test_faces_that_matter_are_reversed_and_red_where_they_sink_her() -> None:
    shown = styles(asked(10, (1, 3, "sinks"), (4, 7, "nothing"), (8, 10, "1 hit")))
    assert (shown["sinks"], shown["nothing"], shown["1 hit"]) == (SINKING, QUIET, CURSOR)


@pytest.mark.parametrize("width", [80, 100, 120, 200])
@pytest.mark.parametrize("sides", [6, 8, 10, 12, 20])
def test_each_face_has_a_cell_in_as_many_rows_as_its_words_need(sides: int, width: int) -> None:
    words = ("engine room", "misses", "fore turret", "waterline")
    lines = asked(sides, *((face, face, words[face % len(words)]) for face in range(1, sides + 1)), width=width)
    assert len(lines) <= HEIGHT
    assert all(cells(line) <= width for line in lines)
    assert numbers(lines) == ([] if (sides, width) in IN_WORDS else list(range(1, sides + 1)))


IN_WORDS = ((20, 80), (20, 100), (20, 120))
"""Dice whose faces, with a long word each, find no room in cells: their outcomes stand in words."""


def test_faces_stand_in_one_row_where_their_words_find_room_and_else_in_two() -> None:
    short = asked(20, (1, 9, "misses"), (10, 11, "fore out"), (12, 20, "nothing"), width=100)
    assert numbers(short[2:3]) == list(range(1, 21))
    long = asked(12, *((face, face, "straddles" if face % 2 else "nothing") for face in range(1, 13)))
    assert (numbers(long[2:3]), numbers(long[4:5])) == ([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12])
