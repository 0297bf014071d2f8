"""Errors that stop an order until a die is typed in or a player chooses. They tell the player what is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Generic, TypeAlias, TypeVar

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
Run: TypeAlias = tuple[int, int, str]
MANY = 2  # equal parts are numbered from this many on


class InputNeeded(FleetbookError):
    """An order cannot go on until a die is typed in or a player has chosen. Nothing has been changed yet.

    events  the events of the order so far
    """

    events: tuple[Event, ...] = ()


class DieNeeded(InputNeeded):
    """The order needs a die that was not supplied.

    about     the action of the order or part that throws the die
    place     the place of the part among similar parts, and of the die in its throw, such as "shot 2 of 4"
    faces     the outcome of each face
    runs      for each run of faces with the same outcome: the first face, the last face and the outcome. Empty if the outcomes
              are only numbers
    counted   the modifiers and the number needed, in words that follow ``faces``
    asks      the question that the faces answer with yes or no; empty if they answer none
    count     the number of dice in this throw
    matters   whether different faces have different outcomes
    sufferer  the ship that suffers the outcome, such as the place of a hit; empty if no ship does
    names     words from the label of the throw, then from the inputs of the parts around it, the innermost part first. One of
              them names who throws
    """

    names: tuple[str, ...] = ()
    about = faces = place = asks = counted = sufferer = ""
    runs: tuple[Run, ...] = ()
    count = 1
    matters = True

    def __init__(self, label: str, sides: int, number: int) -> None:
        self.label, self.sides, self.number = label, sides, number
        super().__init__(f"die {number} is wanted: a {thrown_as(sides)} for {label}")

    @property
    def brings(self) -> str:
        """The purpose of the throw, with the outcome of each face."""
        return ": ".join(filter(None, (self.about, self.answers)))

    @property
    def answers(self) -> str:
        """The outcome of each face. If the faces answer a question, the question comes first."""
        return f"{self.asks}? {self.faces}" if self.asks else self.faces

    @property
    def thrown(self) -> str:
        """The dice to throw and the outcome of each face. If there are two or more dice, the words ask for each face, because the
        total is not enough.
        """
        several = {1: "", 2: "both faces"}.get(self.count, "all faces")
        dice = f"{self.count if several else ''}{thrown_as(self.sides)}"
        return ": ".join(filter(None, (dice, self.answers, several)))

    @property
    def die(self) -> str:
        """The missing die in words: ``die 3, D10, shot 2 of 4: to hit``."""
        which = ", ".join(filter(None, (f"die {self.number}", thrown_as(self.sides), self.place)))
        return f"{which}: {self.label}"


class ChoiceNeeded(InputNeeded):
    """The order needs a choice that no player has made yet."""

    def __init__(self, step: Choose, label: str) -> None:
        self.label, self.options, self.side = label, step.options, step.side
        who = f"{step.side} chooses " if step.side else ""
        super().__init__(f"a choice is wanted: {who}{label}: {', '.join(step.options)}")


@dataclass(frozen=True)
class UnderWay(Generic[S]):
    """A part that is being carried out.

    among   the parts that were yielded together with this part, in their order
    number  the position of this part in ``among``, from 0
    """

    part: Part[S]
    among: Sequence[Part[S]]
    number: int

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """The inputs of the part as JSON stores them."""
        return plain_inputs(self.part)

    @property
    def sufferer(self) -> str:
        """The ship that suffers from the part; empty if no ship does."""
        return str(getattr(self.part, self.part.suffered_by)) if self.part.suffered_by else ""

    @property
    def place(self) -> str:
        """The part's place among similar parts: ``shot 2 of 4``. Empty if there is only one."""
        kind = type(self.among[self.number]) if self.among else None
        alike = [number for number, part in enumerate(self.among) if type(part) is kind]
        if len(alike) < MANY:
            return ""
        return f"{self.part.title.lower()} {alike.index(self.number) + 1} of {len(alike)}"


def asked_in(parts: Sequence[UnderWay[S]], battle: Battle[S]) -> tuple[str, str]:
    """The purpose of a die in the innermost part, and the part's place among similar parts.

    If the innermost part is inline, the purpose also names the part around it.
    """
    inside = list(takewhile(lambda one: one.part.inline, reversed(parts)))
    named = [*parts[: len(parts) - len(inside)][-1:], *reversed(inside)]
    asked = [(one.part.asked(battle), one.part.title) for one in named]
    words = [text.lower() if text == title else text for text, title in asked]
    return ", ".join(words), ", ".join(one.place for one in named if one.place)


def outcomes(step: Throw, wording: Wording) -> str:
    """The outcome of each face of a single die, with the modifiers in words. Empty if the outcomes are only numbers.

    ``1-3 nothing, 4 straddle, 5-6 1 hit``, or ``1-2 misses, 3-6 hits, 67 % (3+ on the die: 4+ needed, +1 calm counted in)``.
    """
    if isinstance(step, RollOverThrow):
        least = step.over + 1 - step.shift
        counts = f"only what is over {step.over} counts" if step.over else "the whole number counts"
        beats = f"{max(least, step.dice.lowest)} or more: {counts}"
        return f"{beats if least <= step.dice.highest else f'no total beats {step.over}'}{counted_in(step, wording)}"
    faced = ", ".join(f"{first}{f'-{last}' if last > first else ''} {result}" for first, last, result in face_runs(step))
    return f"{faced}{counted_in(step, wording)}" if faced else ""


def face_runs(step: Throw) -> tuple[Run, ...]:
    """The runs of faces of a single die that have the same outcome. Empty for several dice, and if the outcomes are only
    numbers.
    """
    runs: list[Run] = []
    for face in range(1, step.dice.sides + 1) if step.dice.count == 1 else ():
        result = step.describe(face + step.dice.plus)
        first = runs.pop()[0] if runs and runs[-1][2] == result else face
        runs.append((first, face, result))
    return () if isinstance(step, RollOverThrow) or all(result.lstrip("-").isdigit() for _, _, result in runs) else tuple(runs)


def counted_in(step: Throw, wording: Wording) -> str:
    """The modifiers of a throw in words. If the throw must reach a number, the text has this number and the chance too. If there
    are modifiers as well, it has the faces that the dice must show.
    """
    shifts = ", ".join(f"{one.value:+d} {wording.words(one.said) if one.said else one.text}" for one in step.modifiers)
    shifted = f"{shifts} counted in" if shifts else ""
    if not isinstance(step, AtLeastThrow):
        return f" ({shifted})" if shifted else ""
    chance = sum(weight for weight, reached in step.branches() if reached)
    shown = f"{step.needed - step.shift}+ on the {'die' if step.dice.count == 1 else 'dice'}: " if shifted else ""
    return f", {100 * chance:.0f} % ({shown}{', '.join(filter(None, (f'{step.needed}+ needed', shifted)))})"
