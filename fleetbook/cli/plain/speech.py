"""A battle in sentences: ships, odds and the step, without boxes, bars or columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fleetbook.cli.drawing.odds import percent
from fleetbook.core.battle.card_view import CardView, System, Track
from fleetbook.core.parsing import counted
from fleetbook.reports.odds.shape import Chance, Count, OddsView, ShipOdds
from fleetbook.reports.status import Status

SOUND = "sound"
LEAST = 0.0005  # chances below are left out


def status_lines(now: Status) -> Iterator[str]:
    """The step, then each side's ships, a line each."""
    yield f"{now.title}, {now.ruleset.title}."
    yield (
        f"Turn {now.turn}, step {now.step.number}: {now.step.title}."
        if now.ended is None
        else f"Ended in turn {now.turn}: {now.ended}."
    )
    if now.conditions_said:
        yield f"Conditions: {', '.join(now.conditions_said.values())}."
    for side in now.sides:
        yield from _side(side, now)
    link = f", last link {now.last_link}" if now.last_link else ""
    yield f"Line {now.line} of {now.lines}{link}. Dice sealed by SHA-256 {now.dice.commitment}."
    if now.dice.seed is not None:
        yield f"Seed of the dice: {now.dice.seed}"


def _side(side: str, now: Status) -> Iterator[str]:
    ships = [ship for ship in now.ships if ship.side == side]
    lost = sum(bool(ship.fate) for ship in ships)
    acting = ", acting now" if side == now.step.side else ""
    yield f"{side}{acting}: {counted(len(ships), 'ship')}{f', {lost} lost' if lost else ''}."
    yield from (f"  {ship_line(ship)}" for ship in ships)


def ship_line(ship: CardView) -> str:
    """A ship in one line: what she is and does, her boxes, what is not sound and what holds; of one that is gone, her fate."""
    head = ", ".join(part for part in (ship.name, ship.squadron, ship.kind) if part)
    if ship.fate:
        return f"{head}: {ship.fate}."
    parts = [ship.motion, *_boxes(ship.rows), *_boxes(ship.supplies), *_systems(ship.systems, whole=False)]
    return f"{head}: {', '.join(part for part in (*parts, *(c.text for c in ship.conditions)) if part)}."


def ship_lines(ship: CardView) -> Iterator[str]:
    """Everything on a ship's card, a part a line."""
    yield f"{ship.name}, {ship.kind}, of {ship.side}{f', {ship.squadron}' if ship.squadron else ''}"
    parts = [ship.fate or ship.motion, *_boxes(ship.rows), *_boxes(ship.supplies), *_systems(ship.systems, whole=True)]
    parts += map(str, ship.particulars or ())
    yield from (f"  {part}" for part in (*parts, *(condition.text for condition in ship.conditions), ship.source) if part)


def _boxes(tracks: Iterable[Track]) -> Iterator[str]:
    return (f"{track.label} {track.left} of {track.full}" for track in tracks)


def _systems(systems: Iterable[System], whole: bool) -> Iterator[str]:
    for system in systems:
        if whole:
            yield f"{system.label} {system.state}{f', {system.detail}' if system.detail else ''}"
        elif system.state != SOUND:
            yield f"{system.label} {system.state}"


def odds_lines(told: OddsView) -> Iterator[str]:
    """Each figure that the rules count, then what may become of each ship."""
    yield "Exact odds." if told.exact else f"Sampled odds, each within {100 * told.error:.1f} points, 19 times in 20."
    for count in told.counts:
        yield f"  {_counted(count)}"
    for ship in told.ships:
        yield from (f"  {line}" for line in _ship_odds(ship))
    if not (told.counts or told.ships):
        yield "Nothing that these rules count, and nothing on a ship's card, can change by it."


def _counted(count: Count) -> str:
    """A figure with its values; of what happens or does not, only that it does."""
    if count.chance is not None:
        return f"{count.once or count.name}: {percent(count.chance)}"
    mean = "" if count.mean is None else f", mean {count.mean:.2f}"
    return f"{count.name}: {_spread(count.spread)}{mean}"


def _ship_odds(ship: ShipOdds) -> Iterator[str]:
    for track in ship.tracks:
        yield f"{ship.ship}, {track.label} {track.before} now, mean {track.mean:.2f} left: {_spread(track.spread)}"
    for possible in ship.conditions:
        yield f"{ship.ship}, {possible.text}: {percent(possible.probability)}"


def _spread(spread: Iterable[Chance]) -> str:
    return ", ".join(f"{chance.value} {percent(chance.probability)}" for chance in spread if chance.probability >= LEAST)
