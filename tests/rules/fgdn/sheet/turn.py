"""The Tactical Turn (8.1), and a whole battle that goes by the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.after import After
from tests.rules.fgdn.sheet.damage import Inputs
from tests.rules.fgdn.sheet.war import Ship

AFTER = {
    "plotting": "movement", "movement": "planned-fire", "planned-fire": "reaction-fire", "reaction-fire": "resolution",
    "resolution": "plotting",
}  # fmt: skip
"""The phase after each; nothing is resolved in Detection, and it is passed over."""
BY_HAND = {"aircraft armed": "aircraft armed", "aircraft parked": "aircraft parked", "aircraft stowed": "aircraft stowed"}
"""What the referee says of planes, by the condition's name."""


class Sheet(After):
    """A battle by the sheet: each order with the faces that were thrown."""

    def do(self, order: str, said: Inputs, faces: Sequence[tuple[int, int]], choices: Sequence[str]) -> None:
        """One order. Every die and choice must be wanted."""
        self.faces, self.choices = list(faces), list(choices)
        getattr(self, f"o_{order.replace('-', '_')}")(said)
        assert not self.faces, f"{len(self.faces)} dice that the sheet does not have"
        assert not self.choices, "choices that the sheet does not have"

    def o_casualties(self, said: Inputs) -> None:
        """A ship's fire and flooding."""
        self.settle_casualties(self.ships[said["ship"]])

    def o_note(self, said: Inputs) -> None:
        """Words."""

    def o_end(self, said: Inputs) -> None:
        """The battle is over."""
        self.put("ended", said["reason"])

    def o_set(self, said: Inputs) -> None:
        """What the referee says of planes."""
        value = {"yes": True, "no": None, "elsewhere": None}.get(said["value"], said["value"])
        self.ships[said["ship"]].put(BY_HAND[said["condition"]], value)

    def o_next(self, said: Inputs) -> None:
        """What is due as a phase is left, and as the next begins."""
        self._leave()
        coming = AFTER[self.phase]
        if coming == "plotting":
            self.put("turn", self.turn + 1)
        self.put("phase", coming)
        if coming == "plotting":
            self._plot()
        elif coming == "movement":
            self._under_way()

    def _leave(self) -> None:
        if self.phase in ("plotting", "resolution"):
            self.all_due()
        if self.phase == "resolution":
            self._bring_up()
            self.airships_burn()
        for ship in [ship for ship in self.ships.values() if ship.get("held")]:
            self.work_out(ship)
        self.settle()

    def _plot(self) -> None:
        for ship in self.ships.values():
            self.put_right(ship)
        for ship in [ship for ship in self.fit_ships() if ship.submarine]:
            self._depth_risk(ship)
        if self.intermediate:
            for ship in self.fit_ships():
                self._cargo_risk(ship)
        for ship in [ship for ship in self.fit_ships() if ship.jammed and not ship.get("rudder stuck")]:
            if ship.get("rudder try") is None:
                ship.put("rudder try", (ship.get("rudder hit") or self.turn) + self.die(6))
        for ship in [ship for ship in self.fit_ships() if ship.jammed and not ship.get("rudder stuck")]:
            if ship.get("rudder try") <= self.turn:
                self._free(ship)
        self.airships_plot()
        self.survivors_due()

    def _under_way(self) -> None:
        for ship in self.ships.values():
            due = ship.get("sinks at")
            if ship.afloat and due is not None and due <= self.minutes:
                self.sink(ship, ship.get("lost by") or "damage")
        for ship in self.ships.values():
            if ship.fit() and ship.count("speed") > ship.best:
                ship.put("speed", max(ship.best, ship.count("speed") - ship.card["deceleration"] // 2) or None)
            ship.put("evading", None)
            ship.put("turned", None)

    def _free(self, ship: Ship) -> None:
        """20, 40, 60 %; after the third it stays jammed (8.4)."""
        tried = ship.count("rudder tried") + 1
        freed = self.ten(2 * tried)
        if freed:
            ship.put("rudder", None)
        elif tried == 3:
            ship.put("rudder stuck", True)
        else:
            ship.put("rudder tried", tried)
            return
        ship.put("rudder try", None)
        ship.put("rudder tried", None)

    def _cargo_risk(self, ship: Ship) -> None:
        """25 % for each hold whose ammunition was set on fire before, while it burns (8.3)."""
        for hold in ship.card["holds"]:
            since = ship.get("may explode", hold["name"])
            if since and not (ship.get("fire") and self.cargo_left(ship, hold)):
                ship.put("may explode", None, hold["name"])
            elif since and since < self.turn and ship.fit() and self.percent(25):
                self.cargo_explodes(ship, hold)

    def _depth_risk(self, ship: Ship) -> None:
        """Depth control lost: 5 % a knot; a deformed hull too deep may fail (8.3)."""
        kept_up = ship.out_of_batteries or ship.get("fire") or ship.get("beached") or ship.level("flooding") >= 3
        if ship.get("broached") == self.turn - 1 and not kept_up:
            ship.dive("periscope")
        if ship.get("depth control lost") and ship.under() and self.percent(5 * ship.count("speed")):
            way = -1 if self.die(10) <= 5 else 1
            ship.dive(figures.DEPTHS[min(figures.DEPTHS.index(ship.depth) + way, 5)])
            if not ship.under():
                ship.mark("broached")
        if self.percent(self.hull_risk(ship)):
            self.c_hull_penetration(ship)

    def _bring_up(self) -> None:
        """Fire and flooding force submarines up (F63)."""
        for ship in self.fit_ships():
            if ship.get("no propulsion"):
                continue
            level, deepest = ship.level("flooding"), "deep"
            if ship.get("fire") or (level >= 3 and ship.get("severe flooding fought")):
                deepest = "surfaced"
            elif level >= 2:
                deepest = "shallow"
            if ship.deeper(deepest):
                ship.dive(deepest)


def differences(found: dict[tuple[str, str, str], Any], wanted: dict[tuple[str, str, str], Any]) -> list[str]:
    """Every fact that differs, as the battle has it and as the sheet has it."""
    keys = sorted(key for key in {*found, *wanted} if found.get(key) != wanted.get(key))
    return [f"{' '.join(filter(None, key))}: {found.get(key)!r}, by the sheet {wanted.get(key)!r}" for key in keys]
