"""The rule system of the A&A sheet, made up of its orders, cards and sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView, Condition, Marker, Particular, System, Tick, Track
from fleetbook.core.battle.facts import Change
from fleetbook.core.battle.setup import Setup, Squadron
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.strict import convert
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.aanda.card import ARCS, GRADES, Card, GunEntry, SquadronCard
from fleetbook.rules.aanda.damage import GunHit, PutOut
from fleetbook.rules.aanda.gun_table import bands_in_words, calibre, gun_class
from fleetbook.rules.aanda.gunnery import BatteryFire, Fire, Shot
from fleetbook.rules.aanda.initiative import ChangeWeather, Initiative, Morale, ThrowAgain
from fleetbook.rules.aanda.movement import LeaveTable, Mine, Move, Ram, SquadronDone
from fleetbook.rules.aanda.ongoing import BurnAndFlood, NextSinkingTests, OngoingDamage, PlayOut, Repairs, RepairShip, SinkingTest
from fleetbook.rules.aanda.sequence import GameSequence
from fleetbook.rules.aanda.ship import MAIN, AandaFacts, AandaShip, SquadronFacts
from fleetbook.rules.aanda.spotting import Reveal, Spot
from fleetbook.rules.aanda.squadron_fire import SquadronFire
from fleetbook.rules.aanda.squadrons import FIRING, FLED, LEFT, MOVEMENT, has_to_act, is_hidden, ships_of, squadron, squadron_card
from fleetbook.rules.aanda.torpedoes import FireTorpedoes, Torpedo, reach
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.rounding import to_places
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import losses

MOST = 100_000


class AandaRules(Ruleset[AandaShip]):
    """The rules for pre-dreadnought battles, from the A&A sheet of 2020."""

    id, title, version, unit = "aanda", "A&A sheet (2020)", "2", "cm"
    doctrines = "fleetbook.rules.aanda.doctrines"
    new_card = MappingProxyType({
        "main": ({"name": "fore", "arc": "FPS"}, {"name": "aft", "arc": "APS"}),
        "secondary": ({"name": "port", "arc": "P"}, {"name": "starboard", "arc": "S"}),
    })  # fmt: skip
    board_columns = ("kind",)
    hashes_before = (  # these hashes had words in them
        "4b31c5722e430e924c20c839ba6d61add0dd33702aa097d1aac5ebbee20099a1",
        "ec1684a2015babf0ba25d8152fcc4e9676482be7bcb85e8bc97294ef908f9326",
    )
    sentences = Says
    ship_type = AandaShip
    card_type = Card
    squadron_type, crew_grades = SquadronCard, GRADES
    sides_at_most = 2
    spelled_out = MappingProxyType({
        **Ruleset.spelled_out,
        "CATASTROPHE": "may sink", "catastrophic explosion": "blew up", "catastrophic flooding": "foundered",
    })  # fmt: skip
    idle_hits, main_battery = "were stopped by armour or did nothing", MAIN
    gone_as = (LEFT, FLED)
    counted_once = MappingProxyType({
        "ships sunk": "{ship} sinks", "main mounts out": "a main mount out", "secondary guns out": "a secondary gun out",
    })  # fmt: skip
    battle_facts = AandaFacts
    other_subjects = (SquadronFacts,)
    sequence = GameSequence()
    orders = (
        OngoingDamage, Initiative, ChangeWeather,
        Move, SquadronDone, Ram, Mine, LeaveTable, Reveal,
        Repairs, Spot,
        Fire, SquadronFire, FireTorpedoes, PlayOut,
    )  # fmt: skip
    parts = (
        BurnAndFlood,
        NextSinkingTests,
        SinkingTest,
        Morale,
        ThrowAgain,
        RepairShip,
        BatteryFire,
        Shot,
        GunHit,
        PutOut,
        Torpedo,
    )

    def check_tables(self, tables: RuleTables) -> None:
        """Raise InvalidInput if a gun class has no range bands, or if they are not in order of range."""
        edges = tables.table("gun_ranges")
        for letter, cells in zip(edges.rows.labels, edges.cells, strict=True):
            printed = [cell for cell in cells if not isinstance(cell, str)]
            if printed != sorted(printed) or not printed:
                allowed = "edges in cm, each farther than the one before, or -"
                raise InvalidInput(f"{edges.title}, {letter}", ", ".join(map(str, printed)), allowed)

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Card:
        """Read and check a ship card. Hull boxes that are left out are worked out (A10)."""
        card: Card = super().read_card(raw, where, tables)
        share, least = (int(tables.reading(name).value) for name in ("hull_square_root_share", "least_hull"))
        boxes = to_places(sqrt(card.tons) / share, 0, str(tables.reading("halves_round").value))
        return card if card.hull else msgspec.structs.replace(card, hull=max(least, int(boxes)))

    def check_card(self, card: Card, where: str, tables: RuleTables) -> None:
        """Raise InvalidInput if a number is outside its limits or a name occurs twice. Arcs and gun classes must be right too."""
        _number(f"{where}: tons", card.tons, 1, MOST)
        _number(f"{where}: knots", card.knots, 0, 60)
        if card.hull is not None:
            _number(f"{where}: hull", card.hull, 1, 999)
        guns = (*card.main, *card.secondary)
        _once(f"{where}: batteries and tubes", [*(gun.name for gun in guns), *(tubes.name for tubes in card.torpedoes)])
        for gun in guns:
            _gun(gun, tables, f"{where}: {gun.name}")
        for tubes in card.torpedoes:
            _arc(f"{where}: {tubes.name}, arc", tubes.arc)
            _number(f"{where}: {tubes.name}, tubes", tubes.tubes, 1, 20)
            _number(f"{where}: {tubes.name}, reloads", tubes.reloads, 0, 20)
            _number(f"{where}: {tubes.name}, reach", tubes.reach, 0, 99)

    def tracks(self, card: Card, tables: RuleTables) -> Mapping[str, int]:
        """The number of hull boxes. Guns are not boxes: a fact counts those put out of action."""
        return {AandaShip.hull.name: card.hull or 0}

    def check_setup(self, setup: Setup, where: str) -> None:
        """Raise InvalidInput unless there are two sides and each ship belongs to a squadron that is properly declared."""
        if len(set(setup.sides)) != 2 or len(setup.sides) != 2:
            raise InvalidInput(f"{where}: sides", ", ".join(setup.sides) or "none", "two sides")
        _once(f"{where}: squadrons", [squadron.name for squadron in setup.squadrons])
        names = {squadron.name: squadron.side for squadron in setup.squadrons}
        if not names:
            raise InvalidInput(f"{where}: squadrons", "none", "a [[side.squadron]], and its name at each of its ships")
        for ship in setup.ships:
            if ship.squadron not in names:
                raise InvalidInput.word(f"{where}: {ship.name}, squadron", ship.squadron, names)
            if names[ship.squadron] != ship.side:
                raise InvalidInput(f"{where}: {ship.name}, squadron", ship.squadron, f"a squadron of {ship.side}")
            if ship.name in names and ship.squadron != ship.name:
                raise InvalidInput(
                    f"{where}: squadron {ship.name}", "the name of a ship of another squadron", "a name of its own"
                )
        for entry in setup.squadrons:
            _check_squadron(setup, entry, f"{where}: squadron {entry.name}")

    def initial(self, battle: Battle[AandaShip]) -> Iterator[Change]:
        """The facts that a battle starts with: crews, torpedoes, contact markers and speeds. A squadron starts at the speed of
        its slowest ship.
        """
        cards = {squadron.name: squadron_card(battle, squadron.name) for squadron in battle.setup.squadrons}
        for name, card in cards.items():
            yield SquadronFacts.hidden.start(name, card.is_marker)
        slowest: dict[str, int] = {}
        for ship in battle.ships():
            if ship.card.knots:
                slowest[ship.squadron] = min(ship.card.knots, slowest.get(ship.squadron, ship.card.knots))
        for ship in battle.ships():
            own = cards[ship.squadron]
            yield AandaShip.stated_crew.start(ship, own.crew)
            yield AandaShip.flagship.start(ship, own.flagship == ship.name)
            yield AandaShip.hidden.start(ship, own.contact)
            yield AandaShip.ordered.start(ship, min(ship.card.knots, slowest.get(ship.squadron, ship.card.knots)))
            for tubes in ship.card.torpedoes:
                yield AandaShip.torpedoes[tubes.name].start(ship, ship.card.carried(tubes.name))

    def card(self, ship: AandaShip) -> CardView:
        """The ship's card as it is now."""
        card, hull = ship.card, AandaShip.hull
        speed = f"{ship.speed} kt" if ship.speed else "stopped"
        guns_left = sum(map(ship.guns_left, card.secondary))
        tracks = (
            Track(hull.name, hull.label, ship.hull, ship.full(hull.name)),
            Track("main", "main", sum(bool(ship.guns_left(mount)) for mount in card.main), len(card.main)),
            Track("secondary", "2nd", guns_left, sum(battery.guns for battery in card.secondary)),
        )
        torpedoes = ((tubes.name, ship.torpedoes[tubes.name], card.carried(tubes.name)) for tubes in card.torpedoes)
        return CardView(
            name=ship.name,
            kind=card.type + (" ⚑" if ship.flagship else ""),
            side=ship.side,
            motion=f"{speed} evading" if ship.evading else speed,
            tracks=tuple(track for track in tracks if track.full),
            systems=tuple(_system(ship, mount) for mount in ship.mounts()),
            supplies=tuple(Track(tubes, "torp", left, carried) for tubes, left, carried in torpedoes if carried),
            conditions=ship.conditions,
            fate=ship.fate,
            end=ship.end,
            squadron=ship.squadron,
            source=card.source,
            lost=ship.lost,
            standing=ship.standing,
            pace=f"{ship.speed}/{ship.max_speed} kt",
            full_speed=f"{ship.max_speed} kt",
        )

    def arms(self, battle: Battle[AandaShip], ship: AandaShip) -> Iterator[Particular]:
        """Entries for a ship's card: gun classes with range bands and damage dice (5.2). Torpedo ranges (A8), armour (5.5) and
        the crew (2.4) follow.
        """
        for mount in {mount.calibre: mount for mount in ship.mounts()}.values():
            bands = bands_in_words(battle.tables, mount)
            yield Particular(f"{mount.calibre:g} in", f"class {gun_class(battle.tables, mount)}: {bands}")
        reaches = {tubes.name: reach(battle, tubes) for tubes in ship.card.torpedoes}
        for far in dict.fromkeys(reaches.values()):
            yield Particular(", ".join(name for name, own in reaches.items() if own == far), f"to {far} cm")
        armour = battle.tables.table("armour")
        yield Particular("armour", ", ".join(f"{place} {armour.whole(ship.card.type, place)}" for place in armour.columns.labels))
        if ship.squadron:  # a ship of a roster is in none: nobody has graded her crew
            own = squadron_card(battle, ship.squadron).crew
            yield Particular("crew", ship.crew if ship.crew == own else f"{ship.crew}, her squadron {own}")

    def bands(self, tables: RuleTables) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The range bands of each gun class, in cm (5.2)."""
        ranges = tables.table("gun_ranges")
        for label, cells in zip(ranges.rows.labels, ranges.cells, strict=True):
            yield f"class {label}", tuple(end for end in cells if isinstance(end, int))

    def ticks(self, battle: Battle[AandaShip], ship: AandaShip) -> tuple[Tick, ...]:
        """The ticks that show whether a ship was spotted, and her actions this turn."""
        facts, now = SquadronFacts(battle, ship.squadron), battle.phase if ship.afloat else ""
        waits = has_to_act(battle, ship.squadron)
        return (
            Tick("◉", "in the open; ?: behind a contact marker", not ship.hidden, undone="?"),
            Tick("m", "has moved", facts.acted[MOVEMENT], now == MOVEMENT and waits),
            Tick("f", "has fired, or its squadron is done", ship.attacked or facts.acted[FIRING],
                 now == FIRING and waits and not (ship.silent or ship.attacked)),
        )  # fmt: skip

    def counters(self, battle: Battle[AandaShip]) -> tuple[Marker, ...]:
        """The contact markers on the table. The referee sees the ships behind each."""
        markers: list[Marker] = []
        for each in battle.setup.squadrons:
            if is_hidden(battle, each.name):
                ships = len(ships_of(battle, each.name))
                words = f"contact of {counted(ships, 'ship')}" if ships else "contact: a dummy"
                markers.append(Marker(each.name, each.side, words))
        return tuple(markers)

    def squadron_conditions(self, battle: Battle[AandaShip]) -> Mapping[str, tuple[Condition, ...]]:
        """A squadron's morale, flagship, command and evasion, and whether it is done in this step."""
        return {each.name: SquadronFacts(battle, each.name).conditions for each in battle.setup.squadrons}

    def levels(self, track: str) -> tuple[int, ...]:
        """The numbers of hull boxes left at which something else on the card changes. The only one is 0, when the last box is
        gone (A6).
        """
        return (0,)

    def unseen(self, battle: Battle[AandaShip], side: str) -> frozenset[str]:
        """Names that this side may not know: ships and squadrons behind the enemy's contact markers, and his dummies (2.2)."""
        ships = (ship.name for ship in battle.ships() if ship.side != side and ship.hidden)
        return frozenset((*ships, *self.called(battle, side)))

    def called(self, battle: Battle[AandaShip], side: str) -> Mapping[str, str]:
        """The enemy's contact markers, each with the name that this side sees: ``contact A``. Dummies have such names too.

        The letters follow the scenario's order, so a marker keeps its letter.
        """
        began = [each for each in battle.setup.squadrons if squadron_card(battle, each.name).is_marker]
        return {
            each.name: f"contact {ascii_uppercase[place % 26]}{place // 26 or ''}"
            for place, each in enumerate(began)
            if each.side != side and is_hidden(battle, each.name)
        }

    def markers(self, battle: Battle[AandaShip], side: str) -> tuple[Marker, ...]:
        """The enemy's contact markers on the table, as this side sees them."""
        return tuple(Marker(marker, squadron(battle, name).side) for name, marker in self.called(battle, side).items())

    def outcome(self, battle: Battle[AandaShip]) -> str:
        """A sentence that names the ships lost by each side."""
        return losses(battle)


def _gun(gun: GunEntry, tables: RuleTables, where: str) -> None:
    _arc(f"{where}, arc", gun.arc)
    _number(f"{where}, guns", gun.guns, 1, 40)
    classes = tables.table("gun_classes")
    letters = [str(line[0]) for line in classes.cells]
    if gun.gun_class and gun.gun_class not in letters:
        raise InvalidInput.word(f"{where}, class", gun.gun_class, letters)
    spans = classes.rows.spans
    lowest, highest = min(span.low for span in spans), max(span.high for span in spans)
    _number(f"{where}, calibre in inches", calibre(tables, gun), lowest, highest)
    letter = gun_class(tables, gun)
    if gun.gun_class not in ("", letter):
        raise InvalidInput(f"{where}, class", gun.gun_class, f"{letter}, the class of {gun.calibre:g} inches")


def _arc(where: str, arc: str) -> None:
    if not arc or len(set(arc)) != len(arc) or not set(arc) <= set(ARCS):
        raise InvalidInput(where, arc, f"one or more of {', '.join(ARCS)}, and no letter twice")


def _number(where: str, found: float, low: float, high: float) -> None:
    if not low <= found <= high:
        raise InvalidInput(where, found, f"{low:g} to {high:g}")


def _once(where: str, names: list[str]) -> None:
    for name in names:
        if not name.strip() or names.count(name) > 1:
            raise InvalidInput(where, name or "no name", "a name for each, and no name twice")


def _check_squadron(setup: Setup, entry: Squadron, where: str) -> None:
    members = [ship.name for ship in setup.ships if ship.squadron == entry.name]
    card = convert(entry.details, SquadronCard, where)
    if entry.side not in setup.sides:
        raise InvalidInput.word(f"{where}, side", entry.side, setup.sides)
    if bool(members) == card.dummy:
        raise InvalidInput(where, f"{len(members)} ships", "no ships in a dummy" if card.dummy else "ships, or dummy = true")
    if card.flagship and card.flagship not in members:
        raise InvalidInput.word(f"{where}, flagship", card.flagship, members)


def _system(ship: AandaShip, mount: GunEntry) -> System:
    left = ship.guns_left(mount)
    state = "sound" if left == mount.guns else "damaged" if left else "destroyed"
    return System(mount.name, state, f"{left}/{mount.guns} {mount.arc}")
