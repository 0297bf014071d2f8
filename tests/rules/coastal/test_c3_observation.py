"""C3: the score needed to observe, and what may be fired at."""

from __future__ import annotations

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.testing import results, rolled, said
from tests.rules.coastal.fleet import NONE, Game, gun, known, look, night, reading, seen, ship

CHART = [(1, 1), (20, 1), (21, 2), (40, 2), (41, 3), (60, 3), (61, 4), (80, 4), (81, 5), (100, 5), (101, 6), (120, 6)]


@pytest.mark.parametrize(("cm", "needed"), CHART)
def test_c3_the_die_must_reach_the_score_needed_at_the_range(cm: int, needed: int) -> None:
    for face in range(1, 7):
        game = night()
        dice = () if needed == 1 else (face,)
        look(game, *dice, range=cm, modifiers=NONE)
        assert seen(game) == (face >= needed)


def test_c3_needed_1_or_less_is_seen_without_a_roll() -> None:
    game = night()
    record = look(game, range=50, modifiers=["target_shows"])
    assert not record.faces
    assert said(record) == "seen without a roll: needs 3 -2 target firing or lit = 1"


def test_c3_needed_7_or_more_cannot_be_seen() -> None:
    game = night()
    record = look(game, range=120, modifiers=["poor_weather"])
    assert not record.faces
    assert said(record) == "needs 6 +1 poor weather = 7: cannot be seen"
    assert not seen(game)


def test_c3_beyond_120_never() -> None:
    everything = ["target_shows", "sensors", "target_moving", "large_target", "seen_before", "naxos"]
    game = night()
    far = {"observer": "Watch", "target": "Target", "range": 121, "modifiers": everything}
    with pytest.raises(InvalidInput, match="found 121, allowed: a whole number from 0 to 120 cm"):
        game.draft("observe", **far).order()
    look(game, 6, range=120, modifiers=["poor_weather", "target_moving"])


def test_c3_by_daylight_seen_without_a_roll() -> None:
    game = night(light="day")
    assert said(look(game, range=120, modifiers=["unaware", "poor_weather"])) == "seen by daylight"
    assert seen(game)


def test_c3_by_daylight_too_nothing_is_seen_beyond_the_chart() -> None:
    game = night(light="day")
    with pytest.raises(InvalidInput, match="from 0 to 120 cm"):
        game.draft("observe", observer="Watch", target="Target", range=121).order()


def test_c3_the_printed_sentences_add_up() -> None:
    record = look(night(), 4, range=110, modifiers=["target_shows", "target_moving", "observer_fast"])
    assert rolled(record)[0].row == "4+"
    assert results(record) == ["yes"]


# ------------------------------------------------------------ what may be fired at


def test_c3_fire_only_at_a_target_observed_this_turn() -> None:
    game = night()
    order = {"firer": "Watch", "target": "Target", "range": 10}
    game.refused("fire", because="Blue has not observed Target this turn", rule="C3", **order)
    look(game, 1, modifiers=NONE)
    game.refused("fire", because="has not observed", rule="C3", **order)
    game.go("fire-1", 2)
    look(game, 6, modifiers=NONE)
    game.give("fire", 1, **order)
    game.go("fire-1", 3).refused("fire", because="has not observed", rule="C3", **order)


def test_c3_what_one_ship_observed_its_whole_side_may_fire_at() -> None:
    game = Game([ship("Target")], [ship("Watch"), ship("Second", gun("gun"))]).go("fire-1")
    look(game, 6, modifiers=NONE)
    game.give("fire", 1, firer="Second", target="Target", range=10)


def test_c3_what_the_other_side_observed_does_not_count() -> None:
    game = night()
    look(game, 6, modifiers=NONE)
    game.go("fire-2").refused("fire", firer="Target", target="Watch", range=10, because="Red has not observed", rule="C3")


def test_c3_a_ship_looks_once_a_turn_for_each_target() -> None:
    game = Game([ship("Target"), ship("Second")], [ship("Watch"), ship("Other")]).go("fire-1")
    look(game, 1, modifiers=NONE)
    game.refused("observe", observer="Watch", target="Target", range=50, because="has already looked for Target", rule="C3")
    look(game, 1, modifiers=NONE, target="Second")
    look(game, 1, modifiers=NONE, observer="Other")
    look(game.go("fire-1", 2), 1, modifiers=NONE)


def test_c3_no_looking_for_one_s_own_side() -> None:
    game = Game([ship("Target")], [ship("Watch"), ship("Other")]).go("fire-1")
    game.refused("observe", observer="Watch", target="Other", range=50, because="own side")


def test_c3_the_range_is_remembered_whichever_of_the_two_asks() -> None:
    game = night()
    look(game, 1, range=47, modifiers=NONE)
    assert game.go("fire-2").draft("observe", observer="Target", target="Watch").values["range"] == 47
    assert game.draft("fire", firer="Target", target="Watch").values["range"] == 47


# ------------------------------------------------------------ house rules


def test_c3_house_observation_die() -> None:
    assert results(look(night(None, None, reading(observation_die="D8")), 8, range=120, modifiers=["poor_weather"])) == ["yes"]


def test_c3_house_seen_at() -> None:
    assert "without a roll" in said(look(night(None, None, reading(seen_at=3)), modifiers=NONE))


def test_c3_house_daylight_needs_no_roll() -> None:
    game = night(None, None, reading(daylight_needs_no_roll=False), light="day")
    game.refused("fire", firer="Watch", target="Target", range=10, because="has not observed")
    assert results(look(game, 2, modifiers=NONE)) == ["no"]


def test_c3_house_fire_needs_observation() -> None:
    game = night(None, None, reading(fire_needs_observation=False))
    game.give("fire", 1, firer="Watch", target="Target", range=10)


def test_c3_house_one_look() -> None:
    game = night(None, None, reading(one_look=False))
    look(game, 1, modifiers=NONE)
    look(game, 6, modifiers=NONE)
    assert seen(game)


def test_c3_house_smoke_screens() -> None:
    game = Game([ship("Target")], [ship("Watch")], reading(smoke_screens=False)).go("move-1")
    game.give("move", ship="Target", speed=4, smoke="yes")
    assert known(game.go("fire-1"), range=50) == set()


def test_c3_nobody_is_due_to_look_where_every_enemy_is_seen() -> None:
    """By day no roll is needed; by night a look is due until what there is was seen."""
    day = night(light="day")
    assert not any("looked" in words for words in day.journal.ruleset.sequence.due(day.battle))
    dark = night()
    assert "Watch has not looked." in dark.journal.ruleset.sequence.due(dark.battle)
    look(dark, 6)
    assert not any("looked" in words for words in dark.journal.ruleset.sequence.due(dark.battle))
