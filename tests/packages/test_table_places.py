"""A fault in a table is reported at its own line, however often the same words stand elsewhere in the file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.loader import read_tables
from fleetbook.store.library.toml_lines import key_lines
from fleetbook.store.packages.places import place_in_tables, place_of_error

SHEET = """sheet = "Sheet"  # [table.critical] is below

[table.crew]
title = "Crew"
section = "W1"
rows = { by = "crew" }
columns = { by = "what" }
head = ["raw", "hull", "1-3"]
cells = [["raw", 1, "hull", 4], ["any", 2, "hull", 5]]

[table.gunnery]
title = "To hit"
section = "W2"
rows = { by = "gun" }
columns = { by = "range in cm", kind = "numbers" }
head = ["0-10", "11-25"]
least = 2
cells = [
  # a comment with "raw", [brackets] and = signs
  ["raw", 3, 4],
  ["any", 4, 5],
]

[table.critical]
title = "Critical"
section = "W3"
rows = { by = "any" }
columns = { by = "D6", kind = "faces", die = "d6" }
head = [
  "1-3",
  "4-6",
]
cells_are = ["hull", "raw"]
cells = [
  ["any", "raw", "hull"],
]

[figure.raw]
value = 4
section = "W4"
most = 6

[modifiers.aim]
title = "Aim"
section = "W5"
line = [
  { id = "raw", value = 1, text = "raw" },
  { id = "hull", value = 1, text = "hull" },
]

[reading.hull]
value = "raw"
allowed = ["raw", "any"]
section = "W6"
text = "a hull"
reason = "the sheet is silent"
"""
WRONG = {
    "a cell below the least": ('["any", 4, 5],', '["any", 1, 5],', "any", '["any", 1, 5]'),
    "a row too short": ('["raw", 3, 4],', '["raw", 3],', "row raw", '["raw", 3]'),
    "a cell that no word allows": ('["any", "raw", "hull"]', '["any", "row", "hull"]', "did you mean raw", '["any", "row"'),
    "faces with a gap": ('  "1-3",\n', '  "1-2",\n', "without a gap", 'head = [\n  "1-2"'),
    "a span that is none": ('["0-10", "11-25"]', '["0-10", "eleven"]', "eleven", '"eleven"'),
    "a key that nobody knows": ("most = 6", "mots = 6", "did you mean most", "mots"),
    "a key left out": ('columns = { by = "what" }\n', "", "columns", "[table.crew]"),
    "a figure above the most": ("value = 4\n", "value = 7\n", "at most 6", "value = 7"),
    "a line of modifiers twice": ('{ id = "hull"', '{ id = "raw"', "twice", '{ id = "raw", value = 1, text = "hull"'),
    "a reading that is none": ('value = "raw"', 'value = "rare"', "found rare", 'value = "rare"'),
    "the words of no table": ('["hull", "raw"]\ncells', '{ rows_of = "crews" }\ncells', "did you mean crew", "crews"),
}


@pytest.mark.parametrize(("old", "new", "said", "at"), WRONG.values(), ids=WRONG)
def test_the_line_is_that_of_what_is_wrong(old: str, new: str, said: str, at: str, tmp_path: Path) -> None:
    assert SHEET.count(old) == 1
    text = SHEET.replace(old, new)
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/sheet.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as raised:
        read_tables([("sheet.toml", tomllib.loads(text))])
    assert said in str(raised.value)
    line = text[: text.index(at)].count("\n") + 1
    assert place_of_error(tmp_path, raised.value) == f"tables/sheet.toml:{line}"


def test_what_is_declared_is_found_by_its_kind_and_name(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/sheet.toml").write_text(SHEET, encoding="utf-8")
    line = SHEET[: SHEET.index("[figure.raw]")].count("\n") + 1
    assert place_in_tables(tmp_path, "figure", "raw") == f"tables/sheet.toml:{line}"
    assert place_in_tables(tmp_path, "table", "raw") == ""


def test_every_key_and_entry_of_a_file_has_its_line() -> None:
    text = '[[a.b]]\nx = 1.5\ny."z 1" = { p = [1,\n2], q = "#]" }\n[[a.b]]\n[a.b.c]\nk = """\nn = 1\n"""\n[[a.b.d]]\ne = -1\n'
    lines = key_lines(text)
    assert lines["a", "b", 0, "x"] == 2
    assert (lines["a", "b", 0, "y", "z 1", "p", 1], lines["a", "b", 0, "y", "z 1", "q"]) == (4, 4)
    assert (lines["a", "b", 1], lines["a", "b", 1, "c", "k"], lines["a", "b", 1, "d", 0, "e"]) == (5, 7, 11)
    assert ("a", "b", 1, "c", "n") not in lines
