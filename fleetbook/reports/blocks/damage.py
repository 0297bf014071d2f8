"""Damage in a report: ships lost with their causes, boxes left by turn, and what each ship suffered turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.charts import BoxesLeft, Leaving, Line, LossTimes, Panel
from fleetbook.reports.blocks.document import Block, Cell, Figure, Heading, Item, LineNumber, Listing, Paragraph, grid
from fleetbook.reports.shapes.battle import Status
from fleetbook.reports.shapes.fight import BoxesTold, FateTold, MarkTold, StateTold
from fleetbook.reports.views.damage import boxes, states

WIDEST = 12  # turns in one table


def losses_section(now: Status, told: Sequence[FateTold]) -> Iterator[Block]:
    """The ships that are gone: when, how and by whose doing."""
    gone = sorted((fate for fate in told if fate.fate), key=lambda fate: fate.line or 0)
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


def _loss_row(fate: FateTold) -> tuple[Cell, ...]:
    shares = ", ".join(f"{share.ship} {share.boxes}" for share in fate.struck_by)
    by = fate.by or (f"no enemy: {fate.how or 'nothing tells by what'}" if fate.lost else "")
    turn = "" if fate.turn is None else str(fate.turn)
    return fate.ship, fate.side, turn, fate.fate, by, shares, LineNumber(fate.line)


def damage_section(journal: Journal[Any], now: Status, struck: Sequence[MarkTold], told: Sequence[FateTold]) -> Iterator[Block]:
    """Boxes left by turn as charts and figures, then every ship's damage with its causes."""
    befallen, left = states(journal), boxes(journal)
    yield Heading(2, "Damage", "damage")
    turns = range(len(left[0].left))
    gone = {fate.ship: fate.turn for fate in told}
    hurt = {row.ship for row in left if len({row.full, *row.left}) > 1} | {fate.ship for fate in told if fate.lost}
    if hurt:
        panels = tuple(panel for panel in _panels(now, left, gone) if panel.ship in hurt)
        yield Figure("Boxes left at the end of each turn, of the ships hit", BoxesLeft(now.sides, tuple(turns), panels))
        yield from _boxes_tables(left, hurt)
    if struck or befallen:
        yield Heading(3, "Ship by ship")
        yield Listing(tuple(_suffered(now, struck, befallen)))
    else:
        yield Paragraph("No box was struck.")


def _panels(now: Status, left: Sequence[BoxesTold], lost: dict[str, int | None]) -> Iterator[Panel]:
    for ship in now.ships:
        lines = tuple(Line(row.label, row.full, row.left) for row in left if row.ship == ship.name and row.full)
        yield Panel(ship.name, ship.side, lines, lost[ship.name])


def _boxes_tables(left: Sequence[BoxesTold], not_whole: set[str]) -> Iterator[Block]:
    """Tables of the rows of boxes that changed, with the turns in which any of them did; the rest is said in a sentence."""
    hurt = [row for row in left if len({row.full, *row.left}) > 1]
    turns = [turn for turn in range(1, len(left[0].left)) if any(row.left[turn] != row.left[turn - 1] for row in hurt)]
    for first in range(0, len(turns), WIDEST):
        shown = turns[first : first + WIDEST]
        head = ("Ship", "Boxes", "Whole", *(f"T{turn}" for turn in shown))
        rows = [(row.ship, row.label, str(row.full), *(str(row.left[turn]) for turn in shown)) for row in hurt]
        yield replace(grid(head, rows, range(2, 3 + len(shown))), charted=True)
    whole = list(dict.fromkeys(row.ship for row in left if row.ship not in not_whole))
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
