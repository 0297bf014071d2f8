"""Repairs 6, 12, 24 and 48 hours after the battle (8.4), and parts that can be repaired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from fleetbook.core.battle.conditions import Number
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.result import GOOD, GRAVE, MISSED, NOTHING, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.aircraft import HEAVY
from fleetbook.rules.fgdn.damage import WorkOutFollowing
from fleetbook.rules.fgdn.fire_flooding.casualties import StartCasualty
from fleetbook.rules.fgdn.ground.card import CASEMATE, MAIN, SECONDARY
from fleetbook.rules.fgdn.ground.dice import HUNDRED, chance
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.movement import MOST_KNOTS
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import (
    COMMUNICATIONS,
    DECK_PLACES,
    ENGINEERING,
    FIRE,
    FIRE_CONTROL,
    FLOODING,
    RUDDER,
    SENSOR,
    SENSORS,
    SIGNAL_SETS,
)
from fleetbook.rules.fgdn.results import result_of_changes
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import counted, listed, repaired, sentences
from fleetbook.rules.kit.sides import every_ship

WEAPON, BRIDGE, FLIGHT_DECK = "weapon", "bridge", "flight deck"
NAMED_ALONE = (WEAPON, SENSOR, COMMUNICATIONS)
DIRECTED = (MAIN, SECONDARY, CASEMATE)

ROUGHEST = 9
AT_SEA_NO_MORE = "the rest cannot be repaired at sea"


class Mendable(Protocol):
    """A stored fact about a part that can be out of order: a flag, a word, or a number of hits."""

    name: str
    other: str

    def clear(self, subject: object, said: Words = "") -> Changing:
        """Record that the part works again."""
        ...


class RepairablePart(NamedTuple):
    """A part that can be out of order: its kind, as the rules name it, and its fact."""

    kind: str
    fact: Mendable

    @property
    def name(self) -> str:
        """The part's name in words."""
        return self.fact.other if self.kind in NAMED_ALONE else f"{self.fact.other} {self.kind}".strip()

    def hits(self, ship: FgdnShip) -> int:
        """The number of hits that put the part out of order."""
        kept = ship.fact(self.fact.name, self.fact.other)
        return kept if isinstance(kept, int) else bool(kept)


def weapons(ship: FgdnShip) -> Iterator[RepairablePart]:
    """All gun mounts and other weapons of a ship, as parts that can be repaired."""
    yield from (RepairablePart(WEAPON, FgdnShip.out[mount.name]) for mount in ship.card.mounts)
    yield from (RepairablePart(WEAPON, FgdnShip.out[weapon.name]) for weapon in ship.card.weapons)


def may_break_down(ship: FgdnShip) -> list[RepairablePart]:
    """The parts that may be out of service before a game: engines, sensors and weapons (8.5)."""
    plant = [] if ship.is_airship else [RepairablePart(ENGINEERING, FgdnShip.levels_out)]
    numbers = (ship.card.searchlights_forward, ship.card.searchlights_after, int(ship.card.sonar))
    platforms = [platform for platform, number in zip(SENSORS, numbers, strict=True) for _ in range(number)]
    sensors = [RepairablePart(SENSOR, FgdnShip.sensors_lost[platform]) for platform in platforms]
    return [*plant, *sensors, *weapons(ship)]


def knocked_out(ship: FgdnShip) -> list[RepairablePart]:
    """The parts that critical hits put out of order, one entry for each hit. Parts that broke down are left out."""
    parts = [
        *weapons(ship),
        *(RepairablePart(WEAPON, FgdnShip.strength_lost[weapon.name]) for weapon in ship.card.weapons),
        *(RepairablePart(FIRE_CONTROL, FgdnShip.directors_lost[battery]) for battery in DIRECTED),
        *(RepairablePart(SENSOR, FgdnShip.sensors_lost[platform]) for platform in SENSORS),
        *(RepairablePart(COMMUNICATIONS, FgdnShip.signals_lost[what]) for what in SIGNAL_SETS),
        RepairablePart(ENGINEERING, FgdnShip.levels_out),
        RepairablePart(RUDDER, FgdnShip.rudder),
        RepairablePart(RUDDER, FgdnShip.rudder_disabled),
        RepairablePart(BRIDGE, FgdnShip.bridge_hit),
        *(RepairablePart(FLIGHT_DECK, FgdnShip.deck_hits[place]) for place in DECK_PLACES),
    ]
    return [part for part in parts for _ in range(part.hits(ship) - ship.broken_down[part.name])]


def broken_down(ship: FgdnShip) -> list[RepairablePart]:
    """The parts that broke down, one entry for each breakdown."""
    parts = {part.name: part for part in may_break_down(ship)}
    return [part for name, part in parts.items() for _ in range(ship.broken_down[name])]


def mend(ship: FgdnShip, part: RepairablePart, said: Words) -> Effects:
    """Record that a part works again."""
    fact = part.fact
    yield from fact.add(ship, -1, said) if isinstance(fact, Number) else fact.clear(ship, said)
    if part.kind == FIRE_CONTROL:
        yield from FgdnShip.local[fact.other].clear(ship)
    if fact.name == FgdnShip.strength_lost.name and ship.out[fact.other]:
        yield from FgdnShip.out[fact.other].clear(ship)


def marks(battle: FgdnBattle) -> tuple[str, ...]:
    """The hours after the battle at which repairs are rolled for."""
    return battle.tables.table("repair_marks").columns.labels


def repair_roll(battle: FgdnBattle, ship: FgdnShip, kind: str, hours: str) -> int:
    """The chance in per cent to repair a system of this kind, ``hours`` after the battle. It is the share of points left, halved
    at the early hours. It is 0 at hours without an attempt.

    A ship with 37 of 100 points has 18, 18, 37 and 37 (8.4).
    """
    divisor = battle.tables.table("repair_marks").whole(kind, hours)
    share = ship.points_left * HUNDRED // ship.points if ship.points else HUNDRED
    return share // divisor if divisor else 0


def require_after_battle(battle: FgdnBattle) -> None:
    """Raise Refused while the battle is going on."""
    require(battle.ended, "nothing is repaired during a battle: end it first")


def next_mark(hours: Sequence[str], done: int) -> str | None:
    """The next hour at which repairs are rolled for, or None after the last."""
    return next((mark for mark in hours if int(mark) > done), None)


def fires_out(ship: FgdnShip) -> int:
    """The number of fires that were put out and may start again. Fires of aircraft cannot (8.4)."""
    return max(ship.fires_had - len(ship.fires), 0)


class RepairMark(Order[FgdnShip]):
    """Repair a ship 6, 12, 24 or 48 hours after the battle. There is a roll for each critical hit and for each fire that may
    start again.
    """

    id, title, key, section, closing = "repair", "Repairs after the battle", "M", "8.4", True
    says = "{ship}: repairs at {hours} hours"
    ship: str = fields.ship("ship", every_ship)
    hours: str = fields.choice(
        "hours after the battle", marks,
        default=lambda battle, order: next_mark(marks(battle), battle.ship(order.ship).repair_mark),
    )  # fmt: skip

    def check(self, battle: FgdnBattle) -> None:
        require_after_battle(battle)
        ship = battle.ship(self.ship)
        require(ship.fit, f"{ship} is gone or sinking")
        require(next_mark(marks(battle), ship.repair_mark), f"the {ship.repair_mark}-hour mark of {ship} is past")
        require(int(self.hours) > ship.repair_mark, f"the {ship.repair_mark}-hour mark of {ship} is past")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.repair_mark.set(ship, int(self.hours))
        parts, fires = knocked_out(ship), fires_out(ship)
        for part in parts:
            percent = repair_roll(battle, ship, part.kind, self.hours)
            if not percent:
                continue
            if (yield from chance(Says.repair(part=part.name, percent=percent), percent)):
                yield from mend(ship, part, Says.repaired(part=part.name))
                yield from tally("repaired", 1, ship)
            elif self.hours == marks(battle)[-1]:
                yield from note(Says.not_at_sea(ship=ship, part=part.name))
            elif part.kind == BRIDGE:
                after, turns, rate = (
                    battle.figure(f"bridge degraded, {what}") for what in ("after", "a change of course", "flying at one part in")
                )
                yield from note(Says.bridge_degraded(ship=ship, hours=after, turns=turns, rate=rate))
        percent = battle.tables.table("fire_restarts").whole(self.hours, "%")
        for _ in range(fires):
            if (yield from chance(Says.fire_restarts(percent=percent), percent)):
                yield from begin(battle, ship, FIRE, "restart")
        if not parts and not fires:
            yield from note(Says.nothing_to_repair(ship=ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, ship = happened.before.ship(self.ship), happened.after.ship(self.ship)
        quiet = "no fire starts again" * bool(fires_out(before) and len(ship.fires) == len(before.fires))
        too_late = [AT_SEA_NO_MORE] * (self.hours == marks(happened.before)[-1])
        wording, degraded_now = happened.after.wording, happened.noted(Says.bridge_degraded)
        beside = too_late or [wording.of_her(said, self.ship) for said in degraded_now]
        yield repair_result(self.ship, knocked_out(before), knocked_out(ship), *beside, quiet)
        yield from happened.parts


def repair_result(ship: str, before: Sequence[RepairablePart], after: Sequence[RepairablePart], *beside: str) -> Result:
    """The result of repairs: the parts repaired, the parts still out of order, and further sentences."""
    left = [part.name for part in after]
    done = [part.name for part in before]
    for name in left:
        done.remove(name)
    phrases = [f"{listed(done)} REPAIRED"] * bool(done) + [f"{listed(left)} NOT REPAIRED"] * bool(left)
    kind, head = (GOOD, "repaired") if done else (MISSED, "not repaired") if left else (NOTHING, "nothing to do")
    means = sentences(*(text for text in beside if left or text != AT_SEA_NO_MORE)) if phrases else ""
    words = f"{ship}: {'; '.join(phrases) or 'nothing to repair'}."
    return Result(kind=kind, head=head, words=words, means=means, state=repaired(done, left), subject=ship)


def begin(battle: FgdnBattle, ship: FgdnShip, kind: str, *causes: str) -> Effects:
    """A fire or flooding begins after the battle. The damage that it does at once is worked out."""
    yield from run(StartCasualty(ship=ship.name, kind=kind, causes=causes))
    if ship.following:
        yield from run(WorkOutFollowing(ship=ship.name))


class PumpOut(Order[FgdnShip]):
    """After the battle, patch the holes and pump out the water. The ship gets back half of the points that flooding cost her."""

    id, title, key, section, closing = "pump", "Pump out", "O", "8.4", True
    says = "{ship} pumps out"
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require_after_battle(battle)
        ship = battle.ship(self.ship)
        require(ship.fit, f"{ship} is gone or sinking")
        require(ship.flooding_points, f"{ship} has lost no points to flooding")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        back = ship.flooding_points // battle.figure("pumped out, one part in")
        if not ship.small:
            yield from FgdnShip.damage_points.restore(ship, back, Says.pumped_out)
        yield from FgdnShip.flooding_points.clear(ship)
        yield from FgdnShip.floods.clear(ship)
        yield from FgdnShip.patched.set(ship, said=Says.patched(points=back))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.ship, "pumped out", kind=GOOD)


def patch_percent(battle: FgdnBattle, sea: int, knots: int) -> int:
    """The chance in per cent that a patch gives way. At 20 knots it is 5 in sea state 3 and 20 in sea state 6 (8.4)."""
    return sea * battle.figure("patch, each sea state") - (battle.figure("patch, without relief from") - knots)


class PatchHolds(Order[FgdnShip]):
    """In an Intermediate Turn a patch may give way, by sea state and speed. A submarine's patch holds only near the surface."""

    id, title, key, section, closing = "patch", "Patch", "y", "8.4", True
    says = "{ship}: does the patch hold?"
    ship: str = fields.ship("ship", every_ship)
    knots: int = fields.number("most speed that day", 0, MOST_KNOTS, unit="kt")
    sea: int = fields.number("sea state", 0, ROUGHEST, default=lambda battle: FgdnFacts(battle).sea_state)
    deep: bool = fields.flag("a submarine below periscope depth")

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.patched, f"{ship} has no patch")
        require(ship.is_submarine or not self.deep, f"{ship} is no submarine")

    def resolve(self, battle: FgdnBattle) -> Effects:
        percent = HUNDRED if self.deep else patch_percent(battle, self.sea, self.knots)
        if (yield from chance(Says.patch_may_pop(percent=max(percent, 0)), percent)):
            ship = battle.ship(self.ship)
            yield from FgdnShip.patched.clear(ship, said=Says.patch_pops)
            yield from begin(battle, ship, FLOODING)
        else:
            yield from note(Says.patch_holds(ship=self.ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        percent = HUNDRED if self.deep else max(patch_percent(happened.before, self.sea, self.knots), 0)
        holds, means = happened.after.ship(self.ship).patched, f"{percent} % that it pops."
        words, kind = f"{self.ship}: THE PATCH {'HOLDS' if holds else 'POPS'}.", GOOD if holds else GRAVE
        yield Result(kind=kind, head="patch holds" if holds else "patch pops", words=words, means=means, subject=self.ship)
        yield from happened.parts


def destroyed_planes(ship: FgdnShip) -> int:
    """The number of planes destroyed aboard that may turn out to be only damaged."""
    return ship.planes_lost - ship.planes_looked_at


class SalvePlanes(Order[FgdnShip]):
    """After the battle, a plane destroyed aboard may turn out to be only damaged. Planes whose
    fuel or ordnance exploded may not.
    """

    id, title, key, section, closing = "planes", "Destroyed planes", "l", "8.4", True
    says = "{ship} looks at her planes"
    ship: str = fields.ship("ship", every_ship)
    exploded: int = fields.number(
        "of them exploded", 0, lambda battle, order: destroyed_planes(battle.ship(order.ship)), default=0
    )

    def check(self, battle: FgdnBattle) -> None:
        require_after_battle(battle)
        ship = battle.ship(self.ship)
        require(ship.fit, f"{ship} is gone or sinking")
        require(destroyed_planes(ship) > 0, f"no plane of {ship} was destroyed")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, percent = battle.ship(self.ship), battle.figure("plane only damaged")
        planes = destroyed_planes(ship)
        saved = 0
        for number in range(1, planes - self.exploded + 1):
            saved += yield from chance(Says.plane_only_damaged(number=number), percent)
        yield from FgdnShip.planes_looked_at.set(ship, ship.planes_lost)
        if saved:
            yield from note(Says.planes_only_damaged(ship=ship, saved=saved, planes=planes))
            before = ship.planes_damaged
            for number in range(before + 1, before + saved + 1):  # the names under which the planes may be repaired
                yield from FgdnFacts.aircraft[f"{ship} plane {number}"].set(battle, HEAVY)
            yield from FgdnShip.planes_damaged.set(ship, before + saved)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, after = happened.before.ship(self.ship), happened.after.ship(self.ship)
        saved, planes = after.planes_damaged - before.planes_damaged, destroyed_planes(before)
        if saved:
            words = f"{self.ship}: {saved} of {counted(planes, 'plane')} {'IS' if saved == 1 else 'ARE'} ONLY DAMAGED."
        else:
            words = f"{self.ship}: {f'ALL {planes} PLANES STAY' if planes > 1 else 'THE PLANE STAYS'} DESTROYED."
        they = "They" if saved > 1 else "It"
        kind, means = (GOOD, f"{they} may be repaired like aircraft that broke down.") if saved else (MISSED, "")
        yield Result(kind=kind, head=f"{saved} saved", words=words, means=means, subject=self.ship)


ORDERS = (RepairMark, PumpOut, PatchHolds, SalvePlanes)
