"""fleetbook report: the battle to keep."""

from __future__ import annotations

import click

from fleetbook.cli.battles import reading, told_to
from fleetbook.cli.commands.options import battle as battle_argument
from fleetbook.cli.commands.options import output as output_option
from fleetbook.cli.commands.options import side as side_option
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.progress import progress
from fleetbook.reports.render.formats import FORMATS, report


@click.command()
@battle_argument
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="md", show_default=True)
@side_option
@output_option
def command(battle: str, form: str, side: str, output: str | None) -> None:
    """Write the battle as a report: what came of it, damage, luck, every line with its working, the rules in force.

    A page of Markdown (md), of HTML to print (html), plain text (txt), a table of all orders and dice (csv), or data (json).
    """
    check_output(output)
    with reading(battle) as file:
        with progress("weighing the dice") as watch:
            content = report(form, told_to(file.journal, side), file.damage or file.notice, watch)
        write_document(content, output)
