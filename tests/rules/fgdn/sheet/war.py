"""Ships and their facts, the dice of an order, and what every chapter asks of a ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.rules.fgdn.sheet import figures

Facts = dict[tuple[str, str, str], Any]
PLAIN: dict[str, Any] = {
    "kind": "warship", "cargo_craft": False, "pre_dreadnought": False, "rebuilt": 0, "points": 0, "deceleration": 8, "belt": 0,
    "deck": 0, "underwater": 0, "armoured_deck": False, "guns": [], "mounts": [], "weapons": [], "holds": [],
    "main_directors": 0, "secondary_directors": 0, "casemate_directors": 0, "rangefinder": 0, "coincidence": False,
    "searchlights_forward": 0, "searchlights_after": 0, "sonar": False, "wireless": 1, "captains": 1, "aircraft": 0,
    "ordnance": 0, "fuel": "coal", "crew": 0, "tug": False, "port_engines": 0, "starboard_engines": 0, "cells": 0, "climb": 0,
    "helium": False,
}  # fmt: skip
"""What a card says that does not say it."""
WEAPON: dict[str, Any] = {"warheads": 0, "warhead": 0, "strength": 0, "mm": 0.0, "submerged": False}


class Ship:
    """A ship: her card, and her facts as the war keeps them."""

    def __init__(self, war: War, name: str, side: str, card: Mapping[str, Any]) -> None:
        self.war, self.name, self.side = war, name, side
        self.card = {**PLAIN, **card}
        self.card["weapons"] = [{**WEAPON, **weapon} for weapon in self.card["weapons"]]
        self.kind, self.size, self.points = self.card["kind"], self.card["size"], self.card["points"]
        self.small, self.airship, self.submarine = self.size in "EFG", self.kind == "airship", self.kind == "submarine"

    def get(self, fact: str, other: object = "") -> Any:
        """A fact, or None."""
        return self.war.facts.get((self.name, fact, str(other)))

    def put(self, fact: str, value: Any, other: object = "") -> None:
        """Set a fact; nothing is kept of none, no and nothing said."""
        key = (self.name, fact, str(other))
        if value is None or value is False or value in ("", ()):
            self.war.facts.pop(key, None)
        else:
            self.war.facts[key] = value

    def count(self, fact: str, other: object = "") -> int:
        """A fact that is a number, 0 where nothing is kept."""
        return int(self.get(fact, other) or 0)

    def add(self, fact: str, amount: int = 1, other: object = "") -> None:
        """Add to a number; nothing is kept of a 0."""
        self.put(fact, self.count(fact, other) + amount or None, other)

    def mark(self, fact: str, other: object = "") -> None:
        """It is so this turn."""
        self.put(fact, self.war.turn, other)

    def marked(self, fact: str, other: object = "") -> bool:
        """Whether it is so this turn."""
        return bool(self.get(fact, other) == self.war.turn)

    def append(self, fact: str, entry: tuple[Any, ...]) -> None:
        """Add to the end of a list."""
        self.put(fact, (*(self.get(fact) or ()), entry))

    @property
    def afloat(self) -> bool:
        """Whether she is there."""
        return not self.get("fate")

    def fit(self) -> bool:
        """Whether she is there and not going down."""
        return self.afloat and self.get("sinks at") is None

    @property
    def left(self) -> int:
        """Damage points left; those of small craft stay (8.1)."""
        return int(self.points) if self.small or self.airship else self.count("points")

    @property
    def taken(self) -> int:
        """Damage points lost."""
        return int(self.points - self.left)

    @property
    def out_of_batteries(self) -> bool:
        """A quarter left or less (8.1.10)."""
        return not (self.small or self.airship) and self.left * 4 <= self.points

    @property
    def silent(self) -> bool:
        """A tenth left or less."""
        return not (self.small or self.airship) and self.left * 10 <= self.points

    @property
    def depth(self) -> str:
        """Her depth band."""
        return str(self.get("depth") or "surfaced")

    def under(self) -> bool:
        """Whether she is under water."""
        return self.depth != "surfaced"

    def dive(self, depth: str) -> None:
        """She goes to a depth band."""
        self.put("depth", None if depth == "surfaced" else depth)

    def deeper(self, than: str) -> bool:
        """Whether she is below a band."""
        return figures.DEPTHS.index(self.depth) > figures.DEPTHS.index(than)

    @property
    def jammed(self) -> str:
        """Where her rudder is jammed."""
        return str(self.get("rudder") or "").replace("jammed ", "")

    @property
    def armoured(self) -> bool:
        """Whether she has any armour."""
        return bool(self.card["belt"] or self.card["deck"])

    @property
    def planes(self) -> int:
        """Aircraft left."""
        return int(self.card["aircraft"]) - self.count("aircraft lost")

    @property
    def crew_lost(self) -> int:
        """Crew factors lost by a boat."""
        return 6 - self.count("crew") if self.small else 0

    def gun(self, mount: Mapping[str, Any]) -> dict[str, Any]:
        """The gun of a mount."""
        return next(dict(gun) for gun in self.card["guns"] if gun["name"] == mount["gun"])

    def battery(self, *names: str) -> list[dict[str, Any]]:
        """The mounts of a battery."""
        return [mount for mount in self.card["mounts"] if mount["battery"] in names]

    def carried(self, weapon: Mapping[str, Any]) -> int:
        """Torpedoes or charges left."""
        return max(int(weapon["warheads"]) - self.count("fired off", weapon["name"]), 0)

    # -- fire and flooding as levels (8.2)

    def percent(self, kind: str) -> int:
        """All of a kind together."""
        return sum(one[0] for one in self.get(kind) or ())

    def tops(self) -> tuple[int, ...]:
        """The highest per cent of Minor, Major and Severe."""
        line = figures.TOPS["A" if self.size in "AB" else "C" if self.size in "CD" else "E"]
        built = self.card["rebuilt"] or self.card["year"]
        age = next(change for last, change in figures.AGES if built <= last)
        return tuple(top + age for top in line)

    def level_of(self, percent: int) -> int:
        """0 none, 1 Minor, 2 Major, 3 Severe, 4 Overwhelmed."""
        return 0 if percent <= 0 else 1 + sum(percent > top for top in self.tops())

    def level(self, kind: str) -> int:
        """By the sum of a kind on its own (F56)."""
        return self.level_of(self.percent(kind))

    # -- speed (8.1.1)

    @property
    def best(self) -> int:
        """The most that she can make."""
        if not self.fit() or self.get("beached") or self.get("no propulsion"):
            return 0
        if self.airship:
            return self._airship_best()
        level = self.count("engineering")
        if self.small:
            level += {"E": 6, "F": 5, "G": 4}[self.size] - self.count("flotation")
        else:
            level += sum(self.taken >= figures.half_up(self.points * share, 100) for share in (25, 50, 75, 90))
        knots = int(self.card["knots"])
        limits = [figures.half_up(knots * (100, 75, 50, 25, 0)[min(level, 4)], 100)]
        limits += [knots // 3] * bool(self.get("rudder disabled")) + [15] * (self.level("flooding") >= 2)
        return min(limits)

    def _airship_best(self) -> int:
        if self.count("fuel lost") >= 4:
            return 0
        fitted = [self.card["port_engines"], self.card["starboard_engines"]]
        left = [all_of - self.count("engines lost", side) for all_of, side in zip(fitted, ("port", "starboard"), strict=True)]
        knots = int(self.card["knots"]) * sum(left) // sum(fitted)
        bare = any(all_of and not some for all_of, some in zip(fitted, left, strict=True))
        return int(knots // 2 if bare or self.get("control lost", "rudder") else knots)


class War:
    """A battle as the sheet has it: facts by subject, name and the other that each concerns."""

    def __init__(
        self, ships: Sequence[tuple[str, str, Mapping[str, Any]]], said: Mapping[str, Any], options: Mapping[str, Any], date: str
    ) -> None:
        self.date, self.options = date, {name for name, value in options.items() if value == "yes"}
        self.facts: Facts = {("", name, ""): value for name, value in {**said, **options}.items()}
        self.facts |= {("", "turn", ""): 1, ("", "phase", ""): "plotting"}
        self.ships = {name: Ship(self, name, side, card) for name, side, card in ships}
        self.faces: list[tuple[int, int]] = []
        self.choices: list[str] = []
        for ship in self.ships.values():
            self._begin(ship)

    def _begin(self, ship: Ship) -> None:
        ship.put("speed", int(ship.card["knots"] * 3 / 4) or None)
        if ship.airship:
            ship.put("cells", ship.card["cells"])
        elif ship.small:
            ship.put("flotation", {"E": 6, "F": 5, "G": 4}[ship.size])
            ship.put("crew", 6)
        else:
            ship.put("points", ship.points)

    # -- time

    @property
    def turn(self) -> int:
        """The turn's number."""
        return int(self.facts["", "turn", ""])

    @property
    def phase(self) -> str:
        """The phase."""
        return str(self.facts["", "phase", ""])

    @property
    def minutes(self) -> int:
        """Minutes since midnight."""
        start = self.facts["", "start", ""]
        return int(start[:2]) * 60 + int(start[2:]) + 3 * (self.turn - 1)

    @property
    def intermediate(self) -> bool:
        """On the hour and the half hour (F14)."""
        return self.minutes % 30 < 3

    @property
    def sea(self) -> int:
        """The sea state."""
        return int(self.facts["", "sea", ""])

    def fit_ships(self) -> list[Ship]:
        """Those that are there and not going down."""
        return [ship for ship in self.ships.values() if ship.fit()]

    # -- dice

    def die(self, sides: int) -> int:
        """The next die of the order, which must be of this kind."""
        thrown, face = self.faces.pop(0)
        assert thrown == sides, f"a D{thrown} where the sheet has a D{sides}"
        return face

    def dice(self, number: int, sides: int) -> int:
        """Several dice together."""
        return sum(self.die(sides) for _ in range(number))

    def percent(self, chance: int) -> bool:
        """A D100 at or under a chance; none and certainty need no die."""
        return chance >= 100 or (chance > 0 and self.die(100) <= chance)

    def ten(self, score: int) -> bool:
        """A D10 at or under a score."""
        return score > 0 and self.die(10) <= score

    def pick(self, things: Sequence[Any]) -> Any:
        """One of several, by a die with as many faces; one alone needs none."""
        return things[0] if len(things) == 1 else things[self.die(len(things)) - 1]

    def put(self, fact: str, value: Any, other: object = "") -> None:
        """Set a fact of the battle."""
        key = ("", fact, str(other))
        if value is None or value == "":
            self.facts.pop(key, None)
        else:
            self.facts[key] = value

    def get(self, fact: str, other: object = "") -> Any:
        """A fact of the battle."""
        return self.facts.get(("", fact, str(other)))

    def each(self, fact: str) -> Iterator[tuple[str, Any]]:
        """The others and values of a fact of the battle, in no order."""
        yield from ((other, value) for (subject, name, other), value in list(self.facts.items()) if not subject and name == fact)
