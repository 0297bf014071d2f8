"""A D10 at or under a score, as the text prints many chances; its 0 is a 10 (F7)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.orders.effects import Effect, draw
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.words import Says

FACES = 10


def up_to(said: Words, score: int) -> Generator[Effect, Any, bool]:
    """Whether a D10 shows this score or less; none and certainty need no die."""
    sure = min(max(score, 0), FACES)
    answer: str = yield from draw(Says.up_to(what=said, score=score), (("yes", sure), ("no", FACES - sure)))
    return answer == "yes"
