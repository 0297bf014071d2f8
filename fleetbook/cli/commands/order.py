"""fleetbook order: give one order."""

from __future__ import annotations

import sys

import click

from fleetbook.cli.battles import draft, writing
from fleetbook.cli.commands.options import orders
from fleetbook.cli.inputs import FROM_STDIN, ask_faces, read_faces, read_inputs
from fleetbook.cli.telling import tell_line
from fleetbook.core.play.driver import DieNeeded


@click.command()
@orders
@click.option(
    "--dice",
    metavar="3,5",
    help="Faces of real dice in the order in which they are thrown. A terminal asks for those that are lacking; -: stdin.",
)
def command(
    *,
    battle: str,
    procedure: str,
    words: tuple[str, ...],
    inputs: str | None,
    choose: tuple[str, ...],
    as_json: bool,
    dice: str | None,
) -> None:
    """Give an order and show what came of it.

    What is not given as NAME=VALUE is filled in by the battle. A modifier is an input too: straddled=no. A ship may be named
    by the beginning of its name. `fleetbook rules SYSTEM PROCEDURE` lists the inputs.
    """
    asked = dice == FROM_STDIN or (sys.stdin is not None and sys.stdin.isatty())
    faces, given = [] if dice == FROM_STDIN else read_faces(dice), read_inputs(words, inputs)
    with writing(battle) as file:
        entered = draft(file.journal, procedure, given)
        while True:
            supply = file.journal.supply(faces or (), typed_only=faces is not None)
            try:
                record = file.give(entered.order(), supply, choose, entered.given)
            except DieNeeded as needed:
                more = ask_faces(needed) if asked else None
                if faces is None or not more:
                    raise
                faces += more
            else:
                break
        tell_line(file.journal, record, as_json)
