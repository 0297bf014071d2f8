"""Draw the odds in the form of an order. Outcomes are sorted from the worst to the best for the side that throws."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.odds.shape import UP_TO, Count, OddsView, Possible, ShipOdds, TrackOdds
from fleetbook.reports.text_layout import GAP, cell_width, natural_order, pad
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink, joined
from fleetbook.tui.kit.style import BOLD, PLAIN, QUIET

NOTHING = "nothing"  # the rules' word for a dash in a table
ROUGH = 0.05  # from this error on, chances are rounded to tens of percent
LEAST = 0.005  # smaller chances are left out
SURE = 1 - 1e-9
ABOUT, THEN = "about", "then"  # labels: before words on how exact the odds are; before the effects of an outcome
IN_HELP = "{} more: F1"
ANYWAY = "anyway"  # the label of effects that happen whatever is thrown
MOST_CONDITIONS = MOST_NUMBERS = 6
FEW_NUMBERS = 3  # of a longer list, one line has room for the mean alone
LEAST_LABEL, MOST_LABEL = 14, 18  # narrowest and widest column of labels, in cells
_NUMBER = re.compile(r"\d+")
BEFORE = 3  # cells before a label, where a form shows its cursor


def draw_odds(odds: OddsView, tables: RuleTables, width: int, certain: bool = False, label: int = LEAST_LABEL) -> list[Line]:
    """The odds in full: first counted numbers, such as hits, then the effects on each ship, last the certain effects.

    ``certain`` means that the order throws no dice. ``label`` is the width of the form's labels.
    """
    rows = _rows(odds, tables, certain)
    size = max([label if label <= MOST_LABEL else LEAST_LABEL, *(BEFORE + cell_width(named) + len(GAP) for named, _ in rows)])
    lines: list[Line] = []
    for named, parts in rows:
        lines += flow(parts, width, size, label_line(named, size))
    return lines


def draw_odds_in_brief(odds: OddsView, tables: RuleTables, width: int, certain: bool = False, label: int = LEAST_LABEL) -> Line:
    """The odds on one line. Outcomes without room are only counted, with the key that shows them all."""
    parts: list[Line] = []
    means = {count.name: mean for count in odds.counts if (mean := _mean(count))}
    for named, said in _rows(odds, tables, certain, brief=True):
        if named == ABOUT:
            parts.append((ink(ABOUT, QUIET),))
            continue
        if named in means:
            parts.append((ink(f"{named} "), ink(means[named], BOLD), ink(" on average")))
            continue
        before = () if named in (THEN, ANYWAY) else (ink(f"{named} ", QUIET),)
        parts += [(*before, *said[0]), *said[1:]]
    head = label_line("odds", label)
    for number in range(len(parts), -1, -1):
        more: list[Line] = [(ink(IN_HELP.format(len(parts) - number), BOLD),)] if number < len(parts) else []
        line = joined([head, *parts[:number], *more])
        if cells(line) <= width or not number:
            return cut(line, width) if parts else ()
    return ()


def label_line(named: str, size: int) -> Line:
    """A label in the form's column of labels. A gap follows it."""
    return (ink(f"{' ' * BEFORE}{pad(named, size - BEFORE - len(GAP))}", QUIET),)


def _rows(odds: OddsView, tables: RuleTables, certain: bool, brief: bool = False) -> list[tuple[str, list[Line]]]:
    """The odds as labels, each with its parts of text. If the odds are not exact, the first label says how exact they are."""
    rough = not certain and (not odds.exact or bool(odds.undecided))
    rows: list[tuple[str, list[Line]]] = [(ABOUT, [(ink(exactness(odds), QUIET),)])] if rough else []
    return [*rows, *_figures(odds, tables, certain, brief)]


def _figures(odds: OddsView, tables: RuleTables, certain: bool, brief: bool) -> Iterator[tuple[str, list[Line]]]:
    def spreads(counts: Iterable[Count]) -> Iterator[tuple[str, list[Line]]]:
        for count in counts:
            if shown := [_chance(words, p, odds) for words, p in _spread(count, tables) if p >= LEAST or p == count.chance]:
                yield count.name, shown

    ends = [_chance(count.once, count.chance, odds) for count in odds.counts if count.once and count.chance is not None]
    counts = [count for count in odds.counts if not (count.once and count.chance is not None)]
    uncertain = odds.ships if certain else tuple(_but(ship, _is_sure) for ship in odds.ships)
    effects = [(ship.ship, parts) for ship in uncertain if (parts := _ship(ship, odds, certain, brief))]
    yield from spreads(counts[:1])
    if ends and len(effects) != 1:
        yield THEN, ends
    for name, parts in effects:
        hers = [*(ends if len(effects) == 1 else ()), *parts]  # all ways in which she may end stand together
        if any(name in text for text, _ in hers[0]):
            yield THEN, hers
        else:
            yield THEN, [(ink(f"{name} "), *hers[0]), *hers[1:]] if brief else [(ink(name, PLAIN),), *hers]
    yield from spreads(counts[1:])
    for ship in () if certain else odds.ships:
        sure = _but(ship, lambda found: not _is_sure(found))
        tracks = [f"{track.label} {track.before} to {track.mean:.0f}" for track in sure.tracks]
        if words := [*tracks, *(possible.text for possible in sure.conditions)]:
            yield ANYWAY, [(ink(text, QUIET),) for text in (ship.ship, *words)]


def _is_sure(found: TrackOdds | Possible) -> bool:
    """Whether an effect happens whatever is thrown."""
    return len(found.spread) == 1 if isinstance(found, TrackOdds) else found.probability >= SURE


def _but(ship: ShipOdds, left_out: Callable[[TrackOdds | Possible], bool]) -> ShipOdds:
    tracks = tuple(track for track in ship.tracks if not left_out(track))
    conditions = tuple(possible for possible in ship.conditions if not left_out(possible))
    return ShipOdds(ship=ship.ship, tracks=tracks, conditions=conditions)


def _spread(count: Count, tables: RuleTables) -> list[tuple[str, float]]:
    """Each value of a count with its probability. A count that is only yes or no has one entry without a word."""
    if count.chance is not None:
        return [("", count.chance)] if count.chance else [("no", 1.0)]
    values = {chance.value: chance.probability for chance in count.spread}
    numbers = {value: p for value, p in values.items() if isinstance(value, int)}
    if len(numbers) == len(values) and sum(p >= LEAST for p in numbers.values()) > MOST_NUMBERS:
        return banded(numbers)
    words = [str(value) for value in values]
    order = {word: place for place, word in enumerate(_worst_first(words, tables))}
    ranked = sorted(values.items(), key=lambda item: (order[str(item[0])], item[0] if isinstance(item[0], int) else 0))
    return [("none" if value == 0 else str(value), probability) for value, probability in ranked]


def _mean(count: Count) -> str:
    """The mean of a count that has many likely values. Empty for any other count."""
    several = sum(chance.probability >= LEAST for chance in count.spread) > FEW_NUMBERS
    return f"{count.mean:.1f}" if several and count.mean is not None and not count.once else ""


def banded(chances: Mapping[int, float]) -> list[tuple[str, float]]:
    """Group many numbers into a few ranges of about equal probability, such as ``3 to 5``. Zero is a group of its own."""
    none = [("none", chances[0])] if 0 in chances else []
    share = (1 - sum(p for _, p in none)) / (MOST_NUMBERS - 1)
    bands: list[tuple[int, int, float]] = []
    for value in sorted(chances.keys() - {0}):
        if bands and bands[-1][2] + chances[value] / 2 < share:
            low, _, so_far = bands[-1]
            bands[-1] = low, value, so_far + chances[value]
        else:
            bands.append((value, value, chances[value]))
    while len(bands) > 1 and bands[-1][2] < share / 2:
        (low, _, one), (_, high, other) = bands[-2:]
        bands[-2:] = [(low, high, one + other)]
    return [*none, *((_band(low, high, bands, bool(none)), p) for low, high, p in bands)]


def _band(low: int, high: int, bands: Sequence[tuple[int, int, float]], after_none: bool) -> str:
    if low == high:
        return str(low)
    if low == bands[-1][0]:
        return f"{low} or more"
    return f"{high} or fewer" if low == bands[0][0] and not after_none else f"{low} to {high}"


def _worst_first(words: list[str], tables: RuleTables) -> list[str]:
    """Sort results as the printed table lists them, from the lowest die on. Numbers are sorted by size."""
    if all(word.lstrip("-").isdigit() for word in words):
        return sorted(words, key=int)
    for table in tables.tables.values():
        printed = [NOTHING if str(cell) == "-" else str(cell) for row in table.cells for cell in row]
        if all(word in printed for word in words):
            return sorted(words, key=printed.index)
    return sorted(words)


def _chance(words: str, probability: float, odds: OddsView) -> Line:
    """A result with its probability, which is rounded to tens of percent as long as the odds are a rough estimate."""
    rough = not odds.exact and odds.error >= ROUGH and LEAST <= probability <= 1 - LEAST
    shown = f"{min(max(round(probability * 10), 1), 9) * 10} %" if rough else percent(probability)
    return ink(f"{words} " if words else ""), ink(shown, BOLD)


def _ship(ship: ShipOdds, odds: OddsView, certain: bool, brief: bool) -> list[Line]:
    """The possible effects on a ship, first on her rows of boxes. With ``brief``, the likeliest come first."""
    tracks = [(0.0 if certain else _struck(track), _track(track, odds, certain)) for track in ship.tracks]
    chances: dict[str, float] = {}
    for possible in ship.conditions:
        words = possible.brief or possible.text
        chances[words] = chances.get(words, 0) + possible.probability
    likely = likeliest_first({words: chance for words, chance in chances.items() if chance >= LEAST})
    shown = (
        likely if len(likely) <= MOST_CONDITIONS + 1 else likely[:MOST_CONDITIONS]
    )  # a single one more is named, because "and 1 more" takes as much room
    others = [(chances[words], _chance(words, chances[words], odds)) for words in shown]
    found = sorted([*tracks, *others], key=lambda one: -one[0]) if brief else [*tracks, *others]
    parts = [part for _, part in found]
    if rest := likely[len(shown) :]:
        most = max(chances[words] for words in rest)
        parts.append((*_chance(f"and {len(rest)} more, at most", most, odds), ink(" each")))
    return parts


def likeliest_first(chances: Mapping[str, float]) -> list[str]:
    """Sort texts by probability, highest first. Texts that differ only in a number are kept together, in numeric order."""
    alike: dict[str, list[str]] = {}
    for words in sorted(chances, key=lambda words: -chances[words]):
        alike.setdefault(_NUMBER.sub("#", words), []).append(words)
    return [words for several in alike.values() for words in sorted(several, key=natural_order)]


def _track(track: TrackOdds, odds: OddsView, certain: bool) -> Line:
    if certain:
        return ink(f"{track.label} {track.before} to "), ink(f"{track.mean:.0f}", BOLD)
    return _chance(f"{track.label} {'mended' if track.mean > track.before else 'struck'}", _struck(track), odds)


def _struck(track: TrackOdds) -> float:
    """The probability that a track loses or gains a box."""
    return sum(chance.probability for chance in track.spread if chance.value != track.before)


def percent(probability: float) -> str:
    """A probability in whole percent. Only an impossible event is shown as 0 %, and only a certain one as 100 %."""
    whole = round(100 * probability)
    if 0 < probability < LEAST:
        return "<1 %"
    return f"{99 if whole == 100 and probability < 1 - LEAST / 100 else whole} %"


def exactness(odds: OddsView) -> str:
    """Whether the odds are exact or estimated, with the error, and how many choices are still open."""
    exact = "exact" if odds.exact else f"sampled, ±{max(100 * odds.error, 1):.0f} points"
    return f"{exact}{UP_TO.format(odds.undecided)}" if odds.undecided else exact
