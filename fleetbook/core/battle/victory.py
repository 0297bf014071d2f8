"""The victory conditions of a scenario: counts for each side, the numbers that win, and the last turn."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal["ships lost", "ships gone", "ships crippled", "boxes", "tons", "objective", "rules"]
LOST, GONE, CRIPPLED, BOXES, TONS, OBJECTIVE = "ships lost", "ships gone", "ships crippled", "boxes", "tons", "objective"
BY_RULES = "rules"
DRAWN = "drawn"


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that is counted for a side, such as enemy ships lost.

    name     the name of the count in the score
    what     the thing counted. ``ships lost``, or the ``tons`` of ships lost. ``ships gone``: ships that left and are not lost.
             ``ships crippled``: ships lost, out of the fight, or without a ``share`` of their boxes. ``boxes``: boxes struck off.
             ``objective``: the referee counts it, up to ``most``. ``rules``: a formula of the rules
    of       the ships, squadrons or sides that are counted. By default all ships of the other sides; for ``ships gone``, of the
             side itself
    track    the track that is counted. By default the first row of boxes on each ship's card
    share    in hundredths: 50 is half the boxes
    lost     for ``boxes``: the factor by which the boxes of a lost ship count. With 0 only boxes that were struck off count
    lost_as  the kinds of loss that count, such as captured, for ``ships lost`` and ``tons``. By default every kind
    gone_as  the ways of leaving that count, such as ``left the table``, for ``ships gone``. By default every way
    worth    the points for each; with 0 the count matters for aims only
    """

    name: str
    side: str
    what: What
    of: tuple[str, ...] = ()
    track: str = ""
    share: int = 50
    lost: int = 1
    most: int = 1
    worth: int | float = 1
    lost_as: tuple[str, ...] = ()
    gone_as: tuple[str, ...] = ()


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The bounds of a count: the least number, the most, or both. A bound that is left out does not apply."""

    count: str
    least: int | float | None = None
    most: int | float | None = None


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side wins, with this degree of victory, when all these needs are met."""

    side: str
    needs: tuple[Need, ...]
    degree: str = ""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The victory conditions of a scenario. A side that reaches one of its aims has won. If no side does, or both sides do, the
    score decides, provided that ``compare`` is set. If the score decides nothing, the side in ``otherwise`` has won; if none is
    named there, the battle is drawn.

    turns    the number of the last turn; 0 for no limit
    degrees  the degrees of a victory by score, each with the lead in points that it needs. Without them any lead wins
    """

    count: tuple[Count, ...]
    aim: tuple[Aim, ...] = ()
    turns: int = 0
    compare: bool = False
    degrees: dict[str, int | float] = {}
    otherwise: str = ""
