"""Odds drawn as text: percent that line up, a small bar beside each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fleetbook.core.errors import shown
from fleetbook.reports.odds.shape import HANGING, UNCOUNTED, UP_TO, Chance, Count, OddsView
from fleetbook.reports.text_layout import bar, columns, printable

BAR = 24  # cells of a bar for certainty
Row = tuple[str, str, str]


def odds_text(told: OddsView) -> Iterator[str]:
    """What tables give in words, each figure that the rules count, then what may become of each ship."""
    yield printable(told.headline)
    nothing = not (told.counts or told.ships)
    yield printable(HANGING.format(told.undecided)) if nothing and told.undecided else _exactness(told)
    for count in sorted(told.counts, key=lambda count: count.mean is not None):
        yield ""
        yield from _counted(count)
    for ship in told.ships:
        yield ""
        yield printable(ship.ship)
        for track in ship.tracks:
            yield printable(f"  {track.label}: {track.before} now, {track.mean:.2f} left on average")
            yield from _drawn(_chances(track.spread))
        yield from _drawn([_row(possible.text, possible.probability) for possible in ship.conditions])
    if nothing and not told.undecided:
        yield UNCOUNTED


def _counted(count: Count) -> Iterator[str]:
    """A figure with its values; of what happens or does not, only that it does."""
    if count.chance is not None:
        yield printable(f"{count.once or count.name}: {percent(count.chance)}")
        return
    yield printable(count.name) + ("" if count.mean is None else f": {count.mean:.2f} on average")
    yield from _drawn(_chances(count.spread))


def _exactness(told: OddsView) -> str:
    before = printable(UP_TO.format(told.undecided)) if told.undecided else ""
    if told.exact:
        return f"exact{before}"
    return f"sampled from {told.samples} plays: each figure within {100 * told.error:.1f} points, 19 times in 20{before}"


def _chances(spread: Iterable[Chance]) -> list[Row]:
    chances = list(spread)
    words = any(isinstance(chance.value, str) for chance in chances)
    return [_row("none" if words and chance.value == 0 else str(chance.value), chance.probability) for chance in chances]


def _row(text: str, probability: float) -> Row:
    return f"  {shown(text)}", percent(probability), bar(probability, BAR)


def _drawn(rows: list[Row]) -> Iterator[str]:
    yield from columns(rows, right=(1,))


def percent(probability: float) -> str:
    """A probability in percent with one decimal; what is possible is never shown as nothing, nor what is not certain as 100."""
    if 0 < probability < 0.0005:
        return "< 0.1 %"
    return f"{'99.9' if 0.9995 <= probability < 1 - 1e-9 else f'{100 * probability:.1f}'} %"
