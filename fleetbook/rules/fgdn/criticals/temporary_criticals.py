"""Critical hits that last some turns only: a submarine's minor damage, a bridge, a switchboard (8.1.2, 8.3)."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, append, roll, set_fact
from fleetbook.rules.fgdn.criticals.critical_context import Blow
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip

CLEARING = "clearing"
MINOR_DAMAGE = "minor damage"


def clears_in_time(battle: FgdnBattle, ship: FgdnShip, blow: Blow, fact: str, other: str = "") -> Effects:
    """A minor damage critical of a submarine clears itself in D6 turns (note to the critical hit table)."""
    if blow.column == MINOR_DAMAGE:
        turns = yield from roll(
            f"{ship}: turns until it is put right", battle.tables.table("critical_dice").text("minor damage", "dice")
        )
        yield from clears_on(ship, battle.turn + turns, fact, other)


def clears_on(ship: FgdnShip, turn: int, fact: str, other: str = "") -> Effects:
    """A fact of a ship is cleared, or a count lowered by one, when this turn begins."""
    yield from append(ship, CLEARING, (turn, fact, other))


def clear_due(battle: FgdnBattle) -> Effects:
    """Put right what is due this turn."""
    for ship in battle.ships():
        value = ship.fact(CLEARING)
        entries = [entry for entry in value if isinstance(entry, tuple)] if isinstance(value, tuple) else []
        due = [entry for entry in entries if isinstance(entry[0], int) and entry[0] <= battle.turn]
        if due:
            yield from set_fact(ship, CLEARING, tuple(entry for entry in entries if entry not in due) or None)
        lasting = {entry[1:] for entry in entries if entry not in due}
        for _, fact, other in due:
            yield from _put_right(ship, str(fact), str(other), hit_again=(fact, other) in lasting)


def _put_right(ship: FgdnShip, fact: str, other: str, *, hit_again: bool) -> Effects:
    """A count is lowered by one; what only holds or does not lasts as long as the last hit on it."""
    value = ship.fact(fact, other)
    if value is None or (value is True and hit_again):
        return
    left = value - 1 if isinstance(value, int) and not isinstance(value, bool) else None
    yield from set_fact(ship, fact, left or None, other, text=f"{ship}: {fact}{' ' + other if other else ''} put right")
