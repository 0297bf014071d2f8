"""A season of twenty battles through the shell: no box is typed by hand, and at most ten orders lie between two battles."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.campaign.seasons import plan_in
from tests.cli.shell import fleetbook

BATTLES, MOST_BETWEEN = 20, 10
HOMES = {"North": "Haven", "South": "Roads"}
SHORT = """
ruleset = "campaign"
title = "Short nights"
reading.resolved_turns = { value = 8, reason = "Twenty battles in a row." }
"""
FLOTILLAS = """
title = "Narrow waters"
date = "1942-08-01"
rosters = ["coastal/royal-navy", "coastal/kriegsmarine"]

[[side]]
name = "North"
port = [{ name = "Haven", docks = 3 }]
ships = [BRITISH]

[[side]]
name = "South"
port = [{ name = "Roads", docks = 3 }]
ships = [GERMAN]
"""


def plan(folder: Path) -> Path:
    """Thirty boats a side, so that twenty battles find enough afloat."""
    british, german = (
        ", ".join(f'{{ card = "{card}", name = "{name} {number}" }}' for number in range(1, 31))
        for card, name in (("Vosper 70 ft MTB", "MTB"), ("R-boot R41", "R"))
    )
    return plan_in(folder, FLOTILLAS.replace("BRITISH", british).replace("GERMAN", german))


def run(*words: str) -> str:
    ran = fleetbook(*words)
    assert ran.code == 0, (words, ran.err)
    return ran.out


def ready(season: str) -> dict[str, list[str]]:
    """The ships of each side that may fight, by what the shell says of them."""
    found: dict[str, list[str]] = {side: [] for side in HOMES}
    for ship in json.loads(run("campaign", "status", season, "--json"))["ships"]:
        docked = any(condition["short"] == "DOCK" for condition in ship["conditions"])
        hull = next(track["left"] for track in ship["tracks"] if track["id"] == "hull")
        if not ship["fate"] and not docked and hull:
            found[ship["side"]].append(ship["name"])
    return found


@pytest.mark.campaign
def test_twenty_battles_by_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    season_of(tmp_path, monkeypatch, BATTLES)


def test_three_battles_by_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    season_of(tmp_path, monkeypatch, 3)


def season_of(folder: Path, monkeypatch: pytest.MonkeyPatch, battles: int) -> None:
    monkeypatch.chdir(folder)
    season, rng = "season.campaign", Random("twenty")
    (folder / "short.toml").write_text(SHORT, encoding="utf-8")
    run("campaign", "new", str(plan(folder)), "-o", season, "--house", "short.toml")
    given: list[int] = []
    for number in range(battles):
        before = len(lines(season))
        fit = ready(season)
        ships = [name for side in HOMES for name in rng.sample(fit[side], 2)]
        title, scenario = f"Night {number + 1}", f"night-{number + 1}.toml"
        run("campaign", "scenario", season, "--ships", "; ".join(ships), "--title", title, "-o", scenario)
        out = run("campaign", "resolve", season, scenario, "--seed", str(number))
        assert f"{title} is counted, simulated: 4 ships." in out
        for side, port in HOMES.items():
            afloat = still_afloat(season, side)
            home = [name for name in ships if name in afloat]
            if home:
                run("campaign", "sail", season, *home, "--to", port)
            fleetbook("campaign", "refit", season, port)  # there may be nothing to mend
            fleetbook("campaign", "restock", season, port)
        run("campaign", "pass", season, "7")
        for side, port in HOMES.items():
            fleetbook("campaign", "refit", season, port, *(word for name in fit[side] for word in ("--without", name)))
        given.append(len(lines(season)) - before)
        sailing = [name for side in HOMES for name in at_home(season, side)]
        if sailing:
            run("campaign", "sail", season, *sailing)
    assert max(given) + 1 <= MOST_BETWEEN, given
    procedures = [procedure for procedure, _ in lines(season)]
    assert procedures.count("count") == battles
    assert {"strike", "set"}.isdisjoint(procedures)
    assert f"{len(procedures)} lines, all recomputed and the same" in run("campaign", "verify", season)
    for number in range(battles):
        assert verify(Path(f"night-{number + 1}.battle")) == []


def lines(season: str) -> list[tuple[str, str]]:
    with BattleFile.open(Path(season), read_only=True) as file:
        return [(record.procedure, record.headline) for record in file.journal.records]


def still_afloat(season: str, side: str) -> set[str]:
    with BattleFile.open(Path(season), read_only=True) as file:
        return {ship.name for ship in file.journal.battle.ships(side) if ship.afloat}


def at_home(season: str, side: str) -> list[str]:
    with BattleFile.open(Path(season), read_only=True) as file:
        return [ship.name for ship in file.journal.battle.ships(side) if not ship.held and ship.berth]
