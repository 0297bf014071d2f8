"""The Tactical Turn (8.1): its phases, the time of day, Intermediate Turns. No two orders of a phase share a key."""

from __future__ import annotations

import msgspec
import pytest

from fleetbook.core.orders.standard_orders import COMMON
from fleetbook.core.play.journal import Journal
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.facts import clock, is_intermediate, minutes, time_of
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import duel, moltke, tiger
from tests.rules.fgdn.scene import Game, ship

RESERVED = set("uURw.!D:?q/JTC#")
"""Keys of the battle screen itself."""


def test_the_six_phases_of_a_turn() -> None:
    titles = ["Plotting", "Movement", "Planned Fire", "Detection", "Reaction Fire", "Resolution"]
    assert [phase.title for phase in RULESET.sequence.phases] == titles
    assert all(phase.side is None for phase in RULESET.sequence.phases)


def test_three_minute_turns_ten_of_them_to_the_half_hour() -> None:
    game = Game(tiger(), start="1203")
    hours = [time_of(game.battle, turn) for turn in range(1, 11)]
    assert hours == ["1203", "1206", "1209", "1212", "1215", "1218", "1221", "1224", "1227", "1230"]
    assert (time_of(game.battle), is_intermediate(game.battle)) == ("1203", False)
    assert is_intermediate(game.go("plotting", 10).battle)


@pytest.mark.parametrize(("minute", "shown"), [(0, "0000"), (754, "1234"), (1439, "2359"), (1443, "0003")])
def test_the_clock_goes_round(minute: int, shown: str) -> None:
    assert clock(minute) == shown


def test_a_battle_past_midnight() -> None:
    game = Game(tiger(), start="2357")
    assert [time_of(game.battle, turn) for turn in (1, 2, 3)] == ["2357", "0000", "0003"]
    assert minutes(game.battle, 3) == 1443


def test_f14_on_the_hour_and_the_half_hour_never_twice_in_a_turn() -> None:
    game = Game(tiger(), start="1145")
    turns = [turn for turn in range(1, 30) if is_intermediate(game.go("plotting", turn).battle)]
    assert [time_of(game.battle, turn) for turn in turns] == ["1200", "1230", "1300"]


def test_a_turn_is_told_by_its_hour() -> None:
    game = Game(tiger(), start="1157")
    assert "1200: Intermediate Turn" in said(game.go("resolution").next())
    assert RULESET.sequence.present(game.battle) == "1200 Plotting · Intermediate Turn"


def test_f50_optional_rules_are_off_unless_the_battle_says_so() -> None:
    game = Game(tiger(), faulty_shells="yes")
    off = {name: game.battle.word(name) for name in RULESET.options}
    assert off.pop("faulty_shells") == "yes"
    assert set(off.values()) == {"no"}
    assert set(off) == {
        "shell_failures", "national_crews", "picric_casemates", "national_magazines", "armed_aircraft", "parked_aircraft",
        "serviceability", "rescue", "aircraft_damage",
    }  # fmt: skip


@pytest.mark.parametrize("phase", [phase.id for phase in RULESET.sequence.phases])
def test_no_two_orders_of_a_phase_share_a_key_and_none_is_the_app_s(phase: str) -> None:
    keys = [order.key for order in RULESET.all_orders if order.key and (not order.phases or phase in order.phases)]
    assert sorted(keys) == sorted(set(keys))
    assert not RESERVED & set(keys)
    assert {order.key for order in COMMON} <= set(keys)


def test_ships_that_leave_are_out_of_the_battle_and_not_lost() -> None:
    game = duel()
    game.go("resolution")
    game.give("leave", ship="Moltke")
    assert game["Moltke"].fate == "left T1"
    assert RULESET.outcome(game.battle) == "Red lost no ship; Blue lost no ship"
    assert moltke()[0] not in game.draft("move").entries["ship"].options  # type: ignore[operator]


def test_8_1_nothing_is_resolved_in_detection_and_it_is_passed_over() -> None:
    game = Game(tiger()).go("planned-fire")
    assert "on to step 5: Reaction Fire" in game.next().headline
    phases = []
    for _ in range(6):
        phases.append(game.battle.phase)
        game.next()
    assert phases == ["reaction-fire", "resolution", "plotting", "movement", "planned-fire", "reaction-fire"]


def begun(**speeds: int) -> Game:
    """Tiger of 28 knots, and whatever else is said to begin at a speed."""
    setup = Game(tiger(), ship("Slow")).journal.setup
    ships = tuple(msgspec.structs.replace(entry, speed=speeds.get(entry.name)) for entry in setup.ships)
    game = Game(tiger(), ship("Slow"))
    game.journal = Journal(RULESET, msgspec.structs.replace(setup, ships=ships), "a test")
    return game


def test_8_1_1_ships_begin_at_the_speed_of_the_scenario_or_at_three_quarters() -> None:
    game = begun(Tiger=26, Foe=0)
    assert [game[name].speed for name in ("Tiger", "Slow", "Foe")] == [26, 15, 0]
