"""The whole player aid computed a second time, from the sheet and its readings alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fleetbook.core.battle.setup import Setup

GUNS = ("primary", "secondary", "tertiary")
WEAPONS = (*GUNS, "torpedo")
TRACKS = (*WEAPONS, "hull", "fuel", "mines", "aircraft")
LADDER = ("0", "1S", "1", "2", "2+")
ZONES = {"0": 0, "1S": 1, "1": 1, "2": 2, "2+": 2}
CAPITAL, SMALL = ("BB", "BC", "B"), ("DL", "DD", "TB")
NO_ROUTE_HUNTERS = ("SS", "AML", "TR", "FT", "OIL", "COL", "LZ")
PIERCES = {"primary": 2, "torpedo": 2, "mine": 2, "secondary": 1, "tertiary": 0}
GRADES = ("none", "light", "heavy")
WEATHERS = ("Clear", "Mist", "Fog", "Squall", "Storm", "Gale")
SIGHT = {"Clear": 4, "Mist": 3, "Fog": 2, "Squall": 2, "Storm": 2, "Gale": 1}
REACH = {"primary": 3, "secondary": 2, "tertiary": 1, "torpedo": 1}
FIRST_STEP, LAST_STEP = "weather", "abort-orders"
STRATEGIC = ("weather", "combining", "plotting", "aborting", "fuel", "movement", "foundering", "aircraft", "contact", LAST_STEP)
TACTICAL = (
    "initiative", "deployment", "initiative-move-1", "gunfire-1", "torpedo-1",
    *(f"{what}-{n}" for n in (2, 3, 4, 5) for what in ("other-move", "initiative-move", "gunfire", "torpedo")), "round-end",
)  # fmt: skip
MOVES = {
    "initiative-move-1": 4, "other-move-2": 4, "initiative-move-2": 3, "other-move-3": 3, "initiative-move-3": 2,
    "other-move-4": 2, "initiative-move-4": 1, "other-move-5": 1, "initiative-move-5": 1,
}  # fmt: skip
"""The slowest speed, by its place on the ladder, that moves in each step."""
GUNNERY: dict[int, tuple[tuple[tuple[str, int], ...], int]] = {
    3: ((("torpedo", 1),), 0), 4: ((("secondary", 1),), 0), 5: ((("hull", 1),), 0), 6: ((("secondary", 1),), 0),
    7: ((("primary", 1),), 0), 8: ((("tertiary", 1),), 0), 9: ((("primary", 1),), 0), 10: ((("hull", 1),), 0),
    11: ((("hull", 2),), 1),
}  # fmt: skip
BY_TORPEDO: dict[int, tuple[tuple[tuple[str, int], ...], int]] = {
    3: ((("hull", 2),), 0), 4: ((), 0), 5: ((("hull", 1),), 0), 6: ((("hull", 1),), 0), 7: ((("hull", 2),), 0),
    8: ((("hull", 1),), 0), 9: ((("primary", 1),), 0), 10: ((("hull", 2),), 1), 11: ((("hull", 3),), 1),
}  # fmt: skip
CRITICAL: dict[int, tuple[tuple[tuple[str, int], ...], int]] = {
    2: ((("hull", 6), ("primary", 3)), 1), 3: ((("primary", 3),), 0), 5: ((("primary", 2),), 0), 6: ((("hull", 2),), 0),
    7: ((("secondary", 2),), 0), 8: ((("hull", 2),), 0), 9: ((("primary", 1),), 0), 10: ((("hull", 1),), 1),
    11: ((("hull", 3),), 0), 12: ((("hull", 5), ("primary", 5)), 9),
}  # fmt: skip
BY_MINE = {1: (1, 0), 2: (1, 0), 3: (2, 0), 4: (3, 1), 5: (5, 1), 6: (99, 0)}
GUN_LINES = {"dead": 1, "towing": 1, "near": 1, "italic": 1}
TORPEDO_LINES = {"dead": 1, "towing": 1, "large": 1, "same_hex": 1, "capital": -1, "hull_mount": -1, "italian_mtb": 1, "ace": 2}
SEARCH_LINES = {
    "submarine": -1, "night": -2, "gale": -2, "storm": -1, "squall": -1, "clear": 1, "leader": 1, "large": 1, "only_small": -1,
    "intercept": 2, "raid_up": 1, "raid_down": -1, "airship": 2,
}  # fmt: skip
MISSION_ORDERS = ("Move", "Fuel", "Divide", "Load", "Unload", "Shell", "Launch", "Recover", "Escort", "Pursue", "Mine", "Detect",
                  "Sweep", "Search1", "Search2")  # fmt: skip


class Forbidden(AssertionError):
    """The sheet does not allow this order."""


def need(holds: object, why: str) -> None:
    """Raise Forbidden unless it holds."""
    if not holds:
        raise Forbidden(why)


class Ledger:
    """Facts by subject, name and other subject; the cards; the dice of the present order."""

    fuel_zones = 8

    def __init__(self, setup: Setup) -> None:
        self.sides = setup.sides
        self.cards: dict[str, dict[str, Any]] = {entry.name: dict(entry.card) for entry in setup.ships}
        self.side_of = {entry.name: entry.side for entry in setup.ships}
        self.squadron = {entry.name: entry.squadron for entry in setup.ships}
        self.listed = {squadron.name: squadron.side for squadron in setup.squadrons}
        self.facts: dict[tuple[str, str, str], Any] = {}
        self.faces: list[int] = []
        self.begin(setup)

    def begin(self, setup: Setup) -> None:
        """Boxes, conditions, missions, orders."""
        for name, card in self.cards.items():
            for track in TRACKS:
                if card.get(track):
                    self.put(name, track, card[track])
        for name, value in {"weather": "Clear", "light": "day", "theatre": "Mediterranean", "month": "January", "year": "1914",
                            **setup.conditions, **{"begins": "game turn", **setup.options}}.items():  # fmt: skip
            self.put("", name, value)
        self.put("", "turn", 1)
        self.put("", "phase", self.first_step)
        for squadron in setup.squadrons:
            details: Any = squadron.details
            self.put(squadron.name, "mission", details.get("mission") or None)
            self.put(squadron.name, "zone", details.get("zone") or None)
            self.put(squadron.name, "in port", details.get("port") or None)
            for turn, words in enumerate(details.get("orders", ()), start=1):
                self.put(squadron.name, "order", words, str(turn))
            if details.get("leader"):
                self.put(details["flagship"], "leader", details["leader"])
        if self.get("", "begins") == "tactical combat":
            self.fought_at_once(setup)

    first_step = FIRST_STEP

    def fought_at_once(self, setup: Setup) -> None:
        """All ships in combat, and known."""
        for name, value in (("phase", "initiative"), ("round", 1), ("combat", 1)):
            self.put("", name, value)
        port = {s.side for s in setup.squadrons if s.details.get("port")}
        if len(port) == 1:
            self.put("", "attacks a port", next(side for side in self.sides if side not in port))
        for name in self.listed:
            self.put(name, "fought", 1)
        for ship in self.cards:
            self.put(ship, "in combat", True)
            self.put(ship, "known", (1, self.zone(self.fleet(ship))))

    def get(self, subject: str, name: str, other: object = "") -> Any:
        """A fact, or None."""
        return self.facts.get((subject, name, str(other)))

    def put(self, subject: str, name: str, value: Any, other: object = "") -> None:
        """Keep a fact, or nothing."""
        key = (subject, name, str(other))
        if value is None:
            self.facts.pop(key, None)
        else:
            self.facts[key] = value

    def add(self, subject: str, name: str, number: int) -> None:
        """Add to a number; none is kept of nothing."""
        self.put(subject, name, (self.get(subject, name) or 0) + number or None)

    def die(self) -> int:
        """The next die of the order."""
        return self.faces.pop(0)

    def two(self) -> int:
        """Two dice."""
        return self.die() + self.die()

    @property
    def turn(self) -> int:
        """The game turn."""
        return int(self.get("", "turn"))

    @property
    def phase(self) -> str:
        """The step."""
        return str(self.get("", "phase"))

    @property
    def round(self) -> int:
        """The round of a combat; 0 for none."""
        return self.get("", "round") or 0

    @property
    def weather(self) -> str:
        """The weather."""
        return str(self.get("", "weather"))

    @property
    def night(self) -> bool:
        """Whether it is night."""
        return bool(self.get("", "light") == "night")

    @property
    def step_word(self) -> str:
        """The step, in a word of its own."""
        attack = "" if self.round else f".{self.get('', 'attack') or 0}"
        return f"{self.turn}.{self.get('', 'combat') or 0}.{self.round}.{self.phase}{attack}"

    @property
    def attack_word(self) -> str:
        """The attack of a submarine or boats."""
        return f"{self.turn}.{self.get('', 'attack') or 0}"

    def other(self, side: str) -> str:
        """The other side."""
        return next(each for each in self.sides if each != side)

    def now(self, subject: str, name: str, other: object = "") -> bool:
        """Whether something is marked with this turn."""
        return bool(self.get(subject, name, other) == self.turn)

    # -------------------------------------------------------- ships

    def afloat(self, ship: str) -> bool:
        """Whether a ship is in the game."""
        return not self.get(ship, "fate") and self.left(ship, "hull") > 0

    def left(self, ship: str, track: str) -> int:
        """Boxes left."""
        return self.get(ship, track) or 0

    def full(self, ship: str, track: str) -> int:
        """Boxes of a whole ship."""
        return self.cards[ship].get(track) or 0

    def kind(self, ship: str) -> str:
        """Her type."""
        return str(self.cards[ship]["type"])

    def fleet(self, ship: str) -> str:
        """Her fleet."""
        return str(self.get(ship, "fleet") or self.squadron[ship])

    def armour(self, ship: str, area: str) -> int:
        """0 none, 1 light, 2 heavy."""
        return GRADES.index((self.cards[ship].get("armour") or {}).get(area, "none"))

    def fights(self, ship: str) -> bool:
        """Whether she is in the combat."""
        return bool(self.get(ship, "in combat")) and self.afloat(ship)

    def in_tow(self, ship: str) -> bool:
        """Whether she tows or is towed."""
        return bool(self.get(ship, "tows") or self.get(ship, "towed by"))

    def over_half(self, ship: str) -> bool:
        """More than half of her hull is hit."""
        return 2 * (self.full(ship, "hull") - self.left(ship, "hull")) > self.full(ship, "hull")

    def by_damage(self, ship: str) -> int:
        """Her place on the ladder that damage leaves."""
        place = LADDER.index(self.cards[ship]["speed"]) - (self.get(ship, "speed lost") or 0) - self.over_half(ship)
        return max(place, 1 if self.get(ship, "makes 1S") else 0) if place <= 0 else place

    def dry(self, ship: str) -> bool:
        """Whether she has burnt her fuel."""
        return self.full(ship, "fuel") > 0 and not self.left(ship, "fuel")

    def place(self, ship: str, *, in_port: bool = True) -> int:
        """Her speed now, by its place on the ladder."""
        port = in_port and bool(self.get(self.fleet(ship), "in port"))
        if in_port and self.fights(ship) and self.get(ship, "towed by"):
            return 0 if self.get(ship, "aground") or port else min(1, self.place(self.get(ship, "towed by")))
        most = [self.by_damage(ship)]
        small, air = self.kind(ship) in ("DD", "TB"), self.kind(ship) == "LZ"
        most += [0] * bool(self.dry(ship) or self.now(ship, "fueling") or self.get(ship, "aground") or port)
        most += [2] * (small and self.weather in ("Gale", "Storm")) + [0] * (air and self.weather == "Gale")
        most += [2] * (air and self.weather in ("Storm", "Squall")) + [1] * self.in_tow(ship) + [0] * self.now(ship, "flying off")
        return min(most)

    def crippled(self, ship: str) -> bool:
        """Whether damage has taken all her speed, and she may still be repaired."""
        return self.cards[ship]["speed"] != "0" and not self.by_damage(ship) and not self.get(ship, "beyond repair")

    # -------------------------------------------------------- fleets

    def owner(self, fleet: str) -> str:
        """Her side."""
        return str(self.listed.get(fleet) or self.get(fleet, "side"))

    def fleets(self, side: str | None = None) -> list[str]:
        """Fleets with ships."""
        every = (*self.listed, *(self.get("", "divided fleets") or ()))
        return [name for name in every if side in (None, self.owner(name)) and self.ships(name)]

    def ships(self, fleet: str) -> list[str]:
        """Ships afloat of a fleet."""
        return [ship for ship in self.cards if self.fleet(ship) == fleet and self.afloat(ship)]

    def zone(self, fleet: str) -> str:
        """Its zone."""
        return self.get(fleet, "zone") or ""

    def order(self, fleet: str, turn: int | None = None) -> str:
        """Its order of a turn."""
        return self.get(fleet, "order", turn or self.turn) or ""

    def moved(self, fleet: str, ago: int = 0) -> int:
        """Zones moved in a turn."""
        return self.get(fleet, "zones moved", self.turn - ago) or 0

    def route(self, fleet: str) -> tuple[str, ...]:
        """Zones of this turn, from the start of the move on."""
        return self.get(fleet, "route", self.turn) or ()

    def known(self, ship: str) -> bool:
        """Whether the enemy knows a ship this turn."""
        seen = self.get(ship, "known")
        return bool(seen) and seen[0] == self.turn

    def fleet_known(self, fleet: str) -> bool:
        """Whether he knows any of a fleet."""
        return any(map(self.known, self.ships(fleet)))

    def on_the_map(self, fleet: str) -> bool:
        """Whether he sees that it is there."""
        raider = self.get(fleet, "mission") == "Raid" or self.get(fleet, "was on a raid")
        return self.fleet_known(fleet) or bool(self.get(fleet, "on the map")) or not raider

    def mines_in(self, side: str, zone: str) -> int:
        """Minefields of a side."""
        return self.get(side, "minefields", zone) or 0

    def ways(self, fleet: str) -> list[tuple[str, ...]]:
        """The rest of its move."""
        words = self.order(fleet).split()
        whole = [tuple(words[1:])] if words[:1] == ["Move"] else [()]
        if words[:1] == ["Escort"]:
            here, only = (self.route(fleet) or (self.zone(fleet),))[0], " ".join(words[1:])
            mates = [mate for mate in self.fleets(self.owner(fleet)) if mate != fleet and only in ("", mate)]
            whole = [self.route(mate)[1:] for mate in mates if (self.route(mate) or (self.zone(mate),))[0] == here]
        done = self.route(fleet)[1:]
        return [way[len(done) :] for way in whole if way[: len(done)] == done and len(way) > len(done)]

    def may_move(self, fleet: str) -> int:
        """The zones that a fleet may move through: as its slowest ship not in tow. A tow moves one in three turns."""
        ships = self.ships(fleet)
        go = [s for s in ships if self.get(s, "aground") or not self.get(s, "towed by")]
        slowest = min((ZONES[LADDER[self.place(s, in_port=False)]] for s in go), default=0)
        if not any(map(self.in_tow, ships)):
            return slowest
        return 0 if self.moved(fleet, 1) or self.moved(fleet, 2) else min(slowest, 1)

    def fighting(self, side: str | None = None) -> list[str]:
        """Ships in the combat."""
        return [ship for ship in self.cards if side in (None, self.side_of[ship]) and self.fights(ship)]

    def all_types(self, ships: Iterable[str], types: Sequence[str]) -> bool:
        """Whether all are of these types."""
        return all(self.kind(ship) in types for ship in ships)
