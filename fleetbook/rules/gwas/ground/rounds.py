"""The rounds of tactical combat: what fire goes by, what another round costs, and how combat ends."""

from __future__ import annotations

from fleetbook.core.battle.battle import PHASE
from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.effects import Effects, add, clear, lose, note, set_fact
from fleetbook.rules.gwas.ground.combat_state import ATTACKS_PORT, BY_PURSUIT, HOLDER, ROUND, SURPRISE, round_number
from fleetbook.rules.gwas.ground.fleets import FOUGHT, WRITES, fleets
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import LAST
from fleetbook.rules.gwas.ground.ship import ABLE, FIRED, FUEL, HEX, IN_COMBAT, WEAPONS, GwasBattle, afloat, fighting

ZONES_SINCE_BOX = "zones since a fuel box"


def fire_begins(battle: GwasBattle) -> Effects:
    """Note the boxes with which each ship begins the step, for both sides fire at once."""
    for ship in fighting(battle):
        for weapon in WEAPONS:
            if ship.left(weapon):
                yield from set_fact(ship, ABLE, ship.left(weapon), weapon)


def fire_ends(battle: GwasBattle) -> Effects:
    """What was noted for the step is forgotten, and ships that were sunk in it are out of the combat."""
    for ship in battle.ships():
        for weapon in WEAPONS:
            if ship.fact(ABLE, weapon) is not None:
                yield from clear(ship, ABLE, weapon)
        if ship.has(IN_COMBAT) and not ship.afloat:
            yield from clear(ship, IN_COMBAT)


def next_round(battle: GwasBattle) -> Effects:
    """Another round: each log goes on by a zone, and initiative is settled anew."""
    for ship in fighting(battle):
        yield from add(ship, ZONES_SINCE_BOX, battle.whole_reading("zones_a_round"))
    yield from clear("", HOLDER)
    yield from set_fact("", ROUND, round_number(battle) + 1, text=f"round {round_number(battle) + 1}")


def use_fuel(battle: GwasBattle) -> Effects:
    """Boxes for the zones run since the last one."""
    each = battle.whole_reading("fuel_zones")
    for ship in afloat(battle):
        boxes, rest = divmod(ship.count(ZONES_SINCE_BOX), each)
        if boxes and ship.full(FUEL):
            yield from lose(ship, FUEL, boxes, f"{each} zones to a box")
        if boxes:
            yield from set_fact(ship, ZONES_SINCE_BOX, rest or None)
            if ship.out_of_fuel:
                yield from note(f"{ship} is out of fuel")


def forget_fire(battle: GwasBattle) -> Effects:
    """Forget who fired what at whom: another combat is another matter."""
    for ship in battle.ships():
        for weapon in WEAPONS:
            if ship.fact(FIRED, weapon) is not None:
                yield from clear(ship, FIRED, weapon)


def combat_ends(battle: GwasBattle) -> Effects:
    """The tactical map is cleared, fuel is checked, fleets that fought may write orders; the game turn goes on from contact."""
    yield from hooks(battle).combat_over(battle)
    for ship in battle.ships():
        if ship.has(IN_COMBAT):
            yield from clear(ship, IN_COMBAT)
        if ship.fact(HEX) is not None:
            yield from clear(ship, HEX)
    yield from forget_fire(battle)
    yield from fire_ends(battle)
    for name in (ROUND, HOLDER, BY_PURSUIT, SURPRISE, ATTACKS_PORT):
        if battle.fact(Key("", name)) is not None:
            yield from clear("", name)
    yield from set_fact("", PHASE.name, "contact")
    yield from note("tactical combat is over")
    yield from use_fuel(battle)
    yield from _orders_after_combat(battle)


def _orders_after_combat(battle: GwasBattle) -> Effects:
    """Fleets that fought write new orders in the last step, from the next turn on (G18)."""
    if battle.reading("orders_after_combat") != "fleets that fought":
        return
    for own in fleets(battle):
        if own.mission and own.fact(FOUGHT) == battle.turn:
            yield from set_fact(own, WRITES, (LAST, battle.turn + 1), battle.turn)
