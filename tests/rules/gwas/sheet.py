"""The figures of the player aid and its readings, written out."""

from __future__ import annotations

Cell = str | int | float
Tables = dict[str, dict[str, tuple[Cell, ...]]]

WEATHER: Tables = {
    "weather": {
        "1": ("decrease 1", "decrease 1", "decrease 1"),
        "2": ("decrease 1", "no change", "decrease 1"),
        "3": ("decrease 1", "no change", "no change"),
        "4": ("no change", "no change", "no change"),
        "5": ("no change", "increase 1 in winter", "no change"),
        "6": ("roll again", "increase 1", "roll again"),
    },
    "weather_again": {
        "1-3": ("no change", "no change"),
        "4-5": ("increase 1", "increase 1"),
        "6": ("increase 1", "increase 2"),
    },
    "weather_change": {
        "decrease 1": (-1, "no"),
        "no change": (0, "no"),
        "increase 1": (1, "no"),
        "increase 2": (2, "no"),
        "increase 1 in winter": (1, "yes"),
    },
    "weather_levels": {"Clear": (0,), "Mist": (1,), "Fog": (2,), "Squall": (3,), "Storm": (4,), "Gale": (5,)},
    "months": {
        "January": ("yes",), "February": ("yes",), "March": ("yes",), "April": ("no",), "May": ("no",), "June": ("no",),
        "July": ("no",), "August": ("no",), "September": ("no",), "October": ("no",), "November": ("yes",), "December": ("yes",),
    },
    "weather_air": {
        "Clear": ("-", "yes", "yes", "yes"),
        "Mist": ("-", "yes", "yes", "yes"),
        "Fog": ("-", "not airships", "airships: own area", "yes"),
        "Squall": ("-", "no", "no", "no"),
        "Storm": ("-", "no", "no", "no"),
        "Gale": ("destroyed", "no", "no", "no"),
    },
    "gale_small": {"1-5": ("no effect",), "6": ("sunk",)},
    "foundering": {"1-5": ("no effect",), "6": ("1 hull",)},
}  # fmt: skip

MOVEMENT: Tables = {
    "movement_allowance": {
        "damage below 1S": ("0",),
        "out of fuel or fueling": ("0",),
        "in port": ("0",),
        "DD or TB in gale or storm": ("1",),
        "aircraft or airship in gale": ("0",),
        "airship in storm or squall": ("1",),
        "towed or towing": ("1S",),
        "hull hits over half": (-1,),
        "launching or recovering": ("0",),
        "aground": ("0",),
        "repaired in an emergency": ("1S",),
    },
    "pursuit": {"1-5": ("miss",), "6": ("moves with the enemy, automatic contact",)},
    "launching": {"1": ("destroyed",), "2-6": ("no effect",)},
    "recovering": {"1-2": ("destroyed",), "3-6": ("no effect",)},
    "gale_air": {"launching": ("not allowed",), "recovering": ("destroyed",)},
    "grounding": {"1-5": ("no effect",), "6": ("grounded",)},
    "refloating": {"1": ("freed",), "2-6": ("remains grounded",)},
    "emergency_repair": {"1": ("speed 1S",), "2-4": ("roll again later",), "5-6": ("speed 0 for good",)},
}

MINES: Tables = {
    "minefield": {"2-10": ("miss",), "11-12": ("hit",)},
    "minefield_damage": {
        "1-2": ("1 hull",),
        "3": ("2 hull",),
        "4": ("3 hull, -1 speed",),
        "5": ("5 hull, -1 speed",),
        "6": ("all hull",),
    },
    "sweeping": {"1": ("minesweeper sunk",), "2-3": ("no effect",), "4-6": ("1 minefield removed",)},
}

CONTACT: Tables = {
    "merchants": {
        "1": ("-/1", "1/1", "1/2", "2/2"),
        "2": ("-/-", "-/1", "-/1", "1/2"),
        "3": ("-/-", "-/-", "-/1", "1/1"),
        "4": ("-/-", "-/-", "-/-", "-/1"),
        "5": ("-/-", "-/-", "-/-", "-/1"),
        "6": ("-/-", "-/-", "-/-", "-/-"),
    },
    "density": {
        "on a major route": (4,),
        "next to a major route": (3,),
        "on a minor route": (2,),
        "next to a minor route": (1,),
    },
    "search": {"1-3": ("no contact",), "4-6": ("contact",)},
    "asw": {"1-4": ("no effect",), "5": ("submarine sunk, cannot attack",), "6": ("submarine sunk, can attack",)},
    "mtb": {"1": ("all enemy ships may fire",), "2-3": ("the target may fire",), "4-6": ("the enemy cannot fire",)},
}

COMBAT: Tables = {
    "initiative": {"1-3": ("Central Powers",), "4-6": ("Allied",)},
    "impulses": {
        "initiative-move-1": ("2+",),
        "other-move-2": ("2+",),
        "initiative-move-2": ("2, 2+",),
        "other-move-3": ("2, 2+",),
        "initiative-move-3": ("1, 2, 2+",),
        "other-move-4": ("1, 2, 2+",),
        "initiative-move-4": ("1S, 1, 2, 2+",),
        "other-move-5": ("1S, 1, 2, 2+",),
        "initiative-move-5": ("1S, 1, 2, 2+",),
    },
    "hex_limits": {"any mission": (4, 8), "Raid": (1, 8)},
    "sighting": {"Gale": (1,), "Night": (2,), "Fog": (2,), "Squall": (2,), "Storm": (2,), "Mist": (3,), "Clear": (4,)},
    "weapon_range": {"tertiary": (1,), "secondary": (2,), "primary": (3,), "16-inch gun": (4,), "torpedo": (1,)},
    "strength": {
        "gale": (0, 0, 0, 0),
        "storm": ("-", 0, 0, 0),
        "squall": ("-", 0, 0, 0),
        "bombardment mission, first fire": (0.5, 0.5, 0.5, "-"),
        "towed or towing, first fire": (0, 0, 0, "-"),
        "fueling or rearming this turn": (0, 0, 0, 0),
        "16-inch gun at 4 hexes": (0.5, "-", "-", "-"),
        "torpedo, firer immobile": ("-", "-", "-", 0),
        "torpedo, target in port": ("-", "-", "-", 0),
    },
    "weapon_hit": {"1-5": ("miss",), "6": ("hit",)},
    "blowing_up": {"1-5": ("no effect",), "6": ("sunk",)},
}

DAMAGE: Tables = {
    "gunnery_damage": {
        "2": ("critical",),
        "3": ("1 torpedo",),
        "4": ("1 secondary",),
        "5": ("1 hull",),
        "6": ("1 secondary",),
        "7": ("1 primary",),
        "8": ("1 tertiary",),
        "9": ("1 primary",),
        "10": ("1 hull, plunging",),
        "11": ("2 hull, -1 speed",),
        "12": ("critical",),
    },
    "torpedo_damage": {
        "2": ("critical",),
        "3": ("2 hull",),
        "4": ("no damage",),
        "5-6": ("1 hull",),
        "7": ("2 hull",),
        "8": ("1 hull",),
        "9": ("1 primary",),
        "10": ("2 hull, -1 speed",),
        "11": ("3 hull, -1 speed",),
        "12": ("critical",),
    },
    "critical_damage": {
        "2": ("6 hull, 3 primary, -1 speed, explosion",),
        "3": ("3 primary",),
        "4": ("leader killed",),
        "5": ("2 primary",),
        "6": ("2 hull",),
        "7": ("2 secondary",),
        "8": ("2 hull, or 1 by secondary",),
        "9": ("1 primary",),
        "10": ("1 hull, -1 speed",),
        "11": ("3 hull",),
        "12": ("5 hull, 5 primary, all speed",),
    },
    "light_armour": {"1-3": ("no more",), "4-6": ("1 more hit",)},
    "light_armour_areas": {"none": ("yes",), "light": ("yes",), "heavy": ("no",)},
    "penetration": {
        "primary": ("yes", "yes", "yes"),
        "secondary": ("yes", "yes", "no"),
        "tertiary": ("yes", "no", "no"),
        "torpedo": ("yes", "yes", "yes"),
        "mine": ("yes", "yes", "yes"),
    },
    "referred": {
        "no guns, hit on primary": ("never", "never", "never", "-", "primary", "no effect"),
        "no guns, hit on secondary": ("never", "never", "never", "-", "secondary", "no effect"),
        "no guns, hit on tertiary": ("never", "never", "never", "-", "tertiary", "hull"),
        "no primary": ("never", "-", "-", "-", "primary", "secondary"),
        "no secondary": ("-", "never", "-", "-", "secondary", "tertiary"),
        "both but no tertiary": ("some", "some", "never", "-", "tertiary", "no effect"),
        "one but no tertiary (G7)": ("-", "-", "never", "-", "tertiary", "no effect"),
        "primary all hit": ("all hit", "-", "-", "-", "primary", "hull"),
        "secondary all hit": ("-", "all hit", "-", "-", "secondary", "hull"),
        "tertiary all hit": ("-", "-", "all hit", "-", "tertiary", "no effect"),
        "no torpedo mounts": ("-", "-", "-", "never", "torpedo", "no effect"),
        "torpedo mounts all hit (G7)": ("-", "-", "-", "all hit", "torpedo", "no effect"),
    },
}

COMMON = "common, "
MISSIONS: Tables = {
    "missions": {
        "Transport": (COMMON + "Load, Unload", "all", "all", "-", "no"),
        "Bombard": (COMMON + "Shell, Launch, Recover", "all", "warships", "-", "no"),
        "Escort": ("Escort", "all", "warships", "-", "no"),
        "Intercept": (COMMON + "Pursue, Launch, Recover", "2", "warships", "-", "no"),
        "Abort": ("common", "all", "all", "-", "no"),
        "Minelaying": (COMMON + "Mine", "all", "minelayers", "-", "no"),
        "Minesweeping": (COMMON + "Detect, Sweep", "all", "minesweepers", "-", "no"),
        "Raid": (COMMON + "Shell, Mine, Search1, Search2, Pursue, Launch, Recover", "2", "warships", 2, "yes"),
    },
}

NO = "no"
YES = "yes"
SHIPS: Tables = {
    "types": {
        "BB": (YES, NO, NO, NO, YES, NO, NO, NO, YES, YES, NO, NO, "dreadnought"),
        "BC": (YES, NO, NO, NO, YES, NO, NO, NO, YES, YES, NO, NO, "battlecruiser"),
        "B": (YES, NO, NO, NO, YES, NO, NO, NO, YES, YES, NO, NO, "battleship"),
        "CA": (NO, NO, NO, NO, YES, NO, NO, NO, YES, YES, NO, NO, "armoured cruiser"),
        "CL": (NO, NO, NO, NO, YES, NO, NO, NO, YES, YES, NO, NO, "light cruiser"),
        "DL": (NO, YES, NO, NO, YES, NO, NO, NO, YES, YES, NO, NO, "flotilla leader"),
        "DD": (NO, YES, YES, YES, YES, NO, NO, NO, YES, YES, NO, NO, "destroyer"),
        "TB": (NO, YES, YES, YES, YES, NO, NO, NO, YES, YES, NO, NO, "torpedo boat"),
        "MTB": (NO, NO, NO, NO, YES, NO, NO, NO, YES, YES, NO, NO, "motor torpedo boat"),
        "SS": (NO, NO, NO, NO, YES, NO, NO, NO, NO, NO, NO, NO, "submarine"),
        "ML": (NO, NO, NO, NO, YES, YES, NO, NO, YES, YES, NO, NO, "minelayer"),
        "AML": (NO, NO, NO, NO, YES, YES, NO, NO, YES, NO, NO, NO, "auxiliary minelayer"),
        "MS": (NO, NO, NO, YES, YES, NO, YES, NO, YES, YES, NO, NO, "minesweeper"),
        "CV": (NO, NO, NO, NO, YES, NO, NO, NO, YES, YES, NO, YES, "aircraft carrier"),
        "CVS": (NO, NO, NO, NO, YES, NO, NO, NO, YES, YES, YES, YES, "seaplane carrier"),
        "TR": (NO, NO, NO, NO, NO, NO, NO, NO, YES, NO, NO, NO, "transport"),
        "FT": (NO, NO, NO, NO, NO, NO, NO, NO, YES, NO, NO, NO, "fast transport (F)"),
        "OIL": (NO, NO, NO, NO, YES, NO, NO, NO, YES, NO, NO, NO, "oiler"),
        "COL": (NO, NO, NO, NO, YES, NO, NO, NO, YES, NO, NO, NO, "collier"),
        "LZ": (NO, NO, NO, NO, YES, NO, NO, YES, NO, NO, NO, NO, "airship"),
    },
    "nations": {
        **{name: (name,) for name in ("Austria-Hungary", "Turkey", "Bulgaria", "Britain", "France", "Greece", "Italy")},
        **{name: (name,) for name in ("Japan", "Romania", "Russia", "United States")},
        "Germany": ("any",),
        "Australia": ("Britain",),
        "Canada": ("Britain",),
    },
    "speeds": {"0": (0,), "1S": (1,), "1": (1,), "2": (2,), "2+": (2,)},
    "speed_classes": {"0": (0,), "1S": (16,), "1": (22,), "2": (30,), "2+": (60,)},
    "belts": {"none": (0,), "light": (2,), "heavy": (6,)},
}

TABLES: Tables = {
    **WEATHER, **MOVEMENT, **MINES, **CONTACT, **COMBAT, **DAMAGE, **MISSIONS, **SHIPS,
}  # fmt: skip

FIGURES: dict[str, tuple[Cell, str]] = {
    "towed or towing: zones": (1, "zones"),
    "towed or towing: turns for them": (3, "turns"),
    "freed: die": ("d6", ""),
    "freed: hull hits for each of the die, halves up": (0.5, ""),
    "more minefields, at most": (5, ""),
    "surprise distance, unmodified roll": (6, ""),
    "large fleet": (20, "ships"),
    "hunters to a die": (3, "ships"),
    "nation of MTBs that fire better": ("Italy", ""),
    "plunging: further hull hits": (1, ""),
    "critical 8 by secondary, heavy hull: hull hits": (1, ""),
    "light armour or none, by primary: further hits": (1, ""),
    "explosion: scenarios before": (1917, ""),
    "common orders": ("Move, Fuel, Divide", ""),
    "mixed fleet, at most": (4, "ships"),
}

HEADS = {
    "weather": ("Mediterranean", "North Sea/Baltic", "Pacific Ocean"),
    "weather_again": ("Mediterranean", "Pacific Ocean"),
    "merchants": ("1", "2", "3", "4"),
    "strength": ("primary", "secondary", "tertiary", "torpedo"),
    "penetration": ("none", "light", "heavy"),
    "referred": ("primary", "secondary", "tertiary", "torpedo", "hit on", "goes to"),
    "missions": ("orders", "turns", "ships", "at most", "leader"),
    "weather_air": ("in the air", "attack", "spot", "search"),
    "hex_limits": ("at least", "at most"),
}

DICE = {
    **dict.fromkeys(("minefield", "gunnery_damage", "torpedo_damage", "critical_damage"), "2D6"),
    **dict.fromkeys(
        (
            "weather", "weather_again", "gale_small", "foundering", "pursuit", "launching", "recovering", "grounding",
            "refloating", "emergency_repair", "minefield_damage", "sweeping", "merchants", "search", "asw", "mtb", "initiative",
            "weapon_hit", "blowing_up", "light_armour",
        ),
        "D6",
    ),
}  # fmt: skip

MODIFIERS = {
    "foundering": {"moved_two": -2, "squall": 1, "storm": 2, "gale": 3},
    "pursuit": {"daylight": 2, "faster": 1},
    "launching": {"carrier": 1, "fog": -1, "night": -2, "squall": -2, "storm": -3},
    "recovering": {"fog": -1, "squall": -2, "night": -3, "storm": -3},
    "grounding": {"home": -1, "capital": 1},
    "refloating": {"no_armour": -1},
    "minefield": {"more_fields": 1, "fast": 1},
    "merchants": {"night": 1},
    "search": {
        "submarine": -1, "night": -2, "gale": -2, "storm": -1, "squall": -1, "clear": 1, "leader": 1, "large": 1,
        "only_small": -1, "intercept": 2, "raid_up": 1, "raid_down": -1, "airship": 2,
    },
    "initiative": {"central_leader": -1, "allied_leader": 1, "central_nations": 1, "allied_nations": -1},
    "gunfire": {"dead": 1, "towing": 1, "near": 1, "italic": 1},
    "torpedo": {
        "dead": 1, "towing": 1, "large": 1, "same_hex": 1, "capital": -1, "hull_mount": -1, "italian_mtb": 1, "ace": 2,
    },
}  # fmt: skip

READINGS: dict[str, Cell | bool] = {
    "primary_share": 0.6, "secondary_share": 0.5, "most_secondary": 6, "light_guns_each": 8, "tubes_each": 2,
    "hull_tons": 2500, "hull_more": 1, "foundering_from": "Squall", "foundering_zones": 2, "gale_each_turn": True,
    "hull_share_that_slows": 0.5, "fuel_zones": 8, "zones_a_round": 1, "fueling_fills": True, "repaired_once": True,
    "fast_from": "2", "fields_a_load": 1, "hunters_round": "down", "turns_shown_ahead": 4, "attacks_reveal": True,
    "fire_is_simultaneous": True, "half_strength_rounds": "down", "near_hexes": 1, "long_hexes": 4,
    "torpedoes_once_a_combat": False, "guns_fire_together": True, "plunging_hexes": 3, "light_armour_on_criticals": False,
    "speed_needs_hull": True, "explosion_type": "BC", "explosion_nation": "Britain", "plotted_ahead": 2, "germans_with_any": True,
    "germans_in_initiative": False, "divided_orders": "copied", "orders_after_combat": "fleets that fought",
    "known_lasts": "the turn", "fleets_on_the_map": "all but raiders", "carriers_launch": "by order",
    "several_hunters": "a 5 counts before a 6", "rearming_fills": True, "held_fire_is_first": True,
    "tow_carries_the_towed": True, "airships_are_no_ships": True, "repaired_ship_rolls_again": False, "pursuit_by_speed": False,
}  # fmt: skip
