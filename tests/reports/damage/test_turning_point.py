"""The turning points of recorded battles are those that their journals show."""

from __future__ import annotations

from fleetbook.reports.document import Grid, Paragraph
from fleetbook.reports.sections import Findings, report_blocks
from tests.reports.damage.conftest import Recorded


def test_boxes_that_flood_later_count_when_the_ship_was_hit(recorded: Recorded) -> None:
    """Arethusa's torpedo of turn 7 costs Blücher 44 points, 23 at once by flooding, and 97 by fire and flooding in turn 10."""
    found = Findings(recorded("dogger-bank"))
    point = found.turning_point
    assert point is not None
    assert (point.turn, point.ship, point.cost) == (7, "Blücher", {"Arethusa": 44 + 23 + 97})
    told = "Arethusa hit Blücher once (torpedo), and this cost her 164 of 336 points, fire and flooding included."
    assert f"The turning point, against Hochseeflotte, came in turn 7: {told}" in found.summary
    (moment,) = (moment for moment in found.course if moment.kind == "turning point")
    lost = "164 of 336 points lost, fire and flooding included"
    assert moment.text == f"Arethusa hit Blücher (Hochseeflotte) once (torpedo); {lost}"


def test_a_battle_that_no_shot_decided_has_no_turning_point(recorded: Recorded) -> None:
    """Goeben leaves the map with 8 of 10 hull boxes, as Souchon needs. Three were struck off, and one was repaired."""
    found = Findings(recorded("goeben-variant"))
    assert found.turning_point is None
    assert "Central Powers won: Goeben off the map 1 (1 needed), hull boxes of Goeben 2 (at most 4)." in found.summary
    assert "The shots hardly hurt anyone." in found.summary


def test_a_success_of_the_side_that_lost_is_no_turning_point(recorded: Recorded) -> None:
    """The Royal Navy needs two merchantmen and sinks one."""
    summary = Findings(recorded("convoy")).summary
    assert "The worst moment for Kriegsmarine came in turn 5: MTB 233 hit Nordmoor with 1 of 2 torpedoes." in summary
    assert "turning point" not in summary


def test_a_single_hit_that_another_moment_tells_is_told_once(recorded: Recorded) -> None:
    kinds = [moment.kind for moment in Findings(recorded("convoy")).course]
    assert "lost" in kinds and "turning point" not in kinds


def test_points_have_columns_of_their_own_only_where_they_say_more_than_the_numbers(recorded: Recorded) -> None:
    def head(battle: str) -> tuple[str, ...]:
        return next(b.head for b in report_blocks(recorded(battle), parts=("result",)) if isinstance(b, Grid))

    assert head("yalu") == ("For", "Counted", "Number")
    assert head("tsushima") == ("For", "Counted", "Number", "To win", "Points", "Score")


def test_luck_names_its_unit(recorded: Recorded) -> None:
    blocks = report_blocks(recorded("convoy"), parts=("course",))
    words = "Unluckiest: MTB 221, 0 hits for 1.3 expected (and 7 boxes struck off without a hit)."
    assert words in [block.text for block in blocks if isinstance(block, Paragraph)]
    (grid,) = (block for block in blocks if isinstance(block, Grid))
    assert grid.head[-2:] == ("Luck of Royal Navy, hits", "Luck of Kriegsmarine, hits")


def test_the_faces_of_dice_with_many_faces_are_counted_by_tens(recorded: Recorded) -> None:
    (grid,) = (b for b in report_blocks(recorded("dogger-bank"), parts=("dice",)) if isinstance(b, Grid))
    faces = {str(row[0]): str(row[-1]) for row in grid.rows}
    assert faces["D6"] == "4 × 1, 2 × 2, 4 × 3, 12 × 4, 5 × 5, 6 × 6"
    assert faces["D100"].startswith("11 × 1 to 10, ")
    assert sum(int(count.split(" × ")[0]) for count in faces["D100"].split(", ")) == 80
