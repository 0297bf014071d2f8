"""The course of a tactical combat: the fleets in it, its rounds and fire steps, and its end."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.battle import PHASE
from fleetbook.core.battle.result import DONE, GRAVE, Result
from fleetbook.core.orders.effects import Effects, note, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.gwas.ground.facts import GwasFacts, Writes
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_of, fleets
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import CONTACT, GUNFIRE, LAST, TORPEDOES, number_of
from fleetbook.rules.gwas.ground.ship import WEAPONS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import listed
from fleetbook.rules.kit.sides import afloat

CENTRAL_POWERS = "Central Powers"


def attack_key(battle: GwasBattle) -> str:
    """An id for the present attack by a submarine or motor torpedo boats, or else for the last such attack of this turn."""
    return f"{battle.turn}.{GwasFacts(battle).attack}"


def in_combat(battle: GwasBattle) -> bool:
    """Whether a tactical combat is being fought."""
    return GwasFacts(battle).round > 0


def side_of(battle: GwasBattle, bloc: object) -> str:
    """The battle's name for a side that a table calls Central Powers or by another bloc. A battle's first side is the Central
    Powers.
    """
    return battle.sides[bloc != CENTRAL_POWERS]


def step_key(battle: GwasBattle) -> str:
    """An id for the present step. Outside combat each attack has an id of its own."""
    now = GwasFacts(battle)
    attack = "" if now.round else f".{now.attack}"
    return f"{battle.turn}.{now.combat}.{now.round}.{battle.phase}{attack}"


def impulse(battle: GwasBattle) -> str:
    """An id for the present combat segment, or for the present turn outside combat."""
    now = GwasFacts(battle)
    return f"{battle.turn}.{now.combat}.{now.round}.{number_of(battle.phase)}"


def is_fire(phase: str) -> bool:
    """Whether guns or torpedoes may fire in this phase."""
    return phase in (*GUNFIRE, *TORPEDOES)


def fighting_fleets(battle: GwasBattle, side: str) -> list[Fleet]:
    """A side's fleets that have ships in the present combat."""
    return list({ship.fleet: fleet_of(battle, ship) for ship in fighting(battle, side)}.values())


def both_fight(battle: GwasBattle) -> bool:
    """Whether both sides have ships in the present combat."""
    return all(fighting(battle, side) for side in battle.sides)


def fire_begins(battle: GwasBattle) -> Effects:
    """Record the boxes of each ship at the start of a fire step, because both sides fire at once."""
    for ship in fighting(battle):
        for weapon in WEAPONS:
            if ship.left(weapon):
                yield from GwasShip.able[weapon].set(ship, ship.left(weapon))


def fire_ends(battle: GwasBattle) -> Effects:
    """Forget the boxes recorded for the fire step. Ships sunk in it leave the combat."""
    for ship in battle.ships():
        for weapon in WEAPONS:
            yield from GwasShip.able[weapon].clear(ship)
        if not ship.afloat:
            yield from GwasShip.engaged.clear(ship)


def next_round(battle: GwasBattle) -> Effects:
    """Begin another round: each ship counts one more zone towards fuel, and the sides roll for initiative again."""
    for ship in fighting(battle):
        yield from GwasShip.zones_run.add(ship, battle.whole_reading("zones_a_round"))
    yield from GwasFacts.initiative.clear(battle)
    number = GwasFacts(battle).round + 1
    yield from GwasFacts.round.set(battle, number, said=Says.round_begins)


def use_fuel(battle: GwasBattle) -> Effects:
    """Mark off fuel boxes for the zones moved since the last box was marked off."""
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
    """Forget which ships fired at which targets and which held their fire. None of this counts in another combat."""
    for ship in battle.ships():
        yield from GwasShip.holds_fire.clear(ship)
        for weapon in WEAPONS:
            yield from GwasShip.fired[weapon].clear(ship)


def combat_ends(battle: GwasBattle) -> Effects:
    """Clear the tactical map and check fuel. The game turn goes on in the contact step. Fleets that fought may write orders
    (G18).
    """
    yield from hooks(battle).combat_over(battle)
    for ship in battle.ships():
        yield from GwasShip.engaged.clear(ship)
        yield from GwasShip.hex.clear(ship)
    yield from forget_fire(battle)
    yield from fire_ends(battle)
    for fact in (GwasFacts.round, GwasFacts.initiative, GwasFacts.by_pursuit, GwasFacts.surprise, GwasFacts.attacks_port):
        yield from fact.clear(battle)
    yield from set_fact("", PHASE.name, CONTACT)
    yield from note(Says.combat_over)
    yield from use_fuel(battle)
    if battle.reading("orders_after_combat") == "fleets that fought":
        for own in fleets(battle):
            if own.mission and own.fought:
                yield from Fleet.written[battle.turn].set(own, Writes(LAST, battle.turn + 1))


def fuel_used(happened: Happened[GwasShip]) -> Iterator[Result]:
    """Results that tell which ships ran out of fuel and, for each side, which marked off a fuel box."""
    for ship in happened.after.ships():
        if ship.out_of_fuel and not happened.before.ship(ship.name).out_of_fuel:
            words, means = f"{ship} IS OUT OF FUEL.", "Speed 0 until she fuels."
            yield Result(kind=GRAVE, head="out of fuel", words=words, means=means, subject=ship.name, side=ship.side)
    for side in happened.before.sides:
        used = [ship for ship in happened.after.ships(side) if ship.fuel < happened.before.ship(ship.name).fuel]
        who = listed(ship.name for ship in used)
        due = f"{who} {'marks' if len(used) == 1 else 'mark'} off fuel" if used else "no fuel box is due"
        yield Result(kind=DONE, head="fuel", words=f"{side}: {due}.", side=side, only_for=side)
