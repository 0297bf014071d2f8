"""The causes in events: the guns of a port, seaplanes, a mine adrift, combined fire."""

from __future__ import annotations

from fleetbook.reports.damage.marks import marks
from tests.rules.gwas_variant.fleet import ALLIED, Game, ship
from tests.rules.gwas_variant.test_strategic_rules import ATTACK, seaplanes

FOR_ALLIED = 4


def struck(game: Game) -> list[tuple[str, str, str]]:
    return [(mark.ship, mark.by, mark.how) for mark in marks(game.journal)]


def test_10_the_guns_of_a_port_are_named_by_the_port() -> None:
    game = Game([ship("Firer")], [ship("Target")], fleets={"allied": {"port": True}})
    game.give("shore-battery", 6, port="Odessa", side=ALLIED)
    game.go("gunfire-1").give("shore-fire", 6, 2, 3, 1, 1, port="Odessa", target="Firer", range=3)
    assert struck(game) == [("Firer", "Odessa", "shore guns")]


def test_2_seaplanes_are_named_by_their_base() -> None:
    game = seaplanes()
    game.give("seaplane-attack", 6, 6, 2, 3, **ATTACK)
    assert struck(game) == [("Target", "Pola", "seaplanes")]


def test_a_mine_adrift_is_nobody_s() -> None:
    game = Game([ship("Firer")], [ship("Target")], begins="game turn")
    game.give("strategic-event", 1, 1, FOR_ALLIED, 3)
    assert struck(game) == [("Target", "", "rogue mine")]


def test_11_ships_that_fire_together_are_told_by_the_first() -> None:
    game = Game([ship("One"), ship("Two")], [ship("Target")]).go("gunfire-1")
    game.give("combined-fire", 6, 2, 3, *[1] * 5, target="Target", range=3, weapon="primary", firers=["One", "Two"])
    assert struck(game) == [("Target", "One", "primary guns")]
