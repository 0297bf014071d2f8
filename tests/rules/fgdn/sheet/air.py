"""Aircraft and airships (8.7, 8.8)."""

from __future__ import annotations

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.damage import Inputs
from tests.rules.fgdn.sheet.gunfire import Gunfire
from tests.rules.fgdn.sheet.war import Ship

GRADES = ("light", "heavy", "critical", "destroyed")


class Air(Gunfire):
    """What flies."""

    # -- aircraft, 8.7

    def o_aircraft_hit(self, said: Inputs) -> None:
        """Destroyed, critical, heavy or a kind of light damage; hits add up (F44)."""
        name, before = said["aircraft"], self.get("aircraft", said["aircraft"])
        if said["even"]:
            struck = "destroyed" if self.percent(50) else "heavy"
        else:
            face = self.die(10)
            struck = "destroyed" if face <= 5 else "critical" if face == 6 else "heavy" if face <= 8 else "light"
            if struck == "light":
                struck = ("pilot wounded", "engine", "engine", "structure", "structure", "weapons")[self.die(6) - 1]
        after = self.worse(before, struck)
        self.put("aircraft", after, name)
        if after == "weapons" and before != after:
            self.percent(50)

    @staticmethod
    def worse(before: str | None, struck: str) -> str:
        """What a further hit makes of it."""
        if not before:
            return struck
        was, now = (word if word in GRADES else "light" for word in (before, struck))
        if "critical" in (was, now) or "destroyed" in (was, now) or (was, now) == ("heavy", "heavy"):
            return "destroyed"
        if "heavy" in (was, now):
            return "critical"
        return before if before == struck else "heavy"

    # -- airships, 8.8

    def _airships(self) -> list[Ship]:
        return [ship for ship in self.fit_ships() if ship.airship]

    def airship_lost(self, ship: Ship, how: str) -> None:
        """At once."""
        ship.put("fate", f"destroyed T{self.turn}: {how}")
        ship.put("gondola fire", None)

    def o_airship_hit(self, said: Inputs) -> None:
        """A critical hit as it was aimed."""
        self.airship_critical(self.ships[said["ship"]], said["aim"], said["used"])

    def airship_critical(self, ship: Ship, aim: str, used: int) -> None:
        """One critical hit on gondola or envelope."""
        if not ship.afloat:
            return
        ship.put("fuel used", used or None)
        printed = figures.AIRSHIP[aim].split()[self.die(10) - 1]
        getattr(self, f"a_{printed.strip('*')}")(ship)
        if not printed.endswith("*"):
            return
        if aim == "gondola":
            ship.put("gondola fire", True)
        elif not ship.card["helium"]:
            self.airship_lost(ship, "hydrogen on fire")

    def a_engine(self, ship: Ship) -> None:
        """One of all, hit before or not."""
        every = [(side, n) for side in ("port", "starboard") for n in range(1, ship.card[f"{side}_engines"] + 1)]
        side, number = self.pick(every)
        if number > ship.count("engines lost", side):
            ship.add("engines lost", 1, side)

    def a_fuel(self, ship: Ship) -> None:
        """A quarter; once some is used the tank is diced for."""
        gone = ship.count("fuel used") + ship.count("fuel lost")
        tank = self.die(4) if ship.count("fuel used") else 4
        if tank <= gone:
            return
        ship.add("fuel lost")
        if gone + 1 == 4:
            ship.put("fuel lost", 4)
            ship.put("control lost", True, "elevator")
            ship.put("control lost", True, "rudder")

    def a_control(self, ship: Ship) -> None:
        """Elevator, rudder, valving or ballast."""
        ship.put("control lost", True, ("elevator", "elevator", "rudder", "rudder", "valving", "ballast")[self.die(6) - 1])

    def a_communications(self, ship: Ship) -> None:
        """Wireless."""
        ship.put("out", True, "wireless")

    def a_weapons(self, ship: Ship) -> None:
        """One of them."""
        if ship.card["weapons"]:
            ship.put("out", True, self.pick(ship.card["weapons"])["name"])

    def a_cell(self, ship: Ship) -> None:
        """One of all, hit before or not."""
        self._rupture(ship, self.pick(range(1, ship.card["cells"] + 1)))

    def _rupture(self, ship: Ship, number: int) -> None:
        if not ship.get("out", f"cell {number}"):
            ship.put("out", True, f"cell {number}")
            ship.put("cells", ship.count("cells") - 1)

    def o_rip(self, said: Inputs) -> None:
        """The crew rips cells open."""
        ship = self.ships[said["ship"]]
        whole = [n for n in range(1, ship.card["cells"] + 1) if not ship.get("out", f"cell {n}")]
        for number in whole[: said["cells"]]:
            self._rupture(ship, number)

    def o_dump(self, said: Inputs) -> None:
        """Ballast and payload make good for one cell."""
        self.ships[said["ship"]].put("cell made good", True)

    def airships_plot(self) -> None:
        """Gondola fires, then airships without elevators, as a turn begins."""
        for ship in [ship for ship in self._airships() if ship.get("gondola fire")]:
            face = self.die(10)
            if face <= 5:
                ship.put("gondola fire", None)
            elif face >= 8 and not ship.card["helium"]:
                self.airship_lost(ship, "the gondola fire spread to the envelope")
            else:
                ship.mark("burns on")
        for ship in self._airships():
            if ship.get("control lost", "elevator"):
                self.die(3)

    def airships_burn(self) -> None:
        """Fires that were not put out do one more critical hit (F51)."""
        for ship in [ship for ship in self._airships() if ship.get("gondola fire") and ship.marked("burns on")]:
            self.airship_critical(ship, "gondola", ship.count("fuel used"))
