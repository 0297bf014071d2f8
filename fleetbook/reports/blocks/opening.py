"""The head of a report, its forces with their state, and the scenario that was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.orders.condition_words import condition_words
from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Boxes, Cell, Heading, Item, Listing, Paragraph, Prose, grid
from fleetbook.reports.shapes.battle import Status
from fleetbook.reports.shapes.fight import FateTold
from fleetbook.reports.views.course import cause_words
from fleetbook.reports.views.result import decides, strengths


def masthead(now: Status) -> Iterator[Block]:
    """Title, date, rules and sides, and what is wrong with the battle's file."""
    yield Heading(1, now.title)
    yield Paragraph(
        " · ".join(part for part in (now.date, now.ruleset.title, " against ".join(now.sides)) if part), kind="subtitle"
    )
    if now.warning:
        yield Paragraph(f"{now.warning}.", "Beware:", "warning")


def forces_section(journal: Journal[Any], now: Status, told: Sequence[FateTold] = ()) -> Iterator[Block]:
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


def scenario_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """What was played: the scenario's text, its conditions, and optional rules that are not as usual."""
    yield Heading(2, "The scenario", "scenario")
    if journal.setup.text.strip():
        yield Prose(journal.setup.text)
    rules = journal.ruleset
    began = {name: journal.start.word(name) for name in now.conditions}
    first = {name: f" (at first {began[name]})" if word != began[name] else "" for name, word in now.conditions.items()}
    said = {name: f"{condition_words(rules, name, word)}{first[name]}" for name, word in now.conditions.items()}
    conditions = ", ".join(said[name] for name in rules.conditions)
    if conditions:
        yield Paragraph(f"{conditions}.", "Conditions:")
    changed = [name for name, allowed in rules.options.items() if first[name] or now.conditions[name] != allowed[0]]
    unusual = ", ".join(said[name] for name in changed)
    if rules.options:
        yield Paragraph(f"{unusual}; all others as usual." if unusual else "all as usual.", "Optional rules:")


def decided_section(journal: Journal[Any]) -> Iterator[Block]:
    """What decides the battle, where the scenario says so."""
    told = tuple(Item(text) for text in decides(journal))
    if told:
        yield Heading(2, "What decides it", "decides")
        yield Listing(told)


def strength_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """What each side brings, in figures that a card states."""
    yield Heading(2, "Strength", "strength")
    yield Listing(tuple(Item(words) for words in strengths(journal.ruleset, now.ships, now.sides)))
    yield Paragraph("Counted from the cards; guns, armour, speed and crews are not weighed.")
