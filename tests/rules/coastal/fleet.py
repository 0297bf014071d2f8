"""Small battles for the tests of the coastal rules: ships drawn up in a line of Python, orders with the dice typed in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from fleetbook import testing
from fleetbook.core.battle.events import Rolled, Scored
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.coastal import RULESET
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.testing import results

RED, BLUE = "Red", "Blue"
"""Red is the attacker, the sheet's 1st player; Blue fires first."""

SIZES = ("boat", "small", "trawler", "corvette", "destroyer", "larger")
ENTRY = {"bridge": {"kind": "bridge"}, "engines": {"kind": "engines"}}


def gun(name: str, weapon: str = "single 20 mm", arc: str = "all-round", guns: int = 1, calibre: float = 0.0) -> dict[str, Any]:
    """A mount."""
    return {"kind": "mount", "name": name, "weapon": weapon, "arc": arc, "guns": guns, "calibre": calibre}


def tubes(name: str = "tubes", number: int = 2, torpedoes: int = 0) -> dict[str, Any]:
    """Torpedo tubes with a torpedo in each, or more to follow."""
    return {"kind": "torpedoes", "name": name, "tubes": number, "torpedoes": torpedoes or number}


def gear(kind: str) -> dict[str, Any]:
    """Radar, a searchlight or the like, under its own name."""
    return {"kind": kind, "name": kind}


def ship(name: str, *systems: dict[str, Any], size: str = "boat", **more: Any) -> tuple[str, dict[str, Any]]:
    """A ship: bridge and engines, then these systems in their order; with ``bare`` these systems and no others.

    Speed is 12 cm and the hull has 20 boxes unless it says otherwise; a boat is an E-boat.
    """
    listed = list(systems) if more.pop("bare", False) else [*ENTRY.values(), *systems]
    kind = "E-boat" if size == "boat" else size
    card = {"name": f"class of {name}", "kind": kind, "size": size, "tons": 100.0, "speed": 12, "hull": 20, "source": "a test"}
    return name, {**card, "systems": listed, **more}


def house(**changes: Any) -> HouseRules:
    """House rules: ``readings``, ``modifiers`` (by list) and ``tables`` (rows by table) that are changed."""
    return testing.house_rules("coastal", **changes)


def reading(**values: Any) -> HouseRules:
    """House rules that change readings."""
    return house(readings=values)


Line = tuple[str, dict[str, Any]]

NONE: tuple[str, ...] = ()
"""No modifiers, whatever the battle would fill in."""


class Game(testing.Game[CoastalShip]):
    """A battle of Red against Blue."""

    def __init__(self, red: Sequence[Line], blue: Sequence[Line], *rules: HouseRules, **conditions: str) -> None:
        ships = [ShipEntry(name, RED, card) for name, card in red] + [ShipEntry(name, BLUE, card) for name, card in blue]
        setup = Setup("coastal", "1", "a test", (RED, BLUE), tuple(ships), conditions=dict(conditions), house=rules)
        super().__init__(RULESET, setup, "a test of the coastal rules")

    def boxes(self, ship: str) -> tuple[int, int, int]:
        """Boxes left on hull, bridge and engines."""
        at = self[ship]
        return at.left("hull"), at.left("bridge"), at.left("engines")

    def state(self, ship: str, system: str) -> str:
        """The state of a system."""
        return self[ship].state(self[ship].system(system))


def duel(*mounts: dict[str, Any], rules: Sequence[HouseRules] = (), shooter: dict[str, Any] | None = None, **target: Any) -> Game:
    """Blue's ``Shooter`` with these mounts against Red's ``Target``, in daylight, in Blue's firing step.

    Unless it says otherwise the shooter is a corvette at 5 cm and the target a corvette at 5 cm: no shooting variable holds.
    """
    hunter = ship("Shooter", *mounts, **{"size": "corvette", "speed": 10, **(shooter or {})})
    hunted = ship("Target", **{"size": "corvette", "speed": 10, "hull": 200, **target})
    return Game([hunted], [hunter], *rules, light="day").go("fire-1")


def fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """The shooter fires at the target at 10 cm unless the order says otherwise."""
    return game.give("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": 10, **inputs})


def would_fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """What the shooter's fire would make; the battle stays as it is."""
    return game.propose("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": 10, **inputs})


def hits(number: int, calibre: float = 0.0, rules: Sequence[HouseRules] = (), **target: Any) -> Game:
    """The target has been hit this many times (1 to 5) by one gun, and its damage step has come.

    Its systems are bridge, engines and the mounts a, b, c unless it says otherwise: the faces 1 to 5 of the die that draws one.
    """
    listed = [*ENTRY.values(), gun("a"), gun("b"), gun("c")]
    mount = gun("gun", "single gun", guns=7, calibre=calibre) if calibre else gun("gun", guns=14)
    game = duel(mount, rules=rules, shooter={"size": "larger"}, **{"systems": listed, "hull": 60, **target})
    die, variables = (number + 2, NONE) if number < 5 else (6, ("stationary",))
    fire(game, die, range=30, modifiers=variables)
    assert len(game["Target"].held) == number
    return game.go("damage-1")


def result(record: Record) -> str:
    """What the one throw of an order came to."""
    (only,) = results(record)
    return only


def volleys(record: Record) -> dict[str, Rolled]:
    """The shooting dice of an order by the battery that each was thrown for."""
    found: dict[str, Rolled] = {}
    for throw, event in pairwise(record.events):
        if isinstance(throw, Rolled) and throw.table == "gunfire" and isinstance(event, Scored):
            found[event.name] = throw
    return found


def torpedoed(game: Game, *dice: int, **inputs: Any) -> Record:
    """A torpedo of Red meets Blue's ``Target``."""
    return game.give("torpedo", *dice, **{"target": "Target", **inputs})


def attack(*, rules: Sequence[HouseRules] = (), attacker: dict[str, Any] | None = None, number: int = 1, **target: Any) -> Game:
    """Red's ``Boat`` has launched torpedoes at Blue's ``Target``, a ship at 5 cm, in Red's moving step."""
    boat = ship("Boat", tubes("tubes", 4), gun("gun"), **(attacker or {}))
    hunted = ship("Target", gun("deck gun"), **{"size": "larger", "speed": 10, "hull": 60, **target})
    game = Game([boat], [hunted], *rules, light="day").go("move-1")
    game.give("launch", ship="Boat", target="Target", range=40, number=number)
    return game


def night(watch: Line | None = None, target: Line | None = None, *rules: Any, **conditions: str) -> Game:
    """Blue's ``Watch``, lying still, looks for Red's ``Target``, a boat that lies still: no modifier holds beyond 12 cm."""
    game = Game([target or ship("Target", gun("gun"))], [watch or ship("Watch", gun("gun"))], *rules, **conditions)
    game.put("Target", "speed", "0")
    game.put("Watch", "speed", "0")
    return game.go("fire-1")


def look(game: Game, *dice: int, **inputs: Any) -> Record:
    """The watch looks for the target, at 50 cm unless the order says otherwise."""
    return game.give("observe", *dice, **{"observer": "Watch", "target": "Target", "range": 50, **inputs})


def known(game: Game, **inputs: Any) -> set[str]:
    """The modifiers of observation that the battle fills in for the watch."""
    return game.modifiers("observe", **{"observer": "Watch", "target": "Target", "range": 50, **inputs})


def seen(game: Game) -> bool:
    """Whether Blue has seen the target this turn."""
    return game["Target"].this_turn("seen", "Blue")
