"""Pond boats: a small ruleset for tests. It has every kind of field, throw, step, table and reading."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView, Condition, Track
from fleetbook.core.battle.conditions import Option, Word
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.battle.subject import BattleFacts, Setting
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import (
    Effects,
    choose,
    clear,
    draw,
    note,
    restore_boxes,
    roll,
    roll_at_least,
    roll_on,
    run,
    set_fact,
    strike_boxes,
    tally,
)
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.table import RuleTables
from tests.core.toy_ships import Boat, PondBattle, PondCard, mine, theirs
from tests.core.toy_tables import TABLES

SEED = "pond"
HEADINGS = ("north", "east", "south", "west")
COMPARTMENTS = (("bow", 1), ("waist", 2), ("stern", 1))


class Sail(Order[Boat]):
    """Set a boat's speed and heading, and make smoke; dusk asks for a lantern."""

    id, title, key, section = "sail", "Sail", "s", "P1"
    phases = ("sail-1", "sail-2")
    boat: str = fields.ship("boat", mine, default=None)
    speed: int = fields.number(
        "speed",
        0,
        lambda battle, order: battle.ship(order.boat).card.knots,
        unit="kt",
        default=lambda battle, order: battle.ship(order.boat).speed,
    )
    heading: str = fields.choice("heading", HEADINGS)
    smoke: bool = fields.flag("makes smoke")
    lantern: bool = fields.flag("lights a lantern", default=True, shown_if=lambda battle: battle.word("light") == "dusk")

    def check(self, battle: PondBattle) -> None:
        boat = battle.ship(self.boat)
        require(boat.side == battle.acting, f"{boat} does not sail now")
        require(boat.afloat, f"{boat} has sunk")
        require(not boat.this_turn("sailed"), f"{boat} has sailed this turn")

    def resolve(self, battle: PondBattle) -> Effects:
        boat = battle.ship(self.boat)
        yield from set_fact(boat, "sailed", battle.turn)
        yield from set_fact(boat, "speed", self.speed, said=f"{boat}: {self.speed} kt")
        yield from set_fact(boat, "course", (self.heading, self.speed))
        yield from set_fact(boat, "smoke", self.smoke or None)
        if not boat.has("leaking") and self.speed > 3 and not (yield from roll_at_least("strain", "d6", 2)):
            yield from set_fact(boat, "leaking", True, said=f"{boat} springs a leak")

    def headline(self, battle: PondBattle) -> str:
        return f"{self.boat} sails {self.heading} at {self.speed} kt"


def _aim(battle: PondBattle, order: Fire) -> Iterator[str]:
    if not battle.ship(order.firer).speed:
        yield "steady"
    if order.range > 10:
        yield "far"


class Fire(Order[Boat]):
    """Fire guns at a boat: one shot for each gun, and each hit is worked out before the next shot."""

    id, title, key, section = "fire", "Fire", "f", "P2"
    phases = ("fire-1", "fire-2")
    firer: str = fields.ship("firer", mine, default=None)
    target: str = fields.ship("target", theirs, default=None)
    range: int = fields.number("range", 1, 30, unit="ft", default=10)
    guns: tuple[str, ...] = fields.several("guns", lambda battle, order: battle.ship(order.firer).card.guns, default=fields.ALL)
    modifiers: tuple[str, ...] = fields.modifiers("aim", "shooting", _aim)

    def check(self, battle: PondBattle) -> None:
        firer = battle.ship(self.firer)
        require(firer.side == battle.acting, f"{firer} does not fire now")
        require(firer.afloat, "only boats afloat fire and are fired at")
        require(not firer.this_turn("fired"), f"{firer} has fired this turn")
        require(firer.card.guns, f"{firer} has no gun")
        target = battle.ship(self.target)
        require(firer.side != target.side, f"{target} is on {firer}'s side")
        require(target.afloat, "only boats afloat fire and are fired at")
        require(self.guns, f"{firer} fires no gun")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from set_fact(self.firer, "fired", battle.turn)
        shot = Shot(firer=self.firer, target=self.target, range=self.range, modifiers=self.modifiers)
        yield from run(*[shot for _ in self.guns])
        if not battle.ship(self.target).afloat:
            yield from tally("sunk", self.target)

    def headline(self, battle: PondBattle) -> str:
        return f"{self.firer} fires {len(self.guns)} at {self.target}, {self.range} ft"


class Shot(Part[Boat]):
    """One gun's shot."""

    id, title, section = "shot", "Shot", "P2"
    firer: str
    target: str
    range: int
    modifiers: tuple[str, ...] = ()

    def resolve(self, battle: PondBattle) -> Effects:
        lines = battle.modifiers("shooting", self.modifiers)
        result = yield from roll_on(battle.tables.table("gunfire"), self.range, lines)
        hits = battle.tables.table("hits").whole(str(result), "hits")
        yield from tally("hits", hits, self.firer)
        yield from run(*[Hit(target=self.target) for _ in range(hits)])


class Hit(Part[Boat]):
    """One hit: where, how deep, and what leaks."""

    id, title, section = "hit", "Hit", "P3"
    target: str

    def resolve(self, battle: PondBattle) -> Effects:
        place = yield from draw("compartment", COMPARTMENTS, self.section)
        boat = battle.ship(self.target)
        if boat.fact("holed", place):
            yield from note(f"{place} is holed already", self.section)
            return
        boxes = yield from roll("depth", str(battle.reading("hit_dice")))
        struck = yield from strike_boxes(boat.name, "hull", boxes, place)
        yield from tally("boxes", struck, boat)
        if struck and (yield from roll_at_least("holed", "d4", battle.whole_reading("hole_score"))):
            yield from set_fact(boat, "holed", True, place, said=f"{boat} is holed at the {place}")
            yield from set_fact(boat, "holes", boat.count("holes") + 1)
            yield from run(Leak(boat=boat.name))


class Leak(Part[Boat]):
    """Water comes in, by the boat's kind."""

    id, title, section = "leak", "Leak", "P4"
    boat: str

    def resolve(self, battle: PondBattle) -> Effects:
        boat = battle.ship(self.boat)
        result = yield from roll_on(battle.tables.table("leaks"), boat.card.kind)
        if result == "flood":
            yield from strike_boxes(boat.name, "hull", battle.whole_reading("flood_boxes"), "flood")
        if result != "nothing":
            yield from set_fact(boat, "leaking", True, said=f"{boat} leaks")


class Board(Order[Boat]):
    """Board a boat: its side chooses to fight or to yield."""

    id, title, key, section = "board", "Board", "b", "P5"
    phases = ("sail-1", "sail-2")
    boarder: str = fields.ship("boarder", mine, default=None)
    prize: str = fields.ship("prize", theirs, default=None)

    def check(self, battle: PondBattle) -> None:
        boarder = battle.ship(self.boarder)
        require(boarder.side == battle.acting, "board an enemy in your own step")
        require(boarder.afloat, f"{boarder} has sunk")
        prize = battle.ship(self.prize)
        require(prize.side != battle.acting, "board an enemy in your own step")
        require(prize.afloat and prize.left("crew"), "nobody to fight there")

    def resolve(self, battle: PondBattle) -> Effects:
        prize = battle.ship(self.prize)
        if (yield from choose(f"{prize} is boarded", ("fight", "yield"), prize.side)) == "yield":
            yield from set_fact(prize, "taken by", self.boarder, said=f"{prize} strikes her colours")
            return
        lost = yield from roll("crew lost", "2d4-1")
        yield from strike_boxes(prize.name, "crew", lost, "boarded")
        if not prize.left("crew"):
            yield from set_fact(prize, "taken by", self.boarder, said=f"{prize} is taken")


class Bail(Order[Boat]):
    """Bail a leaking boat out, and nail boards over a hole."""

    id, title, key, section = "bail", "Bail out", "w", "P6"
    boat: str = fields.ship("boat", lambda battle: battle.ships(), default=None)
    words: str = fields.text("what the crew shouts", default="")

    def check(self, battle: PondBattle) -> None:
        require(battle.ship(self.boat).has("leaking"), f"{self.boat} does not leak")

    def resolve(self, battle: PondBattle) -> Effects:
        light = str(battle.fact(Key("", "light")))
        if (yield from roll_on(battle.tables.table("bailing"), light)) == "dry":
            yield from clear(self.boat, "leaking", said=f"{self.boat} is dry")
            yield from restore_boxes(self.boat, "hull", 1, "boards nailed over")


class PondSequence(TurnSequence[Boat]):
    """Both sail, both fire; leaks are worked out when the turn is over."""

    def __init__(self) -> None:
        super().__init__((
            Phase("sail-1", "1", "sail", 0),
            Phase("fire-1", "2", "fire", 0),
            Phase("sail-2", "3", "sail", 1),
            Phase("fire-2", "4", "fire", 1),
        ))  # fmt: skip

    def end_turn(self, battle: Battle[Boat]) -> Effects:
        """Every boat that leaks takes in water."""
        yield from run(*[Leak(boat=boat.name) for boat in battle.ships() if boat.has("leaking") and boat.afloat])


class PondFacts(BattleFacts):
    """Facts of the pond."""

    light = Word(allowed=("day", "dusk"), heading="conditions")
    gusts = Option()


class Pond(Ruleset[Boat]):
    """The rules of the pond."""

    id, title, version, unit = "pond", "Pond boats", "1", "ft"
    ship_type = Boat
    card_type = PondCard
    battle_facts = PondFacts
    sequence = PondSequence()
    orders: tuple[type[Order[Boat]], ...] = (Sail, Fire, Board, Bail)
    parts: tuple[type[Part[Boat]], ...] = (Shot, Hit, Leak)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """One file."""
        return [("pond.toml", tomllib.loads(TABLES))]

    def check_card(self, card: PondCard, where: str, tables: RuleTables) -> None:
        """A boat floats when it is whole."""
        if card.hull < 1:
            raise InvalidInput(f"{where}: hull", card.hull, "1 or more")

    def tracks(self, card: PondCard, tables: RuleTables) -> Mapping[str, int]:
        """Hull and crew."""
        return {"hull": card.hull, "crew": card.crew}

    def initial(self, battle: Battle[Boat]) -> Iterable[Change]:
        """Every boat drifts at 2 knots."""
        return [(Key(boat.name, "speed"), min(2, boat.card.knots)) for boat in battle.ships()]

    def card(self, ship: Boat) -> CardView:
        """The boat as a card."""
        tracks = tuple(
            Track(name, name, ship.left(name), full) for name, full in (("hull", ship.card.hull), ("crew", ship.card.crew))
        )
        leaking = (Condition("LK", "leaking", "grave"),) if ship.has("leaking") else ()
        return CardView(ship.name, ship.card.kind, ship.side, f"{ship.speed} kt", tracks, conditions=leaking)

    def settable(self, battle: Battle[Boat], subject: str) -> Mapping[str, Setting]:
        """A boat's leak and its speed, beside what every ruleset lets set."""
        if not subject:
            return super().settable(battle, subject)
        return {
            "leaking": Setting("leaking", ("yes", "no"), {"yes": True, "no": None}),
            "fender": Setting("fender", ("up", "down")),
        }


RULES = Pond()
CARDS = {
    "Duck": {"kind": "punt", "hull": 6, "crew": 3, "knots": 6, "guns": ["bow gun", "stern gun"]},
    "Drake": {"kind": "punt", "hull": 4, "crew": 2, "knots": 4, "guns": ["bow gun"]},
    "Swan": {"kind": "barge", "hull": 9, "crew": 5, "knots": 3, "guns": ["port gun", "starboard gun", "long gun"]},
    "Heron": {"kind": "barge", "hull": 3, "crew": 0, "knots": 8},
}
SIDES = {"Duck": "Ducks", "Drake": "Ducks", "Swan": "Waders", "Heron": "Waders"}


def setup(light: str = "day", house: tuple[HouseRules, ...] = (), **more: Any) -> Setup:
    """Ducks against Waders, two boats each."""
    ships = tuple(ShipEntry(name, SIDES[name], dict(card)) for name, card in CARDS.items())
    conditions: dict[str, str | int | float | bool] = {"light": light}
    return Setup("pond", "1", "On the pond", ("Ducks", "Waders"), ships, conditions=conditions, house=house, **more)


def battle(light: str = "day", house: tuple[HouseRules, ...] = ()) -> PondBattle:
    """The battle before its first order."""
    return RULES.begin(setup(light, house))


def journal(light: str = "day", seed: str = SEED) -> Journal[Boat]:
    """A journal without a line."""
    return Journal(RULES, setup(light), seed)
