"""The roster editor by its keys: cards are created, copied, changed and checked. The file keeps its comments."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.toml_file import comments
from fleetbook.tui.roster.card_page import CardPage
from fleetbook.tui.roster.page import RosterPage
from tests.tui.hands import Hand
from tests.tui.keyboard import NARROW, WIDE, home, table
from tests.tui.setup.test_setup import to

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
OURS = Path("data/rosters/coastal/mine.toml")
LIBRARY = Path("library/coastal/royal-navy.toml")


def roster(path: Path | str = LIBRARY) -> tuple[Hand, RosterPage]:
    """A hand at the editor of a roster, and its page."""
    page = RosterPage.reading(Path(path))
    return Hand(page, names=("mine",)), page


def card(hand: Hand, *place: str | int) -> CardPage:
    """The page of a card on top, its cursor on a row."""
    page = hand.page
    assert isinstance(page, CardPage)
    if place:
        to(page, *place)
    return page


def test_a_card_is_changed_and_a_copy_of_the_program_s_roster_saved(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = roster()
        original = LIBRARY.read_text(encoding="utf-8")
        hand.press("down", "enter")
        card(hand, "knots")
        hand.type("38")
        hand.press("escape", "escape")
        assert page.draft.ships[0].card["knots"] == 38
        hand.press("ctrl+s")
        assert LIBRARY.read_text(encoding="utf-8") == original
        assert OURS.read_text(encoding="utf-8") == original.replace("knots = 40", "knots = 38", 1)
        assert not page.changed and page.own


def test_a_file_of_one_s_own_is_saved_where_it_is_with_its_comments(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("ctrl+s")
        text = OURS.read_text(encoding="utf-8").replace("tons = 49\n", "tons = 49  # loaded\n", 1)
        OURS.write_text(text, encoding="utf-8")
        hand, page = roster(str(OURS))
        hand.press("down", "enter")
        card(hand, "tons")
        hand.type("50")
        hand.press("ctrl+s", "ctrl+s")
        assert OURS.read_text(encoding="utf-8") == text.replace("tons = 49  # loaded", "tons = 50  # loaded")
        assert not page.changed


def test_comments_inside_what_is_changed_stay(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("ctrl+s")
        text = OURS.read_text(encoding="utf-8").replace("systems = [\n", "systems = [\n  # bow to stern\n", 1)
        OURS.write_text(text, encoding="utf-8")
        hand, page = roster(str(OURS))
        hand.press("down", "enter")
        card(hand, "systems", 0)
        hand.press("ctrl+y", "down", "down")
        hand.type("more tubes")
        hand.press("ctrl+s", "ctrl+s")
        saved = OURS.read_text(encoding="utf-8")
        assert comments(saved) == comments(text)
        assert (len(saved.splitlines()), "more tubes" in saved) == (len(text.splitlines()) + 1, True)
        assert not page.changed


def test_a_roster_that_somebody_else_saved_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("ctrl+s")
        hand, page = roster(str(OURS))
        theirs = OURS.read_text(encoding="utf-8") + "# theirs\n"
        OURS.write_text(theirs, encoding="utf-8")
        hand.type("Ours")
        hand.press("ctrl+s")
        assert "was changed since it was opened here" in page.message.text
        assert (OURS.read_text(encoding="utf-8"), page.changed) == (theirs, True)


@SIZES
def test_what_is_wrong_is_told_as_it_is_typed(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path), home(size) as at:
        at.type("royal-navy")
        at.press("enter", "down", "enter", "down", "down", "down")
        at.type("fifty")
        assert "allowed: a number" in at.text
        at.press("ctrl+u")
        assert "tons needed" in at.text and at.text.count("needed") == 2  # at its row, and above the keys
        at.press("f1")
        assert "tons: displacement" in at.text
        at.press("escape")
        at.type("50")
        assert "The rules take this card" in at.text
        at.press("escape", "escape", "escape")
        assert "Not saved yet" in at.text


def test_what_is_seldom_meant_is_told_as_check_tells_it(tmp_path: Path) -> None:
    with table(tmp_path), home(WIDE) as at:
        at.type("royal-navy")
        at.press("enter", "down", "enter")
        assert isinstance(at.page, CardPage)
        to(at.page, "speed")
        at.type("39")
        assert "The rules take this card. speed: 39 beside 40 knots, which are 16 cm a turn: is it meant?" in at.text


def test_what_the_rules_say_is_told_too_and_keeps_the_roster_from_being_saved(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = roster()
        hand.press("down", "enter")
        mount = card(hand, "systems", 2)
        hand.press("enter")
        for row, words in (("kind", "torpedoes"), ("tubes", "3"), ("kind", "mount")):
            card(hand, "systems", 2, row)
            hand.type(words)
        assert "on a torpedo system, none elsewhere" in mount.trouble
        hand.press("ctrl+s", "ctrl+s")
        assert "on a torpedo system, none elsewhere" in page.message.text
        assert not OURS.exists()


def test_the_boxes_are_drawn_as_the_card_has_them(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("down", "enter")
        card(hand, "hull")
        hand.type("12")
        assert any("hull 12/12 ■■■■■■■■■■■■" in line for line in hand.lines((120, 40)))


def test_a_word_is_turned_and_a_key_with_its_own_value_is_left_out(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("down", "enter")
        opened = card(hand, "size")
        hand.press("right")
        assert opened.draft["size"] == "small"
        card(hand, "merchant")
        hand.type("y")
        assert opened.draft["merchant"] is True
        hand.press("left")
        assert "merchant" not in opened.draft


def test_what_is_opened_is_scrolled_to(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("down", "enter")
        card(hand, "systems", 3)
        assert not any("kind  engines" in line for line in hand.lines(NARROW))
        hand.press("enter")
        assert any("▸ engines" in line for line in hand.lines(NARROW)) and any(
            "kind  engines" in line for line in hand.lines(NARROW)
        )


def test_a_list_grows_is_copied_moved_and_shrinks(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("down", "enter")
        opened = card(hand, "systems", "add")
        hand.press("enter")
        assert opened.at == ("systems", 4, "kind") and opened.draft["systems"][4] == {"kind": "bridge"}
        card(hand, "systems", 4, "kind")
        hand.type("radar")
        assert opened.trouble == ""
        hand.press("shift+up", "shift+up")
        assert [system["kind"] for system in opened.draft["systems"]] == ["torpedoes", "bridge", "radar", "mount", "engines"]
        hand.press("ctrl+y")
        assert "radar twice" in opened.trouble
        hand.press("ctrl+d", "up", "ctrl+d")
        assert [system["kind"] for system in opened.draft["systems"]] == ["torpedoes", "bridge", "mount", "engines"]
        hand.press("ctrl+z")
        assert len(opened.draft["systems"]) == 5


def test_a_ship_is_copied_under_a_name_of_her_own(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = roster()
        hand.press("down", "ctrl+y", "ctrl+s")
        names, shipped = ([ship["name"] for ship in read_roster(path).ship] for path in (OURS, LIBRARY))
        assert names == ["Vosper 70 ft MTB", "Vosper 70 ft MTB 2", *shipped[1:]]
        assert comments(OURS.read_text(encoding="utf-8")) == comments(LIBRARY.read_text("utf-8"))
        assert page.trouble == ""


def test_a_new_roster_is_made_of_copies_and_a_card_of_its_own(tmp_path: Path) -> None:
    with table(tmp_path):
        page = RosterPage.new("coastal")
        hand = Hand(page, names=("mine",))
        assert page.trouble == "+ ship: no ship yet"
        hand.type("Boats of the club")
        hand.press("ctrl+o")
        hand.type("freighter")
        hand.press("enter", "ctrl+n")
        fresh = card(hand, "name")
        hand.type("Barge")
        for key, value in (("kind", "barge"), ("tons", "80"), ("source", "the club's own")):
            card(hand, key)
            hand.type(value)
        assert fresh.trouble == ""  # bridge and engines are there from the start
        card(hand, "systems", "add")
        hand.press("enter")
        assert fresh.at[2:] == ("kind",)
        hand.type("radar")
        assert fresh.trouble == ""
        hand.press("ctrl+s", "ctrl+s")
        assert OURS.read_text(encoding="utf-8").endswith(
            '[[ship]]\nname = "Barge"\nkind = "barge"\nsize = "boat"\ntons = 80\nsystems = [\n'
            '  { kind = "bridge" },\n  { kind = "engines" },\n  { kind = "radar" },\n]\nsource = "the club\'s own"\n'
        )
        assert tomllib.loads(OURS.read_text(encoding="utf-8"))["title"] == "Boats of the club"


def test_a_kind_is_typed_or_taken_from_the_list(tmp_path: Path) -> None:
    """The kinds of the rosters at hand stand beside what is typed; nothing is said about what may be left out."""
    with table(tmp_path):
        hand = Hand(RosterPage.new("coastal"), names=("mine",))
        hand.press("ctrl+n")
        fresh = card(hand, "kind")
        row = fresh.form.row
        assert row is not None and "MTB" in row.options and row.typed
        hand.press("right")
        assert fresh.draft["kind"] == row.options[1]
        hand.type("lighter")
        assert fresh.draft["kind"] == "lighter"
        assert not any("left out" in line for line in hand.lines(NARROW))


def test_a_long_refusal_is_not_cut(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, _ = roster()
        hand.press("down", "enter")
        page = card(hand, "size")
        page.become({**page.draft, "size": "enormous"})
        words = " ".join("\n".join(hand.lines((60, 20))).split())
        assert "✗ size: found enormous, allowed: boat, corvette, destroyer, larger, small, trawler" in words


def test_a_ship_with_comments_among_her_lines_is_taken_out_only_after_asking(tmp_path: Path) -> None:
    with table(tmp_path):
        path = Path("data/rosters/coastal/mine.toml")
        path.parent.mkdir(parents=True)
        text = LIBRARY.read_text(encoding="utf-8")
        path.write_text(text.replace("tons = 49\n", "tons = 49  # loaded\n", 1), encoding="utf-8")
        with home() as at:
            at.type("mine")
            at.press("enter", "down", "ctrl+d")
            assert "Comments stand among the lines of Vosper 70 ft MTB" in at.text
            at.press("enter")
            assert "Vosper 70 ft MTB " in at.text
            at.press("ctrl+d", "down", "enter", "ctrl+s")
            assert "saved as" in at.text
        assert "Vosper 70 ft MTB" not in [ship["name"] for ship in read_roster(path).ship]


def test_a_roster_that_is_wrong_in_the_file_opens_and_says_what_is(tmp_path: Path) -> None:
    with table(tmp_path):
        path = LIBRARY
        path.write_text(path.read_text(encoding="utf-8").replace("tons = 49", "tonnes = 49", 1), encoding="utf-8")
        hand, page = roster()
        assert "Vosper 70 ft MTB" in page.trouble
        hand.press("down", "enter")
        card(hand, "tonnes")
        hand.press("ctrl+d")
        card(hand, "tons")
        hand.type("49")
        hand.press("ctrl+s")
        assert page.trouble == ""


def test_the_weapon_of_a_mount_is_one_of_the_lines_of_the_charts(tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = roster()
        hand.press("down", "enter")
        opened = card(hand)
        number = next(place for place, entry in enumerate(opened.draft["systems"]) if entry["kind"] == "mount")
        to(opened, "systems", number)
        hand.press("enter")
        to(opened, "systems", number, "weapon")
        row = opened.form.row
        assert row is not None
        printed = ["twin MG", "single 20 mm", "twin 20 mm", "single 30-40 mm", "twin 30-40 mm", "6-12 pdr"]
        assert [option for option in row.options if option in printed] == printed  # in the sheet's order (C4)
        assert "3-inch or 2-3 pdr" in row.options  # of the chart for guns
        hand.type("twin 30")
        assert opened.draft["systems"][number]["weapon"] == "twin 30-40 mm"
        assert not opened.trouble
        hand.press("escape", "escape")
        assert page.draft.ships[0].card["systems"][number]["weapon"] == "twin 30-40 mm"
