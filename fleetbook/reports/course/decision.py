"""The step that decided a battle, found by the score or by the boxes left. A step is a turn, or a stage of one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.verdict import Verdict, count_by_ship, is_met, needed, points, scores
from fleetbook.core.battle.victory import BOXES, GONE, Aim, Count, Victory
from fleetbook.core.parsing import does, numbered
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.turns import TurnEnd, turn_of
from fleetbook.reports.status import cards


@dataclass(frozen=True, slots=True)
class Decision:
    """The step that decided a battle.

    at      the number of the step, from 1
    turned  whether the battle turned in this step; if not, it was only the worst step of ``side``
    side    the side that suffered in this step
    said    the score or count before and after the step, in words; empty if boxes alone decided
    gains   the contribution of each ship to the score or count in this step
    leads   whether the winner took the lead in this step and kept it
    led     since when the winner led, in words; empty if the step says it
    """

    at: int
    turned: bool
    side: str
    said: str
    gains: Mapping[str, float]
    leads: bool = False
    led: str = ""

    @property
    def name(self) -> str:
        """The name of the step in reports, such as "turning point"."""
        return "turning point" if self.turned else f"worst moment for {self.side}"


def decision(journal: Journal[Any], result: Verdict, ends: Sequence[TurnEnd]) -> Decision | None:
    """The step that decided a battle; None if none did. ``ends`` are the start and the ends of all steps."""
    victory, battles = journal.setup.victory, [end.battle for end in ends]
    found = None
    if victory and result.winner and result.score:
        if result.kind == "aim":
            found = _by_aim(victory, result, battles)
        elif result.kind == "otherwise":
            found = _by_missed_aim(victory, result, battles)
        elif victory.compare and result.kind in ("score", "referee"):
            found = _by_lead(journal, victory, result, ends)
    return found or _by_boxes(journal, result, battles)


def _by_lead(journal: Journal[Any], victory: Victory, result: Verdict, ends: Sequence[TurnEnd]) -> Decision | None:
    """The step in which the winner gained most of the final lead without losing it again. It cannot be earlier than the step in
    which he took the lead for good. Of steps that gained as much, it is the one with the greatest gain before some was lost.

    The points for a lost ship count in the step that sealed her fate.
    """
    battles = [end.battle for end in ends]
    score = [{side.side: side.value for side in scores(battle)} for battle in battles]
    best = [max((value for side, value in one.items() if side != result.winner), default=0) for one in score]
    lead = [one[result.winner] - other for one, other in zip(score, best, strict=True)]
    taken = max((at for at, value in enumerate(lead) if value <= 0), default=0) + 1
    if taken == len(ends):
        return None
    sealed = _sealed(battles)
    gained = [dict[str, float]()]
    for at in range(1, len(ends)):
        gained.append(defaultdict(float))
        for count in victory.count:
            sign = 1 if count.side == result.winner else -1
            was, now = (_foreseen(count, battles, sealed, step) for step in (at - 1, at))
            for ship, number in now.items():
                gained[at][ship] += sign * count.worth * (number - was[ship])
    leads = [*accumulate(sum(one.values()) for one in gained)]
    kept = [min(leads[at:]) for at in range(len(leads))]
    at = max(range(taken, len(ends)), key=lambda at: (kept[at] - max(kept[at - 1], 0), leads[at] - leads[at - 1], -at))
    loser = max((side for side in score[at] if side != result.winner), key=lambda side: score[at][side])
    double = _counted_again(victory, result.winner, battles[at - 1], battles[at])
    since = "throughout" if taken == 1 else f"from {turn_of(journal, ends[taken].when)} on"
    leading = f"{result.winner} led" if result.over else does(result.winner, "has led", "have led")
    led = "" if at == taken > 1 else f"{leading} {since}"
    won, lost = (_went(score[at - 1][side], score[at][side]) for side in (result.winner, loser))
    unit = "point" if score[at][result.winner] == 1 else "points"
    change = f"{won} {unit}{f' ({double})' if double else ''}, {loser} {lost}"
    if at > taken:
        said = f"{result.winner} went {change}"
    elif at == 1:
        said = f"{result.winner} took the lead, {points(score[at][result.winner])} {unit} to {points(score[at][loser])}"
    else:
        said = f"{result.winner} took the lead{' for good' if result.over else ''} and went {change}"
    return Decision(at, True, loser, said, gained[at], at == taken, led)


def _sealed(battles: Sequence[Battle[Any]]) -> dict[str, int]:
    """The step that sealed the fate of each lost ship: after it she never fought as before, or she was lost in it."""
    found = dict[str, int]()
    for at, battle in enumerate(battles):
        for card in battle.cards():
            if card.lost or card.standing:
                found.setdefault(card.name, at)
            else:
                found.pop(card.name, None)
    return {card.name: found[card.name] for card in battles[-1].cards() if card.lost}


def _foreseen(count: Count, battles: Sequence[Battle[Any]], sealed: Mapping[str, int], at: int) -> dict[str, float]:
    """The amount that each ship adds to a count at the end of a step. A ship whose fate is sealed by then already adds the amount
    that she adds at the end of the battle.
    """
    now, last = count_by_ship(count, battles[at]), count_by_ship(count, battles[-1])
    return {ship: last[ship] if at >= sealed.get(ship, len(battles)) else number for ship, number in now.items()}


def _went(before: float, after: float) -> str:
    """How a side's score changed: ``from 7 to 33``."""
    return f"stayed at {points(after)}" if before == after else f"from {points(before)} to {points(after)}"


def _counted_again(victory: Victory, winner: str, before: Battle[Any], after: Battle[Any]) -> str:
    """The winner's additional points for boxes of lost ships, in words. Empty unless the scenario counts such boxes double or
    several times.
    """
    lost = {now.name for was, now in zip(before.cards(), after.cards(), strict=True) if now.lost and not was.lost}
    again = [count for count in victory.count if count.what == BOXES and count.lost > 1 and count.side == winner]
    times, more = set[int](), 0.0
    for count in again:
        once = count_by_ship(replace(count, lost=1), after)
        for ship, number in count_by_ship(count, after).items():
            if ship in lost:
                times.add(count.lost)
                more += (number - once[ship]) * count.worth
    how = "double" if times == {2} else f"{max(times, default=0)} times"
    return f"{points(more)} of them because a ship lost counts {how}" if times else ""


def _by_aim(victory: Victory, result: Verdict, battles: Sequence[Battle[Any]]) -> Decision | None:
    """The step in which the winner reached the aim and kept it.

    If the last need of the aim was met by ships that left the table, the battle was decided earlier: in the step in which
    another need of the aim came nearest to failing.
    """
    what = {count.name: count.what for count in victory.count}
    numbers = [_numbers(battle) for battle in battles]
    for aim in (aim for aim in victory.aim if aim.side == result.winner):
        missed = [at for at, counts in enumerate(numbers) if not all(is_met(need, counts) for need in aim.needs)]
        at = max(missed, default=-1) + 1
        if 0 < at < len(battles):
            before, after = numbers[at - 1], numbers[at]
            moved = [need for need in aim.needs if before[need.count] != after[need.count]]
            if all(what[need.count] == GONE for need in moved):
                return _nearest_to_failing(victory, aim, battles)
            counts = "; ".join(
                f"{numbered(points(after[need.count]), need.count, battles[0].ship_names)}, {needed(need)}" for need in moved
            )
            loser = next(side for side in battles[0].sides if side != result.winner)
            said = f"{result.winner} reached the aim ({counts})"
            return Decision(at, True, loser, said, _of_aim(victory, aim, battles[at - 1], battles[at]))
    return None


def _nearest_to_failing(victory: Victory, aim: Aim, battles: Sequence[Battle[Any]]) -> Decision | None:
    """The winner's worst step: the one in which a count came nearest to the maximum that the aim allows. None if the aim sets no
    maximum.
    """
    worst, nearest = None, 0.0
    for need in (need for need in aim.needs if need.most):
        numbers = [_numbers(battle)[need.count] for battle in battles]
        at = max(range(len(numbers)), key=lambda at: (numbers[at], -at))
        if at and need.most and numbers[at] / need.most > nearest:
            nearest = numbers[at] / need.most
            said = f"{numbered(points(numbers[at]), need.count, battles[0].ship_names)}, {needed(need)}"
            gains = _of_aim(victory, Aim(aim.side, (need,)), battles[at - 1], battles[at])
            worst = Decision(at, False, aim.side, said, gains)
    return worst


def _by_missed_aim(victory: Victory, result: Verdict, battles: Sequence[Battle[Any]]) -> Decision | None:
    """The step in which a loser exceeded the upper limit of an aim that was otherwise met. Failing that, the step in which a
    loser gained most towards an aim. None if there is neither.
    """
    nearest, most = None, 0.0
    for aim in (aim for aim in victory.aim if aim.side != result.winner):
        numbers = [_numbers(battle) for battle in battles]
        reached = [
            sum(max(0.0, min(1.0, one[need.count] / need.least)) for need in aim.needs if need.least and need.least > 0)
            for one in numbers
        ]
        over = [need for need in aim.needs if need.most is not None and numbers[-1][need.count] > need.most]
        if over and all(need.least is None or numbers[-1][need.count] >= need.least for need in aim.needs):
            need = over[0]
            at = max(at for at, one in enumerate(numbers) if one[need.count] <= (need.most or 0)) + 1
            had = numbered(points(numbers[at][need.count]), need.count, battles[0].ship_names)
            said = f"the aim of {aim.side} failed ({had}, {needed(need)})"
            exceeded = Aim(aim.side, (need,))
            return Decision(at, True, aim.side, said, _of_aim(victory, exceeded, battles[at - 1], battles[at]))
        for at in range(1, len(battles)):
            if reached[at] - reached[at - 1] > most:
                most = reached[at] - reached[at - 1]
                nearest = Decision(at, False, result.winner, "", _of_aim(victory, aim, battles[at - 1], battles[at]))
    return nearest


def _by_boxes(journal: Journal[Any], result: Verdict, battles: Sequence[Battle[Any]]) -> Decision | None:
    """The step in which the winner gained most in the comparison of the boxes left. If the referee named no winner, the step in
    which one side lost the largest share of its boxes.
    """
    states = [cards(journal, battle) for battle in battles]
    shares = {side: [share_left(side, state) for state in states] for side in battles[0].sides}
    won = result.winner if result.kind == "referee" else ""
    sides = [result.winner] if result.kind == "otherwise" else [side for side in shares if side != won]
    worst, most = None, 0.0
    for side in sides:
        for at in range(1, len(states)):
            lost = shares[side][at - 1] - shares[side][at]
            lost -= shares[won][at - 1] - shares[won][at] if won else 0
            if lost > most:
                most = lost
                rows = [(was, now) for was, now in zip(states[at - 1], states[at], strict=True) if now.side == side]
                gains = {now.name: _left(was) - _left(now) for was, now in rows}
                worst = Decision(at, bool(won), side, "", gains)
    return worst


def share_left(side: str, state: Iterable[CardView]) -> float:
    """The share of a side's boxes that are left, counted in the first row of each card. Ships that are gone have none left."""
    rows = [(card, card.first) for card in state if card.side == side and card.first]
    full = sum(row.full for _, row in rows)
    return sum(0 if card.went_down else row.left for card, row in rows) / full if full else 1.0


def _left(card: CardView) -> int:
    return card.first.left if card.first and not card.went_down else 0


def _numbers(battle: Battle[Any]) -> dict[str, float]:
    return {part.name: part.number for side in scores(battle) for part in side.parts}


def _of_aim(victory: Victory, aim: Aim, before: Battle[Any], after: Battle[Any]) -> dict[str, float]:
    """The amount that each ship added to the counts of an aim."""
    gains = defaultdict[str, float](float)
    for count in victory.count:
        if any(need.count == count.name for need in aim.needs):
            for ship, more in _gained(count, before, after).items():
                gains[ship] += more
    return gains


def _gained(count: Count, before: Battle[Any], after: Battle[Any]) -> dict[str, float]:
    """The amount that each ship added to a count."""
    was, now = count_by_ship(count, before), count_by_ship(count, after)
    return {ship: number - was[ship] for ship, number in now.items()}
