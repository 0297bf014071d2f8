"""Critical hits by the names that the tables print (8.1.2), as far as the rules speak of one apart from its own effect."""

from __future__ import annotations

from fleetbook.rules.fgdn.ground.terms import KINDS

MAIN_BATTERY, CASEMATE, WEAPON, OTHER_WEAPON = "Main Battery", "Casemate", "Weapon", "Other Weapon"
ENGINEERING, RUDDER, CARGO = "Engineering", "Rudder", "Cargo"
FIRE, FLOODING = (kind.capitalize() for kind in KINDS)
COMMUNICATIONS, SENSOR, AIRCRAFT = "Communications", "Sensor", "Aircraft"
FLIGHT_DECK, HULL_PENETRATION = "Flight Deck", "Hull Penetration"
WEAPON_OR_CARGO = "Weapon or Cargo"
FIRE_CONTROL = "Fire Control"
"""What light weapons can do to a battery."""
LIGHT_WEAPONS_TOO = (WEAPON, OTHER_WEAPON, COMMUNICATIONS, SENSOR)
"""Those of which light weapons are not kept from the whole."""
