"""A ship of the A&A sheet at this moment, in the words of the sheet."""

from __future__ import annotations

from math import floor
from typing import TypeAlias

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.rules.aanda.card import GRADES, Card, GunEntry

HULL, MAIN, SECONDARY = "hull", "main", "secondary"
GUNS_OUT, TORPEDOES = "guns out", "torpedoes"


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
        """Whether it has no hull boxes left."""
        return self.left(HULL) == 0

    @property
    def wrecked(self) -> bool:
        """Whether it is stopped and silent because it has no hull boxes left (A6)."""
        return self.hull_gone and bool(self._battle.reading("hull_gone_stops"))

    @property
    def max_speed(self) -> int:
        """Its current maximum in knots: a part of it after an engine room hit, nothing after the last or as a wreck (A5, A6)."""
        if self.wrecked:
            return 0
        hits = self.count("engine")
        if not hits:
            return self.card.knots
        stop = hits >= self._battle.whole_reading("engine_hits_that_stop")
        return 0 if stop else self.card.knots // self._battle.whole_reading("engine_hit_share")

    @property
    def speed(self) -> int:
        """What it steams now, no more than it can, in knots."""
        return min(self.count("speed"), self.max_speed)

    @property
    def pace(self) -> str:
        """What the lists of modifiers call its speed: stopped, slow, fast or nothing; stopped stands in place of both (A2)."""
        fastest = self.max_speed
        if not min(self.count("speed"), fastest):
            return "stopped"
        limits = self._battle.tables.table("speed_limits")
        if fastest <= limits.whole("slow, at most", "knots"):
            return "slow"
        return "fast" if fastest > limits.whole("fast, above", "knots") else ""

    @property
    def stopped(self) -> bool:
        """Whether it lies still."""
        return self.speed == 0

    @property
    def fast(self) -> bool:
        """Whether its current maximum is that of a fast ship."""
        return self.pace == "fast"

    @property
    def answers_helm(self) -> bool:
        """Whether it can change its heading and evade: not while its rudder is disabled (A5)."""
        return not (self.has("rudder") and self._battle.reading("rudder_holds_course"))

    @property
    def evading(self) -> bool:
        """Whether it steers evasively; not while it lies still or its rudder is disabled."""
        return self.has("evading") and self.answers_helm and not self.stopped

    @property
    def crew(self) -> str:
        """The crew's grade: the card's, else the squadron's; lower while the bridge is hit (A5)."""
        grade = self.card.crew or self.word("crew") or "standard"
        if not self.has("bridge"):
            return grade
        place = next(place for place, name in enumerate(GRADES) if name == grade)
        return GRADES[max(place - self._battle.whole_reading("bridge_lowers_crew"), 0)]

    @property
    def out_of_command(self) -> bool:
        """Whether its bridge is hit and it sees no signals (A5)."""
        return self.has("bridge") and bool(self._battle.reading("bridge_out_of_command"))

    @property
    def turned_away(self) -> bool:
        """Whether its squadron failed a morale test this turn (A9)."""
        return self._battle.fact(Key(self.squadron, "turned away")) == self._battle.turn

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
        """Whether it cannot fire: gone, or a wreck (A6)."""
        return not self.afloat or self.wrecked

    def guns_left(self, mount: GunEntry) -> int:
        """Guns of a main mount or secondary battery still in action."""
        return max(mount.guns - self.count(GUNS_OUT, mount.name), 0)

    def mounts(self, place: str = "") -> tuple[GunEntry, ...]:
        """The card's main mounts, its secondary batteries, or both: main before secondary."""
        if place:
            return self.card.main if place == MAIN else self.card.secondary
        return (*self.card.main, *self.card.secondary)

    def battery(self, name: str) -> GunEntry:
        """A mount or battery by its name. Raises InvalidInput with the nearest name for an unknown one."""
        mounts = {mount.name: mount for mount in self.mounts()}
        if name not in mounts:
            raise InvalidInput.word(f"battery of {self}", name, mounts)
        return mounts[name]


AandaBattle: TypeAlias = Battle[AandaShip]


def half_up(number: float) -> int:
    """Round to the nearest whole number, halves up."""
    return floor(number + 0.5)


def afloat(battle: AandaBattle, side: str | None = None) -> list[AandaShip]:
    """The ships on the table, all or one side's."""
    return [ship for ship in battle.ships(side) if ship.afloat]


def all_afloat(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    """Every ship on the table."""
    return afloat(battle)


def enemies(battle: AandaBattle, side: str) -> list[AandaShip]:
    """The other side's ships on the table and in the open."""
    return [ship for ship in afloat(battle, battle.other_side(side)) if not ship.has("hidden")]


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
