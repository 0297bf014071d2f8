"""The figures of the A&A sheet, typed from the sheet itself and from the readings; nothing here is read from the rules."""

from __future__ import annotations

CLASSES = {  # calibres in inches
    "A": (2.9, 4.0),
    "B": (4.1, 5.3),
    "C": (5.4, 6.4),
    "D": (6.5, 8.9),
    "E": (9.0, 10.0),
    "F": (10.1, 11.8),
    "G": (11.9, 12.0),
    "H": (12.1, 15.0),
    "I": (15.1, 21.0),
}

GUNS = {  # outer edge of each band in cm and its damage: short, medium 1, medium 2, long
    "I": ((10, "n/a"), (40, "3d10"), (60, "d20"), (100, "d12")),
    "H": ((10, "n/a"), (60, "d20"), (80, "d12"), (120, "d10")),
    "G": ((10, "n/a"), (50, "d20"), (70, "d12"), (100, "d10")),
    "F": ((10, "n/a"), (50, "d12"), (70, "d10"), (100, "d8")),
    "E": ((40, "d12"), (50, "d10"), None, (70, "d8")),
    "D": ((30, "d10"), (50, "d8"), None, (70, "d6")),
    "C": ((30, "d8"), None, None, (60, "d6")),
    "B": ((30, "d6"), None, None, (50, "d4")),
    "A": ((20, "d6"), None, None, (40, "d4")),
}
BANDS = ("short", "medium 1", "medium 2", "long")

GUNNERY = {
    "target slow": 1,
    "firer slow or stationary": 1,
    "short range": 1,
    "Superior crew": 1,
    "target stopped": 2,
    "target fast": -1,
    "Inferior crew": -1,
    "target DD or TB": -1,
    "long range": -1,
    "splash marker": -1,
    "firer DD or TB in Fresh to Strong": -1,
    "any other firer in Gale": -1,
    "firer DD or TB in Gale": -2,
    "night": -2,
}

TORPEDO = {
    "target slow": 1,
    "firer slow or stationary": 1,
    "Superior crew": 1,
    "target stopped": 2,
    "target fast": -1,
    "target DD or TB": -1,
    "part of the firer outside the target's P or S arcs": -1,
    "Fresh to Strong": -1,
    "Inferior crew": -1,
    "Gale": -2,
    "night": -2,
}

MINE = {"ship slow": -1, "DD or TB": -1, "Superior crew": -1, "ship stopped": -2, "Inferior crew": 1, "ship fast": 2}

INITIATIVE = {
    "squadron with Superior crews": 2,
    "squadron with standard crews": 1,
    "squadron with Inferior crews": 0,
    "squadron with a ship out of command": -1,
    "squadron of 7 or more": -1,
    "squadron without a flagship": -2,
}

SINKING = {"Calm to Moderate": 1, "Gale": -1, "Storm": -2, "for a critical hit": -2}
REPAIR = {"Superior crew": 1, "Inferior crew": -1}
MORALE = {"Superior crews": 1, "Inferior crews": -1, "no flagship": -2}
SPOTTING = {"day, Calm to Moderate": 2, "night": -2, "target fast, firing or making smoke": 1}

LOCATION = {  # last face of hull, main, secondary
    "B": (6, 7, 10),
    "CB": (6, 7, 10),
    "ACL": (5, 7, 10),
    "TSL": (5, 7, 10),
    "AC": (5, 7, 10),
    "C": (5, 7, 10),
    "TS": (5, 7, 10),
    "CL": (5, 7, 10),
    "DD": (6, 8, 10),
    "GB": (5, 8, 10),
    "TB": (7, 8, 10),
}

ARMOUR = {  # hull, main, secondary
    "B": (8, 9, 5),
    "CB": (7, 8, 5),
    "ACL": (5, 7, 4),
    "TSL": (5, 6, 4),
    "AC": (5, 6, 3),
    "C": (4, 5, 2),
    "TS": (3, 4, 2),
    "CL": (3, 4, 2),
    "DD": (1, 1, 0),
    "GB": (1, 1, 0),
    "TB": (0, 1, 0),
}

GUN_CRITICALS = {  # last face of none, rudder, engine, bridge, fire, catastrophe
    "B, CB": (13, 14, 16, 17, 18, 20),
    "other": (10, 11, 14, 15, 17, 20),
    "DD, TB": (7, 8, 12, 13, 16, 20),
}
UNDERWATER_CRITICALS = {  # last face of none, rudder, engine, flood, catastrophe
    "B, CB": (13, 15, 16, 18, 20),
    "other": (10, 12, 14, 17, 20),
    "DD, TB": (7, 9, 12, 16, 20),
}
GUN_RESULTS = ("no effect", "rudder disabled", "engine room hit", "bridge hit", "fire", "catastrophic explosion")
UNDERWATER_RESULTS = ("no effect", "rudder disabled", "engine room hit", "flood", "catastrophic flooding")

CALLED = {type_: ("B, CB" if type_ in ("B", "CB") else "DD, TB" if type_ in ("DD", "TB") else "other") for type_ in ARMOUR}
