"""A ship of the player aid at this step_key, in the words of the sheet."""

from __future__ import annotations

from typing import TypeAlias

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.rules.gwas.ground.card import ArmourCard, Card

PRIMARY, SECONDARY, TERTIARY, TORPEDO, HULL, FUEL = "primary", "secondary", "tertiary", "torpedo", "hull", "fuel"
GUNS = (PRIMARY, SECONDARY, TERTIARY)
WEAPONS = (*GUNS, TORPEDO)
MINES, AIRCRAFT = "mines", "aircraft"
TRACKS = (*WEAPONS, HULL, FUEL, MINES, AIRCRAFT)
FATE, SPEED_LOST, LEADER, FLEET = "fate", "speed lost", "leader", "fleet"
DAMAGED = "damaged"
"""The turn in which a ship was last damaged."""
KNOWN, FOR_GOOD = "known", "for good"
"""When and where the enemy saw a ship last: turn and zone, or for good."""
IN_COMBAT, HEX, ABLE, FIRED = "in combat", "hex", "able", "fired"
FUELING, REARMING, IN_PORT, AGROUND = "fueling", "rearming", "in port", "aground"
TOWS, TOWED_BY, FLYING = "tows", "towed by", "flying off"
REPAIRED, BEYOND_REPAIR = "makes 1S", "beyond repair"


class GwasShip(Ship):
    """A ship with the sheet's terms. Speeds are the sheet's classes: 0, 1S, 1, 2, 2+."""

    card: Card

    @property
    def battle(self) -> GwasBattle:
        """The battle that it is in, at this step_key."""
        return self._battle

    def kind(self, column: str) -> str:
        """What the table of types says of ships of its type."""
        return self._battle.tables.table("types").text(self.card.type, column)

    def is_a(self, column: str) -> bool:
        """Whether its type belongs to a class of ships: capital, small, warship, air, hunter."""
        return self.kind(column) == "yes"

    def full(self, track: str) -> int:
        """Boxes on a track when the ship is whole; 0 for one that it never had."""
        return self._battle.tracks(self.name).get(track, 0)

    @property
    def armour(self) -> ArmourCard:
        """Armour by area."""
        return self.card.armour or ArmourCard()

    def armour_of(self, area: str) -> str:
        """The armour of an area: none for an area that armour is not kept for, such as the torpedo mounts (G6)."""
        return str(getattr(self.armour, area, "none"))

    @property
    def fate(self) -> str:
        """How it was lost or left; empty while it is in the game. A ship without hull boxes is lost, whoever struck them off."""
        return self.word(FATE) or ("" if self.left(HULL) else "sunk")

    @property
    def afloat(self) -> bool:
        """Whether it is in the game."""
        return not self.fate

    @property
    def fleet(self) -> str:
        """The fleet that it belongs to now."""
        return self.word(FLEET) or self.squadron

    @property
    def last_seen(self) -> tuple[int, str] | None:
        """The turn in which the enemy saw it last, by contact or sighting, and the zone it was in; None where it never did."""
        seen = self.fact(KNOWN)
        return (int(str(seen[0])), str(seen[1])) if isinstance(seen, tuple) else None

    @property
    def known(self) -> bool:
        """Whether the enemy knows it: in the turn in which he saw it, or for good (G19)."""
        if self.last_seen is None:
            return self.fact(KNOWN) == FOR_GOOD
        return self.last_seen[0] == self._battle.turn or self._battle.reading("known_lasts") == FOR_GOOD

    @property
    def in_port(self) -> bool:
        """Whether its fleet lies in port."""
        return bool(self._battle.fact(Key(self.fleet, IN_PORT)))

    @property
    def in_combat(self) -> bool:
        """Whether it takes part in the present tactical combat."""
        return self.afloat and self.has(IN_COMBAT)

    @property
    def out_of_fuel(self) -> bool:
        """Whether its last fuel box is gone; a card without fuel boxes never runs out."""
        return bool(self.full(FUEL)) and not self.left(FUEL)

    @property
    def towing(self) -> bool:
        """Whether it tows or is towed."""
        return self.has(TOWS) or self.has(TOWED_BY)

    @property
    def over_half(self) -> bool:
        """Whether more than a share of its hull boxes is hit, which costs a rung of speed once (G8)."""
        hits = self.full(HULL) - self.left(HULL)
        return hits > self.full(HULL) * float(self._battle.reading("hull_share_that_slows"))

    @property
    def leads(self) -> bool:
        """Whether a leader is aboard."""
        return self.has(LEADER)

    @property
    def speed(self) -> str:
        """Its speed class now: the card's less what it lost, held down by what the table of movement allowances says."""
        return self._speed(self._limits())

    @property
    def speed_out_of_port(self) -> str:
        """The speed class at which it may put to sea."""
        return self._speed(self._limits(of_port=False))

    def _speed(self, limits: list[str]) -> str:
        ladder = self._battle.tables.table("speeds").rows.labels
        place = ladder.index(self.card.speed) - self.count(SPEED_LOST)
        if self.over_half:
            place += self._battle.tables.table("movement_allowance").whole("hull hits over half", "speed")
        least = ladder.index(self._allowance("damage below 1S"))
        if place <= least:
            place = ladder.index(self._allowance("repaired in an emergency")) if self.has(REPAIRED) else least
        return ladder[max(min([place, *(ladder.index(limit) for limit in limits)]), 0)]

    def _allowance(self, condition: str) -> str:
        return self._battle.tables.table("movement_allowance").text(condition, "speed")

    def _limits(self, of_port: bool = True) -> list[str]:
        """Speeds that it may not exceed as things stand."""
        weather, small, air = self._battle.word("weather"), self.is_a("boat"), self.is_a("air")
        holds = {
            "out of fuel or fueling": self.out_of_fuel or self.this_turn(FUELING),
            "aground": self.has(AGROUND),
            "in port": of_port and self.in_port,
            "DD or TB in gale or storm": small and weather in ("Gale", "Storm"),
            "aircraft or airship in gale": air and weather == "Gale",
            "airship in storm or squall": air and weather in ("Storm", "Squall"),
            "towed or towing": self.towing,
            "launching or recovering": self.this_turn(FLYING),
        }
        return [self._allowance(condition) for condition, holding in holds.items() if holding]

    @property
    def crippled(self) -> bool:
        """Whether damage alone has taken all its speed, and no emergency repair was made or failed for good."""
        ladder = self._battle.tables.table("speeds").rows.labels
        damaged = self.card.speed != ladder[0] and self._speed([]) == ladder[0]
        return damaged and not self.has(BEYOND_REPAIR)

    @property
    def dead_in_water(self) -> bool:
        """Whether it cannot move at all."""
        return self.speed == self._allowance("damage below 1S")

    @property
    def sunk_in_this_step(self) -> bool:
        """Whether it was lost to fire of this step, and its own of this step still counts."""
        simultaneous = bool(self._battle.reading("fire_is_simultaneous"))
        return simultaneous and not self.afloat and any(self.fact(ABLE, weapon) is not None for weapon in WEAPONS)

    def factor(self, weapon: str) -> int:
        """Undamaged boxes of a weapon: those with which the step began, where both sides fire at once."""
        began = self.fact(ABLE, weapon)
        return int(began) if isinstance(began, int) and self._battle.reading("fire_is_simultaneous") else self.left(weapon)


GwasBattle: TypeAlias = Battle[GwasShip]


def afloat(battle: GwasBattle, side: str | None = None) -> list[GwasShip]:
    """The ships in the game, all or one side's."""
    return [ship for ship in battle.ships(side) if ship.afloat]


def all_afloat(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Every ship in the game."""
    return afloat(battle)


def fighting(battle: GwasBattle, side: str | None = None) -> list[GwasShip]:
    """The ships in the present combat, all or one side's."""
    return [ship for ship in battle.ships(side) if ship.in_combat]


def firing(battle: GwasBattle, side: str | None = None) -> list[GwasShip]:
    """The ships of the present combat that may fire in this step: those sunk in it too, where both sides fire at once."""
    return [ship for ship in battle.ships(side) if ship.has(IN_COMBAT) and (ship.afloat or ship.sunk_in_this_step)]


def require_afloat(ship: GwasShip) -> None:
    """Raise Refused for a ship that is gone."""
    require(ship.afloat, f"{ship} is gone: {ship.fate}")
