"""The formats of a report by name. The module of a format is loaded when it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.reports.balance.odds_of_victory import OddsOfVictory
from fleetbook.reports.document import Block
from fleetbook.reports.render.photo import Photo
from fleetbook.reports.watch import Watch, silent
from fleetbook.store.catalogue import SEASON

FORMATS = {
    "md": "markdown.markdown",
    "html": "html.html_report",
    "csv": "csv.csv_report",
    "json": "json.json_log",
    "txt": "text.text_report",
    "bbcode": "bbcode.bbcode",
    "card": "card.card",
}
ON_A_PAGE = 3  # photos in a short report
DOCUMENTS = ("md", "html", "txt", "bbcode")
SUFFIXES = {
    ".md": "md",
    ".markdown": "md",
    ".html": "html",
    ".htm": "html",
    ".csv": "csv",
    ".json": "json",
    ".txt": "txt",
    ".svg": "card",
    ".parquet": "parquet",
}
_PDF = "PDF is not written: write a page (-o report.html), open it in a browser and print it to a PDF file"
_DOCUMENT = "{} is not written: write a page (-o report.html) and open it in your word processor"
_SHEET = "{} is not written: write a table (--table shots --spreadsheet -o shots.csv) and open it in your spreadsheet"
_PICTURE = "{} is not written: report -o battle.svg writes a picture; any browser shows it"
MADE_ELSEWHERE = {
    ".pdf": _PDF,
    **{suffix: _DOCUMENT.format(suffix) for suffix in (".docx", ".doc", ".odt", ".rtf", ".epub")},
    **{suffix: _PICTURE.format(suffix) for suffix in (".png", ".jpg", ".jpeg", ".webp", ".gif")},
    **{suffix: _SHEET.format(suffix) for suffix in (".xlsx", ".xls", ".ods")},
}
"""Suffixes of formats that are not written, each with a message that names another way to get such a file."""


class Wanted(msgspec.Struct, frozen=True):
    """The options of a report, besides its format.

    short     whether to write the short report on one page
    briefing  whether to write the handout for the first turn instead of a report
    photos    pictures to embed in the page
    parts     the names of the parts to write; empty for all parts
    odds_of_victory  the odds of victory by turn; empty if they were not worked out
    """

    short: bool = False
    briefing: bool = False
    photos: tuple[Photo, ...] = ()
    parts: tuple[str, ...] = ()
    odds_of_victory: tuple[OddsOfVictory, ...] = ()

    @property
    def is_document(self) -> bool:
        """Whether these options need a format for people, such as HTML, and not one for data."""
        return self.short or self.briefing or bool(self.parts) or bool(self.odds_of_victory)


def format_of(form: str | None, output: str | None, usual: str = "md") -> str:
    """The format to write: ``form`` if it is given, otherwise the format of the output file's suffix, otherwise ``usual``.

    Raises InvalidInput if the named format and the suffix contradict each other.
    """
    suffix = Path(output).suffix.casefold() if output else ""
    if suffix in MADE_ELSEWHERE:
        raise InvalidInput("output", output, f"a name that ends in one of {', '.join(SUFFIXES)}", words=MADE_ELSEWHERE[suffix])
    by_suffix = SUFFIXES.get(suffix)
    if form and by_suffix and by_suffix != form and not (form == "bbcode" and by_suffix == "txt"):
        clash = f"{output} looks like {by_suffix}, but the format is {form}"
        raise InvalidInput("output", output, f"a name that ends in .{form}", words=clash)
    return form or by_suffix or usual


def report(form: str, journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The report of the battle in one of the formats. The same battle always gives the same text.

    ``warning`` describes damage to the battle's file, if any. ``watch`` is called with the progress of the longest work.
    """
    if journal.ruleset.id == SEASON.id:
        return _of_campaign(form, journal, Wanted(), warning)
    written: str = getattr(renderer(form), FORMATS[form].partition(".")[2])(journal, warning, watch)
    return written


def _of_campaign(form: str, journal: Journal[Any], wanted: Wanted, warning: str) -> str:
    """The report of a campaign without the files of its battles."""
    from fleetbook.reports.campaign.page import campaign_report  # noqa: PLC0415 (loaded on demand)

    return campaign_report(form, journal, wanted, {}, warning)


def report_as_wanted(form: str, journal: Journal[Any], wanted: Wanted, warning: str = "", watch: Watch = silent) -> str:
    """The report with options, such as photos. Raises InvalidInput if the format does not allow them."""
    if journal.ruleset.id == SEASON.id:
        return _of_campaign(form, journal, wanted, warning)
    if wanted.parts and wanted.briefing:
        raise InvalidInput("part", ",".join(wanted.parts), "none: a briefing is always whole")
    if form not in FORMATS:
        raise InvalidInput("format", form, f"one of {', '.join(FORMATS)}", words=f"{form} holds one table: name it with --table")
    if wanted.photos and form != "html":
        raise InvalidInput("format", form, "html: no other format holds photos")
    if wanted.short and len(wanted.photos) > ON_A_PAGE:
        raise InvalidInput("photo", f"{len(wanted.photos)} of them", f"at most {ON_A_PAGE} in a short report")
    if wanted.is_document and form not in DOCUMENTS:
        raise InvalidInput("format", form, f"one of {', '.join(DOCUMENTS)}: the others are always whole")
    if not (wanted.is_document or wanted.photos):
        return report(form, journal, warning, watch)
    module = renderer(form)
    more: dict[str, Any] = {"photos": module.placed(wanted.photos, journal)} if wanted.photos else {}
    if wanted.briefing and form == "html":
        more["kicker"] = "Briefing"
    written: str = module.written(_blocks(journal, wanted, warning, watch), **more)
    return written


def _blocks(journal: Journal[Any], wanted: Wanted, warning: str, watch: Watch) -> Sequence[Block]:
    from fleetbook.reports.sections import briefing_blocks, report_blocks, short_blocks  # noqa: PLC0415 (loaded on demand)

    if wanted.briefing:
        return briefing_blocks(journal, warning)
    if wanted.short:
        return short_blocks(journal, warning, wanted.parts, bool(wanted.photos))
    return report_blocks(journal, warning, watch, wanted.parts, wanted.odds_of_victory)


def page_of(form: str, blocks: Sequence[Block], kicker: str = "For the table") -> str:
    """Blocks as a page in a format for people to read. ``kicker`` is a line above the title that names the kind of page.

    Raises InvalidInput for another format.
    """
    if form not in DOCUMENTS:
        raise InvalidInput("format", form, f"one of {', '.join(DOCUMENTS)}")
    written: str = renderer(form).written(blocks, kicker=kicker) if form == "html" else renderer(form).written(blocks)
    return written


def renderer(form: str) -> Any:
    """The module that writes reports in a format."""
    return import_module(f"fleetbook.reports.render.{FORMATS[form].partition('.')[0]}")
