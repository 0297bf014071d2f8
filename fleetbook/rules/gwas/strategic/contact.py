"""Contact: searches and pursuit."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import (
    CONTACT,
    PURSUES,
    RAID,
    SEARCHED,
    Fleet,
    enemy_fleets,
    fleet,
    fleet_names,
    fleets,
    hidden_from,
    owner,
)
from fleetbook.rules.gwas.ground.hooks import AT_SURPRISE, hooks
from fleetbook.rules.gwas.ground.ship import KNOWN, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.movement import sail, ways

DREW = "drew for merchants"


def reveal(own: Fleet) -> Effects:
    """The enemy learns of a fleet's ships in this turn (G19)."""
    unseen = [ship for ship in own.ships if not ship.known]
    for ship in unseen:
        yield from set_fact(ship, KNOWN, (own.battle.turn, own.zone))
    if unseen:
        yield from note(f"{own}: seen by the enemy")


def contact_between(own: Fleet, other: Fleet) -> Effects:
    """Two fleets meet: each learns of the other."""
    yield from set_fact(own, CONTACT, own.battle.turn, other, text=f"{own}: in contact with {other}")
    yield from set_fact(other, CONTACT, own.battle.turn, own)
    yield from reveal(own)
    yield from reveal(other)


def met(own: Fleet, other: Fleet, turn: int) -> bool:
    """Whether two fleets were in contact in a turn."""
    return own.fact(CONTACT, other.name) == turn


def is_met(own: Fleet) -> bool:
    """Whether a fleet is in contact with an enemy this turn."""
    return any(own.fact(CONTACT, other) == own.battle.turn for other in enemy_fleets(own.battle, own.name))


def pursued(own: Fleet, other: Fleet) -> bool:
    """Whether a fleet has pursued another with success this turn."""
    return own.fact(PURSUES, other.name) == own.battle.turn


def is_automatic(own: Fleet, other: Fleet) -> bool:
    """Whether contact needs no die: with a fleet in port."""
    return other.in_port


def search_modifiers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of a search that the battle knows to count; what a raider's owner chooses is left to him."""
    if not given.get("fleet"):
        return
    own = fleet(battle, given["fleet"])
    types = {ship.card.type for ship in own.ships}
    weather = battle.word("weather")
    holds = {
        "submarine": types <= {"SS", "MTB"},
        "night": battle.word("light") == "night",
        **{word.lower(): weather == word for word in ("Gale", "Storm", "Squall", "Clear")},
        "leader": own.leader,
        "large": len(own.ships) >= battle.tables.table("search_limits").whole("large fleet, from", "ships"),
        "only_small": all(ship.is_a("small") for ship in own.ships),
        "intercept": own.mission == "Intercept",
        "airship": battle.tables.table("weather_air").text(weather, "search") == "yes" and airship_near(battle, own),
    }
    yield from (name for name, holding in holds.items() if holding)


def airship_near(battle: GwasBattle, own: Fleet) -> bool:
    """Whether an airship of the side is in the same zone."""
    near = [other for other in fleets(battle, own.side) if own.zone and other.zone == own.zone]
    return any(ship.is_a("air") for other in near for ship in other.ships)


def searchers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that have an enemy in their zone, or all where no zones are kept."""
    return [own.name for own in fleets(battle) if search_targets(battle, {"fleet": own.name})]


def search_targets(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The enemy fleets in the same zone that the fleet has neither searched for this turn nor met."""
    if not given.get("fleet"):
        return []
    own = fleet(battle, given["fleet"])
    others = [fleet(battle, name) for name in enemy_fleets(battle, own.name)]
    here = [other for other in others if other.zone == own.zone and not met(own, other, battle.turn)]
    return [other.name for other in here if own.fact(SEARCHED, other.name) != battle.turn]


class Search(Order[GwasShip]):
    """A fleet looks for another in its zone."""

    id, title, key, section = "search", "Search", "s", "Search Table"
    phases = ("contact",)
    fleet: str = fields.choice("fleet that searches", among=searchers, nameable=fleet_names)
    other: str = fields.choice(
        "for", among=search_targets, nameable=fleet_names, default=lambda b, g: next(iter(search_targets(b, g)), None)
    )
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "search", known=search_modifiers)

    def check(self, battle: GwasBattle) -> None:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        require(own.side != other.side, f"{other} is of {own}'s own side")
        require(own.zone == other.zone, f"{own} is in {own.zone or 'no zone'} and {other} in {other.zone or 'no zone'}")
        require(own.fact(SEARCHED, other.name) != battle.turn, f"{own} has searched for {other} this turn")
        require(not met(own, other, battle.turn), f"{own} is in contact with {other}")
        weather = battle.word("weather")
        blind = battle.tables.table("weather_air").text(weather, "search") == "no" and all(ship.is_a("air") for ship in own.ships)
        require(not blind, f"air units cannot search in {weather}", "Weather Effects")
        raid = RAID in (own.mission, other.mission) or not {"raid_up", "raid_down"} & set(self.modifiers)
        require(raid, f"neither {own} nor {other} has a Raid mission", self.section)
        both = {"raid_up", "raid_down"} <= set(self.modifiers)
        require(not both, "a raider's owner chooses +1 or -1, not both", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        yield from set_fact(own, SEARCHED, battle.turn, other)
        if is_automatic(own, other):
            yield from note("automatic contact", self.section)
            yield from contact_between(own, other)
            return
        chosen = battle.tables.modifier_list("search").chosen(self.modifiers)
        result = yield from hooks(battle).contact(battle, (*chosen, *hooks(battle).search_lines(battle, own, other)))
        if result == "no contact":
            return
        yield from contact_between(own, other)
        if result == AT_SURPRISE:
            yield from note("the searching side is placed at surprise distance; the referee sets the ships", "G8")
            yield from set_fact(own, AT_SURPRISE, battle.turn, other)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        """A search that found nothing tells the enemy nothing."""
        searches = owner(battle, self.fleet)
        both_known = not (hidden_from(battle, self.fleet, side) or hidden_from(battle, self.other, searches))
        return searches not in ("", side) and not both_known

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: search for {self.other}"


# ------------------------------------------------------------ pursuit


def pursuit_modifiers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of a pursuit that the battle knows to count."""
    if battle.word("light") == "day":
        yield "daylight"
    if given.get("fleet") and given.get("other"):
        ladder = battle.tables.table("speeds").rows.labels
        own = [ladder.index(ship.speed_out_of_port) for ship in fleet(battle, given["fleet"]).ships]
        others = [ladder.index(ship.speed_out_of_port) for ship in fleet(battle, given["other"]).ships]
        if min(own) > min(others):
            yield "faster"


def why_held(own: Fleet) -> str:
    """Why a fleet cannot pursue at all: a ship of it lies still (G21); empty where it can."""
    ladder = own.battle.tables.table("speeds").rows.labels
    still = next((ship for ship in own.ships if ship.speed_out_of_port == ladder[0]), None)
    return f"{still} of {own} does not move" if still else ""


def pursuers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that may pursue somebody now."""
    return [own.name for own in fleets(battle) if pursuable(battle, {"fleet": own.name})]


def pursuable(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The enemy fleets that a fleet was in contact with last turn."""
    if not given.get("fleet"):
        return []
    own = fleet(battle, given["fleet"])
    if own.has_moved or why_held(own):
        return []
    others = [fleet(battle, name) for name in enemy_fleets(battle, own.name)]
    return [other.name for other in others if met(own, other, battle.turn - 1)]


class Pursue(Order[GwasShip]):
    """A fleet pursues another that it was in contact with last turn, after that one has moved."""

    id, title, key, section = "pursue", "Pursue", "P", "Pursuit"
    phases = ("movement",)
    fleet: str = fields.choice("fleet that pursues", among=pursuers, nameable=fleet_names)
    other: str = fields.choice(
        "after", among=pursuable, nameable=fleet_names, default=lambda b, g: next(iter(pursuable(b, g)), None)
    )
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "pursuit", known=pursuit_modifiers)

    def check(self, battle: GwasBattle) -> None:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        require(own.side != other.side, f"{other} is of {own}'s own side")
        require(met(own, other, battle.turn - 1), f"{own} was not in contact with {other} last turn", self.section)
        require(not own.has_moved, f"{own} has moved this turn")
        held = why_held(own)
        require(not held, held, "Movement Allowance Modifiers")
        order = own.order(battle.turn)
        require(not own.mission or order == "Pursue", f"{own} is ordered to {order or 'do nothing'} this turn, not to pursue")
        done = not ways(battle, other) if other.mission else other.has_moved
        require(done, f"{other} moves first")

    def resolve(self, battle: GwasBattle) -> Effects:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        chosen = battle.tables.modifier_list("pursuit").chosen(self.modifiers)
        result = yield from roll_on(battle.tables.table("pursuit"), modifiers=chosen)
        if result == "miss":
            yield from sail(battle, own, (), 0)
            yield from hooks(battle).pursuit_failed(battle, own)
            return
        yield from set_fact(own, PURSUES, battle.turn, other, text=f"{own}: keeps up with {other}")
        yield from sail(battle, own, (other.zone,), other.zones_moved(battle.turn))
        yield from contact_between(own, other)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: pursuit of {self.other}"
