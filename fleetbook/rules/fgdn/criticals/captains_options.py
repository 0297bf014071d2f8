"""What a captain can do about his critical hits in Plotting (8.3): flood a hold, purge aviation stores, change depth."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GOOD, Result
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals.aviation_hits import AVIATION_FUEL
from fleetbook.rules.fgdn.criticals.cargo_hits import BURNS, ammunition_risks, cargo_left, lose_cargo
from fleetbook.rules.fgdn.criticals.submarine_hits import come_to, hull_risk, may_submerge
from fleetbook.rules.fgdn.ground.card import CARRIER, HoldEntry
from fleetbook.rules.fgdn.ground.clock import is_intermediate
from fleetbook.rules.fgdn.ground.fit import fit_ships, require_fit
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import DEPTHS, MAJOR, MOVEMENT, PERISCOPE, PLOTTING, SHALLOW, SURFACED, at_least, is_deeper
from fleetbook.rules.fgdn.told import as_told, at_depth, lost
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship


def burning_cargo(battle: FgdnBattle) -> list[FgdnShip]:
    """Ships whose burning ammunition may explode in this Intermediate Turn."""
    ships = fit_ships(battle) if is_intermediate(battle) else []
    return [ship for ship in ships if any(ship.may_explode[hold.name] for hold in ship.card.holds)]


class CargoRisk(Part[FgdnShip]):
    """Burning ammunition in a hold may explode in an Intermediate Turn."""

    id, title, section = "cargo-risk", "Burning ammunition", "8.3"
    says = "{ship}: ammunition burns"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from ammunition_risks(battle, battle.ship(self.ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        if not ship.afloat:
            yield lost(happened, self.ship)
            return
        burning = any(ship.may_explode[hold.name] for hold in ship.card.holds)
        percent = happened.before.figure("burning ammunition, each Intermediate Turn")
        words = f"{ship}: THE AMMUNITION {'DOES NOT EXPLODE' if burning else 'BURNS NO LONGER'}."
        means = f"{percent} % a hold in each Intermediate Turn until the fire is out or the hold flooded." if burning else ""
        yield Result(kind=GOOD, head="no explosion", words=words, means=means, subject=self.ship)


class FloodHold(Order[FgdnShip]):
    """A hold is flooded: no fire and no explosion in it, and all its cargo is lost."""

    id, title, key, section = "flood-hold", "Flood a hold", "H", "8.3"
    says = "{ship} floods {hold}"
    phases = (PLOTTING,)
    ship: str = fields.ship("ship", every_ship)
    hold: str = fields.choice("hold", lambda battle, order: [hold.name for hold in battle.ship(order.ship).card.holds])

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.card.holds for ship in battle.ships()), "no ship carries cargo")
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.card.holds, f"{ship} carries no cargo")
        hold = self._hold(ship)
        dry = not ship.flooded[self.hold] and (cargo_left(ship, hold) or ship.fires)
        require(dry, f"nothing to flood in {self.hold}")

    def _hold(self, ship: FgdnShip) -> HoldEntry:
        """The hold by its name. Raises InvalidInput with the nearest name for an unknown one."""
        holds = {hold.name: hold for hold in ship.card.holds}
        if self.hold not in holds:
            raise InvalidInput.word(f"hold of {ship}", self.hold, holds)
        return holds[self.hold]

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.flooded[self.hold].set(ship, said=Says.hold_flooded)
        yield from FgdnShip.may_explode[self.hold].clear(ship)
        hold = self._hold(ship)
        yield from lose_cargo(ship, hold, cargo_left(ship, hold))
        if hold.contents in BURNS:
            yield from _put_out(ship, BURNS[hold.contents])

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield as_told(happened, self.ship, "hold flooded")


def _put_out(ship: FgdnShip, cause: str) -> Effects:
    """Fires of this cause are out."""
    left = tuple(one for one in ship.fires if one.cause != cause)
    if len(left) < len(ship.fires):
        yield from FgdnShip.fires.set(ship, left, said=Says.fire_out(cause=cause))


class PurgeStores(Order[FgdnShip]):
    """A carrier floods and purges its aviation stores: their fire is out, and no plane can be fuelled or armed any more."""

    id, title, key, section = "purge", "Purge aviation stores", "P", "8.3"
    says = "{ship} purges her aviation stores"
    phases = (PLOTTING,)
    ship: str = fields.ship("carrier", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.card.kind == CARRIER for ship in battle.ships()), "there is no carrier")
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.card.kind == CARRIER, f"{ship} has no aviation stores")
        require(not ship.stores_purged, f"{ship}'s stores are purged already")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.stores_purged.set(ship, said=Says.stores_purged)
        yield from _put_out(ship, AVIATION_FUEL)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield as_told(happened, self.ship, "purged", "no plane can be fuelled or armed any more")


class ChangeDepth(Order[FgdnShip]):
    """A submarine goes to another depth band."""

    id, title, key, section = "depth", "Change depth", "I", "8.3"
    says = "{ship} goes to {depth}"
    phases = (PLOTTING, MOVEMENT)
    ship: str = fields.ship("submarine", every_ship)
    depth: str = fields.choice("depth", DEPTHS, default=PERISCOPE)

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.is_submarine for ship in battle.ships()), "there is no submarine")
        ship = battle.ship(self.ship)
        require(ship.is_submarine, f"{ship} is no submarine")
        require_fit(ship)
        require(not ship.no_propulsion, f"{ship} cannot change depth without power")
        require(self.depth != ship.depth, f"{ship} is there already")
        surfaced = self.depth == SURFACED
        require(surfaced or not ship.batteries_out, f"{ship} must stay surfaced: massive damage", "8.1.10")
        require(surfaced or may_submerge(ship), f"{ship} must stay surfaced: fire, flooding or the ground under her", "8.2")
        flooded = at_least(ship.casualties.flooding_level, MAJOR) and is_deeper(self.depth, SHALLOW)
        require(not flooded, f"{ship} must stay at shallow depth or above: flooding", "8.2")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from come_to(battle.ship(self.ship), self.depth)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        risk = hull_risk(happened.after, happened.after.ship(self.ship))
        means = f"Her deformed hull fails there on {risk} % a turn." if risk else ""
        yield Result(
            kind=DONE, head=self.depth, words=f"{self.ship} is {at_depth(self.depth)} now.", means=means, subject=self.ship
        )
