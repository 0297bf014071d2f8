"""First fire, tows, airships, emergency repairs and pursuit (G27 to G31)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import said
from tests.rules.gwas.fleet import Game, duel, fire, house, ship, struck
from tests.rules.results import came_to, told

TOWED_FIRST = "towed or towing, first fire"


def towing(*rules: Any, **tow: Any) -> Game:
    """The shooter tows a second ship, both in combat, at the first move."""
    central = [ship("Shooter", nation="Turkey"), ship("Tow", **{"nation": "Turkey", **tow})]
    game = Game(central, [ship("Target")], *rules, begins="tactical combat").go("initiative-move-1")
    game.give("tow", ship="Shooter", other="Tow")
    return game


def at_sea(*lines: Any, fleet: dict[str, Any] | None = None, rules: Any = (), **words: Any) -> Game:
    """A Central fleet in C1 without a mission, and an Allied ship elsewhere, as fleets move."""
    fleets = {"central fleet": {"zone": "C1", **(fleet or {})}, "allied fleet": {"zone": "D9"}}
    return Game(lines, [ship("Blue")], *rules, fleets=fleets, **words).go("movement")


# ------------------------------------------------------------ first fire


def test_g27_a_tow_has_no_strength_at_its_first_fire_and_all_of_it_at_the_next() -> None:
    game = towing().go("gunfire-1")
    for firer in ("Shooter", "Tow"):
        game.refused("fire", firer=firer, target="Target", range=4, weapons="primary", because="reaches 3 hexes at most")
        record = game.give("fire", firer=firer, target="Target", range=2, weapons="primary")
        assert not record.faces
        assert told(game, record).startswith(f"done | no strength | NO STRENGTH: {firer} at Target, at the first fire.")
        game.refused("fire", firer=firer, target="Target", range=2, weapons="primary", because="has fired in this step")
    game.go("gunfire-2")
    game.give("fire", 1, 1, 1, 1, 1, 1, firer="Shooter", target="Target", range=2, weapons="primary")


@pytest.mark.parametrize(("boxes", "first"), [(1, 0), (2, 1), (5, 2), (6, 3)])
def test_g27_half_of_the_guns_of_a_bombarding_ship_fire_first_and_one_box_counts_too(boxes: int, first: int) -> None:
    fleets = {"central fleet": {"mission": "Bombard"}}
    game = duel(shooter={"primary": boxes}, fleets=fleets)
    fire(game, *[1] * first)
    fire(game.go("gunfire-2"), *[1] * boxes)


@pytest.mark.parametrize(("counts", "dice"), [(True, 6), (False, 0)])
def test_g27_a_first_fire_that_is_held_counts(counts: bool, dice: int) -> None:
    game = towing(*(() if counts else (house(held_fire_is_first=False),))).go("gunfire-1")
    game.refused("hold-fire", ship="Target", because="no first fire at reduced strength")
    game.give("hold-fire", ship="Shooter")
    game.refused("hold-fire", ship="Shooter", because="holds its fire in this step")
    fire(game.go("gunfire-2"), *[1] * dice)


def test_g27_torpedoes_are_no_fire_of_guns() -> None:
    game = towing().go("torpedo-1")
    game.give("torpedo", 1, firer="Shooter", target="Target", range=1)
    record = fire(game.go("gunfire-2"))
    assert TOWED_FIRST in said(record)


def test_g27_the_next_combat_has_a_first_fire_again() -> None:
    game = towing().go("gunfire-1")
    game.give("hold-fire", ship="Shooter")
    game.give("end-combat")
    assert game.fact("Shooter", "holds fire") is None


def test_a_torpedo_of_a_bombarding_ship_is_told_without_a_modifier_of_guns() -> None:
    game = duel(shooter={"torpedo": 2}, fleets={"central fleet": {"mission": "Bombard"}}).go("torpedo-1")
    record = game.give("torpedo", 1, 1, firer="Shooter", target="Target", range=1)
    assert "bombardment" not in said(record)


# ------------------------------------------------------------ tows on the map


@pytest.mark.parametrize("who", ["Red", "Tow", "Third"])
def test_g28_a_tow_goes_nowhere_with_a_ship_aground(who: str) -> None:
    game = at_sea(*(ship(name, nation="Turkey", speed="2") for name in ("Red", "Tow", "Third")))
    game.give("tow", ship="Red", other="Tow")
    game.give("ground", 6, ship=who)
    game.refused("move", fleet="central fleet", zones="C2", because=f"may move 0 zones this turn, for {who} makes 0")


@pytest.mark.parametrize(("dry", "moves"), [("Red", False), ("Third", False), ("Tow", True)])
def test_g28_a_tow_carries_the_ship_that_is_towed_and_no_other_without_fuel(dry: str, moves: bool) -> None:
    game = at_sea(*(ship(name, nation="Turkey", speed="2", fuel=1) for name in ("Red", "Tow", "Third")))
    game.give("tow", ship="Red", other="Tow")
    game.give("strike", ship=dry, track="fuel", boxes=1)
    if moves:
        game.give("move", fleet="central fleet", zones="C2")
    else:
        game.refused("move", fleet="central fleet", zones="C2", because=f"for {dry} makes 0")


def test_g28_by_a_house_rule_a_tow_carries_nobody() -> None:
    lines = [ship(name, nation="Turkey", speed="2", fuel=1) for name in ("Red", "Tow")]
    game = at_sea(*lines, rules=[house(tow_carries_the_towed=False)])
    game.give("tow", ship="Red", other="Tow")
    game.give("strike", ship="Tow", track="fuel", boxes=1)
    game.refused("move", fleet="central fleet", zones="C2", because="for Tow makes 0")


def test_g28_a_ship_aground_is_not_taken_in_tow() -> None:
    game = at_sea(ship("Red", nation="Turkey"), ship("Tow", nation="Turkey"))
    game.give("ground", 6, ship="Tow")
    game.refused("tow", ship="Red", other="Tow", because="is aground")
    game.refused("tow", ship="Tow", other="Red", because="is dead in the water")


def test_g28_ships_that_part_cast_off() -> None:
    lines = [ship(name, nation="Turkey") for name in ("Red", "Tow", "Third")]
    game = at_sea(*lines)
    game.give("tow", ship="Red", other="Tow")
    game.give("divide", fleet="central fleet", ships="Red", name="a part")
    assert not game["Red"].towing
    assert not game["Tow"].towing


def test_g28_ships_that_leave_together_keep_their_tow() -> None:
    game = at_sea(*(ship(name, nation="Turkey") for name in ("Red", "Tow", "Third")))
    game.give("tow", ship="Red", other="Tow")
    game.give("divide", fleet="central fleet", ships="Red; Tow", name="a part")
    assert game["Tow"].towed_by == "Red"


# ------------------------------------------------------------ tows in combat


def test_g28_in_combat_a_crippled_ship_moves_with_the_ship_that_tows_her() -> None:
    game = towing(speed="2", hull=20)
    game.give("mines", 6, 6, 4, ships="Tow", number=1)
    game.give("mines", 6, 6, 4, ships="Tow", number=1)
    game.give("mines", 6, 6, 4, ships="Tow", number=1)
    assert (game["Shooter"].speed, game["Tow"].speed) == ("1S", "1S")
    assert game["Tow"].crippled
    game.go("initiative-move-4").give("steam", ships="Shooter; Tow", hex="9")
    game.give("cast-off", ship="Tow")
    assert game["Tow"].dead_in_water


def test_g28_in_combat_neither_moves_where_the_towing_ship_cannot_or_the_towed_is_aground() -> None:
    game = towing()
    game.give("ground", 6, ship="Shooter")
    assert (game["Shooter"].speed, game["Tow"].speed) == ("0", "0")
    other = towing()
    other.give("ground", 6, ship="Tow")
    assert (other["Shooter"].speed, other["Tow"].speed) == ("1S", "0")


def test_g28_by_a_house_rule_a_crippled_ship_stays_where_she_is() -> None:
    game = towing(house(tow_carries_the_towed=False), hull=20)
    game.give("mines", 6, 6, 4, ships="Tow", number=1)
    game.give("mines", 6, 6, 4, ships="Tow", number=1)
    assert game["Tow"].speed == "0"


# ------------------------------------------------------------ pursuit


def chase(zones: str, *, speed: str = "2", tow: bool, rules: Any = ()) -> Game:
    """The Allies, met in turn 1, have moved on in turn 2; the Central fleet may have a tow."""
    central = [ship("Red", nation="Turkey", speed=speed), ship("Tow", nation="Turkey", speed=speed)]
    fleets = {"central fleet": {"zone": "C1"}, "allied fleet": {"zone": "C2" if tow else "C1"}}
    game = Game(central, [ship("Blue", speed="2")], *rules, fleets=fleets)
    game.go("movement")
    if tow:
        game.give("tow", ship="Red", other="Tow")
        game.give("move", fleet="central fleet", zones="C2")
    game.go("contact").give("search", 5, fleet="central fleet", other="allied fleet")
    game.go("movement", 2).give("move", fleet="allied fleet", zones=zones)
    return game


def test_g28_a_tow_does_not_pursue_in_the_turns_after_its_zone() -> None:
    game = chase("C3", tow=True)
    game.refused("pursue", fleet="central fleet", other="allied fleet", because="has a tow and moved in one of the turns before")
    game.give("cast-off", ship="Tow")
    game.give("pursue", 5, fleet="central fleet", other="allied fleet")


def test_g28_a_tow_pursues_one_zone_and_not_two() -> None:
    game = chase("C3", tow=False)
    game.give("tow", ship="Red", other="Tow")
    game.give("pursue", 5, fleet="central fleet", other="allied fleet")
    assert game.fact("central fleet", "zone") == "C3"
    game = chase("C3 C4", tow=False)
    game.give("tow", ship="Red", other="Tow")
    game.refused("pursue", fleet="central fleet", other="allied fleet", because="has moved 2 zones, farther than")


@pytest.mark.parametrize("by_speed", [False, True])
def test_g31_a_pursuer_moves_with_the_enemy_whatever_its_speed(by_speed: bool) -> None:
    game = chase("C3 C4", speed="1S", tow=False, rules=[house(pursuit_by_speed=True)] if by_speed else [])
    if by_speed:
        game.refused("pursue", fleet="central fleet", other="allied fleet", because="farther than central fleet may")
    else:
        game.give("pursue", 5, fleet="central fleet", other="allied fleet")
        assert game.fact("central fleet", "zone") == "C4"


# ------------------------------------------------------------ airships


AIRSHIP: dict[str, Any] = {"type": "LZ", "nation": "Germany", "speed": "2", "primary": 0, "secondary": 0, "armour": {}, "hull": 1}


def with_an_airship(*rules: Any) -> Game:
    """An airship alone in C2, and an Allied minelayer and a submarine in C1."""
    allied = [ship("Layer", "layers", type="ML", mines=1), ship("Sub", "subs", type="SS", torpedo=2)]
    fleets = {"air": {"zone": "C2"}, "layers": {"zone": "C1"}, "subs": {"zone": "C1"}}
    lines = [ship("M 3", "air", **AIRSHIP), ship("Red", "air", nation="Germany")]
    return Game(lines, allied, *rules, fleets=fleets).go("movement")


def test_g29_no_mine_and_no_ground_and_no_tow_for_an_airship() -> None:
    game = with_an_airship()
    game.give("lay", fleet="layers", ships="Layer", zone="C1")
    game.give("move", 1, 1, fleet="air", zones="C1")  # the dice of Red alone
    game.refused("mines", ships="M 3", number=3, because="no mine strikes her")
    game.refused("ground", ship="M 3", because="is an airship")
    game.refused("tow", ship="M 3", other="Red", because="M 3 is an airship")
    game.refused("tow", ship="Red", other="M 3", because="M 3 is an airship")


def test_g29_no_torpedo_strikes_an_airship() -> None:
    game = with_an_airship()
    game.give("move", fleet="air", zones="C1")
    game.go("contact").refused("submarine", submarine="Sub", target="M 3", hunters="", because="no torpedo strikes her")


def test_g29_by_a_house_rule_an_airship_is_a_ship() -> None:
    game = with_an_airship(house(airships_are_no_ships=False))
    game.give("lay", fleet="layers", ships="Layer", zone="C1")
    game.give("move", 1, 1, 1, 1, fleet="air", zones="C1")


# ------------------------------------------------------------ emergency repairs


def test_g30_a_repaired_ship_loses_her_speed_as_she_passes_half_her_hull() -> None:
    game = Game([ship("Red", nation="Turkey")], [ship("Blue", speed="1S", hull=6)], begins="tactical combat")
    game.go("initiative-move-1").give("mines", 6, 6, 4, ships="Blue", number=1)
    assert game["Blue"].speed == "0"
    game.give("repair", 1, ship="Blue")
    assert game["Blue"].speed == "1S"
    record = game.give("mines", 6, 6, 1, ships="Blue", number=1)
    assert struck(record, "Blue") == {"hull": 1}
    assert game["Blue"].left("hull") == 2
    assert game["Blue"].speed == "0"
    assert "Dead in the water: easier to hit, no torpedoes, and her engines cannot be repaired." in came_to(game, record)[0].means
    game.refused("repair", ship="Blue", because="cannot be repaired")


def test_g30_by_a_house_rule_she_may_roll_again() -> None:
    rules = house(repaired_ship_rolls_again=True)
    game = Game([ship("Red", nation="Turkey")], [ship("Blue", speed="1S", hull=6)], rules, begins="tactical combat")
    game.go("initiative-move-1").give("mines", 6, 6, 4, ships="Blue", number=1)
    game.give("repair", 1, ship="Blue")
    game.give("mines", 6, 6, 1, ships="Blue", number=1)
    game.go("gunfire-2").give("repair", 1, ship="Blue")
    assert game["Blue"].speed == "1S"


def test_g30_a_hit_that_leaves_half_her_hull_takes_nothing() -> None:
    game = Game([ship("Red", nation="Turkey")], [ship("Blue", speed="1S", hull=9)], begins="tactical combat")
    game.go("initiative-move-1").give("mines", 6, 6, 4, ships="Blue", number=1)
    game.give("repair", 1, ship="Blue")
    game.give("mines", 6, 6, 1, ships="Blue", number=1)
    assert game["Blue"].speed == "1S"
    game.give("mines", 6, 6, 1, ships="Blue", number=1)
    assert game["Blue"].speed == "0"


# ------------------------------------------------------------ zones


@pytest.mark.parametrize("words", ["C2 C3", "C2,C3", "C2, C3", "C2;C3", " C2 ,; C3 "])
def test_zones_are_parted_at_blanks_commas_and_semicolons(words: str) -> None:
    game = at_sea(ship("Red", nation="Turkey", speed="2"))
    record = game.give("move", fleet="central fleet", zones=words)
    assert record.headline == "central fleet: moves to C2 C3"
    assert game.fact("central fleet", "zone") == "C3"
    assert game["Red"].count("zones since a fuel box") == 2
    game = at_sea(ship("Red", nation="Turkey", speed="1"))
    game.refused("move", fleet="central fleet", zones=words, because="may move 1 zone ")


@pytest.mark.parametrize(("words", "zone"), [("c2", "C2"), ("aa12", "AA12"), ("Kiel", "Kiel"), ("bosporus", "bosporus")])
def test_a_zone_typed_in_small_letters_is_the_one_of_the_map(words: str, zone: str) -> None:
    """Otherwise a fleet in c2 would be found by nobody in C2; zones with names stay as they are written."""
    game = at_sea(ship("Red", nation="Turkey"))
    game.give("move", fleet="central fleet", zones=words)
    assert game.fact("central fleet", "zone") == zone
    game.give("port", fleet="allied fleet", port="no", zone=words)
    game.go("contact").give("search", 6, fleet="allied fleet", other="central fleet")
    fleets = {"central fleet": {"mission": "Bombard", "zone": words}}
    game = Game([ship("Red", nation="Turkey")], [ship("Blue")], fleets=fleets)
    assert game.fact("central fleet", "zone") == zone
    game.go("plotting").give("plot", fleet="central fleet", turn=3, orders=f"Move {words}")
    assert game.fact("central fleet", "order", "3") == f"Move {zone}"


def test_plotted_zones_are_parted_alike_and_a_zone_of_a_port_is_one() -> None:
    game = Game([ship("Red", nation="Turkey")], [ship("Blue")], fleets={"central fleet": {"mission": "Bombard", "zone": "C1"}})
    game.go("plotting").give("plot", fleet="central fleet", turn=3, orders="Move C2,C3")
    assert game.fact("central fleet", "order", "3") == "Move C2 C3"
    game.refused("plot", fleet="central fleet", turn=4, orders="Move C2,C3,C4", because="names 2 zones at most")
    game.refused("port", fleet="central fleet", zone="C2,C3", because="is more than one zone")
