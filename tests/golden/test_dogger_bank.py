"""What the recorded battle of Dogger Bank shows: ten Tactical Turns, one of them the Intermediate Turn, a fire that grows, a
ship that capsizes. That the record is what the rules make of its orders is proved for every recorded battle alike.
"""

from __future__ import annotations

from tests.golden.recorded import Recorded

BATTLE = Recorded("dogger-bank")
LINES, events, said = BATTLE.lines, BATTLE.events, BATTLE.said


def test_ten_turns_are_played_from_0903_and_the_last_is_the_intermediate_turn() -> None:
    assert {line["turn"] for line in LINES} == set(range(1, 12))
    assert {line["procedure"] for line in LINES if line["turn"] == 11} == {"end"}
    assert [event["text"] for event in events("noted") if event["text"][:4].isdigit()] == [
        "0906", "0909", "0912", "0915", "0918", "0921", "0924", "0927", "0930: Intermediate Turn", "0933",
    ]  # fmt: skip


def test_both_sides_fire_in_every_turn_and_torpedoes_hit() -> None:
    for turn in range(1, 11):
        firers = {line["inputs"]["firer"] for line in LINES if line["turn"] == turn and line["procedure"] == "fire"}
        assert {"Lion", "Seydlitz"} <= firers
    assert [line["turn"] for line in LINES if line["procedure"] == "torpedo"] == [7, 9]


def test_fires_begin_in_the_seventh_turn_and_are_due_in_the_tenth() -> None:
    assert said("Blücher: fire of 3 %, due 0930") == said("Blücher: fire of 4 %, due 0930") == [7]
    assert said("Blücher: flooding of 7 %, at once") == [7]


def test_a_fire_grows() -> None:
    """Overwhelmed, a 10 adds 2D6, which show 4 and 4: 7 % become 15."""
    (roll,) = events("rolled", label="fire, Overwhelmed")
    assert (roll["result"], roll["total"]) == ("+2D6", 10)
    (grown,) = [event for event in events("changed", subject="Blücher", name="fire") if "fire 15 %" in event["text"]]
    assert [sum(one[0] for one in grown[when]) for when in ("before", "after")] == [7, 15]


def test_a_capsizing_is_resolved() -> None:
    """Flooding of 33 % on a ship that can stand 16: a D100 of 25 or less."""
    (roll,) = events("rolled", label="Blücher capsizes, 25 %")
    assert (roll["total"], roll["result"]) == (8, "yes")
    (fate,) = events("changed", subject="Blücher", name="fate")
    assert fate["after"] == ["sunk", 10, ["capsized"]]
    assert BATTLE.outcome == "Royal Navy lost no ship; Hochseeflotte lost Blücher"


def test_damage_of_fire_and_flooding_is_taken_together_in_the_intermediate_turn() -> None:
    """29 % of 336 points are 97: 7 % of fire, and 7, 6, 3 and 6 % of flooding."""
    assert BATTLE.lost("Blücher", "fire and flooding") == [97]


def test_men_of_her_light_battery_fight_it() -> None:
    assert said("the men of the light battery fight fire and flooding") == [8]
