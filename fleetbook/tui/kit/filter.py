"""A page with a list that the user filters by typing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from fleetbook.tui.kit.frame import ListPage
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.list_form import ListForm, Section
from fleetbook.tui.kit.style import KEY, QUIET
from fleetbook.tui.kit.text_field import TextField

NOTHING_FITS = "nothing fits the words typed; Esc takes them back"
FILLING = (
    ("↑ ↓ Tab", "another row; PgUp, PgDn, Home, End go further"),
    ("letters", "only the rows that have every word typed, in any order"),
    ("⌫", "the last letter typed"),
)
COMMANDS = (":", "?", " ")  # characters that run a command while the filter is empty


class FilterPage(ListPage):
    """A page with a list filtered by typing. It shows the rows that contain every word typed."""

    filling = FILLING

    def __init__(self) -> None:
        self.typed, self.form = TextField(), ListForm()
        self.draw_rows()
        super().__init__()

    @abstractmethod
    def sections(self, words: Sequence[str]) -> Iterable[Section]:
        """The rows that contain all of these words, which are given in lower case."""

    def draw_rows(self) -> None:
        self.form = self.form.with_sections(self.sections(self.typed.text.casefold().split()))

    def filter_by(self, typed: TextField) -> None:
        """Filter by other words. The cursor goes to the first row found."""
        self.typed, self.form = typed, ListForm()
        self.draw_rows()

    def take(self, key: str, character: str | None) -> bool:
        if character in COMMANDS and not self.typed.text:
            return False
        pressed = self.form.press(key, None, self.page)
        if pressed is not None:
            self.form = pressed[0]
            return True
        typed = self.typed.press(key, character)
        if typed is not None:
            self.filter_by(typed)
        return typed is not None

    def clear(self) -> bool:
        """Delete the words typed. Returns whether there were any."""
        typed = bool(self.typed.text)
        if typed:
            self.filter_by(TextField())
        return typed

    def filter_line(self, hint: str) -> Line:
        """The line that shows the words typed, or ``hint`` while there are none."""
        shown = (ink(" › ", KEY), *self.typed.draw())
        return shown if self.typed.text else (*shown, ink(f" {hint}", QUIET))

    @property
    def standing(self) -> Line:
        """A line that tells the user that no row was found. Empty if there are rows."""
        return () if self.form.rows else (ink(f" {NOTHING_FITS}", QUIET),)

    def leave(self) -> None:
        if not self.clear():
            self.pages.leave()
