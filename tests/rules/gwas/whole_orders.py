"""Each order of the player aid applied to a ``Ledger``, by the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import Any

from tests.rules.gwas.whole_turns import (
    BY_MINE,
    BY_TORPEDO,
    CAPITAL,
    CRITICAL,
    GUN_LINES,
    GUNNERY,
    GUNS,
    LADDER,
    LAST_STEP,
    MISSION_ORDERS,
    MOVES,
    NO_ROUTE_HUNTERS,
    PIERCES,
    REACH,
    SEARCH_LINES,
    SIGHT,
    SMALL,
    STRATEGIC,
    TACTICAL,
    TORPEDO_LINES,
    WEAPONS,
    WEATHERS,
    Ledger,
    need,
)

Inputs = dict[str, Any]


class Damage(Ledger):
    """What hits do."""

    def pierces(self, by: str, ship: str, area: str) -> bool:
        """Whether a weapon harms an area."""
        return self.armour(ship, area) <= PIERCES[by]

    def first_kind(self, ship: str, kind: str) -> str:
        """The box that a printed hit is looked for on."""
        return kind

    def goes_to(self, ship: str, kind: str) -> str:
        """The track on which a hit strikes a box, by the table of referred hits; empty for no effect."""
        had = {weapon: self.full(ship, weapon) > 0 for weapon in WEAPONS}
        if kind in ("", "hull"):
            return kind
        if kind == "torpedo":
            return kind if self.left(ship, kind) else ""
        if not any(had[gun] for gun in GUNS):
            return "hull" if kind == "tertiary" else ""
        if kind != "tertiary" and not had[kind]:
            return self.goes_to(ship, GUNS[GUNS.index(kind) + 1])
        if self.left(ship, kind):
            return kind
        return "" if kind == "tertiary" else "hull"

    def lose(self, ship: str, kind: str, boxes: int, by: str, *, spared: bool = False) -> None:
        """Boxes one by one."""
        for _ in range(boxes):
            area = self.goes_to(ship, self.first_kind(ship, kind))
            if not area or not (spared or self.pierces(by, ship, area)) or not self.left(ship, area):
                return
            self.put(ship, area, self.left(ship, area) - 1)
            self.put(ship, "damaged", self.turn)

    def take(
        self, ship: str, boxes: Sequence[tuple[str, int]], rungs: int, by: str, *, hexes: int = 0, critical: int = 0
    ) -> None:
        """A result: boxes, then speed."""
        was_over, heavy = self.over_half(ship), not self.pierces(by, ship, "hull")
        for kind, printed in boxes:
            if not self.left(ship, "hull"):
                break
            number = printed + (hexes < 0)
            spared = critical == 8 and by == "secondary" and heavy
            number = 1 if spared else number
            area = self.goes_to(ship, self.first_kind(ship, kind))
            if (
                by == "primary"
                and not critical
                and not self.cards[ship].get("boxed_hull")
                and area
                and self.armour(ship, area) < 2
            ):
                number += self.die() >= 4
            self.lose(ship, kind, number, by, spared=spared)
        if not self.left(ship, "hull") and not self.get(ship, "fate"):
            self.sink(ship)
        if self.afloat(ship) and self.get(ship, "makes 1S") and self.over_half(ship) and not was_over:
            self.lose_repair(ship)
        if rungs and self.afloat(ship) and not heavy:
            self.slow(ship, rungs)

    def lose_repair(self, ship: str) -> None:
        """The speed of an emergency repair is gone, and she does not roll again."""
        self.put(ship, "makes 1S", None)
        self.put(ship, "beyond repair", True)

    def slow(self, ship: str, rungs: int) -> None:
        """Speed lost."""
        if self.get(ship, "makes 1S"):
            self.lose_repair(ship)
            return
        lost = min(rungs, LADDER.index(self.cards[ship]["speed"]) - (self.get(ship, "speed lost") or 0))
        if lost > 0:
            self.add(ship, "speed lost", lost)
            self.put(ship, "damaged", self.turn)

    def sink(self, ship: str) -> None:
        """Lost, with a leader; her tow is cast off."""
        self.put(ship, "fate", ("sunk", self.turn, ""))
        self.put(ship, "leader", None)
        self.part(ship)

    def part(self, ship: str) -> None:
        """A tow is cast off."""
        for own, theirs in (("tows", "towed by"), ("towed by", "tows")):
            other = self.get(ship, own)
            if other:
                self.put(ship, own, None)
                self.put(other, theirs, None)

    def strike(self, ship: str, by: str, hexes: int) -> None:
        """One hit by a gun or a torpedo."""
        total = self.two()
        if total in (2, 12):
            if by != "tertiary":
                self.critical(ship, by)
            return
        boxes, rungs = (BY_TORPEDO if by == "torpedo" else GUNNERY)[total]
        plunges = total == 10 and by == "primary" and hexes >= 3
        self.take(ship, boxes, rungs, by, hexes=-plunges)

    def critical(self, ship: str, by: str) -> None:
        """The critical table."""
        total = self.two()
        if total == 4:
            self.leader_killed(ship)
        elif total == 2 and self.explodes(ship) and self.pierces(by, ship, "hull"):
            self.sink(ship)
        else:
            self.take(ship, *CRITICAL[total], by, critical=total)

    def leader_killed(self, ship: str) -> None:
        """A leader aboard is killed."""
        self.put(ship, "leader", None)

    def explodes(self, ship: str) -> bool:
        """A British battlecruiser before 1917."""
        british = self.cards[ship]["nation"] in ("Britain", "Australia", "Canada")
        return self.kind(ship) == "BC" and british and int(self.get("", "year")) < 1917

    def mine(self, ship: str) -> None:
        """A mine strikes."""
        hull, rungs = BY_MINE[self.die()]
        self.take(ship, (("hull", hull),), rungs, "mine")

    def mine_test(self, ship: str, fields: int) -> None:
        """Mined water."""
        if self.two() + min(fields - 1, 5) + (self.place(ship, in_port=False) >= 3) >= 11:
            self.mine(ship)


class Map(Damage):
    """Game turns."""

    def find(self, side: str, zone: str) -> None:
        """A side learns what mines there are."""
        self.put(side, "minefields found", (self.turn, sum(self.mines_in(each, zone) for each in self.sides)), zone)

    def reveal(self, fleet: str) -> None:
        """The enemy learns of its ships."""
        for ship in self.ships(fleet):
            if not self.known(ship):
                self.put(ship, "known", (self.turn, self.zone(fleet)))

    def meet(self, own: str, other: str) -> None:
        """Contact."""
        self.put(own, "in contact", self.turn, other)
        self.put(other, "in contact", self.turn, own)
        self.reveal(own)
        self.reveal(other)

    def done(self, fleet: str) -> None:
        """Its order is carried out."""
        self.put(fleet, "carried out", "seen" if self.fleet_known(fleet) else "unseen", self.turn)

    def sail(self, fleet: str, zones: Sequence[str], cost: int, *, port: bool = False) -> None:
        """Through zones, and their mines."""
        self.put(fleet, "zones moved", self.moved(fleet) + cost, self.turn)
        for ship in self.ships(fleet):
            self.add(ship, "zones since a fuel box", cost)
        side = self.owner(fleet)
        for zone in zones:
            self.put(fleet, "zone", zone or None)
            self.put(fleet, "in port", (port and zone == zones[-1]) or None)
            fields = self.mines_in(self.other(side), zone) if zone else 0
            if fields:
                self.find(side, zone)
                for ship in [ship for ship in self.ships(fleet) if self.kind(ship) != "LZ"]:
                    self.mine_test(ship, fields)
        if not self.ways(fleet):
            self.put(fleet, "carried out", "seen" if self.on_the_map(fleet) else "unseen", self.turn)

    def burn(self) -> None:
        """Fuel for zones run."""
        for ship in [ship for ship in self.cards if self.afloat(ship)]:
            boxes, rest = divmod(self.get(ship, "zones since a fuel box") or 0, self.fuel_zones)
            if boxes:
                self.put(ship, "zones since a fuel box", rest or None)
                if self.full(ship, "fuel"):
                    self.put(ship, "fuel", max(self.left(ship, "fuel") - boxes, 0))

    def on_orders(self, fleet: str, verb: str) -> None:
        """A fleet on a mission carries out its orders."""
        need(not self.get(fleet, "mission") or self.order(fleet) == verb, f"{fleet} is ordered to {self.order(fleet)}")

    # -------------------------------------------------------- orders

    def do_weather(self, _: Inputs) -> None:
        """The weather table."""
        self.put("", "settled", self.turn, "weather")
        theatre, die = self.get("", "theatre"), self.die()
        winter = self.get("", "month") in ("November", "December", "January", "February", "March")
        if theatre == "North Sea/Baltic":
            change = {1: -1, 5: int(winter), 6: 1}.get(die, 0)
        else:
            change = -1 if die <= (3 if theatre == "Mediterranean" else 2) else 0
            if die == 6:
                again = self.die()
                change = int(again >= 4) + (again == 6 and theatre == "Pacific Ocean")
        now = WEATHERS.index(self.weather) + change
        self.put("", "weather", WEATHERS[min(max(now, 0), 5)])

    def do_light(self, given: Inputs) -> None:
        """Day or night."""
        self.put("", "light", given["light"])

    def do_combine(self, given: Inputs) -> None:
        """Two fleets in a zone."""
        need(self.zone(given["fleet"]) == self.zone(given["other"]), "in another zone")
        for ship in self.ships(given["other"]):
            self.put(ship, "fleet", given["fleet"])

    def do_plot(self, given: Inputs) -> None:
        """Orders, a turn each."""
        fleet, turn = given["fleet"], given["turn"]
        step, first = self.get(fleet, "writes orders", self.turn) or ("", 0)
        written = step == self.phase
        need(written or self.phase == "plotting", "not written in this step")
        self.check_plot(fleet, turn, given, first if written else self.turn + 2)
        for number, words in enumerate([part.split() for part in given["orders"].split(";") if part.strip()], start=turn):
            verb = next(each for each in MISSION_ORDERS if each.casefold() == words[0].casefold())
            zones = " ".join(words[1:]).replace(",", " ").split() if verb == "Move" else words[1:]
            self.put(fleet, "order", " ".join((verb, *zones)), number)

    def check_plot(self, fleet: str, turn: int, given: Inputs, first: int) -> None:
        """From two turns hence; raiders and interceptors two turns ahead and no more."""
        need(turn >= first, f"from turn {first} on")
        last = turn + sum(bool(part.strip()) for part in given["orders"].split(";")) - 1
        if self.get(fleet, "mission") in ("Raid", "Intercept"):
            need(last <= self.turn + 2, "two turns")

    def do_abort(self, given: Inputs) -> None:
        """In step 4 from two turns hence, after combat from the next turn."""
        late = self.phase == LAST_STEP
        need(not late or self.now(given["fleet"], "fought"), "has not fought")
        self.aborts(given["fleet"], LAST_STEP if late else "aborting", self.turn + (1 if late else 2))

    def aborts(self, fleet: str, step: str, first: int, struck_from: int | None = None) -> None:
        """The mission is given up."""
        if self.get(fleet, "mission") == "Raid":
            self.put(fleet, "was on a raid", True)
        self.put(fleet, "mission", "Abort")
        self.put(fleet, "writes orders", (step, first), self.turn)
        start = first if struck_from is None else struck_from
        for key in [key for key in self.facts if key[:2] == (fleet, "order") and int(key[2]) >= start]:
            del self.facts[key]

    def do_fuel(self, _: Inputs) -> None:
        """Fuel is checked."""
        self.put("", "settled", self.turn, "fuel")
        self.burn()

    def do_move(self, given: Inputs) -> None:
        """A fleet moves."""
        fleet, zones = given["fleet"], given["zones"].replace(",", " ").replace(";", " ").split()
        need(1 <= len(zones) <= self.may_move(fleet) - self.moved(fleet), f"{fleet} may move {self.may_move(fleet)}")
        need(self.route(fleet) or self.get(fleet, "zones moved", self.turn) is None, "has done what keeps it from moving")
        if self.get(fleet, "mission"):
            need(any(tuple(zones) == way[: len(zones)] for way in self.ways(fleet)), "not as plotted")
        self.put(fleet, "route", (*(self.route(fleet) or (self.zone(fleet),)), *zones), self.turn)
        self.sail(fleet, zones, len(zones), port=given["port"])

    def do_pursue(self, given: Inputs) -> None:
        """After an enemy met last turn that has moved."""
        own, other = given["fleet"], given["other"]
        ships, zones = self.ships(own), self.moved(other)
        need(self.get(own, "in contact", other) == self.turn - 1, "not in contact last turn")
        need(self.get(own, "zones moved", self.turn) is None, "has moved")
        need(self.owner(own) != self.owner(other), "a friend")
        waits = self.ways(other) if self.get(other, "mission") else self.get(other, "zones moved", self.turn) is None
        need(not waits, f"wait until {other} has moved")
        need(not any(self.get(ship, "aground") for ship in ships), "aground")
        need(all(self.place(ship, in_port=False) or self.get(ship, "towed by") for ship in ships), "speed 0")
        self.on_orders(own, "Pursue")
        if any(map(self.in_tow, ships)):
            need(not self.moved(own, 1) and not self.moved(own, 2) and zones <= 1, "a tow")
        slowest = [min(self.place(ship, in_port=False) for ship in self.ships(fleet)) for fleet in (own, other)]
        self.known_lines(given, {"daylight": not self.night, "faster": slowest[0] > slowest[1]})
        total = self.die() + 2 * ("daylight" in given["modifiers"]) + ("faster" in given["modifiers"])
        if total < 6:
            self.sail(own, (), 0)
            self.pursuit_failed(own)
            return
        self.put(own, "pursues", self.turn, other)
        self.sail(own, (self.zone(other),), zones)
        self.meet(own, other)

    def pursuit_failed(self, fleet: str) -> None:
        """Nothing follows."""

    def known_lines(self, given: Inputs, holds: dict[str, bool]) -> None:
        """Modifiers that nobody typed are those that hold."""
        if "modifiers" not in given["given"]:
            told = {name for name, holding in holds.items() if holding}
            need(set(given["modifiers"]) == told, f"modifiers {given['modifiers']}, not {told}")

    def do_carry_out(self, given: Inputs) -> None:
        """An order of words."""
        fleet, verb = given["fleet"], self.order(given["fleet"]).split(" ")[0]
        need(verb not in ("", "Move", "Mine", "Fuel", "Sweep", "Divide"), f"{verb} by words")
        self.done(fleet)
        if self.order(fleet) == "Detect":
            self.find(self.owner(fleet), self.zone(fleet))

    def do_take_fuel(self, given: Inputs) -> None:
        """All boxes are filled."""
        fleet = given["fleet"]
        self.on_orders(fleet, "Fuel")
        need(self.get(fleet, "in port") or any(self.kind(ship) in ("OIL", "COL") for ship in self.ships(fleet)), "no fuel")
        self.put(fleet, "zones moved", 0, self.turn)
        self.done(fleet)
        for ship in self.ships(fleet):
            self.put(ship, "fueling", self.turn)
            self.put(ship, "zones since a fuel box", None)
            if self.full(ship, "fuel"):
                self.put(ship, "fuel", self.full(ship, "fuel"))

    def do_rearm(self, given: Inputs) -> None:
        """All mines are aboard."""
        need(self.get(given["fleet"], "in port"), "not in port")
        self.put(given["fleet"], "zones moved", 0, self.turn)
        for ship in self.ships(given["fleet"]):
            self.put(ship, "rearming", self.turn)
            if self.full(ship, "mines"):
                self.put(ship, "mines", self.full(ship, "mines"))

    kept: tuple[str, ...] = ("mission", "zone", "in port", "was on a raid", "on the map", "fought", "laid mines")

    def do_divide(self, given: Inputs) -> None:
        """A part has all that the fleet has, and its orders from the next turn on."""
        fleet, name = given["fleet"], given["name"].strip()
        self.on_orders(fleet, "Divide")
        self.done(fleet)
        self.divided(fleet, name)
        if self.get(fleet, "mission"):
            for turn in range(self.turn + 1, self.turn + 99):
                self.put(name, "order", self.get(fleet, "order", turn), turn)
        for ship in given["ships"]:
            if (self.get(ship, "tows") or self.get(ship, "towed by")) not in (None, *given["ships"]):
                self.part(ship)
            self.put(ship, "fleet", name)

    def divided(self, fleet: str, name: str) -> None:
        """A new fleet where another is."""
        self.put("", "divided fleets", (*(self.get("", "divided fleets") or ()), name))
        self.put(name, "side", self.owner(fleet))
        for fact in self.kept:
            self.put(name, fact, self.get(fleet, fact))
        for turn in range(self.turn - 3, self.turn + 1):
            for fact in ("zones moved", "route", "carried out"):
                self.put(name, fact, self.get(fleet, fact, turn), turn)
        for other in self.fleets(self.other(self.owner(fleet))):
            for fact in ("in contact", "pursues", "searched"):
                self.put(name, fact, self.get(fleet, fact, other), other)
                self.put(other, fact, self.get(other, fact, fleet), name)

    def do_tow(self, given: Inputs) -> None:
        """Two ships of a fleet."""
        ship, other = given["ship"], given["other"]
        need(ship != other and self.afloat(ship) and self.afloat(other), "gone")
        need(not self.in_tow(ship) and not self.in_tow(other) and self.fleet(ship) == self.fleet(other), "in a tow")
        need("LZ" not in (self.kind(ship), self.kind(other)), "an airship")
        need(self.place(ship, in_port=False), "does not move")
        need(not self.get(other, "aground"), "aground")
        self.put(ship, "tows", other)
        self.put(other, "towed by", ship)

    def do_cast_off(self, given: Inputs) -> None:
        """A tow ends."""
        self.part(given["ship"])

    def do_mines(self, given: Inputs) -> None:
        """Ships in mined water, by the referee."""
        fleets = {ship: self.fleet(ship) for ship in given["ships"]}
        for side, zone in dict.fromkeys((self.owner(fleet), self.zone(fleet)) for fleet in fleets.values()):
            if zone:
                self.find(side, zone)
        for ship, fleet in fleets.items():
            need(self.kind(ship) != "LZ", "an airship")
            self.mine_test(ship, given["number"] or self.mines_in(self.other(self.owner(fleet)), self.zone(fleet)))

    def do_lay(self, given: Inputs) -> None:
        """A field for each load."""
        fleet, side, zone = given["fleet"], self.owner(given["fleet"]), self.zone(given["fleet"])
        self.on_orders(fleet, "Mine")
        self.put(fleet, "laid mines", self.turn)
        self.put(fleet, "carried out", "unseen", self.turn)
        for ship in given["ships"]:
            need(self.left(ship, "mines"), "no mines")
            self.put(ship, "mines", self.left(ship, "mines") - 1)
        self.put(side, "minefields", self.mines_in(side, zone) + len(given["ships"]), zone)

    def do_sweep(self, given: Inputs) -> None:
        """A minesweeper sweeps."""
        ship, fleet = given["ship"], self.fleet(given["ship"])
        need(self.kind(ship) == "MS" and not self.now(ship, "swept"), "no minesweeper")
        self.on_orders(fleet, "Sweep")
        self.put(ship, "swept", self.turn)
        self.done(fleet)
        side, zone, die = self.owner(fleet), self.zone(fleet), self.die()
        if die == 1:
            self.sink(ship)
        mined = next((each for each in (self.other(side), side) if self.mines_in(each, zone)), None)
        if die >= 4 and mined:
            self.put(mined, "minefields", self.mines_in(mined, zone) - 1 or None, zone)
            self.find(side, zone)

    def do_ground(self, given: Inputs) -> None:
        """Shallow water."""
        need(self.kind(given["ship"]) != "LZ", "an airship")
        more = ("capital" in given["modifiers"]) - ("home" in given["modifiers"])
        if self.die() + more >= 6:
            self.put(given["ship"], "aground", True)

    def do_refloat(self, given: Inputs) -> None:
        """Free on 1, on 1 or 2 without armour."""
        self.put(given["ship"], "repair tried", self.turn, "aground")
        if self.die() - ("no_armour" in given["modifiers"]) <= 1:
            self.put(given["ship"], "aground", None)
            self.take(given["ship"], (("hull", ceil(self.die() / 2)),), 0, "mine")

    def do_foundering(self, _: Inputs) -> None:
        """Each ship at sea, and in a gale each boat."""
        self.put("", "settled", self.turn, "foundering")

        def at_sea() -> list[str]:
            every = [s for s in self.cards if self.afloat(s) and self.kind(s) != "LZ"]
            return [s for s in every if not self.get(self.fleet(s), "in port")]

        more = {"Squall": 1, "Storm": 2, "Gale": 3}[self.weather]
        for ship in at_sea():
            if self.die() + more - 2 * (self.moved(self.fleet(ship)) >= 2) >= 6:
                self.take(ship, (("hull", 1),), 0, "mine")
        if self.weather == "Gale":
            for ship in [ship for ship in at_sea() if self.kind(ship) in ("DD", "TB")]:
                if self.die() == 6:
                    self.sink(ship)

    def flies(self, ship: str, what: str, still: tuple[str, ...]) -> None:
        """By order, and lying still."""
        fleet = self.fleet(ship)
        self.on_orders(fleet, what)
        if self.kind(ship) in still:
            need(not self.moved(fleet), "has moved")
            self.put(ship, "flying off", self.turn)
        if self.order(fleet) == what:
            self.done(fleet)

    def air_lines(self, given: Inputs, **more: bool) -> None:
        """Weather and night."""
        names = {name.lower(): self.weather == name for name in ("Fog", "Squall", "Storm")}
        self.known_lines(given, {**names, "night": self.night, **more})

    def do_launch(self, given: Inputs) -> None:
        """An aircraft takes off."""
        ship = given["ship"]
        need(self.weather != "Gale", "gale")
        self.flies(ship, "Launch", ("CVS",))
        self.air_lines(given, carrier=self.kind(ship) == "CV")
        lines = {"carrier": 1, "fog": -1, "night": -2, "squall": -2, "storm": -3}
        if self.die() + sum(lines[name] for name in given["modifiers"]) <= 1:
            self.put(ship, "aircraft", self.left(ship, "aircraft") - 1)
        else:
            self.add(ship, "aircraft aloft", 1)

    def do_recover(self, given: Inputs) -> None:
        """An aircraft lands."""
        ship, lines = given["ship"], {"fog": -1, "squall": -2, "night": -3, "storm": -3}
        self.flies(ship, "Recover", ("CV", "CVS"))
        self.air_lines(given)
        self.add(ship, "aircraft aloft", -1)
        if self.weather == "Gale" or self.die() + sum(lines[name] for name in given["modifiers"]) <= 2:
            self.put(ship, "aircraft", self.left(ship, "aircraft") - 1)

    def do_gale_in_the_air(self, _: Inputs) -> None:
        """Aircraft and airships in the air are destroyed."""
        self.put("", "settled", self.turn, "gale-in-the-air")
        for ship in [ship for ship in self.cards if self.afloat(ship)]:
            aloft = self.get(ship, "aircraft aloft") or 0
            if self.kind(ship) == "LZ" and not self.get(self.fleet(ship), "in port"):
                self.sink(ship)
            elif aloft:
                self.put(ship, "aircraft", self.left(ship, "aircraft") - aloft)
                self.put(ship, "aircraft aloft", None)

    def do_search(self, given: Inputs) -> None:
        """A fleet looks for another in its zone."""
        own, other = given["fleet"], given["other"]
        need(self.zone(own) == self.zone(other) and not self.now(own, "searched", other), "not here, or again")
        need(not self.now(own, "in contact", other), "in contact")
        self.put(own, "searched", self.turn, other)
        self.known_lines(given, self.search_lines(own))
        if self.get(other, "in port"):
            self.meet(own, other)
            return
        die = self.die()
        if self.found(own, other, die, sum(SEARCH_LINES[name] for name in given["modifiers"])):
            self.meet(own, other)
            if die == 6 and self.surprise_by_search:
                self.put(own, "contact at surprise distance", self.turn, other)

    surprise_by_search = True

    def found(self, own: str, other: str, die: int, more: int) -> bool:
        """Contact on 4 or more."""
        return die + more >= 4

    def search_lines(self, own: str) -> dict[str, bool]:
        """The modifiers of a search."""
        ships = self.ships(own)
        mates = [
            s for f in self.fleets(self.owner(own)) if self.zone(own) and self.zone(f) == self.zone(own) for s in self.ships(f)
        ]
        airship = any(self.kind(ship) == "LZ" for ship in mates) and self.weather in ("Clear", "Mist", "Fog")
        return {
            "submarine": self.all_types(ships, ("SS", "MTB")), "night": self.night,
            "leader": any(self.get(ship, "leader") for ship in ships),
            "large": len(ships) >= 20, "only_small": self.all_types(ships, SMALL), "airship": airship,
            "intercept": self.get(own, "mission") == "Intercept",
            **{name.lower(): self.weather == name for name in ("Gale", "Storm", "Squall", "Clear")},
        }  # fmt: skip

    def do_merchants(self, given: Inputs) -> None:
        """A die."""
        need(self.kind(given["ship"]) not in NO_ROUTE_HUNTERS and not self.now(given["ship"], "drew for merchants"), "no warship")
        self.put(given["ship"], "drew for merchants", self.turn)
        self.die()

    def do_sight(self, given: Inputs) -> None:
        """A fleet is seen."""
        self.reveal(given["fleet"])

    def do_port(self, given: Inputs) -> None:
        """In port or at sea."""
        self.put(given["fleet"], "zone", given["zone"] if given["zone"] != "-" else None)
        self.put(given["fleet"], "in port", given["port"] or None)


class Combat(Map):
    """Attacks, tactical combat, and the steps."""

    def do_submarine(self, given: Inputs) -> None:
        """Hunters throw first."""
        boat, target = given["submarine"], given["target"]
        need(self.kind(boat) == "SS" and not self.now(boat, "attacked"), "no submarine")
        need(self.zone(self.fleet(boat)) == self.zone(self.fleet(target)) and self.kind(target) not in ("SS", "LZ"), "elsewhere")
        self.add("", "attack", 1)
        self.reveal(self.fleet(boat))
        self.reveal(self.fleet(target))
        self.put(boat, "attacked", self.turn)
        dice = [self.die() for _ in range(len(given["hunters"]) // 3)]
        result = 5 if 5 in dice else 6 if 6 in dice else 0
        if result != 5:
            self.put(boat, "may fire at", self.attack_word, target)
        if result == 6 and self.left(boat, "torpedo"):
            self.shoot_torpedoes(boat, target, 0, [n for n, held in self.torpedo_lines(boat, target, 0).items() if held])
        if result:
            self.sink(boat)

    def do_mtb(self, given: Inputs) -> None:
        """Who may answer."""
        target = given["target"]
        self.add("", "attack", 1)
        for ship in (*given["boats"], target):
            self.reveal(self.fleet(ship))
        die = self.die()
        answering = self.ships(self.fleet(target)) if die == 1 else [target] if die <= 3 else []
        for boat in given["boats"]:
            need(self.kind(boat) == "MTB" and not self.now(boat, "attacked") and self.kind(target) not in ("SS", "LZ"), "no boat")
            self.put(boat, "attacked", self.turn)
            self.put(boat, "may fire at", self.attack_word, target)
            for ship in answering:
                self.put(ship, "may fire at", self.attack_word, boat)

    def do_hold_fire(self, given: Inputs) -> None:
        """A ship that could fire does not."""
        ship = given["ship"]
        if self.round:
            need(self.fires_first(ship) and (self.in_tow(ship) or self.bombards(ship)), "no weaker fire")
            ready = any(self.boxes(ship, gun) and not self.fired_at(ship, gun) for gun in GUNS)
            need(self.may_fire(ship) and ready and self.get(ship, "holds fire") != self.step_word, "not there, or held")
        self.put(ship, "holds fire", self.step_word if self.round else self.attack_word)

    def do_combat(self, given: Inputs) -> None:
        """Fleets in contact."""
        self.forget_fire()
        self.put("", "combat", (self.get("", "combat") or 0) + 1)
        self.put("", "round", 1)
        for fleet in given["fleets"]:
            need(not self.now(fleet, "fought"), "has fought")
            self.put(fleet, "fought", self.turn)
            for ship in self.ships(fleet):
                if self.kind(ship) not in ("SS", "LZ"):
                    self.put(ship, "in combat", True)
        for own in given["fleets"]:
            for other in given["fleets"]:
                if self.now(own, "in contact", other):
                    self.put("", "by pursuit", self.now(own, "pursues", other) or self.get("", "by pursuit"))
                    if self.get(other, "in port") and not self.get(own, "in port"):
                        self.put("", "attacks a port", self.owner(own))
                    if self.now(own, "contact at surprise distance", other):
                        self.put("", "surprise", self.owner(own))
        self.put("", "phase", "initiative")

    def automatic(self) -> str:
        """Who has the initiative without a die."""
        return self.get("", "attacks a port") or ""

    def do_initiative(self, _: Inputs) -> None:
        """Central Powers on 1 to 3."""
        side, more = self.automatic(), 0
        for each, sign in zip(self.sides, (-1, 1), strict=True):
            ships = self.fighting(each)
            more += sign * any(self.get(ship, "leader") for ship in ships)
            nations = {"Britain" if n in ("Australia", "Canada") else n for n in (self.cards[s]["nation"] for s in ships)}
            more -= sign * max(len(nations) - 1, 0)
        if not side:
            side = self.sides[self.die() + more >= 4]
        self.put("", "initiative side", side)

    def do_deploy(self, given: Inputs) -> None:
        """Ships in a hex."""
        for ship in given["ships"]:
            self.put(ship, "hex", given["hex"].strip())

    def check_steam(self, ships: Sequence[str]) -> None:
        """Speeds of the step, of the side whose step it is."""
        first = self.get("", "initiative side")
        acting = first if self.phase.startswith("initiative") else self.other(first)
        for ship in ships:
            need(self.fights(ship) and self.side_of[ship] == acting, f"{ship} of another side")
            need(self.get(ship, "moved in") != self.step_word, "has moved")
            need(self.place(ship) >= MOVES[self.phase], f"{ship} makes {LADDER[self.place(ship)]}")

    def do_steam(self, given: Inputs) -> None:
        """Ships move."""
        self.check_steam(given["ships"])
        for ship in given["ships"]:
            self.put(ship, "moved in", self.step_word)
            if given["hex"].strip() != "-":
                self.put(ship, "hex", given["hex"].strip())

    def moves_at_random(self, rng: Random) -> dict[str, Inputs]:
        """Orders to move on the tactical map. Most are refused."""
        ships = tuple(rng.sample(list(self.cards), rng.randint(1, 2)))
        return {"steam": {"ships": ships, "hex": "-"}, "leave": {"ships": ships}}

    def do_leave(self, given: Inputs) -> None:
        """Ships leave the map."""
        self.check_steam(given["ships"])
        for ship in given["ships"]:
            self.put(ship, "in combat", None)
            self.put(ship, "hex", None)

    # -------------------------------------------------------- fire

    def bombards(self, ship: str) -> bool:
        """Whether her fleet has a mission to bombard."""
        return bool(self.get(self.fleet(ship), "mission") == "Bombard")

    def fires_first(self, ship: str) -> bool:
        """No guns fired, nor fire held, in a step before."""
        shots = [self.get(ship, "fired", gun) for gun in GUNS]
        held = self.get(ship, "holds fire") or ""
        return not any(shot and shot[0] != self.step_word for shot in shots) and held in (
            "", self.step_word if self.round else self.attack_word
        )  # fmt: skip

    def boxes(self, ship: str, weapon: str) -> int:
        """Boxes at the beginning of the step."""
        able = self.get(ship, "able", weapon)
        return self.left(ship, weapon) if able is None else int(able)

    def strength(self, ship: str, target: str, weapon: str, hexes: int, *, first: bool = True) -> int:
        """Dice."""
        boxes = float(self.boxes(ship, weapon))
        if self.weather == "Gale" or (self.weather in ("Storm", "Squall") and weapon != "primary"):
            boxes = 0
        if self.now(ship, "fueling") or self.now(ship, "rearming"):
            boxes = 0
        if weapon == "torpedo":
            still = not self.place(ship) or self.get(self.fleet(target), "in port")
            return 0 if still else int(boxes)
        if first and self.fires_first(ship):
            boxes *= 0 if self.in_tow(ship) else 0.5 if self.bombards(ship) else 1
        if weapon == "primary" and self.cards[ship].get("sixteen") and hexes >= 4:
            boxes *= 0.5
        return int(boxes)

    def sight(self) -> int:
        """How far ships see."""
        return min(SIGHT[self.weather], 2 if self.night else 9)

    def reach(self, ship: str, weapon: str) -> int:
        """How far a weapon fires."""
        return min(self.sight(), 4 if weapon == "primary" and self.cards[ship].get("sixteen") else REACH[weapon])

    def fired_at(self, ship: str, weapon: str) -> str:
        """Its target of this step."""
        shot = self.get(ship, "fired", weapon)
        return shot[1] if shot and shot[0] == self.step_word else ""

    def may_fire(self, ship: str) -> bool:
        """A ship of the combat, and one sunk in this step; outside it any that is afloat."""
        able = any(self.get(ship, "able", weapon) is not None for weapon in WEAPONS)
        return bool(self.get(ship, "in combat") and (self.afloat(ship) or able)) if self.round else self.afloat(ship)

    def check_shot(self, ship: str, target: str, weapon: str, hexes: int) -> None:
        """In reach of an enemy, and with strength, the first fire aside."""
        need(self.side_of[ship] != self.side_of[target], "a friend")
        need(self.may_fire(ship), "not there")
        need(self.boxes(ship, weapon) and not self.fired_at(ship, weapon), "no boxes, or fired")
        need(hexes <= self.reach(ship, weapon), f"{weapon} reaches {self.reach(ship, weapon)}, not {hexes}")
        need(self.strength(ship, target, weapon, hexes, first=False), "no strength")
        if self.round:
            need(self.fights(target), "not in the combat")
        else:
            need(self.get(ship, "may fire at", target) == self.attack_word, "may not fire")

    def gun_lines(self, ship: str, target: str, hexes: int, weapons: Sequence[str]) -> dict[str, bool]:
        """The modifiers of gunfire."""
        return {
            "italic": bool(self.cards[ship].get("italic")), "dead": not self.place(target), "towing": self.in_tow(target),
            "near": hexes <= 1 and self.kind(target) != "MTB",
        }  # fmt: skip

    def torpedo_lines(self, ship: str, target: str, hexes: int) -> dict[str, bool]:
        """The modifiers of torpedoes."""
        sub = self.kind(ship) == "SS"
        return {
            "dead": not self.place(target), "towing": self.in_tow(target), "large": self.kind(target) in (*CAPITAL, "FT"),
            "same_hex": not sub and hexes == 0, "capital": not sub and self.kind(ship) in CAPITAL,
            "hull_mount": not sub and bool(self.cards[ship].get("hull_tubes")),
            "italian_mtb": self.kind(ship) == "MTB" and self.cards[ship]["nation"] == "Italy",
            "ace": sub and bool(self.cards[ship].get("ace")),
        }  # fmt: skip

    def remember(self, ship: str, target: str, weapon: str, hexes: int, dice: int) -> None:
        """Who fired what at whom."""
        self.put(ship, "fired", (self.step_word, target, dice), weapon)
        self.put(ship, "last range", hexes, target)
        self.put(ship, "last target", target)

    def do_fire(self, given: Inputs) -> None:
        """Guns."""
        ship, target, hexes = given["firer"], given["target"], given["range"]
        if self.all_guns_at_one:
            need({self.fired_at(ship, weapon) for weapon in WEAPONS} <= {"", target}, "another target")
        for weapon in given["weapons"]:
            self.check_shot(ship, target, weapon, hexes)
        self.known_lines(given, self.gun_lines(ship, target, hexes, given["weapons"]))
        self.volley(ship, target, hexes, given)

    all_guns_at_one = True

    def volley(self, ship: str, target: str, hexes: int, given: Inputs) -> None:
        """The dice of each kind of guns."""
        dice = {weapon: self.strength(ship, target, weapon, hexes) for weapon in given["weapons"]}
        for weapon, number in dice.items():
            self.remember(ship, target, weapon, hexes, number)
        self.fires(ship, target)
        for weapon, number in dice.items():
            for _ in range(number):
                self.shot(target, weapon, hexes, given["modifiers"])

    def fires(self, ship: str, target: str) -> None:
        """Further effects of fire."""

    def hits(self, weapon: str, lines: Sequence[str]) -> bool:
        """A 6."""
        return self.die() + sum((TORPEDO_LINES if weapon == "torpedo" else GUN_LINES)[line] for line in lines) >= 6

    def shot(self, target: str, weapon: str, hexes: int, lines: Sequence[str]) -> None:
        """One die, and its damage."""
        if not self.afloat(target) or not self.hits(weapon, lines) or self.ignores(target):
            return
        loaded = self.kind(target) in ("ML", "AML") and self.left(target, "mines")
        if (self.kind(target) == "OIL" or loaded) and self.die() == 6:
            self.sink(target)
        else:
            self.strike(target, weapon, hexes)

    def ignores(self, target: str) -> bool:
        """Whether a hit does nothing."""
        return False

    def do_torpedo(self, given: Inputs) -> None:
        """Torpedoes."""
        ship, target, hexes = given["firer"], given["target"], given["range"]
        need(self.kind(target) != "LZ", "an airship")
        self.check_shot(ship, target, "torpedo", hexes)
        self.known_lines(given, self.torpedo_lines(ship, target, hexes))
        self.shoot_torpedoes(ship, target, hexes, given["modifiers"])

    def shoot_torpedoes(self, ship: str, target: str, hexes: int, lines: Sequence[str]) -> None:
        """The dice of the mounts."""
        number = self.strength(ship, target, "torpedo", hexes)
        self.remember(ship, target, "torpedo", hexes, number)
        self.fires(ship, target)
        for _ in range(number):
            self.shot(target, "torpedo", hexes, lines)

    def do_repair(self, given: Inputs) -> None:
        """1S on 1, never on 5 and 6."""
        ship = given["ship"]
        segment = int(self.phase[-1]) if self.phase[-1].isdigit() else 0
        word = f"{self.turn}.{self.get('', 'combat') or 0}.{self.round}.{segment}"
        need(self.crippled(ship) and self.get(ship, "repair tried") != word, "not crippled, or tried")
        self.put(ship, "repair tried", word)
        die = self.die()
        if die == 1:
            self.put(ship, "makes 1S", True)
        elif die >= 5:
            self.put(ship, "beyond repair", True)

    # -------------------------------------------------------- steps

    def forget_fire(self) -> None:
        """Another combat is another matter."""
        for ship in self.cards:
            self.put(ship, "holds fire", None)
            for weapon in WEAPONS:
                self.put(ship, "fired", None, weapon)

    def fire_ends(self) -> None:
        """Boxes noted for the step are forgotten; the sunk are out."""
        for ship in self.cards:
            for weapon in WEAPONS:
                self.put(ship, "able", None, weapon)
            if not self.afloat(ship):
                self.put(ship, "in combat", None)

    def do_end_combat(self, _: Inputs) -> None:
        """By order."""
        self.combat_ends()

    def combat_ends(self) -> None:
        """The map is cleared, fuel is checked, fleets that fought write."""
        for ship in self.cards:
            self.put(ship, "in combat", None)
            self.put(ship, "hex", None)
        self.forget_fire()
        self.fire_ends()
        for fact in ("round", "initiative side", "by pursuit", "surprise", "attacks a port"):
            self.put("", fact, None)
        self.put("", "phase", "contact")
        self.burn()
        for fleet in self.fleets():
            if self.get(fleet, "mission") and self.now(fleet, "fought"):
                self.put(fleet, "writes orders", (LAST_STEP, self.turn + 1), self.turn)

    def both_fight(self) -> bool:
        """Whether both sides have ships in the combat."""
        return all(self.fighting(side) for side in self.sides)

    strategic: tuple[str, ...] = STRATEGIC
    tactical: tuple[str, ...] = TACTICAL

    def do_next(self, _: Inputs) -> None:
        """Give the orders that are due. Then the next step begins."""
        phase = self.phase
        self.leave(phase)
        if self.phase != phase:
            self.enter(self.phase)
            return
        if phase == LAST_STEP:
            self.turn_ends()
            self.put("", "turn", self.turn + 1)
            following = self.strategic[0]
        elif phase == "contact":
            following = LAST_STEP
        elif phase == "round-end":
            following = "initiative"
        elif phase == "initiative" and self.round > 1:
            following = self.tactical[2]
        else:
            every = self.tactical if self.round else self.strategic
            following = every[every.index(phase) + 1]
        self.put("", "phase", following)
        self.enter(following)

    def turn_ends(self) -> None:
        """Nothing more."""

    def leave(self, phase: str) -> None:
        """The orders due in a step."""
        rough = self.weather in ("Squall", "Storm", "Gale")
        owed = {
            "weather": True, "fuel": True, "foundering": rough, "aircraft": self.weather == "Gale",
        }  # fmt: skip
        order = {"aircraft": "gale-in-the-air"}.get(phase, phase)
        if owed.get(phase) and not self.now("", "settled", order):
            getattr(self, f"do_{order.replace('-', '_')}")({})
        if phase == "initiative" and not self.get("", "initiative side"):
            self.do_initiative({})
        if phase == "round-end":
            self.round_ends()
        if phase.startswith(("gunfire", "torpedo")):
            self.fire_ends()

    def round_ends(self) -> None:
        """Another round, or the end."""
        if not self.both_fight():
            self.combat_ends()
            return
        for ship in self.fighting():
            self.add(ship, "zones since a fuel box", 1)
        self.put("", "initiative side", None)
        self.put("", "round", self.round + 1)

    def enter(self, phase: str) -> None:
        """Note the boxes as a step of fire begins."""
        if phase.startswith(("gunfire", "torpedo")):
            for ship in self.fighting():
                for weapon in WEAPONS:
                    self.put(ship, "able", self.left(ship, weapon) or None, weapon)

    def do(self, order: str, given: Inputs, faces: Sequence[int]) -> None:
        """One order with its dice: all of them, and no more."""
        self.faces = list(faces)
        getattr(self, f"do_{order.replace('-', '_')}")(given)
        need(not self.faces, f"dice left: {self.faces}")

    def do_note(self, _: Inputs) -> None:
        """Words."""
