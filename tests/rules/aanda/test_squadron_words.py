"""A squadron says on its line what holds for it as a whole: morale (A9), flagship (2.4), command (A5), evasion, done (2.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.cli.drawing.status import status_text
from fleetbook.cli.plain.speech import status_lines
from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.play.journal import Journal
from fleetbook.reports.status import overview
from fleetbook.share.page import page_for
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.cards.ship_row import Columns
from fleetbook.tui.cards.squadron_row import Squadron, SquadronRows
from fleetbook.tui.kit.line import cells
from fleetbook.tui.kit.style import PLAIN
from tests.tui.battle.test_board import give, halves
from tests.tui.keyboard import WIDE, refereeing

MAIN = "Main Squadron"


def yalu(*changes: Change) -> Battle[Any]:
    return ruleset("aanda").begin(load_setup("yalu")).with_changes(changes)


def signs(battle: Battle[Any], squadron: str = MAIN) -> list[str]:
    return [one.short for one in battle.ruleset.squadron_conditions(battle)[squadron]]


def test_a_squadron_at_the_start_says_nothing() -> None:
    assert [words for words in ruleset("aanda").squadron_conditions(yalu()).values() if words] == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([(Key(MAIN, "turned away"), 1), (Key(MAIN, "morale failures"), 1)], ["TURNS AWAY"]),
        ([(Key(MAIN, "turned away"), 1), (Key(MAIN, "morale failures"), 1), (Key("", "turn"), 2)], ["MORALE FAILED"]),
        ([(Key("Matsushima", "fate"), "sunk T1: a test")], ["FLAGSHIP LOST"]),
        ([(Key("Matsushima", "hull"), 0)], ["FLAGSHIP LOST"]),
        ([(Key("Fuso", "fate"), "sunk T1: a test")], []),
        ([(Key("Fuso", "bridge"), True)], ["OUT OF COMMAND"]),
        ([(Key("Fuso", "out of command"), True)], ["OUT OF COMMAND"]),
        ([(Key("", "phase"), "movement"), (Key(MAIN, "acted", "movement"), 1)], ["done"]),
        ([(Key("", "phase"), "firing"), (Key(MAIN, "acted", "movement"), 1)], []),
    ],
)
def test_each_condition_of_a_squadron_is_said_while_it_holds(changes: list[Change], said: list[str]) -> None:
    battle = yalu(*changes)
    assert signs(battle) == said
    assert signs(battle, "Flying Squadron") == []


def test_a_squadron_evades_when_all_its_ships_do() -> None:
    names = [ship.name for ship in load_setup("yalu").ships if ship.squadron == MAIN]
    evading = [(Key(name, "evading"), True) for name in names]
    assert signs(yalu(*evading)) == ["evading"]
    assert signs(yalu(*evading[1:])) == []


def test_a_squadron_that_is_gone_says_nothing_more() -> None:
    names = [ship.name for ship in load_setup("yalu").ships if ship.squadron == MAIN]
    assert signs(yalu((Key(MAIN, "morale failures"), 2), *((Key(name, "fate"), "fled T1") for name in names))) == []


def told(tmp_path: Path, size: tuple[int, int]) -> list[str]:
    """The Japanese half after Matsushima's bridge was hit and she lost her hull."""
    with refereeing(tmp_path / f"{size[0]}.battle", "yalu", size) as one:
        give(one, "strike", ship="Matsushima", track="hull", boxes=one.session.battle.ship("Matsushima").hull)
        give(one, "set", ship="Fuso", condition="bridge", value="yes")
        return halves(one)[0]


def test_the_board_says_it_on_the_squadrons_line(tmp_path: Path) -> None:
    wide, narrow = told(tmp_path, WIDE), told(tmp_path, (80, 40))
    line = next(line for line in wide if f" {MAIN} " in line)
    assert line.endswith("FLAGSHIP LOST") or "FLAGSHIP LOST  OUT OF COMMAND" in line
    assert "FLAGSHIP LOST" in next(line for line in narrow if f" {MAIN} " in line)


@pytest.mark.parametrize("condition", ["FLAGSHIP LOST", "TURNS AWAY", "MORALE FAILED"])
@pytest.mark.parametrize("hurt", [False, True])
def test_at_80x24_it_is_said_of_a_folded_squadron_too(condition: str, hurt: bool) -> None:
    """The main squadron stands in one line there, and the words about it as a whole may take the place of its numbers."""
    columns = Columns(11, 0, 0, 0, 5, 3)
    there = [card for card in yalu(*[(Key("Fuso", "fire"), 1)] * hurt).cards() if card.squadron == MAIN]
    squadron = Squadron(MAIN, (*there,), False, (*there,))
    rows = SquadronRows(columns, 39, PLAIN, {MAIN: [Condition(condition, condition.lower(), "grave")]})
    for lines in (rows.folded(squadron), [rows.above(squadron)]):
        assert any(condition in "".join(text for text, _ in line) for line in lines)
        assert all(cells(line) <= 39 for line in lines)


def test_status_dialogue_and_phone_say_the_same_words() -> None:
    setup = load_setup("yalu")
    journal: Journal[Any] = Journal(ruleset("aanda"), setup, "1")
    order = journal.ruleset.order("strike")
    hull = journal.battle.ship("Matsushima").hull
    journal.append(journal.propose(order.from_inputs({"ship": "Matsushima", "track": "hull", "boxes": hull, "reason": "a test"})))
    words = f"{MAIN}: its flagship is lost"
    assert f"  {words}" in list(status_text(overview(journal)))
    assert f"  {words}." in list(status_lines(overview(journal)))
    for side in (*setup.sides, None):
        assert "its flagship is lost" in page_for(journal, side).fragments["forces"]
