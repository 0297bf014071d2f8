"""Equipment that is out of service before a battle begins, and its repair (8.5, optional)."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, clear, note, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.air.aircraft import DAMAGE as AIRCRAFT
from fleetbook.rules.fgdn.air.aircraft import DESTROYED, damage_of
from fleetbook.rules.fgdn.ground.percent_rolls import chance
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, on_table, option
from fleetbook.rules.fgdn.repairs.repairable_parts import BROKEN, broken_down, may_break_down, mend, take_out
from fleetbook.rules.fgdn.repairs.repairs import require_next

SECTION = "8.5"
ALL_OTHERS = "all others"
MARK, AIRCRAFT_MARK = "breakdown mark", "aircraft repair mark"
AT_SEA, AIRFIELD = "at sea", "airfield"


def rank(battle: FgdnBattle, nation: str) -> str:
    """First or second rank of a navy."""
    table = battle.tables.table("service_ranks")
    return table.text(nation if nation in table.rows.labels else ALL_OTHERS, "rank")


def require_serviceability(battle: FgdnBattle) -> None:
    """Raise Refused unless the optional rule is in force."""
    require(option(battle, "serviceability"), "serviceability is an optional rule that is not in force", SECTION)


def unchecked(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships whose equipment has not been checked, before the game or this day."""
    return [ship for ship in fit_ships(battle, given) if not ship.this_turn("serviced")]


class Serviceability(Order[FgdnShip]):
    """Before the game: one D100 a ship for her engines, and one for every sensor and weapon."""

    id, title, key, section = "service", "Serviceability", "s", SECTION
    phases = ("plotting",)
    ship: str = fields.ship("ship", among=unchecked, default=lambda b, g: next(iter(unchecked(b, g)), None))

    def check(self, battle: FgdnBattle) -> None:
        require_serviceability(battle)
        ship = battle.ship(self.ship)
        require(ship.fit, f"{ship} is gone or sinking")
        require(battle.turn == 1, "equipment is checked before the first turn", self.section)
        require(not ship.has("serviced"), f"{ship}'s equipment is checked", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        percent = battle.tables.table("breakdowns").whole(rank(battle, ship.card.nation), "%")
        yield from set_fact(ship, "serviced", battle.turn)
        for part in may_break_down(ship):
            if (yield from chance(f"{part.name} out of service, {percent} %", percent, self.section)):
                yield from take_out(ship, part, f"{ship}: {part.name} is out of service")
                yield from add(ship, BROKEN, 1, part.name)
                yield from tally("broken down", 1, ship)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: serviceability"


def with_breakdowns(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships with equipment that broke down."""
    return [ship for ship in on_table(battle, given) if broken_down(ship)]


def hours_of(battle: FgdnBattle) -> tuple[str, ...]:
    """The marks in hours of the breakdown repair table."""
    return battle.tables.table("breakdown_repair").columns.labels


def repair_percent(battle: FgdnBattle, nation: str, hours: str, place: str) -> int:
    """The chance in per cent of repairing a breakdown at a mark and a place (8.5)."""
    table, places = battle.tables.table("breakdown_repair"), battle.tables.table("repair_places")
    return table.whole(rank(battle, nation), hours) + places.whole(place, "%")


class BreakdownRepair(Order[FgdnShip]):
    """One attempt to repair each breakdown of a ship, some hours after it, outside battle."""

    id, title, key, section, closing = "breakdown-repair", "Repair of breakdowns", "k", SECTION, True
    ship: str = fields.ship("ship", among=with_breakdowns, default=lambda b, g: next(iter(with_breakdowns(b, g)), None))
    hours: str = fields.choice("hours since the breakdown", among=lambda b, g: hours_of(b))
    place: str = fields.choice("place", among=lambda b, g: b.tables.table("repair_places").rows.labels, default=AT_SEA)

    def check(self, battle: FgdnBattle) -> None:
        require_serviceability(battle)
        ship = battle.ship(self.ship)
        require(battle.ended, "breakdowns are repaired outside battle: end the battle first", self.section)
        require(ship.afloat, f"{ship} is gone: {ship.fate}")
        require(broken_down(ship), f"nothing of {ship} broke down", self.section)
        require(self.place != AIRFIELD, "an airfield repairs aircraft", self.section)
        require_next(battle, ship, MARK, self.hours)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        percent = repair_percent(battle, ship.card.nation, self.hours, self.place)
        yield from set_fact(ship, MARK, int(self.hours))
        for part in broken_down(ship):
            if (yield from chance(f"repair {part.name}, {percent} %", percent, self.section)):
                yield from add(ship, BROKEN, -1, part.name)
                yield from mend(ship, part, f"{ship}: {part.name} works again")
            elif self.hours == hours_of(battle)[-1] and self.place == AT_SEA:
                yield from note(f"{ship}: {part.name} cannot be repaired at sea", self.section)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} repairs breakdowns at {self.hours} hours"


class AircraftRepair(Order[FgdnShip]):
    """One attempt to repair a damaged aircraft, at sea up to 48 hours, on an airfield as long as it takes."""

    id, title, key, section, closing = "aircraft-repair", "Repair of an aircraft", "A", SECTION, True
    aircraft: str = fields.text("aircraft")
    nation: str = fields.choice("nation", among=lambda b, g: b.tables.table("service_ranks").rows.labels)
    hours: str = fields.choice("hours since it was damaged", among=lambda b, g: hours_of(b))
    place: str = fields.choice("place", among=lambda b, g: b.tables.table("repair_places").rows.labels, default=AT_SEA)

    def check(self, battle: FgdnBattle) -> None:
        require(battle.ended, "aircraft are repaired outside battle: end the battle first", self.section)
        damage = damage_of(battle, self.aircraft)
        require(damage and damage != DESTROYED, f"{self.aircraft} is not damaged", self.section)
        done = self._done(battle)
        again = self.place == AIRFIELD and self.hours == hours_of(battle)[-1]  # ashore they go on as long as it takes
        require(int(self.hours) > done or again, f"the {done}-hour mark of {self.aircraft} is past", self.section)

    def _done(self, battle: FgdnBattle) -> int:
        """The last mark at which its repair was tried."""
        value = battle.fact(Key("", AIRCRAFT_MARK, self.aircraft))
        return value if isinstance(value, int) else 0

    def resolve(self, battle: FgdnBattle) -> Effects:
        percent = repair_percent(battle, self.nation, self.hours, self.place)
        yield from set_fact("", AIRCRAFT_MARK, int(self.hours), self.aircraft)
        if (yield from chance(f"repair {self.aircraft}", percent, self.section)):
            yield from clear("", AIRCRAFT, self.aircraft, f"{self.aircraft} is repaired")
            yield from clear("", AIRCRAFT_MARK, self.aircraft)
        elif self.hours == hours_of(battle)[-1] and self.place != AIRFIELD:
            yield from note(f"{self.aircraft} cannot be repaired at sea", self.section)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.aircraft} under repair at {self.hours} hours"


PROCEDURES = (Serviceability, BreakdownRepair, AircraftRepair)
