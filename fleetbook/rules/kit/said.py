"""Phrases for results: numbers, lists, sentences and scores."""

from __future__ import annotations

from collections.abc import Sequence

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.result import sentence as sentence  # noqa: PLC0414 (rules make sentences too)
from fleetbook.core.orders.happened import on_scores
from fleetbook.core.orders.happened import thrown as thrown  # noqa: PLC0414 (what a table was read with)
from fleetbook.core.parsing import counted as counted  # noqa: PLC0414 (rules count in words too)
from fleetbook.core.parsing import listed as listed  # noqa: PLC0414 (rules list names too)
from fleetbook.core.tables.table import Table

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
REACHED, NOT_OVER = "yes", "not over"
"""The result of a throw that reached its score, and the first words of one that did not beat its figure."""
MISSES_HITS = "misses", "hits"
"""The two results of a die thrown to hit."""


def in_words(number: int) -> str:
    """A number below ten as a word, ``six``, and others in figures."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def hits(number: int) -> str:
    """``1 HIT``, ``2 HITS``."""
    return counted(number, "hit").upper()


def does(name: str, one: str, several: str) -> str:
    """A name with a verb in its number: ``1st Division moves``, ``Cruisers move``."""
    return f"{name} {several if name.endswith('s') and not name.endswith('ss') else one}"


def together(labels: Sequence[str]) -> str:
    """A list of labels. Labels with the same first words are counted: ``two 20 mm (port aft, bow)``."""
    words = [label.split() for label in labels]
    shared = 0
    while all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
        shared += 1
    if len(labels) < 2 or not shared:
        return listed(labels)
    return f"{in_words(len(labels))} {' '.join(words[0][:shared])} ({', '.join(' '.join(each[shared:]) for each in words)})"


def sentences(*words: str) -> str:
    """Sentences from phrases. Empty phrases are left out."""
    return " ".join(sentence(each) for each in words if each)


def on_score(roll: Rolled) -> str:
    """The throw and the score needed: ``threw 4, it takes 6``. Modifiers count: ``threw 2 (+1 calm), 3 in all, it takes 4``."""
    return on_scores([roll])


def score(roll: Rolled, table: Table, wanted: str) -> str:
    """The throw and the score for a result of a table: ``threw 2, it takes 1 or less``."""
    rows = table.faces(roll.line or None)
    spans = [row.span for row in rows if row.result == wanted]
    low, high = min(span.low for span in spans), max(span.high for span in spans)
    least = min(row.span.low for row in rows)
    return f"threw {roll.total}, it takes {f'{high:g} or less' if low == least else f'{low:g}'}"


def score_but(roll: Rolled, table: Table, failing: str) -> str:
    """The throw and the score for the first result other than the failing one."""
    return score(roll, table, next(str(row.result) for row in table.faces(roll.line or None) if row.result != failing))
