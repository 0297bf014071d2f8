"""The fire of a squadron: targets, guns, and the moment for torpedoes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.rules.aanda.card import ARCS, GunEntry
from fleetbook.rules.aanda.doctrines.expected import AandaChair, bands, bonus, worth
from fleetbook.rules.aanda.gunnery import Fire, has_fired
from fleetbook.rules.aanda.ship import AandaFacts, AandaShip
from fleetbook.rules.aanda.squadron_fire import SquadronFire
from fleetbook.rules.aanda.squadrons import ships_of
from fleetbook.rules.aanda.torpedoes import FireTorpedoes, loaded, reach
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import enemies

MOST_TARGETS = 4  # the nearest enemies, among whom a ship chooses
SPLASHED = 0.67  # of a shot's worth is left at a target with a splash marker, which costs about one of three faces that hit
SINKING = 1.5  # how much more a box is worth to the firer when the target has few left
ENDANGERED = 25  # cm: a torpedo boat as near as this is dealt with first
BOAT = 3.0  # how much more a hit on such a boat is worth


class Shot(NamedTuple):
    """A ship's fire at a target in one direction, with the guns that bear. ``harm`` is the mean number of hull boxes, ``worth``
    the value of this harm.
    """

    firer: str
    target: str
    cm: int
    bearing: str
    mounts: tuple[GunEntry, ...]
    harm: float
    worth: float


def fire(chair: AandaChair, squadron: str, concentrated: bool) -> Iterator[Proposed[AandaShip]]:
    """The orders to fire for a squadron. A ship with targets in several directions, or with a target for torpedoes, fires alone.

    All other ships fire together at each target. Ships at another range, or with the target in another arc, get an order of their
    own.
    """
    if AandaFacts(chair.battle).storm and chair.battle.reading("no_firing_in_storm"):
        return
    foes = fit_enemies(chair)
    ships = [ship for ship in ships_of(chair.battle, squadron) if not (ship.silent or ship.attacked)] if foes else []
    shots = {ship.name: tuple(shots_of(chair, ship, foes)) for ship in ships}
    alone = [ship.name for ship in ships if _fires_alone(chair, ship, shots[ship.name], foes)]
    for name in alone:
        yield from _fire_alone(chair, name)
    left = {name: found for name, found in shots.items() if name not in alone}
    splashed: set[str] = set()
    while left := _still_there(chair, left):
        salvo = _salvo(left, concentrated, splashed)
        target, harm = salvo[0].target, round(sum(shot.harm for shot in salvo), 1)
        rows = groupby(sorted(salvo, key=lambda shot: (shot.cm, shot.bearing)), key=lambda shot: (shot.cm, shot.bearing))
        for (cm, bearing), row in rows:
            firers = tuple(shot.firer for shot in row)
            if is_fit(chair, target) and not any(has_fired(chair.battle.ship(name)) for name in firers):
                inputs = {"squadron": squadron, "target": target, "range": cm, "bearing": bearing, "ships": firers, "last": False}
                yield Proposed(SquadronFire, inputs, reason=Says.most_harm(target=target, boxes=harm))
                left = {name: found for name, found in left.items() if name not in firers}
        splashed.add(target)


def fit_enemies(chair: AandaChair) -> list[AandaShip]:
    """The enemies on the table that are no wrecks."""
    return [foe for foe in enemies(chair.battle, chair.side) if not foe.hull_gone]


def _still_there(chair: AandaChair, shots: dict[str, tuple[Shot, ...]]) -> dict[str, tuple[Shot, ...]]:
    """The shots that can still be fired, by ship. Left out are ships that have fired, and shots at targets that earlier fire has
    sunk or wrecked.
    """
    fit = {target: is_fit(chair, target) for found in shots.values() for target in {shot.target for shot in found}}
    ready = {name: found for name, found in shots.items() if not has_fired(chair.battle.ship(name))}
    left = {name: tuple(shot for shot in found if fit[shot.target]) for name, found in ready.items()}
    return {name: found for name, found in left.items() if found}


def is_fit(chair: AandaChair, name: str) -> bool:
    """Whether a ship is on the table and no wreck."""
    ship = chair.battle.ship(name)
    return ship.afloat and not ship.hull_gone


def shots_of(chair: AandaChair, firer: AandaShip, foes: Sequence[AandaShip]) -> Iterator[Shot]:
    """A shot at each of the nearest enemies, MOST_TARGETS at most. Shots that would do no harm are left out."""
    ready = {mount: left for mount in firer.mounts() if (left := firer.guns_left(mount)) and not firer.fired[mount.name]}
    far = max((bands(chair, mount)[-1].end for mount in ready), default=-1)
    ranges = ((chair.tape.range(firer.name, foe.name), foe.name, foe) for foe in foes)
    for near, _, foe in sorted(each for each in ranges if round(each[0]) <= far)[:MOST_TARGETS]:
        cm, bearing = round(near), chair.tape.arc(firer.name, foe.name, tuple(ARCS))
        guns = [(mount, ready[mount]) for mount in ready if bearing in mount.arc and _reaches(chair, mount, cm)]
        if harm := worth(chair, guns, foe.card.type, cm, bonus(chair, firer, foe)):
            yield Shot(firer.name, foe.name, cm, bearing, tuple(mount for mount, _ in guns), harm, _value(foe, harm, cm))


def _value(foe: AandaShip, harm: float, cm: float) -> float:
    """The value of a shot's harm to an enemy, in boxes. Harm beyond the boxes left does not count. Harm to an enemy with few
    boxes left, or to a torpedo boat near by, counts more.
    """
    lost = 1 - foe.hull / max(foe.full(AandaShip.hull.name), 1)
    boat = BOAT if foe.small and cm <= ENDANGERED else 1
    return min(harm, foe.hull) * (1 + (SINKING - 1) * lost) * boat


def _reaches(chair: AandaChair, mount: GunEntry, cm: int) -> bool:
    return bool(next((band.dice for band in bands(chair, mount) if cm <= band.end), ""))


def _best(shots: tuple[Shot, ...], splashed: set[str]) -> Shot:
    """The shot of a ship with the greatest worth. A shot at a target with splashes of other fire is worth less."""
    return max(shots, key=lambda shot: shot.worth * (SPLASHED if shot.target in splashed else 1))


def _salvo(shots: dict[str, tuple[Shot, ...]], concentrated: bool, splashed: set[str]) -> list[Shot]:
    """The shots of the ships that fire together at one target: the target that all ships together harm most.

    If the fire is not ``concentrated``, it is the first ship's best target, and only ships whose best target it is too join in.
    """
    if not concentrated:
        first = _best(next(iter(shots.values())), splashed)
        best = [_best(found, {*splashed, first.target}) for found in list(shots.values())[1:]]
        return [first, *(shot for shot in best if shot.target == first.target)]
    totals = defaultdict[str, float](float)
    for found in shots.values():
        for shot in found:
            totals[shot.target] += shot.worth
    target = max(totals, key=lambda name: totals[name])
    return [shot for found in shots.values() for shot in found if shot.target == target]


# ------------------------------------------------------------------ ships that fire by themselves


def _fires_alone(chair: AandaChair, ship: AandaShip, shots: tuple[Shot, ...], foes: Sequence[AandaShip]) -> bool:
    """Whether a ship fires alone, because she has targets in several directions or a target for torpedoes."""
    return len({shot.bearing for shot in shots}) > 1 or torpedo_target(chair, ship, foes) is not None


def _fire_alone(chair: AandaChair, name: str) -> Iterator[Proposed[AandaShip]]:
    """The orders to fire for one ship: each gun at the best target that it bears on, then her torpedoes."""
    while shots := tuple(shots_of(chair, chair.battle.ship(name), fit_enemies(chair))):
        best = max(shots, key=lambda shot: shot.worth)
        inputs = {"firer": name, "target": best.target, "batteries": tuple(mount.name for mount in best.mounts)}
        yield Proposed(Fire, inputs, reason=Says.most_harm(target=best.target, boxes=round(best.harm, 1)))
        if not all(chair.battle.ship(name).fired[mount.name] for mount in best.mounts):
            return
    while aim := torpedo_target(chair, chair.battle.ship(name), fit_enemies(chair)):
        target, tubes = aim
        yield Proposed(FireTorpedoes, {"firer": name, "target": target, "tubes": (tubes,)}, reason=Says.torpedoes_reach())
        if not chair.battle.ship(name).fired[tubes]:
            return


def torpedo_target(chair: AandaChair, ship: AandaShip, foes: Sequence[AandaShip]) -> tuple[str, str] | None:
    """The largest of these enemies within a ship's torpedo range, and the tubes that bear on that enemy. None if there is no such
    enemy.

    Destroyers and torpedo boats are no targets.
    """
    if not ship.card.torpedoes or ship.silent:
        return None
    farthest = chair.remember(("torpedoes", ship.name), lambda: max(reach(chair.battle, tubes) for tubes in ship.card.torpedoes))
    for foe in sorted((foe for foe in foes if not foe.small), key=lambda foe: (-foe.card.tons, foe.name)):
        cm = round(chair.tape.range(ship.name, foe.name))
        if cm <= farthest:
            bearing = chair.tape.arc(ship.name, foe.name, tuple(ARCS))
            for tubes in ship.card.torpedoes:
                if bearing in tubes.arc and loaded(ship, tubes) and cm <= reach(chair.battle, tubes):
                    return foe.name, tubes.name
    return None
