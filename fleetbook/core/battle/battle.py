"""A battle as rules and screens read it: its setup, and its facts at one point of play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from fleetbook.core.battle.card_cache import FactsRead, Mark
from fleetbook.core.battle.card_view import CardView, End, Track, with_coming_changes
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
"""Attributes of a ship that come from the scenario and never change."""

S = TypeVar("S", bound="Ship")
D = TypeVar("D", bound=msgspec.Struct)


class Ship(Subject):
    """One ship at one point of play. Each rule system derives a class from Ship and declares there the facts that its sheet gives
    a ship. For a track, the stored fact is the number of boxes left.

    name, side, squadron  as in the scenario; they never change. The side that captures a ship is stored as a fact with another
                          name
    card  as in the roster. Annotate it with the ruleset's ``card_type``: ``card: Card``
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
        self._battle, self.name = battle, entry.name  # as Subject does: ships are made for almost every question
        self.side, self.squadron = entry.side, entry.squadron
        self.card = card

    @property
    def commander(self) -> str:
        """The name of her commander; empty if nobody is named."""
        return self._battle.rules.entries[self.name].commander

    @property
    def men_picked_up(self) -> int:
        """The men whom she has picked up from the water. Rules without such orders leave it at 0."""
        return 0

    @property
    def unsettled(self) -> str:
        """The tests that must be played out before a campaign counts the battle, in words. Rules without such tests leave it
        empty.
        """
        return ""

    @property
    def ticked(self) -> tuple[Track, ...]:
        """Damage that no row of boxes on her card shows, such as fires, with boxes to tick on printed sheets."""
        return ()

    def left(self, track: str) -> int:
        """The number of boxes left on a track of the ship."""
        return self.count(track)

    @property
    def tracks(self) -> Mapping[str, int]:
        """The ship's tracks, each with its number of boxes when undamaged."""
        return self._battle.tracks(self.name)

    def full(self, track: str) -> int:
        """The number of boxes on a track when the ship is undamaged."""
        return self._battle.full(self.name, track)

    @property
    def end(self) -> End | UnsetType:
        """How the ship left the battle. UNSET if she has not left, or if her rules describe it only in words."""
        return UNSET

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups that the ship belongs to: by default her squadron. An order that names such a group may mean
        her.
        """
        return (self.squadron,)

    @property
    def is_capital(self) -> bool:
        """Whether the ship counts as large by these rules. The app shows the loss of a large ship in large letters."""
        return False


class Battle(Generic[S]):
    """A setup and its facts at one point of play. A battle never changes: a change of facts makes another Battle.

    side  the side whose knowledge it holds; empty for the referee's battle, which holds everything
    """

    side = ""

    def __init__(self, ruleset: Rules, setup: Setup, state: State, rules: RulesInForce | None = None) -> None:
        self.ruleset, self.setup, self._state = ruleset, setup, state
        self.rules = rules or RulesInForce(ruleset, setup)

    @property
    def state(self) -> State:
        """All facts of the battle at this point of play."""
        return self._state

    @property
    def wording(self) -> Wording:
        """The texts of the sentences that the rules write."""
        return self.rules.wording

    def noting(self, look_ups: LookUps) -> Battle[S]:
        """The same battle, which also records in ``look_ups`` each look-up in a table."""
        return Battle(self.ruleset, self.setup, self.state, self.rules.noting(look_ups))

    def at(self, state: State) -> Battle[S]:
        """The same battle with the facts of another point of play."""
        return Battle(self.ruleset, self.setup, state, self.rules)

    def with_changes(self, changes: Iterable[Change]) -> Battle[S]:
        """The battle after these changes of facts."""
        return self.at(self.state.with_changes(changes))

    def checking(self) -> Battle[S]:
        """The battle as checks of orders read it. For a side, a fact that it may not know then raises NotKnown."""
        return self

    def fact(self, key: Key) -> FactValue:
        """The stored value of a fact; None if nothing is stored."""
        return self._state.facts.get(key)

    def fact_is(self, key: Key, test: Test) -> bool:
        """Whether the stored value of a fact passes a test. The odds do not distinguish two values that both pass or both fail
        it.
        """
        return test(self.fact(key))

    def is_this_turn(self, key: Key) -> bool:
        """Whether a fact stores the number of the present turn."""
        stored = self.fact(key)
        return stored is not None and stored == self.turn

    def word(self, name: str) -> str:
        """A word that is stored for the whole battle, such as "wind from". Empty if none is stored under this name."""
        value = self.fact(Key("", name))
        return value if isinstance(value, str) else ""

    @property
    def turn(self) -> int:
        """The number of the present turn; the first turn is 1."""
        value = self.fact(TURN)
        return value if isinstance(value, int) else 1

    @property
    def phase(self) -> str:
        """The id of the present phase; empty before the first phase."""
        value = self.fact(PHASE)
        return value if isinstance(value, str) else ""

    @property
    def ended(self) -> bool:
        """Whether the referee has ended the battle."""
        return bool(self.fact(ENDED))

    @property
    def holding(self) -> bool:
        """Whether the present phase is simultaneous: its damage counts at the end of the phase."""
        return bool(self.ruleset.sequence.simultaneous and self.fact(HOLDING))

    @property
    def to_come(self) -> Battle[S]:
        """The battle as it will be at the end of a simultaneous phase, with the effects of all orders so far. In any other phase
        it is the battle itself. Rules ask it about earlier hits of the phase: is a box left, is the ship on fire already? An
        effect shows in it as soon as a rule has yielded the effect.
        """
        return ToCome(self) if self.holding else self

    @property
    def acting(self) -> str:
        """The side that acts in the present phase; empty if both sides act."""
        side: str
        if type(self) is not Battle:  # a subclass notes what is read, or its facts change
            side = self.ruleset.sequence.acting(self)
            return side
        known, state = self.rules.acting, self._state
        found = known.get(state.total)
        if found is None:
            found = None if state.before is None else known.get(state.before.total)
            if found is None or not found.still_holds(state.changed, state, self.turn):
                moment = ReadBattle(self)
                side = self.ruleset.sequence.acting(moment)
                found = moment.read.drawn(side, state, self.turn)
            known[state.total] = found
        return found.value

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in playing order."""
        return self.setup.sides

    @property
    def ship_names(self) -> Collection[str]:
        """The names of all ships, in the scenario's order."""
        return self.rules.entries.keys()

    def other_side(self, side: str) -> str:
        """The first side, in playing order, that is not this side."""
        return next(name for name in self.sides if name != side)

    def ship(self, name: str) -> S:
        """The ship with exactly this name. Raises InvalidInput with the nearest name if no ship has this name."""
        found = self.rules.entries.get(name)
        if found is None:
            raise InvalidInput.word("ship", name, self.rules.entries)
        ship: S = self.ruleset.ship_type(self, found, self.rules.cards[name])
        return ship

    def card(self, ship: str) -> CardView:
        """A ship's card as it is now. Raises InvalidInput if no ship has this name."""
        return self.rules.card_cache.of(ship, self.state, self.turn, self._draw).value

    def cards(self) -> tuple[CardView, ...]:
        """The cards of all ships as they are now, in the scenario's order."""
        return self.rules.card_cache.all_of(self.state, self.turn, self.rules.entries, self._draw)

    def _draw(self, ship: str) -> tuple[CardView, FactsRead]:
        """Make a ship's card, and record the facts that are read for it."""
        moment = ReadBattle(self)
        card = self.ruleset.card(moment.ship(ship))
        return with_coming_changes(card, moment.to_come.card(ship)) if moment.holding else card, moment.read

    def is_ship(self, name: str) -> bool:
        """Whether the battle has a ship of this name."""
        return name in self.rules.entries

    def ships(self, side: str | None = None) -> list[S]:
        """All ships, or only the ships of one side, in the scenario's order. Lost ships are included."""
        ship_type, cards = self.ruleset.ship_type, self.rules.cards
        entries = self.rules.entries.items()
        return [ship_type(self, entry, cards[name]) for name, entry in entries if side is None or side == entry.side]

    def squadron(self, name: str) -> Sequence[str]:
        """The names of all ships of a squadron in the scenario's order, lost ships included. Empty if there is no
        such squadron.
        """
        return self.rules.squadrons.get(name, ())

    def squadron_details(self, name: str, kind: type[D]) -> D:
        """The scenario's entry for a squadron as a struct of the ruleset's ``squadron_type``. An example is
        ``battle.squadron_details("Van", Card).bonus``. The squadron of a ship is ``ship.squadron``, which is empty for a ship
        without a squadron. Raises InvalidInput if no squadron has this name.
        """
        found: D | None = self.rules.details.get((name, kind))
        if found is None:
            known = {squadron.name: squadron.details for squadron in self.setup.squadrons}
            if name not in known:
                raise InvalidInput.word("squadron", name, known)
            found = self.rules.details[name, kind] = convert(known[name], kind, f"squadron {name}")
        return found

    def first_speed(self, ship: object) -> int | None:
        """The speed that the scenario gives a ship for the start of the battle; None if the scenario gives none."""
        return self.rules.entries[str(ship)].speed

    def full(self, ship: str, track: str) -> int:
        """The number of boxes on a track when the ship is undamaged. Raises InvalidInput if the ship has no such track."""
        tracks = self.rules.tracks[ship]
        if track not in tracks:
            raise InvalidInput.word(f"track of {ship}", track, tracks)
        return tracks[track]

    def tracks(self, ship: str) -> Mapping[str, int]:
        """A ship's tracks, each with its number of boxes when undamaged."""
        return self.rules.tracks[ship]

    @property
    def tables(self) -> RuleTables:
        """The tables of this battle, with the changes made by its house rules."""
        return self.rules.tables

    def modifiers(self, name: str, chosen: Iterable[str]) -> tuple[Modifier, ...]:
        """The modifiers with these ids from a list of modifiers, in the order of the sheet."""
        return self.tables.modifier_list(name).chosen(tuple(chosen))

    def reading(self, name: str) -> Value | bool:
        """The value of a reading in this battle."""
        return self.tables.reading(name).value

    def whole_reading(self, name: str) -> int:
        """The value of a reading that is a whole number."""
        return int(self.reading(name))

    def figure(self, name: str) -> int:
        """The value of a figure in this battle. It is for figures that are whole numbers."""
        return self.tables.figure(name).whole

    def printed(self, name: str) -> str:
        """The value of a figure in this battle, as text. It is for figures that are dice (``D6``) or words."""
        return str(self.tables.figure(name).value)


class ReadBattle(Battle[S]):
    """A battle that records which of its facts were read."""

    def __init__(self, battle: Battle[S]) -> None:
        super().__init__(battle.ruleset, battle.setup, battle.state, battle.rules)
        self.read, self._turn = FactsRead(), battle.turn

    @property
    def state(self) -> State:
        """All facts of the battle. It is recorded that every fact was read."""
        self.read.whole = True
        return super().state

    def fact(self, key: Key) -> FactValue:
        """The stored value of a fact; None if nothing is stored. Reading it is recorded."""
        self.read.asked[key] = None
        return self._state.facts.get(key)

    def is_this_turn(self, key: Key) -> bool:
        """Whether a fact stores the number of the present turn. It is recorded that the fact was compared, not that its number
        was read.
        """
        self.read.asked[Mark(key)] = None
        return self._state.facts.get(key) == self._turn

    def card(self, ship: str) -> CardView:
        """A ship's card. The facts that it was made from are recorded."""
        draw = Battle(self.ruleset, self.setup, self._state, self.rules)._draw
        drawn = self.rules.card_cache.of(ship, self._state, self._turn, draw)
        self.read.include(drawn)
        return drawn.value


class ToCome(Battle[S]):
    """The battle as it will be at the end of a simultaneous phase: the changes that are held back until then already count."""

    def __init__(self, battle: Battle[S]) -> None:
        super().__init__(battle.ruleset, battle.setup, battle._state, battle.rules)
        self._now = battle

    @property
    def holding(self) -> bool:
        """Always False, because all held-back changes count in this battle."""
        return False

    @property
    def state(self) -> State:
        """All facts, after all held-back changes."""
        return with_held_in_force(self._now.state)

    def fact(self, key: Key) -> FactValue:
        """The value that a fact will have at the end of the phase; None if nothing will be stored."""
        return coming_value(self._now.fact(held(key)), self._now.fact(key))

    def card(self, ship: str) -> CardView:
        """A ship's card as it will be at the end of the phase. Each call makes it again."""
        card: CardView = self.ruleset.card(self.ship(ship))
        return card

    def cards(self) -> tuple[CardView, ...]:
        """The cards of all ships as they will be at the end of the phase. Each call makes them again."""
        return tuple(map(self.card, self.rules.entries))
