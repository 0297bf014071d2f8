"""Help, captains' choices, repairs, serviceability and rescue (8.2 to 8.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.air import Air
from tests.rules.fgdn.sheet.damage import Inputs
from tests.rules.fgdn.sheet.war import Ship

Part = tuple[str, str, str, str]
"""Something that can be out of order: its system, its name, and the fact that says so with its other."""

BLOWN_UP = (": magazine explosion", ": ammunition cargo exploded", ": boiler explosion")
"""How a fate ends that is an explosion of her own: another ship's explosion sinks her."""


class After(Air):
    """What captains and crews do about damage, during a battle and after it."""

    # -- help and what captains choose, 8.2 and 8.3

    def o_men(self, said: Inputs) -> None:
        """Men leave a battery."""
        self.ships[said["ship"]].put("men drafted", True, said["battery"])

    def o_assist(self, said: Inputs) -> None:
        """A ship goes alongside."""
        self.ships[said["ship"]].put("assisted", said["helper"], said["side"])

    def o_cast_off(self, said: Inputs) -> None:
        """She casts off."""
        self.ships[said["ship"]].put("assisted", None, said["side"])

    def o_flood_magazines(self, said: Inputs) -> None:
        """Magazines flooded."""
        self.ships[said["ship"]].put("magazines flooded", True)

    def o_wind(self, said: Inputs) -> None:
        """The wind on the bow, or not."""
        self.ships[said["ship"]].put("wind on bow", bool(said["on_bow"]))

    def o_depth(self, said: Inputs) -> None:
        """Another depth band."""
        self.ships[said["ship"]].dive(said["depth"])

    def o_purge(self, said: Inputs) -> None:
        """Aviation stores flooded: their fire is out."""
        ship = self.ships[said["ship"]]
        ship.put("aviation stores purged", True)
        self._put_out(ship, "aviation fuel")

    def o_flood_hold(self, said: Inputs) -> None:
        """A hold flooded: its cargo is lost and its fire out."""
        ship = self.ships[said["ship"]]
        hold = next(hold for hold in ship.card["holds"] if hold["name"] == said["hold"])
        ship.put("flooded", True, hold["name"])
        ship.put("may explode", None, hold["name"])
        self.lose_cargo(ship, hold, hold["amount"])
        burns = {"ammo": "ammunition", "crude oil": "crude oil", "refined petroleum": "refined product", "avgas": "avgas"}
        if hold["contents"] in burns:
            self._put_out(ship, burns[hold["contents"]])

    @staticmethod
    def _put_out(ship: Ship, cause: str) -> None:
        ship.put("fire", tuple(one for one in ship.get("fire") or () if one[2] != cause))

    # -- repairs, 8.4

    @staticmethod
    def _systems(ship: Ship) -> Iterator[Part]:
        for arm in [*ship.card["mounts"], *ship.card["weapons"]]:
            yield "weapon", arm["name"], "out", arm["name"]
        for weapon in ship.card["weapons"]:
            yield "weapon", weapon["name"], "strength lost", weapon["name"]
        for battery in ("main", "secondary", "casemate"):
            yield "fire control", f"{battery} fire control", "directors lost", battery
        for light in figures.LIGHTS:
            yield "sensor", light, "sensors lost", light
        for signal in figures.SIGNALS:
            yield "communications", signal, "lost", signal
        yield "engineering", "engineering", "engineering", ""
        yield "rudder", "rudder", "rudder", ""
        yield "rudder", "rudder", "rudder disabled", ""
        yield "bridge", "bridge", "bridge hit", ""
        for place in ("forward", "amidships", "aft"):
            yield "flight deck", f"{place} flight deck", "flight deck", place

    def _hits(self, ship: Ship, part: Part) -> int:
        kept = ship.get(part[2], part[3])
        return (kept if isinstance(kept, int) else bool(kept)) - ship.count("broken down", part[1])

    def _mend(self, ship: Ship, part: Part) -> None:
        system, _, fact, other = part
        if fact in ("strength lost", "directors lost", "sensors lost", "engineering", "flight deck"):
            ship.add(fact, -1, other)
        else:
            ship.put(fact, None, other)
        if system == "fire control":
            ship.put("local", None, other)
        if fact == "strength lost":
            ship.put("out", None, other)

    def o_repair(self, said: Inputs) -> None:
        """A mark after the battle: each critical hit, then each fire that may start again."""
        ship, place = self.ships[said["ship"]], figures.MARKS.index(int(said["hours"]))
        ship.put("repair mark", int(said["hours"]))
        parts = [part for part in self._systems(ship) for _ in range(self._hits(ship, part))]
        fires = max(ship.count("fires had") - len(ship.get("fire") or ()), 0)
        share = ship.left * 100 // ship.points if ship.points else 100
        for part in parts:
            late = part[0] in ("bridge", "flight deck") and not place
            if not late and self.percent(share // (2 if place < 2 else 1)):
                self._mend(ship, part)
        for _ in range(fires):
            if self.percent((10, 5, 2, 1)[place]):
                self._begin_after(ship, "fire", "restart")

    def _begin_after(self, ship: Ship, kind: str, *causes: str) -> None:
        self.start(ship, kind, causes)
        if ship.get("following"):
            self.settle()

    def o_pump(self, said: Inputs) -> None:
        """Half of the points lost to flooding come back."""
        ship = self.ships[said["ship"]]
        if not ship.small:
            ship.put("points", min(ship.left + ship.count("flooding points") // 2, ship.points))
        ship.put("flooding points", None)
        ship.put("flooding", None)
        ship.put("patched", True)

    def o_patch(self, said: Inputs) -> None:
        """It pops below periscope depth by itself, else by the sea and the speed."""
        ship = self.ships[said["ship"]]
        if self.percent(100 if said["deep"] else said["sea"] * 5 - (30 - said["knots"])):
            ship.put("patched", None)
            self._begin_after(ship, "flooding")

    def o_planes(self, said: Inputs) -> None:
        """Planes destroyed have half a chance to be only damaged, unless they exploded."""
        ship = self.ships[said["ship"]]
        lost = ship.count("aircraft lost") - ship.count("aircraft looked at")
        saved = sum(self.percent(50) for _ in range(lost - said["exploded"]))
        ship.put("aircraft looked at", ship.count("aircraft lost"))
        for _ in range(saved):
            ship.add("aircraft damaged")
            self.put("aircraft", "heavy", f"{ship.name} plane {ship.count('aircraft damaged')}")

    # -- serviceability, 8.5

    def _may_break(self, ship: Ship) -> Iterator[Part]:
        if not ship.airship:
            yield "engineering", "engineering", "engineering", ""
        numbers = (ship.card["searchlights_forward"], ship.card["searchlights_after"], int(ship.card["sonar"]))
        for light, number in zip(figures.LIGHTS, numbers, strict=True):
            yield from [("sensor", light, "sensors lost", light)] * number
        for arm in [*ship.card["mounts"], *ship.card["weapons"]]:
            yield "weapon", arm["name"], "out", arm["name"]

    @staticmethod
    def _rank(nation: str) -> str:
        return "first" if nation in figures.FIRST_RANK else "second"

    def o_service(self, said: Inputs) -> None:
        """5 % of a first rank navy's systems are out of service, 10 % of a second rank's."""
        ship = self.ships[said["ship"]]
        ship.mark("serviced")
        for _, name, fact, other in self._may_break(ship):
            if self.percent(5 if self._rank(ship.card["nation"]) == "first" else 10):
                if fact == "out":
                    ship.put(fact, True, other)
                else:
                    ship.add(fact, 1, other)
                ship.add("broken down", 1, name)

    def _breakdown_chance(self, nation: str, said: Inputs) -> int:
        place = {"at sea": 0, "tender": 20, "port": 30, "airfield": 10}[said["place"]]
        return figures.REPAIRED[self._rank(nation)][figures.MARKS.index(int(said["hours"]))] + place

    def o_breakdown_repair(self, said: Inputs) -> None:
        """One attempt for each breakdown."""
        ship = self.ships[said["ship"]]
        ship.put("breakdown mark", int(said["hours"]))
        once = {part[1]: part for part in self._may_break(ship)}
        due = [part for part in once.values() for _ in range(ship.count("broken down", part[1]))]
        for part in due:
            if self.percent(self._breakdown_chance(ship.card["nation"], said)):
                ship.add("broken down", -1, part[1])
                self._mend(ship, part)

    def o_aircraft_repair(self, said: Inputs) -> None:
        """An aircraft under repair."""
        name = said["aircraft"]
        self.put("aircraft repair mark", int(said["hours"]), name)
        if self.percent(self._breakdown_chance(said["nation"], said)):
            self.put("aircraft", None, name)
            self.put("aircraft repair mark", None, name)

    # -- rescue, 8.6

    @staticmethod
    def _rounded(tenths: int) -> int:
        """Tenths of a man: above ten to the nearest ten."""
        return figures.half_up(tenths, 100) * 10 if tenths > 100 else figures.half_up(tenths, 10)

    def _water(self, group: str, men: int) -> None:
        if men:
            self.put("survivors", men, group)
            self.put("in the water since", self.minutes, group)

    def o_survivors(self, said: Inputs) -> None:
        """D6 x 10 % of a sunk ship's crew, D6 % of one that blew up; a fifth more with a ship lying still near by."""
        ship = self.ships[said["ship"]]
        thousandths = said["crew"] * self.die(6) * (100 if said["loss"] == "sunk" else 10)
        thousandths = thousandths * 6 // 5 if said["near"] else thousandths
        ship.put("survivors counted", True)
        men = min(thousandths, said["crew"] * 1000)
        above = men > 10000
        self._water(ship.name, figures.half_up(men, 10000) * 10 if above else figures.half_up(men, 1000))

    def o_aircrew(self, said: Inputs) -> None:
        """The crew of an aircraft."""
        self._water(said["aircraft"], self._rounded(said["men"] * 10))

    def o_drift(self, said: Inputs) -> None:
        """The current's speed and direction."""
        self.die(6)
        self.die(12)

    def _aboard(self, group: str, men: int) -> int:
        there = self.get("survivors", group) or 0
        saved = min(men, there)
        self.put("survivors", there - saved or None, group)
        if saved == there:
            self.put("in the water since", None, group)
        return saved

    def o_pick_up(self, said: Inputs) -> None:
        """D6/2 tens, the die less one for each sea state over two."""
        ship = self.ships[said["ship"]]
        ship.mark("picked up")
        tens = figures.half(max(self.die(6) - max(self.sea - 2, 0), 0))
        crew = ship.card["crew"]
        room = crew - ship.count("survivors aboard") if crew else 9999
        ship.add("survivors aboard", self._aboard(said["group"], min(10 * tens, room)))

    def o_flying_boat(self, said: Inputs) -> None:
        """Ten men in D6 turns."""
        self.put("flying boat", self.turn + self.die(6), said["group"])

    def survivors_due(self) -> None:
        """Ships nobody counted for, and flying boats that are done, as a turn begins."""
        if "rescue" not in self.options:
            return
        for ship in self.ships.values():
            fate = ship.get("fate") or ""
            if fate and not fate.startswith("left") and not ship.get("survivors counted") and ship.card["crew"]:
                blown = fate.startswith("destroyed") or fate.endswith(BLOWN_UP)
                inputs: Mapping[str, Any] = {
                    "ship": ship.name, "crew": ship.card["crew"], "loss": "exploded" if blown else "sunk", "near": False
                }  # fmt: skip
                self.o_survivors(inputs)
        for group, due in self.each("flying boat"):
            if due <= self.turn and self.get("survivors", group):
                self.put("flying boat", None, group)
                self._aboard(group, 10)
