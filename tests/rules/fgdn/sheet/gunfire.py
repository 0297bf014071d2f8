"""Gunfire (page 6-4) and movement as far as damage and gunfire ask for it."""

from __future__ import annotations

from typing import Any

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.casualties import hit
from tests.rules.fgdn.sheet.damage import BANDS, Damage, Inputs, pierces, pierces_casemate
from tests.rules.fgdn.sheet.war import Ship

BASE = {"short": (40, 50, 3), "medium": (20, 30, 3), "long": (10, 10, 2), "extreme": (5, 5, 2)}
"""The base chance for Gunnery Standards 1 and 2, and the per cent of each point of the modifiers."""


class Gunfire(Damage):
    """Fire, and moves."""

    def band_of(self, gun: dict[str, Any], yards: int) -> str:
        """The range band."""
        return next(band for band, edge in zip(BANDS, gun["yards"], strict=True) if yards <= edge)

    def known(self, said: Inputs) -> set[str]:
        """The modifiers that the battle itself knows to count."""
        firer, target = self.ships[said["firer"]], self.ships[said["target"]]
        gun = firer.gun(firer.battery(said["battery"])[0])
        band, group = self.band_of(gun, said["range"]), figures.group(target.size)
        found = {f"{said['aspect']}_{group}", *self._of_speed(target), *self._of_firer(firer), *self._of_sight(firer, said, band)}
        own = figures.group(firer.size)
        found.add(f"sea_{self.sea}_{'ab' if own in 'ab' else own}")
        if target.get("evading") and target.count("speed") >= 20:
            found.add(f"evades_{group}")
        barrels = sum(mount["barrels"] for mount in firer.card["mounts"] if mount["name"] in said["mounts"])
        found.add(f"barrels_{min((barrels - 1) // 2 * 2 + 1, 11)}")
        if gun.get("standard", 2) == 2 and firer.get("local", said["battery"]):
            found.add("local")
        if said["fired_on"] == "no":
            found.add("not_fired_on")
        salvo = self.salvo(said)
        found |= {"first_salvo"} if salvo == 1 and band in ("long", "extreme") else {"third_salvo"} if salvo >= 3 else set()
        return found & set(figures.GUNNERY)

    @staticmethod
    def _of_speed(target: Ship) -> list[str]:
        knots = target.count("speed")
        lines = ((0, "stationary"), (10, "speed_10"), (19, ""), (24, "speed_20"), (999, "speed_25"))
        return [next(line for most, line in lines if knots <= most)]

    @staticmethod
    def _of_firer(firer: Ship) -> set[str]:
        found = {"fast_firer"} if firer.count("speed") > 15 else set[str]()
        return found | ({"firer_evades"} if firer.get("evading") else {"course_change"} if firer.get("turned") else set())

    def _of_sight(self, firer: Ship, said: Inputs, band: str) -> set[str]:
        found, reach = set(), firer.card["rangefinder"]
        beyond = said["range"] - reach if reach else 0
        if beyond > 0:
            found.add(f"beyond_{1 if beyond <= 3000 else 2 if beyond <= 6000 else 3}")
        poor = {"25% or less": "visibility_25", "40% or less": "visibility_40"}.get(self.get("visibility"))
        if poor:
            found.add(poor)
            if firer.card["coincidence"] and band in ("long", "extreme"):
                found.add("coincidence")
        if self.get("light") == "night" and self.ships[said["target"]].level("fire") >= 2:
            found.add("illuminated")
        elif said.get("glow") in ("illuminated", "silhouetted"):
            found.add(said["glow"])
        return found

    def salvo(self, said: Inputs) -> int:
        """Which salvo on this target it is (F29)."""
        firer = self.ships[said["firer"]]
        last = firer.get("target", said["battery"])
        if last == said["target"]:
            return firer.count("salvos", said["battery"]) + 1
        return 2 if last and said["close"] else 1

    def chance(self, said: Inputs, gun: dict[str, Any], band: str) -> int:
        """The chance of a hit, by the modifiers that the order names."""
        chosen = set(said["modifiers"])
        if chosen & {"blind", "illuminated", "silhouetted", "searchlight", "twilight"}:
            chosen -= {"visibility_25", "visibility_40"}
        elif "visibility_25" in chosen:
            chosen -= {"visibility_40"}
        points = sum(figures.GUNNERY[name] for name in chosen)
        if band in ("long", "extreme"):
            points -= said["over_limit"]
        base = BASE[band]
        return min(max(base[gun.get("standard", 2) - 1] + points * base[2], 0), 100)

    def o_fire(self, said: Inputs) -> None:
        """A battery fires; its hits are held."""
        firer, target, battery = self.ships[said["firer"]], self.ships[said["target"]], said["battery"]
        gun = firer.gun(firer.battery(battery)[0])
        band = self.band_of(gun, said["range"])
        chance, salvo = self.chance(said, gun, band), self.salvo(said)
        self._remember(firer, target, said, salvo)
        barrels = sum(mount["barrels"] for mount in firer.card["mounts"] if mount["name"] in said["mounts"])
        hits = 0
        if said["hits"] != "dice":
            hits = int(said["hits"])
        elif chance:
            thrown = self.die(100)
            hits = min(1 + (chance - thrown) // 10, barrels) if thrown <= chance else 0
        if hits:
            self._score(firer, target, gun, band, hits)

    def _remember(self, firer: Ship, target: Ship, said: Inputs, salvo: int) -> None:
        for name in said["mounts"]:
            firer.mark("fired", name)
        firer.put("target", target.name, said["battery"])
        firer.put("salvos", salvo, said["battery"])
        firer.put("last target", target.name)
        last = firer.get("fired on")
        if said["fired_on"] and (last is None or self.turn - last > 1):
            firer.mark("under fire" if said["fired_on"] == "yes" else "not under fire", self.phase)
        target.mark("fired on")
        for fact in ("range", "bearing", "aspect"):
            firer.put(fact, said[fact], target.name)

    def _score(self, firer: Ship, target: Ship, gun: dict[str, Any], band: str, hits: int) -> None:
        place = "belt"
        if band in ("long", "extreme") and target.armoured:
            place = "belt" if self.die(10) <= (7 if band == "long" else 4) else "deck"
        number = BANDS.index(band)
        pierced = pierces(gun["penetration"][number], target.card[place])
        share = 100
        british = firer.card["nation"] == "Great Britain" and gun.get("shell", "APC") == "APC"
        failing = british and band in ("long", "extreme") and target.card["belt"] >= gun["mm"] // 30
        if "faulty_shells" in self.options and failing and pierced:
            share = 60
        points = gun["damage"][number] * share
        if "shell_failures" in self.options:
            points = points * 85 // 100
        points = points // 100 if pierced else points // 100 // 2
        casemate = pierces_casemate(target, gun["penetration"][number], place)
        for _ in range(hits):
            target.append("held", hit(
                "gun", points, gun["name"], penetrated=pierced, mm=int(gun["mm"]), band=band,
                casemate=casemate, by=firer.name, named=True,
            ))  # fmt: skip

    # -- moves

    def o_move(self, said: Inputs) -> None:
        """Speed, helm, a turn, evasion; a ship whose bridge was hit answers the same order in the next turn (8.3)."""
        ship = self.ships[said["ship"]]
        knots, helm, turns, evades = said["knots"], said["helm"], bool(said["turns"]), bool(said["evades"])
        steered = helm != (ship.get("helm") or "straight") and not ship.jammed
        new = (self.turn, knots, helm, turns, evades)
        changes = turns or evades or steered or knots != ship.count("speed")
        before = ship.get("ordered")
        if ship.get("bridge hit") and changes and before != (self.turn - 1, *new[1:]):
            ship.put("ordered", new)
            return
        ship.mark("moved")
        ship.put("speed", knots or None)
        ship.put("helm", None if helm == "straight" else helm)
        ship.put("turned", turns)
        ship.put("evading", evades)

    def o_aground(self, said: Inputs) -> None:
        """Beached, or off again (8.1.5)."""
        ship = self.ships[said["ship"]]
        if ship.get("beached"):
            ship.put("beached", None)
        else:
            ship.put("beached", True)
            ship.put("speed", None)

    def o_leave(self, said: Inputs) -> None:
        """She leaves the table."""
        ship = self.ships[said["ship"]]
        ship.put("fate", f"left T{self.turn}")
        ship.put("held", None)
        ship.put("following", None)

    def o_transfer(self, said: Inputs) -> None:
        """Crew goes over, or into the water (8.1.9)."""
        boat, other, men = self.ships[said["boat"]], self.ships[said["other"]], said["factors"]
        knots = boat.count("speed")
        safe = self.percent(100 if not knots else 50 if knots <= 5 else 5)
        if said["injured"]:
            boat.add("injured", -1)
            other.add("injured", 1 if safe else 0)
        else:
            beyond = min(men, boat.count("extra crew"))
            boat.add("extra crew", -beyond)
            boat.put("crew", boat.count("crew") - (men - beyond))
            places = min(men, 6 - other.count("crew")) if safe else 0
            other.put("crew", other.count("crew") + places)
            other.add("extra crew", men - places if safe else 0)
        if not safe:
            self.ten(5)

    def o_alongside(self, said: Inputs) -> None:
        """Within D6 Impulses she lies still."""
        self.die(6)
        self.ships[said["boat"]].put("speed", None)
