"""Damage in a report: ships lost with their causes, boxes left by turn, and what each ship suffered turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.charts import BoxesLeft, Leaving, Line, LossTimes, Panel
from fleetbook.reports.blocks.document import Block, Figure, Heading, Item, Listing, Paragraph, grid
from fleetbook.reports.views.damage import boxes, fates, marks, states
from fleetbook.reports.views.shapes import Status
from fleetbook.reports.views.shapes_fight import BoxesTold, FateTold, MarkTold, StateTold

WIDEST = 12  # turns in one table


def losses_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """The ships that are gone: when, how and by whose doing."""
    gone = sorted((fate for fate in fates(journal) if fate.fate), key=lambda fate: fate.line or 0)
    yield Heading(2, "Ships lost or gone", "losses")
    if not gone:
        yield Paragraph("Every ship is still on the table.")
        return
    leaving = tuple(Leaving(fate.ship, fate.side, _turn(fate), fate.fate) for fate in gone)
    yield Figure("When each ship was lost or left the table", LossTimes(now.sides, now.turn, leaving))
    head = ("Ship", "Side", "Turn", "Fate", "By", "Boxes struck by", "Line")
    yield grid(head, [_loss_row(fate) for fate in gone], (2, 6))


def _turn(fate: FateTold) -> int:
    return fate.turn or 0


def _loss_row(fate: FateTold) -> tuple[str, ...]:
    shares = ", ".join(f"{share.ship} {share.boxes}" for share in fate.struck_by)
    by = fate.by or (f"no enemy: {fate.how}" if fate.lost and fate.how else "")
    return fate.ship, fate.side, _number(fate.turn), fate.fate, by, shares, _number(fate.line)


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def damage_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """Boxes left by turn as charts and figures, then every ship's damage with its causes."""
    struck, befallen, left = marks(journal), states(journal), boxes(journal)
    yield Heading(2, "Damage", "damage")
    turns = range(len(left[0].left))
    if any(row.left[turn] != row.full for row in left for turn in turns):
        lost = {fate.ship: fate.turn for fate in fates(journal)}
        yield Figure("Boxes left at the end of each turn", BoxesLeft(now.sides, tuple(turns), tuple(_panels(now, left, lost))))
        yield from _boxes_tables(left)
    if struck or befallen:
        yield Heading(3, "Ship by ship")
        yield Listing(tuple(_suffered(now, struck, befallen)))
    else:
        yield Paragraph("No box was struck.")


def _panels(now: Status, left: Sequence[BoxesTold], lost: dict[str, int | None]) -> Iterator[Panel]:
    for ship in now.ships:
        lines = tuple(Line(row.label, row.full, row.left) for row in left if row.ship == ship.name and row.full)
        yield Panel(ship.name, ship.side, lines, lost[ship.name])


def _boxes_tables(left: Sequence[BoxesTold]) -> Iterator[Block]:
    """Tables of the rows of boxes that changed, with the turns in which any of them did; the rest is said in a sentence."""
    hurt = [row for row in left if len({row.full, *row.left}) > 1]
    turns = [turn for turn in range(1, len(left[0].left)) if any(row.left[turn] != row.left[turn - 1] for row in hurt)]
    for first in range(0, len(turns), WIDEST):
        shown = turns[first : first + WIDEST]
        head = ("Ship", "Boxes", "Whole", *(f"T{turn}" for turn in shown))
        rows = [(row.ship, row.label, str(row.full), *(str(row.left[turn]) for turn in shown)) for row in hurt]
        yield grid(head, rows, range(2, 3 + len(shown)))
    ships = {row.ship for row in hurt}
    whole = list(dict.fromkeys(row.ship for row in left if row.ship not in ships))
    if whole:
        yield Paragraph(f"{', '.join(whole)}.", "No box lost:")


def _suffered(now: Status, struck: Sequence[MarkTold], befallen: Sequence[StateTold]) -> Iterator[Item]:
    for ship in now.ships:
        own = [mark for mark in struck if mark.ship == ship.name]
        beside = [state for state in befallen if state.ship == ship.name]
        if own or beside:
            yield Item("", ship.name)
        for turn in sorted({*(mark.turn for mark in own), *(state.turn for state in beside)}):
            yield Item(_turn_text(turn, own, beside), f"turn {turn}", 1)


def _turn_text(turn: int, struck: Sequence[MarkTold], befallen: Sequence[StateTold]) -> str:
    boxes_lost: dict[tuple[str, str], list[MarkTold]] = {}
    for mark in struck:
        if mark.turn == turn:
            boxes_lost.setdefault((mark.label, _cause(mark)), []).append(mark)
    lost = [_lost(label, cause, alike) for (label, cause), alike in boxes_lost.items()]
    return "; ".join((*lost, *(state.text for state in befallen if state.turn == turn)))


def _cause(mark: MarkTold) -> str:
    """The reason given, and whose doing it was where the reason does not say."""
    return ", ".join(part for part in (mark.why, mark.by if mark.by not in mark.why else "") if part)


def _lost(label: str, cause: str, alike: Sequence[MarkTold]) -> str:
    total = -sum(mark.boxes for mark in alike)
    left = f"{label} {total:+d} ({alike[-1].left}/{alike[-1].full})"
    return f"{left} {cause}" if cause else left
