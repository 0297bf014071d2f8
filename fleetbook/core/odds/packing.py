"""States packed into whole numbers: for each fact or tally that varies, some bits say how it differs from the start, 0."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import FactValue, Key, State, Test, type_strict_key
from fleetbook.core.odds.distribution import Distribution, JointDistribution, Outcome, TallyKey, added_to, in_order
from fleetbook.core.odds.updates import Ops, apply, compose
from fleetbook.core.orders.throws import TableThrow, Throw

PackedState: TypeAlias = int
States: TypeAlias = dict[PackedState, float]
"""States with their probabilities."""

CHOICES = Key("", "", "choices made")
"""Kept like a fact on the way: how many of the players' choices were used up."""

NARROW, WIDER = 8, 3  # bits of a field at first, and how many times as many where they overflow: few are quick


class FieldOverflow(Exception):
    """More values came up than the bits of a field can tell apart. It has more now; what was packed before must be
    packed anew.
    """


class Move(NamedTuple):
    """A field that overflowed had bits up to ``highest`` at one place, and has them at another."""

    highest: int
    shift: int
    after: int

    def packed(self, state: PackedState) -> PackedState:
        """A state that was packed before, as it is packed now."""
        code = state >> self.shift & self.highest
        return state - (code << self.shift) + (code << self.after)


class StateField:
    """One fact or tally of all states: its values by their code. Code 0 is the value at the start; it has bits once it varies."""

    __slots__ = ("_after", "_codes", "_packer", "changes", "highest", "index", "mask", "name", "shift", "values")

    def __init__(self, name: Key | TallyKey, index: int, start: FactValue, packer: StatePacker) -> None:
        self.name, self.index = name, index
        self.values: list[Any] = [start]
        self.shift = self.highest = self.mask = 0
        self.changes = False  # whether an order traced so far changes it
        self._codes: dict[Any, int] = {type_strict_key(start): 0}
        self._after: dict[tuple[int, Ops], int] = {}
        self._packer = packer

    @property
    def base(self) -> StateField:
        """The field that is read."""
        return self

    @property
    def varies(self) -> bool:
        """Whether another value than at the start has come up."""
        return len(self.values) > 1

    def code_of(self, value: FactValue) -> int:
        """The code of a value; the same for the same value only. Raises FieldOverflow."""
        code = self._codes.setdefault(type_strict_key(value), len(self.values))
        if code == len(self.values):
            self.values.append(value)
        if code > self.highest:
            self._packer.widen(self)
        return code

    def code(self, state: PackedState) -> Any:
        """The code in a state."""
        return (state >> self.shift) & self.highest

    def codes(self, states: Sequence[PackedState]) -> list[Any]:
        """The codes in some states."""
        shift, highest = self.shift, self.highest
        return [state >> shift & highest for state in states]

    def parted(self, states: States) -> dict[Any, States]:
        """States by their code. Written out: much of a walk's time goes here."""
        shift, highest = self.shift, self.highest
        if not highest:
            return {0: states}
        parts: dict[Any, States] = {}
        for state, chance in states.items():
            code = (state >> shift) & highest
            if code in parts:
                parts[code][state] = chance
            else:
                parts[code] = {state: chance}
        return parts

    def after(self, before: int, ops: Ops) -> int:
        """The code after changes. Raises FieldOverflow."""
        after = self._after.get((before, ops))
        if after is None:
            after = self._after[before, ops] = self.code_of(apply(ops, self.values[before]))
        return after


class WholeState(StateField):
    """All facts at once, for a rule that looks at the whole state: every state is its own code, however it is packed."""

    __slots__ = ()

    def __init__(self, packer: StatePacker) -> None:
        super().__init__(Key("", "", "everything"), -1, None, packer)

    def code(self, state: PackedState) -> Any:
        """The codes of all fields that differ from the start."""
        return tuple((field.index, field.code(state)) for field in self._packer.fields.values() if field.code(state))

    def codes(self, states: Sequence[PackedState]) -> list[Any]:
        """The same in each of some states."""
        return [self.code(state) for state in states]

    def parted(self, states: States) -> dict[Any, States]:
        """Every state by itself."""
        return {self.code(state): {state: chance} for state, chance in states.items()}


class TestedField:
    """A field of which only is asked whether it passes a test; codes are 0 and 1."""

    __slots__ = ("_passed", "_test", "base")
    values = (False, True)

    def __init__(self, base: StateField, test: Test) -> None:
        self.base, self._test = base, test
        self._passed: dict[int, int] = {}

    def code(self, state: PackedState) -> int:
        """Whether the field passes in a state."""
        return self._passes(self.base.code(state))

    def codes(self, states: Sequence[PackedState]) -> list[Any]:
        """The same in each of some states."""
        codes = self.base.codes(states)
        passed = {code: self._passes(code) for code in set(codes)}
        return [passed[code] for code in codes]

    def parted(self, states: States) -> dict[Any, States]:
        """States by whether the field passes."""
        shift, highest = self.base.shift, self.base.highest
        codes = {state >> shift & highest for state in states}
        passing = {code for code in codes if self._passes(code)}
        if not passing or passing == codes:
            return {int(bool(passing)): states}
        passed = {state: chance for state, chance in states.items() if state >> shift & highest in passing}
        return {0: {state: chance for state, chance in states.items() if state not in passed}, 1: passed}

    def _passes(self, code: int) -> int:
        passed = self._passed.get(code)
        if passed is None:
            passed = self._passed[code] = int(self._test(self.base.values[code]))
        return passed


Readable: TypeAlias = StateField | TestedField
Update: TypeAlias = tuple[tuple[StateField, Ops], ...]
"""Changes of several fields, in the order of the fields."""


def merge(earlier: Update, later: Update) -> Update:
    """Changes of several fields, one after another."""
    if not earlier or not later:
        return earlier or later
    found = dict(earlier)
    for field, ops in later:
        found[field] = compose(found.get(field, ()), ops)
    return tuple(sorted(found.items(), key=lambda item: item[0].index))


class StatePacker:
    """The fields of all states that follow from one battle."""

    def __init__(self, battle: Battle[Any]) -> None:
        self.battle = battle
        self.whole = WholeState(self)
        self.fields: dict[Key | TallyKey, StateField] = {}
        self._tests: dict[tuple[Key, Test], TestedField] = {}
        self.words: dict[str, None] = {}
        self.bits = 0
        self.moves: list[Move] = []

    def fact(self, key: Key) -> StateField:
        """The field of a fact."""
        return self.fields.get(key) or self._added(key, self.battle.fact(key))

    def test(self, key: Key, test: Test) -> TestedField:
        """A question to the field of a fact."""
        if (key, test) not in self._tests:
            self._tests[key, test] = TestedField(self.fact(key), test)
        return self._tests[key, test]

    def tally(self, name: str, who: str) -> StateField:
        """The field of a tally."""
        key = TallyKey(name, who)
        return self.fields.get(key) or self._added(key, None)

    def _added(self, name: Key | TallyKey, start: FactValue) -> StateField:
        field = self.fields[name] = StateField(name, len(self.fields), start, self)
        return field

    def widen(self, field: StateField) -> None:
        """Give a field bits enough for one value more. Raises FieldOverflow where it had some."""
        had, highest, shift = field.highest.bit_length(), field.highest, field.shift
        start = field.values[0]
        width = had * WIDER or max(NARROW, start.bit_length() if isinstance(start, int) else 0)
        field.shift, field.highest = self.bits, (1 << width) - 1
        field.mask = field.highest << field.shift
        self.bits += width
        if had:
            self.moves.append(Move(highest, shift, field.shift))
            raise FieldOverflow

    def joint(self, states: States, fields: Collection[StateField]) -> JointDistribution:
        """What these fields of states say, in the battle's words; how many choices led to a state is not told."""
        told = [field for field in fields if field.varies and field.name is not CHOICES]
        kept = masked(states, sum(field.mask for field in told))
        return JointDistribution(tuple((self._outcome(state, told), chance) for state, chance in kept.items()), tuple(self.words))

    def total(self, states: States, fields: Collection[StateField]) -> Distribution:
        """The sum of these tallies in states, with its probabilities; empty where none of them counts."""
        told = [field for field in fields if field.varies]
        states = masked(states, sum(field.mask for field in told))
        if not any(states):
            return {}
        words = any(isinstance(value, str) for field in told for value in field.values)
        add: Callable[[Any, Any], Any] = added_to if words else operator.add
        parts = [(field.shift, field.highest, [0 if value is None else value for value in field.values]) for field in told]
        found: Distribution = {}
        for state, chance in states.items():
            total: int | str = 0
            for shift, highest, values in parts:
                total = add(total, values[state >> shift & highest])
            found[total] = found.get(total, 0.0) + chance
        return in_order(found, tuple(self.words))

    def _outcome(self, state: PackedState, fields: Iterable[StateField]) -> Outcome:
        facts: dict[Key, FactValue] = {}
        tallies: dict[TallyKey, int | str] = {}
        for field in fields:
            code = (state >> field.shift) & field.highest
            if code and isinstance(field.name, TallyKey):
                tallies[field.name] = field.values[code]
            elif code and isinstance(field.name, Key):
                facts[field.name] = field.values[code]
        return Outcome(facts, tallies)

    def state(self, codes: Iterable[tuple[int, int]]) -> State:
        """All facts in a state, by the numbers of the fields that differ from the start and their codes."""
        fields = tuple(self.fields.values())
        told = ((fields[index].name, fields[index].values[code]) for index, code in codes)
        return self.battle.state.with_changes((name, value) for name, value in told if isinstance(name, Key) and name != CHOICES)

    def add_words(self, throw: Throw) -> None:
        """Keep the order in which a table prints its words."""
        if isinstance(throw, TableThrow):
            self.words.update(dict.fromkeys(str(row.result) for row in throw.rows()))


def masked(states: Mapping[PackedState, float], mask: int) -> States:
    """States told apart by some of their bits only."""
    found: States = {}
    for state, chance in states.items():
        kept = state & mask
        found[kept] = found.get(kept, 0.0) + chance
    return found
