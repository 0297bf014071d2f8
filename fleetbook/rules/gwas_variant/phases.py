"""The variant's steps: random events, damage control, and a revised order of movement."""

from __future__ import annotations

from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.rules.gwas.ground.phases import BEFORE_CONTACT, DEPLOYMENT, INITIATIVE, ROUND_END, ROUNDS

EVENTS = tuple(f"event-{n}" for n in ROUNDS)
STRATEGIC_EVENT, REPAIRING = "strategic-event", "damage-control"

BEFORE = (
    Phase(STRATEGIC_EVENT, "0.1", "random event"),
    Phase(REPAIRING, "0.2", "damage control"),
    *BEFORE_CONTACT,
)
"""The steps of a game turn up to contact. They begin with a random event, before orders are written (5), and contain damage
control (11).
"""


def _impulse(number: int) -> tuple[Phase, ...]:
    """The phases of one impulse. After a random event the side without initiative moves, except in the first impulse. Then the
    side with initiative moves, and guns and torpedoes fire.
    """
    first = 2 if number == ROUNDS[0] else 3 * number - 2
    combat = 3 * number
    own = f"{first}.2" if number == ROUNDS[0] else str(first + 1)
    other = (Phase(f"other-move-{number}", f"C{first}.2", "the other side moves"),) if number > ROUNDS[0] else ()
    return (
        Phase(f"event-{number}", f"C{first}.1", "random event"),
        *other,
        Phase(f"initiative-move-{number}", f"C{own}", "the side with initiative moves"),
        Phase(f"gunfire-{number}", f"C{combat}.1", "gunfire"),
        Phase(f"torpedo-{number}", f"C{combat}.2", "torpedoes"),
    )


TACTICAL = (
    Phase(INITIATIVE, "C1.1", "initiative"),
    Phase(DEPLOYMENT, "C1.2", "setting up"),
    *(phase for number in ROUNDS for phase in _impulse(number)),
    Phase(ROUND_END, "C16", "end of the round"),
)
