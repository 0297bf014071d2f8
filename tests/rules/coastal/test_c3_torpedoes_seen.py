"""C3: torpedoes in the water are looked for, and who is unaware of the enemy: as it now stands, and as the referee sets it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.testing import rolled, said
from tests.cli.shell import fleetbook
from tests.rules.coastal.fleet import NONE, Game, gear, gun, known, look, night, seen, ship, tubes

BOTH = {"both": "", "attacker": "Blue", "defender": "Red", "neither": "Red, Blue"}
"""Who is unaware, by who is aware."""


def at_sea(*gears: dict[str, Any], **conditions: str) -> Game:
    """Red has launched a torpedo; Blue's ``Watch`` looks out in its firing step."""
    reds = [ship("Boat", tubes()), ship("Target")]
    game = Game(reds, [ship("Watch", *gears), ship("Second")], **conditions)
    game.put("Watch", "speed", "0")
    game.go("move-1").give("launch", ship="Boat", target="Watch", range=40, number=1)
    return game.go("fire-1")


def torpedo(game: Game, **inputs: Any) -> set[str]:
    return known(game, target="torpedo 1", **inputs)


def test_c3_a_torpedo_counts_as_a_small_target_that_moves() -> None:
    """-1 moving; not -1 "any but E-boat, MTB, MGB, torpedo"."""
    assert torpedo(at_sea()) == {"target_moving"}


def test_c3_hydrophones_detect_a_torpedo() -> None:
    assert torpedo(at_sea(gear("hydrophones"))) == {"sensors", "target_moving"}
    game = at_sea(gear("hydrophones"))
    game.put("Watch", "hydrophones", "damaged")
    assert torpedo(game) == {"target_moving"}


def test_c3_the_other_lines_hold_for_a_torpedo_too() -> None:
    game = at_sea(gear("radar"), gear("naxos"), weather="poor", aware="attacker")
    assert torpedo(game) == {"sensors", "target_moving", "poor_weather", "unaware"}
    assert "near" in torpedo(game, range=12)
    assert "near" not in torpedo(game, range=13)
    game.put("Watch", "speed", "7")
    assert "observer_fast" in torpedo(game)


def test_c3_a_torpedo_is_looked_for_by_the_score_and_shown_as_seen() -> None:
    game = at_sea()
    record = look(game, 2, target="torpedo 1", range=50)
    assert rolled(record)[0].row == "2+"
    assert "seen" in said(record)
    assert game.fact("torpedo 1", "seen", "Blue") == 1
    game.go("fire-1", 2)
    assert torpedo(game) == {"target_moving", "seen_before"}


def test_c3_a_torpedo_beyond_120_cm_is_never_seen_and_by_day_without_a_roll() -> None:
    game = at_sea()
    with pytest.raises(InvalidInput, match="from 0 to 120 cm"):
        game.draft("observe", observer="Watch", target="torpedo 1", range=121).order()
    assert game.fact("torpedo 1", "seen", "Blue") is None
    game = at_sea(light="day")
    assert "by daylight" in said(look(game, target="torpedo 1", range=120))


def test_c3_each_ship_looks_once_a_turn_for_a_torpedo() -> None:
    game = at_sea()
    look(game, 1, target="torpedo 1")
    refused = {"observer": "Watch", "target": "torpedo 1", "range": 50}
    game.refused("observe", **refused, because="has already looked for torpedo 1 this turn", rule="C3")
    look(game, 1, observer="Second", target="torpedo 1", modifiers=NONE, range=70)


def test_c3_only_enemy_torpedoes_in_the_water_are_looked_for() -> None:
    game = at_sea()
    assert game.draft("observe", observer="Watch").entries["target"].options == ("Boat", "Target", "torpedo 1")
    game.go("move-1", 2).give("spent", torpedo="torpedo 1")
    game.go("fire-1")
    assert game.draft("observe", observer="Watch").entries["target"].options == ("Boat", "Target")
    with pytest.raises(InvalidInput):
        look(game, 6, target="torpedo 1")
    game = at_sea().go("fire-2")
    with pytest.raises(InvalidInput):
        look(game, 6, observer="Target", target="torpedo 1")


def test_c3_no_ship_fires_at_a_torpedo_and_no_light_is_cast_on_it() -> None:
    game = at_sea(gear("searchlight"), gun("gun"))
    look(game, 6, target="torpedo 1")
    game.unreadable("fire", "target", firer="Watch", target="torpedo 1", range=20)
    game.unreadable("illuminate", "target", ship="Watch", light="searchlight", target="torpedo 1")


# ------------------------------------------------------------ who is unaware


@pytest.mark.parametrize("before", BOTH)
@pytest.mark.parametrize("word", BOTH)
def test_c3_aware_set_by_hand_sets_and_clears_it_for_each_side(before: str, word: str) -> None:
    game = night(aware=before)
    game.put("battle", "aware", word)
    assert ("unaware" in known(game)) == ("Blue" in BOTH[word])
    game.go("fire-2")
    red = game.modifiers("observe", observer="Target", target="Watch", range=50)
    assert ("unaware" in red) == ("Red" in BOTH[word])


def now(game: Game) -> tuple[str, list[str]]:
    rules = game.journal.ruleset
    return rules.conditions_now(game.battle)["aware"], [s for s in game.battle.sides if rules.side_words(game.battle, s)]


@pytest.mark.parametrize("word", BOTH)
def test_c3_the_board_says_who_is_unaware_now(word: str) -> None:
    game = night(aware=word)
    assert now(game) == (word, [side for side in ("Red", "Blue") if side in BOTH[word]])


def test_c3_the_board_says_so_no_longer_once_the_enemy_is_seen() -> None:
    game = night(aware="attacker")
    look(game, 1, range=70)
    assert (now(game), seen(game)) == (("attacker", ["Blue"]), False)
    game.go("fire-1", 2)
    look(game, 6, range=50)
    assert (now(game), seen(game)) == (("both", []), True)
    game.put("battle", "aware", "neither")
    assert now(game) == ("neither", ["Red", "Blue"])


def test_c3_status_shows_who_is_unaware_beside_the_side_s_name(tmp_path: Path) -> None:
    path = str(tmp_path / "convoy.battle")
    fleetbook("new", "convoy", "-o", path, "--seed", "4")
    assert "Kriegsmarine  (unaware of the enemy)" in fleetbook("status", path).out
    fleetbook("order", path, "set", "ship=battle", "condition=aware", "value=both")
    told = fleetbook("status", path).out
    assert "unaware" not in told
    assert "both sides alerted" in told
