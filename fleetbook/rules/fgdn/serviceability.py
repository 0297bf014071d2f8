"""Equipment that is out of service before a battle, and its repair (8.5, optional)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.conditions import Flag, Number
from fleetbook.core.battle.result import GOOD, HURT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.aircraft import damage_of
from fleetbook.rules.fgdn.ground.dice import chance
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import ALL_OTHERS, DESTROYED, PLOTTING
from fleetbook.rules.fgdn.repairs import AT_SEA_NO_MORE, broken_down, may_break_down, mend, next_mark, repair_result
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import listed, sentences
from fleetbook.rules.kit.sides import every_ship, require_afloat

AT_SEA, AIRFIELD = "at sea", "airfield"


def rank(battle: FgdnBattle, nation: str) -> str:
    """The rank of a nation's navy, first or second."""
    table = battle.tables.table("service_ranks")
    return table.text(nation if nation in table.rows.labels else ALL_OTHERS, "rank")


def require_serviceability(battle: FgdnBattle) -> None:
    """Raise Refused unless the optional rule for serviceability is in force."""
    require(FgdnFacts(battle).serviceability, "serviceability is not in force: choose it as the battle is set up")


class Serviceability(Order[FgdnShip]):
    """Before the game, throw a D100 for a ship's engines, each sensor and each weapon, to see which are out of service."""

    id, title, key, section = "service", "Serviceability", "s", "8.5"
    says = "{ship}: serviceability"
    phases = (PLOTTING,)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require_serviceability(battle)
        require(battle.turn == 1, "equipment is checked before the first turn")
        ship = battle.ship(self.ship)
        require(ship.fit, f"{ship} is gone or sinking")
        require(FgdnShip.serviced.turn(ship) is None, f"{ship}'s equipment is checked already")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        percent = battle.tables.table("breakdowns").whole(rank(battle, ship.card.nation), "%")
        yield from FgdnShip.serviced.mark(ship)
        for part in may_break_down(ship):
            if (yield from chance(Says.breaks_down(part=part.name, percent=percent), percent)):
                said = Says.out_of_service(part=part.name)
                if isinstance(part.fact, Number):
                    yield from part.fact.add(ship, 1, said)
                elif isinstance(part.fact, Flag):
                    yield from part.fact.set(ship, said=said)
                yield from FgdnShip.broken_down[part.name].add(ship)
                yield from tally(FgdnShip.broken_down.name, 1, ship)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        out = [part.name for part in broken_down(happened.after.ship(self.ship))]
        words = f"{self.ship}: {f'{listed(out)} OUT OF SERVICE' if out else 'ALL IN SERVICE'}."
        kind, head = (HURT, "out of service") if out else (GOOD, "in service")
        yield Result(kind=kind, head=head, words=words, subject=self.ship)


def hours_of(battle: FgdnBattle) -> tuple[str, ...]:
    """The hours after a breakdown at which repairs may be tried."""
    return battle.tables.table("breakdown_repair").columns.labels


def places(battle: FgdnBattle) -> tuple[str, ...]:
    """The places at which breakdowns may be repaired."""
    return battle.tables.table("repair_places").rows.labels


def repair_percent(battle: FgdnBattle, nation: str, hours: str, place: str) -> int:
    """The chance in per cent to repair a breakdown, by the hours since it and the place (8.5)."""
    table, added = battle.tables.table("breakdown_repair"), battle.tables.table("repair_places")
    return table.whole(rank(battle, nation), hours) + added.whole(place, "%")


class BreakdownRepair(Order[FgdnShip]):
    """Try once to repair each breakdown of a ship, some hours after it and outside battle."""

    id, title, key, section, closing = "breakdown-repair", "Repair of breakdowns", "k", "8.5", True
    says = "{ship} repairs breakdowns at {hours} hours"
    ship: str = fields.ship("ship", every_ship)
    hours: str = fields.choice("hours since the breakdown", hours_of)
    place: str = fields.choice("place", places)

    def check(self, battle: FgdnBattle) -> None:
        require_serviceability(battle)
        require(battle.ended, "breakdowns are repaired outside battle: end the battle first")
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(broken_down(ship), f"nothing of {ship} broke down")
        done, past = ship.breakdown_mark, f"the {ship.breakdown_mark}-hour mark of {ship} is past"
        require(next_mark(hours_of(battle), done), past)
        require(int(self.hours) > done, past)
        require(self.place != AIRFIELD, "an airfield repairs aircraft: choose another place for a ship")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        percent = repair_percent(battle, ship.card.nation, self.hours, self.place)
        yield from FgdnShip.breakdown_mark.set(ship, int(self.hours))
        for part in broken_down(ship):
            if (yield from chance(Says.repair(part=part.name, percent=percent), percent)):
                yield from FgdnShip.broken_down[part.name].add(ship, -1)
                yield from mend(ship, part, Says.works_again(part=part.name))
            elif self.hours == hours_of(battle)[-1] and self.place == AT_SEA:
                yield from note(Says.not_at_sea(ship=ship, part=part.name))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, after = broken_down(happened.before.ship(self.ship)), broken_down(happened.after.ship(self.ship))
        yield repair_result(self.ship, before, after, *[AT_SEA_NO_MORE] * bool(happened.noted(Says.not_at_sea)))


class AircraftRepair(Order[FgdnShip]):
    """Try once to repair a damaged aircraft. At sea this is possible up to 48 hours after the damage, on an airfield always."""

    id, title, key, section, closing = "aircraft-repair", "Repair of an aircraft", "A", "8.5", True
    says = "{aircraft} under repair at {hours} hours"
    aircraft: str = fields.text("aircraft")
    nation: str = fields.choice("nation", lambda battle: battle.tables.table("service_ranks").rows.labels)
    hours: str = fields.choice("hours since it was damaged", hours_of)
    place: str = fields.choice("place", places)

    def check(self, battle: FgdnBattle) -> None:
        require(battle.ended, "aircraft are repaired outside battle: end the battle first")
        damage = damage_of(battle, self.aircraft)
        require(damage and damage != DESTROYED, f"{self.aircraft} is not damaged")
        done, past = FgdnFacts(battle).aircraft_repair_mark[self.aircraft], f"mark of {self.aircraft} is past"
        if int(self.hours) <= done:  # on an airfield attempts go on after the last hour
            require(self.hours == hours_of(battle)[-1], f"the {done}-hour {past}")
            require(self.place == AIRFIELD, f"the {done}-hour {past}")

    def resolve(self, battle: FgdnBattle) -> Effects:
        percent = repair_percent(battle, self.nation, self.hours, self.place)
        yield from FgdnFacts.aircraft_repair_mark[self.aircraft].set(battle, int(self.hours))
        if (yield from chance(Says.repair_aircraft(aircraft=self.aircraft), percent)):
            yield from FgdnFacts.aircraft[self.aircraft].clear(battle, Says.aircraft_repaired(aircraft=self.aircraft))
            yield from FgdnFacts.aircraft_repair_mark[self.aircraft].clear(battle)
        elif self.hours == hours_of(battle)[-1] and self.place != AIRFIELD:
            yield from note(Says.aircraft_not_at_sea(aircraft=self.aircraft))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        done = not damage_of(happened.after, self.aircraft)
        words, kind = f"{self.aircraft}: {'' if done else 'NOT '}REPAIRED.", GOOD if done else MISSED
        means = sentences(*map(happened.after.wording.words, happened.noted(Says.aircraft_not_at_sea)))
        yield Result(kind=kind, head="repaired" if done else "not repaired", words=words, means=means)


ORDERS = (Serviceability, BreakdownRepair, AircraftRepair)
