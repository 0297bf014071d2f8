"""Cards and setups that the rules cannot play are refused with the place, the value found and the values allowed."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.errors import InvalidInput
from fleetbook.rules.fgdn import RULESET
from tests.rules.fgdn.gunfire import gun, mount, tiger
from tests.rules.fgdn.scene import BLUE, RED, zeppelin

TUBES = {"name": "tubes", "kind": "torpedo", "warheads": 2, "warhead": 40}
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "size H": ({"size": "H"}, "size"),
    "no tons": ({"tons": 0.0}, "above 0"),
    "too fast": ({"knots": 99}, "knots"),
    "points below 0": ({"points": -1}, "points"),
    "belt below 0": ({"belt": -1}, "belt"),
    "year 915": ({"year": 915}, "a year from 1860"),
    "rebuilt 3000": ({"rebuilt": 3000}, "rebuilt"),
    "crew below 0": ({"crew": -4}, "crew"),
    "no captain": ({"captains": 0}, "captains"),
    "a gun twice": ({"guns": [gun(), gun()]}, "twice"),
    "a mount twice": ({"mounts": [mount("A"), mount("A")]}, "A twice"),
    "a weapon named as a mount": ({"mounts": [mount("A")], "weapons": [{**TUBES, "name": "A"}]}, "A twice"),
    "a mount without a name": ({"mounts": [mount(" ")]}, "no name"),
    "a gun that is not on the card": ({"mounts": [mount("A", gun_name="14-inch")]}, "13.5-inch"),
    "arc X": ({"mounts": [mount("A", arc="FX")]}, "letters of F, A, P, S"),
    "a weapon of arc X": ({"weapons": [{**TUBES, "arc": "FX"}]}, "letters of F, A, P, S"),
    "a range beyond all": ({"guns": [gun(yards=[1000, 2000, 3000, 60_001])]}, "outer edges, each farther"),
    "thirteen barrels": ({"mounts": [mount("A", barrels=13)]}, "from 1 to 12"),
    "arc twice": ({"mounts": [mount("A", arc="FF")]}, "no letter twice"),
    "no barrels": ({"mounts": [mount("A", barrels=0)]}, "barrels"),
    "casemate gun in no casemate": ({"mounts": [mount("A", "casemate", casemate="")]}, "casemate it stands in"),
    "turret in a casemate": ({"mounts": [mount("A", casemate="port")]}, "for casemate guns only"),
    "two guns in one battery": (
        {"guns": [gun(), gun("12-inch")], "mounts": [mount("A"), mount("B", gun_name="12-inch")]},
        "one kind of gun",
    ),
    "calibre 0": ({"guns": [gun(mm=0)]}, "calibre above 0"),
    "ranges that fall": ({"guns": [gun(yards=[6000, 5000, 0, 0])]}, "outer edges, each farther"),
    "no range": ({"guns": [gun(yards=[0, 0, 0, 0])]}, "outer edges, each farther"),
    "negative damage": ({"guns": [gun(damage=[-1, 0, 0, 0])]}, "from 0 to"),
    "three bands": ({"guns": [gun(yards=[1000, 2000, 3000])]}, "yards"),
    "tubes without torpedoes": ({"weapons": [{**TUBES, "warheads": 0}]}, "weapons it carries"),
    "light battery of no strength": ({"weapons": [{"name": "light", "kind": "light"}]}, "1 or more"),
    "warhead below 0": ({"weapons": [{**TUBES, "warhead": -3}]}, "from 0 to"),
    "small submarine": ({"kind": "submarine", "size": "E"}, "A to D for a submarine"),
    "large cargo craft": ({"cargo_craft": True}, "a cargo craft of size E to G"),
    "an unknown key": ({"armour": 3}, "armour"),
    "an unknown hold": ({"holds": [{"name": "a", "contents": "tea", "amount": 4}]}, "contents"),
    "a hold twice": ({"holds": [{"name": "a", "contents": "ammo", "amount": 4}] * 2}, "a twice"),
    "a penetration that is no number": ({"guns": [gun(penetration=[float("nan"), 0, 0, 0])]}, "penetration"),
    "a shell that pierces everything": ({"guns": [gun(penetration=[float("inf"), 0, 0, 0])]}, "penetration"),
    "a calibre that is no number": ({"weapons": [{**TUBES, "mm": float("nan")}]}, "mm"),
    "a million barrels": ({"mounts": [mount("A", barrels=1_000_000)]}, "barrels"),
    "a million captains": ({"captains": 1_000_000}, "captains"),
    "a million aircraft": ({"aircraft": 1_000_000}, "aircraft"),
    "more men than can be counted": ({"crew": 50_000}, "crew"),
    "a hold below 0": ({"holds": [{"name": "a", "contents": "ammo", "amount": -4}]}, "amount"),
}


def card(**changes: Any) -> dict[str, Any]:
    return {**tiger()[1], **changes}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_card_is_refused(name: str) -> None:
    changes, expected = BAD[name]
    with pytest.raises(InvalidInput) as caught:
        RULESET.read_card(card(**changes), "roster: Tiger", RULESET.tables)
    assert expected in str(caught.value)
    assert "roster: Tiger" in str(caught.value)


@pytest.mark.parametrize("changes", [{"cells": 0}, {"port_engines": 0, "starboard_engines": 0}])
def test_an_airship_has_cells_and_engines(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="airship"):
        RULESET.read_card({**zeppelin("L 3")[1], **changes}, "roster: L 3", RULESET.tables)


def test_a_good_card_is_read_as_it_stands() -> None:
    read = RULESET.read_card(card(), "roster: Tiger", RULESET.tables)
    assert (read.points, read.belt, read.deck, read.knots, read.estimated) == (501, 18, 6, 28, False)


@pytest.mark.parametrize("barrels", [1, 12])
def test_a_mount_has_one_to_twelve_barrels(barrels: int) -> None:
    read = RULESET.read_card(card(mounts=[mount("A", barrels=barrels)]), "roster: Tiger", RULESET.tables)
    assert read.mounts[0].barrels == barrels


@pytest.mark.parametrize(("changes", "points"), [
    ({"belt": 0, "deck": 0}, 366), ({"belt": 0, "deck": 1}, 538), ({"belt": 1, "deck": 0}, 538), ({"belt": 0, "tons": 1.0}, 1),
])  # fmt: skip
def test_f10_points_of_a_thousand_times_the_root_are_those_of_its_armour(changes: dict[str, Any], points: int) -> None:
    """31623 tons to the power of two thirds are 1000: times 0.366, or 0.5385 with any armour; one point at least."""
    read = RULESET.read_card(card(points=0, **{"tons": 31623.0, **changes}), "roster: Tiger", RULESET.tables)
    assert (read.points, read.estimated) == (points, True)


def test_armour_that_a_card_leaves_out_is_none() -> None:
    bare = {name: value for name, value in card().items() if name not in {"belt", "deck"}}
    assert not RULESET.read_card(bare, "roster: Tiger", RULESET.tables).armoured


def test_the_rules_are_for_two_sides() -> None:
    entry = ShipEntry("Tiger", RED, card())
    with pytest.raises(InvalidInput, match="two sides"):
        RULESET.check_setup(Setup("fgdn", "1", "a test", (RED, BLUE, "Green"), (entry,)), "here")


def test_conditions_and_hours_are_words_of_the_rules() -> None:
    assert RULESET.conditions["start"][0] == "1200"
    assert len(set(RULESET.conditions["start"])) == 480
    with pytest.raises(InvalidInput):
        RULESET.begin(Setup("fgdn", "1", "a test", (RED, BLUE), (ShipEntry("Tiger", RED, card()),), conditions={"start": "1201"}))
