"""Rule 7 for fleets that bombard, lay mines, refuel or escort: aborted missions, and stands that hold."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import said
from tests.rules.gwas_variant.fleet import CENTRAL, Game, destroyer, house, ship
from tests.rules.results import came_to, words

CRUISER: dict[str, Any] = {"type": "CL", "nation": "Austria-Hungary", "primary": 0, "secondary": 0, "speed": "2", "torpedo": 2}


def met(card: dict[str, Any], mission: str, *orders: str, rules: Any = (), **more: Any) -> Game:
    """One Austrian ship with a mission, met in C1 by an Italian destroyer. Both are set up, without a stand."""
    fleets = {"central": {"mission": mission, "orders": list(orders), "zone": "C1", **more}, "allied": {"zone": "C1"}}
    game = Game([ship("Novara", **{**CRUISER, **card})], [destroyer("Mosto")], *rules, fleets=fleets, begins="game turn")
    game.go("contact").give("search", 6, fleet="allied", other="central")
    game.give("combat")
    return game


def quiet(game: Game) -> Game:
    """A round without fire, to the end of a combat with a stand."""
    return game.go("contact")


def stands(game: Game, reason: str = "mission") -> Game:
    game.next()
    game.give("stand", side=CENTRAL, reason=reason)
    return quiet(game)


# ------------------------------------------------------------ without a stand


@pytest.mark.parametrize("what", ["moves", "fires", "fires torpedoes", "leaves the map"])
@pytest.mark.parametrize("card", ["bombards", "lays mines"])
def test_7_v25_a_busy_fleet_that_moves_or_fires_aborts_without_a_stand_too(what: str, card: str) -> None:
    mission = {"bombards": ("Bombard", "Shell"), "lays mines": ("Minelaying", "Mine")}[card]
    type_ = {"bombards": "CL", "lays mines": "ML"}[card]
    game = met({"type": type_, "mines": 2, "tertiary": 2}, *mission)
    if what in ("moves", "leaves the map"):
        steps = {"areas": 1} if what == "moves" else {"areas": 0, "off_map": "yes"}
        record = game.go("other-move-2").give("move-group", mover=f"Central {type_}", **steps)
    elif what == "fires":
        half = 1 if mission[0] == "Bombard" else 2
        order: dict[str, Any] = {"firer": "Novara", "target": "Mosto", "range": 1, "weapons": "tertiary"}
        record = game.go("gunfire-1").give("fire", *[1] * half, **order)
    else:
        record = game.go("torpedo-1").give("torpedo", 1, 1, firer="Novara", target="Mosto", range=1)
    assert game.fact("central", "mission") == "Abort"
    assert game.fact("central", "order", "1") is None
    assert "MISSION GIVEN UP: central." in words(game, record)
    game.give("end-combat")
    game.refused("carry-out", fleet="central", because="has no order to carry out")


def test_7_v25_it_aborts_once_and_a_fleet_that_only_stays_does_not() -> None:
    game = met({}, "Bombard", "Shell").go("other-move-2")
    game.give("move-group", mover="Central CL", areas=0)
    assert game.fact("central", "mission") == "Bombard"
    game.go("torpedo-2").give("torpedo", 1, 1, firer="Novara", target="Mosto", range=1)
    record = game.go("torpedo-3").give("torpedo", 1, 1, firer="Novara", target="Mosto", range=1)
    assert not [line for line in words(game, record) if line.startswith("MISSION")]


def test_7_v25_a_mission_is_given_up_without_an_order_too() -> None:
    game = met({}, "Bombard").go("other-move-2")
    game.give("move-group", mover="Central CL")
    assert game.fact("central", "mission") == "Abort"


def test_7_v25_other_missions_are_not_aborted_and_neither_is_any_by_a_house_rule() -> None:
    game = met({}, "Intercept", "Pursue").go("torpedo-1")
    game.give("torpedo", 1, 1, firer="Novara", target="Mosto", range=1)
    assert game.fact("central", "mission") == "Intercept"
    game = met({}, "Bombard", "Shell", rules=[house(busy_fleets_abort=False)]).go("torpedo-1")
    game.give("torpedo", 1, 1, firer="Novara", target="Mosto", range=1)
    assert game.fact("central", "mission") == "Bombard"


def test_7_a_side_that_stands_and_leaves_the_map_moves() -> None:
    game = met({}, "Bombard", "Shell")
    game.next()
    game.give("stand", side=CENTRAL, reason="mission")
    game.go("other-move-2").give("move-group", mover="Central CL", areas=0, off_map="yes")
    assert not game.fact("", "standing", CENTRAL)
    assert game.fact("central", "mission") == "Abort"


# ------------------------------------------------------------ after a stand that held


def test_7_mines_are_laid_after_a_stand_that_held_and_by_no_words_alone() -> None:
    game = stands(met({"type": "ML", "mines": 3}, "Minelaying", "Mine"))
    game.refused("carry-out", fleet="central", because="Mine has an order of its own: give Lay mines")
    game.give("lay", fleet="central", ships="Novara", zone="C1")
    assert game["Novara"].left("mines") == 2
    assert game.fact(CENTRAL, "minefields", "C1") == 1


def test_7_a_stand_holds_where_the_enemy_leaves_the_map_without_closing() -> None:
    """Who runs has not closed to firing range and fired: the mission is completed."""
    game = met({"type": "ML", "mines": 3}, "Minelaying", "Mine")
    game.next()
    game.give("stand", side=CENTRAL)
    game.go("initiative-move-2").give("move-group", mover="Allied DD", off_map="yes")
    record = game.go("torpedo-5").next()
    assert "nobody closed with Central: the stand held" in said(record)
    assert "no ship of Allied is left in the combat" in said(record)
    game.give("lay", fleet="central", ships="Novara", zone="C1")
    game = escorting(moves_off=True)
    assert game.fact("guard", "order", "2") == "Escort"


def test_7_fuel_is_taken_in_after_a_stand_that_held() -> None:
    game = stands(met({"type": "COL", "fuel": 3}, "Transport", "Fuel"))
    game.give("strike", ship="Novara", track="fuel", boxes=2)
    game.refused("carry-out", fleet="central", because="Fuel has an order of its own: give Take in fuel")
    game.give("take-fuel", fleet="central")
    assert game["Novara"].left("fuel") == 3


def test_7_without_a_stand_that_held_mines_are_laid_and_fuel_is_taken_in_as_fleets_move() -> None:
    game = met({"type": "ML", "mines": 3}, "Minelaying", "Mine")
    game.go("round-end").give("end-combat")
    game.refused("lay", fleet="central", ships="Novara", zone="C1", because="had no stand that held this turn")
    game = met({"type": "COL", "fuel": 3}, "Transport", "Fuel")
    game.go("round-end").give("end-combat")
    game.refused("take-fuel", fleet="central", because="had no stand that held this turn")


# ------------------------------------------------------------ escorts


def escorting(*, stand: bool = True, moves_off: bool = False) -> Game:
    """Novara escorts a transport through C1, C2 and C3. In C2 she leaves it to meet a destroyer."""
    fleets = {
        "guard": {"mission": "Escort", "orders": ["Escort"] * 4, "zone": "C1"},
        "convoy": {"mission": "Transport", "orders": ["Move C2", "Move C3", "Move C4"], "zone": "C1"},
        "allied": {"zone": "C2"},
    }
    central = [ship("Novara", "guard", **CRUISER), ship("Mithat", "convoy", **{**CRUISER, "type": "TR"})]
    game = Game(central, [destroyer("Mosto")], fleets=fleets, begins="game turn").go("movement")
    game.give("move", fleet="convoy", zones="C2")
    game.give("move", fleet="guard", zones="C2")
    game.go("contact").give("search", 6, fleet="allied", other="guard")
    game.give("leave-charges", fleet="guard")
    assert game.fact("guard", "order", "2") == "Pursue"
    game.give("combat", fleets="guard; allied")
    game.next(1)
    if stand:
        game.give("stand", side=CENTRAL, reason="escort")
    if moves_off:
        game.go("other-move-2").give("move-group", mover="Allied DD", off_map="yes")
        quiet(game)
    return game


def test_7_an_escort_whose_stand_held_escorts_in_the_next_turn() -> None:
    game = quiet(escorting())
    assert [game.fact("guard", "order", str(turn)) for turn in (1, 2, 3)] == ["Escort", "Escort", "Escort"]
    game.go("movement", 2).give("move", fleet="convoy", zones="C3")
    game.give("move", fleet="guard", zones="C3")
    assert game.fact("guard", "zone") == "C3"


def test_8_an_escort_whose_stand_did_not_hold_pursues_in_the_next_turn() -> None:
    game = escorting().go("torpedo-1")
    game.give("torpedo", 1, 1, firer="Novara", target="Mosto", range=1)
    game.go("round-end").give("end-combat")
    assert game.fact("guard", "order", "2") == "Pursue"


# ------------------------------------------------------------ reports of where a fleet goes


def reported(orders: list[str]) -> list[str]:
    """The enemy's view of a neutral's report on the first of two Central fleets."""
    fleets = {
        "guard": {"mission": "Escort", "orders": orders, "zone": "C1"},
        "convoy": {"mission": "Transport", "orders": ["Move C2"], "zone": "C1"},
        "slow": {"mission": "Transport", "orders": ["Load"], "zone": "C1"},
    }
    central = [
        ship("Novara", "guard", **CRUISER),
        *(ship(name, fleet, **{**CRUISER, "type": "TR"}) for name, fleet in (("Mithat", "convoy"), ("Slow", "slow"))),
    ]
    game = Game(central, [destroyer("Mosto")], fleets=fleets, begins="game turn")
    record = game.give("strategic-event", 4, 5, 1, 1)
    return [line for line in told_all(game, record) if "guard" in line.lower()]


def told_all(game: Game, record: Any) -> list[str]:
    """Each result with its meaning."""
    return [f"{result.words} {result.means}" for result in came_to(game, record)]


@pytest.mark.parametrize(
    ("order", "goes"),
    [("Escort", "will move with convoy to C2"), ("Escort convoy", "will move with convoy to C2"),
     ("Escort slow", "is plotted to stay where it is")],
)  # fmt: skip
def test_strategic_events_a_neutral_tells_of_an_escort_where_its_charge_goes(order: str, goes: str) -> None:
    assert any(f"guard {goes}" in line.lower() or f"Guard {goes}" in line for line in reported([order]))


def test_strategic_3_a_pursuer_seen_from_the_air_goes_after_its_quarry() -> None:
    fleets = {"central": {"mission": "Intercept", "orders": ["Move C1", "Pursue"], "zone": "C0"}, "allied": {"zone": "C1"}}
    game = Game([ship("Novara", **CRUISER)], [destroyer("Mosto")], fleets=fleets, begins="game turn").go("movement")
    game.give("move", fleet="central", zones="C1")
    game.go("contact").give("search", 6, fleet="central", other="allied")
    record = game.give("aerial-spotting", fleet="central", by="seaplane")
    assert any("will pursue allied wherever it goes" in line for line in told_all(game, record))


# ------------------------------------------------------------ airships, This Just In, tertiary guns


def test_g29_mines_adrift_and_condensers_leave_airships_alone() -> None:
    airship = ship("M 3", type="LZ", primary=0, secondary=0, tertiary=0, hull=1)
    game = Game([airship, ship("Red", speed="2")], [ship("Blue")], begins="game turn")
    assert [face.face for face in game.propose("strategic-event", 1, 1, 1, 1).faces] == [1, 1, 1, 1]  # no ship is drawn
    game.give("strategic-event", 1, 2, 1)
    assert game["Red"].has("returns to port")
    alone = Game([airship], [ship("Blue")], begins="game turn")
    alone.give("strategic-event", 1, 1, 1)
    assert not alone["M 3"].fate


def test_this_just_in_changes_all_orders_after_an_erroneous_report_the_last_included() -> None:
    fleets = {"allied": {"mission": "Intercept", "orders": ["Move D1", "Move D2"], "zone": "C1"}}
    game = Game([ship("Red")], [ship("Blue", speed="2")], fleets=fleets, begins="game turn")
    game.give("strategic-event", 2, 2, 6)
    game.go("plotting").give("plot", fleet="allied", turn=3, orders="Move D3; Move D4; Move D5")
    game.go("strategic-event", 2)
    game.give("strategic-event", 4, 6, 6)
    game.go("plotting")
    for last in (4, 5):
        orders = "; ".join(["Move E1"] * (last - 1))
        game.propose("plot", fleet="allied", turn=2, orders=orders)
    game.refused("plot", fleet="allied", turn=2, orders="; ".join(["Move E1"] * 5), because="plotted to turn 5 now")


def test_this_just_in_reaches_as_far_as_usual_where_no_more_is_written() -> None:
    fleets = {"allied": {"mission": "Intercept", "orders": ["Move D1", "Move D2"], "zone": "C1"}}
    game = Game([ship("Red")], [ship("Blue", speed="2")], fleets=fleets, begins="game turn")
    game.give("strategic-event", 4, 6, 6)
    game.go("plotting").propose("plot", fleet="allied", turn=1, orders="Move E1; Move E1; Move E1")
    game.refused("plot", fleet="allied", turn=1, orders="Move E1; Move E1; Move E1; Move E1", because="plotted to turn 3 now")


@pytest.mark.parametrize("together", [True, False])
def test_11_v8_tertiary_guns_combine_their_fire_too(together: bool) -> None:
    rules = () if together else (house(tertiary_guns_combine=False),)
    game = Game([ship("A"), ship("B")], [ship("T")], *rules).go("gunfire-1")
    order: dict[str, Any] = {"target": "T", "range": 1, "weapons": "tertiary"}
    game.give("fire", 1, 1, firer="A", **order)
    if together:
        game.refused("fire", firer="B", **order, because="combine their fire")
    else:
        game.give("fire", 1, 1, firer="B", **order)
        game.refused("combined-fire", target="T", weapon="tertiary", range=1, firers="A; B", because="do not combine")


def test_g27_ships_without_strength_at_their_first_fire_do_not_hinder_those_that_fire() -> None:
    game = Game([ship("A"), ship("B"), ship("C")], [ship("T")]).go("initiative-move-1")
    game.give("tow", ship="A", other="B")
    game.go("gunfire-1")
    order: dict[str, Any] = {"target": "T", "range": 3, "weapons": "primary"}
    game.give("fire", firer="A", **order)
    game.refused("combined-fire", target="T", weapon="primary", range=3, firers="B; C", because="fewer than 2 ships may fire")
    game.give("fire", 1, 1, 1, 1, firer="C", **order)
    game.give("fire", firer="B", **order)
