"""Escorts that sail with their charges (G16), fleets that divide and go on by orders (G17)."""

from __future__ import annotations

from typing import Any

from tests.rules.gwas.fleet import Game, house, ship

TURKS: dict[str, Any] = {"nation": "Turkey", "speed": "2", "fuel": 3}
CONVOY, GUARD, SPLIT = "convoy", "guard", "split"


def escorted(orders: tuple[str, ...] = ("Move C2 C3",), order: str = "Escort", **guard: Any) -> Game:
    """A convoy and its escort in C1, in the movement step."""
    fleets = {
        CONVOY: {"mission": "Transport", "zone": "C1", "orders": list(orders)},
        GUARD: {"mission": "Escort", "zone": "C1", "orders": [order] * len(orders), **guard},
    }
    ships = [ship("Collier", CONVOY, **{**TURKS, "type": "TR"}), ship("Hamidiye", GUARD, **TURKS)]
    return Game(ships, [ship("Blue")], fleets=fleets).go("movement")


def test_g16_an_escort_moves_with_its_charge_zones_and_fuel_counted() -> None:
    game = escorted()
    game.refused("move", fleet=GUARD, zones="C2", because="no fleet that guard may escort has moved from C1")
    game.give("move", fleet=CONVOY)
    assert game.draft("move", fleet=GUARD).values["zones"] == "C2 C3"
    game.refused("move", fleet=GUARD, zones="C2 C4", because="is ordered to Escort")
    game.give("move", fleet=GUARD)
    assert game.fact(GUARD, "zone") == "C3"
    assert game["Hamidiye"].count("zones since a fuel box") == 2
    game.refused("move", fleet=GUARD, zones="C4", because="has moved this turn")


def test_g16_an_escort_follows_its_charge_zone_by_zone() -> None:
    game = escorted()
    game.give("move", fleet=CONVOY, zones="C2")
    game.give("move", fleet=GUARD)
    game.give("move", fleet=CONVOY)
    game.give("move", fleet=GUARD)
    assert game.fact(GUARD, "zone") == "C3"


def test_g16_the_order_may_name_the_charge_and_then_no_other_is_followed() -> None:
    fleets = {
        CONVOY: {"mission": "Transport", "zone": "C1", "orders": ["Move C2"]},
        "decoy": {"mission": "Transport", "zone": "C1", "orders": ["Move D1"]},
        GUARD: {"mission": "Escort", "zone": "C1", "orders": ["Escort convoy"]},
    }
    ships = [ship(name, name, **TURKS) for name in (CONVOY, "decoy", GUARD)]
    ships = [(f"of {name}", fleet, card) for name, fleet, card in ships]
    game = Game(ships, [ship("Blue")], fleets=fleets).go("movement")
    game.give("move", fleet="decoy")
    game.refused("move", fleet=GUARD, zones="D1", because="no fleet that guard may escort")
    game.give("move", fleet=CONVOY)
    game.give("move", fleet=GUARD)
    assert game.fact(GUARD, "zone") == "C2"


def test_g16_an_escort_goes_with_fleets_of_its_own_zone_only() -> None:
    game = escorted(zone="B9")
    game.give("move", fleet=CONVOY)
    game.refused("move", fleet=GUARD, zones="C2 C3", because="may escort has moved from B9")


def test_g16_a_charge_named_is_another_fleet_of_the_side() -> None:
    game = escorted(("Move C2", "Move C3"))
    game.go("plotting", 2)
    for charge in ("allied fleet", GUARD, "nobody"):
        game.refused("plot", fleet=GUARD, turn=4, orders=f"Escort {charge}", because=f"{charge} is no other fleet of")
    game.give("plot", fleet=GUARD, turn=4, orders="Escort convoy")


def dividing(*rules: Any, orders: tuple[str, ...] = ("Divide", "Move C3", "Shell"), **details: Any) -> Game:
    """A fleet with an all-turns mission whose order is to divide, in the movement step."""
    fleets = {CONVOY: {"mission": "Bombard", "zone": "C1", "orders": list(orders), **details}}
    ships = [ship("Goeben", CONVOY, **TURKS), ship("Breslau", CONVOY, **TURKS)]
    return Game(ships, [ship("Blue")], *rules, fleets=fleets).go("movement")


def test_g17_the_part_takes_over_the_orders_from_the_next_turn_on() -> None:
    game = dividing()
    game.give("divide", fleet=CONVOY, ships="Breslau", name=SPLIT)
    assert [game.fact(SPLIT, "order", turn) for turn in (1, 2, 3, 4)] == [None, "Move C3", "Shell", None]
    game.go("movement", 2)
    game.give("move", fleet=SPLIT)
    assert game.fact(SPLIT, "zone") == "C3"


def test_g17_the_part_may_write_its_own_orders_by_a_house_rule() -> None:
    game = dividing(house(divided_orders="written"))
    game.refused("divide", fleet=CONVOY, ships="Breslau", name=SPLIT, orders="Unload", because="Unload is no order of Bombard")
    game.give("divide", fleet=CONVOY, ships="Breslau", name=SPLIT, orders="Move B1; Shell")
    assert [game.fact(SPLIT, "order", turn) for turn in (2, 3, 4)] == ["Move B1", "Shell", None]
    assert dividing().draft("divide", fleet=CONVOY).wanted[-1].field.name != "orders"


def test_g17_a_part_whose_orders_run_out_is_plotted_like_any_fleet() -> None:
    game = dividing(orders=("Divide",))
    game.give("divide", fleet=CONVOY, ships="Breslau", name=SPLIT)
    game.go("plotting", 2)
    game.give("plot", fleet=SPLIT, turn=4, orders="Move C3")
    game.go("movement", 4)
    game.give("move", fleet=SPLIT)
    assert game.fact(SPLIT, "zone") == "C3"


def test_g17_zones_moved_by_the_whole_count_for_the_part() -> None:
    game = Game([ship("Goeben", **TURKS), ship("Breslau", **TURKS)], [ship("Blue")], fleets={"central fleet": {"zone": "C1"}})
    game.go("movement").give("move", fleet="central fleet", zones="C2 C3")
    game.give("divide", fleet="central fleet", ships="Breslau", name=SPLIT)
    game.refused("move", fleet=SPLIT, zones="C4", because="has moved this turn")


def test_g17_contact_of_the_whole_is_contact_of_the_part() -> None:
    fleets = {"central fleet": {"zone": "C1"}, "allied fleet": {"zone": "C1"}}
    game = Game([ship("Goeben", **TURKS), ship("Breslau", **TURKS)], [ship("Blue")], fleets=fleets).go("contact")
    game.give("search", 6, fleet="central fleet", other="allied fleet")
    game.go("movement", 2)
    game.give("divide", fleet="central fleet", ships="Breslau", name=SPLIT)
    game.give("move", fleet="allied fleet", zones="C2")
    game.give("pursue", 6, fleet=SPLIT, other="allied fleet")
    assert game.fact(SPLIT, "zone") == "C2"
