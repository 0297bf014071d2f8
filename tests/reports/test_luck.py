"""Luck: hits against the exact law of their sum, by hand, by brute force and against an independent computation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import icepool  # type: ignore[import-untyped]
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleetbook.reports import luck as luck_module
from fleetbook.reports.document import Grid, Paragraph
from fleetbook.reports.journal.other_faces import changed_hits
from fleetbook.reports.journal.story import story_section
from fleetbook.reports.luck import Fortune, LuckView, convolved, luck, quantile
from fleetbook.reports.luck_words import luck_section, luck_words
from fleetbook.reports.sections import report_blocks
from fleetbook.reports.status import status
from fleetbook.store.battle.battle_file import BattleFile
from tests.reports.journals import ATTACKER, DEFENDER, Played, setup

LARGE = {"small_target": "no"}
"""At 4 points, without a modifier: 5 straddles, 6 hits once, so that a shot hits with one die of six."""


def told(played: Played) -> LuckView:
    return luck(played.journal)


def firer(played: Played, name: str) -> Fortune:
    return next(fortune for fortune in told(played).firers if fortune.name == name)


def test_a_hit_that_comes_once_in_six() -> None:
    played = Played().to("fire-1")
    played.shot(6, **LARGE)
    fortune = firer(played, "D")
    assert (fortune.side, fortune.rolls, fortune.actual) == (DEFENDER, 1, 1)
    assert fortune.expected == pytest.approx(1 / 6)
    assert fortune.below == pytest.approx(5 / 6)
    assert fortune.at == pytest.approx(1 / 6)
    assert fortune.percentile == pytest.approx(100 * (5 / 6 + 1 / 12))


def test_a_miss_that_comes_five_times_in_six_is_not_far_below_the_middle() -> None:
    played = Played().to("fire-1")
    played.shot(1, **LARGE)
    fortune = firer(played, "D")
    assert (fortune.actual, fortune.below) == (0, 0)
    assert fortune.percentile == pytest.approx(100 * 5 / 12)


def test_two_firers_and_their_side() -> None:
    """Both hit: 35 of 36 battles have fewer hits."""
    played = Played(setup(defenders=("D", "E"))).to("fire-1")
    played.shot(6, **LARGE)
    played.shot(6, firer="E", **LARGE)
    (side,) = told(played).sides
    assert (side.name, side.side, side.rolls, side.actual) == (DEFENDER, DEFENDER, 2, 2)
    assert side.expected == pytest.approx(1 / 3)
    assert side.below == pytest.approx(35 / 36)
    assert (side.low, side.high) == (0, 1)
    assert [fortune.name for fortune in told(played).firers] == ["D", "E"]


def test_an_order_that_could_not_hit_is_none() -> None:
    """Against a boat 6 counts as 5 and straddles only."""
    played = Played().to("fire-1")
    played.shot(6)
    assert told(played) == LuckView(count="hits", sides=(), firers=(), sampled=0, left_out=())


def test_the_odds_are_those_of_the_battle_as_it_stood() -> None:
    """The straddle of turn 1 adds 2 in turn 2: then 4 and more hit, with three dice of six."""
    played = Played().to("fire-1")
    played.shot(5, **LARGE)
    played.to("damage-2").give("next")
    played.to("fire-1").shot(1, **LARGE)
    assert firer(played, "D").expected == pytest.approx(1 / 6 + 3 / 6)


def test_what_was_taken_back_does_not_count() -> None:
    played = Played().to("fire-1")
    played.shot(6, **LARGE)
    played.keep(played.journal.undo())
    assert told(played).firers == ()
    played.keep(played.journal.redo())
    assert firer(played, "D").actual == 1


def test_an_overruled_die_is_no_luck() -> None:
    played = Played().to("fire-1")
    played.shot(1, **LARGE)
    for record in played.journal.overrule(1, 6, "cocked"):
        played.keep(record)
    assert (told(played).firers, told(played).left_out) == ((), (5,))
    now: Any = None
    _, said = luck_section(now, told(played))
    assert said == Paragraph(
        "No order that was weighed could have scored a hit. Luck counts thrown dice alone. "
        "Not weighed, because a die was overruled or part of the order is secret: line 5."
    )


def test_a_hit_by_an_overruled_die_is_told_beside_luck() -> None:
    """A 1 hits nobody with 4 points, a 6 scores a hit: the other way round, too. A die that changes nothing is not told."""
    for thrown, instead, words in (
        (1, 6, ["line 5 scored 1 hit, by the die thrown none"]),
        (6, 1, ["line 5 scored 0 hits, by the die thrown 1"]),
        (1, 2, []),
    ):
        played = Played().to("fire-1")
        played.shot(thrown, **LARGE)
        for record in played.journal.overrule(1, instead, "cocked"):
            played.keep(record)
        assert [*changed_hits(played.journal)] == words


def test_c5_one_roll_that_scored_more_hits_than_one_is_said_to_do_so() -> None:
    """The gunfire chart gives up to five hits for one die."""
    played = Played().to("fire-1")
    played.shot(6, **LARGE)
    once = told(played)
    (fortune,) = once.firers
    thrice = msgspec.structs.replace(once, firers=(msgspec.structs.replace(fortune, actual=3),))
    for luck_told, several in ((once, False), (thrice, True)):
        _, _, table, said = luck_section(status(played.journal), luck_told)
        assert isinstance(table, Grid)
        assert [str(head) for head in table.head][2:4] == ["Shots", "Hits scored"]
        assert isinstance(said, Paragraph)
        assert ("One shot may score several hits." in str(said)) is several


def test_past_the_budget_the_odds_are_estimated_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played().to("fire-1")
    played.shot(6, **LARGE)
    monkeypatch.setattr(luck_module, "BUDGET", 1)
    assert told(played).sampled == 1
    assert firer(played, "D").expected == pytest.approx(1 / 6, abs=0.05)


def test_past_the_budget_a_miss_is_estimated_too(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played().to("fire-1")
    played.shot(1, **LARGE)
    monkeypatch.setattr(luck_module, "BUDGET", 1)
    assert (told(played).sampled, firer(played, "D").actual) == (1, 0)
    assert firer(played, "D").expected == pytest.approx(1 / 6, abs=0.05)


def test_whoever_watches_is_told_how_far_it_is_and_may_stop_it() -> None:
    played = Played(setup(defenders=("D", "E"))).to("fire-1")
    played.shot(6, **LARGE)
    played.shot(6, firer="E", **LARGE)
    seen: list[tuple[str, int, int]] = []
    luck(played.journal, lambda *told: seen.append(told))
    assert seen == [("weighing the dice", 0, 2), ("weighing the dice", 1, 2)]
    list(story_section(played.journal, lambda *told: seen.append(told)))
    lines = len(played.journal.records)
    assert seen[2] == ("writing the lines", 1, lines)
    assert [done for _, done, _ in seen[2:]] == sorted(done for _, done, _ in seen[2:])

    def stop(what: str, done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        luck(played.journal, stop)


def test_the_law_of_many_shots_agrees_with_icepool() -> None:
    """Shots of 4, 4 and 20 points: one hit on a 6, and on 3 to 6 as many as the face less 2 (14 and more points)."""
    small = icepool.Die({0: 5, 1: 1})
    broadside = icepool.Die({0: 2, 1: 1, 2: 1, 3: 1, 4: 1})
    known = small + small + broadside
    law = convolved([[5 / 6, 1 / 6], [5 / 6, 1 / 6], [2 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6]])
    assert law == pytest.approx([float(known.probability(total)) for total in range(7)], abs=1e-12)


laws = st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any).map(lambda w: [weight / sum(w) for weight in w])


@given(st.lists(laws, max_size=4))
def test_convolving_is_adding_every_way(some: list[list[float]]) -> None:
    by_hand: dict[int, float] = {}
    for faces in product(*(range(len(law)) for law in some)):
        chance = prod(law[face] for law, face in zip(some, faces, strict=True))
        by_hand[sum(faces)] = by_hand.get(sum(faces), 0.0) + chance
    law = convolved(some)
    assert sum(law) == pytest.approx(1)
    assert law == pytest.approx([by_hand.get(total, 0.0) for total in range(len(law))])


@pytest.mark.parametrize(("share", "total"), [(0.1, 0), (0.5, 0), (0.51, 1), (0.75, 1), (0.76, 2), (1.0, 2)])
def test_a_quantile_is_the_least_sum_that_is_reached_so_often(share: float, total: int) -> None:
    assert quantile([0.5, 0.25, 0.25], share) == total


@pytest.mark.parametrize(
    ("actual", "percentile", "words"),
    [
        (1, 1, "very bad"),
        (1, 5, "bad"),
        (2, 5, "usual"),  # within the usual range, whatever the percentile
        (3, 50, "usual"),
        (4, 96, "usual"),
        (5, 95, "good"),
        (5, 99, "very good"),
    ],
)
def test_hits_within_the_usual_range_are_usual(actual: int, percentile: float, words: str) -> None:
    fortune = Fortune(
        name="D", side=DEFENDER, rolls=9, actual=actual, expected=3.0, low=2, high=4, below=0.0, at=0.0, percentile=percentile
    )
    assert luck_words(fortune) == words


@pytest.mark.parametrize(
    ("battle", "row"),
    [
        ("convoy", ["MTB 221", "0", "0 to 2", "usual"]),
        ("dogger-bank", ["Tiger", "4", "0 to 4", "usual"]),
        ("tsushima", ["Oryol", "9", "2 to 7", "very good"]),
    ],
)
def test_a_value_in_the_usual_column_is_called_usual(battle: str, row: list[str], battles: Callable[[str], Path]) -> None:
    with BattleFile.open(battles(battle), read_only=True) as file:
        grid = next(block for block in report_blocks(file.journal, parts=("luck",)) if isinstance(block, Grid))
    (found,) = (cells for cells in grid.rows if cells[0] == row[0])
    assert [found[0], found[3], found[5], found[7]] == row


def test_sides_stand_in_playing_order() -> None:
    played = Played(setup(attackers=("A", "B"))).to("fire-1")
    played.shot(6, **LARGE)
    played.to("fire-2").give("fire", 6, firer="B", target="D", range=10, **LARGE)
    assert [side.name for side in told(played).sides] == [ATTACKER, DEFENDER]
    assert [fortune.name for fortune in told(played).firers] == ["B", "D"]
