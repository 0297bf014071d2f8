"""Draw the battle as it stands as text."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from fleetbook.cli.drawing import CELLS
from fleetbook.core.battle.card_view import CardView, Track
from fleetbook.reports.status import Status
from fleetbook.reports.text_layout import flow, printable, wrapped
from fleetbook.reports.words import line_words, result_words, seal_words, ship_state, side_remarks, squadron_lines, step_words
from fleetbook.store.catalogue import SEASON

FREE, STRUCK, LOADED, SPENT = "■", "□", "●", "○"
STATES = {"sound": "✓", "damaged": "~", "destroyed": "✗"}
_INDENT = "      "
MOST_BOXES = 50


def status_text(now: Status) -> Iterator[str]:
    """Draw the present phase, the ships of each side, and the orders that can be given now."""
    date = "" if now.ruleset.id == SEASON.id else now.date  # of a campaign the day stands below
    yield printable(" · ".join(part for part in (now.title, date, now.ruleset.title) if part))
    yield printable(step_words(now))
    yield " · ".join(map(printable, now.conditions_said.values()))
    for verdict in result_words(now)[:1]:
        yield from wrapped(printable(verdict), CELLS)
    yield from flow(map(printable, result_words(now)[1:]), CELLS, "score: ")
    for side in now.sides:
        yield ""
        beside = side_remarks(now, side)
        yield printable(f"{side}  ({beside})" if beside else side)
        yield from flow(map(printable, squadron_lines(now, side)), CELLS, "  ")
        for ship in now.ships:
            if ship.side == side:
                yield from ship_text(ship, now.commanders.get(ship.name, ""))
        markers = [
            f"{marker.name}{f' in {marker.place}' if marker.place else ''}" for marker in now.markers if marker.side == side
        ]
        yield from flow(map(printable, markers), CELLS, "  on the table: ")
    yield ""
    yield from _foot(now)


def ship_text(ship: CardView, commander: str = "") -> Iterator[str]:
    """Draw a ship's card in a few lines. For a ship that is gone, only her fate is drawn."""
    under = f"under {commander}" if commander else ""
    words = [ship.name, f"({ship.squadron})" if ship.squadron else "", ship.kind, under, *ship_state(ship)]
    yield from flow([printable(word) for word in words if word], CELLS, "  ")
    if not ship.fate:
        boxes = [_boxes(track, FREE, STRUCK) for track in ship.rows]
        supplies = [_boxes(supply, LOADED, SPENT) for supply in ship.supplies]
        yield from flow([*boxes, *supplies], CELLS, _INDENT)
        systems = (f"{STATES.get(system.state, '?')} {system.label}" for system in ship.systems)
        yield from flow([printable(system) for system in systems], CELLS, _INDENT)
        yield from flow([printable(str(one)) for one in ship.particulars or ()], CELLS, _INDENT)


def _boxes(track: Track, free: str, struck: str) -> str:
    """Draw a row of boxes with its count. In a long row each box drawn stands for several: ``×3`` for three."""
    per = max(ceil(track.full / MOST_BOXES), 1)
    whole = ceil(track.full / per)
    left = min(ceil(track.left / per), whole - (track.left < track.full and whole > 1))
    row = free * left + struck * (whole - left)
    return printable(f"{track.label} {row}{f' ×{per}' if per > 1 else ''} {track.left}/{track.full}")


def _foot(now: Status) -> Iterator[str]:
    yield from flow([printable(words) for words in now.due], CELLS, "still due: ")
    orders = ", ".join(order.id for order in now.orders)
    back = " · ".join(word for word, may in (("undo", now.can_undo), ("redo", now.can_redo)) if may)
    if now.warning:
        yield "orders now: none, because this battle can only be read"
    elif not now.side:
        yield from wrapped(f"orders now: {orders or 'none'}{f' · {back}' if back else ''}", CELLS)
    for one in now.not_now:
        if one.fault:
            yield from wrapped(printable(f"{one.id} cannot be given: {one.reason}"), CELLS)
    yield line_words(now)
    seal, *others = seal_words(now.dice)
    yield seal
    for words in others:
        yield from wrapped(printable(words), CELLS)
