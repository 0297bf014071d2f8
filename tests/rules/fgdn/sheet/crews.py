"""Critical hits on those who command and man a ship, and those of submarines (8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.casualties import Blow, Casualties
from tests.rules.fgdn.sheet.war import Ship


class Crews(Casualties):
    """Bridge, crew, signals, sensors; hull, battery and fuses of submarines."""

    def clears(self, ship: Ship, blow: Blow, fact: str, other: str = "") -> None:
        """A submarine's minor damage clears itself in D6 turns."""
        if blow.column == "minor damage":
            ship.append("clearing", (self.turn + self.die(6), fact, other))

    def c_bridge(self, ship: Ship, blow: Blow) -> None:
        """Out for D6/2 turns, a small craft's for one; then she is slow to answer."""
        turns = 1 if ship.small else figures.half(self.die(6))
        ship.put("bridge out", True)
        ship.append("clearing", (self.turn + turns, "bridge out", ""))
        if not ship.small:
            ship.put("bridge hit", True)
        elif standing := [n for n in range(1, ship.card["captains"] + 1) if not ship.get("hit", f"captain {n}")]:
            ship.put("hit", True, f"captain {self.pick(standing)}")
        if ship.submarine:
            self.clears(ship, blow, "bridge hit")
            if ship.under():
                ship.dive("periscope")
                if self.die(10) == 1:
                    ship.dive("surfaced")
                    ship.mark("broached")
        if ship.kind == "carrier":
            turns = figures.half(self.die(6))
            ship.put("no flying", True)
            ship.append("clearing", (self.turn + turns, "no flying", ""))
        self.burn(ship, blow, "bridge")

    def c_personnel(self, ship: Ship, blow: Blow) -> None:
        """A crew factor, and what a boat then gives up."""
        if not ship.small or not ship.count("crew"):
            return
        ship.put("crew", ship.count("crew") - 1)
        ship.add("injured")
        light = {2: 1, 3: 2}.get(ship.crew_lost, 0)
        heavy = ship.crew_lost == 3
        while light:
            arms = list(self._arms(ship))
            may = [name for name, mm in arms if mm <= 20] + [name for name, mm in arms if heavy and mm >= 23]
            if not may:
                break
            name = may[0] if len(may) == 1 else self.choices.pop(0)
            assert name in may
            ship.put("out", True, name)
            light, heavy = (light - 1 if dict(arms)[name] <= 20 else 0), False
        if ship.crew_lost >= 4:
            ship.put("ceases fire", True)

    @staticmethod
    def _arms(ship: Ship) -> Iterator[tuple[str, float]]:
        every = [(mount["name"], ship.gun(mount)["mm"]) for mount in ship.card["mounts"]]
        every += [(weapon["name"], weapon["mm"]) for weapon in ship.card["weapons"] if weapon["mm"]]
        yield from ((name, mm) for name, mm in every if not ship.get("out", name))

    def c_communications(self, ship: Ship, blow: Blow) -> None:
        """Signal lights, halyards, wireless."""
        face = self.die(10)
        what = figures.SIGNALS[face - 5 if face >= 9 else (face - 1) // 2]
        if not (face >= 9 and ship.card["wireless"] < face - 8):
            ship.put("lost", True, what)

    def c_sensor(self, ship: Ship, blow: Blow) -> None:
        """Searchlights, sonar."""
        face = self.die(10)
        place = 0 if face <= 4 else 1 if face <= 8 else 2
        fitted = int((ship.card["searchlights_forward"], ship.card["searchlights_after"], ship.card["sonar"])[place])
        if ship.size in "CD":
            fitted = min(fitted, 1)
        what = figures.LIGHTS[place]
        if ship.count("sensors lost", what) < fitted and not (what == "sonar" and blow.is_light(ship)):
            ship.add("sensors lost", 1, what)
            self.clears(ship, blow, "sensors lost", what)

    def c_sensor_comms(self, ship: Ship, blow: Blow) -> None:
        """1-3 communications, 4-6 a sensor (F5)."""
        (self.c_communications if self.die(6) <= 3 else self.c_sensor)(ship, blow)

    # -- submarines

    def c_hull_penetration(self, ship: Ship, blow: Blow | None = None) -> None:
        """Lost with all hands when deep; else half a chance to surface, and D10 x 2 turns."""
        how = "pressure hull breached"
        if not ship.submarine:
            return
        if ship.deeper("intermediate 1"):
            self.sink(ship, f"{how}, all hands lost")
        elif ship.under() and not self.percent(50):
            self.sink(ship, how)
        else:
            ship.dive("surfaced")
            ship.put("sinks at", self.minutes + 3 * 2 * self.die(10))
            ship.put("lost by", how)

    def c_hull_deformation(self, ship: Ship, blow: Blow) -> None:
        """The third is a penetration."""
        ship.add("hull deformed")
        if ship.count("hull deformed") >= 3:
            self.c_hull_penetration(ship, blow)

    def hull_risk(self, ship: Ship) -> int:
        """25 % a zone below Intermediate Zone I, after a second hit 30 % a zone below Shallow."""
        hits = ship.count("hull deformed")
        if not hits:
            return 0
        safe, each = ("intermediate 1", 25) if hits == 1 else ("shallow", 30)
        return each * max(figures.DEPTHS.index(ship.depth) - figures.DEPTHS.index(safe), 0)

    def c_battery(self, ship: Ship, blow: Blow) -> None:
        """D6 x 5 % of her endurance."""
        ship.add("endurance lost", 5 * self.die(6))

    def c_switchboard(self, ship: Ship, blow: Blow) -> None:
        """No power for D6/2 turns."""
        turns = figures.half(self.die(6))
        ship.put("no propulsion", True)
        ship.append("clearing", (self.turn + turns, "no propulsion", ""))

    def put_right(self, ship: Ship) -> None:
        """What is over as a turn begins; what only holds or not lasts as long as the last hit on it."""
        due = [entry for entry in ship.get("clearing") or () if entry[0] <= self.turn]
        lasting: tuple[Any, ...] = tuple(entry for entry in ship.get("clearing") or () if entry not in due)
        if not due:
            return
        ship.put("clearing", lasting)
        for entry in due:
            _, fact, other = entry
            if fact in ("engineering", "sensors lost"):
                ship.put(fact, max(ship.count(fact, other) - 1, 0) or None, other)
            elif not any(entry[1:] == later[1:] for later in lasting):
                ship.put(fact, None, other)
