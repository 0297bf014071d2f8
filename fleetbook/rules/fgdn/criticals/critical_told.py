"""What a critical hit came to, in words for the table: what it put out, and the throws that came to nothing (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import HURT, LOST, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.fgdn.criticals.hull_hits import BOILER
from fleetbook.rules.fgdn.ground.explosions import EXPLODES, MAGAZINE
from fleetbook.rules.fgdn.ground.percent_rolls import NO, NOT_ANY
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.rules.fgdn.ground.terms import ENGINEERING, FUEL
from fleetbook.rules.fgdn.told import harmed, lost, of_her

UNTOLD = {
    (ENGINEERING, BOILER): "a boiler explodes",
    ("hangar", "no damage"): "the hangar is not hit",
    ("broach", NO): "she does not broach",
    ("casemate_chain", "0"): "no gun beside it",
    ("aviation_stores", MAGAZINE): "her aviation magazine is hit",
    ("aviation_stores", FUEL): "her aviation fuel is hit",
}
"""Words for results of a table of which nothing is told as they are worked out."""


def told_critical(happened: Happened[FgdnShip], name: str, nature: str) -> Result:
    """A critical hit of this nature on a ship."""
    if not happened.after.ship(name).fit:
        gone = lost(happened, name)
        return Result(kind=LOST, head=gone.head, words=f"{nature}: {gone.words}", subject=name)
    harm = list(harmed(happened, name))
    noted = [of_her(name, text).removeprefix(f"{nature}: ") for text in happened.notes]
    words = f"{nature}: {'; '.join([*harm, *noted, *_beside(happened, name)]) or 'nothing comes of it'}."
    kind, head = (HURT, "critical hit") if harm else (NOTHING, "in vain")
    return Result(kind=kind, head=head, words=words, subject=name)


def _beside(happened: Happened[FgdnShip], name: str) -> Iterator[str]:
    """What was thrown beside: magazines, safe or not, and what did not come to pass."""
    for die in happened.rolls:
        if die.table == MAGAZINE:
            yield f"{die.label.removesuffix(f' {EXPLODES}')}: {die.result}"
        elif die.result == NOT_ANY:
            yield f"no {die.label.partition(':')[0]}"
        elif (die.table, die.result) in UNTOLD:
            yield UNTOLD[die.table, die.result]
        elif die.result == NO:
            yield f"{of_her(name, die.label)}: no"
