"""Critical hits (8.1.2, 8.1.3): the nature of each by D20, what armour and light weapons rule out, and its effect."""

from __future__ import annotations

from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, tally
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.criticals.aviation_hits import EFFECTS as AVIATION
from fleetbook.rules.fgdn.criticals.cargo_hits import cargo
from fleetbook.rules.fgdn.criticals.crew_hits import EFFECTS as CREW
from fleetbook.rules.fgdn.criticals.critical_context import LIGHT_NATURES, SUBMERGED, TORPEDO, Blow, HitEffect
from fleetbook.rules.fgdn.criticals.hull_hits import EFFECTS as HULL
from fleetbook.rules.fgdn.criticals.submarine_hits import EFFECTS as SUBMARINES
from fleetbook.rules.fgdn.criticals.weapon_hits import EFFECTS as WEAPONS
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships

STAR = "*"
STILL_HALVED = ("Fire", "Flooding")
STILL_ROLLED = ("Main Battery", "Casemate")
EFFECTS: dict[str, HitEffect] = {**WEAPONS, **HULL, **SUBMARINES, **CREW, **AVIATION, "Cargo": cargo}
WEAPON_OR_CARGO = "Weapon or Cargo"
COLUMNS = (
    "major", "minor", "aviation", "merchant", TORPEDO, *SUBMERGED, "small craft", "small cargo",
)  # fmt: skip


def gunfire_column(ship: FgdnShip) -> str:
    """The column of the critical hit table for anything but torpedoes, mines and attacks on submerged submarines."""
    if ship.small:
        return "small cargo" if ship.card.cargo_craft or ship.card.kind == "merchant" else "small craft"
    if ship.card.kind in ("carrier", "merchant"):
        return {"carrier": "aviation", "merchant": "merchant"}[ship.card.kind]
    return "major" if ship.size in ("A", "B") and not ship.is_submarine else "minor"


class Critical(Order[FgdnShip]):
    """One critical hit: its nature, thrown for unless it comes of itself, then its effect."""

    id, title, section = "critical", "Critical hit", "8.1.2"
    ship: str = fields.ship("ship", among=fit_ships)
    column: str = fields.choice("column", among=COLUMNS)
    penetrated: bool = fields.flag("armour pierced", default=True)
    casemate: bool = fields.flag("casemate armour pierced", default=True)
    mm: int = fields.number("largest gun", low=0, high=999, unit="mm", default=0)
    nature: str = fields.text("nature", default="")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if not ship.fit:
            yield from note(f"{ship} is lost already")
            return
        nature = self.nature
        if not nature:
            nature = str((yield from roll_on(battle.tables.table("critical_hits"), self.column, label=f"{ship}: critical hit")))
        blow = Blow(self.column, self.penetrated, self.casemate, self.mm)
        yield from tally("criticals", 1, ship)
        yield from self._strike(battle, ship, blow, self._meant(ship, nature))

    @staticmethod
    def _meant(ship: FgdnShip, nature: str) -> str:
        """A weapon of an unarmed cargo craft is cargo."""
        if nature != WEAPON_OR_CARGO:
            return nature
        return "Weapon" if ship.card.mounts or ship.card.weapons else "Cargo"

    def _strike(self, battle: FgdnBattle, ship: FgdnShip, blow: Blow, nature: str) -> Effects:
        name = nature.removesuffix(STAR)
        if self._kept_out(battle, nature, blow.is_light(battle, ship)):
            yield from note(f"{name}: the armour was not pierced", "8.1.6")
        elif not self._light_can(battle, ship, blow, name):
            yield from note(f"{name}: light weapons cannot do that", "8.1.3")
        else:
            yield from EFFECTS[name](battle, ship, blow)

    def _kept_out(self, battle: FgdnBattle, nature: str, light: bool) -> bool:
        """Whether armour that was not pierced cancels it; fires and flooding are halved (F12), but for those of light weapons
        (8.1.3), and guns still roll (F20).
        """
        rolled = STILL_ROLLED if battle.reading("fire_control_behind_armour") else ()
        halved = () if light else STILL_HALVED
        starred = nature.endswith(STAR) and not self.penetrated
        return starred and nature.removesuffix(STAR) not in (*halved, *rolled)

    def _light_can(self, battle: FgdnBattle, ship: FgdnShip, blow: Blow, name: str) -> bool:
        if not blow.is_light(battle, ship) or self.column in SUBMERGED:
            return True
        if name in LIGHT_NATURES:
            return blow.allows(battle, ship, name)
        if name in STILL_ROLLED:
            return blow.allows(battle, ship, "Fire Control")
        return name in ("Weapon", "Other Weapon", "Communications", "Sensor")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: {self.nature or 'critical hit'}"
