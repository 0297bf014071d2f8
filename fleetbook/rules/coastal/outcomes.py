"""Text about hits and damage, and about a side that becomes aware of the enemy (C3, C6 to C9, C11)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GRAVE, HURT, LOST, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.rules.coastal.conditions import CoastalFacts
from fleetbook.rules.coastal.facts import DAMAGE_STEPS, CoastalBattle
from fleetbook.rules.coastal.ship import DAMAGED, DESTROYED, CoastalShip, HeldTorpedo, label
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import listed, sentence, sentences, together
from fleetbook.rules.kit.warship import Warship


def damage_step(battle: CoastalBattle, ship: CoastalShip) -> Phase:
    """The step that works out this ship's damage (C2)."""
    step: Phase = battle.ruleset.sequence.phase(DAMAGE_STEPS[battle.sides.index(ship.side)])
    return step


def kept_for(battle: CoastalBattle, name: str) -> str:
    """Text with the number of hits on a ship that wait for the damage step, and the name of that step."""
    ship = battle.ship(name)
    return f"kept for step {damage_step(battle, ship).number}: she has {ship.held_words}"


def alarm(happened: Happened[CoastalShip]) -> str:
    """The alarm if the order made a side aware of the enemy (C3); otherwise empty."""
    before, after = CoastalFacts(happened.before), CoastalFacts(happened.after)
    alarmed = [side for side in happened.after.sides if before.unaware[side] and not after.unaware[side]]
    return f"ALARM: {listed(alarmed)} {'know' if len(alarmed) > 1 else 'knows'} of the enemy" if alarmed else ""


def damage_result(happened: Happened[CoastalShip], name: str) -> Result:
    """The result that gives a ship's damage and the abilities that she has lost by it."""
    before, ship = happened.before.ship(name), happened.after.ship(name)
    if ship.loss:
        blown = ship.loss.said is not None and ship.loss.said.key == Says.cargo_exploded.key
        words = f"{name} {'BLOWS UP' if blown else 'SINKS'}: {ship.loss.how}."
        return Result(kind=LOST, head="sunk", words=words, means=sentence(happened.left(ship.side)), subject=name)
    own_words = CoastalShip.out, CoastalShip.disabled, CoastalShip.sinks_on, CoastalShip.held, CoastalShip.states
    harm = [*happened.harm(name, Warship.fate, *own_words), *_systems_out(before, ship)]
    losses = f": {', '.join(harm)}" if harm else ""
    boxes = before.hull - ship.hull
    if ship.out_of_fight and not before.out_of_fight:
        kind, head, words = GRAVE, "out of fight", f"{name} is OUT OF THE FIGHT{losses}."
    elif ship.sinks_on and ship.sinks_on != before.sinks_on:
        kind, head, words = GRAVE, "sinking", f"{name} is SINKING{_torpedoed(happened.after, before)}{losses}."
    elif ship.disabled and not before.disabled:
        kind, head, words = GRAVE, CoastalShip.disabled.name, f"{name} is DISABLED{losses}."
    elif harm:
        kind, head, words = HURT, f"hull -{boxes}" if boxes else "damage", f"{name}{losses}."
    else:
        kind, head, words = NOTHING, "no damage", f"{name}: NO DAMAGE. The systems hit were destroyed already."
    means = sentences(*_consequences(happened.after, before, ship), *([_in_vain(happened)] if harm else []))
    return Result(kind=kind, head=head, words=words, means=means, subject=name)


def _in_vain(happened: Happened[CoastalShip]) -> str:
    """Text that names the systems that were hit although they were destroyed already. Empty if there are none."""
    again = dict.fromkeys(str(said.values["system"]) for said in happened.noted(Says.destroyed_already))
    return f"{listed(again)}: hit, but destroyed already" if again else ""


def _systems_out(before: CoastalShip, ship: CoastalShip) -> Iterator[str]:
    """Lists of the systems that were destroyed, then of those that were damaged. Mounts with the same weapon are counted (C6)."""
    changed = [system for system in ship.card.systems if not system.boxed and ship.state(system) != before.state(system)]
    for state in (DESTROYED, DAMAGED):
        weapons: dict[str, list[str]] = {}
        for system in changed:
            if ship.state(system) == state:
                weapons.setdefault(system.weapon or label(system), []).append(label(system))
        if weapons:
            yield f"{listed(together(labels) for labels in weapons.values())} {state}"


def _torpedoed(battle: CoastalBattle, before: CoastalShip) -> str:
    """The torpedo effects that will sink the ship, in brackets. Empty if there are none."""
    table, held = battle.tables.table("torpedo_results"), [hit for hit in before.held if isinstance(hit, HeldTorpedo)]
    results = dict.fromkeys(hit.result for hit in held if table.text(hit.result, "sinks in turns") != "-")
    return f" ({listed(results)})" if results else ""


def _consequences(battle: CoastalBattle, before: CoastalShip, ship: CoastalShip) -> Iterator[str]:
    """Words for the abilities that a damaged ship has lost, the worst first (C1, C8, C9, C11)."""
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
