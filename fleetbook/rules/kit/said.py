"""Words that results have in common: how many, a list, a sentence, the score that was thrown."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.battle.events import Rolled
from fleetbook.core.parsing import counted as counted  # noqa: PLC0414 (rules count in words too)

REACHED, NOT_OVER = "yes", "not over"
"""The result of a throw that reached its score; the beginning of that of one that did not beat its figure."""


def hits(number: int) -> str:
    """``1 HIT``, ``2 HITS``."""
    return counted(number, "hit").upper()


def listed(words: Iterable[str]) -> str:
    """``a, b and c``."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def sentence(words: str) -> str:
    """With a capital and a full stop; nothing stays nothing."""
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def sentences(*words: str) -> str:
    """Each of them that says something, as a sentence."""
    return " ".join(sentence(each) for each in words if each)


def on_score(roll: Rolled) -> str:
    """What was thrown and what was needed: ``4 on 6+``, or ``threw 2 (+1 calm), 3 where 4 is needed``."""
    if not roll.adjustments:
        return f"{roll.total} on {roll.row}"
    faces = " and ".join(str(face.face) for face in roll.faces)
    shifts = ", ".join(f"{shift.value:+d} {shift.text}" for shift in roll.adjustments)
    return f"threw {faces} ({shifts}), {roll.total} where {roll.row.removesuffix('+')} is needed"
