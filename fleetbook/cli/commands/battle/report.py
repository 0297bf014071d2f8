"""fleetbook report: write the report of a battle."""

from __future__ import annotations

import click

from fleetbook.cli.battles import reading, seen_by
from fleetbook.cli.commands import options
from fleetbook.cli.completion import parts_of_reports
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.progress import progress
from fleetbook.reports.render.formats import FORMATS, Wanted, format_of, report_as_wanted
from fleetbook.reports.render.photo import read_photos
from fleetbook.reports.sections import SHORT, WHOLE
from fleetbook.reports.tables.kinds import TABLES


@click.command()
@options.optional_battle
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="Without it the file's suffix decides: md for a file without one, txt on stdout.",
)
@click.option("--short", is_flag=True, help="One page: the result, the course of the battle, the losses.")
@click.option(
    "--briefing", is_flag=True, help="A handout for the first turn: story, conditions, forces. --side makes it for one side."
)
@click.option(
    "--part",
    "parts",
    metavar="NAME[,NAME…]",
    multiple=True,
    shell_complete=parts_of_reports,
    help=f"Only these parts: {', '.join(WHOLE)}. A short report has {', '.join(SHORT)}.",
)
@click.option("--table", type=click.Choice(list(TABLES)), help="One table as csv or json, with a row for each of these.")
@click.option("--spreadsheet", is_flag=True, help="Write the table with semicolons and a byte-order mark, for most spreadsheets.")
@click.option(
    "--photo",
    "photos",
    metavar="FILE[@LINE][=CAPTION]",
    multiple=True,
    help="Embed a picture in html, at its line in the course of the battle; may be repeated.",
)
@options.side
@options.output
def command(
    *,
    battle: str | None,
    form: str | None,
    short: bool,
    briefing: bool,
    parts: tuple[str, ...],
    table: str | None,
    spreadsheet: bool,
    photos: tuple[str, ...],
    side: str,
    output: str | None,
) -> None:
    """Write the battle as a report.

    The report says who has won. It lists the damage, the luck, every line with its working, and the rules in force. html is a
    page to print, card a picture to share (svg), bbcode a forum post, csv a table of all orders and dice, json the whole battle
    as data. `fleetbook schema report` describes the json, and `fleetbook schema shots` or another table's name describes that
    table.
    """
    check_output(output)
    form = format_of(form, output, "csv" if table else "html" if photos else "md" if output else "txt")
    named = tuple(name.strip() for several in parts for name in several.split(","))
    wanted = Wanted(short, briefing, table or "", spreadsheet, read_photos(photos), named)
    with reading(battle) as file:
        with progress() as watch:
            content = report_as_wanted(form, seen_by(file.journal, side), wanted, file.damage or file.notice, watch)
        write_document(content, output)
