"""An order that asks for dice and choices while it is given, until it has them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded, InputNeeded
from fleetbook.core.play.wording import describe
from fleetbook.referee.faces import read_faces
from fleetbook.referee.leaving import ROLLED_STANDS

BEFORE = "typed in before"


@dataclass(frozen=True, slots=True)
class Giving:
    """Gives something with faces and choices. ``note`` is called before a question is shown: it notes the dice seen so far."""

    give: Callable[[Sequence[int | None], Sequence[str]], Record]
    note: Callable[[InputNeeded], object] = lambda needed: None

    def __call__(self, faces: Sequence[int | None], choices: Sequence[str]) -> Record:
        """Give it. Raises InputNeeded, Refused, InvalidInput, Unwritable. Then nothing has happened."""
        return self.give(faces, choices)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the label of the question, and a choice or the faces of dice. None is a die that is rolled."""

    label: str
    faces: tuple[int | None, ...] = ()
    choice: str = ""
    asked: bool = True
    """Whether anybody was asked. Nobody is for faces typed in before, or for a die whose faces all bring the same."""

    @property
    def words(self) -> str:
        """The answer in words."""
        return self.choice or " ".join("rolled" if face is None else str(face) for face in self.faces)


@dataclass(frozen=True)
class Asking:
    """An order being given. Immutable: an answer makes another.

    give     called with the answers so far
    answers  the dice and choices supplied
    needed   the next question; None when nothing is asked
    record   the record, once the order is given
    problem  why the last answer was not taken
    every    whether dice are asked for even when all their faces bring the same; otherwise those are rolled
    """

    give: Giving
    answers: tuple[Answer, ...] = ()
    needed: DieNeeded | ChoiceNeeded | None = None
    record: Record | None = None
    problem: str = ""
    every: bool = False

    @classmethod
    def begin(cls, give: Giving, faces: Sequence[int | None] = (), *, every: bool = False) -> Asking:
        """Try with the faces that were typed in before anything was asked for. Raises as giving does."""
        return cls(give, (Answer(BEFORE, tuple(faces), asked=False),) if faces else (), every=every)._tried()._shown()

    def _shown(self) -> Asking:
        """The same, after the dice shown with the question were noted. Raises Unwritable."""
        if self.needed is not None:
            self.give.note(self.needed)
        return self

    def _tried(self) -> Asking:
        faces = [face for answer in self.answers for face in answer.faces]
        choices = [answer.choice for answer in self.answers if answer.choice]
        try:
            return replace(self, record=self.give(faces, choices), needed=None)
        except DieNeeded as needed:
            if needed.matters or self.every:
                return replace(self, needed=needed)
            idle = Answer(needed.label, (None,), asked=False)
            return replace(self, answers=(*self.answers, idle))._tried()
        except ChoiceNeeded as needed:
            return replace(self, needed=needed)

    def answered(self, text: str) -> Asking:
        """The state after an answer: one of the options, or a face and those of the dice after it. No text rolls the die.

        An answer that cannot be read is not taken. Dice that turn out wrong later are asked for again. Raises Refused,
        Unwritable, and InvalidInput when the faces typed in before are wrong.
        """
        return self._answered(text)._shown()

    def _answered(self, text: str) -> Asking:
        try:
            after = replace(self, answers=(*self.answers, self._read(text)), problem="")
        except InvalidInput as wrong:
            return replace(self, problem=str(wrong))
        try:
            return after._tried()
        except InvalidInput as wrong:
            place = next((place for place in reversed(range(len(after.answers))) if after.answers[place].faces), None)
            if place is None or after.answers[place].label == BEFORE:
                raise  # no dice, or only those typed in before
            sound = after.answers[:place]
            return replace(self if sound == self.answers else replace(after, answers=sound)._tried(), problem=str(wrong))

    def _read(self, text: str) -> Answer:
        needed = self.needed
        if not isinstance(needed, DieNeeded):
            return Answer(needed.label if needed else "", choice=text)
        faces = read_faces(text, needed.label) or (None,)
        return Answer(needed.label, faces)

    def rolled_on(self) -> Asking:
        """With all dice rolled that come before the next choice, or to the end. Raises Refused, Unwritable."""
        asking = self
        while isinstance(asking.needed, DieNeeded):
            asking = asking._answered("")
        return asking._shown()

    def taken_back(self) -> Asking:
        """The state without the last answer to a question. A die once rolled stands. Raises Refused, Unwritable."""
        if not self.has_answers:
            return self
        last = max(place for place, answer in enumerate(self.answers) if answer.asked)
        if None in self.answers[last].faces:
            return replace(self, problem=ROLLED_STANDS)
        return replace(self, answers=self.answers[:last], problem="")._tried()._shown()

    @property
    def has_answers(self) -> bool:
        """Whether anything that was asked for has been answered."""
        return any(answer.asked for answer in self.answers)

    @property
    def so_far(self) -> tuple[str, ...]:
        """The throws and choices so far, each with the part it was thrown in."""
        lines: list[str] = []
        about = ""
        for one in describe(self.needed.events if self.needed else ()):
            if one.kind == "began":
                about = one.text
            elif one.kind in ("rolled", "chosen"):
                lines.append(f"{about}: {one.text}" if about else one.text)
        return tuple(lines)
