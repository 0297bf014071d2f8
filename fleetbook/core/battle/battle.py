"""The battle as rules and screens read it: its setup, and its facts at one moment."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.card_cache import FactsRead
from fleetbook.core.battle.card_view import CardView, with_coming_changes
from fleetbook.core.battle.facts import HOLDING, TURN, Change, FactValue, Key, State, Test, coming_value, held, with_held_in_force
from fleetbook.core.battle.rules import Rules, RulesInForce
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.battle.subject import Subject
from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.core.tables.bounds import Value
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.core.tables.table import Modifier, RuleTables
from fleetbook.core.words.wording import Wording

PHASE = Key("", "phase")
ENDED = Key("", "ended")
WINNER = Key("", "winner")
DEGREE = Key("", "degree")

FIXED = ("name", "side", "card", "squadron")
"""Attributes of a ship that the scenario fixes."""

S = TypeVar("S", bound="Ship")
D = TypeVar("D", bound=msgspec.Struct)


class Ship(Subject):
    """One ship at this moment. Rulesets derive from it and declare its facts in the words of their sheet. A track's fact is the
    number of boxes left.

    name, side, squadron  as in the scenario, and fixed. A prize's new owner is a fact of another name
    card      as in the roster. Annotate it with the ``card_type``: ``card: Card``
    """

    __slots__ = ("card", "side", "squadron")
    _battle: Battle[Any]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in FIXED:
            if name in vars(cls):
                code = getattr(getattr(vars(cls)[name], "fget", None), "__code__", None)
                line = f"line {code.co_firstlineno}: " if code else ""
                raise TypeError(f"{line}{name} of {cls.__name__} is fixed: declare a changing fact under another name")

    def __init__(self, battle: Battle[Any], entry: ShipEntry, card: Any) -> None:
        super().__init__(battle, entry.name)
        self.side, self.squadron = entry.side, entry.squadron
        self.card = card

    def left(self, track: str) -> int:
        """Boxes left on a track."""
        return self.count(track)

    @property
    def tracks(self) -> Mapping[str, int]:
        """Its tracks with their boxes when whole."""
        return self._battle.tracks(self.name)

    def full(self, track: str) -> int:
        """Boxes on a track when the ship is whole."""
        return self._battle.full(self.name, track)


class Battle(Generic[S]):
    """A setup and the facts at one moment. It can only be read; applied events make another battle."""

    def __init__(self, ruleset: Rules, setup: Setup, state: State, rules: RulesInForce | None = None) -> None:
        self.ruleset, self.setup, self._state = ruleset, setup, state
        self.rules = rules or RulesInForce(ruleset, setup)

    @property
    def state(self) -> State:
        """All facts at this moment."""
        return self._state

    @property
    def wording(self) -> Wording:
        """The words of its sentences."""
        return self.rules.wording

    def noting(self, look_ups: LookUps) -> Battle[S]:
        """The same moment. Look-ups are noted."""
        return Battle(self.ruleset, self.setup, self.state, self.rules.noting(look_ups))

    def at(self, state: State) -> Battle[S]:
        """The same battle at another moment."""
        return Battle(self.ruleset, self.setup, state, self.rules)

    def with_changes(self, changes: Iterable[Change]) -> Battle[S]:
        """The battle after these changes."""
        return self.at(self.state.with_changes(changes))

    def fact(self, key: Key) -> FactValue:
        """A fact, or None."""
        return self._state.get(key)

    def fact_is(self, key: Key, test: Test) -> bool:
        """Whether a fact passes a test. The odds tell states apart by the answer, not by the fact."""
        return test(self.fact(key))

    def is_this_turn(self, key: Key) -> bool:
        """Whether the turn stored in a fact is this one."""
        stored = self.fact(key)
        return stored is not None and stored == self.turn

    def word(self, name: str) -> str:
        """A word stored for the whole battle under a fact's name, such as "wind from". It may be empty."""
        value = self.fact(Key("", name))
        return value if isinstance(value, str) else ""

    @property
    def turn(self) -> int:
        """The turn's number, from 1."""
        value = self.fact(TURN)
        return value if isinstance(value, int) else 1

    @property
    def phase(self) -> str:
        """The id of the present phase of the sequence."""
        value = self.fact(PHASE)
        return value if isinstance(value, str) else ""

    @property
    def ended(self) -> bool:
        """Whether the referee has ended the battle."""
        return bool(self.fact(ENDED))

    @property
    def holding(self) -> bool:
        """Whether the present step is simultaneous: damage in it counts at its end."""
        return bool(self.ruleset.sequence.simultaneous and self.fact(HOLDING))

    @property
    def to_come(self) -> Battle[S]:
        """The battle as it will be at the end of a simultaneous step, with all that was ordered so far. In any other step it is
        the battle itself. Ask it about earlier blows of the step: is a box left, is she afire already? It shows each effect after
        it was yielded.
        """
        return ToCome(self) if self.holding else self

    @property
    def acting(self) -> str:
        """The side whose phase it is; empty if both act."""
        side: str = self.ruleset.sequence.acting(self)
        return side

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in playing order."""
        return self.setup.sides

    @property
    def ship_names(self) -> Collection[str]:
        """The names of all ships, in the scenario's order."""
        return self.rules.entries.keys()

    def other_side(self, side: str) -> str:
        """The first other side."""
        return next(name for name in self.sides if name != side)

    def ship(self, name: str) -> S:
        """A ship by its exact name. Raises InvalidInput with the nearest name for an unknown one."""
        found = self.rules.entries.get(name)
        if found is None:
            raise InvalidInput.word("ship", name, self.rules.entries)
        ship: S = self.ruleset.ship_type(self, found, self.rules.cards[name])
        return ship

    def card(self, ship: str) -> CardView:
        """A ship's card at this moment. Raises InvalidInput for an unknown ship."""
        return self.rules.card_cache.of(ship, self.state, self.turn, self._draw).card

    def cards(self) -> tuple[CardView, ...]:
        """All ships' cards at this moment, in the scenario's order."""
        return self.rules.card_cache.all_of(self.state, self.turn, self.rules.entries, self._draw)

    def _draw(self, ship: str) -> tuple[CardView, FactsRead]:
        """Draw a ship's card, and note the facts that it reads."""
        moment = ReadBattle(self)
        card = self.ruleset.card(moment.ship(ship))
        return with_coming_changes(card, moment.to_come.card(ship)) if moment.holding else card, moment.read

    def is_ship(self, name: str) -> bool:
        """Whether the battle has a ship of this name."""
        return name in self.rules.entries

    def ships(self, side: str | None = None) -> list[S]:
        """All ships, or one side's, in the scenario's order."""
        return [self.ship(name) for name, entry in self.rules.entries.items() if side in (None, entry.side)]

    def squadron(self, name: str) -> Sequence[str]:
        """The names of a squadron's ships in the scenario's order, lost ones too; empty for any other name."""
        return self.rules.squadrons.get(name, ())

    def squadron_details(self, name: str, kind: type[D]) -> D:
        """The scenario's entry for a squadron, as a struct of ``Ruleset.squadron_type``: ``battle.squadron_details("Van",
        Card).bonus``. A ship's squadron is ``ship.squadron``, empty if she has none. Raises InvalidInput for an unknown squadron.
        """
        known = {squadron.name: squadron.details for squadron in self.setup.squadrons}
        if name not in known:
            raise InvalidInput.word("squadron", name, known)
        return convert(known[name], kind, f"squadron {name}")

    def first_speed(self, ship: object) -> int | None:
        """A ship's speed at the start, from the scenario; None if it gives none."""
        return self.rules.entries[str(ship)].speed

    def full(self, ship: str, track: str) -> int:
        """Boxes on a whole ship's track. Raises InvalidInput for a track that it does not have."""
        tracks = self.rules.tracks[ship]
        if track not in tracks:
            raise InvalidInput.word(f"track of {ship}", track, tracks)
        return tracks[track]

    def tracks(self, ship: str) -> Mapping[str, int]:
        """A ship's tracks with their boxes when whole."""
        return self.rules.tracks[ship]

    @property
    def tables(self) -> RuleTables:
        """The tables in force, house rules included."""
        return self.rules.tables

    def modifiers(self, name: str, chosen: Iterable[str]) -> tuple[Modifier, ...]:
        """Modifiers of a list by their ids, in the sheet's order."""
        return self.tables.modifier_list(name).chosen(tuple(chosen))

    def reading(self, name: str) -> Value | bool:
        """The value in force of a reading."""
        return self.tables.reading(name).value

    def whole_reading(self, name: str) -> int:
        """A reading that is a whole number."""
        return int(self.reading(name))

    def figure(self, name: str) -> int:
        """The value in force of a figure that is a whole number."""
        return self.tables.figure(name).whole

    def printed(self, name: str) -> str:
        """The value in force of a figure that is dice or words."""
        return str(self.tables.figure(name).value)


class ReadBattle(Battle[S]):
    """A moment of a battle that records each fact as it is read."""

    def __init__(self, battle: Battle[S]) -> None:
        super().__init__(battle.ruleset, battle.setup, battle.state, battle.rules)
        self.read, self._turn = FactsRead(), battle.turn

    @property
    def state(self) -> State:
        """All facts."""
        self.read.whole = True
        return super().state

    def fact(self, key: Key) -> FactValue:
        """A fact, or None."""
        self.read.facts[key] = None
        return super().fact(key)

    def is_this_turn(self, key: Key) -> bool:
        """Whether the turn stored in a fact is this one. Only the answer is recorded, not the turn."""
        self.read.marks[key] = None
        return self._state.get(key) == self._turn


class ToCome(Battle[S]):
    """A battle with held-back values in force."""

    def __init__(self, battle: Battle[S]) -> None:
        super().__init__(battle.ruleset, battle.setup, battle._state, battle.rules)
        self._now = battle

    @property
    def holding(self) -> bool:
        """Nothing is held back any more."""
        return False

    @property
    def state(self) -> State:
        """All facts."""
        return with_held_in_force(self._now.state)

    def fact(self, key: Key) -> FactValue:
        """A fact's coming value."""
        return coming_value(self._now.fact(held(key)), self._now.fact(key))

    def card(self, ship: str) -> CardView:
        """A ship's coming card, drawn each time."""
        card: CardView = self.ruleset.card(self.ship(ship))
        return card

    def cards(self) -> tuple[CardView, ...]:
        """All coming cards, drawn each time."""
        return tuple(map(self.card, self.rules.entries))
