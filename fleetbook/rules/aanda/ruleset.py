"""The A&A sheet's rules put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.conditions import Word
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import BattleFacts, Setting
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.aanda.card import Card, SquadronCard
from fleetbook.rules.aanda.checks import check_card, check_setup
from fleetbook.rules.aanda.collisions import Mine, Ram
from fleetbook.rules.aanda.gunnery import BatteryFire, Fire, Shot
from fleetbook.rules.aanda.house import check_tables
from fleetbook.rules.aanda.initiative import ChangeWeather, Initiative, Morale
from fleetbook.rules.aanda.movement import LeaveTable, Move, SquadronDone
from fleetbook.rules.aanda.ongoing import BurnAndFlood, NextSinkingTests, OngoingDamage, Repairs, RepairShip, SinkingTest
from fleetbook.rules.aanda.rendering import ship_card
from fleetbook.rules.aanda.sequence import GameSequence
from fleetbook.rules.aanda.ship import GUNS_OUT, HULL, TORPEDOES, AandaShip, half_up
from fleetbook.rules.aanda.spotting import Reveal, Spot
from fleetbook.rules.aanda.squadron_fire import SquadronFire
from fleetbook.rules.aanda.squadrons import squadron_card
from fleetbook.rules.aanda.torpedoes import FireTorpedoes, Torpedo
from fleetbook.rules.kit.base import table_files

MOST_BY_HAND = 9
"""The most fires, floods, engine room hits or catastrophes that a referee can give a ship at once."""


class AandaFacts(BattleFacts):
    """Facts of a battle."""

    weather = Word(allowed=("Calm to Moderate", "Fresh to Strong", "Gale", "Storm"), heading="conditions")
    light = Word(allowed=("day", "night"), heading="conditions")


class AandaRules(Ruleset[AandaShip]):
    """Pre-dreadnought battles by the A&A sheet of 2020."""

    id, title, version, unit = "aanda", "A&A sheet (2020)", "1", "cm"
    ship_type = AandaShip
    card_type = Card
    squadron_type = SquadronCard
    battle_facts = AandaFacts
    sequence = GameSequence()
    procedures = (
        OngoingDamage, BurnAndFlood, NextSinkingTests, SinkingTest,
        Initiative, Morale, ChangeWeather,
        Move, SquadronDone, Ram, Mine, LeaveTable, Reveal,
        Repairs, RepairShip,
        Spot,
        Fire, SquadronFire, BatteryFire, Shot, FireTorpedoes, Torpedo,
    )  # fmt: skip

    def tables_with(self, house: Iterable[HouseRules]) -> RuleTables:
        """The tables with house rules laid over them, as far as play can go by them."""
        house = tuple(house)
        tables = super().tables_with(house)
        if house:
            check_tables(tables)
        return tables

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """The sheet's tables, one file for each chapter."""
        return table_files(__file__)

    def read_card(self, raw: Mapping[str, Any], where: str) -> Card:
        """A checked card, with hull boxes filled in where it leaves them out (A10)."""
        card: Card = super().read_card(raw, where)
        share, least = (int(self.tables.reading(name).value) for name in ("hull_square_root_share", "least_hull"))
        return card if card.hull else msgspec.structs.replace(card, hull=max(least, half_up(sqrt(card.tons) / share)))

    def check_card(self, card: Card, where: str) -> None:
        """Refuse what types allow and the sheet cannot play."""
        check_card(card, self.tables, where)

    def tracks(self, card: Card) -> Mapping[str, int]:
        """Hull boxes. Mounts and guns are counted by those that are out, each of its battery."""
        return {HULL: card.hull or 0}

    def check_setup(self, setup: Setup, where: str) -> None:
        """Refuse squadrons that the sheet cannot play."""
        check_setup(setup, where)

    def initial(self, battle: Battle[AandaShip]) -> Iterator[Change]:
        """Crews, torpedoes, what is hidden behind contact markers; and speeds: a squadron begins at that of its slowest ship."""
        cards = {squadron.name: squadron_card(squadron) for squadron in battle.setup.squadrons}
        for name, card in cards.items():
            yield Key(name, "hidden"), card.contact or card.dummy or None
        for ship in battle.ships():
            own = cards[ship.squadron]
            yield Key(ship.name, "crew"), own.crew
            yield Key(ship.name, "flagship"), own.flagship == ship.name or None
            yield Key(ship.name, "hidden"), own.contact or None
            together = [s.card.knots for s in battle.ships() if s.squadron == ship.squadron and s.card.knots]
            yield Key(ship.name, "speed"), min([ship.card.knots, *together])
            for tubes in ship.card.torpedoes:
                yield Key(ship.name, TORPEDOES, tubes.name), tubes.tubes * (1 + tubes.reloads)

    def card(self, ship: AandaShip) -> CardView:
        """The ship's card as it stands."""
        return ship_card(ship)

    def levels(self, track: str) -> tuple[int, ...]:
        """All that a card says goes by whether any hull box is left (A6)."""
        return (0,)

    def unseen(self, battle: Battle[AandaShip], side: str) -> frozenset[str]:
        """Ships of other sides behind contact markers (2.2)."""
        return frozenset(ship.name for ship in battle.ships() if ship.side != side and ship.has("hidden"))

    def settable(self, battle: Battle[AandaShip], subject: str) -> Mapping[str, Setting]:
        """Speed, evasion, smoke, splash marker, each critical hit, and how many guns of each battery are out."""
        if not subject:
            return super().settable(battle, subject)
        card = battle.ship(subject).card
        speeds = {str(knots): knots for knots in range(card.knots + 1)}
        yes_no = {"yes": True, "no": None}
        return {
            "speed": Setting("speed", tuple(speeds), speeds),
            **{name: Setting(name, tuple(yes_no), yes_no) for name in ("evading", "rudder", "bridge", "splash", "smoke")},
            **{name: _up_to(MOST_BY_HAND, name) for name in ("fire", "flood", "engine", "catastrophe")},
            **{f"guns out: {mount.name}": _up_to(mount.guns, GUNS_OUT, mount.name) for mount in (*card.main, *card.secondary)},
        }

    def outcome(self, battle: Battle[AandaShip]) -> str:
        """Ships lost by each side."""
        lost = {side: [s.name for s in battle.ships(side) if s.fate.startswith("sunk")] for side in battle.sides}
        return "; ".join(f"{side} lost {', '.join(names) or 'no ship'}" for side, names in lost.items())


def _up_to(most: int, fact: str, other: str = "") -> Setting:
    """A number from 0, which is kept as nothing, to the most."""
    numbers = {str(number): number or None for number in range(most + 1)}
    return Setting(fact, tuple(numbers), numbers, other)
