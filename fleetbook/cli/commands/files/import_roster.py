"""fleetbook import: make a roster from a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import click

from fleetbook.cli.commands.options import named
from fleetbook.cli.completion import systems
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import remark, say
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.reports.text_layout import printable
from fleetbook.store.library.paths import new_own_path
from fleetbook.store.library.roster_import import example, imported, sheet


@click.command("import")
@click.argument("file", metavar="CSV", callback=named, required=False)
@click.option("--ruleset", "system", metavar="SYSTEM", required=True, shell_complete=systems, help="The system of the cards.")
@click.option("--title", metavar="WORDS", default="", help="The roster's title; without it, the file's name.")
@click.option(
    "--map",
    "mapped",
    metavar="COLUMN=KEY[,…]",
    multiple=True,
    help="Keys of columns that have other names, as in Displacement=tons.",
)
@click.option("--ignore", "ignored", metavar="COLUMN[,…]", multiple=True, help="Columns to leave out.")
@click.option("--template", is_flag=True, help="Write a sheet with all columns of the system, and a ship as an example.")
@click.option("-o", "--output", metavar="FILE", callback=named, help="A new file; without it, a roster in your data folder.")
def command(
    *,
    file: str | None,
    system: str,
    title: str,
    mapped: tuple[str, ...],
    ignored: tuple[str, ...],
    template: bool,
    output: str | None,
) -> int:
    """Make a roster from a spreadsheet saved as CSV.

    Each ship has a row. The first row names the columns, by the keys of a card (fleetbook schema roster SYSTEM). A list is
    written in one cell, like this: "fore 12 in: guns 2, calibre 12, arc FPS | aft 12 in: guns 2, calibre 12, arc APS". If
    columns or rows are faulty, the command lists all of them and writes nothing. --template writes a sheet to fill in.
    """
    if (file is None) != template:
        allowed = "none: --template writes a sheet, -o names it" if template else "a spreadsheet saved as CSV, or --template"
        raise InvalidInput("CSV", file or "", allowed)
    if template:
        check_output(output)
        write_document(sheet(system, example(system)), output)
        return DONE
    roster, faults = imported(Path(str(file)), system, title, dict(map(_pair, _listed(mapped))), _listed(ignored))
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


def _listed(texts: Iterable[str]) -> list[str]:
    """The entries of several lists such as ``a, b``, in one list. An entry in quotes may contain a comma."""
    return [entry.strip() for row in csv.reader(texts, skipinitialspace=True) for entry in row]


def _pair(text: str) -> tuple[str, str]:
    column, equals, key = text.rpartition("=")
    if not equals:
        raise InvalidInput("map", text, "COLUMN=KEY, such as Displacement=tons")
    return column.strip(), key.strip()
