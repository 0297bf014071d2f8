"""The rounds of tactical combat: what fire goes by, what another round costs, and how combat ends."""

from __future__ import annotations

from fleetbook.core.battle.battle import PHASE
from fleetbook.core.orders.effects import Effects, note, set_fact
from fleetbook.rules.gwas.ground.facts import GwasFacts, Writes
from fleetbook.rules.gwas.ground.fleets import Fleet, fleets
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import CONTACT, LAST
from fleetbook.rules.gwas.ground.ship import WEAPONS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.sides import afloat


def fire_begins(battle: GwasBattle) -> Effects:
    """Note the boxes with which each ship begins the step, for both sides fire at once."""
    for ship in fighting(battle):
        for weapon in WEAPONS:
            if ship.left(weapon):
                yield from GwasShip.able[weapon].set(ship, ship.left(weapon))


def fire_ends(battle: GwasBattle) -> Effects:
    """What was noted for the step is forgotten, and ships that were sunk in it are out of the combat."""
    for ship in battle.ships():
        for weapon in WEAPONS:
            yield from GwasShip.able[weapon].clear(ship)
        if not ship.afloat:
            yield from GwasShip.engaged.clear(ship)


def next_round(battle: GwasBattle) -> Effects:
    """Another round: each log goes on by a zone, and initiative is settled anew."""
    for ship in fighting(battle):
        yield from GwasShip.zones_run.add(ship, battle.whole_reading("zones_a_round"))
    yield from GwasFacts.initiative.clear(battle)
    number = GwasFacts(battle).round + 1
    yield from GwasFacts.round.set(battle, number, said=Says.round_begins)


def use_fuel(battle: GwasBattle) -> Effects:
    """Boxes for the zones run since the last one."""
    each = battle.whole_reading("fuel_zones")
    for ship in afloat(battle):
        boxes, rest = divmod(ship.zones_run, each)
        if boxes and ship.full(GwasShip.fuel.name):
            yield from GwasShip.fuel.lose(ship, boxes, Says.zones_to_a_box(zones=each))
        if boxes:
            yield from GwasShip.zones_run.set(ship, rest)
            if ship.out_of_fuel:
                yield from note(Says.out_of_fuel(ship=ship))


def forget_fire(battle: GwasBattle) -> Effects:
    """Forget who fired what at whom, or held its fire: another combat is another matter."""
    for ship in battle.ships():
        yield from GwasShip.holds_fire.clear(ship)
        for weapon in WEAPONS:
            yield from GwasShip.fired[weapon].clear(ship)


def combat_ends(battle: GwasBattle) -> Effects:
    """The tactical map is cleared, fuel is checked, fleets that fought may write orders; the game turn goes on from contact."""
    yield from hooks(battle).combat_over(battle)
    for ship in battle.ships():
        yield from GwasShip.engaged.clear(ship)
        yield from GwasShip.hex.clear(ship)
    yield from forget_fire(battle)
    yield from fire_ends(battle)
    facts = GwasFacts.round, GwasFacts.initiative, GwasFacts.by_pursuit, GwasFacts.surprise, GwasFacts.attacks_port
    for fact in facts:
        yield from fact.clear(battle)
    yield from set_fact("", PHASE.name, CONTACT)
    yield from note(Says.combat_over)
    yield from use_fuel(battle)
    yield from _orders_after_combat(battle)


def _orders_after_combat(battle: GwasBattle) -> Effects:
    """Fleets that fought write new orders in the last step, from the next turn on (G18)."""
    if battle.reading("orders_after_combat") != "fleets that fought":
        return
    for own in fleets(battle):
        if own.mission and own.fought:
            yield from Fleet.written[battle.turn].set(own, Writes(LAST, battle.turn + 1))
