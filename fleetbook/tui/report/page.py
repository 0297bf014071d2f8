"""The report read on the screen: scrolled, searched, for one side's eyes, exported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.reports.blocks.document import Block, Heading
from fleetbook.reports.blocks.sections import report_blocks
from fleetbook.reports.render.formats import FORMATS, report
from fleetbook.store.files import replace_file
from fleetbook.store.library.detect import is_kept
from fleetbook.store.library.toml_file import typed_path
from fleetbook.tui.battle.heading import draw_rule
from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.filter_line import draw_typed
from fleetbook.tui.kit.frame import draw_keys, draw_message
from fleetbook.tui.kit.line import Line, ink, spread
from fleetbook.tui.kit.page import Desk, Pages, Watch, common
from fleetbook.tui.kit.style import BOLD, QUIET
from fleetbook.tui.kit.text_field import LineEdit
from fleetbook.tui.report.document_lines import block_lines, marked, plain_text

WHOLE = "the whole battle"
TOLD = {"md": "Markdown", "html": "HTML to print", "csv": "orders and dice as a table", "json": "data", "txt": "plain text"}
FAR = 10**9
DEEPEST = 3  # headings that can be gone to


class ReportDesk(Desk):
    """The report of a battle as it stood when it was opened."""

    name = "the report"

    def __init__(self, pages: Pages, journal: Journal[Any], path: Path, warning: str) -> None:
        super().__init__(pages)
        self._journal, self._path, self._warning = journal, path, warning
        self.side = ""
        self._blocks: Sequence[Block] | None = None
        self._drawn: tuple[int, list[Line]] = (0, [])
        self._headings: list[tuple[int, str, int]] = []
        self._top, self._room = 0, 1
        self.word, self.hit = "", 0
        self.search: LineEdit | None = None
        self._exporting = self._progress = ""
        self._stop: Callable[[], None] = lambda: None
        self._read("")

    # ------------------------------------------------------------------ the document

    def _read(self, side: str) -> None:
        """Write the report for a side, or for all; in the background, for a long battle takes a while."""
        self.side, self._blocks, self._drawn = side, None, (0, [])
        self._progress = ""
        self.pages.work(partial(report_blocks, self._told(side), self._warning), self._written, self._tell)

    def _tell(self, number: int, of: int) -> None:
        self._progress = f"{100 * number // max(of, 1)} %"

    def _told(self, side: str) -> Journal[Any]:
        return SideView(self._journal, side) if side else self._journal

    def _written(self, blocks: Sequence[Block]) -> None:
        self._blocks, self._drawn = blocks, (0, [])
        self._progress = ""

    def lines(self, width: int) -> list[Line]:
        """The report in lines of a width."""
        if self._drawn[0] != width:
            lines: list[Line] = []
            self._headings = []
            for block in self._blocks or ():
                lines += [()] if lines else []
                if isinstance(block, Heading):
                    self._headings.append((block.level, block.text, len(lines)))
                lines += block_lines(block, width)
            self._drawn = width, lines
        return self._drawn[1]

    # ------------------------------------------------------------------ keys

    def type(self, key: str, character: str | None) -> bool:
        """Scroll, or type what is searched for."""
        if self.search is not None:
            return self._type_search(key, character)
        steps = {"up": -1, "down": 1, "k": -1, "j": 1, "pageup": -self._room, "pagedown": self._room, "space": self._room}
        steps |= {"home": -FAR, "end": FAR}
        if key not in steps:
            return False
        self._top += steps[key]
        return True

    def _type_search(self, key: str, character: str | None) -> bool:
        line = self.search or LineEdit()
        if key in ("enter", "escape"):
            self.search = None
            self.word = self.word if key == "enter" else ""
            return True
        printable = character is not None and character.isprintable()
        edited = line.insert(character or "") if printable else line.press(key)
        if edited is not None:
            self.search, self.word = edited, edited.text.strip()
            self._find(self._top, 1)
        return True

    def begin_search(self) -> None:
        """Type a word to be found."""
        self.search = LineEdit()

    def find_next(self, steps: int) -> None:
        """The next or last line that has the word."""
        self._find(self.hit + steps, steps)

    def _find(self, start: int, steps: int) -> None:
        """The first line from one on that has the word, round the end."""
        lines = self._drawn[1]
        word = self.word.casefold()
        if not word or not lines:
            return
        for away in range(len(lines)):
            at = (start + away * steps) % len(lines)
            if word in plain_text(lines[at]).casefold():
                self.hit = at
                if not self._top <= at < self._top + self._room:
                    self._top = at
                return
        self.say(f"{self.word} stands nowhere in the report", warning=True)

    def sections(self) -> None:
        """To a section by its name."""
        places = {f"{'  ' * (level - 1)}{text}": at for level, text, at in reversed(self._headings) if level <= DEEPEST}

        def go(text: str) -> None:
            self._top = places[text]

        self.pages.pick("To which section?", list(reversed(places)), go)

    def choose_side(self) -> None:
        """For the eyes of one side, or of all."""
        self.pages.pick("Whose report?", (WHOLE, *self._journal.setup.sides), lambda one: self._read("" if one == WHOLE else one))

    # ------------------------------------------------------------------ export

    def export(self) -> None:
        """Choose a format, then a file."""
        offered = {f"{form}  {TOLD.get(form, '')}".rstrip(): form for form in FORMATS}
        self.pages.pick("Export in which format?", list(offered), lambda line: self._choose_file(offered[line]))

    def _choose_file(self, form: str) -> None:
        name = str(Path.cwd() / f"{self._path.stem}.{form}")
        self.pages.pick("Write to which file?", (), partial(self._export, form), free=True, text=name)

    def _export(self, form: str, name: str) -> None:
        try:
            path = typed_path(name)
            if is_kept(path):
                raise InvalidInput("file", name, "a file that is no battle's: a report would replace it")
        except FleetbookError as trouble:
            self.say(str(trouble), warning=True)
            return
        if path.exists():
            replace = "replace it"
            self.pages.pick(
                f"{path.name} is there already", ("leave it as it is", replace),
                lambda answer: self._write(form, path) if answer == replace else None,
            )  # fmt: skip
        else:
            self._write(form, path)

    def _write(self, form: str, path: Path) -> None:
        journal = self._told(self.side)

        def job(watch: Watch) -> str:
            try:
                replace_file(path, report(form, journal, self._warning, watch).encode())
            except FleetbookError as trouble:
                return str(trouble)
            return ""

        self._exporting = str(path)
        self._stop = self.pages.work(job, self._exported, self._tell)

    def _exported(self, trouble: str) -> None:
        self.say(trouble or f"wrote {self._exporting}", warning=bool(trouble))
        self._exporting = self._progress = ""

    def leave(self) -> None:
        """Stop an export that is under way; otherwise back."""
        if not self._exporting:
            self.pages.leave()
            return
        self._stop()
        self.say(f"stopped; {self._exporting} was not written")
        self._exporting = self._progress = ""

    # ------------------------------------------------------------------ the picture

    def draw(self, size: tuple[int, int]) -> list[Line]:
        """A window on the report."""
        width, height = size
        keys = draw_keys(self.commands, self, width, [("↑↓ PgUp PgDn", "scroll")])
        self._room = max(height - 2 - len(keys), 1)
        lines = self.lines(width)
        self._top = max(min(self._top, len(lines) - self._room), 0)
        shown = [marked(line, self.word) for line in lines[self._top : self._top + self._room]]
        below = max(len(lines) - self._top - self._room, 0)
        place: Line = (ink(f" {below} more ↓ ", BOLD),) if below else ()
        whose = f", as {self.side} may read it" if self.side else ""
        head = draw_rule((ink(f" Report: {self._journal.setup.title}{whose} ", BOLD),), place, width)
        if self._blocks is None:
            shown = [(), (ink(f"  The report is being written … {self._progress}   Esc leaves", QUIET),)]
        return [head, *shown, *([()] * (self._room - len(shown))), self._foot(width), *keys]

    def _foot(self, width: int) -> Line:
        if self.search is not None:
            return draw_typed(self.search, " / ")
        if self._exporting and not self.message.text:
            return (ink(f" writing {self._exporting} … {self._progress}   Esc stops", BOLD),)
        standing: Line = (ink(f" {self._hits()} lines with {self.word}", QUIET),) if self.word else ()
        return spread(draw_message(self.message, standing, width), (), width) if self.message.text or self.word else ()

    def _hits(self) -> int:
        word = self.word.casefold()
        return sum(word in plain_text(line).casefold() for line in self._drawn[1])


def _no_word(desk: ReportDesk) -> str:
    return "" if desk.word else "search for a word first: /"


ReportDesk.commands = (
    DeskCommand("/", "Search", "search", "Type a word; Enter keeps it, n goes on to the next.", lambda desk: desk.begin_search(),
                also=("ctrl+f",)),
    DeskCommand("n", "The next place", "next", "", lambda desk: desk.find_next(1), _no_word),
    DeskCommand("N", "The place before", "", "", lambda desk: desk.find_next(-1), _no_word),
    DeskCommand("g", "To a section", "section", "", lambda desk: desk.sections(), also=("tab",)),
    DeskCommand("s", "What one side may read", "side", "Leaves out what that side cannot know.", lambda desk: desk.choose_side()),
    DeskCommand("e", "Export", "export", "In any of the formats, to a file.", lambda desk: desk.export()),
    *common("Back"),
)  # fmt: skip
