"""Small battles for the tests of the player aid, each in a line of Python, with typed dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fleetbook import testing
from fleetbook.core.battle.events import Marked
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.gwas import RULESET
from fleetbook.rules.gwas.ground.ship import GwasShip

CENTRAL, ALLIED = "Central Powers", "Allies"
NONE: tuple[str, ...] = ()
"""No modifiers, whatever the battle would fill in."""

Line = tuple[str, str, dict[str, Any]]


def armoured(grade: str = "heavy") -> dict[str, str]:
    """Armour of one grade on guns and hull."""
    return {"primary": grade, "secondary": grade, "tertiary": grade, "hull": grade}


def ship(name: str, fleet: str = "", **card: Any) -> Line:
    """A Turkish or Russian battleship, unless the card says otherwise: speed 1, boxes 6-3-2-1, hull 10, heavy armour."""
    plain = {
        "name": f"class of {name}", "type": "B", "nation": "Russia", "source": "a test", "speed": "1",
        "primary": 6, "secondary": 3, "tertiary": 2, "torpedo": 1, "hull": 10, "armour": armoured(),
    }  # fmt: skip
    return name, fleet, {**plain, **card}


def house(**changes: Any) -> HouseRules:
    """House rules: readings by their names, ``modifiers`` (by list) and ``tables`` (rows by table)."""
    tables = {name: {"cells": rows} for name, rows in changes.pop("tables", {}).items()}
    modifiers = changes.pop("modifiers", {})
    readings = {name: {"value": value, "reason": "a test"} for name, value in changes.items()}
    raw = {"ruleset": "gwas", "title": "a house rule", "table": tables, "reading": readings, "modifiers": modifiers}
    return msgspec.convert(raw, HouseRules)


def drawn_up(
    central: Sequence[Line], allied: Sequence[Line], fleets: Mapping[str, Mapping[str, Any]], *rules: HouseRules, **words: str
) -> Setup:
    """A setup. Ships without a fleet are of ``central fleet`` or ``allied fleet``; ``words`` are conditions and options."""
    lines = [(CENTRAL, *line) for line in central] + [(ALLIED, *line) for line in allied]
    usual = {CENTRAL: "central fleet", ALLIED: "allied fleet"}
    ships = tuple(ShipEntry(name, side, card, fleet or usual[side]) for side, name, fleet, card in lines)
    sides = {entry.squadron: entry.side for entry in ships}
    listed = tuple(Squadron(name, side, dict(fleets.get(name, {}))) for name, side in sides.items())
    options: dict[str, str | int | float | bool] = {"begins": words.pop("begins")} if "begins" in words else {}
    return Setup("gwas", "1", "a test", (CENTRAL, ALLIED), ships, listed, conditions=dict(words), options=options, house=rules)


class Game(testing.Game[GwasShip]):
    """A battle of the Central Powers against the Allies. The weather stays, and the Central Powers have the initiative, unless a
    test types other dice.
    """

    ruleset: Any = RULESET

    def __init__(
        self,
        central: Sequence[Line],
        allied: Sequence[Line],
        *rules: HouseRules,
        fleets: Mapping[str, Mapping[str, Any]] | None = None,
        **words: str,
    ) -> None:
        setup = drawn_up(central, allied, fleets or {}, *rules, **words)
        super().__init__(self.ruleset, setup, "a test of the player aid")

    def usual_dice(self, phase: str) -> Sequence[int]:
        if phase == "weather" and self.fact("", "settled", "weather") != self.battle.turn:
            return (4,)
        settled = self.fact("", "initiative side") or self.fact("", "attacks a port")
        return (1,) if phase == "initiative" and not settled else ()


def duel(*rules: HouseRules, shooter: Mapping[str, Any] | None = None, phase: str = "gunfire-1", **target: Any) -> Game:
    """``Shooter`` of the Central Powers and ``Target`` of the Allies in combat by clear day, at the first gunfire.

    Conditions and ``fleets`` may be given among what the target is. No modifier holds at 2 hexes unless a test makes it so.
    """
    words = {name: target.pop(name) for name in ("weather", "light", "year", "theatre") if name in target}
    fleets = target.pop("fleets", None)
    central, allied = ship("Shooter", **{"nation": "Turkey", **(shooter or {})}), ship("Target", **target)
    return Game([central], [allied], *rules, fleets=fleets, begins="tactical combat", **words).go(phase)


def fire(game: Game, *dice: int, hexes: int = 2, guns: str = "primary", **inputs: Any) -> Record:
    """The shooter fires at the target at 2 hexes with its primary guns unless the order says otherwise."""
    return game.give("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": hexes, "weapons": guns, **inputs})


def would_fire(game: Game, *dice: int, hexes: int = 2, guns: str = "primary", **inputs: Any) -> Record:
    """A record of the shooter's fire that is not kept."""
    return game.propose("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": hexes, "weapons": guns, **inputs})


def struck(record: Record, name: str = "Target") -> dict[str, int]:
    """Boxes of a ship struck by an order, by track."""
    found: dict[str, int] = {}
    for event in record.events:
        if isinstance(event, Marked) and event.ship == name:
            found[event.track] = found.get(event.track, 0) + event.before - event.after
    return found
