"""Guns, ships and orders for the tests of gunfire and of what hits do."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.events import Noted, Rolled, Scored
from fleetbook.core.battle.record import Record
from tests.rules.fgdn.scene import Game, Line, ship

NONE: tuple[str, ...] = ()
"""No modifiers, whatever the battle would fill in."""


def gun(name: str = "13.5-inch", **more: Any) -> dict[str, Any]:
    """The gun of HMS Tiger, as far as the text gives it: 343 mm, 34 points, penetrating 26 cm at Long range."""
    plain = {
        "name": name, "mm": 343, "yards": [6000, 12000, 18000, 24000], "penetration": [45, 35, 26, 18],
        "damage": [34, 34, 34, 34], "he_damage": 40,
    }  # fmt: skip
    return {**plain, **more}


def mount(name: str, battery: str = "main", gun_name: str = "13.5-inch", barrels: int = 2, **more: Any) -> dict[str, Any]:
    """A mount that bears everywhere."""
    casemate = {"casemate": "starboard"} if battery == "casemate" else {}
    return {"name": name, "battery": battery, "gun": gun_name, "barrels": barrels, "arc": "FAPS", **casemate, **more}


def tiger(**card: Any) -> Line:
    """HMS Tiger by the figures of the text: 501 points, 18/6, 28 knots, eight guns in four turrets."""
    plain = {"nation": "Great Britain", "year": 1914, "points": 501, "knots": 28, "belt": 18, "deck": 6, "guns": [gun()]}
    return ship("Tiger", **{**plain, "mounts": [mount(name) for name in "ABQX"], "main_directors": 1, **card})


def moltke(**card: Any) -> Line:
    """SMS Moltke with the belt that the text gives her."""
    plain = {
        "nation": "Germany",
        "year": 1911,
        "points": 435,
        "knots": 28,
        "belt": 21,
        "deck": 5,
        "guns": [gun("11-inch", mm=280)],
    }
    turrets = [mount(name, gun_name="11-inch") for name in "ABCDE"]
    return ship("Moltke", **{**plain, "mounts": turrets, "main_directors": 1, **card})


def duel(red: Line | None = None, blue: Line | None = None, **settings: Any) -> Game:
    """Tiger and Moltke, or others, in their first Planned Fire Phase."""
    return Game(red or tiger(), blue=[blue or moltke()], **settings).go("planned-fire")


def fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """Tiger's main battery fires at Moltke at Long range unless it says otherwise."""
    return game.give("fire", *dice, **{"firer": "Tiger", "target": "Moltke", "range": 15000, "battery": "main", **inputs})


def known(game: Game, **inputs: Any) -> set[str]:
    """The modifiers that the battle fills in for Tiger's fire."""
    given = {"firer": "Tiger", "target": "Moltke", "range": 15000, "battery": "main", **inputs}
    return set(game.draft("fire", **given).values["modifiers"])


def notes(record: Record) -> str:
    """What an order notes."""
    return " · ".join(event.text for event in record.events if isinstance(event, Noted))


def scored(record: Record, name: str) -> int:
    """What an order counted under a name."""
    return sum(int(event.value) for event in record.events if isinstance(event, Scored) and event.name == name)


def rolled(record: Record) -> list[Rolled]:
    """An order's throws."""
    return [event for event in record.events if isinstance(event, Rolled)]


def labels(record: Record) -> list[str]:
    """What an order's dice were thrown for."""
    return [event.label for event in record.events if isinstance(event, Rolled)]


def batch(game: Game, name: str, points: int, *dice: int, **inputs: Any) -> Record:
    """Damage on a ship, worked out at once with these dice."""
    plain: dict[str, Any] = {
        "column": "major", "penetrated": True, "casemate": True, "mm": 0, "automatic": (), "keel": (), "stern": False,
        "shells": "", "causes": [["a test", ""]],
    }  # fmt: skip
    return game.give("damage-taken", *dice, **{"ship": name, "points": points, **plain, **inputs})


def critical(game: Game, name: str, nature: str, *dice: int, choices: Any = (), **inputs: Any) -> Record:
    """One critical hit of this nature on a ship; thrown for where it has none."""
    plain: dict[str, Any] = {"column": "major", "penetrated": True, "casemate": True, "mm": 0}
    return game.give("critical", *dice, choices=choices, **{"ship": name, "nature": nature, **plain, **inputs})
