"""The battle as rules and screens read it: what was settled at the start, and the facts as they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.card_view import CardView, with_what_comes
from fleetbook.core.battle.drawn_cards import FactsRead
from fleetbook.core.battle.facts import HOLDING, TURN, Change, FactValue, Key, State, Test, held, landed, value_of
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
"""What a scenario says of a ship."""

S = TypeVar("S", bound="Ship")
D = TypeVar("D", bound=msgspec.Struct)


class Ship(Subject):
    """One ship at this moment. Rulesets derive from it, name what their sheet names, and declare its facts. A track's fact is the
    number of boxes left.

    name, side, squadron  as the scenario has them, and fixed: whose a prize is now is a fact of another name
    card      as the roster has it, of the ``card_type``; annotate it: ``card: Card``
    """

    __slots__ = ("card", "side", "squadron")
    _battle: Battle[Any]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in FIXED:
            if name in vars(cls):
                code = getattr(getattr(vars(cls)[name], "fget", None), "__code__", None)
                line = f"line {code.co_firstlineno}: " if code else ""
                raise TypeError(f"{line}{name} of {cls.__name__} is fixed: declare what changes under another name")

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
    """A setup and the facts at one moment. Reading is all that it offers; only applied events make another."""

    def __init__(self, ruleset: Rules, setup: Setup, state: State, rules: RulesInForce | None = None) -> None:
        self.ruleset, self.setup, self._state = ruleset, setup, state
        self.rules = rules or RulesInForce(ruleset, setup)

    @property
    def state(self) -> State:
        """All facts at this moment."""
        return self._state

    @property
    def wording(self) -> Wording:
        """The words of what is said in it."""
        return self.rules.wording

    def noting(self, look_ups: LookUps) -> Battle[S]:
        """The same moment, noting what is looked up."""
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
        """Whether a fact passes a test: the odds tell states apart by the answer, not by the fact."""
        return test(self.fact(key))

    def is_this_turn(self, key: Key) -> bool:
        """Whether a turn kept as a fact is this one."""
        kept = self.fact(key)
        return kept is not None and kept == self.turn

    def word(self, name: str) -> str:
        """A word kept for the whole battle under the fact's name, such as "wind from"; empty where it is absent."""
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
        """Whether the present step is simultaneous: what ships suffer in it counts as it is left."""
        return bool(self.ruleset.sequence.simultaneous and self.fact(HOLDING))

    @property
    def to_come(self) -> Battle[S]:
        """The battle with all that was ordered in a simultaneous step so far, as it will be when the step is left; in any other
        step the battle itself. For what a blow comes to where others may have struck before it: whether a box is left, whether
        she is afire already. It shows each effect after it was yielded.
        """
        return ToCome(self) if self.holding else self

    @property
    def acting(self) -> str:
        """The side whose phase it is; empty where both act."""
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
        """A ship's card as it stands. Raises InvalidInput for an unknown ship."""
        return self.rules.drawn.of(ship, self.state, self.turn, self._draw).card

    def cards(self) -> tuple[CardView, ...]:
        """All ships' cards as they stand, in the scenario's order."""
        return self.rules.drawn.all_of(self.state, self.turn, self.rules.entries, self._draw)

    def _draw(self, ship: str) -> tuple[CardView, FactsRead]:
        """Draw up a ship's card, and note the facts that are read for it."""
        moment = ReadBattle(self)
        card = self.ruleset.card(moment.ship(ship))
        return with_what_comes(card, moment.to_come.card(ship)) if moment.holding else card, moment.read

    def is_ship(self, name: str) -> bool:
        """Whether a ship of this name is in the battle."""
        return name in self.rules.entries

    def ships(self, side: str | None = None) -> list[S]:
        """All ships, or one side's, in the scenario's order."""
        return [self.ship(name) for name, entry in self.rules.entries.items() if side in (None, entry.side)]

    def squadron(self, name: str) -> Sequence[str]:
        """The names of a squadron's ships, gone or not, in the scenario's order; none for what is no squadron."""
        return self.rules.squadrons.get(name, ())

    def squadron_details(self, name: str, kind: type[D]) -> D:
        """What a scenario says of a squadron, as the struct that ``Ruleset.squadron_type`` names:
        ``battle.squadron_details("Van", DivisionCard).bonus``. A ship's own is ``ship.squadron``, empty where she is in none.
        Raises InvalidInput for what is no squadron of the scenario.
        """
        known = {squadron.name: squadron.details for squadron in self.setup.squadrons}
        if name not in known:
            raise InvalidInput.word("squadron", name, known)
        return convert(known[name], kind, f"squadron {name}")

    def first_speed(self, ship: object) -> int | None:
        """The speed at which the scenario lets a ship begin; None where it says none."""
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
        """Those of a list of modifiers that count, by their ids, in the sheet's order."""
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
    """A moment of a battle that keeps what is read of it."""

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
        """Whether a turn kept as a fact is this one: that alone is read, not which turn it is."""
        self.read.marks[key] = None
        return self._state.get(key) == self._turn


class ToCome(Battle[S]):
    """A battle with what is held back in force."""

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
        return landed(self._now.state)

    def fact(self, key: Key) -> FactValue:
        """A fact as it will be."""
        return value_of(self._now.fact(held(key)), self._now.fact(key))

    def card(self, ship: str) -> CardView:
        """A ship's card as it will be, drawn up anew."""
        card: CardView = self.ruleset.card(self.ship(ship))
        return card

    def cards(self) -> tuple[CardView, ...]:
        """All cards, drawn up anew."""
        return tuple(map(self.card, self.rules.entries))
