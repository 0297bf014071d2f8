"""The names of critical hits in the tables (8.1.2), where several rules need them."""

from __future__ import annotations

from fleetbook.rules.fgdn.ground.terms import KINDS

MAIN_BATTERY, CASEMATE, WEAPON, OTHER_WEAPON = "Main Battery", "Casemate", "Weapon", "Other Weapon"
ENGINEERING, RUDDER, CARGO = "Engineering", "Rudder", "Cargo"
FIRE, FLOODING = (kind.capitalize() for kind in KINDS)
COMMUNICATIONS, SENSOR, AIRCRAFT = "Communications", "Sensor", "Aircraft"
FLIGHT_DECK, HULL_PENETRATION = "Flight Deck", "Hull Penetration"
WEAPON_OR_CARGO = "Weapon or Cargo"
FIRE_CONTROL = "Fire Control"
"""The part of a battery that light weapons can put out of action."""
LIGHT_WEAPONS_TOO = (WEAPON, OTHER_WEAPON, COMMUNICATIONS, SENSOR)
"""The critical hits that even light weapons can cause."""
