"""fleetbook report: the battle to keep."""

from __future__ import annotations

import os
from pathlib import Path

import click

from fleetbook.cli.battles import reading, told_to
from fleetbook.cli.commands.options import battle as battle_argument
from fleetbook.cli.commands.options import named
from fleetbook.cli.commands.options import side as side_option
from fleetbook.cli.output import remark, say_data
from fleetbook.core.errors import Unreadable
from fleetbook.reports.json_log import json_log
from fleetbook.reports.markdown import markdown
from fleetbook.store.files import is_battle
from fleetbook.store.toml_file import replace_file

FORMATS = {"md": markdown, "json": json_log}


@click.command()
@battle_argument
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="md", show_default=True)
@side_option
@click.option(
    "-o", "--output", metavar="FILE", callback=named, help="Write to FILE instead of stdout; one that is there is replaced."
)
def command(battle: str, form: str, side: str, output: str | None) -> None:
    """Write the battle as a page of Markdown, or as JSON."""
    if output is not None and is_battle(Path(output)):
        raise Unreadable("output", output, "a file that is no battle: a report would replace it")
    with reading(battle) as file:
        content = FORMATS[form](told_to(file.journal, side), file.damage or file.notice).encode()
        if output is None:
            say_data(content)
        else:
            _write(Path(os.path.realpath(output)), content)
            remark(f"wrote {output}")


def _write(path: Path, content: bytes) -> None:
    """Put a report in a file's place whole, or into a pipe or a device as it is."""
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            stream.write(content)
    else:
        replace_file(path, content)
