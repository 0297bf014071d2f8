"""fleetbook order: give one order."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import click

from fleetbook.cli.batch import give_batch
from fleetbook.cli.battles import writing
from fleetbook.cli.commands.options import named, orders
from fleetbook.cli.inputs import FROM_STDIN, ask_faces, read_inputs
from fleetbook.cli.lines import show_line
from fleetbook.cli.output import remark
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.needed import DieNeeded, InputNeeded
from fleetbook.referee.asking import Giving
from fleetbook.referee.faces import WRITTEN, read_faces
from fleetbook.referee.offers import draft, ordered
from fleetbook.referee.proposals.measured import measured
from fleetbook.referee.session import Session


@click.command()
@partial(orders, required=False)
@click.option(
    "--dice",
    metavar="3,5",
    help=f"Faces of real dice in the order thrown, two for 2D6. {WRITTEN} A terminal asks for missing faces; - reads stdin.",
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
    """Give an order and show its results.

    Inputs you leave out get their current values. A modifier is an input too: straddled=no. The beginning of a ship's name is
    enough, and three letters of a word from a list. `fleetbook rules SYSTEM ORDER` lists the inputs.

    A line of a batch holds the words after BATTLE, such as: fire firer=A target=B range=18 --dice 5,2. It may also be an undo,
    redo or overrule; # begins a remark. The first error ends the batch and names its line. The orders before it stay given.
    """
    if batch is not None:
        if procedure or inputs or choose or dice is not None or isinstance(context.obj, Session):
            raise click.UsageError("--batch takes no other words: orders, dice and choices stand in its lines", context)
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
        known = measured(session, entered)
        record = _given(give, faces, choose, asked, dice is not None)
        show_line(session.journal, record, as_json)
        due = session.due if steps else ()
    if known is not None and known.doubt:
        remark(f"in doubt: {known.doubt}")
    for line in passed:
        remark(f"passed over: {line}")
    for line in due:
        remark(f"due: {line}")


def _given(give: Giving, faces: tuple[int | None, ...], choose: tuple[str, ...], asked: bool, typed: bool) -> Record:
    """Give the order. If the user types dice, ask for missing faces. A die without effect is rolled and not asked for."""
    while True:
        try:
            return give(faces, choose)
        except InputNeeded as needed:
            if isinstance(needed, DieNeeded) and not needed.matters:
                faces = (*faces, None)
                continue
            give.note(needed)
            more = ask_faces(needed) if asked and typed and isinstance(needed, DieNeeded) else ()
            if not more:
                raise
            faces = (*faces, *more)
