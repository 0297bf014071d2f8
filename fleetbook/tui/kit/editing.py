"""A draft being changed row by row. Every change makes another draft, and undo brings back the one before."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.frame import ListPage
from fleetbook.tui.kit.keys import PAGE
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


def nothing_changed(editor: Editor[Any]) -> str:
    """Why nothing can be undone."""
    return "" if editor.can_undo else "nothing was changed"


class Editor(Generic[D]):
    """A draft, the drafts before it, the draft saved last, and the rows that show it.

    ``sections`` gives the rows of a draft, ``edited`` the draft after an entry in one of them.
    """

    def __init__(
        self, draft: D, sections: Callable[[D], Iterable[Section]], edited: Callable[[D, Edit], D], at: Place = ()
    ) -> None:
        self._sections, self._edited = sections, edited
        self.draft, self.saved = draft, draft
        self._back: list[tuple[D, Place]] = []
        self._typing_at: Place | None = None
        self.form = ListForm().with_sections(sections(draft)).to(at)

    @property
    def at(self) -> Place:
        return self.form.row.place if self.form.row else ()

    @property
    def changed(self) -> bool:
        """Whether something would be lost if it were not saved."""
        return self.draft != self.saved

    def take(self, key: str, character: str | None, page: int = PAGE) -> bool:
        return self._pressed(self.form.press(key, character, page))

    def paste(self, text: str) -> None:
        self._pressed(self.form.paste(text))

    def _pressed(self, pressed: tuple[ListForm, Edit | None] | None) -> bool:
        if pressed is None:
            return False
        self.form, edit = pressed
        draft = self.draft if edit is None else self._edited(self.draft, edit)
        if edit is not None and draft != self.draft:
            again = self.form.typing is not None and self._typing_at == edit.place
            self.become(draft, keep=not again)
            self._typing_at = edit.place
        if self.form.typing is None:
            self._typing_at = None
        return True

    def become(self, draft: D, at: Place | None = None, keep: bool = True) -> None:
        """Another draft; the cursor on a row. Letters typed one after another in a row are one change (``keep`` is not set)."""
        if keep:
            self._back = [*self._back[-MOST_BACK:], (self.draft, self.at)]
        self.draft = draft
        self.draw_rows(at)

    def draw_rows(self, at: Place | None = None) -> None:
        """Make the rows again."""
        self.form = self.form.with_sections(self._sections(self.draft))
        if at is not None:
            self.form = self.form.to(at)

    def keep(self, draft: D) -> None:
        """The draft as it was saved; those before are gone."""
        self.draft = self.saved = draft
        self._back = []
        self.draw_rows()

    @property
    def can_undo(self) -> bool:
        """Whether anything was changed."""
        return bool(self._back)

    @command("ctrl+z", "undo", "Letters typed one after another are one change.", nothing_changed)
    def undo(self) -> None:
        """Undo the last change."""
        if self._back:
            self.draft, at = self._back.pop()
            self._typing_at = None
            self.form = self.form.moved(0)
            self.draw_rows(at)

    def next_row(self) -> None:
        """The cursor to the next row."""
        self.form = self.form.moved(1)

    def stop_typing(self) -> bool:
        """Out of the row being typed in; whether one was."""
        typing = self.form.typing is not None
        if typing:
            self.form = self.form.moved(0)
        return typing


class EditPage(ListPage, Generic[D]):
    """A page with an editor, whose rows it shows."""

    filling = FILLING
    open_at: Place = ()  # the row that shows its parts

    def __init__(self, editor: Editor[D]) -> None:
        self.editor = editor
        super().__init__(editor)

    @property
    def draft(self) -> D:
        return self.editor.draft

    @property
    def at(self) -> Place:
        return self.editor.at

    @property
    def form(self) -> ListForm:
        return self.editor.form

    def take(self, key: str, character: str | None) -> bool:
        return self.editor.take(key, character, self.page)

    def paste(self, text: str) -> None:
        self.editor.paste(text)

    def switch_open(self, place: Place) -> None:
        """Show the parts of a row, or hide them."""
        self.open_at = () if self.open_at == place else place
        self.editor.draw_rows(place)

    def move_row(self, found: tuple[D, Place] | None) -> None:
        """The draft with a row moved, if it could be."""
        if found is None:
            self.say("nothing to move that way", warning=True)
        else:
            self.editor.become(found[0], found[1])

    @abstractmethod
    def save(self) -> None:
        """Save the changes."""

    def leave(self) -> None:
        if not self.editor.stop_typing() and self._may_leave(self.pages.leave):
            self.pages.leave()

    def may_quit(self) -> bool:
        return self._may_leave(self.pages.quit)

    def _may_leave(self, then: Callable[[], None]) -> bool:
        """Whether nothing is unsaved. Otherwise ask; ``then`` runs once the changes are thrown away."""

        def answered(answer: str) -> None:
            if answer == SAVE:
                self.save()
            elif answer == THROW_AWAY:
                self.editor.saved = self.draft
                then()

        if self.editor.changed:
            self.pages.pick("Not saved yet. What now?", (STAY, SAVE, THROW_AWAY), answered)
        return not self.editor.changed
