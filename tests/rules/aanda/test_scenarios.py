"""The A&A scenarios: real squadrons and flagships, cards of their rosters, battles that begin whole."""

from __future__ import annotations

import tomllib
from itertools import chain
from math import floor, sqrt
from typing import Any

import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.verdict import Verdict, ships_counted, verdict
from fleetbook.core.battle.victory import Victory
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import ROSTER, SCENARIO, entries

FILES: dict[str, dict[str, Any]] = {
    entry.name: tomllib.loads(entry.path.read_text("utf-8")) for entry in entries(SCENARIO, "aanda")
}
PATHS = {entry.name: entry.path for entry in entries(SCENARIO, "aanda")}
CARDS: dict[str, dict[str, dict[str, Any]]] = {
    entry.full_name: {raw["name"]: raw for raw in tomllib.loads(entry.path.read_text("utf-8"))["ship"]}
    for entry in entries(ROSTER, "aanda")
}

every_scenario = pytest.mark.parametrize("stem", FILES)


def ships(stem: str) -> list[dict[str, Any]]:
    return [ship for side in FILES[stem]["side"] for ship in side["ships"]]


def squadrons(stem: str) -> list[dict[str, Any]]:
    return [squadron for side in FILES[stem]["side"] for squadron in side["squadron"]]


def setup_of(stem: str) -> Setup:
    return load_setup(f"aanda/{stem}")


def battle_of(stem: str) -> Battle[AandaShip]:
    return RULESET.begin(setup_of(stem))


# ------------------------------------------------------------ who is away


def ended(stem: str, fate: str) -> Verdict:
    """The verdict when every ship that may get away has this fate."""
    battle = battle_of(stem)
    away = next(count for count in victory_of(battle).count if count.what == "ships gone")
    return verdict(battle.with_changes([(Key(ship.name, "fate"), f"{fate} T3") for ship in ships_counted(away, battle.setup)]))


def victory_of(battle: Battle[AandaShip]) -> Victory:
    assert battle.setup.victory
    return battle.setup.victory


@pytest.mark.parametrize(
    ("stem", "breaks_through"),
    [("santiago", "Spain"), ("ulsan", "Russia"), ("yellow-sea", "Russia"), ("tsushima", "Russia"), ("chemulpo", "Russia")],
)
def test_ships_that_flee_have_not_broken_through_and_ships_that_leave_have(stem: str, breaks_through: str) -> None:
    left, fled = ended(stem, "left the table"), ended(stem, "fled")
    assert (left.winner, left.kind, left.over) == (breaks_through, "aim", True)
    assert (fled.kind != "aim", fled.winner == breaks_through, fled.over) == (True, False, False)


def test_no_scenario_has_a_count_of_ships_away_that_counts_those_that_fled() -> None:
    counts = [count for stem in FILES for count in victory_of(battle_of(stem)).count if count.what == "ships gone"]
    assert [count.gone_as for count in counts] == [("left the table",)] * 5


# ------------------------------------------------------------ files


def test_there_are_the_eight_battles() -> None:
    of_1904 = {"chemulpo", "port-arthur", "ulsan", "yellow-sea"}
    assert set(FILES) == {"yalu", "tsushima", "manila-bay", "santiago", *of_1904}


@every_scenario
def test_a_scenario_opens_by_explaining_its_fields(stem: str) -> None:
    opening = PATHS[stem].read_text("utf-8").split("\nruleset", 1)[0]
    explained = {line.split()[1].rstrip(",") for line in opening.splitlines() if len(line.split()) > 2}
    assert {"rosters", "conditions", "side", "ships", "squadron"} <= explained


@every_scenario
def test_a_scenario_says_when_where_and_in_what_conditions(stem: str) -> None:
    scenario = FILES[stem]
    keys = {"ruleset", "title", "date", "text", "rosters", "conditions", "victory", "table", "side"}
    assert set(scenario) - {"event"} == keys
    assert scenario["title"]
    assert scenario["text"].strip()
    assert set(scenario["conditions"]) == {"weather", "light"}


@pytest.mark.parametrize(
    ("stem", "date", "weather"),
    [
        ("yalu", "1894-09-17", "Calm to Moderate"),
        ("tsushima", "1905-05-27", "Fresh to Strong"),
        ("manila-bay", "1898-05-01", "Calm to Moderate"),
        ("santiago", "1898-07-03", "Calm to Moderate"),
    ],
)
def test_date_and_weather_are_those_of_the_day(stem: str, date: str, weather: str) -> None:
    battle = battle_of(stem)
    assert battle.setup.date == date
    assert (battle.word("weather"), battle.word("light")) == (weather, "day")


@every_scenario
def test_a_scenario_uses_only_cards_of_its_rosters_and_needs_each_of_them(stem: str) -> None:
    wanted = {ship["card"] for ship in ships(stem)}
    named = [set(CARDS[name]) for name in FILES[stem]["rosters"]]
    assert wanted <= set(chain.from_iterable(named))
    assert all(wanted & cards for cards in named)


@every_scenario
def test_names_are_short_and_unique_in_the_battle(stem: str) -> None:
    setup = setup_of(stem)
    names = [*setup.sides, *(ship.name for ship in setup.ships), *(squadron.name for squadron in setup.squadrons)]
    assert len({name.casefold() for name in names}) == len(names)
    assert max(len(ship.name) for ship in setup.ships) <= 14


# ------------------------------------------------------------ fleets

SQUADRONS = {
    "yalu": {
        "Flying Squadron": ("Superior", "Yoshino", 4),
        "Main Squadron": ("standard", "Matsushima", 6),
        "Disengaged side": ("standard", "Saikyo Maru", 2),
        "Beiyang line": ("Inferior", "Dingyuan", 10),
        "River group": ("Inferior", "Pingyuan", 4),
    },
    "tsushima": {
        "1st Division": ("Superior", "Mikasa", 6),
        "2nd Division": ("Superior", "Izumo", 6),
        "3rd Division": ("standard", "Kasagi", 4),
        "2nd Destroyers": ("standard", "Oboro", 4),
        "Smoke in the mist": ("standard", "", 0),
        "1st Detachment": ("standard", "Knyaz Suvorov", 4),
        "2nd Detachment": ("Inferior", "Oslyabya", 4),
        "3rd Detachment": ("Inferior", "Nikolai I", 4),
        "Cruisers": ("standard", "Oleg", 4),
        "Light ships": ("Inferior", "Zhemchug", 6),
    },
    "manila-bay": {
        "Asiatic Squadron": ("Superior", "Olympia", 6),
        "Manila Squadron": ("Inferior", "Reina Cristina", 7),
    },
    "santiago": {
        "North Atlantic": ("standard", "New York", 4),
        "Flying Squadron": ("standard", "Brooklyn", 2),
        "Cruisers": ("Inferior", "Maria Teresa", 4),
        "Destroyers": ("standard", "Furor", 2),
    },
}


@pytest.mark.parametrize("stem", SQUADRONS)
def test_squadrons_their_crews_flagships_and_sizes(stem: str) -> None:
    setup = setup_of(stem)
    found = {
        squadron.name: (
            squadron.details.get("crew", "standard"),
            squadron.details.get("flagship", ""),
            sum(ship.squadron == squadron.name for ship in setup.ships),
        )
        for squadron in setup.squadrons
    }
    assert found == SQUADRONS[stem]


@every_scenario
def test_every_squadron_with_ships_has_its_flagship_among_them(stem: str) -> None:
    battle = battle_of(stem)
    flagships = {squadron["flagship"] for squadron in squadrons(stem) if not squadron.get("dummy")}
    assert {ship.name for ship in battle.ships() if ship.has("flagship")} == flagships
    assert all(battle.ship(s["flagship"]).squadron == s["name"] for s in squadrons(stem) if not s.get("dummy"))


@every_scenario
def test_there_are_two_sides_of_different_names(stem: str) -> None:
    assert len({side["name"] for side in FILES[stem]["side"]}) == len(FILES[stem]["side"]) == 2


def test_tsushima_has_twelve_ships_and_more_a_side() -> None:
    assert [len(side["ships"]) for side in FILES["tsushima"]["side"]] == [20, 22]


def test_tsushima_has_both_battle_lines_in_their_order() -> None:
    names = [ship.name for ship in setup_of("tsushima").ships]
    assert names[:12] == [
        "Mikasa", "Shikishima", "Fuji", "Asahi", "Kasuga", "Nisshin",
        "Izumo", "Azuma", "Tokiwa", "Yakumo", "Asama", "Iwate",
    ]  # fmt: skip
    assert names[20:32] == [
        "Knyaz Suvorov", "Aleksandr III", "Borodino", "Oryol", "Oslyabya", "Sissoi Veliky", "Navarin", "Nakhimov",
        "Nikolai I", "Apraksin", "Senyavin", "Ushakov",
    ]  # fmt: skip


def test_yalu_tells_the_two_jingyuans_apart() -> None:
    battle = battle_of("yalu")
    assert (battle.ship("King Yuan").card.type, battle.ship("Ching Yuan").card.type) == ("AC", "C")


def test_dewey_leads_six_in_the_order_of_his_report() -> None:
    names = [ship.name for ship in setup_of("manila-bay").ships]
    assert names[:6] == ["Olympia", "Baltimore", "Raleigh", "Petrel", "Concord", "Boston"]


# ------------------------------------------------------------ the battle as it begins


@every_scenario
def test_a10_a_battle_begins_with_every_box_whole(stem: str) -> None:
    battle = battle_of(stem)
    cards = {name: raw for roster in FILES[stem]["rosters"] for name, raw in CARDS[roster].items()}
    tons = {line.get("name", line["card"]): cards[line["card"]]["tons"] for line in ships(stem)}
    wanted = {name: max(2, floor(sqrt(displacement) / 4 + 0.5)) for name, displacement in tons.items()}
    assert {ship.name: ship.left("hull") for ship in battle.ships()} == wanted
    assert {system.state for ship in battle.ships() for system in RULESET.card(ship).systems} == {"sound"}


@every_scenario
def test_ships_begin_able_to_make_their_best_speed_with_full_tubes(stem: str) -> None:
    for ship in battle_of(stem).ships():
        assert ship.max_speed == ship.card.knots
        assert all(ship.count("torpedoes", tubes.name) == tubes.tubes for tubes in ship.card.torpedoes)


def test_crews_are_the_squadrons_but_for_the_two_ironclads() -> None:
    crews = {ship.name: ship.crew for ship in battle_of("yalu").ships("China")}
    assert {name for name, crew in crews.items() if crew == "standard"} == {"Dingyuan", "Zhenyuan"}
    assert {crew for name, crew in crews.items() if name not in {"Dingyuan", "Zhenyuan"}} == {"Inferior"}
    assert battle_of("yalu").ship("Yoshino").crew == "Superior"


def test_overloaded_and_foul_ships_are_slower_than_their_cards() -> None:
    tsushima, yalu = battle_of("tsushima"), battle_of("yalu")
    assert {tsushima.ship(name).max_speed for name in ("Knyaz Suvorov", "Aleksandr III", "Borodino", "Oryol")} == {16}
    assert (yalu.ship("Chaoyong").max_speed, yalu.ship("Yangwei").max_speed) == (10, 10)


def test_ships_at_their_moorings_are_stopped() -> None:
    assert {ship.name for ship in battle_of("manila-bay").ships() if ship.stopped} == {"Castilla", "Ulloa"}


@pytest.mark.parametrize(
    ("stem", "hidden"),
    [
        ("yalu", {"River group"}),
        ("tsushima", {"3rd Division", "2nd Destroyers", "Smoke in the mist"}),
        ("manila-bay", set()),
        ("santiago", set()),
    ],
)
def test_a7_contact_markers_hide_their_squadrons(stem: str, hidden: set[str]) -> None:
    battle = battle_of(stem)
    assert {squadron.name for squadron in battle.setup.squadrons if battle.fact(Key(squadron.name, "hidden"))} == hidden
    behind = {ship.squadron for ship in battle.ships() if ship.has("hidden")}
    assert behind == hidden - {"Smoke in the mist"}
