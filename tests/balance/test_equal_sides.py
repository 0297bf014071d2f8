"""Equal sides by one doctrine: turned about, or listed the other way round, the same dice give the same battle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.balance.ground import ground_of
from fleetbook.balance.play import Fought, fight
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.doctrines.geometry import Point, Spot, turned
from fleetbook.store.catalogue import ruleset

HEAD = {
    "coastal": """
ruleset = "coastal"
title = "Boats alike"
rosters = ["coastal/royal-navy"]

[conditions]
light = "night"
weather = "clear"
sea = "calm"
aware = "both"

[table]
wide = 160
high = 120
turns = 10
quiet = 4
""",
    "aanda": """
ruleset = "aanda"
title = "Squadrons alike"
rosters = ["aanda/war-of-1898"]

[conditions]
weather = "Calm to Moderate"
light = "day"

[table]
wide = 240
high = 200
turns = 12
quiet = 4
""",
}
CARDS = {"coastal": ("BPB 71.5 ft MGB", "Vosper 70 ft MTB"), "aanda": ("Iowa", "Oregon", "Brooklyn")}
WEST = {"coastal": (60, 60), "aanda": (80, 100)}
EAST = {"coastal": (100, 60), "aanda": (160, 100)}
COUNT = """
[[victory.count]]
name = "boxes of the enemy of {side}"
side = "{side}"
what = "boxes"
track = "hull"
"""


def side(system: str, name: str, ships: str, west: bool) -> str:
    """A side. The one in the west heads north and the other south, so that a table turned about is the same table."""
    names = [f"{ships} {number}" for number in range(1, len(CARDS[system]) + 1)]
    squadron = f', squadron = "{name} line"' if system == "aanda" else ""
    cards = ", ".join(
        f'{{ card = "{card}", name = "{ship}"{squadron} }}' for card, ship in zip(CARDS[system], names, strict=True)
    )
    told = f'[[side.squadron]]\nname = "{name} line"\ncrew = "standard"\nflagship = "{names[0]}"\n' if squadron else ""
    x, y = (WEST if west else EAST)[system]
    return (
        f'\n[[side]]\nname = "{name}"\nhome = "{"west" if west else "east"}"\nships = [{cards}]\n{told}'
        f"[[side.place]]\nof = {names}\nat = [{x}, {y}]\nheading = {0 if west else 180}\napart = 8\n"
    )


def scenario(folder: Path, system: str, *sides: tuple[str, str, bool]) -> Path:
    """A scenario with these sides in playing order: the name, the name of the ships, and whether they stand in the west."""
    path = folder / f"{system} {' '.join(f'{name}{ships}{west}' for name, ships, west in sides)}.toml"
    counts = "".join(COUNT.format(side=name) for name in ("Red", "Blue"))
    path.write_text(
        f"{HEAD[system]}\n[victory]\ncompare = true\n{counts}" + "".join(side(system, *one) for one in sides), encoding="utf-8"
    )
    return path


def came_out(fought: Fought) -> tuple[Any, ...]:
    """The winner, the end, and each ship as she was at the end."""
    battle = fought.journal.battle
    ships = sorted((card.name, card.tracks, str(card.fate)) for card in battle.cards())
    assert fought.refused == ()
    return fought.verdict.winner, fought.ended, battle.turn, ships


EACH = [(system, doctrine) for system in HEAD for doctrine in doctrines_of(ruleset(system))]


@pytest.mark.parametrize(("system", "doctrine"), EACH)
def test_the_table_turned_about_is_the_same_battle(system: str, doctrine: str, tmp_path: Path) -> None:
    by = {"Red": doctrine, "Blue": doctrine}
    one, turned_about = (
        came_out(fight(ground_of(scenario(tmp_path, system, ("Red", "Red", west), ("Blue", "Blue", not west))), "s1", by))
        for west in (True, False)
    )
    assert one == turned_about


@pytest.mark.parametrize("doctrine", doctrines_of(ruleset("coastal")))
def test_coastal_sides_both_ways_round_tie_exactly(doctrine: str, tmp_path: Path) -> None:
    """The sheet lets one side move first. Each side is first once, with the same ships, places and dice."""
    by, wins = {"Red": doctrine, "Blue": doctrine}, list[str]()
    for first, second in (("Red", "Blue"), ("Blue", "Red")):
        ground = ground_of(scenario(tmp_path, "coastal", (first, "One", True), (second, "Other", False)))
        wins += [fight(ground, seed, by).verdict.winner for seed in ("s1", "s2", "s3")]
    assert wins.count("Red") == wins.count("Blue")
    assert wins[3:] == [{"Red": "Blue", "Blue": "Red", "": ""}[winner] for winner in wins[:3]]


@pytest.mark.parametrize("doctrine", ["line-of-battle", "hold-range", "torpedo-attack", "cover"])
def test_the_order_in_which_a_scenario_lists_aanda_sides_changes_nothing(doctrine: str, tmp_path: Path) -> None:
    """The sheet dices for the first move, so the playing order of a scenario means nothing."""
    by, sides = {"Red": doctrine, "Blue": doctrine}, (("Red", "Red", True), ("Blue", "Blue", False))
    for seed in ("s0", "s1"):
        one, other = (came_out(fight(ground_of(scenario(tmp_path, "aanda", *order)), seed, by)) for order in (sides, sides[::-1]))
        assert one == other


def test_a_model_at_the_place_of_another_has_her_dead_ahead_whatever_the_heading() -> None:
    here = Point(40.0, 60.0)
    nearly = Point(40.0 + 1e-12, 60.0 - 1e-12)
    assert [Spot(here, heading).bearing(at) for heading in (0.0, 90.0, 217.0) for at in (here, nearly)] == [0] * 6


def test_a_turn_right_about_goes_to_port_whatever_the_heading() -> None:
    """A heading has fractions that a computer cannot hold: without rounding they would decide."""
    for heading in (0.1, 0.7, 33.3, 121.9, 300.3):
        ways = {round((turned(heading, heading + 180 + error, 60) - heading) % 360) for error in (0, 1e-12, -1e-12)}
        assert ways == {300}
