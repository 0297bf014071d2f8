"""The rule system for WWII coastal warfare, made up of its orders, cards and sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET

from fleetbook.core.battle.card_view import CardView, Marker, Particular, System, Tick, Track
from fleetbook.core.battle.facts import Change
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.coastal.card import BOXED, Card, SystemEntry
from fleetbook.rules.coastal.conditions import AWARE, CoastalFacts
from fleetbook.rules.coastal.damage import ShellHit, SystemLost, TorpedoHit, WorkOutDamage
from fleetbook.rules.coastal.facts import CoastalBattle, Torpedo, numbered, running
from fleetbook.rules.coastal.gunnery import BATTERIES, Fire, Volley, battery_of, points
from fleetbook.rules.coastal.moves import LeaveTable, Move
from fleetbook.rules.coastal.observation import Illuminate, Observe, half_speed, may_creep
from fleetbook.rules.coastal.repairs import Repair
from fleetbook.rules.coastal.sequence import OrderOfPlay, side_ticks
from fleetbook.rules.coastal.ship import CoastalShip, label
from fleetbook.rules.coastal.torpedoes import Launch, TorpedoMeets, TorpedoSpent
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.rounding import half_up
from fleetbook.rules.kit.sides import losses

TRACKS = (CoastalShip.hull, CoastalShip.bridge, CoastalShip.engines)
MOST_APART = 2  # cm by which a card's speed may differ from its knots without a warning
MOST = 99
LARGEST_CALIBRE = 18


class CoastalRules(Ruleset[CoastalShip]):
    """The rules for WWII coastal warfare, from a quick reference sheet."""

    id, title, version, unit = "coastal", "WWII coastal warfare", "1", "cm"
    new_card = MappingProxyType({"systems": ({"kind": "bridge"}, {"kind": "engines"})})
    board_columns = ("pace",)
    doctrines = "fleetbook.rules.coastal.doctrines"
    open_table = True
    hashes_before = (  # these hashes had words in them
        "82771b710f1ca8b5be815f254111b4a8c1e5e827a4c85c207f397707f82beeaa",
        "3acca245ed2397d42e7373c4a5ce57132f59012b896f4a7266d0b7cab1cb7af6",
    )
    sentences = Says
    ship_type = CoastalShip
    card_type = Card
    counted_once = MappingProxyType({"ships sunk": "{ship} sinks"})
    battle_facts = CoastalFacts
    other_subjects = (Torpedo,)
    sequence = OrderOfPlay()
    orders = (
        Observe,
        Illuminate,
        Fire,
        WorkOutDamage,
        Repair,
        Launch,
        Move,
        TorpedoMeets,
        TorpedoSpent,
        LeaveTable,
    )
    parts = (Volley, ShellHit, TorpedoHit, SystemLost)

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Card:
        """Read and check a ship card. Hull boxes (C10) and speed (C1) that are left out are worked out."""
        card: Card = super().read_card(raw, where, tables)
        number = {name: float(tables.reading(name).value) for name in ("hull_factor", "hull_power", "scale")}
        return msgspec.structs.replace(
            card,
            hull=card.hull or half_up(number["hull_factor"] * card.tons ** number["hull_power"]),
            speed=card.speed or ceil(card.knots / number["scale"]),
        )

    def check_card(self, card: Card, where: str, tables: RuleTables) -> None:
        """Raise InvalidInput if the card does not make sense under these rules."""
        for key, value in (("tons", card.tons), ("hull", card.hull), ("speed", card.speed), ("knots", card.knots)):
            if not 0 <= value <= 100_000 or (key == "tons" and not value):
                raise InvalidInput(f"{where}: {key}", value, "a number above 0" if key == "tons" else "a number of 0 or more")
        if not card.systems:
            raise InvalidInput(f"{where}: systems", "none", "the systems of the card in their order")
        names = [label(system) for system in card.systems]
        for name in names:
            if names.count(name) > 1:
                raise InvalidInput(f"{where}: systems", f"{name} twice", "each system once; give each a name of its own")
        for system in card.systems:
            self._check_system(system, f"{where}: {label(system)}", tables)
        stated = {kind: sum(system.kind == kind for system in card.systems) for kind in BOXED}
        wrong = [f"{number or 'no'} {kind}" for kind, number in stated.items() if number != 1]
        if wrong:
            raise InvalidInput(f"{where}: systems", " and ".join(wrong), f"one system of kind {' and one of kind '.join(BOXED)}")

    def _check_system(self, system: SystemEntry, where: str, tables: RuleTables) -> None:
        charts = {name: tables.table(name).rows.labels for name in BATTERIES}
        lines = [line for chart in charts.values() for line in chart]
        if system.kind == "mount":
            if system.weapon not in lines:
                raise InvalidInput.word(f"{where}, weapon", system.weapon, lines)
            if system.weapon in charts["guns"] and system.calibre <= 0:
                raise InvalidInput(f"{where}, calibre", system.calibre, "the calibre in inches of a weapon on the guns' chart")
        elif system.weapon:
            raise InvalidInput(f"{where}, weapon", system.weapon, "a weapon on a mount only")
        stated = system.tubes, system.torpedoes
        if stated != (0, 0) if system.kind != "torpedoes" else not all(1 <= number <= MOST for number in stated):
            allowed = f"tubes and torpedoes of 1 to {MOST} on a torpedo system, none elsewhere"
            raise InvalidInput(f"{where}, tubes and torpedoes", f"{stated[0]} and {stated[1]}", allowed)
        if not 1 <= system.guns <= MOST or not 0 <= system.calibre <= LARGEST_CALIBRE or system.boxes < 0:
            allowed = f"guns of 1 to {MOST}, calibre of 0 to {LARGEST_CALIBRE} inches"
            raise InvalidInput(where, "a number outside its limits", allowed)

    def doubts(self, card: Card) -> Iterator[str]:
        """Warnings about likely mistakes on a card: knots entered as cm, or fewer torpedoes than tubes."""
        cm = card.knots / float(self.tables.reading("scale").value)
        if card.speed and card.knots and abs(card.speed - cm) > MOST_APART:
            yield f"speed: found {card.speed} beside {card.knots:g} knots, which are {cm:.0f} cm a turn"
        for system in card.systems:
            if system.torpedoes < system.tubes:
                yield f"{label(system)}: found {system.tubes} tubes but only {system.torpedoes} torpedoes"

    def tracks(self, card: Card, tables: RuleTables) -> Mapping[str, int]:
        """The number of boxes of the hull, bridge and engines."""
        stated = next((system.boxes for system in card.systems if system.kind == CoastalShip.bridge.name), 0)
        return {
            CoastalShip.hull.name: card.hull,
            CoastalShip.bridge.name: stated or tables.table("bridge").whole(card.size, "boxes"),
            CoastalShip.engines.name: int(tables.reading("engine_boxes").value),
        }

    def check_setup(self, setup: Setup, where: str) -> None:
        """Raise InvalidInput unless the scenario has two sides."""
        if len(setup.sides) != 2:
            raise InvalidInput(f"{where}: sides", f"{len(setup.sides)}", "two sides, the attacker first")

    def initial(self, battle: CoastalBattle) -> Iterator[Change]:
        """The facts that a battle starts with: speeds, torpedoes, and the sides unaware of the enemy."""
        for ship in battle.ships():
            yield CoastalShip.ordered.start(ship, _first_speed(battle, ship))
            for system in ship.card.systems:
                if system.kind == "torpedoes":
                    yield CoastalShip.torpedoes[label(system)].start(ship, system.torpedoes)
        for place in AWARE[battle.word(CoastalFacts.aware.name)]:
            yield CoastalFacts.unaware[battle.sides[place]].start(battle, True)

    def side_words(self, battle: CoastalBattle, side: str) -> str:
        """``unaware of the enemy`` if this side is, otherwise empty."""
        return "unaware of the enemy" if CoastalFacts(battle).unaware[side] else ""

    def card(self, ship: CoastalShip) -> CardView:
        """The ship's card as it is now."""
        fastest = ship.max_speed
        speed = min(ship.ordered, fastest)
        return CardView(
            name=ship.name,
            kind=ship.card.kind,
            side=ship.side,
            motion=f"{speed} cm" if speed else "stopped",
            tracks=tuple(Track(track.name, track.label, track.value(ship), ship.full(track.name)) for track in TRACKS),
            systems=tuple(
                System(label(system), ship.state(system), system.arc if system.kind in ("mount", "torpedoes") else "")
                for system in ship.card.systems
                if not system.boxed
            ),
            supplies=tuple(
                Track(label(system), "torp", ship.torpedoes[label(system)], system.torpedoes)
                for system in ship.card.systems
                if system.kind == "torpedoes"
            ),
            conditions=ship.conditions,
            fate=ship.fate,
            end=ship.end,
            lost=ship.lost,
            standing=ship.standing,
            idle=ship.idle or UNSET,
            squadron=ship.squadron,
            source=ship.card.source,
            pace=f"{speed}/{fastest} cm",
            full_speed=f"{fastest} cm",
            unseen=ship.is_unseen,
        )

    def arms(self, battle: CoastalBattle, ship: CoastalShip) -> Iterator[Particular]:
        """Entries for a ship's card: where a hit falls (C6), weapon points by range (C4) and torpedo ranges (C8). Half speed, the
        speed at the start (C1) and observation modifiers follow (C3).
        """
        names = [label(system) + " (no other effect)" * (system.kind == "other") for system in ship.card.systems]
        die = next((faces for faces in (4, 6, 8, 10, 12, 20) if faces >= len(names)), len(names))
        falls = [(str(number), name) for number, name in enumerate(names, 1)]
        if die > len(names):
            falls.append((str(die) if die == len(names) + 1 else f"{len(names) + 1}-{die}", "throw again"))
        if len(names) > 1:
            said = "; ".join(f"{faces}: {name}" for faces, name in falls)
            yield Particular(f"a hit falls on, D{die}:", said, tuple(falls))
        for mount in {(m.weapon, m.guns): m for m in ship.card.systems if m.kind == "mount"}.values():
            spans = (int(span.high) for span in battle.tables.table(battery_of(battle, mount)).columns.spans)
            ranges = [f"{points(battle, mount, high):g} to {high}" for high in spans if points(battle, mount, high)]
            yield Particular(mount.weapon + (f", {mount.guns} guns" if mount.guns > 1 else ""), f"points {', '.join(ranges)} cm")
        if ship.named("torpedoes"):
            least, run = (battle.whole_reading(name) for name in ("torpedo_least_range", "torpedo_run"))
            yield Particular("torpedoes", f"from {least} cm on, {run} cm a step")
        if half := half_speed(battle, ship):
            yield Particular("half speed", f"{half:g} cm; she starts at {_first_speed(battle, ship)} cm")
        changes = battle.tables.modifier_list("observation")

        def change(line: str, remark: str = "") -> str:
            return f"{changes.line(line).value:+d} {changes.line(line).text}{remark and f' ({remark})'}"

        has = {"sensors": ship.named("radar") or ship.named("hydrophones"), "naxos": ship.named("naxos"), "observer_fast": True}
        yield Particular("looking", ", ".join([*(change(line) for line in has if has[line]), "others in C3"]))
        creeps = f"over {battle.figure('slow E-boat'):g} cm" if may_creep(battle, ship) else ""
        shows = [change("target_shows"), change("target_moving", creeps), *([] if ship.is_boat else [change("large_target")])]
        yield Particular("looked for", ", ".join(shows))

    def side_of(self, battle: CoastalBattle, name: str) -> str:
        """The side of a ship, or of the ship that launched a torpedo."""
        return super().side_of(battle, Torpedo(battle, name).fired_by or name)

    def ticks(self, battle: CoastalBattle, ship: CoastalShip) -> tuple[Tick, ...]:
        """The ticks that show a ship's actions this turn, done and still possible."""
        return side_ticks(battle, ship.side, [ship])[ship.name]

    def counters(self, battle: CoastalBattle) -> tuple[Marker, ...]:
        """Markers for the torpedoes in the water. Torpedoes of one ship with the same target and the same distance run share a
        marker.
        """
        markers: list[Marker] = []
        for side in battle.sides:
            runs: dict[tuple[str, str, int], list[Torpedo]] = {}
            for torpedo in running(battle, side):
                runs.setdefault((torpedo.fired_by, torpedo.aim, torpedo.run), []).append(torpedo)
            for (owner, aim, run), torpedoes in runs.items():
                place = f"of {owner}{f' at {aim}' if aim else ''}, {run} cm run"
                numbers = ", ".join(each.number for each in torpedoes)
                course = f"torp {numbers}{f' → {aim}' if aim else ''}, ran {run} cm"
                markers.append(Marker(numbered(torpedoes), side, place, course))
        return tuple(markers)

    def outcome(self, battle: CoastalBattle) -> str:
        """A sentence that names the ships lost by each side."""
        return losses(battle)


def _first_speed(battle: CoastalBattle, ship: CoastalShip) -> int:
    """The speed in cm at which a ship begins the battle (C1)."""
    return int(float(battle.reading("start_speed")) * ship.card.speed)
