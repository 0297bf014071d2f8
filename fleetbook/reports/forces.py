"""The forces in a report: every ship with its state, and what each side brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course import cause_words
from fleetbook.reports.damage.marks import FateView
from fleetbook.reports.document import Block, Boxes, Cell, Heading, Item, Listing, Paragraph, grid
from fleetbook.reports.status import Status


def strengths(rules: Ruleset[Any], cards: Iterable[CardView], sides: tuple[str, ...]) -> Iterator[str]:
    """What each side brings, counted: ships, boxes of their first row when whole, torpedoes and the like; nothing is weighed."""
    told = list(cards)
    for side in sides:
        own = [card for card in told if card.side == side]
        full = Counter[str]()
        for row in (*(card.first for card in own if card.first), *chain.from_iterable(card.supplies for card in own)):
            full[rules.spelled_out.get(row.label, row.label)] += row.full
        figures = [f"{label} {number}" for label, number in full.items() if number]
        yield ", ".join((f"{side}: {counted(len(own), 'ship')}", *figures))


def forces_section(journal: Journal[Any], now: Status, told: Sequence[FateView] = ()) -> Iterator[Block]:
    """One table of all ships under their sides; ships may have different rows of boxes: each label has its column. ``told`` is
    how they fared, which names whose doing a loss was.
    """
    yield Heading(2, "Forces", "forces")
    whole = {card.name: card for card in journal.start.cards()}
    labels = list(dict.fromkeys(track.label for ship in now.ships for track in ship.rows))
    causes = {fate.ship: cause_words(fate) for fate in told}
    rows: list[tuple[Cell, ...]] = []
    for side in now.sides:
        rows.append((side, *[""] * (len(labels) + 3)))
        rows += [
            (*_boxes_row(ship, labels, journal.ruleset.spelled_out), _state(ship, whole.get(ship.name, ship), causes))
            for ship in now.ships
            if ship.side == side
        ]
    yield grid(("Ship", "Type", *labels, "Spent", "State"), rows, range(2, 2 + len(labels)))


def _boxes_row(ship: CardView, labels: list[str], words: Mapping[str, str]) -> tuple[Cell, ...]:
    left: dict[str, Cell] = {track.label: Boxes(0 if ship.went_down else track.left, track.full) for track in ship.rows}
    boxes: list[Cell] = [left.get(label, "") for label in labels]
    spent = Counter[str]()
    for supply in ship.supplies:
        spent[supply.label] += supply.full - supply.left
    told = ", ".join(f"{words.get(label, label)} {count}" for label, count in spent.items() if count)
    return ship.name, ship.kind, *boxes, told


def _state(ship: CardView, whole: CardView, causes: Mapping[str, str]) -> str:
    """What became of a ship and by whose doing, what went down with her, how much slower she is."""
    return ", ".join(filter(None, (f"{state_of(ship)}{causes.get(ship.name, '')}", _lost_with(ship), _slowed(ship, whole))))


def _lost_with(ship: CardView) -> str:
    """What her side lost with her of her first row of boxes; empty where nothing was left of it."""
    first = ship.first
    how = "lost" if ship.is_sunk else ship.lost
    return f"{how} with {first.label} {first.left}/{first.full}" if ship.went_down and first and first.left else ""


def _slowed(ship: CardView, whole: CardView) -> str:
    """The most that a ship makes now, where that is known and less than at first."""
    now, first = (card.pace.partition("/")[2] for card in (ship, whole))
    return f"at most {now}" if now and now != first and not ship.fate else ""


def state_of(ship: CardView) -> str:
    """How a ship is gone, or as what her side lost her, what she is and what holds for her; empty for one that is whole."""
    if ship.fate:
        return ship.fate
    texts = [condition.text for condition in ship.conditions if condition.gravity == "grave"]
    standing = () if any(ship.standing in text for text in texts) else (ship.standing,)
    return ", ".join(filter(None, dict.fromkeys((ship.lost, *standing, *texts))))


def strength_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """What each side brings, in figures that a card states."""
    yield Heading(2, "Strength", "strength")
    yield Listing(tuple(Item(words) for words in strengths(journal.ruleset, now.ships, now.sides)))
    yield Paragraph("Counted from the cards; guns, armour, speed and crews are not weighed.")
