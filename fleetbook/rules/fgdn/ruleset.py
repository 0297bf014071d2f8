"""The rules of Fear God and Dread Nought 1.1 put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.conditions import Option, Word
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import BattleFacts, Setting
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.fgdn.aftermath import ORDERS as AFTERMATH
from fleetbook.rules.fgdn.criticals.captains_options import CargoRisk, ChangeDepth, FloodHold, PurgeStores
from fleetbook.rules.fgdn.criticals.casemates import ReadyAmmunition
from fleetbook.rules.fgdn.criticals.criticals import Critical
from fleetbook.rules.fgdn.damage.attacks import BombHits, DepthCharges, Expend, ShellHits, TorpedoHit
from fleetbook.rules.fgdn.damage.blast import Blast
from fleetbook.rules.fgdn.damage.boats import ComeAlongside, TransferCrew
from fleetbook.rules.fgdn.damage.damage import Batch, WorkOutDamage, WorkOutFollowing
from fleetbook.rules.fgdn.damage.planes_on_deck import PlanesOnDeck
from fleetbook.rules.fgdn.ground.card import Card
from fleetbook.rules.fgdn.ground.checks import check_card, check_setup
from fleetbook.rules.fgdn.ground.clock import STARTS
from fleetbook.rules.fgdn.ground.explosions import MagazineExplodes
from fleetbook.rules.fgdn.ground.movement import GoAground, LeaveTable, Move
from fleetbook.rules.fgdn.ground.ship import CELLS, CREW, FLOTATION, POINTS, FgdnShip
from fleetbook.rules.fgdn.gunfire.gunnery import Fire
from fleetbook.rules.fgdn.house import check_tables
from fleetbook.rules.fgdn.rendering import ship_card
from fleetbook.rules.fgdn.sequence import TacticalTurn
from fleetbook.rules.fgdn.settings import settings_of
from fleetbook.rules.kit.base import table_files


class FgdnFacts(BattleFacts):
    """Facts of a battle."""

    start = Word(allowed=("1200", *(start for start in STARTS if start != "1200")), heading="conditions")
    sea = Word(allowed=("2", "0", "1", "3", "4", "5", "6", "7", "8", "9"), heading="conditions")
    light = Word(allowed=("day", "twilight", "night"), heading="conditions")
    visibility = Word(allowed=("over 40%", "40% or less", "25% or less"), heading="conditions")
    faulty_shells = Option("faulty_shells")
    shell_failures = Option("shell_failures")
    national_crews = Option("national_crews")
    picric_casemates = Option("picric_casemates")
    national_magazines = Option("national_magazines")
    armed_aircraft = Option("armed_aircraft")
    parked_aircraft = Option("parked_aircraft")
    serviceability = Option("serviceability")
    rescue = Option("rescue")
    aircraft_damage = Option("aircraft_damage")


class FgdnRules(Ruleset[FgdnShip]):
    """Gunfire modifiers and damage of the first world war, harmonised edition."""

    id, title, version, unit = "fgdn", "Fear God and Dread Nought 1.1", "2", "yds"
    ship_type = FgdnShip
    card_type = Card
    battle_facts = FgdnFacts
    sequence = TacticalTurn()
    procedures = (
        Move, GoAground, TransferCrew, ComeAlongside, LeaveTable, PlanesOnDeck,
        Fire, TorpedoHit, BombHits, ShellHits, DepthCharges, Expend, Blast, ChangeDepth, FloodHold, PurgeStores,
        WorkOutDamage, Batch, Critical, WorkOutFollowing, MagazineExplodes, ReadyAmmunition, CargoRisk, *AFTERMATH,
    )  # fmt: skip

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """The tables of the text, one file for each chapter."""
        return table_files(__file__)

    def check_tables(self, tables: RuleTables) -> None:
        """Refuse house rules that play cannot go by."""
        check_tables(tables)

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Card:
        """A checked card, with damage points filled in where it leaves them out (F10)."""
        card: Card = super().read_card(raw, where, tables)
        if not card.deceleration:
            card = msgspec.structs.replace(card, deceleration=int(tables.reading("deceleration").value))
        if card.points or card.kind == "airship":
            return card
        factor = float(tables.reading("points_armoured" if card.armoured else "points_unarmoured").value)
        power = float(tables.reading("points_power").value)
        return msgspec.structs.replace(card, points=max(int(factor * card.tons**power), 1), estimated=True)

    def check_card(self, card: Card, where: str, tables: RuleTables) -> None:
        """Refuse what types allow and the rules cannot play."""
        check_card(card, where)

    def check_setup(self, setup: Setup, where: str) -> None:
        """The rules are for two sides."""
        check_setup(setup, where)

    def tracks(self, card: Card, tables: RuleTables) -> Mapping[str, int]:
        """Damage points; flotation and crew factors of small craft; gas cells of airships."""
        if card.kind == "airship":
            return {CELLS: card.cells}
        if card.small:
            table = tables.table("flotation")
            return {
                FLOTATION: table.whole(card.size, "hits"),
                CREW: tables.table("damage_figures").whole("crew factors", "value"),
            }
        return {POINTS: card.points}

    def initial(self, battle: Battle[FgdnShip]) -> Iterator[Change]:
        """Speeds: as the scenario says, otherwise a share of the best."""
        share = float(battle.reading("start_speed"))
        said = {entry.name: entry.speed for entry in battle.setup.ships}
        for ship in battle.ships():
            knots = said[ship.name]
            yield Key(ship.name, "speed"), (int(share * ship.card.knots) if knots is None else knots) or None

    def most_speed(self, card: Card) -> int | None:
        """Knots."""
        return card.knots

    def card(self, ship: FgdnShip) -> CardView:
        """The ship's card as it stands."""
        return ship_card(ship, tuple(ship.tracks))

    def settable(self, battle: Battle[FgdnShip], subject: str) -> Mapping[str, Setting]:
        """Speed, rudder, depth and whatever else a referee may rule on."""
        return settings_of(battle.ship(subject)) if subject else super().settable(battle, subject)

    def outcome(self, battle: Battle[FgdnShip]) -> str:
        """Ships lost by each side."""
        lost = {side: [ship.name for ship in battle.ships(side) if is_lost(ship)] for side in battle.sides}
        return "; ".join(f"{side} lost {', '.join(names) or 'no ship'}" for side, names in lost.items())


def is_lost(ship: FgdnShip) -> bool:
    """Whether a ship or airship was destroyed, or is going down; one that left the table is not lost."""
    return ship.sinking or bool(ship.fate and not ship.fate.startswith("left"))
