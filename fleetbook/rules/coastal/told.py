"""What hits came to as they are worked out, in words for the table (C6 to C9, C11)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GRAVE, HURT, LOST, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.rules.coastal.facts import DAMAGE_STEPS, CoastalBattle, CoastalFacts
from fleetbook.rules.coastal.ship import DAMAGED, DESTROYED, CoastalShip, HeldTorpedo, label
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import listed, sentence, sentences, together
from fleetbook.rules.kit.warship import Warship


def damage_step(battle: CoastalBattle, ship: CoastalShip) -> Phase:
    """Where a ship's damage is worked out (C2)."""
    step: Phase = battle.ruleset.sequence.phase(DAMAGE_STEPS[battle.sides.index(ship.side)])
    return step


def kept_for(battle: CoastalBattle, name: str) -> str:
    """When the hits that a ship has are worked out, and how many they are."""
    ship = battle.ship(name)
    return f"kept for step {damage_step(battle, ship).number}: she has {ship.held_told}"


def with_alarm(happened: Happened[CoastalShip], words: str) -> str:
    """What is said of an order; where it made a side aware of the enemy, that too (C3)."""
    before, after = CoastalFacts(happened.before), CoastalFacts(happened.after)
    alarmed = [side for side in happened.after.sides if before.unaware[side] and not after.unaware[side]]
    return sentences(words, *(f"ALARM: {side} knows of the enemy" for side in alarmed))


def befallen(happened: Happened[CoastalShip], name: str) -> Result:
    """What hits came to as they were worked out, with what it means for the ship."""
    before, ship = happened.before.ship(name), happened.after.ship(name)
    told_apart = CoastalShip.out, CoastalShip.disabled, CoastalShip.sinks_on, CoastalShip.held, CoastalShip.states
    harm = [*happened.harm(name, Warship.fate, *told_apart), *_systems_out(before, ship)]
    told = f": {', '.join(harm)}" if harm else ""
    if ship.loss:
        blown = ship.loss.said is not None and ship.loss.said.key == Says.cargo_exploded.key
        words = f"{name} {'BLOWS UP' if blown else 'SINKS'}: {ship.loss.how}."
        return Result(kind=LOST, head="sunk", words=words, means=sentence(happened.left(ship.side)), subject=name)
    means = sentences(*_means(happened.after, before, ship))
    if ship.out_of_fight and not before.out_of_fight:
        return Result(kind=GRAVE, head="out of fight", words=f"{name} is OUT OF THE FIGHT{told}.", means=means, subject=name)
    if ship.sinks_on and ship.sinks_on != before.sinks_on:
        words = f"{name} is SINKING{_broken(happened.after, before)}{told}."
        return Result(kind=GRAVE, head="sinking", words=words, means=means, subject=name)
    if ship.disabled and not before.disabled:
        return Result(kind=GRAVE, head=CoastalShip.disabled.name, words=f"{name} is DISABLED{told}.", means=means, subject=name)
    if not harm:
        return Result(kind=NOTHING, head="no damage", words=f"{name}: NO DAMAGE, what was hit is gone already.", subject=name)
    struck = before.hull - ship.hull
    return Result(kind=HURT, head=f"hull -{struck}" if struck else "damage", words=f"{name}{told}.", means=means, subject=name)


def _systems_out(before: CoastalShip, ship: CoastalShip) -> Iterator[str]:
    """What is destroyed now, then what is damaged, each system once, those of a weapon counted (C6)."""
    struck = [system for system in ship.card.systems if not system.boxed and ship.state(system) != before.state(system)]
    for state in (DESTROYED, DAMAGED):
        weapons: dict[str, list[str]] = {}
        for system in struck:
            if ship.state(system) == state:
                weapons.setdefault(system.weapon or label(system), []).append(label(system))
        if weapons:
            yield f"{listed(together(labels) for labels in weapons.values())} {state}"


def _broken(battle: CoastalBattle, before: CoastalShip) -> str:
    """What the torpedoes did to her of which she sinks, in brackets."""
    table, held = battle.tables.table("torpedo_results"), [hit for hit in before.held if isinstance(hit, HeldTorpedo)]
    results = dict.fromkeys(hit.result for hit in held if table.text(hit.result, "sinks in turns") != "-")
    return f" ({listed(dict.fromkeys(result.partition(', sinks')[0] for result in results))})" if results else ""


def _means(battle: CoastalBattle, before: CoastalShip, ship: CoastalShip) -> Iterator[str]:
    """What a ship can do no longer, the worst first (C1, C8, C9, C11)."""
    if ship.sinks_on and ship.sinks_on != before.sinks_on:
        yield f"she sinks at the end of turn {ship.sinks_on}"
    if ship.out_of_fight and not before.out_of_fight:
        yield "she makes for the table's edge; hit again, or unable to move, she sinks"
    if ship.disabled and not before.disabled:
        yield "no move, no shooting"
    elif ship.max_speed < before.max_speed:
        yield f"{ship.max_speed} cm at most" if ship.max_speed else "she cannot move"
    if ship.bridge_out and not before.bridge_out:
        launches = "no torpedo launch, " if battle.reading("bridge_out_no_torpedoes") and ship.named("torpedoes") else ""
        yield f"bridge out: {launches}{battle.whole_reading('bridge_out_observes'):+d} on the score that she needs to see"
