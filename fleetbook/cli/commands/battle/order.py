"""fleetbook order: give one order."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import Any

import click

from fleetbook.cli.batch import give_batch
from fleetbook.cli.battles import writing
from fleetbook.cli.commands.options import named, orders
from fleetbook.cli.inputs import FROM_STDIN, ask_faces, read_inputs
from fleetbook.cli.output import remark
from fleetbook.cli.telling import tell_line
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.needed import DieNeeded, InputNeeded
from fleetbook.referee.asking import Giving
from fleetbook.referee.faces import WRITTEN, read_faces
from fleetbook.referee.offers import draft, ordered
from fleetbook.referee.session import Session


@click.command()
@partial(orders, required=False)
@click.option(
    "--dice",
    metavar="3,5",
    help=f"Faces of real dice as they are thrown, of 2D6 two. {WRITTEN} A terminal asks for those that are lacking; -: stdin.",
)
@click.option("--batch", metavar="FILE|-", callback=named, help="Give an order for every line of a file, or of stdin.")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    battle: str,
    procedure: str | None,
    words: tuple[str, ...],
    inputs: str | None,
    choose: tuple[str, ...],
    as_json: bool,
    dice: str | None,
    batch: str | None,
) -> None:
    """Give an order and show what came of it.

    What is not given as NAME=VALUE is filled in by the battle. A modifier is an input too: straddled=no. A ship may be named
    by the beginning of its name, a word of a list by three letters of it or more. `fleetbook rules SYSTEM PROCEDURE` lists
    the inputs.

    A line of a batch is what else stands behind BATTLE, such as: fire firer=A target=B range=18 --dice 5,2. It may also be an
    undo, redo or overrule; # begins a remark. The first that fails is told by its line and ends the batch; what was given
    before it is kept.
    """
    if batch is not None:
        if procedure or inputs or choose or dice is not None or isinstance(context.obj, Session):
            raise click.UsageError("--batch stands alone: orders, dice and choices are in its lines", context)
        with writing(battle) as session:
            give_batch(context, session, battle, batch, ("--json",) if as_json else ())
    elif procedure is None:
        raise click.UsageError("an order is needed, such as next, or --batch", context)
    else:
        _give(battle, procedure, read_inputs(words, inputs), choose=choose, as_json=as_json, dice=dice)


def _give(
    battle: str, procedure: str, given: dict[str, Any], *, choose: tuple[str, ...], as_json: bool, dice: str | None
) -> None:
    asked = dice == FROM_STDIN or (sys.stdin is not None and sys.stdin.isatty())
    faces = read_faces("" if dice in (None, FROM_STDIN) else dice)
    with writing(battle) as session:
        now = session.battle
        entered = draft(now, procedure, given)
        steps = entered.kind is NextStep
        passed = session.due if steps else ()
        give = session.ordering(ordered(entered), entered.given, typed=dice is not None)
        record = _given(give, faces, choose, asked, dice is not None)
        tell_line(session.journal, record, as_json)
        due = session.due if steps else ()
    _remarks("passed over", passed)
    _remarks("due", due)


def _remarks(what: str, lines: Iterable[str]) -> None:
    for line in lines:
        remark(f"{what}: {line}")


def _given(give: Giving, faces: tuple[int | None, ...], choose: tuple[str, ...], asked: bool, typed: bool) -> Record:
    """The order given, with faces that are asked for where they are lacking."""
    while True:
        try:
            return give(faces, choose)
        except InputNeeded as needed:
            give.note(needed)
            more = ask_faces(needed) if asked and typed and isinstance(needed, DieNeeded) else ()
            if not more:
                raise
            faces = (*faces, *more)
