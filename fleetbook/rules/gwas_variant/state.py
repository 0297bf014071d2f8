"""What the variant keeps of a tactical combat beside the player aid's: who is hampered, and until when."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.effects import Effects, clear
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting

SHIFT = "visibility shift"
SMOKE = "smoke"
SURPRISED = "surprised"
CONFUSED = "confused"
"""Kept for a side until its next movement segment is over."""
HAMPERED = "fire control difficulties"
SHIELDS = "shields up"
ENEMY_MOVES = "enemy moves a group"
FRIENDLY = "friendly fire"
FRIENDLY_DUE = "friendly fire due"
SHIELDED, BOUND = "shielded", "bound to"
ATTACKING, PINNED = "torpedo attack", "pinned"
DASHED = "areas of the torpedo attack"
MOVED = "moved"
GROUP = "group"
BROKE_OFF, BREAK_OFF_HITS, FASTER = "broke off", "break-off successes", "faster"
STANDING = "standing"
NOT_CLOSED = "not at maximum range"
SQUADRON_LEADER = "squadron leader"
FIRE_CONTROL_HIT = "fire control hit"
"""For the rest of the game: it outlasts the combat."""
LEFT_MAP = "left the map"
HELD = "held up"
"""Kept for a fleet: the turn in which it does not move."""

FOR_A_SEGMENT = (HAMPERED, SHIELDS, ENEMY_MOVES, FRIENDLY, FRIENDLY_DUE)
SHIPS_FOR_A_SEGMENT = (BOUND, ATTACKING, DASHED, PINNED, NOT_CLOSED)
FOR_A_COMBAT = (CONFUSED, BROKE_OFF, BREAK_OFF_HITS, FASTER, STANDING)
SHIPS_FOR_A_COMBAT = (GROUP, SQUADRON_LEADER, MOVED, LEFT_MAP)


def is_set(battle: GwasBattle, name: str, side: str = "") -> bool:
    """Whether something is so for the battle, or for a side."""
    return bool(battle.fact(Key("", name, side)))


def number(battle: GwasBattle, name: str, side: str = "") -> int:
    """A number kept for the battle or a side; 0 where there is none."""
    value = battle.fact(Key("", name, side))
    return value if isinstance(value, int) else 0


def word(battle: GwasBattle, name: str, side: str = "") -> str:
    """A word kept for the battle or a side; empty where there is none."""
    value = battle.fact(Key("", name, side))
    return value if isinstance(value, str) else ""


def leader_present(battle: GwasBattle, side: str) -> bool:
    """Whether a leader of the side is in the present combat."""
    return any(ship.leads for ship in fighting(battle, side))


def groups(battle: GwasBattle, side: str | None = None) -> dict[str, list[GwasShip]]:
    """The groups that still have ships in the combat, all or one side's, with those ships."""
    found: dict[str, list[GwasShip]] = {}
    for ship in fighting(battle, side):
        found.setdefault(ship.word(GROUP) or ship.name, []).append(ship)
    return found


def _drop(battle: GwasBattle, names: tuple[str, ...]) -> Effects:
    for side in ("", *battle.sides):
        for name in names:
            if battle.fact(Key("", name, side)) is not None:
                yield from clear("", name, side)


def _drop_of_ships(battle: GwasBattle, names: tuple[str, ...]) -> Effects:
    for ship in battle.ships():
        for name in names:
            if ship.fact(name) is not None:
                yield from clear(ship, name)


def segment_over(battle: GwasBattle) -> Effects:
    """What an event did for one combat segment is over."""
    yield from _drop(battle, FOR_A_SEGMENT if battle.reading("confusion_waits") else (*FOR_A_SEGMENT, CONFUSED))
    yield from _drop_of_ships(battle, SHIPS_FOR_A_SEGMENT)
    if battle.reading("shields_last_a_segment"):
        yield from _drop_of_ships(battle, (SHIELDED,))


def round_over(battle: GwasBattle) -> Effects:
    """What lasts for a round at most is over."""
    yield from _drop_of_ships(battle, (SHIELDED,))


def combat_over(battle: GwasBattle) -> Effects:
    """What was kept for one combat is forgotten."""
    yield from segment_over(battle)
    yield from round_over(battle)
    yield from _drop(battle, (SHIFT, SMOKE, SURPRISED, *FOR_A_COMBAT))
    yield from _drop_of_ships(battle, SHIPS_FOR_A_COMBAT)
