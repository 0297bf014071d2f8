"""Ships by side and by whether they are there: whose turn it is, and whom they can meet."""

from __future__ import annotations

from typing import TypeVar

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.rules.kit.warship import Warship

W = TypeVar("W", bound=Warship)


def afloat(battle: Battle[W], side: str | None = None) -> list[W]:
    """The ships that are there, all or one side's, in the scenario's order."""
    return [ship for ship in battle.ships(side) if ship.afloat]


def every_ship(battle: Battle[W]) -> list[W]:
    """All ships, those that are gone too."""
    return battle.ships()


def acting(battle: Battle[W]) -> list[W]:
    """The ships that are there of the side whose phase it is; of all where both act."""
    return afloat(battle, battle.acting or None)


def own_ships(battle: Battle[W]) -> list[W]:
    """The ships of the side whose phase it is, those that are gone too; of all where both act."""
    return battle.ships(battle.acting or None)


def enemy_ships(battle: Battle[W]) -> list[W]:
    """The ships of the other sides, those that are gone too; all where both act, of which ``require_enemy`` refuses her own."""
    return [ship for ship in battle.ships() if ship.side != battle.acting]


def enemies(battle: Battle[W], side: str) -> list[W]:
    """The ships that are there of all other sides."""
    return [ship for ship in afloat(battle) if ship.side != side]


def require_afloat(ship: Warship, section: str = "") -> None:
    """Raise Refused for a ship that is gone."""
    require(ship.afloat, f"{ship} is gone: {ship.fate}", section)


def require_enemy(ship: Warship, target: Warship, section: str = "") -> None:
    """Raise Refused unless the target is there and of another side."""
    require_afloat(target, section)
    require(target.name != ship.name, f"{ship} cannot be its own target", section)
    require(target.side != ship.side, f"{target} is on {ship}'s own side", section)


def losses(battle: Battle[W]) -> str:
    """The ships lost by each side, and those that fight no longer, in a sentence."""
    return "; ".join(f"{side} lost {_lost(battle.ships(side))}" for side in battle.sides)


def _lost(ships: list[W]) -> str:
    standing: dict[str, list[str]] = {}
    for ship in (one for one in ships if not one.lost):
        standing.setdefault(ship.standing, []).append(ship.name)
    lost = ", ".join(ship.name for ship in ships if ship.lost) or "no ship"
    return lost + "".join(f", {what}: {', '.join(names)}" for what, names in standing.items() if what)
