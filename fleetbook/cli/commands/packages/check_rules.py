"""fleetbook check-rules: list the faults of a package of rules, with file and line."""

from __future__ import annotations

from itertools import chain

import click

from fleetbook.balance.proved import flaws_in_battles
from fleetbook.cli.commands.options import named
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.output import remark, say
from fleetbook.cli.progress import progress
from fleetbook.core.parsing import counted
from fleetbook.reports.text_layout import printable
from fleetbook.store.catalogue import ruleset
from fleetbook.testing.conformance import ORDERS, Conformance


@click.command()
@click.argument("name", metavar="SYSTEM", callback=named)
@click.option("--orders", metavar="N", type=click.IntRange(1, 1_000_000), default=ORDERS, help="Random orders in each scenario.")
def command(name: str, orders: int) -> int:
    """List the faults of a package of rules.

    SYSTEM is the id of the rules. The check reads declarations, tables, source, rosters and scenarios. It finds tables that no
    rule uses and sections of the sheet that no test names. It plays each scenario with random orders, preferably of kinds that it
    has not given yet. It repeats each order and reads its results and shots. It also checks the orders offered and the odds: for
    each kind of order often at first, and more rarely later. Each doctrine fights a short battle against itself. The command
    lists orders and parts of orders that no battle used.

    The exit code is 2 if there is a fault.
    """
    check = Conformance(ruleset(name), orders)
    wrong = 0
    with progress() as watch:
        for flaw in chain(check.flaws(watch), flaws_in_battles(check.rules)):
            watch("", 0, 0)
            say([printable(f"BAD  {flaw}")])
            wrong += 1
    given, battles, compared = (sum(getattr(one, of) for one in check.played) for of in ("lines", "battles", "compared"))
    if not wrong:
        played = f"{counted(len(check.played), 'scenario')}, {counted(given, 'order')} at random in {counted(battles, 'battle')}"
        say([printable(f"OK   {name}: {played}, the odds of {compared} held against every face")])
    for words, ids in check.never_run().items() if check.played else ():
        remark(f"{words} in these battles, so not checked in play: {', '.join(ids)} (more --orders may reach them)")
    if unsaid := check.never_said():
        remark(f"declared sentences that no rule says: {', '.join(unsaid)}")
    if check.tests is None:
        remark("its tests are not installed: whether a test proves each section was not checked")
    return UNUSABLE if wrong else DONE
