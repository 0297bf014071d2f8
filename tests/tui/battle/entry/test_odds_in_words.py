"""Odds of a number in a form: a few values each alone, many in bands of about the same chance."""

from __future__ import annotations

from math import comb, isclose

from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.odds.shape import Chance, Count, OddsView
from fleetbook.reports.text_layout import cell_width
from fleetbook.store.catalogue import ruleset
from fleetbook.tui.battle.entry.odds_lines import banded, draw_odds

TABLES: RuleTables = ruleset("aanda").tables


def binomial(shots: int, chance: float) -> dict[int, float]:
    """How many of so many shots hit."""
    return {hits: comb(shots, hits) * chance**hits * (1 - chance) ** (shots - hits) for hits in range(shots + 1)}


def lines(chances: dict[int, float]) -> list[str]:
    spread = tuple(Chance(value=value, probability=p) for value, p in chances.items())
    told = OddsView(procedure="fire", headline="", inputs={}, exact=True, samples=0, error=0.0, undecided="",
                    counts=(Count(name="hits", mean=None, spread=spread),), ships=())  # fmt: skip
    return ["".join(text for text, _ in line) for line in draw_odds(told, TABLES, 80)]


def test_a_few_numbers_stand_each_by_itself() -> None:
    (line,) = lines(binomial(4, 0.5))
    assert line.split("hits")[1].strip().split("  ") == ["none 6 %", "1 25 %", "2 38 %", "3 25 %", "4 6 %"]


def test_many_numbers_stand_in_bands_on_one_line() -> None:
    (line,) = lines(binomial(40, 0.15))
    assert cell_width(line) <= 80
    assert line.rstrip().endswith("%")
    assert " or more " in line


def test_bands_are_whole_and_in_order_and_none_stands_for_itself() -> None:
    for shots in (8, 15, 40):
        for chance in (0.05, 0.3, 0.9):
            chances = binomial(shots, chance)
            told = banded(chances)
            assert told[0] == ("none", chances[0])
            assert isclose(sum(p for _, p in told), 1)
            firsts = [int(words.split()[0]) for words, _ in told[1:]]
            assert firsts == sorted(firsts)
            assert len(told) <= 7


def test_the_words_of_bands() -> None:
    even = dict.fromkeys(range(1, 11), 0.1)
    assert [words for words, _ in banded(even)] == ["2 or fewer", "3 to 4", "5 to 6", "7 to 8", "9 or more"]
