"""Critical hits on weapons, hull, cargo and planes (8.1.2, 8.1.3, 8.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.casualties import Blow, hit
from tests.rules.fgdn.sheet.crews import Crews
from tests.rules.fgdn.sheet.war import Ship


class Criticals(Crews):
    """What each critical hit does."""

    @staticmethod
    def gunfire_column(ship: Ship) -> str:
        """The column for all but torpedoes, mines and attacks under water."""
        if ship.small:
            return "small cargo" if ship.card["cargo_craft"] or ship.kind == "merchant" else "small craft"
        plain = "major" if ship.size in "AB" and not ship.submarine else "minor"
        return {"carrier": "aviation", "merchant": "merchant"}.get(ship.kind, plain)

    def critical(self, ship: Ship, blow: Blow, nature: str = "") -> None:
        """One critical hit, its nature thrown for unless it comes of itself."""
        if not ship.fit():
            return
        if not nature:
            face = self.die(20)
            row = next(number for number, last in enumerate(figures.LAST_OF_ROW) if face <= last)
            nature = figures.NATURES[blow.column].split("|")[row]
        if nature == "Weapon or Cargo":
            nature = "Weapon" if ship.card["mounts"] or ship.card["weapons"] else "Cargo"
        name, light = nature.replace("*", ""), blow.is_light(ship)
        kept_in = ("Main Battery", "Casemate") if light else ("Main Battery", "Casemate", "Fire", "Flooding")
        if nature.endswith("*") and not blow.penetrated and name not in kept_in:
            return
        if light and blow.column not in figures.SUBMERGED and name not in ("Weapon", "Other Weapon", "Communications", "Sensor"):
            meant = "Fire Control" if name in ("Main Battery", "Casemate") else name
            if not blow.allows(ship, meant):
                return
        words = "".join(letter if letter.isalnum() else "_" for letter in name.lower())
        getattr(self, f"c_{words}")(ship, blow)

    # -- guns and weapons

    def knock_out(self, ship: Ship, name: str, blow: Blow) -> None:
        """Out of action."""
        ship.put("out", True, name)
        self.clears(ship, blow, "out", name)

    def c_main_battery(self, ship: Ship, blow: Blow) -> None:
        """Fire control or a mount; of a submarine her tubes."""
        mounts = ship.battery("main")
        if ship.submarine or not mounts:
            tubes = [weapon for weapon in ship.card["weapons"] if weapon["kind"] == "torpedo"]
            if ship.submarine and tubes and blow.penetrated and not blow.is_light(ship):
                self.ordnance(ship, blow, self.pick(tubes))
        elif self.die(10) <= 2:
            self.fire_control(ship, blow, "main")
        elif blow.penetrated and not blow.is_light(ship):
            self.main_mount(ship, blow, self.pick(mounts)["name"])

    def main_mount(self, ship: Ship, blow: Blow, name: str) -> None:
        """One mount, and its magazine."""
        if ship.get("out", name):
            return
        self.knock_out(ship, name, blow)
        if not ship.get("magazines flooded") and ship.kind != "merchant" and self.die(10) + self._navy(ship) >= 9:
            self.magazine_explodes(ship)

    def _navy(self, ship: Ship) -> int:
        nation, year, month = ship.card["nation"], self.date[:4], int(self.date[5:7])
        if "national_magazines" not in self.options or ship.size not in "ABC" or nation not in figures.MAGAZINES:
            return 0
        until, then, afterwards = figures.MAGAZINES[nation]
        thirds = ("early", "mid", "late")
        now, last = int(year) * 3 + (month - 1) // 4, int(until[:4]) * 3 + thirds.index(until[5:])
        if not 1914 <= int(year) <= 1918:
            return 0
        return then if now <= last else afterwards if int(year) * 3 + (month - 1) // 4 <= 1917 * 3 + 1 else 0

    def fire_control(self, ship: Ship, blow: Blow, battery: str) -> None:
        """A director; the last one leaves the guns in local control."""
        fitted = ship.card[f"{battery}_directors"]
        if blow.allows(ship, "Fire Control") and ship.count("directors lost", battery) < fitted:
            ship.add("directors lost", 1, battery)
            if ship.count("directors lost", battery) >= fitted:
                ship.put("local", True, battery)

    def c_casemate(self, ship: Ship, blow: Blow) -> None:
        """Fire control, or a gun and its ready ammunition."""
        guns = ship.battery("casemate")
        if not guns:
            return
        if self.die(10) <= 2:
            self.fire_control(ship, blow, "casemate")
        elif blow.casemate and not blow.is_light(ship):
            self.casemate_gun(ship, blow, self.pick(guns))

    def casemate_gun(self, ship: Ship, blow: Blow, gun: Mapping[str, Any]) -> None:
        """One gun, and the chain of those beside it."""
        if not ship.get("out", gun["name"]):
            self.knock_out(ship, gun["name"], blow)
            self._ready(ship, blow, gun)

    def _ready(self, ship: Ship, blow: Blow, gun: Mapping[str, Any]) -> None:
        picric = "picric_casemates" in self.options and ship.card["nation"] in figures.PICRIC
        if self.die(10) + picric < 9:
            return
        self.follow(ship, hit("explosion", 2 * ship.gun(gun)["he_damage"], "ready ammunition", by=blow.by, through=blow.through))
        two = self.dice(2, 6)
        number = 0 if two <= 5 else 1 if two <= 8 else 2 if two <= 11 else 3
        places = [mount["name"] for mount in ship.card["mounts"]]
        near = [
            one for one in ship.battery("casemate") if one["casemate"] == gun["casemate"] and not ship.get("out", one["name"])
        ]
        near.sort(key=lambda one: abs(places.index(one["name"]) - places.index(gun["name"])))
        for one in near[:number]:
            ship.put("out", True, one["name"])
        for one in near[:number]:
            self._ready(ship, blow, one)

    def c_other_weapon(self, ship: Ship, blow: Blow) -> None:
        """Any but main battery and casemates."""
        self._one_of(ship, blow, [*ship.battery("secondary", "tertiary"), *ship.card["weapons"]])

    def c_weapon(self, ship: Ship, blow: Blow) -> None:
        """Any of all."""
        self._one_of(ship, blow, [*ship.card["mounts"], *ship.card["weapons"]])

    def _one_of(self, ship: Ship, blow: Blow, arms: list[dict[str, Any]]) -> None:
        if not arms:
            return
        arm = self.pick(arms)
        battery = arm.get("battery", "")
        named = {"aa": "AA", "light": "Light Battery"}.get(arm.get("kind", ""), "Other Weapon")
        if battery in ("main", "casemate"):
            if blow.is_light(ship):
                if blow.allows(ship, "Fire Control") and self.die(10) <= 2:
                    self.fire_control(ship, blow, battery)
            elif battery == "main":
                self.main_mount(ship, blow, arm["name"])
            else:
                self.casemate_gun(ship, blow, arm)
        elif blow.allows(ship, named) and not ship.get("out", arm["name"]):
            self._lesser(ship, blow, arm)

    def _lesser(self, ship: Ship, blow: Blow, arm: dict[str, Any]) -> None:
        if arm.get("battery"):
            self.knock_out(ship, arm["name"], blow)
        elif arm["kind"] in ("torpedo", "asw"):
            self.ordnance(ship, blow, arm)
        else:
            ship.add("strength lost", 1, arm["name"])
            if ship.count("strength lost", arm["name"]) >= 3:
                self.knock_out(ship, arm["name"], blow)

    def ordnance(self, ship: Ship, blow: Blow, weapon: dict[str, Any]) -> None:
        """Torpedoes or depth charges, which may explode where they are."""
        if ship.get("out", weapon["name"]):
            return
        self.knock_out(ship, weapon["name"], blow)
        left = ship.carried(weapon)
        if not left or self.die(10) < 9:
            return
        if weapon["submerged"]:
            self.flood(ship, Blow("torpedo", by=blow.by, through=blow.through))
        kind = "torpedo" if weapon["submerged"] else "explosion"
        cause = f"{weapon['name']} exploded"
        self.follow(ship, hit(kind, left * weapon["warhead"] // 2, cause, by=blow.by, through=blow.through))

    # -- hull

    def c_engineering(self, ship: Ship, blow: Blow) -> None:
        """A level of speed and a fire; on a 10 a boiler."""
        boiler = self.die(10) == 10
        ship.add("engineering")
        self.clears(ship, blow, "engineering")
        if boiler:
            points = ship.points * 25 // 100
            self.follow(ship, hit("explosion", points, "boiler explosion", by=blow.by, through=blow.through))
        if blow.column != "minor damage":
            self.burn(ship, blow, *["engineering"] * (not boiler))

    def c_rudder(self, ship: Ship, blow: Blow) -> None:
        """Jammed or disabled, both add up (F65); a submarine loses depth control."""
        if ship.submarine:
            ship.put("depth control lost", True)
            self.clears(ship, blow, "depth control lost")
        elif self.die(6) >= 4:
            ship.put("rudder disabled", True)
        elif not ship.jammed:
            where = ship.get("helm") or "straight"
            if ship.get("evading"):
                where = ("port", "straight", "starboard")[(self.die(6) - 1) // 2]
            ship.put("rudder", f"jammed {where}")
            ship.put("rudder hit", self.turn)
            ship.put("evading", None)

    def c_flotation(self, ship: Ship, blow: Blow) -> None:
        """A small craft sinks with its last."""
        ship.put("flotation", max(ship.count("flotation") - 1, 0))
        if not ship.count("flotation"):
            self.founder(ship, "no flotation left")

    def c_flooding(self, ship: Ship, blow: Blow) -> None:
        """On small craft a flotation hit (F46)."""
        if ship.small:
            self.c_flotation(ship, blow)
        else:
            self.flood(ship, blow)

    def c_2_x_flooding(self, ship: Ship, blow: Blow) -> None:
        """Two (F42)."""
        self.flood(ship, blow)
        self.flood(ship, blow)

    def c_1_2_flooding(self, ship: Ship, blow: Blow) -> None:
        """Half as severe."""
        self.flood(ship, blow, half=True)

    def c_fire(self, ship: Ship, blow: Blow) -> None:
        """Less severe by light weapons."""
        self.burn(ship, blow, *["light shells"] * blow.is_light(ship))

    def c_1_2_fire(self, ship: Ship, blow: Blow) -> None:
        """Half as severe."""
        self.burn(ship, blow, half=True)

    def c_fuel_tank(self, ship: Ship, blow: Blow) -> None:
        """30 %, less 10 for diesel, 30 more for gasoline."""
        if self.percent({"diesel": 20, "gasoline": 60}.get(ship.card["fuel"], 30)):
            self.burn(ship, blow, "fuel tank")

    # -- planes

    def c_aircraft(self, ship: Ship, blow: Blow) -> None:
        """One plane, its fire, its ordnance, and those beside it."""
        if ship.planes <= 0:
            return
        ship.add("aircraft lost")
        armed = "armed_aircraft" in self.options and ship.get("aircraft armed")
        percent, explodes = self.burn(ship, blow, "armed aircraft" if armed else "aircraft")
        if explodes:
            points = ship.card["ordnance"] * 2 // 3
            self.follow(ship, hit(
                "explosion", points, "aircraft ordnance", penetrated=not ship.armoured, by=blow.by, through=blow.through
            ))  # fmt: skip
        if "parked_aircraft" in self.options and ship.get("aircraft parked") and (percent or explodes):
            for _ in range(min(4, ship.planes)):
                if self.percent(50 if explodes else 25):
                    ship.add("aircraft lost")
                    self.burn(ship, blow, "aircraft")

    def c_ammo_fuel(self, ship: Ship, blow: Blow) -> None:
        """1-3 the aviation magazine, else its fuel."""
        if ship.get("aviation stores purged"):
            return
        if self.die(10) >= 4:
            self.burn(ship, blow, "aviation fuel")
        elif not ship.get("magazines flooded") and self.die(10) >= 9:
            self.magazine_explodes(ship)

    def c_flight_deck(self, ship: Ship, blow: Blow) -> None:
        """Forward, amidships or aft, planes stowed there, and the hangar."""
        where = ("forward", "amidships", "aft")[(self.die(6) - 1) // 2]
        ship.add("flight deck", 1, where)
        if where != "amidships" and ship.get("aircraft stowed") == where:
            self._planes(ship, blow)
        if (blow.penetrated or not ship.card["armoured_deck"]) and self.die(10) >= 6:
            self._planes(ship, blow)

    def _planes(self, ship: Ship, blow: Blow) -> None:
        for _ in range(min(self.die(6), ship.planes)):
            self.c_aircraft(ship, blow)

    # -- cargo

    @staticmethod
    def cargo_left(ship: Ship, hold: Mapping[str, Any]) -> int:
        """What is left in a hold."""
        return max(int(hold["amount"]) - ship.count("cargo lost", hold["name"]), 0)

    def lose_cargo(self, ship: Ship, hold: Mapping[str, Any], amount: int) -> None:
        """As far as there is any."""
        ship.add("cargo lost", min(amount, self.cargo_left(ship, hold)), hold["name"])

    def c_cargo(self, ship: Ship, blow: Blow) -> None:
        """One hold; of small craft a quarter of all."""
        holds = [hold for hold in ship.card["holds"] if self.cargo_left(ship, hold)]
        if ship.small:
            for hold in holds:
                self.lose_cargo(ship, hold, hold["amount"] // 4)
            return
        if not holds:
            return
        hold, points = self.pick(holds), ship.count("batch points")
        oil = {"crude oil": "crude oil", "refined petroleum": "refined product", "avgas": "avgas"}
        if hold["contents"] == "ammo":
            self._ammunition(ship, blow, hold)
        elif hold["contents"] in oil:
            self.burn(ship, blow, oil[hold["contents"]])
        elif hold["contents"] == "troops":
            self.lose_cargo(ship, hold, points * ((self.die(10) + 2) // 3))
        else:
            self.lose_cargo(ship, hold, points // (5 if hold["contents"] == "aircraft" else 2))

    def _ammunition(self, ship: Ship, blow: Blow, hold: Mapping[str, Any]) -> None:
        face = self.die(10)
        if face >= 8:
            self.cargo_explodes(ship, hold)
            return
        self.lose_cargo(ship, hold, self.cargo_left(ship, hold) * self.die(100) // 100)
        if face >= 3:
            self.burn(ship, blow, "ammunition")
            if self.cargo_left(ship, hold):
                ship.put("may explode", self.turn, hold["name"])

    def cargo_explodes(self, ship: Ship, hold: Mapping[str, Any]) -> None:
        """70 % for each other hold; ships about are hurt by the tons."""
        tons = self.cargo_left(ship, hold)
        for other in ship.card["holds"]:
            if other is not hold and other["contents"] == "ammo" and self.cargo_left(ship, other) and self.percent(70):
                tons += self.cargo_left(ship, other)
        rings = [(yards, tons // each) for yards, each in ((500, 5), (1000, 25), (2000, 200))]
        self.blow_up(ship, "ammunition cargo exploded", *(ring for ring in rings if ring[1]))
