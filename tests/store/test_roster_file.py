"""A roster changed piece by piece: what is not changed keeps every letter, comments stay, or the file is not touched."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable
from fleetbook.store.library.paths import entries
from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.store.library.toml_file import comments

TUBS = """# Tubs of the house.
ruleset = "bath"  # the only one
title = "Tubs"  # all of them

# ---- big

[[ship]]  # the first
name = "Tub"
kind = "tub"
boxes = 4  # counted twice
# painted red
mounts = [
  { weapon = "sponge" },
]

# ---- small

[[ship]]
name = "Duck"
kind = "duck"
boxes = 2

# the end
"""


def first_card(rules: str) -> tuple[Ruleset[Any], dict[str, Any]]:
    """A ruleset and the first card of its first roster."""
    return ruleset(rules), dict(read_roster(entries("roster", rules)[0].path).ship[0])


HOSTILE = (
    "[/]", 'quo"te', "back\\slash", "two\nlines", "tab\t", "\x1b[31m", "\u202eevil", "🚢", "=1+1", "n" * 200, "#no comment",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tubs.toml"
    path.write_text(TUBS, encoding="utf-8")
    return path


def changed(file: RosterFile, place: int, **keys: Any) -> RosterFile:
    return file.with_card(place, {**file.ships[place].card, **keys})


@pytest.mark.parametrize("entry", entries("roster"), ids=lambda entry: entry.full_name)
def test_every_shipped_roster_is_written_as_it_was_read(entry: Any) -> None:
    file = RosterFile.read(entry.path)
    assert file.written() == entry.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", entries("roster"), ids=lambda entry: entry.full_name)
def test_a_note_changed_in_a_shipped_roster_changes_one_line(entry: Any) -> None:
    file = changed(RosterFile.read(entry.path), 1, note="a note")
    before, after = file.text.splitlines(), file.written().splitlines()
    assert 'note = "a note"' in after
    assert len([line for line in after if line not in before]) <= 1
    assert comments(file.written()) == comments(file.text)


def test_only_the_line_of_a_changed_key_is_written_anew_and_keeps_its_comment(path: Path) -> None:
    text = changed(RosterFile.read(path), 0, boxes=5).written()
    assert text == TUBS.replace("boxes = 4  #", "boxes = 5  #")


def test_a_new_key_stands_where_the_rules_declare_it(path: Path) -> None:
    text = changed(RosterFile.read(path), 1, tons=2.5, cargo="oil").written()
    assert text == TUBS.replace("boxes = 2\n", 'boxes = 2\ntons = 2.5\ncargo = "oil"\n')


def test_a_key_taken_out_leaves_its_comment(path: Path) -> None:
    file = RosterFile.read(path)
    card = {key: value for key, value in file.ships[0].card.items() if key != "boxes"}
    assert file.with_card(0, card).written() == TUBS.replace("boxes = 4  # counted twice\n", "# counted twice\n")


def test_a_list_of_tables_is_written_a_table_a_line(path: Path) -> None:
    text = changed(RosterFile.read(path), 1, mounts=[{"weapon": "sponge"}, {"weapon": "pistol", "arc": "rear"}]).written()
    assert 'mounts = [\n  { weapon = "sponge" },\n  { weapon = "pistol", arc = "rear" },\n]\n' in text


def test_a_ship_taken_out_leaves_the_heading_above_her_and_the_comment_at_the_end(path: Path) -> None:
    text = RosterFile.read(path).without_ship(1).written()
    assert "# ---- small" in text and "# the end" in text and "Duck" not in text
    assert [card["name"] for card in tomllib.loads(text)["ship"]] == ["Tub"]


def test_a_new_ship_stands_behind_the_one_before_her(path: Path) -> None:
    text = RosterFile.read(path).with_ship(1, {"boxes": 1, "kind": "tub", "name": "Bowl"}).written()
    assert '[[ship]]\nname = "Bowl"\nkind = "tub"\nboxes = 1\n' in text
    assert [card["name"] for card in tomllib.loads(text)["ship"]] == ["Tub", "Bowl", "Duck"]
    assert comments(text) == comments(TUBS)


def test_another_title_keeps_the_comment_behind_it(path: Path) -> None:
    file = RosterFile.read(path)
    text = type(file)(file.ruleset, "Bowls", file.ships, file.text).written()
    assert text == TUBS.replace('title = "Tubs"', 'title = "Bowls"')


def test_a_comment_inside_a_list_that_is_changed_refuses(path: Path) -> None:
    path.write_text(TUBS.replace("  { weapon", "  # the best\n  { weapon"), encoding="utf-8")
    file = changed(RosterFile.read(path), 0, mounts=[])
    with pytest.raises(Refused, match="a comment inside mounts of Tub would be lost"):
        file.written()
    with pytest.raises(Refused):
        file.write(path)
    assert "# the best" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        'ruleset = "bath"\ntitle = "T"\nship = [{ name = "A", kind = "tub", boxes = 1 }]\n',
        TUBS + "\n[ship.more]\nboxes = 3\n",
        'ruleset = "bath"\ntitle = "T"\n[[ship]]\nname = "A"\nkind = "tub"\nnote = """\n[[ship]]\n"""\nboxes = 1\n',
    ],
    ids=["one list", "a table of its own", "a header inside text"],
)
def test_a_file_laid_out_in_another_way_is_not_touched(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    file = RosterFile.read(path)
    with pytest.raises(Refused, match="editor"):
        changed(file, len(file.ships) - 1, boxes=9).written()
    assert path.read_text(encoding="utf-8") == text


def test_line_ends_of_another_system_stay(path: Path) -> None:
    path.write_bytes(TUBS.replace("\n", "\r\n").encode())
    text = changed(RosterFile.read(path), 1, boxes=3, tons=1.5).written()
    assert text == TUBS.replace("boxes = 2\n", "boxes = 3\ntons = 1.5\n").replace("\n", "\r\n")


def test_a_wrong_card_can_be_read_and_put_right_but_not_written(path: Path) -> None:
    path.write_text(TUBS.replace("boxes = 2", "boxs = 2"), encoding="utf-8")
    file = RosterFile.read(path)
    with pytest.raises(InvalidInput, match="did you mean boxes"):
        file.write(path)
    right = file.with_card(1, {"name": "Duck", "kind": "duck", "boxes": 2})
    assert right.write(path).text == TUBS
    assert len(read_roster(path).ship) == 2


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_written_so_that_they_read_the_same(name: str, path: Path) -> None:
    changed(RosterFile.read(path), 1, name=name).write(path)
    assert read_roster(path).ship[1]["name"] == name
    assert comments(path.read_text(encoding="utf-8")) == comments(TUBS)


def test_what_is_no_text_is_not_written(path: Path) -> None:
    with pytest.raises(Unwritable):
        changed(RosterFile.read(path), 1, name="\ud800").write(path)
    assert path.read_text(encoding="utf-8") == TUBS


def test_a_roster_without_a_file_reads_as_if_written_by_hand(tmp_path: Path) -> None:
    card = {"name": "Tub", "kind": "tub", "boxes": 3, "mounts": [{"weapon": "sponge"}]}
    file = RosterFile("bath", "Mine").with_ship(0, card)
    written = file.write(tmp_path / "mine.toml")
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == (
        'ruleset = "bath"\ntitle = "Mine"\n\n'
        '[[ship]]\nname = "Tub"\nkind = "tub"\nboxes = 3\nmounts = [\n  { weapon = "sponge" },\n]\n'
    )
    assert written.written() == written.text
