"""fleetbook sheets: ship cards to print."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.battles import reading, told_to
from fleetbook.cli.commands.options import named
from fleetbook.cli.commands.options import output as output_option
from fleetbook.cli.commands.options import side as side_option
from fleetbook.cli.documents import check_output, write_document
from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.detect import is_battle
from fleetbook.store.library.paths import SCENARIO, find_any
from fleetbook.store.library.roster import read_roster


@click.command()
@click.argument("source", metavar="ROSTER|SCENARIO|BATTLE", callback=named)
@output_option
@click.option("--blank", is_flag=True, help="Of a battle: the cards as it began, instead of as damaged.")
@side_option
def command(source: str, output: str | None, blank: bool, side: str) -> None:
    """Write ship cards to print, several a page, as HTML.

    Those of a roster or a scenario are blank, those of a battle as damaged.
    """
    check_output(output)
    if is_battle(Path(source)):
        _of_battle(source, output, blank, side)
    elif side:
        raise InvalidInput("side", side, "no side: only a battle can be read by one")
    else:
        _of_file(source, output)


def _of_battle(path: str, output: str | None, blank: bool, side: str) -> None:
    from fleetbook.reports.render.sheets import sheets_of_battle  # noqa: PLC0415 (the templates' library, for this command only)

    with reading(path) as file:
        write_document(sheets_of_battle(told_to(file.journal, side), blank), output)


def _of_file(name: str, output: str | None) -> None:
    from fleetbook.reports.render.sheets import sheets_of_roster, sheets_of_setup  # noqa: PLC0415 (likewise)

    kind, path = find_any(name)
    if kind == SCENARIO:
        write_document(sheets_of_setup(read_setup(path)), output)
        return
    roster = read_roster(path)
    write_document(sheets_of_roster(ruleset(roster.ruleset), roster.title, roster.cards), output)
