"""Render a battle as a picture to share: title, result, score, the chart and three moments, as SVG of 1200 by 630."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fleetbook.core.battle.verdict import points
from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import Moment
from fleetbook.reports.course.section import shortened
from fleetbook.reports.course.tide import percent_left, tide
from fleetbook.reports.damage.turns import when_of
from fleetbook.reports.document import Tide
from fleetbook.reports.render.svg import SIDES, tide_marks
from fleetbook.reports.render.template import render
from fleetbook.reports.result import poster
from fleetbook.reports.sections import Findings, subtitle
from fleetbook.reports.text_layout import fit, wrap
from fleetbook.reports.watch import Watch, silent

MOMENTS, LINES, CELLS = 3, 2, 55  # moments, the lines of each, and the cells of a line
TITLE, POSTER, WIDEST = 62, 50, 1080  # the largest letters, and the space for them
DECIDED = 100  # cells of the line that says what decided
LETTER = 0.54  # the usual width of a letter, as a share of its height


class Shown(NamedTuple):
    """What the picture of a battle or a campaign shows. ``moments`` are cut to a few lines each."""

    title: str
    subtitle: str
    poster: str
    score: Sequence[tuple[str, str]]
    counted: str
    charted: str
    chart: Tide
    moments: Sequence[str]
    decided: str = ""


def card(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The battle as one picture. ``warning`` is not shown; a damaged file is for its referee."""
    found = Findings(journal, warning, watch)
    moments = shortened(found.course, MOMENTS)
    chart = tide(journal, moments, found.fates)
    now = found.now
    victory = journal.setup.victory
    by_score = bool(victory and victory.compare and now.result.score)
    left = f"share of {chart.label}{'' if chart.label.endswith('s') else ' boxes'} left"
    figures = [points(side.value) for side in now.result.score] if by_score else [percent_left(one[-1]) for one in chart.shares]
    shown = Shown(
        title=now.title,
        subtitle=subtitle(now),
        poster=poster(now.result),
        score=list(zip(now.sides, figures, strict=True)),
        counted="points" if by_score else f"{left} at the end",
        charted=f"{left}, by turn",
        chart=chart,
        moments=[_words(found, number, moment) for number, moment in enumerate(moments, start=1)],
        decided="" if by_score or now.result.kind in ("none", "referee") else now.result.reason,
    )
    return picture(shown)


def picture(shown: Shown) -> str:
    """The picture as SVG."""
    marks, height = tide_marks(shown.chart)
    return render(
        "card.svg.j2",
        title=shown.title,
        title_size=_size(shown.title, TITLE),
        subtitle=fit(shown.subtitle, 100),
        poster=shown.poster,
        poster_size=_size(shown.poster, POSTER),
        score=[(fit(side, 20), figure, place % SIDES) for place, (side, figure) in enumerate(shown.score)],
        counted=shown.counted,
        charted=shown.charted,
        decided=fit(capital(shown.decided), DECIDED),
        moments=[list(_lines(words)) for words in shown.moments],
        marks=marks,
        height=height,
    )


def _size(text: str, largest: int) -> int:
    """The font size with which the text fits on one line, at most ``largest``."""
    return min(largest, int(WIDEST / (LETTER * max(len(text), 1))))


def _words(found: Findings, number: int, moment: Moment) -> str:
    """A moment in words, with its number and its turn. For the turning point, only the score or count that changed is told."""
    words, point = moment.text, found.turning_point
    if moment.kind == "turning point" and point and point.decision.said:
        words = f"{capital(point.decision.name)}: {point.decision.said}"
    return f"{number}. Turn {when_of(found.journal, moment.turn, moment.line).words}: {words}"


def _lines(words: str) -> Iterator[str]:
    """The text wrapped to a few lines. The last line is cut if it is too long."""
    lines = wrap(words, CELLS)
    yield from lines[: LINES - 1]
    if rest := " ".join(lines[LINES - 1 :]):
        yield fit(rest, CELLS)
