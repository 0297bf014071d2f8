"""The victory conditions of a scenario: counts for each side, the needed numbers, and the last turn."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal["ships lost", "ships gone", "ships crippled", "boxes", "tons", "objective", "rules"]
LOST, GONE, CRIPPLED, BOXES, TONS, OBJECTIVE = "ships lost", "ships gone", "ships crippled", "boxes", "tons", "objective"
BY_RULES = "rules"
DRAWN = "drawn"


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A count for a side.

    name     its name in the score
    what     ``ships lost`` and ``tons`` of ships lost. ``ships gone`` left and are not lost. ``ships crippled`` are lost, or out
             of the fight, or have lost a ``share`` of their boxes. ``boxes`` are struck off. The referee counts an
             ``objective``, up to ``most``. ``rules`` is a formula of the rules
    of       ships, whole squadrons or sides. By default all of the other sides. For ships gone all of the side itself
    track    the track that is counted. By default the first row of each ship's card
    share    in hundredths
    lost     how often all boxes of a lost ship count; 0: only those struck off
    lost_as  the losses that count, such as taken, for ships lost and tons. By default every kind
    worth    points for each; 0: counted for an aim only
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


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The bounds of a count: at least, at most, or both."""

    count: str
    least: int | float | None = None
    most: int | float | None = None


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side wins, in this degree, when all of these needs are met."""

    side: str
    needs: tuple[Need, ...]
    degree: str = ""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The victory conditions. A side that reaches one of its aims has won. If no side or both do, the score decides, if it is
    compared. Without a decision the battle is the side's in ``otherwise``, or drawn if that is left out.

    turns    the battle ends after this turn; 0: no limit
    degrees  degrees of a victory by score, each with its lead in points. Without them any lead wins
    """

    count: tuple[Count, ...]
    aim: tuple[Aim, ...] = ()
    turns: int = 0
    compare: bool = False
    degrees: dict[str, int | float] = {}
    otherwise: str = ""
