"""Commands of the screens beside the battle are declared once, and the key bar, the help and the list of everything show them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fleetbook.tui.home.page import HomeDesk
from fleetbook.tui.kit.command import key_name
from fleetbook.tui.kit.page import Desk
from fleetbook.tui.report.page import ReportDesk
from fleetbook.tui.roster.card_page import CardDesk
from fleetbook.tui.roster.page import RosterDesk
from fleetbook.tui.roster.ship_picker import PickDesk
from fleetbook.tui.setup.page import SetupDesk
from tests.tui.hands import Hands
from tests.tui.keyboard import home, table

DESKS: tuple[type[Desk], ...] = (HomeDesk, SetupDesk, PickDesk, RosterDesk, CardDesk, ReportDesk)


@pytest.mark.parametrize("kind", DESKS)
def test_no_key_does_two_things(kind: type[Desk]) -> None:
    keys = Counter(key for command in kind.commands for key in (command.key, *command.also))
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("kind", DESKS)
def test_every_desk_has_help_everything_and_a_way_back(kind: type[Desk]) -> None:
    keys = {key for command in kind.commands for key in (command.key, *command.also)}
    assert {"f1", "ctrl+p", "escape"} <= keys
    assert all(command.title for command in kind.commands)


@pytest.mark.parametrize(
    ("key", "shown"), [("ctrl+s", "^S"), ("f1", "F1"), ("shift+up", "⇧↑"), ("escape", "Esc"), ("n", "n"), ("pagedown", "PgDn")]
)
def test_keys_are_printed_short(key: str, shown: str) -> None:
    assert key_name(key) == shown


def test_help_begins_with_the_row_that_has_the_cursor(tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk: Any = hands.open(lambda pages: SetupDesk.reading(pages, Path("library/coastal/convoy.toml")))
        desk.sheet = desk.sheet.to(("condition", "light"))
        hands.press("f1")
        text = "\n".join(hands.pages)
        assert "Here: light" in text and "one of: night, day" in text and "What holds when the battle begins" in text
        for command in desk.commands:
            assert command.title in " ".join(text.split())


@pytest.mark.parametrize("key", ["f1", "question_mark"])
async def test_help_opens_where_no_letter_is_typed(key: str, tmp_path: Path) -> None:
    with table(tmp_path):
        async with home() as at:
            await at.press(key)
            assert "Help: what there is" in at.text
            await at.press("escape")
            assert "what is refereed tonight?" in at.text


async def test_a_resize_keeps_what_is_being_typed(tmp_path: Path) -> None:
    with table(tmp_path):
        async with home((120, 40)) as at:
            await at.type("coastal/convoy")
            await at.press("ctrl+e")
            await at.type("Half a ti")
            await at.pilot.resize_terminal(80, 24)
            await at.pilot.pause()
            await at.type("tle")
            assert "Half a title" in at.text
