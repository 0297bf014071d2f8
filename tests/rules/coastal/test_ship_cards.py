"""What a ship's card and the line of a step say: particulars, ticks, supplies, markers, what is due, doubts, forms."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from fleetbook.core.battle.events import Scored
from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.draft import Draft
from fleetbook.rules.coastal import RULESET
from fleetbook.rules.coastal.gunnery import Volley
from tests.rules.coastal.fleet import (  # fmt: skip
    RED,
    Game,
    attack,
    duel,
    fire,
    gear,
    gun,
    hits,
    look,
    night,
    ship,
    tubes,
)


def arms(name: str, *systems: dict[str, Any], **more: Any) -> list[str]:
    """The particulars of a ship's card."""
    game = Game([ship(name, *systems, **more)], [ship("Other")])
    return [str(each) for each in RULESET.arms(game.battle, game[name])]


def tick(game: Game, name: str, sign: str) -> str:
    """Whether a ship has done something this turn, or may do it now."""
    (one,) = (each for each in RULESET.ticks(game.battle, game[name]) if each.sign == sign)
    return "done" if one.done else "due" if one.due else ""


def due(game: Game) -> list[str]:
    """What the line of the step says is still due."""
    return list(RULESET.sequence.due(game.battle))


# ------------------------------------------------------------ particulars


def test_c3_c4_c6_c8_the_card_of_a_boat_has_systems_points_torpedoes_and_what_changes_the_look() -> None:
    mounts = [gun("a"), gun("b"), gun("c", "twin MG"), gun("d", "directed gun", guns=2, calibre=4.0)]
    assert arms("Boat", *mounts, tubes(), gear("radar"), gear("naxos")) == [
        "a hit falls on, D10: 1: bridge; 2: engines; 3: a; 4: b; 5: c; 6: d; 7: tubes; 8: radar; 9: naxos; 10: throw again",
        "single 20 mm points 2 to 15, 1 to 40, 1 to 60 cm",
        "twin MG points 2 to 15, 1 to 40 cm",
        "directed gun, 2 guns points 3 to 30, 2 to 60, 1 to 120 cm",
        "torpedoes from 30 cm on, 15 cm a step",
        "half speed 6 cm; she starts at 6 cm",
        "looking -2 radar or hydrophones, -1 target's radar detected, +1 observer over half speed, others in C3",
        "looked for -2 target firing or lit, -1 target moving (over 4 cm)",
    ]


def test_c3_the_card_of_a_hulk_without_speed_sensors_or_torpedoes() -> None:
    assert arms("Hulk", size="larger", speed=0) == [
        "a hit falls on, D4: 1: bridge; 2: engines; 3-4: throw again",
        "looking +1 observer over half speed, others in C3",
        "looked for -2 target firing or lit, -1 target moving, -1 larger than a boat",
    ]
    assert arms("Hulk", gear("hydrophones"), size="larger", speed=0)[1].startswith("looking -2 radar or hydrophones, +1")


def test_c6_c8_the_card_counts_the_torpedoes_left_and_says_each_system_s_state() -> None:
    game = attack(number=3)
    card = RULESET.card(game["Boat"])
    assert [(each.id, each.left, each.full) for each in card.supplies] == [("tubes", 1, 4)]
    assert [(each.label, each.state, each.detail) for each in card.systems] == [
        ("tubes", "sound", "all-round"),
        ("gun", "sound", "all-round"),
    ]
    assert [(each.id, each.left, each.full) for each in card.tracks] == [("hull", 20, 20), ("bridge", 1, 1), ("engines", 3, 3)]
    assert (card.motion, card.pace) == ("6 cm", "6/12 cm")


def test_c1_the_card_of_a_ship_that_lies_still_or_moves_no_more() -> None:
    game = night()
    assert (RULESET.card(game["Target"]).motion, RULESET.card(game["Target"]).pace) == ("stopped", "0/12 cm")
    assert RULESET.card(game["Target"]).idle is UNSET
    game.put("Target", "disabled", True)
    assert RULESET.card(game["Target"]).idle is True


def test_c3_a_ship_is_unseen_by_the_enemy_until_it_was_seen_once() -> None:
    game = night()
    assert RULESET.card(game["Target"]).unseen
    look(game, 6)
    assert not RULESET.card(game.go("fire-1", 2)["Target"]).unseen


def test_c8_torpedoes_of_one_run_and_one_target_are_one_marker() -> None:
    game = attack(number=2)
    game.go("move-1", 2).give("launch", ship="Boat", target="Target", range=40, number=1)
    assert [(each.name, each.side, each.place) for each in RULESET.counters(game.battle)] == [
        ("torpedoes 1 and 2", RED, "of Boat at Target, 30 cm run"),
        ("torpedo 3", RED, "of Boat at Target, 15 cm run"),
    ]


# ------------------------------------------------------------ ticks


def test_c3_a_look_is_due_in_the_side_s_step_while_an_enemy_is_unseen() -> None:
    game = night()
    assert [tick(game, name, "s") for name in ("Watch", "Target")] == ["due", ""]
    assert tick(game, "Watch", "f") == ""
    look(game, 6, modifiers=())
    assert [tick(game, "Watch", sign) for sign in "sf"] == ["done", "due"]
    assert [tick(game, name, "°") for name in ("Target", "Watch")] == ["done", ""]


def test_c4_fire_is_due_for_who_has_a_weapon_left_and_sees_an_enemy() -> None:
    game = duel(gun("gun"))
    assert [tick(game, "Shooter", sign) for sign in "sf"] == ["", "due"]
    assert tick(game.go("damage-1"), "Shooter", "f") == ""
    game.go("fire-1", 2)
    fire(game, 2, range=30, modifiers=())
    assert tick(game, "Shooter", "f") == "done"
    game = duel(gun("gun"))
    game.put("Shooter", "gun", "damaged")
    assert tick(game, "Shooter", "f") == ""


@pytest.mark.parametrize("harm", ["out of fight", "disabled"])
def test_c8_c9_a_ship_that_may_not_fire_is_not_due_to(harm: str) -> None:
    game = duel(gun("gun"))
    if harm == "disabled":
        game.put("Shooter", "disabled", True)
    else:
        game.strike("Shooter", "hull", 20)
    assert tick(game, "Shooter", "f") == ""


def test_c5_a_straddle_is_shown_in_its_turn_and_the_next() -> None:
    game = duel(gun("gun", guns=14))
    assert tick(game, "Shooter", "+") == ""
    fire(game, 2, range=30, modifiers=())
    assert tick(game, "Shooter", "+") == "done"
    assert tick(game.go("fire-1", 2), "Shooter", "+") == "done"
    assert tick(game.go("fire-1", 3), "Shooter", "+") == ""


def test_c1_a_move_is_due_in_the_side_s_step_for_who_can_move() -> None:
    game = Game([ship("Boat"), ship("Hulk")], [ship("Other")])
    game.strike("Hulk", "engines", 3)
    assert tick(game, "Boat", "m") == ""
    game.go("move-1")
    assert [tick(game, name, "m") for name in ("Boat", "Hulk", "Other")] == ["due", "", ""]
    game.give("move", ship="Boat", speed=3)
    assert tick(game, "Boat", "m") == "done"


def test_c7_a_repair_is_due_in_the_side_s_step_for_who_has_something_damaged() -> None:
    game = Game([ship("Hurt", gun("a")), ship("Sound")], [ship("Other", gun("a"))])
    for name in ("Hurt", "Other"):
        game.put(name, "a", "damaged")
    assert [tick(game, name, "r") for name in ("Hurt", "Sound", "Other")] == ["due", "", ""]
    game.give("repair", 1, ship="Hurt")
    assert tick(game, "Hurt", "r") == "done"
    assert tick(game.go("move-1"), "Other", "r") == ""


# ------------------------------------------------------------ what is still due


def test_c7_c2_repairs_and_damage_are_announced_by_ship() -> None:
    game = Game([ship("Hurt", gun("a"), gun("b"))], [ship("Other")])
    assert due(game) == []
    for name in "ab":
        game.put("Hurt", name, "damaged")
    assert due(game) == ["Hurt dices for repairs: a and b, 6 needed."]
    game.give("repair", 1, 1, ship="Hurt")
    assert due(game) == []
    game = duel(gun("gun"))
    fire(game, 6, straddled="yes")
    assert due(game.go("damage-1")) == ["Target has 1 hit to work out: its dice are thrown."]
    game.give("damage", 1, ship="Target")
    assert due(game) == []


def test_c8_torpedoes_in_the_water_are_announced_in_their_owner_s_moves_alone() -> None:
    game = attack(number=2)
    assert due(game) == ["torpedoes 1 and 2 in the water: {torpedo} when one meets a ship."]
    assert not any("water" in words for phase in ("fire-1", "move-2", "fire-2") for words in due(game.go(phase)))


def test_c3_c4_who_has_not_looked_nor_fired_is_named_and_of_three_or_more_that_none_has() -> None:
    def battle(number: int) -> Game:
        watch = [ship(f"Watch {n}", gun("gun")) for n in range(1, number + 1)]
        return Game([ship("Target")], watch, light="night").go("fire-1")

    game = battle(2)
    assert due(game) == ["Watch 1 and Watch 2 have not looked."]
    look(game, 6, observer="Watch 1", modifiers=())
    assert due(game) == ["Watch 1 and Watch 2 have not fired, and an enemy is seen."]
    fire(game, 1, firer="Watch 1", modifiers=())
    assert due(game) == ["Watch 2 has not fired, and an enemy is seen."]
    game = battle(3)
    assert due(game) == ["No ship has looked."]
    look(game, 1, observer="Watch 2", modifiers=())
    assert due(game) == ["Watch 1 and Watch 3 have not looked."]


def test_c1_the_end_of_a_move_names_the_ships_without_an_order_by_their_speed() -> None:
    game = Game([ship("One"), ship("Two"), ship("Still"), ship("Hulk"), ship("Ordered")], [ship("Other")])
    game.put("Still", "speed", "0")
    game.strike("Hulk", "engines", 3)
    game.go("move-1").give("move", ship="Ordered", speed=3)
    assert RULESET.sequence.passed(game.battle) == "no order, speed kept: One and Two 6 cm; Still still"
    assert RULESET.sequence.passed(game.go("fire-1").battle) == ""
    for number, told in ((6, "A, B, C, D, E and F 6 cm"), (7, "7 ships 6 cm")):
        game = Game([ship(name) for name in "ABCDEFG"[:number]], [ship("Other")]).go("move-1")
        assert RULESET.sequence.passed(game.battle) == f"no order, speed kept: {told}"


# ------------------------------------------------------------ doubts


def doubts(**card: Any) -> list[str]:
    read = RULESET.read_card({**ship("Boat", *card.pop("systems", ()))[1], **card}, "a roster", RULESET.tables)
    return list(RULESET.doubts(read))


def test_c1_a_speed_more_than_2_cm_from_its_knots_is_doubted() -> None:
    """30 knots are 12 cm."""
    assert [cm for cm in range(8, 17) if doubts(knots=30.0, speed=cm)] == [8, 9, 15, 16]
    assert doubts(knots=30.0, speed=30) == ["speed: found 30 beside 30 knots, which are 12 cm a turn"]
    assert doubts(knots=0.0, speed=30) == []


def test_c8_tubes_with_fewer_torpedoes_than_they_are_are_doubted() -> None:
    assert doubts(systems=[tubes("tubes", 2, 1)]) == ["tubes: found 2 tubes but only 1 torpedoes"]
    assert doubts(systems=[tubes("tubes", 2, 2)]) == []


# ------------------------------------------------------------ torpedoes: whom one meets


def test_c8_a_torpedo_whose_target_is_gone_is_offered_a_measured_ship_that_it_can_strike() -> None:
    """Not a boat, though measured; not a ship to which its owner did not measure."""
    enemies = [ship("Measured boat"), ship("Far", size="larger"), ship("Near", size="larger"), ship("Gone", size="larger")]
    game = Game([ship("Boat", tubes()), ship("Other")], enemies, light="day").go("fire-2")
    for name in ("Measured boat", "Near"):
        game.give("observe", observer="Boat", target=name, range=20)
    game.give("observe", observer="Other", target="Far", range=20)
    game.go("move-1", 2).give("launch", ship="Boat", target="Gone", range=40, number=1)
    gone = game.battle.with_changes([(Key("Gone", "fate"), "sunk T2: a test")])
    assert Draft(gone, game.journal.ruleset.order("torpedo")).values["target"] == "Near"


# ------------------------------------------------------------ what forms, headlines and tallies say


def test_c4_the_form_says_where_each_mount_bears() -> None:
    """Front and rear bear on both sides too."""
    game = duel(gun("bow", arc="front"), gun("side", arc="port"), gun("top"), tubes())
    meanings = game.draft("fire", firer="Shooter", target="Target").entries["mounts"].meanings
    assert meanings == {"bow": "to front, port, starboard", "side": "to port", "top": "all round"}


@pytest.mark.parametrize(("number", "what"), [(1, "a torpedo"), (2, "2 torpedoes")])
def test_c8_a_launch_says_how_many(number: int, what: str) -> None:
    assert attack(number=number).journal.records[-1].headline == f"Boat launches {what} at Target, 40 cm"


def test_c8_c9_a_ship_that_sinks_counts_once_for_its_side() -> None:
    game = hits(2, hull=1)
    record = game.give("damage", 3, 3, ship="Target")
    counted = [event for event in record.events if isinstance(event, Scored)]
    assert [(event.value, event.who) for event in counted if event.name == "ships sunk"] == [(1, RED)]


@pytest.mark.parametrize(
    ("battery", "mount", "band"),
    [("cannon", "a", "16 to 40 cm"), ("guns", "c", "1 to 30 cm"), ("all weapons", "a", "16 to 40 cm")],
)
def test_c4_a_volley_is_counted_by_the_column_that_it_fired_at(battery: str, mount: str, band: str) -> None:
    """At 20 cm; the columns of cannon end at 15, 40 and 60 cm, those of guns at 30, 60 and 120."""
    game = duel(gun("a"), gun("c", "single gun", calibre=4.0))
    volley = Volley(firer="Shooter", target="Target", battery=battery, range=20, mounts=(mount,), modifiers=())
    assert volley.firing(game.battle).band == band
