"""Cards and squadrons that the A&A sheet cannot play are refused by file, ship, key, what was found and what is allowed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.roster import read_roster

ROSTER = """
ruleset = "aanda"
title = "Two ships"
[[ship]]
name = "Mikasa"
type = "B"
tons = 15140
knots = 18
hull = 31
source = "by hand"
main = [
  { name = "fore", guns = 2, calibre = 12.0, arc = "FPS", class = "G" },
  { name = "aft", guns = 2, calibre = 12.0, arc = "APS" },
]
secondary = [{ name = "port", guns = 7, calibre = 6.0, arc = "P", class = "C" }]
torpedoes = [{ name = "tubes", tubes = 2, arc = "S" }]
[[ship]]
name = "Fuji"
type = "B"
tons = 12320
knots = 18
source = "by hand"
"""
SCENARIO = """
ruleset = "aanda"
title = "Target practice"
rosters = ["two.toml"]
[conditions]
weather = "Gale"
[[side]]
name = "Japan"
ships = [{ card = "Mikasa", squadron = "1st Division" }, { card = "Fuji", squadron = "1st Division" }]
[[side.squadron]]
name = "1st Division"
crew = "Superior"
flagship = "Mikasa"
[[side]]
name = "Russia"
ships = [{ card = "Fuji", name = "Oryol", squadron = "1st Detachment" }]
[[side.squadron]]
name = "1st Detachment"
flagship = "Oryol"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "two.toml").write_text(ROSTER, encoding="utf-8")
    (tmp_path / "practice.toml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


def changed(path: Path, old: str, new: str) -> Path:
    """The file with its one piece of text replaced."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def roster_refusal(folder: Path, old: str, new: str) -> str:
    with pytest.raises(InvalidInput) as told:
        read_roster(changed(folder / "two.toml", old, new))
    return str(told.value).replace(f"{folder}{os.sep}", "")


def setup_refusal(folder: Path, old: str, new: str) -> str:
    with pytest.raises(InvalidInput) as told:
        read_setup(changed(folder / "practice.toml", old, new))
    return str(told.value).replace(f"{folder}{os.sep}", "")


def test_the_files_are_good_as_they_stand(folder: Path) -> None:
    assert check_all(folder / "two.toml")[0] == "roster of aanda: 2 ships"
    assert check_all(folder / "practice.toml")[0] == "scenario of aanda: 2 sides, 3 ships"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('class = "G"', 'class = "Z"', "two.toml: ship Mikasa: fore, class: found Z, allowed: A, B, C, D, E, F, G, H, I"),
        ('class = "G"', 'class = "H"', "two.toml: ship Mikasa: fore, class: found H, allowed: G, the class of 12 inches"),
        (
            'arc = "FPS"',
            'arc = "X"',
            "two.toml: ship Mikasa: fore, arc: found X, allowed: one or more of F, A, P, S, and no letter twice",
        ),
        (
            'arc = "FPS"',
            'arc = "FF"',
            "two.toml: ship Mikasa: fore, arc: found FF, allowed: one or more of F, A, P, S, and no letter twice",
        ),
        (
            'arc = "S"',
            'arc = ""',
            "two.toml: ship Mikasa: tubes, arc: found nothing, allowed: one or more of F, A, P, S, and no letter twice",
        ),
        ("hull = 31", "hull = 0", "two.toml: ship Mikasa: hull: found 0, allowed: 1 to 999"),
        ("hull = 31", "hull = 3.5", "two.toml: ship Mikasa: hull: found 3.5, allowed: a whole number"),
        ("hull = 31", 'crew = "Elite"', "two.toml: ship Mikasa: crew: found Elite, allowed: Inferior, Superior, standard"),
        (
            "hull = 31",
            'crew = "Superor"',
            "two.toml: ship Mikasa: crew: found Superor, allowed: Inferior, Superior, standard; did you mean Superior?",
        ),
        ("hull = 31", "hul = 31", "two.toml: ship Mikasa: key: found hul, allowed: name, type, tons, knots, source, main, "),
        ("hull = 31", "hul = 31", "did you mean hull?"),
        (
            '"B"\ntons = 15140',
            '"BB"\ntons = 15140',
            "two.toml: ship Mikasa: type: found BB, allowed: AC, ACL, B, C, CB, CL, DD, ",
        ),
        ('"B"\ntons = 15140', '"BB"\ntons = 15140', "did you mean B?"),
        ("tons = 15140", "tons = 0.5", "two.toml: ship Mikasa: tons: found 0.5, allowed: 1 to 100000"),
        ("tons = 15140", "", "two.toml: ship Mikasa: tons: this key is missing"),
        ("guns = 7", "guns = 0", "two.toml: ship Mikasa: port, guns: found 0, allowed: 1 to 40"),
        ("calibre = 6.0", "calibre = 2.2", "two.toml: ship Mikasa: port, calibre in inches: found 2.2, allowed: 2.9 to 21"),
        (
            'name = "aft"',
            'name = "fore"',
            "two.toml: ship Mikasa: batteries and tubes: found fore, allowed: a name for each, and no name twice",
        ),
        ("tubes = 2", "tubes = 0", "two.toml: ship Mikasa: tubes, tubes: found 0, allowed: 1 to 20"),
        ('name = "Fuji"', 'name = "Mikasa"', "two.toml: ship: found Mikasa, allowed: each name once"),
    ],
)
def test_a_bad_card_is_told_by_file_ship_and_key(folder: Path, old: str, new: str, message: str) -> None:
    assert message in roster_refusal(folder, old, new)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'crew = "Superior"',
            'crew = "Elite"',
            "squadron 1st Division: crew: found Elite, allowed: Inferior, Superior, standard",
        ),
        ('crew = "Superior"', 'crew = "Standard"', "did you mean standard?"),
        (
            'crew = "Superior"',
            'creew = "Superior"',
            "squadron 1st Division: key: found creew, allowed: crew, flagship, contact, ",
        ),
        ('crew = "Superior"', 'creew = "Superior"', "did you mean crew?"),
        (
            '"Mikasa"\n[[side]]',
            '["Mikasa", "Fuji"]\n[[side]]',
            "squadron 1st Division: flagship: found ['Mikasa', 'Fuji'], allowed: ",
        ),
        (
            '"Mikasa"\n[[side]]',
            '"Mikasa"\nflagship = "Fuji"\n[[side]]',
            'practice.toml: line 14: found flagship = "Fuji", allowed: ',
        ),
        (
            '"Mikasa"\n[[side]]',
            '"Mikassa"\n[[side]]',
            "squadron 1st Division, flagship: found Mikassa, allowed: Mikasa, Fuji; did you mean Mikasa?",
        ),
        ('flagship = "Oryol"', 'flagship = "Mikasa"', "squadron 1st Detachment, flagship: found Mikasa, allowed: Oryol"),
        (
            '[[side]]\nname = "Russia"',
            '[[side.squadron]]\nname = "1st Division"\n[[side]]\nname = "Russia"',
            "practice.toml: squadron: found 1st Division, allowed: each name once",
        ),
        (
            '[[side]]\nname = "Russia"',
            '[[side.squadron]]\nname = "2nd Division"\n[[side]]\nname = "Russia"',
            "squadron 2nd Division: found 0 ships, allowed: ships, or dummy = true",
        ),
        ('flagship = "Oryol"', "dummy = true", "squadron 1st Detachment: found 1 ships, allowed: no ships in a dummy"),
        (
            ', squadron = "1st Detachment" }]',
            ', squadron = "1st Detachmant" }]',
            "practice.toml: side Russia, ship Oryol: squadron: found 1st Detachmant, allowed: 1st Detachment; did you mean 1st D",
        ),
        (
            ', squadron = "1st Detachment" }]',
            " }]",
            "practice.toml: Oryol, squadron: found nothing, allowed: 1st Division, 1st Detachment",
        ),
        (
            '"Gale"',
            '"Gail"',
            "practice.toml: conditions, weather: found Gail, allowed: Calm to Moderate, Fresh to Strong, Gale, S",
        ),
        ('"Gale"', '"Gail"', "did you mean Gale?"),
    ],
)
def test_a_bad_squadron_is_told_by_file_squadron_and_key(folder: Path, old: str, new: str, message: str) -> None:
    told = setup_refusal(folder, old, new)
    assert told.startswith("practice.toml: ")
    assert message in told


def test_a_card_changed_by_a_scenario_is_checked_too(folder: Path) -> None:
    told = setup_refusal(folder, 'name = "Oryol", ', 'name = "Oryol", with = { hull = 0 }, ')
    assert told == "practice.toml: side Russia, ship Oryol: with: hull: found 0, allowed: 1 to 999"
