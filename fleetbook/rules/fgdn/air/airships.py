"""Damage to airships (8.8): critical hits on gondola and envelope, fires, gas cells."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, draw, note, roll_on, run, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.air.airship_hits import EFFECTS, FUEL, SECTION, USED, buoyancy, limit, rupture
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED
from fleetbook.rules.fgdn.ground.ship import CELLS, FgdnBattle, FgdnShip, fit_ships

GONDOLA, ENVELOPE = AIMS = ("gondola", "envelope")
FIRE = "gondola fire"
STAR = "*"


def airships(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """The airships in the air."""
    return [ship for ship in fit_ships(battle, given) if ship.is_airship]


def require_airship(ship: FgdnShip) -> None:
    """Raise Refused unless it is an airship in the air."""
    require(ship.is_airship, f"{ship} is no airship", SECTION)
    require(ship.afloat, f"{ship} is gone: {ship.fate}")


def lost(ship: FgdnShip, how: str, turn: int) -> Effects:
    """The airship is lost at once."""
    yield from set_fact(ship, "fate", f"destroyed T{turn}: {how}", text=f"{ship} is lost: {how}")
    yield from clear(ship, FIRE)
    yield from tally("ships sunk", 1, ship.side)


def _used(battle: FgdnBattle, given: InputsSoFar) -> int:
    return battle.ship(given["ship"]).count(USED) if given.get("ship") else 0


def _most_used(battle: FgdnBattle, given: InputsSoFar) -> int:
    """What it can have used up of the fuel, some of which was lost and some of which is left."""
    lost = battle.ship(given["ship"]).count(FUEL) if given.get("ship") else 0
    return max(limit(battle, "fuel in all, quarters") - 1 - lost, _used(battle, given))


class AirshipHit(Order[FgdnShip]):
    """A hit by an aircraft's gun or an anti-aircraft gun: one critical hit on the gondola or the envelope, as it was aimed."""

    id, title, key, section = "airship-hit", "Airship hit", "z", SECTION
    ship: str = fields.ship("airship", among=airships)
    aim: str = fields.choice("aimed at", among=AIMS)
    used: int = fields.number("quarters of its fuel used up", low=0, high=_most_used, default=_used)

    def check(self, battle: FgdnBattle) -> None:
        require_airship(battle.ship(self.ship))

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if not ship.afloat:
            return
        yield from set_fact(ship, USED, self.used or None)
        printed = str((yield from roll_on(battle.tables.table("airship_critical"), self.aim)))
        yield from EFFECTS[printed.removesuffix(STAR)](battle, ship)
        if printed.endswith(STAR):
            yield from self._fire(battle, ship)

    def _fire(self, battle: FgdnBattle, ship: FgdnShip) -> Effects:
        if self.aim == ENVELOPE:
            if ship.card.helium:
                yield from note("helium does not burn", SECTION)
            else:
                yield from lost(ship, "hydrogen on fire", battle.turn)
        elif ship.card.helium and not battle.reading("gondola_fire_helium"):
            yield from note("no fire under helium", "F37")
        elif not ship.has(FIRE):
            yield from set_fact(ship, FIRE, battle.turn, text=f"{ship}: fire in the gondola")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} is hit in the {self.aim}"


class GondolaFire(Order[FgdnShip]):
    """A fire in the gondola, at the beginning of each turn: it goes out, burns on, or spreads to a hydrogen envelope."""

    id, title, section = "gondola-fire", "Gondola fire", SECTION
    ship: str = fields.ship("airship", among=airships)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        result = yield from roll_on(battle.tables.table("airship_fire"))
        if result == "out":
            yield from clear(ship, FIRE, text=f"{ship}: the gondola fire is out")
        elif result == "spreads" and not ship.card.helium:
            yield from lost(ship, "the gondola fire spread to the envelope", battle.turn)
        else:
            yield from set_fact(ship, "burns on", battle.turn, text=f"{ship}: the gondola burns on")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: gondola fire"


class FireSpreads(Order[FgdnShip]):
    """A gondola fire that was not put out does one more critical hit in the Resolution Phase (F51)."""

    id, title, section = "gondola-burns", "Gondola burns", SECTION
    ship: str = fields.ship("airship", among=airships)

    def resolve(self, battle: FgdnBattle) -> Effects:
        column, used = str(battle.reading("fire_critical_column")), battle.ship(self.ship).count(USED)
        yield from run(AirshipHit(ship=self.ship, aim=column, used=used))

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: the gondola burns"


class HeightDrift(Order[FgdnShip]):
    """An airship without elevators climbs, dives or keeps its height by chance, each turn."""

    id, title, section = "height", "Height of an airship", SECTION
    ship: str = fields.ship("airship", among=airships)

    def resolve(self, battle: FgdnBattle) -> Effects:
        table = battle.tables.table("airship_height")
        options = tuple((row, table.whole(row, "weight")) for row in table.rows.labels)
        drift = yield from draw(f"{self.ship} without elevators", options, SECTION)
        yield from note(f"{self.ship} {drift}", SECTION)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: height"


class RipCells(Order[FgdnShip]):
    """The crew rips one cell open to come down."""

    id, title, key, section = "rip", "Rip a gas cell", "r", SECTION
    phases = ("plotting", "movement")
    ship: str = fields.ship("airship", among=airships)
    cells: int = fields.number("cells", low=1, high=lambda b, g: b.ship(g["ship"]).left(CELLS) if g.get("ship") else HUNDRED)

    def check(self, battle: FgdnBattle) -> None:
        require_airship(battle.ship(self.ship))

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        whole = [f"cell {n}" for n in range(1, ship.card.cells + 1) if not ship.is_out(f"cell {n}")]
        for name in whole[: self.cells]:
            yield from rupture(battle, ship, name)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} rips {self.cells} cell{'s' if self.cells > 1 else ''}"


class DumpForLift(Order[FgdnShip]):
    """All ballast and payload go overboard and the engines run at full speed: that makes good for one lost cell."""

    id, title, key, section = "dump", "Dump ballast and payload", "Q", SECTION
    phases = ("plotting", "movement")
    ship: str = fields.ship("airship", among=airships)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_airship(ship)
        require(not ship.has("cell made good"), f"{ship} has dumped everything already", SECTION)
        require(not ship.has("control lost", "ballast"), f"{ship} cannot release ballast", SECTION)

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from set_fact(
            self.ship, "cell made good", True, text=f"{self.ship} dumps ballast and payload and goes to full speed"
        )
        yield from note(f"{self.ship}: {buoyancy(battle, battle.ship(self.ship))}", SECTION)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} dumps ballast and payload"


def drift_and_burn(battle: FgdnBattle) -> Effects:
    """Gondola fires and airships without elevators, at the beginning of a turn."""
    yield from run(*(GondolaFire(ship=ship.name) for ship in airships(battle, {}) if ship.has(FIRE)))
    yield from run(*(HeightDrift(ship=ship.name) for ship in airships(battle, {}) if ship.has("control lost", "elevator")))


def gondolas_burn(battle: FgdnBattle) -> Effects:
    """Gondola fires that were not put out."""
    burning = [ship for ship in airships(battle, {}) if ship.has(FIRE) and ship.this_turn("burns on")]
    yield from run(*(FireSpreads(ship=ship.name) for ship in burning))


PROCEDURES = (AirshipHit, GondolaFire, FireSpreads, HeightDrift, RipCells, DumpForLift)
