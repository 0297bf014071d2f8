"""The secrets of a side's fleets in orders open to both sides: events, musters, attacks, scenarios."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.events import without_inputs
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


STRUCK = {
    "Erroneous Report": ((2, 2, ALLIED_STRUCK), ()),
    "Situation Clarifies": ((2, 3, ALLIED_STRUCK), ()),
    "This Just In": ((4, 6, ALLIED_STRUCK), ()),
    "Danger Ahead": ((5, 6, ALLIED_STRUCK, 2), ()),
    "All is Lost": ((6, 6, ALLIED_STRUCK, 3), ("ignore it",)),
    "Rogue Mine": ((1, 1, ALLIED_STRUCK, 1, 1), ()),
    "Condenser Problems": ((1, 2, ALLIED_STRUCK, 2), ()),
}
"""The dice and choices of each event that strikes one fleet without revealing it: side, fleet, ship or damage."""


@pytest.mark.parametrize("event", STRUCK)
def test_an_event_tells_the_other_side_its_name_and_whom_it_strikes_and_no_more(event: str) -> None:
    ships = [ship("Lion", "intercept", **BRITISH), ship("Tiger", "bombard", **BRITISH), ship("Orion", "transport", **BRITISH)]
    fleets = {
        "intercept": {"mission": "Intercept", "zone": "A1", "orders": ["Fuel"]},
        "bombard": {"mission": "Bombard", "zone": "A1", "orders": ["Shell"]},
        "transport": {"mission": "Transport", "zone": "A1", "orders": ["Load"]},
    }
    game = Game([ship("Kaiser")], ships, fleets=fleets, begins="game turn")
    dice, choices = STRUCK[event]
    record = game.give("strategic-event", *dice, choices=choices)
    (read,) = SideView(game.journal, CENTRAL).records
    assert [(face.sides, face.face) for face in read.faces] == [(6, face) for face in dice[:3]]
    assert read.choices == ()
    text = json.dumps(msgspec.to_builtins(read))
    assert event in text
    assert f'"result": "{ALLIED}"' in text
    for secret in ("intercept", "bombard", "transport", "Lion", "Tiger", "Orion", "plot", "ignore", "which fleet"):
        assert secret not in text, secret
    assert SideView(game.journal, ALLIED).records[0].events == tuple(without_inputs(record.events))


def test_neutral_report_tells_the_other_side_the_ships_and_not_how_many_fleets_there_are() -> None:
    fleets = {name: {"mission": "Intercept", "zone": "A1", "orders": ["Move B2"]} for name in ("first", "second")}
    ships = [ship("Lion", "first", **BRITISH), ship("Tiger", "second", **BRITISH)]
    game = Game([ship("Kaiser")], ships, fleets=fleets, begins="game turn")
    game.give("strategic-event", 4, 5, ALLIED_STRUCK, 2)
    text = read_by(game, CENTRAL)
    assert "second is Tiger" in text
    assert "second will move to B2" in text
    assert "Lion" not in text
    assert "which fleet" not in text


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
