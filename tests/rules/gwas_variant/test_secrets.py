"""The secrets of a side before their time: orders after a report, raiders and mines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import fleetbook

CENTRAL, RUSSIA = "Central Powers", "Russia"
VIEWS = (("status",), ("log",), ("log", "--json"), ("report",), ("report", "--format", "json"), ("report", "--format", "csv"))


IN_PLAY = VIEWS[:3]
"""Without reports, which begin with the scenario's own words on who is at sea."""


def told(path: Path, side: str, views: tuple[tuple[str, ...], ...] = VIEWS) -> str:
    """Everything that a side may read of a battle."""
    return "\n".join(fleetbook(view[0], str(path), *view[1:], "--side", side).out for view in views)


def order(path: Path, *words: str) -> None:
    ran = fleetbook("order", str(path), *words)
    assert ran.code == 0, ran.err


@pytest.fixture
def odessa(tmp_path: Path) -> Path:
    """The first turn of a game. Eberhard has just had a good report, and plots three turns."""
    path = tmp_path / "odessa.battle"
    assert fleetbook("new", "gwas-variant/odessa-in-range", "--seed", "7", "-o", str(path)).code == 0
    order(path, "deploy-mines", "side=Russia", "zone=Sevastopol", "number=6")
    order(path, "report-mines", "side=Russia", "zone=Sevastopol", "zones=1")
    order(path, "strategic-event", "--dice", "4,6,5", "--choose", "Eberhard")
    for _ in range(2):
        order(path, "next")
    order(path, "next", "--dice", "4")  # the weather stays
    order(path, "next")
    order(path, "plot", "fleet=Eberhard", "turn=1", "orders=Move ZULU; Move YANKEE; Move XRAY")
    return path


def test_orders_plotted_anew_stay_with_their_side(odessa: Path) -> None:
    assert "ZULU" in told(odessa, RUSSIA)
    for word in ("ZULU", "YANKEE", "XRAY"):
        assert word not in told(odessa, CENTRAL)


def test_the_move_of_this_turn_is_seen_when_it_is_made_the_later_ones_are_not(odessa: Path) -> None:
    for _ in range(3):
        order(odessa, "next")
    order(odessa, "move", "fleet=Eberhard")
    seen = told(odessa, CENTRAL)
    assert "YANKEE" not in seen
    assert "XRAY" not in seen


def test_the_words_of_a_mine_report_are_read_the_number_is_not(odessa: Path) -> None:
    assert "heavily mined" in told(odessa, CENTRAL)
    assert "6 minefields" in told(odessa, RUSSIA)
    assert "6 minefields" not in told(odessa, CENTRAL)


def test_a_raider_is_read_of_when_it_is_placed_on_the_map_and_its_ships_are_not(odessa: Path) -> None:
    assert "Souchon" not in told(odessa, RUSSIA, IN_PLAY)
    for _ in range(3):
        order(odessa, "next")
    order(odessa, "spot-raider", "fleet=Souchon", "base=major base", "zones=2")
    seen = told(odessa, RUSSIA, IN_PLAY)
    assert "Souchon is placed on the map" in seen
    assert "Goeben" not in seen
    order(odessa, "next")
    order(odessa, "next")
    order(odessa, "aerial-spotting", "fleet=Souchon")
    assert "Souchon is Goeben" in told(odessa, RUSSIA, IN_PLAY)
