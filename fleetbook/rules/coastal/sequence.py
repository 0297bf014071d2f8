"""The order of play (C2), with its eight steps and the program's actions when a step begins or ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import Tick
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.turn_sequence import ByChoice, OfItself, Phase, TurnSequence
from fleetbook.rules.coastal.damage import WorkOutDamage, sink
from fleetbook.rules.coastal.facts import DAMAGE_STEPS, CoastalBattle, Torpedo, numbered, running
from fleetbook.rules.coastal.observation import FIRING_STEPS, is_seen, may_look
from fleetbook.rules.coastal.repairs import REPAIR_STEPS, Repair, mendable
from fleetbook.rules.coastal.ship import CoastalShip, label
from fleetbook.rules.coastal.torpedoes import MOVING_STEPS, TorpedoMeets, run_on
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import in_words, listed, sentence
from fleetbook.rules.kit.sides import acting, afloat, enemies, own_ships

PHASES = (
    Phase("repair-1", "1", "repairs", 0),
    Phase("move-1", "2", "launches, moves", 0),
    Phase("fire-1", "3", "observes, fires", 1),
    Phase("damage-1", "4", "works out damage", 0),
    Phase("repair-2", "5", "repairs", 1),
    Phase("move-2", "6", "launches, moves", 1),
    Phase("fire-2", "7", "observes, fires", 0),
    Phase("damage-2", "8", "works out damage", 1),
)

CORRECTS = "a new distance corrects the old"
FEW = 2  # up to this many ships or torpedoes are named, even if "all" or "no ship" would be true
MOST_NAMED = 6  # up to this many ships of the same speed are named; a larger number is counted


class OrderOfPlay(TurnSequence[CoastalShip]):
    """The eight steps of a turn, as the sheet gives them."""

    tells = (Torpedo.run,)

    def __init__(self) -> None:
        super().__init__(PHASES)

    def leave(self, phase: Phase, battle: CoastalBattle) -> Effects:
        """When a repair or damage step ends, throw the dice that the referee did not order."""
        if phase.id in REPAIR_STEPS:
            due = [ship for ship in acting(battle) if mendable(ship) and not ship.repaired]
            yield from run(*(Repair(ship=ship.name) for ship in due))
            if not due and not any(ship.repaired for ship in acting(battle)):
                yield from note(Says.nothing_to_repair, Repair.section)
        elif phase.id in DAMAGE_STEPS:
            hit = [ship for ship in own_ships(battle) if ship.held]
            yield from run(*(WorkOutDamage(ship=ship.name) for ship in hit))
            if not hit and not any(ship.damage_done for ship in own_ships(battle)):
                yield from note(Says.no_damage, WorkOutDamage.section)

    def due(self, battle: CoastalBattle) -> tuple[str, ...]:
        """Reminders for this step: ships that have not looked or fired, torpedoes in the water, dice still to throw."""
        return tuple(_due(battle))

    def passed(self, battle: Battle[Any]) -> str:
        """Text that names the ships that got no order to move and so keep their speed. Empty if there are none."""
        speeds: dict[int, list[str]] = {}
        for ship in acting(battle) if battle.phase in MOVING_STEPS else ():
            if ship.max_speed and not ship.moved:
                speeds.setdefault(ship.speed, []).append(ship.name)
        named = {speed: listed(names) if len(names) <= MOST_NAMED else f"{len(names)} ships" for speed, names in speeds.items()}
        kept = (f"{names} {f'{speed} cm' if speed else 'still'}" for speed, names in named.items())
        return f"no order, speed kept: {'; '.join(kept)}" if speeds else ""

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        """Results that give the distances that torpedoes ran, and the ships that have hits to work out."""
        after: CoastalBattle = happened.after
        if runs := list(_torpedo_runs(happened)):
            words = sentence("; ".join(runs))
            yield Result(kind=DONE, head="torpedoes run", words=words, brief="; ".join(runs), side=after.acting)
        owned = own_ships(after) if after.phase in DAMAGE_STEPS else ()
        if hit := [f"{ship} {ship.held_words}" for ship in owned if ship.held]:
            yield Result(kind=DONE, head="damage due", words=f"TO WORK OUT: {'; '.join(hit)}.", side=after.acting)

    def enter(self, phase: Phase, battle: CoastalBattle) -> Effects:
        """When a side begins to move, its torpedoes run on."""
        if phase.id in MOVING_STEPS:
            yield from run_on(battle, battle.acting)

    def expiring(self, battle: CoastalBattle) -> list[CoastalShip]:
        """The ships whose turning and smoke end now, because their side moves again."""
        return acting(battle)

    def end_turn(self, battle: CoastalBattle) -> Effects:
        """Sink the ships that a torpedo hit sinks at the end of this turn (C8)."""
        for ship in afloat(battle):
            if 0 < ship.sinks_on <= battle.turn:
                yield from sink(ship, Says.torpedo_damage, Cause(how="torpedo damage", through=CoastalShip.sinks_on.name))


def _torpedo_runs(happened: Happened[Any]) -> Iterator[str]:
    """Text for the distances that torpedoes ran in this step. Torpedoes that ran the same distance are named together."""
    runs: dict[tuple[int, int], list[Torpedo]] = {}
    for change in happened.changed(Says.runs_on):
        runs.setdefault((change.after - change.before, change.after), []).append(Torpedo(happened.after, change.subject))
    for (now, far), torpedoes in runs.items():
        if len(torpedoes) == 1:
            owner = torpedoes[0].owner(happened.before)
            yield happened.after.wording.words(Says.runs_on(ship=torpedoes[0], owner=owner, cm=now, after=far))
        else:
            every = len(runs) == 1 and len(torpedoes) > FEW
            which = f"all {in_words(len(torpedoes))} torpedoes" if every else numbered(torpedoes)
            yield f"{which} run on {now} cm, {far} in all"


def _due(battle: CoastalBattle) -> Iterator[str]:
    if battle.phase in REPAIR_STEPS:
        needed = battle.whole_reading("repair_score")
        for ship in acting(battle):
            if mendable(ship) and not ship.repaired:
                yield OfItself(
                    f"{ship} dices for repairs: {listed(label(system) for system in mendable(ship))}, {needed} needed."
                )
    elif battle.phase in DAMAGE_STEPS:
        for ship in own_ships(battle):
            if ship.held:
                yield OfItself(f"{ship} has {ship.held_words} to work out: its dice are thrown.")
    elif battle.phase in MOVING_STEPS and (torpedoes := _may_meet(battle)):
        yield f"{numbered(torpedoes)} in the water: {{{TorpedoMeets.id}}} when one meets a ship."
    elif battle.phase in FIRING_STEPS:
        yield from _not_done(battle)


def _may_meet(battle: CoastalBattle) -> list[Torpedo]:
    """The running torpedoes of the side that moves, without those aimed at a ship that is gone."""
    return [one for one in running(battle, battle.acting) if not one.aim or battle.ship(one.aim).afloat]


def _not_done(battle: CoastalBattle) -> Iterator[str]:
    """Reminders of ships that have not looked, and of ships that see an enemy but have not fired."""
    ticks = side_ticks(battle, battle.acting, acting(battle))
    for sign, did in (("s", "looked"), ("f", "fired, and an enemy is seen")):
        names = [name for name, own in ticks.items() if any(tick.sign == sign and tick.due for tick in own)]
        if FEW < len(names) == len(ticks):
            yield ByChoice(f"No ship has {did}.")
        elif names:
            yield ByChoice(f"{listed(names)} {'has' if len(names) == 1 else 'have'} not {did}.")


def side_ticks(battle: CoastalBattle, side: str, ships: list[CoastalShip]) -> dict[str, tuple[Tick, ...]]:
    """The ticks of several ships of one side, by ship's name. Each enemy ship is examined once for all of them."""
    foes = enemies(battle, side)
    seen = {is_seen(battle, foe, side) for foe in foes} if battle.phase in FIRING_STEPS else set()
    return {ship.name: _ticks(battle, ship, foes, seen) for ship in ships}


def _ticks(battle: CoastalBattle, ship: CoastalShip, foes: list[CoastalShip], seen: set[bool]) -> tuple[Tick, ...]:
    """One ship's ticks. ``seen`` contains True if her side sees an enemy ship, and False if there is an enemy ship that it does
    not see.
    """
    now = battle.phase if ship.side == battle.acting and ship.afloat else ""
    looked = any(ship.looked[foe] for foe in foes)
    armed = any(not ship.mounts_fired[label(mount)] for mount in ship.working("mount"))
    ready = armed and not (ship.out_of_fight or ship.disabled or ship.fired)
    bonus = battle.tables.modifier_list("shooting").line("straddled").value
    straddled = any(CoastalShip.straddled[foe].last_turn(ship) or ship.straddled[foe] for foe in foes)
    return (
        Tick("°", "seen by the enemy this turn", ship.seen[battle.other_side(ship.side)]),
        Tick("s", "has looked", looked, now in FIRING_STEPS and False in seen and not looked and may_look(battle, ship)),
        Tick("m", "has moved", ship.moved, now in MOVING_STEPS and bool(ship.max_speed) and not ship.moved, again=CORRECTS),
        Tick("f", "has fired", ship.fired, now in FIRING_STEPS and ready and True in seen),
        Tick("r", "has diced for repairs", ship.repaired, now in REPAIR_STEPS and bool(mendable(ship)) and not ship.repaired),
        Tick("+", f"has straddled: {bonus:+d} at that ship in the turn after", straddled),
    )
