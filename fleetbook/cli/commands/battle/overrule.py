"""fleetbook overrule: change one die of the last order."""

from __future__ import annotations

import click

from fleetbook.cli.battles import writing
from fleetbook.cli.commands import options
from fleetbook.cli.output import after_saving, say, say_data
from fleetbook.reports.journal.lines import line_shape, working_text
from fleetbook.reports.shape import to_json


@click.command()
@options.battle
@click.argument("die", type=int)
@click.argument("face", type=int)
@click.option("--reason", required=True, help="Why, for the journal and the report.")
@options.choose
@options.as_json
def command(*, battle: str, die: int, face: int, reason: str, choose: tuple[str, ...], as_json: bool) -> None:
    """Change one die of the last order.

    Die number DIE becomes FACE by the referee's ruling. The order is taken back and given again with the same other dice, and
    with the same choices unless you give others.
    """
    with writing(battle) as session:
        journal = session.journal
        before = len(journal.records)
        session.overrule(die, face, reason, choose or None)
        added = journal.records[before:]
        with after_saving(f"line {added[1].number}"):
            if as_json:
                say_data(to_json([line_shape(journal, record, record.is_order) for record in added]) + b"\n")
            else:
                for record in added:
                    say(working_text(journal, record))
