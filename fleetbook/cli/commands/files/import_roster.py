"""fleetbook import: make a roster from a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.commands.options import named
from fleetbook.cli.completion import systems
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import remark, say
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.reports.text_layout import printable
from fleetbook.store.library.paths import new_own_path
from fleetbook.store.library.roster_import import imported


@click.command("import")
@click.argument("file", metavar="CSV", callback=named)
@click.option("--ruleset", "system", metavar="SYSTEM", required=True, shell_complete=systems, help="The system of the cards.")
@click.option("--title", metavar="WORDS", default="", help="The roster's title; without it, the file's name.")
@click.option("-o", "--output", metavar="ROSTER", callback=named, help="A new file; without it, one in your data folder.")
def command(file: str, system: str, title: str, output: str | None) -> int:
    """Make a roster from a spreadsheet saved as CSV.

    Each ship has a row. The first row names the columns: the keys of a card (fleetbook schema roster SYSTEM). A cell holds a list
    like this: "fore 12 in: guns 2, calibre 12, arc FPS | aft 12 in: guns 2, calibre 12, arc APS". The command lists all faulty
    rows and writes nothing if there are any.
    """
    roster, faults = imported(Path(file), system, title)
    for fault in faults:
        remark(str(fault))
    if faults:
        return UNUSABLE
    path = Path(output) if output else new_own_path(roster.ruleset, roster.title)
    if path.exists():
        raise InvalidInput("output", str(path), "a file that does not exist yet: import never overwrites a roster")
    roster.write(path)
    remark(f"{counted(len(roster.ships), 'ship')} of {roster.ruleset}")
    say([printable(str(path))])
    return DONE
