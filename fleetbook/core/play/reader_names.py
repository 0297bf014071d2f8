"""A side's own names for ships and squadrons whose names are hidden from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Changed, Event, Marked, TookForce, changes, word_field
from fleetbook.core.battle.facts import Change, Key, State, unheld
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import FleetbookError
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.source import evaluate
from fleetbook.core.orders.tree import tree
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.results import stated_by_rules
from fleetbook.core.words.sentence import SAID, Said, Sentences
from fleetbook.core.words.typed_names import TypedNames

S = TypeVar("S", bound=Ship)
V = TypeVar("V")

FIRST_MARK = "\U000f0000"
"""The first of the letters that replace hidden names. Unicode leaves them unassigned, so that no other text has them."""

TYPED, WORDS = Sentences.typed.key, "words"
"""The sentence that repeats a typed text, and the name of its value."""

IDS = frozenset({"name", "track", "table", "line", "row", "dice", "rule", "procedure", "origin", "key", "place"})
"""Fields of events that hold ids of the rules. No ship or squadron is named in them."""


@dataclass(frozen=True)
class Reading:
    """A recorded order in a side's own names for ships. A mark stands for a name that the side may not know.

    stated  the results that the rules give
    beside  the events that these results do not cover. They are described in the usual words
    """

    headline: str
    events: tuple[Event, ...]
    stated: tuple[Result, ...]
    beside: tuple[Event, ...]


class ReaderNames(Generic[S]):
    """A side's own names for ships and squadrons whose true names are hidden from it.

    Every hidden name in the stored data is replaced by the side's own name, such as that of a marker. If the side has no name for
    it, a mark replaces it. Only values that are names as a whole are replaced. The rules then make their words from the data with
    these names. Texts that people typed are searched for hidden names; a text with such a name becomes a mark. The side may not
    read a text with a mark.

    hides  whether any name is hidden
    """

    def __init__(self, whole: Journal[S], hidden: frozenset[str], called: Mapping[str, str]) -> None:
        self._whole = whole
        marks = map(chr, count(ord(FIRST_MARK)))
        self._names = {name: called[name] if name in called else next(marks) for name in sorted(hidden)}
        self._true = {name: true for true, name in self._names.items()}
        self.hides = bool(hidden)
        self._states: dict[int, State] = {}
        self._readings: dict[int, Reading] = {}

    @cached_property
    def typed(self) -> TypedNames:
        """An object that finds the hidden names in typed texts."""
        setup = self._whole.setup
        every = (*(ship.name for ship in setup.ships), *(squadron.name for squadron in setup.squadrons))
        return TypedNames(every, frozenset(self._names))

    def value(self, value: V) -> V:
        """A value with the side's own names in place of hidden names."""
        return self._value(value) if self._names else value

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._names.get(value, value)
        if isinstance(value, dict):
            text = value.get(WORDS) if value.get(SAID) == TYPED else None
            return {**value, WORDS: self._text(text)} if text else {name: self._value(inner) for name, inner in value.items()}
        if isinstance(value, (list, tuple)):
            text = value[2] if tuple(value[:2]) == (TYPED, WORDS) else None
            return (TYPED, WORDS, self._text(text)) if text else type(value)(map(self._value, value))
        if isinstance(value, Said) and value.key == TYPED:
            return Said(TYPED, {WORDS: self._text(value.values[WORDS])})
        if isinstance(value, msgspec.Struct):
            new = {name: self._value(inner) for name, inner in _values_of(value)}
            same = all(new[name] is inner for name, inner in _values_of(value) if isinstance(inner, str))
            plain = not any(isinstance(inner, (dict, list, tuple, msgspec.Struct)) for inner in new.values())
            return value if same and plain else msgspec.structs.replace(value, **new)
        return value

    def _text(self, text: Any) -> str:
        return FIRST_MARK if self.typed.found_in(str(text)) else str(text)

    def names_hidden_in(self, value: Any) -> bool:
        """Whether a value contains a hidden name. The value was typed, or stored as a text by an earlier version."""
        if isinstance(value, str):
            return self.typed.found_in(value)
        return isinstance(value, (list, tuple)) and any(map(self.names_hidden_in, value))

    def key(self, key: Key) -> Key:
        """The key of a fact in the side's own names. A value that two ships share belongs to the ship that is first in the
        alphabet.
        """
        if not self._names:
            return key
        one, other = (self._names.get(name, name) for name in (key.subject, key.other))
        if other < one and (one, other) != (key.subject, key.other) and unheld(key).name in self._of_both:
            one, other = other, one
        return Key(one, key.name, other)

    @cached_property
    def _of_both(self) -> frozenset[str]:
        """The names of facts that two ships share."""
        declared = (fact for subject in self._whole.ruleset.subjects for fact in subject.declared.values())
        return frozenset(fact.name for fact in declared if getattr(fact, "of_both", False))

    def true(self, event: Changed | Marked | TookForce) -> Key:
        """The true key of the fact or track that an event changes. The event uses the side's own names."""
        if isinstance(event, Marked):
            return Key(self._true.get(event.ship, event.ship), event.track)
        one, other = (self._true.get(name, name) for name in (event.subject, event.other))
        return unheld(Key(one, event.name, other))

    def setup(self, setup: Setup) -> Setup:
        """A setup in the side's own names. Cards are left as they are, because a word on a card, such as a class, may equal the
        name of a ship.
        """
        ships = (msgspec.structs.replace(s, name=self.value(s.name), squadron=self.value(s.squadron)) for s in setup.ships)
        squadrons = (msgspec.structs.replace(s, name=self.value(s.name), details=self.value(s.details)) for s in setup.squadrons)
        return msgspec.structs.replace(setup, ships=tuple(ships), squadrons=tuple(squadrons), victory=None)

    @cached_property
    def _start(self) -> Battle[S]:
        setup = self.setup(self._whole.setup)
        return Battle(self._whole.ruleset, setup, State(), self._whole.start.rules.under_names_of(setup))

    def battle(self, line: int) -> Battle[S]:
        """The battle after a line, with all its facts, in the side's own names."""
        if not self._names:
            return self._whole.battle_after(line)
        return self._start.at(self._state(line))

    def _state(self, line: int) -> State:
        if line not in self._states:
            record = self._whole.data(line) if line else None
            before = self._states.get(record.on if record.is_order else record.to) if record else None
            if record is None or before is None:
                self._states[line] = self._renamed(self._whole.battle_after(line).state)
            else:
                facts = changes(record.events if record.is_order else ())
                self._states[line] = before.with_changes((self.key(key), self.value(value)) for key, value in facts)
        return self._states[line]

    def _renamed(self, state: State) -> State:
        facts = ((key, value, self.key(key), self.value(value)) for key, value in state.items())
        renamed = [each for each in facts if each[:2] != each[2:]]
        gone: list[Change] = [(key, None) for key, *_ in renamed]
        return state.with_changes([*gone, *((key, value) for *_, key, value in renamed)])

    def order(self, record: Record) -> Order[S]:
        """The order of a record, in the side's own names."""
        return self._whole.ruleset.order(record.procedure).from_inputs(self.inputs(record))

    def inputs(self, record: Record) -> dict[str, Any]:
        """The inputs of a recorded order in the side's own names. A text that contains a hidden name becomes a mark."""
        declared, inputs = self._whole.ruleset.order(record.procedure).declared, self.value(record.inputs)
        for name, field in declared.items() if self._names else ():
            if field.about and inputs.get(name):
                about = evaluate(field.about, self._whole.battle_after(record.on), None)
                inputs[name] = [FIRST_MARK if about.get(word) in self._names else word for word in inputs[name]]
        return inputs

    def reading(self, record: Record) -> Reading:
        """A recorded order, put into words by the rules in the side's own names. If the rules can no longer read the order, its
        stored words are used. They are searched for hidden names like typed texts.
        """
        if record.number not in self._readings:
            try:
                self._readings[record.number] = self._by_rules(record)
            except FleetbookError:
                kept = self._whole.record(record.number)
                events = tuple(self.value(event) for event in kept.events if not self.typed.found_in(_words(event)))
                self._readings[record.number] = Reading(self._text(kept.headline), events, (), events)
        return self._readings[record.number]

    def _by_rules(self, record: Record) -> Reading:
        with rules_at_work(self._whole.ruleset):
            done = self._whole.tree(record)
            if self._names:
                after = self.battle(record.number) if self._whole.data(record.number).whole else None
                done = tree(self.order(record), self.battle(record.on), self.value(done.events), after)
            stated, beside = stated_by_rules(done)
            return Reading(done.part.headline(done.before), done.events, stated, beside)


def is_secret(value: Any) -> bool:
    """Whether a value has a mark in it. A mark stands for something that the reader may not know."""
    if isinstance(value, str):
        return not value.isascii() and max(value) >= FIRST_MARK
    if isinstance(value, dict):
        return any(map(is_secret, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(is_secret, value))
    return isinstance(value, msgspec.Struct) and any(is_secret(inner) for _, inner in _values_of(value))


def _values_of(struct: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The values of those fields of a struct in which names may stand, by field."""
    return ((name, getattr(struct, name)) for name in struct.__struct_fields__ if name not in IDS)


def _words(event: Event) -> str:
    """The words in an event; empty if it has none."""
    return str(getattr(event, word_field(event) or "headline", ""))
