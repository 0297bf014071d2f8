"""Render a battle as a picture to share: title, result, score, the chart and three moments, as SVG of 1200 by 630."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.verdict import points
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import Moment, quoted, shortened
from fleetbook.reports.course.tide import percent_left, tide
from fleetbook.reports.damage.turns import when_of
from fleetbook.reports.render.svg import SIDES, tide_marks
from fleetbook.reports.render.template import render
from fleetbook.reports.result import poster
from fleetbook.reports.sections import Findings, subtitle
from fleetbook.reports.text_layout import fit, wrap
from fleetbook.reports.watch import Watch, silent

MOMENTS, LINES, CELLS = 3, 2, 55  # moments, the lines of each, and the cells of a line
TITLE, POSTER, WIDEST = 62, 50, 1080  # the largest letters, and the space for them
LETTER = 0.54  # the usual width of a letter, as a share of its height


def card(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The battle as one picture. ``warning`` is not shown; a damaged file is for its referee."""
    found = Findings(journal, warning, watch)
    moments = shortened(found.course, MOMENTS)
    chart = tide(journal, moments, found.fates)
    marks, height = tide_marks(chart)
    now, line = found.now, poster(found.now.result)
    victory = journal.setup.victory
    by_score = bool(victory and victory.compare and now.result.score)
    figures = [points(side.value) for side in now.result.score] if by_score else [percent_left(one[-1]) for one in chart.shares]
    return render(
        "card.svg.j2",
        title=now.title,
        title_size=_size(now.title, TITLE),
        subtitle=fit(subtitle(now), 100),
        poster=line,
        poster_size=_size(line, POSTER),
        score=[
            (fit(side, 20), figure, place % SIDES) for place, (side, figure) in enumerate(zip(now.sides, figures, strict=True))
        ],
        counted="points" if by_score else f"{chart.label} left",
        moments=[list(_lines(journal, number, moment)) for number, moment in enumerate(moments, start=1)],
        marks=marks,
        height=height,
    )


def _size(text: str, largest: int) -> int:
    """The size of letters with which a line fits."""
    return min(largest, int(WIDEST / (LETTER * max(len(text), 1))))


def _lines(journal: Journal[Any], number: int, moment: Moment) -> Iterator[str]:
    """A moment as a few lines; the last one is cut if it is too long."""
    words = quoted(moment.text) if moment.kind == "note" else moment.text
    found = wrap(f"{number}. Turn {when_of(journal, moment.turn, moment.line).words}: {words}", CELLS)
    yield from found[: LINES - 1]
    if rest := " ".join(found[LINES - 1 :]):
        yield fit(rest, CELLS)
