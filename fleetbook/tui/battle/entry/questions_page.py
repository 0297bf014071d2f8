"""What a doctrine must know of the table before it decides, asked in one go."""

from __future__ import annotations

from fleetbook.core.parsing import counted
from fleetbook.referee.chairs.chairs import Chairs
from fleetbook.referee.chairs.table_tape import FAR, Question
from fleetbook.reports.text_layout import cell_width, pad
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.command_lines import draw_key_bar
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import draw_rule, filled, window
from fleetbook.tui.kit.keys import STEPS, TURNS, letter
from fleetbook.tui.kit.line import Line, cut, ink
from fleetbook.tui.kit.page import Page
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET

MOST_DIGITS = 5
KEYS = (("0-9", "range"), ("← →", "arc"), ("Enter", "next"))
FILLING = (
    ("0 to 9", "the range"),
    ("a to z, ← →", "the arc that begins so, or another"),
    ("Enter", "the next question; after the last one the doctrine decides"),
    ("↑ ↓", "another question"),
    ("⌫", "deletes the last digit"),
)


def asked_words(chairs: Chairs) -> str:
    """What a doctrine asks, in words: ``Kriegsmarine's doctrine asks for 12 ranges``."""
    questions = chairs.questions
    return f"{chairs.asking}'s doctrine asks for {counted(len(questions), 'bearing' if questions[0].arcs else 'range')}"


class QuestionsPage(Page):
    """The questions of a doctrine, one in each line. Ranges are typed, and arcs are chosen."""

    name, filling = "what the doctrine asks", FILLING

    def __init__(self, chairs: Chairs, unit: str) -> None:
        super().__init__()
        self._chairs, self._unit = chairs, unit
        self._title, self._questions = asked_words(chairs), chairs.questions
        self._row = self._top = 0
        self._fresh = True

    def take(self, key: str, character: str | None) -> bool:
        question, typed = self._questions[self._row], letter(character).strip().casefold()
        if key in STEPS:
            self._go(self._row + STEPS[key])
        elif key == "enter" and self._row == len(self._questions) - 1:
            self.decide()
        elif key == "enter":
            self._go(self._row + 1)
        elif question.arcs and (key in TURNS or typed.isalpha()):
            self._choose(
                question, [arc for arc in question.arcs if not typed or arc.casefold().startswith(typed)], TURNS.get(key, 1)
            )
        elif not question.arcs and (typed.isdecimal() or typed == "." or key == "backspace"):
            self._type(question, typed)
        else:
            return False
        return True

    @command("space", "decide", "Ranges without a number count as out of all reach. An arc must be chosen.")
    def decide(self) -> None:
        """Let the doctrine decide."""
        answers = self._chairs.answers
        for row, question in enumerate(self._questions):
            if not answers.of(question) and question.arcs:
                self._go(row)
                self.say("choose the arc with ← →", warning=True)
                return
            if not answers.of(question):
                answers.answer(question, f"{FAR:g}")
        self.pages.leave()

    def _go(self, row: int) -> None:
        self._row, self._fresh = row % len(self._questions), True

    def _choose(self, question: Question, arcs: list[str], steps: int) -> None:
        """Choose the next of these arcs."""
        if arcs:
            answer = self._chairs.answers.of(question)
            place = arcs.index(answer) + steps if answer in arcs else min(steps, 0)
            self._chairs.answers.answer(question, arcs[place % len(arcs)])

    def _type(self, question: Question, digit: str) -> None:
        """Append a digit to a range, or delete the last one. The first digit typed in a line replaces the old range."""
        before = "" if digit and self._fresh else self._chairs.answers.of(question)
        self._fresh = False
        self._chairs.answers.answer(question, f"{before}{digit}"[:MOST_DIGITS] if digit else before[:-1])

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        foot = [draw_message(self.message, (), width), *draw_key_bar(self.commands, width, KEYS)]
        rows = max(height - len(foot) - 1, 1)
        self._top = window(self._top, (self._row, self._row + 1), len(self._questions), rows)
        head = draw_rule((ink(f" {self._title} ", BOLD),), (ink(f" {self._unit} ", QUIET),), width)
        names = [self._words(question) for question in self._questions]
        wide = min(max(map(cell_width, names)) + 3, width - MOST_DIGITS - 2)
        lines = [self._line(row, names[row], wide) for row in range(len(names))]
        return filled([head, *(cut(line, width) for line in lines[self._top : self._top + rows]), *foot], height)

    @staticmethod
    def _words(question: Question) -> str:
        one, other = question.one, question.other
        return f"{one} has {other} to" if question.arcs else f"{one} to {other}"

    def _line(self, row: int, words: str, wide: int) -> Line:
        here, answer = row == self._row, self._chairs.answers.of(self._questions[row])
        return ink(f" {pad(words, wide)}", POINT if here else PLAIN), ink(f"{answer or '·'} ", CURSOR if here else PLAIN)
