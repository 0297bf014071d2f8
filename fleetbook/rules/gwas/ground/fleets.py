"""Fleets: who belongs to them now, their mission, where they are, and what of them the enemy sees."""

from __future__ import annotations

from dataclasses import dataclass

from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.setup import Squadron
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.strict import convert
from fleetbook.rules.gwas.ground.card import FleetCard
from fleetbook.rules.gwas.ground.ship import IN_PORT, GwasBattle, GwasShip, afloat

MISSION, ZONE, ORDER, ZONES_MOVED = "mission", "zone", "order", "zones moved"
ROUTE, CARRIED_OUT, WRITES = "route", "carried out", "writes orders"
SEEN, UNSEEN = "seen", "unseen"
RAID, RAIDED, SPOTTED = "Raid", "was on a raid", "on the map"
CONTACT, PURSUES, SEARCHED, DIVIDED, SIDE = "in contact", "pursues", "searched", "divided fleets", "side"
FOUGHT, LAID = "fought", "laid mines"


def fleet_card(squadron: Squadron) -> FleetCard:
    """What the scenario says of a fleet."""
    return convert(squadron.details, FleetCard, f"squadron {squadron.name}")


@dataclass(frozen=True)
class Fleet:
    """A fleet as it stands."""

    name: str
    side: str
    battle: GwasBattle

    def fact(self, name: str, other: str = "") -> FactValue:
        """A fact about this fleet, or None."""
        return self.battle.fact(Key(self.name, name, other))

    def word(self, name: str, other: str = "") -> str:
        """A word kept for this fleet; empty where it is absent."""
        value = self.fact(name, other)
        return value if isinstance(value, str) else ""

    @property
    def mission(self) -> str:
        """Its mission; empty where the scenario gives it none."""
        return self.word(MISSION)

    @property
    def zone(self) -> str:
        """The zone it is in."""
        return self.word(ZONE)

    @property
    def in_port(self) -> bool:
        """Whether it lies in port."""
        return bool(self.fact(IN_PORT))

    @property
    def known(self) -> bool:
        """Whether the enemy knows any of its ships."""
        return any(ship.known for ship in self.ships)

    @property
    def raider(self) -> bool:
        """Whether it is on a raid, or was before it aborted."""
        return self.mission == RAID or bool(self.fact(RAIDED))

    @property
    def on_the_map(self) -> bool:
        """Whether the enemy sees that there is such a fleet, and where, though not with what ships (G20)."""
        everyone = self.battle.reading("fleets_on_the_map") == "all but raiders"
        return self.known or bool(self.fact(SPOTTED)) or (everyone and not self.raider)

    @property
    def ships(self) -> list[GwasShip]:
        """Its ships that are in the game."""
        return [ship for ship in afloat(self.battle, self.side) if ship.fleet == self.name]

    @property
    def leader(self) -> bool:
        """Whether a leader is with it."""
        return any(ship.leads for ship in self.ships)

    def order(self, turn: int) -> str:
        """The order plotted for a turn; empty where there is none."""
        return self.word(ORDER, str(turn))

    def zones_moved(self, turn: int) -> int:
        """The zones that it moved through in a turn."""
        value = self.fact(ZONES_MOVED, str(turn))
        return value if isinstance(value, int) else 0

    @property
    def writes(self) -> tuple[str, int]:
        """The step in which it may write orders this turn beside the usual, and the first turn that they are for."""
        found = self.fact(WRITES, str(self.battle.turn))
        return (str(found[0]), int(str(found[1]))) if isinstance(found, tuple) else ("", 0)

    @property
    def has_moved(self) -> bool:
        """Whether it has moved this turn, or done what keeps it from moving."""
        return self.fact(ZONES_MOVED, str(self.battle.turn)) is not None

    @property
    def route(self) -> tuple[str, ...]:
        """The zone in which it began to move this turn, and those it has moved through; empty before."""
        zones = self.fact(ROUTE, str(self.battle.turn))
        return tuple(map(str, zones)) if isinstance(zones, tuple) else ()

    def __str__(self) -> str:
        return self.name


def carried_out(own: Fleet, words: str = "") -> Effects:
    """A fleet has done what it was ordered to do this turn, before the enemy's eyes or not."""
    yield from set_fact(own, CARRIED_OUT, SEEN if own.known else UNSEEN, own.battle.turn, text=words)


def fleets(battle: GwasBattle, side: str | None = None) -> list[Fleet]:
    """All fleets that have ships, or one side's: those of the scenario, then those divided off."""
    return [fleet for fleet in fleets_ever(battle, side) if fleet.ships]


def fleets_ever(battle: GwasBattle, side: str | None = None) -> list[Fleet]:
    """All fleets, or one side's, with ships or without any more."""
    every = [(squadron.name, squadron.side) for squadron in battle.setup.squadrons] + [
        (name, str(battle.fact(Key(name, SIDE)))) for name in divided(battle)
    ]
    return [Fleet(name, owner, battle) for name, owner in every if side in (None, owner)]


def divided(battle: GwasBattle) -> tuple[str, ...]:
    """Names of the fleets that were divided off others."""
    names = battle.fact(Key("", DIVIDED))
    return tuple(str(name) for name in names) if isinstance(names, tuple) else ()


def owner(battle: GwasBattle, name: str) -> str:
    """The side of a fleet, whether it has ships or not."""
    listed = next((squadron.side for squadron in battle.setup.squadrons if squadron.name == name), "")
    return listed or str(battle.fact(Key(name, SIDE)) or "")


def hidden_from(battle: GwasBattle, name: str, side: str) -> bool:
    """Whether a fleet is another side's, and none of its ships is known to this one."""
    whose = owner(battle, name)
    return whose not in ("", side) and not Fleet(name, whose, battle).known


def fleet(battle: GwasBattle, name: str) -> Fleet:
    """A fleet by its name. Raises InvalidInput with the nearest name for an unknown one."""
    known = {fleet.name: fleet for fleet in fleets(battle)}
    if name not in known:
        raise InvalidInput.word("fleet", name, known)
    return known[name]


def fleet_of(battle: GwasBattle, ship: GwasShip) -> Fleet:
    """The fleet that a ship belongs to, as it stands."""
    return Fleet(ship.fleet, ship.side, battle)


def fleet_names(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """Names of all fleets that have ships."""
    return [fleet.name for fleet in fleets(battle)]


def enemy_fleets(battle: GwasBattle, name: str) -> list[str]:
    """Names of the fleets that face this one."""
    own = fleet(battle, name).side
    return [other.name for other in fleets(battle) if other.side != own]
