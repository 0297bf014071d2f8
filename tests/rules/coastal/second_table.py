"""The coastal sheet played a second time, whole turns of it: a plain table of facts, changed as the sheet says, die by die.

It shares no code with the rules and reads none of their files: figures are typed from the sheet and the readings. What it reads
of a battle are the ships' cards as a scenario states them, the inputs of an order and the faces that were thrown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

SIZES = ("boat", "small", "trawler", "corvette", "destroyer", "larger")
PHASES = ("repair-1", "move-1", "fire-1", "damage-1", "repair-2", "move-2", "fire-2", "damage-2")
CANNON = {"twin MG": (2, 1, 0), "single 20 mm": (2, 1, 1), "twin 20 mm": (4, 2, 1), "single 30-40 mm": (4, 2, 2),
          "twin 30-40 mm": (6, 3, 2), "6-12 pdr": (7, 3, 3)}  # fmt: skip
GUNS = {"3-inch or 2-3 pdr": (2, 1, 1), "single gun": (2, 2, 1), "directed gun": (1.5, 1, 0.5)}
SPOT = {"target_shows": -2, "sensors": -2, "target_moving": -1, "near": -1, "large_target": -1, "seen_before": -1, "naxos": -1,
        "observer_fast": 1, "screened": 1, "poor_weather": 1, "unaware": 2}  # fmt: skip
SHOOT = {"straddled": 2, "stationary": 1, "fast": -1, "small_target": -1, "unsteady": -2, "heavy_guns": -2}
TORPEDO = {"fast_target": -1, "end_on": -1, "stationary": 1, "submarine": 1, "merchant": 1}
CHART = {2: "-----S1", 4: "----S11", 6: "---SS11", 8: "--SS112", 10: "--S1123", 13: "-SS1234", 99: "-S12345"}
SMALL = ("miss", "miss", "under, runs on", "explodes near", "serious damage", "disabled", "disabled, sinks in D4 turns")
LARGE = ("miss", "miss", "explodes near", "serious damage", "disabled", "disabled, sinks in D6 turns", "breaks in two")
LATER = {"disabled, sinks in D4 turns": 4, "disabled, sinks in D6 turns": 6}

Facts = dict[tuple[str, str, str], Any]


def damage_points(calibre: float) -> int:
    """What one hit takes off the hull."""
    tenth = round(calibre, 1)
    printed = ((2.9, 1), (3.7, 6), (4.5, 8), (5.1, 10), (6.7, 12), (99, 20))
    return next(points for most, points in printed if tenth <= most) + max(floor((calibre - 8) * 4), 0)


class Table:
    """Ships, torpedoes and the battle, as a second referee keeps them."""

    def __init__(self, sides: Sequence[str], cards: Mapping[str, tuple[str, Mapping[str, Any]]], conditions: Mapping[str, Any]):
        self.sides, self.cards = tuple(sides), {name: card for name, (_, card) in cards.items()}
        self.side = {name: side for name, (side, _) in cards.items()}
        self.facts: Facts = {("", "turn", ""): 1, ("", "phase", ""): PHASES[0]}
        self.dice: list[tuple[int, int]] = []
        usual = {"light": "night", "weather": "clear", "sea": "calm", "aware": "both"}
        for name, word in {**usual, **conditions}.items():
            self.put("", name, word)
        unaware = {"both": (), "attacker": (1,), "defender": (0,), "neither": (0, 1)}[self.get("", "aware")]
        for place in unaware:
            self.put("", "unaware", True, self.sides[place])
        for name, card in self.cards.items():
            bridge = next((s["boxes"] for s in card["systems"] if s["kind"] == "bridge" and s.get("boxes")), 0)
            self.put(name, "bridge", bridge or (1, 1, 2, 2, 3, 3)[SIZES.index(card["size"])])
            self.put(name, "engines", 3)
            self.put(name, "hull", card.get("hull") or floor(2 * card["tons"] ** 0.4 + 0.5))
            self.put(name, "speed", self.full(name) // 2)
            for system in self.systems(name, "torpedoes"):
                self.put(name, "torpedoes", system["torpedoes"], self.label(system))

    # ------------------------------------------------------------ what is kept

    def get(self, of: str, name: str, other: str = "", absent: Any = None) -> Any:
        """A fact."""
        return self.facts.get((of, name, other), absent)

    def put(self, of: str, name: str, value: Any, other: str = "") -> None:
        """Keep a fact, or nothing of it."""
        self.facts.pop((of, name, other), None)
        if value is not None:
            self.facts[of, name, other] = value

    def die(self, faces: int) -> int:
        """The next die, which must be one of so many faces."""
        sides, face = self.dice.pop(0)
        assert sides == faces, f"a D{sides} was thrown for a D{faces}"
        return face

    @property
    def turn(self) -> int:
        """The turn."""
        return int(self.get("", "turn"))

    @property
    def acting(self) -> str:
        """Whose step it is: the 2nd player observes and fires in the 1st one's half of the turn."""
        return self.sides[(0, 0, 1, 0, 1, 1, 0, 1)[PHASES.index(self.get("", "phase"))]]

    def own(self) -> list[str]:
        """Ships of the side that acts that are on the table."""
        return [name for name in self.cards if self.side[name] == self.acting and self.afloat(name)]

    # ------------------------------------------------------------ a ship

    def systems(self, name: str, kind: str = "") -> list[Mapping[str, Any]]:
        """Those of a card, in its order."""
        return [system for system in self.cards[name]["systems"] if kind in ("", system["kind"])]

    @staticmethod
    def label(system: Mapping[str, Any]) -> str:
        """What it is called."""
        return str(system.get("name") or system["kind"])

    def system(self, name: str, label: str) -> Mapping[str, Any]:
        """One by its name."""
        return next(system for system in self.systems(name) if self.label(system) == label)

    def has(self, name: str, kind: str) -> bool:
        """Whether one of a kind works: a bridge with a box left, others sound."""
        return any(not self.get(name, "system", self.label(system)) for system in self.systems(name, kind))

    def afloat(self, name: str) -> bool:
        """Whether she is on the table."""
        return self.get(name, "fate") is None

    def full(self, name: str) -> int:
        """Her card's speed."""
        card = self.cards[name]
        return int(card.get("speed") or ceil(card["knots"] / 2.5))

    def fastest(self, name: str) -> int:
        """Thirds of it by the engine boxes left, rounded."""
        if self.get(name, "disabled") or not self.afloat(name):
            return 0
        return int(self.full(name) * self.get(name, "engines") / 3 + 0.5)

    def speed(self, name: str) -> int:
        """What she makes."""
        return min(int(self.get(name, "speed")), self.fastest(name))

    def smaller(self, name: str, than: str) -> bool:
        """By size."""
        return SIZES.index(self.cards[name]["size"]) < SIZES.index(than)

    def radar(self, name: str) -> bool:
        """On, and working."""
        return self.has(name, "radar") and not self.get(name, "radar off")

    # ------------------------------------------------------------ modifiers that a referee would count

    def observe_modifiers(self, order: Mapping[str, Any]) -> Iterator[str]:
        """To spot."""
        who, target, side = order["observer"], order["target"], self.side[order["observer"]]
        ship = target in self.cards
        pace = self.speed(target) if ship else 99
        shot = self.get(target, "fired")
        earlier = side == self.sides[1] and self.get("", "phase") == "fire-1"  # the target fires last in a turn
        if ship and (shot == self.turn - earlier or self.get(target, "lit") == self.turn):
            yield "target_shows"
        if self.radar(who) or (self.has(who, "hydrophones") and pace >= 3):
            yield "sensors"
        if pace > (4 if ship and self.cards[target]["kind"] == "E-boat" else 0):
            yield "target_moving"
        if order["range"] <= 12:
            yield "near"
        if ship and self.cards[target]["size"] != "boat":
            yield "large_target"
        if self.get(target, "seen", side):
            yield "seen_before"
        if ship and self.has(who, "naxos") and self.radar(target):
            yield "naxos"
        if 2 * self.speed(who) > self.full(who):
            yield "observer_fast"
        if self.get(who, "screened now", target) == self.turn or (ship and self.get(target, "smoke")):
            yield "screened"
        if self.get("", "weather") == "poor":
            yield "poor_weather"
        if self.get("", "unaware", side):
            yield "unaware"

    def fire_modifiers(self, order: Mapping[str, Any]) -> Iterator[str]:
        """Shooting variables."""
        firer, target, last = order["firer"], order["target"], self.turn - 1
        if last in (self.get(firer, "straddled", target), self.get(firer, "straddled before", target)):
            yield "straddled"
        if not self.speed(target):
            yield "stationary"
        if max(self.speed(firer), self.speed(target)) > 6:
            yield "fast"
        if self.smaller(target, "corvette"):
            yield "small_target"
        if self.get(firer, "turning") or (self.smaller(firer, "corvette") and self.get("", "sea") != "calm"):
            yield "unsteady"
        if self.smaller(firer, "larger") and any(self.system(firer, m).get("calibre", 0) > 5 for m in order["mounts"]):
            yield "heavy_guns"

    def torpedo_modifiers(self, order: Mapping[str, Any]) -> Iterator[str]:
        """Of a torpedo; its angle is measured."""
        target = order["target"]
        owner = self.cards[self.get(order["torpedo"], "fired by")]
        if self.speed(target) >= 12:
            yield "fast_target"
        if not self.speed(target):
            yield "stationary"
        if owner.get("submarine"):
            yield "submarine"
        if self.cards[target].get("merchant"):
            yield "merchant"

    # ------------------------------------------------------------ orders

    def give(self, order: str, inputs: Mapping[str, Any], faces: Sequence[tuple[int, int]]) -> None:
        """Do as ordered with these dice; all of them must be needed."""
        self.dice = list(faces)
        getattr(self, f"do_{order}")(
            **{"cm" if name == "range" else name: value for name, value in inputs.items() if name not in HIDDEN}
        )
        assert not self.dice, f"dice too many: {self.dice}"

    def measured(self, one: str, other: str, cm: int) -> None:
        """A range is kept of the two."""
        first, second = sorted((one, other))
        self.put(first, "range", cm, second)

    def do_observe(self, observer: str, target: str, cm: int, modifiers: Sequence[str]) -> None:
        self.put(observer, "looked", self.turn, target)
        self.measured(observer, target, cm)
        by_ship = "screened" in modifiers and not self.get(target, "smoke")
        self.put(observer, "screened now", self.turn if by_ship else None, target)
        needed = ceil(max(cm, 1) / 20) + sum(SPOT[name] for name in modifiers) + (self.get(observer, "bridge") == 0)
        if self.get("", "light") == "night" and needed > 1 and (needed > 6 or self.die(6) < needed):
            return
        self.put(target, "seen", self.turn, self.side[observer])
        self.put("", "unaware", None, self.side[observer])

    def do_illuminate(self, ship: str, light: str, target: str) -> None:
        assert self.get(ship, "hull"), "out of the fight"
        assert light == "searchlight" or not self.get(ship, "disabled"), "star shell is shot"
        assert self.get(target, "lit") != self.turn
        self.put(ship, "used", self.turn, light)
        self.put(target, "lit", self.turn)

    def worth(self, mount: Mapping[str, Any], cm: int) -> float:
        """Weapon points."""
        if mount["weapon"] in CANNON:
            band = 0 if cm <= 15 else 1 if cm <= 40 else 2
            return CANNON[mount["weapon"]][band] * mount.get("guns", 1) if cm <= 60 else 0
        return GUNS[mount["weapon"]][0 if cm <= 30 else 1 if cm <= 60 else 2] * mount.get("guns", 1) if cm <= 120 else 0

    def do_fire(
        self,
        firer: str,
        target: str,
        cm: int,
        bearing: str,
        mounts: Sequence[str],
        modifiers: Sequence[str],
    ) -> None:
        side = self.side[firer]
        assert self.get("", "light") == "day" or self.get(target, "seen", side) == self.turn, "nobody saw her"
        cannon = [m for m in mounts if self.system(firer, m)["weapon"] in CANNON]
        guns = [m for m in mounts if m not in cannon]
        before = [m for m in map(self.label, self.systems(firer, "mount"))
                  if self.get(firer, "fired", m) == self.turn and self.get(firer, "fired at", m) == target]  # fmt: skip
        for mount in mounts:
            again = {self.system(firer, m)["weapon"] in CANNON for m in before}
            assert (self.system(firer, mount)["weapon"] in CANNON) not in again, "a second total"
            assert not self.get(firer, "system", mount)
            assert self.get(firer, "fired", mount) != self.turn
        self.measured(firer, target, cm)
        for name, value in (("target", target), ("bearing", bearing), ("fired", self.turn)):
            self.put(firer, name, value)
        for mount in mounts:
            self.put(firer, "fired", self.turn, mount)
            self.put(firer, "fired at", target, mount)
        self.put("", "unaware", None, self.side[target])
        largest = max(self.system(firer, m).get("calibre", 0) for m in mounts)
        for volley in (cannon, guns):
            if volley:
                heavy = max(self.system(firer, m).get("calibre", 0) for m in volley) == largest
                self.volley(firer, target, cm, volley, [m for m in modifiers if heavy or m != "heavy_guns"])

    def volley(self, firer: str, target: str, cm: int, mounts: Sequence[str], modifiers: Sequence[str]) -> None:
        """One total, one die."""
        shares = [self.worth(self.system(firer, m), cm) for m in mounts]
        row = next(row for most, row in CHART.items() if floor(sum(shares)) <= most)
        found = row[min(max(self.die(6) + sum(SHOOT[m] for m in modifiers), 1), 7) - 1]
        if found == "-":
            return
        if self.get(firer, "straddled", target) == self.turn - 1:
            self.put(firer, "straddled before", self.turn - 1, target)
        self.put(firer, "straddled", self.turn, target)
        for _ in range(0 if found == "S" else int(found)):
            whose = mounts[0]
            if len({damage_points(self.system(firer, m).get("calibre", 0)) for m in mounts}) > 1:
                whose = self.drawn(mounts, [int(2 * share) for share in shares])
            self.put(target, "held", (*self.get(target, "held", absent=()), (firer, whose)))

    def drawn(self, names: Sequence[str], weights: Sequence[int]) -> str:
        """One of these by a die of as many faces as their weights."""
        face = self.die(sum(weights))
        return next(name for place, name in enumerate(names) if face <= sum(weights[: place + 1]))

    def do_launch(self, ship: str, target: str, cm: int, tubes: str, number: int) -> None:
        assert cm >= 30
        assert 2 * self.speed(ship) <= self.full(ship)
        assert self.get(ship, "bridge")
        used = self.get(ship, "tubes used", tubes, 0) if self.get(ship, "launched", tubes) == self.turn else 0
        self.measured(ship, target, cm)
        self.put(ship, "launched", self.turn, tubes)
        self.put(ship, "tubes used", used + number, tubes)
        self.put(ship, "torpedoes", self.get(ship, "torpedoes", tubes) - number, tubes)
        for _ in "x" * number:
            launched = self.get("", "torpedoes launched", absent=0) + 1
            self.put("", "torpedoes launched", launched)
            for name, value in (("fired by", ship), ("aim", target), ("run", 15)):
                self.put(f"torpedo {launched}", name, value)

    def do_move(self, ship: str, speed: int, turning: bool, smoke: bool, radar: bool | None) -> None:
        assert speed <= self.fastest(ship)
        self.put(ship, "moved", self.turn)
        self.put(ship, "speed", speed)
        self.put(ship, "turning", turning or None)
        self.put(ship, "smoke", smoke or None)
        if self.has(ship, "radar"):
            self.put(ship, "radar off", None if radar else True)

    def do_torpedo(self, torpedo: str, target: str, modifiers: Sequence[str]) -> None:
        if self.cards[target]["size"] == "boat":
            return
        die = self.die(6) + sum(TORPEDO[name] for name in modifiers)
        result = (SMALL if self.smaller(target, "destroyer") else LARGE)[min(max(die, 1), 7) - 1]
        if result != "under, runs on":
            self.put(torpedo, "run", None)
        if result not in ("miss", "under, runs on"):
            held = (*self.get(target, "held", absent=()), (self.get(torpedo, "fired by"), "torpedo", result))
            self.put(target, "held", held)
            self.put("", "unaware", None, self.side[target])

    def do_spent(self, torpedo: str) -> None:
        self.put(torpedo, "run", None)

    def do_leave(self, ship: str) -> None:
        assert self.fastest(ship)
        self.gone(ship, "left the table")

    def gone(self, ship: str, how: str) -> None:
        """Nothing more becomes of her."""
        self.put(ship, "fate", f"{how} T{self.turn}")
        self.put(ship, "sinks on", None)
        self.put(ship, "held", None)

    # ------------------------------------------------------------ damage and repairs

    def do_damage(self, ship: str) -> None:
        for hit in self.get(ship, "held"):
            if self.afloat(ship):
                (self.torpedoed if len(hit) == 3 else self.shelled)(ship, *hit)
        self.put(ship, "held", None)
        self.put(ship, "damage done", self.turn)

    def any_system(self, ship: str) -> int:
        """The place of one drawn from the whole card."""
        return self.die(len(self.systems(ship))) - 1

    def ruin(self, ship: str, system: Mapping[str, Any]) -> None:
        """Destroyed for good."""
        if system["kind"] in ("bridge", "engines"):
            self.put(ship, system["kind"], 0)
            self.put(ship, "light hits", None, system["kind"])
        else:
            self.put(ship, "system", "destroyed", self.label(system))

    def shelled(self, ship: str, firer: str, mount: str) -> None:
        """A hit by cannon or gun."""
        calibre = self.system(firer, mount).get("calibre", 0)
        place, listed = self.any_system(ship), self.systems(ship)
        kind, label = listed[place]["kind"], self.label(listed[place])
        if round(calibre, 1) >= 3:
            reach = 1 if self.smaller(ship, "trawler") else 0
            for system in listed[max(place - reach, 0) : place + reach + 1]:
                self.ruin(ship, system)
        elif kind in ("bridge", "engines"):
            if self.get(ship, kind):
                self.put(ship, kind, self.get(ship, kind) - 1)
                self.put(ship, "light hits", self.get(ship, "light hits", kind, 0) + 1, kind)
        else:
            self.put(ship, "system", "destroyed" if self.get(ship, "system", label) else "damaged", label)
        self.hull_lost(ship, damage_points(calibre))

    def hull_lost(self, ship: str, points: int) -> None:
        """Boxes off the hull."""
        had = self.get(ship, "hull")
        self.put(ship, "hull", max(had - points, 0))
        if not had:
            self.gone(ship, "sunk")
        self.without_hull(ship)

    def without_hull(self, ship: str) -> None:
        """Out of the fight, or sunk where she cannot move."""
        if self.afloat(ship) and not self.get(ship, "hull"):
            if self.fastest(ship):
                self.put(ship, "out", True)
            else:
                self.gone(ship, "sunk")

    def torpedoed(self, ship: str, firer: str, weapon: str, result: str) -> None:
        """What a torpedo did."""
        dice = {"explodes near": 2, "serious damage": 4}.get(result, 0)
        if dice:
            self.hull_lost(ship, sum(self.die(6) for _ in range(dice)))
        elif not self.get(ship, "hull"):
            self.gone(ship, "sunk")
        if self.afloat(ship) and result != "explodes near":
            if self.cards[ship].get("cargo") and self.die(6) >= 3:
                self.gone(ship, "sunk")
            else:
                for _ in range(self.die(6)):
                    self.ruin(ship, self.systems(ship)[self.any_system(ship)])
        if self.afloat(ship) and result.startswith(("disabled", "breaks in two")):
            self.put(ship, "disabled", True)
            self.put(ship, "speed", 0)
        if self.afloat(ship) and (result in LATER or result == "breaks in two"):
            due = self.turn + (self.die(LATER[result]) if result in LATER else 1)
            self.put(ship, "sinks on", min(due, self.get(ship, "sinks on", absent=due)))
        self.without_hull(ship)

    def broken(self, ship: str) -> list[Mapping[str, Any]]:
        """What a repair may bring back."""
        return [s for s in self.systems(ship) if self.get(ship, "light hits", s["kind"])
                or self.get(ship, "system", self.label(s)) == "damaged"]  # fmt: skip

    def do_repair(self, ship: str) -> None:
        self.put(ship, "repaired", self.turn)
        for system in self.broken(ship):
            if self.die(6) < 6:
                continue
            if system["kind"] in ("bridge", "engines"):
                self.put(ship, system["kind"], self.get(ship, system["kind"]) + 1)
                self.put(ship, "light hits", self.get(ship, "light hits", system["kind"]) - 1 or None, system["kind"])
            else:
                self.put(ship, "system", None, self.label(system))

    def do_note(self, words: str) -> None:
        """Nothing changes."""

    def do_next(self) -> None:
        phase = self.get("", "phase")
        for ship in self.own():
            if phase.startswith("repair") and self.broken(ship) and self.get(ship, "repaired") != self.turn:
                self.do_repair(ship)
            if phase.startswith("damage") and self.get(ship, "held"):
                self.do_damage(ship)
        if phase == PHASES[-1]:
            for ship in self.cards:
                if self.afloat(ship) and self.get(ship, "sinks on", absent=self.turn + 1) <= self.turn:
                    self.gone(ship, "sunk")
            self.put("", "turn", self.turn + 1)
        self.put("", "phase", PHASES[(PHASES.index(phase) + 1) % len(PHASES)])
        if self.get("", "phase").startswith("move"):
            for number in range(1, self.get("", "torpedoes launched", absent=0) + 1):
                torpedo = f"torpedo {number}"
                if self.get(torpedo, "run") and self.side[self.get(torpedo, "fired by")] == self.acting:
                    self.put(torpedo, "run", self.get(torpedo, "run") + 15)
            for ship in self.own():
                self.put(ship, "turning", None)
                self.put(ship, "smoke", None)


HIDDEN = {"totalled", "measured_now", "aimed"}
"""Inputs that no referee is asked for."""
