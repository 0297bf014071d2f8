"""A desk on which something is being changed: every change makes another draft, and those before can be had back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.list_form import Edit, Place, Section, Sheet
from fleetbook.tui.kit.page import Desk, Pages

D = TypeVar("D")
MOST_BACK = 500  # drafts kept
PAGE = 8


class Editing(Desk, Generic[D]):
    """The draft, those before it, the sheet of its rows, and the draft that was saved last."""

    filling = (
        ("↑ ↓ Tab", "another row"),
        ("Enter", "what the key bar says of the row"),
        ("letters", "in a row of text the first replaces what stood there; among words they pick the one that begins so"),
        ("← →", "another word; while typing, the caret"),
        ("⌫", "from the end of what stands there"),
    )

    def __init__(self, pages: Pages, draft: D) -> None:
        super().__init__(pages)
        self.draft, self.saved = draft, draft
        self._back: list[tuple[D, Place]] = []
        self._typing_at: Place | None = None
        self.sheet = Sheet().with_sections(self.sections())
        self._top = 0

    @abstractmethod
    def sections(self) -> Iterable[Section]:
        """The rows of the draft."""

    @abstractmethod
    def edited(self, edit: Edit) -> D:
        """The draft after an entry in a row."""

    @property
    def at(self) -> Place:
        """The place of the row with the cursor."""
        return self.sheet.row.place if self.sheet.row else ()

    @property
    def changed(self) -> bool:
        """Whether something would be lost if it were not saved."""
        return self.draft != self.saved

    def type(self, key: str, character: str | None) -> bool:
        """Fill in the row with the cursor, or move it."""
        if self.sheet.typing is None and key in ("home", "end", "pageup", "pagedown"):
            steps = {"home": -9999, "end": 9999, "pageup": -PAGE, "pagedown": PAGE}[key]
            self.sheet = self.sheet.moved(steps, round_the_end=False)
            return True
        return self._take(self.sheet.press(key, character))

    def row_help(self) -> Sequence[str]:
        """What is to be known of the row with the cursor."""
        return self.sheet.row.help if self.sheet.row else ()

    def paste(self, text: str) -> None:
        """Text pasted into a row."""
        self._take(self.sheet.paste(text))

    def _take(self, pressed: tuple[Sheet, Edit | None] | None) -> bool:
        if pressed is None:
            return False
        self.sheet, edit = pressed
        draft = self.draft if edit is None else self.edited(edit)
        if edit is not None and draft != self.draft:
            again = self.sheet.typing is not None and self._typing_at == edit.place
            self.become(draft, keep=not again)
            self._typing_at = edit.place
        if self.sheet.typing is None:
            self._typing_at = None
        return True

    def become(self, draft: D, at: Place | None = None, keep: bool = True) -> None:
        """Another draft; the cursor on a row. Letters typed one after another in a row are one change (``keep`` is not set)."""
        if keep:
            self._back = [*self._back[-MOST_BACK:], (self.draft, self.at)]
        self.draft = draft
        self.draw_rows(at)

    def draw_rows(self, at: Place | None = None) -> None:
        """Make the rows anew."""
        self.sheet = self.sheet.with_sections(self.sections())
        if at is not None:
            self.sheet = self.sheet.to(at)

    @property
    def can_undo(self) -> bool:
        """Whether anything was changed."""
        return bool(self._back)

    def undo(self) -> None:
        """The draft as it was before the last change."""
        if self._back:
            self.draft, at = self._back.pop()
            self._typing_at = None
            self.sheet = self.sheet.moved(0)
            self.draw_rows(at)

    def next_row(self) -> None:
        """The cursor to the next row."""
        self.sheet = self.sheet.moved(1)

    def leave(self) -> None:
        """Back, after asking about what is not saved."""
        if self.sheet.typing is not None:
            self.sheet = self.sheet.moved(0)
        elif self.changed:
            self.pages.pick(self.asked, (STAY, SAVE, THROW_AWAY), self._left)
        else:
            self.pages.leave()

    asked = "Not saved yet. What now?"

    def _left(self, answer: str) -> None:
        if answer == SAVE:
            self.save()
        elif answer == THROW_AWAY:
            self.pages.leave()

    @abstractmethod
    def save(self) -> None:
        """Keep what was changed."""


STAY, SAVE, THROW_AWAY = "stay here", "save it", "leave; what was changed is lost"


def _nothing_changed(desk: Editing[D]) -> str:
    return "" if desk.can_undo else "nothing was changed"


UNDO: DeskCommand[Editing[Any]] = DeskCommand(
    "ctrl+z", "Undo the last change", "undo", "Letters typed one after another are one change.",
    lambda desk: desk.undo(), _nothing_changed,
)  # fmt: skip
