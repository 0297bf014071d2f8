"""Strict typing of files. An error names the place, the found value, the allowed ones and the nearest."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert


class Gun(msgspec.Struct, forbid_unknown_fields=True):
    """A gun."""

    name: str
    calibre: float
    arc: Literal["front", "rear"] = "front"


class Boat(msgspec.Struct, forbid_unknown_fields=True):
    """A boat."""

    name: str
    hull: int
    guns: list[Gun] = []
    notes: dict[str, str] = {}
    spare: Gun | None = None


class Fleet(msgspec.Struct, forbid_unknown_fields=True):
    """A file."""

    title: str
    ship: list[Boat] = []
    squadron: dict[str, Boat] = {}


DUCK = {"name": "Duck", "hull": 6}
BOW = {"name": "bow gun", "calibre": 4.5}


def message_of(**content: Any) -> str:
    with pytest.raises(InvalidInput) as error:
        convert({"title": "x", **content}, Fleet, "fleet.toml")
    return str(error.value)


def test_what_is_right_is_typed() -> None:
    fleet = convert({"title": "x", "ship": [{**DUCK, "guns": [BOW]}]}, Fleet, "fleet.toml")
    assert fleet.ship[0].guns[0].calibre == 4.5


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"ship": [{**DUCK, "hul": 6}]},
         "fleet.toml: ship Duck: key: found hul, allowed: name, hull, guns, notes, spare; did you mean hull?"),
        ({"ship": [{"name": "Duck"}]}, "fleet.toml: ship Duck: hull: this key is missing"),
        ({"ship": [{**DUCK, "hull": "six"}]}, "fleet.toml: ship Duck, hull: found six, allowed: a whole number"),
        ({"ship": [{**DUCK, "hull": 6.5}]}, "fleet.toml: ship Duck, hull: found 6.5, allowed: a whole number"),
        ({"ship": [{**DUCK, "hull": True}]}, "fleet.toml: ship Duck, hull: found True, allowed: a whole number"),
        ({"ship": [DUCK, {"name": 5, "hull": 6}]}, "fleet.toml: ship 2, name: found 5, allowed: text"),
        ({"ship": [{**DUCK, "guns": [BOW, {**BOW, "name": "aft gun", "calibre": "4in"}]}]},
         "fleet.toml: ship Duck, guns aft gun, calibre: found 4in, allowed: a number"),
        ({"ship": [{**DUCK, "guns": [{**BOW, "arc": "raer"}]}]},
         "fleet.toml: ship Duck, guns bow gun, arc: found raer, allowed: front, rear; did you mean rear?"),
        ({"ship": {"Duck": DUCK}}, "allowed: a list"),
        ({"squadron": {"one": DUCK, "two": {**DUCK, "hull": None}}},
         "fleet.toml: squadron, two, hull: found None, allowed: a whole number"),
        ({"squadron": {"one": DUCK, "two": {**DUCK, "hul": 1}}}, "fleet.toml: squadron, two: key: found hul"),
        ({"ship": [{**DUCK, "notes": {"a": "x", "b": 3}}]}, "fleet.toml: ship Duck, notes, b: found 3, allowed: text"),
        ({"ship": [{**DUCK, "spare": {**BOW, "calibr": 3}}]}, "ship Duck, spare: key: found calibr"),
        ({"titel": "x"}, "fleet.toml: key: found titel, allowed: title, ship, squadron; did you mean title?"),
        ({"title": None}, "fleet.toml: title: found None, allowed: text"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(content: dict[str, Any], message: str) -> None:
    assert message in message_of(**content)


def test_names_of_strangers_are_shown_harmlessly() -> None:
    message = message_of(ship=[{"name": "\x1b[2J" + "x" * 300, "hull": "six"}])
    assert "\x1b" not in message
    assert len(message) < 250


def test_a_file_that_is_no_table_of_keys() -> None:
    contents: list[Any] = [5, "x", [], None]
    for content in contents:
        with pytest.raises(InvalidInput, match=r"fleet\.toml"):
            convert(content, Fleet, "fleet.toml")
