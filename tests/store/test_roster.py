"""Rosters are read strictly. Messages name file, ship and key, the wrong value, the allowed ones and the nearest name."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fleetbook.core.errors import InvalidInput
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.roster_file import RosterFile, RosterShip

HEAD = 'ruleset = "bath"\ntitle = "Tubs"\n'
ADA = '[[ship]]\nname = "Ada"\nkind = "tub"\nboxes = 5\n'
BEA = '[[ship]]\nname = "Bea"\nkind = "duck"\nboxes = 2\n'


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "tubs.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(tmp_path: Path, text: str) -> str:
    path = saved(tmp_path, text)
    with pytest.raises(InvalidInput) as raised:
        read_roster(path)
    return str(raised.value).replace(str(path), "tubs.toml")


def test_a_roster_holds_its_cards_as_written(tmp_path: Path) -> None:
    roster = read_roster(saved(tmp_path, HEAD + ADA + 'mounts = [{ weapon = "sponge" }]\n' + BEA))
    assert (roster.ruleset, roster.title, list(roster.cards)) == ("bath", "Tubs", ["Ada", "Bea"])
    assert roster.cards["Ada"] == {"name": "Ada", "kind": "tub", "boxes": 5, "mounts": [{"weapon": "sponge"}]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ADA, "tubs.toml: ruleset: this key is missing"),
        (HEAD, "tubs.toml: ship: this key is missing"),
        (HEAD + "ship = []", "tubs.toml: ship: found none, allowed: at least one [[ship]]"),
        (HEAD + "ship = 3", "tubs.toml: ship: found 3, allowed: a list"),
        (HEAD + "titel = 1\n" + ADA, "tubs.toml: key: found titel, allowed: ruleset, title, ship; did you mean title?"),
        (HEAD.replace("bath", "bat") + ADA, "tubs.toml: ruleset: found bat, allowed:"),
        (HEAD + ADA.replace("boxes", "boxs"), "tubs.toml: ship Ada: key: found boxs, allowed: name, kind, boxes"),
        (HEAD + ADA.replace("boxes", "boxs"), "did you mean boxes?"),
        (HEAD + ADA.replace("boxes = 5", ""), "tubs.toml: ship Ada: boxes: this key is missing"),
        (HEAD + ADA.replace("5", '"five"'), "tubs.toml: ship Ada: boxes: found five, allowed: a whole number"),
        (HEAD + ADA.replace("5", "5.5"), "tubs.toml: ship Ada: boxes: found 5.5, allowed: a whole number"),
        (HEAD + ADA.replace("5", "nan"), "tubs.toml: ship, Ada, boxes: found nan, allowed: a finite number"),
        (HEAD + ADA + 'tons = "x"', "tubs.toml: ship Ada: tons: found x, allowed: a number"),
        (HEAD + ADA.replace('"tub"', '"tubb"'), "tubs.toml: ship Ada: kind: found tubb, allowed: duck, tub; did you mean tub?"),
        (
            HEAD + ADA + 'mounts = [{ weapon = "spong" }]',
            "tubs.toml: ship Ada: mounts, weapon: found spong, allowed: sponge, pistol; did you mean sponge?",
        ),
        (HEAD + ADA + 'mounts = [{ wepon = "sponge" }]', "tubs.toml: ship Ada: mounts 1: key: found wepon, allowed: weapon, arc"),
        (HEAD + ADA + ADA, "tubs.toml: ship: found Ada, allowed: each name once"),
        (HEAD + ADA + ADA.replace("Ada", "ADA"), "tubs.toml: ship: found ADA, allowed: names that differ in more than case: Ada"),
        (HEAD + ADA.replace("Ada", "  "), "tubs.toml: ship: found nothing, allowed: a name, not spaces alone"),
        (HEAD + ADA.replace('"Ada"', "7"), "tubs.toml: ship 1: name: found 7, allowed: a name in quotes"),
        (HEAD + BEA + '[[ship]]\nkind = "tub"\n', "tubs.toml: ship 2: name: found nothing, allowed: a name in quotes"),
    ],
)
def test_a_bad_roster_is_reported_by_ship_and_key(tmp_path: Path, text: str, message: str) -> None:
    assert message in refusal(tmp_path, text)


def test_names_that_only_look_different_are_the_same(tmp_path: Path) -> None:
    composed, apart = "\N{LATIN SMALL LETTER E WITH ACUTE}t\N{LATIN SMALL LETTER E WITH ACUTE}", "e\u0301te\u0301"
    text = HEAD + ADA.replace("Ada", composed) + ADA.replace("Ada", apart)
    assert "names that differ in more than case" in refusal(tmp_path, text)


@pytest.mark.parametrize("name", ["[bold]x[/]", "[/]", "\N{SHIP}", "a\x1b[2J", "A" * 200, "'; DROP TABLE", "name with\nlines"])
def test_odd_names_are_read_and_reported_harmlessly(tmp_path: Path, name: str) -> None:
    path = tmp_path / "tubs.toml"
    card = {"name": name, "kind": "tub", "boxes": 1}
    RosterFile("bath", "Tubs").with_ship(0, card).write(path)
    assert list(read_roster(path).cards) == [name]
    with pytest.raises(InvalidInput) as raised:
        RosterFile.read(path).with_card(0, {**card, "boxes": "x"}).write(path)
    assert str(raised.value).isprintable()


NAMES = st.lists(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=9).filter(str.strip),
    min_size=1,
    max_size=4,
    unique_by=lambda name: msgspec.json.encode(name).decode(),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(NAMES, st.integers(1, 99), st.floats(0, 1e9))
def test_writing_keeps_what_was_read(tmp_path_factory: pytest.TempPathFactory, names: list[str], boxes: int, tons: float) -> None:
    path = tmp_path_factory.getbasetemp() / "roster.toml"
    cards = tuple({"name": name, "kind": "duck", "boxes": boxes, "tons": tons} for name in names)
    path.unlink(missing_ok=True)
    new = RosterFile("bath", "Tubs", tuple(RosterShip(card) for card in cards))
    try:
        new.write(path)
    except InvalidInput as error:
        assert "name" in str(error)  # two of them were alike
        return
    first = read_roster(path)
    assert first.ship == cards
    assert RosterFile.read(path).roster == first


def test_a_roster_that_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    path = saved(tmp_path, HEAD + ADA)
    with pytest.raises(InvalidInput, match="ship Ada: kind: found boat"):
        RosterFile.read(path).with_card(0, {"name": "Ada", "kind": "boat", "boxes": 1}).write(path)
    assert read_roster(path).title == "Tubs"


def test_check_tells_what_a_roster_is(tmp_path: Path) -> None:
    assert check_all(saved(tmp_path, HEAD + ADA + BEA))[0] == "roster of bath: 2 ships"
