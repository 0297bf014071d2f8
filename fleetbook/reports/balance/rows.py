"""The data that are kept of each simulated battle."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.verdict import Verdict, is_met
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.decision import share_left
from fleetbook.reports.shape import Shape

FIGHTS, LEFT = "fights on", "left"


class BattleRow(Shape, frozen=True):
    """A battle that doctrines fought, as a row of the table.

    number     its number among the battles of these doctrines; battles of other doctrines with the same number have the same seed
    seed       the seed of its dice
    doctrines  the doctrine of each side, in playing order, with " / " between them
    winner     the side that won; empty if none did
    degree     the degree of the victory; empty for none
    decided    what the victory was decided by: aim, score, otherwise, drawn, or none
    ended      why the battle ended: aim, a side gone, contact lost, turn limit
    turns      its last turn
    orders     the number of its orders
    refused    the number of proposals that were refused
    lost       the ships that each side lost, in playing order, with " / " between them
    decided_by  the names of the counts in the score that decided it, such as merchantmen sunk; empty for none
    """

    number: int
    seed: str
    doctrines: str
    winner: str
    degree: str
    decided: str
    ended: str
    turns: int
    orders: int
    refused: int
    lost: str
    decided_by: str = ""


class FateRow(Shape, frozen=True):
    """What became of a ship in one battle.

    fate   the kind of her loss; ``left``; a state such as out of the fight; or ``fights on``
    turn   the turn when she was lost or left; null if neither happened
    share  the share of the boxes of her first row that are left, from 0 to 1
    """

    ship: str
    side: str
    fate: str
    turn: int | None
    share: float


class CountRow(Shape, frozen=True):
    """A count of a side's score at the end of a battle: the number reached, and its points."""

    side: str
    name: str
    number: float
    points: float


class RefusedOrders(Shape, frozen=True):
    """Proposals of one kind of order that were refused to a doctrine.

    doctrine  the id of the doctrine; empty for orders that the table demands
    order     the title of the order
    reason    why the first of them was refused
    number    how many were refused
    """

    doctrine: str
    order: str
    reason: str
    number: int


class FoughtRow(Shape, frozen=True):
    """A battle with the doctrines of its sides, the fates of its ships, and its score.

    course   the share of each side's boxes that is left, from 0 to 1, at the start and after each turn
    refused  the proposals that were refused, by doctrine and kind of order
    """

    battle: BattleRow
    pair: tuple[str, ...]
    fates: tuple[FateRow, ...]
    counts: tuple[CountRow, ...] = ()
    course: tuple[tuple[float, ...], ...] = ()
    refused: tuple[RefusedOrders, ...] = ()


def fates_of(battle: Battle[Any]) -> tuple[FateRow, ...]:
    """The fate of each ship."""
    found = []
    for card in battle.cards():
        track = next(iter(card.rows), None)
        fate = card.lost or (LEFT if card.fate else card.standing or FIGHTS)
        turn = getattr(card.end, "turn", None) if card.fate else None
        share = track.left / track.full if track and track.full and not card.lost else 0.0
        found.append(FateRow(ship=card.name, side=card.side, fate=fate, turn=turn, share=share))
    return tuple(found)


def counts_of(verdict: Verdict) -> tuple[CountRow, ...]:
    """A row for each count of each side's score."""
    return tuple(
        CountRow(side=score.side, name=part.name, number=float(part.number), points=float(part.value))
        for score in verdict.score
        for part in score.parts
    )


def decided_by(battle: Battle[Any], verdict: Verdict) -> str:
    """The names of the counts that decided a battle: those of the aim that was reached or missed, or else those for which the
    winner got points.
    """
    victory = battle.setup.victory
    if victory is None or not verdict.winner:
        return ""
    numbers = {part.name: part.number for score in verdict.score for part in score.parts}
    if verdict.kind == "score":
        found = [part.name for score in verdict.score if score.side == verdict.winner for part in score.parts if part.value]
        return ", ".join(found)
    reached = verdict.kind == "aim"
    needs = [need for aim in victory.aim if (aim.side == verdict.winner) is reached for need in aim.needs]
    return ", ".join(dict.fromkeys(need.count for need in needs if is_met(need, numbers) is reached))


def course_of(journal: Journal[Any], since: int = 0) -> tuple[tuple[float, ...], ...]:
    """The share of each side's boxes that is left after a line, and after each later turn."""
    ends = {record.turn: record.number for record in journal.records.kept if record.number > since}
    states = ((battle.sides, battle.cards()) for battle in map(journal.battle_after, (since, *ends.values())))
    return tuple(tuple(round(share_left(side, cards), 4) for side in sides) for sides, cards in states)
