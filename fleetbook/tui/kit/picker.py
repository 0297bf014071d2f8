"""A page for picking an option from a list, which typing filters, or for typing a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from fleetbook.core.parsing import has_word
from fleetbook.reports.text_layout import cell_width, clean, wrap
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.grid import POINTING, draw_rule, filled, with_more
from fleetbook.tui.kit.keys import JUMPS, STEPS, TURNS
from fleetbook.tui.kit.line import Line, Piece, cells, cut, ink
from fleetbook.tui.kit.page import Page
from fleetbook.tui.kit.style import BOLD, CURSOR, FOUND, KEY, PLAIN, QUIET
from fleetbook.tui.kit.text_field import TextField

MOVES = {*STEPS, *TURNS, *JUMPS}
PAGES = {"pageup": -1, "pagedown": 1}
LETTERS = 4  # the rank of a command with a word that has the typed letters in their order, but not side by side
MOST_PANEL, LEAST_PANEL = 12, 8  # lines of the panel of commands
MOST_LINES = 4  # lines at most for the rest of an option that is too long for its line
_NUMBERED = re.compile(r"(?<=[^\W\d_])(?=\d)")
_NUMBER = re.compile(r"(?:[^\W\d_]+ )?(\d+)\b")  # the number of an option, as in "die 2: 5" or "7 ..."


class Picker(Page):
    """A page that calls ``then`` with the option picked, or with ``free`` the text typed. ``text`` is in the field at first.

    The list shows the first line of each option. The option with the cursor shows its other lines below the list.
    """

    def __init__(
        self, title: str, options: Sequence[str], then: Callable[[str], object], free: bool = False, text: str = ""
    ) -> None:
        super().__init__()
        self._heading, self._options, self._then, self._free = title, list(options), then, free
        self._typed = TextField.at_end(text)
        self._place = 0
        self._room = 1  # options on the screen

    @property
    def _at(self) -> int:
        """The position of the cursor among the options found. From the last option the cursor goes to the first."""
        return self._place % max(len(self.found), 1)

    @property
    def found(self) -> list[str]:
        """The options that contain every word typed, in upper or lower case; the best match comes first.

        The blank before a ship's number may be left out: ``s136`` finds S 136.
        """
        typed = self._typed.text.casefold()
        fits = self._with(self._words)
        return sorted(fits, key=lambda option: _apart(option.casefold(), typed)) if typed else fits

    @property
    def _words(self) -> list[str]:
        """The words typed. If no option contains them, a blank is put before the number in each, as in ``s 136``."""
        words = self._typed.text.casefold().split()
        return words if self._with(words) else [_NUMBERED.sub(" ", word) for word in words]

    def _with(self, words: Sequence[str]) -> list[str]:
        return [option for option in self._options if all(has_word(option, word) for word in words)]

    def take(self, key: str, character: str | None) -> bool:
        if key == "escape":
            self.pages.leave()
        elif key == "enter":
            self._pick()
        elif key in STEPS:
            self._place += STEPS[key]
        elif key in PAGES:
            self._place = max(min(self._at + PAGES[key] * self._room, len(self.found) - 1), 0)
        elif (edited := self._typed.press(key, character)) is not None:
            self._typed, self._place = edited, 0
        return True

    def paste(self, text: str) -> None:
        self._typed = self._typed.insert(text)

    def _pick(self) -> None:
        typed = self._typed.text.strip()
        found = [typed] if self._free and (typed or not self._options) else self.found
        if found and found[self._place % len(found)]:
            self.pages.leave()
            self._then(found[self._place % len(found)])

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        found = self.found
        place = self._at
        whole = _whole(found[place], width) if found else [()]
        room = self._room = max(height - 3 - len(whole), 1)
        top = max(min(place - room // 2, len(found) - room), 0)
        words = self._words
        body: list[Line] = [
            cut(
                (
                    ink(f" {POINTING} " if at == place else "   ", KEY),
                    *_marked(option.partition("\n")[0], words, at == place, width - 3),
                ),
                width,
            )
            for at, option in enumerate(found[top : top + room], top)
        ]
        body = with_more(body, (top, max(len(found) - top - room, 0)), width)
        if not found and not self._free:
            body = [(ink("   nothing fits", QUIET),)]
        other_way = " or type your own words" if self._free and self._options else "" if self._free else " type to filter"
        hint = ink("" if self._typed.text else other_way, QUIET)
        head = draw_rule((ink(f" {self._heading} ", BOLD),), (ink(f" {len(found)} ", QUIET),) if found else (), width)
        typed = cut((ink(" › ", KEY), *self._typed.draw(), hint), width)
        return filled([head, typed, *filled(body, room), *whole, self._foot(width)], height)

    def _foot(self, width: int) -> Line:
        another: Line = (ink("↑↓", KEY), ink(" another   ", QUIET)) if self._options else ()
        return cut((ink(" Enter", KEY), ink(" take   ", QUIET), *another, ink("Esc", KEY), ink(" back")), width)


class Palette(Picker):
    """A panel at the foot of the page ``below`` that lists its commands. Words, a key or letters of a name pick one."""

    def __init__(self, below: Page, title: str, commands: Sequence[Command], then: Callable[[Command], object]) -> None:
        refusals = {command: command.refusal() for command in commands}
        self._named = {
            f"{one.title}{f'  ({one.shown_key})' * bool(one.key)}{f'  ✗ {refusals[one]}' * bool(refusals[one])}\n{one.help}": one
            for one in sorted(commands, key=lambda one: bool(refusals[one]))
        }
        super().__init__(title, [*self._named], lambda option: then(self._named[option]))
        self._below = below

    @property
    def found(self) -> list[str]:
        """The commands that fit the typed text, the best first. Letters in their order count only if nothing else fits."""
        typed = self._typed.text.strip()
        if not typed:
            return [*self._named]
        ranks = {option: fit(command, typed) for option, command in self._named.items()}
        best = min((rank for rank in ranks.values() if rank is not None), default=LETTERS)
        kept = [option for option, rank in ranks.items() if rank is not None and (rank < LETTERS or best >= LETTERS)]
        return sorted(kept, key=lambda option: ranks[option] or 0)

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        panel = super().draw((width, min(MOST_PANEL, max(height // 2 - 1, LEAST_PANEL), height)))
        return [*self._below.draw(size)[: height - len(panel)], *panel]


def fit(command: Command, typed: str) -> int | None:
    """A number for how well a command fits the typed text; lower is better. None if the command does not fit.

    0 means the command's key, or the id of an order that is also the name of a key of movement, such as ``end``.
    """
    sought = typed.casefold().split()
    names = [name.casefold() for name in (command.id, command.short, command.title)]
    is_move = typed.casefold() in MOVES
    if typed in (command.shown_key, *command.keys):
        return 1 if is_move else 0
    if is_move and command.order is not None and typed.casefold() == command.id:
        return 0
    words = " ".join(names).replace("-", " ").split()
    if any(name.startswith(" ".join(sought)) for name in names):
        return 1
    if all(any(word.startswith(part) for word in words) for part in sought):
        return 2
    text = " ".join((*names, command.help.casefold()))
    if all(part in text for part in sought):
        return 3
    letters = "".join(sought)
    if any(_has_letters(word, letters) for word in words):
        return LETTERS
    return LETTERS + 1 if _has_letters(" ".join(words), letters) else None


def _has_letters(text: str, letters: str) -> bool:
    """Whether the text contains the letters in their order, even if other letters stand between them."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _apart(option: str, typed: str) -> tuple[bool, bool, bool]:
    """A sort key for an option. Options come first if their number, first word or beginning is the text typed."""
    first, number = option.partition("\n")[0], _NUMBER.match(option)
    whole = typed in (option.partition(" ")[0].rstrip(":"), number and number[1])
    return not whole and not option.startswith(typed), not whole, not all(word in first for word in typed.split())


def _marked(option: str, words: Sequence[str], pointed: bool, width: int) -> Line:
    """An option with the words typed highlighted. The beginning of the option is cut off if the first highlighted word would not
    be visible otherwise.
    """
    option, folded = clean(option), clean(option).casefold()
    style = CURSOR if pointed else PLAIN
    if len(folded) != len(option):
        return (ink(option, style),)
    spans = sorted((at, at + len(word)) for word in words if (at := folded.find(word)) >= 0)
    late = spans and cell_width(option[: spans[0][1]]) > width - 1
    done = max(spans[0][1] - width // 2, 0) if late else 0
    line: list[Piece] = [ink("…", style)] if late else []
    for start, end in spans:
        line += [ink(option[done : max(start, done)], style), ink(option[max(start, done) : end], style + FOUND)]
        done = max(end, done)
    return (*line, ink(option[done:], style))


def _whole(option: str, width: int) -> list[Line]:
    """The part of an option that has no room on its line in the list. An empty line if there is none."""
    first, _, more = option.partition("\n")
    rest = more if cells((ink(first),)) <= width - 3 else " ".join(filter(None, (first, more)))
    return [(ink(f" {line}", QUIET),) for line in wrap(rest, width - 2)[:MOST_LINES]] if rest else [()]
