"""The base class of rule systems: tables, cards, orders and a turn sequence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import UNSET

from fleetbook.core.battle.battle import PHASE, Battle, Ship
from fleetbook.core.battle.card_view import WHOLE_TURN, CardView, Condition, Marker, Particular, Stage, Tick, Track
from fleetbook.core.battle.card_words import check_words
from fleetbook.core.battle.conditions import Boxes, Option, Word
from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.facts import HOLDING, TURN, Change, Key, State
from fleetbook.core.battle.particulars import particulars
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import BattleFacts, Setting, Subject
from fleetbook.core.campaign.scars import all_scars
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.secrets import Secrets
from fleetbook.core.orders.standard_orders import BY_PROGRAM, COMMON
from fleetbook.core.orders.turn_sequence import TurnSequence
from fleetbook.core.parsing import pick, unit_words
from fleetbook.core.strict import convert
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.loader import read_tables, table_files
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import Sentences

S = TypeVar("S", bound=Ship)


def _kinds_by_id(rules: Ruleset[Any]) -> dict[str, type[Part[Any]]]:
    """The parts and orders of a rule system by their ids. The map is cached, because it is used for each line of the journal that
    is read.
    """
    return {kind.id: kind for kind in (*rules.parts, *rules.all_orders)}


class Ruleset(Generic[S]):
    """The base class of all rule systems. Its methods and attributes are all that the program asks of the rules.

    id, title, version  the names of the rules in files and reports. Change the version if a battle in progress would go
                        differently with the changed rules
    contest         "battle" or "campaign": the word for what is played, in sentences
    unit            the unit of distances on the table, such as "cm"
    sentences       the class with the sentences of the orders and parts
    ship_type, card_type  the class of a ship in battle and the struct of her card in a roster
    battle_facts    the class with the facts of the battle itself. Facts with a heading are the conditions and options of a
                    scenario. A ``_`` in a name is a blank in the scenario: ``red_hot = Option()`` is set by ``"red hot" = "yes"``
    other_subjects  further classes with facts, such as squadrons
    squadron_type   the msgspec struct of a squadron in a scenario; None for rules without squadrons
    doctrines       the package of the doctrines: ``MODELS`` is the class of the models on a plane, ``DOCTRINES`` has them
    orders, parts   the orders that these rules add to the standard orders, and the parts of orders
    sides_at_most   the highest number of sides; None for any number
    lost_as         the kinds of loss that a scenario may count, such as "sunk"; ``gone_as``, the ways of leaving, such as "fled"
    counted_once    words in the odds for a count of 0 or 1: ``{"ships sunk": "{ship} sinks"}``, with "a ship" for an unknown ship
    signs           words that explain signs on cards in the help, if the signs are no conditions: ``{"1S": "slower than 1"}``
    hashes_before   hashes of the printed tables of earlier versions that play alike. Battles begun with these versions go on
    new_card        the entries of a new card in the editor. These are the entries that every card has, without figures
    board_columns   the columns after a ship's name on the board: ``kind``, ``pace``, or ``speed`` for the present speed alone.
                    ``board_guns`` and ``board_torpedoes`` are ids of rows of boxes for further columns
    hindsight       whether a side that discovers a ship may also read earlier lines of the journal about her
    open_table      whether every side sees the score and all markers on the table, although the rules keep some secrets
    read_by_sides   whether the view of a side is made from the lines of the journal. A campaign's rules make it themselves
    spelled_out     for reports: words shortened on cards and in causes, in full; verbs for losses: ``{"explosion": "blew up"}``
    crew_grades     the grades of squadrons' crews, the lowest first; a scenario states a squadron's as ``crew``
    main_battery    the id of the row of main guns, if cards have one. ``idle_hits`` has words for hits without effect
    """

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    contest, doctrines, board_torpedoes = "battle", "", ""
    unit: ClassVar[str]
    sentences: ClassVar[type[Sentences]] = Sentences
    ship_type: type[S]
    card_type: ClassVar[type[msgspec.Struct]]
    squadron_type: ClassVar[type[msgspec.Struct] | None] = None
    battle_facts: ClassVar[type[BattleFacts]] = BattleFacts
    other_subjects: ClassVar[tuple[type[Subject], ...]] = ()
    sides_at_most: ClassVar[int | None] = None
    lost_as: ClassVar[tuple[str, ...]] = ()
    gone_as: ClassVar[tuple[str, ...]] = ()
    counted_once: ClassVar[Mapping[str, str]] = MappingProxyType({})
    signs: ClassVar[Mapping[str, str]] = MappingProxyType({})
    hashes_before: ClassVar[tuple[str, ...]] = ()
    new_card: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    board_columns: ClassVar[tuple[str, ...]] = ("kind", "pace")
    board_guns: ClassVar[tuple[str, ...]] = ()
    hindsight: ClassVar[bool] = True
    open_table, read_by_sides, main_battery, idle_hits, board_torpedoes, doctrines = False, True, "", "did no harm", "", ""
    spelled_out: ClassVar[Mapping[str, str]] = {"torp": "torpedoes", "DC": "depth charges"}
    crew_grades: ClassVar[tuple[str, ...]] = ()
    sequence: TurnSequence[S]
    orders: tuple[type[Order[S]], ...]
    parts: tuple[type[Part[S]], ...] = ()
    _by_id = cached_property(_kinds_by_id)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """The name and the parsed content of each table file. By default these are the files in the folder ``tables/`` beside the
        ruleset's module.
        """
        return table_files(type(self).__module__)

    def tracks(self, card: Any, tables: RuleTables) -> Mapping[str, int]:
        """The tracks of an undamaged ship, each with its number of boxes. By default that number is the field of the card with
        the name of the track.
        """
        return {boxes.name: getattr(card, attribute) for attribute, boxes in self._boxes if hasattr(card, attribute)}

    def initial(self, battle: Battle[S]) -> Iterable[Change]:
        """Further facts at the start of a battle, such as ``yield Vessel.heading.start(ship, ship.card.heading)``. Boxes, the
        first turn and phase, and the scenario's conditions are set already.
        """
        return ()

    def card(self, ship: S) -> CardView:
        """The ship's present card, with tracks and conditions in the order in which they are declared. A ruleset adds to this
        card with ``dataclasses.replace(super().card(ship), motion=…)``.
        """
        tracks = tuple(Track(b.name, b.label, b.value(ship), ship.full(b.name)) for _, b in self._boxes if b.name in ship.tracks)
        kind, source = (str(getattr(ship.card, name, "")) for name in ("kind", "source"))
        fate, lost = (str(getattr(ship, name, "")) for name in ("fate", "lost"))
        return CardView(
            ship.name, kind, ship.side, "", tracks, conditions=ship.conditions, fate=fate, end=ship.end, lost=lost, source=source,
            squadron=ship.squadron, standing=ship.standing, particulars=particulars(ship.card) or UNSET, idle=ship.idle or UNSET,
        )  # fmt: skip

    def arms(self, battle: Battle[S], ship: S) -> Iterable[Particular]:
        """A ship's weapons and armour for printed sheets, with range and throw: ``Particular("long guns", "4+ at 0-5 cm")``."""
        return ()

    def bands(self, tables: RuleTables) -> Iterable[tuple[str, tuple[float, ...]]]:
        """The tables that depend on distance, each with the upper ends of its range bands. Rulers are drawn from these ends."""
        for table in tables.tables.values():
            for axis in (table.rows, table.columns):
                if axis.kind == "numbers" and axis.by.endswith((f"in {self.unit}", f"in {unit_words(self.unit)}")):
                    yield table.title, tuple(s.high if s.high % 1 else int(s.high) for s in axis.spans)

    @property
    def _boxes(self) -> list[tuple[str, Boxes]]:
        return [(name, declared) for name, declared in self.ship_type.declared.items() if isinstance(declared, Boxes)]

    @property
    def conditions(self) -> Mapping[str, tuple[str, ...]]:
        """The allowed words for each condition of a scenario. The first word is the default."""
        return self._headed("conditions")

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The allowed words for each optional rule. The first word is the default."""
        return self._headed("options")

    def conditions_now(self, battle: Battle[S]) -> dict[str, str]:
        """The present word of each condition and option of a scenario, by name."""
        facts = self.battle_facts(battle)
        known: dict[str, Fact[Any]] = {fact.name: fact for fact in facts.declared.values() if isinstance(fact, Fact)}
        return {name: str(known[name].encoded(known[name].value(facts)) or "") for name in (*self.conditions, *self.options)}

    def _headed(self, heading: str) -> dict[str, tuple[str, ...]]:
        facts = self.battle_facts.declared.values()
        return {fact.name: fact.allowed for fact in facts if isinstance(fact, (Word, Option)) and fact.heading == heading}

    def side_words(self, battle: Battle[S], side: str) -> str:
        """A remark beside a side's name, such as "unaware of the enemy"; empty if there is none."""
        return ""

    def board_heading(self, card: CardView) -> str:
        """The heading under which the app's board lists a ship. By default it is her squadron."""
        return card.squadron

    def squadron_conditions(self, battle: Battle[S]) -> Mapping[str, tuple[Condition, ...]]:
        """The conditions of whole squadrons, such as a lost flagship, by squadron. Squadrons without any may be left out."""
        return {}

    def unseen(self, battle: Battle[S], side: str) -> frozenset[str]:
        """The names of ships that a side does not know yet, such as ships behind a contact marker."""
        return frozenset()

    def called(self, battle: Battle[S], side: str) -> Mapping[str, str]:
        """A side's own names for squadrons that it sees only as markers. The side reads them in place of the true names."""
        return {}

    def markers(self, battle: Battle[S], side: str) -> tuple[Marker, ...]:
        """The markers on the table that a side sees for other sides' squadrons. A marker has a name and a place, but no ships."""
        return ()

    def ticks(self, battle: Battle[S], ship: S) -> tuple[Tick, ...]:
        """The marks on a ship's card for what she does each turn. All ships have the same ticks in the same order."""
        return ()

    def stage(self, battle: Battle[S]) -> Stage:
        """The present part of a long turn, such as a segment of a combat. Reports divide the turn by it. Empty without parts."""
        return WHOLE_TURN

    def counters(self, battle: Battle[S]) -> tuple[Marker, ...]:
        """Markers on the table that are no squadrons, such as torpedoes in the water, as the referee sees them."""
        return ()

    def withheld(self, battle: Battle[S], key: Key, side: str) -> bool:
        """Whether a side may not know this fact and its changes now. An example is a planned move of the other side."""
        return not self.secrets.may_know(battle, key, side)

    def may_be_withheld(self, key: Key) -> bool:
        """Whether this fact, or a part of its value, may ever be kept from a side."""
        return type(self).withheld is not Ruleset.withheld or self.secrets.are_about(key)

    @cached_property
    def keeps_secrets(self) -> bool:
        """Whether these rules hide anything from a side."""
        seals = any(order.sealed is not Order.sealed for order in self.orders)
        return seals or bool(self.secrets) or type(self).unseen is not Ruleset.unseen

    @cached_property
    def secrets(self) -> Secrets:
        """The facts that are declared as secret from a side, in whole or in part."""
        return Secrets(self.subjects)

    def side_of(self, battle: Battle[S], name: str) -> str:
        """The side of a ship, a squadron, or anything else that orders name. For the name of a side it is that side. Empty for
        any other word.
        """
        if battle.is_ship(name):
            return battle.ship(name).side
        owners = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
        return owners.get(name, name if name in battle.sides else "")

    @property
    def subjects(self) -> tuple[type[Subject], ...]:
        """The classes that declare facts."""
        return (self.battle_facts, self.ship_type, *self.other_subjects)

    def levels(self, track: str) -> tuple[int, ...] | None:
        """The numbers of boxes left of a track at which something else on the card changes. None if each single box matters."""
        return None

    def outcome(self, battle: Battle[S]) -> str:
        """A sentence about the end of a battle, for the journal and JSON. The scenario decides who has won, not this sentence."""
        return ""

    def scores(self, battle: Battle[S]) -> Mapping[str, float]:
        """The number that each side has by a formula of the sheet. Counts of a scenario with ``what = "rules"`` use it. It is
        computed after each order. A missing side has 0. Two decimals are shown: round the number if the sheet does.
        """
        return {}

    def most_speed(self, card: Any) -> int | None:
        """The highest speed on a ship's card. A scenario may not give her a higher speed at the start. ``initial`` stores the
        speed that it gives, which is ``battle.first_speed(ship)``. None if ships have no such speed.
        """
        return None

    def check_setup(self, setup: Setup, where: str) -> None:
        """Raise InvalidInput if the rules do not allow these sides or ships."""

    def check_card(self, card: Any, where: str, tables: RuleTables) -> None:
        """Raise InvalidInput if the rules do not allow this card. The types of its values have been checked already."""

    def doubts(self, card: Any) -> Iterable[str]:
        """Phrases about a card that is allowed but looks wrong, such as knots for a speed in cm. ``fleetbook check`` adds ": is
        it meant?" to each. A phrase that begins with a key, such as ``f"knots: found {card.knots}"``, is reported at the line of
        that key. Any other phrase is reported at the ship's line.
        """
        return ()

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Any:
        """A ship's card, converted to its type and checked against these tables. Raises InvalidInput."""
        card = convert(dict(raw), self.card_type, where)
        check_words(card, where, tables)
        self.check_card(card, where, tables)
        return card

    def check_tables(self, tables: RuleTables) -> None:
        """Raise InvalidInput if the tables, with house rules, could stop an order half-way. Each value by itself is allowed."""

    @cached_property
    def tables(self) -> RuleTables:
        """The tables as printed, without house rules."""
        return read_tables(self.table_files())

    def tables_under(self, house: Sequence[HouseRules]) -> RuleTables:
        """The tables with the changes of these house rules. Raises InvalidInput if the house rules cannot be played."""
        if not house:
            return self.tables
        tables = read_tables(self.table_files(), house)
        self.check_tables(tables)
        return tables

    def begin(self, setup: Setup) -> Battle[S]:
        """The battle before its first order. Raises InvalidInput if the setup cannot be played with these rules."""
        with rules_at_work(self):
            empty: Battle[S] = Battle(self, setup, State())
            battle = empty.with_changes(_first_facts(self, empty))
            battle = battle.with_changes(self.initial(battle.noting(battle.rules.look_ups)))
        return battle.with_changes(all_scars(battle))

    @property
    def all_orders(self) -> tuple[type[Order[Any]], ...]:
        """The ruleset's own orders, then the standard orders of every ruleset."""
        return (*self.orders, *COMMON)

    def settable(self, battle: Battle[S], subject: str) -> Mapping[str, Setting]:
        """The facts of a ship that the referee may set by hand; those of the battle itself if ``subject`` is empty."""
        return battle.ship(subject).settings() if subject else self.battle_facts(battle).settings()

    def order(self, name: str) -> type[Order[Any]]:
        """The class of the order with this id. Raises InvalidInput with the nearest id if there is none."""
        found = self._by_id.get(name) or next((kind for kind in BY_PROGRAM if kind.id == name), None)
        if found is not None and issubclass(found, Order):
            return found
        raise InvalidInput.word("order", name, [order.id for order in self.all_orders])

    def part(self, name: str) -> type[Part[Any]]:
        """The class of the part or order with this id. Raises InvalidInput if there is none."""
        if name not in self._by_id:
            raise InvalidInput.word("part", name, self._by_id)
        return self._by_id[name]


def _first_facts(rules: Ruleset[S], empty: Battle[S]) -> Iterator[Change]:
    """The first facts of every battle: the turn, the phase, the conditions and options, and the boxes of the ships."""
    facts = [fact.name for fact in rules.ship_type.declared.values() if isinstance(fact, Fact)]
    first, setup = rules.sequence.phases[0], empty.setup
    yield TURN, 1
    yield PHASE, first.id
    if first.simultaneous:
        yield HOLDING, True
    for name, allowed in (*rules.conditions.items(), *rules.options.items()):
        given = setup.conditions.get(name, setup.options.get(name, allowed[0]))
        yield Key("", name), pick(name, str(given), allowed)
    for entry in setup.ships:
        for track, boxes in empty.tracks(entry.name).items():
            if track in facts:
                raise InvalidInput(f"track of {entry.name}", track, "a name that no fact of a ship has")
            yield Key(entry.name, track), boxes
