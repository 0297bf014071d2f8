"""Read the faces of dice as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from fleetbook.core.dice import counted_face, sides_thrown
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.play.driver import ImpossibleFace, TooManyFaces

T = TypeVar("T")
ROLL = ("-", "r")  # typed in place of a face, for a die that is to be rolled
_FACE = re.compile(r"00?|[1-9][0-9]{0,29}")
WRITTEN = (
    "Separate faces with a comma or a space, such as 4,12. "
    "Digits typed together, such as 412, are one face each, unless the die has a face 412."
)


class Run(int):
    """Digits typed without separators. They are a single face if the die has such a face, otherwise one face per digit."""


def read_faces(text: str, where: str = "dice") -> tuple[int | None, ...]:
    """Read faces separated by spaces or commas, or typed without separators. None stands for a die to be rolled.

    Raises InvalidInput.
    """
    typed = text.strip().removesuffix(",").strip()  # allow a comma at the end
    words = re.split(r"\s*,\s*|\s+", typed) if typed else []
    faces = [None if word in ROLL else _face(word, where) for word in words]
    alone = faces[0] if len(faces) == 1 and "," not in text else None
    return (Run(alone),) if alone else tuple(faces)


def _face(word: str, where: str) -> int:
    if not _FACE.fullmatch(word):
        faces = "faces such as 3,5 or 3 5, and - for a die that is rolled"
        wrong = f"{shown(word)} is no face" if word else "nothing stands between two commas"
        raise InvalidInput(where, word, faces, words=f"{wrong}: type {faces}")
    return int(word)


def each_apart(give: Callable[[Sequence[int | None]], T], faces: Sequence[int | None]) -> T:
    """Give an order with these faces. If a Run such as 42136 is no face of its die, and more dice follow, each of its digits is
    taken as the face of a die.

    A D11 is thrown as a D12. A 12 there is one face, and the die is thrown again. Raises the same errors as ``give``. An error
    about a digit names the whole number that was typed.
    """
    typed: list[ImpossibleFace | None] = [None] * len(faces)  # for each digit, the error about the number it was part of
    while True:
        try:
            return give([None if face is None else int(face) for face in faces])
        except ImpossibleFace as wrong:
            place = wrong.number - 1
            if before := typed[place]:
                raise before from None
            run = faces[place]
            digits = [int(digit) for digit in str(run)] if isinstance(run, Run) and run > sides_thrown(wrong.sides) else []
            if len(digits) < 2 or not 1 <= counted_face(digits[0], wrong.sides) <= wrong.sides:
                raise
            faces = (*faces[:place], *digits, *faces[place + 1 :])
            typed[place : place + 1] = [wrong] * len(digits)
        except TooManyFaces as wrong:  # a number typed for the last die is one face
            raise next((before for before in typed if before and before.number == wrong.thrown), wrong) from None
