"""Sinking, damage that follows, and fire and flooding (8.1.8, 8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.war import Ship, War


class Blow(NamedTuple):
    """The circumstances that the critical hits of one batch share: column, armour pierced, largest gun, and who did it."""

    column: str
    penetrated: bool = True
    casemate: bool = True
    mm: int = 0
    by: str = ""
    through: str = ""

    def is_light(self, ship: Ship) -> bool:
        """Light weapons on a ship of size D or larger (8.1.3)."""
        return 0 < self.mm <= 65 and not ship.small

    def allows(self, ship: Ship, name: str) -> bool:
        """Whether light weapons can do this."""
        if not self.is_light(ship):
            return True
        return name in next(named for mm, named in figures.LIGHT if self.mm <= mm).split(", ")


def hit(kind: str, points: int, cause: str = "", **more: Any) -> tuple[Any, ...]:
    """Damage on its way, as it is kept."""
    plain = {"penetrated": True, "mm": 0, "band": "", "aspect": "", "severity": "", "automatic": (), "casemate": True, "by": ""}
    said = {**plain, "through": "", "named": False, **more}
    return kind, points, said["penetrated"], cause, *(said[name] for name in (
        "mm", "band", "aspect", "severity", "automatic", "casemate", "by", "through", "named"
    ))  # fmt: skip


class Casualties(War):
    """How ships are lost, and what burns and floods."""

    # -- lost (8.1.8)

    def sink(self, ship: Ship, how: str) -> None:
        """She is gone."""
        if ship.afloat:
            ship.put("fate", f"sunk T{self.turn}: {how}")
            for fact in ("sinks at", "held", "following", "speed"):
                ship.put(fact, None)

    def founder(self, ship: Ship, how: str) -> None:
        """She is lost: D10 x 10 minutes, or at once under water."""
        if not ship.fit():
            return
        if ship.under():
            self.sink(ship, how)
        else:
            ship.put("sinks at", self.minutes + 10 * self.die(10))
            ship.put("lost by", how)

    def blow_up(self, ship: Ship, how: str, *rings: tuple[int, int]) -> None:
        """She is destroyed at once, and ships near by are hurt."""
        if ship.afloat:
            self.sink(ship, how)
            ship.put("blast", rings)

    def magazine_explodes(self, ship: Ship) -> None:
        """Ships within 300 yards suffer the battery's short-range HE damage."""
        main = ship.battery("main")
        points = ship.gun(main[0])["he_damage"] if main else 0
        self.blow_up(ship, "magazine explosion", *[(300, points)] * bool(points))

    def follow(self, ship: Ship, what: tuple[Any, ...]) -> None:
        """Damage that comes of other damage."""
        if what[1] > 0 and ship.afloat:
            ship.append("following", what)

    # -- a fire or flooding begins (8.2)

    def start(
        self, ship: Ship, kind: str, causes: Sequence[str] = (), halvings: int = 0, *, torpedo: bool = False, by: str = ""
    ) -> tuple[int, bool]:
        """Its severity, and whether what burns explodes."""
        built = ship.card["rebuilt"] or ship.card["year"]
        if set(causes) & set(figures.OWN_DIE) or built >= 1925:
            percent = self.die(6)
        else:
            percent = (self.dice(2, 6) if built <= 1907 else self.die(6)) + 2
        percent += sum(figures.SHIFTS[cause] for cause in causes)
        percent -= 2 if ship.get("beached") and kind == "flooding" else 0
        percent += 2 if kind == "fire" and ship.crew_lost >= 3 else 0
        explodes = "armed aircraft" in causes and percent >= 6
        for _ in range(halvings):
            percent //= 2
        if percent >= 1 and ship.fit():
            self._begin_casualty(ship, kind, percent, causes, torpedo=torpedo, by=by)
        return max(percent, 0), explodes

    def _begin_casualty(self, ship: Ship, kind: str, percent: int, causes: Sequence[str], *, torpedo: bool, by: str) -> None:
        at_once = ship.small or torpedo
        cause = next((cause for cause in causes if cause in figures.HARDER), "".join(causes[:1]))
        ship.append(kind, (percent, self.turn, cause, at_once))
        if kind == "fire" and not set(causes) & {"aircraft", "armed aircraft"}:
            ship.add("fires had")
        if at_once:
            points = ship.points * percent // 100
            self.follow(ship, hit(kind, points, kind, by=by, through=kind))
            if kind == "flooding" and points:
                ship.add("flooding points", points)

    def burn(self, ship: Ship, blow: Blow, *causes: str, half: bool = False) -> tuple[int, bool]:
        """A fire by a blow."""
        return self.start(ship, "fire", causes, self._halvings(blow, half=half), by=blow.by)

    def flood(self, ship: Ship, blow: Blow, *, half: bool = False) -> None:
        """Flooding by a blow."""
        causes = ["light shells"] * blow.is_light(ship)
        self.start(ship, "flooding", causes, self._halvings(blow, half=half), torpedo=blow.column == "torpedo", by=blow.by)

    @staticmethod
    def _halvings(blow: Blow, *, half: bool) -> int:
        return (not blow.penetrated) + (0 < blow.mm <= 76) + half

    # -- fire and flooding when they are due (8.2, F19)

    def to_reduce(self, one: tuple[Any, ...]) -> bool:
        """On the third turn in Resolution, then in Plotting of each Intermediate Turn."""
        due = one[1] + 3
        if self.turn == due:
            return self.phase == "resolution"
        return self.turn > due and self.intermediate and self.phase == "plotting"

    def does_damage(self, one: tuple[Any, ...]) -> bool:
        """On the third turn, or at once; then on each Intermediate Turn."""
        first = one[1] if one[3] else one[1] + 3
        return (self.turn == first and not one[3]) or (self.turn > first and self.intermediate)

    def tested(self, ship: Ship, kind: str) -> bool:
        """Overwhelmed by what began before this Intermediate Turn (F63)."""
        older = sum(one[0] for one in ship.get(kind) or () if one[1] < self.turn)
        spared = kind == "fire" and ship.get("magazines flooded")
        return self.intermediate and ship.fit() and ship.level_of(older) == 4 and not spared

    def is_due(self, ship: Ship) -> bool:
        """Whether anything is asked for in this phase."""
        every = [one for kind in ("fire", "flooding") for one in ship.get(kind) or ()]
        if any(self.to_reduce(one) for one in every):
            return True
        peril = self.tested(ship, "fire") or self.tested(ship, "flooding")
        return self.phase == "resolution" and (peril or any(self.does_damage(one) for one in every))

    def all_due(self) -> None:
        """As a phase is left."""
        due = [ship for ship in self.fit_ships() if self.is_due(ship) and not ship.marked("casualties settled", self.phase)]
        for ship in due:
            self.settle_casualties(ship)

    def settle_casualties(self, ship: Ship) -> None:
        """All that a ship's fire and flooding ask for in this phase."""
        ship.mark("casualties settled", self.phase)
        if self.phase == "resolution":
            self._secondary(ship)
        self._reduce_all(ship)
        if self.phase == "resolution":
            self._perils(ship)
        if ship.level("fire") != 4:
            ship.put("conflagration", None)

    def _secondary(self, ship: Ship) -> None:
        due = {kind: [one[0] for one in ship.get(kind) or () if self.does_damage(one)] for kind in ("fire", "flooding")}
        if not any(due.values()):
            return
        flooded = ship.points * sum(due["flooding"]) // 100
        ship.add("flooding points", flooded)
        kinds = [kind for kind in due if due[kind]]
        points = ship.points * sum(map(sum, due.values())) // 100
        name = " and ".join(kinds)
        self.follow(ship, hit(name, points, name, through=kinds[0]))
        self.settle()

    def settle(self) -> None:
        """Damage that follows, batch by batch, until there is none."""
        raise NotImplementedError

    def fighting_level(self, ship: Ship) -> int:
        """The column of the reduction table, by both together less all help, at best Minor for it (F8, F33)."""
        total = ship.percent("fire") + ship.percent("flooding")
        men = any(ship.get("men drafted", battery) for battery in ("light", "casemate", "main"))
        printed = figures.TOPS["A" if ship.size in "AB" else "C" if ship.size in "CD" else "E"][0]
        off = printed // 2 if men else 0
        for side in ("port", "starboard"):
            name = ship.get("assisted", side)
            if name and self.can_assist(self.ships[name]) and self.ships[name].count("speed") == ship.count("speed"):
                lent = self.ships[name].tops()[0]
                off += lent if self.ships[name].card["tug"] else lent // 2
        return min(ship.level_of(total), max(ship.level_of(total - off), 1))

    @staticmethod
    def can_assist(helper: Ship) -> bool:
        """No fire of her own, no more than half damaged, on the surface."""
        dry = helper.fit() and not (helper.airship or helper.under())
        return dry and not helper.get("fire") and helper.taken * 2 <= helper.points

    def _reduce_all(self, ship: Ship) -> None:
        kinds = [kind for kind in ("fire", "flooding") if ship.fit() and any(self.to_reduce(one) for one in ship.get(kind) or ())]
        level = self.fighting_level(ship) if kinds else 0
        for kind in kinds:
            severe = ship.level("flooding") >= 3
            self._reduce(ship, kind, level)
            if ship.submarine and kind == "flooding":
                ship.put("severe flooding fought", severe and ship.level("flooding") >= 3)

    def _reduce(self, ship: Ship, kind: str, level: int) -> None:
        shift = self._fire_shift(ship) if kind == "fire" else 0
        if "national_crews" in self.options and ship.card["nation"] in ("Germany", "Russia"):
            shift -= 1
        natural = self.die(10)
        row = natural if natural == 10 else min(max(natural + shift, 1), 10)
        dice = int(figures.REDUCTION[figures.LEVELS[level]].split()[row - 1])
        if not dice:
            return
        change = self.dice(abs(dice), 6) * (1 if dice > 0 else -1)
        every = [list(one) for one in ship.get(kind)]
        for one in every:
            if self.to_reduce(tuple(one)):
                before = one[0]
                one[0] = max(before + change, 0)
                change = min(before + change, 0)
        ship.put(kind, tuple(tuple(one) for one in every if one[0]))
        if not ship.get("fire") and not ship.get("flooding"):
            for battery in ("light", "casemate", "main"):
                ship.put("men drafted", None, battery)
            for side in ("port", "starboard"):
                ship.put("assisted", None, side)

    def _fire_shift(self, ship: Ship) -> int:
        slow = ship.get("wind on bow") and ship.count("speed") <= 15
        shift = 2 if ship.level("fire") >= 2 and not slow else 0
        shift += max([figures.HARDER.get(one[2], 0) for one in ship.get("fire") if self.to_reduce(one)], default=0)
        return shift + (2 if ship.crew_lost >= 4 else 0)

    def _perils(self, ship: Ship) -> None:
        burning, listing = self.tested(ship, "fire"), self.tested(ship, "flooding")
        if burning:
            ship.add("conflagration")
            if self.percent(25 * ship.count("conflagration")):
                self.magazine_explodes(ship)
        if listing and self.percent(25):
            self.sink(ship, "capsized")
