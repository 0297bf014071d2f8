"""Squadrons: who belongs to them, their flagship and grade, and whose squadron is next where the sides alternate (2.2)."""

from __future__ import annotations

from fleetbook.core.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.facts import Key
from fleetbook.core.fields import Given
from fleetbook.core.setup import Squadron
from fleetbook.core.steps import Steps, clear, put
from fleetbook.core.strict import convert
from fleetbook.rules.aanda.card import SquadronCard
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip

ACTING, ACTIVE, WINNER, FIRST = "acting", "active squadron", "initiative", "moves first"
ALTERNATING = ("movement", "spotting", "firing")


def squadron_card(squadron: Squadron) -> SquadronCard:
    """What the scenario says of a squadron."""
    return convert(squadron.details, SquadronCard, f"squadron {squadron.name}")


def squadron(battle: AandaBattle, name: str) -> Squadron:
    """A squadron by its name."""
    return next(squadron for squadron in battle.setup.squadrons if squadron.name == name)


def ships_of(battle: AandaBattle, name: str) -> list[AandaShip]:
    """A squadron's ships that are on the table."""
    return [ship for ship in battle.ships() if ship.squadron == name and ship.afloat]


def strength(battle: AandaBattle, name: str) -> tuple[int, int]:
    """Ships on the table, and ships that the squadron began with."""
    return len(ships_of(battle, name)), sum(ship.squadron == name for ship in battle.ships())


def is_hidden(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron is still a contact marker."""
    return bool(battle.fact(Key(name, "hidden")))


def deployed(battle: AandaBattle, side: str) -> list[str]:
    """A side's squadrons with ships on the table as models."""
    names = [s.name for s in battle.setup.squadrons if s.side == side]
    return [name for name in names if ships_of(battle, name) and not is_hidden(battle, name)]


def grade(battle: AandaBattle, name: str) -> str:
    """The grade of most of a squadron's crews as they stand; the scenario's where they are even."""
    grades = [ship.crew for ship in ships_of(battle, name)]
    most = max((grades.count(g) for g in grades), default=0)
    leading = {g for g in grades if grades.count(g) == most}
    return leading.pop() if len(leading) == 1 else squadron_card(squadron(battle, name)).crew


def has_flagship(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron's flagship is on the table."""
    flagship = squadron_card(squadron(battle, name)).flagship
    return bool(flagship) and battle.ship(flagship).afloat and not battle.ship(flagship).hull_gone


def out_of_command(battle: AandaBattle, name: str) -> bool:
    """Whether any of its ships is out of command (A5)."""
    return any(ship.has("bridge") for ship in ships_of(battle, name))


def has_acted(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron is done in the present phase."""
    return battle.fact(Key(name, "acted", battle.phase)) == battle.turn


def waiting(battle: AandaBattle, side: str) -> list[str]:
    """A side's squadrons and contact markers that have still to act in this phase."""
    found = [s.name for s in battle.setup.squadrons if s.side == side and not has_acted(battle, s.name)]
    return [name for name in found if _can_act(battle, name)]


def _can_act(battle: AandaBattle, name: str) -> bool:
    if battle.fact(Key(name, "gone")):
        return False
    if battle.phase == "movement" and is_hidden(battle, name):
        return True
    if battle.phase == "spotting" and not contacts(battle, squadron(battle, name).side):
        return False
    ships = [] if is_hidden(battle, name) else ships_of(battle, name)
    return any(not ship.silent for ship in ships) if battle.phase == "firing" else bool(ships)


def contacts(battle: AandaBattle, side: str) -> list[str]:
    """The contact markers that face a side."""
    return [s.name for s in battle.setup.squadrons if s.side != side and is_hidden(battle, s.name)]


def next_squadron(battle: AandaBattle, given: Given) -> str | None:
    """The squadron that is acting, or the next of the side whose turn it is."""
    active = battle.word(ACTIVE)
    return active or next(iter(waiting(battle, battle.acting)), None)


def waiting_now(battle: AandaBattle, given: Given) -> list[str]:
    """The squadrons that the acting side may choose from."""
    active = battle.word(ACTIVE)
    return [active] if active else waiting(battle, battle.acting)


def require_turn(battle: AandaBattle, name: str) -> None:
    """Raise Refused unless this squadron may act now."""
    owner = squadron(battle, name).side
    require(owner == battle.acting, f"{name} is of {owner}; it is {battle.acting}'s turn", "2.2")
    require(not has_acted(battle, name), f"{name} has acted in this phase", "2.2")
    active = battle.word(ACTIVE)
    require(not active or active == name, f"{active} is acting; it must be done first", "2.2")


def activate(battle: AandaBattle, name: str) -> Steps:
    """The squadron begins to act."""
    yield from put("", ACTIVE, name)


def done(battle: AandaBattle, name: str) -> Steps:
    """The squadron is done; the other side is next, or the same one where the other has none left."""
    yield from put(name, "acted", battle.turn, battle.phase)
    yield from clear("", ACTIVE)
    yield from turn_over(battle, battle.other_side(squadron(battle, name).side))


def turn_over(battle: AandaBattle, side: str) -> Steps:
    """Let this side act, or the other where this one has nothing waiting."""
    other = battle.other_side(side)
    acting = side if waiting(battle, side) or not waiting(battle, other) else other
    yield from put("", ACTING, acting)


def begins(battle: Battle[AandaShip]) -> str:
    """The side that begins the present phase: who moves first is the winner's choice, he spots and shoots first himself."""
    return battle.word(FIRST if battle.phase == "movement" else WINNER) or battle.sides[0]
