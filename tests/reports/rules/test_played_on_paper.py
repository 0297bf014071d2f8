"""Two actions worked out by hand from the printed page and cards alone: the program comes to the same boxes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import fleetbook

FOLDER = Path(__file__).parent / "paper"

STRUCK = {
    "coastal": {
        "S 130": {
            "hull": 0,
            "bridge": 0,
            "engines": 3,
            "torp": 2,
            "destroyed": {"torpedo tubes", "radar detector", "twin 20 mm"},
            "damaged": {"37 mm aft"},
            "conditions": {"NO HULL"},
        },
        "S 84": {"hull": 13, "bridge": 1, "engines": 3, "torp": 0, "conditions": {"TURN"}},
        "Brocklesby": {
            "hull": 14,
            "bridge": 0,
            "engines": 0,
            "destroyed": {"twin 4-inch A"},
            "conditions": {"DISABLED", "SINKS T4"},
        },
        "MTB 694": {"hull": 12, "bridge": 1, "engines": 3, "torp": 4},
        "Tyne Carrier": {
            "hull": 42,
            "bridge": 3,
            "engines": 0,
            "destroyed": {"forward hold"},
            "conditions": {"DISABLED", "AMMO"},
        },
    },
    "aanda": {
        "Akashi": {"sunk": True},
        "Hayabusa": {"sunk": True},
        "Chidori": {"hull": 3, "torp": 0, "conditions": {"TURNS AWAY"}},
        "Manazuru": {"sunk": True},
        "Almaz": {"hull": 1, "main": 2, "destroyed": {"fore 75 mm", "S mid 75 mm"}, "conditions": {"ENGINE"}},
        "Koreets": {"sunk": True},
        "Buinyi": {"hull": 0, "main": 1, "torp": 0, "conditions": {"NO HULL", "CATASTROPHE"}},
        "Bravyi": {"hull": 2, "main": 1, "torp": 3},
    },
}
"""What was crossed off and written on each card at the end. Boxes of fittings that are not named were whole."""


def on_card(ship: dict[str, Any]) -> dict[str, Any]:
    """A ship's card as the players have it: the boxes left, fittings out of order, conditions."""
    if ship["lost"] == "sunk":
        return {"sunk": True}
    found: dict[str, Any] = {track["id"]: track["left"] for track in ship["tracks"] if track["full"]}
    if ship["supplies"]:
        found["torp"] = sum(supply["left"] for supply in ship["supplies"])
    for state in ("damaged", "destroyed"):
        if out := {system["label"] for system in ship["systems"] if system["state"] == state}:
            found[state] = out
    if signs := {condition["short"] for condition in ship["conditions"]}:
        found["conditions"] = signs
    return found


@pytest.mark.parametrize("system", STRUCK)
def test_the_program_crosses_off_the_boxes_that_were_crossed_off_by_hand(system: str, tmp_path: Path) -> None:
    """Every throw was typed in: an order refuses a die too many or too few."""
    path = tmp_path / "a.battle"
    assert fleetbook("new", str(FOLDER / f"{system}.toml"), "-o", str(path)).code == 0
    played = fleetbook("order", str(path), "--batch", str(FOLDER / f"{system}.txt"))
    assert played.code == 0, played.err
    ships = json.loads(fleetbook("status", str(path), "--json").out)["ships"]
    assert {ship["name"]: on_card(ship) for ship in ships} == STRUCK[system]


def test_a_squadron_with_one_boat_of_four_tests_morale_and_a_tie_is_thrown_again(tmp_path: Path) -> None:
    """One of four boats is left: Superior +1, without a flagship -2. The sides are level, so both throw again."""
    path = tmp_path / "a.battle"
    assert fleetbook("new", str(FOLDER / "aanda.toml"), "-o", str(path)).code == 0
    told = fleetbook("order", str(path), "--batch", str(FOLDER / "aanda.txt")).out
    assert "4th Division TURNS AWAY this turn, threw 4 (+1 Superior crews, -2 no flagship), 3 in all" in " ".join(told.split())
    assert "Japan WINS THE INITIATIVE, 6 to 4" in told
