"""The chart of a battle: each side's boxes left by turn, with the important moments, and below it the luck of each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.parsing import capital, does
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.decision import share_left
from fleetbook.reports.course.moments import Moment
from fleetbook.reports.damage.marks import FateView
from fleetbook.reports.damage.turns import beginning, names_of, place_in, stage_ends, when_of
from fleetbook.reports.document import Block, Event, Figure, Tide, grid
from fleetbook.reports.status import cards
from fleetbook.reports.text_layout import bar

BAR = 10  # cells of a whole bar
NOT_BY_SHARES = "although the other side kept a greater share"


def tide(
    journal: Journal[Any],
    moments: Sequence[Moment],
    fates: Iterable[FateView],
    luck: Mapping[str, Mapping[int, float]] | None = None,
) -> Tide:
    """The chart of a battle. ``luck`` has the luck of each side by line; each stage with such a line has a place of its own."""
    weighed = sorted({line for by_line in (luck or {}).values() for line in by_line})
    happened = [when_of(journal, fate.turn, fate.line) for fate in fates]
    happened += [when_of(journal, journal.data(line).turn, line) for line in weighed]
    happened += [when_of(journal, moment.turn, moment.line) for moment in moments if moment.line]
    ends = stage_ends(journal, happened)
    states = [cards(journal, end.battle) for end in (beginning(journal), *ends)]
    sides = journal.setup.sides
    labels = {card.first.label for card in states[0] if card.first}
    events = tuple(
        Event(place_in(ends, when_of(journal, moment.turn, moment.line)), number, moment.side)
        for number, moment in enumerate(moments, start=1)
    )
    lines = [end.line for end in ends]
    return Tide(
        label=labels.pop() if len(labels) == 1 else "boxes",
        sides=sides,
        shares=tuple(tuple(share_left(side, state) for state in states) for side in sides),
        events=events,
        luck=tuple(tuple(_summed(luck.get(side, {}), lines)) for side in sides) if luck and any(luck.values()) else (),
        names=names_of(ends),
    )


def _summed(by_line: Mapping[int, float], lines: Sequence[int]) -> Iterator[float]:
    """The luck added up from the start to line 0, and to each of these lines."""
    for line in (0, *lines):
        yield round(sum(luck for at, luck in by_line.items() if at <= line), 2)


def tide_figure(chart: Tide, result: Verdict) -> Figure:
    """The chart of the shares of boxes left, as a figure of the report with its caption. If a loser kept a greater share than the
    winner, the caption says that shares did not decide.
    """
    below = "; below, hits beyond those expected, added up from the start" if chart.luck else ""
    left = {side: shares[-1] for side, shares in zip(chart.sides, chart.shares, strict=True)}
    higher = result.over and left.get(result.winner, 1) < max(left.values())
    decided = f"; {does(result.winner, 'wins', 'win')} {NOT_BY_SHARES}" if higher else ""
    own = f"{capital(chart.label)} left of each side"
    return Figure(f"{own}{decided}; the numbers are those of the list{below}", chart)


def tide_blocks(chart: Tide, result: Verdict) -> Iterator[Block]:
    """The chart, and for formats without pictures a table of its numbers."""
    yield tide_figure(chart, result)
    luck = [f"Luck of {side} so far, hits" for side in chart.sides] if chart.luck else []
    rows = []
    for place in range(len(chart.shares[0])):
        shares = [shares[place] for shares in chart.shares]
        hits = (luck_words(values[place]) for values in chart.luck)
        name = chart.names[place] if chart.names else str(place or "")
        rows.append((name or "start", *(f"{bar(share, BAR)} {percent_left(share)}" for share in shares), *hits))
    heads = (f"{side}, {chart.label} left" for side in chart.sides)
    right = range(1 + len(chart.sides), 1 + len(chart.sides) + len(luck))
    yield grid(("After turn", *heads, *luck), rows, right, charted=True)


def luck_words(hits: float) -> str:
    """The number of hits above or below those to be expected, with its sign."""
    return f"{hits:+.1f}" if abs(hits) >= 0.05 else "0"


def percent_left(share: float) -> str:
    """A share in percent. Only a complete share is 100 %, only an empty one 0 %."""
    whole = round(100 * share)
    return f"{min(max(whole, 1), 99) if 0 < share < 1 else whole} %"
