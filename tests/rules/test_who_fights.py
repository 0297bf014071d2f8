"""How many of a side's ships fight: those that are there, and that nothing keeps from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fleetbook.core.battle.card_view import strength
from fleetbook.testing import Game
from tests.rules.coastal.fleet import Game as Coastal
from tests.rules.coastal.fleet import ship as coastal_ship


def _told(game: Game[Any], side: str) -> str:
    return strength([game.battle.ruleset.card(ship) for ship in game.battle.ships(side)])


def test_c8_a_disabled_ship_does_not_fight_for_she_may_not_shoot() -> None:
    game = Coastal([coastal_ship("One"), coastal_ship("Two"), coastal_ship("Three")], [coastal_ship("Enemy")])
    assert _told(game, "Red") == "3 of 3 fight"
    game.put("One", "disabled", "yes")
    assert _told(game, "Red") == "2 of 3 fight, 1 out"
    game.strike("Two", "hull", 20)
    assert _told(game, "Red") == "1 of 3 fights, 2 out"


def test_ships_that_fight_no_longer_are_all_accounted_for_where_some_are_out() -> None:
    game = Coastal([coastal_ship(name) for name in ("One", "Two", "Three", "Four")], [coastal_ship("Enemy")])
    game.put("Two", "disabled", "yes")
    one, *others = (game.battle.ruleset.card(ship) for ship in game.battle.ships("Red"))
    assert strength([replace(one, fate="sunk T1: a test", lost="sunk"), *others]) == "2 of 4 fight, 1 sunk, 1 out"
    assert strength([replace(one, fate="left T1"), *others]) == "2 of 4 fight, 1 gone, 1 out"
    assert strength([replace(one, fate="left T1"), *others[1:]]) == "2 of 3 fight"


def test_c8_a_disabled_ship_is_no_lost_one_and_no_crippled_one_for_a_victory() -> None:
    game = Coastal([coastal_ship("One")], [coastal_ship("Enemy")])
    game.put("One", "disabled", "yes")
    card = game.battle.ruleset.card(game.battle.ship("One"))
    assert (card.standing, card.lost, card.idle) == ("", "", True)
