"""Squadrons: who belongs to them, their flagship and grade, and whose squadron is next where the sides alternate (2.2)."""

from __future__ import annotations

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.setup import Squadron
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders.effects import Effects, clear, note, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.strict import convert
from fleetbook.rules.aanda.card import SquadronCard
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip

ACTING, ACTIVE, ATTACKING = "acting", "active squadron", "attacking ship"
WINNER, FIRST = "initiative", "moves first"
ALTERNATING = ("movement", "spotting", "firing")


def squadron_card(squadron: Squadron) -> SquadronCard:
    """What the scenario says of a squadron."""
    return convert(squadron.details, SquadronCard, f"squadron {squadron.name}")


def squadron(battle: AandaBattle, name: str) -> Squadron:
    """A squadron by its name. Raises InvalidInput with the nearest name for an unknown one."""
    squadrons = {squadron.name: squadron for squadron in battle.setup.squadrons}
    if name not in squadrons:
        raise InvalidInput.word("squadron", name, squadrons)
    return squadrons[name]


def squadrons_of(battle: AandaBattle, side: str) -> list[str]:
    """Names of a side's squadrons and contact markers, in the scenario's order."""
    return [squadron.name for squadron in battle.setup.squadrons if squadron.side == side]


def ships_of(battle: AandaBattle, name: str) -> list[AandaShip]:
    """A squadron's ships that are on the table."""
    ships = (battle.ship(entry.name) for entry in battle.setup.ships if entry.squadron == name)
    return [ship for ship in ships if ship.afloat]


def strength(battle: AandaBattle, name: str) -> tuple[int, int]:
    """Ships on the table, and ships that the squadron began with."""
    return len(ships_of(battle, name)), sum(entry.squadron == name for entry in battle.setup.ships)


def is_hidden(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron is still a contact marker."""
    return bool(battle.fact(Key(name, "hidden")))


def deployed(battle: AandaBattle, side: str) -> list[str]:
    """A side's squadrons with ships on the table as models."""
    return [name for name in squadrons_of(battle, side) if ships_of(battle, name) and not is_hidden(battle, name)]


def grade(battle: AandaBattle, name: str) -> str:
    """The grade of most of a squadron's crews as they stand; the scenario's where they are even."""
    stated = squadron_card(squadron(battle, name)).crew
    if not battle.reading("grade_as_crews_stand"):
        return stated
    grades = [ship.crew for ship in ships_of(battle, name)]
    most = max((grades.count(g) for g in grades), default=0)
    leading = {g for g in grades if grades.count(g) == most}
    return leading.pop() if len(leading) == 1 else stated


def has_flagship(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron's flagship is on the table, and no wreck."""
    flagship = squadron_card(squadron(battle, name)).flagship
    if not flagship or not battle.ship(flagship).afloat:
        return False
    return not (battle.ship(flagship).hull_gone and battle.reading("wreck_leads_no_squadron"))


def out_of_command(battle: AandaBattle, name: str) -> bool:
    """Whether any of its ships is out of command (A5)."""
    return any(ship.out_of_command for ship in ships_of(battle, name))


def take_off(ship: AandaShip, fate: str, words: str) -> Effects:
    """A ship is gone: sunk, fled or off the table."""
    yield from set_fact(ship, "fate", fate, text=f"{ship} {words}")
    if ship.has("flagship"):
        yield from note(f"{ship.squadron} has lost its flagship", "2.4")


# ------------------------------------------------------------ whose turn it is


def has_acted(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron is done in the present phase."""
    return battle.fact(Key(name, "acted", battle.phase)) == battle.turn


def waiting(battle: AandaBattle, side: str) -> list[str]:
    """A side's squadrons and contact markers that have still to act in this phase."""
    return [name for name in squadrons_of(battle, side) if _waits(battle, name)]


def _waits(battle: AandaBattle, name: str) -> bool:
    return not has_acted(battle, name) and _can_act(battle, name)


def _can_act(battle: AandaBattle, name: str) -> bool:
    if battle.fact(Key(name, "gone")):
        return False
    if is_hidden(battle, name):
        return battle.phase == "movement"
    if battle.phase == "spotting" and not contacts(battle, squadron(battle, name).side):
        return False
    ships = ships_of(battle, name)
    return any(not ship.silent for ship in ships) if battle.phase == "firing" else bool(ships)


def contacts(battle: AandaBattle, side: str) -> list[str]:
    """The contact markers that face a side."""
    return [name for name in squadrons_of(battle, battle.other_side(side)) if is_hidden(battle, name)]


def acting_side(battle: AandaBattle) -> str:
    """The side whose squadron is acting or next: the other one where the side whose turn it is has nothing left to act."""
    side, active = battle.word(ACTING), battle.word(ACTIVE)
    if active:
        return squadron(battle, active).side
    if not side or _any_waits(battle, side):
        return side
    other = battle.other_side(side)
    return other if _any_waits(battle, other) else side


def _any_waits(battle: AandaBattle, side: str) -> bool:
    return any(_waits(battle, name) for name in squadrons_of(battle, side))


def waiting_now(battle: AandaBattle, given: InputsSoFar) -> list[str]:
    """The squadron that is acting, else those that the acting side may choose from."""
    active = battle.word(ACTIVE)
    return [active] if active else waiting(battle, battle.acting)


def next_squadron(battle: AandaBattle, given: InputsSoFar) -> str | None:
    """The squadron that is acting, or the next of the side whose turn it is."""
    return next(iter(waiting_now(battle, given)), None)


def require_turn(battle: AandaBattle, name: str) -> None:
    """Raise Refused unless this squadron may act now."""
    require(not has_acted(battle, name), f"{name} has acted in this phase", "2.2")
    owner, acting = squadron(battle, name).side, battle.acting
    require(owner == acting, f"{name} is of {owner}; it is {acting}'s turn", "2.2")
    active = battle.word(ACTIVE)
    require(not active or active == name, f"{active} is acting; it must be done first", "2.2")


def activate(name: str) -> Effects:
    """The squadron begins to act."""
    yield from set_fact("", ACTIVE, name)


def nobody_acts() -> Effects:
    """No squadron is acting any more, and no ship at its attack."""
    yield from clear("", ACTIVE)
    yield from clear("", ATTACKING)


def done(battle: AandaBattle, name: str) -> Effects:
    """The squadron is done; it is the other side's turn."""
    yield from set_fact(name, "acted", battle.turn, battle.phase)
    yield from nobody_acts()
    yield from set_fact("", ACTING, battle.other_side(squadron(battle, name).side))


def require_moving(battle: AandaBattle, name: str) -> None:
    """Raise Refused unless this squadron may move now or has moved: what comes of a move is settled as it occurs (2.2)."""
    require(not is_hidden(battle, name), f"{name} is a contact marker: reveal it first", "2.2")
    if not has_acted(battle, name):
        require_turn(battle, name)


def moving(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    """The ships in the open whose squadron may move now or has moved."""
    now = waiting_now(battle, given)
    names = [s.name for s in battle.setup.squadrons if s.name in now or has_acted(battle, s.name)]
    return [ship for name in names if not is_hidden(battle, name) for ship in ships_of(battle, name)]


def part_of_move(battle: AandaBattle, name: str) -> Effects:
    """The squadron does something that belongs to its move: it begins to act unless it is done."""
    if not has_acted(battle, name):
        yield from activate(name)


def begins(battle: Battle[AandaShip]) -> str:
    """The side that begins the present phase: who moves first is the winner's choice, he spots and shoots first himself."""
    return battle.word(FIRST if battle.phase == "movement" else WINNER) or battle.sides[0]
