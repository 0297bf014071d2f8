"""A7: initiative. Modifiers summed from squadrons as they stand, ties, who moves and shoots first, the weather."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fleetbook.core.odds import Effort, order_odds
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.side_view import SideView
from fleetbook.testing import counted, labels, rolled, said
from tests.rules.aanda.fleet import BLUE, RED, Game, house, ship


def rolling(red: Sequence[Any], squadrons: dict[str, dict[str, Any]], *rules: Any) -> Game:
    """Red's ships of named squadrons against one of Blue's, in the initiative step."""
    return Game(red, [ship("Target", "blue")], *rules, squadrons=squadrons).go("initiative")


def red_modifiers(game: Game, *dice: int) -> dict[str, int]:
    """What counted for Red's die; its face is 10 and Blue's 1."""
    record = game.propose("initiative", *dice, 10, 1, choices=(RED,))
    return counted(rolled(record)[-2])


def red_shift(game: Game, *dice: int) -> int:
    return sum(red_modifiers(game, *dice).values())


def many(squadron: str, number: int, **card: Any) -> list[Any]:
    return [ship(f"{squadron} {n}", squadron, **card) for n in range(1, number + 1)]


LED = {"flagship": "a 1"}


@pytest.mark.parametrize(("crew", "shift"), [("Superior", 2), ("standard", 1), ("Inferior", 0)])
def test_a7_a_squadron_counts_by_its_grade(crew: str, shift: int) -> None:
    assert red_shift(rolling(many("a", 2), {"a": {"crew": crew, **LED}})) == shift


def test_a7_each_squadron_counts() -> None:
    squadrons = {
        "a": {"crew": "Superior", "flagship": "a 1"},
        "b": {"crew": "Superior", "flagship": "b 1"},
        "c": {"flagship": "c 1"},
    }
    game = rolling([*many("a", 1), *many("b", 1), *many("c", 1)], squadrons)
    assert red_modifiers(game) == {"2 x squadron with Superior crews": 4, "1 x squadron with standard crews": 1}


def test_a7_a_squadron_with_a_ship_out_of_command_has_1_less() -> None:
    game = rolling(many("a", 3), {"a": LED})
    game.put("a 2", "bridge", "yes")
    assert red_shift(game) == 1 - 1
    game.put("a 3", "bridge", "yes")
    assert red_modifiers(game)["1 x squadron with a ship out of command"] == -1


@pytest.mark.parametrize(("number", "shift"), [(6, 1), (7, 0), (8, 0)])
def test_a7_a_squadron_of_7_or_more_has_1_less(number: int, shift: int) -> None:
    assert red_shift(rolling(many("a", number), {"a": LED})) == shift


def test_a7_ships_lost_do_not_count_to_7() -> None:
    game = Game(many("a", 7), [ship("Target")], squadrons={"a": LED}).go("movement")
    game.give("leave", ship="a 7")
    game.go("initiative", 2)
    assert red_shift(game) == 1


def test_a7_a_squadron_without_a_flagship_has_2_less() -> None:
    assert red_shift(rolling(many("a", 2), {"a": {}})) == 1 - 2


@pytest.mark.parametrize("how", ["sunk", "wreck", "left"])
def test_a7_a_flagship_lost_leaves_the_squadron_without_one(how: str) -> None:
    """One of six is lost, so that no morale is tested."""
    game = Game(many("a", 6), [ship("Target", "blue")], squadrons={"a": LED})
    if how == "left":
        game.go("movement").give("leave", ship="a 1")
        game.go("initiative", 2)
    else:
        game.strike("a 1", "hull", 100)
        game.go("initiative", ongoing=(1 if how == "sunk" else 10,))
    assert red_modifiers(game) == {"1 x squadron with standard crews": 1, "1 x squadron without a flagship": -2}


def test_a7_a_house_rule_lets_a_wreck_lead() -> None:
    game = Game(many("a", 6), [ship("Target", "blue")], house(wreck_leads_no_squadron=False), squadrons={"a": LED})
    game.strike("a 1", "hull", 100)
    game.go("initiative", ongoing=(10,))
    assert red_shift(game) == 1


def test_a7_the_flagship_out_of_command_still_leads() -> None:
    game = rolling(many("a", 3), {"a": LED})
    game.put("a 1", "bridge", "yes")
    assert "1 x squadron without a flagship" not in red_modifiers(game)


MARKED: dict[str, dict[str, Any]] = {
    "a": {"crew": "Superior", **LED},
    "b": {"crew": "Superior", "contact": True},
    "red dummy": {"dummy": True},
}
"""Behind the marker b are seven ships without a flagship; behind the other is nothing."""


def test_a7_grades_count_for_squadrons_deployed_as_models_and_penalties_for_every_one() -> None:
    game = rolling([*many("a", 1), *many("b", 7)], MARKED)
    assert red_modifiers(game) == {"1 x squadron with Superior crews": 2, "penalties of contact markers": -1 - 2}


def test_a7_the_other_side_is_told_who_won_and_no_total_that_would_tell_a_marker_from_a_dummy() -> None:
    game = rolling([*many("a", 1), *many("b", 7)], MARKED)
    record = game.give("initiative", 10, 1, choices=(RED,))
    own, seen = (SideView(game.journal, side).records[record.number - 1] for side in (RED, BLUE))
    assert counted(rolled(own)[-2]) == {"1 x squadron with Superior crews": 2, "penalties of contact markers": -3}
    assert labels(seen) == [BLUE]
    assert "Red wins the initiative" in said(seen)
    assert not [word for word in record.inputs["first"] if word.startswith("b:")]


def test_a7_a_house_rule_spares_squadrons_that_are_not_deployed() -> None:
    game = rolling([*many("a", 1), *many("b", 7)], MARKED, house(initiative_penalties_of="deployed squadrons"))
    assert red_modifiers(game) == {"1 x squadron with Superior crews": 2}


def test_a7_out_of_command_may_be_set_by_hand() -> None:
    game = rolling(many("a", 3), {"a": LED})
    game.put("a 2", "out of command", "yes")
    assert red_modifiers(game)["1 x squadron with a ship out of command"] == -1
    assert "out of command" in [condition.text for condition in game.battle.ruleset.card(game["a 2"]).conditions]
    game.put("a 2", "out of command", "no")
    assert red_shift(game) == 1


def test_a7_a_referee_may_tick_other_lines() -> None:
    game = rolling([*many("a", 2), *many("b", 2)], {"a": LED, "b": {"flagship": "b 1"}})
    known = game.draft("initiative").values["first"]
    assert known == ("a: squadron with standard crews", "b: squadron with standard crews")
    ticked = "; ".join([*known, "b: squadron with a ship out of command"])
    record = game.give("initiative", 10, 1, choices=(RED,), first=ticked)
    assert counted(rolled(record)[-2]) == {"2 x squadron with standard crews": 2, "1 x squadron with a ship out of command": -1}


def test_a7_what_morale_changes_counts_whatever_was_ticked_before() -> None:
    """Of squadron a nothing is left to count once it has left the table."""
    game = Game([*many("a", 2), *many("b", 2)], [ship("Target", "blue")], squadrons={"a": LED, "b": {"flagship": "b 1"}})
    game.go("movement").give("leave", ship="a 2")
    game.go("initiative", 2).give("initiative", 1, 10, 1, choices=(RED,))
    record = game.go("initiative", 3).give("initiative", 1, 10, 1, choices=(RED,))
    assert counted(rolled(record)[-2]) == {"1 x squadron with standard crews": 1}


def test_a7_a_house_rule_gives_ties_to_whoever_won_before() -> None:
    game = rolling(many("a", 1), {"a": LED, "blue": {"flagship": "Target"}}, house(initiative_ties="as before"))
    assert len(game.propose("initiative", 5, 5, 4, 4, 3, 9, choices=(BLUE,)).faces) == 6
    game.give("initiative", 1, 10, choices=(BLUE,))
    game.go("initiative", 2)
    assert "Blue wins the initiative" in said(game.give("initiative", 5, 5, choices=(BLUE,)))


def test_a7_the_odds_say_who_wins() -> None:
    """+2 against +1: of the hundred throws 55 are Red's, 36 Blue's and 9 ties, which are rolled again."""
    game = rolling(many("a", 1), {"a": {"crew": "Superior", **LED}, "blue": {"flagship": "Target"}})
    found = order_odds(game.battle, game.draft("initiative").order(), Effort(choices=(RED,)))
    assert set(found.tallies) == {"initiative"}
    assert found.tallies["initiative"]["Red"] == pytest.approx(55 / 91, abs=0.03)


def test_a7_a_squadron_s_grade_is_that_of_most_of_its_crews_as_they_stand() -> None:
    game = rolling(many("a", 3), {"a": {"crew": "Superior", **LED}})
    assert red_shift(game) == 2
    game.put("a 1", "bridge", "yes")
    assert red_modifiers(game)["1 x squadron with Superior crews"] == 2
    game.put("a 2", "bridge", "yes")
    assert red_modifiers(game)["1 x squadron with standard crews"] == 1


def test_a7_where_crews_are_even_the_scenario_s_grade_holds() -> None:
    game = rolling(many("a", 2), {"a": {"crew": "Superior", **LED}})
    game.put("a 1", "bridge", "yes")
    assert red_modifiers(game)["1 x squadron with Superior crews"] == 2


def test_a7_a_house_rule_may_keep_to_the_scenario_s_grade() -> None:
    game = rolling(many("a", 1), {"a": {"crew": "Superior", **LED}}, house(grade_as_crews_stand=False))
    game.put("a 1", "bridge", "yes")
    assert red_modifiers(game)["1 x squadron with Superior crews"] == 2


def test_a7_everything_at_once() -> None:
    """Two Superior squadrons (+4), one of seven with a ship out of command (-2), one without a flagship (-2): 0."""
    squadrons = {"a": {"crew": "Superior", **LED}, "b": {"crew": "Superior"}}
    game = rolling([*many("a", 7), *many("b", 2)], squadrons)
    game.put("a 2", "bridge", "yes")
    assert red_shift(game) == 0


# ------------------------------------------------------------ ties, and who goes first


def test_a7_ties_are_rolled_again() -> None:
    """Both sides have +1 - 2."""
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    record = game.give("initiative", 5, 5, 7, 7, 3, 4, choices=(BLUE,))
    assert [throw.total for throw in rolled(record)] == [4, 4, 6, 6, 2, 3]
    assert {die.sides for die in record.faces} == {10}
    assert "Blue wins the initiative" in said(record)
    game.go("initiative", 2)
    assert len(game.give("initiative", 5, 5, 9, 4, choices=(RED,)).faces) == 4  # whoever won before


def test_a7_a_tie_is_one_of_totals_and_not_of_faces() -> None:
    game = Game([ship("Hunter", crew="Superior")], [ship("Target")]).go("initiative")
    record = game.give("initiative", 4, 5, 2, 1, choices=(RED,))
    assert [throw.total for throw in rolled(record)] == [4, 4, 2, 0]


@pytest.mark.parametrize("first", [RED, BLUE])
@pytest.mark.parametrize(("dice", "winner"), [((10, 1), RED), ((1, 10), BLUE)])
def test_a7_the_winner_decides_who_moves_first_and_shoots_first_himself(first: str, dice: tuple[int, int], winner: str) -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    game.give("initiative", *dice, choices=(first,))
    assert game.go("movement").battle.acting == first
    assert game.go("firing").battle.acting == winner


def test_a7_the_winner_must_choose_and_it_is_he_who_does() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    with pytest.raises(ChoiceNeeded) as wanted:
        game.propose("initiative", 1, 10)
    assert (wanted.value.side, wanted.value.options) == (BLUE, (RED, BLUE))


def test_a7_initiative_is_rolled_once_a_turn_and_the_step_does_not_end_without_it() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    game.next(10, 1, choices=(RED,))
    assert game.battle.phase == "movement"
    game.go("initiative", 2)
    game.give("initiative", 10, 1, choices=(RED,))
    game.refused("initiative", because="initiative is settled this turn")
    assert not game.next().faces


# ------------------------------------------------------------ weather


def test_a7_the_weather_may_change_as_the_referee_decides() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    game.give("weather", weather="Gale")
    assert game.battle.word("weather") == "Gale"
    game.refused("weather", because="the weather is Gale already", weather="Gale")
    game.unreadable("weather", "weather", weather="Fog")


def test_a7_it_changes_in_the_initiative_step_only() -> None:
    game = Game([ship("Hunter")], [ship("Target")])
    game.refused("weather", because="belongs to step 2", weather="Gale")
