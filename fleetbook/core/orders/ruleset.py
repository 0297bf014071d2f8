"""A rule system as the engine sees it: tables, cards, procedures, sequence. Each lives in a folder of its own under ``rules``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import UNSET

from fleetbook.core.battle.battle import PHASE, TURN, Battle, Ship
from fleetbook.core.battle.card_view import WHOLE_TURN, CardView, Marker, Particular, Stage, Tick, Track
from fleetbook.core.battle.card_words import check_words
from fleetbook.core.battle.conditions import Boxes, Option, Word
from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.facts import HOLDING, Change, Key, State
from fleetbook.core.battle.particulars import particulars
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import BattleFacts, Setting, Subject
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.secrets import knowers
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

    id, title, version   as files and reports name it; the version changes when a battle would go otherwise
    sentences            the class of sentences that its orders and parts say
    ship_type, card_type  the ship as rules read it, and the msgspec struct of a card in a roster
    battle_facts         the facts of the battle itself; those with a heading are a scenario's conditions and options, where a
                         blank stands for ``_``: ``red_hot = Option()`` is ``"red hot" = "yes"``
    other_subjects       what else facts are declared of, such as squadrons
    squadron_type        the msgspec struct of what a scenario says of a squadron; None where the rules know none
    sides_at_most        how many sides a battle may have; None where any number may
    lost_as              the kinds that ``Warship.lost`` may say, ``("sunk", "taken")``, for scenarios that count them
    counted_once         how the odds tell a count that is one or none, by its name: ``{"ships sunk": "{ship} sinks"}``; where the
                         ship is not known it is "a ship"
    signs                what signs of its cards mean that no condition explains, for the help: ``{"1S": "slower than 1"}``
    hindsight            whether a side that learns of a ship may read what was recorded of it before
    spelled_out          what cards call shortly, in words: reports tell it so
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
    hindsight: ClassVar[bool] = True
    spelled_out: ClassVar[Mapping[str, str]] = {"torp": "torpedoes", "DC": "depth charges"}
    sequence: TurnSequence[S]
    orders: tuple[type[Order[S]], ...]
    parts: tuple[type[Part[S]], ...] = ()

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """Name and parsed content of each of the ruleset's table files: those of the folder ``tables/`` beside its module."""
        return table_files(type(self).__module__)

    def tracks(self, card: Any, tables: RuleTables) -> Mapping[str, int]:
        """The tracks of a card with their boxes when whole: of each that the ship declares what the card says under its name."""
        return {boxes.name: getattr(card, attribute) for attribute, boxes in self._boxes if hasattr(card, attribute)}

    def initial(self, battle: Battle[S]) -> Iterable[Change]:
        """Facts that hold at the start, beside full tracks, the first turn, the first phase and the scenario's conditions:
        ``yield Vessel.heading.start(ship, ship.card.heading)`` of each ship.
        """
        return ()

    def card(self, ship: S) -> CardView:
        """The ship's card as it stands: its tracks and conditions in the order in which they are declared. To say more:
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
        """What the tables say of a ship's weapons and armour, a weapon each: how far it reaches, and what it throws there. Sheets
        print it: ``yield Particular("long guns", "4+ at 0-5 cm, 6+ at 6-12 cm")``.
        """
        return ()

    def bands(self, tables: RuleTables) -> Iterable[tuple[str, tuple[float, ...]]]:
        """For a ruler, of each table read by a distance: its lines with the far ends of their bands in the unit of the rules."""
        for table in tables.tables.values():
            for axis in (table.rows, table.columns):
                if axis.kind == "numbers" and axis.by.endswith((f"in {self.unit}", f"in {unit_words(self.unit)}")):
                    yield table.title, tuple(s.high if s.high % 1 else int(s.high) for s in axis.spans)

    @property
    def _boxes(self) -> list[tuple[str, Boxes]]:
        """The tracks that the ship declares, by their attributes."""
        return [(name, declared) for name, declared in self.ship_type.declared.items() if isinstance(declared, Boxes)]

    @property
    def conditions(self) -> Mapping[str, tuple[str, ...]]:
        """For each condition of a scenario, the words allowed; the first is the default."""
        return self._headed("conditions")

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The same of optional rules."""
        return self._headed("options")

    def conditions_now(self, battle: Battle[S]) -> dict[str, str]:
        """Each condition and option of a scenario, in the word that says how it now stands."""
        facts = self.battle_facts(battle)
        declared: dict[str, Fact[Any]] = {fact.name: fact for fact in facts.declared.values() if isinstance(fact, Fact)}
        headed = [declared[name] for name in (*self.conditions, *self.options)]
        return {fact.name: str(fact.encoded(fact.value(facts)) or "") for fact in headed}

    def _headed(self, heading: str) -> dict[str, tuple[str, ...]]:
        facts = self.battle_facts.declared.values()
        return {fact.name: fact.allowed for fact in facts if isinstance(fact, (Word, Option)) and fact.heading == heading}

    def side_words(self, battle: Battle[S], side: str) -> str:
        """What is to be said of a side beside its name, such as that it is unaware of the enemy; empty where nothing is."""
        return ""

    def unseen(self, battle: Battle[S], side: str) -> frozenset[str]:
        """Names of the ships that a side knows nothing of at this moment, such as those behind a contact marker."""
        return frozenset()

    def called(self, battle: Battle[S], side: str) -> Mapping[str, str]:
        """What a side calls squadrons that it knows as markers only: these names stand for theirs in all that it reads."""
        return {}

    def markers(self, battle: Battle[S], side: str) -> tuple[Marker, ...]:
        """What stands on the table of other sides' squadrons, for a side to see: their names and places, not their ships."""
        return ()

    def ticks(self, battle: Battle[S], ship: S) -> tuple[Tick, ...]:
        """What a ship has done this turn and may do now, a column each, the same for all ships."""
        return ()

    def stage(self, battle: Battle[S]) -> Stage:
        """Where inside its turn a battle stands, for reports to divide a long turn by, such as the third segment of a combat's
        first round; empty where a turn is told as one.
        """
        return WHOLE_TURN

    def counters(self, battle: Battle[S]) -> tuple[Marker, ...]:
        """What else stands on the table, for the referee, such as torpedoes in the water."""
        return ()

    def withheld(self, battle: Battle[S], key: Key, side: str) -> bool:
        """Whether a side may not read at this moment what this fact was or became, such as another side's orders ahead."""
        told = self._secrets.get((key.name, bool(key.other)))
        return told is not None and not told(battle, key.subject, key.other, side)

    def may_be_withheld(self, key: Key) -> bool:
        """Whether there is a moment at which a side may not read this fact."""
        return type(self).withheld is not Ruleset.withheld or (key.name, bool(key.other)) in self._secrets

    @property
    def keeps_secrets(self) -> bool:
        """Whether there is anything by these rules that a side may not know."""
        sealing = (order.sealed is not Order.sealed for order in self.orders)
        return type(self).unseen is not Ruleset.unseen or bool(self._secrets) or any(sealing)

    @cached_property
    def _secrets(self) -> dict[tuple[str, bool], Callable[[Any, str, str, str], bool]]:
        """Of facts that not everybody may know, whether a side may."""
        declared = [fact for subject in self.subjects for fact in subject.declared.values() if fact.is_kept]
        return {(fact.name, bool(fact.key_name)): told for fact in declared if (told := knowers(fact))}

    @property
    def subjects(self) -> tuple[type[Subject], ...]:
        """The classes that declare facts."""
        return (self.battle_facts, self.ship_type, *self.other_subjects)

    def levels(self, track: str) -> tuple[int, ...] | None:
        """The numbers of boxes left on a track up to which a card says otherwise than above; None where every number counts.

        A card's tracks and motion apart: its systems, conditions and fate.
        """
        return None

    def outcome(self, battle: Battle[S]) -> str:
        """A sentence for the end of a battle, also in the report's JSON; the scenario's victory counts who has won."""
        return ""

    def scores(self, battle: Battle[S]) -> Mapping[str, float]:
        """What a scenario's count with ``what = "rules"`` comes to, a number by side, such as points by a formula: asked after
        each order. A side left out has 0. The scenario says what it decides. Two decimals are told: round where the sheet does.
        """
        return {}

    def most_speed(self, card: Any) -> int | None:
        """The best speed of a card, up to which a scenario may let the ship begin; None where the rules keep no such speed. Where
        there is one, ``initial`` starts the ship with ``battle.first_speed(ship)``.
        """
        return None

    def check_setup(self, setup: Setup, where: str) -> None:
        """Raise InvalidInput for sides or ships that these rules cannot play."""

    def check_card(self, card: Any, where: str, tables: RuleTables) -> None:
        """Raise InvalidInput for a card that types allow and the rules do not."""

    def doubts(self, card: Any) -> Iterable[str]:
        """What is allowed on a card and is seldom meant, such as knots where a speed in cm is asked for: a phrase each, which
        ``fleetbook check`` tells with ": is it meant?" behind it. ``f"knots: found {card.knots} for a sloop"`` is told at the
        line of that key; a phrase without ``key: found`` at the ship's first line.
        """
        return ()

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Any:
        """A typed card, checked by the tables in force. Raises InvalidInput."""
        card = convert(dict(raw), self.card_type, where)
        check_words(card, where, tables)
        self.check_card(card, where, tables)
        return card

    def check_tables(self, tables: RuleTables) -> None:
        """Raise InvalidInput for house rules that each table allows and that would stop an order half-way."""

    @cached_property
    def tables(self) -> RuleTables:
        """The tables as printed."""
        return read_tables(self.table_files())

    def tables_under(self, house: Sequence[HouseRules]) -> RuleTables:
        """The tables with house rules laid over them. Raises InvalidInput for those that play cannot go by."""
        if not house:
            return self.tables
        tables = read_tables(self.table_files(), house)
        self.check_tables(tables)
        return tables

    def begin(self, setup: Setup) -> Battle[S]:
        """The battle before its first order. Raises InvalidInput for a setup that these rules cannot play."""
        with rules_at_work(self):
            return self._begun(setup)

    def _begun(self, setup: Setup) -> Battle[S]:
        empty: Battle[S] = Battle(self, setup, State())
        tracks = [(Key(entry.name, track), boxes) for entry in setup.ships for track, boxes in empty.tracks(entry.name).items()]
        start: list[Change] = [(TURN, 1), (PHASE, self.sequence.phases[0].id)]
        if self.sequence.phases[0].simultaneous:
            start.append((HOLDING, True))
        for words in (self.conditions, self.options):
            for name, allowed in words.items():
                given = setup.conditions.get(name, setup.options.get(name, allowed[0]))
                start.append((Key("", name), pick(name, str(given), allowed)))
        self._check_tracks(key for key, _ in tracks)
        battle = empty.with_changes([*start, *tracks])
        return battle.with_changes(self.initial(battle.noting(battle.rules.look_ups)))

    def _check_tracks(self, tracks: Iterable[Key]) -> None:
        """Raise InvalidInput for a track that is kept under the name of a fact."""
        facts = [fact.name for fact in self.ship_type.declared.values() if isinstance(fact, Fact)]
        for key in tracks:
            if key.name in facts:
                raise InvalidInput(f"track of {key.subject}", key.name, "a name that no fact of a ship has")

    @property
    def all_orders(self) -> tuple[type[Order[Any]], ...]:
        """The ruleset's own orders, then those that every ruleset has."""
        return (*self.orders, *COMMON)

    def settable(self, battle: Battle[S], subject: str) -> Mapping[str, Setting]:
        """What the referee may set by hand of a ship, or of the battle (an empty subject)."""
        return battle.ship(subject).settings() if subject else self.battle_facts(battle).settings()

    def order(self, name: str) -> type[Order[Any]]:
        """An order by its id. Raises InvalidInput with the nearest for an unknown one."""
        known: dict[str, type[Order[Any]]] = {order.id: order for order in self.all_orders}
        if name not in known and name != SealedNote.id:
            raise InvalidInput.word("order", name, known)
        return known.get(name, SealedNote)

    def part(self, name: str) -> type[Part[Any]]:
        """A part, or an order, by its id: for rules that a variant replaces. Raises InvalidInput for an unknown one."""
        known: dict[str, type[Part[Any]]] = {part.id: part for part in (*self.parts, *self.all_orders)}
        if name not in known:
            raise InvalidInput.word("part", name, known)
        return known[name]
