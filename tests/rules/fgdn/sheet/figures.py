"""The figures of chapter 8 and page 6-4, written out as the sheet prints them."""

from __future__ import annotations

SIZES = "ABCDEFG"
DEPTHS = ("surfaced", "periscope", "shallow", "intermediate 1", "intermediate 2", "deep")
LEVELS = ("none", "Minor", "Major", "Severe", "Overwhelmed")
SUBMERGED = ("lethal", "major damage", "minor damage")

NATURES = {
    "major": "Main Battery*|Casemate*|Other Weapon*|Other Weapon*|Engineering*|Flooding*|Fire*|Sensor/Comms|Bridge*|Rudder*",
    "minor": "Main Battery*|Other Weapon|Other Weapon|Other Weapon|Engineering*|Flooding*|Fire*|Sensor/Comms|Bridge*|Rudder*",
    "aviation": "Flight Deck*|Other Weapon|Ammo/Fuel*|Aircraft|Engineering*|Flooding|Fire*|Sensor/Comms*|Bridge*|Rudder*",
    "merchant": "Cargo|Cargo|Cargo|Weapon|Engineering|Flooding|Fire|Sensor/Comms|Bridge|Rudder",
    "torpedo": "Weapon|Flooding|Flooding|Flooding|Engineering|Engineering|Fire|Weapon|Rudder|Rudder",
    "lethal": "Hull Penetration|Hull Penetration|Hull Penetration|Hull Penetration|Hull Deformation|2 x Flooding|2 x Flooding"
              "|Hull Penetration|Hull Penetration|Hull Penetration",
    "major damage": "Weapon|Hull Deformation|Hull Deformation|Battery|Engineering|Flooding|Fire|Sensor|Communications|Rudder",
    "minor damage": "Weapon|Switchboard|Switchboard|Battery|Engineering|1/2 Flooding|1/2 Fire|Sensor|Communications|Rudder",
    "small craft": "Weapon|Weapon|Personnel|Fuel Tank|Engineering|Flotation|Fire|Sensor/Comms|Bridge|Personnel",
    "small cargo": "Weapon or Cargo|Cargo|Cargo|Fuel Tank|Engineering|Flotation|Fire|Sensor/Comms|Bridge|Personnel",
}  # fmt: skip
"""The critical hit table, a column a line, by the rows 1-3, 4-5, 6-7, 8-9, 10-11, 12-14, 15-17, 18, 19 and 20."""
LAST_OF_ROW = (3, 5, 7, 9, 11, 14, 17, 18, 19, 20)

LIGHT = (
    (11, "Bridge, AA, Light Battery"),
    (19, "Aircraft, Bridge, AA, Light Battery, Sensor/Comms, Cargo"),
    (36, "Aircraft, Bridge, Fire Control, AA, Other Weapon, Sensor/Comms, Cargo, Light Battery"),
    (56, "Aircraft, Bridge, Fire, AA, Other Weapon, Light Battery, Sensor/Comms, Cargo"),
    (65, "Aircraft, AA, Bridge, Fire, Flooding, Light Battery, Other Weapon, Cargo, Sensor/Comms"),
)
"""Criticals that light weapons can do, up to a calibre in mm: each line from its own least calibre on (F25)."""

SHIFTS = {
    "aircraft": -2, "armed aircraft": 2, "aviation fuel": 2, "bridge": -2, "engineering": -2, "ammunition": 1, "crude oil": 1,
    "refined product": 2, "avgas": 3, "fuel tank": 2, "restart": -2, "light shells": -2,
}  # fmt: skip
"""What each cause adds to the severity of a fire or flooding."""
HARDER = {"aviation fuel": 2, "ammunition": 1, "crude oil": 1, "refined product": 2, "avgas": 3}
"""What each cause adds to the reduction roll of a fire."""
OWN_DIE = ("aircraft", "armed aircraft", "fuel tank", "restart")

REDUCTION = {
    "Minor": "-2 -2 -2 -1 -1 -1 0 0 1 1",
    "Major": "-2 -2 -1 -1 -1 0 0 1 1 1",
    "Severe": "-2 -1 -1 -1 0 0 1 1 1 2",
    "Overwhelmed": "-1 -1 -1 0 0 1 1 1 2 2",
}
"""Dice off or on by the D10, 1 to 10, a column a line."""
TOPS = {"A": (10, 15, 17), "C": (8, 12, 14), "E": (6, 10, 12)}
"""The highest per cent of Minor, Major and Severe by the first size of its line."""
AGES = ((1907, -2), (1924, -1), (1941, 0), (1959, 1), (9999, 2))

MAGAZINES = {
    "Austria-Hungary": ("1915 mid", 1, 0), "France": ("1918 late", 1, 0), "Germany": ("1915 early", 1, 0),
    "Great Britain": ("1916 mid", 2, 1), "Italy": ("1917 late", 1, 0), "Japan": ("1918 late", 1, 0),
}  # fmt: skip
"""Until when a navy's magazines are the more dangerous, by how much, and by how much afterwards."""
PICRIC = ("France", "Great Britain", "Italy", "Japan")

GUNNERY = {
    "visibility_25": -4, "visibility_40": -2, "sun": -2, "twilight": 1, "silhouetted": -1, "illuminated": 0, "searchlight": 1,
    "dead_reckoning": -4, "blind": -6, "sea_3_eg": -2, "sea_4_cd": -2, "sea_4_eg": -4, "sea_5_ab": -2, "sea_5_cd": -4,
    "sea_5_eg": -6, "sea_6_ab": -4, "sea_6_cd": -6, "not_fired_on": 1, "first_salvo": -2, "third_salvo": 1, "coincidence": -1,
    "beyond_1": -1, "beyond_2": -2, "beyond_3": -3, "fast_firer": -1, "local": -2, "course_change": -3, "firer_evades": -4,
    "barrels_3": 1, "barrels_5": 2, "barrels_7": 3, "barrels_9": 4, "barrels_11": 5, "speed_25": -3, "speed_20": -2,
    "speed_10": 1, "stationary": 2, "evades_b": -2, "evades_cd": -3, "evades_eg": -4, "broad_a": 2, "quarter_a": 1,
    "narrow_a": 0, "broad_b": 1, "quarter_b": 0, "narrow_b": -1, "broad_cd": 0, "quarter_cd": -1, "narrow_cd": -2,
    "broad_eg": -2, "quarter_eg": -3, "narrow_eg": -4,
}  # fmt: skip
"""The lines of page 6-4 by the words that an order names them with."""

AIRSHIP = {
    "gondola": "engine engine engine* fuel fuel* control control control communications weapons",
    "envelope": "cell* cell* cell* cell* cell* cell* cell* cell cell cell",
}
"""The airship critical hit table by the D10, 1 to 10."""
SIGNALS = (
    "port signal lights", "starboard signal lights", "port signal halyards", "starboard signal halyards", "main wireless",
    "auxiliary wireless",
)  # fmt: skip
LIGHTS = ("forward searchlight", "after searchlight", "sonar")
FIRST_RANK = ("United States", "Great Britain", "Germany", "Japan", "Russia")
REPAIRED = {"first": (25, 30, 35, 40), "second": (15, 20, 25, 30)}
MARKS = (6, 12, 24, 48)


def group(size: str) -> str:
    """The sizes that a line of page 6-4 names together."""
    return {"A": "a", "B": "b", "C": "cd", "D": "cd"}.get(size, "eg")


def half_up(top: int, bottom: int) -> int:
    """A fraction rounded half up."""
    return (2 * top + bottom) // (2 * bottom)


def half(die: int) -> int:
    """Half a die, up."""
    return (die + 1) // 2
