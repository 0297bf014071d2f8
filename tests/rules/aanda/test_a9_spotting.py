"""A9: contact markers, real and dummy: hidden, spotted, revealed."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import results, rolled, said
from tests.rules.aanda.fleet import BLUE, NONE, RED, WEATHERS, Game, house, ship

HIDDEN: dict[str, dict[str, Any]] = {"blue": {"contact": True}, "blue dummy": {"dummy": True}}


def watch(*rules: Any, phase: str = "spotting", weather: str = WEATHERS[0], light: str = "day", **target: Any) -> Game:
    """Red's two squadrons look for Blue's contact markers: a real one of two ships, and a dummy."""
    red = [ship("Hunter"), ship("Second", "second")]
    blue = [ship("Target", **target), ship("Sister")]
    return Game(red, blue, *rules, squadrons=HIDDEN, weather=weather, light=light).go(phase)


def spot(game: Game, *dice: int, **inputs: Any) -> Any:
    return game.give("spot", *dice, **{"squadron": "red", "contact": "blue", "range": 100, **inputs})


# ------------------------------------------------------------ to spot


@pytest.mark.parametrize("face", range(1, 11))
def test_a9_spotting_succeeds_on_8_of_d10(face: int) -> None:
    game = watch()
    assert [die.sides for die in spot(game, face, modifiers=NONE).faces] == [10]
    assert game["Target"].has("hidden") == (face < 8)


@pytest.mark.parametrize(
    ("weather", "light", "known"),
    [
        ("Calm to Moderate", "day", {"clear_day"}),
        ("Fresh to Strong", "day", set()),
        ("Gale", "day", set()),
        ("Calm to Moderate", "night", {"night"}),
        ("Gale", "night", {"night"}),
    ],
)
def test_a9_2_more_by_day_in_a_calm_and_2_less_at_night(weather: str, light: str, known: set[str]) -> None:
    game = watch(weather=weather, light=light)
    assert game.modifiers("spot", squadron="red", contact="blue", range=10) == known


@pytest.mark.parametrize(("switched", "shift"), [("clear_day", 2), ("night", -2), ("shows", 1)])
def test_a9_every_modifier_shifts_the_spotter_s_die(switched: str, shift: int) -> None:
    order: dict[str, Any] = {"squadron": "red", "contact": "blue", "range": 100, "modifiers": [switched]}
    assert results(watch().propose("spot", 8 - shift, **order)) == ["yes"]
    assert results(watch().propose("spot", 7 - shift, **order)) == ["no"]


def test_a9_a_fast_or_smoking_target_shows() -> None:
    assert watch(knots=26).modifiers("spot", squadron="red", contact="blue", range=100) == {"clear_day", "shows"}
    game = watch(phase="movement")
    game.give("done", squadron="red")
    game.give("move", squadron="blue", smoke="yes")
    game.go("spotting")
    assert game.modifiers("spot", squadron="red", contact="blue", range=100) == {"clear_day", "shows"}


@pytest.mark.parametrize(
    ("weather", "light", "reach"),
    [
        ("Calm to Moderate", "day", 150),
        ("Fresh to Strong", "day", 60),
        ("Gale", "day", 60),
        ("Storm", "day", 60),
        ("Calm to Moderate", "night", 30),
        ("Storm", "night", 30),
    ],
)
def test_a9_reach(weather: str, light: str, reach: int) -> None:
    game = watch(weather=weather, light=light)
    order = {"squadron": "red", "contact": "blue"}
    game.refused("spot", because=f"{reach + 1} cm is beyond {reach} cm", rule="A9", range=reach + 1, **order)
    assert results(spot(game, 1, range=reach)) == ["no"]


@pytest.mark.parametrize(("cm", "automatic"), [(0, True), (20, True), (21, False)])
def test_a9_20_cm_or_less_is_seen_without_a_roll(cm: int, automatic: bool) -> None:
    game = watch(light="night")
    record = spot(game, *(() if automatic else (1,)), range=cm)
    assert bool(rolled(record)) != automatic
    assert game["Target"].has("hidden") != automatic


# ------------------------------------------------------------ turns


def test_a9_spotting_alternates_and_the_winner_begins() -> None:
    squadrons: dict[str, dict[str, Any]] = {"red far": {"contact": True}, **HIDDEN}
    red = [ship("Hunter"), ship("Far", "red far")]
    game = Game(red, [ship("Target"), ship("Near", "near")], squadrons=squadrons).go("spotting")
    assert game.battle.acting == RED
    spot(game, 1)
    assert game.battle.acting == BLUE
    game.give("spot", 1, squadron="near", contact="red far", range=100)


def test_a9_a_squadron_tries_once_a_turn() -> None:
    game = watch()
    spot(game, 1)
    assert game.draft("spot").entries["squadron"].options == ("second",)
    spot(game, 1, squadron="second")
    game.go("spotting", 2)
    spot(game, 1)


def test_a9_a_house_rule_may_let_it_try_again() -> None:
    game = watch(house(one_spot_a_squadron=False))
    spot(game, 1)
    spot(game, 1, contact="blue dummy")
    game.give("done")
    assert game.draft("spot").entries["squadron"].options == ("second",)


def test_a9_a_contact_marker_does_not_spot_itself() -> None:
    squadrons: dict[str, dict[str, Any]] = {"red": {"contact": True}, "blue": {"contact": True}}
    game = Game([ship("Hunter")], [ship("Target")], squadrons=squadrons).go("spotting")
    assert game.draft("spot").entries["squadron"].options == ()


def test_a9_without_contacts_there_is_nothing_to_do() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("spotting")
    assert game.draft("done").entries["squadron"].options == ()
    assert "passed over" not in said(game.next())


# ------------------------------------------------------------ hidden and revealed


def test_a9_a_contact_marker_moves_without_a_word_of_what_it_is() -> None:
    """Its headline and all that the order says are those of a dummy."""
    told = []
    for name in ("blue", "blue dummy"):
        game = watch(phase="movement", knots=10)
        game.give("done", squadron="red")
        record = game.give("move", squadron=name, speed=12, smoke="yes")
        told.append((record.headline.replace(name, "X"), said(record)))
    assert told == [("X moves", "")] * 2


def test_a9_what_is_hidden_cannot_be_fired_at_nor_fire() -> None:
    game = watch(phase="firing")
    game.refused("fire", because="Target has not been spotted", firer="Hunter", target="Target", range=60, bearing="P")
    assert game.draft("fire").entries["target"].options == ()
    game.give("done", squadron="red")
    game.refused("fire", because="Target is a contact marker", firer="Target", target="Hunter", range=60, bearing="P")


def test_a9_what_is_hidden_neither_rams_nor_is_rammed_nor_leaves() -> None:
    game = watch(phase="movement")
    game.refused("ram", because="Target has not been spotted", rammer="Hunter", target="Target", knots=10)
    game.give("done", squadron="red")
    game.refused("ram", because="blue is a contact marker", rammer="Target", target="Hunter", knots=10)
    game.refused("leave", because="blue is a contact marker", ship="Target")


def test_a9_a_real_contact_spotted_is_deployed_at_once() -> None:
    game = watch()
    record = spot(game, 10)
    assert said(record).startswith("contact blue is Target, Sister")
    assert (game["Target"].has("hidden"), game["Sister"].has("hidden")) == (False, False)
    game.go("firing")
    assert results(game.give("fire", 1, firer="Hunter", target="Target", range=60, bearing="P")) == ["no"]


def test_a9_a_dummy_spotted_goes() -> None:
    game = watch()
    assert "contact blue dummy is a dummy" in said(spot(game, 10, contact="blue dummy"))
    assert game.draft("spot").entries["contact"].options == ("blue",)
    game.go("movement", 2)
    game.give("done", squadron="red")
    assert game.draft("move").entries["squadron"].options == ("blue",)


def test_a9_a_dummy_moves_like_a_contact_and_is_no_squadron_for_initiative() -> None:
    game = watch(phase="movement")
    game.give("done", squadron="red")
    assert game.draft("move").entries["squadron"].options == ("blue", "blue dummy")


def test_a9_a_player_may_turn_over_his_own_markers() -> None:
    game = watch(phase="movement")
    game.refused("reveal", because="blue belongs to Blue; it is Red's turn", contact="blue")
    game.give("done", squadron="red")
    assert "contact blue is Target, Sister" in said(game.give("reveal", contact="blue"))
    assert game.battle.acting == BLUE


def test_a9_a_side_whose_last_marker_was_a_dummy_passes_the_turn_on() -> None:
    """Blue turns over its dummy when nothing else of it waits; Red's second squadron is next."""
    game = watch(phase="movement")
    game.give("done", squadron="red")
    game.give("move", squadron="blue")
    game.give("done", squadron="second")
    assert game.battle.acting == BLUE
    game.give("reveal", contact="blue dummy")
    assert game.draft("done").entries["squadron"].options == ()
    assert "passed over" not in said(game.next())


def test_a9_only_markers_of_the_other_side_are_spotted() -> None:
    squadrons: dict[str, dict[str, Any]] = {"far": {"contact": True}, **HIDDEN}
    game = Game([ship("Hunter"), ship("Far", "far")], [ship("Target")], squadrons=squadrons).go("spotting")
    assert game.draft("spot").entries["contact"].options == ("blue", "blue dummy")
    game.unreadable("spot", "contact", squadron="red", contact="far", range=10)


def test_a9_a_hidden_ship_s_card_says_so() -> None:
    game = watch()
    assert [c.text for c in game.battle.ruleset.card(game["Target"]).conditions] == ["behind a contact marker"]
