"""A7: the game sequence. Its phases, squadrons in turn, ship by ship, guns before torpedoes."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import Refused
from fleetbook.testing import results, said
from tests.rules.aanda.fleet import BLUE, RED, Game, gun, ship, tubes

STEPS = ["ongoing", "initiative", "movement", "repairs", "spotting", "firing"]


def fleets(**squadrons: Any) -> Game:
    """Red has three squadrons of a ship, Blue one of two."""
    red = [ship("Ajax", "one"), ship("Argus", "two"), ship("Avon", "three")]
    return Game(red, [ship("Boxer", "four"), ship("Blazer", "four")], squadrons=squadrons)


def test_a7_the_six_phases_in_their_order_and_then_the_next_turn() -> None:
    game = fleets()
    seen = []
    for _ in range(7):
        seen.append((game.battle.turn, game.battle.phase))
        game.next(*((10, 1) if game.battle.phase == "initiative" else ()), choices=(RED,) if "init" in game.battle.phase else ())
    assert seen == [(1, step) for step in STEPS] + [(2, "ongoing")]


@pytest.mark.parametrize(
    ("procedure", "step"),
    [
        ("ongoing", "ongoing"),
        ("initiative", "initiative"),
        ("weather", "initiative"),
        ("move", "movement"),
        ("ram", "movement"),
        ("mine", "movement"),
        ("leave", "movement"),
        ("repair", "repairs"),
        ("spot", "spotting"),
        ("fire", "firing"),
        ("torpedo", "firing"),
    ],
)
def test_a7_each_order_belongs_to_its_phase(procedure: str, step: str) -> None:
    other = "firing" if step != "firing" else "movement"
    fleets().go(other).refused(procedure, because=" to step ", rule=None)
    assert fleets().go(step).battle.ruleset.order(procedure).open(fleets().go(step).battle) is None


def test_a7_both_sides_act_where_nothing_alternates() -> None:
    game = fleets()
    acting = {step: game.go(step).battle.acting for step in STEPS}
    assert [step for step, side in acting.items() if not side] == ["ongoing", "initiative", "repairs"]


@pytest.mark.parametrize("phase", ["movement", "firing"])
def test_a7_squadrons_act_in_turn(phase: str) -> None:
    """Red one, Blue four; then Blue has none left, and Red goes on by itself."""
    game = fleets().go(phase)
    order = []
    for _ in range(4):
        order.append(game.battle.acting)
        game.give("done")
    assert order == [RED, BLUE, RED, RED]
    game.refused("done", because="has acted in this phase", rule="2.2")


def test_a7_a_side_may_choose_which_of_its_squadrons_is_next() -> None:
    game = fleets().go("movement")
    assert game.draft("move").entries["squadron"].options == ("one", "two", "three")
    game.give("move", squadron="three")
    game.give("move", squadron="four")
    assert game.draft("move").entries["squadron"].options == ("one", "two")


def test_a7_the_other_side_s_squadron_may_not_act() -> None:
    game = fleets().go("movement")
    game.refused("move", because="four belongs to Blue; it is Red's turn", rule="2.2", squadron="four", speed=10)


def test_a7_a_squadron_acts_once_in_a_phase_and_again_in_the_next() -> None:
    game = fleets().go("movement")
    game.give("done", squadron="one")
    game.give("done", squadron="four")
    order = game.battle.ruleset.order("done").from_inputs({"squadron": "one"})
    with pytest.raises(Refused, match="one has acted in this phase"):
        order.check(game.battle)
    assert game.go("firing").draft("done").entries["squadron"].options == ("one", "two", "three")


def test_a7_a_squadron_that_has_begun_is_done_before_the_next() -> None:
    game = fleets().go("firing")
    game.give("fire", 1, firer="Ajax", target="Boxer", range=60, bearing="P")
    assert game.draft("done").entries["squadron"].options == ("one",)
    game.refused("fire", because="one is acting: say that it is done first", firer="Argus", target="Boxer", range=60, bearing="P")
    game.give("done")
    assert game.battle.acting == BLUE


def test_a7_ships_of_the_side_that_waits_do_not_fire() -> None:
    game = fleets().go("firing")
    game.refused("fire", because="four belongs to Blue; it is Red's turn", firer="Boxer", target="Ajax", range=60, bearing="P")


def test_a7_a_step_left_early_says_who_was_passed_over() -> None:
    game = fleets().go("firing")
    game.give("fire", 1, firer="Ajax", target="Boxer", range=60, bearing="P")
    assert "passed over: two, three, four" in said(game.next())
    assert game.go("firing", 2).draft("done").entries["squadron"].options == ("one", "two", "three")


def test_a7_a_squadron_that_has_fired_is_due_to_be_ended_and_not_told_as_one_that_has_not_acted() -> None:
    game = fleets().go("firing")
    game.give("fire", 1, firer="Ajax", target="Boxer", range=60, bearing="P")
    assert game.battle.ruleset.sequence.due(game.battle) == (
        "one has fired and is not done: {done} ends its turn.",
        "Red: two and three have not acted.",
        "Blue: four has not acted.",
    )
    game.give("done")
    assert game.battle.ruleset.sequence.due(game.battle) == (
        "Red: two and three have not acted.",
        "Blue: four has not acted.",
    )


# ------------------------------------------------------------ ship by ship, guns then torpedoes


def pair() -> Game:
    """Red's two ships, each with two turrets and tubes, in their firing step."""
    armed: dict[str, Any] = {"main": [gun("fore"), gun("aft")], "torpedoes": [tubes()]}
    return Game([ship("First", **armed), ship("Second", **armed)], [ship("Target")]).go("firing")


def order(firer: str, **more: Any) -> dict[str, Any]:
    return {"firer": firer, "target": "Target", "range": 60, "bearing": "P", **more}


def test_a7_a_ship_may_divide_its_guns_while_it_attacks() -> None:
    game = pair()
    game.give("fire", 1, **order("First", batteries="fore"))
    game.give("fire", 1, **order("First", batteries="aft", bearing="S"))
    assert results(game.give("torpedo", 1, **order("First", range=10))) == ["no"]


def test_a7_ship_by_ship_a_ship_s_attack_is_over_when_the_next_begins() -> None:
    game = pair()
    game.give("fire", 1, **order("First", batteries="fore"))
    game.give("fire", 1, 1, **order("Second"))
    game.refused("fire", because="First has made its attack: Second attacks now", rule="2.2", **order("First"))
    game.refused("torpedo", because="First has made its attack", rule="2.2", **order("First", range=10))
    assert "First" not in (game.draft("torpedo").entries["firer"].options or ())
    game.give("torpedo", 1, **order("Second", range=10))


def test_a7_guns_before_torpedoes() -> None:
    game = pair()
    game.give("torpedo", 1, **order("First", range=10))
    game.refused("fire", because="First has fired torpedoes: guns fire before torpedoes", rule="2.2", **order("First"))
    game.give("fire", 1, 1, **order("Second"))


def test_a7_next_turn_every_ship_attacks_again() -> None:
    game = pair()
    game.give("fire", 1, 1, **order("First"))
    game.give("fire", 1, 1, **order("Second"))
    game.go("firing", 2)
    assert game.draft("fire").entries["firer"].options == ("First", "Second")
    game.give("fire", 1, 1, **order("Second"))
    game.give("torpedo", 1, **order("First", range=10))


def test_a7_results_are_applied_at_once() -> None:
    """The first ship's shell stops the target; the second has +2 for it, and -1 for the splashes."""
    game = pair()
    game.put("Target", "engine", "1")
    game.give("fire", 8, 1, 12, 15, 1, **order("First"))
    assert game.modifiers("fire", **order("Second")) == {"target_stopped", "splash"}


# ------------------------------------------------------------ movement


def test_a7_a_squadron_moves_at_the_speed_ordered() -> None:
    game = fleets().go("movement")
    assert game.give("move", squadron="one", speed=12).headline == "one moves at 12 kt"
    assert game["Ajax"].speed == 12


def test_a7_a_squadron_begins_at_the_speed_of_its_slowest_ship() -> None:
    game = Game([ship("Fast", knots=22), ship("Slow", knots=14)], [ship("Target")]).go("movement")
    assert game.draft("move").values["speed"] == 14
    assert (game["Fast"].speed, game["Fast"].max_speed) == (14, 22)


def test_a7_a_squadron_is_ordered_no_speed_that_none_of_its_ships_can_make() -> None:
    game = Game([ship("Fast", knots=22), ship("Slow", knots=14)], [ship("Target")]).go("movement")
    assert game.unreadable("move", "speed", speed=30).allowed == "a whole number from 0 to 22 kt"
    assert game.give("move", speed=22).headline == "red moves at 22 kt"
    assert [game[name].speed for name in ("Fast", "Slow")] == [22, 14]


def test_a7_of_a_contact_marker_the_speeds_that_may_be_ordered_tell_nothing() -> None:
    game = Game([ship("Slow", "red one", knots=14)], [ship("Target")], squadrons={"red one": {"contact": True}})
    bounds = game.go("movement").draft("move", squadron="red one").entries["speed"].bounds
    assert bounds == (0, 60)


def test_a7_a_hulk_lies_still_and_does_not_hold_the_others_back() -> None:
    game = Game([ship("Hulk", knots=0), ship("Sister")], [ship("Other hulk", knots=0)])
    assert [game[name].speed for name in ("Hulk", "Sister", "Other hulk")] == [0, 18, 0]


def test_a7_the_form_offers_the_speed_of_the_turn_before() -> None:
    game = fleets().go("movement")
    game.give("move", squadron="one", speed=12)
    game.go("movement", 2)
    assert game.draft("move", squadron="one").values["speed"] == 12


def test_a7_evasion_smoke_and_turning_are_told_and_kept_until_the_next_move() -> None:
    game = fleets().go("movement")
    record = game.give("move", squadron="one", speed=12, evading="yes", turning="yes", smoke="yes")
    assert record.headline == "one moves at 12 kt, evading, turning, making smoke"
    assert (game["Ajax"].evading, game["Ajax"].has("smoke")) == (True, True)
    game.go("movement", 2)
    assert game.give("move", squadron="one", speed=0).headline == "one lies still"
    assert (game["Ajax"].evading, game["Ajax"].has("smoke"), game["Ajax"].stopped) == (False, False, True)


def test_a7_a_squadron_may_move_in_parts() -> None:
    game = fleets().go("movement")
    game.give("done", squadron="one")
    game.give("move", squadron="four", ships="Boxer", speed=8, last="no")
    assert game.battle.acting == BLUE
    game.give("move", squadron="four", ships="Blazer", speed=16)
    assert (game["Boxer"].speed, game["Blazer"].speed, game.battle.acting) == (8, 16, RED)


def test_a7_a_ship_leaves_the_table_as_its_squadron_moves() -> None:
    game = fleets().go("movement")
    game.refused("leave", because="four belongs to Blue; it is Red's turn", ship="Boxer")
    game.give("done", squadron="one")
    game.give("leave", ship="Boxer")
    assert game["Boxer"].fate == "left the table T1"
    assert game.battle.acting == BLUE
    game.give("done", squadron="four")


def test_a7_or_after_its_squadron_has_moved() -> None:
    game = fleets().go("movement")
    game.give("move", squadron="one")
    game.give("leave", ship="Ajax")
    assert not game["Ajax"].afloat


def test_a7_the_last_ship_to_leave_ends_its_squadron_s_turn() -> None:
    game = fleets().go("movement")
    game.give("leave", ship="Ajax")
    assert game.battle.acting == BLUE


def test_a7_a_stopped_ship_cannot_leave() -> None:
    game = fleets().go("movement")
    game.put("Ajax", "engine", "2")
    game.refused("leave", because="Ajax is stopped", ship="Ajax")


def test_a7_guns_out_by_hand_stay_within_the_battery() -> None:
    game = pair()
    entry = game.draft("set", ship="First", condition="guns out: fore").entries["value"]
    assert entry.options == ("0", "1")
    game.put("First", "guns out: fore", "1")
    assert game["First"].guns_left(game["First"].battery("fore")) == 0
    game.put("First", "guns out: fore", "0")
    assert game["First"].guns_left(game["First"].battery("fore")) == 1
