"""The battle page in random battles of every scenario, at four sizes: nothing is missing, and nothing moves."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.verdict import turns_over, verdict
from fleetbook.referee.damage_words import damage_words, other_words
from fleetbook.referee.proposals.next_order import due_ships
from fleetbook.store.library.paths import SCENARIO, entries
from fleetbook.tui.battle.picture import panes, zones
from fleetbook.tui.cards.boxes import count
from fleetbook.tui.cards.ship_row import INDENT, Columns, columns_of, supply_count
from fleetbook.tui.kit.line import pad_name
from tests.trust.games import drawn
from tests.tui.battle.test_board import board_cells, halves, words_shown
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

SIZES = (NARROW, (100, 30), WIDE, (200, 60))
SCENARIOS = [entry.full_name for entry in entries(SCENARIO)]
ROTATED = [(name, SIZES[place % len(SIZES)]) for place, name in enumerate(SCENARIOS)]
EVERY = [(name, size) for name in SCENARIOS for size in SIZES]
FEW, MANY = 1, 10  # moments of a scenario
MOST_LOOKS = 12
PARTS = 3  # of a line of the head


def play_on(one: Keyboard, rng: Random, orders: int) -> None:
    """Give random orders as the app does."""
    session = one.session
    for _ in range(orders):
        order, given, choices = drawn(session.journal, rng)
        with session.command:
            session.ordering(order, given, typed=False)((), choices)
        one.battle.cursor.point(rng.choice(session.cards()).name)
        one.battle.cursor.after_order(session.journal.records[-1])


def rows_of(card: CardView, columns: Columns, half: list[str]) -> list[str]:
    """The ship's row on her side of the board and the lines below it. Empty if she stands in a line with others."""
    name = pad_name(card.name, columns.name)
    boxes = count(card.first).strip() if card.first else ""
    at = next((at for at, row in enumerate(half) if row[2:].ljust(columns.name)[: columns.name] == name and boxes in row), None)
    if at is None:
        return []
    return [half[at], *takewhile(lambda row: row.startswith(" " * INDENT), half[at + 1 :])]


def columns_for(one: Keyboard) -> Columns:
    rules = one.session.battle.ruleset
    return columns_of(one.session.cards(), rules.board_columns, (one.size[0] - 2) // 2, rules.board_guns, rules.board_torpedoes)


def as_step_began(one: Keyboard) -> dict[str, list[str]]:
    """The words about each ship as the present step began."""
    battle, journal = one.session.battle, one.session.journal
    before = (record.number for record in reversed(journal.records) if (record.turn, record.phase) != (battle.turn, battle.phase))
    began = journal.battle_after(next(before, 0))
    return {name: said_of(began.card(name)) for name in began.ship_names}


def said_of(card: CardView) -> list[str]:
    return [*(word.text for word in damage_words(card)), *other_words(card)]


def check_rows(one: Keyboard) -> int:
    """Check the row of each ship that has one: her boxes, guns and torpedoes in their columns, her damage. No word about damage
    that she had as the step began is missing while a line of her side is free; one is left free for counters.

    Return how many rows there are.
    """
    found, columns, shown, began = 0, columns_for(one), halves(one), as_step_began(one)
    for card in one.session.cards():
        half = shown[one.session.battle.sides.index(card.side)]
        lines = rows_of(card, columns, half) if not card.fate else []
        if not lines or any(line.startswith(" ▼") or line.startswith(" ▲") for line in half):
            continue
        found += 1
        row = lines[0]
        if card.first:
            assert row[columns.before_count + 1 :][: columns.count].strip() == count(card.first).strip(), (card.name, one.text)
        if columns.supply:
            at = columns.whole - columns.supply
            assert row[at:][: columns.supply].strip() == supply_count(card, columns.torpedo), (card.name, one.text)
        missing = words_shown(card, columns, lines, (one.size[0] - 2) // 2)
        assert not missing or said_of(card) != began[card.name] or half.count("") <= 1, (card.name, one.text)
    return found


def check_screen(one: Keyboard) -> None:
    """Check that the page fills the screen, that no line is wider, and that only names and last cells are cut. A line may count
    what is left out: ``… and 4 more``.
    """
    shown = one.lines()
    assert len(shown) == one.size[1]
    assert [line for line in shown if cell_len(line) > one.size[0]] == []
    names = [pad_name(card.name, columns_for(one).name) for card in one.session.cards()]
    for half in halves(one):
        for line in half:
            counts = re.search(r"(^|\s)… and \d+ more(: \S+)?$", line) is not None
            is_name = any("…" in name and name in line for name in names)
            assert "…" not in line or line[:2].strip() == "" or line.endswith("…") or counts or is_name, (line, one.text)


def check_results(one: Keyboard) -> None:
    """Check that no result is left out, and no word of one cut, while a row of the news is empty."""
    rows, zone = zones(*one.size, one.session)
    parts = panes(one.size[0], zone)
    news = [line[: parts.left].rstrip() for line in one.lines()[2 + rows + 1 : 2 + rows + parts.band]]
    counted = any(re.search(r"… and \d+ more: w$", line) for line in news)
    assert not (counted and "" in news), one.text


def check_struck(one: Keyboard) -> None:
    """Check that a ship struck by the last order is in view on each side that has one."""
    struck = one.session.struck()
    columns = columns_for(one)
    for side, half in zip(one.session.battle.sides, halves(one), strict=True):
        hers = [card for card in one.session.cards() if card.side == side and card.name in struck]
        if hers:
            assert any(pad_name(card.name, columns.name).strip() in line for card in hers for line in half), one.text


def check_still(one: Keyboard, rng: Random) -> int:
    """Check that no cell of the board changes while orders are opened, go down a row, take a letter and a digit, and ask for a
    die. Return how often it was looked at.
    """
    looked_at = 0
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
            looked_at += 1
        one.press("escape", "escape", "escape")
    return looked_at


def rows_of_keys(one: Keyboard) -> tuple[str, str]:
    """The two rows of keys, without counts and the numbers of the lines that an undo takes back."""
    orders, others = one.lines_now()[-2:]
    others = re.sub(r"(?<=undo )[\d–]+", lambda found: " " * len(found[0]), others)
    return re.sub(r" +\S \d+ more$", "", orders), re.sub(r" +(• )?\d+ (may|with) .*$", "", others).rstrip()


def places_of_head(one: Keyboard) -> list[tuple[int, ...]]:
    """The columns at which the parts of both lines of the head begin: title, conditions, score; turn, phase, next phase."""
    return [tuple(found.start() for found in re.finditer(r"\S+(?: \S+)*", line))[:3] for line in one.lines_now()[:2]]


def rows_of_ships(one: Keyboard) -> list[dict[str, int]]:
    """The row of each ship, by side. Empty for a side that has no row for some ship afloat."""
    found, columns = list[dict[str, int]](), columns_for(one)
    for side, half in zip(one.session.battle.sides, halves(one), strict=True):
        names = [row[2:].ljust(columns.name)[: columns.name] for row in half]
        cards = [card for card in one.session.cards() if card.side == side]
        rows = {card.name: names.index(shown) for card in cards if (shown := pad_name(card.name, columns.name)) in names}
        found.append(rows if all(card.fate or card.name in rows for card in cards) else {})
    return found


def check_ships_stay(one: Keyboard, before: list[dict[str, int]]) -> None:
    """Check that no ship has another row than before, on a side that has a row for every ship."""
    for then, now in zip(before, rows_of_ships(one), strict=True):
        assert {ship: row for ship, row in now.items() if ship in then and then[ship] != row} == {}, one.text


def check_keys_stay(one: Keyboard, rng: Random, steps: int = 3) -> None:
    """Check that every key and every ship keeps its place until the phase or the battle ends, whoever is pointed at and whatever
    is ordered.
    """
    for _ in range(steps):
        seen, at, rows = list[tuple[str, str]](), when(one), rows_of_ships(one)
        while when(one) == at and not one.session.battle.ended and len(seen) < MOST_LOOKS:
            seen.append(rows_of_keys(one))
            one.press(rng.choice(("up", "down", "left", "right")))
            seen.append(rows_of_keys(one))
            play_on(one, rng, 1)
            if when(one) == at:
                check_ships_stay(one, rows)
        assert len({*seen}) <= 1, one.text


def when(one: Keyboard) -> tuple[int, str, bool]:
    """The turn, the phase, and whether the battle is decided or past its turns: then the orders that close it come first."""
    battle = one.session.battle
    return battle.turn, battle.phase, turns_over(battle) or verdict(battle).over


def check_panes_stay(one: Keyboard) -> None:
    """Check that no line of the journal stands among the news, however short the results are."""
    rows, zone = zones(*one.size, one.session)
    parts = panes(one.size[0], zone)
    shown = [line[: parts.left].rstrip() for line in one.lines_now()[2 + rows : -2]]
    of_journal = [place for place, line in enumerate(shown) if re.match(r"[ ▸][ ⟲↶↷] *\d+ (\d+\.|to \d)", line)]
    assert one.session.battle.ended or not {*of_journal} & {*range(1, parts.band)}, one.text


def check_cursor(one: Keyboard) -> None:
    """Check that the cursor is on a ship that is due, or while none is, on one that is afloat and of a side that acts. After an
    order within a step it is on the ship that gave it or on the next one below, of her side if any is due there.
    """
    session, due = one.session, due_ships(one.session)
    card = next(card for card in session.cards() if card.name == one.battle.cursor.ship)
    sides = {session.acting} - {""} or {*session.battle.sides}
    afloat = [other.name for other in session.cards() if not other.fate and other.side in sides]
    assert card.name in afloat or not afloat, one.text
    assert card.name in due or not due, (card.name, due, one.text)
    places, last = [other.name for other in session.cards()], session.journal.records[-1]
    then = session.journal.battle_before(last.number)
    actor = str(next(iter(last.inputs.values()), ""))
    actor = next(iter(session.battle.squadron(actor)), actor)
    if due and actor in places and (then.turn, then.phase, then.acting) == (*when(one)[:2], session.battle.acting):
        hers = [name for name in due if session.battle.ship(name).side == session.battle.ship(actor).side] or due
        below = [name for name in hers if places.index(name) >= places.index(actor)]
        assert card.name == [*below, *hers][0], (actor, card.name, due, one.text)


def check_battle(path: Path, scenario: str, size: tuple[int, int], moments: int) -> None:
    rng, with_rows, still = Random(f"{scenario} {size[0]}"), 0, 0
    heads: tuple[set[int], ...] = set(), set()
    with refereeing(path, scenario, size) as one:
        one.press("D")
        for _ in range(moments):
            play_on(one, rng, rng.randrange(3, 25))
            check_screen(one)
            check_results(one)
            check_struck(one)
            check_cursor(one)
            check_panes_stay(one)
            check_keys_stay(one, rng)
            with_rows += check_rows(one)
            still += check_still(one, rng)
            if not one.session.battle.ended and not verdict(one.session.battle).over:
                for seen, places in zip(heads, places_of_head(one), strict=True):
                    seen.update(places)
        assert with_rows > 0 and still > 0
        assert max(map(len, heads)) <= PARTS, heads


@pytest.mark.parametrize(("scenario", "size"), ROTATED)
def test_nothing_is_missing_and_nothing_moves(scenario: str, size: tuple[int, int], tmp_path: Path) -> None:
    check_battle(tmp_path / "a.battle", scenario, size, FEW)


@pytest.mark.campaign
@pytest.mark.parametrize(("scenario", "size"), EVERY)
def test_nothing_is_missing_and_nothing_moves_in_long_battles(scenario: str, size: tuple[int, int], tmp_path: Path) -> None:
    check_battle(tmp_path / "a.battle", scenario, size, MANY)
