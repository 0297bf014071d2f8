"""What the charts of a report show: figures only; how they are drawn is the business of a format that has pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Line:
    """Boxes left on one track of a ship at the start and at the end of each turn."""

    label: str
    full: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A ship's tracks, the first one first; ``lost`` is the turn in which she was lost, None while she fights on; ``standing``
    what she is if she is there and no longer fights as before.
    """

    ship: str
    side: str
    lines: tuple[Line, ...]
    lost: int | None = None
    standing: str = ""


@dataclass(frozen=True, slots=True)
class BoxesLeft:
    """A panel for each ship; ``turns`` are the numbers of the turns that ended, after 0 for the start, or of stages of turns that
    have ``names``.
    """

    sides: tuple[str, ...]
    turns: tuple[int, ...]
    panels: tuple[Panel, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """A firer's hits, those to be expected, and between how many they lie in eight battles of ten."""

    name: str
    side: str
    hits: int
    expected: float
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class HitsByFirer:
    """A bar for each ship that fired."""

    sides: tuple[str, ...]
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Leaving:
    """A ship that left the fight in a turn, and how."""

    ship: str
    side: str
    turn: int
    how: str


@dataclass(frozen=True, slots=True)
class LossTimes:
    """When each ship was lost, up to the last turn of the battle, or the last stage; these have ``names``, after one for 0."""

    sides: tuple[str, ...]
    turns: int
    losses: tuple[Leaving, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RangeBands:
    """A strip for each line of the tables with the far ends of its bands, all to one scale, as on a ruler."""

    unit: str
    rows: tuple[tuple[str, tuple[float, ...]], ...]


Chart: TypeAlias = BoxesLeft | HitsByFirer | LossTimes | RangeBands
