"""The player aid's rules put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fleetbook.core.battle.battle import PHASE, Battle
from fleetbook.core.battle.card_view import CardView, Marker
from fleetbook.core.battle.conditions import Word
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import BattleFacts, Setting
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.checks import check_card, check_setup
from fleetbook.rules.gwas.ground.card import Card, FleetCard
from fleetbook.rules.gwas.ground.combat_state import ATTACKS_PORT, COMBAT, ROUND
from fleetbook.rules.gwas.ground.estimates import filled_in
from fleetbook.rules.gwas.ground.fleets import (
    DIVIDED,
    FOUGHT,
    MISSION,
    ORDER,
    RAIDED,
    ROUTE,
    WRITES,
    ZONE,
    ZONES_MOVED,
    fleet_card,
    fleet_of,
    fleets,
    fleets_ever,
    owner,
)
from fleetbook.rules.gwas.ground.hooks import RuleHooks
from fleetbook.rules.gwas.ground.phases import INITIATIVE
from fleetbook.rules.gwas.ground.ship import FOR_GOOD, IN_COMBAT, IN_PORT, KNOWN, LEADER, TRACKS, GwasShip
from fleetbook.rules.gwas.house import check_tables
from fleetbook.rules.gwas.rendering import ship_card
from fleetbook.rules.gwas.sequence import GwasSequence
from fleetbook.rules.gwas.strategic.air import GaleInTheAir, Launch, Recover
from fleetbook.rules.gwas.strategic.contact import Pursue, Search
from fleetbook.rules.gwas.strategic.minefields import FIELDS, FOUND
from fleetbook.rules.gwas.strategic.mines import EnterMinefield, LayMines, MineTest, Sweep
from fleetbook.rules.gwas.strategic.movement import CarryOut, CastOff, LieInPort, MoveFleet, Tow
from fleetbook.rules.gwas.strategic.organising import CombineFleets, DivideFleet
from fleetbook.rules.gwas.strategic.plotting import MOVE, ChangeToAbort, PlotOrders
from fleetbook.rules.gwas.strategic.sightings import LookForMerchants, Sight
from fleetbook.rules.gwas.strategic.small_craft import HoldFire, MtbAttack, SubmarineAttack
from fleetbook.rules.gwas.strategic.supply import CheckFuel, Rearm, TakeFuel
from fleetbook.rules.gwas.strategic.weather import (
    CheckFoundering,
    CheckWeather,
    EmergencyRepair,
    Founder,
    Gale,
    Ground,
    Refloat,
    SetLight,
)
from fleetbook.rules.gwas.tactical.combat import BeginCombat, EndCombat, LeaveMap, MoveShips, RollInitiative, SetUp
from fleetbook.rules.gwas.weapons.gunnery import Fire, Shot
from fleetbook.rules.gwas.weapons.torpedoes import FireTorpedoes, Torpedo
from fleetbook.rules.kit.base import table_files

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class GwasFacts(BattleFacts):
    """Facts of a game."""

    weather = Word(allowed=("Clear", "Mist", "Fog", "Squall", "Storm", "Gale"), heading="conditions")
    light = Word(allowed=("day", "night"), heading="conditions")
    theatre = Word(allowed=("Mediterranean", "North Sea/Baltic", "Pacific Ocean"), heading="conditions")
    month = Word(allowed=MONTHS, heading="conditions")
    year = Word(allowed=("1914", "1915", "1916", "1917", "1918"), heading="conditions")
    begins = Word(allowed=("game turn", "tactical combat"), heading="options")


class GwasRules(Ruleset[GwasShip]):
    """The Great War at Sea player aid."""

    id, title, version, unit = "gwas", "Great War at Sea player aid", "1", "hexes"
    ship_type = GwasShip
    card_type = Card
    squadron_type = FleetCard
    hooks = RuleHooks()
    hindsight = False
    battle_facts = GwasFacts
    sequence = GwasSequence()
    procedures: tuple[type[Order[GwasShip]], ...] = (
        CheckWeather, SetLight, CombineFleets, PlotOrders, ChangeToAbort, CheckFuel,
        MoveFleet, Pursue, CarryOut, TakeFuel, Rearm, DivideFleet, Tow, CastOff, EnterMinefield, MineTest, LayMines, Sweep,
        Ground, Refloat, CheckFoundering, Founder, Gale, Launch, Recover, GaleInTheAir,
        Search, LookForMerchants, Sight, LieInPort, SubmarineAttack, MtbAttack, HoldFire,
        BeginCombat, RollInitiative, SetUp, MoveShips, LeaveMap, Fire, Shot, FireTorpedoes, Torpedo, EmergencyRepair, EndCombat,
    )  # fmt: skip

    def check_tables(self, tables: RuleTables) -> None:
        """Refuse house rules that play cannot go by."""
        check_tables(tables)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """The sheet's tables, one file for each chapter."""
        return table_files(__file__)

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Card:
        """A checked card, with what it leaves out estimated (G11)."""
        card: Card = super().read_card(raw, where, tables)
        return filled_in(card, tables, where)

    def check_card(self, card: Card, where: str, tables: RuleTables) -> None:
        """Refuse what types allow and the sheet cannot play."""
        check_card(card, where)

    def tracks(self, card: Card, tables: RuleTables) -> Mapping[str, int]:
        """Boxes of the log sheet; what a ship never had is left out."""
        boxes = {name: getattr(card, name) or 0 for name in TRACKS}
        return {name: number for name, number in boxes.items() if number}

    def check_setup(self, setup: Setup, where: str) -> None:
        """Refuse fleets that the sheet does not allow."""
        check_setup(self, setup, where)

    def initial(self, battle: Battle[GwasShip]) -> Iterator[Change]:
        """Missions, places, leaders and orders of the fleets; or all ships in combat where the scenario begins with one."""
        for squadron in battle.setup.squadrons:
            card = fleet_card(squadron)
            yield Key(squadron.name, MISSION), card.mission or None
            yield Key(squadron.name, ZONE), card.zone or None
            yield Key(squadron.name, IN_PORT), card.port or None
            for turn, words in enumerate(card.orders, start=battle.turn):
                yield Key(squadron.name, ORDER, str(turn)), words
            if card.leader:
                yield Key(card.flagship, LEADER), card.leader
            known = {entry.name for entry in battle.setup.ships if card.known and entry.squadron == squadron.name}
            yield from ((Key(name, KNOWN), FOR_GOOD) for name in known)
        if battle.word("begins") == "tactical combat":
            yield from self._fought_at_once(battle)

    def _fought_at_once(self, battle: Battle[GwasShip]) -> Iterator[Change]:
        """All ships in combat; who attacks a fleet in port has the initiative (G26)."""
        yield PHASE, INITIATIVE
        yield Key("", ROUND), 1
        yield Key("", COMBAT), 1
        cards = {squadron.name: fleet_card(squadron) for squadron in battle.setup.squadrons}
        in_port = [any(cards[s.name].port for s in battle.setup.squadrons if s.side == side) for side in battle.sides]
        if in_port.count(True) == 1:
            yield Key("", ATTACKS_PORT), battle.sides[in_port.index(False)]
        for name, card in cards.items():
            yield Key(name, FOUGHT), battle.turn
            order = card.orders[0].split() if card.orders else []
            if order[:2] == [MOVE, card.zone]:
                yield Key(name, ROUTE, str(battle.turn)), ("", card.zone)
                yield Key(name, ZONES_MOVED, str(battle.turn)), 1
        for ship in battle.ships():
            yield Key(ship.name, IN_COMBAT), True
            if not ship.known:
                yield Key(ship.name, KNOWN), (battle.turn, cards[ship.squadron].zone)

    def card(self, ship: GwasShip) -> CardView:
        """The ship's card as it stands."""
        return ship_card(ship.battle, ship)

    def unseen(self, battle: Battle[GwasShip], side: str) -> frozenset[str]:
        """The enemy's ships that the side does not know now, and those of his fleets that are not on the map."""
        others = [other for other in battle.sides if other != side]
        ships = {ship.name for other in others for ship in battle.ships(other) if not ship.known}
        return frozenset(ships) | {own.name for other in others for own in fleets_ever(battle, other) if not own.on_the_map}

    def markers(self, battle: Battle[GwasShip], side: str) -> tuple[Marker, ...]:
        """The enemy's fleets on the map: names and zones, not their ships (G20)."""
        others = [own for own in fleets(battle) if own.side != side and own.on_the_map]
        return tuple(Marker(own.name, own.side, own.zone) for own in others)

    def withheld(self, battle: Battle[GwasShip], key: Key, side: str) -> bool:
        """Missions and orders of the other side's fleets, names of fleets divided off, and mines that the side has not found."""
        if key.name in (MISSION, WRITES, RAIDED, ORDER):
            return owner(battle, key.subject) not in ("", side)
        if key.name == FIELDS:
            return key.subject != side and not battle.fact(Key(side, FOUND, key.other))
        if key.name == FOUND:
            return key.subject != side
        return key.name == DIVIDED

    def settable(self, battle: Battle[GwasShip], subject: str) -> Mapping[str, Setting]:
        """The scenario's conditions, but not how it began; and whether the enemy knows a ship."""
        if not subject:
            return {name: found for name, found in super().settable(battle, "").items() if name in self.conditions}
        zone = fleet_of(battle, battle.ship(subject)).zone
        seen = {"yes": (battle.turn, zone), "no": None}
        return {KNOWN: Setting(KNOWN, tuple(seen), seen)}

    def outcome(self, battle: Battle[GwasShip]) -> str:
        """Ships lost by each side."""
        lost = {side: [s.name for s in battle.ships(side) if s.fate.startswith("sunk")] for side in battle.sides}
        return "; ".join(f"{side} lost {', '.join(names) or 'no ship'}" for side, names in lost.items())
