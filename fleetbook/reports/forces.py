"""The report's section on forces: every ship with her state, and the strength of each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import cause_words
from fleetbook.reports.damage.marks import FateView
from fleetbook.reports.damage.shots import Shot, spent
from fleetbook.reports.document import Block, Boxes, Cell, Heading, Item, Listing, Paragraph, grid
from fleetbook.reports.status import Status, state_of

MOST_UNTOUCHED = 8  # untouched ships that have a row of their own


def forces_section(
    journal: Journal[Any], now: Status, fates: Sequence[FateView] = (), fired: Sequence[Shot] = ()
) -> Iterator[Block]:
    """The section with a table of all ships, grouped by side, with a column for each kind of boxes. If many ships are undamaged,
    they stand below the table instead, on a line for each squadron.

    ``fates`` say which enemy caused the loss of a ship, ``fired`` are the shots. Without fates every ship is in the table.
    """
    yield Heading(2, "Forces", "forces")
    whole = {card.name: card for card in journal.start.cards()}
    labels = list(dict.fromkeys(track.label for ship in now.ships for track in ship.rows))
    causes = {fate.ship: cause_words(fate) for fate in fates}
    rows: list[tuple[Cell, ...]] = []
    same = [ship for ship in now.ships if fates and _is_untouched(ship, whole, fired, journal.ruleset.spelled_out)]
    folded = {ship.name for ship in same} if len(same) > MOST_UNTOUCHED else set[str]()
    for side in now.sides:
        rows.append((side, *[""] * (len(labels) + 3)))
        for ship in now.ships:
            if ship.side == side and ship.name not in folded:
                state = _state(ship, whole.get(ship.name, ship), causes.get(ship.name, ""))
                rows.append((*_boxes_row(ship, labels, journal.ruleset.spelled_out, fired), state))
    yield grid(("Ship", "Type", *labels, "Spent", "State"), rows, range(2, 2 + len(labels)))
    if folded:
        yield Paragraph("No box lost:")
        yield Listing(tuple(_untouched([ship for ship in same if ship.name in folded])))


def _is_untouched(ship: CardView, whole: Mapping[str, CardView], fired: Sequence[Shot], words: Mapping[str, str]) -> bool:
    """Whether a ship has all her boxes, has used nothing up and is in good order."""
    rows = all(track.left == track.full for track in ship.rows)
    return rows and not _state(ship, whole.get(ship.name, ship), "") and not any(spent(ship, fired, words).values())


def _untouched(ships: Iterable[CardView]) -> Iterator[Item]:
    """A line for each squadron that names its ships."""
    by_squadron: dict[str, list[str]] = {}
    for ship in ships:
        by_squadron.setdefault(ship.squadron or ship.side, []).append(ship.name)
    yield from (Item(f"{', '.join(names)}.", f"{squadron}:") for squadron, names in by_squadron.items())


def _boxes_row(ship: CardView, labels: list[str], words: Mapping[str, str], fired: Sequence[Shot]) -> tuple[Cell, ...]:
    left: dict[str, Cell] = {track.label: Boxes(0 if ship.went_down else track.left, track.full) for track in ship.rows}
    boxes: list[Cell] = [left.get(label, "") for label in labels]
    return (
        ship.name,
        ship.kind,
        *boxes,
        ", ".join(f"{words.get(label, label)} {count}" for label, count in spent(ship, fired, words).items() if count),
    )


def _state(ship: CardView, whole: CardView, cause: str) -> str:
    """A ship's state with its cause. The boxes that she still had when she was lost are added, and a reduced full speed."""
    first = ship.first
    boxes = f"{first.label} {first.left}/{first.full}" if ship.went_down and first and first.left else ""
    lost_with = f"{'lost' if ship.is_sunk else ship.lost} with {boxes}" if boxes else ""
    told = ship.fate or ship.idle or ship.full_speed == whole.full_speed
    slower = f"at most {ship.full_speed}" if ship.full_speed and not told else ""
    return ", ".join(filter(None, (f"{state_of(ship)}{cause}", lost_with, slower)))


def strength_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """The section that compares the sides by numbers from their cards."""
    yield Heading(2, "Strength", "strength")
    yield Listing(tuple(map(Item, strengths(journal.ruleset, now.ships, now.sides))))
    yield Paragraph("Counted from the cards; guns, armour, speed and crews are not weighed.")


def strengths(rules: Ruleset[Any], cards: Iterable[CardView], sides: tuple[str, ...]) -> Iterator[str]:
    """A phrase for each side that counts its ships, with the boxes and supplies that they have: ``hull 49 of 52``."""
    ships = list(cards)
    for side in sides:
        own = [card for card in ships if card.side == side]
        left, full = Counter[str](), Counter[str]()
        for row in (*(card.first for card in own if card.first), *chain.from_iterable(card.supplies for card in own)):
            label = rules.spelled_out.get(row.label, row.label)
            left[label] += row.left
            full[label] += row.full
        figures = [
            f"{label} {number}" if left[label] == number else f"{label} {left[label]} of {number}"
            for label, number in full.items()
            if number
        ]
        yield ", ".join((f"{side}: {counted(len(own), 'ship')}", *figures))
