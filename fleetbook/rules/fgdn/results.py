"""What became of a ship, in words for the table: damage, what is out, what that means by the rules, and how she is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fleetbook.core.battle.conditions import Flag
from fleetbook.core.battle.result import DONE, GRAVE, HURT, LOST, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.core.words.sentence import Said
from fleetbook.rules.fgdn.fire_flooding.casualties import SLOWED, new_on
from fleetbook.rules.fgdn.ground.armour import PLUNGING_FIRE, places_struck
from fleetbook.rules.fgdn.ground.card import CARRIER
from fleetbook.rules.fgdn.ground.facts import clock, time_of
from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, may_land, may_launch
from fleetbook.rules.fgdn.ground.ship_values import Hit
from fleetbook.rules.fgdn.ground.sinking import BLOWN_UP
from fleetbook.rules.fgdn.ground.terms import DEPTHS, MAJOR, PERISCOPE, SHALLOW, STRAIGHT, SURFACED, TURN, at_least
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import counted, hits, listed, sentence, sentences
from fleetbook.rules.kit.warship import Loss

CAPSIZES, BLOWS_UP = "CAPSIZES", "BLOWS UP"
GONE = {Says.capsized.key: CAPSIZES, **{how.key: BLOWS_UP for how in BLOWN_UP}}
"""What a ship does that is gone at once, by the sentence that says how she is lost; any other sinks."""
TOLD_APART = (FgdnShip.fate, FgdnShip.sinks_at, FgdnShip.out, FgdnShip.planes_lost, FgdnShip.depth)
"""Facts that are told in words of their own."""


def of_her(ship: str, text: str) -> str:
    """What is told of a ship, without her name at its beginning: ``her A is out of action``, ``she loses an aircraft``."""
    for start, instead in ((f"{ship}'s ", "her "), (f"{ship}: ", ""), (f"{ship}, ", ""), (f"{ship} ", "she ")):
        if text.startswith(start):
            return instead + text.removeprefix(start)
    return text


def said_of_her(battle: FgdnBattle, name: str, said: Said) -> str:
    """A sentence of a ship, with "she" or "her" for her name at its beginning: ``she loses an aircraft``."""
    if said.key == Says.typed.key:
        return of_her(name, battle.wording.words(said))
    return battle.wording.of_her(said, name)


def at_depth(depth: str) -> str:
    """Where a submarine is: ``on the surface``, ``at periscope depth``, ``deep``."""
    if depth == SURFACED:
        return "on the surface"
    return depth if depth == DEPTHS[-1] else f"at {depth}{' depth' if depth in (PERISCOPE, SHALLOW) else ''}"


def as_told(happened: Happened[FgdnShip], ship: str, head: str, *means: str, kind: str = DONE) -> Result:
    """An order that is told by what it changed of a ship."""
    first, *others = happened.said_of(ship, notes=True)
    told = [happened.after.wording.words(first), *(said_of_her(happened.after, ship, said) for said in others)]
    words = sentence("; ".join(dict.fromkeys(told)))
    return Result(kind=kind, head=head, words=words, means=sentences(*means), subject=ship)


def each_hit(ship: FgdnShip, hit: Hit, number: int, place: str) -> str:
    """What each of some hits comes to on the belt or the deck of a ship."""
    each = f"{counted(hit.points, 'point')}{' each' if number > 1 else ''}"
    if not ship.card.armoured:
        return each
    return f"{each}, through the {place}" if hit.penetrated else f"{each}, the {place} holds"


def shells_struck(happened: Happened[FgdnShip], target: FgdnShip, shells: Sequence[Hit]) -> str:
    """What each shell of a battery comes to, those that are alike told together."""
    places = [die.result for die in happened.rolls if die.table == PLUNGING_FIRE]
    places = places or places_struck(target.battle, target, shells[0].band)
    alike = Counter(zip(shells, places if len(places) == len(shells) else places * len(shells), strict=False))
    told = [(number, each_hit(target, hit, number, place)) for (hit, place), number in alike.items()]
    return told[0][1] if len(told) == 1 else "; ".join(f"{number} of {words}" for number, words in told)


def kept(ship: FgdnShip) -> str:
    """When the hits that a ship has are worked out, and how many they are."""
    points = sum(hit.points for hit in ship.held)
    return f"worked out at the end of the phase: she has {hits(len(ship.held)).lower()}, {counted(points, 'point')} in all"


def befallen(happened: Happened[FgdnShip], name: str, rows: Iterable[str] = (), by: str = "") -> Result:
    """What damage came to on a ship; ``rows`` tell her critical hits, those alike together, ``by`` what it came of."""
    before, ship = happened.before.ship(name), happened.after.ship(name)
    each = Counter(rows)
    rows = tuple(f"{number} times {row}" if number > 1 else row for row, number in each.items())
    if before.fit and not ship.fit:
        return lost(happened, name, rows)
    taken, lead = _taken(before, ship), f"{by.upper()}: " * bool(by)
    harm = list(harmed(happened, name))
    if not (taken or rows or harm):
        why = "takes no points" if before.fit else "is lost already"
        return Result(kind=NOTHING, head="unhurt", words=f"{lead}{name} {why}.", subject=name)
    criticals = happened.counted("criticals")
    struck = counted(criticals, "critical hit") if criticals else "no critical hit"
    points = counted(taken, "point")
    words = f"{lead}{name} takes {points}{_left(before, ship)}; {struck}" if taken else f"{lead}{name}, {struck}"
    kind, head = GRAVE if _crippled(ship) > _crippled(before) else HURT, points if taken else struck
    told = f"{words}: {'; '.join(harm)}." if harm else f"{words}."
    return Result(kind=kind, head=head, words=told, means=sentences(*meaning(before, ship)), rows=rows, subject=name)


def lost(happened: Happened[FgdnShip], name: str, rows: tuple[str, ...] = ()) -> Result:
    """A ship is lost: at once, or she takes her time to go under (8.1.8)."""
    ship = happened.after.ship(name)
    loss = ship.loss
    if not loss:
        lost_by = happened.after.wording.of(ship.lost_by or Says.damage)
        words = f"{name} IS LOST: {lost_by}. She goes under at {clock(ship.sinks_at or 0)}."
        return Result(kind=LOST, head="she is lost", words=words, rows=rows, subject=name)
    near = [
        f"ships within {ring.yards} yards take {counted(ring.points, 'point')}: order the blast for each" for ring in ship.blast
    ]
    verb = GONE.get(_said_how(happened.after, loss), "IS LOST" if ship.is_airship else "SINKS")
    means = sentences(*near, happened.left(ship.side))
    head = "blown up" if verb == BLOWS_UP else loss.kind
    said = f"{name} {verb}{'' if verb == CAPSIZES else f': {loss.how}'}."
    return Result(kind=LOST, head=head, words=said, means=means, rows=rows, subject=name)


def _said_how(battle: FgdnBattle, loss: Loss) -> str:
    """The key of the sentence that says how a ship is lost; where words are kept, of that with the same words."""
    if loss.said and loss.said.key != Says.typed.key:
        return loss.said.key
    return next((how.key for how in (Says.capsized, *BLOWN_UP) if battle.wording.of(how) == loss.how), "")


def _taken(before: FgdnShip, ship: FgdnShip) -> int:
    """Points taken; those of small craft are counted by the turn."""
    turn = str(ship.turn_now)
    return ship.points_this_turn[turn] - before.points_this_turn[turn] if ship.small else before.points_left - ship.points_left


def _left(before: FgdnShip, ship: FgdnShip) -> str:
    if ship.is_airship:
        return ""
    if not ship.small:
        return f", {ship.points_left} of {ship.points} left"
    times = ship.battle.figure("small craft sunk, times its points in one turn")
    return f", {ship.points_this_turn[str(ship.turn_now)]} this {TURN} of {times * ship.points} that sink her"


def _crippled(ship: FgdnShip) -> int:
    """How many of these hold: batteries out, all weapons out, no speed."""
    return ship.batteries_out + ship.silent + (not max_speed(ship))


def harmed(happened: Happened[FgdnShip], name: str) -> Iterator[str]:
    """What befell a ship beside her points, a phrase each."""
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
    said = happened.said_of(name, *TOLD_APART)
    yield from dict.fromkeys(said_of_her(happened.after, name, each) for each in said)


def fittings(ship: FgdnShip) -> list[str]:
    """Names of all that may be out: mounts and other weapons, in the order of the card."""
    return [*(mount.name for mount in ship.card.mounts), *(weapon.name for weapon in ship.card.weapons)]


def meaning(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
    """What a ship can do no longer and must do now, the worst first."""
    if not ship.fit:
        return
    yield from _of_massive_damage(before, ship)
    knots = max_speed(ship)
    if knots < max_speed(before) and not _slowed_by_flooding(before, ship):
        yield f"{knots} knots at most" if knots else "she cannot move"
    yield from _of_helm(before, ship)
    yield from _of_men(before, ship)
    yield from new_on(before, ship)
    more = sum(hit.points for hit in ship.following) - sum(hit.points for hit in before.following)
    if more > 0:
        yield f"{counted(more, 'point')} more from it to work out"


def _slowed_by_flooding(before: FgdnShip, ship: FgdnShip) -> bool:
    """Whether flooding has come to slow a ship, and to no less than she can make."""
    floods = at_least(ship.casualties.flooding_level, MAJOR) and not at_least(before.casualties.flooding_level, MAJOR)
    return floods and max_speed(ship) == ship.battle.figure(SLOWED)


def _of_massive_damage(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
    figure = ship.battle.figure
    if ship.silent and not before.silent:
        yield f"all her weapons are out: {figure('all weapons out, left at most')} % of her points or less is left"
    elif ship.batteries_out and not before.batteries_out:
        share = figure("batteries out, left at most")
        yield f"her main, secondary and tertiary batteries are out: {share} % of her points or less is left"


def _of_helm(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
    if ship.jammed and ship.jammed != before.jammed:
        yield "she cannot turn until it is freed" if ship.jammed == STRAIGHT else f"she turns to {ship.jammed} until it is freed"
    if ship.rudder_disabled and not before.rudder_disabled:
        yield "she turns by 15 degrees at most"


def _of_men(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
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
    """The time of the turn in which a fact of a ship is over."""
    return time_of(ship.battle, max(entry.turn for entry in ship.clearing if entry.fact == fact.name))
