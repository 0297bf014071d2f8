"""Ctrl-C leaves the app from every page, and nothing that was given is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.roster.page import RosterPage
from fleetbook.tui.setup.page import SetupPage
from tests.tui.app import running
from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, Keyboard, home, opened, refereeing, table

PAGES: dict[str, tuple[str, ...]] = {
    "the fleets": (), "the journal": ("tab",), "a form": ("s", "1", "2"), "a ship": ("enter",), "why": ("tab", "enter"),
    "everything": (":",), "the help": ("?",), "the report": ("f5",), "the tables": ("T",), "the ranges": ("f7",),
    "the way back": ("U",), "find a ship": ("/", "m"), "a reason": ("!",),
}  # fmt: skip


@pytest.mark.parametrize("keys", PAGES.values(), ids=PAGES)
def test_it_leaves_the_app_from_every_page_of_a_battle(tmp_path: Path, keys: tuple[str, ...]) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path) as one:
        one.press(">", ">", *keys, "ctrl+c")
        assert one.ended and not one.stack
    with BattleFile.open(path) as file:  # nobody holds it any more
        assert [record.procedure for record in file.journal.records] == ["next", "next"]


def test_it_leaves_the_briefing_and_the_home_page_at_once(tmp_path: Path) -> None:
    at = Keyboard(BattlePage(Session(opened(tmp_path / "a.battle", "convoy")), briefing=True))
    assert at.battle.briefing is not None
    at.press("ctrl+c")
    assert at.ended and not at.stack
    with table(tmp_path), home() as at:
        at.press("ctrl+c")
        assert at.ended and not at.stack


def test_the_dice_that_an_open_question_has_shown_are_noted_before_the_app_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path, "tsushima", NARROW) as one:
        on_to(one, "firing")
        one.press("D", "f", "4", "5", "enter", "9", "enter")
        before = len(one.session.journal.records)
        assert one.battle.entry.answer is not None
        one.press("ctrl+c")
        assert one.ended and not one.stack
    assert verify(path) == []
    with BattleFile.open(path) as file:
        assert len(file.journal.records) == before + 1
        words = str(file.journal.records[-1].inputs["words"])
        assert words.startswith("dice shown before the order was finished") and "D10 9" in words


@pytest.mark.parametrize("first", [lambda: RosterPage.new("coastal"), lambda: SetupPage.new("coastal")], ids=["roster", "set-up"])
def test_a_page_with_unsaved_changes_asks_first(tmp_path: Path, first: Callable[[], RosterPage | SetupPage]) -> None:
    with table(tmp_path):
        at = Keyboard(first())
        at.press("X", "ctrl+c")
        assert "Not saved yet. What now?" in at.text
        at.press("ctrl+c")  # the question stays
        assert len(at.stack) == 2
        at.type("stay")
        at.press("enter")
        assert len(at.stack) == 1
        at.press("ctrl+c")
        at.type("leave")
        at.press("enter")
        assert at.ended and not at.stack


def test_a_card_is_handed_to_its_roster_which_asks(tmp_path: Path) -> None:
    with table(tmp_path):
        page = RosterPage.new("coastal")
        at = Keyboard(page)
        at.press("ctrl+n")
        at.type("Saucy")
        at.press("ctrl+c")
        assert "Not saved yet. What now?" in at.text
        assert page.draft.ships[0].card["name"] == "Saucy"


async def test_it_leaves_under_textual_too(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    opened(path, "convoy").close()
    async with running(path) as one:
        await one.press(">", "a", "f", "ctrl+c")
        await one.pilot.pause()
        assert not one.app.is_running
    with BattleFile.open(path) as file:
        assert len(file.journal.records) == 1
