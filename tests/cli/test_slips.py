"""Typical slips of authors: all of a file are told at once, with file, line, what stands there, what is allowed, the nearest."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.store.library.paths import entries
from tests.cli.shell import fleetbook

COASTAL = """\
ruleset = "coastal"
title = "Slips"

[[ship]]
name = "A"
kind = "MTB"
size = "bot"
tons = "49"
speed = 16.5
hull = "nine"
source = 7
merchant = "no"
cargo = "mines"
colour = "grey"
systems = [
  { kind = "bridge" },
  { kind = "engines" },
  { kind = "mount", name = "bow gun", weapon = "20mm single", arc = "forward" },
  { kind = "mount", name = "mid gun", weapon = "singel 20 mm", guns = "two" },
  { kind = "mount", name = "aft gun", weapon = "single gun", arc = "reer" },
  { kind = "torpedo", name = "tubes", tubes = 2, torpedoes = 2 },
  { kind = "mount", name = "top gun", wepon = "twin MG" },
]

[[ship]]
name = "B"
kind = "MTB"
size = "boat"
tons = -41
source = "x"
systems = [{ kind = "bridge" }, { kind = "engines" }]

[[ship]]
name = "C"
kind = "MTB"
size = "boat"
source = "x"
systems = [{ kind = "bridge" }, { kind = "engines" }]
"""
IN_COASTAL = (
    (7, 'ship A: size: found "bot", allowed: boat, corvette, destroyer, larger, small, trawler; did you mean boat?'),
    (8, 'ship A: tons: found "49", a text: take the quotes off, allowed: a number'),
    (9, "ship A: speed: found 16.5, allowed: a whole number"),
    (10, 'ship A: hull: found "nine", allowed: a whole number'),
    (11, "ship A: source: found 7, allowed: text"),
    (12, 'ship A: merchant: found "no", allowed: true or false'),
    (13, 'ship A: cargo: found "mines", allowed: ammunition, oil'),
    (14, "ship A: key: found colour, allowed: name, kind"),
    (18, 'systems bow gun, arc: found "forward", allowed: all-round, front, port, rear, starboard; did you mean front?'),
    (18, 'bow gun: weapon: found "20mm single", allowed: twin MG'),
    (19, 'systems mid gun, guns: found "two", allowed: a whole number'),
    (19, 'mid gun: weapon: found "singel 20 mm"'),
    (20, 'systems aft gun, arc: found "reer", allowed: all-round, front, port, rear, starboard; did you mean rear?'),
    (20, "aft gun, calibre: found 0, allowed: the calibre in inches"),
    (21, 'systems tubes, kind: found "torpedo", allowed: bridge'),
    (22, "systems top gun: key: found wepon, allowed: kind, name, weapon"),
    (29, "ship B: tons: found -41, allowed: a number above 0"),
    (33, "ship C: tons is missing"),
)
AANDA = """\
ruleset = "aanda"
title = "Slips"

[[ship]]
name = "One"
type = "BB"
tons = 15000
knots = "18"
source = "x"
main = [{ name = "fore 12 in", guns = 2, calibre = 12.0, arc = "FPS", class = "H" }]

[[ship]]
name = "Two"
type = "B"
tons = 15000
knots = 18
source = "x"
crew = "superior"
secondary = [{ name = "port 6 in", guns = 7, calibre = "6 in", arc = "P" }]
"""
IN_AANDA = (
    (6, 'ship One: type: found "BB"'),
    (8, 'ship One: knots: found "18", a text: take the quotes off, allowed: a whole number'),
    (10, 'class: found "H"'),
    (18, 'ship Two: crew: found "superior", allowed: Inferior, Superior, standard; did you mean Superior?'),
    (19, 'ship Two: secondary port 6 in, calibre: found "6 in", allowed: a number'),
)
SCENARIO = """\
ruleset = "coastal"
titel = "Slips"
rosters = ["coastal/royal-navy", "coastal/kriegsmarine"]
date = 1943

[conditions]
light = "nite"
whether = "clear"

[readings.two_volleys]
value = false

[[side]]
name = "Royal Navy"
ships = [
  { card = "Fairmile C MGBs", name = "MGB 1" },
  { crad = "Fairmile C MGB" },
  { card = "Fairmile C MGB", name = "MGB 2", count = "two" },
  { card = "Fairmile C MGB", name = "MGB 3", count = 0 },
]

[[side]]
name = "Kriegsmarine"
ships = [{ card = "S-boot S100", name = "S 1", squadron = "3rd" }]
"""
IN_SCENARIO = (
    (2, "key: found titel, allowed: ruleset, title, side"),
    (4, "date: found 1943, allowed: text"),
    (7, 'conditions, light: found "nite", allowed: night, day; did you mean night?'),
    (8, "conditions: key: found whether, allowed: light, weather"),
    (10, "readings, two_volleys: reason is missing"),
    (16, 'ship MGB 1: card: found "Fairmile C MGBs"'),
    (17, "ship 2: key: found crad, allowed: card"),
    (18, 'ship MGB 2: count: found "two", allowed: a whole number'),
    (19, "ship MGB 3: count: found 0, allowed: a whole number from 1 to 99"),
    (24, 'ship S 1: squadron: found "3rd"'),
)
VICTORY = """\
ruleset = "coastal"
title = "Slips"
rosters = ["coastal/royal-navy", "coastal/kriegsmarine"]

[victory]
otherwise = "Kriegsmarin"

[[victory.count]]
name = "boats sunk"
side = "Royal Nvy"
what = "ships lost"
of = ["S 2"]

[[victory.aim]]
side = "Royal Navy"
needs = [{ count = "boat sunk", least = 1 }]

[[side]]
name = "Royal Navy"
ships = [{ card = "Fairmile C MGB", name = "MGB 1" }]

[[side]]
name = "Kriegsmarine"
ships = [{ card = "S-boot S100", name = "S 1" }]
"""
IN_VICTORY = (
    (6, 'otherwise: found "Kriegsmarin", allowed: drawn, Royal Navy, Kriegsmarine; did you mean Kriegsmarine?'),
    (10, 'count boats sunk: side: found "Royal Nvy", allowed: Royal Navy, Kriegsmarine; did you mean Royal Navy?'),
    (12, 'count boats sunk: of: found "S 2", allowed: MGB 1, Royal Navy, S 1, Kriegsmarine; did you mean S 1?'),
    (16, 'aim 1: count: found "boat sunk", allowed: boats sunk; did you mean boats sunk?'),
)
HOUSE = """\
ruleset = "coastal"
title = "Slips"

[reading.two_volley]
value = false
reason = "so"

[reading.two_volleys]
value = "off"
reason = "so"

[reading.scale]
value = 3

[modifiers.shooting]
straddld = 2

[table.cannons]
cells = [["single 20 mm", 3, 2, 1]]
"""
IN_HOUSE = (
    (4, "reading: found two_volley"),
    (8, "two_volleys"),
    (12, "reading, scale: reason is missing"),
    (16, "found straddld"),
    (18, "found cannons"),
)
SHIP = """\
ruleset = "coastal"
title = "One"

[[ship]]
name = "A"
kind = "MTB"
size = "boat"
tons = -41
speed = -5
source = "x"
systems = [
  { kind = "mount", name = "bow gun", weapon = "single 20 mm", arc = "front" },
  { kind = "mount", name = "bow gun", weapon = "single 20 mm", arc = "rear" },
  { kind = "mount", name = "aft gun", weapon = "single gun", arc = "rear" },
  { kind = "torpedoes", name = "tubes", tubes = 0, torpedoes = 2, arc = "front" },
]
"""
IN_SHIP = (
    (8, "ship A: tons: found -41"),
    (9, "ship A: speed: found -5"),
    (11, "ship A: systems: found bow gun twice"),
    (14, "aft gun, calibre: found 0"),
    (15, "tubes, tubes and torpedoes: found 0 and 2"),
    (11, "ship A: systems: found no bridge and no engines, allowed: one system of kind bridge and one of kind engines"),
)
"""Each alone would refuse the card."""
GUN = """\
ruleset = "fgdn"
title = "One"

[[ship]]
name = "A"
nation = "Germany"
size = "A"
year = 1700
tons = -5
knots = 20
source = "x"
guns = [{ name = "g", mm = 0 }]
mounts = [{ name = "M", battery = "main", gun = "h", barrels = 2, arc = "F" }]
"""
IN_GUN = (
    (12, "ship A: guns g: yards is missing"),
    (12, "penetration is missing"),
    (12, "guns g: damage is missing"),
    (12, "he_damage is missing"),
    (8, "ship A: year: found 1700"),
    (9, "ship A: tons: found -5"),
    (12, "ship A: gun g, mm: found 0"),
    (13, "ship A: mount M, gun: found"),
)
"""A gun without its rows of figures, whose types ask for four of each: nothing mends that, and it is told once."""
FILES = {
    "coastal": (COASTAL, IN_COASTAL),
    "aanda": (AANDA, IN_AANDA),
    "scenario": (SCENARIO, IN_SCENARIO),
    "victory": (VICTORY, IN_VICTORY),
    "house": (HOUSE, IN_HOUSE),
    "ship": (SHIP, IN_SHIP),
    "gun": (GUN, IN_GUN),
}


@pytest.mark.parametrize("name", FILES)
def test_all_slips_of_a_file_are_told_at_once_each_with_its_line(name: str, tmp_path: Path) -> None:
    text, slips = FILES[name]
    path = tmp_path / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    ran = fleetbook("check", str(path))
    assert ran.code == 2
    told = ran.out.splitlines()
    for line, message in slips:
        assert [said for said in told if message in said], f"{message}\nis not among\n{ran.out}"
        assert [said for said in told if message in said and f":{line}: " in said], f"line {line}: {message}\n{ran.out}"
    assert len(told) == len(slips), ran.out


def only_slip(folder: Path, text: str) -> str:
    """The one slip that is told of a file."""
    path = folder / "one.toml"
    path.write_text(text, encoding="utf-8")
    (said,) = fleetbook("check", str(path)).out.splitlines()
    return said.partition("one.toml:")[2]


def test_what_a_ship_lacks_is_told_at_the_head_of_her_block(tmp_path: Path) -> None:
    """Not at the blank line behind it."""
    ship = '[[ship]]\nname = "{}"\nkind = "MTB"\nsize = "boat"\n{}source = "x"\n{}\n'
    systems = 'systems = [{ kind = "bridge" }, { kind = "engines" }]\n'
    ships = ship.format("A", "", systems) + ship.format("B", "tons = 9\n", systems)
    assert only_slip(tmp_path, f'ruleset = "coastal"\ntitle = "t"\n\n{ships}').startswith("4: ship A: tons is missing")


def test_a_speed_that_no_ship_has_is_told_at_the_first_ship_of_the_side(tmp_path: Path) -> None:
    """Her line alone is looked at, and it does not say the speed."""
    side = '[[side]]\nspeed = {}\nname = "{}"\nships = [\n  {{ card = "Lion class battlecruiser", name = "{}" }},\n]\n'
    sides = side.format(9, "Red", "A") + side.format(-1, "Blue", "B")
    said = only_slip(tmp_path, f'ruleset = "fgdn"\ntitle = "t"\nrosters = ["fgdn/grand-fleet"]\n{sides}')
    assert said.startswith("14: side Blue, ship B: speed: found -1, allowed: a whole number from 0 to 27")


def test_a_number_put_in_for_one_that_is_none_is_not_told(tmp_path: Path) -> None:
    """The rules doubt tubes and torpedoes together, but only the tubes stand in the file."""
    tubes = '{ kind = "torpedoes", name = "tubes", tubes = 0, torpedoes = "two", arc = "front" }'
    systems = f'systems = [{{ kind = "bridge" }}, {{ kind = "engines" }}, {tubes}]'
    ship = f'name = "A"\nkind = "MTB"\nsize = "boat"\ntons = 9\nsource = "x"\n{systems}'
    said = only_slip(tmp_path, f'ruleset = "coastal"\ntitle = "t"\n[[ship]]\n{ship}\n')
    assert 'torpedoes: found "two", allowed: a whole number' in said


def test_a_number_out_of_bounds_inside_a_table_is_told_once(tmp_path: Path) -> None:
    ship = 'name = "A"\ntype = "DD"\nnation = "Germany"\nsource = "x"\nfacts = { tons = 0, knots = 30 }'
    text = f'ruleset = "gwas"\ntitle = "t"\n[[ship]]\n{ship}\n'
    assert "ship A: facts, tons: found 0, allowed: 1 to" in only_slip(tmp_path, text)


def test_conditions_of_a_victory_wait_until_the_ships_are_right(tmp_path: Path) -> None:
    """What is wrong with a ship is told once, though no victory can be counted without her."""
    text = VICTORY.replace('name = "S 1" }', 'name = "S 1", count = 0 }')
    assert "ship S 1: count: found 0" in only_slip(tmp_path, text)


def test_forty_five_slips_in_all_were_tried_and_more() -> None:
    assert sum(len(slips) for _, slips in FILES.values()) + len(SYNTAX) >= 45


SYNTAX = (
    ('ruleset = "coastal"\ntitle = Slips\n', ":2: ", "allowed: text in quotes"),
    ('ruleset = "coastal"\ntitle = "Slips\n', ":2: ", "allowed: text between two quotes"),
    ('ruleset = "coastal"\ntitle = "a"\ntitle = "b"\n', "", "TOML"),
)


@pytest.mark.parametrize(("text", "line", "message"), SYNTAX)
def test_what_is_no_toml_is_told_with_its_line(text: str, line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    ran = fleetbook("check", str(path))
    assert ran.code == 2
    assert line in ran.out
    assert message in ran.out


def test_what_is_seldom_meant_is_noted_and_the_file_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(
        'ruleset = "coastal"\ntitle = "Odd"\n\n[[ship]]\nname = "A"\nkind = "MTB"\nsize = "boat"\n'
        'tons = 49\nknots = 41\nspeed = 41\nsource = "x"\nsystems = [{ kind = "bridge" }, { kind = "engines" },\n'
        '  { kind = "torpedoes", name = "tubes", tubes = 4, torpedoes = 2 }]\n',
        encoding="utf-8",
    )
    ran = fleetbook("check", str(path))
    assert ran.code == 0
    assert f"NOTE {path}:10: ship A: speed: 41 beside 41 knots, which are 16 cm a turn: is it meant?" in ran.out
    assert "tubes: 4 tubes but only 2 torpedoes" in ran.out


def test_a_ship_without_engines_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "boats.toml"
    path.write_text(
        'ruleset = "coastal"\ntitle = "t"\n[[ship]]\nname = "A"\nkind = "MTB"\nsize = "boat"\ntons = 49\n'
        'knots = 40\nsource = "x"\n'
        'systems = [{ kind = "bridge" }]\n',
        encoding="utf-8",
    )
    told = "ship A: systems: found no engines, allowed: one system of kind bridge and one of kind engines\n"
    assert told in fleetbook("check", str(path)).out


def test_a_sound_scenario_says_what_each_side_brings() -> None:
    """9 + 9 + 9 hull boxes and three pairs of tubes; the sum of the seven others (C10)."""
    path = next(entry.path for entry in entries("scenario") if entry.name == "barfleur")
    said = fleetbook("check", str(path)).out.splitlines()
    assert said[1:3] == ["SIDE Royal Navy: 3 ships, hull 27, torpedoes 6", "SIDE Kriegsmarine: 7 ships, hull 155"]


def test_a_card_whose_only_system_is_faulty_is_not_said_to_have_none(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    ship = 'name = "A"\nkind = "MTB"\nsize = "boat"\ntons = 49\nsource = "x"'
    path.write_text(
        f'ruleset = "coastal"\ntitle = "One"\n[[ship]]\n{ship}\nsystems = [{{ kind = "gun", name = "g" }}]\n', "utf-8"
    )
    ran = fleetbook("check", str(path))
    assert "found none" not in ran.out
    assert 'systems g, kind: found "gun"' in ran.out


def test_conditions_that_a_scenario_leaves_out_are_noted_with_what_is_taken(tmp_path: Path) -> None:
    shipped = next(entry.path for entry in entries("scenario") if entry.name == "ijmuiden")
    text = shipped.read_text(encoding="utf-8").replace('aware = "attacker"\n', "").replace('sea = "calm"\n', "")
    path = tmp_path / "short.toml"
    path.write_text(text, encoding="utf-8")
    ran = fleetbook("check", str(path))
    assert ran.code == 0, ran.out
    assert "conditions: sea left out, calm taken; aware left out, both taken: is it meant?" in ran.out
    assert "NOTE" not in fleetbook("check", str(shipped)).out
