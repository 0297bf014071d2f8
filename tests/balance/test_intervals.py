"""The intervals of a table hold the true share as often as they say, on a scenario whose odds the sheet prints."""

from __future__ import annotations

from math import comb, sqrt
from pathlib import Path

import pytest

from fleetbook.balance.runs import balance_of, plan_of, rows
from fleetbook.reports.balance.shares import share_of_pairs, wilson

SINKS = 0.2
"""A battleship without hull boxes sinks on 1 to 3 on a D10; calm weather adds 1 to the die, so that 1 and 2 sink her."""
SCENARIO = """
ruleset = "aanda"
title = "Known odds"
rosters = ["aanda/war-of-1898"]

[conditions]
weather = "Calm to Moderate"
light = "day"

[victory]
otherwise = "Blue"
turns = 1

[[victory.count]]
name = "Blue ships sunk"
side = "Red"
what = "ships lost"
of = ["Oregon"]

[[victory.aim]]
side = "Red"
needs = [{ count = "Blue ships sunk", least = 1 }]

[table]
wide = 300
high = 300
turns = 1
quiet = 1

[[side]]
name = "Red"
ships = [{ card = "Iowa", squadron = "Red line" }]
[[side.squadron]]
name = "Red line"
crew = "standard"
flagship = "Iowa"
[[side.place]]
of = ["Iowa"]
at = [20, 20]
heading = 0

[[side]]
name = "Blue"
ships = [{ card = "Oregon", squadron = "Blue line", left = { hull = 0 } }, { card = "Brooklyn", squadron = "Blue line" }]
[[side.squadron]]
name = "Blue line"
crew = "standard"
flagship = "Oregon"
[[side.place]]
of = ["Oregon", "Brooklyn"]
apart = 8
at = [280, 280]
heading = 0
"""


@pytest.mark.parametrize(
    ("tables", "battles"),
    [(10, 20), pytest.param(200, 30, marks=[pytest.mark.campaign, pytest.mark.timeout(3600)])],
)
def test_the_intervals_cover_the_known_odds(tables: int, battles: int, tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    covered, won = 0, 0
    for table in range(tables):
        plan = plan_of(path, {"Red": ["run-home"], "Blue": ["run-home"]}, battles, f"table {table}", {})
        red = balance_of(plan, rows(plan)).pairs[0].sides[0]
        covered += red.low <= SINKS <= red.high
        won += red.won
    inside = [number for number in range(battles + 1) if wilson(number, battles)[0] <= SINKS <= wilson(number, battles)[1]]
    chance = sum(comb(battles, number) * SINKS**number * (1 - SINKS) ** (battles - number) for number in inside)
    assert 0.93 < chance < 0.99
    assert abs(covered - chance * tables) <= 3 * sqrt(chance * (1 - chance) * tables)
    whole = tables * battles
    assert abs(won - SINKS * whole) <= 3 * sqrt(SINKS * (1 - SINKS) * whole)


def test_pairs_whose_battles_end_alike_count_once() -> None:
    """Battles of one number have the same dice. Where doctrines change nothing, further pairs tell nothing more."""
    once = {number: ["Red" if number < 6 else "Blue"] for number in range(20)}
    alike = {number: winners * 4 for number, winners in once.items()}
    single, several = (share_of_pairs("Red", winners) for winners in (once, alike))
    assert (single.won, several.won, several.share) == (6, 24, 0.3)
    assert (single.low, single.high) == pytest.approx(wilson(6, 20))
    assert (several.low, several.high) == pytest.approx((single.low, single.high), rel=0.1)


def test_pairs_whose_battles_end_otherwise_count_whole() -> None:
    otherwise = {number: ["Red" if (number + pair) % 2 else "Blue" for pair in range(4)] for number in range(20)}
    found = share_of_pairs("Red", otherwise)
    assert (found.low, found.high) == pytest.approx(wilson(40, 80))
