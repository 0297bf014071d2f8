"""Effects: the few things that an order may ask for or do. Rules yield them through the functions below."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Protocol, TypeAlias

from fleetbook.core.battle.fact_effects import Add, Append, Mark, SetFact, TakeForce
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.dice import Dice
from fleetbook.core.faults import NoEnd
from fleetbook.core.orders.throws import NO_YES, AtLeastThrow, DrawThrow, RollOverThrow, TableThrow, Throw
from fleetbook.core.tables.bounds import Value
from fleetbook.core.tables.table import Line, Modifier, Table
from fleetbook.core.words.sentence import Words


@dataclass(frozen=True, slots=True)
class Choose:
    """Let a player decide."""

    label: Words
    options: tuple[str, ...]
    side: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Say something in the journal, or call a function for things to say. The odds do not call it. A note without a section takes
    the section of its order.
    """

    said: Words | Callable[[], Iterable[Words]]
    section: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """Count something for the odds and the report."""

    name: str
    value: int | str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """Do other orders one after another. Each finds the battle as the one before left it."""

    orders: tuple[Any, ...]  # each a core.orders.part.Part


Effect: TypeAlias = Throw | Choose | Mark | SetFact | Add | Append | Note | Tally | Run | TakeForce
Effects: TypeAlias = Generator[Effect, Any, None]


def at_once(effects: Generator[Effect, Any, Any]) -> Effects:
    """The same effects, counting at once in a simultaneous step too. A ruling by hand uses it."""
    answer: Any = None
    while True:
        try:
            step = effects.send(answer)
        except StopIteration:
            return
        answer = yield replace(step, at_once=True) if isinstance(step, (Mark, SetFact, Add, Append)) else step


def no_effect(step: object, effects: Effects) -> NoReturn:
    """Raise TypeError from the rule's own line, for a yielded value that is no effect."""
    effects.throw(TypeError(f"{type(step).__name__} is no effect: is it `yield from`?"))
    raise AssertionError(step)


def ended(effects: Effects, after: str) -> NoReturn:
    """Raise NoEnd from the rule's own line, for a rule that goes on for ever."""
    effects.throw(NoEnd(after))
    raise NoEnd(after)


def roll(
    label: Words, dice: str | Dice, modifiers: Sequence[Modifier] = (), section: str = "", only_for: str = ""
) -> Generator[Effect, Any, int]:
    """Throw dice for their modified total. ``only_for`` names the one side that may read the throw, for modifiers that would
    betray something.
    """
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: int = yield Throw(label, dice, tuple(modifiers), section, only_for)
    return answer


def roll_on(
    table: Table, line: Line | None = None, modifiers: Sequence[Modifier] = (), label: Words = ""
) -> Generator[Effect, Any, Value]:
    """Throw the table's own die on one of its lines for the result. The words of a line with several keys name it, such as
    ``("frigate", "bow")``.
    """
    answer: Value = yield TableThrow(label, table.thrown, tuple(modifiers), table.section, table=table, line=line)
    return answer


def roll_at_least(
    label: Words,
    dice: str | Dice,
    needed: int,
    modifiers: Sequence[Modifier] = (),
    section: str = "",
    *,
    words: tuple[str, str] = NO_YES,
) -> Generator[Effect, Any, bool]:
    """Throw dice that must reach a score. ``words`` are the two outcomes, failure first: ``("misses", "hits")``. Players read
    them beside the faces. The journal keeps no and yes.
    """
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: bool = yield AtLeastThrow(label, dice, tuple(modifiers), section, needed=needed, words=words)
    return answer


def roll_over(
    label: Words, dice: str | Dice, over: int, modifiers: Sequence[Modifier] = (), section: str = ""
) -> Generator[Effect, Any, int]:
    """Throw dice that must beat a figure, for the difference above it. A throw that does not beat it gives 0."""
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: int = yield RollOverThrow(label, dice, tuple(modifiers), section, over=over)
    return answer


def draw(label: Words, options: Sequence[tuple[str, int]], section: str = "") -> Generator[Effect, Any, str]:
    """Draw one of several names by a die with as many faces as their weights add up to. One name alone needs no die. Raises
    ValueError for an empty list: a rule must look before it draws.
    """
    options = tuple((name, weight) for name, weight in options if weight > 0)
    if not options:
        raise ValueError(f"nothing to draw from for {label}")
    if len(options) == 1:
        return options[0][0]
    faces = sum(weight for _, weight in options)
    answer: str = yield DrawThrow(label, Dice(1, faces), (), section, options=options)
    return answer


def choose(label: Words, options: Sequence[str], side: str = "") -> Generator[Effect, Any, str]:
    """Let a player choose. One option alone is no choice. The label names the decision, such as ``the fate of the prize``.
    Players read "Blue chooses the fate of the prize: yield".
    """
    if len(options) == 1:
        return options[0]
    answer: str = yield Choose(label, tuple(options), side)
    return answer


def strike_boxes(ship: str, track: str, boxes: int, said: Words = "") -> Generator[Effect, Any, int]:
    """Strike boxes off, as many as there are. The answer is the number struck."""
    answer: int = yield Mark(ship, track, boxes, said)
    return answer


def lose(ship: object, track: str, boxes: int, said: Words = "") -> Effects:
    """Strike boxes off, as many as there are, for a rule that does not need their number."""
    yield Mark(str(ship), track, boxes, said, answered=False)


def restore_boxes(ship: str, track: str, boxes: int, said: Words = "") -> Generator[Effect, Any, int]:
    """Restore boxes, as many as are missing. The answer is the number restored."""
    answer: int = yield Mark(ship, track, -boxes, said)
    return -answer


def set_fact(subject: object, name: str, value: FactValue, other: object = "", said: Words = "") -> Effects:
    """Set a condition of a ship, or of the battle with an empty subject."""
    yield SetFact(str(subject), name, value, str(other), said)


def add(subject: object, name: str, amount: int = 1, other: object = "", said: Words = "") -> Effects:
    """Add to a fact that is a number."""
    yield Add(str(subject), name, amount, str(other), said)


def append(subject: object, name: str, *entries: FactValue, said: Words = "") -> Effects:
    """Add entries to a fact that is a list."""
    if entries:
        yield Append(str(subject), name, entries, said=said)


def clear(subject: object, name: str, other: object = "", said: Words = "") -> Effects:
    """Clear a condition."""
    yield SetFact(str(subject), name, None, str(other), said)


def note(said: Words, section: str = "") -> Effects:
    """Say something in the journal."""
    yield Note(said, section)


def note_new(words: Callable[[], Iterable[Words]], changes: Effects, section: str = "") -> Effects:
    """Make changes, then note those words that hold after them and did not hold before."""
    known: list[Words] = []

    def remember() -> Iterable[Words]:
        known.extend(words())
        return ()

    yield Note(remember)
    yield from changes
    yield Note(lambda: [said for said in words() if said not in known], section)


def tally(name: str, value: int | str, who: object = "") -> Effects:
    """Count something for the odds and the report. Whole numbers add up; words replace each other."""
    yield Tally(name, value, str(who))


class Runs(Protocol):
    """A part or an order."""

    def resolve(self, battle: Any) -> Effects:
        """Its effects."""
        ...


def run(*orders: Runs) -> Effects:
    """Do other orders one after another."""
    if orders:
        yield Run(tuple(orders))
