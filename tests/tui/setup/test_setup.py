"""A battle set up by keys alone, with sides, ships, squadrons and dice. It is saved and begun."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.scenario import read_scenario
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.kit.editing import EditPage
from fleetbook.tui.kit.list_form import Edit
from fleetbook.tui.roster.card_page import CardPage
from fleetbook.tui.setup.draft import SetupDraft
from fleetbook.tui.setup.page import SetupPage
from fleetbook.tui.setup.rows import edited, moved, sections
from tests.tui.hands import Hand
from tests.tui.keyboard import NARROW, SHIPPED, WIDE, Keyboard, home, table

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


def to_setup(at: Keyboard, rules: str) -> SetupPage:
    """An empty set-up."""
    at.press("ctrl+n")
    at.type(rules)
    at.press("enter")
    assert isinstance(at.page, SetupPage)
    return at.page


def pick(at: Keyboard, words: str, count: int = 1) -> None:
    """Ships picked in the row with the cursor."""
    at.press("enter")
    at.type(words)
    at.press(*["right"] * count, "enter")


@SIZES
def test_a_battle_of_two_rosters_is_set_up_and_begun(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path) as data:
        with home(size) as at:
            to_setup(at, "coastal")
            at.type("Club night")
            at.press("down", "down", "down")
            at.type("Red")
            at.press("down")
            pick(at, "vosper 70", 2)
            at.type("MTB 1")
            at.press("down")
            at.type("MTB 2")
            at.press("down", "down", "down")
            assert "no ship yet" in at.text
            pick(at, "s-boot s100")
            assert "Ready" not in at.text  # what was done is told first
            at.press("ctrl+g")
            assert isinstance(at.page, BattlePage)
            setup = at.session.battle.setup
            assert setup.title == "Club night"
            assert setup.sides == ("Red", "Second side")
            assert [(ship.name, ship.side, ship.card["name"]) for ship in setup.ships] == [
                ("MTB 1", "Red", "Vosper 70 ft MTB"), ("MTB 2", "Red", "Vosper 70 ft MTB"),
                ("S-boot S100", "Second side", "S-boot S100"),
            ]  # fmt: skip
            assert setup.conditions["light"] == "night"
            assert not at.session.typed_dice
            at.press("q")
            assert "battles, scenarios and rosters" in at.text
        (path,) = data.glob("club-night-*.battle")
        assert BattleFile.open(path, read_only=True).damage == ""


def test_what_is_missing_is_said_and_the_battle_does_not_begin(tmp_path: Path) -> None:
    with table(tmp_path) as data, home() as at:
        to_setup(at, "coastal")
        assert "Not ready: First side: no ship yet" in at.text
        at.press("ctrl+g")
        assert "Begin the battle: First side: no ship yet" in at.text
        assert list(data.glob("*.battle")) == []


def setup(hand: Hand) -> SetupPage:
    """The set-up that the hand began with."""
    page = hand.stack[0]
    assert isinstance(page, SetupPage)
    return page


def reading(scenario: str, *names: str) -> tuple[Hand, SetupPage]:
    """A hand at the set-up of a scenario, and its page."""
    hand = Hand(SetupPage.reading(Path(f"library/{scenario}.toml")), names=names or ("a name",))
    return hand, setup(hand)


def to(page: EditPage[Any], *place: str | int) -> None:
    """Move the cursor to a row."""
    page.form = page.form.to(place)
    assert page.at == place


@pytest.mark.parametrize("scenario", ["coastal/convoy", "aanda/yalu"])
def test_a_scenario_saved_from_the_set_up_gives_the_same_battle(scenario: str, tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading(scenario, "mine")
        hand.press("ctrl+s")
        rules = scenario.split("/", maxsplit=1)[0]
        assert page.path == Path(f"data/rosters/{rules}/mine.toml")
        assert load_setup(f"{rules}/mine") == load_setup(scenario)
        assert not page.changed


def test_a_scenario_saved_again_keeps_its_file(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = reading("coastal/convoy", "mine")
        hand.press("ctrl+s")
        hand.type("Again")
        hand.press("ctrl+s")
        assert [path.name for path in Path("data/rosters/coastal").iterdir()] == ["mine.toml"]
        assert read_scenario(Path("data/rosters/coastal/mine.toml")).title == "Again"


def test_a_scenario_of_more_bytes_than_can_be_read_again_is_not_saved(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy", "mine")
        hand.press("ctrl+s")
        saved = Path("data/rosters/coastal/mine.toml").read_bytes()
        hand.type("Again")
        long = msgspec.structs.replace(page.draft.scenario, text="x" * 500_001)
        page.draft = replace(page.draft, scenario=long)
        hand.press("ctrl+s")
        assert "at most 500000 in a file" in page.message.text and page.changed
        assert Path("data/rosters/coastal/mine.toml").read_bytes() == saved


def test_a_scenario_with_comments_is_not_written_over(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy", "mine")
        hand.press("ctrl+s")
        path = Path("data/rosters/coastal/mine.toml")
        path.write_text("# mine\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
        hand.type("Again")
        hand.press("ctrl+s")
        assert "comments" in page.message.text and page.changed
        assert path.read_text(encoding="utf-8").startswith("# mine\n")


def test_ships_numbered_one_after_another_are_saved_as_a_count(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy", "mine")
        to(page, "side", 0, "add", "")
        hand.press("enter")
        hand.type("vosper 70")
        hand.press("right", "right", "right", "enter", "ctrl+s")
        lines = read_scenario(Path("data/rosters/coastal/mine.toml")).side[0].ships
        assert (lines[-1].card, lines[-1].count, lines[-1].name) == ("Vosper 70 ft MTB", 3, "")
        assert [ship.name for ship in page.draft.setup().ships][6:9] == [f"Vosper 70 ft MTB {n}" for n in (1, 2, 3)]


def test_conditions_turn_and_are_typed(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy")
        to(page, "condition", "light")
        hand.press("right")
        to(page, "condition", "sea")
        hand.type("ro")
        assert (page.draft.scenario.conditions["light"], page.draft.scenario.conditions["sea"]) == ("day", "rough")


def test_a_reading_changed_wants_its_reason(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy")
        page.become(page.draft.with_reading("repair_score", None, ""), ("reading", "repair_score", "value"))
        hand.type("5")
        assert page.trouble == "Readings changed: why: say why it is changed"
        hand.press("down")
        hand.type("the club's way")
        assert not page.trouble
        (house,) = page.draft.setup().house
        assert (house.reading["repair_score"].value, house.reading["repair_score"].reason) == (5, "the club's way")
        hand.press("ctrl+d")
        assert not page.draft.scenario.readings


def test_a_reading_of_another_kind_is_refused(tmp_path: Path) -> None:
    with table(tmp_path):
        _, page = reading("coastal/convoy")
        page.become(page.draft.with_reading("repair_score", "often", "why not"))
        assert "a value like 6" in page.trouble


def test_house_rules_are_laid_over_the_battle_or_refused(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        good, bad = data / "good.toml", data / "bad.toml"
        good.write_text('ruleset = "coastal"\ntitle = "H"\n[reading.repair_score]\nvalue = 5\nreason = "so"\n', encoding="utf-8")
        bad.write_text('ruleset = "coastal"\ntitle = "H"\n[reading.no_such]\nvalue = 5\nreason = "so"\n', encoding="utf-8")
        hand, page = reading("coastal/convoy")
        to(page, "house")
        hand.type("data/bad.toml")
        assert "no_such" in page.trouble
        hand.press("ctrl+u")
        hand.type("data/good.toml")
        assert page.trouble == ""
        hand.press("ctrl+g")
        with BattleFile.open(next(data.glob("*.battle")), read_only=True) as file:
            assert file.journal.battle.reading("repair_score") == 5


def test_squadrons_are_made_named_and_filled(tmp_path: Path) -> None:
    with table(tmp_path):
        hand = Hand(SetupPage.new("aanda"))
        page = setup(hand)
        for side, card in ((0, "dingyuan"), (1, "yoshino")):
            to(page, "side", side, "new squadron")
            hand.press("enter")
            hand.type(f"Van {side}")
            to(page, "side", side, "add", f"Van {side}")
            hand.press("enter")
            hand.type(card)
            hand.press("enter")
        assert page.trouble == ""
        to(page, "side", 0, "squadron", 0)
        hand.press("enter", "down", "right")
        hand.press("down", "right")
        assert page.draft.sides[0].squadron == ({"name": "Van 0", "crew": "Inferior", "flagship": "Dingyuan"},)
        assert page.trouble == ""
        hand.press("up", "up")
        hand.type("Vanguard")
        assert page.draft.sides[0].ships[0].squadron == "Vanguard"
        assert page.trouble == ""


@pytest.mark.parametrize("scenario", ["gwas/black-sea-raid", "gwas-variant/odessa-in-range"])
def test_a_fleet_is_asked_for_its_mission_leader_zone_and_flagship(scenario: str, tmp_path: Path) -> None:
    with table(tmp_path):
        for name in (scenario, "gwas/black-sea"):
            Path(f"library/{name}").parent.mkdir(exist_ok=True)
            shutil.copy(SHIPPED / f"{name}.toml", f"library/{name}.toml")
        hand, page = reading(scenario)
        to(page, "side", 0, "squadron", 0)
        hand.press("enter")
        for name, words in (("leader", "von Souchon"), ("zone", "G7")):
            to(page, "side", 0, "squadron", 0, name)
            hand.type(words)
        to(page, "side", 0, "squadron", 0, "mission")
        hand.press("right")
        fleet = page.draft.sides[0].squadron[0]
        assert [fleet[name] for name in ("leader", "zone", "flagship")] == ["von Souchon", "G7", "Goeben"]
        assert fleet.get("mission") != "Raid"


def test_a_ship_goes_to_another_squadron_with_an_arrow(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("aanda/yalu")
        to(page, "side", 0, "ship", 0)
        hand.press("right")
        assert page.draft.sides[0].ships[0].squadron == "Main Squadron"


def test_what_differs_from_a_card_is_saved_as_such(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy", "mine")
        to(page, "side", 1, "ship", 5)
        assert page.draft.sides[1].ships[5].name == "Weserbrook"
        hand.press("enter")
        assert isinstance(hand.page, CardPage)
        to(hand.page, "cargo")
        hand.press("right", "ctrl+s")
        assert page.draft.sides[1].ships[5].replaced == {"cargo": "ammunition"}
        hand.press("ctrl+s")
        assert 'name = "Weserbrook", with = { cargo = "ammunition" }' in Path("data/rosters/coastal/mine.toml").read_text("utf-8")


def test_taking_out_moving_and_undoing(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy")
        before = page.draft
        to(page, "side", 0, "ship", 1)
        hand.press("shift+up")
        assert [line.name for line in page.draft.sides[0].ships][:2] == ["MTB 233", "MTB 221"]
        hand.press("ctrl+d")
        assert [line.name for line in page.draft.sides[0].ships][:2] == ["MTB 221", "MTB 234"]
        hand.type("Ariadne")
        hand.press("ctrl+z", "ctrl+z", "ctrl+z")
        assert page.draft == before
        hand.press("ctrl+z")
        assert "nothing was changed" in page.message.text


def test_names_given_twice_are_told_where_they_stand(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy")
        to(page, "side", 0, "ship", 1)
        hand.type("mtb 221")
        told = [line for line in hand.lines((120, 40)) if "given twice" in line]
        assert [line.split("✗")[0].split()[:3] for line in told[:2]] == [["MTB", "221", "Vosper"], ["▸", "mtb", "221"]]
        assert told[2:] == [" Not ready: Royal Navy: MTB 221: this name is given twice"]
        assert "MTB 221" in page.trouble


def test_dice_typed_in_are_typed_in_the_battle(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy")
        to(page, "dice")
        hand.press("right")
        assert page.draft.typed_dice


def test_dice_typed_in_from_the_first_order(tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.type("coastal/convoy")
        at.press("ctrl+e", *["up"] * 5, "right", "ctrl+g")
        assert at.session.typed_dice


def test_leaving_with_changes_asks_first(tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.type("coastal/convoy")
        at.press("ctrl+e")
        at.type("x")
        at.press("escape", "escape")
        assert "Not saved yet" in at.text
        at.press("enter")
        assert isinstance(at.page, SetupPage)
        at.press("escape", "down", "down", "enter")
        assert "type to filter" in at.text or "Enter begin it" in at.text


def test_a_battle_begun_from_the_set_up_has_the_cursor_at_home(tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.type("coastal/convoy")
        at.press("ctrl+e", "ctrl+g", "n", "q")
        assert "▸ Convoy off Terschelling  turn 1, step 2" in at.text
        assert "type to filter" in at.text


@pytest.mark.parametrize(("system", "offered"), [("coastal", True), ("aanda", False), ("gwas", False), ("gwas-variant", False)])
def test_another_side_is_offered_where_the_rules_play_with_more_than_two(system: str, offered: bool) -> None:
    draft = SetupDraft.new(system)
    rows = [row.place for section in sections(draft, ()) for row in section.rows]
    assert len(draft.sides) == 2
    assert (("new side",) in rows) == offered


def test_each_side_says_a_word_to_the_seal_before_the_battle_begins(tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.type("coastal/convoy")
        at.press("ctrl+e", *["up"] * 4)
        seal = "".join(re.findall(r"\b[0-9a-f]{16}\b", at.text))
        at.type("anchor")
        at.press("ctrl+g")
        journal = at.session.journal
        assert (journal.stream.commitment, journal.setup.dice.chosen) == (seal, False)
        assert journal.setup.dice.words == {journal.setup.sides[0]: "anchor"}


def test_a_side_says_at_what_speed_its_ships_begin_where_the_rules_keep_one(tmp_path: Path) -> None:
    with table(tmp_path), home(NARROW) as at:
        to_setup(at, "coastal")
        assert not any(line.strip(" ▸").startswith("speed") for line in at.lines())
    with table(tmp_path), home(NARROW) as at:
        page = to_setup(at, "fgdn")
        at.press("down", "down", "down")
        at.type("Grand Fleet")
        at.press("down")
        assert any("speed" in line and "as the rules have it" in line for line in at.lines())
        at.type("18")
        assert [side.speed for side in page.draft.scenario.side] == [18, None]
        at.type("x")
        assert page.draft.scenario.side[0].speed == 18, "a letter is no speed"
        at.press("backspace", "backspace", "backspace")
        assert page.draft.scenario.side[0].speed is None


def chair_row(draft: SetupDraft, place: int) -> tuple[str, ...]:
    """The value of the row about who gives a side's orders, and the words to choose from."""
    (row,) = [row for section in sections(draft, ()) for row in section.rows if row.place == ("chair", place)]
    return row.value, *row.options


def test_a_doctrine_is_chosen_for_a_side_and_fills_its_chair(tmp_path: Path) -> None:
    with table(tmp_path), home(WIDE) as at:
        at.type("coastal/convoy")
        at.press("ctrl+e")
        page = at.page
        assert isinstance(page, SetupPage)
        value, *options = chair_row(page.draft, 1)
        assert value == "players"
        assert {"players", "cover the convoy", "a surprise"} <= {*options}
        page.become(edited(page.draft, Edit(("chair", 1), "cover the convoy", turned=True)), ("chair", 1))
        assert "orders of Kriegsmarine" in at.text
        assert "Escorts keep the distance" in at.text
        at.press("ctrl+g")
        assert isinstance(at.page, BattlePage)
        assert at.page.window.chairs.fills("Kriegsmarine")
        assert not at.page.window.chairs.fills("Royal Navy")


def test_a_chair_goes_with_its_side() -> None:
    draft = SetupDraft.reading(SHIPPED / "coastal" / "convoy.toml")
    draft = edited(draft, Edit(("chair", 1), "cover the convoy", turned=True))
    turned = moved(draft, ("side", 1), -1)
    assert turned is not None
    assert chair_row(turned[0], 0)[0] == "cover the convoy"
    assert chair_row(turned[0], 1)[0] == "players"
