"""The coastal rosters and scenarios: complete, sourced, consistent, and true to the figures they were made from."""

from __future__ import annotations

import tomllib
from itertools import chain
from math import floor
from pathlib import Path
from typing import Any

from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.strict import convert
from fleetbook.rules.coastal import RULESET
from fleetbook.rules.coastal.card import Card, SystemEntry
from fleetbook.store.library.house import read_house
from tests.rules.every import of_every

FOLDER = Path(__file__).parents[3] / "rosters" / "coastal"
EXAMPLE = "house-example"
PATHS = [path for path in sorted(FOLDER.glob("*.toml")) if path.stem != EXAMPLE]
FILES: dict[str, dict[str, Any]] = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in PATHS}
SCENARIOS = {stem: file for stem, file in FILES.items() if "side" in file}
ROSTERS = {stem: file for stem, file in FILES.items() if "ship" in file}
CARDS = {stem: convert(file["ship"], tuple[Card, ...], stem) for stem, file in ROSTERS.items()}
ALL = tuple(chain.from_iterable(CARDS.values()))
BY_NAME = {card.name: card for card in ALL}

CANNON = {"twin MG", "single 20 mm", "twin 20 mm", "single 30-40 mm", "twin 30-40 mm", "6-12 pdr"}
GUNS = {"3-inch or 2-3 pdr", "single gun", "directed gun"}
CONDITIONS = {
    "light": {"night", "day"},
    "weather": {"clear", "poor"},
    "sea": {"calm", "medium", "rough"},
    "aware": {"both", "attacker", "defender", "neither"},
}

every_card = of_every(ALL)
every_roster = of_every(ROSTERS)
every_scenario = of_every(SCENARIOS)


def mounts(card: Card) -> list[SystemEntry]:
    return [system for system in card.systems if system.kind == "mount"]


def hull(card: Card) -> int:
    """Hull boxes by C10, worked out here and not by the rules' code."""
    return card.hull or floor(2 * card.tons**0.4 + 0.5)


def ships(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    return [ship for side in scenario["side"] for ship in side["ships"]]


def raw_card(ship: dict[str, Any]) -> dict[str, Any]:
    """A scenario's ship as the rosters state her class, with what the scenario lays over it."""
    raw = next(raw for file in ROSTERS.values() for raw in file["ship"] if raw["name"] == ship["card"])
    return {**raw, **ship.get("with", {})}


# ------------------------------------------------------------ files


def test_every_file_is_a_roster_or_a_scenario_of_the_coastal_rules() -> None:
    assert set(FILES) == set(ROSTERS) | set(SCENARIOS)
    assert not set(ROSTERS) & set(SCENARIOS)
    assert {file["ruleset"] for file in FILES.values()} == {"coastal"}


def test_the_example_of_house_rules_has_one_change_of_each_kind() -> None:
    house = read_house(FOLDER / f"{EXAMPLE}.toml")
    assert [len(changes) for changes in (house.table, house.modifiers, house.figure, house.reading)] == [1, 1, 1, 1]


@every_roster
def test_a_roster_has_a_title_and_nothing_beside_its_ships(stem: str) -> None:
    assert set(ROSTERS[stem]) == {"ruleset", "title", "ship"}
    assert ROSTERS[stem]["title"]


@of_every(FILES)
def test_a_file_opens_by_explaining_its_fields(stem: str) -> None:
    opening = (FOLDER / f"{stem}.toml").read_text("utf-8").split("\nruleset", 1)[0]
    explained = {line.split()[1].rstrip(",") for line in opening.splitlines() if len(line.split()) > 2}
    wanted = {"rosters", "conditions", "side", "ships"} if stem in SCENARIOS else {"tons", "speed", "hull", "systems", "weapon"}
    assert wanted <= explained


def test_there_are_enough_cards_for_every_navy_and_no_two_of_a_name() -> None:
    assert len(ALL) >= 22
    assert len(BY_NAME) == len(ALL)
    assert {"royal-navy", "kriegsmarine", "other-navies", "merchants"} <= set(CARDS)


# ------------------------------------------------------------ cards


@every_card
def test_a_card_has_a_source_and_says_whether_it_was_checked(card: Card) -> None:
    assert card.source
    assert card.source.startswith("http") or (card.source == "general knowledge" and not card.checked)


@every_card
def test_a_powered_ship_has_one_bridge_and_one_engines(card: Card) -> None:
    kinds = [system.kind for system in card.systems]
    assert kinds.count("bridge") == 1
    assert kinds.count("engines") == 1


@every_card
def test_systems_are_told_apart_by_name(card: Card) -> None:
    names = [system.name or system.kind for system in card.systems]
    assert len(set(names)) == len(names)
    assert all(system.name for system in card.systems if system.kind not in {"bridge", "engines"})


@every_card
def test_speed_in_cm_is_knots_over_two_and_a_half(card: Card) -> None:
    assert card.knots > 0
    assert card.speed == floor(card.knots / 2.5 + 0.5)


@every_card
def test_hull_boxes_by_formula_are_marked_estimated(card: Card) -> None:
    assert card.tons > 0
    assert card.estimated == (card.hull == 0)


@every_card
def test_mounts_name_a_line_of_the_sheet(card: Card) -> None:
    assert mounts(card)
    assert {mount.weapon for mount in mounts(card)} <= CANNON | GUNS
    assert not any(system.weapon for system in card.systems if system.kind != "mount")


@every_card
def test_guns_state_their_calibre(card: Card) -> None:
    assert all(mount.calibre > 0 for mount in mounts(card) if mount.weapon in GUNS)
    assert all(mount.calibre == 0 for mount in mounts(card) if "mm" in mount.weapon or mount.weapon == "twin MG")
    assert all(mount.calibre == 3.0 for mount in mounts(card) if mount.name.startswith(("12 pdr", "3-inch")))
    assert all(mount.guns == 1 for mount in mounts(card) if mount.weapon != "directed gun")


@every_card
def test_torpedoes_fill_their_tubes_and_only_torpedo_systems_have_them(card: Card) -> None:
    for system in card.systems:
        if system.kind == "torpedoes":
            assert 0 < system.tubes <= system.torpedoes
        else:
            assert system.tubes == system.torpedoes == 0


@every_card
def test_a_boat_is_of_the_smallest_size_and_merchants_carry_no_torpedoes(card: Card) -> None:
    small = {"E-boat": "boat", "MTB": "boat", "MGB": "boat", "ML": "boat", "R-boat": "small", "landing barge": "small"}
    assert card.size == small.get(card.kind, card.size)
    assert (card.size in {"boat", "small"}) == (card.kind in small)
    assert not (card.merchant and any(system.kind == "torpedoes" for system in card.systems))
    assert not card.cargo


# ------------------------------------------------------------ figures, as the sources give them

FIGURES = [
    # card                       tons   kn  cm  hull  torpedoes
    ("Vosper 70 ft MTB", 49, 40, 16, 9, 2),
    ("Vosper 73 ft MTB type I", 45, 40, 16, 9, 4),
    ("Vosper 73 ft MTB type II", 49, 40, 16, 9, 2),
    ("BPB 71.5 ft MGB", 46, 40, 16, 9, 0),
    ("BPB 71.5 ft MTB", 46, 40, 16, 9, 2),
    ("Fairmile D MGB", 107, 30, 12, 13, 0),
    ("Fairmile D MTB, 21 inch", 118, 30, 12, 13, 2),
    ("Fairmile D MTB, 18 inch", 118, 30, 12, 13, 4),
    ("Fairmile C MGB", 72, 27, 11, 11, 0),
    ("Fairmile B ML", 75, 20, 8, 11, 0),
    ("Steam gun boat", 202, 35, 14, 17, 2),
    ("S-boot S26", 112, 39, 16, 13, 4),
    ("S-boot S100", 117, 42, 17, 13, 4),
    ("R-boot R41", 125, 20, 8, 14, 0),
    ("M-boot 1935", 778, 18, 7, 29, 0),
    ("M-boot 1940", 659, 17, 7, 27, 0),
    ("Vorpostenboot", 450, 11, 4, 23, 0),
    ("Marinefährprahm D", 239, 10, 4, 18, 0),
    ("Flower corvette", 940, 16, 6, 31, 0),
    ("Isles trawler", 545, 12, 5, 25, 0),
    ("Hunt type II destroyer", 1050, 26, 10, 32, 0),
    ("Torpedoboot T1", 845, 35, 14, 30, 6),
    ("Elco 80 ft PT", 56, 41, 16, 10, 4),
    ("Elco 80 ft PT, 1943", 51, 43, 17, 10, 4),
    ("Elco 77 ft PT", 46, 42, 17, 9, 4),
    ("Higgins 78 ft PT", 56, 40, 16, 10, 4),
    ("Camper & Nicholson MGB", 95, 34, 14, 12, 0),
    ("G-5 torpedo boat", 15, 50, 20, 6, 2),
    ("LST Mk 2", 4080, 12, 5, 56, 0),
    ("MO-4 submarine chaser", 56, 26, 10, 10, 0),
    ("MAS 500 type", 26, 43, 17, 7, 2),
    ("MS type, first series", 62, 32, 13, 10, 2),
    ("MS type, second series", 67, 31, 12, 11, 4),
    ("VAS, Baglietto type", 69, 20, 8, 11, 2),
    ("Siebel ferry, heavy flak", 170, 11, 4, 16, 0),
    ("Daihatsu barge, armed", 21, 8, 3, 7, 0),
    ("Coaster", 1000, 9, 4, 32, 0),
    ("Freighter", 3000, 9, 4, 49, 0),
]


@of_every(FIGURES)
def test_c1_c10_figures_of_the_class(row: tuple[str, float, float, int, int, int]) -> None:
    name, tons, knots, cm, boxes, torpedoes = row
    card = BY_NAME[name]
    assert (card.tons, card.knots, card.speed, hull(card)) == (tons, knots, cm, boxes)
    assert sum(system.torpedoes for system in card.systems) == torpedoes


WEAPONS = {
    "Fairmile C MGB": ["single 30-40 mm", "twin MG", "twin MG", "single 30-40 mm"],
    "S-boot S100": ["single 20 mm", "twin 20 mm", "single 30-40 mm"],
    "Vosper 73 ft MTB type II": ["6-12 pdr", "twin MG", "twin MG", "single 20 mm"],
    "Steam gun boat": ["6-12 pdr", "twin 20 mm", "3-inch or 2-3 pdr", "twin 20 mm", "6-12 pdr"],
    "Isles trawler": ["6-12 pdr", "single 20 mm", "single 20 mm", "single 20 mm"],
    "Flower corvette": ["single gun", "single 20 mm", "single 20 mm", "single 30-40 mm"],
}


@of_every(WEAPONS)
def test_c4_weapons_from_bow_to_stern(name: str) -> None:
    assert [mount.weapon for mount in mounts(BY_NAME[name])] == WEAPONS[name]


def test_c4_the_hunt_scores_for_six_directed_guns() -> None:
    directed = [mount for mount in mounts(BY_NAME["Hunt type II destroyer"]) if mount.weapon == "directed gun"]
    assert sum(mount.guns for mount in directed) == 6
    assert {mount.calibre for mount in directed} == {4.0}


# ------------------------------------------------------------ scenarios


def test_there_are_three_scenarios_of_rising_size() -> None:
    assert len(SCENARIOS) >= 3
    sizes = [len(ships(SCENARIOS[stem])) for stem in ("ijmuiden", "convoy", "strait")]
    assert sizes == sorted(set(sizes))


def test_ijmuiden_is_two_against_two() -> None:
    assert [len(side["ships"]) for side in SCENARIOS["ijmuiden"]["side"]] == [2, 2]


def test_the_convoy_has_merchants_with_ammunition_and_oil_and_an_escort() -> None:
    attackers, convoy = (side["ships"] for side in SCENARIOS["convoy"]["side"])
    merchants = [ship for ship in convoy if BY_NAME[ship["card"]].merchant]
    assert len(merchants) >= 3
    assert len(convoy) > len(merchants)
    assert {ship["with"]["cargo"] for ship in merchants if "with" in ship} == {"ammunition", "oil"}
    assert any(system.kind == "torpedoes" for ship in attackers for system in BY_NAME[ship["card"]].systems)


def test_the_strait_has_eight_or_more_a_side() -> None:
    assert min(len(side["ships"]) for side in SCENARIOS["strait"]["side"]) >= 8


@every_scenario
def test_a_scenario_says_when_where_and_in_what_conditions(stem: str) -> None:
    scenario = SCENARIOS[stem]
    assert set(scenario) == {"ruleset", "title", "date", "text", "rosters", "conditions", "victory", "table", "side"}
    assert scenario["title"]
    assert scenario["text"].strip()
    assert "1939-09-01" < scenario["date"] < "1945-05-09"
    assert set(scenario["conditions"]) == set(CONDITIONS)
    assert all(word in CONDITIONS[name] for name, word in scenario["conditions"].items())


@every_scenario
def test_a_scenario_uses_only_cards_of_its_rosters_and_needs_each_of_them(stem: str) -> None:
    scenario = SCENARIOS[stem]
    wanted = {ship["card"] for ship in ships(scenario)}
    named = {path: {card.name for card in CARDS[path.removeprefix("coastal/")]} for path in scenario["rosters"]}
    assert wanted <= set(chain.from_iterable(named.values()))
    assert all(wanted & cards for cards in named.values())


@every_scenario
def test_what_a_scenario_lays_over_a_card_is_still_a_card(stem: str) -> None:
    for ship in ships(SCENARIOS[stem]):
        card = RULESET.read_card(raw_card(ship), stem, RULESET.tables)
        assert card.merchant or not card.cargo


@every_scenario
def test_ship_names_are_unique_in_the_battle_and_short(stem: str) -> None:
    names = [ship["name"] for ship in ships(SCENARIOS[stem])]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 14


@every_scenario
def test_a_scenario_has_two_sides_of_different_names(stem: str) -> None:
    assert len({side["name"] for side in SCENARIOS[stem]["side"]}) == len(SCENARIOS[stem]["side"]) == 2


@every_roster
def test_c10_the_rules_take_every_card_and_give_it_its_hull(stem: str) -> None:
    read = [RULESET.read_card(raw, stem, RULESET.tables) for raw in ROSTERS[stem]["ship"]]
    assert [(card.name, card.hull) for card in read] == [(card.name, hull(card)) for card in CARDS[stem]]


@every_scenario
def test_c1_c10_a_battle_begins_with_every_box_whole(stem: str) -> None:
    scenario = SCENARIOS[stem]
    entries = tuple(ShipEntry(ship["name"], side["name"], raw_card(ship)) for side in scenario["side"] for ship in side["ships"])
    sides = tuple(side["name"] for side in scenario["side"])
    setup = Setup(RULESET.id, RULESET.version, scenario["title"], sides, entries, conditions=scenario["conditions"])
    RULESET.check_setup(setup, stem)
    battle = RULESET.begin(setup)
    assert {ship.name: ship.left("hull") for ship in battle.ships()} == {
        ship["name"]: hull(BY_NAME[ship["card"]]) for ship in ships(scenario)
    }
    assert {ship.left("engines") for ship in battle.ships()} == {3}
