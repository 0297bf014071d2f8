"""Missions, orders plotted and sealed, fleets combined and divided, nationalities."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.side_view import SEALED, SideView
from fleetbook.reports.status import status
from tests.rules.gwas.fleet import ALLIED, CENTRAL, Game, ship

RED = "central fleet"


def planned(mission: str, orders: tuple[str, ...] = (), *ships: Any, **more: Any) -> Game:
    """A Central fleet with a mission."""
    central = list(ships) or [ship("Red", nation="Turkey", speed="2")]
    leader = {"leader": "Souchon", "flagship": central[0][0]} if mission == "Raid" else {}
    fleets = {RED: {"mission": mission, "orders": list(orders), **leader, **more}}
    return Game(central, [ship("Blue")], fleets=fleets)


COMMON = {"Move", "Fuel", "Divide"}
ALLOWED = {
    "Transport": COMMON | {"Load", "Unload"},
    "Bombard": COMMON | {"Shell", "Launch", "Recover"},
    "Escort": {"Escort"},
    "Intercept": COMMON | {"Pursue", "Launch", "Recover"},
    "Abort": COMMON,
    "Minelaying": COMMON | {"Mine"},
    "Minesweeping": COMMON | {"Detect", "Sweep"},
    "Raid": COMMON | {"Shell", "Mine", "Search1", "Search2", "Pursue", "Launch", "Recover"},
}
EVERY = sorted(set().union(*ALLOWED.values()))


def fit_for(mission: str) -> Any:
    kind = {"Minelaying": "ML", "Minesweeping": "MS"}.get(mission, "CL")
    return ship("Red", nation="Turkey", type=kind, mines=1)


@pytest.mark.parametrize("mission", ALLOWED)
@pytest.mark.parametrize("order", EVERY)
def test_missions_allow_only_their_orders(mission: str, order: str) -> None:
    words = "Move A1" if order == "Move" else order
    if order in ALLOWED[mission]:
        assert planned(mission, (words,), fit_for(mission)).fact(RED, "order", 1) == words
    else:
        with pytest.raises(InvalidInput, match=f"{order} is no order of {mission}"):
            planned(mission, (words,), fit_for(mission))


@pytest.mark.parametrize(("words", "why"), [
    ("Move", "names 2 zones at most"), ("Move A B C", "names 2 zones at most"), ("Shell A1", "names no zone"), ("  ", "empty"),
    ("Sing", "is no order"), ("move A1", "Move A1"), ("Move " + "A" * 21, "letters at most"),
])  # fmt: skip
def test_orders_are_written_strictly(words: str, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        planned("Bombard", (words,))


SHIPS = {
    "Transport": {"TR", "FT", "BB", "DD"}, "Abort": {"TR", "FT", "BB", "DD"},
    "Bombard": {"BB", "CL", "DD", "OIL", "COL", "AML", "SS"}, "Escort": {"DD", "B"}, "Intercept": {"BC", "OIL"},
    "Minelaying": {"ML", "AML"}, "Minesweeping": {"MS"}, "Raid": {"BC", "CL", "AML", "COL"},
}  # fmt: skip
UNFIT = {
    "Bombard": {"TR", "FT"}, "Escort": {"TR"}, "Intercept": {"FT"}, "Raid": {"TR"},
    "Minelaying": {"DD", "CL", "TR"}, "Minesweeping": {"DD", "ML"},
}  # fmt: skip


@pytest.mark.parametrize(("mission", "kind"), [(mission, kind) for mission, kinds in SHIPS.items() for kind in sorted(kinds)])
def test_ships_that_a_mission_allows(mission: str, kind: str) -> None:
    planned(mission, (), ship("Red", nation="Turkey", type=kind))


@pytest.mark.parametrize(("mission", "kind"), [(mission, kind) for mission, kinds in UNFIT.items() for kind in sorted(kinds)])
def test_ships_that_a_mission_does_not_allow(mission: str, kind: str) -> None:
    with pytest.raises(InvalidInput, match=mission):
        planned(mission, (), ship("Red", nation="Turkey", type=kind))


def test_a_raid_has_two_ships_at_most_and_needs_a_leader() -> None:
    two = [ship(f"Red {n}", nation="Turkey") for n in (1, 2)]
    planned("Raid", (), *two)
    with pytest.raises(InvalidInput, match="2 at most"):
        planned("Raid", (), *two, ship("Third", nation="Turkey"))
    with pytest.raises(InvalidInput, match="needs a leader"):
        Game(two, [ship("Blue")], fleets={RED: {"mission": "Raid"}})


# ------------------------------------------------------------ nationalities


def fleet_of(*nations: str) -> Game:
    return Game([ship(f"Red {n}", nation=nation) for n, nation in enumerate(nations)], [ship("Blue")])


@pytest.mark.parametrize("nations", [
    ("Turkey", "Austria-Hungary", "Turkey", "Bulgaria"), ("Turkey",) * 5, ("Turkey",) * 4 + ("Germany",) * 3,
    ("Britain", "Australia", "Canada", "Britain", "Australia"), ("Germany",) * 6,
])  # fmt: skip
def test_fleets_that_the_four_ship_rule_allows(nations: tuple[str, ...]) -> None:
    fleet_of(*nations)


@pytest.mark.parametrize("nations", [
    ("Turkey", "Turkey", "Turkey", "Turkey", "Austria-Hungary"), ("Britain",) * 4 + ("France",),
    ("Germany", "Turkey", "Turkey", "Turkey", "Austria-Hungary"),
])  # fmt: skip
def test_fleets_of_five_and_more_are_of_one_nationality(nations: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput, match="must be of one nationality"):
        fleet_of(*nations)


def two_fleets(first: list[str], second: list[str], **details: Any) -> Game:
    central = [ship(f"Red {n}", nation=nation) for n, nation in enumerate(first)]
    central += [ship(f"Green {n}", "green", nation=nation) for n, nation in enumerate(second)]
    fleets = {RED: {"zone": "A1", **details}, "green": {"zone": "A1"}}
    return Game(central, [ship("Blue")], fleets=fleets).go("combining")


def test_fleets_in_the_same_zone_may_combine() -> None:
    game = two_fleets(["Turkey"] * 2, ["Turkey"] * 3)
    game.give("combine", fleet=RED, other="green")
    assert game["Green 2"].fleet == RED
    game.unreadable("combine", "other", fleet=RED, other="green")


def test_a_combined_fleet_keeps_to_the_rule_of_nationalities_and_to_its_mission() -> None:
    game = two_fleets(["Turkey"] * 2, ["Austria-Hungary"] * 3)
    game.refused("combine", fleet=RED, other="green", because="one nationality")
    two_fleets(["Turkey"] * 2, ["Austria-Hungary"] * 2).give("combine", fleet=RED, other="green")
    raid = two_fleets(["Turkey"] * 2, ["Turkey"], mission="Raid", leader="Souchon", flagship="Red 0")
    raid.refused("combine", fleet=RED, other="green", because="2 at most")


def test_fleets_combine_in_one_zone_only() -> None:
    game = two_fleets(["Turkey"], ["Turkey"])
    game.go("movement")
    game.give("move", fleet="green", zones="A2")
    game.go("combining", 2)
    game.refused("combine", fleet=RED, other="green", because="is in A1 and green in A2")


def test_a_fleet_divides_by_order() -> None:
    three = [ship(f"Red {n}", nation="Turkey") for n in range(3)]
    game = planned("Bombard", ("Divide",), *three).go("movement")
    game.refused("divide", fleet=RED, ships="Red 0; Red 1; Red 2", name="Green", because="a ship must stay")
    game.refused("divide", fleet=RED, ships="Red 0", name="red 2", because="is the name of something else")
    game.refused("divide", fleet=RED, ships="Red 0", name="x" * 41, because="letters at most")
    game.give("divide", fleet=RED, ships="Red 1; Red 2", name="Green")
    assert {game["Red 1"].fleet, game["Red 2"].fleet} == {"Green"}
    assert game.fact("Green", "mission") == "Bombard"
    planned("Bombard", ("Shell",), *three).go("movement").refused(
        "divide", fleet=RED, ships="Red 0", name="Green", because="ordered to Shell"
    )


def test_a_fleet_of_one_ship_is_not_offered_to_be_divided() -> None:
    two = [ship(f"Red {n}", nation="Turkey") for n in range(2)]
    game = Game([*two, ship("Alone", "alone", nation="Turkey")], [ship("Blue")]).go("movement")
    fleets = game.draft("divide").entries["fleet"]
    assert RED in (fleets.options or ())
    assert "a ship must stay with alone" in str(fleets.refused["alone"])


# ------------------------------------------------------------ plotting


@pytest.mark.parametrize("mission", ["Intercept", "Raid"])
def test_orders_are_written_for_two_turns_hence(mission: str) -> None:
    game = planned(mission, ("Move A2", "Move A3")).go("plotting")
    game.refused("plot", fleet=RED, turn=2, orders="Move A4", because="orders are written for turn 3 on")
    game.refused("plot", fleet=RED, turn=4, orders="Move A4", because="is plotted to turn 3 now")
    game.refused("plot", fleet=RED, turn=3, orders="Move A4; Move A5", because="is plotted to turn 3 now")
    game.refused("plot", fleet=RED, turn=3, orders="Unload", because=f"Unload is no order of {mission}")
    game.give("plot", fleet=RED, orders="move A4")
    assert game.fact(RED, "order", 3) == "Move A4"


def test_raid_and_intercept_begin_with_orders_for_two_turns_at_most() -> None:
    with pytest.raises(InvalidInput, match="2 turns for Raid"):
        planned("Raid", ("Move A2", "Move A3", "Move A4"))
    planned("Bombard", tuple(f"Move A{n}" for n in range(9)))


def test_other_missions_have_plotted_all_turns_and_write_them_once() -> None:
    game = planned("Bombard", ("Shell", "Shell", "Shell")).go("plotting")
    game.refused("plot", fleet=RED, orders="Shell", turn=3, because="orders for turn 3 are written")
    game.refused("plot", fleet=RED, orders="Shell", turn=2, because="orders are written for turn 3 on")


def test_g17_a_fleet_whose_orders_run_out_plots_more() -> None:
    game = planned("Bombard", ("Shell", "Shell", "Shell")).go("plotting")
    game.give("plot", fleet=RED, orders="Move A2; Move A3")
    assert [game.fact(RED, "order", turn) for turn in (4, 5)] == ["Move A2", "Move A3"]


def test_orders_are_bounded() -> None:
    """A zone's name has 20 letters at most, and 99 turns at most are written at once."""
    game = planned("Bombard").go("plotting")
    game.refused("plot", fleet=RED, turn=3, orders="Move " + "A" * 21, because="a zone's name has 20 letters at most")
    game.refused("plot", fleet=RED, turn=3, orders="; ".join(["Shell"] * 100), because="orders for 99 turns at most")
    game.give("plot", fleet=RED, turn=3, orders="; ".join(["Shell"] * 98 + ["Move " + "A" * 20]))
    assert game.fact(RED, "order", 101) == "Move " + "A" * 20


def test_a_mission_is_changed_to_abort_and_plotted_anew_from_two_turns_hence() -> None:
    game = planned("Bombard", ("Move A2", "Move A3", "Shell", "Move A4")).go("aborting")
    game.give("abort", fleet=RED)
    assert game.fact(RED, "mission") == "Abort"
    assert [game.fact(RED, "order", turn) for turn in (1, 2, 3, 4)] == ["Move A2", "Move A3", None, None]
    game.refused("plot", fleet=RED, turn=2, orders="Move A1", because="turn 3 on")
    game.refused("plot", fleet=RED, turn=3, orders="Shell", because="Shell is no order of Abort")
    game.give("plot", fleet=RED, turn=3, orders="Move A2; Move A1; Fuel")
    assert game.fact(RED, "order", 5) == "Fuel"


def test_g18_a_fleet_aborted_in_step_4_writes_there_and_not_in_the_last_step() -> None:
    game = planned("Bombard", ("Move A2",)).go("aborting")
    game.give("abort", fleet=RED)
    game.refused("abort", fleet=RED, because="has aborted its mission")
    game.go("abort-orders")
    game.refused("plot", fleet=RED, turn=2, orders="Move A1; Move A0", because="cannot write orders in this step")


# ------------------------------------------------------------ what the enemy may know


def enemy_view(game: Game, side: str = ALLIED) -> tuple[SideView[Any], str]:
    """All text that a side may read."""
    view = SideView(game.journal, side)
    told = [repr(record) for record in view.records]
    return view, "\n".join([*told, repr(status(view)), repr(view.setup.ships)])


def raiding() -> Game:
    """A raider with secret orders on its way."""
    game = planned("Raid", ("Move Q2", "Move Q3"), ship("Goeben", nation="Turkey", speed="2"), zone="Q1").go("plotting")
    game.give("plot", fleet=RED, orders="Move Q4 Q5")
    return game


def test_sealed_orders_stay_out_of_the_enemy_s_sight_before_their_turn() -> None:
    game = raiding()
    view, text = enemy_view(game)
    assert [record.headline for record in view.records][-1] == SEALED
    assert "Q4" not in text
    assert "Goeben" not in text
    assert RED not in text
    own = enemy_view(game, CENTRAL)[1]
    assert "Q4" in own


def test_g19_orders_are_sealed_until_they_are_carried_out_before_the_enemy() -> None:
    chaser = planned("Intercept", ("Move Q2", "Move Q1"), zone="Q1").go("plotting")
    chaser.give("plot", fleet=RED, orders="Move Q4")
    plotted = chaser.journal.records[-1].number
    for turn, step, opened in ((3, "weather", False), (3, "movement", False), (3, "foundering", True), (9, "weather", True)):
        if step == "foundering":
            chaser.give("move", fleet=RED)
        chaser.go(step, turn)
        assert ("Q4" in repr(enemy_view(chaser)[0].record(plotted))) == opened


def test_g19_orders_that_are_never_carried_out_are_sealed_to_the_end_of_the_game() -> None:
    game = planned("Intercept", ("Move Q2", "Move Q1"), zone="Q1").go("plotting")
    game.give("plot", fleet=RED, orders="Pursue")
    game.go("weather", 9)
    assert "Pursue" not in enemy_view(game)[1]
    game.give("end", reason="night")
    assert "Pursue" in enemy_view(game)[1]


def test_g19_an_order_carried_out_unseen_stays_sealed() -> None:
    game = planned("Intercept", ("Move Q2", "Move Q1"), zone="Q1")
    game.go("plotting").give("plot", fleet=RED, orders="Fuel", turn=3)
    game.go("movement", 3).give("port", fleet=RED, port="yes", zone="Q1")
    game.give("take-fuel", fleet=RED)
    text = enemy_view(game)[1]
    assert "fuel taken in" not in text
    assert "from turn 3" not in text


def test_a_raider_that_nobody_has_seen_stays_unknown_when_its_turn_has_come() -> None:
    game = raiding()
    game.go("movement")
    game.give("move", fleet=RED)
    game.go("weather", 3)
    text = enemy_view(game)[1]
    assert all(word not in text for word in ("Q2", "Q4", "Goeben", RED))


def test_the_card_of_a_ship_tells_its_mission_and_orders_to_its_own_side_only() -> None:
    game = raiding()
    game.give("sight", fleet=RED)
    assert any(c.secret and "Q4" in c.text for c in game.ruleset.card(game["Goeben"]).conditions)
    text = enemy_view(game)[1]
    assert "mission: Raid" not in text
    assert "turn 3: Move" not in text


def test_g12_a_card_shows_its_own_side_four_turns_of_orders() -> None:
    game = planned("Bombard", tuple(f"Move Q{n}" for n in range(1, 7)))
    shown = [c.text for c in game.ruleset.card(game["Red"]).conditions if c.text.startswith("turn ")]
    assert shown == [f"turn {n}: Move Q{n}" for n in range(1, 5)]


def test_an_abort_and_mines_that_were_laid_are_sealed() -> None:
    minelayer = ship("Nusret", nation="Turkey", type="ML", mines=2)
    game = planned("Minelaying", ("Mine", "Move Q9"), minelayer, zone="Q7", known=True).go("aborting")
    game.give("abort", fleet=RED)
    game.go("movement")
    game.give("lay", fleet=RED)
    text = enemy_view(game)[1]
    assert "mission aborted" not in text
    assert "mission Abort" not in text
    assert "mines laid" not in text
    game.give("mines", 1, 1, ships="Nusret", number=1)
    assert "mines laid" not in enemy_view(game)[1]
    assert "minefields" not in enemy_view(game)[1]


def test_ships_of_a_fleet_that_was_not_met_are_unknown_though_its_moves_are_seen() -> None:
    game = planned("Bombard", ("Move Q2",), ship("Goeben", nation="Turkey")).go("movement")
    game.give("move", fleet=RED)
    text = enemy_view(game)[1]
    assert "Goeben" not in text
    assert f"{RED}: moves to Q2" in text


def test_contact_makes_both_fleets_known() -> None:
    game = planned("Raid", (), ship("Goeben", nation="Turkey")).go("contact")
    game.give("search", 4, fleet=RED, other="allied fleet")
    assert "Goeben" in enemy_view(game)[1]
    assert "Blue" in enemy_view(game, CENTRAL)[1]
