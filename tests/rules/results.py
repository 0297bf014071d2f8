"""What an order came to, in words, for the tests of result sentences of all systems."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import Result
from fleetbook.core.play.lines import record_tree
from fleetbook.core.play.results import told_by_rules
from fleetbook.core.play.side_view import SideView
from fleetbook.testing import Game


def came_to(game: Game[Any], record: Record) -> tuple[Result, ...]:
    """What an order came to, given or only proposed, the weightiest first."""
    journal = game.journal
    before = journal.battle_after(record.on)
    return told_by_rules(record, before, lambda: record_tree(record, journal.order_of(record), before)).all


def spoken(result: Result) -> str:
    """Its kind, its head, what happened, what it means."""
    return f"{result.kind} | {result.head} | {result.words} {result.means}".rstrip()


def told(game: Game[Any], record: Record) -> str:
    """The weightiest."""
    return spoken(came_to(game, record)[0])


def words(game: Game[Any], record: Record) -> list[str]:
    """Everything that an order came to, in words."""
    return [result.words for result in came_to(game, record)]


def read(game: Game[Any], side: str) -> list[str]:
    """What a side reads of the last order."""
    view = SideView(game.journal, side)
    return [f"{result.words} {result.means}".rstrip() for result in view.results(view.records[-1])]
