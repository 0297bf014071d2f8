"""Rules 7 and 17: standing, and the printed example of the Otranto barrage."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import said
from tests.rules.gwas_variant.fleet import ALLIED, CENTRAL, Game, destroyer, ship

CRUISERS = ("Helgoland", "Novara", "Saida", "Admiral Spaun")


def otranto(**settings: Any) -> Game:
    """Four light cruisers with orders to bombard the barrage, contacted by one Italian destroyer."""
    cards: dict[str, Any] = {"type": "CL", "nation": "Austria-Hungary", "primary": 0, "secondary": 0, "speed": "2"}
    central = [ship(name, **cards) for name in CRUISERS]
    fleets = {"central": {"mission": "Bombard", "orders": ["Shell"]}}
    return Game(central, [destroyer("Mosto")], fleets=fleets, **settings)


def test_7_the_otranto_stand() -> None:
    """The Italian has the initiative without a die and stays at range 3. After the round the barrage is bombarded."""
    game = otranto()
    game.next()
    assert game.battle.word("initiative side") == ALLIED
    game.give("stand", side=CENTRAL, reason="mission")
    game.go("gunfire-1")
    game.refused("fire", firer="Mosto", target="Saida", range=3, weapons=["tertiary"], because="reaches 1 hex at most")
    game.go("torpedo-5")
    record = game.next()
    assert "the stand held, and the mission goes on; no pursuit" in said(record)
    assert game.battle.phase == "contact"
    assert not any(each.in_combat for each in game.battle.ships())
    assert game.fact("central", "mission") == "Bombard"
    assert game.fact("central", "no pursuit") == game.battle.turn


def stood(**settings: Any) -> Game:
    game = otranto(**settings)
    game.next()
    game.give("stand", side=CENTRAL, reason="mission")
    return game


def test_7_an_enemy_that_closes_and_fires_breaks_the_stand_and_the_mission() -> None:
    game = stood().go("gunfire-1")
    game.give("fire", 1, firer="Mosto", target="Saida", range=1, weapons=["tertiary"])
    assert not game.fact("", "standing", CENTRAL)
    assert game.fact("central", "mission") == "Abort"
    game.go("round-end")
    assert game.battle.phase == "round-end"


@pytest.mark.parametrize("what", ["moves", "fires"])
def test_7_the_side_that_stands_may_move_or_fire_but_aborts_then(what: str) -> None:
    game = stood()
    if what == "moves":
        game.go("other-move-2").give("move-group", mover="Central CL")
    else:
        order: dict[str, Any] = {"firer": "Saida", "target": "Mosto", "range": 1, "weapons": ["tertiary"]}
        game.go("gunfire-1").give("fire", 1, **order)  # half strength in the first fire of a bombardment
    assert not game.fact("", "standing", CENTRAL)
    assert game.fact("central", "mission") == "Abort"


@pytest.mark.parametrize("what", ["moves", "is fired at"])
def test_7_v21_a_stand_that_lapses_aborts_whole_and_new_orders_are_written_in_the_last_step(what: str) -> None:
    orders = {"central": {"mission": "Bombard", "zone": "D6", "orders": ["Shell", "Shell", "Shell"]}}
    game = Game([ship("Saida", speed="2", primary=0, secondary=0)], [destroyer("Mosto")], fleets=orders)
    game.next()
    game.give("stand", side=CENTRAL)
    if what == "moves":
        game.go("other-move-2").give("move-group", mover="Central BB")
    else:
        game.go("gunfire-1").give("fire", 1, firer="Mosto", target="Saida", range=1, weapons=["tertiary"])
    game.give("end-combat")
    assert [game.fact("central", "order", str(turn)) for turn in (1, 2, 3)] == [None, None, None]
    game.refused("carry-out", fleet="central", because="has no order to carry out")
    game.go("abort-orders").give("plot", fleet="central", turn=2, orders="Move D5")
    assert game.fact("central", "mission") == "Abort"


def met_in_the_first_zone(**more: Any) -> Game:
    """An Allied fleet on its way through C1 to C2 is met in C1 by one that waits there."""
    fleets = {
        "allied": {"mission": "Intercept", "zone": "B1", "orders": ["Move C1 C2", "Move C3"], **more},
        "central": {"zone": "C1"},
    }
    game = Game([ship("Raider")], [ship("Passer", speed="2")], fleets=fleets, begins="game turn").go("movement")
    game.give("move", fleet="allied", zones="C1")
    game.go("contact").give("search", 6, fleet="central", other="allied")
    return game


def test_7_v21_a_fleet_met_in_its_first_zone_goes_on_only_by_a_stand_that_holds() -> None:
    game = met_in_the_first_zone()
    game.refused("move", fleet="allied", zones="C2", because="was met in C1 and goes no further")
    game.give("combat")
    game.next(1)
    game.give("stand", side=ALLIED, reason="second zone")
    game.go("torpedo-5").next()
    game.give("move", fleet="allied")
    assert game.fact("allied", "zone") == "C2"
    assert game["Passer"].count("zones since a fuel box") == 2


def test_7_v21_a_fleet_that_nobody_met_moves_its_second_zone_after_contact() -> None:
    fleets = {"allied": {"mission": "Intercept", "zone": "B1", "orders": ["Move C1 C2"]}}
    game = Game([ship("Raider")], [ship("Passer", speed="2")], fleets=fleets, begins="game turn").go("movement")
    game.give("move", fleet="allied", zones="C1")
    game.go("contact").give("move", fleet="allied")
    assert game.fact("allied", "zone") == "C2"
    game.refused("move", fleet="allied", zones="C3", because="no begun move")


def test_7_v21_in_its_last_zone_a_fleet_does_not_stand_for_a_second() -> None:
    fleets = {"allied": {"mission": "Intercept", "zone": "B1", "orders": ["Move C1 C2"]}, "central": {"zone": "C2"}}
    game = Game([ship("Raider")], [ship("Passer", speed="2")], fleets=fleets, begins="game turn").go("movement")
    game.give("move", fleet="allied", zones="C1")
    game.give("move", fleet="allied", zones="C2")
    game.go("contact").give("search", 6, fleet="central", other="allied")
    game.give("combat")
    game.next(1)
    game.refused("stand", side=ALLIED, reason="second zone", because="no fleet that may stand")


def test_7_staying_where_it_is_does_not_break_the_stand() -> None:
    game = stood().go("other-move-2")
    game.give("move-group", mover="Central CL", areas=0)
    assert game.fact("", "standing", CENTRAL) == "mission"


def test_7_a_stand_is_declared_after_setting_up_by_a_side_with_a_reason() -> None:
    game = otranto()
    game.next()
    game.refused("stand", side=ALLIED, reason="mission", because="no fleet that may stand")
    game.give("stand", side=CENTRAL)
    game.refused("stand", side=CENTRAL, because="stands already")
    game.go("gunfire-1").refused("stand", side=CENTRAL, because="belongs to step")
    late = otranto()
    late.next()
    late.go("event-1").give("stand", side=CENTRAL)
    late = otranto()
    late.next()
    late.go("event-2").refused("stand", side=CENTRAL, because="belongs to step")


@pytest.mark.parametrize(("reason", "aborts"), [("mission", ["busy"]), ("escort", [])])
def test_7_a_stand_for_a_mission_that_lapses_aborts_the_busy_fleets_alone(reason: str, aborts: list[str]) -> None:
    """The enemy closes and fires; a stand of the escort is no stand of the fleet that bombards."""
    missions = {"busy": "Bombard", "guard": "Escort", "hunter": "Intercept"}
    fleets = {
        name: {"mission": mission, "orders": ["Escort" if name == "guard" else "Move C2"]} for name, mission in missions.items()
    }
    game = Game([ship(name.upper(), name) for name in missions], [destroyer("Mosto")], fleets=fleets)
    game.next()
    game.give("stand", side=CENTRAL, reason=reason)
    game.go("gunfire-1").give("fire", 1, firer="Mosto", target="HUNTER", range=1, weapons=["tertiary"])
    assert not game.fact("", "standing", CENTRAL)
    assert [name for name in missions if game.fact(name, "mission") == "Abort"] == aborts


def test_7_an_escort_that_stands_stays_on_escort() -> None:
    fleets = {"allied": {"mission": "Escort"}}
    game = Game([ship("Raider")], [ship("Guard")], fleets=fleets)
    game.next(1)
    game.give("stand", side=ALLIED)
    game.go("torpedo-5").next()
    assert game.fact("allied", "mission") == "Escort"
    assert game.battle.phase == "contact"


def test_7_a_fleet_that_moves_two_zones_may_stand_in_the_first() -> None:
    fleets = {"allied": {"mission": "Intercept", "zone": "C1", "orders": ["Move C1 C2"]}}
    game = Game([ship("Raider")], [ship("Passer")], fleets=fleets)
    game.next(1)
    assert game.draft("stand").values == {"side": ALLIED, "reason": "second zone"}
    game.give("stand")
    game.go("gunfire-1")
    record = game.give("fire", 1, 1, 1, 1, firer="Raider", target="Passer", range=3, weapons=["primary"])
    assert "do not move their second zone" in said(record)


def test_7_a_fleet_that_moves_one_zone_may_not() -> None:
    game = Game([ship("Raider")], [ship("Passer")], fleets={"allied": {"mission": "Intercept", "orders": ["Move C1"]}})
    game.next(1)
    game.refused("stand", side=ALLIED, reason="second zone", because="no fleet that may stand")


# ------------------------------------------------------------ 17


def test_17_combat_ends_by_itself_when_a_side_has_left_the_map() -> None:
    game = Game([ship("Raider")], [ship("Runner", speed="2+")]).go("other-move-2")
    game.give("move-group", mover="Allied BB", off_map="yes")
    game.go("torpedo-5")
    record = game.next()
    assert "no ship of Allied is left in the combat" in said(record)
    assert "stand held" not in said(record)
    assert game.battle.phase == "contact"


def test_17_combat_ends_where_both_sides_have_left_the_map() -> None:
    game = Game([ship("Raider", speed="2+")], [ship("Runner", speed="2+")]).go("other-move-2")
    game.give("move-group", mover="Allied BB", off_map="yes")
    game.go("initiative-move-2").give("move-group", mover="Central BB", off_map="yes")
    assert "no ship of Central and Allied is left in the combat" in said(game.go("torpedo-5").next())


def test_17_combat_ends_when_a_side_is_sunk() -> None:
    game = Game([ship("Raider")], [ship("Victim", hull=1)]).go("gunfire-1")
    game.give("fire", 6, 1, 4, firer="Raider", target="Victim", range=3, weapons=["primary"])
    game.go("torpedo-5").next()
    assert game.battle.phase == "contact"


def test_17_it_goes_on_in_another_round_where_ships_are_face_up() -> None:
    game = Game([ship("Raider")], [ship("Other")]).go("torpedo-5")
    assert "stand held" not in said(game.next())
    game.next()
    assert (game.battle.phase, game.fact("", "round")) == ("initiative", 2)


def test_17_it_ends_by_order_where_none_is_and_all_is_forgotten() -> None:
    game = Game([ship("Raider")], [ship("Other")]).go("event-1")
    game.give("event", 1, 4)
    game.go("round-end").give("end-combat", reason="nobody is face up")
    left = {key.name for key, _ in game.battle.state.items()}
    for name in ("visibility shift", "group", "moved", "smoke", "round", "initiative side"):
        assert name not in left, name
