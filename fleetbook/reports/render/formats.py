"""The formats of a report by name, each loaded when it is asked for."""

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
    """What a report is to be beside its format: on one page, or what is told before the first turn, or a table of this name for a
    spreadsheet or not; its photos, and which of its parts, all of them where none is named.
    """

    short: bool = False
    briefing: bool = False
    table: str = ""
    spreadsheet: bool = False
    photos: tuple[Photo, ...] = ()
    parts: tuple[str, ...] = ()

    @property
    def is_document(self) -> bool:
        """Whether only a document can be so."""
        return self.short or self.briefing or bool(self.parts)


def format_of(form: str | None, output: str | None, usual: str = "md") -> str:
    """The format that is named, or that a file's suffix names. Raises InvalidInput where they contradict each other."""
    by_suffix = SUFFIXES.get(Path(output).suffix.casefold()) if output else None
    if form and by_suffix and by_suffix != form and not (form == "bbcode" and by_suffix == "txt"):
        raise InvalidInput("output", output, f"a name that does not end like one of {by_suffix}: the format is {form}")
    return form or by_suffix or usual


def report(form: str, journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The battle in one of the formats; the same battle gives the same text. ``warning`` says what is wrong with its file;
    ``watch`` is told how far the longest work is.
    """
    module, _, name = FORMATS[form].partition(".")
    written: str = getattr(import_module(f"fleetbook.reports.render.{module}"), name)(journal, warning, watch)
    return written


def report_as_wanted(form: str, journal: Journal[Any], wanted: Wanted, warning: str = "", watch: Watch = silent) -> str:
    """The same on one page, as a table, or with photos. Raises InvalidInput for a format that has none of these."""
    if wanted.parts and (wanted.table or wanted.briefing):
        raise InvalidInput("part", ",".join(wanted.parts), "none: a table, like a briefing, is told whole")
    if wanted.table:
        return _table(form, journal, wanted)
    if wanted.photos and form != "html":
        raise InvalidInput("format", form, "html: no other format holds photos")
    if wanted.is_document and form not in DOCUMENTS:
        raise InvalidInput("format", form, f"one of {', '.join(DOCUMENTS)}: the others are data, whole")
    if not (wanted.is_document or wanted.photos):
        return report(form, journal, warning, watch)
    return _document(form, _blocks(journal, wanted, warning, watch), wanted.photos)


def _table(form: str, journal: Journal[Any], wanted: Wanted) -> str:
    from fleetbook.reports.render.tables import table_csv, table_json  # noqa: PLC0415 (each format when it is asked for)

    if form not in ("csv", "json"):
        raise InvalidInput("format", form, "csv or json: tables are data")
    return table_json(wanted.table, journal) if form == "json" else table_csv(wanted.table, journal, wanted.spreadsheet)


def _blocks(journal: Journal[Any], wanted: Wanted, warning: str, watch: Watch) -> Sequence[Block]:
    from fleetbook.reports.sections import briefing_blocks, report_blocks, short_blocks  # noqa: PLC0415 (likewise)

    if wanted.briefing:
        return briefing_blocks(journal, warning)
    if wanted.short:
        return short_blocks(journal, warning, wanted.parts)
    return report_blocks(journal, warning, watch, wanted.parts)


def page_of(form: str, blocks: Sequence[Block], kicker: str = "For the table") -> str:
    """A page of its own in one of the formats of documents; ``kicker`` says what kind. Raises InvalidInput for another format."""
    if form not in DOCUMENTS:
        raise InvalidInput("format", form, f"one of {', '.join(DOCUMENTS)}")
    module = import_module(f"fleetbook.reports.render.{FORMATS[form].partition('.')[0]}")
    written: str = module.written(blocks, kicker=kicker) if form == "html" else module.written(blocks)
    return written


def _document(form: str, blocks: Sequence[Block], photos: Sequence[Photo]) -> str:
    module = import_module(f"fleetbook.reports.render.{FORMATS[form].partition('.')[0]}")
    written: str = module.written(blocks, photos) if photos else module.written(blocks)
    return written
