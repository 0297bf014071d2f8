"""Search, contact, pursuit, merchants, submarines and motor torpedo boats (G8)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.rules.gwas import RULESET
from fleetbook.testing import counted, results, rolled, said
from tests.rules.gwas.fleet import Game, house, ship

RED, BLUE = "central fleet", "allied fleet"


def zone(
    *central: Any, allied: list[Any] | None = None, phase: str = "contact", fleets: Any = None, rules: Any = (), **more: Any
) -> Game:
    """Two fleets in one zone in the contact step, on a misty Mediterranean day."""
    given = {RED: {"zone": "D4"}, BLUE: {"zone": "D4"}, **(fleets or {})}
    words = {"weather": "Mist", **more}
    game = Game(list(central) or [ship("Red", nation="Turkey")], allied or [ship("Blue")], *rules, fleets=given, **words)
    rough: dict[str, Any] = {}
    if words["weather"] in ("Squall", "Storm", "Gale"):
        ships = [s for s in game.battle.ships() if not s.in_port and s.card.type != "LZ"]
        rough = {"foundering": (1,) * len(ships)}
    return game.go(phase, **rough)


def lines(game: Game, **inputs: Any) -> dict[str, int]:
    """The modifiers of a search, by their words."""
    return counted(rolled(game.propose("search", 3, fleet=RED, other=BLUE, **inputs))[0])


@pytest.mark.parametrize(("die", "result"), [(1, "no contact"), (3, "no contact"), (4, "contact"), (5, "contact"),
                                             (6, "contact at surprise distance")])  # fmt: skip
def test_search(die: int, result: str) -> None:
    game = zone()
    record = game.give("search", die, fleet=RED, other=BLUE)
    assert results(record) == [result]
    met = result != "no contact"
    assert (game.fact(RED, "in contact", BLUE) == 1) == met
    assert game["Red"].known == game["Blue"].known == met
    assert ("surprise distance; the referee sets the ships" in said(record)) == (die == 6)
    assert [f"{fleet}: seen by the enemy" in said(record) for fleet in (RED, BLUE)] == [met, met]


def test_an_unmodified_6_that_makes_no_contact_is_no_surprise() -> None:
    record = zone(light="night", weather="Gale").propose("search", 6, fleet=RED, other=BLUE)
    assert results(record) == ["no contact"]


def test_a_modified_6_is_no_surprise() -> None:
    record = zone(fleets={RED: {"zone": "D4", "mission": "Intercept"}}).propose("search", 5, fleet=RED, other=BLUE)
    assert results(record) == ["contact"]


@pytest.mark.parametrize(
    ("weather", "light", "found"),
    [
        ("Clear", "day", {"clear": 1}), ("Mist", "day", {}), ("Fog", "day", {}), ("Squall", "day", {"squall": -1}),
        ("Storm", "day", {"storm": -1}), ("Gale", "day", {"gale": -2}), ("Mist", "night", {"night": -2}),
        ("Clear", "night", {"night": -2, "clear": 1}), ("Squall", "night", {"night": -2, "squall": -1}),
        ("Gale", "night", {"night": -2, "gale": -2}),
    ],
)  # fmt: skip
def test_g8_weather_and_night_both_count(weather: str, light: str, found: dict[str, int]) -> None:
    assert lines(zone(weather=weather, light=light)) == found


@pytest.mark.parametrize("kind", ["SS", "MTB"])
def test_submarines_and_motor_torpedo_boats_search_at_minus_1(kind: str) -> None:
    boat = ship("Red", nation="Turkey", type=kind)
    assert lines(zone(boat)) == {"submarine or MTB attempting the search": -1}
    assert lines(zone(boat, ship("Other", nation="Turkey"))) == {}


def test_a_leader_adds_1() -> None:
    assert lines(zone(fleets={RED: {"zone": "D4", "leader": "Souchon", "flagship": "Red"}})) == {"leader present": 1}


@pytest.mark.parametrize(("number", "found"), [(19, {}), (20, {"fleet has 20 or more ships": 1})])
def test_twenty_ships_add_1(number: int, found: dict[str, int]) -> None:
    assert lines(zone(*(ship(f"Red {n}", nation="Turkey") for n in range(number)))) == found


def test_an_intercept_mission_adds_2() -> None:
    assert lines(zone(fleets={RED: {"zone": "D4", "mission": "Intercept"}})) == {"fleet with an Intercept mission": 2}


def test_a_raider_s_owner_chooses() -> None:
    raid = {RED: {"zone": "D4", "mission": "Raid", "leader": "Souchon", "flagship": "Red"}}
    game = zone(fleets=raid)
    assert lines(game) == {"leader present": 1}
    assert lines(game, raid_up="yes")["fleet with a Raid mission, owner's choice"] == 1
    assert lines(game, raid_down="yes")["fleet with a Raid mission, owner's choice"] == -1
    game.refused("search", fleet=RED, other=BLUE, raid_up="yes", raid_down="yes", because="not both")
    zone().refused("search", fleet=RED, other=BLUE, raid_up="yes", because="has a Raid mission")


def test_search_for_a_raider_counts_what_the_raider_s_owner_chooses() -> None:
    raid = {BLUE: {"zone": "D4", "mission": "Raid", "leader": "Craddock", "flagship": "Blue"}}
    game = zone(fleets=raid)
    assert lines(game, raid_down="yes") == {"fleet with a Raid mission, owner's choice": -1}


def test_search_by_small_ships_only_is_filled_in_and_can_be_unticked() -> None:
    game = zone(*(ship(kind, nation="Turkey", type=kind) for kind in ("DD", "DL", "TB")))
    assert lines(game) == {"fleet has only DD, DL or TB": -1}
    assert lines(game, only_small="no") == {}
    assert lines(zone(ship("DD", nation="Turkey", type="DD"), ship("CL", nation="Turkey", type="CL"))) == {}


def test_discretionary_modifiers_can_be_left_out() -> None:
    game = zone(fleets={RED: {"zone": "D4", "leader": "Souchon", "flagship": "Red"}})
    assert lines(game, leader="no") == {}


@pytest.mark.parametrize(("weather", "counts"), [("Mist", True), ("Fog", True), ("Squall", False), ("Storm", False)])
def test_an_airship_in_the_zone_adds_2_but_not_in_bad_weather(weather: str, counts: bool) -> None:
    airship = ship("Airship", "air", nation="Turkey", type="LZ")
    game = zone(ship("Red", nation="Turkey"), airship, fleets={"air": {"zone": "D4"}}, weather=weather)
    assert lines(game).get("airship in the sea zone, not in bad weather") == (2 if counts else None)


def test_an_airship_elsewhere_adds_nothing() -> None:
    airship = ship("Airship", "air", nation="Turkey", type="LZ")
    assert lines(zone(ship("Red", nation="Turkey"), airship, fleets={"air": {"zone": "E5"}})) == {}


def test_a_fleet_in_port_is_found_without_a_die() -> None:
    game = zone(fleets={BLUE: {"zone": "D4", "port": True}})
    assert "automatic contact" in said(game.give("search", fleet=RED, other=BLUE))
    assert game.fact(RED, "in contact", BLUE) == 1


def test_a_fleet_searches_once_a_turn_in_its_own_zone() -> None:
    game = zone(fleets={BLUE: {"zone": "E5"}})
    game.refused("search", fleet=RED, other=BLUE, because="is in D4 and allied fleet in E5")
    same = zone()
    same.give("search", 3, fleet=RED, other=BLUE)
    same.refused("search", fleet=RED, other=BLUE, because="has searched for")
    same.give("search", 4, fleet=BLUE, other=RED)


def test_combat_needs_contact() -> None:
    game = zone()
    game.refused("combat", fleets=f"{RED}; {BLUE}", because="is in contact with no enemy")
    game.give("search", 4, fleet=RED, other=BLUE)
    game.refused("combat", fleets=RED, because="both sides")
    game.give("combat")
    assert game.battle.phase == "initiative"
    assert game["Red"].in_combat
    game.give("end-combat")
    game.refused("combat", fleets=f"{RED}; {BLUE}", because="has fought this turn")


def test_no_combat_is_offered_where_the_enemy_in_contact_has_fought() -> None:
    game = zone(ship("Red", nation="Turkey"), ship("Late", "late", nation="Turkey"), fleets={"late": {"zone": "D4"}})
    game.give("search", 4, fleet=RED, other=BLUE)
    game.give("search", 4, fleet="late", other=BLUE)
    game.give("combat", fleets=f"{RED}; {BLUE}")
    game.give("end-combat")
    game.refused("combat", because="no fleets in contact can fight a combat now")
    game.refused("combat", fleets="late", because="late is in contact with no enemy that can still fight this turn")


def test_a_raider_s_lines_are_greyed_where_there_is_none() -> None:
    lines_there = zone().draft("search", fleet=RED, other=BLUE).entries["modifiers"]
    assert set(lines_there.refused) == {"raid_up", "raid_down"}
    assert all("has a Raid mission" in str(problem) for problem in lines_there.refused.values())


def test_modifiers_that_no_check_looks_at_cost_no_check_each() -> None:
    draft = zone().draft("merchants", ship="Red", place="on a major route")
    before = draft.legality.check({**draft.values, "modifiers": ()})
    assert draft.entries["modifiers"].options == ("night",)
    assert draft.legality.check({**draft.values, "modifiers": ("night",)}) is before


def test_surprise_and_pursuit_are_known_to_the_combat() -> None:
    game = zone()
    game.give("search", 6, fleet=RED, other=BLUE)
    game.give("combat")
    assert game.fact("", "surprise") == "Central Powers"
    assert game.fact("", "by pursuit") is None


def test_g15_submarines_and_airships_take_no_part_in_tactical_combat() -> None:
    submarine = ship("U 1", nation="Turkey", type="SS")
    game = zone(ship("Red", nation="Turkey"), submarine)
    game.give("search", 4, fleet=RED, other=BLUE)
    game.give("combat")
    assert game["Red"].in_combat
    assert not game["U 1"].in_combat
    alone = zone(submarine)
    alone.give("search", 5, fleet=RED, other=BLUE)
    alone.refused("combat", fleets=f"{RED}; {BLUE}", because="only submarines and airships")


# ------------------------------------------------------------ pursuit


def after_contact(red: str = "1", blue: str = "1", **more: Any) -> Game:
    """A turn after contact; the Allied fleet has moved on to E5."""
    central, allied = ship("Red", nation="Turkey", speed=red), [ship("Blue", speed=blue)]
    game = zone(central, allied=allied, **more)
    game.give("search", 5, fleet=RED, other=BLUE)
    game.go("movement", 2)
    game.refused("pursue", fleet=RED, other=BLUE, because="wait until")
    game.give("move", fleet=BLUE, zones="E5")
    return game


@pytest.mark.parametrize(("red", "blue", "light", "found"), [
    ("1", "1", "night", {}), ("1", "1", "day", {"daylight": 2}),
    ("2", "1", "night", {"all pursuers faster than the slowest enemy": 1}),
    ("2+", "2", "day", {"daylight": 2, "all pursuers faster than the slowest enemy": 1}), ("1", "2", "day", {"daylight": 2}),
])  # fmt: skip
def test_modifiers_of_pursuit(red: str, blue: str, light: str, found: dict[str, int]) -> None:
    game = after_contact(red, blue)
    if light == "night":
        game.give("set", ship="battle", condition="light", value="night")
    assert counted(rolled(game.propose("pursue", 2, fleet=RED, other=BLUE))[0]) == found


@pytest.mark.parametrize(("die", "keeps_up"), [(3, False), (4, True), (6, True)])
def test_pursuit_by_day_succeeds_with_4(die: int, keeps_up: bool) -> None:
    game = after_contact()
    game.give("pursue", die, fleet=RED, other=BLUE)
    assert game.fact(RED, "zone") == ("E5" if keeps_up else "D4")
    game.refused("move", fleet=RED, zones="D5", because="has moved this turn")
    game.go("contact", 2)
    if keeps_up:
        game.refused("search", fleet=RED, other=BLUE, because="is in contact")
        game.give("combat")
        assert game.fact("", "by pursuit") is True
    else:
        game.refused("search", fleet=RED, other=BLUE, because="is in D4")


@pytest.mark.parametrize(
    ("order", "why"), [("Pursue", "wait until"), ("Move D5", "is ordered to Move D5 this turn, not to pursue")]
)
def test_a_fleet_with_a_mission_pursues_by_order(order: str, why: str) -> None:
    game = zone(fleets={RED: {"zone": "D4", "mission": "Intercept", "orders": ["Move D4", order]}})
    game.give("search", 5, fleet=RED, other=BLUE)
    game.go("movement", 2).refused("pursue", fleet=RED, other=BLUE, because=why)


def test_only_who_was_in_contact_last_turn_pursues() -> None:
    game = zone(phase="movement")
    game.refused("pursue", fleet=RED, other=BLUE, because="was not in contact with allied fleet last turn")


# ------------------------------------------------------------ merchants


MERCHANTS = {
    "on a major route": ("2/2", "1/2", "1/1", "-/1", "-/1", "-/-"),
    "next to a major route": ("1/2", "-/1", "-/1", "-/-", "-/-", "-/-"),
    "on a minor route": ("1/1", "-/1", "-/-", "-/-", "-/-", "-/-"),
    "next to a minor route": ("-/1", "-/-", "-/-", "-/-", "-/-", "-/-"),
}


@pytest.mark.parametrize("place", MERCHANTS)
@pytest.mark.parametrize("die", range(1, 7))
def test_merchants_by_density(place: str, die: int) -> None:
    assert results(zone().propose("merchants", die, ship="Red", place=place)) == [MERCHANTS[place][die - 1]]


def test_merchants_at_night_and_beyond_the_table() -> None:
    """Night adds 1; a total of 7 reads the last row."""
    game = zone(light="night")
    assert results(game.propose("merchants", 5, ship="Red", place="on a major route")) == ["-/-"]
    assert results(game.propose("merchants", 6, ship="Red", place="on a major route")) == ["-/-"]
    assert results(game.propose("merchants", 1, ship="Red", place="on a major route")) == ["1/2"]


def test_each_warship_looks_once_a_turn_and_transports_do_not() -> None:
    game = zone(ship("Red", nation="Turkey"), ship("Collier", nation="Turkey", type="TR"))
    record = game.give("merchants", 2, ship="Red", place="on a major route")
    assert "1 on the first figure, 2 on the second" in said(record)
    game.refused("merchants", ship="Red", place="on a major route", because="has looked")
    game.refused("merchants", ship="Collier", place="on a major route", because="is not a surface warship")
    lost = zone()
    lost.strike("Red", "hull", 10)
    lost.refused("merchants", ship="Red", place="on a major route", because="Red is gone")


# ------------------------------------------------------------ submarines


def hunted(number: int, kind: str = "DD", *rules: Any) -> Game:
    """A submarine against a battleship with so many escorts."""
    submarine = ship("U 35", nation="Germany", type="SS", torpedo=2)
    escorts = [ship(f"Escort {n}", type=kind) for n in range(1, number + 1)]
    return zone(submarine, allied=[ship("Blue"), *escorts], rules=rules)


@pytest.mark.parametrize(("number", "dice"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
@pytest.mark.parametrize("kind", ["DD", "TB", "MS"])
def test_a_die_for_every_three_hunters(number: int, dice: int, kind: str) -> None:
    record = hunted(number, kind).give("submarine", *(1,) * dice, submarine="U 35", target="Blue")
    assert results(record) == ["no effect"] * dice


def test_other_ships_hunt_no_submarines() -> None:
    game = hunted(3, "CL")
    assert game.draft("submarine", submarine="U 35", target="Blue").values["hunters"] == ()


@pytest.mark.parametrize(("die", "fate", "fires"), [(4, "", True), (5, "sunk T1", False), (6, "sunk T1", True)])
def test_anti_submarine_attacks(die: int, fate: str, fires: bool) -> None:
    game = hunted(3)
    shots = (1, 1) if die == 6 else ()  # sunk, but its torpedoes are away
    record = game.give("submarine", die, *shots, submarine="U 35", target="Blue")
    assert game["U 35"].fate == fate
    assert len(rolled(record)) == 1 + len(shots)
    if die == 4:
        game.give("torpedo", 1, 1, firer="U 35", target="Blue", range=0)
    else:
        game.refused("torpedo", firer="U 35", target="Blue", range=0)
    assert fires == (die != 5)
    game.refused("submarine", submarine="U 35", target="Blue")


def test_a_submarine_fires_only_at_the_ship_that_it_attacks() -> None:
    game = hunted(3)
    game.refused("torpedo", firer="U 35", target="Blue", range=0, because="no submarine or boat has attacked this turn")
    game.give("submarine", 1, submarine="U 35", target="Blue")
    game.refused("torpedo", firer="U 35", target="Escort 1", range=0, because="outside combat")


def test_g15_a_submarine_attacks_no_submarine() -> None:
    game = zone(ship("U 35", nation="Germany", type="SS", torpedo=2), allied=[ship("Blue"), ship("E 11", type="SS")])
    game.refused("submarine", submarine="U 35", target="E 11", because="E 11 is a submarine")


def test_outside_combat_nobody_fires_before_an_attack_and_no_boats_make_none() -> None:
    game = zone(allied=[ship("Blue"), ship("MAS", type="MTB")])
    none = "there is no combat, and no submarine or boat has attacked this turn"
    game.refused("fire", firer="Red", target="MAS", range=1, weapons="primary", because=none)
    game.refused("mtb", boats=[], because="name the boats that attack")


def test_g12_an_attack_makes_both_fleets_known() -> None:
    game = hunted(0)
    assert [game[name].known for name in ("U 35", "Blue")] == [False, False]
    game.give("submarine", submarine="U 35", target="Blue")
    assert [game[name].known for name in ("U 35", "Blue")] == [True, True]


@pytest.mark.parametrize("reveals", [True, False])
def test_g12_an_attack_of_boats_makes_both_fleets_known(reveals: bool) -> None:
    boat = ship("MAS", nation="Italy", type="MTB", primary=0, secondary=0, tertiary=0, hull=1, armour={})
    fleets = {RED: {"zone": "D4"}, BLUE: {"zone": "D4"}}
    game = Game([ship("Red", nation="Turkey")], [boat], house(attacks_reveal=reveals), fleets=fleets).go("contact")
    game.give("mtb", 4, boats="MAS", target="Red")
    assert (game["Red"].known, game["MAS"].known) == (reveals, reveals)


# ------------------------------------------------------------ motor torpedo boats


def boats() -> Game:
    mas = [ship(f"MAS {n}", nation="Italy", type="MTB", primary=0, secondary=0, tertiary=0, hull=1, armour={}) for n in (1, 2)]
    return zone(ship("Red", nation="Turkey"), ship("Escort", nation="Turkey"), allied=mas)


def test_boats_wait_for_no_answer_of_a_target_without_guns() -> None:
    mas = ship("MAS", nation="Italy", type="MTB", primary=0, secondary=0, tertiary=0, hull=1, armour={})
    game = zone(ship("Red", nation="Turkey", type="TR", primary=0, secondary=0, tertiary=0), allied=[mas])
    game.give("mtb", 2, boats="MAS", target="Red")
    game.give("torpedo", 1, firer="MAS", target="Red", range=0)


@pytest.mark.parametrize(("die", "answer"), [(1, {"Red", "Escort"}), (2, {"Red"}), (3, {"Red"}), (4, set()), (6, set())])
def test_mtb_attacks(die: int, answer: set[str]) -> None:
    game = boats()
    game.give("mtb", die, boats="MAS 1; MAS 2", target="Red")
    for name in ("Red", "Escort"):
        inputs = {"firer": name, "target": "MAS 1", "range": 1, "weapons": "tertiary"}
        if name in answer:
            game.propose("fire", 1, 1, **inputs)
        else:
            game.refused("fire", **inputs, because="outside combat")
    for name in sorted(answer):
        game.refused("torpedo", firer="MAS 1", target="Red", range=0, because=name)
        game.give("hold-fire", ship=name)
    record = game.give("torpedo", 1, firer="MAS 1", target="Red", range=0)
    assert set(counted(rolled(record)[0])) == {
        "target is a capital ship or F transport", "target in the same hex", "firing ship is an Italian MTB",
    }  # fmt: skip
    game.refused("mtb", boats="MAS 1", target="Red")


def test_a_boat_sunk_by_the_answer_does_not_attack() -> None:
    game = boats()
    game.give("mtb", 1, boats="MAS 1; MAS 2", target="Red")
    game.give("fire", 6, 1, 4, firer="Red", target="MAS 1", range=1, weapons="tertiary")
    assert game["MAS 1"].fate
    game.refused("torpedo", firer="MAS 1", target="Red", range=0, because="gone")
    game.refused("torpedo", firer="MAS 2", target="Red", range=0, because="Escort may fire first")
    game.refused("hold-fire", ship="Red", because="has no attack of boats to answer")
    game.give("hold-fire", ship="Escort")
    game.give("torpedo", 1, firer="MAS 2", target="Red", range=0)


@pytest.mark.parametrize(("weather", "searches"), [("Mist", True), ("Fog", True), ("Squall", False), ("Storm", False)])
def test_air_units_cannot_search_in_squall_or_worse(weather: str, searches: bool) -> None:
    airship = ship("Airship", "air", nation="Germany", type="LZ")
    game = zone(ship("Red", nation="Turkey"), airship, fleets={"air": {"zone": "D4"}}, weather=weather)
    if searches:
        game.propose("search", 3, fleet="air", other=BLUE)
    else:
        game.refused("search", fleet="air", other=BLUE, because=f"air units cannot search in {weather}")


# ------------------------------------------------------------ what the readings G21 to G25 settle


def test_g21_submarines_and_boats_attack_in_their_own_zone() -> None:
    submarine = ship("U 35", "boats", nation="Germany", type="SS", torpedo=2)
    game = zone(ship("Red", nation="Turkey"), submarine, fleets={"boats": {"zone": "A1"}})
    game.refused("submarine", submarine="U 35", target="Blue", because="U 35 is in A1 and Blue in D4")
    mas = ship("MAS", "mas", nation="Italy", type="MTB", hull=1, armour={})
    other = zone(allied=[ship("Blue"), mas], fleets={"mas": {"zone": "A1"}})
    other.refused("mtb", boats="MAS", target="Red", because="MAS is in A1, where there is no enemy ship to attack")
    assert not other["Red"].known


def test_g21_boats_that_cannot_attack_together_are_not_offered() -> None:
    here, far, also = (ship(f"MAS {n}", name, nation="Italy", type="MTB") for n, name in enumerate(("here", "far", "also"), 1))
    fleets = {"here": {"zone": "D4"}, "far": {"zone": "A1"}, "also": {"zone": "E5"}, "red far": {"zone": "E5"}}
    game = zone(
        ship("Red", nation="Turkey"), ship("Red far", "red far", nation="Turkey"), allied=[here, far, also], fleets=fleets
    )
    none = Draft(game.battle, RULESET.order("mtb")).with_input("boats", [])
    assert none.entries["boats"].options == ("MAS 1", "MAS 3")
    assert "no enemy ship to attack" in str(none.entries["boats"].refused["MAS 2"])
    one = none.with_input("boats", ["MAS 1"])
    assert "MAS 3 is in E5 and MAS 1 in D4" in str(one.entries["boats"].refused["MAS 3"])
    assert one.entries["target"].options == ("Red",)


def test_g21_a_fleet_with_a_ship_that_lies_still_does_not_pursue() -> None:
    game = zone(ship("Red", nation="Turkey"), ship("Slow", nation="Turkey"))
    game.give("search", 5, fleet=RED, other=BLUE)
    game.go("movement", 2)
    game.give("move", fleet=BLUE, zones="E5")
    game.propose("pursue", 1, fleet=RED, other=BLUE)
    game.give("ground", 6, ship="Slow", modifiers=())
    game.refused("pursue", fleet=RED, other=BLUE, because="Slow of central fleet does not move")


@pytest.mark.parametrize(
    ("dice", "fate", "shots"), [((6, 5), "sunk T1", 0), ((5, 6), "sunk T1", 0), ((6, 1), "sunk T1", 2), ((1, 1), "", 0)]
)
def test_g23_a_5_of_several_hunters_counts_before_a_6(dice: tuple[int, ...], fate: str, shots: int) -> None:
    game = hunted(6)
    record = game.give("submarine", *dice, *(1,) * shots, submarine="U 35", target="Blue")
    assert game["U 35"].fate == fate
    assert len(rolled(record)) == 2 + shots


def test_g23_the_first_that_sinks_her_counts_by_a_house_rule() -> None:
    game = hunted(6, "DD", house(several_hunters="first"))
    record = game.give("submarine", 6, 1, 1, submarine="U 35", target="Blue")
    assert [event.label for event in rolled(record)] == ["Anti-submarine attacks", "to hit", "to hit"]


def test_g24_a_target_answers_each_wave() -> None:
    game = boats()
    game.give("mtb", 2, boats="MAS 1", target="Red")
    game.give("fire", 1, 1, firer="Red", target="MAS 1", range=1, weapons="tertiary")
    game.give("torpedo", 1, firer="MAS 1", target="Red", range=0)
    game.give("mtb", 2, boats="MAS 2", target="Red")
    game.refused("torpedo", firer="MAS 2", target="Red", range=0, because="Red may fire first")
    game.give("fire", 1, 1, firer="Red", target="MAS 2", range=1, weapons="tertiary")
    game.refused("torpedo", firer="MAS 1", target="Red", range=0, because="outside combat")
    game.give("torpedo", 1, firer="MAS 2", target="Red", range=0)


def test_g24_a_right_to_fire_does_not_outlast_its_turn() -> None:
    game = boats()
    game.give("mtb", 4, boats="MAS 1", target="Red")
    game.go("contact", 2)
    game.refused("torpedo", firer="MAS 1", target="Red", range=0, because="no submarine or boat has attacked this turn")


LOOKING = ("BB", "BC", "B", "CA", "CL", "DL", "DD", "TB", "MTB", "ML", "MS", "CV", "CVS")


@pytest.mark.parametrize("kind", [*LOOKING, "SS", "LZ", "OIL", "COL", "AML", "TR", "FT"])
def test_g25_surface_warships_look_for_merchants(kind: str) -> None:
    game = zone(ship("Red", nation="Turkey", type=kind))
    if kind in LOOKING:
        game.propose("merchants", 2, ship="Red", place="on a major route")
    else:
        game.refused("merchants", ship="Red", place="on a major route", because="is not a surface warship")


@pytest.mark.parametrize("by", ["aircraft", "an airship"])
@pytest.mark.parametrize(
    ("weather", "seen"), [("Clear", True), ("Mist", True), ("Fog", True), ("Squall", False), ("Storm", False), ("Gale", False)]
)
def test_g25_who_sights_and_in_what_weather(by: str, weather: str, seen: bool) -> None:
    game = zone(
        ship("Red", nation="Turkey"),
        allied=[ship("Blue"), ship("Airship", "air", type="LZ")],
        weather=weather,
        fleets={"air": {"zone": "D4"}},
        phase="weather",
    )
    if seen:
        assert game.propose("sight", fleet=RED, by=by).headline == f"{RED} is seen by {by}"
    else:
        game.refused("sight", fleet=RED, by=by, because=f"spots anything in {weather}")
    game.propose("sight", fleet=RED, by="a neutral")


def test_g25_in_fog_an_airship_spots_its_own_zone_only() -> None:
    game = zone(allied=[ship("Blue"), ship("Airship", "air", type="LZ")], weather="Fog", fleets={"air": {"zone": "A1"}})
    game.refused("sight", fleet=RED, by="an airship", because="in its own zone only")
    game.propose("sight", fleet=RED, by="aircraft")
