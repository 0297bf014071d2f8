"""Mass Confusion Reigns: no move, difficulties, a group moved by the enemy, fire at friends."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import rolled, said
from tests.rules.gwas_variant.fleet import ALLIED, CENTRAL, Game, ship

FOR_ALLIED = 4
IGNORED, STRUCK = 3, 4


def mass_confusion(*allied: tuple[str, str, dict[str, Any]], **settings: Any) -> Game:
    game = Game([ship("Firer")], allied or [ship("Target"), ship("Friend")], **settings).go("event-2")
    game.give("event", 6, 6, FOR_ALLIED)
    return game


def test_mass_confusion_confuses_and_hampers() -> None:
    game = mass_confusion()
    assert game.fact("", "confused", ALLIED)
    assert game.fact("", "fire control difficulties", ALLIED)
    assert not game.fact("", "fire control difficulties", CENTRAL)


def test_mass_confusion_the_enemy_moves_one_group_once_even_if_it_could_not_move() -> None:
    game = mass_confusion().go("other-move-2")
    game.refused("move-enemy", group="Central BB", because="the enemy may not move")
    assert "Allied BB is moved 1 area by Central" in said(game.give("move-enemy", group="Allied BB", hex="7"))
    assert (game["Target"].word("hex"), game["Friend"].word("hex")) == ("7", "7")
    game.refused("move-enemy", group="Allied BB", because="no side has a group that the enemy may move")


@pytest.mark.parametrize(("face", "ships"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_mass_confusion_half_a_die_of_ships_fire_at_friends(face: int, ships: int) -> None:
    game = mass_confusion().go("initiative-move-2")
    assert game.next(face).faces[0].sides == 6
    assert (game.fact("", "friendly fire", ALLIED) or 0) == ships


def friendly(face: int = 3) -> Game:
    game = mass_confusion().go("initiative-move-2")
    game.next(face)
    return game


def test_mass_confusion_friendly_fire_without_fire_control_difficulties() -> None:
    game = friendly()
    assert "fire_control" not in game.modifiers("friendly-fire", firer="Target", target="Friend", range=1)
    record = game.give("friendly-fire", 5, 1, 2, 1, firer="Target", target="Friend", range=1, weapons=["tertiary"], near_enemy=1)
    assert [event.total for event in rolled(record)][:1] == [6]
    assert game.fact("", "friendly fire", ALLIED) is None
    game.refused("friendly-fire", firer="Friend", target="Target", range=1, because="no ship fires at friends")


def test_mass_confusion_the_friend_lies_in_another_area_near_an_enemy() -> None:
    game = friendly(6)
    order: dict[str, Any] = {"firer": "Target", "target": "Friend", "weapons": ["primary"]}
    game.refused("friendly-fire", **order, range=0, because="another area")
    game.refused("friendly-fire", **order, range=1, near_enemy=2, because="at most 1 from such an area")
    game.refused("friendly-fire", firer="Firer", target="Friend", range=1, because="Firer does not fire at friends")
    game.refused("friendly-fire", firer="Target", target="Firer", range=1, because="no friend")
    game.give("fire", 1, 1, 1, 1, firer="Target", target="Firer", range=3, weapons=["primary"])
    game.refused("friendly-fire", **order, range=1, because="Target has fired in this step")
    area = game.draft("friendly-fire", firer="Friend", target="Target", range=1)
    assert area.values["near_enemy"] == 1
    game.give("friendly-fire", 1, 1, 1, 1, firer="Friend", target="Target", range=1, weapons=["primary"], near_enemy=0)


def test_mass_confusion_the_enemy_fires_no_ship_that_is_out_of_the_combat_or_has_no_guns_left() -> None:
    ships = [ship("Target"), ship("Friend"), ship("Gone", type="CL", speed="2"), ship("Struck", secondary=0, tertiary=0)]
    game = Game([ship("Firer")], ships).go("other-move-2")
    game.give("move-group", mover="Allied CL", off_map="yes")
    game.strike("Struck", "primary", 4)
    game.go("event-3").give("event", 6, 6, FOR_ALLIED)
    game.go("initiative-move-3").next(6)
    order: dict[str, Any] = {"target": "Friend", "range": 1}
    game.refused("friendly-fire", firer="Gone", **order, because="Gone is gone")
    game.refused("friendly-fire", firer="Struck", **order, because="Struck's primary boxes are all hit")


@pytest.mark.parametrize(("face", "struck_"), [(IGNORED, False), (STRUCK, True)])
def test_mass_confusion_a_leader_ignores_all_of_it(face: int, struck_: bool) -> None:
    flag = {"allied": {"leader": "an admiral", "flagship": "Target"}}
    game = Game([ship("Firer")], [ship("Target")], fleets=flag).go("event-1")
    game.give("event", 6, 6, FOR_ALLIED, face)
    for what in ("confused", "fire control difficulties", "enemy moves a group", "friendly fire due"):
        assert bool(game.fact("", what, ALLIED)) is struck_
