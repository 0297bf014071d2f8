"""A desk with a list that typing filters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.list_form import Section, Sheet
from fleetbook.tui.kit.page import Desk, Pages
from fleetbook.tui.kit.style import QUIET
from fleetbook.tui.kit.text_field import LineEdit

PAGE, FAR = 8, 9999
JUMPS = {"home": -FAR, "end": FAR, "pageup": -PAGE, "pagedown": PAGE}
NOTHING_FITS = "nothing fits what was typed; Esc takes it back"


class Filtering(Desk):
    """Words typed, and the rows that have all of them."""

    filling = (
        ("↑ ↓ Tab", "another row; PgUp, PgDn, Home, End go further"),
        ("letters", "only the rows that have every word typed, in any order"),
        ("⌫", "the last letter typed"),
    )

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.typed = LineEdit()
        self.sheet = Sheet()
        self._top = 0
        self.draw_rows()

    @abstractmethod
    def sections(self, words: Sequence[str]) -> Iterable[Section]:
        """The rows that have every one of these words, in lower case."""

    def draw_rows(self) -> None:
        """Make the rows anew."""
        self.sheet = self.sheet.with_sections(self.sections(self.typed.text.casefold().split()))

    def filter(self, typed: LineEdit) -> None:
        """Other words; the cursor on the first row that has them."""
        self.typed, self.sheet = typed, Sheet()
        self.draw_rows()

    def type(self, key: str, character: str | None) -> bool:
        """Move the cursor, or filter."""
        if character in (":", "?", " ") and not self.typed.text:
            return False
        if key in JUMPS:
            self.sheet = self.sheet.moved(JUMPS[key], round_the_end=False)
            return True
        pressed = self.sheet.press(key, None)
        if pressed is not None:
            self.sheet = pressed[0]
            return True
        printable = character is not None and character.isprintable()
        typed = self.typed.insert(character or "") if printable else self.typed.press(key)
        if typed is not None:
            self.filter(typed)
        return typed is not None

    def row_help(self) -> Sequence[str]:
        """What is to be known of the row with the cursor."""
        return self.sheet.row.help if self.sheet.row else ()

    def leave(self) -> None:
        """Take back what was typed, or leave."""
        if self.typed.text:
            self.filter(LineEdit())
        else:
            self.pages.leave()

    @property
    def standing(self) -> Line:
        """That nothing fits, where nothing does."""
        return () if self.sheet.rows else (ink(f" {NOTHING_FITS}", QUIET),)
