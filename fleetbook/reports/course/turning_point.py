"""The turning point of a battle: the fire upon one ship in one turn that cost her most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from fleetbook.core.parsing import counted, measured
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot

LEAST_BOXES = 2  # a smaller loss turns no battle
FEW = 2  # firers that are all named
TIMES = {1: "once", 2: "twice"}


class TurningPoint(msgspec.Struct, frozen=True):
    """The fire upon one ship in one turn, with what it cost her.

    line      the line of the first hit, or of the first boxes lost if no shot hit her
    shots     the shots at her in the turn by those who cost her boxes; if no shot did, by those who hit her
    cost      the boxes of her first row that each enemy struck off, and those that burned or flooded later by his doing
    followed  whether boxes burned or flooded
    label     the name of that row; ``full`` is its length
    """

    turn: int
    line: int
    ship: str
    side: str
    shots: tuple[Shot, ...]
    cost: dict[str, int]
    followed: bool
    label: str
    full: int

    @property
    def boxes(self) -> int:
        """All boxes that it cost her."""
        return sum(self.cost.values())

    @property
    def hits(self) -> int:
        """The hits that were scored on her."""
        return sum(shot.hits for shot in self.shots)

    @property
    def firers(self) -> tuple[str, ...]:
        """The ships that hit her. The one that cost her most is first."""
        counts = Counter[str]()
        for shot in self.shots:
            counts[shot.firer] += shot.hits
        return tuple(sorted(+counts, key=lambda name: (-self.cost.get(name, 0), -counts[name])))


def turning_point(
    journal: Journal[Any], fired: Sequence[Shot], struck: Iterable[MarkView], fates: Iterable[FateView], sides: Collection[str]
) -> TurningPoint | None:
    """The turning point among the ships of these sides. Boxes that burn, flood or go down with a ship count when the enemy who
    caused it had last hit her. None if no enemy struck more than a box.
    """
    firsts = {card.name: (card.side, card.first) for card in journal.battle.cards() if card.first}
    lines, followed = dict[tuple[int, str], int](), set[tuple[int, str]]()
    cost, weight = dict[tuple[int, str], Counter[str]](), Counter[tuple[int, str]]()

    def at(ship: str, line: int) -> tuple[int, str]:
        place = journal.data(line).turn, ship
        lines.setdefault(place, line)
        return place

    def last_hit(by: str, ship: str, line: int) -> int:
        hits = (shot.line for shot in fired if shot.hits and (shot.firer, shot.target) == (by, ship) and shot.line <= line)
        return max(hits, default=line)

    for mark in struck:
        side, first = firsts.get(mark.ship, ("", None))
        if side in sides and first and mark.by and mark.boxes > 0 and mark.track == first.id:
            cause = last_hit(mark.by, mark.ship, mark.line) if mark.follows else mark.line
            place = at(mark.ship, mark.shot_line or cause)
            cost.setdefault(place, Counter())[mark.by] += mark.boxes
            weight[place] += mark.boxes
            followed |= {place} if mark.follows else set()
    for fate in fates:
        side, first = firsts.get(fate.ship, ("", None))
        if side in sides and first and fate.lost and fate.by and fate.line:
            weight[at(fate.ship, last_hit(fate.by, fate.ship, fate.line))] += first.left
    best = max(weight, key=lambda place: (weight[place], -lines[place]), default=None)
    if best is None or weight[best] < LEAST_BOXES:
        return None
    turn, ship = best
    side, first = firsts[ship]
    assert first is not None
    upon = [shot for shot in fired if (shot.turn, shot.target) == best]
    hitters, boxes = {shot.firer for shot in upon if shot.hits}, dict(cost.get(best, {}))
    shots = tuple(shot for shot in upon if shot.firer in (hitters & boxes.keys() or hitters))
    line = next((shot.line for shot in shots if shot.hits), lines[best])
    return TurningPoint(turn, line, ship, side, shots, boxes, best in followed, first.label, first.full)


def hits_words(point: TurningPoint, journal: Journal[Any], target: str) -> str:
    """Who hit the ship how often and at what distance: ``the 1st Detachment hit Mikasa with 16 of 73 shots at 35 cm``. ``target``
    is what the ship is called. Empty if no shot hit her.
    """
    if not point.hits:
        return ""
    firers = _named(point.firers, {ship.name: ship.squadron for ship in journal.setup.ships})
    shots, weapons = point.shots, {shot.weapon for shot in point.shots}
    weapon = weapons.pop() if len(weapons) == 1 else ""
    if len(shots) > 1 and all(shot.hits <= 1 for shot in shots):
        many = (label for label in journal.ruleset.spelled_out.values() if weapon and label.startswith(weapon))
        how = f"with {point.hits} of {len(shots)} {next(many, 'shots')}"
    else:
        how = TIMES.get(point.hits, f"{point.hits} times") + (f" ({weapon})" if weapon else "")
    return f"{firers} hit {target} {how}{_at_range(point, journal.ruleset.unit)}"


def cost_words(point: TurningPoint, verb: str = "") -> str:
    """The boxes that it cost her, such as ``12 of 31 hull boxes``, with a verb behind them. Empty if there are none."""
    more = ", fire and flooding included" if point.followed else ""
    return f"{boxes_words(point.boxes, point.full, point.label)}{verb}{more}" if point.boxes else ""


def boxes_words(boxes: int, full: int, label: str) -> str:
    """Boxes lost in words: ``12 of 31 hull boxes``, or ``85 of 474 points``."""
    return f"{boxes} of {full} {label}{'' if label.endswith('s') else ' boxes'}"


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
    return f" at {measured(low if low == high else f'{low} to {high}', unit)}"
