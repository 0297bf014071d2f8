"""Damage to a coastal ship is known to her own side alone until an enemy has seen her: her boxes, her systems, her repairs.

All see that she was hit, that she works out damage or repairs, and that she sinks.
"""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook import testing
from fleetbook.core.battle.facts import Key
from fleetbook.core.play.side_battle import side_battle
from fleetbook.core.play.side_view import SideView
from tests.rules.coastal.fleet import BLUE, RED, Game, gun, ship, tubes
from tests.trust.pairs import Pairs
from tests.trust.twins import DOCUMENTS, documents_of

PAIRS = Pairs()


def battle(light: str = "night") -> Game:
    """Red's boat with two torpedoes against Blue's merchantman, whom Red has not seen."""
    return Game([ship("Boat", tubes())], [ship("Prey", gun("bow gun"), size="larger", hull=60)], light=light)


def torpedoed() -> Game:
    """The merchantman was hit by one of two torpedoes, and her damage step has come."""
    game = battle().go("move-1")
    game.give("launch", ship="Boat", target="Prey", range=30, number=2)
    game.give("torpedo", 6, torpedo="torpedo 1", target="Prey", modifiers=())
    return game.go("damage-2")


def damaged(system: int = 1, turns: int = 6) -> Game:
    """She has lost this system, and sinks in so many turns. Her first system is the bridge, with three boxes."""
    game = torpedoed()
    game.give("damage", 1, system, turns, ship="Prey")
    return game


@PAIRS.pair(RED, "1", "9")
def boxes_struck_by_hand(secret: str) -> testing.Game[Any]:
    game = battle()
    game.give("strike", ship="Prey", track="hull", boxes=int(secret))
    game.give("strike", ship="Prey", track="engines", boxes=1 if secret == "1" else 2)
    return game.go("fire-1")


@PAIRS.pair(RED, "1", "9")
def boxes_struck_and_given_back(secret: str) -> testing.Game[Any]:
    game = battle()
    game.give("strike", ship="Prey", track="hull", boxes=int(secret))
    game.journal.append(game.journal.undo())
    return game.go("fire-1")


@PAIRS.pair(RED, "damaged", "destroyed")
def a_gun_put_out_by_hand(secret: str) -> testing.Game[Any]:
    game = battle()
    game.give("set", ship="Prey", condition="bow gun", value=secret)
    return game.go("fire-1")


@PAIRS.pair(RED, "1", "2", "3")
def a_torpedo_hit_worked_out(secret: str) -> testing.Game[Any]:
    return damaged(int(secret), 3 + int(secret)).go("fire-1", 2)


@PAIRS.pair(RED, "1", "6")
def a_gun_repaired_or_not(secret: str) -> testing.Game[Any]:
    game = battle()
    game.give("set", ship="Prey", condition="bow gun", value="damaged")
    game.go("repair-2")
    game.give("repair", int(secret), ship="Prey")
    return game.go("fire-1", 2)


@pytest.mark.parametrize("name", PAIRS)
def test_an_enemy_who_never_saw_her_reads_the_same_whatever_the_damage(name: str) -> None:
    PAIRS.check(name, DOCUMENTS)


def test_the_facts_of_a_side_hold_whole_boxes_until_she_is_seen() -> None:
    game, bridge = damaged(), Key("Prey", "bridge")
    facts = {side: SideView(game.journal, side).battle.fact(bridge) for side in (RED, BLUE, None)}
    assert facts == {RED: None, BLUE: 0, None: None}
    assert side_battle(game.journal, RED).ship("Prey").bridge == 3
    assert side_battle(game.journal, RED).is_unknown(bridge)
    game.go("fire-1", 2).go("fire-2")
    assert "bridge 0 of 3" not in documents_of(game.journal, RED)["log"]
    game.give("observe", observer="Boat", target="Prey", range=10)
    assert SideView(game.journal, RED).battle.fact(bridge) == 0
    assert "bridge 0 of 3" in documents_of(game.journal, RED)["log"]


def test_all_read_that_she_was_hit_and_that_damage_is_worked_out() -> None:
    game = damaged()
    logs = {side: documents_of(game.journal, side)["log"] for side in (RED, BLUE, None)}
    assert all("Torpedo 1 (Boat) meets Prey" in log for log in logs.values())
    assert [log.splitlines()[-1].endswith("Damage to Prey") for log in logs.values()] == [True, False, True]


def test_by_day_all_damage_is_open() -> None:
    game = battle("day")
    game.give("strike", ship="Prey", track="hull", boxes=9)
    assert SideView(game.journal, RED).battle.fact(Key("Prey", "hull")) == 51
