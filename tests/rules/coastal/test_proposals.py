"""What an order proposes: ships that have still to act, and no range of an earlier step that keeps one from it."""

from __future__ import annotations

from typing import Any

from tests.rules.coastal.fleet import Game, gun, ship, tubes

SEEN, NEAR, FAR = 6, 40, 70
"""A die that sees; a 20 mm reaches the first range in cm and not the second."""


def meeting(arc: str = "all-round") -> Game:
    """Two of Blue in their step, one of Red."""
    sides = gun("a", arc="port"), gun("b", "single gun", "starboard", calibre=4.0)
    blue = [ship(name, *(sides if arc == "sides" else [gun("a")])) for name in ("First", "Second")]
    return Game([ship("Target")], blue).go("fire-1")


def look(game: Game, observer: str, cm: int) -> None:
    game.give("observe", SEEN, observer=observer, target="Target", range=cm, modifiers=())


def fire(game: Game, firer: str, **inputs: Any) -> None:
    game.give("fire", 1, firer=firer, target="Target", modifiers=(), **{"range": NEAR, **inputs})


def test_a_range_of_the_turn_before_passes_over_no_ship_and_refuses_none() -> None:
    game = meeting()
    look(game, "First", FAR)
    game.go("fire-1", 2)
    look(game, "Second", NEAR)
    draft = game.draft("fire")
    assert draft.values["firer"] == "First"
    range_ = draft.entries["range"]
    assert range_.value is None
    assert "a whole number from 0" in str(range_.problem)
    assert draft.with_input("range", NEAR).problem is None


def test_a_range_measured_in_this_step_passes_over_a_ship_that_it_keeps_from_firing() -> None:
    game = meeting()
    look(game, "First", FAR)
    look(game, "Second", NEAR)
    assert game.draft("fire").values["firer"] == "Second"


def test_a_second_shot_at_the_same_target_from_the_other_side_is_not_proposed_but_may_be_said() -> None:
    game = meeting("sides")
    look(game, "First", NEAR)
    fire(game, "First", bearing="port")
    assert game.draft("fire").values["firer"] == "Second"
    again = game.draft("fire", firer="First")
    assert again.values["target"] == "Target"
    assert again.values["bearing"] is None
    assert again.with_input("bearing", "starboard").problem is None


def test_a_launch_says_from_where_on_its_range_goes() -> None:
    game = Game([ship("Boat", tubes())], [ship("Target")]).go("move-1")
    draft = game.draft("launch", ship="Boat", target="Target")
    assert draft.entries["range"].bounds == (30, 999)
    assert "from 30 to 999 cm" in str(draft.problem)
    assert "29 cm is too near: torpedoes need 30 cm" in str(draft.with_input("range", 29).problem)
    assert draft.with_input("range", 30).problem is None
