"""What a side may not read of the other's fleets through orders that are open to both: events, musters, attacks, scenarios."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SEALED, SideView
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.rules.gwas_variant.fleet import ALLIED, CENTRAL, Game, ship

DANGER_AHEAD, ALL_IS_LOST, ALLIED_STRUCK, CENTRAL_STRUCK = (5, 6), (6, 6), 6, 1
BRITISH = {"nation": "Britain"}


def at_sea(**fleets: dict[str, Any]) -> Game:
    """A fleet of the Central Powers, and an Allied one plotted to Alpha and Beta."""
    plotted = {"mission": "Intercept", "zone": "A1", "orders": ["Move Alpha", "Move Beta"]}
    settings = {"allied": plotted, **fleets}
    return Game([ship("Kaiser")], [ship("Lion", **BRITISH)], fleets=settings, begins="game turn")


def read_by(game: Game, side: str) -> str:
    """Everything that a side reads of the journal, down to the facts that changed."""
    view = SideView(game.journal, side)
    return view.setup.text + json.dumps(msgspec.to_builtins(view.records), ensure_ascii=False)


def test_danger_ahead_the_orders_put_off_are_not_read_by_the_other_side() -> None:
    game = at_sea()
    game.give("strategic-event", *DANGER_AHEAD, ALLIED_STRUCK)
    assert game.fact("allied", "order", "3") == "Move Beta"
    for word in ("Alpha", "Beta"):
        assert word not in read_by(game, CENTRAL)
        assert word in read_by(game, ALLIED)
    assert "Danger Ahead" in read_by(game, CENTRAL)


def test_danger_ahead_orders_plotted_for_this_turn_stay_sealed_when_they_are_put_off() -> None:
    game = at_sea(allied={"mission": "Intercept", "zone": "A1", "orders": ["Move Alpha", "Move Alpha"]})
    game.go("plotting").give("plot", fleet="allied", turn=3, orders="Move Omega")
    while game.battle.turn < 3:
        game.go("abort-orders").next()
    game.give("strategic-event", *DANGER_AHEAD, ALLIED_STRUCK)
    assert game.fact("allied", "order", "4") == "Move Omega"
    assert "Omega" not in read_by(game, CENTRAL)
    assert "Omega" in read_by(game, ALLIED)


def test_all_is_lost_the_mission_given_up_is_its_own_sides_to_know() -> None:
    game = at_sea()
    game.give("strategic-event", *ALL_IS_LOST, ALLIED_STRUCK)
    assert game.fact("allied", "mission") == "Abort"
    assert "Abort" in read_by(game, ALLIED)
    for word in ("Abort", "aborted", "Intercept"):
        assert word not in read_by(game, CENTRAL)


def raid() -> Game:
    """A raider of the Central Powers and a cruiser of theirs that waits for it in the same zone."""
    fleets = {
        "wolf": {"mission": "Raid", "zone": "Z1", "leader": "Kapitan", "flagship": "Moewe", "orders": ["Move Z2", "Move Z3"]},
        "waiting": {"mission": "Intercept", "zone": "Z2", "orders": ["Move Z2", "Move Z3"]},
    }
    germans = {"nation": "Germany", "speed": "2"}
    return Game(
        [ship("Moewe", "wolf", **germans), ship("Emden", "waiting", **germans)],
        [ship("Lion", **BRITISH)], fleets=fleets, begins="game turn",
    )  # fmt: skip


def test_a_raider_that_another_fleet_took_in_is_not_read_of() -> None:
    game = raid().go("movement")
    game.give("move", fleet="wolf")
    while game.battle.phase != "combining":
        game.go("abort-orders").next()
        game.go("combining")
    game.give("combine", fleet="waiting", other="wolf")
    text = read_by(game, ALLIED)
    for word in ("wolf", "Moewe", "Kapitan"):
        assert word not in text, word
    assert SEALED in text


def test_a_raider_that_aborts_is_not_seen_for_it() -> None:
    game = raid().go("movement")
    game.give("move", fleet="wolf")
    game.go("abort-orders").next()
    game.go("aborting").give("abort", fleet="wolf")
    assert "wolf" not in read_by(game, ALLIED)


def test_a_ship_of_an_unknown_fleet_that_is_lost_unseen_is_not_read_of() -> None:
    game = raid()
    game.strike("Emden", "hull", 10)
    assert game["Emden"].fate
    assert "Emden" not in read_by(game, ALLIED)
    assert [each.name for each in SideView(game.journal, ALLIED).battle.ships()] == ["Lion"]


def test_fleets_divided_off_are_not_named_in_the_others_journal() -> None:
    game = Game(
        [ship("Kaiser"), ship("Koenig")], [ship("Lion", **BRITISH), ship("Tiger", **BRITISH)], begins="game turn"
    ).go("movement")  # fmt: skip
    game.give("divide", fleet="central", ships="Koenig", name="night watch")
    game.give("divide", fleet="allied", ships="Tiger", name="scouts")
    assert "night watch" not in read_by(game, ALLIED)
    assert "scouts" in read_by(game, ALLIED)


@pytest.mark.parametrize("name", ["gwas-variant/odessa-in-range", "gwas/black-sea-raid"])
def test_a_scenarios_words_on_a_ship_at_sea_are_for_its_own_side(name: str) -> None:
    setup = load_setup(name)
    journal: Journal[GwasShip] = Journal(ruleset(setup.ruleset), setup, "a test")
    assert "Goeben" not in SideView(journal, "Russia").setup.text
    assert SideView(journal, "Central Powers").setup.text == setup.text


def test_when_the_battle_has_ended_everything_may_be_read() -> None:
    game = raid()
    game.give("end")
    assert {each.name for each in SideView(game.journal, ALLIED).battle.ships()} == {"Moewe", "Emden", "Lion"}
