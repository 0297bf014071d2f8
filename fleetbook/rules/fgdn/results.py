"""Text that tells the players what happened to a ship: damage, new limits, and her loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fleetbook.core.battle.conditions import Flag
from fleetbook.core.battle.result import DONE, GRAVE, HURT, LOST, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.fgdn.fire_flooding.casualties import SLOWED, new_duties_of
from fleetbook.rules.fgdn.ground.armour import PLUNGING_FIRE, places_struck
from fleetbook.rules.fgdn.ground.card import CARRIER
from fleetbook.rules.fgdn.ground.facts import clock, time_of
from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.rules.fgdn.ground.ship import FgdnShip, fittings, may_land, may_launch
from fleetbook.rules.fgdn.ground.ship_values import Hit
from fleetbook.rules.fgdn.ground.sinking import BLOWN_UP, is_lost_by
from fleetbook.rules.fgdn.ground.terms import DEPTHS, MAJOR, PERISCOPE, SHALLOW, STRAIGHT, SURFACED, TURN, at_least
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import counted, hits, listed, sentence, sentences

WORDED_APART = (FgdnShip.fate, FgdnShip.sinks_at, FgdnShip.out, FgdnShip.planes_lost, FgdnShip.depth)
"""Facts that have text of their own in a result. They are left out of its list of changes."""


def at_depth(depth: str) -> str:
    """The depth of a submarine in words: ``on the surface``, ``at periscope depth``, ``deep``."""
    if depth == SURFACED:
        return "on the surface"
    return depth if depth == DEPTHS[-1] else f"at {depth}{' depth' if depth in (PERISCOPE, SHALLOW) else ''}"


def result_of_changes(happened: Happened[FgdnShip], ship: str, head: str, *means: str, kind: str = DONE) -> Result:
    """The result of an order, made up of the sentences of its changes to a ship."""
    wording, (first, *others) = happened.after.wording, happened.sentences_about(ship, notes=True)
    phrases = [wording.words(first), *(wording.of_her(said, ship) for said in others)]
    words = sentence("; ".join(dict.fromkeys(phrases)))
    return Result(kind=kind, head=head, words=words, means=sentences(*means), subject=ship)


def each_hit(ship: FgdnShip, hit: Hit, number: int, place: str) -> str:
    """Text about equal hits: the points that each does, and whether it pierces the belt or deck."""
    each = f"{counted(hit.points, 'point')}{' each' if number > 1 else ''}"
    if not ship.card.armoured:
        return each
    return f"{each}, through the {place}" if hit.penetrated else f"{each}, the {place} holds"


def shells_struck(happened: Happened[FgdnShip], target: FgdnShip, shells: Sequence[Hit]) -> str:
    """Text for the hits of a battery. Equal hits are put together."""
    places = [die.result for die in happened.rolls if die.table == PLUNGING_FIRE]
    places = places or places_struck(target.battle, target, shells[0].band)
    alike = Counter(zip(shells, places if len(places) == len(shells) else places * len(shells), strict=False))
    phrases = [(number, each_hit(target, hit, number, place)) for (hit, place), number in alike.items()]
    return phrases[0][1] if len(phrases) == 1 else "; ".join(f"{number} of {words}" for number, words in phrases)


def held_hits(ship: FgdnShip) -> str:
    """Text for the hits on a ship that wait for the end of the phase."""
    points = sum(hit.points for hit in ship.held)
    return f"worked out at the end of the phase: she has {hits(len(ship.held)).lower()}, {counted(points, 'point')} in all"


def damage_result(happened: Happened[FgdnShip], name: str, rows: Iterable[str] = (), by: str = "") -> Result:
    """The result that describes a ship's damage. ``rows`` are her critical hits in words, ``by`` is the cause of the damage."""
    before, ship = happened.before.ship(name), happened.after.ship(name)
    rows = tuple(f"{number} times {row}" if number > 1 else row for row, number in Counter(rows).items())
    if before.fit and not ship.fit:
        return lost_result(happened, name, rows)
    taken, lead = _points_taken(before, ship), f"{by.upper()}: " * bool(by)
    harm = list(harm_of(happened, name))
    if not (taken or rows or harm):
        why = "takes no points" if before.fit else "is lost already"
        return Result(kind=NOTHING, head="unhurt", words=f"{lead}{name} {why}.", subject=name)
    criticals = happened.counted("criticals")
    struck = counted(criticals, "critical hit") if criticals else "no critical hit"
    points = counted(taken, "point")
    words = f"{lead}{name} takes {points}{_points_left(before, ship)}; {struck}" if taken else f"{lead}{name}, {struck}"
    kind, head = GRAVE if _crippled(ship) > _crippled(before) else HURT, points if taken else struck
    words = f"{words}: {'; '.join(harm)}." if harm else f"{words}."
    return Result(kind=kind, head=head, words=words, means=sentences(*consequences(before, ship)), rows=rows, subject=name)


def lost_result(happened: Happened[FgdnShip], name: str, rows: tuple[str, ...] = ()) -> Result:
    """The result that tells how a ship was lost. She is gone at once, or takes some time to sink (8.1.8)."""
    ship = happened.after.ship(name)
    loss = ship.loss
    if not loss:
        lost_by = happened.after.wording.of(ship.lost_by or Says.damage)
        words = f"{name} IS LOST: {lost_by}. She goes under at {clock(ship.sinks_at or 0)}."
        return Result(kind=LOST, head="she is lost", words=words, rows=rows, subject=name)
    near = [
        f"ships within {ring.yards} yards take {counted(ring.points, 'point')}: order the blast for each" for ring in ship.blast
    ]
    verb, head = "IS LOST" if ship.is_airship else "SINKS", loss.kind
    if is_lost_by(ship, *BLOWN_UP):
        verb, head = "BLOWS UP", "blown up"
    capsizes = is_lost_by(ship, Says.capsized)
    words = f"{name} CAPSIZES." if capsizes else f"{name} {verb}: {loss.how}."
    means = sentences(*near, happened.left(ship.side))
    return Result(kind=LOST, head=head, words=words, means=means, rows=rows, subject=name)


def _points_taken(before: FgdnShip, ship: FgdnShip) -> int:
    """The points of damage that the ship took. A small craft loses no points; hers are added up in each turn."""
    turn = str(ship.turn_now)
    return ship.points_this_turn[turn] - before.points_this_turn[turn] if ship.small else before.points_left - ship.points_left


def _points_left(before: FgdnShip, ship: FgdnShip) -> str:
    if ship.is_airship:
        return ""
    if not ship.small:
        return f", {ship.points_left} of {ship.points} left"
    times = ship.battle.figure("small craft sunk, times its points in one turn")
    return f", {ship.points_this_turn[str(ship.turn_now)]} this {TURN} of {times * ship.points} that sink her"


def _crippled(ship: FgdnShip) -> int:
    """The number of these statements that are true: the batteries are out, all weapons are out, the ship cannot move."""
    return ship.batteries_out + ship.silent + (not max_speed(ship))


def harm_of(happened: Happened[FgdnShip], name: str) -> Iterator[str]:
    """Phrases for the harm to a ship apart from lost points."""
    before, ship = happened.before.ship(name), happened.after.ship(name)
    out = [fitted for fitted in fittings(ship) if ship.out[fitted] and not before.out[fitted]]
    if out:
        yield f"{listed(out)} out of action"
    for track, left in ((FgdnShip.flotation, ship.flotation), (FgdnShip.crew_factors, ship.crew_factors)):
        if ship.small and not ship.is_airship and left < before.left(track.name):
            yield f"{track.name} {left} of {ship.full(track.name)}"
    if ship.planes_lost > before.planes_lost:
        yield f"{ship.planes_lost - before.planes_lost} of her aircraft lost, {ship.planes_left or 'none'} left"
    if ship.depth != before.depth and ship.fit:
        yield f"she is {at_depth(ship.depth)} now"
    wording = happened.after.wording
    yield from dict.fromkeys(wording.of_her(said, name) for said in happened.sentences_about(name, *WORDED_APART))


def consequences(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
    """Phrases for the lost abilities and new duties of a damaged ship, the worst first."""
    if not ship.fit:
        return
    figure = ship.battle.figure
    if ship.silent and not before.silent:
        yield f"all her weapons are out: {figure('all weapons out, left at most')} % of her points or less is left"
    elif ship.batteries_out and not before.batteries_out:
        share = figure("batteries out, left at most")
        yield f"her main, secondary and tertiary batteries are out: {share} % of her points or less is left"
    knots = max_speed(ship)
    floods = at_least(ship.casualties.flooding_level, MAJOR) and not at_least(before.casualties.flooding_level, MAJOR)
    if knots < max_speed(before) and not (floods and knots == figure(SLOWED)):
        yield f"{knots} knots at most" if knots else "she cannot move"
    if ship.jammed and ship.jammed != before.jammed:
        yield "she cannot turn until it is freed" if ship.jammed == STRAIGHT else f"she turns to {ship.jammed} until it is freed"
    if ship.rudder_disabled and not before.rudder_disabled:
        yield "she turns by 15 degrees at most"
    yield from _without_men(before, ship)
    yield from new_duties_of(before, ship)
    more = sum(hit.points for hit in ship.following) - sum(hit.points for hit in before.following)
    if more > 0:
        yield f"{counted(more, 'point')} more from it to work out"


def _without_men(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
    """Phrases for the abilities that a ship lacks because her bridge, her power or her flight operations are out."""
    if ship.bridge_out and not before.bridge_out:
        yield f"no change of course or speed until {until(ship, FgdnShip.bridge_out)}"
    if ship.no_propulsion and not before.no_propulsion:
        yield f"no change of course or depth and no torpedoes until {until(ship, FgdnShip.no_propulsion)}"
    if ship.card.kind != CARRIER:
        return
    if ship.no_flying and not before.no_flying:
        yield f"no flight operations until {until(ship, FgdnShip.no_flying)}"
    cannot = ("take off" * (may_launch(before) and not may_launch(ship)), "land" * (may_land(before) and not may_land(ship)))
    if any(cannot):
        yield f"no plane can {' or '.join(filter(None, cannot))}"


def until(ship: FgdnShip, fact: Flag) -> str:
    """The time of day at which a temporary critical hit ends."""
    return time_of(ship.battle, max(entry.turn for entry in ship.clearing if entry.fact == fact.name))
