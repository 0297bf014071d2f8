"""A battle as one picture to share: well-formed, of its size, with the result, the score and three moments."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.reports.render.formats import Wanted, format_of, report, report_as_wanted
from fleetbook.store.battle.battle_file import BattleFile
from tests.cli.shell import fleetbook
from tests.golden.playing import play
from tests.reports.journals import Played, setup

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    """The texts of a picture in their order. Raises ParseError if it is not well-formed."""
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("1200", "630", "0 0 1200 630")
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_a_card_has_title_result_score_and_three_moments(tmp_path: Path) -> None:
    path, picture = tmp_path / "yalu.battle", tmp_path / "yalu.svg"
    assert play("yalu", path).code == 0
    assert fleetbook("report", str(path), "-o", str(picture)).code == 0
    found = words(picture.read_text(encoding="utf-8"))
    assert found[:3] == ["The Yalu", "1894-09-17 · A&A sheet (2020) · Japan against China", "China has won"]
    assert found[3:8] == ["14", "Japan", "27", "China", "points"]
    assert [text.partition(":")[0] for text in found if "Turn" in text] == ["1. Turn 2", "2. Turn 2", "3. Turn 4"]


def test_without_a_score_the_card_shows_what_is_left_of_each_side() -> None:
    table = Played(setup(("A", "B"), ("D",), title="A & B <out>"))
    table.give("strike", ship="D", track="hull", boxes=3)
    found = words(report("card", table.journal))
    assert found[0] == "A & B <out>"
    assert found[2:8] == ["Nobody is named as the winner", "100 %", "Red", "67 %", "Blue", "share of hull boxes left at the end"]


def test_without_a_score_the_card_says_what_decided(tmp_path: Path) -> None:
    """94 % of the hull boxes against 70 % are no score: the convoy got through."""
    path = tmp_path / "convoy.battle"
    assert play("convoy", path).code == 0
    with BattleFile.open(path, read_only=True) as file:
        found = words(report("card", file.journal))
    assert found[2:4] == ["Kriegsmarine has won", "Royal Navy needed 2 merchantmen sunk and had 1"]
    assert found[4:9] == ["94 %", "Royal Navy", "70 %", "Kriegsmarine", "share of hull boxes left at the end"]


def test_a_card_is_always_whole() -> None:
    assert format_of(None, "a.svg") == "card"
    with pytest.raises(InvalidInput, match="always whole"):
        report_as_wanted("card", Played().journal, Wanted(short=True))
