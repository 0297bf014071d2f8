"""Words of these rules that several modules need."""

from __future__ import annotations

PLOTTING, MOVEMENT, PLANNED_FIRE, DETECTION, REACTION_FIRE, RESOLUTION = (
    "plotting", "movement", "planned-fire", "detection", "reaction-fire", "resolution",
)  # fmt: skip
FIRE_PHASES = (PLANNED_FIRE, REACTION_FIRE)
ATTACK_PHASES = (MOVEMENT, *FIRE_PHASES)
PORT, STRAIGHT, STARBOARD = "port", "straight", "starboard"
SIDES = (PORT, STARBOARD)
BELT, DECK = PLACES_STRUCK = "belt", "deck"
FORWARD, AMIDSHIPS, AFT = DECK_PLACES = "forward", "amidships", "aft"
SURFACED, PERISCOPE, SHALLOW, INTERMEDIATE_1 = "surfaced", "periscope", "shallow", "intermediate 1"
DEPTHS = (SURFACED, PERISCOPE, SHALLOW, INTERMEDIATE_1, "intermediate 2", "deep")
FIRE, FLOODING = KINDS = "fire", "flooding"
NONE, MINOR, MAJOR, SEVERE, OVERWHELMED = LEVELS = "none", "Minor", "Major", "Severe", "Overwhelmed"
ENGINE = "ENGINE"  # the sign for lost levels of speed
DOWN = "down"
DESTROYED, CRITICAL = "destroyed", "critical"
FUEL, CONTROL, WEAPONS = "fuel", "control", "weapons"
MOUNT, PHASE, TARGET, TURN = "mount", "phase", "target", "turn"
FIRE_CONTROL, RUDDER, ENGINEERING, COMMUNICATIONS, SENSOR = (
    "fire control", "rudder", "engineering", "communications", "sensor",
)  # fmt: skip
ELEVATOR, VALVING, BALLAST = "elevator", "valving", "ballast"
FORWARD_LIGHT, AFTER_LIGHT, SONAR = SENSORS = "forward searchlight", "after searchlight", "sonar"
MAIN_WIRELESS, AUXILIARY_WIRELESS = "main wireless", "auxiliary wireless"
SIGNAL_SETS = (
    "port signal lights", "starboard signal lights", "port signal halyards", "starboard signal halyards", MAIN_WIRELESS,
    AUXILIARY_WIRELESS,
)  # fmt: skip
CONTROLS = ELEVATOR, RUDDER, VALVING, BALLAST
"""The controls of an airship."""
ALL_OTHERS = "all others"
"""The label of the row for all nations that a table does not name."""


def at_least(found: str, level: str) -> bool:
    """Whether a level of fire or flooding is this level or worse."""
    return LEVELS.index(found) >= LEVELS.index(level)


def is_deeper(depth: str, than: str) -> bool:
    """Whether one depth band is deeper than another."""
    return DEPTHS.index(depth) > DEPTHS.index(than)
