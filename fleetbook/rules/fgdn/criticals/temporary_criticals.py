"""Critical hits that last some turns only: a submarine's minor damage, a bridge, a switchboard (8.1.2, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.conditions import Flag, Number
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.battle.result import GOOD, Result
from fleetbook.core.orders.effects import Effects, roll, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals.critical_context import MINOR_DAMAGE, Blow
from fleetbook.rules.fgdn.ground.pending_hits import Clearing
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import listed

AGAIN = {
    FgdnShip.bridge_out.name: "bridge manned again",
    FgdnShip.bridge_hit.name: "bridge in order again",
    FgdnShip.no_flying.name: "flight operations again",
    FgdnShip.no_propulsion.name: "power again",
    FgdnShip.levels_out.name: "a level of speed back",
    FgdnShip.depth_control_lost.name: "depth control again",
}
"""What it comes to that a fact of the whole ship is over."""


def clears_in_time(battle: FgdnBattle, ship: FgdnShip, blow: Blow, fact: Flag | Number) -> Effects:
    """A minor damage critical of a submarine clears itself in D6 turns (note to the critical hit table)."""
    if blow.column == MINOR_DAMAGE:
        turns = yield from roll(Says.turns_until_right(ship=ship), battle.printed("minor damage, turns"))
        yield from clears_on(ship, battle.turn + turns, fact)


def clears_on(ship: FgdnShip, turn: int, fact: Flag | Number) -> Effects:
    """A fact of a ship is cleared, or a count lowered by one, when this turn begins."""
    yield from FgdnShip.clearing.append(ship, Clearing(turn, fact.name, fact.other))


def clear_due(battle: FgdnBattle) -> Effects:
    """Put right what is due this turn."""
    yield from run(*(PutRight(ship=ship.name) for ship in battle.ships() if _due(ship)))


def _due(ship: FgdnShip) -> list[Clearing]:
    return [entry for entry in ship.clearing if entry.turn <= ship.turn_now]


class PutRight(Part[FgdnShip]):
    """What of a ship is due to be over, a part of its own for each ship."""

    id, title, section, inline = "put-right", "Put right in time", "8.3", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        due = _due(ship)
        lasting = tuple(entry for entry in ship.clearing if entry not in due)
        yield from FgdnShip.clearing.set(ship, lasting)
        for entry in due:
            yield from _put_right(ship, entry, hit_again=any(entry[1:] == other[1:] for other in lasting))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, after = happened.before.ship(self.ship), happened.after.ship(self.ship)
        over = {entry: before.fact(*entry[1:]) != after.fact(*entry[1:]) for entry in _due(before)}
        words = [AGAIN.get(entry.fact, f"{entry.other} in order again") for entry, is_over in over.items() if is_over]
        if words:
            yield Result(kind=GOOD, head="put right", words=f"{self.ship}: {listed(words)}.", subject=self.ship)


def _put_right(ship: FgdnShip, entry: Clearing, *, hit_again: bool) -> Effects:
    """A count is lowered by one; what only holds or does not lasts as long as the last hit on it."""
    fact, said = _fact(ship, entry), (Says.one_put_right if entry.other else Says.put_right)(fact=entry.fact)
    if isinstance(fact, Number) and fact.value(ship):
        yield from fact.set(ship, fact.value(ship) - 1, said)
    elif isinstance(fact, Flag) and fact.value(ship) and not hit_again:
        yield from fact.clear(ship, said)


def _fact(ship: FgdnShip, entry: Clearing) -> object:
    declared = (one for one in ship.declared.values() if one.name == entry.fact and bool(one.key_name) == bool(entry.other))
    found = next(declared)
    return found[entry.other] if isinstance(found, Keyed) else found
