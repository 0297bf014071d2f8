"""Commands of the other screens are declared once. Key bar, help and the list of everything show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from fleetbook.tui.home.page import HomePage
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.keys import key_name
from fleetbook.tui.kit.line import Line
from fleetbook.tui.kit.page import Page
from fleetbook.tui.report.page import ReportPage
from fleetbook.tui.roster.card_page import CardPage
from fleetbook.tui.roster.page import RosterPage
from fleetbook.tui.roster.ship_picker import ShipPicker
from fleetbook.tui.setup.page import SetupPage
from tests.core import toy
from tests.store.test_roster_file import first_card
from tests.tui.hands import Hand
from tests.tui.keyboard import home, table
from tests.tui.setup.test_setup import to

PAGES: dict[str, Callable[[], Page]] = {
    "home": HomePage,
    "set-up": lambda: SetupPage.new("coastal"),
    "picking": lambda: ShipPicker("Ships", first_card("coastal")[0], lambda picks: None),
    "roster": lambda: RosterPage.new("coastal"),
    "card": lambda: CardPage("A card", *first_card("coastal"), lambda card: None),
    "report": lambda: ReportPage(toy.journal(), Path("a"), ""),
}


@pytest.mark.parametrize("name", PAGES)
def test_no_key_does_two_things(name: str, tmp_path: Path) -> None:
    with table(tmp_path):
        keys = Counter(key for command in PAGES[name]().commands for key in command.keys)
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_help_everything_and_a_way_back(name: str, tmp_path: Path) -> None:
    with table(tmp_path):
        commands = PAGES[name]().commands
    assert {"f1", "ctrl+p", "escape"} <= {key for command in commands for key in command.keys}
    assert all(command.title for command in commands)


class Bell:
    """Something that a page has."""

    rung = 0

    @command("b", "ring", refusal=lambda bell: "it has been rung" if bell.rung else "")
    def ring(self) -> None:
        """Ring the bell."""
        self.rung += 1


class BellPage(Page):
    """A page with a bell."""

    def __init__(self) -> None:
        self.bell = Bell()
        super().__init__(self.bell)

    @command("s", "say")
    def speak(self) -> None:
        """Say something."""
        self.say("something")

    def take(self, key: str, character: str | None) -> bool:
        return False

    def draw(self, size: tuple[int, int]) -> list[Line]:
        return []


def test_what_is_declared_at_a_method_is_key_bar_help_and_list() -> None:
    page = BellPage()
    at = Hand(page)
    assert [command.title for command in page.commands][:2] == ["Say something", "Ring the bell"]
    at.press("b")
    assert page.bell.rung == 1
    at.press("b")
    assert (page.bell.rung, page.message.text) == (1, "Ring the bell: it has been rung")
    at.press("s")
    assert page.message.text == "something"
    at.press("z")
    assert page.message.text == "z does nothing here; F1 lists the keys"
    at.press("f1")
    assert "not now: it has been rung" in "\n".join(at.shown)


@pytest.mark.parametrize(
    ("key", "shown"), [("ctrl+s", "^S"), ("f1", "F1"), ("shift+up", "⇧↑"), ("escape", "Esc"), ("n", "n"), ("pagedown", "PgDn")]
)
def test_keys_are_printed_short(key: str, shown: str) -> None:
    assert key_name(key) == shown


def test_help_begins_with_the_row_that_has_the_cursor(tmp_path: Path) -> None:
    with table(tmp_path):
        page = SetupPage.reading(Path("library/coastal/convoy.toml"))
        hand = Hand(page)
        to(page, "condition", "light")
        hand.press("f1")
        text = "\n".join(hand.shown)
        assert "Here: light" in text and "one of: night, day" in text and "A condition at the start of the battle" in text
        for one in page.commands:
            assert one.title in " ".join(text.split())


@pytest.mark.parametrize("key", ["f1", "?"])
def test_help_opens_where_no_letter_is_typed(key: str, tmp_path: Path) -> None:
    with table(tmp_path), home() as at:
        at.press(key)
        assert "Help: home" in at.text
        at.press("escape")
        assert "battles, scenarios and rosters" in at.text


def test_a_resize_keeps_what_is_being_typed(tmp_path: Path) -> None:
    with table(tmp_path), home((120, 40)) as at:
        at.type("coastal/convoy")
        at.press("ctrl+e")
        at.type("Half a ti")
        at.size = (80, 24)
        at.type("tle")
        assert "Half a title" in at.text
