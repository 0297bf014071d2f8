"""The console of the dialogue: write lines and questions, and read answers, one per line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from shutil import get_terminal_size
from typing import TextIO

from fleetbook.cli.output import legible
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.parsing import pick
from fleetbook.reports.text_layout import printable, wrap

LONGEST = 20_000  # most characters of an answer
LEAVE = "."
ANSWER = 8  # cells for a short answer after a question
LEAST_WIDTH = 20

# Characters that a screen reader spells out or a simple terminal lacks.
SPOKEN = str.maketrans({
    "→": "gives", "·": ",", "×": "x", "–": "-", "—": "-", "−": "-", "…": "...", "“": '"', "”": '"', "’": "'",
    "⚑": "flagship", "⟲": "taken back:",
})  # fmt: skip


class Ended(Exception):
    """Raised if the input has ended, so that no more questions can be answered."""


class Left(Exception):
    """Raised if the referee answers a question with a full stop, to leave the question or the order."""


def spoken(text: str) -> str:
    """The text on one line, with characters replaced that a screen reader reads badly."""
    return printable(text).translate(SPOKEN)


class Console:
    """A dialogue over two text streams. ``width`` returns the terminal's width in cells; None for no line breaks."""

    def __init__(self, answers: TextIO, out: TextIO, width: Callable[[], int] | None = None) -> None:
        self._answers, self._out, self._width = answers, out, width

    @classmethod
    def of_process(cls) -> Console:
        """A dialogue over stdin and stdout. Raises InvalidInput if one of them is closed."""
        if sys.stdin is None or sys.stdout is None:
            raise InvalidInput("dialogue", "a closed stdin or stdout", "both open: questions go out and answers come in")
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        return cls(sys.stdin, sys.stdout, (lambda: get_terminal_size().columns) if sys.stdout.isatty() else None)

    def say(self, *lines: str) -> None:
        """Write lines of text."""
        self._out.write("".join(f"{self._fitted(line)}\n" for line in lines))
        self._out.flush()

    def ask(self, question: str) -> str:
        """Ask a question and return the answer without surrounding spaces.

        Raises Ended if the input has ended, and Left if the answer is a full stop. Raises InvalidInput for too long a line.
        """
        self._out.write(f"{self._fitted(question, ANSWER)} ")
        self._out.flush()
        answer = self._answers.readline(LONGEST)
        if not self._answers.isatty():
            self._out.write("\n")
        if not answer:
            raise Ended
        if len(answer) == LONGEST and not answer.endswith("\n"):
            raise InvalidInput("answer", answer, f"a line of fewer than {LONGEST} letters")
        if answer.strip() == LEAVE:
            raise Left
        return answer.strip()

    def _fitted(self, text: str, spare: int = 0) -> str:
        """The text wrapped to the terminal's width, with ``spare`` cells free at the end of a line."""
        line = legible(spoken(text), self._out)
        if self._width is None:
            return line
        indent = " " * (len(line) - len(line.lstrip()))
        room = max(self._width() - 1 - spare - len(indent), LEAST_WIDTH)
        return "\n".join(indent + part for part in wrap(line.lstrip(), room))

    def choose_listed(self, question: str, options: Sequence[str]) -> str:
        """Write a numbered list of options, and return the option that is chosen."""
        self.say(*numbered(options))
        return self.choose(question, options)

    def choose(self, question: str, options: Sequence[str], default: str | None = None) -> str:
        """Return the option chosen by its number or its beginning. Ask again after a wrong answer.

        An empty answer means the default, if there is one.
        """
        while True:
            answer = self.ask(question)
            if not answer and default is not None:
                return default
            try:
                return option_of(answer, options)
            except InvalidInput as wrong:
                self.say(_none_of_these(wrong), *numbered(options))


def _none_of_these(wrong: InvalidInput) -> str:
    """The message for a wrong answer. The list of options is to follow it."""
    answer = str(wrong.found)
    if wrong.words or not answer.strip():
        return str(wrong) if wrong.words else "Answer with one of these:"
    return f"{shown(answer)} is none of these{f'; did you mean {wrong.near}?' if wrong.near else ':'}"


def numbered(options: Sequence[str]) -> list[str]:
    """The options as lines, one option per line with its number. If an option is a number itself, none is numbered."""
    if not has_numbers(options):
        return [f"  {option}" for option in options]
    return [f"  {number} {option}" for number, option in enumerate(options, 1)]


def inline(options: Sequence[str]) -> str:
    """The options with their numbers on one line, to be part of a question."""
    return ", ".join(f"{number} {option}" if has_numbers(options) else option for number, option in enumerate(options, 1))


def has_numbers(options: Sequence[str]) -> bool:
    """Whether options can be chosen by their numbers in the list. They cannot if an option is a number itself."""
    return not any(option.strip().isdigit() for option in options)


def option_of(answer: str, options: Sequence[str]) -> str:
    """The option that an answer means, by its number or by a unique beginning. Raises InvalidInput if there is none."""
    place = place_of(answer, options)
    return options[place] if place is not None else pick("answer", answer, options)


def place_of(answer: str, options: Sequence[str]) -> int | None:
    """The index of the option whose number is the answer. None for an answer in words. Raises InvalidInput for a wrong number."""
    if not (answer.isascii() and answer.isdigit() and has_numbers(options)):
        return None
    if not (len(answer) < 6 and 1 <= int(answer) <= len(options)):
        raise no_number(answer, options)
    return int(answer) - 1


def no_number(number: object, options: Sequence[str]) -> InvalidInput:
    """The error for a number that is not in the list of options."""
    last = f"the last is {len(options)}" if options else "there is nothing to choose now"
    return InvalidInput("number", number, f"1 to {len(options)}", words=f"there is no {number}; {last}")
