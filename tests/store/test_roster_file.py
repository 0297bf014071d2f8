"""A roster changed piece by piece: unchanged parts keep every letter, comments stay, or the file is not touched."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable
from fleetbook.store.library import toml_file
from fleetbook.store.library.paths import entries
from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.store.library.toml_file import comments
from fleetbook.store.library.toml_text import alike

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
    path.write_text(TUBS, encoding="utf-8", newline="\n")
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


def test_a_heading_above_the_first_ship_stays_above_her_when_another_is_put_before_her(path: Path) -> None:
    text = RosterFile.read(path).with_ship(0, {"name": "Bowl", "kind": "tub", "boxes": 1}).written()
    assert '\n# ---- big\n\n[[ship]]  # the first\nname = "Tub"\n' in text
    assert text.index("Bowl") < text.index("# ---- big")


def test_another_title_keeps_the_comment_behind_it(path: Path) -> None:
    file = RosterFile.read(path)
    text = type(file)(file.ruleset, "Bowls", file.ships, file.text).written()
    assert text == TUBS.replace('title = "Tubs"', 'title = "Bowls"')


def test_comments_inside_a_list_that_is_changed_stay(path: Path) -> None:
    path.write_text(TUBS.replace("  { weapon", "  # the best\n  { weapon"), encoding="utf-8")
    changed(RosterFile.read(path), 0, mounts=[{"weapon": "pistol"}]).write(path)
    assert 'mounts = [\n  # the best\n  { weapon = "pistol" },\n]\n' in path.read_text(encoding="utf-8")
    assert comments(changed(RosterFile.read(path), 0, mounts=5).written()).count("# the best") == 1


LAYOUTS = {
    "one list": 'ruleset = "bath"\ntitle = "T"\nship = [\n  { name = "A", kind = "tub", boxes = 1 }, # best\n]\n',
    "tables under headers": TUBS.replace(
        'mounts = [\n  { weapon = "sponge" },\n]\n', '\n[[ship.mounts]] # one\nweapon = "sponge"\n'
    ),
    "a header inside text": 'ruleset = "bath"\ntitle = "T"\n[[ship]]\nname = "A"\nnote = """\n[[ship]]\n"""\nkind = "tub"\n',
    "quoted and spaced": 'ruleset = "bath"\n"title" = "T"\n[[ "ship" ]]\nname="A" # a\nkind=\'tub\'\nboxes=1',
}


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_a_file_in_any_layout_is_saved_again_with_its_comments(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    file = RosterFile.read(path)
    more = changed(file, 0, boxes=9, mounts=[{"weapon": "pistol"}, {"weapon": "sponge"}]).with_ship(
        0, {"name": "New", "kind": "tub"}
    )
    assert tomllib.loads(more.written())["ship"] == [dict(ship.card) for ship in more.ships]
    assert sorted(comments(more.written())) == sorted(comments(text))


def value(rng: Random, deep: int = 0) -> str:
    """A value as somebody might write it."""
    plain = ("7", "'y'", '"a # b"', '"""\nlong\n[[ship]]\n"""', "true", "-2e3", "[]", "{}", "[1, 2]")
    inner = partial(value, rng, deep + 1)
    lists = (
        lambda: f"[{inner()}, {inner()}]",
        lambda: f"[\n  {inner()}, # one\n  # two\n  {inner()}\n]",
        lambda: f"[\n  {{ w = {value(rng, 9)} }}, # of it\n  {{ w = 2, v = 'v' }},\n]",
        lambda: f"{{ k = {value(rng, 9)} }}",
    )
    return rng.choice(plain) if deep > 1 or rng.random() < 0.5 else rng.choice(lists)()


def table(rng: Random, keys: str) -> str:
    """Some keys, dotted ones too, with comments."""
    lines = []
    for key in rng.sample(keys, rng.randrange(4)):
        parts = [f"{key}.a", f"{key}.b"] if rng.random() < 0.2 else [key]
        lines += [f"{part} = {value(rng)}{rng.choice(('', f' # behind {part}'))}\n" for part in parts]
    return "".join(f"{rng.choice(('', '', NOTE, LINE))}{line}" for line in lines)


NOTE, LINE = "# a note\n", "\n"


def layout(rng: Random) -> str:
    """A roster in any of the ways that TOML allows."""
    text = f'{NOTE}ruleset = "bath"\ntitle = "T" # its title\n'
    for number in range(rng.randrange(1, 4)):
        text += f'{LINE}# ---- {number}\n[[ship]]{rng.choice(("", " # hers"))}\nname = "S{number}"\n{table(rng, "abcdef")}'
        for _ in range(rng.randrange(3)):
            text += f"{rng.choice(('', LINE, NOTE))}[[ship.mounts]]\n{table(rng, 'pqr')}"
        text += rng.choice(("", f"{NOTE}[ship.more]\n{table(rng, 'pqr')}"))
    return text + rng.choice(("", "\n# the end\n"))


NEW: tuple[Any, ...] = (1, "new", "two\nlines", True, 2.5, [], [1], {}, {"x": 1}, [{"w": 1}, {"w": 2}], ["a", "b"])


def mutated(rng: Random, old: Any) -> Any:
    """A value with something in it changed, put in or taken out."""
    if isinstance(old, dict) and old and rng.random() < 0.7:
        key = rng.choice(list(old))
        rest = {name: inner for name, inner in old.items() if name != key}
        return rng.choice((rest, {**old, "z": rng.choice(NEW)}, {**old, key: mutated(rng, old[key])}))
    if isinstance(old, list) and old and rng.random() < 0.7:
        at = rng.randrange(len(old))
        return rng.choice(
            (old[:at] + old[at + 1 :], [*old[:at], old[0], *old[at:]], [*old[:at], mutated(rng, old[at]), *old[at + 1 :]])
        )
    return rng.choice(NEW)


@pytest.mark.parametrize("seed", range(60))
def test_any_change_of_any_layout_says_what_it_should_and_keeps_comments(seed: int) -> None:
    rng = Random(seed)
    text = layout(rng)
    file = RosterFile.parse(text, "roster")
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(file.ships))
        keys = [key for key in file.ships[place].card if key != "name"]
        key = rng.choice([*keys, "g"])
        changes = (
            lambda file, place, key: file.with_ship(place, {"name": "New", "a": rng.choice(NEW)}),
            lambda file, place, key: file.with_card(place, {k: v for k, v in file.ships[place].card.items() if k != key}),
            lambda file, place, key: changed(file, place, **{key: mutated(rng, file.ships[place].card.get(key))}),
        )
        file = rng.choice(changes)(file, place, key)
    assert alike(tomllib.loads(file.written())["ship"], [ship.card for ship in file.ships])
    assert sorted(comments(file.written())) == sorted(comments(text))


def test_a_file_that_somebody_else_changed_meanwhile_is_left_alone(path: Path) -> None:
    one, other = RosterFile.read(path), RosterFile.read(path)
    one = one.without_ship(0).write(path)
    with pytest.raises(Refused, match=r"tubs\.toml was changed since it was opened here: save this under another name"):
        other.without_ship(1).write(path)
    assert [card["name"] for card in read_roster(path).ship] == ["Duck"]
    assert changed(one, 0, boxes=3).write(path).text == path.read_text(encoding="utf-8")
    with pytest.raises(Refused, match="was changed since"):
        RosterFile("bath", "New").with_ship(0, {"name": "A", "kind": "tub", "boxes": 1}).write(path)


def test_line_ends_of_another_system_stay(path: Path) -> None:
    path.write_bytes(TUBS.replace("\n", "\r\n").encode())
    text = changed(RosterFile.read(path), 1, boxes=3, tons=1.5).written()
    assert text == TUBS.replace("boxes = 2\n", "boxes = 3\ntons = 1.5\n").replace("\n", "\r\n")


def test_a_wrong_card_can_be_read_and_put_right_but_not_written(path: Path) -> None:
    path.write_text(TUBS.replace("boxes = 2", "boxs = 2"), encoding="utf-8", newline="\n")
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


@pytest.mark.parametrize(("bound", "most"), [("MOST_VALUES", 20), ("LARGEST", 400)])
def test_a_roster_that_could_not_be_read_again_is_not_written(
    bound: str, most: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too many values or bytes, changed or new: what stands there stays."""
    changed, new = RosterFile.read(path), RosterFile("bath", "Mine")
    for number in range(20):
        duck = {"name": f"Duck {number}", "kind": "duck", "boxes": 2}
        changed, new = changed.with_ship(2, duck), new.with_ship(0, duck)
    monkeypatch.setattr(toml_file, bound, max(most, len(TUBS)) if bound == "LARGEST" else most)
    for file, to in (changed, path), (new, path.with_name("mine.toml")):
        with pytest.raises((InvalidInput, Refused), match="at most"):
            file.write(to)
    assert path.read_text(encoding="utf-8") == TUBS and [*path.parent.iterdir()] == [path]
