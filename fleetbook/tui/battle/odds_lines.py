"""Odds in the form of an order: small bars on few lines."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.reports.text_layout import bar
from fleetbook.reports.views.shapes import Chance, Count, OddsView, ShipOdds, TrackOdds
from fleetbook.tui.kit.line import Line, flow, ink
from fleetbook.tui.kit.style import BAR, BOLD, PLAIN, QUIET

FULL_BAR = 8  # cells of a bar for certainty
LEAST_BAR = "▏"  # of what is possible
LEAST = 0.005  # chances below are left out
INDENT = 12
MOST_CONDITIONS = 6


def draw_odds(told: OddsView, width: int, certain: bool = False) -> list[Line]:
    """Each figure that the rules count, then what may become of each ship; ``certain`` where no die is thrown."""
    lines: list[Line] = []
    for label, parts in _figures(told, certain):
        lines += flow(parts, width, INDENT, (ink(f" {label:<{INDENT - 1}}", QUIET),))
    return lines


def _figures(told: OddsView, certain: bool) -> Iterator[tuple[str, list[Line]]]:
    for count in told.counts:
        yield count.name, _count(count)
    for ship in told.ships:
        parts = _ship(ship, certain)
        if parts:
            yield "then", [(ink(ship.ship, PLAIN),), *parts]


def _count(count: Count) -> list[Line]:
    parts = [_chance(chance) for chance in count.spread if chance.probability >= LEAST]
    return [*parts, (ink(f"mean {count.mean:.2f}", QUIET),)] if count.mean is not None else parts


def _chance(chance: Chance) -> Line:
    return (
        ink(f"{chance.value} "),
        ink(bar(chance.probability, FULL_BAR) or LEAST_BAR, BAR),
        ink(f" {percent(chance.probability)}", BOLD),
    )


def _ship(ship: ShipOdds, certain: bool) -> list[Line]:
    parts = [_track(track, certain) for track in ship.tracks]
    likely = sorted(ship.conditions, key=lambda possible: -possible.probability)[:MOST_CONDITIONS]
    parts += [(ink(f"{p.text} "), ink(percent(p.probability), BOLD)) for p in likely if p.probability >= LEAST]
    return parts


def _track(track: TrackOdds, certain: bool) -> Line:
    head = ink(f"{track.track} {track.before} to ")
    if certain:
        return head, ink(f"{track.mean:.0f}", BOLD)
    return head, ink(f"{track.mean:.1f}", BOLD), ink(" on average", QUIET)


def percent(probability: float) -> str:
    """A probability in whole percent; what is possible is never shown as nothing, nor what is not certain as 100."""
    whole = round(100 * probability)
    if 0 < probability < LEAST:
        return "<1 %"
    return f"{99 if whole == 100 and probability < 1 - LEAST / 100 else whole} %"


def exactness(told: OddsView) -> str:
    """Whether the odds are exact, or how far off they may be, and what must be chosen after them."""
    exact = "exact" if told.exact else f"sampled, ±{100 * told.error:.0f} points"
    return f"{exact}, before {told.undecided}" if told.undecided else exact
