"""The battle and its odds in words, as the command line and the dialogue both use them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.verdict import turn_words, verdict_words
from fleetbook.reports.odds.shape import HANGING, UNCOUNTED, UP_TO, Chance, Count, OddsView, ShipOdds
from fleetbook.reports.result import score_words
from fleetbook.reports.status import Seal, Status, seal_answers
from fleetbook.store.catalogue import SEASON


class OddsLine(NamedTuple):
    """A line about odds: a text, followed by values with their probabilities."""

    words: str
    chances: tuple[tuple[str, float], ...] = ()


def odds_words(odds: OddsView) -> Iterator[tuple[str, list[OddsLine]]]:
    """The odds as lines under headings. A heading is a ship's name, or empty for numbers that the rules count.

    Counts whose values are words come before counts of numbers.
    """
    for count in sorted(odds.counts, key=lambda count: count.mean is not None):
        yield "", [_count_line(count)]
    for ship in odds.ships:
        yield ship.ship, list(_ship_lines(ship))
    if not (odds.counts or odds.ships or odds.undecided):
        yield "", [OddsLine(UNCOUNTED)]


def _count_line(count: Count) -> OddsLine:
    if count.chance is not None:
        return OddsLine(f"{count.once or count.name}: {percent(count.chance)}")
    mean = "" if count.mean is None else f": {count.mean:.2f} on average"
    return OddsLine(f"{count.name}{mean}", _chances(count.spread))


def _ship_lines(ship: ShipOdds) -> Iterator[OddsLine]:
    for track in ship.tracks:
        yield OddsLine(f"{track.label}: {track.before} now, {track.mean:.2f} left on average", _chances(track.spread))
    if ship.conditions:
        yield OddsLine("", tuple((possible.text, possible.probability) for possible in ship.conditions))


def _chances(spread: Sequence[Chance]) -> tuple[tuple[str, float], ...]:
    words = any(isinstance(chance.value, str) for chance in spread)
    return tuple(("none" if words and chance.value == 0 else str(chance.value), chance.probability) for chance in spread)


def exactness(odds: OddsView) -> str:
    """Words that say whether the odds are exact or estimated, and the error of an estimate. They also name the choice that must
    be made before the odds can go on.
    """
    if odds.undecided and not (odds.counts or odds.ships):
        return f"the odds {HANGING.format(odds.undecided)}"
    off = f"sampled from {odds.samples} plays: each figure within {100 * odds.error:.1f} points, 19 times in 20"
    return f"{'exact odds' if odds.exact else off}{UP_TO.format(odds.undecided) if odds.undecided else ''}"


def percent(probability: float) -> str:
    """A probability in percent with one decimal. Only an impossible event is shown as 0.0 %, only a certain one as 100.0 %."""
    if 0 < probability < 0.0005:
        return "< 0.1 %"
    return f"{'99.9' if 0.9995 <= probability < 1 - 1e-9 else f'{100 * probability:.1f}'} %"


def step_words(now: Status) -> str:
    """The present turn and phase, or the turn and phase in which the battle ended. For a campaign, the day."""
    if now.ruleset.id == SEASON.id:
        return now.step.title if now.ended is None else f"ended on {now.step.title}: {now.ended}"
    where = f"{turn_words(now.turn, now.last_turn)}, step {now.step.number}"
    return f"{where}: {now.step.title}" if now.ended is None else f"ended in {where}: {now.ended}"


def result_words(now: Status) -> tuple[str, ...]:
    """Who has won, then each side's score. Empty if the scenario names no winner."""
    contest = "campaign" if now.ruleset.id == SEASON.id else "battle"
    return (verdict_words(now.result, contest=contest), *score_words(now.result)) if now.result.kind != "none" else ()


def side_remarks(now: Status, side: str) -> str:
    """Remarks on a side: whether it acts now, and what the rules add. Empty for none."""
    return ", ".join(filter(None, ("acts now" if side == now.step.side else "", now.side_words.get(side))))


def squadron_lines(now: Status, side: str) -> Iterator[str]:
    """A line for each squadron of a side that has conditions as a whole: ``Flying Squadron: its flagship is lost``."""
    for name in dict.fromkeys(ship.squadron for ship in now.ships if ship.side == side):
        if words := now.squadron_words.get(name):
            yield f"{name}: {', '.join(words)}"


def ship_state(ship: CardView) -> list[str]:
    """A ship's fate if she is gone. Otherwise her motion and her conditions."""
    return [ship.fate] if ship.fate else [*filter(None, (ship.motion, *(condition.text for condition in ship.conditions)))]


def line_words(now: Status) -> str:
    """The number of the last line in force, the number of lines, and the last link of the hash chain."""
    return f"line {now.line} of {now.lines}{f', last link {now.last_link}' if now.last_link else ''}"


def seal_words(dice: Seal) -> Iterator[str]:
    """Lines about the dice: their seal, their seed once it is shown, and the words that sides added."""
    yield f"dice sealed by SHA-256 {dice.commitment}"
    seed = "shown when the battle has ended" if dice.seed is None else dice.seed
    yield f"seed {seed}{'; it was chosen by hand' if dice.chosen_by_hand else ''}"
    if dice.words:
        yield f"said to the seal: {seal_answers(dice)}"
