"""A5: what each critical hit does, in the turn and in those after it."""

from __future__ import annotations

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.testing import results, rolled, said, struck
from tests.rules.aanda.fleet import Game, duel, fire, house, known_to_fire, ship

RUDDER, ENGINE, BRIDGE, FIRE, CATASTROPHE = 14, 15, 17, 18, 19
"""A face for each on a battleship's d20."""


def hit(face: int, *rules: object, **target: object) -> Game:
    """The target's hull was pierced by 1, and this was the critical."""
    game = duel(*rules, **target)  # type: ignore[arg-type]
    fire(game, 8, 1, 9, face)
    return game


def blue_moves(game: Game, turn: int = 2) -> Game:
    """Go on to a movement in which Blue is next."""
    game.go("movement", turn)
    game.give("done", squadron="red")
    return game


# ------------------------------------------------------------ rudder


def test_a5_a_disabled_rudder_forbids_turns() -> None:
    game = blue_moves(hit(RUDDER))
    because = "Target's rudder is disabled: no change of heading"
    game.refused("move", because=because, rule="A5", squadron="blue", turning="yes", speed=12)
    assert game.give("move", squadron="blue", speed=12).headline == "blue moves at 12 kt"


def test_a5_a_disabled_rudder_forbids_evasion() -> None:
    game = blue_moves(hit(RUDDER))
    because = "Target's rudder is disabled: no evasion"
    game.refused("move", because=because, rule="A5", squadron="blue", evading="yes", speed=12)


def test_a5_a_disabled_rudder_ends_the_evasion_under_way() -> None:
    game = duel()
    game.put("Target", "evading", "yes")
    fire(game, 8, 8, 1, 9, RUDDER)
    assert not game["Target"].evading


def test_a5_a_mended_rudder_answers_again() -> None:
    game = hit(RUDDER)
    game.go("repairs", 2)
    game.give("repair", 8)
    blue_moves(game, 3)
    game.give("move", squadron="blue", turning="yes", evading="yes", speed=12)
    assert game["Target"].evading


def without_rudder() -> Game:
    """The target of a squadron of two has lost her rudder, and Blue moves."""
    game = Game([ship("Shooter")], [ship("Target"), ship("Sister")]).go("firing")
    fire(game, 8, 1, 9, RUDDER)
    return blue_moves(game)


@pytest.mark.parametrize("ships", [{}, {"ships": "Target; Sister"}])
@pytest.mark.parametrize("order", ["turning", "evading"])
def test_a5_in_a_squadron_that_turns_or_evades_it_takes_the_speed_alone_and_the_answer_says_so(
    order: str, ships: dict[str, str]
) -> None:
    game = without_rudder()
    record = game.give("move", squadron="blue", speed=12, **{order: "yes"}, **ships)
    assert (game["Sister"].speed, game["Target"].speed) == (12, 12)
    assert (game["Sister"].evading, game["Target"].evading) == (order == "evading", False)
    assert record.headline == f"blue moves at 12 kt, {order}"
    assert "Target's rudder is disabled: she takes the speed and neither turns nor evades" in said(record)
    game.go("movement", 3, repairs=[8])
    assert not game["Target"].evades, "mended, it does not begin to evade by itself"


def test_a5_ships_of_which_none_answers_the_helm_do_not_turn() -> None:
    game = without_rudder()
    game.refused("move", squadron="blue", speed=12, turning="yes", ships="Target", because="Target's rudder is disabled")
    game.put("Sister", "rudder", True)
    because = "Target and Sister: rudder disabled: no evasion"
    game.refused("move", squadron="blue", speed=12, evading="yes", ships="Target; Sister", because=because, rule="A5")
    game.give("move", squadron="blue", speed=12)
    assert (game["Sister"].speed, game["Target"].speed) == (12, 12)


def test_a5_a_squadron_of_which_no_ship_answers_her_helm_is_offered_no_evasion() -> None:
    game = without_rudder()
    asked = Draft(game.battle, game.battle.ruleset.order("move"), {"squadron": "blue"})
    assert "yes" in (asked.entries["evading"].options or ())
    game.put("Sister", "rudder", True)
    asked = Draft(game.battle, game.battle.ruleset.order("move"), {"squadron": "blue"})
    assert "Target and Sister: rudder disabled: no evasion" in str(asked.entries["evading"].refused["yes"])


def test_a5_a_second_rudder_hit_changes_nothing() -> None:
    game = hit(RUDDER)
    game.go("firing", 2, repairs=(1,))
    fire(game, 8, 1, 9, RUDDER)
    game.go("repairs", 3)
    game.give("repair", 8)
    assert not game["Target"].has("rudder")


# ------------------------------------------------------------ engine room


def test_a5_an_engine_room_hit_halves_the_current_maximum() -> None:
    game = hit(ENGINE)
    assert (game["Target"].max_speed, game["Target"].speed) == (9, 9)


def test_a5_a_second_engine_room_hit_stops_the_ship() -> None:
    game = hit(ENGINE)
    game.go("firing", 2, repairs=(1,))
    fire(game, 8, 1, 9, ENGINE)
    assert (game["Target"].max_speed, game["Target"].stopped) == (0, True)


def test_a5_a_ship_ordered_faster_makes_what_it_can() -> None:
    game = blue_moves(hit(ENGINE))
    assert said(game.give("move", squadron="blue", speed=18)) == "Target makes 9 kt"
    assert game["Target"].speed == 9


def test_a5_each_engine_room_hit_is_mended_by_itself() -> None:
    game = hit(ENGINE)
    game.go("firing", 2, repairs=(1,))
    fire(game, 8, 1, 9, ENGINE)
    game.go("repairs", 3)
    game.give("repair", 8, 7)
    assert game["Target"].max_speed == 9


def test_a5_house_rules_may_divide_otherwise() -> None:
    game = duel(house(engine_hit_share=3, engine_hits_that_stop=3))
    game.put("Target", "engine", "2")
    assert game["Target"].max_speed == 6


# ------------------------------------------------------------ bridge


@pytest.mark.parametrize(("crew", "lower"), [("Superior", "standard"), ("standard", "Inferior"), ("Inferior", "Inferior")])
def test_a5_a_bridge_hit_makes_the_crew_one_grade_lower(crew: str, lower: str) -> None:
    game = Game([ship("Shooter")], [ship("Target", crew=crew)]).go("firing")
    fire(game, 8, 1, 9, BRIDGE)
    assert game["Target"].crew == lower


def test_a5_a_firer_whose_bridge_was_hit_shoots_as_a_crew_one_grade_lower() -> None:
    game = duel(crew="Superior")
    assert known_to_fire(game) == {"superior"}
    game.put("Shooter", "bridge", "yes")
    assert known_to_fire(game) == set()


def test_a5_a_bridge_hit_puts_the_ship_out_of_command() -> None:
    game = hit(BRIDGE).go("initiative", 2)
    record = game.give("initiative", 10, 1, choices=("Red",))
    assert {a.text: a.value for a in rolled(record)[1].adjustments}["1 x squadron with a ship out of command"] == -1


def test_a5_a_mended_bridge_restores_grade_and_command() -> None:
    game = hit(BRIDGE)
    game.go("repairs", 2)
    game.give("repair", 9)  # -1: Inferior while the bridge is hit
    assert (game["Target"].crew, game["Target"].out_of_command) == ("standard", False)


# ------------------------------------------------------------ fire, flood, catastrophe


def test_a5_a_fire_takes_d4_in_every_ongoing_damage_phase_until_it_is_put_out() -> None:
    game = hit(FIRE)
    game.go("ongoing", 2)
    assert struck(game.give("ongoing", 3)) == [("Target", "hull", 3)]
    game.go("ongoing", 3, repairs=(7,))
    assert struck(game.give("ongoing", 4)) == [("Target", "hull", 4)]
    game.go("ongoing", 4, repairs=(8,))
    assert "no ship burns" in said(game.give("ongoing"))


def test_a5_each_fire_and_each_flood_takes_its_own_d4() -> None:
    game = Game([ship("Shooter")], [ship("Target")])
    game.put("Target", "fire", "2")
    game.put("Target", "flood", "1")
    record = game.give("ongoing", 4, 3, 2)
    assert struck(record) == [("Target", "hull", 4), ("Target", "hull", 3), ("Target", "hull", 2)]
    assert [throw.label for throw in rolled(record)] == ["fire", "fire", "flood"]


def test_a5_criticals_of_a_kind_add_up() -> None:
    game = hit(FIRE)
    game.go("firing", 2, ongoing=(1,), repairs=(1,))
    fire(game, 8, 1, 9, FIRE)
    assert game["Target"].count("fire") == 2


def test_a5_both_sides_burn_at_once_before_any_sinking_test() -> None:
    game = Game([ship("Shooter", hull=2)], [ship("Target")])
    game.put("Shooter", "fire", "1")
    game.put("Target", "fire", "1")
    record = game.give("ongoing", 2, 4, 3)
    assert struck(record) == [("Shooter", "hull", 2), ("Target", "hull", 4)]
    assert [throw.label for throw in rolled(record)] == ["fire", "fire", "stays afloat"]


def test_a5_fire_takes_hull_whatever_the_armour_and_rolls_no_critical() -> None:
    game = Game([ship("Shooter")], [ship("Target", type="B")])
    game.put("Target", "fire", "1")
    assert results(game.give("ongoing", 1)) == ["1"]


def test_a5_a_catastrophe_is_tested_in_every_ongoing_damage_phase() -> None:
    """A battleship in a calm, for a critical: d10 + 1 - 2, sinks on 3 or less, so on 4."""
    game = hit(CATASTROPHE)
    for turn in (2, 3, 4):
        game.go("ongoing", turn)
        assert results(game.give("ongoing", 5)) == ["yes"]
    game.go("ongoing", 5)
    game.give("ongoing", 4)
    assert not game["Target"].afloat


def test_a5_fires_burn_on_a_card_by_number() -> None:
    game = hit(FIRE)
    game.put("Target", "engine", "1")
    game.put("Target", "fire", "2")
    card = game.battle.ruleset.card(game["Target"])
    assert [(c.short, c.text) for c in card.conditions] == [
        ("FIRE 2", "2 fires"),
        ("ENGINE", "engine room hit"),
        ("*", "splash marker"),
    ]


@pytest.mark.parametrize(
    ("condition", "short"),
    [
        ("fire", "FIRE"),
        ("flood", "FLOOD"),
        ("engine", "ENGINE"),
        ("catastrophe", "CATASTROPHE"),
        ("rudder", "RUDDER"),
        ("bridge", "BRIDGE"),
        ("splash", "*"),
    ],
)
def test_a5_every_condition_has_a_word_of_its_own(condition: str, short: str) -> None:
    game = Game([ship("Shooter")], [ship("Target")])
    game.put("Target", condition, "yes" if condition in ("rudder", "bridge", "splash") else "1")
    assert [c.short for c in game.battle.ruleset.card(game["Target"]).conditions] == [short]
