"""What one change of the victory conditions would do: the same as the scenario so changed, fought on the same dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.balance.ground import ground_of
from fleetbook.balance.runs import balance_of, plan_of, rows, rows_of, what_changes
from fleetbook.core.battle.victory import Aim, Count, Need, Victory
from fleetbook.reports.balance.conditions import LEAST, MOST, Tried, changes_to_try, even_start
from fleetbook.reports.balance.rows import BattleRow, CountRow, FateRow, FoughtRow
from fleetbook.reports.balance.section import _deciders, change_words, in_words
from fleetbook.reports.balance.summary import deciders
from tests.balance.test_intervals import SCENARIO

THREE = (
    SCENARIO.replace(
        '{ card = "Oregon", squadron = "Blue line", left = { hull = 0 } }',
        ", ".join(f'{{ card = "Oregon", name = "Hulk {n}", squadron = "Blue line", left = {{ hull = 0 }} }}' for n in (1, 2, 3)),
    )
    .replace('of = ["Oregon"]', 'of = ["Hulk 1", "Hulk 2", "Hulk 3"]')
    .replace('of = ["Oregon", "Brooklyn"]', 'of = ["Hulk 1", "Hulk 2", "Hulk 3", "Brooklyn"]')
    .replace('flagship = "Oregon"', 'flagship = "Brooklyn"')
)
BY = {"Red": ["run-home"], "Blue": ["run-home"]}


def scenario(folder: Path, least: int) -> Path:
    path = folder / f"least {least}.toml"
    path.write_text(THREE.replace("least = 1", f"least = {least}"), encoding="utf-8")
    return path


def test_a_change_does_what_the_changed_scenario_does(tmp_path: Path) -> None:
    """Each of three hulks sinks by two faces of ten: one of them by 49 %, two by 10 %, all by 1 %."""
    plans = {least: plan_of(scenario(tmp_path, least), BY, 30, "s", {}) for least in (1, 2, 3)}
    found = {least: rows_of(plan, rows(plan)) for least, plan in plans.items()}
    won = {least: sum(row.battle.winner == "Red" for row in those) for least, those in found.items()}
    assert won[1] > won[2] >= won[3]
    shown: list[tuple[int, int]] = []
    changes = what_changes(plans[2], found[2], watch=lambda what, done, of: shown.append((done, of)))
    assert {change.now: change.sides[0].won for change in changes} == {1: won[1], 3: won[3]}
    assert all(change.more == pytest.approx((change.sides[0].won - won[2]) / 30) for change in changes)
    assert changes[0].evens == max(change.evens for change in changes)
    assert shown[-1][0] == shown[-1][1] < 30  # only battles that may end otherwise are fought again
    words = " ".join(in_words(balance_of(plans[2], found[2], changes)))
    assert f"Red wins {100 * won[2] / 30:.0f} %" in words
    assert "Decided by: Blue ships sunk, reached" in words
    assert "The change that evens the battle most: Red needs “Blue ships sunk” 1 in place of 2, +" in words


def test_each_number_of_an_aim_is_tried_a_step_easier_and_harder(tmp_path: Path) -> None:
    for least, steps in ((1, [2]), (2, [1, 3]), (3, [2])):  # none of no ships, none of four
        tried = changes_to_try(ground_of(scenario(tmp_path, least)).setup)
        assert [(one.side, one.count, one.now) for one in tried] == [("Red", "Blue ships sunk", now) for now in steps]


def test_all_aims_of_a_side_move_together() -> None:
    needs = (Need("sunk", least=2), Need("own lost", most=1))
    victory = Victory(
        (), (Aim("Red", needs), Aim("Red", (Need("sunk", least=4),), "great"), Aim("Blue", (Need("sunk", most=0),)))
    )
    harder = Tried("Red", LEAST, "sunk", 2, 3).applied(victory)
    assert [[need.least for need in aim.needs] for aim in harder.aim] == [[3, None], [5], [None]]
    milder = Tried("Red", MOST, "own lost", 1, 2).applied(victory)
    assert [[need.most for need in aim.needs] for aim in milder.aim] == [[None, 2], [None], [0]]


def scored(number: int, red: float, blue: float) -> FoughtRow:
    winner = "Red" if red > blue else "Blue" if blue > red else ""
    battle = BattleRow(
        number=number, seed="s", doctrines="a / b", winner=winner, degree="", decided="score", ended="turn limit", turns=9,
        orders=99, refused=0, lost="0 / 0", decided_by="boxes",
    )  # fmt: skip
    fates = tuple(FateRow(ship=side, side=side, fate="fights on", turn=None, share=1.0) for side in ("Red", "Blue"))
    counts = (
        CountRow(side="Red", name="r", number=red, points=red), CountRow(side="Blue", name="b", number=blue, points=blue),
    )  # fmt: skip
    return FoughtRow(battle=battle, pair=("a", "b"), fates=fates, counts=counts)


def test_the_start_that_evens_a_battle_by_points() -> None:
    compared = Victory((Count("r", "Red", "boxes"), Count("b", "Blue", "boxes")), compare=True)
    leads = [(40, 10), (30, 10), (25, 15), (10, 9)]  # Red leads by 30, 20, 10 and 1
    found = [scored(number, *one) for number, one in enumerate(leads)]
    start = even_start(found, compared)
    assert start is not None
    assert (start.side, 10 < start.now < 20, [share.won for share in start.sides]) == ("Blue", True, [2, 2])
    assert (start.more, start.evens) == (0.5, 1)
    assert change_words(start) == "Blue begins with 11 points"
    assert _deciders(deciders([scored(1, 5, 9), scored(2, 9, 5)]), 2) == "points 100 %"
    assert even_start([scored(1, 5, 9), scored(2, 9, 5)], compared) is None
    assert even_start(found, Victory((), (Aim("Red", ()),), compare=True)) is None
