"""The scenarios of the variant, read and begun."""

from __future__ import annotations

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas_variant import RULESET
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import entries

SCENARIOS = ("a-stand-off-otranto", "goeben-and-the-line", "odessa-in-range", "two-against-three")


def begun(name: str) -> Journal[GwasShip]:
    return Journal(RULESET, load_setup(f"gwas-variant/{name}"), "a test")


def give(journal: Journal[GwasShip], procedure: str, *dice: int, **inputs: object) -> None:
    order = Draft(journal.battle, RULESET.order(procedure), inputs).order()
    journal.append(journal.propose(order, journal.supply(dice, typed_only=True)))


def test_these_are_the_scenarios() -> None:
    assert tuple(entry.name for entry in entries("scenario", "gwas-variant")) == SCENARIOS


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_is_read_and_begins_with_the_central_powers_first(name: str) -> None:
    battle = begun(name).battle
    assert battle.sides[0] == "Central Powers"
    assert all(ship.left("hull") == ship.full("hull") > 0 for ship in battle.ships())
    assert battle.setup.text.strip()


def test_off_otranto_the_italian_has_the_initiative_and_the_scouts_may_stand() -> None:
    journal = begun("a-stand-off-otranto")
    give(journal, "next")
    assert journal.battle.word("initiative side") == "Italy"
    give(journal, "stand")
    assert journal.battle.fact(Key("", "standing", "Central Powers")) == "mission"


def test_goeben_has_the_printed_factors_and_eberhard_leads_the_line() -> None:
    journal = begun("goeben-and-the-line")
    goeben = journal.battle.ship("Goeben")
    assert (goeben.full("primary"), goeben.full("secondary"), goeben.full("tertiary")) == (6, 3, 1)
    give(journal, "next", 6)
    give(journal, "next")
    assert journal.battle.fact(Key("", "squadron leader", "Russia B")) == "Evstafi"


def test_two_against_three_the_slow_line_throws_for_its_range() -> None:
    journal = begun("two-against-three")
    give(journal, "next", 6)
    give(journal, "next")
    give(journal, "next", 3, 3)
    give(journal, "next", 1, 2, 3)
    give(journal, "squadron-leader", ship="Evstafi")
    for target, hexes in (("Moltke", 3), ("Goeben", 2)):
        weapon = "primary" if hexes == 3 else "secondary"
        order = {"firer": "Evstafi", "target": target, "range": hexes, "weapons": [weapon]}
        with pytest.raises(Refused, match="has not closed"):
            Draft(journal.battle, RULESET.order("fire"), order).order()
    give(journal, "fire", 1, 1, firer="Evstafi", target="Goeben", range=2, weapons=["primary"])


def test_odessa_has_its_guns_rolled_and_a_fuel_box_lasts_nine_zones() -> None:
    journal = begun("odessa-in-range")
    assert RULESET.tables.reading("fuel_zones").value == 9
    give(journal, "shore-battery", 5, port="Odessa", side="Russia")
    assert journal.battle.fact(Key("", "shore guns", "Odessa")) == 3
