"""Draw a ship's card as lines, either all of it or the most important parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from fleetbook.core.battle.card_view import CardView, Tick
from fleetbook.reports.text_layout import pad, wrap
from fleetbook.tui.cards.boxes import draw_supplies, draw_supply, draw_track
from fleetbook.tui.cards.marks import draw_condition, draw_system
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink
from fleetbook.tui.kit.style import BOLD, LOST, QUIET

LEAST_ROW = 10  # cells of a row of boxes
HEADING, WORDS = 12, 20  # cells of a heading beside text; of a track's label and count
TALL = 10  # the least height in lines at which each part of a card has a line of its own


def labelled(heading: str, text: str, width: int, depth: int = 0, size: int = HEADING) -> list[Line]:
    """Text beside a heading of ``size`` cells. The text is wrapped, and indented by ``depth`` levels."""
    inner = "  " * depth
    wrapped = [inner + line for line in wrap(text, max(width - size - 3 - len(inner), 8), 2)]
    first = (ink(f" {pad(heading, size)} ", QUIET), ink(wrapped[0]))
    return [first, *((ink(" " * (size + 2)), ink(line)) for line in wrapped[1:])]


def card_lines(card: CardView, width: int, more: Sequence[Line] = ()) -> list[Line]:
    """Draw everything on a ship's card, one part per line. The lines ``more`` and the source follow. The fate of a ship that is
    gone comes first.
    """
    now = labelled("now", card.fate or card.motion, width)
    lines = [*(now if card.fate else ()), *labelled("type", card.kind, width)]
    if card.side:
        lines += labelled("side", card.side + (f", {card.squadron}" if card.squadron else ""), width)
    lines += () if card.fate else now
    if card.pace and not card.fate:
        lines += labelled("speed", f"{card.pace}: now and at most", width)
    if card.particulars:
        lines += labelled("particulars", ", ".join(map(str, card.particulars)), width)
    lines.append(())
    boxes: list[Line] = [(ink(" "), *draw_track(track, room=max(width - WORDS, LEAST_ROW))) for track in card.rows]
    boxes += [(ink(" "), *draw_supply(supply), ink(f"  {supply.id}", QUIET)) for supply in card.supplies]
    boxes.append(())
    boxes += [(ink(" "), *draw_system(system), ink(f"  {system.detail}", QUIET)) for system in card.systems]
    lines += _as_she_is(card, boxes)
    if card.conditions:
        lines.append(())
        for condition in card.conditions:
            lines += flow([draw_condition(condition), (ink(condition.whole),)], width, 1)
    lines += more
    if card.source:
        lines += [(), *((ink(f" {line}", QUIET),) for line in wrap(f"source: {card.source}", max(width - 2, 8), 2))]
    return lines


def _as_she_is(card: CardView, boxes: list[Line]) -> list[Line]:
    """The lines for a ship's boxes and weapons. They are all dim if the ship is gone."""
    return [tuple(ink(text, QUIET) for text, _ in line) for line in boxes] if card.fate else boxes


def about_card(card: CardView, width: int, height: int) -> list[Line]:
    """A ship's card with its boxes. Each part has a line of its own if there is room."""
    return card_lines(card, width) if height >= TALL else panel_lines(card, width, height)


def panel_lines(card: CardView, width: int, height: int, ticks: Iterable[Tick] = ()) -> list[Line]:
    """A ship's card in at most ``height`` lines. Her state comes first, then the ``ticks`` for what she has done this turn. Her
    boxes, weapons and supplies follow, each beginning a line if the panel is tall. Parts without room are only counted.
    """
    name, titles = ink(f" {card.name}", BOLD), (" · ".join(filter(None, (card.kind, card.squadron))), card.kind, "")
    heads: list[Line] = [(name, ink(f"  {title}", QUIET)) for title in titles]
    lines: list[Line] = [next((head for head in heads if cells(head) <= width), cut((name,), width))]
    worst_first = sorted(card.conditions, key=lambda one: (one.gravity != "grave", not one.is_serious))
    state: list[Line] = [(ink(card.fate, LOST),)] if card.fate else []
    state += [draw_condition(one, whole=True) for one in worst_first]
    state += [(ink(text),) for text in (card.motion, card.pace) if text and not card.fate]
    state += [(ink(tick.words, QUIET),) for tick in ticks if tick.done and tick.sign.isalpha()]
    tall = height >= TALL
    systems = card.systems if tall else sorted(card.systems, key=lambda system: system.state == "sound")
    boxes: list[Line] = [*map(draw_track, card.rows), *draw_supplies(card.supplies)]
    groups = state, _as_she_is(card, boxes), _as_she_is(card, [*map(draw_system, systems)])
    parts = [(tall and place, part) for place, group in enumerate(groups) for part in group]
    for left in range(len(parts) + 1):
        kept = parts[: len(parts) - left]
        more: list[tuple[int, Line]] = [(kept[-1][0] if kept else 0, (ink(f"… {left} more: Enter", QUIET),))] if left else []
        runs = groupby([*kept, *more], key=lambda one: one[0])
        shown = [line for _, run in runs for line in flow([part for _, part in run], width, 1)]
        if len(shown) < height:
            return [*lines, *shown]
    return lines[: max(height, 0)]
