"""The steps of a game turn and of tactical combat. A variant may arrange them differently."""

from __future__ import annotations

from fleetbook.core.orders.turn_sequence import Phase

ROUNDS = (1, 2, 3, 4, 5)
"""The numbers of the combat segments in a round."""

PLOTTING, ABORTING, LAST = "plotting", "aborting", "abort-orders"
"""The ids of the steps for writing orders."""
CONTACT = "contact"
INITIATIVE, DEPLOYMENT, ROUND_END = "initiative", "deployment", "round-end"
GUNFIRE = tuple(f"gunfire-{n}" for n in ROUNDS)
TORPEDOES = tuple(f"torpedo-{n}" for n in ROUNDS)
FIRST_MOVES = tuple(f"initiative-move-{n}" for n in ROUNDS)
OTHER_MOVES = tuple(f"other-move-{n}" for n in ROUNDS[1:])
MOVES = (FIRST_MOVES[0], *(step for pair in zip(OTHER_MOVES, FIRST_MOVES[1:], strict=True) for step in pair))

BEFORE_CONTACT = (
    Phase("weather", "1", "weather"),
    Phase("combining", "2", "fleets may combine"),
    Phase(PLOTTING, "3", "orders are plotted", is_written=True),
    Phase(ABORTING, "4", "missions may be aborted"),
    Phase("fuel", "5", "fuel"),
    Phase("movement", "6", "fleets move"),
    Phase("foundering", "7", "foundering"),
    Phase("aircraft", "8", "aircraft"),
    Phase(CONTACT, "9", CONTACT),
)
AFTER_COMBAT = (Phase(LAST, "10", "orders after combat"),)
STRATEGIC = (*BEFORE_CONTACT, *AFTER_COMBAT)
ON_THE_MAP = tuple(phase.id for phase in STRATEGIC)
"""The ids of the steps of a game turn outside combat."""


def segment(number: int, title_first: str, title_other: str) -> tuple[Phase, ...]:
    """The phases of one combat segment. The side without initiative moves, except in the first segment, then the side with
    initiative. Then guns and torpedoes fire.
    """
    other = (Phase(f"other-move-{number}", f"C{number}.0", title_other),) if number > ROUNDS[0] else ()
    return (
        *other,
        Phase(f"initiative-move-{number}", f"C{number}.1", title_first),
        Phase(f"gunfire-{number}", f"C{number}.2", "gunfire"),
        Phase(f"torpedo-{number}", f"C{number}.3", "torpedoes"),
    )


TACTICAL = (
    Phase(INITIATIVE, "C0.1", "initiative"),
    Phase(DEPLOYMENT, "C0.2", "setting up"),
    *(phase for number in ROUNDS for phase in segment(number, "the side with initiative moves", "the other side moves")),
    Phase(ROUND_END, "C6", "end of the round"),
)


_NUMBERS = {f"{step}-{n}": n for n in ROUNDS for step in ("event", "other-move", "initiative-move", "gunfire", "torpedo")}


def number_of(phase: str) -> int:
    """The number of the combat segment that a phase belongs to, or 0 if it belongs to none."""
    return _NUMBERS.get(phase, 0)
