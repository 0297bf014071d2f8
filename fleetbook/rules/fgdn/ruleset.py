"""The rule system of Fear God and Dread Nought 1.1: its orders, cards and sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from fleetbook.core.battle.card_view import CardView, Particular
from fleetbook.core.battle.facts import Change
from fleetbook.core.battle.setup import Setup
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.fgdn.aircraft import AircraftHit
from fleetbook.rules.fgdn.airships import ORDERS as AIRSHIP_ORDERS
from fleetbook.rules.fgdn.airships import PARTS as AIRSHIP_PARTS
from fleetbook.rules.fgdn.attacks import BombHits, DepthCharges, Expend, PlanesOnDeck, ShellHits, TorpedoHit
from fleetbook.rules.fgdn.boats import ComeAlongside, TransferCrew
from fleetbook.rules.fgdn.criticals.carried_hits import CargoRisk, FloodHold, PurgeStores
from fleetbook.rules.fgdn.criticals.critical_context import PutRight
from fleetbook.rules.fgdn.criticals.criticals import Critical
from fleetbook.rules.fgdn.criticals.ship_hits import FirstTry, FreeRudder
from fleetbook.rules.fgdn.criticals.submarine_hits import BroughtUp, ChangeDepth, DepthRisk
from fleetbook.rules.fgdn.criticals.weapon_hits import ReadyAmmunition
from fleetbook.rules.fgdn.damage import Batch, Blast, WorkOutDamage, WorkOutFollowing
from fleetbook.rules.fgdn.fire_flooding import burning, damage_control
from fleetbook.rules.fgdn.fire_flooding.casualties import StartCasualty
from fleetbook.rules.fgdn.ground.card import AIRSHIP, Card, check_card, check_setup
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.movement import CoastDown, GoAground, LeaveTable, Move, check_breaks
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import GoUnder, MagazineExplodes
from fleetbook.rules.fgdn.gunnery import Fire
from fleetbook.rules.fgdn.rendering import ship_arms, ship_card
from fleetbook.rules.fgdn.repairs import ORDERS as REPAIRS
from fleetbook.rules.fgdn.rescue import ORDERS as RESCUE
from fleetbook.rules.fgdn.rescue import PARTS as RESCUE_PARTS
from fleetbook.rules.fgdn.sequence import TacticalTurn
from fleetbook.rules.fgdn.serviceability import ORDERS as SERVICE
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.base import table_files
from fleetbook.rules.kit.sides import losses


class FgdnRules(Ruleset[FgdnShip]):
    """The rules of Fear God and Dread Nought 1.1: gunfire modifiers and damage of the First World War."""

    id, title, version, unit = "fgdn", "Fear God and Dread Nought 1.1", "3", "yds"
    new_card = MappingProxyType({
        "guns": ({"name": "main"},),
        "mounts": (
            {"name": "A", "battery": "main", "gun": "main", "arc": "FPS"},
            {"name": "X", "battery": "main", "gun": "main", "arc": "APS"},
        ),
    })  # fmt: skip
    board_columns = ("pace",)
    hashes_before = (  # these hashes had words in them
        "50930f977638e65dfedea4d44fdd2653ed66649092b8e6a7a5145ea0b6eb58b1",
        "9f185e272b02ec95c703fa2171328dc5949389da22c5b531cbc96a29d332aeb0",
    )
    spelled_out = MappingProxyType({
        **Ruleset.spelled_out, "OVERWHELMED": "the worst level: may blow up or capsize", "capsized": "capsized",
    })  # fmt: skip
    counted_once = MappingProxyType({
        "ships sunk": "{ship} sinks", "magazine explosions": "a magazine explodes", "criticals": "a critical hit",
    })  # fmt: skip
    sentences = Says
    ship_type = FgdnShip
    card_type = Card
    battle_facts = FgdnFacts
    sequence = TacticalTurn()
    orders: tuple[type[Order[FgdnShip]], ...] = (
        Move, Fire, TorpedoHit, *burning.ORDERS, LeaveTable, GoAground, TransferCrew, ComeAlongside,
        ShellHits, BombHits, PlanesOnDeck, DepthCharges, Expend, Blast, ChangeDepth, FloodHold, PurgeStores,
        WorkOutDamage, WorkOutFollowing, *damage_control.ORDERS, *REPAIRS,
        *SERVICE, *RESCUE, AircraftHit, *AIRSHIP_ORDERS,
    )  # fmt: skip
    parts = (
        Batch, Critical, MagazineExplodes, ReadyAmmunition, CargoRisk, FirstTry, FreeRudder, StartCasualty,
        PutRight, DepthRisk, BroughtUp, CoastDown, GoUnder,
        *burning.PARTS, *RESCUE_PARTS, *AIRSHIP_PARTS,
    )  # fmt: skip

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """The table files of these rules, one for each chapter."""
        return table_files(__file__)

    def check_tables(self, tables: RuleTables) -> None:
        """Raise InvalidInput if house rules make play impossible."""
        check_breaks(tables)

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Card:
        """Read and check a ship card. Damage points that are left out are worked out (F10)."""
        card: Card = super().read_card(raw, where, tables)
        if not card.deceleration:
            card = msgspec.structs.replace(card, deceleration=int(tables.reading("deceleration").value))
        if card.points or card.kind == AIRSHIP:
            return card
        factor = float(tables.reading("points_armoured" if card.armoured else "points_unarmoured").value)
        power = float(tables.reading("points_power").value)
        return msgspec.structs.replace(card, points=max(int(factor * card.tons**power), 1), estimated=True)

    def check_card(self, card: Card, where: str, tables: RuleTables) -> None:
        """Raise InvalidInput if a card breaks these rules, even though each entry is of the right type."""
        check_card(card, where)

    def check_setup(self, setup: Setup, where: str) -> None:
        """Raise InvalidInput unless the scenario has two sides."""
        check_setup(setup, where)

    def tracks(self, card: Card, tables: RuleTables) -> Mapping[str, int]:
        """The number of damage points. For small craft also flotation and crew factors, for airships also gas cells."""
        if card.kind == AIRSHIP:
            return {FgdnShip.cells.name: card.cells}
        if card.small:
            hits = tables.table(FgdnShip.flotation.name).whole(card.size, "hits")
            return {FgdnShip.flotation.name: hits, FgdnShip.crew_factors.name: tables.figure("crew factors").whole}
        return {FgdnShip.damage_points.name: card.points}

    def initial(self, battle: FgdnBattle) -> Iterator[Change]:
        """The speed of each ship at the start. If the scenario gives none, it is a share of her top speed."""
        share = float(battle.reading("start_speed"))
        for ship in battle.ships():
            knots = battle.first_speed(ship)
            yield FgdnShip.speed.start(ship, int(share * ship.card.knots) if knots is None else knots)

    def most_speed(self, card: Card) -> int | None:
        """The top speed on the card, in knots."""
        return card.knots

    def card(self, ship: FgdnShip) -> CardView:
        """The ship's card as it is now."""
        return ship_card(ship)

    def arms(self, battle: FgdnBattle, ship: FgdnShip) -> Iterator[Particular]:
        """Entries for a ship's card: guns with range bands, penetration and damage points. Armour ratings follow."""
        return ship_arms(ship)

    def outcome(self, battle: FgdnBattle) -> str:
        """A sentence that names the ships lost by each side."""
        return losses(battle)
