"""Gives an order, and asks for its dice and choices until all are supplied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded, InputNeeded
from fleetbook.core.play.wording import event_texts
from fleetbook.referee.faces import read_faces
from fleetbook.referee.leaving import ROLLED_STANDS

Thrown: TypeAlias = Mapping[str, tuple[int, ...]]
NOBODY: Thrown = MappingProxyType({})
BEFORE = "typed in before"
NOT_THROWN = "no die is asked for"


class Giving(msgspec.Struct, frozen=True):
    """Gives an order with dice and choices. ``note`` is called before each question, to record the dice shown so far."""

    give: Callable[[Sequence[int | None], Sequence[str], Thrown], Record]
    note: Callable[[InputNeeded], object] = lambda needed: None

    def __call__(self, faces: Sequence[int | None], choices: Sequence[str], thrown_by: Thrown = NOBODY) -> Record:
        """Give the order. ``thrown_by`` has the numbers of the dice that each side's players typed on their phones.

        If it raises Refused, InvalidInput, InputNeeded or Unwritable, nothing has changed.
        """
        return self.give(faces, choices, thrown_by)


class Answer(msgspec.Struct, frozen=True):
    """One answer: the label of the question, and a choice or the faces of dice. A face of None is a die to be rolled."""

    label: str
    faces: tuple[int | None, ...] = ()
    choice: str = ""
    asked: bool = True
    """Whether somebody was asked. False for faces typed in beforehand, and for an idle die."""
    idle: bool = False
    """Whether all faces of the die have the same effect. Such a die is rolled without a question, and its face is not shown."""
    thrown: tuple[str, int] | None = None
    """The side whose player typed the face on a phone, and the number of the die in the order."""

    @property
    def words(self) -> str:
        """The choice, or the faces as text, such as ``3 rolled``."""
        return self.choice or " ".join("rolled" if face is None else str(face) for face in self.faces)


@dataclass(frozen=True)
class Asking:
    """The state of an order that is being given. It is immutable: each answer makes a new state.

    give     the function that gives the order with the answers so far
    answers  the dice and choices supplied so far
    needed   the open question; None if there is none
    record   the record of the order once it is given; None before
    problem  why the last answer was not accepted; empty if it was accepted
    """

    give: Giving
    answers: tuple[Answer, ...] = ()
    needed: DieNeeded | ChoiceNeeded | None = None
    record: Record | None = None
    problem: str = ""

    @classmethod
    def begin(cls, give: Giving, faces: Sequence[int | None] = (), idle: Sequence[str] = ()) -> Asking:
        """Start giving an order, with the faces that were typed in beforehand.

        ``idle`` has words for the dice that the order throws before these faces and that nobody is asked for, because they have
        no effect. Raises Refused, InvalidInput or Unwritable.
        """
        before = (Answer(BEFORE, tuple(faces), asked=False),) if faces else ()
        return cls(give, (*map(_not_asked, idle if faces else ()), *before))._tried()._shown()

    def _shown(self) -> Asking:
        """Write a note about the rolled dice that the open question reveals, and return this state. Raises Unwritable."""
        if self.needed is not None:
            rolled = (face for event in self.needed.events if isinstance(event, Rolled) for face in event.faces)
            if sum(face.origin == "rolled" for face in rolled) > sum(answer.idle for answer in self.answers):
                self.give.note(self.needed)
        return self

    def _tried(self) -> Asking:
        faces = [face for answer in self.answers for face in answer.faces]
        choices = [answer.choice for answer in self.answers if answer.choice]
        thrown = [answer.thrown for answer in self.answers if answer.thrown and None not in answer.faces]
        by_side = {side: tuple(number for other, number in thrown if other == side) for side, _ in thrown}
        try:
            return replace(self, record=self.give(faces, choices, by_side), needed=None)
        except DieNeeded as needed:
            if needed.matters:
                return replace(self, needed=needed)
            return replace(self, answers=(*self.answers, _not_asked(needed.brings or needed.label)))._tried()
        except ChoiceNeeded as needed:
            return replace(self, needed=needed)

    def answered(self, text: str, by: str = "") -> Asking:
        """The state after an answer: an option, or the face of the die. Faces of later dice may follow. An empty text rolls the
        die. ``by`` is the side whose player answered on a phone; empty for the referee.

        An invalid answer sets ``problem``. If a typed face turns out to be wrong later, its die is asked for again. Raises
        Refused or Unwritable, and InvalidInput if faces typed in beforehand are wrong.
        """
        return self._answered(text, by)._shown()

    def _answered(self, text: str, by: str = "") -> Asking:
        try:
            after = replace(self, answers=(*self.answers, self._read(text, by)), problem="")
        except InvalidInput as wrong:
            return replace(self, problem=str(wrong))
        try:
            return after._tried()
        except InvalidInput as wrong:
            typed = (place for place, answer in enumerate(after.answers) if answer.faces and not answer.idle)
            place = max(typed, default=None)
            if place is None or after.answers[place].label == BEFORE:
                raise  # no dice were typed, or only beforehand
            sound = after.answers[:place]
            return replace(self if sound == self.answers else replace(after, answers=sound)._tried(), problem=str(wrong))

    def _read(self, text: str, by: str) -> Answer:
        needed = self.needed
        if not isinstance(needed, DieNeeded):
            return Answer(needed.label if needed else "", choice=text)
        faces = read_faces(text, needed.label) or (None,)
        return Answer(needed.label, faces, thrown=(by, needed.number) if by else None)

    def chosen_by(self, chooses: Callable[[ChoiceNeeded], str]) -> Asking:
        """The state after all choices that ``chooses`` can make. For a choice that a person must make, ``chooses`` returns an
        empty text.

        Raises the same errors as ``answered``.
        """
        asking = self
        while isinstance(asking.needed, ChoiceNeeded) and not asking.problem and (option := chooses(asking.needed)):
            asking = asking.answered(option)
        return asking

    def rolled_on(self) -> Asking:
        """Roll all dice up to the next choice or the end of the order. Raises Refused or Unwritable."""
        asking = self
        while isinstance(asking.needed, DieNeeded):
            asking = asking._answered("")
        return asking._shown()

    def taken_back(self) -> Asking:
        """The state without the last answer to a question. A die that was rolled cannot be taken back.

        Raises Refused or Unwritable.
        """
        if not self.has_answers:
            return self
        last = max(place for place, answer in enumerate(self.answers) if answer.asked)
        if None in self.answers[last].faces:
            return replace(self, problem=ROLLED_STANDS)
        return replace(self, answers=self.answers[:last], problem="")._tried()._shown()

    @property
    def has_answers(self) -> bool:
        """Whether any question has been answered."""
        return any(answer.asked for answer in self.answers)

    @property
    def so_far(self) -> tuple[str, ...]:
        """The throws and choices so far in words. Each text begins with the part of the order to which the throw or choice
        belongs. A die without effect, which nobody was asked for, is marked.
        """
        idle = [answer.label if answer.idle else "" for answer in self.answers for _ in answer.faces]
        lines, about, thrown = list[str](), "", 0
        for one, event in event_texts(self.needed.events if self.needed else ()):
            if one.kind == "began":
                about = one.text
            elif isinstance(event, Rolled):
                unasked = idle[thrown] if thrown < len(idle) else ""
                thrown += len(event.faces)
                lines.append(f"{unasked}: {NOT_THROWN}" if unasked else _after(about, one.text))
            elif one.kind == "chosen":
                lines.append(_after(about, one.text))
        return tuple(lines)


def _after(about: str, words: str) -> str:
    return f"{about}: {words}" if about else words


def _not_asked(die: str) -> Answer:
    return Answer(die, (None,), asked=False, idle=True)
