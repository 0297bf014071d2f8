"""Small battles for the tests of the A&A sheet: squadrons drawn up in a line of Python, orders with the dice typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fleetbook import testing
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.testing import struck

RED, BLUE = "Red", "Blue"
"""Red wins the initiative unless a test types other dice: it moves, spots and shoots first."""

TYPES = ("B", "CB", "ACL", "TSL", "AC", "C", "TS", "CL", "DD", "GB", "TB")
WEATHERS = ("Calm to Moderate", "Fresh to Strong", "Gale", "Storm")
NONE: tuple[str, ...] = ()
"""No modifiers, whatever the battle would fill in."""

Line = tuple[str, str, dict[str, Any]]


def gun(name: str = "gun", calibre: float = 12.0, guns: int = 1, arc: str = "FAPS", **more: Any) -> dict[str, Any]:
    """A main mount or a secondary battery; one 12-inch gun, class G, that bears everywhere unless it says otherwise."""
    return {"name": name, "guns": guns, "calibre": calibre, "arc": arc, **more}


def tubes(name: str = "tubes", number: int = 1, arc: str = "PS", **more: Any) -> dict[str, Any]:
    """Torpedo tubes that bear to both sides unless they say otherwise."""
    return {"name": name, "tubes": number, "arc": arc, **more}


def ship(name: str, squadron: str = "", **card: Any) -> Line:
    """A battleship of 18 knots and 100 hull boxes with one 12-inch gun, unless it says otherwise."""
    plain = {"name": f"class of {name}", "type": "B", "tons": 15000.0, "knots": 18, "hull": 100, "source": "a test"}
    return name, squadron, {**plain, "main": [gun()], **card}


def house(tables: Mapping[str, Any] | None = None, modifiers: Mapping[str, Any] | None = None, **readings: Any) -> HouseRules:
    """House rules: readings by their names, ``modifiers`` (by list) and ``tables`` (rows by table)."""
    return testing.house_rules("aanda", readings, tables, modifiers)


def drawn_up(
    red: Sequence[Line], blue: Sequence[Line], squadrons: Mapping[str, Mapping[str, Any]], *rules: HouseRules, **conditions: str
) -> Setup:
    """A setup. Ships without a squadron are of one named like their side in small letters; a dummy's name begins so."""
    lines = [(RED, *line) for line in red] + [(BLUE, *line) for line in blue]
    ships = tuple(ShipEntry(name, side, card, squadron or side.lower()) for side, name, squadron, card in lines)
    sides = {entry.squadron: entry.side for entry in ships}
    sides |= {name: RED if name.startswith("red") else BLUE for name in squadrons if name not in sides}
    listed = tuple(Squadron(name, side, dict(squadrons.get(name, {}))) for name, side in sides.items())
    return Setup("aanda", "1", "a test", (RED, BLUE), ships, listed, conditions=dict(conditions), house=rules)


class Game(testing.Game[AandaShip]):
    """A battle of Red against Blue. Red wins the initiative unless a test types other dice."""

    def __init__(
        self,
        red: Sequence[Line],
        blue: Sequence[Line],
        *rules: HouseRules,
        squadrons: Mapping[str, Mapping[str, Any]] | None = None,
        **conditions: str,
    ) -> None:
        super().__init__(RULESET, drawn_up(red, blue, squadrons or {}, *rules, **conditions), "a test of the A&A sheet")

    def _rolls(self, phase: str) -> bool:
        return phase == "initiative" and self.fact("", "initiative rolled") != self.battle.turn

    def usual_dice(self, phase: str) -> Sequence[int]:
        return (10, 1) if self._rolls(phase) else ()

    def usual_choices(self, phase: str) -> Sequence[str]:
        return (RED,) if self._rolls(phase) else ()


def duel(*rules: HouseRules, shooter: Mapping[str, Any] | None = None, crew: str = "standard", **target: Any) -> Game:
    """Red's ``Shooter`` and Blue's ``Target``, both steaming at 18 knots by day in a calm, in Red's firing step.

    No modifier holds unless a test makes it so. ``weather`` and ``light`` may be given among what the target is.
    """
    conditions = {name: target.pop(name) for name in ("weather", "light") if name in target}
    red, blue = ship("Shooter", **(shooter or {})), ship("Target", **target)
    return Game([red], [blue], *rules, squadrons={"red": {"crew": crew}}, **conditions).go("firing")


def fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """The shooter fires at the target at 60 cm (the 12-inch gun's medium 2: d12) unless the order says otherwise."""
    return game.give("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": 60, "bearing": "P", **inputs})


def would_fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """What the shooter's fire would make; the battle stays as it is."""
    return game.propose("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": 60, "bearing": "P", **inputs})


def known_to_fire(game: Game, **inputs: Any) -> set[str]:
    """The gunnery modifiers that the battle fills in for the shooter's fire."""
    return game.modifiers("fire", **{"firer": "Shooter", "target": "Target", "range": 60, "bearing": "P", **inputs})


def lost(record: Record, name: str = "Target") -> int:
    """Hull boxes that a ship lost by an order."""
    return sum(boxes for who, track, boxes in struck(record) if (who, track) == (name, "hull"))
