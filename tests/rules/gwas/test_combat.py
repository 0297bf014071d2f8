"""Tactical combat: initiative, setting up, impulses, rounds, repairs and its end."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.testing import counted, results, rolled, said
from tests.rules.gwas.fleet import ALLIED, CENTRAL, Game, duel, fire, house, ship

SEQUENCE = [
    "initiative", "deployment",
    "initiative-move-1", "gunfire-1", "torpedo-1",
    "other-move-2", "initiative-move-2", "gunfire-2", "torpedo-2",
    "other-move-3", "initiative-move-3", "gunfire-3", "torpedo-3",
    "other-move-4", "initiative-move-4", "gunfire-4", "torpedo-4",
    "other-move-5", "initiative-move-5", "gunfire-5", "torpedo-5",
    "round-end",
]  # fmt: skip
STRATEGIC = [
    "weather",
    "combining",
    "plotting",
    "aborting",
    "fuel",
    "movement",
    "foundering",
    "aircraft",
    "contact",
    "abort-orders",
]


def fleet_of(*speeds: str, **card: Any) -> list[Any]:
    """Central ships, one of each speed."""
    return [ship(f"Red {speed}", nation="Turkey", speed=speed, **card) for speed in speeds]


def fight(central: list[Any] | None = None, allied: list[Any] | None = None, **more: Any) -> Game:
    """A combat that is about to begin."""
    return Game(central or [ship("Red", nation="Turkey")], allied or [ship("Blue")], begins="tactical combat", **more)


# ------------------------------------------------------------ sequences


def test_the_steps_of_a_round_and_of_the_next() -> None:
    game, seen = fight(), ["initiative"]
    for _ in range(len(SEQUENCE) + 2):
        game.next(*((1,) if game.battle.phase == "initiative" else ()))
        seen.append(game.battle.phase)
    assert seen[: len(SEQUENCE)] == SEQUENCE
    assert seen[len(SEQUENCE) :] == ["initiative", "initiative-move-1", "gunfire-1"]
    assert game.fact("", "round") == 2


def test_the_steps_of_a_game_turn_without_combat() -> None:
    game, seen = Game([ship("Red", nation="Turkey")], [ship("Blue")]), ["weather"]
    while game.battle.turn == 1:
        game.next(*((4,) if game.battle.phase == "weather" else ()))
        seen.append(game.battle.phase)
    assert seen == [*STRATEGIC, "weather"]


SPEEDS = ("0", "1S", "1", "2", "2+")
MOVES = {
    "initiative-move-1": {"2+"},
    "initiative-move-2": {"2", "2+"},
    "initiative-move-3": {"1", "2", "2+"},
    "initiative-move-4": {"1S", "1", "2", "2+"},
    "initiative-move-5": {"1S", "1", "2", "2+"},
}


@pytest.mark.parametrize("step", MOVES)
@pytest.mark.parametrize("speed", SPEEDS)
def test_which_speeds_of_the_side_with_initiative_move_in_each_impulse(step: str, speed: str) -> None:
    game = fight(fleet_of(*SPEEDS)).go(step)
    assert game.battle.acting == CENTRAL
    if speed in MOVES[step]:
        game.give("steam", ships=f"Red {speed}", hex="2")
        game.refused("steam", ships=f"Red {speed}", hex="3", because="has moved in this step")
    else:
        game.refused("steam", ships=f"Red {speed}", hex="2", because=f"Red {speed} makes {speed}")


@pytest.mark.parametrize(
    ("step", "speeds"),
    [
        ("other-move-2", {"2+"}), ("other-move-3", {"2", "2+"}),
        ("other-move-4", {"1", "2", "2+"}), ("other-move-5", {"1S", "1", "2", "2+"}),
    ],
)  # fmt: skip
def test_which_speeds_of_the_other_side_move(step: str, speeds: set[str]) -> None:
    game = fight(None, [ship(f"Blue {speed}", speed=speed) for speed in SPEEDS]).go(step)
    assert game.battle.acting == ALLIED
    assert {name.removeprefix("Blue ") for name in game.draft("steam").entries["ships"].options or ()} == speeds
    game.refused("steam", ships="Red", hex="1", because=f"{ALLIED} moves")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("initiative", "initiative, round 1"),
        ("initiative-move-1", "CENTRAL POWERS moves 2+, round 1"),
        ("gunfire-1", "gunfire, round 1"),
        ("other-move-2", "ALLIES moves 2+, round 1"),
        ("initiative-move-2", "CENTRAL POWERS moves 2, 2+, round 1"),
    ],
)
def test_tactical_sequence_the_side_that_moves_is_told_in_capitals(step: str, words: str) -> None:
    battle = fight().go(step).battle
    assert battle.ruleset.sequence.present(battle) == words


# ------------------------------------------------------------ initiative


@pytest.mark.parametrize(("die", "side"), [(1, CENTRAL), (3, CENTRAL), (4, ALLIED), (6, ALLIED)])
def test_initiative_by_the_die(die: int, side: str) -> None:
    game = fight()
    game.give("initiative", die)
    assert game.fact("", "initiative side") == side


def initiative_lines(game: Game) -> dict[str, int]:
    return counted(rolled(game.propose("initiative", 3))[0])


def test_leaders_and_nationalities_count() -> None:
    central = [ship("Goeben", nation="Germany"), ship("Hamidiye", nation="Turkey"), ship("Novara", nation="Austria-Hungary")]
    allied = [ship("Blue", nation="Britain"), ship("Canadian", nation="Canada"), ship("French", nation="France")]
    fleets = {
        "central fleet": {"leader": "Souchon", "flagship": "Goeben"},
        "allied fleet": {"leader": "Milne", "flagship": "Blue"},
    }
    assert initiative_lines(fight(central, allied, fleets=fleets)) == {
        "Central Powers leader present": -1,
        "2 x each further nationality of the Central Powers present": 2,
        "Allied leader present": 1,
        "1 x each further Allied nationality present": -1,
    }


def test_three_allied_nationalities_count_twice() -> None:
    allied = [ship("B", nation="Britain"), ship("F", nation="France"), ship("I", nation="Italy")]
    assert initiative_lines(fight(None, allied)) == {"2 x each further Allied nationality present": -2}


def test_g15_germans_among_turks_are_a_further_nationality_in_initiative() -> None:
    central = [ship("Goeben", nation="Germany"), ship("Hamidiye", nation="Turkey")]
    assert initiative_lines(fight(central)) == {"1 x each further nationality of the Central Powers present": 1}
    game = Game(central, [ship("Blue")], house(germans_in_initiative=True), begins="tactical combat")
    assert initiative_lines(game) == {}


def test_g15_germans_go_with_any_nationality_in_a_hex() -> None:
    central = [ship(f"Turk {n}", nation="Turkey") for n in (1, 2)] + [ship(f"German {n}", nation="Germany") for n in (1, 2)]
    four = "Turk 1; Turk 2; German 1; German 2"
    for rules, allowed in (((), True), ((house(germans_with_any=False),), False)):
        game = Game(central, [ship("Blue")], *rules, begins="tactical combat").go("deployment", initiative=(6,))
        if allowed:
            game.give("deploy", ships=four, hex="centre")
        else:
            game.refused("deploy", ships=four, hex="centre", because="all ships in a hex must be of one nation")


def test_g26_a_battle_that_begins_in_combat_with_a_fleet_in_port_gives_its_attacker_the_initiative() -> None:
    at_once = {"begins": "tactical combat"}
    game = Game([ship("Red", nation="Turkey")], [ship("Blue")], fleets={"allied fleet": {"port": True}}, **at_once)
    game.give("initiative")
    assert game.fact("", "initiative side") == CENTRAL


def test_the_side_that_attacks_a_fleet_in_port_has_the_initiative() -> None:
    game = Game([ship("Red", nation="Turkey")], [ship("Blue")], fleets={"allied fleet": {"port": True}}).go("contact")
    assert "automatic contact" in said(game.give("search", fleet="central fleet", other="allied fleet"))
    game.give("combat")
    game.give("initiative")
    assert game.fact("", "initiative side") == CENTRAL


def test_initiative_is_settled_once_a_round() -> None:
    game = fight()
    game.give("initiative", 6)
    game.refused("initiative", because="has the initiative")
    game.next()
    game.go("initiative")
    assert game.fact("", "initiative side") is None


# ------------------------------------------------------------ setting up


def test_the_side_without_initiative_sets_up_first() -> None:
    game = fight()
    game.next(1)
    game.refused("deploy", ships="Red", hex="1", because=f"{ALLIED} sets up first")
    game.give("deploy", ships="Blue", hex="centre")
    game.give("deploy", ships="Red", hex="1")
    game.refused("deploy", ships="Red", hex="2", because="all ships are set up")


def names(prefix: str, number: int) -> str:
    return "; ".join(f"{prefix} {n}" for n in range(1, number + 1))


def many(prefix: str, number: int, fleet: str = "", **card: Any) -> list[Any]:
    return [ship(f"{prefix} {n}", fleet, **card) for n in range(1, number + 1)]


def test_a_hex_has_four_ships_at_least_and_eight_at_most() -> None:
    game = fight(None, many("Blue", 13))
    game.next(1)
    game.refused("deploy", ships=names("Blue", 3), hex="centre", because="at least 4")
    game.refused("deploy", ships=names("Blue", 9), hex="centre", because="at most 8")
    game.give("deploy", ships=names("Blue", 4), hex="centre")
    game.give("deploy", ships="; ".join(f"Blue {n}" for n in range(5, 13)), hex="other")
    game.refused("deploy", ships="Blue 13", hex="other", because="at most 8")
    game.give("deploy", ships="Blue 13", hex="third")  # the last ones may be fewer


def suggested(game: Game, order: str) -> tuple[str, ...]:
    chosen: tuple[str, ...] = game.draft(order).values["ships"]
    return chosen


def test_a_fleet_is_suggested_for_a_hex_with_others_where_it_has_fewer_than_four() -> None:
    game = fight(None, [*many("line", 9, "line"), *many("scouts", 3, "scouts"), *many("boats", 4, "boats")])
    game.next(1)
    for ships, where in (
        (tuple(f"line {n}" for n in range(1, 9)), "1"),
        (("line 9", "scouts 1", "scouts 2", "scouts 3"), "2"),
        (("boats 1", "boats 2", "boats 3", "boats 4"), "3"),
        (("Red",), "4"),
    ):
        assert suggested(game, "deploy") == ships
        game.give("deploy", hex=where)


def test_two_ships_that_are_all_of_their_side_are_suggested_together() -> None:
    game = fight(None, [ship("Goeben", nation="Germany"), ship("Breslau", nation="Germany")])
    game.next(1)
    assert suggested(game, "deploy") == ("Goeben", "Breslau")
    game.refused("deploy", ships="Goeben", hex="centre", because="1 ship in a hex: put at least 4 there while other ships wait")
    game.give("deploy", hex="centre")


def test_ships_of_other_nations_are_not_suggested_for_a_hex() -> None:
    austrians = many("Austrian", 4, "other fleet", nation="Austria-Hungary")
    game = fight([*many("Turk", 2, nation="Turkey"), *austrians, *many("Turkish", 2, "third fleet", nation="Turkey")])
    game.next(6)
    assert suggested(game, "deploy") == ("Turk 1", "Turk 2", "Turkish 1", "Turkish 2")


def test_of_the_ships_that_may_move_those_of_a_hex_are_suggested_together() -> None:
    game = fight([ship("Slow", nation="Turkey"), *many("Fast", 5, nation="Turkey", speed="2+")])
    game.next(1)
    game.give("deploy", ships="Blue", hex="centre")
    game.give("deploy", ships="Slow; Fast 1; Fast 2; Fast 3", hex="a")
    game.give("deploy", ships="Fast 4; Fast 5", hex="b")
    game.go("initiative-move-1")
    assert suggested(game, "steam") == ("Fast 1", "Fast 2", "Fast 3")
    game.give("steam", hex="c")
    assert suggested(game, "steam") == ("Fast 4", "Fast 5")


def test_raiders_may_be_one_to_a_hex() -> None:
    raid = {"mission": "Raid", "leader": "A", "flagship": "Blue 1"}
    game = fight(None, many("Blue", 2), fleets={"allied fleet": raid})
    game.next(1)
    game.give("deploy", ships="Blue 1", hex="centre")


def test_ships_of_one_nation_to_a_hex_german_ones_with_any() -> None:
    mixed = [ship("Goeben", nation="Germany"), ship("Hamidiye", nation="Turkey"), ship("Helgoland", nation="Austria-Hungary")]
    game = fight(mixed)
    game.next(6)
    game.refused("deploy", ships="Goeben; Hamidiye; Helgoland", hex="c", because="one nation")
    game.refused("deploy", ships="Hamidiye; Helgoland", hex="c", because="at least 4")
    allowed = fight(
        [
            *many("Turk", 3, nation="Turkey"),
            ship("Goeben", nation="Germany"),
            ship("Helgoland", "other fleet", nation="Austria-Hungary"),
        ]
    )
    allowed.next(6)
    allowed.give("deploy", ships=f"{names('Turk', 3)}; Goeben", hex="c")
    allowed.refused("deploy", ships="Helgoland", hex="c", because="one nation")
    allowed.give("deploy", ships="Helgoland", hex="d")


# ------------------------------------------------------------ emergency repairs


def crippled() -> Game:
    """The target has lost all its speed by gunfire."""
    game = duel(shooter={"primary": 1}, hull=30)
    fire(game, 6, 6, 6, 6, 6)
    assert game["Target"].dead_in_water
    return game


@pytest.mark.parametrize(
    ("die", "speed", "again"), [(1, "1S", False), (2, "0", True), (4, "0", True), (5, "0", False), (6, "0", False)]
)
def test_emergency_repairs(die: int, speed: str, again: bool) -> None:
    game = crippled()
    game.give("repair", die, ship="Target")
    assert game["Target"].speed == speed
    game.refused("repair", ship="Target")
    game.go("gunfire-2")
    if again:
        game.give("repair", 1, ship="Target")
        assert game["Target"].speed == "1S"
    else:
        game.refused("repair", ship="Target")


def test_g30_a_repaired_ship_that_loses_speed_again_is_dead_in_water_for_good() -> None:
    game = crippled()
    game.give("repair", 1, ship="Target")
    game.go("gunfire-2")
    fire(game, 6, 5, 6)
    assert game["Target"].speed == "0"
    game.refused("repair", ship="Target", because="cannot be repaired")


def test_a_ship_that_is_not_crippled_by_damage_does_not_throw() -> None:
    duel(speed="0").refused("repair", ship="Target", because="has not lost all its speed by damage")
    duel().refused("repair", ship="Target", because="has not lost all its speed by damage")


def test_outside_combat_once_a_turn() -> None:
    game = crippled()
    game.give("end-combat")
    game.give("repair", 3, ship="Target")
    game.refused("repair", ship="Target", because="has tried")
    game.go("weather", turn=2)
    game.give("repair", 2, ship="Target")


# ------------------------------------------------------------ rounds and the end


def test_another_round_takes_a_zone_of_fuel_from_each_ship() -> None:
    game = fight([ship("Red", nation="Turkey", fuel=2)])
    game.go("round-end")
    game.next()
    assert game.fact("Red", "zones since a fuel box") == 1
    assert game.fact("Blue", "zones since a fuel box") == 1


def test_combat_ends_by_order_and_the_turn_goes_on_from_contact() -> None:
    game = fight().go("gunfire-1")
    game.give("end-combat", reason="both turn away")
    assert game.battle.phase == "contact"
    assert not game["Red"].in_combat
    game.refused("end-combat", because="there is no combat")
    game.next()
    assert game.battle.phase == "abort-orders"


def test_combat_is_over_at_the_end_of_a_round_with_one_side_gone() -> None:
    game = fight([ship("Red", nation="Turkey", speed="2+")]).go("initiative-move-1")
    game.give("leave", ships="Red")
    game.go("round-end")
    record = game.next()
    assert "tactical combat is over" in said(record)
    assert game.battle.phase == "contact"
    assert not game["Blue"].in_combat


def test_a_hex_has_a_name_of_12_letters_at_most() -> None:
    game = fight([ship("Red", nation="Turkey", speed="2+")]).go("initiative-move-1")
    game.refused("steam", ships="Red", hex="x" * 13, because="a hex has 12 letters at most")
    game.give("steam", ships="Red", hex="x" * 12)


def test_ships_that_left_the_map_are_out_of_the_fight() -> None:
    game = fight([ship("Red", nation="Turkey", speed="2+"), ship("Stays", nation="Turkey")]).go("initiative-move-1")
    game.give("leave", ships="Red")
    game.go("gunfire-1")
    game.refused("fire", firer="Red", target="Blue", range=2, weapons="primary", because="not in this combat")
    game.refused("fire", firer="Blue", target="Red", range=2, weapons="primary", because="not in this combat")


def test_fire_of_one_combat_is_forgotten_in_the_next() -> None:
    """A bombarding ship's first fire is the first of each combat."""
    game = duel(fleets={"central fleet": {"mission": "Bombard"}})
    fire(game, 1, 1, 1)
    game.give("end-combat")
    assert not any(key.name == "fired" for key, _ in game.battle.state.items())
    assert game.battle.fact(Key("", "round")) is None


def test_results_of_initiative_are_told() -> None:
    assert results(fight().give("initiative", 4)) == ["Allied"]
