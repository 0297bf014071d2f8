"""Draw charts as SVG elements. Texts are kept outside the drawings, so that they can wrap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import TypeAlias

from fleetbook.reports.document import Bar, BoxesLeft, Chart, HitsByFirer, Leaving, Line, LossTimes, Panel, RangeBands, Tide

SIDES = 4  # how many sides have a style of their own; a fifth side looks like the first
PANEL_WIDTH, PANEL_HEIGHT, STRIP_WIDTH, STRIP_HEIGHT = 160, 58, 360, 16
EDGE = 6  # free space around a drawing
MOST_TICKS, NAMED_TICKS, MOST_DAYS = 12, 6, 7
TWO_DIGITS = 10  # turns: their numbers would touch in a panel
MOST_SHORT_TICKS = 60  # ticks without a number; more would touch
DASHES = ("none", "4 2", "1.5 2", "7 2 1.5 2", "3 4")

Attributes: TypeAlias = dict[str, str | float]


@dataclass(frozen=True, slots=True)
class Mark:
    """An SVG element. ``text`` is its text, which only numbers and names at the ticks of an axis have."""

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
    """The picture of a chart, with its legend."""
    if isinstance(chart, BoxesLeft):
        return _boxes_left(chart)
    if isinstance(chart, RangeBands):
        return _bands(chart)
    if isinstance(chart, Tide):
        return _tide(chart)
    return _hits(chart) if isinstance(chart, HitsByFirer) else _losses(chart)


def _side(sides: Sequence[str], side: str) -> int:
    return sides.index(side) % SIDES if side in sides else 0


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> Mark:
    return Mark("line", {"x1": _n(x1), "y1": _n(y1), "x2": _n(x2), "y2": _n(y2), "class": style})


def _rect(x: float, y: float, width: float, height: float, style: str) -> Mark:
    return Mark("rect", {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height), "class": style})


def _path(d: str, style: str, dashes: str = "none") -> Mark:
    return Mark("path", {"d": d, "class": style, **({} if dashes == "none" else {"stroke-dasharray": dashes})})


def _text(x: float, y: float, text: str, style: str = "tick") -> Mark:
    return Mark("text", {"x": _n(x), "y": _n(y), "class": style}, text)


def _cross(x: float, y: float, style: str = "cross") -> Mark:
    return _path(f"M{_n(x - 4)} {_n(y - 4)}l8 8m0 -8l-8 8", style)


def _ended(x: float, y: float, left: bool) -> Mark:
    """The end of a ship's line: an arrowhead if she left, or a cross if she was lost."""
    return _path(f"M{_n(x - 4)} {_n(y - 4)}l7 4l-7 4Z", "arrow") if left else _cross(x, y)


def _end_signs(left: Iterable[bool]) -> tuple[tuple[Drawing, str], ...]:
    """The legend's entries for ships that left or were lost: each a sign and its meaning."""
    return tuple((Drawing(24, 12, (_ended(12, 6, one),)), ("lost", "left")[one]) for one in sorted(set(left)))


def _repair(x: float, y: float) -> Mark:
    """A plus sign where a line steps upwards because boxes were restored."""
    return _path(f"M{_n(x - 3)} {_n(y)}h6m-3 -3v6", "repair")


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


# ------------------------------------------------------------ boxes left


def _boxes_left(chart: BoxesLeft) -> Picture:
    labels = list(dict.fromkeys(line.label for panel in chart.panels for line in panel.lines))
    dashes = {label: DASHES[place % len(DASHES)] for place, label in enumerate(labels)}
    rows = tuple(_panel_row(chart, panel, dashes) for panel in chart.panels)
    shown = [label for label in labels if any(label == line.label for panel in chart.panels for line in _shown_lines(panel))]
    legend = tuple((Drawing(24, 12, (_path("M1 6H23", "track sample", dashes[label]),)), label) for label in shown)
    lost = _end_signs(panel.left for panel in chart.panels if panel.lost is not None)
    rises = any(after > before for panel in chart.panels for line in panel.lines for before, after in pairwise(line.left))
    repaired = ((Drawing(24, 12, (_repair(12, 6),)), "repaired"),) if rises else ()
    return Picture("panels", rows, chart.sides, legend=legend + lost + repaired)


def _panel_row(chart: BoxesLeft, panel: Panel, dashes: dict[str, str]) -> Row:
    first = panel.lines[0] if panel.lines else None
    left = f"{first.left[-1]}/{first.full}" if first else ""
    when = "" if panel.lost is None else chart.names[panel.lost] if chart.names else f"T{panel.lost}"
    note = f"{left} {'▸' if panel.left else '✕'} {when}" if when else " ".join(filter(None, (left, panel.standing)))
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
        marks += [_repair(*now) for was, now in pairwise(points) if now[1] < was[1]]
    if panel.lost is not None and panel.lines:
        first = panel.lines[0]
        marks.append(_ended(_x(last, turns[-1]), _y(first.left[last] / first.full), panel.left))
    return Drawing(PANEL_WIDTH, PANEL_HEIGHT + 10, tuple(marks))


@lru_cache(maxsize=8)
def _panel_frame(last: int, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Draw the frame of a panel: two lines, and a tick for each turn with its number or the last word of its name."""
    step, base = _tick_step(last, NAMED_TICKS if names or last >= TWO_DIGITS else MOST_TICKS), _y(0)
    short = 1 if last <= MOST_SHORT_TICKS else step
    at = {turn: _x(turn, last) for turn in range(short, last + 1, short)}
    ticks = "".join(f"M{_n(x)} {_n(base)}v{3 if turn % step == 0 else 1.5}" for turn, x in at.items())
    texts = {turn: names[turn].rpartition(" ")[2] if names else str(turn) for turn in at if turn % step == 0}
    figures = [_text(at[turn], base + 11, text) for turn, text in texts.items()]
    return (
        _line(EDGE, _y(1), PANEL_WIDTH - EDGE, _y(1), "faint"),
        _line(EDGE, base, PANEL_WIDTH - EDGE, base, "base"),
        *([_path(ticks, "base")] if ticks else []),
        *figures,
    )


def _wide_ticks(last: int, names: tuple[str, ...]) -> tuple[str, list[str]]:
    """The title of an axis, and the texts at its ticks: turns, or the stages of turns by their names. If all stages belong to one
    turn, the title names the turn.
    """
    if not names:
        return "turn", [*map(str, range(last + 1))]
    turns = {name.partition(" ")[0] for name in names[1:]}
    if len(turns) > 1:
        return "turn", ["0", *names[1:]]
    return f"turn {''.join(turns)}", ["", *(name.partition(" ")[2] or "end" for name in names[1:])]


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


# ------------------------------------------------------------ hits by firer


def _hits(chart: HitsByFirer) -> Picture:
    most = max(1, *(max(bar.hits, bar.high) for bar in chart.bars))
    rows = tuple(_bar_row(chart, bar, most) for bar in chart.bars)
    legend = (
        (Drawing(24, 12, (_rect(1, 3, 22, 6, "bar any"),)), "hits"),
        (Drawing(24, 12, (_expected(12, 6),)), "expected"),
        (Drawing(24, 12, (_rect(1, 1, 22, 10, "band"),)), f"usual: 80 % of {chart.usual}"),
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
    step, (_, texts) = _tick_step(most), _wide_ticks(most, names)
    marks = [_line(EDGE, 1, STRIP_WIDTH - EDGE, 1, "base")]
    for value in range(0, most + 1, step):
        x = _x(value, most, STRIP_WIDTH)
        marks += [_line(x, 1, x, 4, "base"), _text(x, 13, texts[value])]
    return Drawing(STRIP_WIDTH, STRIP_HEIGHT, tuple(marks))


def _losses(chart: LossTimes) -> Picture:
    rows = tuple(_loss_row(chart, loss) for loss in chart.losses)
    axis, unit = _axis(chart.turns, chart.names), _wide_ticks(chart.turns, chart.names)[0]
    return Picture("strips", rows, chart.sides, axis, unit, _end_signs(not loss.is_lost for loss in chart.losses))


def _loss_row(chart: LossTimes, loss: Leaving) -> Row:
    side, middle = _side(chart.sides, loss.side), STRIP_HEIGHT / 2
    start, end, last = (_x(turn, chart.turns, STRIP_WIDTH) for turn in (0, loss.turn, chart.turns))
    marks = (
        _line(start, middle, last, middle, "faint"),
        _rect(start, middle - 2, end - start, 4, f"bar s{side}"),
        _ended(end, middle, not loss.is_lost),
    )
    return Row(loss.ship, side, Drawing(STRIP_WIDTH, STRIP_HEIGHT, marks), loss.how, gone=loss.is_lost)


def _bands(chart: RangeBands) -> Picture:
    farthest = ceil(max(end for _, ends in chart.rows for end in ends))
    rows = tuple(_bands_row(label, ends, farthest) for label, ends in chart.rows)
    return Picture("strips", rows, (), _axis(farthest), chart.unit)


def _bands_row(label: str, ends: Sequence[float], farthest: float) -> Row:
    marks: list[Mark] = []
    for place, (near, far) in enumerate(pairwise((0, *ends))):
        start, end = (_x(value, farthest, STRIP_WIDTH) for value in (near, far))
        marks += [_rect(start, 2, end - start, STRIP_HEIGHT - 4, "band")] if place % 2 == 0 else []
        marks += [_line(end, 1, end, STRIP_HEIGHT - 1, "base"), _text(end - 8, 11, str(far))]
    middle = STRIP_HEIGHT - 2
    marks.append(_line(EDGE, middle, _x(ends[-1], farthest, STRIP_WIDTH), middle, "base"))
    return Row(label, 0, Drawing(STRIP_WIDTH, STRIP_HEIGHT, tuple(marks)), " / ".join(map(str, ends)))


# ------------------------------------------------------------ the boxes left and the luck of both sides

TIDE_WIDTH, TIDE_HEIGHT, LUCK_HEIGHT, LABELS = 360, 110, 44, 40  # the labels of the axis stand left of the drawing
RIGHT = 20  # free space right of the last turn
TICK_ROW = 15  # below the axis, clear of the lowest share
FIRST_ROW, ROW_STEP, LETTER_WIDTH = EDGE + TIDE_HEIGHT + TICK_ROW + 12, 11, 6  # of the numbers of moments


def _tide(chart: Tide) -> Picture:
    dashes = {side: DASHES[place % len(DASHES)] for place, side in enumerate(chart.sides)}
    marks, height = tide_marks(chart)
    left = ", ".join(f"{side} {100 * shares[-1]:.0f} %" for side, shares in zip(chart.sides, chart.shares, strict=True))
    legend = tuple(
        (Drawing(24, 12, (_side_line("M1 6H23", place, dashes[side]),)), side) for place, side in enumerate(chart.sides)
    )
    lost = ((Drawing(24, 12, (_cross(12, 6),)), "ship lost"),) if any(event.lost_by for event in chart.events) else ()
    cut = ((Drawing(24, 12, (_cut(12, 6),)), f"the axis begins at {100 * chart.floor:.0f} %"),) if chart.floor else ()
    row = Row(chart.title or f"{chart.label} left", 0, Drawing(TIDE_WIDTH, height, marks), left)
    return Picture("tide", (row,), (), legend=legend + lost + cut)


def tide_marks(chart: Tide) -> tuple[tuple[Mark, ...], int]:
    """The elements of the chart of a battle, and its height."""
    last = len(chart.shares[0]) - 1
    numbers, height = _numbers(chart, last)
    marks = [*_shares(chart, last), *_turns(chart, last), *numbers]
    if chart.luck:
        marks += _luck(chart, last, height)
        height += LUCK_HEIGHT + EDGE
    return tuple(marks), height


def _at(place: int, last: int) -> float:
    return LABELS + place * (TIDE_WIDTH - LABELS - RIGHT) / max(last, 1)


def _side_line(d: str, side: int, dashes: str) -> Mark:
    return _path(d, f"track s{side % SIDES}", dashes)


def _shares(chart: Tide, last: int) -> list[Mark]:
    """The line of each side, which shows the share of boxes left, with a cross for each ship lost. An axis that does not begin at
    0 has a zigzag.
    """
    floor = chart.floor

    def height(share: float) -> float:
        return EDGE + (1 - share) / (1 - floor) * TIDE_HEIGHT

    marks = [_line(LABELS, height(share), TIDE_WIDTH - EDGE, height(share), "faint") for share in (1, (1 + floor) / 2)]
    marks += [_label(height(share) + 3, f"{100 * share:.0f} %") for share in (1, (1 + floor) / 2, floor)]
    marks += [_cut(LABELS, EDGE + TIDE_HEIGHT - 10)] if floor else []
    for place, shares in enumerate(chart.shares):
        points = [(_at(at, last), height(share)) for at, share in enumerate(shares)]
        marks.append(_side_line(f"M{' L'.join(f'{_n(x)} {_n(y)}' for x, y in points)}", place, DASHES[place % len(DASHES)]))
    for event in chart.events:
        if event.lost_by in chart.sides:
            marks.append(_cross(_at(event.at, last), height(chart.shares[chart.sides.index(event.lost_by)][event.at])))
    return marks


def _cut(x: float, y: float) -> Mark:
    """The zigzag of an axis that does not begin at 0."""
    return _path(f"M{_n(x)} {_n(y - 6)}v3l-3 2l6 3l-3 2v3", "cut")


def _label(y: float, text: str) -> Mark:
    return _text(LABELS - 4, y, text, "tick label")


def _turns(chart: Tide, last: int) -> list[Mark]:
    base, step = EDGE + TIDE_HEIGHT, _tick_step(last, MOST_DAYS if chart.days else MOST_TICKS)
    title, texts = ("", list(chart.names)) if chart.days else _wide_ticks(last, chart.names)
    marks = [_line(LABELS, base, TIDE_WIDTH - EDGE, base, "base"), _label(base + TICK_ROW, title)]
    for turn in range(0, last + 1, step):
        x = _at(turn, last)
        text = texts[turn] if turn or not title else ""  # the title of the axis stands there
        marks += [_line(x, base, x, base + 3, "base"), _text(x, base + TICK_ROW, text)]
    return marks


def _numbers(chart: Tide, last: int) -> tuple[list[Mark], int]:
    """The numbers of the moments below their turns, and the height below them. Consecutive numbers are drawn as a span. Numbers
    that would touch those of the turn before are drawn a row lower.
    """
    ends, marks = list[float](), []
    for at in range(last + 1):
        numbers = [event.number for event in chart.events if event.at == at]
        if not numbers:
            continue
        follow = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
        text = f"{numbers[0]}–{numbers[-1]}" if follow else ", ".join(map(str, numbers))
        half = LETTER_WIDTH * len(text) / 2
        x = min(_at(at, last), TIDE_WIDTH - half)
        row = next((row for row, end in enumerate(ends) if end <= x - half), len(ends))
        ends[row : row + 1] = [x + half + LETTER_WIDTH / 2]
        marks.append(_text(x, FIRST_ROW + ROW_STEP * row, text, "tick moment"))
    lowest = FIRST_ROW + ROW_STEP * (len(ends) - 1) + 3 if ends else FIRST_ROW - 9
    return marks, lowest + EDGE


def _luck(chart: Tide, last: int, top: float) -> list[Mark]:
    """The luck of each side, drawn above and below a base line that stands for the hits to be expected."""
    most = max(1.0, *(abs(hits) for side in chart.luck for hits in side))
    middle, scale = top + LUCK_HEIGHT / 2, (LUCK_HEIGHT / 2 - 3) / most
    title = _text(LABELS + 12, top + 6, "luck")
    marks = [_line(LABELS, middle, TIDE_WIDTH - EDGE, middle, "faint"), _label(middle + 3, "0"), title]
    marks += [_label(middle - most * scale + 3, f"+{most:.0f}"), _label(middle + most * scale + 3, f"-{most:.0f}")]
    for place, hits in enumerate(chart.luck):
        points = (f"{_n(_at(at, last))} {_n(middle - value * scale)}" for at, value in enumerate(hits))
        marks.append(_side_line(f"M{' L'.join(points)}", place, DASHES[place % len(DASHES)]))
    return marks
