"""What the recorded battle on the way home from the Dogger Bank shows: an Intermediate Turn with a submarine, an aircraft attack
and torpedoes on a ship with torpedo protection. That the record is what the rules make of its orders is proved for every battle.
"""

from __future__ import annotations

from tests.golden.recorded import Recorded

BATTLE = Recorded("homeward")


def test_six_turns_are_played_from_0948_and_the_fifth_is_the_intermediate_turn() -> None:
    assert {line["turn"] for line in BATTLE.lines} == set(range(1, 7))
    assert [event["text"] for event in BATTLE.events("noted") if event["text"][:4].isdigit()] == [
        "0951", "0954", "0957", "1000: Intermediate Turn", "1003",
    ]  # fmt: skip


def test_8_1_7_2_the_protection_of_each_side_absorbs_a_third_of_100_until_it_is_used_up() -> None:
    """Warheads of 40: 33 are absorbed three times to port, the last point of it then, and 33 to starboard in the fifth turn."""
    through = [event["text"] for event in BATTLE.events("noted") if "reach the ship" in event["text"]]
    assert through == [f"{points} of 40 points reach the ship" for points in (7, 7, 7, 39, 7)]
    used = BATTLE.events("changed", subject="Derfflinger", name="protection used")
    assert [(event["other"], event["after"]) for event in used] == [
        ("port", 33), ("port", 66), ("port", 99), ("port", 100), ("starboard", 33),
    ]  # fmt: skip
    assert BATTLE.lost("Derfflinger", "torpedo") == [14, 7, 39, 7]


def test_8_2_their_flooding_does_its_damage_at_once() -> None:
    """3, 4, 3, 4 and 4 % of 474 points, rounded down."""
    assert BATTLE.lost("Derfflinger", "flooding") == [14, 18, 14, 18, 18]


def test_8_1_6_bombs_that_do_not_pierce_do_half_and_halve_the_fire() -> None:
    """Two of 8 points in the first turn, with a fire of D6+2 = 6 %; one in the fifth, 4 of 474 points: no critical hits."""
    assert BATTLE.said("4 points each, not penetrating") == [1, 5]
    assert BATTLE.lost("Derfflinger", "bomb") == [8, 4]
    assert BATTLE.said("Derfflinger: fire of 3 %, due 0957") == [1]


def test_8_7_aircraft_are_hit_over_the_target() -> None:
    """Heavy damage and light are critical; of the one that is destroyed two men are picked up from the fifth turn after on."""
    damage = [(event["other"], event["after"]) for event in BATTLE.events("changed", name="aircraft")]
    assert damage == [("Short 135", "heavy"), ("Short 135", "critical"), ("Short 136", "destroyed")]
    assert BATTLE.said("a flying boat is with the survivors of Short 136 until 1009") == [3]


def test_8_2_in_the_intermediate_turn_they_are_fought_in_plotting_and_do_damage_in_resolution() -> None:
    """The first time in Resolution of 0957; then with 16 % less 5 by her men, Major; 12 % of 474 points are 56."""
    rolls = [
        (line["turn"], line["phase"], event["label"], event["result"])
        for line in BATTLE.lines
        for event in line["events"]
        if event["type"] == "rolled" and event["label"] in ("fire, Major", "flooding, Major")
    ]
    assert rolls == [
        (4, "resolution", "fire, Major", "+D6"), (4, "resolution", "flooding, Major", "-D6"),
        (5, "plotting", "fire, Major", "-D6"), (5, "plotting", "flooding, Major", "NC"),
        (5, "resolution", "flooding, Major", "+D6"),
    ]  # fmt: skip
    assert BATTLE.lost("Derfflinger", "fire and flooding") == [56]


def test_8_2_a_submarine_on_fire_comes_up_and_is_fired_on() -> None:
    depths = [event["after"] for event in BATTLE.events("changed", subject="E 8", name="depth")]
    assert depths == ["periscope", None]  # the surface
    assert BATTLE.said("E 8: must surface: fire") == BATTLE.said("E 8 comes to surfaced: fire") == [5]
    assert BATTLE.lost("E 8", "depth charges") == [3, 4, 3]
    assert BATTLE.lost("E 8", "V 5's 8.8 cm/30") == [2]
