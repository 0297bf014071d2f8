"""What an order wants before it can go on: a die typed in, with what it is for and what each face comes to, or a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Event
from fleetbook.core.dice import thrown_as
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.effects import Choose
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.throws import AtLeastThrow, RollOverThrow, Throw
from fleetbook.core.orders.tree import plain_inputs
from fleetbook.core.words.wording import Wording

S = TypeVar("S", bound=Ship)
MANY = 2  # alike: fewer are not counted


class InputNeeded(FleetbookError):
    """An order cannot go on before a die is typed in or a player has chosen; nothing has happened yet. ``events`` are those that
    it came to up to there.
    """

    events: tuple[Event, ...] = ()


class DieNeeded(InputNeeded):
    """The order needs a die that was not supplied. ``faces`` says what each would come to, ``about`` in what order or part, and
    ``place`` which of how many alike it is, and ``asks`` what faces answer that come to a bare yes and no, ``count`` how many
    dice the throw has; where all faces come to the same it does not ``matter``.
    """

    about = faces = place = asks = ""
    count = 1
    matters = True

    def __init__(self, label: str, sides: int, number: int) -> None:
        self.label, self.sides, self.number = label, sides, number
        super().__init__(f"die {number} is wanted: a {thrown_as(sides)} for {label}")

    @property
    def brings(self) -> str:
        """What the throw is about, and what each face comes to."""
        return ": ".join(filter(None, (self.about, self.answers)))

    @property
    def answers(self) -> str:
        """What each face comes to, behind the question where they answer one."""
        return f"{self.asks}? {self.faces}" if self.asks else self.faces

    @property
    def thrown(self) -> str:
        """What players throw for it, and what each face comes to; of several dice that every face is wanted, not their total."""
        several = {1: "", 2: "both faces"}.get(self.count, "all faces")
        dice = f"{self.count if several else ''}{thrown_as(self.sides)}"
        return ": ".join(filter(None, (dice, self.answers, several)))

    @property
    def die(self) -> str:
        """The die that is wanted: ``die 3, D10, shot 2 of 4: to hit``."""
        which = ", ".join(filter(None, (f"die {self.number}", thrown_as(self.sides), self.place)))
        return f"{which}: {self.label}"


class ChoiceNeeded(InputNeeded):
    """The order needs a choice that was not made."""

    def __init__(self, step: Choose, label: str) -> None:
        self.label, self.options, self.side = label, step.options, step.side
        who = f"{step.side} chooses " if step.side else ""
        super().__init__(f"a choice is wanted: {who}{label}: {', '.join(step.options)}")


@dataclass(frozen=True)
class UnderWay(Generic[S]):
    """A part that is being resolved, the one of this ``number``, from 0, ``among`` those that are done one after another."""

    part: Part[S]
    among: Sequence[Part[S]]
    number: int

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """The inputs of the part as JSON gives them back."""
        return plain_inputs(self.part)

    @property
    def place(self) -> str:
        """Which it is of how many of its kind: ``shot 2 of 4``; empty where it is alone of its kind."""
        kind = type(self.among[self.number]) if self.among else None
        alike = [number for number, part in enumerate(self.among) if type(part) is kind]
        if len(alike) < MANY:
            return ""
        return f"{self.part.title.lower()} {alike.index(self.number) + 1} of {len(alike)}"


def asked_in(parts: Sequence[UnderWay[S]], battle: Battle[S]) -> tuple[str, str]:
    """What is thrown for in the innermost of some parts, with the part that it belongs to where it is told as done by that, and
    which of how many it is.
    """
    inside = list(takewhile(lambda one: one.part.inline, reversed(parts)))
    told = [*parts[: len(parts) - len(inside)][-1:], *reversed(inside)]
    return ", ".join(_within(one.part.asked(battle), one.part) for one in told), ", ".join(one.place for one in told if one.place)


def _within(words: str, part: Part[S]) -> str:
    """What is asked for in a part, inside a sentence."""
    return words.lower() if words == part.title else words


def outcomes(step: Throw, wording: Wording) -> str:
    """What each face of a single die comes to, modifiers counted in: ``1-3 nothing, 4 straddle, 5-6 1 hit``, or ``1-2
    misses, 3-6 hits, 67 % (4+ needed, +1 calm counted in)``; empty where a number is thrown for.
    """
    if isinstance(step, RollOverThrow):
        return f"{_to_beat(step)}{_counted_in(step, wording)}"
    faces = range(1, step.dice.sides + 1) if step.dice.count == 1 else range(0)
    runs: list[tuple[str, int, int]] = []
    for face in faces:
        result = step.describe(face + step.dice.plus)
        first = runs.pop()[1] if runs and runs[-1][0] == result else face
        runs.append((result, first, face))
    if all(result.lstrip("-").isdigit() for result, _, _ in runs):
        return ""
    told = ", ".join(f"{first}{f'-{last}' if last > first else ''} {result}" for result, first, last in runs)
    return f"{told}{_counted_in(step, wording)}"


def _to_beat(step: RollOverThrow) -> str:
    """From which total on a throw beats its figure, and that what is above it counts."""
    least = step.over + 1 - step.shift
    if least > step.dice.highest:
        return f"no total beats {step.over}"
    return f"{max(least, step.dice.lowest)} or more: what is over {step.over}"


def _counted_in(step: Throw, wording: Wording) -> str:
    """The chance and the score of a throw for one, and the modifiers."""
    shifts = ", ".join(f"{one.value:+d} {wording.words(one.said) if one.said else one.text}" for one in step.modifiers)
    shifted = f"{shifts} counted in" if shifts else ""
    if not isinstance(step, AtLeastThrow):
        return f" ({shifted})" if shifted else ""
    chance = sum(weight for weight, reached in step.branches() if reached)
    return f", {100 * chance:.0f} % ({', '.join(filter(None, (f'{step.needed}+ needed', shifted)))})"
