"""The page of a battle's report. It can be searched, exported, and limited to the knowledge of one side."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.reports.campaign.chronicle import chronicle
from fleetbook.reports.campaign.counted_files import CountedFile, counted_files
from fleetbook.reports.campaign.page import campaign_report
from fleetbook.reports.campaign.section import campaign_blocks
from fleetbook.reports.document import Block, Heading
from fleetbook.reports.render.formats import FORMATS, Wanted, report, report_as_wanted
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.watch import Watch
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.catalogue import SEASON
from fleetbook.store.files import replace_file
from fleetbook.store.library.detect import belongs_to_battle
from fleetbook.store.library.toml_file import typed_path
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.command_lines import draw_key_bar
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import draw_rule, filled
from fleetbook.tui.kit.keys import FAR
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.page import Page, Stop, Stopped, Work
from fleetbook.tui.kit.style import BOLD, KEY, QUIET
from fleetbook.tui.kit.text_field import TextField
from fleetbook.tui.report.document_lines import block_lines, marked, plain_text

WHOLE = "the whole battle"
TOLD = {
    "md": "Markdown", "html": "HTML to print", "csv": "orders and dice as a table", "json": "data", "txt": "plain text",
    "bbcode": "a post for a forum", "card": "a picture to share, SVG",
}  # fmt: skip
ENDINGS = {"card": ".svg"}  # endings of files that differ from the name of the format
SHEETS, SHORT = "sheets", "short"
BESIDE = {SHEETS: "the ship cards as they stand, HTML to print", SHORT: "the report on one page, HTML to print"}
"""The exports that are not the whole report, each with its description."""
DEEPEST = 3  # the deepest level of headings in the list of sections
PACE = 0.1  # seconds between two updates of the progress shown
STEPS = {"up": -1, "down": 1, "k": -1, "j": 1, "home": -FAR, "end": FAR}
TURNS = {"pageup": -1, "pagedown": 1, "space": 1}  # how many pages each key scrolls


def _no_word(page: ReportPage) -> str:
    return "" if page.word else "search for a word first: /"


class ReportPage(Page):
    """The report of a battle, as the battle stood when the page was opened."""

    name = "the report"

    def __init__(self, journal: Journal[Any], path: Path, warning: str) -> None:
        super().__init__()
        self._journal, self._path, self._warning = journal, path, warning
        self.side = ""
        self._blocks: Sequence[Block] | None = None
        self._drawn: tuple[int, list[Line]] = (0, [])
        self._headings: list[tuple[int, str, int]] = []
        self._top, self._room = 0, 1
        self.word, self.hit = "", 0
        self.search: TextField | None = None
        self._exporting = self._progress = ""
        self._stop_export: Stop = lambda: None

    def opened(self) -> None:
        self._read("")

    # ------------------------------------------------------------------ the document

    def _read(self, side: str) -> None:
        """Write the report in the background, as one side may read it. An empty ``side`` means the whole report."""
        self.side, self._blocks, self._drawn = side, None, (0, [])
        self._progress = ""
        journal = self._journal_for(side)

        def job(work: Work) -> None:
            if journal.ruleset.id == SEASON.id:
                blocks = campaign_blocks(chronicle(journal, self._counted(journal), self._warning), journal)
            else:
                blocks = report_blocks(journal, self._warning, self._watch(work))
            work.tell(partial(self._written, blocks))

        self.work(job)

    def _counted(self, journal: Journal[Any]) -> dict[int, CountedFile]:
        """The files of the battles that a campaign has counted, if they lie in the campaign's folder."""
        beside = self._path.resolve().parent
        return counted_files(journal, beside, beside)

    def _watch(self, work: Work) -> Watch:
        """A function that shows the progress of the work on the page, and ends the work if the page was left."""
        shown_at = time.monotonic()

        def watch(what: str, number: int, of: int) -> None:
            nonlocal shown_at
            if work.stopped:
                raise Stopped
            if time.monotonic() - shown_at > PACE:
                shown_at = time.monotonic()
                work.tell(partial(setattr, self, "_progress", f"{what}: {100 * number // max(of, 1)} %"))

        return watch

    def _journal_for(self, side: str) -> Journal[Any]:
        return read_by(self._journal, side)

    def _written(self, blocks: Sequence[Block]) -> None:
        self._blocks, self._drawn = blocks, (0, [])
        self._progress = ""

    def lines(self, width: int) -> list[Line]:
        """The report drawn for a width. Cached until the width or the report changes."""
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

    # ------------------------------------------------------------------ reading and searching

    def take(self, key: str, character: str | None) -> bool:
        if self.search is not None:
            if key in ("enter", "escape"):
                self.search = None
                self.word = self.word if key == "enter" else ""
            elif (edited := self.search.press(key, character)) is not None:
                self.search, self.word = edited, edited.text.strip()
                self._find(self._top, 1)
            return True
        self._top += STEPS.get(key, 0) + TURNS.get(key, 0) * self._room
        return key in STEPS or key in TURNS

    @command("/", "search", "Type a word; Enter keeps it, n goes on to the next.", also=("ctrl+f",))
    def begin_search(self) -> None:
        """Search."""
        self.search = TextField()

    @command("n", "next", "", _no_word)
    def next_place(self) -> None:
        """The next place with the word."""
        self._find(self.hit + 1, 1)

    @command("N", "", "", _no_word)
    def place_before(self) -> None:
        """The previous place with the word."""
        self._find(self.hit - 1, -1)

    def _find(self, start: int, steps: int) -> None:
        """Scroll to the next line with the word searched for, from line ``start``. Past the end, the search wraps around."""
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
        self.say(f"{self.word} is nowhere in the report", warning=True)

    @command("g", "section", also=("tab",))
    def go_to_section(self) -> None:
        """Go to a section."""
        places = {f"{'  ' * (level - 1)}{text}": at for level, text, at in reversed(self._headings) if level <= DEEPEST}
        self.pages.pick("To which section?", list(reversed(places)), lambda text: setattr(self, "_top", places[text]))

    @command("s", "side", "Leaves out what that side cannot know.")
    def choose_side(self) -> None:
        """The report as one side may read it."""
        self.pages.pick("Whose report?", (WHOLE, *self._journal.setup.sides), lambda one: self._read("" if one == WHOLE else one))

    # ------------------------------------------------------------------ export

    @command("e", "export", "In any of the formats, to a file.")
    def export(self) -> None:
        """Export."""
        offered = {f"{form}  {TOLD.get(form, '')}".rstrip(): form for form in FORMATS}
        offered |= {f"{form}  {words}": form for form, words in BESIDE.items()}
        self.pages.pick("Export in which format?", list(offered), lambda line: self._choose_file(offered[line]))

    @command("h", "html", "The report as HTML, to print or to read in a browser.")
    def export_html(self) -> None:
        """Export as HTML."""
        self._choose_file("html")

    def _choose_file(self, form: str) -> None:
        name = str(
            self._path.absolute().parent
            / f"{self._path.stem}{f'-{form}.html' if form in BESIDE else ENDINGS.get(form, f'.{form}')}"
        )
        self.pages.pick(
            "Write to which file?", (), lambda name: self.attempt(partial(self._export, form, name)), free=True, text=name
        )

    def _export(self, form: str, name: str) -> None:
        path, replace = typed_path(name), "replace it"
        if belongs_to_battle(path):
            raise InvalidInput("file", name, "a file that belongs to no battle: a report would replace it")

        def answered(answer: str) -> None:
            if answer == replace:
                self._write(form, path)

        if path.exists():
            self.pages.pick(f"{path.name} exists already", ("leave it as it is", replace), answered)
        else:
            self._write(form, path)

    def _write(self, form: str, path: Path) -> None:
        journal = self._journal_for(self.side)

        def job(work: Work) -> None:
            try:
                content = self._content(form, journal, self._watch(work))
                if not work.stopped:
                    replace_file(path, content.encode())
                trouble = ""
            except FleetbookError as error:
                trouble = str(error)
            work.tell(partial(self._exported, trouble))

        self._exporting = str(path)
        self._stop_export = self.work(job)

    def _content(self, form: str, journal: Journal[Any], watch: Watch) -> str:
        if form == SHEETS:
            from fleetbook.reports.sheets.cards import sheets_of_battle  # noqa: PLC0415 (the templates' library, for sheets only)

            return sheets_of_battle(journal)
        if journal.ruleset.id == SEASON.id:
            form, wanted = ("html", Wanted(short=True)) if form == SHORT else (form, Wanted())
            return campaign_report(form, journal, wanted, self._counted(journal), self._warning)
        if form == SHORT:
            return report_as_wanted("html", journal, Wanted(short=True), self._warning, watch)
        return report(form, journal, self._warning, watch)

    def _exported(self, trouble: str) -> None:
        self.say(trouble or f"wrote {self._exporting}", warning=bool(trouble))
        self._exporting = self._progress = ""

    def leave(self) -> None:
        """Stop the export under way. If there is none, leave the page."""
        if not self._exporting:
            self.pages.leave()
            return
        self._stop_export()
        self.say(f"stopped; {self._exporting} was not written")
        self._exporting = self._progress = ""

    # ------------------------------------------------------------------ the picture

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        keys = draw_key_bar(self.commands, width, [("↑↓ PgUp PgDn", "scroll")])
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
        return [head, *filled(shown, self._room), self._foot(width), *keys]

    def _foot(self, width: int) -> Line:
        if self.search is not None:
            return ink(" / ", KEY), *self.search.draw()
        if self._exporting and not self.message.text:
            return (ink(f" writing {self._exporting} … {self._progress}   Esc stops", BOLD),)
        hits = sum(self.word.casefold() in plain_text(line).casefold() for line in self._drawn[1]) if self.word else 0
        return draw_message(self.message, (ink(f" {hits} lines with {self.word}", QUIET),) if self.word else (), width)
