"""A3 and A4: where a shell hits, armour, hull boxes, mounts and guns out."""

from __future__ import annotations

import pytest

from fleetbook.testing import results, rolled, said, struck
from tests.rules.aanda.fleet import Game, duel, fire, gun, house, lost, would_fire

HULL, MAIN, SECOND = 1, 7, 8
"""A face of a battleship's location die for each place."""
TURRETS = [gun("fore", guns=2), gun("aft", guns=2)]
BROADSIDES = [gun("port six", 6.0, 3, "P"), gun("starboard six", 6.0, 3, "S")]


def armed(*rules: object, guns: int = 1, **more: object) -> Game:
    """A battleship with two turrets and two broadsides under the fire of this many 12-inch guns."""
    shooter = {"main": [gun(guns=guns)]}
    return duel(*rules, shooter=shooter, main=TURRETS, secondary=BROADSIDES, **more)  # type: ignore[arg-type]


def label(record: object, number: int) -> str:
    """What the throw of this number was for."""
    return rolled(record)[number].label  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("face", "dice", "left"),
    [(1, (12, 1), 96), (1, (9, 1), 99), (1, (8,), 100), (6, (12, 1), 96), (7, (12, 1), 100), (8, (12, 1), 100)],
)
def test_a4_the_damage_die_must_beat_the_armour_and_the_excess_is_lost(face: int, dice: tuple[int, ...], left: int) -> None:
    game = armed()
    fire(game, 8, face, *dice)
    assert game["Target"].left("hull") == left


def test_a4_a_hull_pierced_rolls_one_critical_and_a_hull_not_pierced_none() -> None:
    assert label(would_fire(armed(), 8, HULL, 12, 1), -1) == "critical hit"
    assert label(would_fire(armed(), 8, HULL, 8), -1) == "damage against hull armour"


def test_a4_main_pierced_puts_one_mount_out_and_rolls_no_critical() -> None:
    game = armed()
    record = fire(game, 8, MAIN, 10, 1)
    assert said(record).endswith("fore: mount out")
    assert [game["Target"].guns_left(mount) for mount in game["Target"].card.main] == [0, 2]
    assert not struck(record)


def test_a4_secondary_pierced_puts_one_gun_out() -> None:
    game = armed()
    fire(game, 8, SECOND, 6, 1)
    assert [game["Target"].guns_left(battery) for battery in game["Target"].card.secondary] == [2, 3]


def test_a4_main_9_and_secondary_5_of_a_battleship_do_nothing_when_equalled() -> None:
    game = armed()
    assert results(would_fire(game, 8, MAIN, 9))[-1] == "not over 9"
    assert results(would_fire(game, 8, SECOND, 5))[-1] == "not over 5"


def test_a4_the_last_mount_is_put_out_without_a_draw() -> None:
    game = armed(guns=2)
    fire(game, 8, MAIN, 10, 2, 8, MAIN, 10)
    assert said(game.journal.records[-1]).count("mount out") == 2
    assert not any(game["Target"].guns_left(mount) for mount in game["Target"].card.main)


def test_a4_a_house_rule_takes_mounts_in_the_order_of_the_card() -> None:
    record = would_fire(armed(house(main_lost="card order"), guns=2), 8, MAIN, 10, 8, MAIN, 10)
    assert [text for text in said(record).split(" · ") if "out" in text] == ["fore: mount out", "aft: mount out"]


def test_a4_a_house_rule_takes_secondary_guns_evenly_from_the_batteries() -> None:
    game = armed(house(secondary_lost="even"), guns=3)
    fire(game, 8, SECOND, 6, 8, SECOND, 6, 8, SECOND, 6)
    assert [game["Target"].guns_left(battery) for battery in game["Target"].card.secondary] == [1, 2]


def test_a4_evenly_is_by_the_share_of_a_battery_s_guns() -> None:
    """Of four and of two: the first, then the small battery, then two of the large one."""
    batteries = [gun("large", 6.0, 4), gun("small", 6.0, 2)]
    game = duel(house(secondary_lost="even"), shooter={"main": [gun(guns=4)]}, secondary=batteries)
    fire(game, *(8, SECOND, 6) * 4)
    assert [text for text in said(game.journal.records[-1]).split(" · ") if "out" in text] == [
        "large: a gun out",
        "small: a gun out",
        "large: a gun out",
        "large: a gun out",
    ]


@pytest.mark.parametrize(("die", "name"), [(1, "fore"), (2, "aft")])
def test_a4_the_mount_is_drawn(die: int, name: str) -> None:
    record = would_fire(armed(), 8, MAIN, 10, die)
    assert said(record).endswith(f"{name}: mount out")


@pytest.mark.parametrize(("die", "name"), [(1, "port six"), (3, "port six"), (4, "starboard six"), (6, "starboard six")])
def test_a4_the_gun_is_drawn_of_all_in_action(die: int, name: str) -> None:
    record = would_fire(armed(), 8, SECOND, 6, die)
    assert said(record).endswith(f"{name}: a gun out")


@pytest.mark.parametrize(("bearing", "name"), [("P", "port six"), ("S", "starboard six")])
def test_a4_a_house_rule_takes_the_gun_on_the_engaged_side(bearing: str, name: str) -> None:
    """The side to which the ship fired last has one battery: nothing is drawn."""
    game = armed(house(secondary_lost="engaged side"))
    game.give("done", squadron="red")
    game.give("fire", 1, 1, 1, firer="Target", target="Shooter", range=60, bearing=bearing, batteries=name)
    game.go("firing", 2)
    assert said(would_fire(game, 8, SECOND, 6)).endswith(f"{name}: a gun out")


@pytest.mark.parametrize("bearing", ["P", "S"])
def test_a4_the_gun_is_drawn_of_both_sides_whichever_is_engaged(bearing: str) -> None:
    game = armed()
    game.give("done", squadron="red")
    fired = "port six" if bearing == "P" else "starboard six"
    game.give("fire", 1, 1, 1, firer="Target", target="Shooter", range=60, bearing=bearing, batteries=fired)
    game.go("firing", 2)
    for die, name in ((1, "port six"), (6, "starboard six")):
        record = would_fire(game, 8, SECOND, 6, die)
        assert (record.faces[-1].sides, said(record).endswith(f"{name}: a gun out")) == (6, True)


def test_a4_on_a_ship_that_has_not_fired_no_side_is_engaged() -> None:
    assert rolled(would_fire(armed(house(secondary_lost="engaged side")), 8, SECOND, 6, 6))[-1].dice == "D6"


def test_a4_a_house_rule_lets_equal_damage_pierce() -> None:
    game = armed(house(damage_must="equal armour"))
    assert results(would_fire(game, 8, HULL, 7))[-1] == "not over 7"
    equal, more = would_fire(game, 8, HULL, 8, 1), would_fire(game, 8, HULL, 12, 1)
    assert (lost(equal), label(equal, -1)) == (0, "critical hit")
    assert lost(more) == 4


def test_a4_a_house_rule_takes_all_that_the_dice_show() -> None:
    assert lost(would_fire(armed(house(hull_loses="the dice")), 8, HULL, 12, 1)) == 12


def test_a4_a_house_rule_may_roll_no_critical() -> None:
    record = would_fire(armed(house(pierced_hull_rolls_critical=False)), 8, HULL, 12)
    assert (lost(record), label(record, -1)) == (4, "damage against hull armour")


def test_a4_a_house_rule_may_put_out_more_than_one() -> None:
    rules = house(main_pierced_loses=2, secondary_pierced_loses=3)
    assert said(would_fire(armed(rules), 8, MAIN, 10, 1)).count("mount out") == 2
    assert said(would_fire(armed(rules), 8, SECOND, 6, 1, 1, 1)).count("a gun out") == 3


def test_a4_no_mount_left_is_read_as_a_hull_hit_against_hull_armour() -> None:
    """The same 9 that the main armour stopped pierces the hull by 1 once both turrets are out."""
    game = armed(guns=3)
    record = fire(game, 8, MAIN, 10, 1, 8, MAIN, 10, 8, MAIN, 9, 1)
    assert results(record)[-2:] == ["1 over 8", "no effect"]
    assert lost(record) == 1


def test_a4_no_secondary_gun_left_is_read_as_a_hull_hit() -> None:
    game = duel(shooter={"main": [gun(guns=2)]}, secondary=[gun("six", 6.0, 1)])
    record = fire(game, 8, SECOND, 6, 8, SECOND, 12, 1)
    assert lost(record) == 4


@pytest.mark.parametrize("face", [MAIN, SECOND])
def test_a4_a_ship_without_such_guns_is_hit_in_the_hull(face: int) -> None:
    record = would_fire(duel(main=[], secondary=[]), 8, face, 12, 1)
    assert label(record, 2) == "damage against hull armour"
    assert lost(record) == 4


def test_a4_a_house_rule_may_read_it_as_nothing() -> None:
    game = duel(house(guns_gone_read_as_hull=False), main=[], secondary=[])
    assert results(would_fire(game, 8, MAIN)) == ["yes", "main"]
    assert results(would_fire(game, 8, HULL, 12, 1))[-1] == "no effect"


def test_a4_guns_out_are_struck_at_once_and_miss_at_the_reply() -> None:
    game = armed()
    fire(game, 8, MAIN, 10, 1)
    game.give("done", squadron="red")
    draft = game.draft("fire", firer="Target", target="Shooter", range=60, bearing="P")
    assert draft.values["batteries"] == ("aft", "port six")


def test_a4_a_mount_that_has_lost_one_gun_by_hand_loses_the_other() -> None:
    game = armed()
    game.put("Target", "guns out: fore", "1")
    fire(game, 8, MAIN, 10, 1)
    assert game["Target"].count("guns out", "fore") == 2


def test_a4_the_card_shows_mounts_and_guns_in_action() -> None:
    game = armed(guns=2)
    fire(game, 8, MAIN, 10, 1, 8, SECOND, 6, 1)
    card = game.battle.ruleset.card(game["Target"])
    assert [(track.label, track.left, track.full) for track in card.tracks] == [("hull", 100, 100), ("main", 1, 2), ("2nd", 5, 6)]
    assert [(s.label, s.state, s.detail) for s in card.systems] == [
        ("fore", "destroyed", "0/2 FAPS"),
        ("aft", "sound", "2/2 FAPS"),
        ("port six", "damaged", "2/3 P"),
        ("starboard six", "sound", "3/3 S"),
    ]


def test_a4_hull_boxes_end_at_none() -> None:
    game = armed(hull=3)
    record = fire(game, 8, HULL, 12, 1)
    assert lost(record) == 3
    assert game["Target"].left("hull") == 0


def test_a4_three_dice_of_the_largest_guns_are_added_before_the_armour_is_taken_off() -> None:
    game = duel(shooter={"main": [gun(calibre=16.25)]})
    assert lost(fire(game, 8, HULL, 4, 5, 6, 1, range=40)) == 15 - 8
