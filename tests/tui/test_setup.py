"""A battle set up by keys alone: sides, ships with names, squadrons, conditions, readings, house rules, dice; saved and begun."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.scenario import read_scenario
from fleetbook.tui.battle.screen import BattleScreen
from fleetbook.tui.setup.page import SetupDesk
from tests.tui.desk import NARROW, WIDE
from tests.tui.hands import Hands
from tests.tui.keyboard import SHIPPED, Keyboard, home, table

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


async def to_setup(at: Keyboard, rules: str) -> SetupDesk:
    """An empty set-up."""
    await at.press("ctrl+n")
    await at.type(rules)
    await at.press("enter")
    assert isinstance(at.desk, SetupDesk)
    return at.desk


async def pick(at: Keyboard, words: str, count: int = 1) -> None:
    """Ships picked in the row with the cursor."""
    await at.press("enter")
    await at.type(words)
    await at.press(*["right"] * count, "enter")


@SIZES
async def test_a_battle_of_two_rosters_is_set_up_and_begun(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path) as data:
        async with home(size) as at:
            await to_setup(at, "coastal")
            await at.type("Club night")
            await at.press("down", "down", "down")
            await at.type("Red")
            await at.press("down")
            await pick(at, "vosper 70", 2)
            await at.type("MTB 1")
            await at.press("down")
            await at.type("MTB 2")
            await at.press("down", "down", "down")
            assert "no ship yet" in at.text
            await pick(at, "s-boot s100")
            assert "Ready" not in at.text  # what was done is told first
            await at.press("ctrl+g")
            assert isinstance(at.app.screen, BattleScreen)
            setup = at.session.battle.setup
            assert setup.title == "Club night"
            assert setup.sides == ("Red", "Second side")
            assert [(ship.name, ship.side, ship.card["name"]) for ship in setup.ships] == [
                ("MTB 1", "Red", "Vosper 70 ft MTB"), ("MTB 2", "Red", "Vosper 70 ft MTB"),
                ("S-boot S100", "Second side", "S-boot S100"),
            ]  # fmt: skip
            assert setup.conditions["light"] == "night"
            assert not at.session.typed_dice
            await at.press("q")
            assert "what is refereed tonight?" in at.text
        (path,) = data.glob("club-night-*.battle")
        assert BattleFile.open(path, read_only=True).damage == ""


async def test_what_is_missing_is_said_and_the_battle_does_not_begin(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        async with home() as at:
            await to_setup(at, "coastal")
            assert "Not ready: First side: no ship yet" in at.text
            await at.press("ctrl+g")
            assert "Begin the battle: First side: no ship yet" in at.text
            assert list(data.glob("*.battle")) == []


def press(hands: Hands, *keys: str) -> None:
    for key in keys:
        hands.press(key)


def typed(hands: Hands, text: str) -> None:
    press(hands, *text)


def setup(hands: Hands, scenario: str) -> SetupDesk:
    desk = hands.open(lambda pages: SetupDesk.reading(pages, Path(f"library/{scenario}.toml")))
    assert isinstance(desk, SetupDesk)
    return desk


def to(desk: SetupDesk, *place: str | int) -> None:
    """Move the cursor to a row."""
    desk.sheet = desk.sheet.to(place)
    assert desk.at == place


@pytest.mark.parametrize("scenario", ["coastal/convoy", "aanda/yalu"])
def test_a_scenario_saved_from_the_set_up_gives_the_same_battle(scenario: str, tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = setup(hands, scenario)
        press(hands, "ctrl+s")
        rules = scenario.split("/", maxsplit=1)[0]
        assert desk.path == Path(f"data/rosters/{rules}/mine.toml")
        assert load_setup(f"{rules}/mine") == load_setup(scenario)
        assert not desk.changed


def test_a_scenario_saved_again_keeps_its_file(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        setup(hands, "coastal/convoy")
        press(hands, "ctrl+s")
        typed(hands, "Again")
        press(hands, "ctrl+s")
        assert [path.name for path in Path("data/rosters/coastal").iterdir()] == ["mine.toml"]
        assert read_scenario(Path("data/rosters/coastal/mine.toml")).title == "Again"


def test_a_scenario_with_comments_is_not_written_over(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = setup(hands, "coastal/convoy")
        press(hands, "ctrl+s")
        path = Path("data/rosters/coastal/mine.toml")
        path.write_text("# mine\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
        typed(hands, "Again")
        press(hands, "ctrl+s")
        assert "comments" in desk.message.text and desk.changed
        assert path.read_text(encoding="utf-8").startswith("# mine\n")


def test_ships_numbered_one_after_another_are_saved_as_a_count(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = setup(hands, "coastal/convoy")
        to(desk, "side", 0, "add", "")
        press(hands, "enter")
        typed(hands, "vosper 70")
        press(hands, "right", "right", "right", "enter", "ctrl+s")
        lines = read_scenario(Path("data/rosters/coastal/mine.toml")).side[0].ships
        assert (lines[-1].card, lines[-1].count, lines[-1].name) == ("Vosper 70 ft MTB", 3, "")
        assert [ship.name for ship in desk.draft.setup().ships][6:9] == [f"Vosper 70 ft MTB {n}" for n in (1, 2, 3)]


def test_conditions_turn_and_are_typed(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = setup(hands, "coastal/convoy")
        to(desk, "condition", "light")
        press(hands, "right")
        to(desk, "condition", "sea")
        typed(hands, "ro")
        assert (desk.draft.scenario.conditions["light"], desk.draft.scenario.conditions["sea"]) == ("day", "rough")


def test_a_reading_changed_wants_its_reason(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = setup(hands, "coastal/convoy")
        desk.become(desk.draft.with_reading("repair_score", None, ""), ("reading", "repair_score", "value"))
        typed(hands, "5")
        assert desk.trouble == "Readings changed: why: say why it is changed"
        press(hands, "down")
        typed(hands, "the club's way")
        assert not desk.trouble
        (house,) = desk.draft.setup().house
        assert (house.reading["repair_score"].value, house.reading["repair_score"].reason) == (5, "the club's way")
        press(hands, "ctrl+d")
        assert not desk.draft.scenario.readings


def test_a_reading_of_another_kind_is_refused(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = setup(hands, "coastal/convoy")
        desk.become(desk.draft.with_reading("repair_score", "often", "why not"))
        assert "a value like 6" in desk.trouble


def test_house_rules_are_laid_over_the_battle_or_refused(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        good, bad = data / "good.toml", data / "bad.toml"
        good.write_text('ruleset = "coastal"\ntitle = "H"\n[reading.repair_score]\nvalue = 5\nreason = "so"\n', encoding="utf-8")
        bad.write_text('ruleset = "coastal"\ntitle = "H"\n[reading.no_such]\nvalue = 5\nreason = "so"\n', encoding="utf-8")
        hands = Hands()
        desk = setup(hands, "coastal/convoy")
        to(desk, "house")
        typed(hands, "data/bad.toml")
        assert "no_such" in desk.trouble
        press(hands, "ctrl+u")
        typed(hands, "data/good.toml")
        assert desk.trouble == ""
        press(hands, "ctrl+g")
        with BattleFile.open(hands.begun[0], read_only=True) as file:
            assert file.journal.battle.reading("repair_score") == 5


def test_squadrons_are_made_named_and_filled(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = hands.open(lambda pages: SetupDesk.new(pages, "aanda"))
        assert isinstance(desk, SetupDesk)
        for side, card in ((0, "dingyuan"), (1, "yoshino")):
            to(desk, "side", side, "new squadron")
            press(hands, "enter")
            typed(hands, f"Van {side}")
            to(desk, "side", side, "add", f"Van {side}")
            press(hands, "enter")
            typed(hands, card)
            press(hands, "enter")
        assert desk.trouble == ""
        to(desk, "side", 0, "squadron", 0)
        press(hands, "enter", "down", "right")
        press(hands, "down", "right")
        assert desk.draft.sides[0].squadron == ({"name": "Van 0", "crew": "Inferior", "flagship": "Dingyuan"},)
        assert desk.trouble == ""
        press(hands, "up", "up")
        typed(hands, "Vanguard")
        assert desk.draft.sides[0].ships[0].squadron == "Vanguard"
        assert desk.trouble == ""


@pytest.mark.parametrize("scenario", ["gwas/black-sea-raid", "gwas-variant/odessa-in-range"])
def test_a_fleet_is_asked_for_its_mission_leader_zone_and_flagship(scenario: str, tmp_path: Path) -> None:
    with table(tmp_path):
        for name in (scenario, "gwas/black-sea"):
            Path(f"library/{name}").parent.mkdir(exist_ok=True)
            shutil.copy(SHIPPED / f"{name}.toml", f"library/{name}.toml")
        hands = Hands()
        desk = setup(hands, scenario)
        to(desk, "side", 0, "squadron", 0)
        press(hands, "enter")
        for name, words in (("leader", "von Souchon"), ("zone", "G7")):
            to(desk, "side", 0, "squadron", 0, name)
            typed(hands, words)
        to(desk, "side", 0, "squadron", 0, "mission")
        press(hands, "right")
        fleet = desk.draft.sides[0].squadron[0]
        assert [fleet[name] for name in ("leader", "zone", "flagship")] == ["von Souchon", "G7", "Goeben"]
        assert fleet.get("mission") != "Raid"


def test_a_ship_goes_to_another_squadron_with_an_arrow(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = setup(hands, "aanda/yalu")
        to(desk, "side", 0, "ship", 0)
        press(hands, "right")
        assert desk.draft.sides[0].ships[0].squadron == "Main Squadron"


def test_what_differs_from_a_card_is_saved_as_such(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = setup(hands, "coastal/convoy")
        to(desk, "side", 1, "ship", 5)
        assert desk.draft.sides[1].ships[5].name == "Weserbrook"
        press(hands, "enter")
        hands.desk.sheet = hands.desk.sheet.to(("cargo",))  # type: ignore[attr-defined]
        press(hands, "right", "ctrl+s")
        assert desk.draft.sides[1].ships[5].replaced == {"cargo": "ammunition"}
        press(hands, "ctrl+s")
        assert 'name = "Weserbrook", with = { cargo = "ammunition" }' in Path("data/rosters/coastal/mine.toml").read_text("utf-8")


def test_taking_out_moving_and_undoing(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = setup(hands, "coastal/convoy")
        before = desk.draft
        to(desk, "side", 0, "ship", 1)
        press(hands, "shift+up")
        assert [line.name for line in desk.draft.sides[0].ships][:2] == ["MTB 233", "MTB 221"]
        press(hands, "ctrl+d")
        assert [line.name for line in desk.draft.sides[0].ships][:2] == ["MTB 221", "MTB 234"]
        typed(hands, "Ariadne")
        press(hands, "ctrl+z", "ctrl+z", "ctrl+z")
        assert desk.draft == before
        press(hands, "ctrl+z")
        assert "nothing was changed" in desk.message.text


def test_names_given_twice_are_told_where_they_stand(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = setup(hands, "coastal/convoy")
        to(desk, "side", 0, "ship", 1)
        typed(hands, "mtb 221")
        told = [line for line in hands.drawn((120, 40)) if "given twice" in line]
        assert [line.split("✗")[0].split()[:3] for line in told[:2]] == [["MTB", "221", "Vosper"], ["▸", "mtb", "221"]]
        assert told[2:] == [" Not ready: Royal Navy: MTB 221: this name is given twice"]
        assert "MTB 221" in desk.trouble


def test_dice_typed_in_are_typed_in_the_battle(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = setup(hands, "coastal/convoy")
        to(desk, "dice")
        press(hands, "right")
        assert desk.draft.typed_dice


async def test_dice_typed_in_from_the_first_order(tmp_path: Path) -> None:
    with table(tmp_path):
        async with home() as at:
            await at.type("coastal/convoy")
            await at.press("ctrl+e", *["up"] * 5, "right", "ctrl+g")
            assert at.session.typed_dice


async def test_leaving_with_changes_asks_first(tmp_path: Path) -> None:
    with table(tmp_path):
        async with home() as at:
            await at.type("coastal/convoy")
            await at.press("ctrl+e")
            await at.type("x")
            await at.press("escape", "escape")
            assert "Not saved yet" in at.text
            await at.press("enter")
            assert isinstance(at.desk, SetupDesk)
            await at.press("escape", "down", "down", "enter")
            assert "what is refereed tonight?" in at.text


async def test_a_battle_begun_from_the_set_up_has_the_cursor_at_home(tmp_path: Path) -> None:
    with table(tmp_path):
        async with home() as at:
            await at.type("coastal/convoy")
            await at.press("ctrl+e", "ctrl+g", "n", "q")
            assert "▸ Convoy off Terschelling  turn 1, step 2" in at.text
            assert "type to filter" in at.text


async def test_each_side_says_a_word_to_the_seal_before_the_battle_begins(tmp_path: Path) -> None:
    with table(tmp_path):
        async with home() as at:
            await at.type("coastal/convoy")
            await at.press("ctrl+e", *["up"] * 4)
            seal = "".join(re.findall(r"\b[0-9a-f]{16}\b", at.text))
            await at.type("anchor")
            await at.press("ctrl+g")
            journal = at.session.journal
            assert (journal.stream.commitment, journal.setup.dice.chosen) == (seal, False)
            assert journal.setup.dice.words == {journal.setup.sides[0]: "anchor"}
