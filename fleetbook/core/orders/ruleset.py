"""Rule systems as the engine sees them, with tables, cards, orders and a sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import UNSET

from fleetbook.core.battle.battle import PHASE, Battle, Ship
from fleetbook.core.battle.card_view import WHOLE_TURN, CardView, Marker, Particular, Stage, Tick, Track
from fleetbook.core.battle.card_words import check_words
from fleetbook.core.battle.conditions import Boxes, Option, Word
from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.facts import HOLDING, TURN, Change, Key, State
from fleetbook.core.battle.particulars import particulars
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import BattleFacts, Declared, Setting, Subject
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.standard_orders import COMMON, SealedNote
from fleetbook.core.orders.turn_sequence import TurnSequence
from fleetbook.core.parsing import pick, unit_words
from fleetbook.core.strict import convert
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.loader import read_tables, table_files
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import Sentences

S = TypeVar("S", bound=Ship)


class Ruleset(Generic[S]):
    """Everything that the engine asks of a rule system.

    id, title, version    its names in files and reports. The version changes if a battle under way would go otherwise
    sentences             the class of sentences that its orders and parts use
    ship_type, card_type  a ship of the battle, and the msgspec struct of her card in a roster
    battle_facts          the facts of the battle itself. Facts with a heading are a scenario's conditions and options. A blank
                          stands for ``_``: ``red_hot = Option()`` is ``"red hot" = "yes"``
    other_subjects        other classes with facts, such as squadrons
    squadron_type         the msgspec struct of a squadron in a scenario; None for rules without squadrons
    orders, parts         the orders that these rules add to the common ones, and the parts of orders
    sides_at_most         the highest number of sides; None for any number
    lost_as               kinds of loss that a scenario may count: values of ``Warship.lost``, such as ``("sunk", "taken")``
    counted_once          the odds' words for a count of one or none: ``{"ships sunk": "{ship} sinks"}``. An unknown ship is "a
                          ship"
    signs                 meanings of signs on its cards without a condition, for the help: ``{"1S": "slower than 1"}``
    board_columns         the columns of the board behind a ship's name: ``kind``, ``pace``
    hindsight             whether a side that discovers a ship may read her earlier lines
    spelled_out           long forms of short words on cards, for reports
    """

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    unit: ClassVar[str]
    sentences: ClassVar[type[Sentences]] = Sentences
    ship_type: type[S]
    card_type: ClassVar[type[msgspec.Struct]]
    squadron_type: ClassVar[type[msgspec.Struct] | None] = None
    battle_facts: ClassVar[type[BattleFacts]] = BattleFacts
    other_subjects: ClassVar[tuple[type[Subject], ...]] = ()
    sides_at_most: ClassVar[int | None] = None
    lost_as: ClassVar[tuple[str, ...]] = ()
    counted_once: ClassVar[Mapping[str, str]] = MappingProxyType({})
    signs: ClassVar[Mapping[str, str]] = MappingProxyType({})
    board_columns: ClassVar[tuple[str, ...]] = ("kind", "pace")
    hindsight: ClassVar[bool] = True
    spelled_out: ClassVar[Mapping[str, str]] = {"torp": "torpedoes", "DC": "depth charges"}
    sequence: TurnSequence[S]
    orders: tuple[type[Order[S]], ...]
    parts: tuple[type[Part[S]], ...] = ()

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """Name and parsed content of each table file: those in the folder ``tables/`` beside the ruleset's module."""
        return table_files(type(self).__module__)

    def tracks(self, card: Any, tables: RuleTables) -> Mapping[str, int]:
        """The tracks of a card with all their boxes. By default, the card's number under the name of each declared track."""
        return {boxes.name: getattr(card, attribute) for attribute, boxes in self._boxes if hasattr(card, attribute)}

    def initial(self, battle: Battle[S]) -> Iterable[Change]:
        """Facts at the start: ``yield Vessel.heading.start(ship, ship.card.heading)`` for each ship. Full tracks, the first turn
        and phase, and the scenario's conditions hold already.
        """
        return ()

    def card(self, ship: S) -> CardView:
        """The ship's card as it stands: tracks and conditions in the order of their declaration. Add to it with
        ``dataclasses.replace(super().card(ship), motion=…)``.
        """
        tracks = tuple(Track(b.name, b.label, b.value(ship), ship.full(b.name)) for _, b in self._boxes if b.name in ship.tracks)
        kind, source = (str(getattr(ship.card, name, "")) for name in ("kind", "source"))
        fate, lost = (str(getattr(ship, name, "")) for name in ("fate", "lost"))
        return CardView(
            ship.name, kind, ship.side, "", tracks, conditions=ship.conditions, fate=fate, squadron=ship.squadron, source=source,
            lost=lost, standing=ship.standing, particulars=particulars(ship.card) or UNSET, idle=ship.idle or UNSET,
        )  # fmt: skip

    def arms(self, battle: Battle[S], ship: S) -> Iterable[Particular]:
        """A ship's weapons and armour by the tables, for printed sheets: ``yield Particular("long guns", "4+ at 0-5 cm")``. Each
        line gives reach and throw.
        """
        return ()

    def bands(self, tables: RuleTables) -> Iterable[tuple[str, tuple[float, ...]]]:
        """Lines of the tables by distance, with the far ends of their bands in the rules' unit. They draw a ruler."""
        for table in tables.tables.values():
            for axis in (table.rows, table.columns):
                if axis.kind == "numbers" and axis.by.endswith((f"in {self.unit}", f"in {unit_words(self.unit)}")):
                    yield table.title, tuple(s.high if s.high % 1 else int(s.high) for s in axis.spans)

    @property
    def _boxes(self) -> list[tuple[str, Boxes]]:
        return [(name, declared) for name, declared in self.ship_type.declared.items() if isinstance(declared, Boxes)]

    @property
    def conditions(self) -> Mapping[str, tuple[str, ...]]:
        """The words allowed for each condition of a scenario; the first is the default."""
        return self._headed("conditions")

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The words allowed for each optional rule; the first is the default."""
        return self._headed("options")

    def conditions_now(self, battle: Battle[S]) -> dict[str, str]:
        """Each condition and option of a scenario, with its present word."""
        facts = self.battle_facts(battle)
        declared: dict[str, Fact[Any]] = {fact.name: fact for fact in facts.declared.values() if isinstance(fact, Fact)}
        headed = [declared[name] for name in (*self.conditions, *self.options)]
        return {fact.name: str(fact.encoded(fact.value(facts)) or "") for fact in headed}

    def _headed(self, heading: str) -> dict[str, tuple[str, ...]]:
        facts = self.battle_facts.declared.values()
        return {fact.name: fact.allowed for fact in facts if isinstance(fact, (Word, Option)) and fact.heading == heading}

    def side_words(self, battle: Battle[S], side: str) -> str:
        """Words beside a side's name, such as that it is unaware of the enemy; empty for none."""
        return ""

    def unseen(self, battle: Battle[S], side: str) -> frozenset[str]:
        """Names of ships that a side does not know at this moment, such as those behind a contact marker."""
        return frozenset()

    def called(self, battle: Battle[S], side: str) -> Mapping[str, str]:
        """A side's names for squadrons that it knows as markers only. They replace the true names in all that it reads."""
        return {}

    def markers(self, battle: Battle[S], side: str) -> tuple[Marker, ...]:
        """Markers that a side sees on the table for other sides' squadrons, with names and places, not their ships."""
        return ()

    def ticks(self, battle: Battle[S], ship: S) -> tuple[Tick, ...]:
        """A ship's actions this turn, done or still possible: a column each, the same for all ships."""
        return ()

    def stage(self, battle: Battle[S]) -> Stage:
        """The stage of a long turn, such as the third segment of a combat's first round. Reports divide the turn by stages. Empty
        for turns without any.
        """
        return WHOLE_TURN

    def counters(self, battle: Battle[S]) -> tuple[Marker, ...]:
        """Other markers on the table, for the referee, such as torpedoes in the water."""
        return ()

    def withheld(self, battle: Battle[S], key: Key, side: str) -> bool:
        """Whether a side may not read this fact's changes at this moment, such as the other side's coming orders."""
        may_know = self._secrets.get((key.name, bool(key.other)))
        return may_know is not None and not may_know(battle, key.subject, key.other, side)

    def may_be_withheld(self, key: Key) -> bool:
        """Whether a side may ever be kept from reading this fact."""
        return type(self).withheld is not Ruleset.withheld or (key.name, bool(key.other)) in self._secrets

    @property
    def keeps_secrets(self) -> bool:
        """Whether these rules know secrets at all."""
        sealing = (order.sealed is not Order.sealed for order in self.orders)
        return type(self).unseen is not Ruleset.unseen or bool(self._secrets) or any(sealing)

    @cached_property
    def _secrets(self) -> dict[tuple[str, bool], Callable[[Any, str, str, str], bool]]:
        declared = [fact for subject in self.subjects for fact in subject.declared.values() if fact.is_stored]
        return {(fact.name, bool(fact.key_name)): may_know for fact in declared if (may_know := _knowers(fact))}

    @property
    def subjects(self) -> tuple[type[Subject], ...]:
        """The classes that declare facts."""
        return (self.battle_facts, self.ship_type, *self.other_subjects)

    def levels(self, track: str) -> tuple[int, ...] | None:
        """The levels of a track: numbers of boxes left at which the rest of a card changes. None for a track on which every
        number counts.
        """
        return None

    def outcome(self, battle: Battle[S]) -> str:
        """A sentence for the end of a battle, also in the report's JSON. Who has won, the scenario's victory decides."""
        return ""

    def scores(self, battle: Battle[S]) -> Mapping[str, float]:
        """A number by side for a scenario's count with ``what = "rules"``, such as points by a formula. It is asked after each
        order; a missing side has 0. The scenario decides by it. Two decimals are shown: round if the sheet does.
        """
        return {}

    def most_speed(self, card: Any) -> int | None:
        """The best speed of a card, and the limit of a scenario's first speed. None for rules without such a speed. For others,
        ``initial`` starts the ship with ``battle.first_speed(ship)``.
        """
        return None

    def check_setup(self, setup: Setup, where: str) -> None:
        """Raise InvalidInput for sides or ships that these rules cannot play."""

    def check_card(self, card: Any, where: str, tables: RuleTables) -> None:
        """Raise InvalidInput for a card that the types allow and the rules do not."""

    def doubts(self, card: Any) -> Iterable[str]:
        """Phrases about a legal card that looks wrong, such as knots for a speed in cm. ``fleetbook check`` shows each with ": is
        it meant?" behind it. ``f"knots: found {card.knots}"`` points to the line of that key, another phrase to the ship's
        first line.
        """
        return ()

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Any:
        """A typed card, checked by the tables in force. Raises InvalidInput."""
        card = convert(dict(raw), self.card_type, where)
        check_words(card, where, tables)
        self.check_card(card, where, tables)
        return card

    def check_tables(self, tables: RuleTables) -> None:
        """Raise InvalidInput for house rules that every table allows and that would stop an order half-way."""

    @cached_property
    def tables(self) -> RuleTables:
        """The tables as printed."""
        return read_tables(self.table_files())

    def tables_under(self, house: Sequence[HouseRules]) -> RuleTables:
        """The tables as changed by house rules. Raises InvalidInput for house rules that cannot be played."""
        if not house:
            return self.tables
        tables = read_tables(self.table_files(), house)
        self.check_tables(tables)
        return tables

    def begin(self, setup: Setup) -> Battle[S]:
        """The battle before its first order. Raises InvalidInput for a setup that these rules cannot play."""
        facts = [fact.name for fact in self.ship_type.declared.values() if isinstance(fact, Fact)]
        first = self.sequence.phases[0]
        with rules_at_work(self):
            empty: Battle[S] = Battle(self, setup, State())
            start: list[Change] = [(TURN, 1), (PHASE, first.id), *([(HOLDING, True)] if first.simultaneous else [])]
            for name, allowed in (*self.conditions.items(), *self.options.items()):
                given = setup.conditions.get(name, setup.options.get(name, allowed[0]))
                start.append((Key("", name), pick(name, str(given), allowed)))
            for entry in setup.ships:
                for track, boxes in empty.tracks(entry.name).items():
                    if track in facts:
                        raise InvalidInput(f"track of {entry.name}", track, "a name that no fact of a ship has")
                    start.append((Key(entry.name, track), boxes))
            battle = empty.with_changes(start)
            return battle.with_changes(self.initial(battle.noting(battle.rules.look_ups)))

    @property
    def all_orders(self) -> tuple[type[Order[Any]], ...]:
        """The ruleset's own orders, then those that every ruleset has."""
        return (*self.orders, *COMMON)

    def settable(self, battle: Battle[S], subject: str) -> Mapping[str, Setting]:
        """Settings of a ship that the referee may change by hand, or of the battle with an empty subject."""
        return battle.ship(subject).settings() if subject else self.battle_facts(battle).settings()

    def order(self, name: str) -> type[Order[Any]]:
        """An order by its id. Raises InvalidInput, with the nearest id, for an unknown one."""
        known: dict[str, type[Order[Any]]] = {order.id: order for order in self.all_orders}
        if name not in known and name != SealedNote.id:
            raise InvalidInput.word("order", name, known)
        return known.get(name, SealedNote)

    def part(self, name: str) -> type[Part[Any]]:
        """A part, or an order, by its id, for rules that a variant replaces. Raises InvalidInput for an unknown one."""
        known: dict[str, type[Part[Any]]] = {part.id: part for part in (*self.parts, *self.all_orders)}
        if name not in known:
            raise InvalidInput.word("part", name, known)
        return known[name]


def _knowers(fact: Declared[Any]) -> Callable[[Any, str, str, str], bool] | None:
    """A test whether a side may know of a fact; None for a fact that is no secret."""
    own = _of_either if getattr(fact, "of_both", False) else _own
    return fact.details.get("known_to") or (own if fact.details.get("secret") else None)


def _of_either(battle: Any, subject: str, other: str, side: str) -> bool:
    """A secret of two ships belongs to both their sides."""
    return _own(battle, subject, other, side) or _own(battle, other, subject, side)


def _own(battle: Any, subject: str, other: str, side: str) -> bool:
    """A secret belongs to the side of its ship or squadron, or to the side that is its subject."""
    if battle.is_ship(subject):
        return str(battle.ship(subject).side) == side
    owners: dict[str, str] = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
    return owners.get(subject, subject) == side
