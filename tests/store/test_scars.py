"""A scenario says what earlier battles left of a ship: she begins with it, and a wrong word is refused with its line."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.campaign.scars import scars
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.scenario import briefing
from fleetbook.reports.sheets.cards import setup_sheets
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup, write_scenario
from fleetbook.store.library.bundle import bundled
from fleetbook.store.library.check_all import check_all, in_lines
from fleetbook.store.library.scenario import read_scenario
from tests.store.test_formats import kept

HEAD = """
ruleset = "{system}"
title = "The morning after"
rosters = [{rosters}]
"""
YALU = (
    HEAD.format(system="aanda", rosters='"yalu-fleets"')
    + """
[[side]]
name = "Japan"
ships = [
  { card = "Yoshino", squadron = "Van", commander = "Kawara", left = { LEFT } },
  { card = "Naniwa", squadron = "Van" },
]
squadron = [{ name = "Van" }]
[[side]]
name = "China"
ships = [{ card = "Dingyuan", squadron = "Main" }]
squadron = [{ name = "Main" }]
"""
)
STRAIT = (
    HEAD.format(system="coastal", rosters='"royal-navy", "kriegsmarine"')
    + """
[[side]]
name = "Royal Navy"
ships = [{ card = "Vosper 70 ft MTB", name = "MTB 1", left = { LEFT } }]
[[side]]
name = "Kriegsmarine"
ships = [{ card = "R-boot R41", count = 2 }]
"""
)


def saved(folder: Path, text: str, left: str) -> Path:
    path = folder / "morning.toml"
    path.write_text(text.replace("LEFT", left), encoding="utf-8")
    return path


def refused(folder: Path, text: str, left: str) -> str:
    with pytest.raises(InvalidInput) as raised:
        read_setup(saved(folder, text, left))
    return str(raised.value).split(": ", 1)[1]


def test_an_a_and_a_ship_begins_with_boxes_guns_engines_and_rudder_lost(tmp_path: Path) -> None:
    setup = read_setup(saved(tmp_path, YALU, "hull = 5, engine = 1, rudder = true"))
    battle = ruleset("aanda").begin(setup)
    ship, sister = battle.ship("Yoshino"), battle.ship("Naniwa")
    assert (ship.hull, ship.engine, ship.rudder) == (5, 1, True)
    assert (sister.hull, sister.engine, sister.rudder) == (sister.full("hull"), 0, False)
    assert ship.max_speed == ship.card.knots // 2
    assert {"ENGINE", "RUDDER"} <= {condition.short for condition in battle.card("Yoshino").conditions}


def test_a_fact_with_a_value_for_each_item_is_named_with_the_item(tmp_path: Path) -> None:
    whole = ruleset("aanda").begin(read_setup(saved(tmp_path, YALU, ""))).ship("Yoshino")
    gun, tubes = whole.mounts()[0], whole.card.torpedoes[0]
    setup = read_setup(saved(tmp_path, YALU, f'"guns out/{gun.name}" = 1, "torpedoes/{tubes.name}" = 0'))
    battle = ruleset("aanda").begin(setup)
    ship = battle.ship("Yoshino")
    assert ship.guns_left(gun) == gun.guns - 1
    assert (ship.torpedoes[tubes.name], whole.torpedoes[tubes.name] > 0) == (0, True)
    assert battle.fact(Key("Yoshino", "torpedoes", tubes.name)) is None  # stored as the rules store a 0
    assert scars(ship, whole) == setup.ships[0].left


def test_a_boat_begins_with_a_system_destroyed_and_a_bridge_box_that_may_be_mended(tmp_path: Path) -> None:
    boat = ruleset("coastal").begin(read_setup(saved(tmp_path, STRAIT, ""))).ship("MTB 1")
    mount = boat.named("mount")[0]
    left = f'hull = 1, engines = 2, "light hits/engines" = 1, "system/{mount}" = "destroyed", disabled = true'
    ship = ruleset("coastal").begin(read_setup(saved(tmp_path, STRAIT, left))).ship("MTB 1")
    assert (ship.hull, ship.engines, ship.disabled) == (1, 2, True)
    assert ship.states[mount] == "destroyed"
    assert ship.mendable(ship.system("engines"))


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ("hul = 5", "side Japan, ship Yoshino: left: key: found hul, allowed: hull, "),
        ("hull = 99", "side Japan, ship Yoshino: left, hull: found 99, allowed: a whole number from 0 to "),
        ("hull = true", "left, hull: found True, allowed: a whole number"),
        ("rudder = 1", "left, rudder: found 1, allowed: true or false"),
        ("engine = 10", "left, engine: found 10, allowed: a whole number from 0 to 9"),
        ("engine = -1", "left, engine: found -1, allowed: a whole number from 0 to 9"),
        ('"guns out/after" = 1', "left: key: found guns out/after, allowed: "),
        ('"guns out" = 1', "left: key: found guns out, allowed: "),
        ("fate = 'sunk'", "left: key: found fate, allowed: "),
        ("attacked = 1", "left: key: found attacked, allowed: "),
    ],
)
def test_a_wrong_fact_item_type_or_number_is_refused(tmp_path: Path, left: str, words: str) -> None:
    assert words in refused(tmp_path, YALU, left)


def test_a_word_is_one_that_the_fact_may_have(tmp_path: Path) -> None:
    boat = ruleset("coastal").begin(read_setup(saved(tmp_path, STRAIT, ""))).ship("MTB 1")
    words = refused(tmp_path, STRAIT, f'"system/{boat.named("mount")[0]}" = "damagd"')
    assert words.endswith("found damagd, allowed: sound, damaged, destroyed; did you mean damaged?")


def test_check_tells_every_wrong_fact_at_once_with_its_line(tmp_path: Path) -> None:
    path = saved(tmp_path, YALU, "hull = 99, engine = 10, rudr = true")
    line = next(number for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "Yoshino" in text)
    told = in_lines(path, check_all(path)[1])
    assert len(told) == 3
    assert all(f"morning.toml:{line}: " in each for each in told)
    assert "did you mean rudder?" in told[2]


def test_the_battle_verifies_and_its_bundle_has_the_scars(tmp_path: Path) -> None:
    path = saved(tmp_path, YALU, "hull = 5, rudder = true")
    with BattleFile.create(tmp_path / "a.battle", read_setup(path), "seed") as file:
        assert file.journal.battle.ship("Yoshino").hull == 5
    assert verify(tmp_path / "a.battle") == []
    write_scenario(tmp_path / "bundle.toml", bundled(path))
    entry = read_setup(tmp_path / "bundle.toml").ships[0]
    assert (entry.left, entry.commander) == ({"hull": 5, "rudder": True}, "Kawara")
    assert read_scenario(tmp_path / "bundle.toml").side[0].ships[1].left == {}


def test_the_briefing_and_the_printed_card_show_her_as_she_begins(tmp_path: Path) -> None:
    setup = read_setup(saved(tmp_path, YALU, "hull = 5, rudder = true"))
    with BattleFile.create(tmp_path / "a.battle", setup, "seed") as file:
        told = dict(briefing(file.journal))
        full = file.journal.battle.full("Yoshino", "hull")
    assert told["commanded"] == "Yoshino by Kawara"
    assert told["damaged"] == f"Yoshino: hull 5 of {full}, RUDDER"
    yoshino, naniwa, _ = setup_sheets(setup).cards
    assert (yoshino.rows[0].left, yoshino.group) == (5, "Japan · Van · Kawara")
    assert (naniwa.rows[0].left, naniwa.group) == (naniwa.rows[0].full, "Japan · Van")


def test_an_old_battle_whose_setup_knows_no_scars_opens_and_verifies(tmp_path: Path) -> None:
    path = kept("bath-format-1", tmp_path)
    with sqlite3.connect(path) as connection:
        (stored,) = connection.execute("SELECT value FROM meta WHERE key = 'setup'").fetchone()
    connection.close()
    assert all("left" not in ship for ship in json.loads(stored)["ships"])
    with BattleFile.open(path, read_only=True) as file:
        assert all(not entry.left and not entry.commander for entry in file.journal.setup.ships)
    assert verify(path) == []
