"""Facts about a battle, each side's mines and each fleet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Flag, Number, Queue, TurnMark, Value, Word
from fleetbook.core.battle.subject import BattleFacts, Subject
from fleetbook.core.campaign.becomes import GONE

CLEAR, MIST, FOG, SQUALL, STORM, GALE = WEATHERS = ("Clear", "Mist", "Fog", "Squall", "Storm", "Gale")
DAY, NIGHT = LIGHTS = ("day", "night")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
TACTICAL = "tactical combat"
"""The word of a scenario for a battle that is one combat only. A ship that leaves the map is then gone for good."""
AT_SURPRISE = "contact at surprise distance"
SEEN, UNSEEN = "seen", "unseen"
"""Whether the enemy saw a fleet carry out its order."""


class GwasFacts(BattleFacts, becomes=GONE):
    """Facts about the whole battle: the scenario's conditions, and the state of a tactical combat."""

    weather = Word(allowed=WEATHERS, heading="conditions")
    light = Word(allowed=LIGHTS, heading="conditions")
    theatre = Word(allowed=("Mediterranean", "North Sea/Baltic", "Pacific Ocean"), heading="conditions")
    month = Word(allowed=MONTHS, heading="conditions")
    year = Word(allowed=("1914", "1915", "1916", "1917", "1918"), heading="conditions")
    begins = Word(allowed=("game turn", TACTICAL), heading="options", by_hand=False)
    settled = TurnMark().each("what happens once a turn")
    divided = Queue(
        str, "divided fleets", seen_as=lambda battle, subject, other, names, side: seen_fleets(battle, names or (), side)
    )
    attack = Number()
    combat = Number()
    round = Number()
    initiative = Word("initiative side")
    by_pursuit = Flag()
    surprise = Word()
    attacks_port = Word("attacks a port")

    @property
    def night(self) -> bool:
        return self.light == NIGHT


def seen_fleets(battle: Battle[Any], names: Iterable[str], side: str) -> tuple[str, ...]:
    """Those of the named fleets that belong to a side or that it sees on the map."""
    unseen = battle.ruleset.unseen(battle, side)
    return tuple(name for name in names if name not in unseen)


class Found(NamedTuple):
    """A side's discovery of minefields in a zone: the turn, and the number of minefields."""

    turn: int
    number: int


def is_own(battle: Any, subject: str, other: str, side: str) -> bool:
    """Whether a fleet belongs to this side. It decides who may know facts that only the fleet's own side reads."""
    return owner(battle, subject) in ("", side)


def _is_found(battle: Any, subject: str, zone: str, side: str) -> bool:
    return side == subject or SideFacts(battle, side).found[zone] is not None


def _was_seen(battle: Any, fleet: str, turn: str, side: str) -> bool:
    return is_own(battle, fleet, turn, side) or FleetFacts(battle, fleet).carried_out[int(turn)] == SEEN


class SideFacts(Subject, becomes=GONE):
    """Facts about one side, by zone: its minefields, and the minefields that it has found."""

    minefields = Number(known_to=_is_found).each("zone")
    found = Value(Found, "minefields found", known_to=lambda battle, finder, zone, side: side == finder).each("zone")


class Writes(NamedTuple):
    """Permission to write orders outside the usual step. It gives the step and the first turn to write for."""

    step: str
    first: int


class FleetFacts(Subject, becomes=GONE):
    """Facts about a fleet: one of the scenario, or a part divided off later."""

    side_of = Word("side")
    mission = Word(known_to=is_own)
    zone = Word()
    in_port = Flag()
    raided = Flag("was on a raid", known_to=is_own)
    spotted = Flag("on the map")
    orders = Word("order", known_to=is_own).each("turn")
    written = Value(Writes, "writes orders", known_to=is_own).each("turn")
    carried_out = Word(known_to=_was_seen).each("turn")
    moved = Value(int, "zones moved").each("turn")
    routes = Queue(str, "route").each("turn")
    contact = TurnMark("in contact").each("fleet")
    pursues = TurnMark().each("fleet")
    searched = TurnMark(known_to=is_own).each("fleet")
    at_surprise = TurnMark(AT_SURPRISE).each("fleet")
    fought = TurnMark()
    laid = TurnMark("laid mines", known_to=is_own)


def owner(battle: Battle[Any], fleet: str) -> str:
    """The side that a fleet belongs to, even if it has no ships left. Empty if there is no such fleet."""
    listed = next((squadron.side for squadron in battle.setup.squadrons if squadron.name == fleet), "")
    return listed or FleetFacts(battle, fleet).side_of
