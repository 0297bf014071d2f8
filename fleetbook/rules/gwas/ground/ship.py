"""A ship of the player aid: her stored facts, and the values derived from them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Boxes, Flag, Number, TurnMark, Value, Word
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import Subject, derived
from fleetbook.core.campaign.becomes import GONE, RESTOCKED, SETTLED, STAYS, in_port, of_a_battle
from fleetbook.rules.gwas.ground.card import NO_ARMOUR, ArmourCard, Card
from fleetbook.rules.gwas.ground.facts import GALE, SQUALL, STORM, FleetFacts, GwasFacts
from fleetbook.rules.kit.warship import Fate, Warship

SUNK = "sunk"
FOR_GOOD = "for good"


class Sighting(NamedTuple):
    """When and where the enemy last saw a ship. Turn 0 means that he knows her for good."""

    turn: int
    zone: str = ""


class Seen(Value[Sighting]):
    """The fact that stores when and where the enemy last saw a ship."""

    def decoded(self, kept: FactValue, subject: Subject) -> Sighting | None:
        """The sighting that the stored value stands for. A text in its place means that the enemy knows the ship for good."""
        return Sighting(0) if kept == FOR_GOOD else super().decoded(kept, subject)

    def encoded(self, value: Sighting | None) -> FactValue:
        return FOR_GOOD if value == Sighting(0) else super().encoded(value)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The values that the referee may set: seen now in her present zone, or not seen."""
        ship: GwasShip = subject  # type: ignore[assignment]
        return {"yes": (ship.turn_now, ship.place.zone), "no": None}


class HullFate(Fate):
    """A ship's fate, stored as a fact. A ship with no hull box left is lost, even if no order recorded her loss."""

    def decoded(self, kept: FactValue, subject: Subject) -> str:
        return super().decoded(kept, subject) or (SUNK if GwasShip.hull.gone(subject) else "")


class Fired(NamedTuple):
    """A weapon's latest fire: the step, the target and the dice."""

    step: str
    target: str
    dice: int = 1


class GwasShip(Warship):
    """A ship of the player aid. Her speed is a speed class of the sheet, from 0 to 2+."""

    card: Card
    hull = Boxes(becomes=in_port("days_hull"))
    primary = Boxes(label="prim", becomes=in_port("days_gun"))
    secondary = Boxes(label="sec", becomes=in_port("days_gun"))
    tertiary = Boxes(label="tert", becomes=in_port("days_gun"))
    torpedo = Boxes(label="torp", becomes=in_port("days_torpedo"))
    fuel = Boxes(becomes=RESTOCKED)
    mines = Boxes(becomes=RESTOCKED)
    aircraft = Boxes(label="air", becomes=RESTOCKED)
    fate = HullFate(becomes=STAYS)

    @derived(sign="NO FUEL", words="out of fuel", grave=True)
    def out_of_fuel(self) -> bool:
        """Whether the ship's last fuel box is marked off. A ship whose card has no fuel boxes never runs out."""
        return bool(self.full(GwasShip.fuel.name)) and not self.fuel

    aground = Flag(sign="AGROUND", grave=True, becomes=SETTLED)
    beyond_repair = Flag(sign="ENGINES LOST", words="its engines cannot be repaired", grave=True, becomes=in_port("days_engines"))
    tows = Word(sign="TOWS", words="tows {}", becomes=GONE)
    towed_by = Word(sign="TOWED", words="towed by {}", grave=True, becomes=GONE)
    fueling = TurnMark(sign="fueling")
    rearming = TurnMark()
    flying = TurnMark("flying off")
    aloft, repaired, repair_tried = of_a_battle(Number("aircraft aloft"), Flag("makes 1S"), Word())
    refloat_tried = TurnMark("repair tried").each("what")
    zones_run = Number("zones since a fuel box", becomes=GONE)
    speed_lost = Number(most=lambda ship, _: len(ship._ladder) - 1, becomes=in_port("days_engines"))
    leader, joined = of_a_battle(Word(), Word("fleet"))
    seen = Seen(Sighting, "known", by_hand=True, becomes=GONE)
    damaged = TurnMark()
    engaged, hex, moved_in, last_target, holds_fire = of_a_battle(Flag("in combat"), Word(), Word(), Word(), Word())
    able = Value(int, becomes=GONE).each("weapon")
    fired = Value(Fired, becomes=GONE).each("weapon")
    last_range = Value(int, becomes=GONE).each("target")
    may_fire_at = Word(becomes=GONE).each("target")
    attacked = TurnMark()
    swept = TurnMark()
    drew = TurnMark("drew for merchants")

    @property
    def battle(self) -> GwasBattle:
        return self._battle

    @property
    def now(self) -> GwasFacts:
        """The facts of the whole battle."""
        return GwasFacts(self._battle)

    @property
    def place(self) -> FleetFacts:
        """The facts of the ship's fleet."""
        return FleetFacts(self._battle, self.fleet)

    def kind(self, column: str) -> str:
        """The entry for ships of this type in a column of the table of types."""
        return self._battle.tables.table("types").text(self.card.type, column)

    def is_a(self, column: str) -> bool:
        """Whether the ship belongs to a class of types, such as capital, small or warship."""
        return self.kind(column) == "yes"

    @property
    def is_capital(self) -> bool:
        return self.is_a("capital")

    def full(self, track: str) -> int:
        """The number of boxes of this kind on the undamaged ship, or 0 if her card has none."""
        return self._battle.tracks(self.name).get(track, 0)

    @property
    def armour(self) -> ArmourCard:
        return self.card.armour or ArmourCard()

    def armour_of(self, area: str) -> str:
        """The armour of one area of the ship. Areas without an entry, such as torpedo mounts, have none (G6)."""
        return str(getattr(self.armour, area, NO_ARMOUR))

    @property
    def fleet(self) -> str:
        """The name of the fleet that the ship is in now."""
        return self.joined or self.squadron

    @property
    def known(self) -> bool:
        """Whether the enemy knows the ship, in this turn or for good (G19)."""
        if not self.seen:
            return False
        return self.seen.turn in (0, self.turn_now) or self._battle.reading("known_lasts") == FOR_GOOD

    @property
    def in_port(self) -> bool:
        return self.place.in_port

    @property
    def in_combat(self) -> bool:
        return self.afloat and self.engaged

    @property
    def waterborne(self) -> bool:
        """Whether mines, grounding, torpedoes and tows can affect the ship. They cannot affect an airship (G29)."""
        return not (self.is_a("air") and self._battle.reading("airships_are_no_ships"))

    @property
    def towing(self) -> bool:
        return bool(self.tows or self.towed_by)

    @property
    def over_half(self) -> bool:
        """Whether enough hull boxes are hit to cost the ship one speed class (G8)."""
        full = self.full(GwasShip.hull.name)
        return full - self.hull > full * float(self._battle.reading("hull_share_that_slows"))

    @property
    def speed(self) -> str:
        """The ship's speed class now. Losses lower the class on her card, and the table of movement allowances limits it. In a
        combat a ship in tow is as fast as the ship that tows her, but has speed 0 if aground or in port (G28).
        """
        if not (self.in_combat and self.towed_by and self._battle.reading("tow_carries_the_towed")):
            return self._speed(self._limits())
        speeds = self._allowance("towed or towing"), self._battle.ship(self.towed_by).speed
        return self._ladder[0] if self.aground or self.in_port else min(speeds, key=self._ladder.index)

    @property
    def speed_out_of_port(self) -> str:
        """The speed class at which the ship may put to sea."""
        return self._speed(self._limits(of_port=False))

    @property
    def zones_a_turn(self) -> int:
        """The number of zones that the ship may move through in a turn."""
        return self._battle.tables.table("speeds").whole(self.speed_out_of_port, "zones a turn")

    @property
    def rung(self) -> int:
        """The place of the ship's speed at sea in the list of speed classes, slowest first. 0 means that she cannot move."""
        return self._ladder.index(self.speed_out_of_port)

    @property
    def _ladder(self) -> tuple[str, ...]:
        return self._battle.tables.table("speeds").rows.labels

    def _speed(self, limits: list[str]) -> str:
        ladder = self._ladder
        place = ladder.index(self.card.speed) - self.speed_lost
        if self.over_half:
            place += self._battle.tables.table("movement_allowance").whole("hull hits over half", "speed")
        least = ladder.index(self._allowance("damage below 1S"))
        if place <= least:
            place = ladder.index(self._allowance("repaired in an emergency")) if self.repaired else least
        return ladder[max(min([place, *(ladder.index(limit) for limit in limits)]), 0)]

    def _allowance(self, condition: str) -> str:
        return self._battle.tables.table("movement_allowance").text(condition, "speed")

    def _limits(self, of_port: bool = True) -> list[str]:
        """The speed classes that the ship may not exceed now."""
        weather, small, air = self.now.weather, self.is_a("boat"), self.is_a("air")
        holds = {
            "out of fuel or fueling": self.out_of_fuel or self.fueling,
            "aground": self.aground,
            "in port": of_port and self.in_port,
            "DD or TB in gale or storm": small and weather in (GALE, STORM),
            "aircraft or airship in gale": air and weather == GALE,
            "airship in storm or squall": air and weather in (STORM, SQUALL),
            "towed or towing": self.towing,
            "launching or recovering": self.flying,
        }
        return [self._allowance(condition) for condition, holding in holds.items() if holding]

    @property
    def crippled(self) -> bool:
        """Whether damage alone has taken all of the ship's speed, and she may still try emergency repairs."""
        return self.stopped and not self.beyond_repair

    @derived(standing="dead in the water")
    def stopped(self) -> bool:
        """Whether damage alone has taken all of the ship's speed."""
        slowest = self._ladder[0]
        return self.card.speed != slowest and self._speed([]) == slowest

    @property
    def dead_in_water(self) -> bool:
        """Whether the ship cannot move at all."""
        return self.speed == self._allowance("damage below 1S")

    def factor(self, weapon: str) -> int:
        """The number of undamaged boxes of a weapon. If both sides fire at once, boxes lost in the present fire step count as
        undamaged.
        """
        began = self.able[weapon]
        return self.left(weapon) if began is None or not self._battle.reading("fire_is_simultaneous") else began


GwasBattle: TypeAlias = Battle[GwasShip]

GUNS = tuple(track.name for track in (GwasShip.primary, GwasShip.secondary, GwasShip.tertiary))
PRIMARY, SECONDARY, TERTIARY = GUNS
GUNS_IN_FULL = {gun: f"{gun} guns" for gun in GUNS}
TORPEDO, HULL = GwasShip.torpedo.name, GwasShip.hull.name
WEAPONS = (*GUNS, TORPEDO)
TRACKS = (*WEAPONS, HULL, *(track.name for track in (GwasShip.fuel, GwasShip.mines, GwasShip.aircraft)))


def fighting(battle: GwasBattle, side: str | None = None) -> list[GwasShip]:
    """The ships in the present combat, of one side or both."""
    return [ship for ship in battle.ships(side) if ship.in_combat]


def firing(battle: GwasBattle, side: str | None = None) -> list[GwasShip]:
    """The ships in the present combat that may fire. If both sides fire at once, a ship sunk in this step may fire as well."""

    def still_fires(ship: GwasShip) -> bool:
        return bool(battle.reading("fire_is_simultaneous")) and any(ship.able[weapon] is not None for weapon in WEAPONS)

    return [ship for ship in battle.ships(side) if ship.engaged and (ship.afloat or still_fires(ship))]
