"""The habits that all coastal doctrines share: looking, lighting up enemies, choosing targets, and going home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias

from fleetbook.core.doctrines.doctrine import Chair, Doctrine
from fleetbook.core.doctrines.helm import HOLD, HOME, TOWARDS, Helm
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.words.sentence import Said
from fleetbook.rules.coastal.card import BEARINGS, SystemEntry
from fleetbook.rules.coastal.conditions import CoastalFacts, needs_no_look
from fleetbook.rules.coastal.facts import CoastalBattle
from fleetbook.rules.coastal.gunnery import (
    BATTERIES,
    HEAVY_GUNS,
    Fire,
    battery_of,
    bears,
    has_heavy_gun,
    pair_modifiers,
    points,
    unfired,
    whole_factor,
)
from fleetbook.rules.coastal.moves import Move
from fleetbook.rules.coastal.observation import (
    FIRING_STEPS,
    SEARCHLIGHT,
    STAR_SHELL,
    Illuminate,
    Observe,
    farthest,
    half_speed,
    is_seen,
    may_look,
)
from fleetbook.rules.coastal.ship import CoastalShip, label
from fleetbook.rules.coastal.torpedoes import MOVING_STEPS, Launch, loaded
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.sides import afloat, enemies

CoastalChair: TypeAlias = Chair[CoastalShip]
Orders: TypeAlias = Iterator[Proposed[CoastalShip]]

CLOSE = 6  # cm: the least range at which two ships pass without touching
QUIET = 3  # turns without a shot after which a side closes, or goes home
STRADDLED = 0.01  # the worth, in hits, of a shot that can only straddle: the next shot is better after a straddle
LOOKS = 3  # ships at most that look for the same enemy in one step
LIGHT = {STAR_SHELL: "reach of star shell", SEARCHLIGHT: "reach of searchlight"}


@dataclass(frozen=True, slots=True)
class Steering:
    """A ship's next move: her course, her speed in cm, whether she makes smoke, and the reason."""

    helm: Helm
    speed: int
    smoke: bool = False
    reason: Said | None = None


class CoastalDoctrine(Doctrine[CoastalShip]):
    """The common part of all coastal doctrines. Each doctrine adds how a fighting ship steers, and the target for torpedoes."""

    def step(self, chair: CoastalChair) -> Orders:
        """The orders of the side in this step: to launch and move, or to light up, look and fire."""
        phase = chair.battle.phase
        if phase in MOVING_STEPS:
            yield from self._launch(chair)
            yield from self._move(chair)
        elif phase in FIRING_STEPS:
            yield from _light_up(chair)
            yield from _look(chair)
            yield from _fire(chair)

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """The next move of a ship that may fight and knows of the enemy."""
        raise NotImplementedError

    def closes(self, chair: CoastalChair, ship: CoastalShip) -> bool:
        """Whether a ship closes in, whatever her doctrine says, because her side has not attacked for three turns."""
        return chair.quiet >= QUIET

    def torpedo_target(self, chair: CoastalChair, ship: CoastalShip) -> CoastalShip | None:
        """The enemy at whom a ship launches torpedoes now; None if she waits.

        By default, the most valuable enemy within one and a half times the least range of a torpedo.
        """
        return dearest(chair, ship, 1.5 * chair.battle.whole_reading("torpedo_least_range"))

    def _launch(self, chair: CoastalChair) -> Orders:
        for name in [ship.name for ship in afloat(chair.battle, chair.side) if has_torpedoes(chair.battle, ship)]:
            for tubes in chair.battle.ship(name).named("torpedoes"):
                ship = chair.battle.ship(name)
                target = self.torpedo_target(chair, ship) if not is_unaware(chair) else None
                if target and chair.may(Launch, ship=name, target=target.name, tubes=tubes):
                    reason = Says.launches(target=target, cm=float(chair.tape.range(name, target.name)))
                    yield Proposed(Launch, {"ship": name, "target": target.name, "tubes": tubes}, reason=reason)

    def _move(self, chair: CoastalChair) -> Orders:
        for name in [ship.name for ship in afloat(chair.battle, chair.side) if ship.max_speed]:
            ship = chair.battle.ship(name)
            steers = self._steering(chair, ship)
            speed = min(steers.speed, ship.max_speed)
            inputs: dict[str, Any] = {"ship": name, "speed": speed, "smoke": steers.smoke}
            if not speed:
                inputs["turning"] = False
            if (speed, steers.smoke, steers.helm.course) != (ship.speed, False, HOLD) or ship.smoke:
                yield Proposed(Move, inputs, steers.helm, (name,), steers.reason)

    def _steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """A ship's next move. Merchantmen, and all ships of a side that does not know of the enemy, keep their course. Ships
        without working weapons go home. The other ships fight, or keep their course if there is no enemy.
        """
        if ship.card.merchant or (is_unaware(chair) and not ship.out_of_fight):
            return Steering(Helm(HOLD), ship.speed, reason=Says.keeps_course() if ship.card.merchant else Says.unaware_yet())
        if ship.out_of_fight or not (ship.working("mount") or has_torpedoes(chair.battle, ship)):
            return Steering(Helm(HOME), ship.max_speed, reason=Says.unarmed())
        foe = nearest(chair, ship, enemies(chair.battle, chair.side))
        if foe and self.closes(chair, ship):
            return alongside(chair, ship, foe, Says.closes(turns=chair.quiet))
        return self.steering(chair, ship) if foe else Steering(Helm(HOLD), ship.speed, reason=Says.no_enemy())


# ------------------------------------------------------------------ the enemy


def is_unaware(chair: CoastalChair) -> bool:
    """Whether the side does not know of the enemy yet."""
    return bool(CoastalFacts(chair.battle).unaware[chair.side])


def prey(battle: CoastalBattle, side: str) -> list[CoastalShip]:
    """The enemies that a torpedo can hit: all but boats."""
    return [foe for foe in enemies(battle, side) if not foe.is_boat]


def dearest(chair: CoastalChair, ship: CoastalShip, reach: float) -> CoastalShip | None:
    """The most valuable enemy within reach that a torpedo can hit: first one that counts for the side's aims, then a merchantman,
    then the largest ship. None if no enemy is within reach.
    """
    within = [foe for foe in prey(chair.battle, chair.side) if chair.tape.range(ship.name, foe.name) <= reach]
    return max(within, key=lambda foe: (foe.name in chair.prizes, foe.card.merchant, foe.card.tons), default=None)


def nearest(chair: CoastalChair, ship: CoastalShip, among: list[CoastalShip]) -> CoastalShip | None:
    """The nearest of these ships; None if there is none."""
    return min(among, key=lambda foe: chair.tape.range(ship.name, foe.name), default=None)


def nearest_cm(chair: CoastalChair, ship: CoastalShip, among: list[CoastalShip]) -> int:
    """The range in whole cm to the nearest of these ships."""
    return round(min(chair.tape.range(ship.name, foe.name) for foe in among))


def has_torpedoes(battle: CoastalBattle, ship: CoastalShip) -> bool:
    """Whether a ship has torpedoes left in working tubes."""
    return any(loaded(ship, tubes) for tubes in ship.working("torpedoes"))


def strength(chair: CoastalChair, ship: CoastalShip, distance: int) -> float:
    """The weapon points of a ship's undamaged mounts at a range."""
    return sum(volley(chair, mount, distance)[1] for mount in ship.working("mount"))


def half(chair: CoastalChair, ship: CoastalShip) -> int:
    """Half of a ship's maximum speed, in whole cm."""
    return int(half_speed(chair.battle, ship))


def firing_speed(chair: CoastalChair, ship: CoastalShip) -> int:
    """The speed in cm at which a ship shoots well: half her speed, or the fastest speed without a modifier if that is less."""
    return min(half(chair, ship), int(chair.battle.figure("fast ship")))


def alongside(chair: CoastalChair, ship: CoastalShip, foe: CoastalShip, reason: Said) -> Steering:
    """The next move of a ship that closes in: towards the enemy at full speed, then slowly beside that enemy. A slow ship shoots
    better.
    """
    there = chair.tape.range(ship.name, foe.name) <= CLOSE + ship.max_speed
    return Steering(Helm(TOWARDS, foe.name, CLOSE), firing_speed(chair, ship) if there else ship.max_speed, reason=reason)


# ------------------------------------------------------------------ looking and firing


def _light_up(chair: CoastalChair) -> Orders:
    """Orders to light up each enemy that no ship of the side sees, by the nearest ship whose light reaches the enemy.

    Enemies that may then be hit come first, among them those with torpedoes.
    """
    battle = chair.battle
    if needs_no_look(battle) or is_unaware(chair):
        return
    unseen = [foe for foe in enemies(battle, chair.side) if not (foe.lit or is_seen(battle, foe, chair.side))]
    firers = [own for own in afloat(battle, chair.side) if not own.disabled and not own.out_of_fight]

    def danger(foe: CoastalShip) -> tuple[bool, bool]:
        return any(chance(chair, own, foe) for own in firers), has_torpedoes(battle, foe)

    for foe in sorted(unseen, key=danger, reverse=True) if len(unseen) > 1 else unseen:
        for ship in sorted(afloat(chair.battle, chair.side), key=lambda own: chair.tape.range(own.name, foe.name)):
            cm = chair.tape.range(ship.name, foe.name)
            light = next((kind for kind, reach in LIGHT.items() if ship.working(kind) and cm <= chair.figures.of(reach)), "")
            inputs = {"ship": ship.name, "light": light, "target": foe.name}
            if light and not ship.lights_used[light] and chair.may(Illuminate, **inputs):
                yield Proposed(Illuminate, inputs, reason=Says.nobody_sees(target=foe))
                break


def _look(chair: CoastalChair) -> Orders:
    """Orders to look for each enemy that no ship of the side sees yet. The nearest ships look one after another, LOOKS at most,
    until one sees the enemy.
    """
    battle = chair.battle
    if needs_no_look(battle):
        return
    able = [own for own in afloat(battle, chair.side) if may_look(battle, own)]
    for name in [foe.name for foe in enemies(battle, chair.side)]:
        spare = False
        for cm, ship in sorted(((chair.tape.range(own.name, name), own) for own in able), key=itemgetter(0))[:LOOKS]:
            if is_seen(chair.battle, chair.battle.ship(name), chair.side) or cm > farthest(battle):
                break
            inputs = {"observer": ship.name, "target": name}
            look = chair.order(Observe, **inputs)
            if isinstance(look, Observe) and look.can_succeed(chair.battle):
                yield Proposed(Observe, inputs, reason=Says.nobody_sees(target=name), spare=spare)
                spare = True


def _fire(chair: CoastalChair) -> Orders:
    """Orders to fire. The best target is the enemy of whose remaining boxes all ships together would hit the largest share. Each
    ship fires at the best target that she can harm.
    """
    battle = chair.battle
    seen = [foe for foe in enemies(battle, chair.side) if is_seen(battle, foe, chair.side)]
    sound = [own for own in afloat(battle, chair.side) if not own.disabled and not own.out_of_fight] if seen else []
    ready = [(own, mounts) for own in sound if (mounts := unfired(own))]
    firers = [own for own, _ in ready]
    shots = {(own.name, foe.name): shot for own, mounts in ready for foe in seen if (shot := _shot(chair, own, mounts, foe))}
    hits = {foe.name: sum(shot.hits for (_, at), shot in shots.items() if at == foe.name) for foe in seen}
    best = sorted(seen, key=lambda foe: -sum(shots[own.name, foe.name].worth for own in firers if (own.name, foe.name) in shots))
    for own in firers:
        if seen and not any(name == own.name for name, _ in shots) and strength(chair, own, nearest_cm(chair, own, seen)):
            chair.silent[Says.holds_fire(ship=own)] = None
        foe = next((foe for foe in best if (own.name, foe.name) in shots), None)
        if foe:
            found = round(hits[foe.name], 1)
            reason = Says.most_hit(target=foe, hits=found, boxes=foe.hull) if found else Says.may_straddle(target=foe)
            yield Proposed(Fire, shots[own.name, foe.name].inputs, reason=reason)


@dataclass(frozen=True, slots=True)
class Shot:
    """A ship's fire at an enemy, with the inputs of its order and its mean number of hits. Its worth is the mean share of the
    enemy's remaining boxes that it hits.
    """

    inputs: dict[str, Any]
    hits: float
    worth: float


def _shot(chair: CoastalChair, firer: CoastalShip, mounts: list[SystemEntry], foe: CoastalShip) -> Shot | None:
    """A ship's fire at an enemy with all mounts that bear and reach. None if no mount does, or if even the best die achieves
    nothing.
    """
    battle = chair.battle
    cm = round(chair.tape.range(firer.name, foe.name))
    ready = [mount for mount in mounts if volley(chair, mount, cm)[1]]
    always = tuple(pair_modifiers(battle, firer, foe)) if ready else ()
    if not _about(chair, firer, ready, cm, always):
        return None
    bearing = chair.tape.arc(firer.name, foe.name, BEARINGS)
    firing = [mount for mount in ready if bears(battle, mount, bearing)]
    inputs: dict[str, Any] = {"firer": firer.name, "target": foe.name, "mounts": tuple(map(label, firing))}
    if not (about := _about(chair, firer, firing, cm, always)):
        return None
    hits = chair.expected(about, Fire, **inputs)
    return Shot(inputs, hits, (hits + STRADDLED) / max(foe.hull, 1))


def volley(chair: CoastalChair, mount: SystemEntry, cm: int) -> tuple[str, float]:
    """The battery to which a mount belongs, and its weapon points at a range."""
    battle = chair.battle
    return chair.remember((mount.weapon, mount.guns, cm), lambda: (battery_of(battle, mount), points(battle, mount, cm)))


def _about(
    chair: CoastalChair, firer: CoastalShip, firing: list[SystemEntry], cm: int, always: tuple[str, ...]
) -> tuple[tuple[float, ...], tuple[str, ...]] | None:
    """The weapon points of cannon and of guns with which a ship fires these mounts at a range, and the modifiers. None if even
    the best die achieves nothing. ``always`` are the modifiers that do not depend on the mounts.
    """
    if not firing:
        return None
    battle, volleys = chair.battle, [volley(chair, mount, cm) for mount in firing]
    factors = tuple(sum(found for battery, found in volleys if battery == name) for name in BATTERIES)
    about = factors, (*always, HEAVY_GUNS) if has_heavy_gun(battle, firer, firing) else always
    return about if _faces(chair, about) else None


def _faces(chair: CoastalChair, about: tuple[tuple[float, ...], tuple[str, ...]]) -> int:
    """The faces with which these weapon points and modifiers score, computed once in a battle."""
    return chair.remember(("faces", about), lambda: scoring_faces(chair.battle, *about))


def chance(
    chair: CoastalChair, firer: CoastalShip, foe: CoastalShip, *, nearer: int = 0, move: tuple[int, bool] | None = None
) -> int:
    """The number of faces of the die with which a ship would hit or straddle an enemy who lies where most of her mounts bear.

    ``nearer`` is how many cm the ship comes nearer before she fires, and ``move`` is her speed on the way and whether she turns.
    """
    cm = chair.tape.range(firer.name, foe.name)
    ends = chair.remember("ends", lambda: sorted(_column_ends(chair.battle)))
    within = next((end for end in ends if cm <= end + nearer), None)
    modifiers = tuple(pair_modifiers(chair.battle, firer, foe, move))
    if not within:
        return 0
    ways = ([mount for mount in firer.working("mount") if bears(chair.battle, mount, bearing)] for bearing in BEARINGS)
    found = filter(None, (_about(chair, firer, mounts, within, modifiers) for mounts in ways))
    return max((_faces(chair, about) for about in found), default=0)


def _column_ends(battle: CoastalBattle) -> set[int]:
    """The ends in cm of the charts' columns: within a column, a mount has the same weapon points."""
    return {int(span.high) for name in BATTERIES for span in battle.tables.table(name).columns.spans}


def scoring_faces(battle: CoastalBattle, factors: Sequence[float], modifiers: Sequence[str]) -> int:
    """The number of faces of the die with which a ship's fire hits or straddles, added up over her volleys. ``factors`` has the
    weapon points of cannon, then those of guns.
    """
    throw, earned = battle.tables.table("gunfire"), battle.tables.table("gunfire_results")
    volleys = zip(BATTERIES, factors, strict=True) if battle.reading("two_volleys") else [("guns", sum(factors))]
    faces, highest = 0, throw.thrown.highest
    for battery, factor in volleys:
        rows = throw.faces(whole_factor(battle, factor)) if factor else ()
        counted = battle.modifiers("shooting", (name for name in modifiers if name != HEAVY_GUNS or battery == "guns"))
        results = ((row.span.low, str(row.result)) for row in rows)
        scores = (low for low, result in results if earned.whole(result, "hits") or earned.whole(result, "straddles"))
        least = next(scores, highest + 1 + sum(line.value for line in counted)) - sum(line.value for line in counted)
        faces += max(0, min(highest, highest + 1 - round(least)))
    return faces
