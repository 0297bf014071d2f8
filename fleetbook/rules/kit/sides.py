"""Lists of ships by side: all ships, ships on the table, the acting side's ships and enemy ships."""

from __future__ import annotations

from typing import TypeVar

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.rules.kit.warship import Warship

W = TypeVar("W", bound=Warship)


def afloat(battle: Battle[W], side: str | None = None) -> list[W]:
    """The ships on the table, in the scenario's order. If a side is given, only ships of that side."""
    return [ship for ship in battle.ships(side) if ship.afloat]


def every_ship(battle: Battle[W]) -> list[W]:
    """All ships of the battle, including ships that are gone."""
    return battle.ships()


def acting(battle: Battle[W]) -> list[W]:
    """The ships on the table of the side that acts now, or of all sides if all act together."""
    return afloat(battle, battle.acting or None)


def own_ships(battle: Battle[W]) -> list[W]:
    """The ships of the side that acts now, or of all sides if all act together. Ships that are gone are included."""
    return battle.ships(battle.acting or None)


def enemy_ships(battle: Battle[W]) -> list[W]:
    """The ships of the sides that do not act now, including ships that are gone. If all sides act together, it returns all ships.
    Then ``require_enemy`` refuses a target of the firer's own side.
    """
    return [ship for ship in battle.ships() if ship.side != battle.acting]


def enemies(battle: Battle[W], side: str) -> list[W]:
    """The ships on the table of every side except this one."""
    return [ship for ship in afloat(battle) if ship.side != side]


def require_afloat(ship: Warship, section: str = "") -> None:
    """Raise Refused if the ship is gone."""
    require(ship.afloat, f"{ship} is gone: {ship.fate}", section)


def require_enemy(ship: Warship, target: Warship, section: str = "") -> None:
    """Raise Refused if the target is gone, is the ship itself, or is on the ship's own side."""
    require_afloat(target, section)
    require(target.name != ship.name, f"{ship} cannot be its own target", section)
    require(target.side != ship.side, f"{target} is on {ship}'s own side", section)


def losses(battle: Battle[W]) -> str:
    """One sentence that names each side's lost ships, and those of its ships on the table that cannot fight."""
    return "; ".join(f"{side} lost {_lost(battle.ships(side))}" for side in battle.sides)


def _lost(ships: list[W]) -> str:
    standing: dict[str, list[str]] = {}
    for ship in (one for one in ships if not one.lost):
        standing.setdefault(ship.standing, []).append(ship.name)
    lost = ", ".join(ship.name for ship in ships if ship.lost) or "no ship"
    return lost + "".join(f", {what}: {', '.join(names)}" for what, names in standing.items() if what)
