"""C3: the eleven modifiers of observation: their values, and when the battle fills them in."""

from __future__ import annotations

import pytest

from fleetbook.rules.coastal.ship import HeldTorpedo
from fleetbook.testing import rolled
from tests.rules.coastal.fleet import NONE, SIZES, Game, gear, house, known, look, night, reading, ship, torpedoed, tubes

VALUES = {
    "target_shows": -2, "sensors": -2, "target_moving": -1, "near": -1, "large_target": -1, "seen_before": -1, "naxos": -1,
    "observer_fast": 1, "screened": 1, "poor_weather": 1, "unaware": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_c3_each_modifier_changes_the_score_needed_by_its_value(name: str) -> None:
    assert rolled(look(night(), 6, range=70, modifiers=[name]))[0].row == f"{4 + VALUES[name]}+"


@pytest.mark.parametrize("name", VALUES)
def test_c3_the_referee_may_switch_each_modifier_on_and_off(name: str) -> None:
    on = night().propose("observe", 6, observer="Watch", target="Target", range=70, **{name: "yes"})
    assert on.inputs["modifiers"] == (name,)
    assert name not in night().draft("observe", observer="Watch", target="Target", range=5, **{name: "no"}).values["modifiers"]


@pytest.mark.parametrize("name", VALUES)
def test_c3_house_rules_may_change_each_modifier(name: str) -> None:
    game = night(None, None, house(modifiers={"observation": {name: 0}}))
    assert rolled(look(game, 6, range=70, modifiers=[name]))[0].row == "4+"


# ------------------------------------------------------------ what the battle fills in


def test_c3_nothing_holds_against_a_boat_that_lies_still() -> None:
    assert known(night()) == set()


def test_c3_target_firing_counts_in_the_step_after_it_fired() -> None:
    """Blue fires in step 3, Red in step 7: each looks for the other after the other's latest firing."""
    game = night(light="day")
    game.give("fire", 1, firer="Watch", target="Target", range=10)
    game.go("fire-2")
    assert "target_shows" in game.modifiers("observe", observer="Target", target="Watch", range=50)
    game.give("fire", 1, firer="Target", target="Watch", range=10)
    assert "target_shows" in known(game.go("fire-1", 2))
    assert "target_shows" not in known(game.go("fire-1", 3))
    assert "target_shows" not in game.go("fire-2", 3).modifiers("observe", observer="Target", target="Watch", range=50)


@pytest.mark.parametrize("light", ["star shell", "searchlight"])
def test_c3_target_lit_by_star_shell_or_searchlight(light: str) -> None:
    game = night(ship("Watch", gear(light)))
    game.give("illuminate", ship="Watch", light=light, target="Target")
    assert known(game) == {"target_shows"}
    assert "target_shows" not in known(game.go("fire-1", 2))


def test_c3_a_star_shell_does_not_count_as_firing() -> None:
    game = night(ship("Watch", gear("star shell")))
    game.give("illuminate", ship="Watch", light="star shell", target="Target")
    game.go("fire-2")
    assert "target_shows" not in game.modifiers("observe", observer="Target", target="Watch", range=50)


def test_c3_a_light_is_used_once_a_turn_and_by_one_target() -> None:
    game = Game([ship("Target"), ship("Second")], [ship("Watch", gear("searchlight")), ship("Other", gear("searchlight"))])
    game.go("fire-1").give("illuminate", ship="Watch", light="searchlight", target="Target")
    game.refused("illuminate", ship="Watch", light="searchlight", target="Second", because="has used its searchlight")
    game.refused("illuminate", ship="Other", light="searchlight", target="Target", because="is lit")
    game.go("fire-1", 2).give("illuminate", ship="Watch", light="searchlight", target="Second")


def test_c3_a_light_out_of_action_lights_nothing() -> None:
    game = night(ship("Watch", gear("searchlight")))
    game.put("Watch", "searchlight", "damaged")
    game.refused("illuminate", ship="Watch", light="searchlight", target="Target", because="in action")
    game = night(ship("Watch", gear("searchlight"), gear("star shell")))
    game.put("Watch", "searchlight", "damaged")
    game.refused("illuminate", ship="Watch", light="searchlight", target="Target", because="has no searchlight in action")


def test_c3_what_is_known_before_the_range_is_said_is_filled_in() -> None:
    game = night(ship("Watch", gear("radar")))
    before = game.draft("observe", observer="Watch", target="Target").entries["modifiers"]
    assert (before.value, before.problem) == (("sensors",), None)
    assert game.draft("observe", observer="Watch", target="Target", range=12).values["modifiers"] == ("sensors", "near")


def test_c3_observer_uses_radar() -> None:
    assert known(night(ship("Watch", gear("radar")))) == {"sensors"}


def test_c3_radar_switched_off_or_damaged_does_not_count() -> None:
    game = night(ship("Watch", gear("radar")))
    game.put("Watch", "radar", "damaged")
    assert known(game) == set()
    game.put("Watch", "radar", "sound")
    assert known(game) == {"sensors"}
    game.go("move-2").give("move", ship="Watch", speed=0, radar="no")
    assert known(game.go("fire-1", 2)) == set()


@pytest.mark.parametrize(("cm", "heard"), [(0, False), (2, False), (3, True), (12, True)])
def test_c3_hydrophones_against_a_ship_moving_3_cm_or_more(cm: int, heard: bool) -> None:
    game = night(ship("Watch", gear("hydrophones")))
    game.put("Target", "speed", str(cm))
    assert ("sensors" in known(game)) == heard


def test_c3_radar_and_hydrophones_are_one_sentence() -> None:
    game = night(ship("Watch", gear("radar"), gear("hydrophones")))
    game.put("Target", "speed", "4")
    assert known(game) == {"sensors"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cm", [0, 1, 4, 5])
def test_c3_target_moving_except_a_boat_at_4_cm_or_less(size: str, cm: int) -> None:
    game = night(target=ship("Target", size=size))
    game.put("Target", "speed", str(cm))
    assert ("target_moving" in known(game)) == (cm > 4 or (size != "boat" and cm > 0))


@pytest.mark.parametrize(("kind", "creeps"), [("E-boat", True), ("MTB", False), ("MGB", False), ("motor launch", False)])
def test_c3_only_e_boats_creep_unless_house_rules_say_any_boat(kind: str, creeps: bool) -> None:
    """The sheet excepts E-boats at 4 cm or less; MTBs and MGBs it names apart from them."""
    for rules, still in (((), creeps), ((reading(creeping="boat"),), True)):
        game = night(None, ship("Target", kind=kind), *rules)
        game.put("Target", "speed", "4")
        assert ("target_moving" not in known(game)) == still
        game.put("Target", "speed", "5")
        assert "target_moving" in known(game)


@pytest.mark.parametrize(("cm", "near"), [(0, True), (12, True), (13, False)])
def test_c3_target_within_12_cm_is_a_modifier_of_its_own(cm: int, near: bool) -> None:
    game = night()
    assert ("near" in known(game, range=cm)) == near
    game.put("Target", "speed", "12")
    assert known(game, range=cm) == {"target_moving"} | ({"near"} if near else set())


@pytest.mark.parametrize("size", SIZES)
def test_c3_target_anything_but_a_boat(size: str) -> None:
    assert known(night(target=ship("Target", size=size))) == (set() if size == "boat" else {"large_target"})


def test_c3_target_seen_before_in_this_game_by_the_observer_s_side() -> None:
    watches = [ship("Watch"), ship("Second")]
    game = Game([ship("Target")], watches)
    game.put("Target", "speed", "0")
    game.go("fire-1")
    assert "seen_before" not in known(game)
    look(game, 6, modifiers=NONE)
    for turn in (1, 2, 4):
        assert "seen_before" in known(game.go("fire-1", turn), observer="Second")


def test_c3_an_attempt_that_failed_is_not_seen_before() -> None:
    game = night()
    look(game, 1, modifiers=NONE)
    assert "seen_before" not in known(game.go("fire-1", 2))


def test_c3_naxos_when_the_target_uses_radar() -> None:
    game = night(ship("Watch", gear("naxos")), ship("Target", gear("radar")))
    assert known(game) == {"naxos"}
    game.put("Target", "radar", "destroyed")
    assert known(game) == set()
    game.put("Target", "radar", "sound")
    game.put("Watch", "naxos", "damaged")
    assert known(game) == set()


@pytest.mark.parametrize(("cm", "fast"), [(5, False), (6, False), (7, True), (12, True)])
def test_c3_observer_over_half_its_maximum_speed(cm: int, fast: bool) -> None:
    game = night()
    game.put("Watch", "speed", str(cm))
    assert ("observer_fast" in known(game)) == fast


def test_c3_half_of_the_card_s_maximum_speed_whatever_the_engines_still_allow() -> None:
    for rules, fast in (((), False), ((reading(half_speed_of="current"),), True)):
        game = night(None, None, *rules)
        game.put("Watch", "speed", "4")
        game.strike("Watch", "engines", 2)
        assert ("observer_fast" in known(game)) == fast


def test_c3_observer_screened_by_another_ship_is_for_the_referee_to_say() -> None:
    game = night()
    assert "screened" not in known(game)
    assert rolled(look(game, 6, screened="yes", range=70))[0].row == "5+"


def test_c3_a_screen_that_was_measured_belongs_to_its_step() -> None:
    game = night(None, None, reading(one_look=False))
    look(game, 1, screened="yes", range=70)
    assert "screened" in known(game)
    look(game, 1, screened="no", range=70)
    assert "screened" not in known(game)
    look(game, 1, screened="yes", range=70)
    assert "screened" not in known(game.go("fire-1", 2))


def test_c3_a_target_in_smoke_counts_as_screened() -> None:
    game = Game([ship("Target")], [ship("Watch")]).go("move-1")
    game.give("move", ship="Target", speed=4, smoke="yes")
    assert known(game.go("fire-1"), range=50) == {"screened"}


def test_c3_smoke_screens_while_it_lasts_and_leaves_nothing_with_those_who_looked_through_it() -> None:
    """41 to 60 cm takes 3: moving less, in smoke more, and seen before less."""
    game = Game([ship("Target")], [ship("Watch")]).go("move-1")
    game.give("move", ship="Target", speed=5, smoke="yes")
    game.go("fire-1")
    assert rolled(look(game, 1))[0].row == "3+"
    game.go("move-1", 2)
    assert not game["Target"].smoke
    game.give("move", ship="Target", speed=5, smoke="no")
    assert rolled(look(game.go("fire-1"), 2))[0].row == "2+"


def test_c3_a_ship_out_of_the_fight_neither_looks_nor_lights() -> None:
    game = night(ship("Watch", gear("searchlight"), gear("star shell")))
    game.strike("Watch", "hull", 20)
    because = "Watch has no hull boxes left and is out of the fight"
    game.refused("observe", observer="Watch", target="Target", range=10, because=because, rule="C9")
    for light in ("searchlight", "star shell"):
        game.refused("illuminate", ship="Watch", light=light, target="Target", because=because, rule="C9")
    assert not any(tick.sign == "s" and tick.due for tick in game.battle.ruleset.ticks(game.battle, game["Watch"]))


def test_c8_a_disabled_ship_fires_no_star_shell_but_looks_and_has_her_searchlight() -> None:
    game = night(ship("Watch", gear("searchlight"), gear("star shell")))
    game.put("Watch", "disabled", True)
    because = "Watch is disabled: no shooting, and star shells count as shots"
    game.refused("illuminate", ship="Watch", light="star shell", target="Target", because=because, rule="C8")
    game.give("illuminate", ship="Watch", light="searchlight", target="Target")
    look(game, range=40)
    assert game["Target"].this_turn("seen", "Blue")


@pytest.mark.parametrize("weather", ["clear", "poor"])
def test_c3_poor_weather(weather: str) -> None:
    assert known(night(weather=weather)) == ({"poor_weather"} if weather == "poor" else set())


AWARE = {"both": set(), "attacker": {"Blue"}, "defender": {"Red"}, "neither": {"Red", "Blue"}}


@pytest.mark.parametrize("aware", AWARE)
def test_c3_observer_unaware_of_the_enemy(aware: str) -> None:
    game = night(aware=aware)
    assert ("unaware" in known(game)) == ("Blue" in AWARE[aware])
    game.go("fire-2")
    assert ("unaware" in game.modifiers("observe", observer="Target", target="Watch", range=50)) == ("Red" in AWARE[aware])


def test_c3_a_side_is_aware_once_it_has_seen_an_enemy() -> None:
    game = night(aware="attacker")
    look(game, 1, modifiers=NONE)
    assert "unaware" in known(game)
    game.go("fire-1", 2)
    look(game, 6, modifiers=NONE)
    assert "unaware" not in known(game)


def test_c3_a_side_is_aware_once_it_is_fired_at_or_struck_by_a_torpedo() -> None:
    game = night(aware="defender")
    look(game, 6, modifiers=NONE)
    game.give("fire", 1, firer="Watch", target="Target", range=10)
    assert "unaware" not in game.go("fire-2").modifiers("observe", observer="Target", target="Watch", range=50)

    game = Game([ship("Boat", tubes(number=1))], [ship("Target", size="larger"), ship("Watch")], aware="attacker").go("move-1")
    game.give("launch", ship="Boat", target="Target", range=40)
    assert "unaware" in game.draft("observe", observer="Watch", target="Boat", range=50).values["modifiers"]
    game.give("torpedo", 4, torpedo="torpedo 1", target="Target")
    assert "unaware" not in game.draft("observe", observer="Watch", target="Boat", range=50).values["modifiers"]


def test_c3_a_torpedo_that_explodes_near_makes_a_side_aware() -> None:
    game = Game([ship("Boat", tubes(number=1))], [ship("Target", size="larger"), ship("Watch")], aware="attacker").go("move-1")
    game.give("launch", ship="Boat", target="Target", range=40)
    torpedoed(game, 3, modifiers=())
    assert [hit.result for hit in game["Target"].held if isinstance(hit, HeldTorpedo)] == ["explodes near"]
    assert "unaware" not in game.draft("observe", observer="Watch", target="Boat", range=50).values["modifiers"]
