"""What becomes of every fact of the five systems between two battles of a campaign, and how many days a port works on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.conditions import Flag, Number, TurnMark, Value
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.campaign.becomes import GONE, STAYS, in_port, of_a_battle
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.rules import RULE_SYSTEMS
from fleetbook.rules.aanda.ruleset import AandaRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup, read_setup
from fleetbook.store.library.paths import entries
from fleetbook.testing.between_battles import flaws_in_days, without_becomes
from tests.campaign.carried import fate_shown, hanging_for_good, hurts

DAYS: dict[str, dict[str, float]] = {
    "aanda": {"hull": 2, "main_gun": 5, "secondary_gun": 2, "engine": 3, "bridge": 2, "rudder": 1},
    "coastal": {"boat_hull": 1, "hull": 2, "boxes": 2, "damaged": 1, "destroyed": 3, "disabled": 5},
    "fgdn": {"point": 0.5, "mount": 10, "engineering": 7, "fitting": 2, "rudder": 1},
    "gwas": {"hull": 7, "gun": 5, "torpedo": 3, "engines": 7},
    "gwas-variant": {"hull": 7, "gun": 5, "torpedo": 3, "engines": 7, "fire_control": 5},
}
UNDER_WAY = {("aanda", "rudder"), ("fgdn", "rudder"), ("coastal", "damaged")}


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_every_fact_says_what_becomes_of_it(system: str) -> None:
    assert list(without_becomes(ruleset(system))) == []


@pytest.mark.parametrize("entry", entries("scenario"), ids=lambda entry: entry.full_name)
def test_the_days_of_every_ship_s_facts_are_numbers(entry: Any) -> None:
    setup = read_setup(entry.path)
    assert list(flaws_in_days(ruleset(setup.ruleset).begin(setup))) == []


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_the_days_are_readings_of_the_time_between_battles_that_a_club_changes(system: str) -> None:
    readings = ruleset(system).tables.readings
    found = {name: reading for name, reading in readings.items() if name.startswith("days_")}
    assert {name.removeprefix("days_"): reading.value for name, reading in found.items()} == DAYS[system]
    assert all(reading.campaign and reading.reason and not reading.on_page for reading in found.values())


def ends(battle: Battle[Any]) -> Iterator[tuple[str, str, str]]:
    """Each fact of the ships, what becomes of it, and its days."""
    for ship in battle.ships():
        for declared in ship.declared.values():
            if declared.is_stored:
                items = declared.of(ship) if isinstance(declared, Keyed) else [declared]
                for fact in items or [declared] * (not callable(declared.details.get("becomes"))):
                    becomes = fact.becomes(ship, getattr(fact, "other", ""))
                    yield fact.name, becomes.how, becomes.days


def of_kind(name: str, *how: str) -> set[str]:
    setup = load_setup(name)
    return {fact for fact, kind, _ in ends(ruleset(setup.ruleset).begin(setup)) if kind in how}


def test_an_a_and_a_ship_keeps_her_hull_guns_engine_rudder_bridge_and_torpedoes() -> None:
    assert of_kind("yalu", "port") == {"hull", "guns out", "engine", "bridge"}
    assert of_kind("yalu", "under way") == {"rudder"}
    assert of_kind("yalu", "restocked") == {"torpedoes"}
    assert of_kind("yalu", "settled") == {"fire", "flood", "catastrophe"}
    assert of_kind("yalu", "stays") == {"fate"}


def test_a_main_gun_takes_longer_than_a_secondary_one() -> None:
    battle = ruleset("aanda").begin(load_setup("yalu"))
    ship = next(ship for ship in battle.ships() if ship.card.main and ship.card.secondary)
    guns = type(ship).guns_out
    days = [guns[mount.name].becomes(ship, mount.name).days for mount in (ship.card.main[0], ship.card.secondary[0])]
    assert days == ["days_main_gun", "days_secondary_gun"]


def test_a_coastal_ship_keeps_her_boxes_systems_and_torpedoes() -> None:
    assert of_kind("convoy", "port") == {"hull", "bridge", "engines", "disabled"}
    assert of_kind("convoy", "under way") == {"system", "light hits"}
    assert of_kind("convoy", "restocked") == {"torpedoes"}
    assert of_kind("convoy", "settled") == {"sinks on", "held"}


def test_a_damaged_system_is_mended_at_sea_and_a_destroyed_one_in_port() -> None:
    battle = ruleset("coastal").begin(load_setup("convoy"))
    ship = next(ship for ship in battle.ships() if ship.named("mount"))
    states, mount = type(ship).states, ship.named("mount")[0]
    for state, how in (("damaged", "under way"), ("destroyed", "port")):
        hurt = battle.with_changes([states[mount].start(ship, state)]).ship(ship.name)
        assert states[mount].becomes(hurt, mount).how == how


def test_a_dreadnought_settles_her_fires_and_floods_and_mends_the_rest() -> None:
    assert of_kind("dogger-bank", "settled") == {
        "sinks at", "fire", "flooding", "held", "following", "may explode", "gondola fire", "beached",
    }  # fmt: skip
    assert {"points", "out", "engineering", "bridge out", "directors lost"} <= of_kind("dogger-bank", "port")
    assert {"crew", "fired off", "aircraft lost"} <= of_kind("dogger-bank", "restocked")
    assert of_kind("dogger-bank", "under way") == {"rudder"}


def test_a_gwas_ship_mends_boxes_in_port_and_takes_in_fuel_mines_and_aircraft() -> None:
    assert of_kind("otranto", "port") == {
        "hull", "primary", "secondary", "tertiary", "torpedo", "engines", "beyond repair", "speed lost",
    } - {"engines"}  # fmt: skip
    assert of_kind("otranto", "restocked") == {"fuel", "mines", "aircraft"}
    assert of_kind("otranto", "settled") == {"aground"}
    assert "fire control hit" in of_kind("a-stand-off-otranto", "port")


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_every_fact_of_a_ship_is_carried_mended_restocked_settled_or_gone_as_it_declares(system: str) -> None:
    """Each is hurt in a battle and counted; days pass at sea and in dock, and the next battle begins. No fact is left out."""
    rules, wrong, shown = ruleset(system), list[Any](), set[tuple[str, bool]]()
    days = DAYS["gwas"] | DAYS[system]
    for hurt in hurts(rules):
        shown.add((hurt.fact, bool(hurt.other)))
        found = fate_shown(rules, hurt, days.get(hurt.becomes.days.removeprefix("days_"), 0))
        wrong += [(hurt.fact, hurt.other, found)] * (found != hurt.becomes.how)
    assert wrong == []
    declared = rules.ship_type.declared.values()
    assert shown == {(one.name, isinstance(one, Keyed)) for one in declared if one.is_stored}


@pytest.mark.parametrize(
    ("system", "facts"),
    [
        ("aanda", set()),
        ("coastal", {"sinks on", "held"}),  # a sinking ship cannot leave, and a ship that leaves takes her hits with her
        ("fgdn", {"sinks at", "held", "following"}),  # so too
        ("gwas", {"aground"}),  # a ship aground cannot leave
        ("gwas-variant", {"aground"}),
    ],
)
def test_what_hangs_on_a_ship_that_left_the_table_is_settled_by_hand_unless_she_could_not_leave_with_it(
    system: str, facts: set[str]
) -> None:
    assert hanging_for_good(ruleset(system)) == facts


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_only_ships_take_anything_into_the_next_battle(system: str) -> None:
    """What a squadron, a side, a torpedo or the battle itself stores is gone with the battle, or must be settled before."""
    others = [kind for kind in ruleset(system).subjects if kind is not ruleset(system).ship_type]
    facts = [getattr(one, "one", one) for kind in others for one in kind.declared.values() if one.is_stored]
    assert len(facts) > 5
    assert {one.becomes(None).how for one in facts} <= {"gone", "settled"}  # type: ignore[arg-type]


class _Silent(Ship):
    """A ship with facts that do not all say what becomes of them."""

    keel = Flag()
    pumps = Number(becomes=in_port("days_pumps"))
    marked = TurnMark()
    paint, mood = of_a_battle(Flag(), Value(int))
    log = Value(int, becomes=STAYS)


class _All(Ship, becomes=GONE):
    """A ship whose class says it for all facts."""

    keel = Flag()
    pumps = Number(becomes=STAYS).each("pump", lambda ship: ["fore"])


class _SilentRules(AandaRules):
    ship_type = _Silent  # type: ignore[assignment]


def test_a_fact_that_does_not_say_it_is_told() -> None:
    rules: Ruleset[Any] = _SilentRules()
    (told,) = without_becomes(rules)
    assert "keel of _Silent: becomes: found nothing" in told


def test_a_reading_that_is_not_there_and_a_kept_fact_that_no_scenario_can_say_are_told() -> None:
    rules: Ruleset[Any] = AandaRules()
    battle = rules.begin(load_setup("yalu"))
    rules.ship_type = _Silent
    told = set(flaws_in_days(battle))
    assert any("log is kept: found Value" in each for each in told)
    assert any("days of pumps: found days_pumps, allowed: " in each for each in told)


def test_a_class_says_it_for_all_its_facts_but_those_that_say_it_themselves() -> None:
    assert _All.keel.becomes(None) == GONE  # type: ignore[arg-type]
    assert _All.pumps.becomes(None) == _All.pumps["fore"].becomes(None) == STAYS  # type: ignore[arg-type]
