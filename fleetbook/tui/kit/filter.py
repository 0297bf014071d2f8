"""A list that typing filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fleetbook.tui.kit.frame import ListPage
from fleetbook.tui.kit.keys import PAGE
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
COMMANDS = (":", "?", " ")  # what begins no filter


class ListFilter:
    """Words typed, and the rows that have all of them. ``sections`` gives those for words in lower case."""

    def __init__(self, sections: Callable[[Sequence[str]], Iterable[Section]]) -> None:
        self._sections = sections
        self.typed, self.form = TextField(), ListForm()
        self.draw_rows()

    def draw_rows(self) -> None:
        """Make the rows again."""
        self.form = self.form.with_sections(self._sections(self.typed.text.casefold().split()))

    def become(self, typed: TextField) -> None:
        """Other words; the cursor on the first row that has them."""
        self.typed, self.form = typed, ListForm()
        self.draw_rows()

    def take(self, key: str, character: str | None, page: int = PAGE) -> bool:
        """Move the cursor, by a ``page`` of so many rows too, or filter."""
        if character in COMMANDS and not self.typed.text:
            return False
        pressed = self.form.press(key, None, page)
        if pressed is not None:
            self.form = pressed[0]
            return True
        typed = self.typed.press(key, character)
        if typed is not None:
            self.become(typed)
        return typed is not None

    def clear(self) -> bool:
        """Take back the words typed; whether there were any."""
        typed = bool(self.typed.text)
        if typed:
            self.become(TextField())
        return typed

    def line(self, hint: str) -> Line:
        """The words typed; ``hint`` when there are none."""
        shown = (ink(" › ", KEY), *self.typed.draw())
        return shown if self.typed.text else (*shown, ink(f" {hint}", QUIET))

    @property
    def standing(self) -> Line:
        """A line that says that nothing fits, when nothing does."""
        return () if self.form.rows else (ink(f" {NOTHING_FITS}", QUIET),)


class FilterPage(ListPage):
    """A page with a list that typing filters."""

    filling = FILLING

    def __init__(self, sections: Callable[[Sequence[str]], Iterable[Section]]) -> None:
        self.filter = ListFilter(sections)
        super().__init__()

    @property
    def form(self) -> ListForm:
        return self.filter.form

    def take(self, key: str, character: str | None) -> bool:
        return self.filter.take(key, character, self.page)

    def leave(self) -> None:
        if not self.filter.clear():
            self.pages.leave()
