"""Contact: searches, pursuit, merchants, fleets seen."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, set_fact, tally
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import (
    CONTACT,
    KNOWN,
    PURSUES,
    ZONE,
    Fleet,
    enemy_fleets,
    fleet,
    fleet_names,
    fleets,
    hidden_from,
    owner,
)
from fleetbook.rules.gwas.ground.hooks import AT_SURPRISE, hooks
from fleetbook.rules.gwas.ground.phases import ON_THE_MAP
from fleetbook.rules.gwas.ground.ship import IN_PORT, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.movement import has_moved, plotted_zones, sail

SEARCHED, DREW = "searched", "drew for merchants"


def reveal(own: Fleet) -> Effects:
    """The enemy learns of a fleet and its ships."""
    if not own.known:
        yield from set_fact(own, KNOWN, True, text=f"{own}: seen by the enemy")


def contact_between(own: Fleet, other: Fleet) -> Effects:
    """Two fleets meet: each learns of the other."""
    yield from set_fact(own, CONTACT, own.battle.turn, other, text=f"{own}: in contact with {other}")
    yield from set_fact(other, CONTACT, own.battle.turn, own)
    yield from reveal(own)
    yield from reveal(other)


def met(own: Fleet, other: Fleet, turn: int) -> bool:
    """Whether two fleets were in contact in a turn."""
    return own.fact(CONTACT, other.name) == turn


def pursued(own: Fleet, other: Fleet) -> bool:
    """Whether a fleet has pursued another with success this turn."""
    return own.fact(PURSUES, other.name) == own.battle.turn


def is_automatic(own: Fleet, other: Fleet) -> bool:
    """Whether contact needs no die: after a pursuit, and with a fleet in port."""
    return pursued(own, other) or pursued(other, own) or other.in_port


def search_modifiers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of a search that the battle knows to count; what a raider's owner chooses is left to him."""
    if not given.get("fleet"):
        return
    own, types = fleet(battle, given["fleet"]), {ship.card.type for ship in fleet(battle, given["fleet"]).ships}
    weather = battle.word("weather")
    holds = {
        "submarine": types <= {"SS", "MTB"},
        "night": battle.word("light") == "night",
        **{word.lower(): weather == word for word in ("Gale", "Storm", "Squall", "Clear")},
        "leader": own.leader,
        "large": len(own.ships) >= battle.tables.table("search_limits").whole("large fleet, from", "ships"),
        "intercept": own.mission == "Intercept",
        "airship": battle.tables.table("weather_air").text(weather, "search") == "yes" and _airship_near(battle, own),
    }
    yield from (name for name, holding in holds.items() if holding)


def _airship_near(battle: GwasBattle, own: Fleet) -> bool:
    """Whether an airship of the side is in the same zone."""
    near = [other for other in fleets(battle, own.side) if own.zone and other.zone == own.zone]
    return any(ship.is_a("air") for other in near for ship in other.ships)


def searchers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that have an enemy in their zone, or all where no zones are kept."""
    return [own.name for own in fleets(battle) if search_targets(battle, {"fleet": own.name})]


def search_targets(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The enemy fleets in the same zone that the fleet has not searched for this turn."""
    if not given.get("fleet"):
        return []
    own = fleet(battle, given["fleet"])
    others = [fleet(battle, name) for name in enemy_fleets(battle, own.name)]
    return [other.name for other in others if other.zone == own.zone and own.fact(SEARCHED, other.name) != battle.turn]


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
        raid = own.mission == "Raid"
        require(raid or not {"raid_up", "raid_down"} & set(self.modifiers), f"{own} has no Raid mission", self.section)
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
        if owner(battle, self.fleet) in ("", side):
            return False
        return not all(battle.fact(Key(name, KNOWN)) for name in (self.fleet, self.other))

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


def pursuers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that may pursue somebody now."""
    return [own.name for own in fleets(battle) if pursuable(battle, {"fleet": own.name})]


def pursuable(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The enemy fleets that a fleet was in contact with last turn."""
    if not given.get("fleet"):
        return []
    own = fleet(battle, given["fleet"])
    if has_moved(battle, own):
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
        require(not has_moved(battle, own), f"{own} has moved this turn")
        order = own.order(battle.turn)
        require(not own.mission or order == "Pursue", f"{own} is ordered to {order or 'do nothing'} this turn, not to pursue")
        stays = bool(other.mission) and not plotted_zones(battle, other)
        require(stays or has_moved(battle, other), f"{other} moves first")

    def resolve(self, battle: GwasBattle) -> Effects:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        chosen = battle.tables.modifier_list("pursuit").chosen(self.modifiers)
        result = yield from roll_on(battle.tables.table("pursuit"), modifiers=chosen)
        if result == "miss":
            yield from sail(battle, own, own.zone, 0)
            yield from hooks(battle).pursuit_failed(battle, own)
            return
        yield from set_fact(own, PURSUES, battle.turn, other, text=f"{own}: keeps up with {other}")
        yield from sail(battle, own, other.zone, other.zones_moved(battle.turn))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: pursuit of {self.other}"


# ------------------------------------------------------------ merchants and sightings


def _night(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    if battle.word("light") == "night":
        yield "night"


class LookForMerchants(Order[GwasShip]):
    """A warship looks for merchants on a route."""

    id, title, key, section = "merchants", "Look for merchants", "h", "Merchant Location Table"
    phases = ("contact",)
    ship: str = fields.ship(
        "warship", among=lambda b, g: [s for s in b.ships() if s.afloat and s.is_a("warship") and not s.this_turn(DREW)]
    )
    place: str = fields.choice("zone", among=lambda b, g: b.tables.table("density").rows.labels)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "merchants", known=_night)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.afloat, f"{ship} is gone: {ship.fate}")
        require(ship.is_a("warship"), f"{ship} is no warship", self.section)
        require(not ship.this_turn(DREW), f"{ship} has looked for merchants this turn", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact(self.ship, DREW, battle.turn)
        density = battle.tables.table("density").whole(self.place, "density")
        chosen = battle.tables.modifier_list("merchants").chosen(self.modifiers)
        result = str((yield from roll_on(battle.tables.table("merchants"), str(density), chosen)))
        first, second = (0 if figure == "-" else int(figure) for figure in result.split("/"))
        yield from tally("merchants, first figure", first, self.ship)
        yield from tally("merchants, second figure", second, self.ship)
        yield from note(f"{first or 'none'} on the first figure, {second or 'none'} on the second", "G8")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} looks for merchants {self.place}"


def unknown_fleets(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that the enemy does not know."""
    return [own.name for own in fleets(battle) if not own.known]


class Sight(Order[GwasShip]):
    """The enemy learns of a fleet by the referee's ruling: seen from the shore, by a neutral, by aircraft."""

    id, title, key, section = "sight", "A fleet is seen", "N", "Search Table"
    phases = ON_THE_MAP
    fleet: str = fields.choice("fleet", among=unknown_fleets, nameable=fleet_names)

    def check(self, battle: GwasBattle) -> None:
        require(not fleet(battle, self.fleet).known, f"{self.fleet} is known")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from reveal(fleet(battle, self.fleet))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} is seen"


class LieInPort(Order[GwasShip]):
    """A fleet is in port, or leaves it, by the referee's ruling."""

    id, title, key, section = "port", "In port or at sea", "Q", "Movement Allowance Modifiers"
    phases = ON_THE_MAP
    fleet: str = fields.choice("fleet", among=fleet_names)
    port: bool = fields.flag("in port", default=lambda b, g: not fleet(b, g["fleet"]).in_port if g.get("fleet") else True)
    zone: str = fields.text("zone", default=lambda b, g: fleet(b, g["fleet"]).zone or "-" if g.get("fleet") else None)

    def resolve(self, battle: GwasBattle) -> Effects:
        words = f"{self.fleet} is {'in port at' if self.port else 'at sea in'} {self.zone}"
        yield from set_fact(self.fleet, ZONE, self.zone if self.zone != "-" else None, text=words)
        yield from set_fact(self.fleet, IN_PORT, self.port or None)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return hidden_from(battle, self.fleet, side)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} {'in port' if self.port else 'at sea'}"
