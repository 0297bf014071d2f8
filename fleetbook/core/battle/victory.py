"""What decides a battle, as a scenario says it: what is counted for each side, what suffices, and when it is over."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal["ships lost", "ships gone", "ships crippled", "boxes", "tons", "objective", "rules"]
LOST, GONE, CRIPPLED, BOXES, TONS, OBJECTIVE = "ships lost", "ships gone", "ships crippled", "boxes", "tons", "objective"
BY_RULES = "rules"
DRAWN = "drawn"


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is counted for a side.

    name    as the score tells it
    what    ships lost; ships gone: that left and are not lost; ships crippled: lost, no longer fighting, or that have lost a
            ``share`` of their boxes; boxes: struck off; tons: of ships lost; objective: what the referee counts, up to ``most``;
            rules: what the rules work out for the side by a formula of theirs
    of      the ships: by name, or whole squadrons or sides; left out all of the other sides, or of ships gone her own side's
    track   whose boxes are meant; left out the first row of each ship's card
    share   in hundredths
    lost    how often all boxes of a ship that is lost count; 0: only those struck off
    lost_as of ships lost and of tons: only those that are lost so, such as taken; left out: however they are lost
    worth   points for each; 0: counted for an aim only
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
    """What a count must come to: at least, at most, or both."""

    count: str
    least: int | float | None = None
    most: int | float | None = None


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side wins, in this degree, where all of this holds."""

    side: str
    needs: tuple[Need, ...]
    degree: str = ""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What decides a battle. A side that reaches one of its aims has won; where none does, or both do, the score decides
    if it is compared; where that is level too, or not compared, ``otherwise`` says whose the battle is (left out: it is drawn).

    turns    after which it is over; 0: no limit
    degrees  of a victory by score, each with the lead in points that it takes; none: any lead wins
    """

    count: tuple[Count, ...]
    aim: tuple[Aim, ...] = ()
    turns: int = 0
    compare: bool = False
    degrees: dict[str, int | float] = {}
    otherwise: str = ""
