"""Five hundred random keys on every screen of a battle: it stays drawn, nothing is ordered unasked, and the battle verifies."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from rich.cells import cell_len

from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.large_board import draw_board
from fleetbook.tui.battle.page import Referee
from fleetbook.tui.battle.picture import Scroll, draw_battle
from fleetbook.tui.kit.commands import meant
from fleetbook.tui.kit.line import Line
from tests.tui.golden.battle_screens import AANDA, COASTAL

KEYS = 500
SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 20))]
SIZES = ((80, 24), (120, 40), (200, 60), (60, 12))
NAMED = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "backspace": "\x7f", "space": " ", "shift+tab": None,
    **dict.fromkeys(("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "delete", "f1", "f4", "f5")),
}  # fmt: skip
SIGNS = "abcdefghijklmnopqrstuvwxyzACDEFJLMRTUWX0123456789 .,:/?!=-·é🚢"
WORDS = {"question_mark": "?", "colon": ":"}
SHOWN_BY_THE_APP = ("battle-large",)  # themes are the app's; the board is drawn below all the same
SCREENS = [name for name in (*COASTAL, *AANDA) if name not in SHOWN_BY_THE_APP]


class Hand:
    """The referee's hand without a screen: keys, lists answered at once, pages drawn."""

    def __init__(self, file: BattleFile, seed: int) -> None:
        self.chance = random.Random(seed)
        self.picking = False
        self.confirmed = False
        self.referee = Referee(Session(file), self)

    async def press(self, *keys: str) -> None:
        """Keys as the pilot names them."""
        for key in keys:
            self.key(WORDS.get(key, key))

    async def type(self, text: str) -> None:
        """The characters of a text."""
        await self.press(*text)

    def key(self, key: str) -> None:
        self.referee.press("space" if key == " " else key, NAMED.get(key, key))

    def may_order(self, key: str) -> bool:
        """Whether the key may give an order: Enter, one whose order asks for nothing or repeats, a list taken from."""
        view, found = self.referee.view, self.referee.keys.get(key)
        if key == "enter" or view.asking is not None:
            return key in ("enter", "backspace")  # answers taken back: the order may do without them
        if view.form is not None or found is None:
            return False
        command = meant(found, self.referee.session)
        return command.id == "repeat" or (command.procedure is not None and not command.procedure.declared)

    def drawn(self, size: tuple[int, int]) -> None:
        """Both pictures of the battle, as wide and as high as the screen."""
        for draw in (draw_battle, draw_board):
            lines = draw(self.referee.session, self.referee.view, self.referee.commands, size, Scroll())
            assert len(lines) == size[1]
            assert [
                "".join(text for text, _ in line) for line in lines if sum(cell_len(text) for text, _ in line) > size[0]
            ] == []

    # ------------------------------------------------------------------ what the referee asks of the screen

    def show(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        for width, _ in SIZES:
            assert all(sum(cell_len(text) for text, _ in line) <= width for line in lines(width))

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], None], free: bool = False) -> None:
        self.confirmed = True
        if free:
            then("ruled [/]")
        elif options and self.chance.random() < 0.7:
            then(self.chance.choice(list(options)))

    def next_look(self) -> None: ...
    def read_report(self) -> None: ...
    def leave(self) -> None: ...


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("seed", SEEDS)
async def test_random_keys(name: str, seed: int, tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with BattleFile.create(path, load_setup("coastal/convoy" if name in COASTAL else "aanda/yalu"), "7") as file:
        hand = Hand(file, seed)
        await (COASTAL | AANDA)[name](cast("Any", hand))
        for number in range(KEYS):
            key = hand.chance.choice(list(NAMED)) if hand.chance.random() < 0.5 else hand.chance.choice(SIGNS)
            hand.confirmed = hand.may_order(key)
            before = sum(record.is_order for record in file.journal.records)
            hand.key(key)
            assert hand.confirmed or sum(record.is_order for record in file.journal.records) == before
            if number % 5 == 0:
                hand.drawn(SIZES[number // 5 % len(SIZES)])
    assert verify(path) == []
