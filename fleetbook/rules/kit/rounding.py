"""Rounding of decimal numbers as they are written. Binary fractions would round some halves wrongly."""

from __future__ import annotations

from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from functools import lru_cache
from math import floor


def half_up(number: float) -> int:
    """The nearest whole number. Halves round up."""
    return floor(number + 0.5)


@lru_cache(maxsize=1 << 10)
def to_places(number: float, places: int, halves: str = "up") -> float:
    """A number rounded to this many decimal places. ``halves`` says whether a half rounds up or down."""
    rounding = ROUND_HALF_UP if halves == "up" else ROUND_HALF_DOWN
    return float(Decimal(repr(number)).quantize(Decimal(1).scaleb(-places), rounding))
