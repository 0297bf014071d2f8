"""Bath tubs: a ruleset small enough to give thousands of orders a second, declared to the catalogue by a package of the tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import CardView, Track
from fleetbook.core.battle.conditions import Word
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.battle.subject import BattleFacts
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, choose, roll_on, set_fact, strike_boxes
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.core.tables.table import RuleTables

TABLES = """
sheet = "Rules of the bath"

[table.splash]
title = "Splash"
section = "B1"
die = "d6"
rows = { by = "toy", kind = "words" }
columns = { by = "D6", kind = "faces", die = "d6" }
head = ["1-2", "3-5", "6"]
cells = [["tub", 0, 1, 2], ["duck", 0, 0, 1]]

[modifiers.splash]
title = "Splash"
section = "B1"
line = [{ id = "soapy", value = 1, text = "soapy water" }]

[reading.foam]
value = 2
text = "Foam stops two splashes."
reason = "The sheet does not say how many."
section = "B2"
"""
WEAPONS = ("sponge", "pistol")


class Mount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon on a tub."""

    weapon: str
    arc: Literal["front", "rear"] = "front"


class TubCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tub: its boxes, its tons and its weapons."""

    name: str
    kind: Literal["tub", "duck"]
    boxes: int
    tons: float = 1.0
    mounts: tuple[Mount, ...] = ()
    cargo: Literal["", "oil"] = ""


class Tub(Ship):
    """A tub at this moment."""

    __slots__ = ()
    card: TubCard


TubBattle = Battle[Tub]


def _afloat(battle: TubBattle) -> list[str]:
    return [tub.name for tub in battle.ships() if tub.left("boxes")]


class Splash(Order[Tub]):
    """Splash at a tub: a die, boxes, a count and a course that is a pair."""

    id, title, key, section = "splash", "Splash", "s", "B1"
    at: str = fields.ship("at", _afloat)
    force: int = fields.number("force", low=1, high=9, default=1)

    def check(self, battle: TubBattle) -> None:
        require(battle.ship(self.at).left("boxes"), f"{self.at} has sunk", self.section)

    def resolve(self, battle: TubBattle) -> Effects:
        tub = battle.ship(self.at)
        boxes = yield from roll_on(battle.tables.table("splash"), tub.card.kind)
        yield from strike_boxes(tub.name, "boxes", int(boxes), "splashed")
        yield from set_fact(tub, "waves", tub.count("waves") + 1)
        yield from set_fact(tub, "course", ("north", self.force), said=f"{tub} drifts")

    def headline(self, battle: TubBattle) -> str:
        return f"splash at {self.at}"


class Plug(Order[Tub]):
    """Somebody chooses whether the plug is pulled; no die is thrown."""

    id, title, key = "plug", "Plug", "p"

    def resolve(self, battle: TubBattle) -> Effects:
        choice = yield from choose("the plug", ("pull", "leave"), battle.sides[0])
        yield from set_fact("", "plug", choice, said=f"the plug: {choice}")


class Measure(Order[Tub]):
    """Keep a fact that no journal can: an infinite number."""

    id, title = "measure", "Measure"

    def resolve(self, battle: TubBattle) -> Effects:
        yield from set_fact("", "depth", float("inf"))


class BathFacts(BattleFacts):
    """What a scenario says of the bath."""

    water = Word(allowed=("warm", "cold"), heading="conditions")
    foam = Word(allowed=("no", "yes"), heading="options")
    ducks = Word(allowed=("2", "4"), heading="options")


class Bath(Ruleset[Tub]):
    """The rules of the bath."""

    id, title, version, unit = "bath", "Bath tubs", "1", "cm"
    ship_type = Tub
    card_type = TubCard
    battle_facts = BathFacts
    sequence: TurnSequence[Tub] = TurnSequence((Phase("a", "1", "splash", 0), Phase("b", "2", "splash", 1)))
    orders = (Splash, Plug, Measure)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """One file."""
        return [("bath.toml", tomllib.loads(TABLES))]

    def check_card(self, card: TubCard, where: str, tables: RuleTables) -> None:
        """Only known weapons."""
        for mount in card.mounts:
            if mount.weapon not in WEAPONS:
                raise InvalidInput.word(f"{where}: mounts, weapon", mount.weapon, WEAPONS)

    def check_setup(self, setup: Setup, where: str) -> None:
        """At most 200 tubs fit."""
        if len(setup.ships) > 200:
            raise InvalidInput(where, f"{len(setup.ships)} tubs", "at most 200")

    def tracks(self, card: TubCard, tables: RuleTables) -> Mapping[str, int]:
        """Boxes."""
        return {"boxes": card.boxes}

    def initial(self, battle: TubBattle) -> Iterable[Change]:
        """Every tub drifts east, the second side's faster."""
        return [(Key(tub.name, "course"), ("east", battle.sides.index(tub.side) + 1)) for tub in battle.ships()]

    def card(self, ship: Tub) -> CardView:
        """The tub as a card."""
        track = Track("boxes", "boxes", ship.left("boxes"), ship.full("boxes"))
        return CardView(ship.name, ship.card.kind, ship.side, "adrift", (track,))


class Shower(Bath):
    """Rules of their own that use the cards of the bath."""

    id = "shower"


RULESET = Bath()
SHOWER = Shower()
SHIPS = ("Ada", "Bea", "Cleo", "Dora")


def splash(at: str = "Ada", force: int = 1) -> Splash:
    """An order."""
    return Splash(at=at, force=force)


def setup(boxes: int = 5000, title: str = "In the bath", **more: Any) -> Setup:
    """Two tubs a side, with boxes enough for long battles."""
    cards: dict[str, dict[str, Any]] = {name: {"name": name, "kind": "tub", "boxes": boxes} for name in SHIPS}
    entries = tuple(ShipEntry(name, "Left" if name < "C" else "Right", card) for name, card in cards.items())
    squadrons = (Squadron("Flotilla", "Left", {"skill": 2}),)
    return Setup("bath", "1", title, ("Left", "Right"), entries, squadrons, **more)
