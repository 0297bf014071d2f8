"""fleetbook report: the battle to keep."""

from __future__ import annotations

import click

from fleetbook.cli.battles import reading, seen_by
from fleetbook.cli.commands.options import optional_battle
from fleetbook.cli.commands.options import output as output_option
from fleetbook.cli.commands.options import side as side_option
from fleetbook.cli.completion import parts_of_reports
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.progress import progress
from fleetbook.reports.render.formats import FORMATS, Wanted, format_of, report_as_wanted
from fleetbook.reports.render.photo import read_photos
from fleetbook.reports.sections import SHORT, WHOLE
from fleetbook.reports.tables import TABLES


@click.command()
@optional_battle
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="Otherwise the file's suffix says it: md where it has none, txt on stdout.",
)
@click.option("--short", is_flag=True, help="One page: the result, the course of the battle, what was lost.")
@click.option(
    "--briefing", is_flag=True, help="To hand out before the first turn: story, conditions, forces; with --side for each."
)
@click.option(
    "--part",
    "parts",
    metavar="NAME[,NAME…]",
    multiple=True,
    shell_complete=parts_of_reports,
    help=f"These parts of it: {', '.join(WHOLE)}; of a short one {', '.join(SHORT)}.",
)
@click.option("--table", type=click.Choice(list(TABLES)), help="One table as csv, or json: a row for each of these.")
@click.option("--spreadsheet", is_flag=True, help="Of a table: with semicolons and a byte-order mark, as most spreadsheets like.")
@click.option("--photo", "photos", metavar="FILE[=CAPTION]", multiple=True, help="Embed a picture in html; may be repeated.")
@side_option
@output_option
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

    It tells who has won, what came of it, damage, luck, every line with its working, the rules in force: as a page of Markdown
    (md), of HTML to print (html), plain text (txt), a post for a forum (bbcode), all orders and dice (csv), or data (json).
    `fleetbook schema report` tells the shape of json, `fleetbook schema shots` and so on those of the tables.
    """
    check_output(output)
    form = format_of(form, output, "csv" if table else "html" if photos else "md" if output else "txt")
    wanted = Wanted(short, briefing, table or "", spreadsheet, read_photos(photos), _named(parts))
    with reading(battle) as file:
        with progress() as watch:
            content = report_as_wanted(form, seen_by(file.journal, side), wanted, file.damage or file.notice, watch)
        write_document(content, output)


def _named(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Each word between commas."""
    return tuple(name.strip() for given in parts for name in given.split(","))
