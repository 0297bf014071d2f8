"""What a critical hit came to, in words for the table: what it put out, and the throws that came to nothing (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import HURT, LOST, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.fgdn.ground.explosions import EXPLODES, MAGAZINE
from fleetbook.rules.fgdn.ground.percent_rolls import NO, NOT_ANY
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.rules.fgdn.told import of_her

UNTOLD = {
    ("engineering", "boiler explosion"): "a boiler explodes",
    ("hangar", "no damage"): "the hangar is not hit",
    ("broach", NO): "she does not broach",
    ("casemate_chain", "0"): "no gun beside it",
    ("aviation_stores", MAGAZINE): "her aviation magazine is hit",
    ("aviation_stores", "fuel"): "her aviation fuel is hit",
}
"""Words for results of a table that change nothing, or nothing that is told."""


def told_critical(happened: Happened[FgdnShip], name: str, nature: str) -> Result:
    """A critical hit of this nature on a ship."""
    ship = happened.after.ship(name)
    harm = [*_boxes(happened, name), *(of_her(name, text) for text in happened.said(name))]
    words = f"{nature}: {'; '.join([*harm, *_in_vain(happened, name)]) or 'no effect'}."
    struck = harm and len(harm) > len(happened.notes)
    kind, head = (LOST, "lost") if not ship.fit else (HURT, "critical hit") if struck else (NOTHING, "no effect")
    return Result(kind=kind, head=head, words=words, subject=name)


def _boxes(happened: Happened[FgdnShip], name: str) -> Iterator[str]:
    """Flotation and crew factors, which are told by their boxes."""
    before, ship = happened.before.ship(name), happened.after.ship(name)
    for track in ship.tracks:
        if track != FgdnShip.damage_points.name and ship.left(track) < before.left(track):
            yield f"{track} {ship.left(track)} of {ship.full(track)}"


def _in_vain(happened: Happened[FgdnShip], name: str) -> Iterator[str]:
    for die in happened.rolls:
        if die.table == MAGAZINE and die.result != EXPLODES:
            yield f"{die.label.removesuffix(f' {EXPLODES}')}: {die.result}"
        elif die.result == NOT_ANY:
            yield f"no {die.label.partition(':')[0]}"
        elif (die.table, die.result) in UNTOLD:
            yield UNTOLD[die.table, die.result]
        elif die.result == NO:
            yield f"{of_her(name, die.label)}: no"
