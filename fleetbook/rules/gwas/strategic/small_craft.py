"""Submarines and motor torpedo boats: their attacks outside combat, and the ships that hunt submarines."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Any

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, GOOD, LOST, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, note, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.card import BOMBARD, MTB, SS
from fleetbook.rules.gwas.ground.combat import attack_key, in_combat
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.fleets import fleet_of, named
from fleetbook.rules.gwas.ground.phases import CONTACT, GUNFIRE
from fleetbook.rules.gwas.ground.ship import GUNS, SUNK, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.contact import SUBMARINE, reveal
from fleetbook.rules.gwas.weapons.attack import fires_first, hold_key, owes_an_answer, require_firer, rounded
from fleetbook.rules.gwas.weapons.damage import sink
from fleetbook.rules.gwas.weapons.gunnery import FireTorpedoes, torpedo_modifiers
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, listed
from fleetbook.rules.kit.sides import every_ship, require_afloat, require_enemy

NO_ATTACK, ATTACKS = "submarine sunk, cannot attack", "submarine sunk, can attack"


def require_attacker(ship: GwasShip, kind: str) -> None:
    """Raise Refused unless the ship is of this type and has not attacked this turn."""
    require_afloat(ship)
    require(ship.card.type == kind, f"{ship} is no {ship.battle.tables.table('types').text(kind, 'in words')}")
    require(not ship.attacked, f"{ship} has attacked this turn")


def require_near(battle: GwasBattle, attacker: GwasShip, target: GwasShip) -> None:
    """Raise Refused unless the target is an enemy ship in the attacker's zone that can be torpedoed (G21)."""
    require_enemy(attacker, target)
    require(target.card.type != SS, f"{target} is a submarine: name a ship on the surface")
    require(target.waterborne, f"{target} is an airship: no torpedo strikes her", "G29")
    own, other = fleet_of(battle, attacker), fleet_of(battle, target)
    require(own.zone == other.zone, f"{attacker} is in {own.where} and {target} in {other.where}", "G21")


def require_prey(battle: GwasBattle, attacker: GwasShip) -> None:
    """Raise Refused unless the attacker's zone contains an enemy ship that it may attack (G21)."""
    own = fleet_of(battle, attacker)
    foes = [foe for foe in battle.ships(battle.other_side(attacker.side)) if foe.afloat and foe.card.type != SS]
    near = [foe for foe in foes if fleet_of(battle, foe).zone == own.zone]
    has_prey = any(not foe.is_a("air") for foe in near) or any(foe.waterborne for foe in near)
    require(has_prey, f"{attacker} is in {own.where}, where there is no enemy ship to attack", "G21")


def attack_begins(battle: GwasBattle, ships: Iterable[GwasShip]) -> Effects:
    """Begin another attack. Ships that fired in the last attack may fire again (G24). The sides learn of each other's fleet
    (G12).
    """
    yield from GwasFacts.attack.add(battle)
    for ship in ships if battle.reading("attacks_reveal") else ():
        yield from reveal(fleet_of(battle, ship))


class SubmarineAttack(Order[GwasShip]):
    """A submarine attacks a ship. The ships that hunt the submarine throw first; then she may fire torpedoes."""

    id, title, key, section = SUBMARINE, "Submarine attacks", "H", "Anti-Submarine Attacks"
    phases = (CONTACT,)
    submarine: str = fields.ship(SUBMARINE, every_ship)
    target: str = fields.ship(
        "target", lambda battle, order: battle.ships(battle.other_side(battle.ship(order.submarine).side)), default=None
    )
    hunters: tuple[str, ...] = fields.several(
        "DD, TB and MS in the hex",
        lambda battle, order: fleet_of(battle, battle.ship(order.target)).ships,
        default=fields.ALL,
    )

    def check(self, battle: GwasBattle) -> None:
        submarine = battle.ship(self.submarine)
        require_attacker(submarine, SS)
        target = battle.ship(self.target)
        require_near(battle, submarine, target)
        for name in self.hunters:
            ship = battle.ship(name)
            require(ship.afloat and ship.side == target.side and ship.is_a("hunter"), f"{name} cannot hunt submarines")

    def resolve(self, battle: GwasBattle) -> Effects:
        submarine = battle.ship(self.submarine)
        yield from attack_begins(battle, (submarine, battle.ship(self.target)))
        yield from GwasShip.attacked.mark(submarine)
        result = yield from self._hunted(battle)
        if result != NO_ATTACK:
            said = "" if result else Says.may_fire_at
            yield from GwasShip.may_fire_at[self.target].set(submarine, attack_key(battle), said=said)
        if result == ATTACKS and submarine.torpedo:
            attack = FireTorpedoes(firer=self.submarine, target=self.target, range=0, modifiers=())
            yield from run(FireTorpedoes(**attack.inputs() | {"modifiers": tuple(torpedo_modifiers(battle, attack))}))
        if result:
            yield from sink(battle, submarine, Says.sunk_by_hunters, Cause(self.hunters, "hunters"))

    def _hunted(self, battle: GwasBattle) -> Generator[Effect, Any, str]:
        """The result of the hunters' dice; empty if all miss. If several dice sink the submarine, a reading says which counts:
        the first of them, or one that sinks her before her attack (G23).
        """
        dice = rounded(len(self.hunters) / battle.figure("hunters to a die"), str(battle.reading("hunters_round")))
        first, found = battle.reading("several_hunters") == "first", ""
        for _ in range(dice):
            result = str((yield from roll_on(battle.tables.table("asw"))))
            if result in (NO_ATTACK, ATTACKS):
                found = result if first or found != NO_ATTACK else found
                if first:
                    break
        return found

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.submarine} attacks {self.target}, {counted(len(self.hunters), 'hunter')}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from happened.parts
        thrown = listed(str(roll.total) for roll in happened.rolls if roll.table == "asw")
        found = f" on {thrown}" if thrown else ""
        if happened.gone(self.submarine):
            when = "after her attack" if happened.given(FireTorpedoes) else "before she fires"
            words = f"{self.submarine} IS SUNK by her hunters{found}, {when}."
            yield Result(kind=LOST, head=SUNK, words=words, subject=self.submarine)
        else:
            words = f"{self.submarine} ATTACKS {self.target}: {'the hunters miss her' if thrown else 'too few hunters'}{found}."
            means = f"She may fire her torpedoes at {self.target} now."
            yield Result(kind=GOOD, head="may fire", words=words, means=means, subject=self.submarine)


class MtbAttack(Order[GwasShip]):
    """Motor torpedo boats attack a ship. A die decides which enemy ships may fire at them first."""

    id, title, key, section = "mtb", "MTBs attack", "B", "MTB Attacks"
    phases = (CONTACT,)
    boats: tuple[str, ...] = fields.several("boats", every_ship)
    target: str = fields.ship(
        "target",
        lambda battle, order: [
            ship for name in order.boats[:1] for ship in battle.ships(battle.other_side(battle.ship(name).side))
        ],
        default=None,
    )

    def check(self, battle: GwasBattle) -> None:
        first: GwasShip | None = None
        for boat in map(battle.ship, self.boats):
            first = first or boat
            require_attacker(boat, MTB)
            require(boat.side == first.side, f"{boat} and {first} are on different sides")
            own, other = fleet_of(battle, boat), fleet_of(battle, first)
            require(own.zone == other.zone, f"{boat} is in {own.where} and {first} in {other.where}", "G21")
            require_prey(battle, boat)
        require(self.boats, "name the boats that attack")
        target = battle.ship(self.target)
        for name in self.boats:
            require_near(battle, battle.ship(name), target)

    def resolve(self, battle: GwasBattle) -> Effects:
        target = battle.ship(self.target)
        yield from attack_begins(battle, (*map(battle.ship, self.boats), target))
        result = yield from roll_on(battle.tables.table("mtb"))
        answering = {
            "all enemy ships may fire": fleet_of(battle, target).ships,
            "the target may fire": [target],
        }.get(str(result), [])
        for name in self.boats:
            yield from GwasShip.attacked.mark(battle.ship(name))
            yield from GwasShip.may_fire_at[self.target].set(name, attack_key(battle))
            for ship in answering:
                yield from GwasShip.may_fire_at[name].set(ship, attack_key(battle))
        yield from note(Says.boats_answered(ships=answering) if answering else Says.boats_not_answered)

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.boats)} attack{'s' if len(self.boats) == 1 else ''} {self.target}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        die, after = f"On {happened.rolls[0].total}", happened.after
        boats = [after.ship(name) for name in self.boats]
        answering = [ship for ship in after.ships(after.other_side(boats[0].side)) if owes_an_answer(after, ship)]
        if answering:
            words = f"{named(answering)} MAY FIRE FIRST at {named(boats)}."
            yield Result(kind=DONE, head="answered", words=words, means=f"{die}; the boats left attack after that.")
        else:
            attack = "it attacks" if len(boats) == 1 else "they attack"
            words = f"NOBODY FIRES AT {named(boats)}: {attack} {self.target}."
            yield Result(kind=GOOD, head="not answered", words=words, means=f"{die}.", subject=self.target)


class HoldFire(Order[GwasShip]):
    """A ship does not fire at boats that attack her, or gives up her first fire in a combat (G27)."""

    id, title, key, section = "hold-fire", "Hold fire", "z", "MTB Attacks"
    says = "{ship} holds its fire"
    phases = (CONTACT, *GUNFIRE)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        if not in_combat(battle):
            require(owes_an_answer(battle, ship), f"{ship} has no attack of boats to answer")
            return
        require_firer(battle, ship, GUNS)
        weak = fires_first(battle, ship) and (ship.towing or ship.place.mission == BOMBARD)
        require(weak, f"{ship} has no first fire at reduced strength to hold", "Weapon Strength Modifiers")
        require(ship.holds_fire != hold_key(battle), f"{ship} holds its fire in this step")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasShip.holds_fire.set(self.ship, hold_key(battle), said=Says.holds_fire)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        counts = in_combat(happened.after) and happened.after.reading("held_fire_is_first")
        means = "It counts as her first fire: the next is of her whole strength." if counts else ""
        yield Result(kind=DONE, head="holds its fire", words=f"{self.ship} HOLDS ITS FIRE.", means=means, subject=self.ship)
