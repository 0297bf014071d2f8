"""Edges between the spans of a table moved, and dice given more sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf

from fleetbook.core.dice import Dice
from fleetbook.core.tables.span import Span

SIDES = {2: 3, 3: 4, 4: 6, 6: 8, 8: 10, 10: 12, 12: 20, 20: 24, 100: 120}


def larger(dice: str) -> str:
    """The same dice with more sides."""
    parsed = Dice.parse(dice)
    return dice[: -len(str(parsed.sides))] + str(SIDES.get(parsed.sides, parsed.sides + 1))


def moved(labels: Sequence[str], step: float, ends: bool = False) -> Iterator[tuple[str, dict[int, str]]]:
    """Each edge between two neighbouring spans moved by a step, with ``ends`` the last one too where it is closed: what is moved,
    and the labels by place that are then others. Spans of one number each change places.
    """
    spans = sorted((Span.parse(label), place) for place, label in enumerate(labels))
    for (below, at), (above, after) in pairwise(spans):
        yield f"edge of {below} and {above}", {at: str(_lower(below, above, step)), after: str(_upper(below, above, step))}
    last, place = spans[-1]
    if ends and last.high != inf and len(spans) > 1:
        yield f"end of {last}", {place: str(Span(last.low, _near(last.high + step)))}


def _lower(below: Span, above: Span, step: float) -> Span:
    if above.low < above.high:
        return Span(below.low, _near(below.high + step))
    return above if below.low == below.high else Span(below.low, _near(below.high - step))


def _upper(below: Span, above: Span, step: float) -> Span:
    if above.low < above.high:
        return Span(_near(above.low + step), above.high)
    return below if below.low == below.high else Span(_near(above.low - step), above.high)


def _near(number: float) -> float:
    return round(number, 6)


def reaching(labels: Sequence[str], die: str) -> dict[int, str]:
    """The label of the highest span, so that it reaches the highest throw of dice."""
    highest, (last, place) = Dice.parse(die).highest, max((Span.parse(label), place) for place, label in enumerate(labels))
    return {place: str(Span(last.low, highest))} if last.high < highest else {}
