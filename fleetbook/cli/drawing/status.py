"""The battle as it stands, drawn as text."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from fleetbook.cli.drawing import CELLS
from fleetbook.core.battle.card_view import CardView, Track
from fleetbook.core.battle.verdict import verdict_words
from fleetbook.reports.result import score_words
from fleetbook.reports.status import Status, said_to
from fleetbook.reports.text_layout import flow, printable, wrapped

FREE, STRUCK, LOADED, SPENT = "■", "□", "●", "○"
STATES = {"sound": "✓", "damaged": "~", "destroyed": "✗"}
_INDENT = "      "
MOST_BOXES = 50


def status_text(now: Status) -> Iterator[str]:
    """The step, both sides' ships, the orders valid now and the dice."""
    yield from _head(now)
    for side in now.sides:
        yield ""
        beside = ", ".join(filter(None, ("acts now" if side == now.step.side else "", now.side_words.get(side))))
        yield printable(f"{side}  ({beside})" if beside else side)
        for ship in now.ships:
            if ship.side == side:
                yield from ship_text(ship)
        on_table = [
            f"{marker.name}{' in ' + marker.place if marker.place else ''}" for marker in now.markers if marker.side == side
        ]
        yield from flow([printable(words) for words in on_table], CELLS, "  on the table: ")
    yield ""
    yield from _foot(now)


def _head(now: Status) -> Iterator[str]:
    yield printable(" · ".join(part for part in (now.title, now.date, now.ruleset.title) if part))
    if now.ended is None:
        yield printable(f"turn {now.turn}, step {now.step.number}: {now.step.title}")
    else:
        yield printable(f"ended in turn {now.turn}, step {now.step.number}: {now.ended}")
    yield " · ".join(map(printable, now.conditions_said.values()))
    if now.result.kind != "none":
        yield from wrapped(printable(verdict_words(now.result)), CELLS)
        yield from flow([printable(words) for words in score_words(now.result)], CELLS, "score: ")


def ship_text(ship: CardView) -> Iterator[str]:
    """A ship's card: what she is and does, her boxes, her systems; of a ship that is gone, her fate."""
    motion = ship.fate or ship.motion
    conditions = [] if ship.fate else [condition.text for condition in ship.conditions]
    words = [ship.name, f"({ship.squadron})" if ship.squadron else "", ship.kind, motion, *conditions]
    yield from flow([printable(word) for word in words if word], CELLS, "  ")
    if not ship.fate:
        boxes = [_boxes(track, FREE, STRUCK) for track in ship.rows]
        supplies = [_boxes(supply, LOADED, SPENT) for supply in ship.supplies]
        yield from flow([*boxes, *supplies], CELLS, _INDENT)
        systems = (f"{STATES.get(system.state, '?')} {system.label}" for system in ship.systems)
        yield from flow([printable(system) for system in systems], CELLS, _INDENT)
        yield from flow([printable(str(one)) for one in ship.particulars or ()], CELLS, _INDENT)


def _boxes(track: Track, free: str, struck: str) -> str:
    """A row of boxes and its count; where there are too many for a line, one stands for several and the row says so."""
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
        yield "orders now: none, for this battle can only be read"
    elif not now.side:
        yield from wrapped(f"orders now: {orders or 'none'}{f' · {back}' if back else ''}", CELLS)
    for one in now.not_now:
        if one.fault:
            yield from wrapped(printable(f"{one.id} cannot be given: {one.reason}"), CELLS)
    yield f"line {now.line} of {now.lines}{f', last link {now.last_link}' if now.last_link else ''}"
    seed = "shown when the battle has ended" if now.dice.seed is None else printable(now.dice.seed)
    yield f"dice sealed by SHA-256 {now.dice.commitment}"
    yield f"seed {seed}{'; it was chosen by hand' if now.dice.chosen_by_hand else ''}"
    if now.dice.words:
        yield from wrapped(f"said to the seal: {printable(said_to(now.dice))}", CELLS)
