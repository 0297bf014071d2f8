"""Spans of numbers as rule sheets print them, such as ``1-2``, ``7+`` or ``..2``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf, isfinite

import msgspec

from fleetbook.core.errors import InvalidInput

_NUMBER = r"-?\d+(?:\.\d+)?"
_SPAN = re.compile(rf"({_NUMBER})(?:(-)({_NUMBER})|(\+))?|\.\.({_NUMBER})", re.ASCII)
_NEAR = 1e-9


class Span(msgspec.Struct, frozen=True, order=True):
    """All numbers from ``low`` to ``high``, both included. Either end may be infinite."""

    low: float
    high: float

    @classmethod
    @lru_cache(maxsize=1 << 12)
    def parse(cls, text: str, where: str = "span") -> Span:
        """Read a span as a sheet prints it. Raises InvalidInput for any other text. Results are cached, because the same spans
        are read many times.
        """
        found = _SPAN.fullmatch(text.strip())
        if not found:
            raise InvalidInput(where, text, "a span like 3, 1-2, 7+ or ..2")
        if found[5]:
            return cls(-inf, float(found[5]))
        low = float(found[1])
        high = inf if found[4] else float(found[3]) if found[3] else low
        if high < low:
            raise InvalidInput(where, text, "a span whose second number is the larger")
        return cls(low, high)

    def __contains__(self, number: float) -> bool:
        return self.low - _NEAR <= number <= self.high + _NEAR

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.low:g}"
        if self.high == inf:
            return f"{self.low:g}+"
        return f"..{self.high:g}" if self.low == -inf else f"{self.low:g}-{self.high:g}"


def check_cover(spans: Sequence[Span], whole: Span, step: float, where: str) -> None:
    """Raise InvalidInput unless the spans cover the span ``whole`` exactly once. Between two spans there may be a gap of at most
    ``step``.
    """
    ordered = sorted(spans)
    if not ordered:
        raise InvalidInput(where, "no row", f"rows that cover {whole}")
    covered = Span(ordered[0].low, max(span.high for span in ordered))
    if covered.low > whole.low + _NEAR or covered.high < whole.high - _NEAR:
        raise InvalidInput(where, str(covered), f"rows that cover {whole}")
    for below, above in pairwise(ordered):
        if above.low <= below.high + _NEAR:
            raise InvalidInput(where, f"{below} and {above}", "rows that do not overlap")
        if above.low > below.high + step + _NEAR:
            raise InvalidInput(where, f"{below} and {above}", "rows without a gap between them")


def check_faces(spans: Sequence[Span], die: Span, where: str) -> None:
    """Raise InvalidInput unless the spans are whole numbers and cover every total of the die exactly once."""
    for span in spans:
        if any(isfinite(end) and end != int(end) for end in (span.low, span.high)):
            raise InvalidInput(where, str(span), "whole numbers, as dice show them")
    check_cover(spans, die, 1, where)
