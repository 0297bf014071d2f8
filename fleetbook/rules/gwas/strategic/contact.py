"""Contact: searches, pursuit, merchants and sightings."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.firing import Look
from fleetbook.core.battle.result import GOOD, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.card import INTERCEPT, MTB, RAID, SS
from fleetbook.rules.gwas.ground.facts import AT_SURPRISE, CLEAR, GALE, SQUALL, STORM, GwasFacts, owner
from fleetbook.rules.gwas.ground.fleets import (
    PURSUE,
    Fleet,
    enemy_fleets,
    fleet,
    fleet_names,
    fleet_now,
    fleets,
    named,
    require_ordered,
)
from fleetbook.rules.gwas.ground.hooks import NO_CONTACT, hooks
from fleetbook.rules.gwas.ground.phases import CONTACT, ON_THE_MAP
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, Sighting
from fleetbook.rules.gwas.strategic.movement import allowance, has_a_tow, sail, steaming, tow_waits, ways
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, score_but, sentences
from fleetbook.rules.kit.sides import every_ship, require_afloat

SUBMARINE, MISS = "submarine", "miss"


def reveal(own: Fleet) -> Effects:
    """Let the enemy know a fleet's ships this turn (G19)."""
    unseen = [ship for ship in own.ships if not ship.known]
    for ship in unseen:
        yield from GwasShip.seen.set(ship, Sighting(own.battle.turn, own.zone))
    if unseen:
        yield from note(Says.seen_by_enemy(fleet=own))


def contact_between(own: Fleet, other: Fleet) -> Effects:
    """Record that two fleets are in contact. Each side learns of the other's ships."""
    yield from Fleet.contact[other].mark(own, said=Says.in_contact)
    yield from Fleet.contact[own].mark(other)
    yield from reveal(own)
    yield from reveal(other)


def is_met(own: Fleet) -> bool:
    """Whether a fleet is in contact with an enemy this turn."""
    return any(own.contact[other] for other in enemy_fleets(own.battle, own))


def search_modifiers(battle: GwasBattle, order: Search) -> Iterator[str]:
    """The ids of the search modifiers that the program knows to apply. The owner of a raider enters his choice himself."""
    own, now = fleet(battle, order.fleet), GwasFacts(battle)
    near = (other for other in fleets(battle, own.side) if own.zone and other.zone == own.zone)
    in_the_air = (ship.is_a("air") for other in near for ship in other.ships)
    holds = {
        SUBMARINE: {ship.card.type for ship in own.ships} <= {SS, MTB},
        "night": now.night,
        **{word.lower(): now.weather == word for word in (GALE, STORM, SQUALL, CLEAR)},
        "leader": own.leader,
        "large": len(own.ships) >= battle.figure("large fleet"),
        "only_small": all(ship.is_a("small") for ship in own.ships),
        "intercept": own.mission == INTERCEPT,
        "airship": battle.tables.table("weather_air").text(now.weather, "search") == "yes" and any(in_the_air),
    }
    yield from (name for name, holding in holds.items() if holding)


class Search(Order[GwasShip]):
    """A fleet searches for another fleet in its zone."""

    id, title, key, section = "search", "Search", "s", "Search Table"
    says = "{fleet}: search for {other}"
    phases = (CONTACT,)
    fleet: str = fields.choice("fleet that searches", fleet_names)
    other: str = fields.choice("for", fleet_names, left_open=True)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "search", search_modifiers)

    def check(self, battle: GwasBattle) -> None:
        own, weather = fleet(battle, self.fleet), GwasFacts(battle).weather
        blind = battle.tables.table("weather_air").text(weather, "search") == "no" and all(ship.is_a("air") for ship in own.ships)
        require(not blind, f"air units cannot search in {weather}", "Weather Effects")
        other = fleet(battle, self.other)
        require(own.side != other.side, f"{other} is of {own}'s own side")
        require(own.zone == other.zone, f"{own} is in {own.where} and {other} in {other.where}")
        require(not own.searched[other], f"{own} has searched for {other} this turn")
        require(not own.contact[other], f"{own} is in contact with {other}")
        choice = {"raid_up", "raid_down"} & set(self.modifiers)
        require(RAID in (own.mission, other.mission) or not choice, f"neither {own} nor {other} has a {RAID} mission")
        require(len(choice) < 2, "a raider's owner chooses +1 or -1, not both")

    def look(self, battle: GwasBattle) -> Look:
        return Look(self.fleet, self.other, side=owner(battle, self.fleet))

    def resolve(self, battle: GwasBattle) -> Effects:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        yield from Fleet.searched[other].mark(own)
        if other.in_port:
            yield from note(Says.automatic_contact)
            yield from contact_between(own, other)
            return
        result = yield from hooks(battle).contact(own, other, battle.modifiers("search", self.modifiers))
        if result == NO_CONTACT:
            return
        yield from contact_between(own, other)
        if result == AT_SURPRISE:
            yield from note(Says.placed_at_surprise, "G8")
            yield from Fleet.at_surprise[other].mark(own)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        """Whether this side must not see the order. Its modifiers would give away the fleet's mission, so without contact the
        enemy learns nothing of it.
        """
        return owner(battle, self.fleet) not in ("", side)

    def sealed_words(self, battle: GwasBattle) -> str:
        own = Fleet(battle, self.fleet, owner(battle, self.fleet))
        where = " at surprise distance" if own.at_surprise[self.other] else ""
        return f"{own}: in contact with {self.other}{where}" if own.contact[self.other] else ""

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        """Results of the search. The throw is left out if it would tell the searching side of ships that it does not know."""
        own, other = fleet_now(happened, self.fleet), fleet_now(happened, self.other)
        table = happened.before.tables.table("search")
        thrown = "".join(f", {score_but(roll, table, NO_CONTACT)}" for roll in happened.rolls if not roll.side)
        if not own.contact[other]:
            words = f"NO CONTACT of {own} with {other}{thrown}."
            yield Result(kind=MISSED, head=NO_CONTACT, words=words, means="No other search for it this turn.", side=own.side)
            return
        surprise = own.at_surprise[other]
        how = thrown if happened.rolls else ", which lies in port"
        words = f"CONTACT{' AT SURPRISE DISTANCE' * surprise}: {own} with {other}{how}."
        placed = "they are placed at surprise distance" if surprise else ""
        means = sentences(f"{other}: {named(other.ships)}", placed, "both sides know each other this turn, and may fight")
        yield Result(kind=GOOD, head="found", words=words, means=means, side=own.side)


# ------------------------------------------------------------ pursuit


def pursuit_modifiers(battle: GwasBattle, order: Pursue) -> Iterator[str]:
    """The ids of the pursuit modifiers that the program knows to apply."""
    if not GwasFacts(battle).night:
        yield "daylight"
    own, other = (fleet(battle, name).ships for name in (order.fleet, order.other))
    if min(ship.rung for ship in own) > min(ship.rung for ship in other):
        yield "faster"


class Pursue(Order[GwasShip]):
    """A fleet pursues an enemy fleet that it was in contact with last turn, after that fleet has moved."""

    id, title, key, section = "pursue", PURSUE, "P", "Pursuit"
    says = "{fleet}: pursuit of {other}"
    phases = ("movement",)
    fleet: str = fields.choice("fleet that pursues", fleet_names)
    other: str = fields.choice("after", fleet_names)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "pursuit", pursuit_modifiers)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(not own.has_moved, f"{own} has moved this turn")
        still = next((ship for ship in steaming(own) if not ship.rung), None)
        require(still is None, f"{still} of {own} does not move", "Movement Allowance Modifiers")
        waits = has_a_tow(own) and tow_waits(battle, own)
        require(not waits, f"{own} has a tow and moved in one of the turns before: it waits this turn", "G28")
        require_ordered(own, PURSUE)
        other = fleet(battle, self.other)
        require(own.side != other.side, f"{other} is of {own}'s own side")
        require(Fleet.contact[other].last_turn(own), f"{own} was not in contact with {other} last turn")
        require(not ways(battle, other) if other.mission else other.has_moved, f"wait until {other} has moved")
        zones = other.zones_moved(battle.turn)
        as_far = zones <= allowance(battle, own) if has_a_tow(own) or battle.reading("pursuit_by_speed") else True
        require(as_far, f"{other} has moved {counted(zones, 'zone')}, farther than {own} may", "G28" if has_a_tow(own) else "G31")

    def resolve(self, battle: GwasBattle) -> Effects:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        result = yield from roll_on(battle.tables.table("pursuit"), modifiers=battle.modifiers("pursuit", self.modifiers))
        if result == MISS:
            yield from sail(battle, own, (), 0)
            yield from hooks(battle).pursuit_failed(battle, own)
            return
        yield from Fleet.pursues[other].mark(own, said=Says.keeps_up)
        yield from sail(battle, own, (other.zone,), other.zones_moved(battle.turn))
        yield from contact_between(own, other)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own, other = fleet_now(happened, self.fleet), fleet_now(happened, self.other)
        table = happened.before.tables.table("pursuit")
        thrown = score_but(happened.rolls[0], table, MISS)
        yield from happened.parts
        if own.pursues[other]:
            words, means = f"PURSUIT SUCCEEDS: {own} with {other}, {thrown}.", f"In contact in {other.where}: they may fight."
            yield Result(kind=GOOD, head="keeps up", words=words, means=means, side=own.side)
        else:
            words, means = f"PURSUIT FAILS: {own} after {other}, {thrown}.", "No move this turn."
            yield Result(kind=MISSED, head="lost", words=words, means=means, side=own.side)


FROM_THE_AIR, AIRSHIP = ("aircraft", "an airship"), "an airship"
FIRST_FIGURE, SECOND_FIGURE = "merchants, first figure", "merchants, second figure"
OBSERVERS = ("the shore", "a neutral", "a ship", *FROM_THE_AIR)


class LookForMerchants(Order[GwasShip]):
    """A surface warship looks for merchants on a trade route (G25)."""

    id, title, key, section = "merchants", "Look for merchants", "h", "Merchant Location Table"
    says = "{ship} looks for merchants {place}"
    phases = (CONTACT,)
    ship: str = fields.ship("warship", every_ship)
    place: str = fields.choice("zone", lambda battle: battle.tables.table("density").rows.labels, default=None)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "merchants", lambda battle: ("night",) * GwasFacts(battle).night)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(ship.is_a("hunts merchants"), f"{ship} is not a surface warship", "G25")
        require(not ship.drew, f"{ship} has looked for merchants this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasShip.drew.mark(battle.ship(self.ship))
        density = battle.tables.table("density").whole(self.place, "density")
        chosen = battle.modifiers("merchants", self.modifiers)
        result = str((yield from roll_on(battle.tables.table("merchants"), str(density), chosen)))
        first, second = (0 if figure == "-" else int(figure) for figure in result.split("/"))
        yield from tally(FIRST_FIGURE, first, self.ship)
        yield from tally(SECOND_FIGURE, second, self.ship)
        yield from note(Says.merchants_found(first=first, second=second), "G8")

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        die, found = happened.rolls[0], [happened.counted(figure) for figure in (FIRST_FIGURE, SECOND_FIGURE)]
        if any(found):
            words = f"{self.ship} FINDS MERCHANTS: {found[0]} on the first figure, {found[1]} on the second."
            yield Result(
                kind=GOOD,
                head="merchants",
                words=words,
                means=f"On {die.total}; the scenario says of what kind.",
                subject=self.ship,
            )
        else:
            yield Result(
                kind=MISSED, head="no merchant", words=f"{self.ship} FINDS NO MERCHANT on {die.total}.", subject=self.ship
            )


def require_spotting(battle: GwasBattle, own: Fleet, airship: bool) -> None:
    """Raise Refused if the weather prevents spotting from the air. In some weather an airship may spot in its own zone only
    (G25).
    """
    weather = GwasFacts(battle).weather
    allowed = battle.tables.table("weather_air").text(weather, "spot")
    require(allowed != "no", f"nobody in the air spots anything in {weather}", "Weather Effects")
    searchers = fleets(battle, battle.other_side(own.side))
    near = [other for other in searchers if other.zone == own.zone and any(ship.is_a("air") for ship in other.ships)]
    far = airship and allowed == "airships: own area" and own.zone and not near
    require(not far, f"in {weather} an airship spots in its own zone only", "Weather Effects")


class Sight(Order[GwasShip]):
    """The referee rules that the enemy sees a fleet, for example from the shore or from a neutral ship."""

    id, title, key, section = "sight", "A fleet is seen", "N", "Search Table"
    says = "{fleet} is seen by {by}"
    phases, by_referee = ON_THE_MAP, True
    fleet: str = fields.choice("fleet", fleet_names)
    by: str = fields.choice("by", OBSERVERS)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(any(not ship.known for ship in own.ships), f"the enemy knows every ship of {self.fleet} already")
        if self.by in FROM_THE_AIR:
            require_spotting(battle, own, self.by == AIRSHIP)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from reveal(fleet(battle, self.fleet))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet_now(happened, self.fleet)
        words, means = f"SEEN by {self.by}: {own}, {named(own.ships)}.", "The enemy knows these ships this turn."
        yield Result(kind=GOOD, head="seen", words=words, means=means, side=happened.before.other_side(own.side))
