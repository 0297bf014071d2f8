"""A rule system as the engine sees it: tables, cards, procedures, sequence. Each lives in a folder of its own under ``rules``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from fleetbook.core.battle.battle import PHASE, TURN, Battle, Ship
from fleetbook.core.battle.card_view import CardView, Marker
from fleetbook.core.battle.facts import Change, FactValue, Key, State
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import COMMON
from fleetbook.core.orders.turn_sequence import TurnSequence
from fleetbook.core.parsing import pick
from fleetbook.core.strict import convert
from fleetbook.core.tables.loader import HouseRules, read_tables
from fleetbook.core.tables.table import RuleTables

S = TypeVar("S", bound=Ship)


@dataclass(frozen=True, slots=True)
class Setting:
    """A fact that a referee may set by hand: its name and the words allowed; ``values`` where they stand for other values."""

    fact: str
    words: tuple[str, ...]
    values: Mapping[str, FactValue] | None = None
    other: str = ""

    def value(self, word: str) -> FactValue:
        """The fact's value for a word."""
        return word if self.values is None else self.values[word]


class Ruleset(ABC, Generic[S]):
    """Everything that the engine asks of a rule system.

    id, title, version   as files and reports name it; the version changes when a battle would go otherwise
    ship_type, card_type the ship as rules read it, and the msgspec struct of a card in a roster
    conditions           for each condition of a scenario, the words allowed; the first is the default
    options              likewise, for optional rules
    squadron_type        the msgspec struct of what a scenario says of a squadron; None where the rules know none
    hindsight            whether a side that learns of a ship may read what was recorded of it before
    """

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    unit: ClassVar[str]
    ship_type: type[S]
    card_type: ClassVar[type[msgspec.Struct]]
    squadron_type: ClassVar[type[msgspec.Struct] | None] = None
    hindsight: ClassVar[bool] = True
    conditions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    sequence: TurnSequence[S]
    procedures: tuple[type[Order[S]], ...]

    @abstractmethod
    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """Name and parsed content of each of the ruleset's table files."""

    @abstractmethod
    def tracks(self, card: Any) -> Mapping[str, int]:
        """The tracks of a card with their boxes when whole."""

    @abstractmethod
    def initial(self, battle: Battle[S]) -> Iterable[Change]:
        """Facts that hold at the start, beside full tracks, the first turn, the first phase and the scenario's conditions."""

    @abstractmethod
    def card(self, ship: S) -> CardView:
        """The ship's card as it stands."""

    def unseen(self, battle: Battle[S], side: str) -> frozenset[str]:
        """Names of the ships that a side knows nothing of at this moment, such as those behind a contact marker."""
        return frozenset()

    def markers(self, battle: Battle[S], side: str) -> tuple[Marker, ...]:
        """What stands on the table of other sides' squadrons, for a side to see: their names and places, not their ships."""
        return ()

    def withheld(self, battle: Battle[S], key: Key, side: str) -> bool:
        """Whether a side may not read at this moment what this fact was or became, such as another side's orders ahead."""
        return False

    def levels(self, track: str) -> tuple[int, ...] | None:
        """The numbers of boxes left on a track up to which a card says otherwise than above; None where every number counts.

        A card's tracks and motion apart: its systems, conditions and fate.
        """
        return None

    def outcome(self, battle: Battle[S]) -> str:
        """Who has the better of it, in a sentence; empty where the rules do not say."""
        return ""

    def check_setup(self, setup: Setup, where: str) -> None:
        """Raise InvalidInput for sides or ships that these rules cannot play."""

    def check_card(self, card: Any, where: str) -> None:
        """Raise InvalidInput for a card that types allow and the rules do not."""

    def read_card(self, raw: Mapping[str, Any], where: str) -> Any:
        """A typed, checked card. Raises InvalidInput."""
        card = convert(dict(raw), self.card_type, where)
        self.check_card(card, where)
        return card

    @property
    def tables(self) -> RuleTables:
        """The tables as printed."""
        return self.tables_with(())

    def tables_with(self, house: Iterable[HouseRules]) -> RuleTables:
        """The tables with house rules laid over them; read once for each set of house rules."""
        house = tuple(house)
        if house:
            return read_tables(self.table_files(), house)
        cached: RuleTables | None = self.__dict__.get("_tables")
        if cached is None:
            cached = self.__dict__["_tables"] = read_tables(self.table_files())
        return cached

    def under(self, tables: RuleTables) -> Self:
        """The same rules with other tables for printed ones, so that cards too are read by the house rules of a battle."""
        same = copy(self)
        same.__dict__["_tables"] = tables
        return same

    def begin(self, setup: Setup) -> Battle[S]:
        """The battle before its first order. Raises InvalidInput for a setup that these rules cannot play."""
        empty = Battle(self, setup, State())
        tracks = [(Key(entry.name, track), boxes) for entry in setup.ships for track, boxes in empty.tracks(entry.name).items()]
        start: list[Change] = [(TURN, 1), (PHASE, self.sequence.phases[0].id)]
        for words in (self.conditions, self.options):
            for name, allowed in words.items():
                given = setup.conditions.get(name, setup.options.get(name, allowed[0]))
                start.append((Key("", name), pick(name, str(given), allowed)))
        battle = empty.with_changes([*start, *tracks])
        return battle.with_changes(self.initial(battle))

    @property
    def orders(self) -> tuple[type[Order[Any]], ...]:
        """The ruleset's procedures and those that every ruleset has."""
        return (*self.procedures, *COMMON)

    def settable(self, battle: Battle[S], subject: str) -> Mapping[str, Setting]:
        """What the referee may set by hand: for the battle (an empty subject) its conditions, for a ship what its rules name."""
        if subject:
            return {}
        return {name: Setting(name, words) for name, words in {**self.conditions, **self.options}.items()}

    def procedure(self, name: str) -> type[Order[Any]]:
        """A procedure by its id. Raises InvalidInput with the nearest for an unknown one."""
        known: dict[str, type[Order[Any]]] = {procedure.id: procedure for procedure in self.orders}
        if name not in known:
            raise InvalidInput.word("procedure", name, known)
        return known[name]
