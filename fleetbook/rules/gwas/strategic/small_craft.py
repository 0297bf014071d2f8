"""Submarines and motor torpedo boats: hunted, and attacking outside combat."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, add, note, roll_on, run, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import ATTACK, attack_key
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.hooks import order
from fleetbook.rules.gwas.ground.ship import TORPEDO, GwasBattle, GwasShip, afloat, require_afloat
from fleetbook.rules.gwas.strategic.contact import reveal
from fleetbook.rules.gwas.weapons.attack import HELD_FIRE, MAY_FIRE, owes_an_answer
from fleetbook.rules.gwas.weapons.damage import sink
from fleetbook.rules.gwas.weapons.weapons import rounded

ATTACKED = "attacked"
NO_ATTACK, ATTACKS = "submarine sunk, cannot attack", "submarine sunk, can attack"


def submarines(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Submarines that have not attacked this turn."""
    return [ship for ship in afloat(battle) if ship.card.type == "SS" and not ship.this_turn(ATTACKED)]


def enemies_of(name: str, battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The enemies in the zone of a ship named in an input, that are no submarines."""
    words = given.get(name)
    if not words:
        return []
    own = battle.ship(words if isinstance(words, str) else words[0])
    others = afloat(battle, battle.other_side(own.side))
    return [ship for ship in others if ship.card.type != "SS" and same_zone(battle, own, ship)]


def same_zone(battle: GwasBattle, one: GwasShip, other: GwasShip) -> bool:
    """Whether two ships are in one zone, as far as zones are kept."""
    return fleet_of(battle, one).zone == fleet_of(battle, other).zone


def require_same_zone(battle: GwasBattle, attacker: GwasShip, target: GwasShip) -> None:
    """Raise Refused for a target elsewhere (G21)."""
    zones = [fleet_of(battle, ship).zone or "no zone" for ship in (attacker, target)]
    require(same_zone(battle, attacker, target), f"{attacker} is in {zones[0]} and {target} in {zones[1]}", "G21")


def hunters(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The ships beside the target that may hunt the submarine."""
    target = given.get("target")
    if not target:
        return []
    own = battle.ship(target).fleet
    return [ship.name for ship in enemies_of("submarine", battle, given) if ship.is_a("hunter") and ship.fleet == own]


def attack_begins(battle: GwasBattle, *ships: GwasShip) -> Effects:
    """Another attack: who fired in the one before may fire again (G24), and the sides learn of each other (G12)."""
    yield from add("", ATTACK, 1)
    for ship in ships if battle.reading("attacks_reveal") else ():
        yield from reveal(fleet_of(battle, ship))


class SubmarineAttack(Order[GwasShip]):
    """A submarine attacks a ship: its hunters throw first, then it may fire its torpedoes."""

    id, title, key, section = "submarine", "Submarine attacks", "H", "Anti-Submarine Attacks"
    phases = ("contact",)
    submarine: str = fields.ship("submarine", among=submarines)
    target: str = fields.ship("target", among=lambda b, g: enemies_of("submarine", b, g))
    hunters: tuple[str, ...] = fields.several("DD, TB and MS in the hex", among=hunters, default=hunters)

    def check(self, battle: GwasBattle) -> None:
        submarine, target = battle.ship(self.submarine), battle.ship(self.target)
        require_afloat(submarine)
        require_afloat(target)
        require(submarine.card.type == "SS", f"{submarine} is no submarine")
        require(target.side != submarine.side, f"{target} is on {submarine}'s own side")
        require_same_zone(battle, submarine, target)
        require(not submarine.this_turn(ATTACKED), f"{submarine} has attacked this turn")
        for name in self.hunters:
            ship = battle.ship(name)
            require(ship.afloat and ship.side == target.side and ship.is_a("hunter"), f"{name} hunts no submarines", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        submarine, table = battle.ship(self.submarine), battle.tables.table("asw_hunters")
        yield from attack_begins(battle, submarine, battle.ship(self.target))
        yield from set_fact(submarine, ATTACKED, battle.turn)
        dice = rounded(len(self.hunters) / table.whole("one die", "ships"), str(battle.reading("hunters_round")))
        result = yield from self._hunted(battle, dice)
        if result != NO_ATTACK:
            text = "" if result else f"{submarine} may fire at {self.target}"
            yield from set_fact(submarine, MAY_FIRE, attack_key(battle), self.target, text=text)
        if result == ATTACKS and submarine.left(TORPEDO):
            inputs = {"firer": self.submarine, "target": self.target, "range": 0}
            modifiers = battle.ruleset.procedure("torpedo").declared["modifiers"].default_value(battle, inputs)
            yield from run(order(battle, "torpedo", **inputs, modifiers=modifiers))
        if result:
            yield from sink(battle, submarine, "is sunk by its hunters")

    def _hunted(self, battle: GwasBattle, dice: int) -> Generator[Effect, Any, str]:
        """What the hunters' dice come to: sunk before the attack counts before sunk after it (G23); empty for nothing."""
        first, found = battle.reading("several_hunters") == "first", ""
        for _ in range(dice):
            result = str((yield from roll_on(battle.tables.table("asw"))))
            if result in (NO_ATTACK, ATTACKS):
                found = result if first or found != NO_ATTACK else found
                if first:
                    break
        return found

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.submarine} attacks {self.target}, {len(self.hunters)} hunters"


def boats(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Motor torpedo boats that have not attacked this turn."""
    return [ship for ship in afloat(battle) if ship.card.type == "MTB" and not ship.this_turn(ATTACKED)]


def every_boat(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """Names of all motor torpedo boats."""
    return [ship.name for ship in battle.ships() if ship.card.type == "MTB"]


class MtbAttack(Order[GwasShip]):
    """Motor torpedo boats attack a ship: a die says who of the enemy fires at them before they attack."""

    id, title, key, section = "mtb", "MTBs attack", "B", "MTB Attacks"
    phases = ("contact",)
    boats: tuple[str, ...] = fields.several("boats", among=boats, nameable=every_boat)
    target: str = fields.ship("target", among=lambda b, g: enemies_of("boats", b, g))

    def check(self, battle: GwasBattle) -> None:
        require(self.boats, "no boat attacks")
        target = battle.ship(self.target)
        require_afloat(target)
        for name in self.boats:
            boat = battle.ship(name)
            require_afloat(boat)
            require(boat.card.type == "MTB", f"{boat} is no motor torpedo boat")
            require(boat.side != target.side, f"{target} is on {boat}'s own side")
            require_same_zone(battle, boat, target)
            require(not boat.this_turn(ATTACKED), f"{boat} has attacked this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        target = battle.ship(self.target)
        yield from attack_begins(battle, *map(battle.ship, self.boats), target)
        result = yield from roll_on(battle.tables.table("mtb"))
        answering = {
            "all enemy ships may fire": fleet_of(battle, target).ships,
            "the target may fire": [target],
        }.get(str(result), [])
        for name in self.boats:
            yield from set_fact(name, ATTACKED, battle.turn)
            yield from set_fact(name, MAY_FIRE, attack_key(battle), self.target)
            for ship in answering:
                yield from set_fact(ship, MAY_FIRE, attack_key(battle), name)
        yield from note(f"{', '.join(ship.name for ship in answering) or 'nobody'} may fire at the boats before they attack")

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.boats)} attack {self.target}"


def answering(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The ships that may still answer the boats that attack now."""
    return [ship for ship in afloat(battle) if owes_an_answer(battle, ship)]


class HoldFire(Order[GwasShip]):
    """A ship that may answer an attack of motor torpedo boats does not fire at them."""

    id, title, key, section = "hold-fire", "Hold fire", "z", "MTB Attacks"
    phases = ("contact",)
    ship: str = fields.ship("ship", among=answering)

    def check(self, battle: GwasBattle) -> None:
        require(owes_an_answer(battle, battle.ship(self.ship)), f"{self.ship} has no attack of boats to answer", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact(self.ship, HELD_FIRE, attack_key(battle), text=f"{self.ship} holds its fire")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} holds its fire"
