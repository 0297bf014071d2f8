"""Fires, floods and sinking tests played out after the last turn (2.2, 5.7, 5.17): six turns, and who is afloat then is safe."""

from __future__ import annotations

from tests.rules.aanda.fleet import Game, ship


def battle(**conditions: str) -> Game:
    game = Game([ship("Shooter")], [ship("Target"), ship("Sister")])
    for condition, value in conditions.items():
        game.put("Target", condition, value)
    return game


def test_nothing_hangs_and_there_is_nothing_to_play_out() -> None:
    game = battle()
    game.refused("play-out", because="no ship burns, floods or tests for sinking")


def test_a_fire_takes_its_boxes_each_turn_until_it_is_mended_and_then_all_is_over() -> None:
    """A repair succeeds on the printed score alone: a 10 mends, a 1 does not. In three turns it is mended in the second."""
    game = battle(fire="1")
    record = game.give("play-out", 1, 1, 1, 10, turns=3)
    assert len(record.faces) == 4
    assert (game["Target"].fire, game["Target"].hull) == (0, 100 - 2)


def test_a_ship_that_left_the_table_burns_on_and_may_sink() -> None:
    """Her fire takes a box, her catastrophe is tested, and a 1 sinks her."""
    game = battle().go("movement")
    game.give("done", squadron="red")
    for trouble in ("fire", "catastrophe"):
        game.put("Target", trouble, "1")
    game.give("leave", ship="Target")
    record = game.give("play-out", 1, 1, turns=3)
    assert (game["Target"].lost, game["Target"].hull) == ("sunk", 100 - 1)
    assert game.journal.results(record)[0].words == "SUNK: Target."


def test_a_fire_that_nobody_mends_is_in_hand_after_the_last_turn() -> None:
    game = battle(fire="1")
    game.give("play-out", 1, 1, 1, 1, 1, 1, turns=3)
    assert (game["Target"].fire, game["Target"].hull) == (0, 100 - 3)


def test_a_catastrophe_is_tested_once_a_turn_and_over_after_the_last() -> None:
    """In a calm a battleship's d10 has +1 and -2: a 10 keeps her afloat each turn."""
    game = battle(catastrophe="1")
    record = game.give("play-out", 10, 10, 10, turns=3)
    assert len(record.faces) == 3
    assert (game["Target"].afloat, game["Target"].catastrophe) == (True, 0)
    assert game.journal.results(record)[0].words == "SAFE: Target."


def test_she_sinks_at_a_low_die_and_is_tested_no_more() -> None:
    game = battle(catastrophe="1")
    record = game.give("play-out", 10, 1, turns=6)
    assert game["Target"].lost == "sunk"
    assert any("SUNK: Target" in result.words for result in game.journal.results(record))


def test_a_ship_without_hull_boxes_tests_and_floats_on_without_them() -> None:
    game = battle()
    game.strike("Target", "hull", 100)
    record = game.give("play-out", 10, 10, turns=2)
    assert len(record.faces) == 2
    assert (game["Target"].afloat, game["Target"].hull) == (True, 0)


def test_six_turns_are_proposed() -> None:
    game = battle(catastrophe="1")
    assert game.draft("play-out").order().inputs() == {"turns": 6}
    assert len(game.give("play-out", *[10] * 6).faces) == 6


def test_a_ship_without_hull_boxes_that_is_afloat_after_the_last_turn_is_safe_and_tested_no_more() -> None:
    """The sheet tests her in each ongoing damage phase: a campaign counts her only when that is over."""
    game = battle()
    game.give("strike", ship="Target", track="hull", boxes=100)
    assert game["Target"].unsettled == "no hull boxes left, tests for sinking"
    record = game.give("play-out", 10, 10, 10, turns=3)
    assert len(record.faces) == 3
    assert (game["Target"].afloat, game["Target"].unsettled) == (True, "")
    assert game.journal.results(record)[0].words == "SAFE: Target."
    game.refused("play-out", because="no ship burns, floods or tests for sinking")
