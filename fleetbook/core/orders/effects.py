"""Effects: all that the rules of an order may ask for or do, such as a throw of dice. Rules yield them by calling the functions
in this module.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NoReturn, Protocol, TypeAlias

import msgspec

from fleetbook.core.battle.fact_effects import Add, Append, Mark, SetFact, TakeForce
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.dice import Dice
from fleetbook.core.faults import NoEnd
from fleetbook.core.orders.throws import NO_YES, AtLeastThrow, DrawThrow, RollOverThrow, TableThrow, Throw
from fleetbook.core.tables.bounds import Value
from fleetbook.core.tables.table import Line, Modifier, Table
from fleetbook.core.words.sentence import Words


class Choose(msgspec.Struct, frozen=True):
    """Ask a player to choose one of several options."""

    label: Words
    options: tuple[str, ...]
    side: str = ""


class Note(msgspec.Struct, frozen=True):
    """Write a remark into the journal. ``said`` may be a function that returns the remarks. The odds never call that function.
    Without a section the note gets the section of its order.
    """

    said: Words | Callable[[], Iterable[Words]]
    section: str = ""


class Tally(msgspec.Struct, frozen=True):
    """Count something for the odds and the report."""

    name: str
    value: int | str
    who: str = ""


class Run(msgspec.Struct, frozen=True):
    """Carry out other orders, one after another. Each order sees the changes of the orders before it."""

    orders: tuple[Any, ...]  # of type core.orders.part.Part


Effect: TypeAlias = Throw | Choose | Mark | SetFact | Add | Append | Note | Tally | Run | TakeForce
Effects: TypeAlias = Generator[Effect, Any, None]


def at_once(effects: Generator[Effect, Any, Any]) -> Effects:
    """The same effects, changed so that they count at once even in a simultaneous phase. Rulings by hand use this function."""
    answer: Any = None
    while True:
        try:
            step = effects.send(answer)
        except StopIteration:
            return
        answer = yield msgspec.structs.replace(step, at_once=True) if isinstance(step, (Mark, SetFact, Add, Append)) else step


def no_effect(step: object, effects: Effects) -> NoReturn:
    """Raise TypeError at the line of the rule that yielded something other than an effect."""
    effects.throw(TypeError(f"{type(step).__name__} is not an effect: is `yield from` meant?"))
    raise AssertionError(step)


def ended(effects: Effects, after: str) -> NoReturn:
    """Raise NoEnd at the line of a rule that never stops yielding effects."""
    effects.throw(NoEnd(after))
    raise NoEnd(after)


def roll(
    label: Words, dice: str | Dice, modifiers: Sequence[Modifier] = (), section: str = "", only_for: str = ""
) -> Generator[Effect, Any, int]:
    """Throw dice. The answer is the total with its modifiers. ``only_for`` is the only side that may read the throw, if the
    modifiers would reveal a secret. It is empty if both sides may read it.
    """
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: int = yield Throw(label, dice, tuple(modifiers), section, only_for)
    return answer


def roll_on(
    table: Table, line: Line | None = None, modifiers: Sequence[Modifier] = (), label: Words = ""
) -> Generator[Effect, Any, Value]:
    """Throw the die of a table. The answer is the result that the table has for the total. ``line`` names the column to read. If
    the columns have several keys, it is a tuple such as ``("frigate", "bow")``.
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
    """Throw dice that must reach a number. The answer is True or False. ``words`` are the two outcomes that players read beside
    the dice, such as ``("misses", "hits")``. Failure comes first. The journal stores the word ``no`` or ``yes``.
    """
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: bool = yield AtLeastThrow(label, dice, tuple(modifiers), section, needed=needed, words=words)
    return answer


def roll_over(
    label: Words, dice: str | Dice, over: int, modifiers: Sequence[Modifier] = (), section: str = ""
) -> Generator[Effect, Any, int]:
    """Throw dice that must exceed a number. The answer is the difference, or 0 if the total does not exceed it."""
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: int = yield RollOverThrow(label, dice, tuple(modifiers), section, over=over)
    return answer


def draw(label: Words, options: Sequence[tuple[str, int]], section: str = "") -> Generator[Effect, Any, str]:
    """Draw one of several names at random by a die. Each name has as many faces as its weight. If only one name has a weight, no
    die is thrown. Raises ValueError if no name has one: a rule must check this before it draws.
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
    """Let a player choose one of several options. A single option is taken without a question. The label names the decision, such
    as ``the fate of the prize``. Players then read "Blue chooses the fate of the prize: yield".
    """
    if len(options) == 1:
        return options[0]
    answer: str = yield Choose(label, tuple(options), side)
    return answer


def strike_boxes(ship: str, track: str, boxes: int, said: Words = "") -> Generator[Effect, Any, int]:
    """Strike boxes off a track, but not more than are left. The answer is the number struck off."""
    answer: int = yield Mark(ship, track, boxes, said)
    return answer


def lose(ship: object, track: str, boxes: int, said: Words = "") -> Effects:
    """Strike boxes off a track, but not more than are left. Unlike ``strike_boxes`` it gives no answer."""
    yield Mark(str(ship), track, boxes, said, answered=False)


def restore_boxes(ship: str, track: str, boxes: int, said: Words = "") -> Generator[Effect, Any, int]:
    """Restore boxes of a track, but not more than are missing. The answer is the number restored."""
    answer: int = yield Mark(ship, track, -boxes, said)
    return -answer


def set_fact(subject: object, name: str, value: FactValue, other: object = "", said: Words = "") -> Effects:
    """Set a fact of a ship, or of the battle if the subject is empty."""
    yield SetFact(str(subject), name, value, str(other), said)


def add(subject: object, name: str, amount: int = 1, other: object = "", said: Words = "") -> Effects:
    """Add an amount to a fact that is a number."""
    yield Add(str(subject), name, amount, str(other), said)


def append(subject: object, name: str, *entries: FactValue, said: Words = "") -> Effects:
    """Add entries to the end of a fact that is a list."""
    if entries:
        yield Append(str(subject), name, entries, said=said)


def clear(subject: object, name: str, other: object = "", said: Words = "") -> Effects:
    """Clear a fact of a ship, or of the battle if the subject is empty."""
    yield SetFact(str(subject), name, None, str(other), said)


def note(said: Words, section: str = "") -> Effects:
    """Write a remark into the journal."""
    yield Note(said, section)


def note_new(words: Callable[[], Iterable[Words]], changes: Effects, section: str = "") -> Effects:
    """Make changes. Then write the remarks that ``words`` returns now, without those that it returned before the changes."""
    known: list[Words] = []

    def remember() -> Iterable[Words]:
        known.extend(words())
        return ()

    yield Note(remember)
    yield from changes
    yield Note(lambda: [said for said in words() if said not in known], section)


def tally(name: str, value: int | str, who: object = "") -> Effects:
    """Count something for the odds and the report. Whole numbers of the same name are added up; a word replaces an
    earlier word.
    """
    yield Tally(name, value, str(who))


class Runs(Protocol):
    """Anything with effects: an order or a part."""

    def resolve(self, battle: Any) -> Effects:
        """The effects of the order or part when it is carried out."""
        ...


def run(*orders: Runs) -> Effects:
    """Carry out other orders, one after another."""
    if orders:
        yield Run(tuple(orders))
