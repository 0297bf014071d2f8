"""The formats of a report by name. Each is loaded on demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block
from fleetbook.reports.render.photo import Photo
from fleetbook.reports.watch import Watch, silent

FORMATS = {
    "md": "markdown.markdown",
    "html": "html.html_report",
    "csv": "csv.csv_report",
    "json": "json.json_log",
    "txt": "text.text_report",
    "bbcode": "bbcode.bbcode",
}
DOCUMENTS = ("md", "html", "txt", "bbcode")
SUFFIXES = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html", ".csv": "csv", ".json": "json", ".txt": "txt"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of a report beside its format.

    short        on one page
    briefing     the handout for the first turn
    table        the name of a table to write instead
    spreadsheet  the table as most spreadsheets like it
    photos       pictures for the page
    parts        the parts to write; all parts if none is named
    """

    short: bool = False
    briefing: bool = False
    table: str = ""
    spreadsheet: bool = False
    photos: tuple[Photo, ...] = ()
    parts: tuple[str, ...] = ()

    @property
    def is_document(self) -> bool:
        """Whether only a format of documents fits."""
        return self.short or self.briefing or bool(self.parts)


def format_of(form: str | None, output: str | None, usual: str = "md") -> str:
    """The named format, or the format of a file's suffix. Raises InvalidInput if they contradict each other."""
    by_suffix = SUFFIXES.get(Path(output).suffix.casefold()) if output else None
    if form and by_suffix and by_suffix != form and not (form == "bbcode" and by_suffix == "txt"):
        clash = f"{output} looks like {by_suffix}, but the format is {form}"
        raise InvalidInput("output", output, f"a name that ends in .{form}", words=clash)
    return form or by_suffix or usual


def report(form: str, journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The battle in one of the formats; the same battle gives the same text.

    ``warning`` names a fault of its file; ``watch`` follows the longest work.
    """
    written: str = getattr(_module(form), FORMATS[form].partition(".")[2])(journal, warning, watch)
    return written


def report_as_wanted(form: str, journal: Journal[Any], wanted: Wanted, warning: str = "", watch: Watch = silent) -> str:
    """The same with options: on one page, as a table, or with photos. Raises InvalidInput for a format that cannot have them."""
    if wanted.parts and (wanted.table or wanted.briefing):
        raise InvalidInput("part", ",".join(wanted.parts), "none: tables and briefings are always whole")
    if wanted.table:
        return _table(form, journal, wanted)
    if wanted.photos and form != "html":
        raise InvalidInput("format", form, "html: no other format holds photos")
    if wanted.is_document and form not in DOCUMENTS:
        raise InvalidInput("format", form, f"one of {', '.join(DOCUMENTS)}: the others are data and always whole")
    if not (wanted.is_document or wanted.photos):
        return report(form, journal, warning, watch)
    blocks = _blocks(journal, wanted, warning, watch)
    written: str = _module(form).written(blocks, wanted.photos) if wanted.photos else _module(form).written(blocks)
    return written


def _table(form: str, journal: Journal[Any], wanted: Wanted) -> str:
    from fleetbook.reports.render.tables import table_csv, table_json  # noqa: PLC0415 (loaded on demand)

    if form not in ("csv", "json"):
        raise InvalidInput("format", form, "csv or json: tables are data")
    return table_json(wanted.table, journal) if form == "json" else table_csv(wanted.table, journal, wanted.spreadsheet)


def _blocks(journal: Journal[Any], wanted: Wanted, warning: str, watch: Watch) -> Sequence[Block]:
    from fleetbook.reports.sections import briefing_blocks, report_blocks, short_blocks  # noqa: PLC0415 (loaded on demand)

    if wanted.briefing:
        return briefing_blocks(journal, warning)
    if wanted.short:
        return short_blocks(journal, warning, wanted.parts)
    return report_blocks(journal, warning, watch, wanted.parts)


def page_of(form: str, blocks: Sequence[Block], kicker: str = "For the table") -> str:
    """A page in one of the formats of documents; ``kicker`` names its kind. Raises InvalidInput for another format."""
    if form not in DOCUMENTS:
        raise InvalidInput("format", form, f"one of {', '.join(DOCUMENTS)}")
    written: str = _module(form).written(blocks, kicker=kicker) if form == "html" else _module(form).written(blocks)
    return written


def _module(form: str) -> Any:
    return import_module(f"fleetbook.reports.render.{FORMATS[form].partition('.')[0]}")
