"""Results of orders and parts in the referee's words, for every outcome of their tables."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.rules.fgdn import RULESET
from tests.rules.fgdn.gunfire import batch, critical, duel, fire
from tests.rules.fgdn.results import (
    Case,
    afloat,
    battleship,
    boat,
    carrier,
    freighter,
    one,
    printed,
    results_in_words,
    submarine,
    thrown,
)
from tests.rules.fgdn.scene import Game, house, ship, small
from tests.rules.fgdn.test_results_air_and_after import AFTERWARDS, AIR
from tests.rules.fgdn.test_results_criticals import TOLD_ELSEWHERE

# -- gunfire and attacks


def shot(*dice: int, **inputs: Any) -> tuple[Game, Record]:
    game = duel()
    return game, fire(game, *dice, modifiers=(), **inputs)


def rash() -> tuple[Game, Record]:
    game = duel()
    fire(game, hits="0", modifiers=())
    return game, game.give("fire", firer="Moltke", target="Tiger", range=15000, battery="main", hits="0", modifiers=())


def several() -> tuple[Game, Record]:
    game = duel(rules=[house(strikes_each="hit")])
    return game, fire(game, 1, 8, 1, hits="3", modifiers=())


GUNFIRE = [
    Case("fire", lambda: shot(3, 8),
         "hit | 1 HIT | 1 HIT on Moltke: 34 points, through the deck. Worked out at the end of the phase: she has 1 hit, "
         "34 points in all. Threw 3, needed 10 or less."),
    Case("fire", lambda: shot(10, 1),
         "hit | 1 HIT | 1 HIT on Moltke: 34 points, through the belt. Worked out at the end of the phase: she has 1 hit, "
         "34 points in all. Threw 10, needed 10 or less."),
    Case("fire", lambda: shot(11), "missed | missed | MISSED: Tiger's main battery at Moltke. Threw 11, needed 10 or less."),
    Case("fire", lambda: shot(hits="0"), "missed | missed | MISSED: Tiger's main battery at Moltke."),
    Case("fire", lambda: shot(range=24000, over_limit=20),
         "missed | no chance | NO CHANCE: Tiger's main battery at Moltke. Extreme range, 8 barrels, modifiers -20: 0 %."),
    Case("fire", rash,
         "missed | missed | MISSED: Moltke's main battery at Tiger. Tiger fired as if no enemy would fire at her:"
         " undo leads back to her fire."),
    Case("fire", several,
         "hit | 3 HITS | 3 HITS on Moltke: 2 of 34 points each, through the belt; 1 of 34 points, through the deck. Worked"
         " out at the end of the phase: she has 3 hits, 102 points in all."),
]  # fmt: skip


def struck(order: str, line: Any = None, dived: str = "", **inputs: Any) -> tuple[Game, Record]:
    game = afloat(line or battleship(underwater=105), dived).go("movement")
    return one(game, order, target="Ship", **inputs)


ATTACKS = [
    Case("torpedo", lambda: struck("torpedo", points=70, side="port"),
         "hit | 1 HIT | A TORPEDO HITS Ship, port side: 35 of 70 points get through. It floods her. Worked out at the end of"
         " the phase: she has 1 hit, 35 points in all."),
    Case("torpedo", lambda: struck("torpedo", points=30, side="port"),
         "hit | 1 HIT | A TORPEDO HITS Ship, port side: her torpedo protection absorbs all of them. Worked out at the end of the"
         " phase: she has 1 hit, 0 points in all."),
    Case("torpedo", lambda: struck("torpedo", points=81, aspect="stern"),
         "hit | 1 HIT | A TORPEDO HITS Ship, stern: 40 of 81 points get through. It floods her. Worked out at the end of the"
         " phase: she has 1 hit, 40 points in all."),
    Case("torpedo", lambda: struck("torpedo", kind="mine", points=40, side="starboard"),
         "hit | 1 HIT | Ship STRIKES A MINE, starboard side: 5 of 40 points get through. Worked out at the end of the phase:"
         " she has 1 hit, 5 points in all."),
    Case("torpedo", lambda: struck("torpedo", submarine(), "shallow", points=40, side="port"),
         "hit | 1 HIT | A TORPEDO HITS Ship, port side: all 40 points get through. It floods her. It breaches her pressure "
         "hull. Worked out at the end of the phase: she has 1 hit, 40 points in all."),
    Case("bombs", lambda: struck("bombs", hits=2, points=20, penetration=9),
         "hit | 2 HITS | 2 BOMB HITS on Ship: 20 points each, through the deck. Worked out at the end of the phase: she has 2"
         " hits, 40 points in all."),
    Case("bombs", lambda: struck("bombs", hits=1, points=21, penetration=1, kind="rocket"),
         "hit | 1 HIT | 1 ROCKET HIT on Ship: 10 points, the deck holds. Worked out at the end of the phase: she has 1 hit, "
         "10 points in all."),
    Case("bombs", lambda: struck("bombs", carrier(), hits=2, points=20, penetration=9, pounds=200),
         "hit | 2 HITS | 2 BOMB HITS on Ship: 20 points each, and each opens her flight deck. Worked out at the end of the "
         "phase: she has 2 hits, 40 points in all."),
    Case("shells", lambda: struck("shells", mm=20, hits=3, points=1, place="belt"),
         "hit | 3 HITS | 3 HITS by gunfire on Ship: 0 points each, the belt holds. Worked out at the end of the phase: she "
         "has 3 hits, 0 points in all."),
    Case("depth-charges", lambda: struck("depth-charges", submarine(), "shallow", severity="lethal", points=12),
         "hit | 1 HIT | Ship IS HIT: lethal damage, 12 points. Worked out at the end of the phase: she has 1 hit, 12 points "
         "in all."),
    Case("depth-charges", lambda: struck("depth-charges", submarine(), "shallow", points=3, contact="yes"),
         "hit | 1 HIT | Ship IS HIT: minor damage, 3 points. It breaches her pressure hull. Worked out at the end of the "
         "phase: she has 1 hit, 3 points in all."),
    Case("launch", lambda: one(afloat(submarine()).go("movement"), "launch", ship="Ship", weapon="bow tubes", number=3),
         "done | 3 away | 3 AWAY from Ship's bow tubes. 1 left."),
]  # fmt: skip


# -- damage worked out


def held(points: int, *dice: int, line: Any = None, **inputs: Any) -> tuple[Game, Record]:
    game = afloat(line or battleship()).go("planned-fire")
    game.give("shells", target="Ship", points=points, mm=305, penetration=60, **inputs)
    return one(game, "damage", *dice, ship="Ship")


def alike() -> tuple[Game, Record]:
    """Two critical hits on the bridge that the armour keeps out, in one row."""
    game = afloat(battleship()).go("planned-fire")
    game.give("shells", target="Ship", points=120, mm=305, penetration=0, place="belt")
    return one(game, "damage", 6, 19, 19, ship="Ship")


def near() -> tuple[Game, Record]:
    game = Game(ship("Friend"), ship("Lion"), blue=[ship("Foe")])
    critical(game, "Lion", "Main Battery*", 3, 1, 9)
    return one(game.go("planned-fire"), "blast", 1, exploded="Lion", ship="Friend", yards=300)


def keel() -> tuple[Game, Record]:
    game = afloat(battleship(points=100)).go("movement")
    game.give("torpedo", target="Ship", points=75, side="port")
    return one(game, "damage", 8, 3, ship="Ship")


def taken(*points: int) -> tuple[Game, Record]:
    """Damage, blow after blow; what critical hits it does the armour keeps out: each is a bridge's."""
    game = afloat(battleship(points=100))
    for each in points[:-1]:
        strike_points(game, each)
    return game, strike_points(game, points[-1])


def strike_points(game: Game, points: int, die: int = 1) -> Record:
    ship_ = game["Ship"]
    left = max(ship_.points_left - points, 1)
    number = 0
    if points < ship_.points_left and points * 10 < 30 * left:
        number = int(RULESET.tables.table("damage_ratio").faces(points * 10 // left)[die - 1].result)
        number += max(points - left, 0) * 5 // left
        return batch(game, "Ship", points, die, *[19] * number, penetrated=False, causes=[])
    return batch(game, "Ship", points, *(() if points < ship_.points_left else (3,)), penetrated=False, causes=[])


def boiler() -> tuple[Game, Record]:
    game = afloat(battleship())
    critical(game, "Ship", "Engineering*", 10, 3)
    return one(game, "following", 1, ship="Ship")


DAMAGE = [
    Case("damage", lambda: held(30, 1), "hurt | 30 points | Ship takes 30 points, 370 of 400 left; no critical hit."),
    Case("damage", lambda: held(60, 6, 1, 3, 1, 8, 10, 1, 3),
         "hurt | 60 points | Ship takes 60 points, 340 of 400 left; 2 critical hits: A out of action; she loses a level of"
         " speed; fire of 3 %, due 1209. 15 knots at most."),
    Case("damage", lambda: held(5, 6, 10, 1, 3, line=ship("Ship", points=400)),
         "hurt | 5 points | Ship takes 5 points, 395 of 400 left; 1 critical hit: she loses a level of speed; fire of 3 %,"
         " due 1209. 15 knots at most."),
    Case("damage", lambda: held(3, 4, 12, line=small("Ship")),
         "hurt | 3 points | Ship takes 3 points, 3 this turn of 24 that sink her; 1 critical hit: flotation 3 of 4. 26 "
         "knots at most."),
    Case("damage", lambda: held(24, 3, line=small("Ship")),
         "lost | she is lost | Ship IS LOST: gunfire. She goes under at 1230."),
    Case("damage-taken", lambda: taken(50, 25),
         "grave | 25 points | Ship takes 25 points, 25 of 100 left; 6 critical hits. Her main, secondary and tertiary "
         "batteries are out: 25 % of her points or less is left. 5 knots at most."),
    Case("damage-taken", lambda: taken(50, 25, 15),
         "grave | 15 points | Ship takes 15 points, 10 of 100 left; 8 critical hits. All her weapons are out: 10 % of her "
         "points or less is left. She cannot move."),
    Case("damage-taken", lambda: taken(80),
         "grave | 90 points | Ship takes 90 points, 10 of 100 left; no critical hit. All her weapons are out: 10 % of her "
         "points or less is left. She cannot move."),
    Case("damage-taken", lambda: taken(100), "lost | she is lost | Ship IS LOST: damage. She goes under at 1230."),
    Case("damage", keel, "lost | she is lost | Ship IS LOST: keel broken by a torpedo. She goes under at 1230."),
    Case("following", boiler,
         "hurt | 100 points | BOILER EXPLOSION: Ship takes 100 points, 300 of 400 left; no critical hit. 10 knots at most."),
    Case("blast", near, "hurt | 24 points | THE BLAST OF LION: Friend takes 24 points, 376 of 400 left; no critical hit."),
]  # fmt: skip


# -- helm, depth, and what is over


def jammed(*dice: int) -> tuple[Game, Record]:
    """A rudder jammed in turn 1 that may be tried in turn 2, with these attempts."""
    game = afloat(battleship())
    critical(game, "Ship", "Rudder*", 1)
    game.go("resolution")
    for turn, die in enumerate(dice[:-1], 2):
        game.next(*((1,) if turn == 2 else ()), die)
        game.go("resolution", turn)
    return game, game.next(*((1,) if len(dice) == 1 else ()), dice[-1])


def due(line: Any, nature: str, *dice: int, turn: int = 1, throw: tuple[int, ...] = (), **inputs: Any) -> tuple[Game, Record]:
    """A critical hit in turn 1, and the beginning of the next turn or a later one."""
    depth = inputs.pop("depth", "")
    game = afloat(line, depth)
    critical(game, "Ship", nature, *dice, **inputs)
    game.go("resolution", turn)
    return game, game.next(*throw)


def adrift(*throw: int, knots: int = 10) -> tuple[Game, Record]:
    """A submarine at periscope depth without depth control."""
    game = afloat(submarine(), "shallow")
    critical(game, "Ship", "Rudder", column="major damage")
    game.give("set", ship="Ship", condition="speed", value=str(knots))
    game.go("resolution")
    return game, game.next(*throw)


HELM = [
    Case("rudder-first", lambda: due(battleship(), "Rudder*", 1, throw=(3,)),
         "missed | rudder jammed | Ship may try to free her rudder from 1209."),
    Case("free-rudder", lambda: jammed(2), "good | rudder free | Ship: THE RUDDER IS FREE."),
    Case("free-rudder", lambda: jammed(3),
         "missed | rudder jammed | Ship: THE RUDDER STAYS JAMMED STRAIGHT. Next turn she tries again: 4 or less on a D10."),
    Case("free-rudder", lambda: jammed(3, 5, 7),
         "grave | rudder stuck | Ship: THE RUDDER STAYS JAMMED STRAIGHT. It cannot be freed in this battle."),
    Case("put-right", lambda: due(battleship(), "Bridge*", 1, 6), "good | put right | Ship: bridge manned again."),
    Case("put-right", lambda: due(submarine(), "Switchboard", 2, depth="shallow", column="major damage"),
         "good | put right | Ship: power again."),
    Case("put-right", lambda: due(submarine(), "Sensor", 9, 1, column="minor damage"),
         "good | put right | Ship: sonar in order again."),
    Case("depth-risk", lambda: adrift(51), "good | depth kept | Ship STAYS at shallow depth."),
    Case("depth-risk", lambda: adrift(50, 1), "done | periscope | Ship CHANGES DEPTH: at periscope depth."),
    Case("depth-risk", lambda: adrift(50, 6), "done | intermediate 1 | Ship CHANGES DEPTH: at intermediate 1."),
    Case("depth-risk", lambda: due(submarine(), "Hull Deformation", depth="deep", column="lethal", throw=(51,)),
         "good | depth kept | Ship STAYS deep. Her deformed hull holds; its chance to"
         " fail was 50 %."),
    Case("depth-risk", lambda: due(submarine(), "Hull Deformation", depth="deep", column="lethal", throw=(50,)),
         "lost | sunk | Ship SINKS: pressure hull breached, all hands lost. Red: none of 1 fight."),
]  # fmt: skip


# -- fire and flooding


def afire(*severities: int, flooding: tuple[int, ...] = (), start: str = "1200") -> Game:
    game = Game(ship("Ship", points=4000), ship("Tug", tug=True, size="D"), start=start)
    game.burn("Ship", *severities)
    game.burn("Ship", *flooding, kind="flooding")
    return game


def begun(die: int, *before: int, **inputs: Any) -> tuple[Game, Record]:
    game = afire(*before)
    return game, game.casualty("Ship", die, **inputs)


def fought(*dice: int, fires: tuple[int, ...] = (5,), flooding: tuple[int, ...] = ()) -> tuple[Game, Record]:
    """Resolution of the turn in which a fire or flooding of turn 1 is due: damage, then the dice that fight it."""
    game = afire(*fires, flooding=flooding).go("resolution", 4)
    return one(game, "casualties", *dice, ship="Ship")


def too_few() -> tuple[Game, Record]:
    """Three per cent of 20 points are none."""
    game = Game(ship("Ship", points=20, size="D"))
    game.burn("Ship", 3, kind="flooding")
    return one(game.go("resolution", 4), "casualties", 7, ship="Ship")


def flooded_at_once() -> tuple[Game, Record]:
    game = Game(ship("Ship"))
    game.burn("Ship", 4, kind="flooding")
    game.go("movement").give("torpedo", target="Ship", points=40, side="port")
    return one(game, "damage", 1, 6, ship="Ship")


def conflagration(*dice: int) -> tuple[Game, Record]:
    """17 % of fire at 1209, at first reduced in vain; the magazines are at risk in the Intermediate Turn 1230."""
    return one(afire(6, 6, 6, start="1221").go("resolution", 4), "casualties", *dice, ship="Ship")


def capsizing(*dice: int) -> tuple[Game, Record]:
    return one(afire(flooding=(6, 6, 6), start="1221").go("resolution", 4), "casualties", *dice, ship="Ship")


def helped(order: str, **inputs: Any) -> tuple[Game, Record]:
    game = afire(8, 5)
    if order in ("assist", "cast-off"):
        game.give("set", ship="Ship", condition="speed", value="10")
        game.give("set", ship="Tug", condition="speed", value="10")
        game.go("movement")
    if order == "cast-off":
        game.give("assist", ship="Ship", helper="Tug", side="port")
    return one(game, order, ship="Ship", **inputs)


def burning_cargo(*dice: int) -> tuple[Game, Record]:
    game = Game(freighter("ammo"), start="1227")
    critical(game, "Ship", "Cargo", 3, 40, 3, column="merchant")
    game.go("resolution")
    return game, game.next(*dice)


def sinking() -> tuple[Game, Record]:
    game = afloat(battleship())
    batch(game, "Ship", 400, 1)
    game.go("plotting", 5)
    return game, game.next()


def coasting(knots: int = 125) -> tuple[Game, Record]:
    game = afloat(battleship(knots=28, deceleration=6))
    game.give("set", ship="Ship", condition="speed", value="28")
    game.give("set", ship="Ship", condition="levels of speed lost", value="2")
    return game, game.next()


def forced_up(**flooding: Any) -> tuple[Game, Record]:
    game = afloat(submarine(year=1915), "deep")
    game.burn("Ship", 3, **flooding)
    game.go("resolution")
    return game, game.next()


CASUALTIES = [
    Case("reduce", lambda: fought(1, 1, 2, 3), "good | fire out | FIRE OUT on Ship. Threw 1 against Minor."),
    Case("casualties", lambda: fought(1, 4, 2, fires=(7,)),
         "good | less | FIRE IS LESS on Ship: 5 %, 7 before, now Minor. Threw 4 against Minor."),
    Case("reduce", lambda: fought(1, 7), "missed | no change | NO CHANGE of the fire on Ship: 5 %. Threw 7 against Minor."),
    Case("reduce", lambda: fought(1, 9, 2),
         "hurt | grows | FIRE GROWS on Ship: 7 %, 5 before, now Minor. Threw 9 against Minor."),
    Case("reduce", lambda: fought(2, 8, 6, 6, fires=(8, 8)),
         "hurt | grows | FIRE GROWS on Ship: 28 %, 16 before, now Overwhelmed. Threw 8 (+2 not slowed and "
         "turned to the wind), 10 in all against Severe. Flood the magazines, or they may explode."),
    Case("reduce", lambda: fought(1, 7, fires=(), flooding=(5,)),
         "missed | no change | NO CHANGE of the flooding on Ship: 5 %. Threw 7 against Minor."),
    Case("secondary-damage", too_few, "nothing | unhurt | FLOODING on Ship: no points this time."),
    Case("damage", flooded_at_once,
         "hurt | 40 points | Ship takes 40 points, 360 of 400 left; 1 critical hit: flooding of 8 %, at once. 15 knots or less: "
         "flooding. 32 points more from it to work out."),
    Case("secondary-damage", lambda: fought(1, 7),
         "hurt | 200 points | FIRE: Ship takes 200 points, 3800 of 4000 left; no critical hit."),
    Case("magazine-risk", lambda: conflagration(1, 3, 26),
         "good | magazines safe | Ship: THE FIRE DOES NOT REACH THE MAGAZINES. 25 % this time, 50 % in the next "
         "Intermediate Turn unless she floods them."),
    Case("magazine-risk", lambda: conflagration(1, 3, 25),
         "lost | blown up | Ship BLOWS UP: magazine explosion. Ships within 300 yards take 24 points: order the blast for "
         "each. Red: 1 of 2 fights."),
    Case("capsize-risk", lambda: capsizing(1, 5, 26),
         "good | upright | Ship DOES NOT CAPSIZE. 25 % in each Intermediate Turn while the flooding is Overwhelmed."),
    Case("capsize-risk", lambda: capsizing(1, 5, 25), "lost | sunk | Ship CAPSIZES. Red: 1 of 2 fights."),
    Case("casualty", lambda: begun(3),
         "hurt | fire | Ship: fire of 5 %, due 1209."),
    Case("casualty", lambda: begun(6, 5),
         "hurt | fire | Ship: fire of 8 %, due 1209. Wind on the bow and 15 knots or less."),
    Case("casualty", lambda: begun(1, causes=["engineering"], halvings=["half"]),
         "nothing | no fire | Ship: NO FIRE."),
    Case("men", lambda: helped("men", battery="light"),
         "done | men at work | Ship: the men of the light battery fight fire and flooding. That battery cannot fire; her "
         "fire and flooding are fought as Minor."),
    Case("assist", lambda: helped("assist", helper="Tug", side="port"),
         "done | alongside | Tug is alongside Ship to port; at this speed there is a risk of collision. Her fire and "
         "flooding are fought as Minor."),
    Case("cast-off", lambda: helped("cast-off", side="port"),
         "done | cast off | Tug casts off from Ship. Her fire and flooding are fought as Major."),
    Case("flood-magazines", lambda: helped("flood-magazines"),
         "done | flooded | Ship floods her magazines: main and secondary batteries and aircraft ordnance are lost. Fire "
         "cannot reach them any more."),
    Case("wind", lambda: helped("wind"),
         "done | wind | Ship puts the wind on her bow. Fight a Major fire or worse on this course, at 15 knots or less."),
    Case("cargo-risk", lambda: burning_cargo(26),
         "good | no explosion | Ship: THE AMMUNITION DOES NOT EXPLODE. 25 % a hold in each Intermediate Turn until the "
         "fire is out or the hold flooded."),
    Case("cargo-risk", lambda: burning_cargo(25),
         "lost | blown up | Ship BLOWS UP: ammunition cargo exploded. Ships within 500 yards take 12 points: order the "
         "blast for each. Ships within 1000 yards take 2 points: order the blast for each. Red: none of 1 fight."),
    Case("flood-hold", lambda: one(afloat(freighter("troops")), "flood-hold", ship="Ship", hold="hold 1"),
         "done | hold flooded | Ship floods hold 1; she loses 100 of the troops in hold 1."),
    Case("purge", lambda: one(afloat(carrier()), "purge", ship="Ship"),
         "done | purged | Ship floods and purges her aviation stores. No plane can be fuelled or armed any more."),
    Case("go-under", sinking, "lost | sunk | Ship GOES UNDER: a test. Red: none of 1 fight."),
    Case("coast-down", coasting, "done | 25 kt | Ship SLOWS TO 25 knots. 14 is the most that she can keep."),
    Case("brought-up", forced_up, "grave | forced up | Ship IS FORCED UP by fire: on the surface."),
    Case("depth", lambda: one(afloat(submarine()), "depth", ship="Ship", depth="deep"), "done | deep | Ship is deep now."),
]  # fmt: skip


# -- movement and boats


def moved(**inputs: Any) -> tuple[Game, Record]:
    game = afloat(battleship(size="B", deceleration=20)).go("movement")
    return one(game, "move", ship="Ship", **inputs)


def slow_to_answer() -> tuple[Game, Record]:
    game = afloat(battleship())
    critical(game, "Ship", "Bridge*", 1, 1)
    return one(game.go("movement", 2), "move", ship="Ship", knots=10)


def boats(order: str, *dice: int, knots: tuple[int, int] = (0, 0), **inputs: Any) -> tuple[Game, Record]:
    game = Game(boat(), small("Other"), blue=[ship("Foe")]).go("movement")
    for name, speed in zip(("Ship", "Other"), knots, strict=True):
        game.give("set", ship=name, condition="speed", value=str(speed))
    return one(game, order, *dice, boat="Ship", other="Other", **inputs)


def aground(*, twice: bool = False) -> tuple[Game, Record]:
    game = afloat(battleship()).go("movement")
    if twice:
        game.give("aground", ship="Ship")
    return one(game, "aground", ship="Ship")


MOVEMENT = [
    Case("move", lambda: moved(knots=15, helm="port", turns="yes"), "done | 15 kt | Ship moves at 15 kt, turning."),
    Case("move", lambda: moved(knots=15, evades="yes"), "done | 15 kt | Ship moves at 15 kt, evading."),
    Case("move", lambda: moved(knots=0), "done | stopped | Ship lies stopped."),
    Case("move", slow_to_answer,
         "done | next turn | Ship DOES NOT ANSWER YET: give the same order again next turn. "
         "Her bridge was hit: a change takes two turns, and a different order takes two turns of its own."),
    Case("aground", aground, "grave | aground | Ship IS AGROUND. She cannot move; it takes 2 times her points to destroy her."),
    Case("aground", lambda: aground(twice=True), "good | afloat | Ship IS AFLOAT AGAIN."),
    Case("leave", lambda: one(afloat(battleship()).go("movement"), "leave", ship="Ship"),
         "grave | gone | Ship LEAVES THE TABLE. Red: none of 1 fight."),
    Case("transfer", lambda: boats("transfer", factors=2), "done | gone over | 2 crew factors GO OVER from Ship to Other."),
    Case("transfer", lambda: boats("transfer", 51, 6, knots=(5, 5), factors=1),
         "missed | in the water | 1 crew factor IN THE WATER between Ship and Other. The boats do not collide."),
    Case("transfer", lambda: boats("transfer", 51, 5, knots=(5, 5), factors=1),
         "grave | in the water | 1 crew factor IN THE WATER between Ship and Other, and Ship and Other COLLIDE."),
    Case("alongside", lambda: boats("alongside", 3, knots=(5, 0), yards=50),
         "done | alongside | Ship lies alongside Other after 3 Impulses. Crew can go over then."),
]  # fmt: skip


CASES = [*GUNFIRE, *ATTACKS, *DAMAGE, *HELM, *CASUALTIES, *MOVEMENT]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.order)
def test_what_each_order_came_to(case: Case) -> None:
    assert case.words in results_in_words(*case.given())


@pytest.mark.parametrize("number", sorted({int(result) for _, result in printed("damage_ratio")}))
def test_8_1_2_so_many_critical_hits_are_told(number: int) -> None:
    """Each in the first line of the table that has so many, done by hits that did not penetrate and come to nothing."""
    table = RULESET.tables.table("damage_ratio")
    places = [(tenths, die) for tenths in range(11) for die in range(1, 7) if table.cells[tenths][die - 1] == number]
    tenths, die = places[0]
    game, points = afloat(battleship(points=1000)), -(-1000 * tenths // (10 + tenths)) or 10
    (result,) = game.journal.results(batch(game, "Ship", points, die, *[19] * number, penetrated=False, causes=[]))
    hits = {0: "no critical hit", 1: "1 critical hit"}.get(number, f"{number} critical hits")
    assert result.words == f"Ship takes {points} points, {1000 - points} of 1000 left; {hits}."


def test_critical_hits_alike_are_a_row_but_each_is_counted() -> None:
    game, record = alike()
    (result,) = game.journal.results(record)
    assert result.rows == ("2 times Bridge: the armour was not pierced.",)
    assert "2 critical hits" in result.words


EVERY = [*CASES, *AIR, *AFTERWARDS]
ELSEWHERE = {"critical", "magazine-explodes", "ready-ammunition"}
"""Parts of critical hits, which tests of their own tell."""


def test_every_order_and_part_has_its_sentence() -> None:
    """A new one fails here until a case above says what is said of it."""
    own = {order.id for order in RULESET.orders if order.__module__.startswith("fleetbook.rules")}
    assert {case.order for case in EVERY} == (own | {part.id for part in RULESET.parts}) - ELSEWHERE


def test_every_outcome_of_a_table_has_its_sentence() -> None:
    """A new row fails here until a case above, or one of the critical hits', says what is said of it."""
    assert thrown(case.given()[1] for case in EVERY) >= printed(*TOLD_ELSEWHERE - {"damage_ratio", "troops"})
