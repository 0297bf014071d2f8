"""The roster editor by its keys: created, copied, changed, checked as typed, saved as a person would write it, comments kept."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import cast

import pytest

from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.toml_file import comments
from fleetbook.tui.roster.card_page import CardDesk
from fleetbook.tui.roster.page import RosterDesk
from tests.tui.desk import NARROW, WIDE
from tests.tui.hands import Hands
from tests.tui.keyboard import home, table
from tests.tui.test_setup import press, typed

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
OURS = Path("data/rosters/coastal/mine.toml")


def roster(hands: Hands, path: str = "library/coastal/royal-navy.toml") -> RosterDesk:
    return cast(RosterDesk, hands.open(lambda pages: RosterDesk.reading(pages, Path(path))))


def card(hands: Hands, *place: str | int) -> CardDesk:
    """The card desk on top, its cursor on a row."""
    desk = hands.desk
    assert isinstance(desk, CardDesk)
    if place:
        desk.sheet = desk.sheet.to(place)
        assert desk.at == place
    return desk


def test_a_card_is_changed_and_a_copy_of_the_program_s_roster_saved(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = roster(hands)
        original = Path("library/coastal/royal-navy.toml").read_text(encoding="utf-8")
        press(hands, "down", "enter")
        card(hands, "knots")
        typed(hands, "38")
        press(hands, "escape", "escape")
        assert desk.draft.ships[0].card["knots"] == 38
        press(hands, "ctrl+s")
        assert Path("library/coastal/royal-navy.toml").read_text(encoding="utf-8") == original
        assert OURS.read_text(encoding="utf-8") == original.replace("knots = 40", "knots = 38", 1)
        assert not desk.changed and desk.own


def test_a_file_of_one_s_own_is_saved_where_it_is_with_its_comments(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        roster(hands)
        press(hands, "ctrl+s")
        text = OURS.read_text(encoding="utf-8").replace("tons = 49\n", "tons = 49  # loaded\n", 1)
        OURS.write_text(text, encoding="utf-8")
        desk = roster(hands, str(OURS))
        press(hands, "down", "enter")
        card(hands, "tons")
        typed(hands, "50")
        press(hands, "ctrl+s", "ctrl+s")
        assert OURS.read_text(encoding="utf-8") == text.replace("tons = 49  # loaded", "tons = 50  # loaded")
        assert not desk.changed


def test_comments_inside_what_is_changed_stay(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        roster(hands)
        press(hands, "ctrl+s")
        text = OURS.read_text(encoding="utf-8").replace("systems = [\n", "systems = [\n  # bow to stern\n", 1)
        OURS.write_text(text, encoding="utf-8")
        desk = roster(hands, str(OURS))
        press(hands, "down", "enter")
        card(hands, "systems", 0)
        press(hands, "ctrl+y", "down", "down")
        typed(hands, "more tubes")
        press(hands, "ctrl+s", "ctrl+s")
        saved = OURS.read_text(encoding="utf-8")
        assert comments(saved) == comments(text)
        assert (len(saved.splitlines()), "more tubes" in saved) == (len(text.splitlines()) + 1, True)
        assert not desk.changed


def test_a_roster_that_somebody_else_saved_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        roster(hands)
        press(hands, "ctrl+s")
        desk = roster(hands, str(OURS))
        theirs = OURS.read_text(encoding="utf-8") + "# theirs\n"
        OURS.write_text(theirs, encoding="utf-8")
        typed(hands, "Ours")
        press(hands, "ctrl+s")
        assert "was changed since it was opened here" in desk.message.text
        assert (OURS.read_text(encoding="utf-8"), desk.changed) == (theirs, True)


@SIZES
async def test_what_is_wrong_is_told_as_it_is_typed(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path):
        async with home(size) as at:
            await at.type("royal-navy")
            await at.press("enter", "down", "enter", "down", "down", "down")
            await at.type("fifty")
            assert "allowed: a number" in at.text
            await at.press("ctrl+u")
            assert "must be said" in at.text
            await at.type("50")
            assert "The rules take this card" in at.text
            await at.press("escape", "escape", "escape")
            assert "Not saved yet" in at.text


def test_what_the_rules_say_is_told_too_and_keeps_the_roster_from_being_saved(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = roster(hands)
        press(hands, "down", "enter")
        weapon = card(hands, "systems", 2)
        press(hands, "enter")
        card(hands, "systems", 2, "weapon")
        typed(hands, "twin MF")
        assert "did you mean twin MG?" in weapon.trouble
        press(hands, "ctrl+s", "ctrl+s")
        assert "did you mean twin MG?" in desk.message.text
        assert not OURS.exists()


def test_the_boxes_are_drawn_as_the_card_has_them(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        roster(hands)
        press(hands, "down", "enter")
        card(hands, "hull")
        typed(hands, "12")
        assert any("hull 12/12 ■■■■■■■■■■■■" in line for line in hands.drawn((120, 40)))
        assert any("hull 12/12 ■■■■■■■■■■■■" in line for line in hands.drawn((80, 24)))


def test_a_word_is_turned_and_a_key_with_its_own_value_is_left_out(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        roster(hands)
        press(hands, "down", "enter")
        desk = card(hands, "size")
        press(hands, "right")
        assert desk.draft["size"] == "small"
        card(hands, "merchant")
        typed(hands, "y")
        assert desk.draft["merchant"] is True
        press(hands, "left")
        assert "merchant" not in desk.draft


def test_a_list_grows_is_copied_moved_and_shrinks(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        roster(hands)
        press(hands, "down", "enter")
        desk = card(hands, "systems", "add")
        press(hands, "enter")
        assert desk.at == ("systems", 4) and desk.draft["systems"][4] == {"kind": "bridge"}
        card(hands, "systems", 4, "kind")
        typed(hands, "radar")
        assert desk.trouble == ""
        press(hands, "shift+up", "shift+up")
        assert [system["kind"] for system in desk.draft["systems"]] == ["torpedoes", "bridge", "radar", "mount", "engines"]
        press(hands, "ctrl+y")
        assert "radar twice" in desk.trouble
        press(hands, "ctrl+d", "up", "ctrl+d")
        assert [system["kind"] for system in desk.draft["systems"]] == ["torpedoes", "bridge", "mount", "engines"]
        press(hands, "ctrl+z")
        assert len(desk.draft["systems"]) == 5


def test_a_ship_is_copied_under_a_name_of_her_own(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = roster(hands)
        press(hands, "down", "ctrl+y", "ctrl+s")
        names = [ship["name"] for ship in read_roster(OURS).ship]
        assert names[:2] == ["Vosper 70 ft MTB", "Vosper 70 ft MTB 2"]
        assert len(names) == 15
        assert comments(OURS.read_text(encoding="utf-8")) == comments(Path("library/coastal/royal-navy.toml").read_text("utf-8"))
        assert desk.trouble == ""


def test_a_new_roster_is_made_of_copies_and_a_card_of_its_own(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(names=("mine",))
        desk = cast(RosterDesk, hands.open(lambda pages: RosterDesk.new(pages, "coastal")))
        assert desk.trouble == "+ ship: no ship yet"
        typed(hands, "Boats of the club")
        press(hands, "ctrl+o")
        typed(hands, "freighter")
        press(hands, "enter", "ctrl+n")
        fresh = card(hands, "name")
        typed(hands, "Barge")
        for key, value in (("kind", "barge"), ("tons", "80"), ("source", "the club's own")):
            card(hands, key)
            typed(hands, value)
        for kind in ("bridge", "engines"):
            card(hands, "systems", "add")
            press(hands, "enter")
            place = fresh.at
            card(hands, *place, "kind")
            typed(hands, kind)
        assert fresh.trouble == ""
        press(hands, "ctrl+s", "ctrl+s")
        assert OURS.read_text(encoding="utf-8").endswith(
            '[[ship]]\nname = "Barge"\nkind = "barge"\nsize = "boat"\ntons = 80\nsystems = [\n'
            '  { kind = "bridge" },\n  { kind = "engines" },\n]\nsource = "the club\'s own"\n'
        )
        assert tomllib.loads(OURS.read_text(encoding="utf-8"))["title"] == "Boats of the club"


async def test_a_ship_with_comments_among_her_lines_is_taken_out_only_after_asking(tmp_path: Path) -> None:
    with table(tmp_path):
        path = Path("data/rosters/coastal/mine.toml")
        path.parent.mkdir(parents=True)
        text = Path("library/coastal/royal-navy.toml").read_text(encoding="utf-8")
        path.write_text(text.replace("tons = 49\n", "tons = 49  # loaded\n", 1), encoding="utf-8")
        async with home() as at:
            await at.type("mine")
            await at.press("enter", "down", "ctrl+d")
            assert "Comments stand among the lines of Vosper 70 ft MTB" in at.text
            await at.press("enter")
            assert "Vosper 70 ft MTB " in at.text
            await at.press("ctrl+d", "down", "enter", "ctrl+s")
            assert "saved as" in at.text
        assert "Vosper 70 ft MTB" not in [ship["name"] for ship in read_roster(path).ship]


def test_a_roster_that_is_wrong_in_the_file_opens_and_says_what_is(tmp_path: Path) -> None:
    with table(tmp_path):
        path = Path("library/coastal/royal-navy.toml")
        path.write_text(path.read_text(encoding="utf-8").replace("tons = 49", "tonnes = 49", 1), encoding="utf-8")
        hands = Hands()
        desk = roster(hands)
        assert "Vosper 70 ft MTB" in desk.trouble
        press(hands, "down", "enter")
        card(hands, "tonnes")
        press(hands, "ctrl+d")
        card(hands, "tons")
        typed(hands, "49")
        press(hands, "ctrl+s")
        assert desk.trouble == ""
