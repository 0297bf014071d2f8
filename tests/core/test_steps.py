"""Throws: results of totals and probabilities of answers, against every face counted by hand."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any

import pytest

from fleetbook.core.battle.fact_effects import Mark
from fleetbook.core.battle.facts import type_strict_key
from fleetbook.core.dice import Dice
from fleetbook.core.orders import effects as steps
from fleetbook.core.orders.effects import Choose
from fleetbook.core.orders.throws import AtLeastThrow, DrawThrow, RollOverThrow, TableThrow, Throw
from fleetbook.core.tables.table import Modifier
from tests.core import toy

STEADY, GUST = Modifier("steady", 1, "firer stopped"), Modifier("gust", -2, "a gust")
TABLES = toy.RULES.tables


def by_every_face(throw: Throw) -> dict[Any, float]:
    """The law of a throw's answer, from every combination of its faces."""
    found: dict[Any, float] = defaultdict(float)
    for faces in product(range(1, throw.dice.sides + 1), repeat=throw.dice.count):
        answer = throw.settle(sum(faces) + throw.dice.plus).answer
        found[type_strict_key(answer)] += throw.dice.sides**-throw.dice.count
    return dict(found)


@pytest.mark.parametrize(
    "throw",
    [
        Throw("sum", Dice(2, 6, 1), (STEADY, GUST)),
        Throw("one", Dice(1, 4)),
        AtLeastThrow("score", Dice(2, 4), (GUST,), needed=4),
        RollOverThrow("excess", Dice(1, 20), over=8),
        DrawThrow("draw", Dice(1, 4), options=(("bow", 1), ("waist", 2), ("stern", 1))),
        TableThrow("table", Dice(1, 6), (STEADY,), table=TABLES.table("gunfire"), line=10),
        TableThrow("cells", Dice(2, 4), table=TABLES.table("leaks"), line="barge"),
    ],
    ids=lambda throw: throw.label,
)
def test_branches_are_every_face_with_like_answers_together(throw: Throw) -> None:
    branches = {type_strict_key(answer): chance for chance, answer in throw.branches()}
    assert branches == pytest.approx(by_every_face(throw))
    assert sum(branches.values()) == pytest.approx(1)
    assert len(branches) == len(list(throw.branches()))


def test_modifiers_shift_the_total() -> None:
    assert Throw("x", Dice(1, 6), (STEADY, GUST)).settle(5).answer == 4


@pytest.mark.parametrize(("total", "reached"), [(3, False), (4, True), (9, True)])
def test_a_score_is_reached_at_the_very_figure(total: int, reached: bool) -> None:
    settled = AtLeastThrow("x", Dice(1, 6), (), needed=4).settle(total)
    assert (settled.answer, settled.result, settled.row) == (reached, "yes" if reached else "no", "4+")


@pytest.mark.parametrize(
    ("total", "left", "words"), [(7, 0, "not over 8"), (8, 0, "not over 8"), (9, 1, "1 over 8"), (20, 12, "12 over 8")]
)
def test_the_total_above_a_figure(total: int, left: int, words: str) -> None:
    settled = RollOverThrow("x", Dice(1, 20), over=8).settle(total)
    assert (settled.answer, settled.result) == (left, words)


@pytest.mark.parametrize(
    ("modifiers", "total", "result", "row"),
    [
        ((), 1, "miss", "1-3"),
        ((), 6, "two hits", "6+"),
        ((STEADY,), 6, "two hits", "6+"),
        ((GUST,), 1, "miss", "1-3"),
        ((STEADY,), 3, "hit", "4-5"),
    ],
)
def test_a_total_beyond_either_end_of_a_table_reads_that_end(
    modifiers: tuple[Modifier, ...], total: int, result: str, row: str
) -> None:
    throw = TableThrow("x", Dice(1, 6), modifiers, table=TABLES.table("gunfire"), line=10)
    assert (throw.settle(total).answer, throw.settle(total).row) == (result, row)


@pytest.mark.parametrize(("face", "name", "row"), [(1, "bow", "1"), (2, "waist", "2-3"), (3, "waist", "2-3"), (4, "stern", "4")])
def test_a_draw_counts_the_weights_through(face: int, name: str, row: str) -> None:
    settled = DrawThrow("x", Dice(1, 4), options=(("bow", 1), ("waist", 2), ("stern", 1))).settle(face)
    assert (settled.answer, settled.row) == (name, row)


def answered(generator: Any, *answers: Any) -> tuple[list[Any], Any]:
    """The effects of a function of rules under these answers, and its value."""
    yielded: list[Any] = []
    sent: Any = None
    replies = iter(answers)
    while True:
        try:
            yielded.append(generator.send(sent))
        except StopIteration as end:
            return yielded, end.value
        sent = next(replies, None)


def test_one_alone_is_drawn_and_chosen_without_dice_or_player() -> None:
    assert answered(steps.draw("x", [("bow", 3), ("waist", 0)])) == ([], "bow")
    assert answered(steps.choose("x", ["fight"])) == ([], "fight")


def test_a_draw_has_as_many_faces_as_weights() -> None:
    yielded, name = answered(steps.draw("x", toy.COMPARTMENTS), "waist")
    assert (yielded[0].dice, name) == (Dice(1, 4), "waist")


@pytest.mark.parametrize("options", [[], [("bow", 0)], [("bow", -1)]])
def test_nothing_to_draw_from_is_a_mistake_of_the_rules(options: list[tuple[str, int]]) -> None:
    with pytest.raises(ValueError, match="nothing to draw from for compartment"):
        answered(steps.draw("compartment", options))


def test_a_choice_is_a_step_of_the_side_that_makes_it() -> None:
    assert answered(steps.choose("x", ["fight", "yield"], "Waders"), "yield") == (
        [Choose("x", ("fight", "yield"), "Waders")],
        "yield",
    )


def test_boxes_are_struck_and_restored_by_one_step() -> None:
    assert answered(steps.strike_boxes("Duck", "hull", 3, "x"), 2) == ([Mark("Duck", "hull", 3, "x")], 2)
    assert answered(steps.restore_boxes("Duck", "hull", 3), -1) == ([Mark("Duck", "hull", -3)], 1)


def test_no_orders_are_no_step() -> None:
    assert answered(steps.run()) == ([], None)
