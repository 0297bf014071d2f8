"""What a critical hit came to, in words for the table: what it put out, and the throws that came to nothing (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import HURT, LOST, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.core.words.sentence import Said
from fleetbook.rules.fgdn.criticals.hull_hits import BOILER
from fleetbook.rules.fgdn.ground.explosions import MAGAZINE
from fleetbook.rules.fgdn.ground.percent_rolls import NO, NOT_ANY
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import ENGINEERING, FUEL, KINDS
from fleetbook.rules.fgdn.told import harmed, lost, said_of_her

SEVERITY_OF = {f"{kind}: severity": kind for kind in KINDS}
"""Fire or flooding, by the words of the throw for its severity."""
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
    noted = [_noted(happened.after, name, nature, said) for said in happened.noted()]
    words = f"{nature}: {'; '.join([*harm, *noted, *_beside(happened, name)]) or 'nothing comes of it'}."
    kind, head = (HURT, "critical hit") if harm else (NOTHING, "in vain")
    return Result(kind=kind, head=head, words=words, subject=name)


def _noted(battle: FgdnBattle, name: str, nature: str, said: Said) -> str:
    """A note of a critical hit, without its nature, or with "she" or "her" for the ship, at its beginning."""
    if said.values.get("nature") == nature:
        return battle.wording.phrase(said, nature)
    return said_of_her(battle, name, said)


def _beside(happened: Happened[FgdnShip], name: str) -> Iterator[str]:
    """What was thrown beside: magazines, safe or not, and what did not come to pass."""
    for die in happened.rolls:
        said = die.said or Said(die.table)
        if die.table == MAGAZINE:
            yield f"{said.values.get('weapon') or said_of_her(happened.after, name, said)}: {die.result}"
        elif die.result == NOT_ANY:
            yield f"no {said.values.get('kind') or SEVERITY_OF[str(said.values['words'])]}"
        elif (die.table, die.result) in UNTOLD:
            yield UNTOLD[die.table, die.result]
        elif die.result == NO:
            yield f"{said_of_her(happened.after, name, said)}: no"
