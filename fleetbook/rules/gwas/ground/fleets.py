"""Fleets: who belongs to them now, their mission, where they are, and what of them the enemy sees."""

from __future__ import annotations

import re

import msgspec

from fleetbook.core.battle.setup import Squadron
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders.effects import Effects
from fleetbook.core.strict import convert
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.card import RAID, FleetCard
from fleetbook.rules.gwas.ground.facts import FleetFacts, GwasFacts, owner
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip

SEEN, UNSEEN = "seen", "unseen"


def fleet_card(squadron: Squadron) -> FleetCard:
    """What the scenario says of a fleet."""
    card = convert(squadron.details, FleetCard, f"squadron {squadron.name}")
    return msgspec.structs.replace(card, zone=zone_named(card.zone))


def zone_named(words: str) -> str:
    """A zone as the map prints it: c2 is C2. Other names stay as the players write them."""
    zone = words.strip()
    return zone.upper() if re.fullmatch(r"[a-z]{1,2}\d{1,3}", zone) else zone


class Fleet(FleetFacts):
    """A fleet as it stands."""

    __slots__ = ("side",)
    _battle: GwasBattle

    def __init__(self, battle: GwasBattle, name: str, side: str) -> None:
        super().__init__(battle, name)
        self.side = side

    @property
    def battle(self) -> GwasBattle:
        """The battle that it is in, at this moment."""
        return self._battle

    @property
    def known(self) -> bool:
        """Whether the enemy knows any of its ships."""
        return any(ship.known for ship in self.ships)

    @property
    def raider(self) -> bool:
        """Whether it is on a raid, or was before it aborted."""
        return self.mission == RAID or self.raided

    @property
    def on_the_map(self) -> bool:
        """Whether the enemy sees that there is such a fleet, and where, though not with what ships (G20)."""
        everyone = self.battle.reading("fleets_on_the_map") == "all but raiders"
        return self.known or self.spotted or (everyone and not self.raider)

    @property
    def ships(self) -> list[GwasShip]:
        """Its ships that are in the game."""
        return [ship for ship in self.battle.ships(self.side) if ship.fleet == self.name and ship.afloat]

    @property
    def leader(self) -> bool:
        """Whether a leader is with it."""
        return any(ship.leader for ship in self.ships)

    @property
    def order(self) -> str:
        """The order plotted for this turn; empty where there is none."""
        return self.orders[self.battle.turn]

    @property
    def verb(self) -> str:
        """What it is ordered to do this turn, without where."""
        return self.order.partition(" ")[0]

    def zones_moved(self, turn: int) -> int:
        """The zones that it moved through in a turn."""
        return self.moved[turn] or 0

    @property
    def writes(self) -> tuple[str, int]:
        """The step in which it may write orders this turn beside the usual, and the first turn that they are for."""
        return self.written[self.battle.turn] or ("", 0)

    @property
    def has_moved(self) -> bool:
        """Whether it has moved this turn, or done what keeps it from moving."""
        return self.moved[self.battle.turn] is not None

    @property
    def route(self) -> tuple[str, ...]:
        """The zone in which it began to move this turn, and those it has moved through; empty before."""
        return self.routes[self.battle.turn]

    @property
    def where(self) -> str:
        """Its zone, for a message."""
        return self.zone or "no zone"


def carried_out(own: Fleet, said: Words = "") -> Effects:
    """A fleet has done what it was ordered to do this turn, before the enemy's eyes or not."""
    yield from Fleet.carried_out[own.battle.turn].set(own, SEEN if own.known else UNSEEN, said=said)


def fleets(battle: GwasBattle, side: str | None = None) -> list[Fleet]:
    """All fleets that have ships, or one side's: those of the scenario, then those divided off."""
    return [fleet for fleet in fleets_ever(battle, side) if fleet.ships]


def fleet_names(battle: GwasBattle) -> list[str]:
    """Names of all fleets that have ships."""
    return [fleet.name for fleet in fleets(battle)]


def fleets_ever(battle: GwasBattle, side: str | None = None) -> list[Fleet]:
    """All fleets, or one side's, with ships or without any more."""
    names = (*(squadron.name for squadron in battle.setup.squadrons), *GwasFacts(battle).divided)
    every = [Fleet(battle, name, owner(battle, name)) for name in names]
    return [fleet for fleet in every if side in (None, fleet.side)]


def hidden_from(battle: GwasBattle, name: str, side: str) -> bool:
    """Whether a fleet is another side's, and none of its ships is known to this one."""
    whose = owner(battle, name)
    return whose not in ("", side) and not Fleet(battle, name, whose).known


def fleet(battle: GwasBattle, name: str) -> Fleet:
    """A fleet by its name. Raises InvalidInput with the nearest name for an unknown one."""
    found = Fleet(battle, name, owner(battle, name))
    if not found.side or not found.ships:
        raise InvalidInput.word("fleet", name, [fleet.name for fleet in fleets(battle)])
    return found


def fleet_of(battle: GwasBattle, ship: GwasShip) -> Fleet:
    """The fleet that a ship belongs to, as it stands."""
    return Fleet(battle, ship.fleet, ship.side)


def enemy_fleets(battle: GwasBattle, own: Fleet) -> list[Fleet]:
    """The fleets that face this one."""
    return fleets(battle, battle.other_side(own.side))


def require_ordered(own: Fleet, verb: str, section: str = "") -> None:
    """Raise Refused for a fleet on a mission that is ordered to do something else this turn."""
    ordered = own.order or "do nothing"
    require(not own.mission or own.order == verb, f"{own} is ordered to {ordered} this turn, not to {verb.lower()}", section)
