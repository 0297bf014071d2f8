"""The strategic random events and their effects on fleets and orders."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import said, struck
from tests.rules.gwas_variant.fleet import ALLIED, Game, destroyer, ship, unless

FOR_CENTRAL, FOR_ALLIED = 3, 5
RAIDER: dict[str, Any] = {"mission": "Intercept", "zone": "C1", "orders": ["Move C2", "Move C3 C4"]}


def sea(allied: dict[str, Any] | None = None, **more: Any) -> Game:
    """The first step of the first game turn: the Allied fleet plots."""
    fleets = {"allied": {**RAIDER, **(allied or {})}, "central": {"zone": "D1"}}
    ships = [ship("Target", **more.pop("card", {})), *more.pop("allies", [])]
    return Game([ship("Firer")], ships, fleets=fleets, begins="game turn", **more)


@pytest.mark.parametrize("dice", [(1, 5), (1, 6), (2, 6)])
def test_six_seven_and_eight_are_no_event(dice: tuple[int, int]) -> None:
    assert "no event" in said(sea().give("strategic-event", *dice))


def test_5_the_event_comes_before_the_orders_and_by_itself() -> None:
    game = sea()
    phases = [phase.id for phase in game.battle.ruleset.sequence.phases]
    assert phases.index("strategic-event") < phases.index("plotting")
    game.next(3, 3)
    assert game.battle.phase == "damage-control"


def test_it_is_rolled_once_a_turn() -> None:
    game = sea()
    game.give("strategic-event", 3, 3)
    game.refused("strategic-event", because="has been rolled")


# ------------------------------------------------------------ Rogue Mine


def test_rogue_mine_strikes_a_ship_of_a_fleet_in_a_coastal_zone_if_there_is_one() -> None:
    allies = [ship("Coaster", "coast"), ship("Ketch", "coast", type="CL")]
    game = sea(allies=allies)
    record = game.give("strategic-event", 1, 1, FOR_ALLIED, 2, 3, coastal=["coast"])  # one of two ships, 2 hull
    assert struck(record) == [("Ketch", "hull", 2)]
    game = sea(allies=allies)
    record = game.give("strategic-event", 1, 1, FOR_ALLIED, 2, 1, 3)  # one of two fleets first
    assert struck(record) == [("Coaster", "hull", 2)]


@pytest.mark.parametrize(("face", "hull"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 5), (6, 10)])
def test_rogue_mine_does_what_mines_do(face: int, hull: int) -> None:
    assert struck(sea().give("strategic-event", 1, 1, FOR_ALLIED, face)) == [("Target", "hull", hull)]


def test_fleets_in_port_are_struck_by_nothing() -> None:
    assert "no such fleet at sea" in said(sea({"port": True}).give("strategic-event", 1, 1, FOR_ALLIED))


# ------------------------------------------------------------ Condenser Problems


def test_condenser_problems_cost_a_rung_and_send_the_ship_home() -> None:
    game = sea(card={"speed": "2"}, allies=[destroyer("Escort")])
    game.give("strategic-event", 1, 2, FOR_ALLIED, 1)
    assert game["Target"].speed == "1"
    assert game["Target"].has("returns to port")
    assert (game["Target"].fleet, game["Escort"].fleet) == ("allied homeward", "allied")
    assert game.fact("allied homeward", "mission") == "Abort"
    assert game.fact("allied", "mission") == "Intercept"


def test_condenser_problems_are_no_event_with_no_ship_at_sea() -> None:
    game = sea({"port": True})
    assert "no event: no ship at sea" in said(game.give("strategic-event", 1, 2, FOR_ALLIED))
    assert game["Target"].fleet == "allied"


def test_ships_of_one_fleet_that_go_home_one_after_another_are_fleets_apart() -> None:
    game = sea(allies=[destroyer("Escort"), ship("Third")])
    for turn in (1, 2):
        game.go("strategic-event", turn)
        game.give("strategic-event", 1, 2, FOR_ALLIED, turn)
    fleets = sorted(each.fleet for each in game.battle.ships(ALLIED))
    assert fleets == ["allied", "allied homeward", "allied homeward 2"]


@pytest.mark.parametrize(("speed", "after"), [("2+", "2"), ("1", "1S"), ("1S", "1S")])
def test_condenser_problems_leave_the_slowest_class(speed: str, after: str) -> None:
    game = sea(card={"speed": speed})
    game.give("strategic-event", 1, 2, FOR_ALLIED)
    assert game["Target"].speed == after
    assert game.fact("allied", "mission") == "Abort"  # she is alone


def test_condenser_problems_come_to_a_fleet_that_moved_two_zones_if_one_did() -> None:
    game = sea({"orders": ["Move C2 C3"]}, card={"speed": "2"}, allies=[ship("Idle", "idle")])
    game.go("movement").give("move", fleet="allied")
    game.give("move", fleet="idle", zones="E1")
    game.go("strategic-event")
    game.give("strategic-event", 1, 2, FOR_ALLIED)  # no die for the ship: only one fleet was fast
    assert game["Target"].has("returns to port")


# ------------------------------------------------------------ Erroneous Report


def plotting(game: Game) -> Game:
    return game.go("plotting")


def test_erroneous_report_three_turns_are_plotted_at_once_and_then_none_for_two() -> None:
    game = sea()
    game.give("strategic-event", 1, 3, FOR_ALLIED)
    plotting(game).give("plot", fleet="allied", turn=3, orders="Move C5; Move C6; Move C7")
    for turn in (2, 3):
        game.go("movement")
        game.go("strategic-event")
        plotting(game)
        assert game.battle.turn == turn
        assert game.draft("plot").entries["fleet"].options == ()
    game.go("movement")
    game.go("strategic-event")
    plotting(game).give("plot", fleet="allied", turn=6, orders="Move C9")


def test_without_it_only_one_turn_is_plotted() -> None:
    game = plotting(sea())
    game.refused("plot", fleet="allied", turn=3, orders="Move C5; Move C6", because="to turn 3 now, not to turn 4")


@pytest.mark.parametrize("face", range(1, 7))
def test_erroneous_report_is_ignored_by_a_leader_on_one_to_three(face: int) -> None:
    game = sea({"leader": "an admiral", "flagship": "Target"})
    game.give("strategic-event", 1, 3, FOR_ALLIED, face)
    assert (game.fact("allied", "erroneous report") == 1) is (face > 3)


def test_erroneous_report_strikes_only_raids_and_intercepts() -> None:
    game = sea({"mission": "Transport"})
    assert "no such fleet at sea" in said(game.give("strategic-event", 1, 3, FOR_ALLIED))


# ------------------------------------------------------------ Situation Clarifies, This Just In


def test_situation_clarifies_the_next_turn_and_the_one_after_are_plotted_anew() -> None:
    game = sea()
    game.give("strategic-event", 1, 4, FOR_ALLIED)
    plotting(game)
    game.refused("plot", fleet="allied", turn=1, orders="Move C9", because="written for turn 2 on")
    game.refused("plot", fleet="allied", turn=2, orders="Move C8; Move C9; Move C10", because="plotted to turn 3 now")
    game.give("plot", fleet="allied", turn=2, orders="Move C8; Move C9")
    assert [game.fact("allied", "order", str(turn)) for turn in (1, 2, 3)] == ["Move C2", "Move C8", "Move C9"]


def test_this_just_in_all_orders_are_changed_this_turns_too() -> None:
    game = sea()
    game.give("strategic-event", 4, 6, FOR_ALLIED)
    plotting(game).give("plot", fleet="allied", turn=1, orders="Move D1; Move D2; Move D3")
    game.go("movement")
    game.refused("move", fleet="allied", zones="C2", because="ordered to Move D1")
    game.give("move", fleet="allied")
    assert game.fact("allied", "zone") == "D1"


def test_a_later_report_ends_the_erroneous_one() -> None:
    game = sea()
    game.give("strategic-event", 1, 3, FOR_ALLIED)
    plotting(game).give("plot", fleet="allied", turn=3, orders="Move C5; Move C6; Move C7")
    game.go("movement")
    game.go("strategic-event").give("strategic-event", 4, 6, FOR_ALLIED)
    plotting(game).give("plot", fleet="allied", turn=2, orders="Move D1; Move D2")


def test_the_owner_chooses_the_fleet() -> None:
    game = Game(
        [ship("Firer")],
        [ship("A", "first"), ship("B", "second")],
        fleets={"first": RAIDER, "second": RAIDER},
        begins="game turn",
    )
    game.give("strategic-event", 4, 6, FOR_ALLIED, choices=("second",))
    assert game.fact("second", "writes orders", "1") == ("plotting", 1)
    assert game.fact("first", "writes orders", "1") is None


def test_erroneous_report_v24_the_three_turns_are_plotted_before_the_step_ends() -> None:
    game = sea()
    game.give("strategic-event", 2, 2, FOR_ALLIED)
    game.go("plotting").refused("next", because="allied must plot turn 3 and 4 and 5 before this step ends")
    game.give("plot", fleet="allied", turn=3, orders="Move C3; Move C4")
    game.refused("next", because="allied must plot turn 5 before")
    game.give("plot", fleet="allied", turn=5, orders="Move C5")
    game.next()


def test_danger_ahead_a_fleet_without_a_mission_does_not_pursue_either() -> None:
    fleets = {"allied": {"zone": "C1"}, "central": {"zone": "C1"}}
    game = Game([ship("Firer")], [ship("Target")], fleets=fleets, begins="game turn").go("contact")
    game.give("search", 6, fleet="allied", other="central")
    game.go("strategic-event").give("strategic-event", 5, 6, FOR_ALLIED)
    game.go("movement").give("move", fleet="central", zones="C2")
    game.refused("pursue", fleet="allied", other="central", because="sees danger ahead")


# ------------------------------------------------------------ Neutral Report


def test_neutral_report_reveals_a_fleet_and_where_it_goes() -> None:
    game = sea()
    words = said(game.give("strategic-event", 4, 5, FOR_ALLIED))
    assert "allied is Target" in words
    assert "allied will move to C2" in words
    assert game["Target"].known


# ------------------------------------------------------------ Danger Ahead


def test_danger_ahead_the_fleet_does_not_move_and_saves_its_fuel() -> None:
    game = sea()
    game.give("strategic-event", 5, 6, FOR_ALLIED)
    game.go("movement")
    game.refused("move", fleet="allied", zones="C2", because="danger ahead")
    assert game["Target"].count("zones since a fuel box") == 0


def test_danger_ahead_a_fleet_plotted_to_move_two_zones_uses_one() -> None:
    game = sea({"orders": ["Move C2 C3"]}, card={"speed": "2"})
    game.give("strategic-event", 5, 6, FOR_ALLIED)
    assert game["Target"].count("zones since a fuel box") == 1


def test_danger_ahead_is_over_in_the_next_turn() -> None:
    game = sea()
    game.give("strategic-event", 5, 6, FOR_ALLIED)
    game.go("abort-orders")
    game.go("movement")
    assert game.battle.turn == 2
    game.give("move", fleet="allied")
    assert game.fact("allied", "zone") == "C2"


@pytest.mark.parametrize(("off", "orders"), [(True, [None, "Move C2", "Move C3 C4"]), (False, [None, "Move C3 C4", None])])
def test_danger_ahead_v20_the_orders_are_put_off_by_a_turn(off: bool, orders: list[str | None]) -> None:
    fleets = {"allied": RAIDER}
    rules = unless(off, danger_puts_orders_off=False)
    game = Game([ship("Firer")], [ship("Target", speed="2")], *rules, fleets=fleets, begins="game turn")
    game.give("strategic-event", 5, 6, FOR_ALLIED)
    assert [game.fact("allied", "order", str(turn)) for turn in (1, 2, 3)] == orders


# ------------------------------------------------------------ All is Lost


def test_all_is_lost_a_fleet_aborts() -> None:
    game = sea()
    game.give("strategic-event", 6, 6, FOR_ALLIED)
    assert game.fact("allied", "mission") == "Abort"


@pytest.mark.parametrize(
    "allied",
    [{"mission": "Transport"}, {"mission": "Escort", "orders": ["Escort"]}, {"leader": "an admiral", "flagship": "Target"}],
)
@pytest.mark.parametrize(("choice", "aborts"), [("ignore it", False), ("abort", True)])
def test_all_is_lost_may_be_ignored_with_a_leader_or_on_transport_and_escort(
    allied: dict[str, Any], choice: str, aborts: bool
) -> None:
    game = sea(allied)
    game.give("strategic-event", 6, 6, FOR_ALLIED, choices=(choice,))
    assert (game.fact("allied", "mission") == "Abort") is aborts


def test_the_other_side_is_not_struck() -> None:
    game = sea()
    game.give("strategic-event", 6, 6, FOR_CENTRAL)
    assert game.fact("allied", "mission") == "Intercept"
    assert ALLIED in game.battle.sides
