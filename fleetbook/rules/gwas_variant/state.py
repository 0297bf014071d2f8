"""The facts that the variant adds to combats, sides, ships and fleets, and the time for which each lasts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fleetbook.core.battle.conditions import Flag, Number, Queue, TurnMark, Word
from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.subject import Subject
from fleetbook.core.campaign.becomes import GONE, in_port, of_a_battle
from fleetbook.core.orders.effects import Effects
from fleetbook.rules.gwas.ground.facts import GwasFacts, is_own
from fleetbook.rules.gwas.ground.fleets import Fleet
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting

NO_EVENT = "No Event"
SHIELDS_UP, DAMAGE_CONTROL, TORPEDO_ATTACK = "Shields Up", "Damage Control", "Torpedo Attack"
FIRE_CONTROL, MASS_CONFUSION = "Fire Control Difficulties", "Mass Confusion Reigns"
FOG_LIFTS, FOG_OF_WAR, SMOKE = "The Fog Lifts", "Fog of War", "Smoke"
ERRONEOUS_REPORT, DANGER_AHEAD, ROGUE_MINE = "Erroneous Report", "Danger Ahead", "Rogue Mine"
CONDENSERS, CLARIFIES, JUST_IN, ALL_LOST = "Condenser Problems", "Situation Clarifies", "This Just In", "All is Lost"
"""The names of events in the tables."""
FARTHEST_SHIFT = 3
"""The largest number of areas by which the referee can shift the visibility by hand."""
FASTER = "faster"
"""The result of the break-off table that makes ships faster."""


class VariantFacts(GwasFacts, becomes=GONE):
    """Facts about a combat and its sides, such as the effects of events and stands, and about the guns of ports."""

    event_rolled = Word()
    shift = Number(
        "visibility shift",
        by_hand=lambda facts, _: range(-FARTHEST_SHIFT, FARTHEST_SHIFT + 1) if facts.round else range(0),
    )
    smoke = Flag()
    surprised = Flag()
    confused = Flag().each("side")
    hampered = Flag("fire control difficulties").each("side")
    shields = Flag("shields up").each("side")
    enemy_moves = Flag("enemy moves a group").each("side")
    friendly_fire = Number().each("side")
    friendly_fire_due = Flag().each("side")
    broke_off = Flag().each("side")
    successes = Number("break-off successes").each("side")
    runs = Flag(FASTER).each("side")
    stands_for = Word("standing").each("side")
    squadron_leader = Word().each("group")
    seaplanes_attacked = TurnMark().each("base")
    ports = Queue(str, "shore batteries")
    shore_guns = Number().each("port")
    owner = Word("shore guns of").each("port")
    guns_fired = Word("shore guns fired").each("port")


class VariantShip(GwasShip):
    """A ship of the variant. Her groups and targets last for one combat, but a hit on her fire control is for good."""

    fire_control_hit = Flag(
        sign="FIRE CONTROL", words="fire control hit for good", grave=True, by_hand=True, becomes=in_port("days_fire_control")
    )
    homeward = Flag("returns to port", sign="HOME", words="must return to port", grave=True, becomes=GONE)
    shielded = Flag(sign="SHIELDED", words="ignores all hits of this segment", good=True, becomes=GONE)
    attacking = Word("torpedo attack", sign="TORPEDO ATTACK", words="makes a torpedo attack on {}", becomes=GONE)
    pinned = Flag(sign="HELD", words="held by a torpedo attack", grave=True, becomes=GONE)
    bound_to = Word(sign="AIMS", words="announced to fire at {}", becomes=GONE)
    not_closed = Flag("not at maximum range", sign="NOT CLOSED", words="not closed to maximum range", grave=True, becomes=GONE)
    dashed = Number("areas of the torpedo attack", becomes=GONE)
    moved, group, left_map = of_a_battle(Word(), Word(), Flag("left the map"))
    port_tried = TurnMark("port repair tried")
    control_tried = TurnMark("damage control tried")


class VariantFleet(Fleet, becomes=GONE):
    """A fleet of the variant.

    A fleet with ``held`` does not move this turn. A fleet with ``no_pursuit`` may not be pursued, because its stand held. If a
    fleet must pursue next turn, ``put_off`` stores the order that it had for that turn.
    """

    held = TurnMark("held up", known_to=is_own)
    apart = Flag("apart from its charges", known_to=is_own)
    no_pursuit = TurnMark()
    erroneous = TurnMark("erroneous report", known_to=is_own)
    put_off = Word("order put off", known_to=is_own)
    reported = TurnMark(known_to=is_own)


def groups(battle: GwasBattle, side: str | None = None) -> dict[str, list[GwasShip]]:
    """The groups that have ships in the combat, of one side or both, with those ships."""
    found: dict[str, list[GwasShip]] = {}
    for ship in fighting(battle, side):
        found.setdefault(VariantShip.group.value(ship) or ship.name, []).append(ship)
    return found


# ------------------------------------------------------------ how long facts last

FOR_A_SEGMENT = (
    VariantFacts.hampered, VariantFacts.shields, VariantFacts.enemy_moves,
    VariantFacts.friendly_fire, VariantFacts.friendly_fire_due,
)  # fmt: skip
FOR_A_COMBAT = (
    VariantFacts.confused, VariantFacts.broke_off, VariantFacts.successes, VariantFacts.runs, VariantFacts.stands_for,
)  # fmt: skip
SHIPS_FOR_A_SEGMENT: tuple[Fact[Any], ...] = (
    VariantShip.bound_to, VariantShip.attacking, VariantShip.dashed, VariantShip.pinned, VariantShip.not_closed,
)  # fmt: skip
SHIPS_FOR_A_COMBAT: tuple[Fact[Any], ...] = VariantShip.group, VariantShip.moved, VariantShip.left_map


def _forget(subjects: Iterable[Subject], facts: Iterable[Fact[Any]]) -> Effects:
    every = tuple(facts)
    for subject in subjects:
        for fact in every:
            yield from fact.clear(subject)


def segment_over(battle: GwasBattle) -> Effects:
    """Forget facts that last for one combat segment, such as events."""
    now, confused = VariantFacts(battle), () if battle.reading("confusion_waits") else (VariantFacts.confused,)
    for side in battle.sides:
        yield from _forget([now], [fact[side] for fact in (*FOR_A_SEGMENT, *confused)])
    yield from _forget(battle.ships(), SHIPS_FOR_A_SEGMENT)
    if battle.reading("shields_last_a_segment"):
        yield from round_over(battle)


def round_over(battle: GwasBattle) -> Effects:
    """Forget facts that last for a round or less."""
    yield from _forget(battle.ships(), [VariantShip.shielded])


def combat_over(battle: GwasBattle) -> Effects:
    """Forget facts that last for a combat or less."""
    yield from segment_over(battle)
    yield from round_over(battle)
    now = VariantFacts(battle)
    yield from _forget([now], [VariantFacts.shift, VariantFacts.smoke, VariantFacts.surprised])
    for side in battle.sides:
        yield from _forget([now], [fact[side] for fact in FOR_A_COMBAT])
    yield from _forget(battle.ships(), SHIPS_FOR_A_COMBAT)
