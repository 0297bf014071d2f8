"""What a tactical combat keeps for itself: its number and round, who has the initiative, how it came about."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_of
from fleetbook.rules.gwas.ground.phases import GUNFIRE, TACTICAL, TORPEDO, number_of
from fleetbook.rules.gwas.ground.ship import GwasBattle, fighting

ATTACK, COMBAT, ROUND, HOLDER, BY_PURSUIT, SURPRISE = "attack", "combat", "round", "initiative side", "by pursuit", "surprise"
ATTACKS_PORT = "attacks a port"
"""The side that attacks a fleet in port in the present combat."""


def _number(battle: GwasBattle, name: str) -> int:
    value = battle.fact(Key("", name))
    return value if isinstance(value, int) else 0


def attack_key(battle: GwasBattle) -> str:
    """A word for the present attack by a submarine or motor torpedo boats, or for the last one of the turn."""
    return f"{battle.turn}.{_number(battle, ATTACK)}"


def combat_number(battle: GwasBattle) -> int:
    """The number of the present combat, or of the last one."""
    return _number(battle, COMBAT)


def round_number(battle: GwasBattle) -> int:
    """The round of the present combat, from 1; 0 where there is none."""
    return _number(battle, ROUND)


def in_combat(battle: GwasBattle) -> bool:
    """Whether a tactical combat is being fought."""
    return round_number(battle) > 0


def is_settled(battle: GwasBattle, what: str) -> bool:
    """Whether something that happens once a turn is done."""
    return battle.fact(Key("", "settled", what)) == battle.turn


def settled(battle: GwasBattle, what: str) -> Effects:
    """Something that happens once a turn is done."""
    yield from set_fact("", "settled", battle.turn, what)


def holder(battle: GwasBattle) -> str:
    """The side that has the initiative; empty before it is settled."""
    return battle.word(HOLDER)


def by_pursuit(battle: GwasBattle) -> bool:
    """Whether the contact came of a pursuit."""
    return bool(battle.fact(Key("", BY_PURSUIT)))


def step_key(battle: GwasBattle) -> str:
    """A word for the present step, different at each; outside combat also for the attack that is fought."""
    attack = "" if in_combat(battle) else f".{_number(battle, ATTACK)}"
    return f"{battle.turn}.{combat_number(battle)}.{round_number(battle)}.{battle.phase}{attack}"


def impulse(battle: GwasBattle) -> str:
    """A word for the present combat segment, or outside combat for the turn."""
    segment = number_of(battle.phase) if battle.phase in (phase.id for phase in TACTICAL) else 0
    return f"{battle.turn}.{combat_number(battle)}.{round_number(battle)}.{segment}"


def is_fire(phase: str) -> bool:
    """Whether guns or torpedoes are fired in a phase."""
    return phase in (*GUNFIRE, *TORPEDO)


def fighting_fleets(battle: GwasBattle, side: str) -> list[Fleet]:
    """The fleets of a side that have ships in the present combat."""
    found = {ship.fleet: fleet_of(battle, ship) for ship in fighting(battle, side)}
    return list(found.values())


def both_fight(battle: GwasBattle) -> bool:
    """Whether both sides have ships in the present combat."""
    return all(fighting(battle, side) for side in battle.sides)
