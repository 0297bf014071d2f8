"""A ship of the A&A sheet at this moment, in the words of the sheet."""

from __future__ import annotations

from math import floor
from typing import TypeAlias

from fleetbook.core.battle import Battle, Ship
from fleetbook.core.errors import require
from fleetbook.core.fields import Given
from fleetbook.rules.aanda.card import GRADES, Card, GunEntry

HULL, MAIN, SECONDARY = "hull", "main", "secondary"


class AandaShip(Ship):
    """A ship with the sheet's terms. Speeds in knots."""

    card: Card

    def kind(self, column: str) -> str:
        """What a table calls ships of its type."""
        return self._battle.tables.table("types").text(self.card.type, column)

    @property
    def small(self) -> bool:
        """Whether it is a destroyer or torpedo boat."""
        return self.kind("small") == "yes"

    @property
    def hull_gone(self) -> bool:
        """Whether it has no hull boxes left: it is stopped and silent (A6)."""
        return self.left(HULL) == 0

    @property
    def max_speed(self) -> int:
        """Its current maximum in knots: halved by one engine room hit, nothing after the second or without hull (A5, A6)."""
        hits = self.count("engine")
        if self.hull_gone or hits >= self._battle.whole_reading("engine_hits_that_stop"):
            return 0
        return self.card.knots // 2 if hits else self.card.knots

    @property
    def speed(self) -> int:
        """What it steams now, no more than it can, in knots."""
        return min(self.count("speed"), self.max_speed)

    @property
    def stopped(self) -> bool:
        """Whether it lies still."""
        return self.speed == 0

    @property
    def slow(self) -> bool:
        """Whether its current maximum is that of a slow ship; a stopped ship is not called slow (A2)."""
        return not self.stopped and self.max_speed <= self._limit("slow, at most")

    @property
    def fast(self) -> bool:
        """Whether its current maximum is that of a fast ship; a stopped ship is not called fast (A2)."""
        return not self.stopped and self.max_speed > self._limit("fast, above")

    def _limit(self, name: str) -> int:
        return self._battle.tables.table("speed_limits").whole(name, "knots")

    @property
    def evading(self) -> bool:
        """Whether it steers evasively; not while it lies still or its rudder is disabled (A5)."""
        return self.has("evading") and not self.stopped and not self.has("rudder")

    @property
    def crew(self) -> str:
        """The crew's grade: the card's, else the squadron's; one lower while the bridge is hit (A5)."""
        grade = self.card.crew or self.word("crew") or "standard"
        place = next(place for place, name in enumerate(GRADES) if name == grade)
        return GRADES[max(place - bool(self.has("bridge")), 0)]

    @property
    def fate(self) -> str:
        """How it was lost or left; empty while it is on the table."""
        return self.word("fate")

    @property
    def afloat(self) -> bool:
        """Whether it is on the table."""
        return not self.fate

    @property
    def silent(self) -> bool:
        """Whether it cannot fire: gone, or without hull boxes (A6)."""
        return not self.afloat or self.hull_gone

    def guns_left(self, mount: GunEntry) -> int:
        """Guns of a main mount or secondary battery still in action."""
        return max(mount.guns - self.count("guns out", mount.name), 0)

    def batteries(self) -> list[GunEntry]:
        """All mounts and batteries with a gun in action, main before secondary."""
        return [mount for mount in (*self.card.main, *self.card.secondary) if self.guns_left(mount)]

    def battery(self, name: str) -> GunEntry:
        """A mount or battery by its name."""
        return next(mount for mount in (*self.card.main, *self.card.secondary) if mount.name == name)


AandaBattle: TypeAlias = Battle[AandaShip]


def half_up(number: float) -> int:
    """Round to the nearest whole number, halves up."""
    return floor(number + 0.5)


def afloat(battle: AandaBattle, side: str | None = None) -> list[AandaShip]:
    """The ships on the table, all or one side's."""
    return [ship for ship in battle.ships(side) if ship.afloat]


def all_afloat(battle: AandaBattle, given: Given) -> list[AandaShip]:
    """Every ship on the table."""
    return afloat(battle)


def enemies(battle: AandaBattle) -> list[AandaShip]:
    """The ships on the table, and in the open, of the side that does not act."""
    return [ship for ship in afloat(battle) if ship.side != battle.acting and not ship.has("hidden")]


def require_enemy(ship: AandaShip, target: AandaShip) -> None:
    """Raise Refused unless the target is an enemy in the open."""
    require(target.afloat, f"{target} is gone: {target.fate}")
    require(target.side != ship.side, f"{target} is on {ship}'s own side")
    require(not target.has("hidden"), f"{target} has not been spotted", "2.2")


def conditions_of_weather(battle: AandaBattle) -> dict[str, bool]:
    """The weather as the lists of modifiers name it."""
    weather = battle.word("weather")
    return {
        "calm": weather == "Calm to Moderate",
        "fresh": weather == "Fresh to Strong",
        "gale": weather == "Gale",
        "storm": weather == "Storm",
        "night": battle.word("light") == "night",
    }
