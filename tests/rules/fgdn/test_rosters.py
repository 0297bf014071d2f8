"""The rosters and scenarios are complete, sourced, and true to the text and to their formulas."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.card import Card
from fleetbook.store.library.build_setup import load_setup, read_setup
from fleetbook.store.library.paths import ROSTER, SCENARIO, entries
from tests.rules.every import of_every

FILES: dict[str, dict[str, Any]] = {entry.name: tomllib.loads(entry.path.read_text("utf-8")) for entry in entries(ROSTER, "fgdn")}
SCENARIOS = {entry.name: entry.path for entry in entries(SCENARIO, "fgdn")}
RAW = {raw["name"]: raw for raw in chain.from_iterable(file["ship"] for file in FILES.values())}
CARDS: dict[str, Card] = {name: RULESET.read_card(raw, name, RULESET.tables) for name, raw in RAW.items()}

every_card = of_every(CARDS.values())
every_scenario = of_every(SCENARIOS)

PRINTED: dict[str, dict[str, Any]] = {  # points, belt, deck, underwater, knots, year where the text gives them
    "Tiger": {"points": 501, "belt": 18, "deck": 6, "knots": 28},
    "Moltke": {"belt": 21},
    "V and W class destroyer": {"points": 39},
    "Kaiser class battleship": {"belt": 26, "deck": 7, "underwater": 105},
    "Deutschland class battleship": {"points": 298, "year": 1906, "size": "B"},
    "Devonshire class armoured cruiser": {"year": 1905, "size": "B"},
    "Queen Elizabeth class battleship": {"size": "A"},
}
TONS = {"Moltke": 22979, "Tiger": 28430, "Kaiser class battleship": 24700, "Deutschland class battleship": 13190}
ARMAMENT = {  # main battery and casemates: how many barrels of which gun
    "Tiger": {"13.5-inch/45": 8, "6-inch/45": 12},
    "Moltke": {"28 cm/50": 10, "15 cm/45": 12},
    "Kaiser class battleship": {"30.5 cm/50": 10, "15 cm/45": 14},
    "Deutschland class battleship": {"28 cm/40": 4, "17 cm/40": 14},
    "Invincible class battlecruiser": {"12-inch/45 Mk X": 8, "4-inch/40": 16},
    "V and W class destroyer": {"4-inch/45": 4},
}
FAMOUS = {
    "Coastal motor boat, 55 ft": "F",
    "Coastal motor boat, 40 ft": "G",
    "E class submarine": "D",
    "V and W class destroyer": "C",
}


def setup_of(stem: str) -> Setup:
    return load_setup(SCENARIOS[stem])


def test_there_are_at_least_twenty_ships() -> None:
    assert len(CARDS) >= 20
    assert Counter(card.kind for card in CARDS.values()).keys() == {"warship", "carrier", "merchant", "submarine", "airship"}


def test_no_name_is_used_twice() -> None:
    assert len(RAW) == sum(len(file["ship"]) for file in FILES.values())


@of_every(PRINTED)
def test_figures_that_the_text_gives(name: str) -> None:
    assert {key: getattr(CARDS[name], key) for key in PRINTED[name]} == PRINTED[name]


def test_tigers_shell_is_the_one_of_8_1_6_1() -> None:
    """1,400 lb APC: penetration 26 at long range, 34 points."""
    gun = next(gun for gun in CARDS["Tiger"].guns if gun.mm == 343)
    assert (gun.penetration[2], gun.damage, gun.shell) == (26, (34, 34, 34, 34), "APC")


@of_every(TONS)
def test_tons_that_the_fact_sheet_gives(name: str) -> None:
    assert CARDS[name].tons == TONS[name]


@of_every(ARMAMENT)
def test_guns_that_the_fact_sheet_gives(name: str) -> None:
    barrels: Counter[str] = Counter()
    for mount in CARDS[name].mounts:
        barrels[mount.gun] += mount.barrels
    assert barrels == ARMAMENT[name]


@of_every(FAMOUS)
def test_small_craft_have_their_size(name: str) -> None:
    assert CARDS[name].size == FAMOUS[name]


@every_card
def test_f10_points_left_out_follow_from_the_tons(card: Card) -> None:
    """0.5385 of tons to the power of two thirds for armoured ships, 0.366 for others, rounded down."""
    if card.kind == "airship" or RAW[card.name].get("points"):
        return
    factor = 0.5385 if card.belt or card.deck else 0.366
    assert card.points == max(int(factor * card.tons ** (2 / 3)), 1)
    assert card.estimated


@every_card
def test_every_card_says_what_is_estimated_and_where_the_rest_is_from(card: Card) -> None:
    assert card.source
    assert card.estimated
    assert card.checked == ("general knowledge" not in card.source)


@every_card
def test_guns_reach_farther_and_pierce_less_band_by_band(card: Card) -> None:
    for gun in card.guns:
        assert all(near < far for near, far in pairwise(gun.yards))
        assert all(near >= far for near, far in pairwise(gun.penetration))
        assert gun.he_damage >= gun.damage[0]


@every_card
def test_every_gun_is_mounted_and_casemates_stand_on_both_sides(card: Card) -> None:
    assert {mount.gun for mount in card.mounts} <= {gun.name for gun in card.guns}
    sides = Counter(mount.casemate for mount in card.mounts if mount.battery == "casemate")
    assert sides["port"] == sides["stbd"]
    for mount in card.mounts:
        if mount.casemate:
            assert ("P" in mount.arc, "S" in mount.arc) == (mount.casemate == "port", mount.casemate == "stbd")


@every_card
def test_fire_control_belongs_to_a_battery_that_there_is(card: Card) -> None:
    fitted = {mount.battery for mount in card.mounts}
    for battery in ("main", "secondary", "casemate"):
        assert battery in fitted or not getattr(card, f"{battery}_directors")


def test_8_3_no_merchant_s_deck_gun_is_a_main_battery_with_a_magazine() -> None:
    merchants = [card for card in CARDS.values() if card.kind == "merchant"]
    assert len(merchants) >= 3
    assert {mount.battery for card in merchants for mount in card.mounts} <= {"secondary", "casemate"}


@every_scenario
def test_scenarios_begin(stem: str) -> None:
    battle = RULESET.begin(setup_of(stem))
    assert len(battle.sides) == 2
    assert all(battle.ships(side) for side in battle.sides)
    assert all(ship.fit for ship in battle.ships())


def test_dogger_bank_has_its_ships() -> None:
    setup = setup_of("dogger-bank")
    names = {entry.name for entry in setup.ships}
    assert {
        "Lion",
        "Tiger",
        "Princess Royal",
        "New Zealand",
        "Indomitable",
        "Seydlitz",
        "Moltke",
        "Derfflinger",
        "Blücher",
    } <= names
    assert (setup.date, setup.options) == ("1915-01-24", {})


def test_coronel_has_the_armour_and_guns_that_its_source_gives() -> None:
    """Belts of 6, 4 and 6 inches at 0.78 a cm; 2 9.2-inch and 16 6-inch, 14 6-inch, 8 21 cm and 6 15 cm."""
    big = {"Good Hope": (12, {"9.2-inch/45": 2, "6-inch/45 Mk VII": 16}), "Monmouth": (8, {"6-inch/45 Mk VII": 14})}
    big["Scharnhorst class armoured cruiser"] = (12, {"21 cm/40": 8, "15 cm/40": 6})
    for name, (belt, guns) in big.items():
        barrels: Counter[str] = Counter()
        for mount in CARDS[name].mounts:
            barrels[mount.gun] += mount.barrels
        assert (CARDS[name].belt, barrels) == (belt, guns), name
    assert [len(CARDS[name].mounts) for name in ("Leipzig", "Nürnberg", "Dresden", "Otranto")] == [10, 10, 10, 8]
    victory = setup_of("coronel").victory
    assert victory and [count.of for count in victory.count] == [("Scharnhorst", "Gneisenau"), ("Good Hope", "Monmouth")]


def test_at_the_falklands_the_ships_of_coronel_meet_battle_cruisers_on_worn_engines() -> None:
    """The Britannica of 1922 gives Spee's ships 20 1/2 (three), 22 and 25 1/2 knots, and 14,000 yards at half past one."""
    setup = setup_of("falklands")
    knots = {entry.name: entry.card["knots"] for entry in setup.ships if entry.side == "East Asia Squadron"}
    assert knots == {"Scharnhorst": 20, "Gneisenau": 20, "Leipzig": 20, "Nürnberg": 22, "Dresden": CARDS["Dresden"].knots}
    assert {entry.name for entry in setup.ships if entry.side == "Royal Navy"} == {
        "Invincible", "Inflexible", "Carnarvon", "Glasgow", "Kent", "Cornwall",
    }  # fmt: skip
    assert "14,000 yards" in setup.text


def test_heligoland_bight_has_the_ships_that_met_towards_noon() -> None:
    """Ten 10.5 cm in Ariadne and ten 4-inch in Fearless, as their sources say; four cruisers and five big ships in support."""
    assert [len(CARDS[name].mounts) for name in ("Gazelle class light cruiser", "Active class scout cruiser")] == [10, 10]
    assert (CARDS["Gazelle class light cruiser"].tons, CARDS["Active class scout cruiser"].tons) == (2650, 3340)
    setup = setup_of("heligoland-bight")
    assert [entry.name for entry in setup.ships if entry.side == "Hochseeflotte"] == [
        "Strassburg", "Stralsund", "Mainz", "Cöln", "Stettin", "Ariadne",
    ]  # fmt: skip
    assert setup.victory and setup.victory.otherwise == "Hochseeflotte"


def test_f50_optional_rules_are_said_by_the_scenario() -> None:
    """Jutland has British shells and magazines as they were; the others' options are their own."""
    assert setup_of("run-to-the-south").options == {
        "national_magazines": "yes", "faulty_shells": "yes", "national_crews": "yes", "rescue": "yes",
    }  # fmt: skip
    battle = RULESET.begin(setup_of("dogger-bank"))
    assert {name: battle.word(name) for name in RULESET.options} == dict.fromkeys(RULESET.options, "no")


SCENARIO = """
ruleset = "{ruleset}"
title = "Speeds"
rosters = ["{roster}"]
[[side]]
name = "One"
{side}
ships = [{{ card = "{card}"{ship} }}]
[[side]]
name = "Two"
ships = [{{ card = "{card}", name = "Other" }}]
"""


def scenario(folder: Path, side: str = "", ship: str = "", **words: str) -> Path:
    """A scenario of two ships, with what is said of the speed of a side and of its ship."""
    plain = {"ruleset": "fgdn", "roster": "fgdn/grand-fleet", "card": "Tiger"}
    path = folder / "speeds.toml"
    path.write_text(SCENARIO.format(side=side, ship=ship, **{**plain, **words}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("side", "ship", "speed"),
    [("", "", 21), ("speed = 26", "", 26), ("speed = 40", "", 28), ("speed = 26", ", speed = 20", 20), ("", ", speed = 0", 0)],
)
def test_a_scenario_says_the_speed_of_a_side_or_a_ship(tmp_path: Path, side: str, ship: str, speed: int) -> None:
    """Tiger of 28 knots: three quarters where nothing is said, and never more than her best."""
    setup = read_setup(scenario(tmp_path, side, ship))
    battle = RULESET.begin(setup)
    assert [battle.ship(name).speed for name in ("Tiger", "Other")] == [speed, 21]


@pytest.mark.parametrize(("ship", "found"), [(", speed = 29", "29"), (", speed = -1", "-1")])
def test_a_speed_that_the_ship_cannot_make_is_told(tmp_path: Path, ship: str, found: str) -> None:
    with pytest.raises(InvalidInput, match=f"ship Tiger: speed: found {found}, allowed: a whole number from 0 to 28"):
        read_setup(scenario(tmp_path, "", ship))


def test_rules_that_keep_no_speed_at_the_start_say_so(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="has no speed at the start"):
        read_setup(scenario(tmp_path, "speed = 5", ruleset="gwas", roster="gwas/black-sea", card="Goeben"))


def test_every_ship_of_the_shipped_scenarios_begins_at_a_speed_of_its_scenario() -> None:
    for name in ("coronel", "dogger-bank", "falklands", "heligoland-bight", "into-the-bight", "run-to-the-south"):
        assert all(entry.speed is not None for entry in setup_of(name).ships)
    dogger = {entry.name: entry.speed for entry in setup_of("dogger-bank").ships}
    assert (dogger["Lion"], dogger["Indomitable"], dogger["Blücher"], dogger["L 5"]) == (27, 25, 23, 40)
