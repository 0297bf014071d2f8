"""What an order still asks for when it is given: dice that the players throw, and choices that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.driver import ChoiceNeeded, DieNeeded
from fleetbook.tui.battle.form_keys import match
from fleetbook.tui.kit.text_field import LineEdit

ROLL = ("-", "r")  # a die that the app rolls, among those typed in
STEPS = {"up": -1, "left": -1, "shift+tab": -1, "down": 1, "right": 1, "tab": 1}


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing supplied: what it was asked for, and a choice, or the face of a die (None for one that is rolled)."""

    label: str
    face: int | None = None
    choice: str = ""

    @property
    def told(self) -> str:
        """The answer in a word."""
        return self.choice or ("rolled" if self.face is None else str(self.face))


def read_faces(text: str) -> tuple[int | None, ...]:
    """Faces divided by spaces or commas; ``-`` has one rolled. Raises InvalidInput."""
    return tuple(None if word in ROLL else _face(word) for word in text.replace(",", " ").split())


def _face(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) < 6:
        return int(word)
    raise InvalidInput("dice", word, "faces such as 5 3, and - for a die that is rolled")


@dataclass(frozen=True)
class Asking:
    """Dice and choices supplied so far, what is wanted next, and what is being typed or picked for it."""

    answers: tuple[Answer, ...] = ()
    wanted: DieNeeded | ChoiceNeeded | None = None
    typing: LineEdit = field(default_factory=LineEdit)
    picked: int = 0

    @classmethod
    def begin(cls, faces: Iterable[int | None]) -> Asking:
        """With the faces that were typed in before anything was asked for."""
        return cls(tuple(Answer("typed in before", face) for face in faces))

    @property
    def faces(self) -> tuple[int | None, ...]:
        """The dice supplied."""
        return tuple(answer.face for answer in self.answers if not answer.choice)

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices made."""
        return tuple(answer.choice for answer in self.answers if answer.choice)

    def press(self, key: str, character: str | None) -> Asking:
        """After a key other than Enter and Escape. Backspace on nothing typed takes back the last answer."""
        if key in STEPS and isinstance(self.wanted, ChoiceNeeded):
            return replace(self, picked=(self.picked + STEPS[key]) % len(self.wanted.options), typing=LineEdit())
        if key == "backspace" and not self.typing.text:
            return replace(self, answers=self.answers[:-1])
        typable = character is not None and character.isprintable()
        line = self.typing.insert(character or "") if typable else self.typing.press(key)
        return self._typed(line) if line else self

    def _typed(self, line: LineEdit) -> Asking:
        if not isinstance(self.wanted, ChoiceNeeded):
            return replace(self, typing=line)
        found = match(line.text, self.wanted.options)
        return replace(self, typing=line, picked=self.wanted.options.index(found) if found else self.picked)

    def answered(self) -> Asking:
        """With the answer that is typed or picked taken in. Raises InvalidInput for a face that the die has not."""
        if isinstance(self.wanted, ChoiceNeeded):
            picked = Answer(self.wanted.label, choice=self.wanted.options[self.picked])
            return replace(self, answers=(*self.answers, picked))
        if self.wanted is None:
            return self
        label, sides = self.wanted.label, self.wanted.sides
        faces = read_faces(self.typing.text) or (None,)
        if faces[0] is not None and not 1 <= faces[0] <= sides:
            raise InvalidInput(label, str(faces[0]), f"1 to {sides} on a D{sides}")
        return replace(self, answers=(*self.answers, *(Answer(label, face) for face in faces)))


Giving = Callable[[Asking], Record]


def advance(asking: Asking, give: Giving) -> tuple[Asking, Record | None]:
    """Try to give the order with what is there: the record that it made, or else what is asked for next.

    Raises Refused, InvalidInput and Unwritable, as giving an order does.
    """
    try:
        return asking, give(asking)
    except (DieNeeded, ChoiceNeeded) as wanted:
        return replace(asking, wanted=wanted, typing=LineEdit(), picked=0), None
