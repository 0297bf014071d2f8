"""The questions of a doctrine about ranges and arcs on the table. All are shown at once in a grid."""

from __future__ import annotations

from rich.style import Style

from fleetbook.core.parsing import counted
from fleetbook.referee.chairs.chairs import Chairs
from fleetbook.referee.chairs.table_tape import FAR, Question
from fleetbook.referee.session import Session
from fleetbook.tui.battle.ranges_page import RangesPage
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.keys import STEPS, TURNS, letter
from fleetbook.tui.kit.style import PLAIN, QUIET

RANGE_KEYS = (("0-9", "range"), ("Enter", "next"))
FILLING = (
    ("0 to 9", "the range"),
    ("a to z, ← →", "the arc that begins so, or another"),
    ("Enter", "takes the old range, and goes on; after the last question the doctrine decides"),
    ("↑ ↓", "another question"),
    ("⌫", "deletes the last digit"),
)


def asked_words(chairs: Chairs) -> str:
    """The doctrine's questions in a few words, such as ``Kriegsmarine's doctrine asks for 8 ranges``. A single one is named."""
    questions, who = chairs.questions, f"{chairs.asking}'s doctrine asks"
    if len(questions) == 1:
        return f"{who}: {chairs.words(questions[0])}"
    arcs = sum(bool(one.arcs) for one in questions)
    kinds = ((len(questions) - arcs, "range"), (arcs, "bearing"))
    return f"{who} for {' and '.join(counted(number, kind) for number, kind in kinds if number)}"


class QuestionsPage(RangesPage):
    """A grid with the questions of a doctrine. Ranges are typed, arcs are chosen."""

    name = "what the doctrine asks"
    filling = FILLING

    def __init__(self, chairs: Chairs, session: Session) -> None:
        self._chairs, asked = chairs, chairs.questions
        super().__init__(session, [*dict.fromkeys(one.one for one in asked)], [*dict.fromkeys(one.other for one in asked)])
        self.title = f"What {chairs.asking}'s doctrine asks"
        self._order = sorted(asked, key=lambda one: (self.firers.index(one.one), self.targets.index(one.other)))
        self._old = {question: chairs.old(question) for question in asked}
        self._show(0)

    @property
    def question(self) -> Question:
        """The question at the cursor."""
        return self._order[self._at]

    def value(self, firer: str, target: str) -> str:
        """The answer to the question in a cell. In a cell without a question, the known range."""
        question = self._of(firer, target)
        return self._chairs.answers.of(question) if question else super().value(firer, target)

    def _of(self, firer: str, target: str) -> Question | None:
        """The question in a cell. Of several questions, the one at the cursor if it is among them, or else the first. None if the
        cell has no question.
        """
        return next((one for one in (self.question, *self._order) if (one.one, one.other) == (firer, target)), None)

    def shown(self, firer: str, target: str) -> tuple[str, Style]:
        """The text of a cell and its style: the answer, an old range with a ``?``, or a dot for an open question. A cell without
        a question shows the known range, dim.
        """
        question, value = self._of(firer, target), self.value(firer, target)
        if question is None:
            return value, QUIET
        old = self._old[question]
        return (value, PLAIN) if value else (f"{old}?" if old else "·", PLAIN)

    def pair_words(self, firer: str, target: str) -> str:
        """The question at the cursor, in words, and the old range if it has no answer yet."""
        question, words = self.question, self._chairs.words(self.question)
        old = self._old[question]
        return f"{words} It should be {old} by the moves." if old and not self._chairs.answers.of(question) else words

    def put(self, words: str) -> None:
        """Answer the question at the cursor."""
        self._chairs.answers.answer(self.question, words)

    def take(self, key: str, character: str | None) -> bool:
        question, typed = self.question, letter(character).strip().casefold()
        if key in STEPS or (key in TURNS and not question.arcs):
            self._show(self._at + STEPS.get(key, 0) + TURNS.get(key, 0))
        elif key == "enter":
            self._take_old(question)
            if self._at < len(self._order) - 1:
                self._show(self._at + 1)
            else:
                self.decide()
        elif question.arcs:
            if key not in TURNS and not typed.isalpha():
                return False
            self._choose([arc for arc in question.arcs if not typed or arc.casefold().startswith(typed)], TURNS.get(key, 1))
        else:
            return super().take(key, character)
        return True

    @command("space", "decide", "Old ranges are kept. A range without a number counts as out of reach.")
    def decide(self) -> None:
        """Let the doctrine decide."""
        for at, question in enumerate(self._order):
            self._take_old(question)
            if not self._chairs.answers.of(question) and question.arcs:
                self._show(at)
                self.say("choose the arc with ← →", warning=True)
                return
            if not self._chairs.answers.of(question):
                self._chairs.answers.answer(question, f"{FAR:g}")
        self.pages.leave()

    def _take_old(self, question: Question) -> None:
        if self._old[question] and not self._chairs.answers.of(question):
            self._chairs.answers.answer(question, self._old[question])

    def _show(self, at: int) -> None:
        self._at = at % len(self._order)
        arcs, places = self.question.arcs, self.question.places(self._chairs.figures)
        letters = tuple((arc[0].lower(), place) for arc, place in zip(arcs, places, strict=True))
        self.bar = (*(letters or RANGE_KEYS[:1]), RANGE_KEYS[1])
        self.go(self.firers.index(self.question.one), self.targets.index(self.question.other))

    def _choose(self, arcs: list[str], steps: int) -> None:
        """Move the choice by ``steps`` among these arcs; after the last arc comes the first. If no arc is chosen yet, choose the
        first one, or the last one if ``steps`` is negative.
        """
        if arcs:
            answer = self._chairs.answers.of(self.question)
            place = arcs.index(answer) + steps if answer in arcs else min(steps, 0)
            self.put(arcs[place % len(arcs)])
