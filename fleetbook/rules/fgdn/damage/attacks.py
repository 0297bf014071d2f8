"""Attacks whose hits the referee knows (8.1.6, 8.1.7): torpedoes, mines, bombs, other gunfire, submerged targets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, note, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.damage.damage import AT_THE_END, WorkOutDamage, require_open
from fleetbook.rules.fgdn.ground.armour import armour_at, not_penetrating, penetrates, pierces_casemate
from fleetbook.rules.fgdn.ground.card import BANDS
from fleetbook.rules.fgdn.ground.pending_hits import Hit, hold
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, carried, figure, fit_ships, require_fit, size_at_least

ATTACK_PHASES = ("movement", "planned-fire", "reaction-fire")
SIDES = ("port", "starboard")
MOST_POINTS = 2000
MOST_HITS = 50
SHALLOW, DEEP = "shallow", "deep"


def surface_targets(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships on the surface that can be hit."""
    return [ship for ship in fit_ships(battle, given) if not ship.is_airship]


def require_target(battle: FgdnBattle, target: FgdnShip) -> None:
    """Raise Refused unless this ship can be attacked now."""
    require_open(battle, target)
    require_fit(target)
    require(not target.is_airship, f"{target} is an airship", "8.8")


def usual_depth(battle: FgdnBattle, given: InputsSoFar) -> str:
    """Deep at large ships, shallow at those that a deep torpedo would run under (8.1.7)."""
    return DEEP if given.get("target") and size_at_least(battle.ship(given["target"]), "B") else SHALLOW


class TorpedoHit(Order[FgdnShip]):
    """A torpedo or mine hits a ship, on its belt, its protection system, or outside both (8.1.7)."""

    id, title, key, section = "torpedo", "Torpedo or mine hit", "t", "8.1.7"
    phases, later = ("movement",), AT_THE_END
    target: str = fields.ship("ship hit", among=surface_targets)
    kind: str = fields.choice("weapon", among=("torpedo", "mine"), default="torpedo")
    points: int = fields.number("damage points of the warhead", low=1, high=MOST_POINTS)
    depth: str = fields.choice("set to run", among=(SHALLOW, DEEP), default=usual_depth)
    side: str = fields.choice("side", among=SIDES, default="port")
    aspect: str = fields.choice("aspect", among=("broad", "bow", "stern"), default="broad")

    def check(self, battle: FgdnBattle) -> None:
        target = battle.ship(self.target)
        require_target(battle, target)
        deep = self.kind == "torpedo" and self.depth == DEEP
        runs_under = deep and not size_at_least(target, "B") and not target.submerged
        require(not runs_under, f"a deep torpedo runs under a ship of size {target.size}", "8.1.7")

    def resolve(self, battle: FgdnBattle) -> Effects:
        target = battle.ship(self.target)
        points = self.points
        if self.aspect != "broad":
            points //= figure(battle, "narrow aspect: one part in")
        elif self.depth == SHALLOW and size_at_least(target, "B"):
            points = shallow_points(battle, target, points)
        elif target.card.underwater and self.depth == DEEP:
            taken = absorbed(battle, target, self.side, points)
            yield from add(target, "protection used", taken, self.side)
            points -= taken
        yield from note(f"{points} of {self.points} points reach the ship", self.section)
        yield from hold(
            target, Hit(self.kind, points, cause=self.kind, aspect=self.aspect, automatic=self._automatic(battle, target, points))
        )
        yield from tally("points", points, target)

    def _automatic(self, battle: FgdnBattle, target: FgdnShip, points: int) -> tuple[str, ...]:
        """A torpedo floods where the protection is pierced (a mine by reading, F66); either breaches a pressure hull (8.1.2)."""
        if not points:
            return ()
        floods = self.kind == "torpedo" or bool(battle.reading("mine_floods"))
        return (*("Flooding",) * floods, *("Hull Penetration",) * target.is_submarine)

    def ahead(self, battle: FgdnBattle) -> Iterator[Order[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def headline(self, battle: FgdnBattle) -> str:
        where = self.aspect if self.aspect != "broad" else f"{self.side} side"
        return f"{self.target} is hit by a {self.kind}, {where}"


def shallow_points(battle: FgdnBattle, target: FgdnShip, points: int) -> int:
    """What the belt leaves of a shallow torpedo's damage (8.1.7.1, F6)."""
    less = battle.tables.table("shallow_torpedo").whole(target.card.belt, "per cent less")
    return points * (100 - less) // 100


def protection_left(target: FgdnShip, side: str) -> int:
    """What the protection system of a side can still take: its rating less the points that it has absorbed (8.1.7.2)."""
    return max(target.card.underwater - target.count("protection used", side), 0)


def third(battle: FgdnBattle, target: FgdnShip) -> int:
    """What the protection of a side can take of one torpedo (8.1.7.2, F59)."""
    parts = figure(battle, "protection a torpedo can use: one part in")
    down = target.card.underwater // parts
    return down if battle.reading("protection_rounded") == "down" else -(-target.card.underwater // parts)


def absorbed(battle: FgdnBattle, target: FgdnShip, side: str, points: int) -> int:
    """What the protection system takes of one torpedo: a third of its strength at most (8.1.7.2, F59)."""
    return min(points, third(battle, target), protection_left(target, side))


class BombHits(Order[FgdnShip]):
    """Bombs or rockets hit a ship on its deck, skip bombs on its belt (8.1.6)."""

    id, title, key, section = "bombs", "Bomb hits", "b", "8.1.6"
    phases, later = ATTACK_PHASES, AT_THE_END
    target: str = fields.ship("ship hit", among=surface_targets)
    kind: str = fields.choice("weapon", among=("bomb", "skip bomb", "rocket"), default="bomb")
    hits: int = fields.number("hits", low=1, high=MOST_HITS, default=1)
    points: int = fields.number("damage points of each", low=0, high=MOST_POINTS)
    penetration: int = fields.number("penetration", low=0, high=99, unit="cm", default=0)
    pounds: int = fields.number("weight of each", low=0, high=9999, unit="lb", default=100)

    def check(self, battle: FgdnBattle) -> None:
        target = battle.ship(self.target)
        require_target(battle, target)
        require(not target.submerged, f"{target} is submerged", "8.1.4")

    def resolve(self, battle: FgdnBattle) -> Effects:
        target = battle.ship(self.target)
        pierced = penetrates(self.penetration, armour_at(target, "belt" if self.kind == "skip bomb" else "deck"))
        points = self.points if pierced else not_penetrating(battle, self.points)
        kind = "rocket" if self.kind == "rocket" else "bomb"
        place = "belt" if self.kind == "skip bomb" else "deck"
        casemate = pierces_casemate(battle, self.penetration, target, place)
        deck = self._opens_deck(battle, target, pierced)
        hit = Hit(kind, points, pierced, self.kind, automatic=("Flight Deck",) * deck, casemate=casemate)
        yield from note(f"{points} points each, {'penetrating' if pierced else 'not penetrating'}", self.section)
        yield from hold(target, *[hit] * self.hits)
        yield from tally("points", points * self.hits, target)

    def _opens_deck(self, battle: FgdnBattle, target: FgdnShip, pierced: bool) -> bool:
        """Whether each of them hits a carrier's flight deck besides (8.1.2)."""
        falls = self.kind == "bomb" or (self.kind == "skip bomb" and battle.reading("skip_bomb_opens_deck"))
        heavy = bool(falls) and self.pounds >= figure(battle, "flight deck: least pounds of a bomb")
        return heavy and pierced and target.card.kind == "carrier"

    def ahead(self, battle: FgdnBattle) -> Iterator[Order[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.target} is hit by {self.hits} {self.kind}{'s' if self.hits > 1 else ''}"


class ShellHits(Order[FgdnShip]):
    """Hits that were diced for elsewhere: strafing, light weapons, shore batteries (8.1.3, 8.1.6)."""

    id, title, key, section = "shells", "Other shell hits", "h", "8.1.6"
    phases, later = ATTACK_PHASES, AT_THE_END
    target: str = fields.ship("ship hit", among=surface_targets)
    weapon: str = fields.text("by", default="gunfire")
    mm: int = fields.number("calibre", low=1, high=510, unit="mm")
    hits: int = fields.number("hits", low=1, high=MOST_HITS, default=1)
    points: int = fields.number("damage points of each", low=0, high=MOST_POINTS)
    penetration: int = fields.number("penetration", low=0, high=99, unit="cm", default=0)
    place: str = fields.choice("strikes", among=("belt", "deck"), default="belt")
    band: str = fields.choice("range", among=BANDS, default="short")

    def check(self, battle: FgdnBattle) -> None:
        target = battle.ship(self.target)
        require_target(battle, target)
        require(not target.submerged, f"{target} is submerged", "8.1.4")

    def resolve(self, battle: FgdnBattle) -> Effects:
        target = battle.ship(self.target)
        pierced = penetrates(self.penetration, armour_at(target, self.place))
        points = self.points if pierced else not_penetrating(battle, self.points)
        casemate = pierces_casemate(battle, self.penetration, target, self.place)
        hit = Hit("gun", points, pierced, self.weapon, self.mm, self.band, casemate=casemate)
        yield from note(f"{points} points each, {'penetrating' if pierced else 'not penetrating'}", self.section)
        yield from hold(target, *[hit] * self.hits)
        yield from tally("points", points * self.hits, target)

    def ahead(self, battle: FgdnBattle) -> Iterator[Order[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.target} is hit by {self.weapon}"


def submerged_targets(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Submarines under water."""
    return [ship for ship in fit_ships(battle, given) if ship.submerged]


class DepthCharges(Order[FgdnShip]):
    """An attack hurts a submerged submarine; its severity names the column of critical hits (8.1.4)."""

    id, title, key, section = "depth-charges", "Attack on a submarine", "j", "8.1.4"
    phases, later = ATTACK_PHASES, AT_THE_END
    target: str = fields.ship("submarine", among=submerged_targets)
    severity: str = fields.choice("damage", among=("lethal", "major", "minor"), default="minor")
    points: int = fields.number("damage points", low=0, high=MOST_POINTS)
    contact: bool = fields.flag("contact-fused hit")

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where there is no submarine."""
        super().open(battle)
        require(any(ship.is_submarine for ship in fit_ships(battle, {})), "there is no submarine", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        target = battle.ship(self.target)
        require_target(battle, target)
        require(target.submerged, f"{target} is not submerged", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        automatic = ("Hull Penetration",) if self.contact else ()
        hit = Hit("depth charge", self.points, cause="depth charges", severity=self.severity, automatic=automatic)
        yield from hold(battle.ship(self.target), hit)
        yield from tally("points", self.points, self.target)

    def ahead(self, battle: FgdnBattle) -> Iterator[Order[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.target} takes {self.severity} damage"


def _launchers(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    return [ship for ship in fit_ships(battle, given) if _loaded(battle, {"ship": ship.name})]


def _loaded(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    """Torpedo mounts and depth charge rails that work and have something left."""
    ship = battle.ship(given["ship"]) if given.get("ship") else None
    return [weapon.name for weapon in ship.card.weapons if ship.weapon_works(weapon) and carried(ship, weapon)] if ship else []


class Expend(Order[FgdnShip]):
    """Torpedoes or depth charges leave the ship: what is no longer aboard cannot explode in its mount (8.3)."""

    id, title, key, section = "launch", "Launch", "v", "8.3"
    phases = ATTACK_PHASES
    ship: str = fields.ship("ship", among=_launchers, default=lambda b, g: next(iter(_launchers(b, g)), None))
    weapon: str = fields.choice("from", among=_loaded, default=lambda b, g: next(iter(_loaded(b, g)), None))
    number: int = fields.number("how many", low=1, high=MOST_HITS, default=1)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not ship.has("no propulsion"), f"{ship} cannot launch without power", self.section)
        left = carried(ship, ship.weapon(self.weapon))
        require(self.number <= left, f"{ship}'s {self.weapon} has {left} left", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        words = f"{self.ship} launches {self.number} from {self.weapon}"
        yield from add(self.ship, "fired off", self.number, self.weapon, text=words)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} launches from {self.weapon}"
