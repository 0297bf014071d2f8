"""The board in random battles of every scenario, at four sizes: nothing is missing, and nothing moves."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from fleetbook.core.battle.card_view import CardView
from fleetbook.store.library.paths import SCENARIO, entries
from fleetbook.tui.battle.board import zones
from fleetbook.tui.battle.picture import panes
from fleetbook.tui.cards.boxes import count
from fleetbook.tui.cards.ship_row import Columns, columns_of, supply_count
from fleetbook.tui.kit.line import pad_name
from tests.trust.games import drawn
from tests.tui.battle.test_board import board_cells, halves, words_shown
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

SIZES = (NARROW, (100, 30), WIDE, (200, 60))
SCENARIOS = [entry.full_name for entry in entries(SCENARIO)]
ROTATED = [(name, SIZES[place % len(SIZES)]) for place, name in enumerate(SCENARIOS)]
EVERY = [(name, size) for name in SCENARIOS for size in SIZES]
FEW, MANY = 3, 10  # moments of a scenario


def play_on(one: Keyboard, rng: Random, orders: int) -> None:
    """Give random orders as the app does."""
    session = one.session
    for _ in range(orders):
        order, given, choices = drawn(session.journal, rng)
        with session.command:
            session.ordering(order, given, typed=False)((), choices)
        one.battle.cursor.after_order(session.journal.records[-1])


def row_of(card: CardView, columns: Columns, half: list[str]) -> str:
    """The ship's row on her side of the board. Empty if she stands in a line with others."""
    name = pad_name(card.name, columns.name)
    boxes = count(card.first).strip() if card.first else ""
    return next((row for row in half if row[2:].ljust(columns.name)[: columns.name] == name and boxes in row), "")


def columns_for(one: Keyboard) -> Columns:
    return columns_of(one.session.cards(), one.session.battle.ruleset.board_columns, (one.size[0] - 2) // 2)


def check_rows(one: Keyboard) -> int:
    """Check the row of each ship that has one: her boxes and torpedoes in their columns, her damage. Return how many."""
    found, columns, shown = 0, columns_for(one), halves(one)
    for card in one.session.cards():
        half = shown[one.session.battle.sides.index(card.side)]
        row = row_of(card, columns, half) if not card.fate else ""
        if not row or any(line.startswith(" ▼") or line.startswith(" ▲") for line in half):
            continue
        found += 1
        if card.first:
            assert row[columns.before_count + 1 :][: columns.count].strip() == count(card.first).strip(), (card.name, one.text)
        at = columns.before_count + columns.count + (2 if columns.count else 1)
        if columns.supply:
            assert row[at:][: columns.supply].strip() == supply_count(card), (card.name, one.text)
        assert words_shown(card, row[columns.whole + 1 :].strip()), (card.name, row, one.text)
    return found


def check_screen(one: Keyboard) -> None:
    """Check that the page fills the screen, that no line is wider, and that only names and last cells are cut."""
    shown = one.lines()
    assert len(shown) == one.size[1]
    assert [line for line in shown if cell_len(line) > one.size[0]] == []
    names = [pad_name(card.name, 14) for card in one.session.cards()]
    for half in halves(one):
        for line in half:
            assert "…" not in line or line[:2].strip() == "" or line.endswith("…") or any(name[:6] in line for name in names), (
                line,
                one.text,
            )


def check_results(one: Keyboard) -> None:
    """Check that no result is left out, and no word of one cut, while a row below the results is empty. One empty row may part
    them from the journal.
    """
    rows, zone = zones(*one.size, one.session)
    left = [line[: panes(one.size[0], zone).left].rstrip() for line in one.lines()[2 + rows + 1 : 2 + rows + zone]]
    counted = any(re.search(r"… and \d+ more: w$", line) for line in left)
    assert not (counted and left.count("") > 1), one.text


def check_struck(one: Keyboard) -> None:
    """Check that a ship struck by the last order is in view on each side that has one."""
    struck = one.session.struck()
    columns = columns_for(one)
    for side, half in zip(one.session.battle.sides, halves(one), strict=True):
        hers = [card for card in one.session.cards() if card.side == side and card.name in struck]
        if hers:
            assert any(pad_name(card.name, columns.name).strip() in line for card in hers for line in half), one.text


def check_still(one: Keyboard, rng: Random) -> None:
    """Check that no cell of the board changes while orders are opened, go down a row, take a letter and a digit, and ask for a
    die.
    """
    keys = [each.key for each in one.battle.commands if each.order and not each.refusal()]
    foe = next((card.name[0].lower() for card in reversed(one.session.cards()) if not card.fate), "a")
    for key in rng.sample(keys, min(len(keys), 4)):
        one.page.draw(one.size)
        before, lines = board_cells(one), len(one.session.journal.records)
        for step in (key, "down", foe, "1", "enter", "enter"):
            one.press(step)
            if len(one.session.journal.records) > lines or not (one.battle.entry.form or one.battle.sheets.sheet):
                break
            check_screen(one)
            assert board_cells(one) == before, (key, step, one.text)
        one.press("escape", "escape", "escape")


def check_battle(path: Path, scenario: str, size: tuple[int, int], moments: int) -> None:
    rng, with_rows = Random(f"{scenario} {size[0]}"), 0
    with refereeing(path, scenario, size) as one:
        one.press("D")
        for _ in range(moments):
            play_on(one, rng, rng.randrange(3, 25))
            check_screen(one)
            check_results(one)
            check_struck(one)
            with_rows += check_rows(one)
            check_still(one, rng)
        assert with_rows > 0


@pytest.mark.parametrize(("scenario", "size"), ROTATED)
def test_nothing_is_missing_and_nothing_moves(scenario: str, size: tuple[int, int], tmp_path: Path) -> None:
    check_battle(tmp_path / "a.battle", scenario, size, FEW)


@pytest.mark.campaign
@pytest.mark.parametrize(("scenario", "size"), EVERY)
def test_nothing_is_missing_and_nothing_moves_in_long_battles(scenario: str, size: tuple[int, int], tmp_path: Path) -> None:
    check_battle(tmp_path / "a.battle", scenario, size, MANY)
