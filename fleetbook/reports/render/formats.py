"""The formats of a report by name, each loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.views.luck import Watch, silent

FORMATS = {
    "md": "markdown.markdown",
    "html": "html.html_report",
    "csv": "csv.csv_report",
    "json": "json.json_log",
    "txt": "text.text_report",
}


def report(form: str, journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The battle in one of the formats; the same battle gives the same text. ``warning`` says what is wrong with its file;
    ``watch`` is told how far the longest work is (``reports.views.luck``).
    """
    module, _, name = FORMATS[form].partition(".")
    written: str = getattr(import_module(f"fleetbook.reports.render.{module}"), name)(journal, warning, watch)
    return written
