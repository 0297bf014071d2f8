"""fleetbook sheets: write ship cards to print."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.battles import reading
from fleetbook.cli.commands import options
from fleetbook.cli.documents import check_output, write_document
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.render.formats import format_of
from fleetbook.reports.sheets.cards import Sheets, battle_sheets, roster_sheets, setup_sheets
from fleetbook.reports.sheets.pages import PAPERS, sheets_for_any_paper, sheets_on_pages
from fleetbook.reports.sheets.text import sheets_text
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.detect import is_battle
from fleetbook.store.library.paths import SCENARIO, find_any
from fleetbook.store.library.roster import read_roster


@click.command()
@click.argument("source", metavar="ROSTER|SCENARIO|BATTLE", callback=options.named)
@click.option(
    "--format", "form", type=click.Choice(("html", "txt")), help="Without it the file's suffix decides, otherwise html."
)
@click.option("--only", metavar="WORDS", help="Cards whose name, kind, side or squadron contains these words.")
@click.option("--per-page", metavar="N", type=int, help="The number of cards on a page of HTML, all of one size.")
@click.option(
    "--paper",
    metavar="SIZE",
    help=f"{', '.join(PAPERS)}, or width and height in mm, such as 105x74. Small paper holds one card.",
)
@click.option("--blank", is_flag=True, help="A battle's cards as it began, without damage.")
@options.side
@options.output
def command(
    *,
    source: str,
    form: str | None,
    only: str | None,
    per_page: int | None,
    paper: str | None,
    blank: bool,
    side: str,
    output: str | None,
) -> None:
    """Write ship cards to print.

    They are HTML, with several cards on a page, or plain text. Cards of a roster or a scenario are blank. Cards of a battle show
    its damage. To print the rules too, use fleetbook rules SYSTEM --page.
    """
    check_output(output)
    form = format_of(form, output, "html")
    if form not in ("html", "txt"):
        raise InvalidInput("output", output, "a name that ends in .html or .txt")
    if form == "txt" and (paper is not None or per_page is not None):
        raise InvalidInput("format", form, "html: plain text has no pages")
    sheets = _sheets(source, side, blank)
    shown = sheets.only(only) if only else sheets
    if form == "txt":
        text = sheets_text(shown)
    elif paper is None and per_page is None:
        text = sheets_for_any_paper(shown)
    else:
        text = sheets_on_pages(shown, "A4" if paper is None else paper, per_page)
    write_document(text, output)


def _sheets(source: str, side: str, blank: bool) -> Sheets:
    if is_battle(Path(source)):
        with reading(source) as file:
            return battle_sheets(read_by(file.journal, side), blank)
    kind, path = find_any(source)
    if kind == SCENARIO:
        return setup_sheets(read_setup(path), side)
    if side:
        raise InvalidInput("side", side, "no side: a roster hides nothing from a side")
    roster = read_roster(path)
    return roster_sheets(ruleset(roster.ruleset), roster.title, roster.cards)
