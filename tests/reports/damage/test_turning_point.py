"""The turning points of recorded battles are those that their journals show."""

from __future__ import annotations

import pytest

from fleetbook.reports.damage.turns import stage_ends, when_of
from fleetbook.reports.document import Grid, Paragraph
from fleetbook.reports.sections import Findings, report_blocks
from tests.golden.playing import BATTLES
from tests.reports.damage.conftest import Recorded

TURNED = {
    # Zharky is the second Russian ship sunk, of two needed. Goeben hit her twice in line 62.
    "black-sea-raid": ("2, combat 2, round 1, segment 1", 62, {"Zharky": 1}),
    # From 419 to 105 to 903 to 105: Blücher goes down, and all her 336 points count double.
    "dogger-bank": ("10", 166, {"Blücher": 97}),
    # Goeben strikes two boxes off Evstafi in the first segment. The Central Powers lead from there on.
    "goeben": ("1, round 1, segment 1", 9, {"Evstafi": 2}),
    # Goeben leaves the map.
    "goeben-variant": ("1, round 2, segment 3", 84, {"Goeben": 0}),
    # 54, 75 and then 132 points of Derfflinger, of 100 needed: 39 by a torpedo and 18 by flooding.
    "homeward": ("3", 33, {"Derfflinger": 57}),
    # From 7 to 7 to 33 to 12. Of the 26 boxes Asama lost 11 and 3, Mikasa 5, 5 and 2.
    "tsushima": ("3", 113, {"Asama": 14, "Mikasa": 12}),
    # From 2 to 0 to 16 to 0: a fire of turn 1 took three boxes, two hits took 2 and 9.
    "yalu": ("2", 30, {"Matsushima": 14}),
}
"""For each recorded battle with a turning point: its turn or stage, its line, and the boxes lost in it by the ships named."""


@pytest.mark.parametrize("battle", TURNED)
def test_the_turning_point_is_where_the_journal_shows_it(battle: str, recorded: Recorded) -> None:
    found = Findings(recorded(battle))
    when, line, boxes = TURNED[battle]
    point = found.turning_point
    assert point is not None and point.decision.turned
    assert (point.when.words, point.line) == (when, line)
    assert {blow.ship: blow.boxes for blow in point.blows} == boxes
    assert f"The turning point came in turn {when}: " in found.summary
    (moment,) = (moment for moment in found.course if moment.kind == "turning point")
    assert moment.line == line


@pytest.mark.parametrize("battle", BATTLES)
def test_the_boxes_of_a_turning_point_are_those_of_the_table_of_damage(battle: str, recorded: Recorded) -> None:
    """What a ship lost in the step, and no box of another turn."""
    journal = recorded(battle)
    found = Findings(journal)
    if point := found.turning_point:
        ends = stage_ends(journal, [when_of(journal, fate.turn, fate.line) for fate in found.fates])
        (end,) = (end for end in ends if end.when == point.when)
        before, after = ({card.name: card.first for card in one.battle.cards()} for one in (point.before, end))
        for blow in point.blows:
            was, now = before[blow.ship], after[blow.ship]
            assert was and now and blow.boxes in (was.left - now.left, 0 if blow.fate else -1)


def test_a_turning_point_tells_the_score_and_what_the_ships_lost(recorded: Recorded) -> None:
    tsushima, dogger_bank = (Findings(recorded(battle)).summary for battle in ("tsushima", "dogger-bank"))
    asama = "Navarin and Nakhimov hit Asama with 4 of 19 shots at 40 cm; she lost 14 of 25 hull boxes."
    mikasa = "Aleksandr III and Oryol hit Mikasa with 13 of 40 shots at 35 cm; she lost 12 of 31 hull boxes."
    assert f"Russia took the lead for good, and the score went from 7:7 to 33:12. {asama} {mikasa}" in tsushima
    score = "the score went from 419:105 to 903:105 (a ship lost counts double; Royal Navy led from turn 3 on)"
    assert f"{score}. Blücher lost 97 of 336 points by fire and flooding and was sunk (capsized)." in dogger_bank


def test_a_battle_that_cost_nothing_has_no_turning_point(recorded: Recorded) -> None:
    """In the coal convoys no box is struck off, and no collier is sunk."""
    for battle in ("coal-convoy", "coal-convoy-variant"):
        found = Findings(recorded(battle))
        assert found.turning_point is None
        assert "The shots hardly hurt anyone." in found.summary


def test_a_success_of_the_side_that_lost_is_no_turning_point(recorded: Recorded) -> None:
    """The Royal Navy needs two merchantmen and sinks one."""
    found = Findings(recorded("convoy"))
    words = "The worst moment for Kriegsmarine came in turn 5: MTB 233 hit Nordmoor with 1 of 2 torpedoes; she was sunk."
    assert words in found.summary
    assert "turning point" not in found.summary
    assert "turning point" not in [moment.kind for moment in found.course]


def test_points_have_columns_of_their_own_only_where_they_say_more_than_the_numbers(recorded: Recorded) -> None:
    def head(battle: str) -> tuple[str, ...]:
        return next(b.head for b in report_blocks(recorded(battle), parts=("result",)) if isinstance(b, Grid))

    assert head("yalu") == ("For", "Counted", "Number")
    assert head("tsushima") == ("For", "Counted", "Number", "To win", "Points", "Score")


def test_luck_names_its_unit(recorded: Recorded) -> None:
    blocks = report_blocks(recorded("convoy"), parts=("course",))
    words = "Unluckiest: MTB 221, 0 hits for 1.3 expected, but 7 boxes struck off by a torpedo (explodes near)."
    assert words in [block.text for block in blocks if isinstance(block, Paragraph)]
    (grid,) = (block for block in blocks if isinstance(block, Grid))
    assert grid.head[-2:] == ("Luck of Royal Navy, hits", "Luck of Kriegsmarine, hits")


def test_the_faces_of_dice_with_many_faces_are_counted_by_tens(recorded: Recorded) -> None:
    (grid,) = (b for b in report_blocks(recorded("dogger-bank"), parts=("dice",)) if isinstance(b, Grid))
    faces = {str(row[0]): str(row[-1]) for row in grid.rows}
    assert faces["D6"] == "4 × 1, 2 × 2, 4 × 3, 12 × 4, 5 × 5, 6 × 6"
    assert faces["D100"].startswith("11 × 1 to 10, ")
    assert sum(int(count.split(" × ")[0]) for count in faces["D100"].split(", ")) == 80
