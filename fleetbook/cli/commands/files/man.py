"""fleetbook man: write the manual page."""

from __future__ import annotations

import click

from fleetbook import __version__
from fleetbook.cli.commands import options
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.drawing.man import man_page


@click.command()
@options.output
@click.pass_context
def command(context: click.Context, output: str | None) -> None:
    """Write the manual page of all commands.

    To read it: fleetbook man | man -l -. To keep it: fleetbook man -o ~/.local/share/man/man1/fleetbook.1
    """
    check_output(output)
    write_document("\n".join(man_page(context.find_root(), __version__)) + "\n", output)
