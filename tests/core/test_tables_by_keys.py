"""Rows that are read by several keys: class and aspect by die, as a sheet prints them."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.loader import read_tables
from fleetbook.core.tables.look_ups import LookUp, LookUps
from fleetbook.core.tables.table import RuleTables

SHEET = """
sheet = "S"
[table.holes]
title = "Holes"
section = "1"
rows = { by = ["class", "aspect"] }
columns = { by = "D6", kind = "faces", die = "d6" }
head = ["1-4", "5-6"]
most = 3
cells = [["wood", "bow", 0, 1], ["wood", "side", 1, 3], ["iron", "bow", 0, 0], ["iron", "side", 0, 1]]
"""


def tables(text: str = SHEET, house: str = "") -> RuleTables:
    """The tables, with a house rule's lines."""
    raw = {"ruleset": "s", "title": "H", "table": {"holes": tomllib.loads(house)}} if house else None
    return read_tables([("s.toml", tomllib.loads(text))], [msgspec.convert(raw, HouseRules)] if raw else [])


def test_a_line_is_named_by_the_words_of_both() -> None:
    noted = LookUps()
    table = tables().noting(noted).table("holes")
    assert [(row.label, row.result) for row in table.faces(("wood", "side"))] == [("1-4", 1), ("5-6", 3)]
    assert table.whole(("iron", "side"), 5) == 1
    assert noted.others == (LookUp("cell", "holes", "wood, side"), LookUp("cell", "holes", "iron, side", "5-6"))
    assert (table.rows.by, table.rows.words) == ("class and aspect", ("wood", "iron"))


def test_words_that_name_no_line() -> None:
    with pytest.raises(InvalidInput, match=r"class and aspect: found wood, sid, .*did you mean wood, side"):
        tables().table("holes").faces(("wood", "sid"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (', ["iron", "side", 0, 1]', "", "no row iron, side"),
        ('["iron", "bow", 0, 0]', '["iron", "bow", 0]', "row iron, bow: found 1 cells"),
        ('["wood", "bow", 0, 1]', '["wood", "side", 0, 1]', "a label twice"),
        ('by = ["class", "aspect"]', 'by = ["class", "aspect"], kind = "numbers"', "words, because its rows have several keys"),
        ('columns = { by = "D6"', 'columns = { by = ["D6", "D10"]', "columns: found several keys"),
        ('["wood", "bow", 0, 1]', '["wood", "bow", 0, 4]', "Holes, wood, bow, 5-6: found 4"),
        ('["wood", "bow", 0, 1]', '["soft, wet", "bow", 0, 1]', "none with a comma"),
        ('["wood", "bow", 0, 1]', "[]", "found an empty row, allowed: a label and cells in every row"),
    ],
)
def test_what_is_wrong_is_told_when_the_tables_are_read(old: str, new: str, said: str) -> None:
    assert old in SHEET
    with pytest.raises(InvalidInput, match=said):
        tables(SHEET.replace(old, new, 1))


def test_a_house_rule_replaces_a_line_by_its_words() -> None:
    assert tables(house='cells = [["wood", "side", 2, 3]]').table("holes").whole(("wood", "side"), 1) == 2
    with pytest.raises(InvalidInput, match="wood, stern"):
        tables(house='cells = [["wood", "stern", 2, 3]]')
