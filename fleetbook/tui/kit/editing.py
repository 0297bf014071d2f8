"""A page that edits a draft row by row. Each change makes a new draft, and undo restores the previous one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.frame import ListPage
from fleetbook.tui.kit.list_form import Edit, ListForm, Place, Section

D = TypeVar("D")
MOST_BACK = 500  # how many changes can be undone
STAY, SAVE, THROW_AWAY = "stay here", "save it", "leave; the changes are lost"
FILLING = (
    ("↑ ↓ Tab", "another row"),
    ("Enter", "does what the key bar shows for the row"),
    ("letters", "in a row of text, replace the text; in a row of options, choose the option that begins so"),
    ("← →", "another option; in text, move the caret"),
    ("⌫", "deletes the last letter"),
)


class EditPage(ListPage, Generic[D]):
    """A page that edits a draft row by row. It remembers earlier drafts for undo, and the draft last saved."""

    filling = FILLING
    open_at: Place = ()  # the row that is expanded to show its parts; empty if none is

    def __init__(self, draft: D, at: Place = ()) -> None:
        self.draft = self.saved = draft
        self._back: list[tuple[D, Place]] = []
        self._typing_at: Place | None = None
        self.form = ListForm().with_sections(self.sections()).to(at)
        super().__init__()

    @abstractmethod
    def sections(self) -> Iterable[Section]:
        """The rows that show the draft, by section."""

    @abstractmethod
    def edited(self, edit: Edit) -> D:
        """The draft after an edit of one row."""

    @property
    def at(self) -> Place:
        return self.form.row.place if self.form.row else ()

    @property
    def changed(self) -> bool:
        """Whether the draft has unsaved changes."""
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
        """Replace the draft, and move the cursor to the row ``at``. Without ``keep``, undo skips the draft replaced."""
        if keep:
            self._back = [*self._back[-MOST_BACK:], (self.draft, self.at)]
        self.draft = draft
        self.draw_rows(at)

    def draw_rows(self, at: Place | None = None) -> None:
        self.form = self.form.with_sections(self.sections())
        if at is not None:
            self.form = self.form.to(at)

    def set_saved(self, draft: D) -> None:
        """Record that this draft was just saved. Earlier drafts can no longer be restored by undo."""
        self.draft = self.saved = draft
        self._back = []
        self.draw_rows()

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
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
        """Stop typing in the row. Returns whether text was being typed."""
        typing = self.form.typing is not None
        if typing:
            self.form = self.form.moved(0)
        return typing

    def switch_open(self, place: Place) -> None:
        """Expand a row to show its parts, or collapse it."""
        self.open_at = () if self.open_at == place else place
        self.draw_rows(place)

    def move_row(self, found: tuple[D, Place] | None) -> None:
        """Take the draft in which a row was moved, and put the cursor on that row. If ``found`` is None, say that the row cannot
        move that way.
        """
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
        """Whether there are no unsaved changes. If there are, ask; ``then`` runs if the user discards them."""

        def answered(answer: str) -> None:
            if answer == SAVE:
                self.save()
            elif answer == THROW_AWAY:
                self.saved = self.draft
                then()

        if self.changed:
            self.pages.pick("Not saved yet. What now?", (STAY, SAVE, THROW_AWAY), answered)
        return not self.changed
