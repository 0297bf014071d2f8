"""A6: ships without hull boxes, who tests for sinking and how often, and what a sunk ship no longer does."""

from __future__ import annotations

import pytest

from fleetbook.testing import counted, results, rolled, said
from tests.rules.aanda.fleet import Game, duel, fire, gun, house, known_to_fire, ship, tubes


def wreck(*rules: object, **conditions: str) -> Game:
    """Blue's Target, one of two, has no hull boxes left."""
    game = Game([ship("Shooter")], [ship("Target", torpedoes=[tubes()]), ship("Sister")], *rules, **conditions)  # type: ignore[arg-type]
    game.strike("Target", "hull", 100)
    return game


def test_a6_a_ship_without_hull_boxes_is_stopped() -> None:
    game = wreck()
    assert (game["Target"].max_speed, game["Target"].stopped, game["Target"].speed) == (0, True, 0)
    assert "target_stopped" in known_to_fire(game.go("firing", ongoing=(10,)))


def test_a6_and_silent() -> None:
    game = wreck().go("firing", ongoing=(10,))
    game.give("done", squadron="red")
    order = {"firer": "Target", "target": "Shooter", "range": 10, "bearing": "P"}
    game.refused("fire", because="Target has no hull boxes left: she cannot move or fire", rule="A6", **order)
    game.refused("torpedo", because="Target has no hull boxes left: she cannot move or fire", rule="A6", **order)
    assert game.draft("fire").entries["firer"].options == ("Sister",)


def test_a6_the_last_box_lost_under_fire_stops_it_for_the_next_battery() -> None:
    game = duel(shooter={"main": [gun()], "secondary": [gun("six", 6.0)]}, hull=1)
    record = fire(game, 8, 1, 12, 1, 5)
    assert counted(rolled(record)[-1]) == {"target stopped": 2, "long range": -1}


def test_a6_a_squadron_of_wrecks_has_no_turn_to_fire() -> None:
    game = Game([ship("Shooter"), ship("Second", "second")], [ship("Target")]).go("firing")
    game.strike("Target", "hull", 100)
    game.give("done", squadron="red")
    assert game.battle.acting == "Red"
    assert game.draft("done").entries["squadron"].options == ("second",)


def test_a6_a_squadron_wrecked_in_its_own_turn_to_choose_passes_the_turn_on() -> None:
    """Blue is next when a ruling takes its last hull boxes."""
    game = Game([ship("Shooter"), ship("Second", "second")], [ship("Target")]).go("firing")
    game.give("done", squadron="red")
    assert game.battle.acting == "Blue"
    game.strike("Target", "hull", 100)
    assert game.battle.acting == "Red"


def test_a6_without_hull_boxes_it_tests_in_every_phase_without_the_2() -> None:
    """In a calm a battleship's d10 has +1 and sinks on 3 or less: on 2."""
    game = wreck()
    for turn in (1, 2, 3):
        game.go("ongoing", turn)
        record = game.give("ongoing", 3)
        assert counted(rolled(record)[0]) == {"Calm to Moderate": 1}
        assert results(record) == ["yes"]
    game.go("ongoing", 4)
    assert "Target sinks: no hull boxes left" in said(game.give("ongoing", 2))


def test_a6_a_test_for_a_critical_has_the_2() -> None:
    game = Game([ship("Shooter")], [ship("Target")], weather="Gale")
    game.put("Target", "catastrophe", "1")
    record = game.give("ongoing", 7)
    assert counted(rolled(record)[0]) == {"Gale": -1, "for a critical hit": -2}
    assert results(record) == ["yes"]


def test_a6_one_test_a_phase_for_each_cause() -> None:
    game = wreck()
    game.put("Target", "catastrophe", "2")
    record = game.give("ongoing", 10, 9, 8)
    assert [counted(throw).get("for a critical hit", 0) for throw in rolled(record)] == [0, -2, -2]


def test_a6_a_ship_sinks_once() -> None:
    """The tests that were due after the one that sank it are not thrown."""
    game = wreck()
    game.put("Target", "catastrophe", "2")
    record = game.give("ongoing", 10, 1)
    assert said(record).count("Target sinks") == 1
    assert game["Target"].fate == "sunk T1: catastrophe"


def test_a6_fire_that_takes_the_last_box_is_followed_by_a_test_at_once() -> None:
    game = Game([ship("Shooter")], [ship("Target", hull=2)])
    game.put("Target", "fire", "1")
    assert "Target sinks" in said(game.give("ongoing", 4, 2))


def test_a6_the_phase_does_not_end_without_ongoing_damage() -> None:
    game = wreck()
    record = game.next(2)
    assert "Target sinks" in said(record)
    assert game.battle.phase == "initiative"


def test_a6_ongoing_damage_is_done_once_a_turn() -> None:
    game = wreck()
    game.give("ongoing", 10)
    game.refused("ongoing", because="ongoing damage is settled this turn")
    assert not game.next().faces


def test_a6_a_sunk_ship_does_nothing_and_nothing_is_done_to_it() -> None:
    game = wreck()
    game.next(1)
    game.go("movement", initiative=(10, 10, 1))
    for procedure in ("mine", "leave"):
        game.refused(procedure, because="Target is gone: sunk T1: no hull boxes left", ship="Target")
    game.refused("ram", because="Target is gone", rammer="Shooter", target="Target", knots=10)
    game.give("done", squadron="red")
    assert game.draft("move", squadron="blue").entries["ships"].options == ("Sister",)
    game.go("firing")
    game.refused("fire", because="Target is gone", firer="Shooter", target="Target", range=60, bearing="P")
    assert game.draft("fire").entries["target"].options == ("Sister",)
    game.give("done", squadron="red")
    game.refused("fire", because="Target is gone", firer="Target", target="Shooter", range=60, bearing="P")


def test_a6_a_sunk_ship_no_longer_burns_tests_or_repairs() -> None:
    game = wreck()
    for what in ("fire", "flood", "catastrophe"):
        game.put("Target", what, "3")
    game.next(1, 1, 1, 1, 1, 1, 1)
    assert not game["Target"].afloat
    game.go("ongoing", 2, initiative=(10, 10, 1))
    assert "no ship burns" in said(game.give("ongoing"))


def test_a6_the_loss_of_a_flagship_is_told() -> None:
    game = Game([ship("Shooter")], [ship("Target"), ship("Sister")], squadrons={"blue": {"flagship": "Target"}})
    game.strike("Target", "hull", 100)
    assert "blue has lost its flagship" in said(game.next(1))


def test_a6_ships_lost_are_counted_for_their_side() -> None:
    game = wreck()
    game.next(1)
    assert game.battle.ruleset.outcome(game.battle) == "Red lost no ship; Blue lost Target"


def test_a6_house_rules_may_spare_it_the_test_or_let_it_fight_on() -> None:
    assert not wreck(house(hull_gone_tests=False)).next().faces
    game = wreck(house(hull_gone_stops=False))
    assert (game["Target"].max_speed, game["Target"].silent) == (18, False)
    assert game.battle.ruleset.card(game["Target"]).conditions[0].text == "no hull boxes left"


def test_a6_a_wreck_s_card_says_so() -> None:
    card = wreck()
    shown = card.battle.ruleset.card(card["Target"])
    assert [(c.short, c.text, c.gravity) for c in shown.conditions] == [
        ("NO HULL", "no hull boxes left: cannot move or fire", "grave")
    ]
    assert shown.motion == "stopped"


@pytest.mark.parametrize(
    ("weather", "no_hull", "catastrophe"),
    [("Calm to Moderate", 3, 5), ("Fresh to Strong", 4, 6), ("Gale", 5, 7), ("Storm", 6, 8)],
)
def test_a6_a_card_says_what_she_must_throw(weather: str, no_hull: int, catastrophe: int) -> None:
    """A battleship's d10 sinks on 3 or less. Calm adds 1, a gale takes 1 and a storm 2; a critical hit takes 2."""
    game = wreck(weather=weather)
    game.put("Target", "catastrophe", "2")
    shown = {c.short: (c.figure, c.means) for c in game.battle.ruleset.card(game["Target"]).conditions}
    assert shown["NO HULL"] == (f"{no_hull}+", f"D10 {no_hull} or more each turn, or she sinks")
    assert shown["CATASTROPHE 2"] == (f"{catastrophe}+", f"D10 {catastrophe} or more each turn, or she sinks")


def test_a6_a_test_that_no_face_passes_says_so() -> None:
    """A destroyer's d6 sinks on 3 or less; in a storm a critical hit takes 4."""
    game = Game([ship("Shooter")], [ship("Target", type="DD"), ship("Sister")], weather="Storm")
    game.put("Target", "catastrophe", "1")
    assert [c.means for c in game.battle.ruleset.card(game["Target"]).conditions] == ["she sinks at the next test"]
