"""Results of the damage tables as they are printed, taken apart: boxes by kind, speed, and what a footnote adds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.gwas.ground.composition import ALL
from fleetbook.rules.gwas.ground.ship import HULL, WEAPONS

CRITICAL, NOTHING, LEADER_KILLED, PLUNGING, EXPLOSION, LESS_BY_SECONDARY = (
    "critical", "no damage", "leader killed", "plunging", "explosion", "or 1 by secondary",
)  # fmt: skip
WORDS = (CRITICAL, NOTHING, LEADER_KILLED, PLUNGING, EXPLOSION, LESS_BY_SECONDARY)
KINDS = (*WEAPONS, HULL)
SPEED = "speed"


@dataclass(frozen=True)
class Damage:
    """What a result strikes off: pairs of kind and boxes (None: all of them), rungs of speed (None: all), and further words."""

    boxes: tuple[tuple[str, int | None], ...]
    speed: int | None
    words: tuple[str, ...]


@lru_cache(maxsize=256)
def read(result: str) -> Damage:
    """A printed result such as ``2 hull, -1 speed``. Raises InvalidInput for what play would not know."""
    boxes: list[tuple[str, int | None]] = []
    speed: int | None = 0
    words: list[str] = []
    for part in result.split(", "):
        number, _, kind = part.partition(" ")
        if part in WORDS:
            words.append(part)
        elif kind == SPEED:
            speed = None if number == ALL else abs(_whole(number, result))
        elif kind in KINDS:
            boxes.append((kind, None if number == ALL else _whole(number, result)))
        else:
            raise InvalidInput(
                f"result {result}", part, f"a number of {', '.join(KINDS)} or speed, or one of: {'; '.join(WORDS)}"
            )
    return Damage(tuple(boxes), speed, tuple(words))


def _whole(text: str, result: str) -> int:
    if not text.lstrip("-").isdecimal():
        raise InvalidInput(f"result {result}", text, "a whole number, or all")
    return int(text)
