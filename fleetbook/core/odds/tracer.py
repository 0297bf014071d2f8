"""Traces orders: runs the code of a rule with the answers that lead to a node, to find the questions that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.fact_effects import Add, Append, Change, Mark, SetFact, TakeForce
from fleetbook.core.battle.facts import HOLDING, FactValue, Key, State, Test, all_held, held, type_strict_key
from fleetbook.core.dice import Dice
from fleetbook.core.odds.effort import TooLong
from fleetbook.core.odds.liveness import Liveness
from fleetbook.core.odds.packing import CHOICES, PackedState, Readable, StateField, StatePacker, merge
from fleetbook.core.odds.tree import AFTER_ORDERS, DONE, CallNode, Node, ReadNode, ThrowNode
from fleetbook.core.odds.updates import (
    AddTally,
    Increase,
    LoseBoxes,
    Op,
    Ops,
    append_entries,
    apply,
    assign,
    compose,
    is_constant,
)
from fleetbook.core.orders.effects import Choose, Effects, Note, Run, Tally, ended, no_effect
from fleetbook.core.orders.part import Part, effects_of
from fleetbook.core.orders.throws import DrawThrow, Throw
from fleetbook.core.parsing import pick_word
from fleetbook.core.play.live_battle import holds_back
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.words.sentence import Said, Sentences, Words, said_of

TRACING, ANSWERING, BRANCHING = 400, 60, 10
"""The work of tracing an order, and of each effect and new branch in it, counted in states moved."""
MOST_EFFECTS = 20_000  # the most effects that an order yields between its parts
LONGEST = 60  # the most throws on the way to a node: an order that repeats ties may never end


class _MoreAsked(Exception):
    """The code of an order asks for a fact in a run that only tests whether the order is done."""


class TracedBattle(Battle[Any]):
    """The battle as a rule reads it while it is traced. Up to the node, the questions of the rule get the known answers. After
    the node, the facts of one state answer them.

    If a rule reads a fact several times, the tree asks for the fact only once. It asks again after a call of other parts.
    """

    def __init__(self, packer: StatePacker, node: Node, state: PackedState, liveness: Liveness) -> None:
        base = packer.battle
        super().__init__(base.ruleset, base.setup, base.state, base.rules)
        self.node, self._packer, self._packed, self._liveness = node, packer, state, liveness
        self._answers, self._used = node.path(), 0
        self._starts: dict[Readable, Any] = {}
        self._values: dict[Key, FactValue] = {}
        self._changes: dict[StateField, Ops] = {}
        self.closed = False

    @property
    def is_new(self) -> bool:
        """Whether the rule has been given all known answers and so has reached the node."""
        return self._used == len(self._answers)

    def next_answer(self, field: Readable | None = None) -> Any:
        """The next known answer: the code of a field's value. Without a field it is the answer to a throw or to a call of
        parts.
        """
        asked, answer = self._answers[self._used]
        assert asked is field, f"{self.node.order.id} asks something else after the same answers"
        self._used += 1
        return answer

    def go_on(self, node: Node) -> Any:
        """Go to the next node. Returns the answer that leads there."""
        self.node = node
        self._answers.append(node.answer)
        self._used += 1
        return node.answer[1]

    def fact(self, key: Key) -> FactValue:
        """The value of a fact, by the answers so far and the changes that the order has made since."""
        if key not in self._values:
            field = self._packer.fact(key)
            ops = self._changes.get(field, ())
            known = bool(ops) and is_constant(ops)  # whatever the value was before
            if not known and field not in self._starts:
                self._starts[field] = field.values[self._ask(field)]
            self._values[key] = apply(ops, self._starts.get(field))
        return self._values[key]

    def fact_is(self, key: Key, test: Test) -> bool:
        """Whether a fact passes a test. Unless the fact is known already, the tree asks only for the result of the test."""
        field = self._packer.fact(key)
        if key in self._values or field in self._starts or field in self._changes:
            return test(self.fact(key))
        question = self._packer.test(key, test)
        if question not in self._starts:
            self._starts[question] = question.values[self._ask(question)]
        return bool(self._starts[question])

    def card(self, ship: str) -> CardView:
        """A ship's card, by the answers so far and the order's changes. Each call makes the card again, and so reads the same
        facts.
        """
        return self.ruleset.card(self.ship(ship))

    @property
    def state(self) -> State:
        """All facts, by the answers so far and the order's changes. A rule that reads them gets a branch of the tree for each
        state.
        """
        before = self._packer.state(self._ask(self._packer.whole))
        changed = [(field.name, ops) for field, ops in self._changes.items() if isinstance(field.name, Key)]
        return before.with_changes((key, apply(ops, before.get(key))) for key, ops in changed if key is not CHOICES)

    def _ask(self, field: Readable) -> Any:
        if self.closed:
            raise _MoreAsked
        if not self.is_new:
            return self.next_answer(field)
        self._liveness.record_read(self.node, field.base)
        code = field.code(self._packed)
        self.node.question = question = ReadNode(field, {})
        return self.go_on(question.branch(self.node, code))

    def change(self, key: Key, op: Op, said: Words = "", *, at_once: bool = False) -> None:
        """Change a fact without asking for its old value. Only a held-back change asks for it, because it stores the coming value
        with its words.

        With ``at_once`` the held-back value changes too.
        """
        if at_once and holds_back(self, key):
            self._change_held(key, op, said_of(said))
        elif holds_back(self, key):
            before = self.to_come.fact(key)
            after = op.of(before)
            if type_strict_key(after) == type_strict_key(before):
                return
            sentence = said_of(said)
            key, op = held(key), assign((after, sentence.as_fact() if sentence else ""))
        self._put(key, op)

    def _put(self, key: Key, op: Op) -> None:
        if key in self._values:
            self._values[key] = op.of(self._values[key])
            op = assign(self._values[key])
        self._change(self._packer.fact(key), op)

    def _change_held(self, key: Key, op: Op, said: Said | None) -> None:
        stored = self.fact(held(key))
        if isinstance(stored, tuple):
            coming = op.of(stored[0])
            gone = type_strict_key(coming) == type_strict_key(op.of(self.fact(key)))
            self._put(held(key), assign(None if gone else (coming, said.as_fact() if said else "")))

    def tally(self, step: Tally) -> None:
        """Add to a count, without asking for its old value."""
        amount = step.value if isinstance(step.value, str) else int(step.value)
        self._change(self._packer.tally(step.name, step.who), AddTally(amount, isinstance(amount, str)))

    def _change(self, field: StateField, op: Op) -> None:
        field.changes = True
        self._changes[field] = compose(self._changes.get(field, ()), (op,))
        if self.is_new:
            self.node.update = merge(self.node.update, ((field, (op,)),))

    def take_force(self) -> None:
        """Let all held-back changes count from now on."""
        found = list(all_held(self.state))
        self.change(HOLDING, assign(None))
        for key, value, _ in found:
            self.change(held(key), assign(None))
            self.change(key, assign(value))

    def strike(self, step: Mark) -> int | None:
        """Strike off or restore boxes. Returns the number of boxes, or None if the rule does not need the number."""
        key = Key(step.ship, step.track)
        now, full = self if step.at_once else self.to_come, self.full(step.ship, step.track)
        before, losing = now.fact(key) if step.answered else None, LoseBoxes(step.boxes, full)
        left = (
            Sentences.boxes_left(track=step.track, after=losing.of(self.to_come.fact(key)), full=full)
            if holds_back(self, key)
            else ""
        )
        self.change(key, losing, left, at_once=step.at_once)
        if not step.answered:
            return None
        after = now.fact(key)
        return before - after if isinstance(before, int) and isinstance(after, int) else 0

    def is_chosen(self, step: Choose, choices: Sequence[str]) -> bool:
        """Whether a player has already made the choice that the rule asks for now."""
        return bool(choices) and self.chosen < len(choices) and choices[self.chosen] in step.options

    @property
    def chosen(self) -> int:
        """The number of choices of the players that have been used."""
        made = self.fact(CHOICES)
        return made if isinstance(made, int) else 0

    def choose(self, step: Choose, choices: Sequence[str]) -> str:
        """The next choice of the players. Raises ChoiceNeeded if there is none."""
        number = self.chosen
        if number >= len(choices):
            raise ChoiceNeeded(step, self.wording.of(step.label))
        self.change(CHOICES, assign(number + 1))
        return pick_word(self.wording.of(step.label), choices[number], step.options)

    def forget(self) -> None:
        """Forget all facts that are known so far, because other parts may have changed them."""
        self._starts.clear()
        self._values.clear()
        self._changes.clear()


class Tracer:
    """Finds out what orders do in one battle, node by node. All computations share the growing tree.

    With ``undecided`` an order stops at the first missing choice, and ``wanted`` lists the missing choices. With ``drawn`` a
    missing choice is made at random. ``chosen`` is the largest number of given choices that were used.
    """

    def __init__(self, battle: Battle[Any], choices: Sequence[str] = (), undecided: bool = False, drawn: bool = False) -> None:
        self.packer = StatePacker(battle)
        self.liveness = Liveness(self.packer)
        self.wanted: list[ChoiceNeeded] = []
        self.chosen = 0
        self.drew = False
        self.work = 0  # the work of tracing so far, counted in states moved
        self._choices, self._undecided, self._drawn = choices, undecided, drawn
        self._roots: dict[Any, Node] = {}

    def root(self, order: Part[Any]) -> Node:
        """The first node of an order. Equal orders share it."""
        key = (type(order), *(type_strict_key(value) for value in vars(order).values()))
        return self._roots.setdefault(key, Node(order))

    def trace(self, node: Node, state: PackedState) -> None:
        """Find the question of a node, and the questions after it up to the next call of parts. ``state`` is one of the states
        that reach the node, as it was before the order or after the last parts that the order called. Tracing goes on with the
        facts of this state and the first answer of each throw.

        Raises TooLong after too many throws, StaleMask, or ChoiceNeeded.
        """
        if node.throws > LONGEST:
            raise TooLong
        node.update = ()
        self.work += TRACING
        battle = TracedBattle(self.packer, node, state, self.liveness)
        effects = effects_of(node.order, battle)
        try:
            self._follow(battle, effects)
        except ChoiceNeeded as needed:
            if not self._undecided:
                raise
            self.wanted.append(needed)
            battle.node.question = CallNode((), undecided=True)

    def _follow(self, battle: TracedBattle, effects: Effects) -> None:
        answer: Any = None
        for _ in range(MOST_EFFECTS):
            try:
                effect = effects.send(answer)
            except StopIteration:
                battle.node.question = DONE
                return
            self.work += ANSWERING
            if self._drawn and isinstance(effect, Choose) and not battle.is_chosen(effect, self._choices):
                self.drew = True
                options = tuple((option, 1) for option in effect.options)
                effect = DrawThrow(effect.label, Dice(1, len(options)), options=options)
            if not battle.is_new or not isinstance(effect, (Throw, Run)):
                answer = self._answer(effect, battle, effects)
            elif isinstance(effect, Run):
                self._call(effect, battle, effects)
                return
            else:
                self.packer.add_words(effect)
                branches = tuple((share, battle.node.after(None, given)) for share, given in effect.branches())
                battle.node.question = ThrowNode(branches)
                self.work += BRANCHING * len(branches)
                if branches[0][1].throws > LONGEST:
                    return
                answer = battle.go_on(branches[0][1])
        ended(effects, f"{MOST_EFFECTS:,} effects in one order")

    def _answer(self, effect: Any, battle: TracedBattle, effects: Effects) -> Any:
        """Carry out an effect that needs no new question to the state. Returns the answer for the rule."""
        if isinstance(effect, (Throw, Run)):
            if isinstance(effect, Run):
                battle.forget()
            return battle.next_answer()
        if isinstance(effect, Choose):
            choice = battle.choose(effect, self._choices)
            self.chosen = max(self.chosen, battle.chosen)
            return choice
        if isinstance(effect, Mark):
            return battle.strike(effect)
        if isinstance(effect, Tally):
            battle.tally(effect)
        elif isinstance(effect, TakeForce):
            battle.take_force()
        elif not isinstance(effect, Note):
            if not isinstance(effect, (SetFact, Add, Append)):
                no_effect(effect, effects)
            battle.change(Key(effect.subject, effect.name, effect.other), op_of(effect), effect.said, at_once=effect.at_once)
        return None

    def _call(self, effect: Run, battle: TracedBattle, effects: Effects) -> None:
        here = battle.node
        try:
            called = tuple(self.root(order) for order in effect.orders)
        except TypeError as error:  # a part cannot be a dictionary key if one of its fields is a list
            effects.throw(TypeError(f"{error} in a part that is run: use a tuple instead of a list for a field"))
            raise
        self.liveness.record_calls(here, called)
        here.question = CallNode(called if _is_done(effects, battle) else (*called, here.after(*AFTER_ORDERS)))


def op_of(effect: Change) -> Op:
    """The operation on a fact that an effect stands for."""
    if isinstance(effect, SetFact):
        return assign(effect.value)
    return Increase(effect.amount) if isinstance(effect, Add) else append_entries(effect.entries)


def _is_done(effects: Effects, battle: TracedBattle) -> bool:
    """Whether an order does nothing more than write notes after a call of parts."""
    battle.forget()
    battle.closed = True
    try:
        for _ in range(MOST_EFFECTS):
            if not isinstance(effects.send(None), Note):
                return False
    except StopIteration:
        return True
    except _MoreAsked:
        return False
    return False
