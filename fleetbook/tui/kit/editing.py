"""A draft being changed row by row. Every change makes another draft, and undo brings back the one before."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.frame import ListPage
from fleetbook.tui.kit.list_form import Edit, ListForm, Place, Section

D = TypeVar("D")
MOST_BACK = 500  # drafts kept
STAY, SAVE, THROW_AWAY = "stay here", "save it", "leave; the changes are lost"
FILLING = (
    ("↑ ↓ Tab", "another row"),
    ("Enter", "what the key bar says of the row"),
    ("letters", "in a row of text the first one replaces it; among words they pick the one that begins so"),
    ("← →", "another word; while typing, the caret"),
    ("⌫", "from the end of the text"),
)


class EditPage(ListPage, Generic[D]):
    """A page that changes a draft row by row. It keeps the drafts before it and the one saved last."""

    filling = FILLING
    open_at: Place = ()  # the row that shows its parts

    def __init__(self, draft: D, at: Place = ()) -> None:
        self.draft = self.saved = draft
        self._back: list[tuple[D, Place]] = []
        self._typing_at: Place | None = None
        self.form = ListForm().with_sections(self.sections()).to(at)
        super().__init__()

    @abstractmethod
    def sections(self) -> Iterable[Section]:
        """The rows of the draft."""

    @abstractmethod
    def edited(self, edit: Edit) -> D:
        """The draft after an entry in a row."""

    @property
    def at(self) -> Place:
        return self.form.row.place if self.form.row else ()

    @property
    def changed(self) -> bool:
        """Whether something would be lost if it were not saved."""
        return self.draft != self.saved

    def take(self, key: str, character: str | None) -> bool:
        return self._pressed(self.form.press(key, character, self.page))

    def paste(self, text: str) -> None:
        self._pressed(self.form.paste(text))

    def _pressed(self, pressed: tuple[ListForm, Edit | None] | None) -> bool:
        if pressed is None:
            return False
        self.form, edit = pressed
        draft = self.draft if edit is None else self.edited(edit)
        if edit is not None and draft != self.draft:
            again = self.form.typing is not None and self._typing_at == edit.place
            self.become(draft, keep=not again)
            self._typing_at = edit.place
        if self.form.typing is None:
            self._typing_at = None
        return True

    def become(self, draft: D, at: Place | None = None, keep: bool = True) -> None:
        """Another draft, with the cursor on a row. Without ``keep`` it is one change with the draft before."""
        if keep:
            self._back = [*self._back[-MOST_BACK:], (self.draft, self.at)]
        self.draft = draft
        self.draw_rows(at)

    def draw_rows(self, at: Place | None = None) -> None:
        self.form = self.form.with_sections(self.sections())
        if at is not None:
            self.form = self.form.to(at)

    def set_saved(self, draft: D) -> None:
        """Take a draft as saved, and forget those before."""
        self.draft = self.saved = draft
        self._back = []
        self.draw_rows()

    @property
    def can_undo(self) -> bool:
        """Whether there is a draft to go back to."""
        return bool(self._back)

    @command(
        "ctrl+z", "undo", "Letters typed one after another are one change.",
        lambda page: "" if page.can_undo else "nothing was changed",
    )  # fmt: skip
    def undo(self) -> None:
        """Undo the last change."""
        if self._back:
            self.draft, at = self._back.pop()
            self._typing_at = None
            self.form = self.form.moved(0)
            self.draw_rows(at)

    def next_row(self) -> None:
        self.form = self.form.moved(1)

    def stop_typing(self) -> bool:
        """Out of the row being typed in; whether there was one."""
        typing = self.form.typing is not None
        if typing:
            self.form = self.form.moved(0)
        return typing

    def switch_open(self, place: Place) -> None:
        """Show the parts of a row, or hide them."""
        self.open_at = () if self.open_at == place else place
        self.draw_rows(place)

    def move_row(self, found: tuple[D, Place] | None) -> None:
        """The draft with a row moved, if it could be."""
        if found is None:
            self.say("nothing to move that way", warning=True)
        else:
            self.become(found[0], found[1])

    @abstractmethod
    def save(self) -> None:
        """Save the changes."""

    def leave(self) -> None:
        if not self.stop_typing() and self._may_leave(self.pages.leave):
            self.pages.leave()

    def may_quit(self) -> bool:
        return self._may_leave(self.pages.quit)

    def _may_leave(self, then: Callable[[], None]) -> bool:
        """Whether nothing is unsaved. Otherwise ask. ``then`` runs once the changes are thrown away."""

        def answered(answer: str) -> None:
            if answer == SAVE:
                self.save()
            elif answer == THROW_AWAY:
                self.saved = self.draft
                then()

        if self.changed:
            self.pages.pick("Not saved yet. What now?", (STAY, SAVE, THROW_AWAY), answered)
        return not self.changed
