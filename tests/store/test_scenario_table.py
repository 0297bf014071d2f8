"""The table of a scenario: each mistake in its size and its places is said by ``fleetbook check``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.balance.ground import ground_of
from fleetbook.core.doctrines.geometry import Point, apart
from fleetbook.store.library.build_setup import write_scenario
from fleetbook.store.library.bundle import bundled
from fleetbook.store.library.check_all import check_all

SHIPPED = Path("rosters/coastal/ijmuiden.toml")
GUNBOATS = 'of = ["MGB 77", "MGB 81"]\nat = [87, 80]\nheading = 270\nformation = "line abreast"\napart = 6\n'
S_BOATS = 'of = ["S 136", "S 138"]\nat = [30, 60]\nheading = 90\napart = 8\n'


def faults(tmp_path: Path, old: str, new: str) -> list[str]:
    """The mistakes in the shipped scenario after one change."""
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "changed.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return [str(fault) for fault in check_all(file)[1]]


def test_the_shipped_table_is_in_order(tmp_path: Path) -> None:
    assert faults(tmp_path, GUNBOATS, GUNBOATS) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (S_BOATS, S_BOATS.replace("[30, 60]", "[-5, 60]"), ("S 136 at -5, 60, off the table", "0 to 160 and 0 to 120")),
        (S_BOATS, S_BOATS.replace("[30, 60]", "[5, 60]"), ("S 138 at -3, 60, off the table",)),
        (S_BOATS, S_BOATS.replace("[30, 60]", "[30, 119.8]").replace("90", "0"), ("S 136 at 30, 120, off the table",)),  # her bow
        (S_BOATS, S_BOATS.replace("[30, 60]", "[87, 80]"), ("MGB 77 and S 136 in each other",)),
        (S_BOATS, S_BOATS.replace(', "S 138"', ""), ("S 138 without a place",)),
        (S_BOATS, S_BOATS.replace('"S 138"', '"S 139"'), ("S 139", "S 138")),
        (S_BOATS, S_BOATS.replace('"S 138"', '"MGB 77"'), ("MGB 77",)),
        (S_BOATS, S_BOATS.replace('"S 138"', '"S 136"'), ("S 136 twice",)),
        (S_BOATS, S_BOATS.replace("apart = 8\n", "apart = -8\n"), ("apart: found -8, allowed: a distance above 0",)),
        (S_BOATS, S_BOATS.replace('["S 136", "S 138"]', "[]"), ("no ship",)),
        ('formation = "line abreast"', 'formation = "a heap"', ("a heap",)),
        ("wide = 160", "wide = 0", ("wide", "1 to 10000")),
        ("turns = 30", "turns = 0", ("turns", "1 to 999")),
        ("quiet = 6\n", "", ("quiet",)),
        ('home = "east"', 'home = "up"', ("up",)),
        ("[table]\nwide = 160\nhigh = 120\nturns = 30\nquiet = 6\n", "", ("places without a table",)),
    ],
)
def test_a_mistake_is_said(tmp_path: Path, old: str, new: str, said: tuple[str, ...]) -> None:
    found = "\n".join(faults(tmp_path, old, new))
    for words in said:
        assert words in found


def test_a_line_without_its_distance_is_one_mistake(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, S_BOATS, S_BOATS.replace("apart = 8\n", ""))
    assert fault.endswith("side Kriegsmarine: place: `apart` is required for more than one ship")


def test_the_turns_of_the_victory_conditions_stand_for_those_of_the_table(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "turns = 30\n", "")
    assert "table: turns: found 0, allowed: a number from 1 to 999" in fault
    file = tmp_path / "changed.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("[victory]\n", "[victory]\nturns = 7\n"), encoding="utf-8")
    assert check_all(file)[1] == []
    assert ground_of(file).turns == 7


def test_a_table_under_rules_without_doctrines_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "coronel.toml"
    text = Path("rosters/fgdn/coronel.toml").read_text(encoding="utf-8")
    file.write_text(
        text.replace("\n[[side]]", "\n[table]\nwide = 9\nhigh = 9\nturns = 9\nquiet = 9\n\n[[side]]", 1), encoding="utf-8"
    )
    found = "\n".join(str(fault) for fault in check_all(file)[1])
    assert "rules with doctrines" in found


def test_a_bundle_keeps_the_table(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.toml"
    write_scenario(bundle, bundled(SHIPPED))
    before, after = ground_of(SHIPPED), ground_of(bundle)
    assert (before.spots, before.homes) == (after.spots, after.homes)
    assert (before.wide, before.high, before.turns, before.quiet) == (after.wide, after.high, after.turns, after.quiet)


def test_many_ships_are_measured_against_their_neighbours_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of two thousand ships would else take two million measurements."""
    measured: list[float] = []

    def counted(*lines: tuple[Point, Point]) -> float:
        measured.append(apart(*lines))
        return measured[-1]

    monkeypatch.setattr("fleetbook.store.library.table.apart", counted)
    names = [f"S {number}" for number in range(1000, 1400)]
    cards = ", ".join(f'{{ card = "S-boot S100", name = "{name}" }}' for name in names)
    text = SHIPPED.read_text(encoding="utf-8").replace("wide = 160", "wide = 10000")
    before, rest = text.split(S_BOATS)
    text = f"{before}of = {names}\nat = [9900, 60]\nheading = 90\napart = 8\n{rest}"
    file = tmp_path / "many.toml"
    file.write_text(re.sub(r'ships = \[[^]]*"S 136"[^]]*\]', f"ships = [{cards}]", text), encoding="utf-8")
    assert check_all(file)[1] == []
    assert len(measured) < 2 * len(names)
