"""C8: torpedoes: launching, running, and meeting a ship."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import order_odds
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.verify import verify_record
from fleetbook.testing import rolled, said
from tests.rules.coastal.fleet import NONE, SIZES, Game, attack, house, reading, result, ship, torpedoed, tubes

TORPEDO = {  # D6: corvette or smaller, larger
    (-1, 0, 1, 2): ("miss or malfunction", "miss or malfunction"),
    (3,): ("under, runs on", "explodes near"),
    (4,): ("explodes near", "serious damage"),
    (5,): ("serious damage", "disabled"),
    (6,): ("disabled", "disabled, sinks in D6 turns"),
    (7, 8): ("disabled, sinks in D4 turns", "breaks in two"),
}
CELLS = [
    (total, size, cells[size in ("destroyer", "larger")])
    for totals, cells in TORPEDO.items()
    for total in totals
    for size in ("small", "trawler", "corvette", "destroyer", "larger")
]
VARIABLES: dict[int, tuple[str, ...]] = {-2: ("fast_target", "end_on"), 0: (), 2: ("submarine", "merchant")}


@pytest.mark.parametrize(("total", "size", "cell"), CELLS)
def test_c8_every_cell_of_the_torpedo_table_by_an_order(total: int, size: str, cell: str) -> None:
    shift = -2 if total < 1 else 2 if total > 6 else 0
    game = attack(size=size)
    record = torpedoed(game, total - shift, modifiers=VARIABLES[shift])
    assert (result(record), record.faces[0].sides) == (cell, 6)
    assert ("torpedo 1" in running(game)) == (cell == "under, runs on")
    harmless = cell in ("miss or malfunction", "under, runs on")
    assert game["Target"].held == (() if harmless else (("Boat", "torpedo", cell),))


def running(game: Game) -> list[str]:
    """Red's torpedoes in the water, as the form offers them."""
    return list(game.draft("spent").entries["torpedo"].options or ())


VALUES = {"fast_target": -1, "end_on": -1, "stationary": 1, "submarine": 1, "merchant": 1}


@pytest.mark.parametrize("name", VALUES)
def test_c8_each_modifier_adds_its_value_to_the_die(name: str) -> None:
    (throw,) = rolled(torpedoed(attack(), 3, modifiers=[name]))
    assert throw.total == 3 + VALUES[name]


@pytest.mark.parametrize("name", VALUES)
def test_c8_the_referee_may_switch_each_modifier_on_and_off(name: str) -> None:
    assert attack().modifiers("torpedo", target="Target", **{name: "yes"}) == {name}
    game = attack(attacker={"submarine": True}, merchant=True)
    game.put("Target", "speed", "0")
    assert game.modifiers("torpedo", target="Target", **{name: "no"}) == {"submarine", "merchant", "stationary"} - {name}


@pytest.mark.parametrize("name", VALUES)
def test_c8_house_rules_may_change_each_modifier(name: str) -> None:
    game = attack(rules=[house(modifiers={"torpedo": {name: 2}})])
    assert rolled(torpedoed(game, 3, modifiers=[name]))[0].total == 5


# ------------------------------------------------------------ what the battle fills in


def known(game: Game) -> set[str]:
    return game.modifiers("torpedo", target="Target")


def test_c8_nothing_holds_against_a_warship_at_5_cm() -> None:
    assert known(attack()) == set()


@pytest.mark.parametrize(("cm", "fast"), [(11, False), (12, True), (15, True)])
def test_c8_target_moving_12_cm_or_more(cm: int, fast: bool) -> None:
    game = attack(speed=15)
    game.put("Target", "speed", str(cm))
    assert known(game) == ({"fast_target"} if fast else set())


def test_c8_target_stationary() -> None:
    game = attack()
    game.put("Target", "speed", "0")
    assert known(game) == {"stationary"}


def test_c8_submarine_firing() -> None:
    assert known(attack(attacker={"submarine": True})) == {"submarine"}


def test_c8_merchant_target() -> None:
    assert known(attack(merchant=True)) == {"merchant"}


def test_c8_a_hit_in_its_forward_or_rear_arc_is_for_the_referee_to_say() -> None:
    assert "end_on" not in known(attack())
    assert result(torpedoed(attack(), 4, end_on="yes")) == "explodes near"


# ------------------------------------------------------------ boats


@pytest.mark.parametrize("size", SIZES)
def test_c8_torpedoes_miss_boats_and_run_on(size: str) -> None:
    game = attack(size=size)
    if size == "boat":
        record = torpedoed(game)
        assert "missed, torpedo 1 runs on" in said(record)
        assert running(game) == ["torpedo 1"]
    else:
        assert len(torpedoed(game, 1).faces) == 1
        assert running(game) == []


def test_c8_a_torpedo_that_went_under_may_meet_another_ship() -> None:
    game = attack(size="corvette")
    torpedoed(game, 3)
    torpedoed(game, 5)
    assert game["Target"].held == (("Boat", "torpedo", "serious damage"),)


def test_c8_a_torpedo_may_meet_a_ship_of_its_own_side() -> None:
    reds = [ship("Boat", tubes()), ship("Friend", size="larger")]
    game = Game(reds, [ship("Target", size="larger")]).go("move-1")
    game.give("launch", ship="Boat", target="Target", range=40, number=1)
    torpedoed(game, 4, target="Friend")
    assert game["Friend"].held == (("Boat", "torpedo", "serious damage"),)


def test_c8_a_torpedo_meets_no_ship_that_is_gone() -> None:
    reds = [ship("Boat", tubes()), ship("Friend", size="larger")]
    game = Game(reds, [ship("Target")]).go("move-1")
    game.give("launch", ship="Boat", target="Target", range=40, number=1)
    game.give("leave", ship="Friend")
    game.refused("torpedo", target="Friend", because="is gone", rule="C9")


# ------------------------------------------------------------ launching


def ready(*systems: dict[str, Any], rules: Any = (), **boat: Any) -> Game:
    return Game([ship("Boat", *(systems or (tubes(),)), **boat)], [ship("Target", size="larger")], *rules).go("move-1")


LAUNCH: dict[str, Any] = {"ship": "Boat", "target": "Target", "range": 40}


@pytest.mark.parametrize(("cm", "near"), [(0, True), (29, True), (30, False), (31, False)])
def test_c8_not_fired_at_under_30_cm(cm: int, near: bool) -> None:
    game = ready()
    if near:
        game.refused("launch", **{**LAUNCH, "range": cm}, because=f"{cm} cm is too near", rule="C8")
    else:
        game.give("launch", **{**LAUNCH, "range": cm})


@pytest.mark.parametrize(("full", "cm", "fast"), [(12, 6, False), (12, 7, True), (17, 8, False), (17, 9, True), (12, 0, False)])
def test_c8_launched_at_half_speed_or_less(full: int, cm: int, fast: bool) -> None:
    game = ready(speed=full)
    game.put("Boat", "speed", str(cm))
    if fast:
        game.refused("launch", **LAUNCH, because=f"torpedoes are launched at {full // 2} or less", rule="C8")
    else:
        game.give("launch", **LAUNCH)


def test_c8_a_boat_that_can_only_creep_launches_at_half_of_its_full_speed() -> None:
    game = ready()
    game.put("Boat", "speed", "4")
    game.strike("Boat", "engines", 2)
    game.give("launch", **LAUNCH, number=1)


def test_c8_house_half_of_what_the_engines_still_give() -> None:
    game = ready(rules=[reading(half_speed_of="current")])
    game.put("Boat", "speed", "6")
    game.strike("Boat", "engines", 1)
    game.refused("launch", **LAUNCH, because="torpedoes are launched at 4 or less")


def test_c8_tubes_are_emptied_and_filled_again_from_what_is_carried() -> None:
    game = ready(tubes(number=2, torpedoes=3))
    game.give("launch", **LAUNCH, number=2)
    assert game["Boat"].count("torpedoes", "tubes") == 1
    game.refused("launch", **LAUNCH, tubes="tubes", number=1, because="has no torpedo to launch this turn", rule="C8")
    game.go("move-1", 2)
    game.refused("launch", **LAUNCH, number=2, because="can launch 1 of its torpedoes this turn", rule="C8")
    game.give("launch", **LAUNCH, number=1)
    assert game["Boat"].count("torpedoes", "tubes") == 0
    game.go("move-1", 3).refused("launch", **LAUNCH, tubes="tubes", number=1, because="has no torpedo to launch this turn")


def test_c8_torpedoes_of_a_turn_may_be_launched_one_after_another() -> None:
    game = ready(tubes(number=2, torpedoes=4))
    game.give("launch", **LAUNCH, number=1)
    game.give("launch", **LAUNCH, number=1)
    game.refused("launch", **LAUNCH, tubes="tubes", number=1, because="has no torpedo to launch this turn")
    assert running(game) == ["torpedo 1", "torpedo 2"]


@pytest.mark.parametrize("state", ["damaged", "destroyed"])
def test_c8_tubes_out_of_action_launch_nothing(state: str) -> None:
    game = ready(tubes("port"), tubes("starboard"))
    game.put("Boat", "port", state)
    game.refused("launch", **LAUNCH, tubes="port", number=1, because=f"port is {state}", rule="C6")
    assert game.draft("launch", **LAUNCH).values["tubes"] == "starboard"


def test_c8_no_launch_at_one_s_own_side() -> None:
    game = Game([ship("Boat", tubes()), ship("Friend")], [ship("Target")]).go("move-1")
    game.refused("launch", **{**LAUNCH, "target": "Friend"}, because="own side")


def test_c8_a_ship_without_torpedoes() -> None:
    game = Game([ship("Boat")], [ship("Target")]).go("move-1")
    game.refused("launch", **LAUNCH, because="Boat has no torpedoes", rule="C8")


# ------------------------------------------------------------ running


def far(game: Game, torpedo: str = "torpedo 1") -> object:
    return game.battle.fact(Key(torpedo, "run"))


def test_c8_runs_15_cm_in_each_of_its_owner_s_moves() -> None:
    game = ready()
    game.give("launch", **LAUNCH, number=1)
    assert far(game) == 15
    assert far(game.go("move-2")) == 15
    assert far(game.go("move-1", 2)) == 30
    assert far(game.go("move-1", 3)) == 45
    game.give("spent", torpedo="torpedo 1")
    assert far(game) is None
    assert running(game.go("move-1", 4)) == []


def test_c8_a_torpedo_meets_ships_in_its_owner_s_moves_only() -> None:
    game = ready()
    game.give("launch", **LAUNCH, number=1)
    game.go("move-2").refused("torpedo", torpedo="torpedo 1", target="Target", because="Blue has no torpedo in the water")


def test_c8_nobody_is_reminded_of_a_torpedo_whose_target_is_gone() -> None:
    game = attack(number=2)
    due = game.journal.ruleset.sequence.due
    assert any("in the water" in words for words in due(game.battle))
    assert not any(
        "in the water" in words for words in due(game.battle.with_changes([(Key("Target", "fate"), "sunk T2: a test")]))
    )


def test_c8_a_spent_torpedo_meets_nothing_more() -> None:
    game = attack(number=2)
    torpedoed(game, 1, torpedo="torpedo 1")
    game.unreadable("torpedo", "torpedo", torpedo="torpedo 1", target="Target")
    assert running(game) == ["torpedo 2"]


# ------------------------------------------------------------ house rules


def test_c8_house_torpedo_run() -> None:
    game = ready(rules=[reading(torpedo_run=20)])
    game.give("launch", **LAUNCH)
    assert far(game.go("move-1", 2)) == 40


def test_c8_house_least_range() -> None:
    game = ready(rules=[reading(torpedo_least_range=50)])
    game.refused("launch", **LAUNCH, because="too near")


def test_c8_house_launch_speed() -> None:
    game = ready(rules=[reading(torpedo_launch_speed=1.0)])
    game.put("Boat", "speed", "12")
    game.give("launch", **LAUNCH)


def test_c8_house_a_cell_of_the_table() -> None:
    game = attack(rules=[house(tables={"torpedo": [["3", "disabled", "breaks in two"]]})])
    assert result(torpedoed(game, 3, modifiers=NONE)) == "breaks in two"


def two_targets() -> Game:
    """Boat has measured to First, and launched two torpedoes at Second."""
    game = Game([ship("Boat", tubes())], [ship("First", size="larger"), ship("Second", size="larger")], light="day")
    game.go("fire-2").give("observe", observer="Boat", target="First", range=20)
    game.go("move-1", 2).give("launch", ship="Boat", target="Second", range=40, number=2)
    return game


def test_c8_a_torpedo_keeps_the_ship_at_which_it_was_launched() -> None:
    game = two_targets()
    assert game.draft("torpedo").values["target"] == "Second"
    (marker,) = game.battle.ruleset.counters(game.battle)
    assert f"{marker.name} {marker.place}" == "torpedoes 1 and 2 of Boat at Second, 15 cm run"


def test_c8_a_torpedo_launched_at_a_ship_that_is_gone_is_offered_another() -> None:
    game = two_targets()
    gone = game.battle.with_changes([(Key("Second", "fate"), "sunk T2: a test")])
    assert Draft(gone, game.journal.ruleset.order("torpedo")).values["target"] == "First"


def test_c8_a_launch_of_before_is_sound_and_keeps_no_target() -> None:
    game = two_targets()
    launch = game.journal.records[-1]
    game.journal.append(game.journal.undo())
    old = {name: value for name, value in launch.inputs.items() if name != "aimed"}
    record = game.journal.propose(game.journal.ruleset.order("launch").from_inputs(old))
    game.journal.append(record)
    assert verify_record(game.journal, record) == ""
    (marker,) = game.battle.ruleset.counters(game.battle)
    assert marker.place == "of Boat, 15 cm run"


def test_c8_the_next_boat_with_a_torpedo_is_the_one_that_launches() -> None:
    game = Game([ship("First", tubes()), ship("Second", tubes())], [ship("Target")]).go("move-1")
    assert game.draft("launch").values["ship"] == "First"
    game.give("launch", ship="First", target="Target", range=40, number=2)
    assert game.draft("launch").values["ship"] == "Second"


def test_c8_a_launch_tells_the_odds_of_one_torpedo_that_meets_her_and_none_against_a_boat() -> None:
    game = Game([ship("First", tubes())], [ship("Target", size="larger"), ship("Boat")]).go("move-1")
    odds = order_odds(game.battle, game.draft("launch", target="Target", range=40).order())
    assert odds.exact and odds.later["hits"][1] == pytest.approx(3 / 6)
    assert not order_odds(game.battle, game.draft("launch", target="Boat", range=40).order()).later
