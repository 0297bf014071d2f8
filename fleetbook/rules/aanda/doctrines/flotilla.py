"""Destroyers and torpedo boats: their place before an attack, and the attack itself."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import AWAY, HOME, TOWARDS, Helm
from fleetbook.core.doctrines.models import A_SPEED
from fleetbook.rules.aanda.doctrines.expected import AandaChair
from fleetbook.rules.aanda.doctrines.fighting import Steering, has_torpedoes, is_flotilla, nearest, speed_of
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.torpedoes import reach
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import afloat, enemies

STATION = 15  # cm from the large ship beside which a flotilla waits
CRIPPLED = 0.5  # of the hull: a large ship with less is worth an attack by day
CLEAR = 40  # cm: from this distance to the enemy on, a flotilla goes home instead of away


def in_waiting(chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
    """The next move of a squadron that waits beside its side's largest ship, no nearer to the enemy than she is. Boats with
    torpedoes attack a crippled large enemy. If there is no large ship, the squadron goes home.
    """
    large = [one for one in enemies(chair.battle, chair.side) if not one.small]
    cripples = [one for one in large if one.hull <= CRIPPLED * one.full(AandaShip.hull.name) or not one.max_speed]
    others = [own for own in afloat(chair.battle, chair.side) if own.squadron != ships[0].squadron]
    leaders = [own for own in others if not own.small and not own.wrecked]
    prey = nearest(chair, ships[0], cripples)
    if prey and is_flotilla(ships) and any(map(has_torpedoes, ships)):
        return attack(chair, ships, prey)
    if not leaders:
        return Steering(Helm(HOME), speed_of(ships), reason=Says.no_leader())
    leader = max(leaders, key=lambda own: (own.card.tons, own.name))
    exposed = chair.tape.range(ships[0].name, foe.name) < chair.tape.range(leader.name, foe.name) + STATION
    helm = Helm(AWAY, foe.name) if exposed else Helm(TOWARDS, leader.name, STATION)
    reason = Says.exposed(ship=leader) if exposed else Says.waits(ship=leader)
    return Steering(helm, min(speed_of(ships), max(leader.speed, STATION)), reason=reason)


def attack(chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
    """The next move of boats that attack: straight at the enemy at full speed. They evade until the last move before they fire,
    because evading spoils their aim.
    """
    speed = speed_of(ships)
    far = max((reach(chair.battle, tubes) for ship in ships for tubes in ship.card.torpedoes), default=0)
    away = chair.tape.range(ships[0].name, foe.name)
    near = away - speed * chair.figures.of(A_SPEED) <= far
    return Steering(Helm(TOWARDS, foe.name, far / 2), speed, evading=not near, reason=Says.torpedo_attack(target=foe, cm=far))


def turn_away(chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
    """The next move of boats after their attack: away from a near enemy, evading and in smoke, otherwise home."""
    near = chair.tape.range(ships[0].name, foe.name) < CLEAR
    helm = Helm(AWAY, foe.name) if near else Helm(HOME)
    return Steering(helm, speed_of(ships), evading=near, smoke=near, reason=Says.tubes_empty())
