"""fleetbook odds: show the odds of an order."""

from __future__ import annotations

import click

from fleetbook.cli.battles import reading
from fleetbook.cli.commands.options import orders
from fleetbook.cli.drawing.odds import odds_text
from fleetbook.cli.inputs import read_inputs
from fleetbook.cli.output import remark, say, say_data
from fleetbook.core.errors import Refused
from fleetbook.core.odds import BudgetExceeded, Effort, order_odds
from fleetbook.referee.offers import draft, ordered
from fleetbook.reports.odds.weighing import choice_words, odds_view
from fleetbook.reports.shape import to_json


@click.command()
@orders
def command(
    *, battle: str, procedure: str, words: tuple[str, ...], inputs: str | None, choose: tuple[str, ...], as_json: bool
) -> None:
    """Show the odds of an order without giving it.

    The command takes the same words as `order`. Without --choose the odds stop at the first choice of a player and name it.
    """
    given = read_inputs(words, inputs)
    with reading(battle) as file:
        journal = file.journal
        order = ordered(draft(journal.battle, procedure, given))
        try:
            odds = order_odds(journal.battle, order, Effort(choose), undecided=True)
        except BudgetExceeded:
            raise Refused("the odds of this order take too long to compute") from None
        view = odds_view(journal.battle, order, odds)
        if as_json:
            say_data(to_json(view) + b"\n")
        else:
            say(odds_text(view))
            if view.undecided:
                remark(f"{choice_words(view)} (answer with --choose)")
