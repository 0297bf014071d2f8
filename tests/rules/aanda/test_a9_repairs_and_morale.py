"""A9: repairs, and the morale of weakened squadrons."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import counted, results, rolled, said
from tests.rules.aanda.fleet import RED, Game, ship

# ------------------------------------------------------------ repairs


def damaged(crew: str = "standard", **conditions: str) -> Game:
    """Blue's Target with these conditions, in the repair step."""
    game = Game([ship("Hunter")], [ship("Target", crew=crew)]).go("repairs")
    for condition, value in conditions.items():
        game.put("Target", condition, value)
    return game


def test_a9_one_die_for_each_fire_flood_rudder_engine_and_bridge() -> None:
    game = damaged(fire="2", flood="1", rudder="yes", engine="2", bridge="yes")
    record = game.give("repair", *(1,) * 7)
    assert [throw.label for throw in rolled(record)] == [
        *("mend fire", "mend fire", "mend flood", "mend rudder", "mend engine", "mend engine", "mend bridge"),
    ]


def test_a9_each_die_mends_one() -> None:
    game = damaged(fire="3", flood="2", engine="2", rudder="yes")
    game.give("repair", 8, 7, 10, 9, 1, 8, 2, 8)
    left = {what: game["Target"].count(what) for what in ("fire", "flood", "rudder", "engine")}
    assert left == {"fire": 1, "flood": 1, "rudder": 0, "engine": 1}


@pytest.mark.parametrize(("crew", "needed"), [("Superior", 7), ("standard", 8), ("Inferior", 9)])
def test_a9_a_superior_crew_has_1_more_and_an_inferior_1_less(crew: str, needed: int) -> None:
    game = damaged(crew, fire="2")
    record = game.give("repair", needed, needed - 1)
    assert results(record) == ["yes", "no"]


def test_a9_a_crew_lowered_by_a_bridge_hit_repairs_as_it_stands() -> None:
    record = damaged("Superior", bridge="yes", fire="1").give("repair", 8, 8)
    assert not any(throw.adjustments for throw in rolled(record))


def test_a9_guns_hull_and_catastrophes_are_never_mended() -> None:
    game = damaged(catastrophe="1")
    game.strike("Target", "hull", 20)
    game.put("Target", "guns out: gun", "1")
    assert "nothing to repair" in said(game.give("repair"))
    assert (game["Target"].left("hull"), game["Target"].count("catastrophe")) == (80, 1)


def test_a9_both_sides_repair_at_once_and_once_a_turn() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("repairs")
    game.put("Hunter", "fire", "1")
    game.put("Target", "flood", "1")
    record = game.give("repair", 8, 8)
    assert (game["Hunter"].has("fire"), game["Target"].has("flood")) == (False, False)
    assert len(rolled(record)) == 2
    game.refused("repair", because="repairs are settled this turn")
    assert not game.next().faces


def test_a9_the_step_does_not_end_without_repairs() -> None:
    game = damaged(fire="1")
    assert len(game.next(8).faces) == 1
    assert (game["Target"].has("fire"), game.battle.phase) == (False, "spotting")


def test_a9_a_mended_engine_steams_again_and_a_mended_rudder_turns_again() -> None:
    game = damaged(engine="1", rudder="yes")
    game.give("repair", 8, 8)
    assert (game["Target"].max_speed, game["Target"].answers_helm) == (18, True)


# ------------------------------------------------------------ morale


def squadron(began: int, lost: int, **squadron: Any) -> Game:
    """Blue's squadron of ships, some of which left the table in the first turn; the second turn's initiative is next."""
    ships = [ship(f"Ship {n}") for n in range(1, began + 1)]
    game = Game([ship("Hunter")], ships, squadrons={"blue": squadron}).go("movement")
    game.give("done", squadron="red")
    for n in range(began, began - lost, -1):
        game.give("leave", ship=f"Ship {n}")
    return game.go("initiative", 2)


def rally(game: Game, *dice: int) -> Any:
    return game.give("initiative", *dice, 10, 1, choices=(RED,))


@pytest.mark.parametrize(
    ("began", "lost", "tests"),
    [
        (1, 0, False),
        (2, 1, True),
        (3, 1, False),
        (3, 2, True),
        (4, 1, False),
        (4, 2, True),
        (4, 3, True),
        (7, 3, False),
        (7, 4, True),
    ],
)
def test_a9_squadrons_at_half_strength_or_below_test(began: int, lost: int, tests: bool) -> None:
    record = rally(squadron(began, lost, flagship="Ship 1"), *((10,) if tests else ()))
    assert [throw.label for throw in rolled(record)][:-2] == (["morale of blue"] if tests else [])


@pytest.mark.parametrize("face", range(1, 11))
def test_a9_1_to_3_fails_and_the_squadron_turns_away(face: int) -> None:
    record = rally(squadron(4, 2, flagship="Ship 1"), face)
    assert ("blue turns away" in said(record)) == (face <= 3)
    assert record.faces[0].sides == 10


@pytest.mark.parametrize(
    ("details", "shift"),
    [
        ({"crew": "Superior", "flagship": "Ship 1"}, 1),
        ({"crew": "standard", "flagship": "Ship 1"}, 0),
        ({"crew": "Inferior", "flagship": "Ship 1"}, -1),
        ({"crew": "Superior", "flagship": "Ship 4"}, -1),
        ({"crew": "Inferior", "flagship": "Ship 4"}, -3),
        ({}, -2),
    ],
)
def test_a9_morale_goes_by_grade_and_flagship(details: dict[str, Any], shift: int) -> None:
    record = rally(squadron(4, 2, **details), 5)
    assert sum(counted(rolled(record)[0]).values()) == shift


def test_a9_a_squadron_that_turns_away_shows_it_this_turn() -> None:
    game = squadron(4, 2, flagship="Ship 1")
    rally(game, 3)
    shown = [c.text for c in game.battle.ruleset.card(game["Ship 1"]).conditions]
    assert shown == ["its squadron turns away"]
    game.go("ongoing", 3)
    assert not game["Ship 1"].turned_away


def test_a9_a_second_failure_leaves_the_table() -> None:
    game = squadron(4, 2, flagship="Ship 1")
    rally(game, 3)
    game.go("initiative", 3)
    record = rally(game, 3)
    assert said(record).count("leaves the table") == 2
    assert [game[f"Ship {n}"].fate for n in (1, 2)] == ["fled T3", "fled T3"]
    assert "blue has lost its flagship" in said(record)


def test_a9_failures_need_not_follow_each_other() -> None:
    game = squadron(4, 2, flagship="Ship 1")
    rally(game, 3)
    game.go("initiative", 3)
    rally(game, 4)
    game.go("initiative", 4)
    assert "Ship 1 leaves the table" in said(rally(game, 1))


def test_a9_a_squadron_that_fled_counts_no_more_for_initiative() -> None:
    game = squadron(4, 2, flagship="Ship 1")
    rally(game, 1)
    game.go("initiative", 3)
    assert counted(rolled(rally(game, 1))[-1]) == {}


def test_a9_morale_is_tested_before_the_initiative_dice_by_every_weak_squadron() -> None:
    red = [ship(name, "red one") for name in ("Ajax", "Argus")] + [ship(name, "red two") for name in ("Avon", "Arrow")]
    game = Game(red, [ship("Target")]).go("movement")
    game.give("leave", ship="Argus")
    game.give("done", squadron="red one")
    game.give("done", squadron="blue")
    game.give("leave", ship="Arrow")
    game.go("initiative", 2)
    record = rally(game, 9, 9)
    assert [throw.label for throw in rolled(record)] == ["morale of red one", "morale of red two", "Red", "Blue"]


def test_a9_a_ship_sunk_weakens_its_squadron_the_same_turn() -> None:
    game = Game([ship("Hunter")], [ship("Target"), ship("Sister")])
    game.strike("Target", "hull", 100)
    game.go("initiative", ongoing=(1,))
    assert len(rally(game, 9).faces) == 3
