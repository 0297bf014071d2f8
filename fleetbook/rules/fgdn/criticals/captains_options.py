"""What a captain can do about his critical hits in Plotting (8.3): flood a hold, purge aviation stores, change depth."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.criticals.cargo_hits import BURNS, ammunition_risks, cargo_left, lose_cargo
from fleetbook.rules.fgdn.criticals.submarine_hits import DEPTHS, come_to, may_submerge
from fleetbook.rules.fgdn.ground.clock import is_intermediate
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, require_fit

AVIATION_FUEL = "aviation fuel"


def burning_cargo(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships whose burning ammunition may explode in this Intermediate Turn."""
    ships = fit_ships(battle, {}) if is_intermediate(battle) else []
    return [ship for ship in ships if any(ship.has("may explode", hold.name) for hold in ship.card.holds)]


class CargoRisk(Order[FgdnShip]):
    """Burning ammunition in a hold may explode in an Intermediate Turn."""

    id, title, section = "cargo-risk", "Burning ammunition", "8.3"
    ship: str = fields.ship("ship", among=fit_ships)

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from ammunition_risks(battle, battle.ship(self.ship))

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: ammunition burns"


def _laden(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    return [ship for ship in fit_ships(battle, given) if _dry_holds(ship)]


def _dry_holds(ship: FgdnShip) -> list[str]:
    laden = [hold for hold in ship.card.holds if cargo_left(ship, hold) or ship.fire]
    return [hold.name for hold in laden if not ship.has("flooded", hold.name)]


class FloodHold(Order[FgdnShip]):
    """A hold is flooded: no fire and no explosion in it, and all its cargo is lost."""

    id, title, key, section = "flood-hold", "Flood a hold", "H", "8.3"
    phases = ("plotting",)
    ship: str = fields.ship("ship", among=_laden, default=lambda b, g: next(iter(_laden(b, g)), None))
    hold: str = fields.choice("hold", among=lambda b, g: _dry_holds(b.ship(g["ship"])) if g.get("ship") else ())

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where no ship carries cargo."""
        super().open(battle)
        require(any(ship.card.holds for ship in fit_ships(battle, {})), "no ship carries cargo", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        require_fit(battle.ship(self.ship))
        require(self.hold in _dry_holds(battle.ship(self.ship)), f"nothing to flood in {self.hold}", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from set_fact(ship, "flooded", True, self.hold, text=f"{ship} floods {self.hold}")
        yield from set_fact(ship, "may explode", None, self.hold)
        hold = next(hold for hold in ship.card.holds if hold.name == self.hold)
        yield from lose_cargo(ship, hold, cargo_left(ship, hold))
        if hold.contents in BURNS:
            yield from _put_out(ship, BURNS[hold.contents])

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} floods {self.hold}"


def _put_out(ship: FgdnShip, *causes: str) -> Effects:
    """Fires of these causes are out."""
    burning = ship.casualties("fire")
    left = tuple(one for one in burning if len(one) < 3 or one[2] not in causes)
    if len(left) < len(burning):
        yield from set_fact(ship, "fire", left or None, text=f"{ship}: {', '.join(causes)} fire is out")  # type: ignore[arg-type]


def _with_stores(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    ships = fit_ships(battle, given)
    return [ship for ship in ships if ship.card.kind == "carrier" and not ship.has("aviation stores purged")]


class PurgeStores(Order[FgdnShip]):
    """A carrier floods and purges its aviation stores: their fire is out, and no plane can be fuelled or armed any more."""

    id, title, key, section = "purge", "Purge aviation stores", "P", "8.3"
    phases = ("plotting",)
    ship: str = fields.ship("carrier", among=_with_stores, default=lambda b, g: next(iter(_with_stores(b, g)), None))

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where there is no carrier."""
        super().open(battle)
        require(any(ship.card.kind == "carrier" for ship in fit_ships(battle, {})), "there is no carrier", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.card.kind == "carrier", f"{ship} has no aviation stores", self.section)
        require(not ship.has("aviation stores purged"), f"{ship}'s stores are purged", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from set_fact(ship, "aviation stores purged", True, text=f"{ship} floods and purges her aviation stores")
        yield from _put_out(ship, AVIATION_FUEL)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} purges her aviation stores"


def _boats(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    return [ship for ship in fit_ships(battle, given) if ship.is_submarine]


class ChangeDepth(Order[FgdnShip]):
    """A submarine goes to another depth band."""

    id, title, key, section = "depth", "Change depth", "I", "8.3"
    phases = ("plotting", "movement")
    ship: str = fields.ship("submarine", among=_boats, default=lambda b, g: next(iter(_boats(b, g)), None))
    depth: str = fields.choice("depth", among=DEPTHS, default="periscope")

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where there is no submarine."""
        super().open(battle)
        require(_boats(battle, {}), "there is no submarine", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.is_submarine, f"{ship} is no submarine", self.section)
        require(not ship.has("no propulsion"), f"{ship} cannot change depth without power", self.section)
        require(self.depth != ship.depth, f"{ship} is there already", self.section)
        surfaced = self.depth == DEPTHS[0]
        require(surfaced or not ship.batteries_out, f"{ship} must stay surfaced: massive damage", "8.1.10")
        require(surfaced or may_submerge(ship), f"{ship} must stay surfaced", "8.2")
        flooded = ship.flooding_level not in ("none", "Minor")
        too_deep = DEPTHS.index(self.depth) > DEPTHS.index("shallow")
        require(not (flooded and too_deep), f"{ship} must stay at shallow depth or above: flooding", "8.2")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from come_to(battle.ship(self.ship), self.depth)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} goes to {self.depth}"
