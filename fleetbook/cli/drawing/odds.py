"""Draw odds as text: aligned percentages with a small bar beside each."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import shown
from fleetbook.reports.odds.shape import OddsView
from fleetbook.reports.text_layout import bar, columns, printable
from fleetbook.reports.words import exactness, odds_words, percent

BAR = 24  # cells of the bar for 100 %


def odds_text(odds: OddsView) -> Iterator[str]:
    """Draw the odds of an order: first of numbers that the rules count, such as hits, then of each ship."""
    yield printable(odds.headline)
    yield printable(exactness(odds))
    for heading, lines in odds_words(odds):
        yield ""
        if heading:
            yield printable(heading)
        for line in lines:
            if line.words:
                yield printable(f"  {line.words}" if heading else line.words)
            rows = [(f"  {shown(text)}", percent(chance), bar(chance, BAR)) for text, chance in line.chances]
            yield from columns(rows, right=(1,))
