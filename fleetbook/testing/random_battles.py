"""Battles with a random referee. The referee chooses orders and inputs, gives and undoes orders, and overrules dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from random import Random
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import FlagField, ModifierField, NumberField, SeveralField
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import Annotate, NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded

BY_HAND: Mapping[str, float] = {"strike": 0.1, "set": 0.1, "note": 0.05, "next": 0.5, "end": 0.0}
"""The weights of the standard orders for a random referee. Rulings by hand are rare, and the battle is never ended."""
WORDS = ("aye", "[/] sunk", "naïve “Iéna”", "-1")


@dataclass(frozen=True, kw_only=True)
class Habits:
    """How a random referee plays.

    weights   how often an order is tried in comparison with others, by its id; ``usual`` for orders that are not listed
    drawn     the share of inputs that are chosen at random although the program fills them in
    flags, modifiers, several  the shares of flags, modifiers and words of a list that are ticked
    number    a function that chooses a number, which is then limited to the bounds of its field. Without it, small numbers
              are chosen more often
    texts     texts to type, by the name of the input; ``WORDS`` for all other inputs
    attempts  the number of drafts tried before the battle goes on to the next phase
    thrown    a function that gives faces and choices for an order. By default dice come from the seed, and choices are random
    failed    a function that gets the id of an order whose rules fail when it is offered, and the error
    back, overruled  how often, from 0 to 1, an order is undone and a die is overruled
    """

    weights: Mapping[str, float] = field(default_factory=lambda: BY_HAND)
    usual: float = 1.0
    drawn: float = 0.5
    flags: float = 0.5
    modifiers: float = 0.5
    several: float = 0.5
    number: Callable[[Random], int] | None = None
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    attempts: int = 30
    thrown: Callable[[Journal[Any], Order[Any]], tuple[Sequence[int], Sequence[str]]] | None = None
    failed: Callable[[str, str], None] | None = None
    back: float = 0.1
    overruled: float = 0.05

    def weight(self, kind: type[Order[Any]]) -> float:
        """The weight with which an order of this class is chosen. Orders with higher weights are tried more often."""
        return self.weights.get(kind.id, self.usual)


USUAL = Habits()


def random_draft(battle: Battle[Any], kind: type[Order[Any]], rng: Random, habits: Habits = USUAL) -> Draft[Any]:
    """A draft with some inputs filled in by the program and others chosen at random. The rules may forbid the order."""
    draft = Draft(battle, kind)
    for name in kind.declared:
        entry = draft.entries[name]
        if entry.is_shown and (entry.value is None or entry.problem or rng.random() < habits.drawn):
            raw = random_value(entry, rng, habits)
            draft = draft if raw is None else draft.with_input(name, raw)
    return draft


def random_value(entry: Entry, rng: Random, habits: Habits = USUAL) -> Any:
    """A random value for an input, as JSON or as typed text. None if nothing can be chosen."""
    value = _drawn(entry, rng, habits)
    return entry.field.show(value) if value is not None and rng.random() < 0.5 else value


def _drawn(entry: Entry, rng: Random, habits: Habits) -> Any:
    kind = entry.field
    if isinstance(kind, NumberField):
        low, high = entry.bounds or (0, 0)
        near = min(high, low + rng.choice((3, 20, 10_000)))
        if kind.step:
            return rng.randint(ceil(low / kind.step), floor(max(near, low) / kind.step)) * kind.step
        number = habits.number(rng) if habits.number else rng.randint(low, max(near, low))
        return max(min(number, high), low)
    if isinstance(kind, FlagField):
        return rng.random() < habits.flags
    if isinstance(kind, SeveralField):
        share = habits.modifiers if isinstance(kind, ModifierField) else habits.several
        return tuple(word for word in entry.options or () if rng.random() < share)
    if entry.options is None:
        return rng.choice(habits.texts.get(kind.name, WORDS))
    words = rng.sample(entry.words, len(entry.words))  # the first allowed word: to find all of them takes much longer
    return next((word for word in words if entry.against(word) is None), None)


def random_order(battle: Battle[Any], rng: Random, habits: Habits = USUAL) -> Draft[Any]:
    """A random draft that the rules allow now. If none is found after some attempts, the draft of the order for the next phase,
    or of a note if that order is refused too.
    """
    kinds = [kind for kind in battle.ruleset.all_orders if kind.key and habits.weight(kind)]
    kinds = [kind for kind in kinds if Legality(battle, kind).out_of_place() is None]
    often = [habits.weight(kind) for kind in kinds]
    impossible: dict[type[Order[Any]], bool] = {}
    for _ in range(habits.attempts if kinds else 0):
        kind = rng.choices(kinds, often)[0]
        if kind not in impossible:
            problem = Legality(battle, kind).why_not()
            impossible[kind] = problem is not None
            if habits.failed and isinstance(problem, RulesFault):
                habits.failed(kind.id, problem.what)
        if impossible[kind]:
            continue
        draft = random_draft(battle, kind, rng, habits)
        if not isinstance(draft.checked, (Refused, InvalidInput)):
            return draft
    on = Draft(battle, NextStep)
    return on if on.problem is None else Draft(battle, Annotate, {"words": "nothing to do"})


def give(journal: Journal[Any], draft: Draft[Any], rng: Random, habits: Habits = USUAL) -> Record:
    """Give an order. Its choices are made at random."""
    order = draft.order()
    thrown = habits.thrown(journal, order) if habits.thrown else ((), ())
    return give_order(journal, order, rng, draft.given, thrown)


def give_order(
    journal: Journal[Any],
    order: Any,
    rng: Random,
    given: Sequence[str] = (),
    thrown: tuple[Sequence[int], Sequence[str]] = ((), ()),
) -> Record:
    """Give an order, or a part as if it were an order. It uses the ``thrown`` dice and choices first; further choices are made at
    random.
    """
    faces, choices = thrown[0], list(thrown[1])
    while True:
        try:
            record = journal.propose(order, journal.supply(faces), choices, tuple(given))
        except ChoiceNeeded as needed:
            choices.append(rng.choice(needed.options))
        else:
            journal.append(record)
            return record


def play_on(journal: Journal[Any], rng: Random, lines: int, habits: Habits = USUAL) -> Iterator[Record]:
    """Give a random order ``lines`` times, or now and then an undo, a redo or an overruled die. Yields each line written."""
    for _ in range(lines):
        move = rng.random()
        if move < habits.back and journal.position:
            yield from _taken(journal, lambda: (journal.undo(rng.choice((None, rng.randint(0, len(journal.records))))),))
        elif move < habits.back * 1.5:
            yield from _taken(journal, lambda: (journal.redo(),))
        elif move < habits.back * 1.5 + habits.overruled and journal.position:
            yield from _taken(journal, lambda: _overruled(journal, rng))
        else:
            yield give(journal, random_order(journal.battle, rng, habits), rng, habits)


def played(journal: Journal[Any], rng: Random, lines: int, habits: Habits = USUAL) -> Journal[Any]:
    """The journal after it was continued at random until it has at least ``lines`` lines."""
    while len(journal.records) < lines:
        for _ in play_on(journal, rng, 1, habits):
            pass
    return journal


def _taken(journal: Journal[Any], propose: Callable[[], tuple[Record, ...]]) -> Iterator[Record]:
    try:
        records = propose()
    except (Refused, InvalidInput, ChoiceNeeded):
        return
    for record in records:
        journal.append(record)
        yield record


def _overruled(journal: Journal[Any], rng: Random) -> tuple[Record, ...]:
    faces = journal.record(journal.position).faces
    die = rng.randint(1, max(len(faces), 1))
    return journal.overrule(die, rng.randint(1, faces[die - 1].sides) if faces else 1, "it fell off the table")


def copied(journal: Journal[Any]) -> Journal[Any]:
    """A copy of a journal that can be continued separately."""
    again = Journal(journal.ruleset, journal.setup, journal.stream.seed)
    for record in journal.records:
        again.append(record)
    return again
