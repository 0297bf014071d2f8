"""The rule system of the player aid, made up of its orders, cards and sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from fleetbook.core.battle.battle import PHASE, Battle
from fleetbook.core.battle.card_view import CardView, Condition, Marker, Particular, Stage, System, Track
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import Subject
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.checks import check_card, check_setup, check_tables
from fleetbook.rules.gwas.ground.card import NO_ARMOUR, Card, FleetCard
from fleetbook.rules.gwas.ground.estimates import filled_in
from fleetbook.rules.gwas.ground.facts import GwasFacts, SideFacts, owner
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_card, fleet_of, fleets, fleets_ever, plotted
from fleetbook.rules.gwas.ground.hooks import RuleHooks, hooks
from fleetbook.rules.gwas.ground.phases import INITIATIVE, ROUND_END, number_of
from fleetbook.rules.gwas.ground.ship import (
    GUNS,
    GUNS_IN_FULL,
    HULL,
    SUNK,
    TORPEDO,
    TRACKS,
    WEAPONS,
    GwasBattle,
    GwasShip,
    Sighting,
)  # fmt: skip
from fleetbook.rules.gwas.sequence import GwasSequence
from fleetbook.rules.gwas.strategic.air import DESTROYED, GaleInTheAir, Launch, Recover
from fleetbook.rules.gwas.strategic.contact import LookForMerchants, Pursue, Search, Sight
from fleetbook.rules.gwas.strategic.mines import EnterMinefield, LayMines, MineTest, Sweep
from fleetbook.rules.gwas.strategic.movement import CarryOut, CastOff, LieInPort, MoveFleet, Tow
from fleetbook.rules.gwas.strategic.plotting import ChangeToAbort, CombineFleets, DivideFleet, PlotOrders
from fleetbook.rules.gwas.strategic.sea import (
    CheckFoundering,
    CheckWeather,
    EmergencyRepair,
    Founder,
    Gale,
    Ground,
    Refloat,
    SetLight,
)
from fleetbook.rules.gwas.strategic.small_craft import HoldFire, MtbAttack, SubmarineAttack
from fleetbook.rules.gwas.strategic.supply import CheckFuel, Rearm, TakeFuel
from fleetbook.rules.gwas.tactical import BeginCombat, EndCombat, LeaveMap, MoveShips, RollInitiative, SetUp
from fleetbook.rules.gwas.weapons.gunnery import Fire, FireTorpedoes, Shot, Torpedo
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.base import table_files
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import losses

CARD_TRACKS = (
    GwasShip.hull, GwasShip.primary, GwasShip.secondary, GwasShip.tertiary, GwasShip.torpedo,
    GwasShip.fuel, GwasShip.mines, GwasShip.aircraft,
)  # fmt: skip
PRINTED = {
    "italic": "name in italics",
    "boxed_hull": "hull boxed",
    "hull_tubes": "torpedoes in hull mounts",
    "sixteen": "16-inch guns",
    "ace": "ace commander",
}
"""Special marks on a ship's data sheet, in words."""


class GwasRules(Ruleset[GwasShip]):
    """The rules of the Great War at Sea player aid."""

    id, title, version, unit = "gwas", "Great War at Sea player aid", "3", "hexes"
    new_card: ClassVar[Mapping[str, Any]] = MappingProxyType({"facts": {}})
    board_columns = ("speed",)
    board_guns, board_torpedoes = GUNS, TORPEDO
    hashes_before = (  # these hashes had words in them
        "f2b2520780d6aef1846f0948993397bbed22e3ded5af0af24c467bd658204b45",
        "b7c0a68b0cfb30360e11979516c80d19a6e42238ec5978c5d5486590628c82f4",
    )
    sentences = Says
    counted_once = MappingProxyType({SUNK: "{ship} sinks", "mines struck": "a mine is struck"})
    spelled_out: ClassVar[Mapping[str, str]] = {**Ruleset.spelled_out, **GUNS_IN_FULL}
    main_battery = GUNS[0]
    ship_type: type[GwasShip] = GwasShip
    card_type = Card
    squadron_type = FleetCard
    sides_at_most = 2
    hooks = RuleHooks()
    hindsight = False
    signs: ClassVar[Mapping[str, str]] = MappingProxyType({"0 1S 1 2 2+": "the sheet's classes of speed, the slowest first"})
    battle_facts = GwasFacts
    other_subjects: ClassVar[tuple[type[Subject], ...]] = (Fleet, SideFacts)
    sequence = GwasSequence()
    orders: tuple[type[Order[GwasShip]], ...] = (
        CheckWeather, SetLight, CombineFleets, PlotOrders, ChangeToAbort, CheckFuel,
        MoveFleet, MoveShips, LeaveMap, Pursue, CarryOut, TakeFuel, Rearm, DivideFleet, Tow, CastOff, EnterMinefield,
        LayMines, Sweep, Ground, Refloat, CheckFoundering, Launch, Recover, GaleInTheAir,
        Search, LookForMerchants, Sight, LieInPort, SubmarineAttack, MtbAttack, HoldFire,
        BeginCombat, RollInitiative, SetUp, Fire, FireTorpedoes, EmergencyRepair, EndCombat,
    )  # fmt: skip
    parts: tuple[type[Part[GwasShip]], ...] = (MineTest, Founder, Gale, Shot, Torpedo)

    def check_tables(self, tables: RuleTables) -> None:
        check_tables(tables)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return table_files(__file__)

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Card:
        """Read and check a ship card. Whatever is left out is estimated (G11)."""
        card: Card = super().read_card(raw, where, tables)
        return filled_in(card, tables, where)

    def check_card(self, card: Card, where: str, tables: RuleTables) -> None:
        check_card(card, where)

    def tracks(self, card: Card, tables: RuleTables) -> Mapping[str, int]:
        """The number of boxes of each track on the log sheet. Tracks that the ship lacks are left out."""
        boxes = {name: getattr(card, name) or 0 for name in TRACKS}
        return {name: number for name, number in boxes.items() if number}

    def check_setup(self, setup: Setup, where: str) -> None:
        check_setup(self, setup, where)

    def stage(self, battle: Battle[GwasShip]) -> Stage:
        """The combat, round and segment now being played."""
        now = GwasFacts(battle)
        if not now.round:
            return Stage()
        combat = now.combat if now.combat > 1 else 0
        number, outside = number_of(battle.phase), "end" if battle.phase == ROUND_END else "start"
        short = f"{f'c{combat} ' if combat else ''}r{now.round} {f's{number}' if number else outside}"
        part = f"segment {number}" if number else outside
        return Stage(short, f"{f'combat {combat}, ' if combat else ''}round {now.round}, {part}")

    def initial(self, battle: Battle[GwasShip]) -> Iterator[Change]:
        """The facts that a battle starts with: the fleets' missions, places, leaders and orders. If the scenario begins in
        combat, all ships are in it.
        """
        for squadron in battle.setup.squadrons:
            name, card = squadron.name, fleet_card(squadron)
            yield Fleet.mission.start(name, card.mission)
            yield Fleet.zone.start(name, card.zone)
            yield Fleet.in_port.start(name, card.port)
            for turn, words in enumerate(card.orders, start=battle.turn):
                yield Fleet.orders[turn].start(name, words)
            if card.leader:
                yield GwasShip.leader.start(card.flagship, card.leader)
            known = {entry.name for entry in battle.setup.ships if card.known and entry.squadron == name}
            yield from (GwasShip.seen.start(ship, Sighting(0)) for ship in known)
        if GwasFacts(battle).begins == GwasFacts.begins.allowed[1]:
            yield from self._in_combat(battle)

    def _in_combat(self, battle: Battle[GwasShip]) -> Iterator[Change]:
        """The facts of a scenario that begins in combat: all ships are in it. The side that attacks a fleet in port has the
        initiative (G26).
        """
        yield PHASE, INITIATIVE
        yield GwasFacts.round.start(battle, 1)
        yield GwasFacts.combat.start(battle, 1)
        cards = {squadron.name: fleet_card(squadron) for squadron in battle.setup.squadrons}
        in_port = [any(cards[s.name].port for s in battle.setup.squadrons if s.side == side) for side in battle.sides]
        if sum(in_port) == 1:
            yield GwasFacts.attacks_port.start(battle, battle.sides[in_port.index(False)])
        for name, card in cards.items():
            yield Key(name, Fleet.fought.name), battle.turn
            if card.orders and plotted(card.orders[0]).zones[:1] == (card.zone,):
                yield Fleet.routes[battle.turn].start(name, ("", card.zone))
                yield Fleet.moved[battle.turn].start(name, 1)
        for ship in battle.ships():
            yield GwasShip.engaged.start(ship, True)
            if not ship.known:
                yield GwasShip.seen.start(ship, Sighting(battle.turn, cards[ship.squadron].zone))

    def card(self, ship: GwasShip) -> CardView:
        battle = ship.battle
        special = (words for name, words in PRINTED.items() if getattr(ship.card, name))
        return CardView(
            name=ship.name,
            kind=ship.card.type + (" ⚑" if ship.leader else ""),
            side=ship.side,
            motion="dead in the water" if ship.dead_in_water else f"speed {ship.speed}",
            pace=f"speed {ship.speed}" + (f"/{ship.card.speed}" if ship.speed != ship.card.speed else ""),
            tracks=tuple(Track(t.name, t.label, t.value(ship), ship.full(t.name)) for t in CARD_TRACKS if ship.full(t.name)),
            systems=tuple(_areas(ship)),
            conditions=(*ship.conditions, *_place_and_orders(battle, ship)),
            fate=ship.fate,
            end=ship.end,
            lost=ship.lost,
            standing=ship.standing,
            squadron=ship.fleet,
            source="; ".join([f"{ship.card.factors} boxes", *special, ship.card.source]),
        )

    def arms(self, battle: GwasBattle, ship: GwasShip) -> Iterator[Particular]:
        """Entries for a ship's card: the ranges of her weapons in hexes, even if they are farther than she can see."""
        for weapon in (weapon for weapon in WEAPONS if ship.full(weapon)):
            farthest = hooks(battle).gun_range(battle, ship, weapon)
            yield Particular(weapon, f"reaches {counted(farthest, 'hex')}")

    def unseen(self, battle: Battle[GwasShip], side: str) -> frozenset[str]:
        """The names of enemy ships that this side does not know now, and of enemy fleets that are not shown on the map."""
        others = [other for other in battle.sides if other != side]
        ships = {ship.name for other in others for ship in battle.ships(other) if not ship.known}
        return frozenset(ships) | {own.name for other in others for own in fleets_ever(battle, other) if not own.on_the_map}

    def side_of(self, battle: Battle[GwasShip], name: str) -> str:
        """The side of a ship or a fleet, even of a fleet that was divided off."""
        return super().side_of(battle, name) or owner(battle, name)

    def markers(self, battle: Battle[GwasShip], side: str) -> tuple[Marker, ...]:
        """The enemy fleets shown on the map, by name and zone, without their ships (G20)."""
        others = [own for own in fleets(battle) if own.side != side and own.on_the_map]
        return tuple(Marker(own.name, own.side, own.zone) for own in others)

    def outcome(self, battle: Battle[GwasShip]) -> str:
        return losses(battle)


def _areas(ship: GwasShip) -> Iterator[System]:
    """The areas of a ship that have armour. An area with no boxes left is destroyed."""
    for area in (*GUNS, HULL):
        if ship.full(area) and ship.armour_of(area) != NO_ARMOUR:
            state = "sound" if ship.left(area) == ship.full(area) else "damaged" if ship.left(area) else DESTROYED
            yield System(area, state, f"{ship.armour_of(area)} armour")


def _place_and_orders(battle: GwasBattle, ship: GwasShip) -> Iterator[Condition]:
    """A fleet's mission, place and coming orders, which only its own side may see."""
    fleet = fleet_of(battle, ship)
    if fleet.mission:
        yield Condition(fleet.mission[:1], f"mission: {fleet.mission}", secret=True)
    if fleet.zone:
        yield Condition("@", f"{'in port at' if fleet.in_port else 'in'} {fleet.zone}", secret=not ship.known)
    if ship.seen and not ship.known:
        turn, zone = ship.seen
        yield Condition(f"T{turn}", f"seen in turn {turn}{f' in {zone}' if zone else ''}")
    for turn in range(battle.turn, battle.turn + battle.whole_reading("turns_shown_ahead")):
        if fleet.orders[turn]:
            yield Condition(f"→{turn}", f"turn {turn}: {fleet.orders[turn]}", secret=True)
