"""Damage worked out (8.1), and attacks whose hits are known (8.1.6, 8.1.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.rules.fgdn.sheet.casualties import Blow, hit
from tests.rules.fgdn.sheet.criticals import Criticals
from tests.rules.fgdn.sheet.war import Ship

Inputs = Mapping[str, Any]
KIND, POINTS, PENETRATED, CAUSE, MM, BAND, ASPECT, SEVERITY, AUTOMATIC, CASEMATE, BY, THROUGH, NAMED = range(13)
BANDS = ("short", "medium", "long", "extreme")


def pierces(penetration: float, armour: float) -> bool:
    """Greater than the rating, or no armour."""
    return penetration > armour or armour == 0


def pierces_casemate(ship: Ship, penetration: float, place: str) -> bool:
    """Two thirds of the belt, or the deck (F22)."""
    return pierces(penetration, ship.card["deck"]) if place == "deck" else pierces(penetration * 3, ship.card["belt"] * 2)


def in_words(hits: Sequence[tuple[Any, ...]]) -> str:
    """The causes of hits, each once: ``a, b and c``."""
    each = (f"{one[BY]}'s {one[CAUSE]}" if one[NAMED] else one[CAUSE] for one in hits)
    *first, last = dict.fromkeys(word for word in each if word)
    return f"{', '.join(first)} and {last}" if first else last


class Damage(Criticals):
    """What hits do when the phase is over."""

    def column_of(self, ship: Ship, one: tuple[Any, ...]) -> str:
        """The column of the critical hit table for a hit."""
        if one[SEVERITY]:
            return {"lethal": "lethal", "major": "major damage", "minor": "minor damage"}[one[SEVERITY]]
        return "torpedo" if one[KIND] in ("torpedo", "mine") else self.gunfire_column(ship)

    def work_out(self, ship: Ship) -> None:
        """The hits held on a ship, those of one column together."""
        hits = ship.get("held")
        ship.put("held", None)
        ship.mark("worked out", self.phase)
        for column in dict.fromkeys(self.column_of(ship, one) for one in hits):
            self.batch(ship, column, [one for one in hits if self.column_of(ship, one) == column])

    def settle(self) -> None:
        """Damage that follows, on the first ship that has any, until there is none."""
        while due := [ship for ship in self.ships.values() if ship.get("following")]:
            first, *rest = due[0].get("following")
            due[0].put("following", tuple(rest))
            self.batch(due[0], self.column_of(due[0], first), [first])

    def batch(self, ship: Ship, column: str, hits: list[tuple[Any, ...]]) -> None:
        """Damage taken at one time."""
        if not ship.fit():
            return
        points, cause = sum(one[POINTS] for one in hits), in_words(hits)
        guns = [one for one in hits if one[KIND] == "gun"]
        mm = max((one[MM] for one in guns), default=0) if len(guns) == len(hits) else 0
        shares: dict[tuple[str, str], int] = {}
        for one in hits:
            shares[one[BY], one[THROUGH]] = shares.get((one[BY], one[THROUGH]), 0) + one[POINTS]
        by, through = max(shares, key=lambda whose: shares[whose])
        blow = Blow(column, any(one[PENETRATED] for one in hits), any(one[CASEMATE] for one in hits), mm, by, through)
        self._points_off(ship, points, cause)
        if not ship.fit():
            return
        number = self._number(ship, points)
        for one in hits:
            breaks = {"torpedo": 8, "mine": 8, "bomb": 4}.get(one[KIND], 0)
            if breaks and one[POINTS] * 4 >= 3 * ship.points and ship.fit() and self.ten(breaks):
                self.founder(ship, f"keel broken by a {one[KIND]}")
        if not ship.fit():
            return
        if ship.out_of_batteries and ship.under():
            ship.dive("surfaced")
        if ship.card["holds"]:
            ship.put("batch points", points or None)
        natures = [name for one in hits for name in one[AUTOMATIC]]
        natures += ["Flight Deck"] * self._opens_deck(ship, guns, blow)
        given = ["Engineering", "Rudder"] if any(one[ASPECT] == "stern" for one in hits) else []
        for nature in [*natures, *(given + [""] * number)[:number]]:
            self.critical(ship, blow, nature)

    def _points_off(self, ship: Ship, points: int, cause: str) -> None:
        aground = 2 if ship.get("beached") else 1
        if ship.small:
            ship.add("points this turn", points, self.turn)
            if ship.count("points this turn", self.turn) >= 2 * aground * ship.points:
                self.founder(ship, cause or "damage")
            return
        beyond = max(points - ship.left, 0)
        ship.put("points", ship.left - min(points, ship.left))
        if aground == 2:
            ship.add("beyond", beyond)
        if not ship.left and ship.points + ship.count("beyond") >= aground * ship.points:
            self.founder(ship, cause or "damage")

    def _number(self, ship: Ship, points: int) -> int:
        """Criticals by D6 and the damage ratio (F2, F17)."""
        if points * 100 < ship.points:
            return 0
        whole = ship.points if ship.small else max(ship.left, 1)
        if not ship.small and points >= 3 * whole:
            ship.put("points", min(ship.left, ship.points // 10))
            return 0
        number = max(self.die(6) + min(points * 10 // whole, 10) - 5, 0)
        return number + max(points - whole, 0) * 5 // whole

    def _opens_deck(self, ship: Ship, guns: list[tuple[Any, ...]], blow: Blow) -> bool:
        """Shells of 120 mm from Long or Extreme range, once a turn (F67)."""
        far = {one[BAND] for one in guns if one[MM] >= 120} & {"long", "extreme"}
        if ship.kind != "carrier" or not far or not blow.penetrated or ship.marked("deck shelled"):
            return False
        ship.mark("deck shelled")
        return self.ten(6 if "extreme" in far else 3)

    # -- orders

    def o_damage(self, said: Inputs) -> None:
        """Work out damage."""
        self.work_out(self.ships[said["ship"]])

    def o_following(self, said: Inputs) -> None:
        """Damage that follows."""
        self.settle()

    def hold(self, ship: Ship, said: Inputs, number: int, one: tuple[Any, ...]) -> None:
        """Keep hits until the phase is over."""
        by = said.get("by") or ""
        for _ in range(number):
            ship.append("held", (*one[:BY], "" if by == "nobody known" else by, *one[THROUGH:]))

    def o_torpedo(self, said: Inputs) -> None:
        """On the belt, on the protection, or outside both (8.1.7)."""
        ship, points, kind = self.ships[said["target"]], said["points"], said["kind"]
        if said["aspect"] != "broad":
            points //= 2
        elif said["depth"] == "shallow" and ship.size in "AB":
            belt = ship.card["belt"]
            less = 0 if belt <= 5 else 10 if belt <= 10 else 25 if belt <= 20 else 40 if belt <= 30 else 50 if belt <= 40 else 60
            points = points * (100 - less) // 100
        elif said["depth"] == "deep":
            rating, used = ship.card["underwater"], ship.count("protection used", said["side"])
            taken = min(points, rating // 3, max(rating - used, 0))
            ship.add("protection used", taken, said["side"])
            points -= taken
        automatic = ["Flooding"] * (kind == "torpedo") + ["Hull Penetration"] * ship.submarine if points else []
        self.hold(ship, said, 1, hit(kind, points, kind, aspect=said["aspect"], automatic=tuple(automatic)))

    def o_bombs(self, said: Inputs) -> None:
        """Bombs and rockets on the deck, skip bombs on the belt (8.1.6)."""
        ship, kind = self.ships[said["target"]], said["kind"]
        place = "belt" if kind == "skip bomb" else "deck"
        pierced = pierces(said["penetration"], ship.card[place])
        opens = kind == "bomb" and said["pounds"] >= 100 and pierced and ship.kind == "carrier"
        points = said["points"] if pierced else said["points"] // 2
        casemate = pierces_casemate(ship, said["penetration"], place)
        self.hold(ship, said, said["hits"], hit(
            "rocket" if kind == "rocket" else "bomb", points, kind, penetrated=pierced, casemate=casemate,
            automatic=("Flight Deck",) * opens,
        ))  # fmt: skip

    def o_shells(self, said: Inputs) -> None:
        """Hits that were diced for elsewhere."""
        ship = self.ships[said["target"]]
        pierced = pierces(said["penetration"], ship.card[said["place"]])
        points = said["points"] if pierced else said["points"] // 2
        casemate = pierces_casemate(ship, said["penetration"], said["place"])
        self.hold(ship, said, said["hits"], hit(
            "gun", points, said["weapon"], penetrated=pierced, mm=int(said["mm"]), band=said["band"], casemate=casemate
        ))  # fmt: skip

    def o_depth_charges(self, said: Inputs) -> None:
        """An attack on a submerged submarine (8.1.4)."""
        automatic = ("Hull Penetration",) if said["contact"] else ()
        one = hit("depth charge", said["points"], "depth charges", severity=said["severity"], automatic=automatic)
        self.hold(self.ships[said["target"]], said, 1, one)

    def o_launch(self, said: Inputs) -> None:
        """Torpedoes or charges leave the ship."""
        self.ships[said["ship"]].add("fired off", said["number"], said["weapon"])

    def o_blast(self, said: Inputs) -> None:
        """A ship near one that blew up (8.3)."""
        ship, exploded = self.ships[said["ship"]], self.ships[said["exploded"]]
        ship.mark("blasted by", exploded.name)
        points = next(points for yards, points in exploded.get("blast") if said["yards"] <= yards)
        self.follow(ship, hit("explosion", points, "explosion", by=exploded.name, named=True))
        self.settle()

    def o_deck_planes(self, said: Inputs) -> None:
        """A plane on deck, and up to four beside it at half the chance."""
        ship, blow = self.ships[said["ship"]], Blow(self.gunfire_column(self.ships[said["ship"]]))
        near, chance = min(4, ship.planes - 1), (said.get("percent") or 0) // 2
        self.critical(ship, blow, "Aircraft")
        for _ in range(near):
            if self.percent(chance):
                self.critical(ship, blow, "Aircraft")

    def o_do_part(self, said: Inputs) -> None:
        """A critical hit by itself."""
        given = said["critical"]
        blow = Blow(given["column"], given["penetrated"], given["casemate"], given["mm"])
        self.critical(self.ships[given["ship"]], blow, given["nature"])
