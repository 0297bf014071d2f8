"""docs/rules-toml.md names every key there is, and what it shows is read as it stands."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.victory import Aim, Count, Need, Victory
from fleetbook.core.tables import printed
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.loader import read_tables
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.roster import Roster
from fleetbook.store.library.scenario import ReadingText, Scenario, ShipLine, SideText
from fleetbook.store.library.table import PlaceText, TableText

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rules-toml.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
PRINTED = [value for value in vars(printed).values() if isinstance(value, type) and value.__module__ == printed.__name__]
KINDS: list[Any] = [
    *PRINTED,
    HouseRules,
    Roster,
    Scenario,
    ShipLine,
    SideText,
    TableText,
    PlaceText,
    ReadingText,
    Victory,
    Count,
    Aim,
    Need,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_key_is_named(kind: type[msgspec.Struct]) -> None:
    prose = PAGE.replace("```", "")
    for block in BLOCKS:
        prose = prose.replace(block, "")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", prose))))
    shown = {word for block in BLOCKS for word in re.findall(r"(\w+) *=", block)}
    missing = {field.encode_name for field in msgspec.structs.fields(kind)} - named - shown
    assert missing == set()


def test_the_tables_are_read() -> None:
    tables = read_tables([("pond.toml", tomllib.loads(BLOCKS[0]))])
    assert tables.table("reach").whole("short", 14) == 7
    assert [row.result for row in tables.table("splash").faces("rough")] == ["-", "-", "1 box"]
    assert tables.figure("a soaking").whole == 2
    assert tables.table("holes").cell(("wood", "light", "side"), 4) == 2
    assert [tables.table("shooting").whole("light", inches) for inches in (3, 3.5, 8.5)] == [2, 4, 6]


@pytest.mark.parametrize(
    ("block", "said"),
    [(1, "roster of coastal: 1 ship"), (2, "scenario of coastal: 2 sides, 4 ships"), (3, "house rules of coastal")],
)
def test_the_other_files_are_sound(block: int, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text(BLOCKS[block], encoding="utf-8")
    assert check_all(path) == (said, [])
