"""The shapes of what a report makes of a battle: fates, damage, luck, the referee's rulings, house rules."""

from __future__ import annotations

from typing import Any

from fleetbook.reports.views.json_text import Shape


class Share(Shape, frozen=True):
    """Boxes that a ship struck off another."""

    ship: str
    boxes: int


class FateTold(Shape, frozen=True):
    """How a ship fared. ``fate`` is empty while her side has her, ``lost`` what it is if she is lost ("sunk"); ``standing`` what
    she is if she is there and no longer fights as before ("sinking"). ``turn`` and ``line`` say when she was lost, ``by`` by
    whose doing (empty where it was no enemy's) and ``how``; ``struck_by`` who struck boxes off her, the most first.
    """

    ship: str
    side: str
    fate: str
    lost: str
    standing: str
    turn: int | None
    line: int | None
    by: str
    how: str
    struck_by: tuple[Share, ...]


class SideLosses(Shape, frozen=True):
    """What a side lost: of its ``ships`` those lost, those out of the fight (with what else she is) and those that left; boxes of
    the first row of each card: all, struck off, and struck off or gone with ships lost; systems; and of supplies such as
    torpedoes how many are spent, of how many.
    """

    side: str
    ships: int
    lost: tuple[str, ...]
    out: tuple[str, ...]
    gone: tuple[str, ...]
    boxes: int
    struck: int
    with_ships: int
    destroyed: int
    damaged: int
    spent: dict[str, tuple[int, int]]


class Played(Shape, frozen=True):
    """Who played, who was the umpire, where and when, as the referee said at the end; each may be empty."""

    players: str
    umpire: str
    place: str
    date: str


class Moment(Shape, frozen=True):
    """A turning point. ``kind``: first hit, heaviest blow, lost, gone, crippled or note (the referee's); ``line`` where it was,
    null where it came about by the end of a turn.
    """

    turn: int
    line: int | None
    kind: str
    text: str


class MarkTold(Shape, frozen=True):
    """Boxes struck off a row at once, or restored.

    ship          the ship that they were struck off
    turn          the turn
    line          the line of the journal
    track         the row, as the rules call it
    label         the row, as the card calls it
    boxes         how many were struck; below 0: restored
    left          how many are left
    full          how many there were when the ship was whole
    why           the reason given
    by            by which ship's doing; nothing where it was no enemy's
    how           with which weapon, or by what else
    """

    ship: str
    turn: int
    line: int
    track: str
    label: str
    boxes: int
    left: int
    full: int
    why: str
    by: str
    how: str


class StateTold(Shape, frozen=True):
    """What else a turn left behind on a ship's card: a system's state, a grave condition."""

    ship: str
    turn: int
    text: str


class BoxesTold(Shape, frozen=True):
    """Boxes left on a row of a ship's card: at the start, then at the end of each turn, now last."""

    ship: str
    track: str
    label: str
    full: int
    left: tuple[int, ...]


class Fortune(Shape, frozen=True):
    """The luck of a firer, or of a side (``name`` and ``side`` are the same then).

    rolls       how many orders, or orders inside orders, were rolled that could have scored
    actual      what they scored
    expected    what they were to score on average, by the odds of each as the battle stood when its dice were rolled
    low, high   between which the count lies in eight battles of ten
    below, at   the probability of fewer and of just as many
    percentile  from 0 to 100: how much of the luck that there is was worse, half of that just as good counted in
    """

    name: str
    side: str
    rolls: int
    actual: int
    expected: float
    low: int
    high: int
    below: float
    at: float
    percentile: float


class LuckTold(Shape, frozen=True):
    """Luck by side and by firer in what is counted. ``sampled`` rolls had their odds estimated; in ``drawn`` other dice could
    have asked for a choice, which falls either way alike; ``left_out`` are the lines that are not weighed: a die was overruled,
    or the reader does not know all of it.
    """

    count: str
    sides: tuple[Fortune, ...]
    firers: tuple[Fortune, ...]
    sampled: int
    left_out: tuple[int, ...]
    drawn: int = 0


class Ruling(Shape, frozen=True):
    """Where the referee's hand was. ``kind``: by hand, modifiers, die overruled, dice typed in, taken back."""

    kind: str
    line: int
    turn: int
    text: str
    reason: str


class Difference(Shape, frozen=True):
    """A figure that is not the printed one. ``kind``: table, modifier or reading; ``row`` and ``column`` say where it stands
    (of a modifier: ``row`` is its text; of a reading: both empty); ``reason`` is the house rule's.
    """

    kind: str
    id: str
    title: str
    section: str
    row: str
    column: str
    printed: Any
    in_force: Any
    reason: str
