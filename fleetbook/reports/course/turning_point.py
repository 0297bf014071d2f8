"""The turning point of a battle: the ship and the turn in which the fire upon her decided most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot

LEAST_BOXES = 2  # a smaller loss turns no battle
FEW = 2  # firers that are all named
TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The fire upon one ship in one turn, with what it cost her.

    line   the line of the first hit, or of the first boxes lost if no shot hit her
    shots  all shots at her in the turn
    boxes  the boxes of her first row that it struck off, or that a fire or flood cost her in the turn
    label  the name of that row; ``full`` is its length
    """

    turn: int
    line: int
    ship: str
    side: str
    shots: tuple[Shot, ...]
    boxes: int
    label: str
    full: int

    @property
    def hits(self) -> int:
        """The hits that were scored on her."""
        return sum(shot.hits for shot in self.shots)

    @property
    def firers(self) -> tuple[str, ...]:
        """The ships that hit her, the one with most hits first."""
        counts = Counter[str]()
        for shot in self.shots:
            counts[shot.firer] += shot.hits
        return tuple(name for name, hits in counts.most_common() if hits)


def turning_point(
    journal: Journal[Any], fired: Sequence[Shot], struck: Iterable[MarkView], fates: Iterable[FateView], sides: Collection[str]
) -> TurningPoint | None:
    """The turning point among the ships of these sides. Boxes that went down with a ship count in the turn in which the enemy who
    sank her hit her last. None if no enemy struck more than a box.
    """
    firsts = {card.name: (card.side, card.first) for card in journal.battle.cards() if card.first}
    turns = {shot.line: shot.turn for shot in fired}
    lost, weight, lines = Counter[tuple[int, str]](), Counter[tuple[int, str]](), dict[tuple[int, str], int]()
    for mark in struck:
        side, first = firsts.get(mark.ship, ("", None))
        if side in sides and first and mark.by and mark.boxes > 0 and mark.track == first.id:
            at = turns.get(mark.shot_line or 0, mark.turn), mark.ship
            lost[at] += mark.boxes
            lines.setdefault(at, mark.shot_line or mark.line)
    weight.update(lost)
    for fate in fates:
        side, first = firsts.get(fate.ship, ("", None))
        if side in sides and first and fate.lost and fate.by and fate.turn is not None:
            hits = [shot for shot in fired if shot.hits and (shot.firer, shot.target) == (fate.by, fate.ship)]
            at = (hits[-1].turn if hits else fate.turn), fate.ship
            weight[at] += first.left
            lines.setdefault(at, hits[-1].line if hits else fate.line or 0)
    best = max(weight, key=lambda at: (weight[at], -at[0]), default=None)
    if best is None or weight[best] < LEAST_BOXES:
        return None
    turn, ship = best
    side, first = firsts[ship]
    assert first is not None
    shots = tuple(shot for shot in fired if (shot.turn, shot.target) == best)
    line = next((shot.line for shot in shots if shot.hits), lines[best])
    return TurningPoint(turn, line, ship, side, shots, lost[best], first.label, first.full)


def hits_words(point: TurningPoint, journal: Journal[Any]) -> str:
    """Who hit the ship how often and at what distance: ``the 1st Detachment hit Mikasa with 16 of 73 shots at 35 cm``. Empty if
    no shot hit her.
    """
    if not point.hits:
        return ""
    firers = _named(point.firers, {ship.name: ship.squadron for ship in journal.setup.ships})
    if len(point.shots) > 1 and all(shot.hits <= 1 for shot in point.shots):
        how = f"with {point.hits} of {len(point.shots)} {_projectiles(point, journal.ruleset.spelled_out.values())}"
    else:
        how = TIMES.get(point.hits, f"{point.hits} times")
    return f"{firers} hit {point.ship} {how}{_at_range(point, journal.ruleset.unit)}"


def boxes_words(boxes: int, full: int, label: str) -> str:
    """Boxes lost in words: ``12 of 31 hull boxes``, or ``85 of 474 points``."""
    return f"{boxes} of {full} {label}{'' if label.endswith('s') else ' boxes'}"


def _projectiles(point: TurningPoint, supplies: Iterable[str]) -> str:
    """What was fired: shots, or supplies such as torpedoes."""
    weapons = {shot.weapon for shot in point.shots}
    return next((label for label in supplies if len(weapons) == 1 and label.startswith(min(weapons))), "shots")


def _named(firers: Sequence[str], squadrons: dict[str, str]) -> str:
    """Firers in words: up to two by name, several of one squadron by its name."""
    of = {squadrons.get(firer, "") for firer in firers}
    if len(firers) <= FEW:
        return " and ".join(firers)
    if len(of) == 1 and (squadron := of.pop()):
        return f"the {squadron}" if squadron[0].isdigit() else squadron
    return f"{firers[0]} and {counted(len(firers) - 1, 'other ship')}"


def _at_range(point: TurningPoint, unit: str) -> str:
    ranges = sorted({shot.range for shot in point.shots if shot.range is not None and shot.hits})
    if not ranges:
        return ""
    low, high = (f"{number:g}" if number < 1e5 else str(number) for number in (ranges[0], ranges[-1]))
    return f" at {low if low == high else f'{low} to {high}'} {unit}"
