"""Attacks (8.1.3 to 8.1.7) by torpedoes, mines, bombs, shells and depth charges. Also launching weapons, and hits on planes on
deck (8.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import DONE, HIT, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.carried_hits import NEAR_BY
from fleetbook.rules.fgdn.criticals.criticals import Critical, gunfire_column
from fleetbook.rules.fgdn.damage import AT_THE_END, COLUMN_OF, STERN, WorkOutDamage, require_open
from fleetbook.rules.fgdn.ground.armour import (
    absorbed,
    armour_at,
    not_penetrating,
    penetrates,
    pierces_casemate,
    shallow_points,
)
from fleetbook.rules.fgdn.ground.card import ASW, BANDS, CARRIER, LARGEST_MM, MOST_OF_A_WEAPON, TUBES
from fleetbook.rules.fgdn.ground.dice import HUNDRED, chance
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.ship import LARGE, FgdnBattle, FgdnShip, require_fit, size_at_least
from fleetbook.rules.fgdn.ground.ship_values import BOMB, GUN, MINE, TORPEDO, UNDERWATER, Hit
from fleetbook.rules.fgdn.ground.terms import ATTACK_PHASES, BELT, DECK, MOVEMENT, PLACES_STRUCK, SHALLOW, SIDES, TARGET
from fleetbook.rules.fgdn.results import damage_result, each_hit, held_hits
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import counted, hits, sentences
from fleetbook.rules.kit.sides import every_ship

MOST_POINTS = int(MOST_OF_A_WEAPON["warhead"])
MOST_HITS = 50
MOST_POUNDS, MOST_CM = 9999, 99
DEEP = "deep"
BROAD, _, _ = ASPECTS = "broad", "bow", STERN
LEAST_SEVERE = tuple(COLUMN_OF)[-1]
SKIP_BOMB, ROCKET = "skip bomb", "rocket"
UNKNOWN = "nobody known"
BREACHES = "it breaches her pressure hull"
POINTS = FgdnShip.damage_points.name


def whose(label: str, carries: Callable[[FgdnShip], object], victim: str = TARGET) -> Any:
    """Declare an input field for the attacking ship, which may be unknown. ``carries`` tells whether a ship has the weapon, and
    ``victim`` names the field for the ship that is hit. Battles recorded by older versions lack this field.
    """

    def candidates(battle: FgdnBattle, order: Any) -> tuple[str, ...]:
        ships = [ship.name for ship in battle.ships() if ship.name != getattr(order, victim) and carries(ship)]
        return (UNKNOWN, *ships) if ships else ()

    return fields.choice(label, candidates, default=UNKNOWN, shown_if=candidates)


def firer_of(by: str | None) -> str:
    """The name of the attacking ship. Empty if she is unknown."""
    return "" if by in (None, UNKNOWN) else str(by)


def given_hits(by: str | None, target: str, weapon: str, hits: int = 1) -> Firing | None:
    """A shot of the attacking ship that stands for hits given by the referee. None if she is unknown."""
    firer = firer_of(by)
    return Firing(firer, target, "", weapon, later=True, hits=hits) if firer else None


def hold(target: FgdnShip, by: str | None, *hits: Hit) -> Effects:
    """Keep hits on a ship until the end of the phase, when they are worked out."""
    firer = firer_of(by)
    cause = Cause(firer, hits[0].cause)
    yield from FgdnShip.held.append(target, *(hit._replace(by=firer) for hit in hits), cause=cause)
    yield from tally(POINTS, sum(hit.points for hit in hits), target)


def require_target(battle: FgdnBattle, target: FgdnShip) -> None:
    """Raise Refused unless this ship can be attacked now."""
    require_open(battle, target)
    require_fit(target)
    require(not target.is_airship, f"{target} is an airship: give an airship hit instead", "8.8")


def require_surfaced(battle: FgdnBattle, target: FgdnShip) -> None:
    """Raise Refused unless bombs and shells can hit this ship now."""
    require_target(battle, target)
    require(not target.submerged, f"{target} is submerged", "8.1.4")


class TorpedoHit(Order[FgdnShip]):
    """A torpedo or mine hits a ship: on the armour belt, on the torpedo protection, or outside both (8.1.7).

    A torpedo that gets through also floods the ship. A reading says whether a mine does (F66). Torpedoes and mines breach a
    submarine's pressure hull (8.1.2).
    """

    id, title, key, section = "torpedo", "Torpedo or mine hit", "t", "8.1.7"
    phases, later, by_referee = (MOVEMENT,), AT_THE_END, True
    target: str = fields.ship("ship hit", every_ship, default=None)
    kind: str = fields.choice("weapon", UNDERWATER)
    points: int = fields.number("damage points of the warhead", 1, MOST_POINTS)
    depth: str = fields.choice(
        "set to run",
        (SHALLOW, DEEP),
        default=lambda battle, order: DEEP if size_at_least(battle.ship(order.target), LARGE) else SHALLOW,
    )
    side: str = fields.choice("side", SIDES)
    aspect: str = fields.choice("aspect", ASPECTS)
    by: str | None = whose("fired by", lambda ship: any(weapon.kind == TUBES for weapon in ship.card.weapons))

    def check(self, battle: FgdnBattle) -> None:
        target = battle.ship(self.target)
        require_target(battle, target)
        deep = self.kind == TORPEDO and self.depth == DEEP
        runs_under = deep and not size_at_least(target, LARGE) and not target.submerged
        require(not runs_under, f"a deep torpedo runs under a ship of size {target.size}")

    def resolve(self, battle: FgdnBattle) -> Effects:
        target = battle.ship(self.target)
        points = self.points
        if self.aspect != BROAD:
            points //= battle.figure("narrow aspect, one part in")
        elif self.depth == SHALLOW and size_at_least(target, LARGE):
            points = shallow_points(battle, target, points)
        elif target.card.underwater and self.depth == DEEP:
            taken = absorbed(battle, target, self.side, points)
            yield from FgdnShip.protection_used[self.side].add(target, taken)
            points -= taken
        yield from note(Says.points_reach(points=points, warhead=self.points))
        automatic: tuple[str, ...] = ()
        if points:
            floods = self.kind == TORPEDO or bool(battle.reading("mine_floods"))
            automatic = (*(natures.FLOODING,) * floods, *(natures.HULL_PENETRATION,) * target.is_submarine)
        yield from hold(target, self.by, Hit(self.kind, points, cause=self.kind, aspect=self.aspect, automatic=automatic))

    @property
    def doing(self) -> Cause:
        return Cause(firer_of(self.by), self.kind)

    def firing(self, battle: FgdnBattle) -> Firing | None:
        return given_hits(self.by, self.target, self.kind)

    def ahead(self, battle: FgdnBattle) -> Iterator[Part[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    @property
    def _where(self) -> str:
        return self.aspect if self.aspect != BROAD else f"{self.side} side"

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.target} is hit by a {self.kind}, {self._where}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        target = happened.after.ship(self.target)
        points, automatic = target.held[-1].points, target.held[-1].automatic
        share = f"all {points}" if points == self.points else f"{points} of {self.points}"
        through = f"{share} points get through" if points else "her torpedo protection absorbs all of them"
        what = f"{target} STRIKES A MINE" if self.kind == MINE else f"A {self.kind.upper()} HITS {target}"
        means = ["it floods her"] * (natures.FLOODING in automatic) + [BREACHES] * (natures.HULL_PENETRATION in automatic)
        words = f"{what}, {self._where}: {through}."
        yield Result(kind=HIT, head=hits(1), words=words, means=sentences(*means, held_hits(target)), subject=self.target)


class BombHits(Order[FgdnShip]):
    """Bombs or rockets hit a ship's deck, or skip bombs hit her belt (8.1.6). Heavy bombs make holes in a flight deck (8.1.2)."""

    id, title, key, section = "bombs", "Bomb hits", "b", "8.1.6"
    phases, later, by_referee = ATTACK_PHASES, AT_THE_END, True
    target: str = fields.ship("ship hit", every_ship, default=None)
    kind: str = fields.choice("weapon", (BOMB, SKIP_BOMB, ROCKET))
    hits: int = fields.number("hits", 1, MOST_HITS, default=1)
    points: int = fields.number("damage points of each", 0, MOST_POINTS)
    penetration: int = fields.number("penetration", 0, MOST_CM, unit="cm", default=0)
    pounds: int = fields.number("weight of each", 0, MOST_POUNDS, unit="lb", default=100)
    by: str | None = whose("planes of", lambda ship: ship.card.aircraft)

    def check(self, battle: FgdnBattle) -> None:
        require_surfaced(battle, battle.ship(self.target))

    def resolve(self, battle: FgdnBattle) -> Effects:
        target = battle.ship(self.target)
        place = BELT if self.kind == SKIP_BOMB else DECK
        pierced = penetrates(self.penetration, armour_at(target, place))
        points = self.points if pierced else not_penetrating(battle, self.points)
        casemate = pierces_casemate(battle, self.penetration, target, place)
        falls = bool(self.kind == BOMB or (self.kind == SKIP_BOMB and battle.reading("skip_bomb_opens_deck")))
        heavy = falls and self.pounds >= battle.figure("bomb that opens a flight deck, from")
        deck = heavy and pierced and target.card.kind == CARRIER
        kind = ROCKET if self.kind == ROCKET else BOMB
        hit = Hit(kind, points, pierced, self.kind, automatic=(natures.FLIGHT_DECK,) * deck, casemate=casemate)
        yield from note(Says.each_hit(points=points, pierced=pierced, place=""))
        yield from hold(target, self.by, *[hit] * self.hits)

    def firing(self, battle: FgdnBattle) -> Firing | None:
        return given_hits(self.by, self.target, self.kind, self.hits)

    def ahead(self, battle: FgdnBattle) -> Iterator[Part[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.target} is hit by {self.hits} {self.kind}{'s' if self.hits > 1 else ''}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        target, place = happened.after.ship(self.target), BELT if self.kind == SKIP_BOMB else DECK
        deck = f", and {'each' if self.hits > 1 else 'it'} opens her flight deck" * bool(target.held[-1].automatic)
        what, each = counted(self.hits, f"{self.kind} hit").upper(), each_hit(target, target.held[-1], self.hits, place)
        words = f"{what} on {target}: {each}{deck}."
        yield Result(kind=HIT, head=hits(self.hits), words=words, means=sentences(held_hits(target)), subject=self.target)


class ShellHits(Order[FgdnShip]):
    """Hits whose number the referee knows, such as strafing, light weapons or shore batteries (8.1.3, 8.1.6)."""

    id, title, key, section = "shells", "Other shell hits", "h", "8.1.6"
    says = "{target} is hit by {weapon}"
    phases, later, by_referee = ATTACK_PHASES, AT_THE_END, True
    target: str = fields.ship("ship hit", every_ship, default=None)
    weapon: str = fields.text("by", default="gunfire")
    mm: float = fields.number("calibre", 1, LARGEST_MM, unit="mm", decimals=True)
    hits: int = fields.number("hits", 1, MOST_HITS, default=1)
    points: int = fields.number("damage points of each", 0, MOST_POINTS)
    penetration: int = fields.number("penetration", 0, MOST_CM, unit="cm", default=0)
    place: str = fields.choice("strikes", PLACES_STRUCK)
    band: str = fields.choice("range", BANDS)
    by: str | None = whose("fired by", lambda ship: ship.card.mounts or ship.card.weapons)

    def check(self, battle: FgdnBattle) -> None:
        require_surfaced(battle, battle.ship(self.target))

    def resolve(self, battle: FgdnBattle) -> Effects:
        target = battle.ship(self.target)
        pierced = penetrates(self.penetration, armour_at(target, self.place))
        points = self.points if pierced else not_penetrating(battle, self.points)
        casemate = pierces_casemate(battle, self.penetration, target, self.place)
        hit = Hit(GUN, points, pierced, self.weapon, int(self.mm), self.band, casemate=casemate)
        yield from note(Says.each_hit(points=points, pierced=pierced, place=""))
        yield from hold(target, self.by, *[hit] * self.hits)

    def firing(self, battle: FgdnBattle) -> Firing | None:
        return given_hits(self.by, self.target, self.weapon, self.hits)

    def ahead(self, battle: FgdnBattle) -> Iterator[Part[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        target = happened.after.ship(self.target)
        each = each_hit(target, target.held[-1], self.hits, self.place)
        words = f"{hits(self.hits)} by {self.weapon} on {target}: {each}."
        yield Result(kind=HIT, head=hits(self.hits), words=words, means=sentences(held_hits(target)), subject=self.target)


class DepthCharges(Order[FgdnShip]):
    """An attack damages a submerged submarine. Its severity decides the column of the critical hit table (8.1.4)."""

    id, title, key, section = "depth-charges", "Attack on a submarine", "j", "8.1.4"
    says = "{target} takes {severity} damage"
    phases, later, by_referee = ATTACK_PHASES, AT_THE_END, True
    target: str = fields.ship("submarine", every_ship)
    severity: str = fields.choice("damage", tuple(COLUMN_OF), default=LEAST_SEVERE)
    points: int = fields.number("damage points", 0, MOST_POINTS)
    contact: bool = fields.flag("contact-fused hit")
    by: str | None = whose("attacked by", lambda ship: any(weapon.kind == ASW for weapon in ship.card.weapons))

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.is_submarine for ship in battle.ships()), "there is no submarine")
        target = battle.ship(self.target)
        require_target(battle, target)
        require(target.submerged, f"{target} is not submerged")

    def resolve(self, battle: FgdnBattle) -> Effects:
        automatic = (natures.HULL_PENETRATION,) if self.contact else ()
        hit = Hit("depth charge", self.points, cause="depth charges", severity=self.severity, automatic=automatic)
        yield from hold(battle.ship(self.target), self.by, hit)

    def firing(self, battle: FgdnBattle) -> Firing | None:
        return given_hits(self.by, self.target, "depth charges")

    def ahead(self, battle: FgdnBattle) -> Iterator[Part[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        words = f"{self.target} IS HIT: {self.severity} damage, {counted(self.points, 'point')}."
        means = sentences(BREACHES if self.contact else "", held_hits(happened.after.ship(self.target)))
        yield Result(kind=HIT, head=hits(1), words=words, means=means, subject=self.target)


class Expend(Order[FgdnShip]):
    """Torpedoes or depth charges leave a ship. Weapons that are gone can no longer explode aboard (8.3)."""

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
        require(left, f"{ship}'s {self.weapon} has no torpedo or depth charge left")
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
    """The names of a ship's torpedo mounts and depth charge rails."""
    return [weapon.name for weapon in ship.card.weapons if weapon.warheads]


class PlanesOnDeck(Order[FgdnShip]):
    """A plane on deck is hit. Up to four planes parked close to it may be hit too, each with half the chance of the first."""

    id, title, key, section = "deck-planes", "Plane on deck hit", "P", "8.3"
    says = "planes on the deck of {ship} are attacked"
    phases, by_referee = ATTACK_PHASES, True
    ship: str = fields.ship("ship", every_ship)
    percent: int | None = fields.number(
        "chance to hit the first",
        0,
        HUNDRED,
        unit="%",
        shown_if=lambda battle, order: FgdnFacts(battle).parked_aircraft and battle.ship(order.ship).planes_parked,
    )

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.planes_left > 0 for ship in battle.ships()), "no ship has planes aboard")
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.planes_left > 0, f"{ship} has no planes aboard")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        near = min(battle.figure(NEAR_BY), ship.planes_left - 1)
        percent = (self.percent or 0) // battle.figure("parked aircraft, one part of the chance in")
        yield from self._lose_plane(ship)
        for number in range(near if percent else 0):
            if (yield from chance(Says.plane_near_by_hit(number=number + 1, percent=percent), percent)):
                yield from self._lose_plane(ship)

    def _lose_plane(self, ship: FgdnShip) -> Effects:
        column = gunfire_column(ship)
        hit = Critical(ship=self.ship, column=column, penetrated=True, casemate=True, mm=0, nature=natures.AIRCRAFT)
        yield from run(hit)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield damage_result(happened, self.ship, (part.words for part in happened.parts))
