"""Random keys on every page: it can be drawn, gives no order unasked, and writes files that can be read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.paths import own_folder
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.home.page import HomePage
from fleetbook.tui.kit.command import command_now
from fleetbook.tui.kit.page import Page
from fleetbook.tui.report.page import ReportPage
from fleetbook.tui.roster.card_page import CardPage
from fleetbook.tui.roster.page import RosterPage
from fleetbook.tui.roster.ship_picker import ShipPicker
from fleetbook.tui.setup.page import SetupPage
from tests.store.test_roster_file import first_card
from tests.tui.golden.battle_screens import AANDA, COASTAL
from tests.tui.hands import Hand
from tests.tui.keyboard import battle, table

SIZES = ((80, 24), (120, 40), (200, 60), (60, 12))
KEYS = int(os.environ.get("FLEETBOOK_KEYS", "80"))
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(1, 20))]
NAMES = ("Fleet", "", "  ", "x" * 300, "[/]", "../up")


def _report() -> Page:
    with BattleFile.open("data/convoy.battle", read_only=True) as file:
        return ReportPage(file.journal, file.path, "")


PAGES: dict[str, Callable[[], Page]] = {
    "home": HomePage,
    "setup": lambda: SetupPage.reading(Path("library/coastal/convoy.toml")),
    "squadrons": lambda: SetupPage.reading(Path("library/aanda/yalu.toml")),
    "new-setup": lambda: SetupPage.new("aanda"),
    "picking": lambda: ShipPicker("Ships", first_card("coastal")[0], lambda picks: None),
    "roster": lambda: RosterPage.reading(Path("library/coastal/royal-navy.toml")),
    "new-roster": lambda: RosterPage.new("coastal"),
    "card": lambda: CardPage("A card", *first_card("aanda"), lambda card: None),
    "report": _report,
}


def drawn(hand: Hand, number: int) -> None:
    """The page fills the screen and is no wider than it."""
    hand.size = SIZES[number % len(SIZES)]
    lines = hand.page.draw(hand.size)
    assert len(lines) == hand.size[1]
    assert [line for line in lines if sum(cell_len(text) for text, _ in line) > hand.size[0]] == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_keys(name: str, seed: int, tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "convoy.battle", 3)
        hand = Hand(PAGES[name](), seed, NAMES)
        for number in range(KEYS):
            hand.press(hand.any_key())
            drawn(hand, number)
            if number == KEYS // 2:
                hand.done()
        hand.close()
        for path in own_folder().rglob("*.toml"):
            assert check_all(path)[1] == []
        assert all(verify(path) == [] for path in data.glob("*.battle"))


def may_order(page: BattlePage, key: str) -> bool:
    """Whether the key may give an order: Enter, one whose order asks for nothing or repeats."""
    found = page.keys.get(key)
    if key == "enter" or page.entry.answer is not None:
        return key in ("enter", "backspace", "escape")  # answers taken back: the order may do without them; dice left are noted
    if page.entry.form is not None or found is None:
        return False
    command = command_now(found)
    return command.id == "repeat" or (command.order is not None and not command.order.declared)


def given(file: BattleFile) -> int:
    """How many orders were given; the note of an order that was left after dice were shown is none."""
    journal = file.journal
    return sum(record.is_order and not journal.ruleset.order(record.procedure).is_note for record in journal.records)


@pytest.mark.parametrize("name", [*COASTAL, *AANDA])
@pytest.mark.parametrize("seed", SEEDS)
def test_random_keys_in_a_battle(name: str, seed: int, tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    file = BattleFile.create(path, load_setup("coastal/convoy" if name in COASTAL else "aanda/yalu"), "7")
    page = BattlePage(Session(file))
    hand = Hand(page, seed, ("ruled [/]",))
    (COASTAL | AANDA)[name](hand)
    for number in range(KEYS):
        while hand.page is not page:
            hand.leave()
        key = hand.any_key()
        allowed, hand.picked = may_order(page, "space" if key == " " else key), False
        before = given(file)
        hand.press(key)
        assert allowed or hand.picked or given(file) == before
        if number % 5 == 0:
            drawn(hand, number // 5)
    hand.close()
    assert verify(path) == []
