"""The briefing says what each side needs to win, and what decides where none has it."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.reports.scenario import decides
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup


def told(scenario: str) -> list[str]:
    """What is said of a scenario's conditions."""
    setup = load_setup(scenario)
    journal: Journal[Any] = Journal(ruleset(setup.ruleset), setup, "1")
    return list(decides(journal))


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ("coastal/convoy", ["Royal Navy wins: merchantmen sunk, 2 needed", "otherwise Kriegsmarine wins"]),
        (
            "fgdn/heligoland-bight",
            [
                "Royal Navy wins (clear): German cruisers sunk, 3 needed; British ships sunk, at most 1 allowed",
                "Royal Navy wins (marginal): German cruisers sunk, 2 needed; British ships sunk, at most 1 allowed",
                "otherwise Hochseeflotte wins",
                "20 turns at most",
            ],
        ),
        (
            "aanda/tsushima",
            [
                "Russia wins (decisive): armoured ships away to the north, 6 needed",
                "Japan wins (decisive): armoured ships sunk, 6 needed",
                "otherwise the higher score wins: marginal by 10 points or more, clear by 50, decisive by 120",
                "points for Japan: Russian hull boxes, 1 each",
                "points for Russia: Japanese hull boxes, 1 each",
                "with a smaller lead it is drawn",
            ],
        ),
        (
            "gwas/cape-sarych",
            [
                "Russia wins (decisive): battlecruisers sunk, 1 needed",
                "otherwise the higher score wins",
                "points for Central Powers: Russian hull boxes, 1 each",
                "points for Russia: hull boxes of the Central Powers, 1 each",
                "if the score is level it is drawn",
            ],
        ),
        (
            "gwas-variant/two-against-three",
            [
                "Central Powers win: battleships sunk, 2 needed",
                "Russia wins: battlecruisers sunk, 1 needed",
                "otherwise it is drawn",
            ],
        ),
    ],
)
def test_what_decides_a_battle_is_told_before_it_begins(scenario: str, said: list[str]) -> None:
    assert told(scenario) == said


def test_boxes_that_count_more_on_a_ship_lost_are_told() -> None:
    assert "points for Royal Navy: points of German capital ships, 1 each, 2 of a ship lost" in told("fgdn/dogger-bank")


def test_a_lead_of_one_is_a_point() -> None:
    assert told("aanda/yalu")[0] == "the higher score wins: marginal by 1 point or more, clear by 20, decisive by 60"
