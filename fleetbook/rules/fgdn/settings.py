"""What a referee may set by hand on a ship of these rules."""

from __future__ import annotations

from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import Setting
from fleetbook.rules.fgdn.ground.ship import SURFACED, FgdnShip

RUDDERS = ("sound", "jammed port", "jammed straight", "jammed starboard")
DEPTHS = (SURFACED, "periscope", "shallow", "intermediate 1", "intermediate 2", "deep")
MOST_LEVELS = 4
AVIATION = ("aircraft armed", "aircraft parked")
STOWED: dict[str, FactValue] = {"elsewhere": None, "forward": "forward", "aft": "aft"}
YES_NO: dict[str, FactValue] = {"yes": True, "no": None}


def settings_of(ship: FgdnShip) -> dict[str, Setting]:
    """Speed, helm, depth, levels of speed lost, and each mount and weapon."""
    speeds: dict[str, FactValue] = {str(knots): knots or None for knots in range(ship.card.knots + 1)}
    levels: dict[str, FactValue] = {str(level): level or None for level in range(MOST_LEVELS + 1)}
    rudders: dict[str, FactValue] = {word: None if word == RUDDERS[0] else word for word in RUDDERS}
    settings = {
        "speed": Setting("speed", tuple(speeds), speeds),
        "rudder": Setting("rudder", RUDDERS, rudders),
        "levels of speed lost": Setting("engineering", tuple(levels), levels),
    }
    if ship.is_submarine:
        settings["depth"] = Setting("depth", DEPTHS, {word: None if word == SURFACED else word for word in DEPTHS})
    for name in ("rudder disabled", "no propulsion", "magazines flooded", *(AVIATION if ship.card.aircraft else ())):
        settings[name] = Setting(name, tuple(YES_NO), YES_NO)
    if ship.points_left or not ship.beached:  # with no points left she cannot be refloated (8.1.5)
        settings["beached"] = Setting("beached", tuple(YES_NO), YES_NO)
    if ship.card.aircraft:
        settings["aircraft stowed"] = Setting("aircraft stowed", tuple(STOWED), STOWED)
    for name in [mount.name for mount in ship.card.mounts] + [weapon.name for weapon in ship.card.weapons]:
        settings[f"out: {name}"] = Setting("out", tuple(YES_NO), YES_NO, name)
    return settings
