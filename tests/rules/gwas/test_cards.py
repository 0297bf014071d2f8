"""Cards and rosters: printed figures, estimates (G11), and cards and scenarios refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.rules.gwas import RULESET
from fleetbook.rules.gwas.ground.card import Card
from fleetbook.store.library.build_setup import load_setup
from tests.rules.gwas.fleet import Game, ship

ROSTERS = Path(__file__).parents[3] / "rosters" / "gwas"
FILES = ("black-sea", "adriatic", "western-mediterranean")
SCENARIOS = ("cape-sarych", "otranto", "black-sea-raid")


def raw_cards(name: str) -> list[dict[str, Any]]:
    """The cards of a roster as its file states them."""
    cards: list[dict[str, Any]] = tomllib.loads((ROSTERS / f"{name}.toml").read_text(encoding="utf-8"))["ship"]
    return cards


def cards() -> dict[str, Card]:
    """All cards as read."""
    return {raw["name"]: RULESET.read_card(raw, raw["name"], RULESET.tables) for name in FILES for raw in raw_cards(name)}


def estimated(**facts: Any) -> Card:
    """A card with facts only."""
    plain = {"name": "x", "type": "B", "nation": "Russia", "source": "a test", "facts": {"tons": 10000, "knots": 16, **facts}}
    return RULESET.read_card(plain, "a test", RULESET.tables)


# ------------------------------------------------------------ estimates


@pytest.mark.parametrize(("guns", "boxes"), [(0, 0), (1, 1), (2, 1), (4, 2), (6, 4), (8, 5), (10, 6), (12, 7), (13, 8)])
def test_g11_primary_is_six_tenths_of_the_heavy_guns(guns: int, boxes: int) -> None:
    assert estimated(heavy=guns).primary == boxes


@pytest.mark.parametrize(("guns", "boxes"), [(0, 0), (1, 1), (2, 1), (3, 2), (6, 3), (8, 4), (11, 6), (12, 6), (20, 6)])
def test_g11_secondary_is_half_of_the_medium_guns_and_six_at_most(guns: int, boxes: int) -> None:
    assert estimated(medium=guns).secondary == boxes


@pytest.mark.parametrize(("guns", "boxes"), [(0, 0), (1, 1), (8, 1), (11, 1), (12, 2), (20, 3)])
def test_g11_tertiary_is_one_for_each_eight_light_guns(guns: int, boxes: int) -> None:
    assert estimated(light=guns).tertiary == boxes


@pytest.mark.parametrize(("tubes", "boxes"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (6, 3)])
def test_g11_torpedo_boxes_are_half_of_the_tubes(tubes: int, boxes: int) -> None:
    assert estimated(tubes=tubes).torpedo == boxes


@pytest.mark.parametrize(
    ("tons", "boxes"),
    [(16, 1), (870, 1), (1300, 2), (3500, 2), (3749, 2), (3750, 3), (4570, 3), (10000, 5), (22979, 10), (22600, 10)],
)
def test_g11_hull_is_a_box_for_2500_tons_and_one_more(tons: int, boxes: int) -> None:
    assert estimated(tons=tons).hull == boxes


@pytest.mark.parametrize(
    ("knots", "speed"), [(0, "0"), (9, "1S"), (16, "1S"), (17, "1"), (22, "1"), (23, "2"), (30, "2"), (31, "2+")]
)
def test_g11_speed_classes(knots: int, speed: str) -> None:
    assert estimated(knots=knots).speed == speed


@pytest.mark.parametrize(
    ("belt", "grade"), [(0, "none"), (1.9, "none"), (2, "light"), (5.9, "light"), (6, "heavy"), (18, "heavy")]
)
def test_g11_armour_by_the_belt(belt: float, grade: str) -> None:
    armour = estimated(belt=belt).armour
    assert armour is not None
    assert (armour.primary, armour.secondary, armour.tertiary, armour.hull) == (grade, grade, "none", grade)


def test_g11_a_ship_of_which_no_guns_tubes_or_belt_are_stated_has_none() -> None:
    plain = estimated()
    assert (plain.primary, plain.secondary, plain.tertiary, plain.torpedo) == (0, 0, 0, 0)
    assert plain.armour is not None
    assert plain.armour.hull == "none"


def test_g11_what_is_stated_is_kept_and_estimates_are_marked() -> None:
    facts = {"tons": 11300, "knots": 18, "heavy": 4}
    plain = {"name": "x", "type": "B", "nation": "Russia", "source": "s", "primary": 3, "facts": facts}
    stated = RULESET.read_card(plain, "x", RULESET.tables)
    assert (stated.primary, stated.hull, stated.estimated, stated.factors) == (3, 6, True, "unofficial")


@pytest.mark.parametrize(("hits", "state"), [(0, "sound"), (1, "damaged"), (5, "damaged"), (6, "destroyed")])
def test_a_card_tells_how_an_armoured_area_is(hits: int, state: str) -> None:
    game = Game([ship("Red", nation="Turkey", primary=6)], [ship("Blue")])
    if hits:
        game.strike("Red", "primary", hits)
    areas = {system.label: (system.state, system.detail) for system in RULESET.card(game["Red"]).systems}
    assert areas["primary"] == (state, "heavy armour")
    assert areas["hull"] == ("sound", "heavy armour")


# ------------------------------------------------------------ the rosters


def test_there_are_at_least_forty_cards_of_both_seas() -> None:
    assert len(cards()) >= 40
    assert sum(len(raw_cards(name)) for name in FILES) == len(cards())


def test_goeben_is_printed_6_3_1_and_marked_so() -> None:
    goeben = cards()["Goeben"]
    assert (goeben.primary, goeben.secondary, goeben.tertiary) == (6, 3, 1)
    assert (goeben.torpedo, goeben.hull, goeben.speed) == (2, 10, "2")
    assert goeben.factors == "printed"
    assert goeben.italic


def test_charlemagne_gaulois_and_saint_louis_have_three_printed_primary_boxes() -> None:
    found = cards()
    for name in ("Charlemagne", "Gaulois", "Saint Louis"):
        assert (found[name].primary, found[name].factors) == (3, "printed")


def test_printed_factors_and_unofficial_ones_are_told_apart() -> None:
    printed = {name for name, card in cards().items() if card.factors == "printed"}
    assert printed == {"Goeben", "Charlemagne", "Gaulois", "Saint Louis"}
    assert all(card.estimated for card in cards().values())


@pytest.mark.parametrize("name", FILES)
def test_every_card_names_its_source_and_says_whether_it_was_checked(name: str) -> None:
    for raw in raw_cards(name):
        assert raw["source"].strip()
        if raw["source"] == "general knowledge":
            assert raw["checked"] is False, raw["name"]
        else:
            assert "http" in raw["source"], raw["name"]


def test_italics_are_of_all_germans_and_austrian_light_cruisers() -> None:
    for name, card in cards().items():
        if card.nation == "Germany" and card.type in ("BC", "CL"):
            assert card.italic, name
        if card.nation == "Austria-Hungary" and card.type == "CL":
            assert card.italic, name
        if card.nation in ("Turkey", "Italy", "France"):
            assert not card.italic, name


def test_there_is_a_ship_for_every_kind_of_rule() -> None:
    found = cards().values()
    kinds = {card.type for card in found}
    assert kinds >= {
        "BB",
        "BC",
        "B",
        "CA",
        "CL",
        "DL",
        "DD",
        "TB",
        "MTB",
        "SS",
        "ML",
        "AML",
        "MS",
        "CVS",
        "TR",
        "FT",
        "COL",
        "LZ",
    }
    assert any(card.ace for card in found)
    assert any(card.hull_tubes for card in found)
    assert any(card.mines for card in found)
    assert any(card.aircraft for card in found)


# ------------------------------------------------------------ the scenarios


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_begins(name: str) -> None:
    setup = load_setup(name)
    assert isinstance(setup, Setup)
    battle = RULESET.begin(setup)
    assert all(RULESET.card(s).tracks for s in battle.ships())
    assert battle.sides[0] == "Central Powers"


def test_goeben_meets_the_black_sea_fleet_in_the_mist() -> None:
    battle = RULESET.begin(load_setup("cape-sarych"))
    assert (battle.phase, battle.word("weather")) == ("initiative", "Mist")
    assert all(s.in_combat for s in battle.ships())
    assert battle.ship("Goeben").leader
    assert battle.ship("Evstafi").leader


def test_the_raid_has_its_orders_plotted_and_unknown() -> None:
    battle = RULESET.begin(load_setup("black-sea-raid"))
    hidden = RULESET.unseen(battle, "Russia")
    assert {"Goeben", "Breslau", "Souchon", "Muavenet", "Nilufer"} <= hidden
    assert "Evstafi" not in hidden
    assert {"Evstafi", "Prut"} <= RULESET.unseen(battle, "Central Powers")


# ------------------------------------------------------------ refused


PLAIN: dict[str, Any] = {"name": "x", "type": "B", "nation": "Russia", "source": "s", "hull": 5, "speed": "1"}
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no hull": ({"hull": None}, "facts to estimate them from"),
    "no speed": ({"speed": ""}, "facts to estimate them from"),
    "hull 0": ({"hull": 0}, "1 to 99"),
    "boxes below 0": ({"primary": -1}, "0 to 99"),
    "too many boxes": ({"secondary": 100}, "0 to 99"),
    "another speed": ({"speed": "3"}, "2+"),
    "another type": ({"type": "ZZ"}, "BB"),
    "another nation": ({"nation": "Russland"}, "Russia"),
    "another grade of armour": ({"armour": {"hull": "thick"}}, "heavy"),
    "an unknown area": ({"armour": {"bridge": "heavy"}}, "bridge"),
    "an unknown key": ({"guns": 4}, "guns"),
    "16-inch guns without primary boxes": ({"sixteen": True, "primary": 0}, "primary"),
    "no tons": ({"facts": {"tons": 0, "knots": 16}}, "1 to 100000"),
    "too fast": ({"facts": {"tons": 100, "knots": 99}}, "0 to 60"),
    "a belt of 31 inches": ({"facts": {"tons": 100, "knots": 9, "belt": 31}}, "belt: found 31.0, allowed: 0 to 30"),
    "a belt of less than nothing": ({"facts": {"tons": 100, "knots": 9, "belt": -1}}, "0 to 30"),
    "text for a number": ({"hull": "five"}, "number"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_cards_are_refused(case: str) -> None:
    change, allowed = BAD[case]
    raw = {key: value for key, value in {**PLAIN, **change}.items() if value is not None}
    with pytest.raises(InvalidInput, match=allowed.replace("+", r"\+")):
        RULESET.read_card(raw, "a card", RULESET.tables)


SETUPS: dict[str, tuple[dict[str, Any], str]] = {
    "another mission": ({"mission": "Cruise"}, "Raid"),
    "a leader without a flagship": ({"leader": "Souchon"}, "flagship"),
    "a flagship without a leader": ({"flagship": "Red"}, "leader"),
    "a flagship of another fleet": ({"leader": "Souchon", "flagship": "Blue"}, "Red"),
    "an unknown key": ({"admiral": "Souchon"}, "admiral"),
    "orders that are no text": ({"mission": "Bombard", "orders": [1]}, "text"),
    "orders without a mission": ({"orders": ["Shell"]}, "no order of"),
}


@pytest.mark.parametrize("case", SETUPS)
def test_bad_fleets_are_refused(case: str) -> None:
    details, allowed = SETUPS[case]
    with pytest.raises(InvalidInput, match=allowed):
        Game([ship("Red", nation="Turkey")], [ship("Blue")], fleets={"central fleet": details})


def test_a_ship_without_a_fleet_and_one_of_another_side_s_fleet_are_refused() -> None:
    setup = load_setup("cape-sarych")
    for other in ("", "Battle line"):
        ships = tuple(
            type(entry)(entry.name, entry.side, entry.card, other if entry.name == "Goeben" else entry.squadron)
            for entry in setup.ships
        )
        wrong = Setup("gwas", "1", "t", setup.sides, ships, setup.squadrons)
        with pytest.raises(InvalidInput, match="Goeben, squadron"):
            RULESET.check_setup(wrong, "a test")


def test_two_sides_and_no_more() -> None:
    setup = load_setup("cape-sarych")
    with pytest.raises(InvalidInput, match="two sides"):
        RULESET.check_setup(Setup("gwas", "1", "t", (*setup.sides, "Romania"), setup.ships, setup.squadrons), "a test")
