"""Draw charts as SVG elements. Texts are kept outside the drawings, so that they can wrap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import TypeAlias

from fleetbook.reports.document import Bar, BoxesLeft, Chart, HitsByFirer, Leaving, Line, LossTimes, Panel, RangeBands

SIDES = 4  # how many sides have a style of their own; a fifth side looks like the first
PANEL_WIDTH, PANEL_HEIGHT, STRIP_WIDTH, STRIP_HEIGHT = 160, 58, 360, 16
EDGE = 6  # free space around a drawing
MOST_TICKS, NAMED_TICKS = 12, 6
MOST_SHORT_TICKS = 60  # ticks without a number; more would touch
DASHES = ("none", "4 2", "1.5 2", "7 2 1.5 2", "3 4")

Attributes: TypeAlias = dict[str, str | float]


@dataclass(frozen=True, slots=True)
class Mark:
    """An SVG element. ``text`` is only for numbers and names at ticks."""

    tag: str
    attributes: Attributes
    text: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: its elements, and its width and height in SVG units."""

    width: int
    height: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A drawing with the name beside it, usually a ship's, the number of her side, and a note."""

    name: str
    side: int
    drawing: Drawing
    note: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole chart with its legend. ``kind`` is ``panels``, or ``strips``, which are drawn above a common axis."""

    kind: str
    rows: tuple[Row, ...]
    sides: tuple[str, ...]
    axis: Drawing | None = None
    unit: str = ""
    legend: tuple[tuple[Drawing, str], ...] = field(default=())


def drawn(chart: Chart) -> Picture:
    """Draw a chart."""
    if isinstance(chart, BoxesLeft):
        return _boxes_left(chart)
    if isinstance(chart, RangeBands):
        return _bands(chart)
    return _hits(chart) if isinstance(chart, HitsByFirer) else _losses(chart)


def _side(sides: Sequence[str], side: str) -> int:
    return sides.index(side) % SIDES if side in sides else 0


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> Mark:
    return Mark("line", {"x1": _n(x1), "y1": _n(y1), "x2": _n(x2), "y2": _n(y2), "class": style})


def _rect(x: float, y: float, width: float, height: float, style: str) -> Mark:
    return Mark("rect", {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height), "class": style})


def _path(d: str, style: str, dashes: str = "none") -> Mark:
    return Mark("path", {"d": d, "class": style, **({} if dashes == "none" else {"stroke-dasharray": dashes})})


def _cross(x: float, y: float, style: str = "cross") -> Mark:
    return _path(f"M{_n(x - 4)} {_n(y - 4)}l8 8m0 -8l-8 8", style)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


# ------------------------------------------------------------ boxes left


def _boxes_left(chart: BoxesLeft) -> Picture:
    labels = list(dict.fromkeys(line.label for panel in chart.panels for line in panel.lines))
    dashes = {label: DASHES[place % len(DASHES)] for place, label in enumerate(labels)}
    rows = tuple(_panel_row(chart, panel, dashes) for panel in chart.panels)
    shown = [label for label in labels if any(label == line.label for panel in chart.panels for line in _shown_lines(panel))]
    legend = tuple((_sample(dashes[label]), label) for label in shown)
    lost = ((Drawing(24, 12, (_cross(12, 6),)), "gone"),) if any(panel.lost is not None for panel in chart.panels) else ()
    return Picture("panels", rows, chart.sides, legend=legend + lost)


def _panel_row(chart: BoxesLeft, panel: Panel, dashes: dict[str, str]) -> Row:
    first = panel.lines[0] if panel.lines else None
    left = f"{first.left[-1]}/{first.full}" if first else ""
    when = "" if panel.lost is None else chart.names[panel.lost] if chart.names else f"T{panel.lost}"
    note = f"{left} ✕ {when}" if when else " ".join(filter(None, (left, panel.standing)))
    side = _side(chart.sides, panel.side)
    return Row(panel.ship, side, _panel(chart, panel, dashes, side), note, panel.lost is not None)


def _shown_lines(panel: Panel) -> list[Line]:
    """The tracks to draw: the first, and all others that changed."""
    return [line for place, line in enumerate(panel.lines) if not place or len(set(line.left)) > 1]


def _panel(chart: BoxesLeft, panel: Panel, dashes: dict[str, str], side: int) -> Drawing:
    turns = chart.turns
    last = turns[-1] if panel.lost is None else min(max(panel.lost, 0), turns[-1])
    marks = [*_panel_frame(turns[-1], chart.names)]
    for place, line in enumerate(panel.lines):
        if place and len(set(line.left)) <= 1:
            continue
        points = [(_x(turn, turns[-1]), _y(line.left[turn] / line.full)) for turn in range(last + 1)]
        steps = _steps(points)
        if not place:
            base = _n(_y(0))
            marks.append(_path(f"{steps}V{base}H{_n(points[0][0])}Z", f"area s{side}"))
        marks.append(_path(steps, f"track s{side}" if not place else f"track thin s{side}", dashes[line.label]))
    if panel.lost is not None and panel.lines:
        first = panel.lines[0]
        marks.append(_cross(_x(last, turns[-1]), _y(first.left[last] / first.full)))
    return Drawing(PANEL_WIDTH, PANEL_HEIGHT + 10, tuple(marks))


@lru_cache(maxsize=8)
def _panel_frame(last: int, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Draw the frame of a panel: two lines, and ticks for turns with numbers or names."""
    step, base = _tick_step(last, NAMED_TICKS if names else MOST_TICKS), _y(0)
    short = 1 if last <= MOST_SHORT_TICKS else step
    at = {turn: _x(turn, last) for turn in range(short, last + 1, short)}
    ticks = "".join(f"M{_n(x)} {_n(base)}v{3 if turn % step == 0 else 1.5}" for turn, x in at.items())
    figures = [
        Mark("text", {"x": _n(x), "y": _n(base + 11), "class": "tick"}, _tick(turn, names))
        for turn, x in at.items()
        if turn % step == 0
    ]
    return (
        _line(EDGE, _y(1), PANEL_WIDTH - EDGE, _y(1), "faint"),
        _line(EDGE, base, PANEL_WIDTH - EDGE, base, "base"),
        *([_path(ticks, "base")] if ticks else []),
        *figures,
    )


def _tick(turn: int, names: tuple[str, ...]) -> str:
    """The text at a tick: the turn's number, or the last word of its name."""
    return names[turn].rpartition(" ")[2] if names else str(turn)


def _tick_step(last: int, most: int = MOST_TICKS) -> int:
    return max(1, -(-last // most))


def _x(turn: float, last: float, width: int = PANEL_WIDTH) -> float:
    return EDGE + turn * (width - 2 * EDGE) / max(last, 1)


def _y(share: float) -> float:
    return EDGE + (1 - share) * (PANEL_HEIGHT - 2 * EDGE)


def _steps(points: Sequence[tuple[float, float]]) -> str:
    """A stepped path: level until the end of each turn, then down to the next value."""
    (x, y), *others = points
    return f"M{_n(x)} {_n(y)}" + "".join(f"H{_n(to)}V{_n(at)}" for to, at in others)


def _sample(dashes: str) -> Drawing:
    return Drawing(24, 12, (_path("M1 6H23", "track sample", dashes),))


# ------------------------------------------------------------ hits by firer


def _hits(chart: HitsByFirer) -> Picture:
    most = max(1, *(max(bar.hits, bar.high) for bar in chart.bars))
    rows = tuple(_bar_row(chart, bar, most) for bar in chart.bars)
    legend = (
        (Drawing(24, 12, (_rect(1, 3, 22, 6, "bar s0"),)), "hits"),
        (Drawing(24, 12, (_expected(12, 6),)), "expected"),
        (Drawing(24, 12, (_rect(1, 1, 22, 10, "band"),)), "eight battles of ten"),
    )
    return Picture("strips", rows, chart.sides, _axis(most), "hits", legend)


def _bar_row(chart: HitsByFirer, bar: Bar, most: int) -> Row:
    side, middle = _side(chart.sides, bar.side), STRIP_HEIGHT / 2
    start, low, high, end, mean = (_x(value, most, STRIP_WIDTH) for value in (0, bar.low, bar.high, bar.hits, bar.expected))
    marks = (
        _rect(low - 1.5, 1, high - low + 3, STRIP_HEIGHT - 2, "band"),
        *([_rect(start, middle - 3.5, end - start, 7, f"bar s{side}")] if bar.hits else []),
        _line(start, 0, start, STRIP_HEIGHT, "base"),
        _expected(mean, middle),
    )
    return Row(bar.name, side, Drawing(STRIP_WIDTH, STRIP_HEIGHT, marks), f"{bar.hits} ({bar.expected:.1f})")


def _expected(x: float, y: float) -> Mark:
    return _path(f"M{_n(x)} {_n(y - 6)}l3.5 6l-3.5 6l-3.5 -6Z", "expected")


def _axis(most: int, names: tuple[str, ...] = ()) -> Drawing:
    step = _tick_step(most)
    marks = [_line(EDGE, 1, STRIP_WIDTH - EDGE, 1, "base")]
    for value in range(0, most + 1, step):
        x = _x(value, most, STRIP_WIDTH)
        marks += [_line(x, 1, x, 4, "base"), Mark("text", {"x": _n(x), "y": 13, "class": "tick"}, _tick(value, names))]
    return Drawing(STRIP_WIDTH, STRIP_HEIGHT, tuple(marks))


# ------------------------------------------------------------ when each ship was lost


def _losses(chart: LossTimes) -> Picture:
    rows = tuple(_loss_row(chart, loss) for loss in chart.losses)
    return Picture("strips", rows, chart.sides, _axis(chart.turns, chart.names), "turn")


def _loss_row(chart: LossTimes, loss: Leaving) -> Row:
    side, middle = _side(chart.sides, loss.side), STRIP_HEIGHT / 2
    start, end, last = (_x(turn, chart.turns, STRIP_WIDTH) for turn in (0, loss.turn, chart.turns))
    marks = (
        _line(start, middle, last, middle, "faint"),
        _rect(start, middle - 2, end - start, 4, f"bar s{side}"),
        _cross(end, middle),
    )
    return Row(loss.ship, side, Drawing(STRIP_WIDTH, STRIP_HEIGHT, marks), loss.how, gone=True)


# ------------------------------------------------------------ bands of range


def _bands(chart: RangeBands) -> Picture:
    farthest = ceil(max(end for _, ends in chart.rows for end in ends))
    rows = tuple(_bands_row(label, ends, farthest) for label, ends in chart.rows)
    return Picture("strips", rows, (), _axis(farthest), chart.unit)


def _bands_row(label: str, ends: Sequence[float], farthest: float) -> Row:
    marks: list[Mark] = []
    for place, (near, far) in enumerate(pairwise((0, *ends))):
        start, end = (_x(value, farthest, STRIP_WIDTH) for value in (near, far))
        marks += [_rect(start, 2, end - start, STRIP_HEIGHT - 4, "band")] if place % 2 == 0 else []
        marks += [
            _line(end, 1, end, STRIP_HEIGHT - 1, "base"),
            Mark("text", {"x": _n(end - 8), "y": 11, "class": "tick"}, str(far)),
        ]
    middle = STRIP_HEIGHT - 2
    marks.append(_line(EDGE, middle, _x(ends[-1], farthest, STRIP_WIDTH), middle, "base"))
    return Row(label, 0, Drawing(STRIP_WIDTH, STRIP_HEIGHT, tuple(marks)), " / ".join(map(str, ends)))
