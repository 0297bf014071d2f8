"""Squadrons (2.2): their ships, flagship and grade, and which squadron may act next."""

from __future__ import annotations

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.setup import Squadron
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.words.sentence import Words
from fleetbook.rules.aanda.card import SquadronCard
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip, SquadronFacts
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import does

MOVEMENT, SPOTTING, FIRING = ALTERNATING = ("movement", "spotting", "firing")


def squadron_card(battle: AandaBattle, name: str) -> SquadronCard:
    """A squadron's entry in the scenario."""
    return battle.squadron_details(name, SquadronCard)


def squadron(battle: AandaBattle, name: str) -> Squadron:
    """The squadron with this name. Raises InvalidInput, with the most similar name, if there is none."""
    squadrons = battle.setup.squadrons
    found = next((squadron for squadron in squadrons if squadron.name == name), None)
    if found is None:
        raise InvalidInput.word("squadron", name, [squadron.name for squadron in squadrons])
    return found


def squadron_names(battle: AandaBattle) -> list[str]:
    """The names of all squadrons and contact markers, sorted so that those which may act now come first."""
    now = waiting_now(battle)
    return [*now, *(squadron.name for squadron in battle.setup.squadrons if squadron.name not in now)]


def squadrons_of(battle: AandaBattle, side: str) -> list[str]:
    """The names of a side's squadrons and contact markers, in the scenario's order."""
    return [squadron.name for squadron in battle.setup.squadrons if squadron.side == side]


def ships_of(battle: AandaBattle, name: str) -> list[AandaShip]:
    """The ships of a squadron that are on the table."""
    return SquadronFacts(battle, name).ships


def strength(battle: AandaBattle, name: str) -> tuple[int, int]:
    """The number of the squadron's ships that are on the table, and the number at the start."""
    return len(ships_of(battle, name)), len(battle.squadron(name))


def is_hidden(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron is hidden by a contact marker, or is a dummy not yet revealed."""
    return SquadronFacts(battle, name).hidden


def deployed(battle: AandaBattle, side: str) -> list[str]:
    """A side's squadrons with ships on the table that are not behind contact markers."""
    return [name for name in squadrons_of(battle, side) if ships_of(battle, name) and not is_hidden(battle, name)]


def grade(battle: AandaBattle, name: str) -> str:
    """The grade that most crews of a squadron have. If there is a tie, it is the grade in the scenario."""
    stated = squadron_card(battle, name).crew
    if not battle.reading("grade_as_crews_stand"):
        return stated
    grades = [ship.crew for ship in ships_of(battle, name)]
    most = max((grades.count(g) for g in grades), default=0)
    leading = {g for g in grades if grades.count(g) == most}
    return leading.pop() if len(leading) == 1 else stated


def has_flagship(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron's flagship is on the table and still able to lead."""
    flagship = squadron_card(battle, name).flagship
    return bool(flagship) and battle.ship(flagship).leads


def out_of_command(battle: AandaBattle, name: str) -> bool:
    """Whether any ship of a squadron is out of command (A5)."""
    return SquadronFacts(battle, name).out_of_command


LEFT, FLED = "left the table", "fled"  # the ways of leaving that a scenario may count


def take_off(ship: AandaShip, kind: str, said: Words, how: Words = "", cause: Cause | None = None) -> Effects:
    """Remove a ship that has sunk, fled or left the table."""
    yield from AandaShip.fate.gone(ship, kind, how, said, cause)
    if ship.flagship:
        yield from note(Says.lost_flagship(squadron=ship.squadron), "2.4")


# ------------------------------------------------------------ whose turn it is


def has_acted(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron has ended its actions in this phase."""
    return SquadronFacts(battle, name).acted[battle.phase]


def waiting(battle: AandaBattle, side: str) -> list[str]:
    """A side's squadrons and contact markers that may still act in this phase."""
    return [name for name in squadrons_of(battle, side) if has_to_act(battle, name)]


def has_to_act(battle: AandaBattle, name: str) -> bool:
    """Whether a squadron has something to do in this phase and has not ended its actions."""
    return not has_acted(battle, name) and not _idle(battle, name)


def _idle(battle: AandaBattle, name: str) -> str:
    """The reason why a squadron cannot act in this phase. It is empty if the squadron can."""
    facts = SquadronFacts(battle, name)
    if facts.gone:
        return f"{name} was a dummy and is gone"
    if facts.hidden:
        return "" if battle.phase == MOVEMENT else f"{name} is a contact marker: it only moves"
    if not any(battle.ship(ship).afloat for ship in battle.squadron(name)):
        return does(name, "has no ship on the table", "have no ship on the table")
    if battle.phase == SPOTTING and not contacts(battle, squadron(battle, name).side):
        return "no contact marker is left to spot"
    if battle.phase == FIRING and all(ship.silent for ship in ships_of(battle, name)):
        return does(name, "has no ship that can fire", "have no ship that can fire")
    return ""


def contacts(battle: AandaBattle, side: str) -> list[str]:
    """The names of the enemy's contact markers."""
    return [name for name in squadrons_of(battle, battle.other_side(side)) if is_hidden(battle, name)]


def acting_side(battle: AandaBattle) -> str:
    """The side that acts now. If it has no squadron left to act, the turn passes to the other side."""
    facts = AandaFacts(battle)
    side, active = facts.acting, facts.active_squadron
    if active:
        return squadron(battle, active).side
    if not side or _any_waits(battle, side):
        return side
    other = battle.other_side(side)
    return other if _any_waits(battle, other) else side


def _any_waits(battle: AandaBattle, side: str) -> bool:
    return any(has_to_act(battle, name) for name in squadrons_of(battle, side))


def not_begun(battle: AandaBattle, side: str) -> list[str]:
    """A side's squadrons that may act in this phase and have not begun to."""
    active = AandaFacts(battle).active_squadron
    return [name for name in waiting(battle, side) if name != active]


def waiting_now(battle: AandaBattle) -> list[str]:
    """The squadron that is acting. If none is, the squadrons of the acting side that may begin."""
    active = AandaFacts(battle).active_squadron
    return [active] if active else waiting(battle, battle.acting)


def require_turn(battle: AandaBattle, name: str) -> None:
    """Raise Refused unless this squadron may act now."""
    require(not has_acted(battle, name), f"{name} has acted in this phase", "2.2")
    owner, acting = squadron(battle, name).side, battle.acting
    require(owner == acting, f"{name} belongs to {owner}; it is {acting}'s turn", "2.2")
    active = AandaFacts(battle).active_squadron
    require(
        not active or active == name,
        does(active, "is acting: say that it is done first", "are acting: say that they are done first"),
        "2.2",
    )
    idle = _idle(battle, name)
    require(not idle, idle, "2.2")


def activate(battle: AandaBattle, name: str) -> Effects:
    """Record that this squadron is the one that acts now."""
    yield from AandaFacts.active_squadron.set(battle, name)


def nobody_acts(battle: AandaBattle) -> Effects:
    """Record that no squadron and no ship is acting."""
    yield from AandaFacts.active_squadron.clear(battle)
    yield from AandaFacts.attacking_ship.clear(battle)


def done(battle: AandaBattle, name: str) -> Effects:
    """End a squadron's actions in this phase. Then it is the other side's turn."""
    yield from SquadronFacts.acted[battle.phase].mark(SquadronFacts(battle, name))
    yield from nobody_acts(battle)
    yield from AandaFacts.acting.set(battle, battle.other_side(squadron(battle, name).side))


def require_moving(battle: AandaBattle, name: str) -> None:
    """Raise Refused unless this squadron may move now or has already moved (2.2)."""
    require(not is_hidden(battle, name), f"{name} is a contact marker: reveal it first", "2.2")
    if not has_acted(battle, name):
        require_turn(battle, name)


def moving_first(battle: AandaBattle) -> list[AandaShip]:
    """All ships, sorted so that ships of squadrons that may move now, or have moved, come first."""
    now = waiting_now(battle)
    return sorted(battle.ships(), key=lambda ship: ship.squadron not in now and not has_acted(battle, ship.squadron))


def part_of_move(battle: AandaBattle, name: str) -> Effects:
    """Record that a squadron acts now, unless it has moved before this order."""
    if not has_acted(battle, name):
        yield from activate(battle, name)


def begins(battle: Battle[AandaShip]) -> str:
    """The side that begins this phase. The winner of the initiative begins to spot and to fire; the side that he chose begins
    to move.
    """
    facts = AandaFacts(battle)
    return (facts.moves_first if battle.phase == MOVEMENT else facts.winner) or battle.sides[0]
