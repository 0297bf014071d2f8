"""Battles refereed at random. Orders are drawn from the declarations of their fields, given, taken back and overruled."""

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
"""Rulings by hand are rare, and the battle is not ended."""
WORDS = ("aye", "[/] sunk", "naïve “Iéna”", "-1")


@dataclass(frozen=True, kw_only=True)
class Habits:
    """The habits of a random referee.

    weights     how often an order is tried, by its id; ``usual`` for all others
    drawn       the share of inputs that are drawn although the battle fills them in
    flags, modifiers, several   the shares of flags, modifiers and words of a list that are ticked
    number      draws a number, which is cut to the bounds of its field; without it small numbers are more frequent
    texts       words to type, by the input's name; ``WORDS`` for all others
    attempts    the drafts that are tried before the battle goes on to the next phase
    thrown      faces and choices for an order; without it the seed's dice, and choices drawn
    failed      hears the id of an order whose rules fail when it is offered, and the fault
    back, overruled   the shares of moves that take an order back and that overrule a die
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
        """How often an order is tried."""
        return self.weights.get(kind.id, self.usual)


USUAL = Habits()


def random_draft(battle: Battle[Any], kind: type[Order[Any]], rng: Random, habits: Habits = USUAL) -> Draft[Any]:
    """A draft with some inputs left to the battle and some drawn. The rules may forbid it."""
    draft = Draft(battle, kind)
    for name in kind.declared:
        entry = draft.entries[name]
        if entry.is_shown and (entry.value is None or entry.problem or rng.random() < habits.drawn):
            raw = random_value(entry, rng, habits)
            draft = draft if raw is None else draft.with_input(name, raw)
    return draft


def random_value(entry: Entry, rng: Random, habits: Habits = USUAL) -> Any:
    """A value for one input, as JSON or as the shell's text. None if there is no choice."""
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
    words = rng.sample(entry.words, len(entry.words))  # one allowed word: to find all takes much longer
    return next((word for word in words if entry.against(word) is None), None)


def random_order(battle: Battle[Any], rng: Random, habits: Habits = USUAL) -> Draft[Any]:
    """A draft that the rules allow now. After some vain attempts it is the next phase, or a note if that is refused too."""
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
    """Give an order. Its choices are drawn."""
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
    """Give an order, or a part as if it were one. The ``thrown`` dice and choices come first, further choices are drawn."""
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
    """Make so many moves: random orders, now and then a step back or forward or an overruled die. Yield each line."""
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
    """A journal continued until it has so many lines."""
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
    """A copy of a journal, to continue from."""
    again = Journal(journal.ruleset, journal.setup, journal.stream.seed)
    for record in journal.records:
        again.append(record)
    return again
