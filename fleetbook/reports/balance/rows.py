"""What is kept of each battle that doctrines fought."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.reports.shape import Shape

FIGHTS, LEFT = "fights on", "left"


class BattleRow(Shape, frozen=True):
    """A battle that doctrines fought, as a row of the table.

    number     its number among the battles of its doctrines; the same number has the same seed
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


class FateRow(Shape, frozen=True):
    """What became of a ship in one battle.

    fate   the kind of her loss; ``left``; a state such as out of the fight; or ``fights on``
    turn   the turn when she was lost or left; null if she was not
    share  the share of the boxes of her first row that are left, from 0 to 1
    """

    ship: str
    side: str
    fate: str
    turn: int | None
    share: float


class FoughtRow(Shape, frozen=True):
    """A battle with the doctrines of its sides and the fates of its ships."""

    battle: BattleRow
    pair: tuple[str, ...]
    fates: tuple[FateRow, ...]


def fates_of(battle: Battle[Any]) -> tuple[FateRow, ...]:
    """What became of each ship."""
    found = []
    for card in battle.cards():
        track = next(iter(card.rows), None)
        fate = card.lost or (LEFT if card.fate else card.standing or FIGHTS)
        turn = getattr(card.end, "turn", None) if card.fate else None
        share = track.left / track.full if track and track.full and not card.lost else 0.0
        found.append(FateRow(ship=card.name, side=card.side, fate=fate, turn=turn, share=share))
    return tuple(found)
