"""Cannon and guns (C4, C5): who bears, weapon points, the shooting die and the hits that the damage step works out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, draw, note, roll_on, run, set_fact, tally
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.damage import shell_points
from fleetbook.rules.coastal.observation import FIRING_STEPS, MOST_CM, is_seen
from fleetbook.rules.coastal.ship import (
    CoastalBattle,
    CoastalShip,
    acting_ships,
    enemies,
    known_range,
    label,
    limit,
    remember_range,
    require_acting,
    require_enemy,
)

BATTERIES = ("cannon", "guns")
BEARINGS = ("front", "port", "starboard", "rear")
SHOOTING = "shooting"
STRADDLED, STRADDLED_BEFORE = "straddled", "straddled before"


def battery_of(battle: CoastalBattle, mount: SystemEntry) -> str:
    """Which of the two charts a mount's weapon stands on."""
    return next(name for name in BATTERIES if mount.weapon in battle.tables.table(name).rows.labels)


def points(battle: CoastalBattle, mount: SystemEntry, distance: int) -> float:
    """A mount's weapon points at a range in cm (0 reads as 1); 0 out of its reach (C4)."""
    battery = battery_of(battle, mount)
    chart = battle.tables.table(battery)
    reach = battle.whole_reading("gun_reach") if battery == "guns" else chart.columns.spans[-1].high
    if distance > reach:
        return 0
    within = min(max(distance, 1), int(chart.columns.spans[-1].high))
    return chart.number(mount.weapon, within) * mount.guns


def bears(battle: CoastalBattle, mount: SystemEntry, bearing: str) -> bool:
    """Whether a mount bears on a target that lies ahead, abeam or astern (C4)."""
    if mount.arc in ("front", "rear"):
        return bearing in str(battle.reading(f"arcs_{mount.arc}")).split(", ")
    return mount.arc in ("all-round", bearing)


def ready_mounts(battle: CoastalBattle, given: InputsSoFar) -> list[SystemEntry]:
    """The firer's sound mounts that have not fired this turn."""
    if not given.get("firer"):
        return []
    firer = battle.ship(given["firer"])
    return [mount for mount in firer.working("mount") if not firer.this_turn("fired", label(mount))]


def _all_mounts(battle: CoastalBattle, given: InputsSoFar) -> list[str]:
    """Every mount on the firer's card, out of action or not."""
    return [label(s) for s in battle.ship(given["firer"]).card.systems if s.kind == "mount"] if given.get("firer") else []


def _bearing_mounts(battle: CoastalBattle, given: InputsSoFar) -> list[str]:
    """Those of them that bear and reach."""
    distance, bearing = given.get("range"), given.get("bearing")
    if distance is None or bearing is None:
        return []
    ready = ready_mounts(battle, given)
    return [label(m) for m in ready if bears(battle, m, bearing) and points(battle, m, distance)]


def known_modifiers(battle: CoastalBattle, given: InputsSoFar) -> Iterator[str]:
    """The shooting variables that the battle knows to count."""
    if not (given.get("firer") and given.get("target")):
        return
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    fast = limit(battle, "fast ship, cm")
    in_sea = battle.word("sea") != "calm" and firer.smaller_than("corvette")
    holds = {
        "straddled": any(firer.last_turn(fact, target.name) for fact in (STRADDLED, STRADDLED_BEFORE)),
        "stationary": target.stationary,
        "fast": firer.speed > fast or target.speed > fast,
        "small_target": target.smaller_than("corvette"),
        "unsteady": firer.turning or in_sea,
        "heavy_guns": firer.smaller_than("larger") and _fires_heavy_guns(battle, given),
    }
    yield from (name for name, holding in holds.items() if holding)


def _fires_heavy_guns(battle: CoastalBattle, given: InputsSoFar) -> bool:
    heavy = limit(battle, "heavy gun, inches")
    return any(m.calibre > heavy for m in ready_mounts(battle, given) if label(m) in (given.get("mounts") or ()))


def seen_targets(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    """Enemies that may be fired at, the one that the firer fired at last before the others."""
    found = [ship for ship in enemies(battle) if is_seen(battle, ship, battle.acting)]
    firer = given.get("firer")
    last = battle.ship(firer).word("target") if firer else ""
    return sorted(found, key=lambda ship: ship.name != last)


def ready_firers(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    """Ships of the acting side that can still fire this turn, those that have not fired at all first."""
    fit = [ship for ship in acting_ships(battle, given) if not ship.out_of_fight and not ship.has("disabled")]
    ready = [ship for ship in fit if ready_mounts(battle, {"firer": ship.name})]
    return sorted(ready, key=lambda ship: ship.this_turn("fired"))


class Fire(Order[CoastalShip]):
    """Fire at a target with all weapons that bear: cannon and guns as two volleys."""

    id, title, key, section = "fire", "Fire", "f", "C4"
    phases = FIRING_STEPS
    firer: str = fields.ship("firer", among=ready_firers, default=lambda b, g: next(iter(ready_firers(b, g)), None))
    target: str = fields.ship(
        "target", among=seen_targets, default=lambda b, g: next(iter(seen_targets(b, g)), None),
        help="only what was seen may be fired at, so observe it first",
    )  # fmt: skip
    range: int = fields.number(
        "range", low=0, high=MOST_CM, unit="cm", default=lambda b, g: known_range(b, g.get("firer"), g.get("target"))
    )
    bearing: str = fields.choice(
        "target lies to", among=BEARINGS, default=lambda b, g: _last_bearing(b, g) if g.get("firer") else None
    )
    mounts: tuple[str, ...] = fields.several(
        "weapons",
        among=lambda b, g: [label(m) for m in ready_mounts(b, g)],
        nameable=_all_mounts,
        default=_bearing_mounts,
    )
    modifiers: tuple[str, ...] = fields.modifiers("shooting variables", SHOOTING, known=known_modifiers)

    def check(self, battle: CoastalBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        require_acting(battle, firer)
        require(not firer.out_of_fight, f"{firer} has no hull boxes left and is out of the fight", "C9")
        require(not firer.has("disabled"), f"{firer} is disabled: no shooting", "C8")
        require_enemy(firer, target)
        require(is_seen(battle, target, firer.side), f"{firer.side} has not observed {target} this turn", "C3")
        require(self.mounts, self._why_no_mount(battle, firer), self.section)
        for name in self.mounts:
            self._check_mount(battle, firer, firer.system(name))

    def _why_no_mount(self, battle: CoastalBattle, firer: CoastalShip) -> str:
        if not firer.working("mount"):
            return f"{firer} has no weapon in action"
        if not ready_mounts(battle, {"firer": firer.name}):
            return f"{firer} has fired all its weapons this turn"
        return f"{firer} has no weapon that bears to {self.bearing} and reaches {self.range} cm"

    def _check_mount(self, battle: CoastalBattle, firer: CoastalShip, mount: SystemEntry) -> None:
        name = label(mount)
        require(firer.works(mount), f"{firer}'s {name} is {firer.state(mount)}", "C6")
        require(not firer.this_turn("fired", name), f"{firer}'s {name} has fired this turn", self.section)
        require(bears(battle, mount, self.bearing), f"{firer}'s {name} does not bear to {self.bearing}", self.section)
        require(points(battle, mount, self.range), f"{firer}'s {name} does not reach {self.range} cm", self.section)

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from remember_range(self.firer, self.target, self.range)
        yield from set_fact(self.firer, "target", self.target)
        yield from set_fact(self.firer, "bearing", self.bearing)
        yield from set_fact(self.firer, "fired", battle.turn)
        for name in self.mounts:
            yield from set_fact(self.firer, "fired", battle.turn, name)
        yield from set_fact("", "unaware", None, battle.ship(self.target).side)
        yield from run(*self._volleys(battle))

    def _volleys(self, battle: CoastalBattle) -> Iterator[Volley]:
        firer = battle.ship(self.firer)
        mounts = [firer.system(name) for name in self.mounts]
        if battle.reading("two_volleys"):
            for battery in BATTERIES:
                fired = [m for m in mounts if battery_of(battle, m) == battery]
                if fired:
                    yield self._volley(battle, battery, fired)
        else:
            yield self._volley(battle, "all weapons", mounts)

    def _volley(self, battle: CoastalBattle, battery: str, mounts: Iterable[SystemEntry]) -> Volley:
        fired = tuple(label(mount) for mount in mounts)
        chosen = tuple(m for m in self.modifiers if m != "heavy_guns" or self._heavy(battle, fired))
        return Volley(firer=self.firer, target=self.target, battery=battery, range=self.range, mounts=fired, modifiers=chosen)

    def _heavy(self, battle: CoastalBattle, mounts: tuple[str, ...]) -> bool:
        """The modifier for heavy guns counts for the volley that fires them."""
        firer = battle.ship(self.firer)
        largest = {name: firer.system(name).calibre for name in self.mounts}
        return max(largest[name] for name in mounts) == max(largest.values())

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.firer} fires at {self.target}, {self.range} cm"


def _last_bearing(battle: CoastalBattle, given: InputsSoFar) -> str:
    """Where the firer's last target lay; abeam at first, where most weapons bear."""
    return battle.ship(given["firer"]).word("bearing") or "port"


class Volley(Order[CoastalShip]):
    """One die for one total of weapon points; its hits are held until the damage step."""

    id, title, section = "volley", "Volley", "C5"
    firer: str = fields.ship("firer", among=acting_ships)
    target: str = fields.ship("target", among=lambda b, g: enemies(b))
    battery: str = fields.text("battery")
    range: int = fields.number("range", low=0, high=MOST_CM, unit="cm")
    mounts: tuple[str, ...] = fields.several("weapons", among=lambda b, g: [label(m) for m in ready_mounts(b, g)])
    modifiers: tuple[str, ...] = fields.modifiers("shooting variables", SHOOTING, known=known_modifiers)

    def resolve(self, battle: CoastalBattle) -> Effects:
        chosen = battle.tables.modifier_list(SHOOTING).chosen(self.modifiers)
        yield from note(" + ".join(f"{label(mount)} {share:g}" for mount, share in self._worth(battle)), "C4")
        result = str((yield from roll_on(battle.tables.table("gunfire"), self._factor(battle), chosen, "shooting")))
        yield from tally(self.battery, "nothing" if result == "-" else result)
        earned = battle.tables.table("gunfire_results")
        hits = earned.whole(result, "hits")
        if hits or earned.whole(result, "straddles"):
            yield from self._straddle(battle)
        for _ in range(hits):
            yield from self._hit(battle)
        if hits:
            yield from tally("hits", hits, self.firer)

    def _straddle(self, battle: CoastalBattle) -> Effects:
        """Earn the bonus of next turn (C5), and keep that of last turn for what the firer still fires in this one."""
        firer = battle.ship(self.firer)
        if firer.last_turn(STRADDLED, self.target):
            yield from set_fact(firer, STRADDLED_BEFORE, battle.turn - 1, self.target)
        yield from set_fact(firer, STRADDLED, battle.turn, self.target)

    def _worth(self, battle: CoastalBattle) -> list[tuple[SystemEntry, float]]:
        firer = battle.ship(self.firer)
        return [(firer.system(n), points(battle, firer.system(n), self.range)) for n in self.mounts]

    def _factor(self, battle: CoastalBattle) -> int:
        total = sum(worth for _, worth in self._worth(battle))
        return floor(total) if battle.reading("fraction_dropped") else ceil(total)

    def _hit(self, battle: CoastalBattle) -> Effects:
        """Hold a hit. Where the mounts do different damage it is drawn among them in proportion to their points (C4)."""
        worth = self._worth(battle)
        if len({shell_points(battle, mount.calibre) for mount, _ in worth}) == 1:
            mount = label(worth[0][0])
        else:
            halves = [(label(mount), round(2 * share)) for mount, share in worth]
            mount = yield from draw("whose hit", halves, "C4")
        held = battle.ship(self.target).held
        yield from set_fact(self.target, "held", (*held, (self.firer, mount)), text=f"hit by {mount} (held)")

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.battery}, factor {self._factor(battle)}"
