"""After combat: fuel, new orders for fleets that fought (G18), and the orders still due."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.gwas import RULESET as GWAS
from fleetbook.testing import said
from tests.rules.gwas.fleet import NONE, Game, house, ship

RED, BLUE = "central fleet", "allied fleet"
FIGHT = {"mission": "Intercept", "zone": "C1", "orders": ["Move C2", "Move C3"]}


def fought(*rules: Any, mission: Any = FIGHT, **card: Any) -> Game:
    """A fleet with a mission in a combat that has just begun."""
    central = [ship("Red", nation="Turkey", **card), ship("Apart", "apart", nation="Turkey")]
    fleets = {RED: mission, "apart": {"mission": "Intercept", "zone": "Z9", "orders": ["Move Z8"]}}
    game = Game(central, [ship("Blue")], *rules, fleets={**fleets, BLUE: {"zone": "C1"}}).go("contact")
    game.give("search", 6, fleet=RED, other=BLUE)
    game.give("combat", fleets=f"{RED}; {BLUE}")
    return game


def test_g18_fleets_that_fought_write_from_the_next_turn_on() -> None:
    game = fought()
    game.give("end-combat")
    game.go("abort-orders")
    game.refused("plot", fleet="apart", turn=2, orders="Pursue", because="cannot write orders in this step")
    game.refused("plot", fleet=RED, turn=1, orders="Pursue", because="written for turn 2 on")
    game.give("plot", fleet=RED, turn=2, orders="Pursue; Move C9")
    assert [game.fact(RED, "order", turn) for turn in (2, 3)] == ["Pursue", "Move C9"]


def test_g18_a_fleet_that_fought_writes_new_orders_in_the_place_of_those_that_it_has() -> None:
    game = fought(mission={**FIGHT, "mission": "Bombard", "orders": ["Shell"] * 5})
    game.give("end-combat")
    game.go("abort-orders").give("plot", fleet=RED, turn=2, orders="Move C9")
    assert [game.fact(RED, "order", turn) for turn in (1, 2, 3)] == ["Shell", "Move C9", "Shell"]


def test_g18_fleets_that_fought_may_abort_in_the_last_step_and_others_may_not() -> None:
    game = fought(mission={**FIGHT, "mission": "Bombard", "orders": ["Shell"] * 5})
    game.give("end-combat")
    game.go("abort-orders")
    game.refused("abort", fleet="apart", because="has not fought this turn")
    game.give("abort", fleet=RED)
    assert [game.fact(RED, "order", turn) for turn in (1, 2, 3)] == ["Shell", None, None]
    game.give("plot", fleet=RED, turn=2, orders="Move C9; Fuel")
    assert game.fact(RED, "order", 2) == "Move C9"


def test_g18_only_fleets_newly_aborted_write_by_a_house_rule() -> None:
    game = fought(house(orders_after_combat="newly aborted"))
    game.give("end-combat")
    game.go("abort-orders")
    game.refused("plot", fleet=RED, turn=2, orders="Pursue", because="cannot write orders in this step")
    game.give("abort", fleet=RED)
    game.give("plot", fleet=RED, turn=2, orders="Move C9")


@pytest.mark.parametrize("by_order", [True, False])
def test_g18_fuel_is_checked_however_combat_ends(by_order: bool) -> None:
    game = fought(house(fuel_zones=1), fuel=9)
    game.go("round-end")
    game.next()  # another round: a zone on each log
    game.go("round-end") if by_order else game.strike("Blue", "hull", 10)
    record = game.give("end-combat") if by_order else game.go("round-end").next()
    assert "tactical combat is over" in said(record)
    assert game["Red"].left("fuel") == 8


def test_tactical_sequence_of_several_combats_in_a_turn_each_but_the_first_has_its_number() -> None:
    """Steps C0 and C1, as the list of results has them in short."""

    def stage(game: Game) -> tuple[str, str]:
        found = GWAS.stage(game.battle)
        return found.short, found.words

    fleets = {name: {"zone": zone} for name, zone in (("red", "A1"), ("blue", "A1"), ("green", "B1"), ("white", "B1"))}
    central, allied = [ship("Red", "red"), ship("Green", "green")], [ship("Blue", "blue"), ship("White", "white")]
    game = Game(central, allied, fleets=fleets).go("contact")
    for own, other in (("red", "blue"), ("green", "white")):
        game.give("search", 6, fleet=own, other=other)
    game.give("combat", fleets="red; blue")
    assert stage(game) == ("r1 start", "round 1, start")
    game.give("end-combat")
    assert stage(game) == ("", "")
    game.give("combat", fleets="green; white")
    assert stage(game.go("gunfire-1")) == ("c2 r1 s1", "combat 2, round 1, segment 1")


def test_game_turn_a_step_says_what_it_still_owes() -> None:
    def due(game: Game) -> tuple[str, ...]:
        return GWAS.sequence.due(game.battle)

    fleets: dict[str, Any] = {
        RED: {"mission": "Intercept", "zone": "C1", "orders": ["Move C2", "Pursue"]},
        "convoy": {"mission": "Transport", "zone": "C1", "orders": ["Load"]},
        BLUE: {"zone": "C2"},
    }
    game = Game(
        [ship("Red", nation="Turkey"), ship("Collier", "convoy", nation="Turkey", type="TR")], [ship("Blue")], fleets=fleets
    )
    assert due(game) == ()
    assert due(game.go("plotting")) == (f"{RED}: orders for turn 3",)
    game.give("plot", fleet=RED, orders="Move C3")
    assert due(game) == ()
    assert due(game.go("movement")) == (f"{RED}: Move C2", "convoy: Load")
    game.give("move", fleet=RED)
    game.give("carry-out", fleet="convoy")
    assert due(game) == ()
    assert due(game.go("contact")) == (f"{RED}: search for {BLUE}", f"{BLUE}: search for {RED}")
    game.give("search", 3, fleet=RED, other=BLUE, modifiers=NONE)
    assert due(game) == (f"{BLUE}: search for {RED}",)
    game.give("search", 6, fleet=BLUE, other=RED)
    game.give("combat")
    assert due(game.go("deployment")) == ("Central Powers sets up Red", "Allies sets up Blue")
    game.give("strike", ship="Blue", track="hull", boxes=6)
    game.give("set", ship="battle", condition="weather", value="Clear")
    assert due(game.go("torpedo-1")) == ("Blue: emergency repairs",) * (game["Blue"].speed == "0")
