"""Torpedoes and depth charges that leave a ship (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.damage.attacks import MOST_HITS
from fleetbook.rules.fgdn.ground.fit import require_fit
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import ATTACK_PHASES
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship


class Expend(Order[FgdnShip]):
    """Torpedoes or depth charges leave the ship: what is no longer aboard cannot explode in its mount (8.3)."""

    id, title, key, section = "launch", "Launch", "v", "8.3"
    says = "{ship} launches from {weapon}"
    phases = ATTACK_PHASES
    ship: str = fields.ship("ship", every_ship)
    weapon: str = fields.choice("from", lambda battle, order: armed(battle.ship(order.ship)))
    number: int = fields.number("how many", 1, MOST_HITS, default=1)

    def check(self, battle: FgdnBattle) -> None:
        require(any(armed(ship) for ship in battle.ships()), "no ship has torpedoes or depth charges")
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(armed(ship), f"{ship} has neither torpedoes nor depth charges")
        require(not ship.no_propulsion, f"{ship} cannot launch without power")
        weapon = ship.weapon(self.weapon)
        left = ship.carried(weapon)
        require(left, f"{ship}'s {self.weapon} has none left")
        require(ship.weapon_works(weapon), f"{ship}'s {self.weapon} is out of action")
        require(self.number <= left, f"{ship}'s {self.weapon} has {left} left")

    def resolve(self, battle: FgdnBattle) -> Effects:
        said = Says.launches(number=self.number, weapon=self.weapon)
        yield from FgdnShip.fired_off[self.weapon].add(self.ship, self.number, said=said)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        left, words = ship.carried(ship.weapon(self.weapon)), f"{self.number} AWAY from {ship}'s {self.weapon}."
        yield Result(kind=DONE, head=f"{self.number} away", words=words, means=f"{left or 'None'} left.", subject=self.ship)


def armed(ship: FgdnShip) -> list[str]:
    """Names of the torpedo mounts and depth charge rails of a ship's card."""
    return [weapon.name for weapon in ship.card.weapons if weapon.warheads]
