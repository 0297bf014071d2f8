"""House rules over the A&A sheet: what may be changed is played, what would stop an order half-way is refused at the start."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.aanda import RULESET
from fleetbook.testing import results
from tests.rules.aanda.fleet import Game, duel, house, known_to_fire, lost, ship, would_fire

CALLED = "Vessel types and their names in the other tables, GB"


def refusal(**changes: Any) -> str:
    with pytest.raises(InvalidInput) as told:
        RULESET.tables_under((house(**changes),))
    return str(told.value)


@pytest.mark.parametrize(
    ("table", "row", "message"),
    [
        ("to_hit", ["gunnery", "ten", 8], "To hit, gunnery, die: found ten, allowed: like d6, 2d6 or 2d6+1"),
        ("to_hit", ["gunnery", "d10", "eight"], "To hit, gunnery, score: found eight, allowed: a number of 0 or more"),
        ("armour", ["B", -1, 9, 5], "Armour, B, hull: found -1, allowed: a number of 0 or more"),
        ("armour", ["B", 8, "-", 5], "Armour, B, main: found -, allowed: a number of 0 or more"),
        ("gun_damage", ["A", "d6", "-", "-", "much"], "Gun damage by band, A, long: found much, allowed: like d6"),
        ("gun_ranges", ["A", 50, "-", "-", 40], "Gun ranges: outer edge of each band in cm, A: found 50, 40, allowed: edges"),
        ("gun_ranges", ["A", "-", "-", "-", "-"], "Gun ranges: outer edge of each band in cm, A: found nothing, allowed: edges"),
        (
            "gun_ranges",
            ["A", "far", "-", "-", 40],
            "Gun ranges: outer edge of each band in cm, A, short: found far",
        ),
        ("gun_classes", ["2.9-4", "Z"], "Gun classes by calibre, 2.9-4, class: found Z, allowed: I, H, G, F, E, D, C, B, A"),
        ("band_modifiers", ["long", "longer"], "Modifier of each range band, long, modifier: found longer"),
        (
            "critical_effects",
            ["fire", "smoke"],
            "Effects of critical hits, fire, condition: found smoke, allowed: rudder",
        ),
        ("types", ["GB", "Gunboat", "boats", "others", "no"], f"{CALLED}, critical hits: found boats"),
        ("types", ["GB", "Gunboat", "other", "boats", "no"], f"{CALLED}, sinking: found boats"),
        ("types", ["GB", "Gunboat", "other", "others", "maybe"], f"{CALLED}, small: found maybe"),
        ("sinking", ["others", 8, 3], "Sinking ships, others, die: found 8, allowed: like d6"),
        ("location", ["B", "1-6", "7", "9-10"], "Hit location"),
        ("location", ["X", "1-6", "7", "8-10"], "house rules a house rule: table.location: found X"),
    ],
)
def test_rows_that_play_would_not_know_are_refused(table: str, row: list[Any], message: str) -> None:
    assert refusal(tables={table: [row]}).startswith(message)


@pytest.mark.parametrize(
    ("reading", "value", "message"),
    [
        ("ram_knots_share", 0, "reading ram_knots_share: found 0, allowed: a number of 1 or more"),
        ("ram_own_share", 0, "reading ram_own_share: found 0, allowed: a number of 1 or more"),
        ("hull_square_root_share", 0, "reading hull_square_root_share: found 0, allowed: a number of 1 or more"),
        ("engine_hit_share", 0, "reading engine_hit_share: found 0, allowed: a number of 1 or more"),
        ("bridge_lowers_crew", -1, "reading bridge_lowers_crew: found -1, allowed: a number of 0 or more"),
        ("rerolls_both_evade", 3, "reading rerolls_both_evade: found 3, allowed: a number of 0 or more, at most 2"),
        ("main_lost", "the best", "reading main_lost: found the best, allowed: drawn, card order"),
        ("secondary_lost", "odd", "reading secondary_lost: found odd, allowed: drawn, engaged side, even, card order"),
        ("underwater_hull", "much", "reading underwater_hull: found much, allowed: like d6"),
        ("ram_die", "1", "reading ram_die: found 1, allowed: like d6"),
        ("splash_after_fire", 1, "house rules a house rule: reading.splash_after_fire: found 1, allowed: a value like True"),
        ("splosh_after_fire", True, "house rules a house rule: reading: found splosh_after_fire"),
    ],
)
def test_readings_that_play_could_not_go_by_are_refused(reading: str, value: Any, message: str) -> None:
    assert refusal(**{reading: value}).startswith(message)


def test_the_tables_as_printed_pass_the_same_checks() -> None:
    assert RULESET.tables_under((house(),)).hash == RULESET.tables.hash


def test_a_changed_table_is_played() -> None:
    game = duel(house(tables={"armour": [["B", 4, 9, 5]], "gun_damage": [["G", "n/a", "d20", "d8", "d10"]]}))
    assert lost(would_fire(game, 8, 1, 8, 1)) == 4


@pytest.mark.parametrize(
    ("table", "row", "figure", "value"),
    [
        ("initiative_die", ["initiative", "d6"], "initiative die", "d6"),
        ("squadron_limits", ["large, vessels", 5], "large squadron", 5),
        ("speed_limits", ["slow, at most", 12], "slow, at most", 12),
        ("morale", ["morale", "d12", 6, 3], "morale, failures to leave", 3),
        ("spotting", ["spotting", "d10", 8, 30], "spotted without a roll", 30),
        ("repair", ["repair", "d8", 7], "repair, die", "d8"),
    ],
)
def test_house_rules_of_old_battles_still_say_what_they_said(table: str, row: list[Any], figure: str, value: object) -> None:
    """Each was a row of a table of its own before it was a figure."""
    assert RULESET.tables_under((house(tables={table: [row]}),)).figure(figure).value == value


def test_an_old_house_rule_that_would_stop_play_is_refused() -> None:
    assert refusal(tables={"squadron_limits": [["large, vessels", -1]]}).startswith("large squadron: found -1, allowed: a number")


def test_a_changed_modifier_is_played() -> None:
    game = duel(house(modifiers={"gunnery": {"night": -4}}), light="night")
    assert results(would_fire(game, 10)) == ["no"]


def test_a_class_that_may_fire_close_by() -> None:
    game = duel(house(tables={"gun_damage": [["G", "d20", "d20", "d12", "d10"]]}))
    assert known_to_fire(game, range=10) == {"short"}
    assert lost(would_fire(game, 8, 1, 20, 1, range=10)) == 12


def test_the_readings_gone_by_are_named_in_the_record() -> None:
    game = duel()
    game.put("Target", "evading", "yes")
    assert set(would_fire(game, 8, 8, 7, 12).consulted) == {
        *("rerolls_one_evades", "splash_after_fire", "main_lost", "main_pierced_loses", "damage_must"),
        *("batteries_fire", "modifiers_taken", "dice_a_gun", "halves_round"),
    }


def test_a_wreck_s_reading_is_named_when_it_matters() -> None:
    game = Game([ship("Hunter")], [ship("Target")])
    game.strike("Target", "hull", 100)
    assert "hull_gone_tests" in game.propose("ongoing", 10).consulted
