"""Scenarios become setups with every card in them, or are refused with file, side, ship, key and the nearest name."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.battle.setup import ShipEntry, Squadron, TurnEvent
from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup, read_setup, write_scenario
from fleetbook.store.library.bundle import bundled
from fleetbook.store.library.check_all import check_all, in_lines
from fleetbook.store.library.paths import library_folder
from fleetbook.store.library.scenario import ShipLine, read_scenario

ROSTER = """
ruleset = "bath"
title = "Tubs"
[[ship]]
name = "Tub 3"
kind = "tub"
boxes = 5
[[ship]]
name = "Duck"
kind = "duck"
boxes = 2
"""
HEAD = """
ruleset = "bath"
title = "In the bath"
date = "14 March"
text = "Rub-a-dub."
rosters = ["tubs.toml"]
"""
CONDITIONS = """
[conditions]
water = "cold"
[options]
foam = true
ducks = 4
[readings]
foam = { value = 3, reason = "more soap" }
"""
LEFT = """
[[side]]
name = "Left"
ships = [
  { card = "Tub 3", name = "Ada", squadron = "Flotilla", with = { cargo = "oil", boxes = 7 } },
  { card = "Duck", count = 2 },
]
[[side.squadron]]
name = "Flotilla"
skill = 2
"""
RIGHT = """
[[side]]
name = "Right"
ships = [{ card = "Tub 3" }, { card = "Tub 3", name = " Cleo ", count = 1 }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tubs.toml").write_text(ROSTER, encoding="utf-8")
    return tmp_path


def saved(folder: Path, *parts: str) -> Path:
    path = folder / "bath.toml"
    path.write_text("".join(parts), encoding="utf-8")
    return path


def refusal(folder: Path, *parts: str) -> str:
    path = saved(folder, *parts)
    with pytest.raises(InvalidInput) as raised:
        read_setup(path)
    return str(raised.value).replace(str(folder / "_")[:-1], "")


def test_a_date_needs_no_quotes(folder: Path) -> None:
    assert load_setup(saved(folder, HEAD.replace('"14 March"', "1942-03-14"), LEFT, RIGHT)).date == "1942-03-14"


def test_a_setup_holds_everything_that_the_battle_needs(folder: Path) -> None:
    setup = load_setup(saved(folder, HEAD, CONDITIONS, LEFT, RIGHT))
    tub, duck = {"name": "Tub 3", "kind": "tub", "boxes": 5}, {"name": "Duck", "kind": "duck", "boxes": 2}
    assert (setup.ruleset, setup.version, setup.title, setup.date) == ("bath", "1", "In the bath", "14 March")
    assert (setup.text, setup.sides) == ("Rub-a-dub.", ("Left", "Right"))
    assert setup.ships == (
        ShipEntry("Ada", "Left", {**tub, "cargo": "oil", "boxes": 7}, "Flotilla"),
        ShipEntry("Duck 1", "Left", duck),
        ShipEntry("Duck 2", "Left", duck),
        ShipEntry("Tub 3", "Right", tub),
        ShipEntry("Cleo", "Right", tub),
    )
    assert setup.squadrons == (Squadron("Flotilla", "Left", {"skill": 2}),)
    assert setup.conditions == {"water": "cold"}
    assert setup.options == {"foam": "yes", "ducks": "4"}


def test_readings_of_a_scenario_become_house_rules(folder: Path) -> None:
    setup = read_setup(saved(folder, HEAD, CONDITIONS, LEFT, RIGHT))
    battle = ruleset("bath").begin(setup)
    assert battle.reading("foam") == 3
    assert battle.tables.reading("foam").changed == "more soap"
    assert battle.word("water") == "cold"
    assert battle.word("foam") == "yes"
    assert battle.ship("Ada").left("boxes") == 7


def test_what_is_left_out_is_the_rulesets_default(folder: Path) -> None:
    setup = read_setup(saved(folder, HEAD, LEFT, RIGHT))
    battle = ruleset("bath").begin(setup)
    assert (battle.word("water"), battle.word("foam"), battle.reading("foam")) == ("warm", "no", 2)
    assert setup.house == ()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((HEAD, LEFT), "bath.toml: side: found 1 of [[side]], allowed: two or more"),
        ((HEAD, LEFT, RIGHT.replace("Right", "LEFT ")), "bath.toml: side: found LEFT , allowed: names that differ in more than"),
        ((HEAD, LEFT, RIGHT.replace('"Right"', '""')), "bath.toml: side: found nothing, allowed: a name, not spaces alone"),
        ((HEAD, LEFT, '[[side]]\nname = "Right"\nships = []'), "bath.toml: side Right: ships: found none, allowed: at least one"),
        (
            (HEAD, LEFT, RIGHT.replace('" Cleo "', '" "')),
            "bath.toml: side Right, ship Tub 3: name: found nothing, allowed: a name; leave the key out to use the card's name",
        ),
        ((HEAD, LEFT, '[[side]]\nname = "Right"'), "bath.toml: side Right: ships: this key is missing"),
        ((HEAD.replace("title", "titel"), LEFT, RIGHT), "bath.toml: key: found titel, allowed: ruleset, title, side, rosters"),
        ((HEAD.replace("In the bath", " "), LEFT, RIGHT), "bath.toml: title: found nothing, allowed: a title"),
        ((HEAD.replace('"bath"', '"bad"'), LEFT, RIGHT), "bath.toml: ruleset: found bad, allowed:"),
        ((HEAD.replace('"14 March"', "09:30:00"), LEFT, RIGHT), "bath.toml: date: found 09:30:00, allowed: text in quotes"),
        ((HEAD.replace("tubs.toml", "tub.toml"), LEFT, RIGHT), "tub.toml: found no file, allowed: a roster"),
        ((HEAD.replace("tubs.toml", "coastal/royal-nav"), LEFT, RIGHT), "bath.toml: rosters: roster: found coastal/royal-nav"),
        ((HEAD.replace("tubs.toml", "coastal/royal-nav"), LEFT, RIGHT), "did you mean coastal/royal-navy?"),
        ((HEAD.replace("tubs.toml", "coastal/royal-navy"), LEFT, RIGHT), "found a roster of coastal, allowed: a roster of bath"),
        ((HEAD.replace('"tubs.toml"', '"tubs.toml", "tubs.toml"'), LEFT, RIGHT), "rosters: found tubs.toml, allowed: each name"),
        ((HEAD.replace('"tubs.toml"', '"tubs.toml", "./tubs.toml"'), LEFT, RIGHT), "found Duck, allowed: rosters that have no"),
        (
            (HEAD, LEFT.replace("Tub 3", "Tab 3"), RIGHT),
            "bath.toml: side Left, ship Ada: card: found Tab 3, allowed: Tub 3, Duck",
        ),
        ((HEAD, LEFT.replace("Tub 3", "Tab 3"), RIGHT), "did you mean Tub 3?"),
        (
            (HEAD, LEFT.replace("card =", "crad ="), RIGHT),
            "bath.toml: side Left, ships Ada: key: found crad, allowed: card, name",
        ),
        ((HEAD, LEFT.replace("oil", "oils"), RIGHT), "side Left, ship Ada: with: cargo: found oils, allowed: oil; did you mean"),
        ((HEAD, LEFT.replace("cargo", "crago"), RIGHT), "side Left, ship Ada: with: key: found crago, allowed: name, kind"),
        ((HEAD, LEFT.replace("cargo", "name"), RIGHT), "side Left, ship Ada: with: found name, allowed: any key of a card but"),
        (
            (HEAD, LEFT.replace("count = 2", "count = 0"), RIGHT),
            "ship Duck: count: found 0, allowed: a whole number from 1 to 99",
        ),
        ((HEAD, LEFT.replace("count = 2", "count = 100"), RIGHT), "ship Duck: count: found 100, allowed: a whole number"),
        ((HEAD, LEFT.replace("count = 2", "count = 1e3"), RIGHT), "ships 2, count: found 1000.0, allowed: a whole number"),
        ((HEAD, LEFT.replace('squadron = "Flot', 'squadron = "Flat'), RIGHT), "squadron: found Flatilla, allowed: Flotilla; did"),
        ((HEAD, LEFT.replace('name = "Flotilla"', ""), RIGHT), "ship Ada: squadron: found Flotilla, allowed:"),
        (
            (HEAD, LEFT.replace('squadron = "Flotilla",', "").replace('name = "Flotilla"', ""), RIGHT),
            "squadron: name: found noth",
        ),
        (
            (HEAD, LEFT, RIGHT.replace(" Cleo ", "aDA")),
            "bath.toml: ship: found aDA, allowed: names that differ in more than case",
        ),
        ((HEAD, LEFT, RIGHT.replace(" Cleo ", "Duck 2")), "bath.toml: ship: found Duck 2, allowed: each name once"),
        ((HEAD, LEFT, RIGHT.replace(" Cleo ", "Battle")), "bath.toml: ship: found Battle, allowed: a name that is not reserved"),
        (
            (HEAD, LEFT, RIGHT.replace(" Cleo ", "left")),
            "bath.toml: ship: found left, allowed: a name that is not that of a side",
        ),
        (
            (HEAD, LEFT, RIGHT.replace(" Cleo ", "flotilla")),
            "ship: found flotilla, allowed: a name that is not that of a squadron",
        ),
        ((HEAD, CONDITIONS.replace("water", "watre"), LEFT, RIGHT), "conditions: key: found watre, allowed: water; did you mean"),
        ((HEAD, CONDITIONS.replace("cold", "cool"), LEFT, RIGHT), "conditions, water: found cool, allowed: warm, cold; did you"),
        ((HEAD, CONDITIONS.replace("true", "3"), LEFT, RIGHT), "options, foam: found 3, allowed: no, yes"),
        ((HEAD, CONDITIONS.replace("ducks", "tubs"), LEFT, RIGHT), "options: key: found tubs, allowed: foam, ducks"),
        ((HEAD, CONDITIONS.replace("foam = {", "fam = {"), LEFT, RIGHT), "readings: key: found fam, allowed: foam; did you mean"),
        ((HEAD, CONDITIONS.replace("value = 3", 'value = "x"'), LEFT, RIGHT), "reading.foam: found x, allowed: a value like 2"),
        (
            (HEAD, CONDITIONS.replace(', reason = "more soap"', ""), LEFT, RIGHT),
            "bath.toml: readings, foam: reason: this key is missing",
        ),
        ((HEAD, CONDITIONS.replace("true", "[1]"), LEFT, RIGHT), "bath.toml: options, foam: found [1], allowed:"),
    ],
)
def test_a_bad_scenario_is_reported_by_side_ship_and_key(folder: Path, parts: tuple[str, ...], message: str) -> None:
    assert message in refusal(folder, *parts)


def test_a_roster_is_named_as_one(folder: Path) -> None:
    words = "bath.toml: found a roster, allowed: a scenario, which names sides and their ships; fleetbook check reads rosters"
    assert refusal(folder, 'ruleset = "bath"\ntitle = "Tubs"\n[[ship]]\nname = "Tub"\n') == words


def test_what_the_ruleset_cannot_play_is_refused(folder: Path) -> None:
    many = "".join(f'[[side]]\nname = "S{n}"\nships = [{{ card = "Duck", name = "{n}", count = 99 }}]\n' for n in range(3))
    assert refusal(folder, HEAD, many) == "bath.toml: found 297 tubs, allowed: at most 200"


def test_a_bad_card_of_a_roster_is_reported_by_the_rosters_file(folder: Path) -> None:
    (folder / "tubs.toml").write_text(ROSTER.replace("boxes = 2", "boxs = 2"), encoding="utf-8")
    assert refusal(folder, HEAD, LEFT, RIGHT).startswith("tubs.toml: ship Duck: key: found boxs")


def test_rulesets_that_share_their_cards_share_rosters(folder: Path) -> None:
    setup = read_setup(saved(folder, HEAD.replace('"bath"', '"shower"'), LEFT, RIGHT))
    assert (setup.ruleset, len(setup.ships)) == ("shower", 5)


def test_writing_keeps_what_was_read(folder: Path) -> None:
    scenario = read_scenario(saved(folder, HEAD, CONDITIONS, LEFT, RIGHT))
    assert scenario.side[0].ships[0] == ShipLine("Tub 3", "Ada", "Flotilla", 1, {"cargo": "oil", "boxes": 7})
    write_scenario(folder / "again.toml", scenario)
    assert read_scenario(folder / "again.toml") == scenario
    assert read_setup(folder / "again.toml") == read_setup(folder / "bath.toml")


def test_a_scenario_that_could_not_be_read_is_not_written(folder: Path, tmp_path: Path) -> None:
    scenario = read_scenario(saved(folder, HEAD, LEFT, RIGHT))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(InvalidInput, match=r"tubs\.toml: found no file"):
        write_scenario(elsewhere / "bath.toml", scenario)
    assert list(elsewhere.iterdir()) == []


def test_check_tells_what_a_scenario_is(folder: Path) -> None:
    assert check_all(saved(folder, HEAD, LEFT, RIGHT))[0] == "scenario of bath: 2 sides, 5 ships"


EVENTS = """
[[event]]
turn = 5
text = "Dawn."
[[event]]
turn = 8
text = "A tug comes."
secret = true
"""


def test_events_of_a_scenario_are_kept_by_the_battle_and_by_a_bundle(folder: Path) -> None:
    path = saved(folder, HEAD, LEFT, RIGHT, EVENTS)
    events = (TurnEvent(5, "Dawn."), TurnEvent(8, "A tug comes.", secret=True))
    assert read_setup(path).events == events
    write_scenario(folder / "whole.toml", bundled(path))
    assert read_setup(folder / "whole.toml").events == events
    assert check_all(path)[1] == []


def test_all_faults_of_all_events_are_told_at_once(folder: Path) -> None:
    victory = '[victory]\nturns = 12\ncompare = true\ncount = [{ name = "hulls", side = "Left", what = "boxes" }]\n'
    faulty = '[[event]]\nturn = 1\ntext = " "\n[[event]]\nturn = 13\ntext = "Late."\n'
    path = saved(folder, HEAD, LEFT, RIGHT, victory, faulty)
    assert in_lines(path, check_all(path)[1]) == [
        f"{path}:{line}: event {number}: {words}"
        for line, number, words in (
            (26, 1, "turn: found 1, allowed: a whole number from 2 to 12"),
            (27, 1, "text: found nothing, allowed: words that are shown when the turn begins"),
            (29, 2, "turn: found 13, allowed: a whole number from 2 to 12"),
        )
    ]
    assert "event 1: turn: found 1, allowed: a whole number from 2 to 12" in refusal(folder, HEAD, LEFT, RIGHT, victory, faulty)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("turn = 5", "text"),
        ('turn = "five"\ntext = "Dawn."', "turn: found five, allowed: a whole number"),
        ('turn = 5\ntext = "Dawn."\nphase = "fire"', "found phase, allowed: turn, text, secret"),
        ('turn = 5\ntext = "Dawn."\nsecret = 1', "secret: found 1"),
    ],
)
def test_an_event_takes_its_own_keys_only(folder: Path, event: str, said: str) -> None:
    assert said in refusal(folder, HEAD, LEFT, RIGHT, f"[[event]]\n{event}\n")


def test_a_roster_beside_the_scenario_needs_no_suffix(folder: Path) -> None:
    path = saved(folder, HEAD.replace('"tubs.toml"', '"tubs"'), LEFT, RIGHT)
    assert read_setup(path) == read_setup(saved(folder, HEAD, LEFT, RIGHT))
    (folder / "clubs").mkdir()
    (folder / "tubs.toml").rename(folder / "clubs" / "tubs.toml")
    assert len(read_setup(saved(folder, HEAD.replace('"tubs.toml"', '"clubs/tubs"'), LEFT, RIGHT)).ships) == 5


def test_a_roster_that_is_missing_is_told_with_those_beside_the_scenario_and_those_of_its_rules_first(folder: Path) -> None:
    path = saved(folder, HEAD.replace('"tubs.toml"', '"tups"'), LEFT, RIGHT)
    (fault,) = (str(fault) for fault in check_all(path)[1] if "rosters" in fault.where)
    assert "found tups, allowed: tubs, " in fault
    assert fault.endswith("did you mean tubs?")
    convoy = (library_folder() / "coastal" / "convoy.toml").read_text(encoding="utf-8")
    path.write_text(convoy.replace("coastal/merchants", "ships"), encoding="utf-8")
    (fault,) = (str(fault) for fault in check_all(path)[1] if "rosters" in fault.where)
    assert "found ships, allowed: tubs, kriegsmarine, merchants, other-navies, royal-navy, " in fault


def test_a_roster_that_is_missing_hides_no_other_mistake(folder: Path) -> None:
    wrong = LEFT.replace('squadron = "Flotilla"', 'squadron = "Flotila"').replace("count = 2", "count = 0")
    path = saved(folder, HEAD.replace("tubs.toml", "tups.toml"), '[conditions]\nwater = "cool"\n', wrong, RIGHT)
    places = [str(fault).partition(": found")[0].rpartition(": ")[2] for fault in check_all(path)[1]]
    assert places == [str(folder / "tups.toml"), "squadron", "count", "conditions, water"]


def test_an_unknown_key_of_a_table_that_may_be_left_out_is_told_with_the_keys_it_takes(folder: Path) -> None:
    path = saved(folder, HEAD, "[victory]\nwinner = 5\n", LEFT, RIGHT)
    assert any("victory: key: found winner, allowed: count, aim, turns" in str(fault) for fault in check_all(path)[1])


@pytest.mark.parametrize(
    "text", [f"{HEAD}[readings]\nfoam = 5\n{LEFT}{RIGHT}", 'ruleset = "bath"\ntitle = "x"\n[readings]\nfoam = 5\n']
)
def test_a_reading_without_a_reason_is_told_alike_in_a_scenario_and_in_house_rules(folder: Path, text: str) -> None:
    (folder / "any.toml").write_text(text, encoding="utf-8")
    (fault,) = check_all(folder / "any.toml")[1]
    assert str(fault).endswith('found 5, allowed: a table of keys (value, reason), such as { value = 5, reason = "…" }')
