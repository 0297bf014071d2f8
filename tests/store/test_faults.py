"""All faults of a file are found at once: of each ship, each condition, each house rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.store.library.check_all import check_all

pytestmark = pytest.mark.usefixtures("plugins")

ROSTER = """
ruleset = "bath"
title = "Tubs"
[[ship]]
name = "Ada"
kind = "tubb"
boxes = 5
[[ship]]
name = "Bea"
kind = "duck"
boxes = 5
[[ship]]
name = "Cleo"
kind = "tub"
boxs = 5
[[ship]]
kind = "tub"
boxes = 5
"""
SCENARIO = """
ruleset = "bath"
title = "In the bath"
rosters = ["tubs.toml"]
conditions = { watre = "cold" }
options = { foam = "perhaps", ducks = "4" }
[[side]]
name = "Left"
ships = [{ card = "Bee" }, { crad = "Bea" }, { card = "Bea" }, { card = "Bea", name = "" }, 7]
[[side]]
name = "Right"
ships = [{ card = "Bea", name = "Dora", count = 0 }, { card = "Bea", squadron = "none", name = "Eve" }]
"""
GOOD = ROSTER.replace("tubb", "tub").replace("boxs", "boxes").replace('[[ship]]\nkind = "tub"\nboxes = 5\n', "")
HOUSE = """
ruleset = "bath"
title = "Ours"
[table.splash]
cells = [["tub", 0, 1]]
[table.splosh]
cells = []
[modifiers.splash]
sopy = 1
[reading.foam]
value = 5
reason = "soap"
"""


def faults(folder: Path, text: str, name: str = "it.toml") -> list[str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    what, found = check_all(path)
    assert bool(what) is not bool(found)
    return [str(fault).removeprefix(f"{path}: ") for fault in found]


def begin(found: list[str], *starts: str) -> None:
    assert len(found) == len(starts), found
    for fault, start in zip(found, starts, strict=True):
        assert fault.startswith(start), fault


def test_every_bad_ship_of_a_roster(tmp_path: Path) -> None:
    begin(
        faults(tmp_path, ROSTER),
        "ship Ada: kind: found tubb",
        "ship Cleo: key: found boxs",
        "ship 4: name: found nothing",
    )
    assert faults(tmp_path, GOOD) == []


def test_every_bad_ship_and_word_of_a_scenario(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD, "tubs.toml") == []
    begin(
        faults(tmp_path, SCENARIO),
        "side Left, ship 2: key: found crad",
        "side Left, ship Bea: name: found nothing",
        "side Left, ship 5: found 7",
        "side Left, ship Bee: card: found Bee",
        "side Right, ship Dora: count: found 0",
        "side Right, ship Eve: squadron: found none",
        "conditions: key: found watre",
        "options, foam: found perhaps",
    )


def test_every_house_rule_that_does_not_apply(tmp_path: Path) -> None:
    begin(
        faults(tmp_path, HOUSE),
        "Splash, row tub: found 2 cells",
        "house rules Ours: table: found splosh",
        "house rules Ours: modifiers.splash: found sopy",
    )


def test_a_key_that_house_rules_have_not_hides_no_other_fault(tmp_path: Path) -> None:
    begin(
        faults(tmp_path, HOUSE.replace('title = "Ours"', 'title = "Ours"\ncolour = 1')),
        "key: found colour",
        "Splash, row tub: found 2 cells",
        "house rules Ours: table: found splosh",
        "house rules Ours: modifiers.splash: found sopy",
    )


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (SCENARIO.replace("tubs.toml", "none.toml"), "side Left, ship 2: key"),
        ('side = 3\nruleset = "bath"', "side: found 3"),
        ("side = [3]", "side"),
        ("ship = [3]", "ship"),
        ("", "no key that shows the file's kind"),
        ("[", "the end of the file"),
    ],
)
def test_a_file_that_cannot_be_taken_apart_has_one_fault_of_its_own(tmp_path: Path, text: str, start: str) -> None:
    assert start in " ".join(faults(tmp_path, text))


def test_what_is_wrong_only_as_a_whole_is_reported_when_the_parts_are_good(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD, "tubs.toml") == []
    two = SCENARIO.split("conditions", maxsplit=1)[0] + '[[side]]\nname = "Left"\nships = [{ card = "Bea" }]\n'
    begin(faults(tmp_path, two), "side: found 1 of [[side]]")
