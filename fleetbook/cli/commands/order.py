"""fleetbook order: give one order."""

from __future__ import annotations

import click

from fleetbook.cli.battles import writing
from fleetbook.cli.commands.options import orders
from fleetbook.cli.inputs import read_inputs
from fleetbook.cli.output import remark
from fleetbook.cli.telling import tell_line
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.referee.faces import read_faces
from fleetbook.referee.offers import draft


@click.command()
@orders
@click.option(
    "--dice", metavar="3,5", help="Faces of real dice, all of them, in the order in which they are thrown; - rolls one."
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
    faces, given = read_faces(dice or ""), read_inputs(words, inputs)
    with writing(battle) as session:
        now = session.battle
        entered = draft(now, procedure, given)
        due = now.ruleset.sequence.due(now) if entered.procedure is NextStep else ()
        record = session.ordering(entered.order(), entered.given, typed=dice is not None)(faces, choose)
        tell_line(session.journal, record, as_json)
    for line in due:
        remark(f"passed over: {line}")
