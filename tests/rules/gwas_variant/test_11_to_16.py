"""Rules 11 to 16 in play, from combined fire to break-off."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import rolled, said, struck
from tests.rules.gwas_variant.fleet import ALLIED, ALLIED_FIRST, CENTRAL, Game, destroyer, duel, house, ship

# ------------------------------------------------------------ 11 combined fire


@pytest.mark.parametrize(("strengths", "dice"), [((4, 5, 5), 9), ((3, 6, 7, 7), 13), ((4, 4, 5, 6), 11), ((1, 9), 5)])
def test_11_ships_that_combine_throw_so_many_dice(strengths: tuple[int, ...], dice: int) -> None:
    firers = [ship(f"F{n}", primary=boxes) for n, boxes in enumerate(strengths)]
    game = Game(firers, [ship("Target")]).go("gunfire-1")
    names = [name for name, _, _ in firers]
    assert game.draft("combined-fire", target="Target", range=3).values["firers"] == tuple(names)
    record = game.give("combined-fire", *[1] * dice, target="Target", range=3)
    assert f"together fire with {dice}" in said(record)


def several(**second: Any) -> Game:
    return Game([ship("F1"), ship("F2", **second)], [ship("Target"), ship("Other")]).go("gunfire-1")


def test_11_the_same_guns_at_the_same_target_must_combine() -> None:
    game = several()
    game.give("fire", *[1] * 4, firer="F1", target="Target", range=3, weapons=["primary"])
    order: dict[str, Any] = {"firer": "F2", "target": "Target", "range": 2}
    game.refused("fire", **order, weapons=["primary"], because="combine their fire", rule="tactical 11")
    game.give("fire", 1, 1, **order, weapons=["secondary"])


def test_11_a_house_rule_lets_each_fire_by_itself() -> None:
    game = Game([ship("F1"), ship("F2")], [ship("Target")], house(combined_by_order=False)).go("gunfire-1")
    for firer in ("F1", "F2"):
        game.give("fire", *[1] * 4, firer=firer, target="Target", range=3, weapons=["primary"])


def test_11_one_ship_does_not_combine_nor_ships_of_two_sides() -> None:
    game = several()
    game.refused("combined-fire", target="Target", range=3, firers=["F1"], because="2 ships or more")
    game.unreadable("combined-fire", "firers", target="Target", range=3, firers=["F1", "Other"])
    game.refused("combined-fire", target="Target", range=4, firers=["F1", "F2"], because="reaches 3 hexes")
    firers = game.draft("combined-fire", target="Target", range=4).entries["firers"]
    assert not firers.options and "fewer than 2 ships may fire primary guns at Target" in str(firers.refused["F1"])


def test_11_the_guns_have_fired_then() -> None:
    game = several()
    game.give("combined-fire", *[1] * 6, target="Target", range=3)
    game.refused("fire", firer="F1", target="Other", range=3, weapons=["primary"], because="has fired in this step")


def test_11_the_longest_range_is_remembered() -> None:
    game = several()
    game.give("combined-fire", *[1] * 6, target="Target", range=3)
    game.go("gunfire-2")
    assert game.draft("combined-fire", target="Target").values["range"] == 3


def test_v8_a_bonus_that_all_have_and_a_hindrance_that_one_has() -> None:
    def known(*cards: dict[str, Any]) -> set[str]:
        firers = [ship(f"F{n}", **card) for n, card in enumerate(cards)]
        return Game(firers, [ship("T")]).go("gunfire-1").modifiers("combined-fire", target="T", range=3)

    assert known({"italic": True}, {"italic": True}) == {"italic"}
    assert known({"italic": True}, {}) == set()
    game = several()
    game.give("fire", 6, 1, 1, 1, 3, *[1] * 3, firer="Other", target="F2", range=3, weapons=["primary"])
    assert game["F2"].has("fire control hit")
    assert "fire_control" in game.modifiers("combined-fire", target="Target", range=3)


# ------------------------------------------------------------ 12 smoke


def test_12_smoke_counts_for_the_next_event_only_and_for_any_side() -> None:
    game = duel().go("other-move-3")
    game.give("move-group", mover="Allied BB", smoke="yes", areas=0)
    game.go("event-4")
    assert "visibility is now 2" in said(game.give("event", 4, 4))
    game.go("event-5")
    assert "no event" in said(game.give("event", 4, 4))


def test_12_smoke_comes_after_a_move_for_which_the_group_was_eligible() -> None:
    game = duel().go("other-move-2")
    game.refused("move-group", mover="Allied BB", smoke="yes", areas=0, because="speeds 2, 2+ move")


def test_12_another_event_in_between_blows_it_away() -> None:
    game = duel().go("other-move-3")
    game.give("move-group", mover="Allied BB", smoke="yes")
    game.go("event-4").give("event", 1, 5)
    game.go("event-5")
    assert "no event" in said(game.give("event", 4, 4))


# ------------------------------------------------------------ 13 light ships


def light(weapon: str, *damage: int, dice: int = 0) -> list[tuple[str, str, int]]:
    """The box struck by one hit on a ship without guns."""
    boat = destroyer("Boat", tertiary=0, hull=3)
    game = Game([ship("Firer")], [boat]).go("gunfire-1")
    record = game.give("fire", 6, *damage, *[1] * dice, firer="Firer", target="Boat", range=1, weapons=[weapon])
    return struck(record)


@pytest.mark.parametrize("weapon", ["secondary", "tertiary"])
@pytest.mark.parametrize(("damage", "boxes"), [((1, 3), 0), ((3, 4), 0), ((4, 4), 1), ((1, 4), 1)])
def test_13_primary_and_secondary_hits_are_ignored_tertiary_ones_strike_the_hull(
    weapon: str, damage: tuple[int, int], boxes: int
) -> None:
    """Gunnery damage 4 secondary, 7 primary, 8 tertiary, 5 hull."""
    found = light(weapon, *damage, dice=1)
    assert sum(n for _, track, n in found if track == "hull") == boxes
    assert {track for _, track, _ in found} <= {"hull"}


# ------------------------------------------------------------ 14 fire control hits


def critical_four(**target: Any) -> Game:
    """The firer's one hit is critical damage 4, leader killed."""
    game = duel(**target)
    game.give("fire", 6, 1, 1, 1, 3, *[1] * 3, firer="Firer", target="Target", range=3, weapons=["primary"])
    return game


def test_14_without_a_leader_it_is_a_fire_control_hit_for_the_rest_of_the_game() -> None:
    game = critical_four()
    assert game["Target"].has("fire control hit")
    game.go("gunfire-5")
    assert "fire_control" in game.modifiers("fire", firer="Target", target="Firer", range=3)
    game.give("end-combat")
    assert game["Target"].has("fire control hit")


def test_14_a_leader_aboard_is_killed_and_the_next_hit_is_on_the_fire_control() -> None:
    game = critical_four(fleets={"allied": {"leader": "an admiral", "flagship": "Target"}})
    assert not game["Target"].leader
    assert not game["Target"].has("fire control hit")
    game.go("gunfire-2")
    game.give("fire", 6, 1, 1, 1, 3, *[1] * 3, firer="Firer", target="Target", range=3, weapons=["primary"])
    assert game["Target"].has("fire control hit")


def test_14_the_event_does_nothing_more_to_that_ship() -> None:
    game = critical_four().go("event-2")
    game.give("event", 1, 3)
    game.go("gunfire-2")
    record = game.give("fire", 5, 5, firer="Target", target="Firer", range=1, weapons=["tertiary"])
    assert [event.total for event in rolled(record)] == [5, 5]  # +1 near, -1 once


def test_14_it_cannot_be_repaired() -> None:
    game = critical_four().go("event-2")
    assert "no ship of Allied is damaged" in said(game.give("event", 3, 6, 4))


def test_14_a_referee_sets_it_and_shifts_visibility_by_hand() -> None:
    game = duel()
    game.give("set", ship="Target", condition="fire control hit", value="yes")
    assert "fire_control" in game.modifiers("fire", firer="Target", target="Firer", range=3)
    game.give("set", ship="battle", condition="visibility shift", value="-1")
    game.refused("fire", firer="Target", target="Firer", range=3, weapons=["primary"], because="reaches 2 hexes")
    for areas in ("4", "-4"):
        game.unreadable("set", "value", ship="battle", condition="visibility shift", value=areas)
    for areas in ("3", "-3"):
        game.put("battle", "visibility shift", areas)
    game.give("end-combat")
    game.unreadable("set", "condition", ship="battle", condition="visibility shift", value="0")


# ------------------------------------------------------------ 15 plunging fire


def test_15_a_hull_hit_of_the_table_plunges_from_three_areas() -> None:
    game = duel()
    record = game.give("fire", 6, 4, 6, *[1] * 3, firer="Firer", target="Target", range=3, weapons=["primary"])
    assert struck(record) == [("Target", "hull", 2)]


def test_15_a_hull_hit_of_excess_gun_hits_does_not() -> None:
    game = duel(primary=1)
    game.strike("Target", "primary", 1)
    record = game.give("fire", 6, 3, 4, *[1] * 3, firer="Firer", target="Target", range=3, weapons=["primary"])
    assert struck(record) == [("Target", "hull", 1)]


# ------------------------------------------------------------ 16 break-off


def second_round(**runner: Any) -> Game:
    """The second round's first movement of the side with the initiative, Central."""
    central = [ship("Slow", speed="1S", type="BB"), ship("Fast", speed="1", type="BB")]
    game = Game(central, [ship("Hunter", speed="2", **runner)]).go("round-end")
    game.next()
    return game.go("initiative-move-1")


def test_16_not_in_the_first_round_and_only_by_one_side() -> None:
    game = duel().go("other-move-2")
    game.refused("break-off", because="nobody breaks off before round 2")
    game = second_round()
    game.give("break-off")
    game.go("other-move-2").refused("break-off", because="only one side may")


def test_16_at_the_beginning_of_a_movement_segment() -> None:
    game = second_round()
    game.give("move-group", mover="Central BB")
    game.refused("break-off", because="has begun to move")


def test_16_strengths_are_halved_rounded_down() -> None:
    game = second_round()
    game.give("break-off")
    game.strike("Fast", "secondary", 1)
    game.strike("Fast", "primary", 3)
    game.go("gunfire-1")
    assert len(game.propose("fire", 1, 1, firer="Slow", target="Hunter", range=3, weapons=["primary"]).faces) == 2
    assert len(game.propose("fire", *[1] * 4, firer="Hunter", target="Slow", range=3, weapons=["primary"]).faces) == 4
    order: dict[str, Any] = {"firer": "Fast", "target": "Hunter", "range": 2}
    game.refused("fire", **order, weapons=["secondary"], because="Fast's secondary has no strength: Central broke off")
    game.refused("fire", **order, because="Fast's primary has no strength: Central broke off")


@pytest.mark.parametrize(("rules", "dice"), [((), 3), ((house(break_off_halves="guns and torpedoes"),), 1)])
def test_16_v23_torpedoes_are_not_halved_unless_a_house_rule_says_so(rules: Any, dice: int) -> None:
    central = [ship("Slow", speed="1S", torpedo=3), ship("Fast")]
    game = Game(central, [ship("Hunter")], *rules).go("round-end")
    game.next()
    game.go("initiative-move-1").give("break-off")
    game.go("torpedo-1").propose("torpedo", *[1] * dice, firer="Slow", target="Hunter", range=1)


def test_16_each_ship_moves_for_itself_away_from_the_enemy() -> None:
    game = second_round()
    game.give("break-off")
    assert game.draft("move-group").entries["mover"].options == ("Slow", "Fast")
    game.refused("move-group", mover="Fast", away="no", because="must move away from the enemy")
    game.give("move-group", mover="Fast")
    game.give("move-group", mover="Slow")


def test_16_before_it_the_slowest_holds_the_group() -> None:
    game = Game([ship("Slow", speed="1S"), ship("Fast", speed="2")], [ship("Hunter")]).go("initiative-move-2")
    game.refused("move-group", mover="Central BB", because="Slow makes 1S")
    free = house(group_waits_for_slowest=False)
    game = Game([ship("Slow", speed="1S"), ship("Fast", speed="2")], [ship("Hunter")], free).go("initiative-move-2")
    game.give("move-group", mover="Central BB")


@pytest.mark.parametrize(("face", "faster"), [(1, True), (3, True), (4, False), (6, False)])
def test_16_one_to_three_moves_as_if_one_faster_in_that_segment(face: int, faster: bool) -> None:
    game = second_round()
    game.give("break-off")
    game.go("other-move-2").next(face)
    movers = game.draft("move-group").entries["mover"].options
    assert movers == (("Fast",) if faster else ())  # 1 counts as 2


def test_16_after_the_second_success_without_dice_for_good() -> None:
    game = second_round()
    game.give("break-off")
    game.go("other-move-2").next(1)
    game.go("other-move-3").next(2)
    game.go("other-move-4").next()
    game.go("other-move-5").next()
    assert game.draft("move-group").entries["mover"].options == ("Slow", "Fast")  # 1S counts as 1


def test_16_after_a_failure_between_them_it_is_rolled_again() -> None:
    game = second_round()
    game.give("break-off")
    game.go("other-move-2").next(1)
    game.go("other-move-3").next(6)
    game.go("other-move-4").next(3)
    game.go("other-move-5").next()


def test_16_never_faster_than_two_plus_and_never_from_a_standstill() -> None:
    game = Game([ship("Quick", speed="2+"), ship("Dead", type="CL", speed="0")], [ship("Hunter")]).go("round-end")
    game.next()
    game.go("initiative-move-1").give("break-off")
    game.go("other-move-2").next(1)
    assert game.draft("move-group").entries["mover"].options == ("Quick",)
    game.go("other-move-3").next(1)
    assert game.draft("move-group").entries["mover"].options == ("Quick",)


def test_16_the_other_side_has_the_same_right() -> None:
    game = Game([ship("A")], [ship("B")]).go("round-end")
    game.next()
    game.go("initiative-move-1", initiative=(ALLIED_FIRST,)).give("break-off")
    assert game.fact("", "broke off", ALLIED)
    assert not game.fact("", "broke off", CENTRAL)
