"""Packs a state of the battle into one whole number. Each fact or count that varies is a field: some bits of that number."""

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
"""Packed states with their probabilities."""

CHOICES = Key("", "", "choices made")
"""The key of the number of choices made so far. States store it like a fact."""

NARROW, WIDER = 8, 3  # the bits of a new field, and the factor at each overflow: short numbers are faster


class FieldOverflow(Exception):
    """A field was given more bits for its values, so that the states must be packed again."""


class Move(NamedTuple):
    """The move of a field's bits from the position ``shift`` to the position ``after``. ``highest`` is the highest code that the
    old bits can hold.
    """

    highest: int
    shift: int
    after: int

    def packed(self, state: PackedState) -> PackedState:
        """The same state in the changed layout: the bits of this field are moved to their new position."""
        code = state >> self.shift & self.highest
        return state - (code << self.shift) + (code << self.after)


class StateField:
    """The field of one fact or count in the packed states. Each value has a code; code 0 is the value at the start.

    The field takes up bits in the states only if its value varies.
    """

    __slots__ = ("_after", "_codes", "_packer", "changes", "highest", "index", "mask", "name", "shift", "values")

    def __init__(self, name: Key | TallyKey, index: int, start: FactValue, packer: StatePacker) -> None:
        self.name, self.index = name, index
        self.values: list[Any] = [start]
        self.shift = self.highest = self.mask = 0
        self.changes = False  # whether some order traced so far changes the field
        self._codes: dict[Any, int] = {type_strict_key(start): 0}
        self._after: dict[tuple[int, Ops], int] = {}
        self._packer = packer

    @property
    def base(self) -> StateField:
        """The field that stores the values. It is this field itself. For a test it is the field that is tested."""
        return self

    @property
    def varies(self) -> bool:
        """Whether the field has had any other value than its value at the start."""
        return len(self.values) > 1

    def code_of(self, value: FactValue) -> int:
        """The code of a value. A new value gets a new code. Raises FieldOverflow if the field needs more bits for the code."""
        code = self._codes.setdefault(type_strict_key(value), len(self.values))
        if code == len(self.values):
            self.values.append(value)
        if code > self.highest:
            self._packer.widen(self)
        return code

    def code(self, state: PackedState) -> Any:
        """The code of this field in a state."""
        return (state >> self.shift) & self.highest

    def codes(self, states: Sequence[PackedState]) -> list[Any]:
        """The codes of this field in several states."""
        shift, highest = self.shift, self.highest
        return [state >> shift & highest for state in states]

    def parted(self, states: States) -> dict[Any, States]:
        """The states divided by the code of this field. The body repeats that of ``code``, because a call for each state would be
        slow.
        """
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
        """The code of the field's value after some changes. ``before`` is the code before them. Raises FieldOverflow if the field
        needs more bits.
        """
        after = self._after.get((before, ops))
        if after is None:
            after = self._after[before, ops] = self.code_of(apply(ops, self.values[before]))
        return after


class WholeState(StateField):
    """A field for all facts at once, for a rule that reads the whole state. Each state has its own code, which stays the same if
    the layout of the bits changes.
    """

    __slots__ = ()

    def __init__(self, packer: StatePacker) -> None:
        super().__init__(Key("", "", "everything"), -1, None, packer)

    def code(self, state: PackedState) -> Any:
        """The numbers and codes of all fields that differ from the start."""
        return tuple((field.index, field.code(state)) for field in self._packer.fields.values() if field.code(state))

    def codes(self, states: Sequence[PackedState]) -> list[Any]:
        """For each state, the numbers and codes of all fields that differ from the start."""
        return [self.code(state) for state in states]

    def parted(self, states: States) -> dict[Any, States]:
        """The states by their codes: each state is alone under its code."""
        return {self.code(state): {state: chance} for state, chance in states.items()}


class TestedField:
    """A test of a field, such as whether its value is 0. The code is 1 if the value passes the test, otherwise 0."""

    __slots__ = ("_passed", "_test", "base")
    values = (False, True)

    def __init__(self, base: StateField, test: Test) -> None:
        self.base, self._test = base, test
        self._passed: dict[int, int] = {}

    def code(self, state: PackedState) -> int:
        """1 if the field passes the test in this state, otherwise 0."""
        return self._passes(self.base.code(state))

    def codes(self, states: Sequence[PackedState]) -> list[Any]:
        """For each state, 1 if the field passes the test, otherwise 0."""
        codes = self.base.codes(states)
        passed = {code: self._passes(code) for code in set(codes)}
        return [passed[code] for code in codes]

    def parted(self, states: States) -> dict[Any, States]:
        """The states divided by whether the field passes the test."""
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
"""The changes of several fields, in the order of the fields."""


def merge(earlier: Update, later: Update) -> Update:
    """One update that has the same effect as two updates, one after the other."""
    if not earlier or not later:
        return earlier or later
    found = dict(earlier)
    for field, ops in later:
        found[field] = compose(found.get(field, ()), ops)
    return tuple(sorted(found.items(), key=lambda item: item[0].index))


class StatePacker:
    """The layout of the packed states of one battle: the fields, and the bits that each of them takes up."""

    def __init__(self, battle: Battle[Any]) -> None:
        self.battle = battle
        self.whole = WholeState(self)
        self.fields: dict[Key | TallyKey, StateField] = {}
        self._tests: dict[tuple[Key, Test], TestedField] = {}
        self.words: dict[str, None] = {}
        self.bits = 0
        self.moves: list[Move] = []

    def fact(self, key: Key) -> StateField:
        """The field of a fact. It is made at first use."""
        return self.fields.get(key) or self._added(key, self.battle.fact(key))

    def test(self, key: Key, test: Test) -> TestedField:
        """The test of a fact's field. It is made at first use."""
        if (key, test) not in self._tests:
            self._tests[key, test] = TestedField(self.fact(key), test)
        return self._tests[key, test]

    def tally(self, name: str, who: str) -> StateField:
        """The field of a count. It is made at first use."""
        key = TallyKey(name, who)
        return self.fields.get(key) or self._added(key, None)

    def _added(self, name: Key | TallyKey, start: FactValue) -> StateField:
        field = self.fields[name] = StateField(name, len(self.fields), start, self)
        return field

    def widen(self, field: StateField) -> None:
        """Give a field enough bits for one more value. Raises FieldOverflow if the field had bits before, so that states must be
        packed again.
        """
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
        """The joint distribution of these fields over the states. The field for the number of choices made is left out."""
        varying = [field for field in fields if field.varies and field.name is not CHOICES]
        merged = masked(states, sum(field.mask for field in varying))
        outcomes: list[tuple[Outcome, float]] = []
        for state, chance in merged.items():
            facts: dict[Key, FactValue] = {}
            tallies: dict[TallyKey, int | str] = {}
            for field in varying:
                code = (state >> field.shift) & field.highest
                if code and isinstance(field.name, TallyKey):
                    tallies[field.name] = field.values[code]
                elif code and isinstance(field.name, Key):
                    facts[field.name] = field.values[code]
            outcomes.append((Outcome(facts, tallies), chance))
        return JointDistribution(tuple(outcomes), tuple(self.words))

    def total(self, states: States, fields: Collection[StateField]) -> Distribution:
        """The distribution of the sum of these counts over the states; empty if nothing was counted."""
        varying = [field for field in fields if field.varies]
        states = masked(states, sum(field.mask for field in varying))
        if not any(states):
            return {}
        words = any(isinstance(value, str) for field in varying for value in field.values)
        add: Callable[[Any, Any], Any] = added_to if words else operator.add
        parts = [(field.shift, field.highest, [0 if value is None else value for value in field.values]) for field in varying]
        found: Distribution = {}
        for state, chance in states.items():
            total: int | str = 0
            for shift, highest, values in parts:
                total = add(total, values[state >> shift & highest])
            found[total] = found.get(total, 0.0) + chance
        return in_order(found, tuple(self.words))

    def state(self, codes: Iterable[tuple[int, int]]) -> State:
        """All facts of a state. Each pair has the number of a field whose value differs from the value at the start, and the code
        of its value.
        """
        fields = tuple(self.fields.values())
        facts = ((fields[index].name, fields[index].values[code]) for index, code in codes)
        return self.battle.state.with_changes((name, value) for name, value in facts if isinstance(name, Key) and name != CHOICES)

    def add_words(self, throw: Throw) -> None:
        """Remember the results of a throw's table, in printed order."""
        if isinstance(throw, TableThrow):
            self.words.update(dict.fromkeys(str(row.result) for row in throw.rows()))


def masked(states: Mapping[PackedState, float], mask: int) -> States:
    """The states with only some of their bits. States that become equal are merged."""
    found: States = {}
    for state, chance in states.items():
        merged = state & mask
        found[merged] = found.get(merged, 0.0) + chance
    return found
