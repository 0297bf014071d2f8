"""Phrases for the results of orders: numbers, lists, sentences and scores."""

from __future__ import annotations

from collections.abc import Sequence

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.result import sentence as sentence  # noqa: PLC0414 (rules import it from here)
from fleetbook.core.orders.happened import on_scores
from fleetbook.core.orders.happened import thrown as thrown  # noqa: PLC0414 (rules import it from here)
from fleetbook.core.parsing import counted as counted  # noqa: PLC0414 (rules import it from here)
from fleetbook.core.parsing import does as does  # noqa: PLC0414 (rules import it from here)
from fleetbook.core.parsing import listed as listed  # noqa: PLC0414 (rules import it from here)
from fleetbook.core.tables.table import Table

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
REACHED, NOT_OVER = "yes", "not over"
"""Results of throws. ``yes`` means that the throw reached its score. A result that begins with ``not over`` means that the throw
was no higher than the figure it had to beat.
"""
MISSES_HITS = "misses", "hits"
"""The two possible results of a throw to hit."""


def in_words(number: int) -> str:
    """A number from 0 to 9 as a word, such as ``six``. Any other number is written in figures."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def hits(number: int) -> str:
    """A number of hits in capitals: ``1 HIT``, ``2 HITS``."""
    return counted(number, "hit").upper()


def together(labels: Sequence[str]) -> str:
    """A list of labels. Labels that all begin with the same words are counted: ``two 20 mm (port aft, bow)``."""
    words = [label.split() for label in labels]
    shared = 0
    while all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
        shared += 1
    if len(labels) < 2 or not shared:
        return listed(labels)
    return f"{in_words(len(labels))} {' '.join(words[0][:shared])} ({', '.join(' '.join(each[shared:]) for each in words)})"


def sentences(*words: str) -> str:
    """The phrases, each made into a sentence. Empty phrases are left out."""
    return " ".join(sentence(each) for each in words if each)


def on_score(roll: Rolled) -> str:
    """The throw and the score needed: ``threw 4, it takes 6``. Modifiers are shown too: ``threw 2 (+1 calm), 3 in all, it takes
    4``.
    """
    return on_scores([roll])


def in_short(rolls: Sequence[Rolled]) -> str:
    """Throws for the same score in figures alone: ``6 2, 5+ needed``, or with modifiers ``4 +1 −2 = 3, 4+ needed``."""
    each = []
    for roll in rolls:
        faces, shifts = (
            "+".join(str(face.face) for face in roll.faces),
            [shift.value for shift in roll.adjustments if shift.value],
        )
        added = "".join(f" {'+' if shift > 0 else '−'}{abs(shift)}" for shift in shifts)
        each.append(f"{faces}{added} = {roll.total}" if added else faces)
    return f"{('; ' if any('=' in one for one in each) else ' ').join(each)}, {rolls[0].row} needed"


def repaired(done: Sequence[str], left: Sequence[str]) -> str:
    """A phrase about a ship's repairs, done and not done, without her name: ``fire repaired, rudder and bridge not``."""
    parts = [f"{listed(done)} repaired"] * bool(done) + [f"{listed(left)} not{'' if done else ' repaired'}"] * bool(left)
    return ", ".join(parts)


def score(roll: Rolled, table: Table, wanted: str) -> str:
    """The throw and the score for the wanted result of a table: ``threw 2, it takes 1 or less``."""
    rows = table.faces(roll.line or None)
    spans = [row.span for row in rows if row.result == wanted]
    low, high = min(span.low for span in spans), max(span.high for span in spans)
    least = min(row.span.low for row in rows)
    return f"threw {roll.total}, it takes {f'{high:g} or less' if low == least else f'{low:g}'}"


def score_but(roll: Rolled, table: Table, failing: str) -> str:
    """The same as ``score``, for the first result in the table that is not the failing one."""
    return score(roll, table, next(str(row.result) for row in table.faces(roll.line or None) if row.result != failing))
