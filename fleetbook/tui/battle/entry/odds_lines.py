"""Odds in the form of an order, from the worst for the thrower to the best."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from fleetbook.core.battle.result import without_turn
from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.odds.shape import UP_TO, Count, OddsView, Possible, ShipOdds, TrackOdds
from fleetbook.reports.text_layout import GAP, cell_width, natural_order, pad
from fleetbook.tui.kit.line import Line, flow, ink
from fleetbook.tui.kit.style import BOLD, PLAIN, QUIET

NOTHING = "nothing"  # what rules count where a table prints a dash
ROUGH = 0.05  # an error from which on only tens are shown
LEAST = 0.005  # chances below are left out
SURE = 1 - 1e-9
ANYWAY = "anyway"  # what no die decides
MOST_CONDITIONS = MOST_NUMBERS = 6
LEAST_LABEL, MOST_LABEL = 14, 18  # cells of labels: a form's wider column would leave odds too little room
_DOER = re.compile(r" \([^()]*\)$")  # of a fate: whose doing it is, which the order's own words say
_NUMBER = re.compile(r"\d+")
BEFORE = 3  # cells before a label: a form's cursor stands there


def draw_odds(odds: OddsView, tables: RuleTables, width: int, certain: bool = False, label: int = LEAST_LABEL) -> list[Line]:
    """How rough the odds are, each figure that the rules count, the chances of each ship, and certain effects last.

    ``certain``: no die is thrown. All labels stand in one column of ``label`` cells, that of the form, unless one is wide.
    """
    rough = not certain and (not odds.exact or bool(odds.undecided))
    rows: list[tuple[str, list[Line]]] = [("about", [(ink(exactness(odds), QUIET),)])] if rough else []
    rows += _figures(odds, tables, certain)
    size = max([label if label <= MOST_LABEL else LEAST_LABEL, *(BEFORE + cell_width(named) + len(GAP) for named, _ in rows)])
    lines: list[Line] = []
    for named, parts in rows:
        head = pad(named, size - BEFORE - len(GAP))  # a gap follows it
        lines += flow(parts, width, size, (ink(f"{' ' * BEFORE}{head}", QUIET),))
    return lines


def _figures(odds: OddsView, tables: RuleTables, certain: bool) -> Iterator[tuple[str, list[Line]]]:
    first, others = odds.counts[:1], sorted(odds.counts[1:], key=lambda count: not count.once)  # a loss finds room
    for count in (*first, *others):
        if count.once and count.chance is not None:
            yield "then", [_chance(count.once, count.chance, odds)]
        elif shown := [_chance(words, p, odds) for words, p in _spread(count, tables) if p >= LEAST or p == count.chance]:
            yield count.name, shown
    uncertain = odds.ships if certain else tuple(_but(ship, _is_sure) for ship in odds.ships)
    for ship in uncertain:
        if parts := _ship(ship, odds, certain):
            yield "then", [(ink(ship.ship, PLAIN),), *parts]
    for ship in () if certain else odds.ships:
        sure = _but(ship, lambda found: not _is_sure(found))
        tracks = [f"{track.label} {track.before} to {track.mean:.0f}" for track in sure.tracks]
        if words := [*tracks, *(possible.text for possible in sure.conditions)]:
            yield ANYWAY, [(ink(text, QUIET),) for text in (ship.ship, *words)]


def _is_sure(found: TrackOdds | Possible) -> bool:
    """Whether it comes about whatever is thrown."""
    return len(found.spread) == 1 if isinstance(found, TrackOdds) else found.probability >= SURE


def _but(ship: ShipOdds, left_out: Callable[[TrackOdds | Possible], bool]) -> ShipOdds:
    tracks = tuple(track for track in ship.tracks if not left_out(track))
    conditions = tuple(possible for possible in ship.conditions if not left_out(possible))
    return ShipOdds(ship=ship.ship, tracks=tracks, conditions=conditions)


def _spread(count: Count, tables: RuleTables) -> list[tuple[str, float]]:
    """Each value in words with its probability. An event that happens or not has one alone."""
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


def banded(chances: Mapping[int, float]) -> list[tuple[str, float]]:
    """Many numbers in a few bands of about the same chance, each in words. Zero stands alone."""
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
    """Words in the order of the printed table, from the result of a low die. Numbers by their size."""
    if all(word.lstrip("-").isdigit() for word in words):
        return sorted(words, key=int)
    for table in tables.tables.values():
        printed = [NOTHING if str(cell) == "-" else str(cell) for row in table.cells for cell in row]
        if all(word in printed for word in words):
            return sorted(words, key=printed.index)
    return sorted(words)


def _chance(words: str, probability: float, odds: OddsView) -> Line:
    """Words with a probability, in whole tens while the odds are rough: never finer than their error."""
    rough = not odds.exact and odds.error >= ROUGH and LEAST <= probability <= 1 - LEAST
    shown = f"{min(max(round(probability * 10), 1), 9) * 10} %" if rough else percent(probability)
    return ink(f"{words} " if words else ""), ink(shown, BOLD)


def _ship(ship: ShipOdds, odds: OddsView, certain: bool) -> list[Line]:
    parts = [_track(track, odds, certain) for track in ship.tracks]
    chances: dict[str, float] = {}
    for possible in ship.conditions:
        words = _DOER.sub("", without_turn(possible.text)) if without_turn(possible.text) != possible.text else possible.text
        chances[words] = chances.get(words, 0) + possible.probability
    likely = likeliest_first({words: chance for words, chance in chances.items() if chance >= LEAST})
    shown = (
        likely if len(likely) <= MOST_CONDITIONS + 1 else likely[:MOST_CONDITIONS]
    )  # one more takes no more room than its number
    parts += [_chance(words, chances[words], odds) for words in shown]
    if rest := likely[len(shown) :]:
        most = max(chances[words] for words in rest)
        parts.append((*_chance(f"and {len(rest)} more, at most", most, odds), ink(" each")))
    return parts


def likeliest_first(chances: Mapping[str, float]) -> list[str]:
    """Words with the likeliest first. Words that differ in numbers alone, such as turns, stand together in their order."""
    alike: dict[str, list[str]] = {}
    for words in sorted(chances, key=lambda words: -chances[words]):
        alike.setdefault(_NUMBER.sub("#", words), []).append(words)
    return [words for several in alike.values() for words in sorted(several, key=natural_order)]


def _track(track: TrackOdds, odds: OddsView, certain: bool) -> Line:
    if certain:
        return ink(f"{track.label} {track.before} to "), ink(f"{track.mean:.0f}", BOLD)
    struck = sum(chance.probability for chance in track.spread if chance.value != track.before)
    return _chance(f"{track.label} {'mended' if track.mean > track.before else 'struck'}", struck, odds)


def percent(probability: float) -> str:
    """A probability in whole percent. A possible event never has 0, an uncertain one never 100."""
    whole = round(100 * probability)
    if 0 < probability < LEAST:
        return "<1 %"
    return f"{99 if whole == 100 and probability < 1 - LEAST / 100 else whole} %"


def exactness(odds: OddsView) -> str:
    """Words that say whether the odds are exact, their error, and the choices left open."""
    exact = "exact" if odds.exact else f"sampled, ±{100 * odds.error:.0f} points"
    return f"{exact}{UP_TO.format(odds.undecided)}" if odds.undecided else exact
