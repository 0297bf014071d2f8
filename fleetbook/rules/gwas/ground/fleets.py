"""Fleets: ships, mission, orders and place, and the enemy's knowledge of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.battle.setup import Squadron
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.strict import convert
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.card import ESCORT, RAID, Card, FleetCard
from fleetbook.rules.gwas.ground.facts import SEEN, UNSEEN, FleetFacts, GwasFacts, owner
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.kit.said import listed

ANY, ALL = "any", "all"
MOVE, PURSUE = "Move", "Pursue"


# ------------------------------------------------------------ which ships form a fleet


def wrong_nations(cards: Sequence[Card], tables: RuleTables) -> str:
    """The reason why ships of these nations may not form a fleet. Empty if they may."""
    counted = {tables.table("nations").text(card.nation, "as") for card in cards} - {ANY}
    most = tables.figure("mixed fleet, at most").whole
    if len(counted) < 2 or len(cards) <= most:
        return ""
    return f"{len(cards)} ships of {', '.join(sorted(counted))}; more than {most} must be of one nationality"


def nationalities(cards: Sequence[Card], tables: RuleTables, germans_with_any: object) -> int:
    """The number of nationalities of these ships (G15). Germans are a nationality of their own; with ``germans_with_any`` they
    count as any other.
    """
    counted = [(tables.table("nations").text(card.nation, "as"), card.nation) for card in cards]
    if not germans_with_any:
        return len({nation if kind == ANY else kind for kind, nation in counted})
    kinds = {kind for kind, _ in counted}
    return max(len(kinds - {ANY}), min(len(kinds), 1))


def wrong_for_mission(cards: Sequence[Card], mission: str, leader: bool, tables: RuleTables) -> str:
    """The reason why these ships may not have this mission. Empty if they may, or if there is no mission."""
    if not mission:
        return ""
    table, types = tables.table("missions"), tables.table("types")
    ships = table.text(mission, "ships")
    for kind in types.columns.labels:
        unfit = [card.name for card in cards if ships == f"{kind}s" and types.text(card.type, kind) != "yes"]
        if unfit:
            return f"{', '.join(unfit)}: {mission} is for {ships}"
    most = table.cell(mission, "at most")
    if most != "-" and len(cards) > int(most):
        return f"{len(cards)} ships; {mission} is for {most} at most"
    return f"{mission} needs a leader" if table.text(mission, "leader") == "yes" and not leader else ""


def orders_of(mission: str, tables: RuleTables) -> tuple[str, ...]:
    """The orders that a mission allows, in the sheet's order."""
    words = tables.table("missions").text(mission, "orders").split(", ")
    common = str(tables.figure("common orders").value).split(", ")
    return tuple(order for word in words for order in (common if word == "common" else [word]))


def turns_of(mission: str, tables: RuleTables) -> int | None:
    """The number of turns for which a fleet with this mission writes orders ahead, or None if it writes them for all turns."""
    turns = tables.table("missions").text(mission, "turns")
    return None if turns == ALL else int(turns)


# ------------------------------------------------------------ fleets as they stand


def fleet_card(squadron: Squadron) -> FleetCard:
    """A fleet's entry in the scenario, read and checked."""
    card = convert(squadron.details, FleetCard, f"squadron {squadron.name}")
    return msgspec.structs.replace(card, zone=zone_named(card.zone))


def zone_named(words: str) -> str:
    """A zone's name as the map prints it: ``c2`` becomes ``C2``. Other names stay as entered."""
    zone = words.strip()
    return zone.upper() if re.fullmatch(r"[a-z]{1,2}\d{1,3}", zone) else zone


class Plotted(NamedTuple):
    """A plotted order: a verb, with the zones of a move or with the fleet to escort. An Escort order that names no fleet allows
    any.
    """

    verb: str = ""
    zones: tuple[str, ...] = ()
    charge: str = ""


def plotted(words: str) -> Plotted:
    """A plotted order, read from its text, such as ``Move C12 C13``."""
    verb, _, rest = words.partition(" ")
    return Plotted(verb, tuple(rest.split()) if verb == MOVE else (), rest if verb == ESCORT else "")


class Fleet(FleetFacts):
    """A fleet in its present state: its ships, order, zone and moves."""

    __slots__ = ("side",)
    _battle: GwasBattle

    def __init__(self, battle: GwasBattle, name: str, side: str) -> None:
        super().__init__(battle, name)
        self.side = side

    @property
    def battle(self) -> GwasBattle:
        return self._battle

    @property
    def known(self) -> bool:
        """Whether the enemy knows any of the fleet's ships."""
        return any(ship.known for ship in self.ships)

    @property
    def raider(self) -> bool:
        """Whether the fleet is on a raid, or was on one before it aborted its mission."""
        return self.mission == RAID or self.raided

    @property
    def on_the_map(self) -> bool:
        """Whether the enemy sees the fleet's name and zone, though not its ships (G20)."""
        everyone = self.battle.reading("fleets_on_the_map") == "all but raiders"
        return self.known or self.spotted or (everyone and not self.raider)

    @property
    def ships(self) -> list[GwasShip]:
        """The fleet's ships that are still in the game."""
        return [ship for ship in self.battle.ships(self.side) if ship.fleet == self.name and ship.afloat]

    @property
    def leader(self) -> bool:
        """Whether a leader is with the fleet."""
        return any(ship.leader for ship in self.ships)

    @property
    def order(self) -> str:
        """The text of the fleet's order for this turn. Empty if it has none."""
        return self.orders[self.battle.turn]

    @property
    def plan(self) -> Plotted:
        """The fleet's order for this turn, read into its parts."""
        return plotted(self.order)

    def zones_moved(self, turn: int) -> int:
        """The number of zones that the fleet moved through in this turn or another."""
        return self.moved[turn] or 0

    @property
    def writes(self) -> tuple[str, int]:
        """Permission to write orders this turn outside the usual step. It gives the step and the first turn to write for."""
        return self.written[self.battle.turn] or ("", 0)

    @property
    def has_moved(self) -> bool:
        """Whether the fleet has moved this turn, or has done something instead of moving."""
        return self.moved[self.battle.turn] is not None

    @property
    def route(self) -> tuple[str, ...]:
        """The zones of the fleet's move this turn, the first zone included. Empty before it moves."""
        return self.routes[self.battle.turn]

    @property
    def where(self) -> str:
        """The fleet's zone, in words for a message."""
        return self.zone or "no zone"


def carried_out(own: Fleet, said: Words = "") -> Effects:
    """Record that the fleet has carried out its order for this turn, and whether the enemy saw it: he did if he knows
    the fleet.
    """
    yield from Fleet.carried_out[own.battle.turn].set(own, SEEN if own.known else UNSEEN, said=said)


def fleets(battle: GwasBattle, side: str | None = None) -> list[Fleet]:
    """The fleets that have ships, of one side or both. Fleets divided off later come last."""
    return [fleet for fleet in fleets_ever(battle, side) if fleet.ships]


def fleet_names(battle: GwasBattle) -> list[str]:
    """The names of all fleets that have ships."""
    return [fleet.name for fleet in fleets(battle)]


def fleets_ever(battle: GwasBattle, side: str | None = None) -> list[Fleet]:
    """All fleets of one side or both, even those without ships."""
    names = (*(squadron.name for squadron in battle.setup.squadrons), *GwasFacts(battle).divided)
    every = [Fleet(battle, name, owner(battle, name)) for name in names]
    return [fleet for fleet in every if side in (None, fleet.side)]


def hidden_from(battle: GwasBattle, name: str, side: str) -> bool:
    """Whether a fleet is the enemy's and this side does not know any of its ships."""
    whose = owner(battle, name)
    return whose not in ("", side) and not Fleet(battle, name, whose).known


def fleet(battle: GwasBattle, name: str) -> Fleet:
    """The fleet with this name. Raises InvalidInput, with the most similar name, if there is none."""
    found = Fleet(battle, name, owner(battle, name))
    if not found.side or not found.ships:
        raise InvalidInput.word("fleet", name, [fleet.name for fleet in fleets(battle)])
    return found


def fleet_of(battle: GwasBattle, ship: GwasShip) -> Fleet:
    """The fleet to which a ship belongs now."""
    return Fleet(battle, ship.fleet, ship.side)


def enemy_fleets(battle: GwasBattle, own: Fleet) -> list[Fleet]:
    """The enemy's fleets that have ships."""
    return fleets(battle, battle.other_side(own.side))


def require_ordered(own: Fleet, verb: str, section: str = "") -> None:
    """Raise Refused if the fleet has a mission and its order for this turn is another one."""
    ordered = own.order or "do nothing"
    require(not own.mission or own.order == verb, f"{own} is ordered to {ordered} this turn, not to {verb.lower()}", section)


# ------------------------------------------------------------ fleets in results


def fleet_now(happened: Happened[GwasShip], name: str) -> Fleet:
    """The fleet as it is after an order, even if it has no ships left."""
    return Fleet(happened.after, name, owner(happened.after, name))


def named(ships: list[GwasShip]) -> str:
    """The names of several ships: ``A, B and C``."""
    return listed(ship.name for ship in ships)


def done(words: str, own: Fleet, *, means: str = "", head: str = "done", kind: str = DONE) -> Result:
    """The result of a fleet's order. Only its own side may read it."""
    return Result(kind=kind, head=head, words=words, means=means, side=own.side, only_for=own.side)
