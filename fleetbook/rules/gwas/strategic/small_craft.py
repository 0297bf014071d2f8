"""Submarines and motor torpedo boats: hunted, and attacking outside combat."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, run, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.hooks import order
from fleetbook.rules.gwas.ground.ship import TORPEDO, GwasBattle, GwasShip, afloat, require_afloat
from fleetbook.rules.gwas.strategic.contact import reveal
from fleetbook.rules.gwas.weapons.attack import MAY_FIRE
from fleetbook.rules.gwas.weapons.damage import sink
from fleetbook.rules.gwas.weapons.weapons import rounded

ATTACKED, SUNK_AND_ATTACKS = "attacked", "submarine sunk, can attack"


def submarines(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Submarines that have not attacked this turn."""
    return [ship for ship in afloat(battle) if ship.card.type == "SS" and not ship.this_turn(ATTACKED)]


def enemies_of(name: str, battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The enemies of a ship named in an input, that are no submarines."""
    words = given.get(name)
    if not words:
        return []
    side = battle.ship(words if isinstance(words, str) else words[0]).side
    return [ship for ship in afloat(battle, battle.other_side(side)) if ship.card.type != "SS"]


def hunters(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The ships beside the target that may hunt the submarine."""
    target = given.get("target")
    if not target:
        return []
    own = battle.ship(target).fleet
    return [ship.name for ship in enemies_of("submarine", battle, given) if ship.is_a("hunter") and ship.fleet == own]


def revealed(battle: GwasBattle, *ships: GwasShip) -> Effects:
    """The sides of an attack learn of each other's fleets (G12)."""
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
        require(not submarine.this_turn(ATTACKED), f"{submarine} has attacked this turn")
        for name in self.hunters:
            ship = battle.ship(name)
            require(ship.afloat and ship.side == target.side and ship.is_a("hunter"), f"{name} hunts no submarines", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        submarine, table = battle.ship(self.submarine), battle.tables.table("asw_hunters")
        yield from revealed(battle, submarine, battle.ship(self.target))
        yield from set_fact(submarine, ATTACKED, battle.turn)
        dice = rounded(len(self.hunters) / table.whole("one die", "ships"), str(battle.reading("hunters_round")))
        for _ in range(dice):
            if not submarine.afloat:
                break
            result = str((yield from roll_on(battle.tables.table("asw"))))
            if result != "no effect":
                yield from self._sunk(battle, submarine, result)
        if submarine.afloat:
            yield from set_fact(submarine, MAY_FIRE, battle.turn, self.target, text=f"{submarine} may fire at {self.target}")

    def _sunk(self, battle: GwasBattle, submarine: GwasShip, result: str) -> Effects:
        """Sunk before it fires, or just after."""
        if result == SUNK_AND_ATTACKS and submarine.left(TORPEDO):
            yield from set_fact(submarine, MAY_FIRE, battle.turn, self.target)
            inputs = {"firer": self.submarine, "target": self.target, "range": 0}
            modifiers = battle.ruleset.procedure("torpedo").declared["modifiers"].default_value(battle, inputs)
            yield from run(order(battle, "torpedo", **inputs, modifiers=modifiers))
        yield from sink(battle, submarine, "is sunk by its hunters")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.submarine} attacks {self.target}, {len(self.hunters)} hunters"


def boats(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Motor torpedo boats that have not attacked this turn."""
    return [ship for ship in afloat(battle) if ship.card.type == "MTB" and not ship.this_turn(ATTACKED)]


def every_boat(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """Names of all motor torpedo boats."""
    return [ship.name for ship in battle.ships() if ship.card.type == "MTB"]


class MtbAttack(Order[GwasShip]):
    """Motor torpedo boats attack a ship: a die says who of the enemy may fire at them before they attack."""

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
            require(not boat.this_turn(ATTACKED), f"{boat} has attacked this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        target = battle.ship(self.target)
        yield from revealed(battle, *map(battle.ship, self.boats), target)
        result = yield from roll_on(battle.tables.table("mtb"))
        answering = {
            "all enemy ships may fire": fleet_of(battle, target).ships,
            "the target may fire": [target],
        }.get(str(result), [])
        for name in self.boats:
            yield from set_fact(name, ATTACKED, battle.turn)
            yield from set_fact(name, MAY_FIRE, battle.turn, self.target)
            for ship in answering:
                yield from set_fact(ship, MAY_FIRE, battle.turn, name)
        yield from note(f"{', '.join(ship.name for ship in answering) or 'nobody'} may fire at the boats before they attack")

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.boats)} attack {self.target}"
