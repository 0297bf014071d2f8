"""The step that decided a battle: by the lead, by an aim, or by boxes, as its verdict was."""

from __future__ import annotations

from fleetbook.core.battle.victory import Aim, Count, Need, Victory
from fleetbook.reports.course.turning_point import TurningPoint
from fleetbook.reports.sections import Findings
from tests.reports.journals import ATTACKER, DEFENDER, Played, setup

BY_BOXES = Victory(
    count=(Count("Red's hull", DEFENDER, "boxes", track="hull"), Count("Blue's hull", ATTACKER, "boxes", track="hull")),
    compare=True,
)
LOST = Count("ships sunk", DEFENDER, "ships lost")
LARGE = Count("hull", DEFENDER, "boxes", ("A", "B"), "hull")
OWN = Count("own hull", ATTACKER, "boxes", ("D",), "hull")


def played(
    *turns: dict[str, int], victory: Victory | None = BY_BOXES, ships: tuple[str, ...] = ("A", "B"), **end: str
) -> Findings:
    """A battle in which the referee strikes these hull boxes in each turn, or gives some back, and ends it."""
    table = Played(setup(ships, ("D",), victory=victory))
    for number, struck in enumerate(turns, start=1):
        while table.journal.battle.turn < number:
            table.give("next")
        for ship, boxes in struck.items():
            table.give("strike", ship=ship, track="hull", boxes=boxes)
    table.give("end", **end)
    return Findings(table.journal)


def point_of(found: Findings) -> TurningPoint:
    assert found.turning_point is not None
    return found.turning_point


def test_the_largest_gain_counts_only_from_the_turn_on_in_which_the_lead_was_taken_for_the_last_time() -> None:
    """Blue leads 5 to 0, Red 6 to 5, Blue 8 to 6 at last."""
    point = point_of(played({"A": 5}, {"D": 6}, {"B": 3}))
    assert (point.when.turn, point.decision.turned, point.decision.leads) == (3, True, True)
    assert point.decision.said == "Blue took the lead for good and went from 5 to 8 points, Red stayed at 6"
    assert [(blow.ship, blow.boxes) for blow in point.blows] == [("B", 3)]


def test_a_turn_that_widened_the_lead_most_comes_before_the_one_that_began_it() -> None:
    found = played({"A": 1}, {}, {"B": 2, "D": 1}, {"A": 4, "D": 1})
    point = point_of(found)
    assert (point.when.turn, point.decision.leads) == (4, False)
    assert point.decision.said == "Blue went from 3 to 7 points, Red from 1 to 2"
    assert "Blue led throughout. The turning point came in turn 4: " in " ".join(found.summary)


def test_a_lead_that_was_lost_again_is_no_turning_point() -> None:
    """The leads are 1, 6, 1 and 4: of the five boxes of turn 2 nothing was left after turn 3. Turn 4 gained three for good."""
    assert point_of(played({"A": 1}, {"A": 5}, {"D": 5}, {"B": 3})).when.turn == 4


def test_a_single_point_is_one() -> None:
    said = point_of(played({"A": 1})).decision.said
    assert said == "Blue took the lead, 1 point to 0"


def test_boxes_that_were_lost_and_restored_were_lost() -> None:
    """Red gives Blue back the box of turn 1, so that both sides are whole before turn 3."""
    summary = " ".join(played({"D": 1}, {"D": -1}, {"A": 3}).summary)
    assert "The fight was even until turn 3. The turning point came in turn 3: " in summary
    assert "were lost" not in summary
    assert "No hull boxes were lost before turn 2. The turning point" in " ".join(played({}, {"A": 3}).summary)


def test_of_turns_that_gave_as_much_the_first_decided() -> None:
    assert point_of(played({"A": 2}, {"B": 2})).when.turn == 1


def test_a_second_ship_is_named_if_she_lost_half_as_much_as_the_first() -> None:
    assert [blow.ship for blow in point_of(played({"A": 4, "B": 2})).blows] == ["A", "B"]
    assert [blow.ship for blow in point_of(played({"A": 5, "B": 2})).blows] == ["A"]


def test_an_aim_is_reached_in_the_turn_after_which_it_was_never_lost_again() -> None:
    """Blue needs five boxes of Red, and may not lose more than one of its own: a repair gives the aim back."""
    aim = Aim(DEFENDER, (Need("hull", least=5), Need("own hull", most=1)))
    victory = Victory((LARGE, OWN), (aim,), otherwise=ATTACKER)
    point = point_of(played({"A": 6}, {"D": 2}, {"D": -1}, victory=victory))
    assert (point.when.turn, point.decision.said) == (3, "Blue reached the aim (1 own hull, at most 1 allowed)")
    point = point_of(played({"A": 4}, {"A": 2}, {"B": 5}, victory=victory))
    assert (point.when.turn, point.decision.said) == (2, "Blue reached the aim (6 hull, 5 needed)")


def test_an_aim_fails_in_the_turn_in_which_too_much_was_lost() -> None:
    aim = Aim(DEFENDER, (Need("hull", least=5), Need("own hull", most=1)))
    found = played({"A": 6}, {"D": 2}, victory=Victory((LARGE, OWN), (aim,), otherwise=ATTACKER))
    point = point_of(found)
    assert (point.when.turn, point.decision.said) == (2, "the aim of Blue failed (2 own hull, at most 1 allowed)")
    assert [blow.ship for blow in point.blows] == ["D"]
    assert "The turning point came in turn 2: the aim of Blue failed (2 own hull, at most 1 allowed)." in " ".join(found.summary)


def test_a_missed_aim_has_a_worst_moment_for_the_winner() -> None:
    """The turn that brought Blue nearest. The losses of the winner's other ships do not count."""
    victory = Victory(
        (Count("hull", DEFENDER, "boxes", ("A",), "hull"),), (Aim(DEFENDER, (Need("hull", least=8),)),), otherwise=ATTACKER
    )
    found = played({"A": 1}, {"A": 2}, {"B": 7}, victory=victory)
    point = point_of(found)
    assert (point.when.turn, point.decision.turned, point.decision.side) == (2, False, ATTACKER)
    assert "The worst moment for Red came in turn 2: A lost 2 of 9 hull boxes" in " ".join(found.summary)
    assert " left: " not in " ".join(found.summary)  # the boxes of the other ships decide nothing
    assert not [moment for moment in found.course if moment.kind == "turning point"]


def test_a_battle_that_the_referee_decided_turned_when_the_boxes_did() -> None:
    point = point_of(played({"D": 3}, {"A": 8}, {"B": 2}, victory=None, winner=DEFENDER))
    assert (point.when.turn, point.decision.turned, point.decision.side) == (2, True, ATTACKER)


def test_a_battle_without_a_winner_has_only_a_worst_moment() -> None:
    """Blue has nine boxes and Red eighteen: three of nine are more than five of eighteen."""
    point = point_of(played({"A": 5}, {"D": 3}, victory=None))
    assert (point.when.turn, point.decision.turned, point.decision.side) == (2, False, DEFENDER)


def test_a_battle_that_cost_nothing_has_no_turning_point() -> None:
    assert played({}, {}, victory=None).turning_point is None
    assert played({}, {"A": 1}, victory=None).turning_point is None


def test_a_battle_under_way_has_turned_only_so_far() -> None:
    table = Played(setup(victory=BY_BOXES))
    table.give("strike", ship="A", track="hull", boxes=3)
    summary = " ".join(Findings(table.journal).summary)
    assert "Blue has led throughout. The turning point so far came in turn 1: Blue took the lead, 3 points to 0." in summary
