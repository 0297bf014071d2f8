"""fleetbook order: give one order."""

from __future__ import annotations

import sys

import click

from fleetbook.cli.battles import writing
from fleetbook.cli.commands.options import orders
from fleetbook.cli.inputs import FROM_STDIN, ask_faces, read_inputs
from fleetbook.cli.output import remark
from fleetbook.cli.telling import tell_line
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.driver import DieNeeded
from fleetbook.referee.faces import read_faces
from fleetbook.referee.offers import draft


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
    faces, given = read_faces("" if dice in (None, FROM_STDIN) else dice), read_inputs(words, inputs)
    with writing(battle) as session:
        now = session.battle
        entered = draft(now, procedure, given)
        due = now.ruleset.sequence.due(now) if entered.procedure is NextStep else ()
        give = session.ordering(entered.order(), entered.given, typed=dice is not None)
        while True:
            try:
                record = give(faces, choose)
            except DieNeeded as needed:
                more = ask_faces(needed) if asked else ()
                if dice is None or not more:
                    raise
                faces = (*faces, *more)
            else:
                break
        tell_line(session.journal, record, as_json)
    for line in due:
        remark(f"passed over: {line}")
