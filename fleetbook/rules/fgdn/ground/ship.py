"""A ship of these rules: her stored facts, and the values derived from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, Unpack

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Boxes, Flag, Number, Queue, Statement, TurnMark, Value, Word
from fleetbook.core.battle.subject import Details, derived
from fleetbook.core.campaign.becomes import GONE, RESTOCKED, SETTLED, in_port, of_a_battle, under_way
from fleetbook.core.errors import require
from fleetbook.rules.fgdn.ground.card import (
    AIRSHIP,
    ARMOURED_BATTERIES,
    BATTERIES,
    LIGHT,
    SIZES,
    SUBMARINE,
    Card,
    MountEntry,
    WeaponEntry,
)
from fleetbook.rules.fgdn.ground.facts import clock
from fleetbook.rules.fgdn.ground.ship_values import Casualties, Casualty, Clearing, Hit, Hits, Ordered, Ring, Troubles
from fleetbook.rules.fgdn.ground.terms import (
    AFT,
    CONTROL,
    CONTROLS,
    DECK_PLACES,
    DEPTHS,
    ENGINE,
    ENGINEERING,
    FIRE,
    FLOODING,
    FORWARD,
    MAJOR,
    MOUNT,
    MOVEMENT,
    PHASE,
    RUDDER,
    SENSOR,
    SENSORS,
    SIDES,
    SIGNAL_SETS,
    STRAIGHT,
    SURFACED,
    TARGET,
    TURN,
    at_least,
)
from fleetbook.rules.kit.rounding import half_up
from fleetbook.rules.kit.warship import Warship

SOUND = "sound"
JAMMED = "jammed"
JAMS = {f"{JAMMED} {helm}": helm for helm in (*SIDES, STRAIGHT)}
"""The position of the helm for each word that means a jammed rudder."""
MOST_LEVELS = 4
POINT, FITTING = in_port("days_point"), in_port("days_fitting")
MOST_OF_A_FITTING = 99
"""The largest number of hits on one fitting with which a ship may begin a battle."""
LARGE = SIZES[1]
"""The smallest size of a large ship: one that a deep torpedo hits."""


def fittings(ship: FgdnShip) -> list[str]:
    """The names of all mounts and other weapons, in the order of the card."""
    return [*(mount.name for mount in ship.card.mounts), *(weapon.name for weapon in ship.card.weapons)]


def is_away(ship: FgdnShip) -> bool:
    """Whether the ship has left the table or is lost. The rules then settle nothing more of hers, and a referee may."""
    return not ship.afloat


def hold_names(ship: FgdnShip) -> list[str]:
    """The names of all holds, in the order of the card."""
    return [hold.name for hold in ship.card.holds]


def weapon_names(ship: FgdnShip) -> list[str]:
    """The names of all weapons other than guns, in the order of the card."""
    return [weapon.name for weapon in ship.card.weapons]


def fitting_hits(name: str = "", **details: Unpack[Details]) -> Number:
    """Declare a fact that counts hits on a fitting. A port repairs such hits."""
    details.update({"most": MOST_OF_A_FITTING, "becomes": FITTING})
    return Number(name, **details)


def each_of(names: tuple[str, ...]) -> Callable[[FgdnShip], tuple[str, ...]]:
    """A function that returns these names for every ship, for the items of a fact."""
    return lambda ship: names


class FgdnShip(Warship):
    """A ship of these rules. Speeds are in knots, fires and flooding in per cent of the original damage points."""

    card: Card
    damage_points = Boxes("points", becomes=POINT)
    flotation = Boxes(label="float", becomes=FITTING)
    crew_factors = Boxes("crew", becomes=RESTOCKED)
    cells = Boxes(becomes=FITTING)

    # -- sinking, fires and flooding, and damage still to be worked out
    sinks_at = Value(
        int, sign=lambda ship: f"SINKS {clock(ship.sinks_at)}", words=lambda ship: f"sinks at {clock(ship.sinks_at)}",
        grave=True, standing="sinking", becomes=SETTLED,
    )  # fmt: skip
    fires = Troubles(
        Casualty, FIRE, sign=lambda ship: ship.casualties.sign(FIRE), words=lambda ship: ship.casualties.worded(FIRE),
        grave=True, by_hand=True, where=is_away, becomes=SETTLED,
    )  # fmt: skip
    floods = Troubles(
        Casualty, FLOODING, sign=lambda ship: ship.casualties.sign(FLOODING),
        words=lambda ship: ship.casualties.worded(FLOODING), grave=True, by_hand=True, where=is_away, becomes=SETTLED,
    )  # fmt: skip
    held = Hits(Hit, sign="HITS DUE", words="hit", due=True, becomes=SETTLED)
    following = Hits(Hit, becomes=SETTLED)

    @derived(sign="GUNS OUT", words="batteries out: massive damage", grave=True)
    def only_batteries_out(self) -> bool:
        """Whether the ship's batteries, but not her other weapons, are silenced by massive damage (8.1.10)."""
        return self.fit and self.batteries_out and not self.silent

    @derived(sign="SILENT", words="all weapons out: massive damage", grave=True, idle=True)
    def all_silent(self) -> bool:
        """Whether all weapons of a ship that is still on the table are silenced by massive damage (8.1.10)."""
        return self.fit and self.silent

    # -- helm, speed and depth
    @derived(sign=lambda ship: f"RUDDER {'JAMMED' if ship.jammed else 'DISABLED'}", words="rudder {}", grave=True)
    def rudder_fault(self) -> str:
        """The fault of the ship's rudder, in words. Empty while it is sound."""
        disabled = "disabled" if self.rudder_disabled else ""
        return " and ".join(words for words in (self.rudder if self.jammed else "", disabled) if words)

    levels_out = Number(
        ENGINEERING, by_hand=MOST_LEVELS, title="levels of speed lost", sign=ENGINE, grave=True,
        words="a level of speed lost", many="levels of speed lost", becomes=in_port("days_engineering"),
    )  # fmt: skip
    depth = Word(allowed=DEPTHS, absent=SURFACED, by_hand=True, where=lambda ship: ship.is_submarine, becomes=GONE)
    speed = Number(by_hand=lambda ship, key: ship.card.knots, becomes=GONE)
    rudder = Word(RUDDER, allowed=(SOUND, *JAMS), absent=SOUND, by_hand=True, becomes=under_way("days_rudder"))
    rudder_disabled = Flag(by_hand=True, becomes=FITTING)
    rudder_hit, rudder_try, rudder_tried, rudder_stuck = of_a_battle(Value(int), Value(int), Number(), Flag())
    helm, ordered, lost_by = of_a_battle(Word(absent=STRAIGHT), Value(Ordered), Statement())
    moved, broached, fired = TurnMark(), TurnMark(), TurnMark().each(MOUNT)

    # -- guns and other weapons
    out = Flag(by_hand=True, title="out: {key}", becomes=in_port("days_mount")).each(MOUNT, fittings)
    local = Flag(sign="LOCAL {key}", words="{key} battery in local control", grave=True, becomes=FITTING).each(
        "battery", each_of(BATTERIES)
    )
    directors_lost = fitting_hits().each("battery", each_of(BATTERIES))
    strength_lost = fitting_hits().each("weapon", weapon_names)
    fired_off = Number(most=lambda ship, key: ship.weapon(key).warheads, becomes=RESTOCKED).each("weapon", weapon_names)
    last_target, target, salvos = of_a_battle(Word(), Word().each("battery"), Number().each("battery"))
    fired_on, under_fire, not_under_fire = Value(int, becomes=GONE), TurnMark().each(PHASE), TurnMark().each(PHASE)
    range, bearing, aspect = of_a_battle(Value(int).each(TARGET), Word().each(TARGET), Word().each(TARGET))

    # -- planes, cargo and other things aboard
    deck_hits = fitting_hits("flight deck", sign="DECK {key}", words="flight deck hit {key}", grave=True).each(
        "place", each_of(DECK_PLACES)
    )
    planes_lost = Number(
        "aircraft lost", sign=lambda ship: f"PLANES {ship.planes_left}", most=lambda ship, _: ship.card.aircraft,
        words=lambda ship: f"{ship.planes_left} of {ship.card.aircraft} aircraft left", becomes=RESTOCKED,
    )  # fmt: skip
    planes_armed = Flag("aircraft armed", by_hand=True, where=lambda ship: ship.card.aircraft, becomes=GONE)
    planes_parked = Flag("aircraft parked", by_hand=True, where=lambda ship: ship.card.aircraft, becomes=GONE)
    planes_stowed = Word(
        "aircraft stowed", allowed=("elsewhere", FORWARD, AFT), absent="elsewhere", by_hand=True,
        where=lambda ship: ship.card.aircraft, becomes=GONE,
    )  # fmt: skip
    planes_looked_at, planes_damaged = of_a_battle(Number("aircraft looked at"), Number("aircraft damaged"))
    deck_shelled, stores_purged = TurnMark(), Flag("aviation stores purged", becomes=RESTOCKED)
    cargo_lost, batch_points, hit = of_a_battle(Number().each("hold"), Number(), Flag().each("captain"))
    flooded = Flag(becomes=FITTING).each("hold", hold_names)
    may_explode = Value(int, by_hand=True, where=is_away, becomes=SETTLED).each("hold", hold_names)
    signals_lost = Flag("lost", becomes=FITTING).each("means of communication", each_of(SIGNAL_SETS))
    sensors_lost = fitting_hits().each(SENSOR, each_of(SENSORS))
    injured, extra_crew, men_picked_up = of_a_battle(Number(), Number(), Number("survivors aboard"))

    # -- damage and damage control
    points_this_turn, beyond = of_a_battle(Number().each(TURN), Number())
    worked_out, settled = TurnMark().each(PHASE), TurnMark("casualties settled").each(PHASE)
    protection_used = Number(most=lambda ship, _: ship.card.underwater, becomes=POINT).each("side", each_of(SIDES))
    fires_had, flooding_points, conflagration = of_a_battle(Number(), Number(), Number())
    severe_flooding_fought, wind_on_bow, patched, survivors_counted = of_a_battle(Flag(), Flag(), Flag(), Flag())
    men_drafted, assisted = of_a_battle(Flag().each("battery"), Word().each("side"))
    blast, blasted_by, clearing = of_a_battle(Queue(Ring), Value(int).each("ship"), Queue(Clearing))
    hull_deformed, endurance_lost, depth_control_lost = fitting_hits(), fitting_hits(), Flag(becomes=FITTING)
    broken_down, repair_mark, breakdown_mark = of_a_battle(Number().each("part"), Number(), Number())
    serviced, picked_up = TurnMark(), TurnMark()

    # -- airships
    engines_lost = fitting_hits().each("side", each_of(SIDES))
    control_lost = Flag(becomes=FITTING).each(CONTROL, each_of(CONTROLS))
    fuel_lost, fuel_used = Number(most=MOST_OF_A_FITTING, becomes=RESTOCKED), Number(most=MOST_OF_A_FITTING, becomes=RESTOCKED)
    gondola_fire, burns_on = Flag(by_hand=True, where=is_away, becomes=SETTLED), TurnMark()
    cell_made_good = Flag(becomes=RESTOCKED)

    # -- states of the ship, some of which the referee may set
    beached = Flag(
        sign="AGROUND", words="beached or aground", grave=True, by_hand=True, becomes=SETTLED,
        where=lambda ship: ship.points_left or not ship.beached,
    )  # fmt: skip
    evading = Flag(sign="EVADE", words="steering evasively", until=MOVEMENT, becomes=GONE)
    turned = Flag(sign="TURN", words="changed course by 45 degrees or more", until=MOVEMENT, becomes=GONE)
    magazines_flooded = Flag(sign="MAG FLOOD", words="magazines flooded", grave=True, by_hand=True, becomes=FITTING)
    no_propulsion = Flag(
        sign="NO POWER", words="no propulsion: switchboard", grave=True, by_hand=True, becomes=in_port("days_engineering")
    )
    ceases_fire = Flag(sign="CEASE FIRE", words="too few men left to fire", grave=True, becomes=RESTOCKED)
    bridge_out = Flag(sign="BRIDGE", words="bridge out: nobody commands her", grave=True, becomes=FITTING)
    bridge_hit = Flag(becomes=FITTING)
    no_flying = Flag(sign="NO FLYING", words="no flight operations", grave=True, becomes=GONE)

    @property
    def battle(self) -> FgdnBattle:
        """The ship's battle, as it is now."""
        return self._battle

    @property
    def casualties(self) -> Casualties:
        """The ship's fires and flooding."""
        return Casualties(self._battle, self.size, self.card.rebuilt or self.card.year, self.fires, self.floods)

    # -- kind of ship

    @property
    def size(self) -> str:
        """The ship's size class, A to G."""
        return self.card.size

    @property
    def small(self) -> bool:
        return self.card.small

    @property
    def is_submarine(self) -> bool:
        return self.card.kind == SUBMARINE

    @property
    def is_airship(self) -> bool:
        """Whether the ship is an airship, which has gas cells and no damage points (8.8)."""
        return self.card.kind == AIRSHIP

    @property
    def is_capital(self) -> bool:
        return size_at_least(self, LARGE) and not self.is_airship

    @derived(sign=lambda ship: ship.depth.upper(), words=lambda ship: f"at {ship.depth} depth")
    def submerged(self) -> bool:
        """Whether the ship is a submarine under water."""
        return self.depth != SURFACED

    @property
    def fit(self) -> bool:
        """Whether the ship is on the table and not sinking."""
        return self.afloat and self.sinks_at is None

    @property
    def jammed(self) -> str:
        """The helm at which the ship's rudder is jammed: port, straight or starboard. Empty if it is not jammed (8.3)."""
        return JAMS.get(self.rudder, "")

    # -- damage

    @property
    def points(self) -> int:
        """The ship's original damage points."""
        return self.card.points

    @property
    def points_left(self) -> int:
        """The ship's damage points left. Small craft never lose any (8.1)."""
        return self.points if self.small or self.is_airship else self.damage_points

    @property
    def taken(self) -> int:
        """The damage points that the ship has lost."""
        return self.points - self.points_left

    @property
    def batteries_out(self) -> bool:
        """Whether a quarter of the points or less is left. Then main, secondary and tertiary batteries are out (8.1.10, F31)."""
        return self._left_at_most("batteries out, left at most")

    @property
    def silent(self) -> bool:
        """Whether a tenth of the points or less is left. Then all weapons are out (8.1.10, F31)."""
        return self._left_at_most("all weapons out, left at most")

    def _left_at_most(self, name: str) -> bool:
        if self.small or self.is_airship:
            return False
        share = self.battle.figure(name)
        if self.battle.reading("massive_by") == "breaks":
            return self.taken >= half_up(self.points * (100 - share) / 100)
        left, most = self.points_left * 100, share * self.points
        return left <= most if self.battle.reading("left_includes_figure") else left < most

    # -- weapons

    @property
    def planes_left(self) -> int:
        """The number of aircraft that the ship still carries."""
        return self.card.aircraft - self.planes_lost

    def mount(self, name: str) -> MountEntry:
        """The ship's gun mount with this name."""
        return next(mount for mount in self.card.mounts if mount.name == name)

    def weapon(self, name: str) -> WeaponEntry:
        """The ship's weapon with this name, other than guns."""
        return next(weapon for weapon in self.card.weapons if weapon.name == name)

    def battery(self, *batteries: str) -> list[MountEntry]:
        """The mounts of one or more batteries, in the order of the card. Mounts out of action are included."""
        return [mount for mount in self.card.mounts if mount.battery in batteries]

    def works(self, mount: MountEntry) -> bool:
        """Whether a gun mount can fire: it is whole and manned, and no rule silences the ship."""
        return self.mount_stands(mount) and self.guns_may_fire

    def mount_stands(self, mount: MountEntry) -> bool:
        """Whether a gun mount is whole and manned."""
        return not (self.out[mount.name] or (mount.battery in ARMOURED_BATTERIES and self.men_drafted[mount.battery]))

    @property
    def guns_may_fire(self) -> bool:
        """Whether the ship's guns may fire: no rule silences them all."""
        return self.fit and not (self.ceases_fire or self.magazines_flooded or self.batteries_out or self.silent)

    def weapon_works(self, weapon: WeaponEntry) -> bool:
        """Whether a weapon other than guns can be used."""
        drafted = weapon.kind == LIGHT and self.men_drafted[LIGHT]
        return self.fit and not (self.out[weapon.name] or self.silent or drafted or self.ceases_fire)

    def carried(self, weapon: WeaponEntry) -> int:
        """The number of torpedoes or depth charges that a mount still carries."""
        return max(weapon.warheads - self.fired_off[weapon.name], 0)


FgdnBattle: TypeAlias = Battle[FgdnShip]


def size_at_least(ship: FgdnShip, size: str) -> bool:
    """Whether a ship is of this size class or larger."""
    return SIZES.index(ship.size) <= SIZES.index(size)


def fit_ships(battle: FgdnBattle) -> list[FgdnShip]:
    """All ships on the table that are not sinking."""
    return [ship for ship in battle.ships() if ship.fit]


def require_fit(ship: FgdnShip) -> None:
    """Raise Refused unless the ship is on the table and not sinking."""
    require(ship.afloat, f"{ship} is gone: {ship.fate}")
    require(ship.sinks_at is None, f"{ship} is sinking", "8.1.8")


def may_launch(ship: FgdnShip) -> bool:
    """Whether planes can take off: the ship flies, and the deck forward is not hit (8.1.10)."""
    return _flies(ship) and not ship.deck_hits[FORWARD]


def may_land(ship: FgdnShip) -> bool:
    """Whether planes can land: the ship flies, and the deck aft is not hit (8.1.10)."""
    return _flies(ship) and not ship.deck_hits[AFT]


def _flies(ship: FgdnShip) -> bool:
    """Whether planes can use the ship. A Major fire, a stop to flying or silenced batteries prevent it (8.1.10, 8.2, 8.3)."""
    return ship.fit and not (ship.batteries_out or ship.no_flying or at_least(ship.casualties.fire_level, MAJOR))
