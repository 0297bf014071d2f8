"""All type faults of a file at once. Each is mended in a copy, so that the next one is found."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fleetbook.core.strict_faults import type_faults


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """The mooring of a boat."""

    harbour: str
    berth: int


class Boat(msgspec.Struct, forbid_unknown_fields=True):
    """A boat."""

    name: str
    hull: int
    length: float = 1.0
    rig: Literal["sloop", "ketch"] = "sloop"
    reach: tuple[int, int] = (1, 2)
    place: Place | None = None


DUCK = {"name": "Duck", "hull": 6}


def found(**content: Any) -> tuple[list[str], Any]:
    """The faults, and the boat with an allowed value in place of each."""
    faults, mended = type_faults({**DUCK, **content}, Boat, "duck.toml")
    return [str(fault.error) for fault in faults], mended


def test_a_number_in_quotes_is_taken_for_the_number_from_then_on() -> None:
    told, mended = found(hull="7", length="4.5")
    assert told == [
        "duck.toml: hull: found 7, allowed: a whole number",
        "duck.toml: length: found 4.5, allowed: a number",
    ]
    assert (mended["hull"], mended["length"]) == (7, 4.5)


def test_what_is_no_number_or_no_whole_one_is_taken_for_one() -> None:
    assert found(hull="six")[1]["hull"] == 1
    assert found(hull="6.5")[1]["hull"] == 1


def test_every_fault_of_a_file_is_told() -> None:
    told, mended = found(hul=6, rig="ketsch", reach="far", place={"berth": "2"})
    assert sorted(told) == [
        "duck.toml: key: found hul, allowed: name, hull, length, rig, reach, place; did you mean hull?",
        "duck.toml: place, berth: found 2, allowed: a whole number",
        "duck.toml: place: harbour: this key is missing",
        "duck.toml: reach: found far, allowed: a list",
        "duck.toml: rig: found ketsch, allowed: ketch, sloop; did you mean ketch?",
    ]
    assert (mended["rig"], mended["reach"], mended["place"]) == ("ketch", [1, 1], {"harbour": "x", "berth": 2})


def test_a_table_that_is_asked_for_is_taken_for_one_with_what_must_be_in_it() -> None:
    assert found(place=3)[1]["place"] == {"harbour": "x", "berth": 1}


def test_what_is_right_stays_as_it_is() -> None:
    told, mended = found(rig="ketch", reach=[3, 4])
    assert (told, mended) == ([], {**DUCK, "rig": "ketch", "reach": [3, 4]})
