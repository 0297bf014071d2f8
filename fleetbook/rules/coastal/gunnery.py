"""Fire by cannon and guns (C4, C5): arcs, weapon points and the die roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor
from typing import Any

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import HIT, MISSED, Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, draw, note, roll_on, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.coastal.card import ALL_ROUND, BEARINGS, CORVETTE, LARGER, SystemEntry
from fleetbook.rules.coastal.conditions import MEDIUM, ROUGH, CoastalFacts
from fleetbook.rules.coastal.damage import shell_points
from fleetbook.rules.coastal.facts import CoastalBattle
from fleetbook.rules.coastal.observation import FIRING_STEPS, MOST_CM, is_seen
from fleetbook.rules.coastal.outcomes import alarm, kept_for
from fleetbook.rules.coastal.ship import RANGE, CoastalShip, HeldShell, label, require_acting, require_target
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import hits, sentences
from fleetbook.rules.kit.sides import enemy_ships, own_ships

BATTERIES = ("cannon", "guns")
HEAVY_GUNS = "heavy_guns"
ONE_TOTAL = "she fires at each target once with cannon and once with guns; fire the other weapons at another target"


def battery_of(battle: CoastalBattle, mount: SystemEntry) -> str:
    """The chart that lists a mount's weapon: cannon or guns."""
    return next(name for name in BATTERIES if mount.weapon in battle.tables.tables[name].rows.labels)


def points(battle: CoastalBattle, mount: SystemEntry, distance: int) -> float:
    """The weapon points of a mount at a range in cm (C4), 0 if the range is beyond its reach. A range of 0 cm counts as 1."""
    battery = battery_of(battle, mount)
    chart = battle.tables.table(battery)
    reach = battle.whole_reading("gun_reach") if battery == "guns" else chart.columns.spans[-1].high
    if distance > reach:
        return 0
    within = min(max(distance, 1), int(chart.columns.spans[-1].high))
    return chart.number(mount.weapon, within) * mount.guns


def whole_factor(battle: CoastalBattle, points: float) -> int:
    """The factor of a volley of so many weapon points."""
    return floor(points) if battle.reading("fraction_dropped") else ceil(points)


def bears(battle: CoastalBattle, mount: SystemEntry, bearing: str) -> bool:
    """Whether a mount can fire in this direction (C4)."""
    drawn = f"arcs_{mount.arc}"
    if drawn in battle.tables.readings:
        return bearing in str(battle.reading(drawn)).split(", ")
    return mount.arc in (ALL_ROUND, bearing)


def known_modifiers(battle: CoastalBattle, order: Fire) -> Iterator[str]:
    """The ids of the shooting modifiers that apply to this fire, as far as the program can tell."""
    firer = battle.ship(order.firer)
    yield from pair_modifiers(battle, firer, battle.ship(order.target))
    if has_heavy_gun(battle, firer, map(firer.system, order.mounts)):
        yield HEAVY_GUNS


def pair_modifiers(
    battle: CoastalBattle, firer: CoastalShip, target: CoastalShip, move: tuple[int, bool] | None = None
) -> Iterator[str]:
    """The ids of the shooting modifiers that depend on firer and target, whatever the mounts.

    ``move`` is the firer's next move, for her fire after it: her speed, and whether she turns. None for her last move.
    """
    fast = battle.figure("fast ship")
    sea = CoastalFacts(battle).sea
    printed = battle.reading("rough_sea_counts_as") if sea == ROUGH else sea  # the sheet prints no rough sea
    in_sea = printed == MEDIUM and firer.smaller_than(CORVETTE)
    before = CoastalShip.straddled_before[target].value(firer) == battle.turn - 1
    holds = {
        "straddled": CoastalShip.straddled[target].last_turn(firer) or before,
        "stationary": not (speed := target.speed),
        "fast": (move[0] if move else firer.speed) > fast or speed > fast,
        "small_target": target.smaller_than(CORVETTE),
        "unsteady": (move[1] if move else firer.turning) or in_sea,
    }
    yield from (name for name, holding in holds.items() if holding)


def has_heavy_gun(battle: CoastalBattle, firer: CoastalShip, mounts: Iterable[SystemEntry]) -> bool:
    """Whether one of these mounts is a heavy gun, and the ship is so small that it fires worse from her."""
    heavy = battle.figure("heavy gun")
    return firer.smaller_than(LARGER) and any(mount.calibre > heavy for mount in mounts)


def fired_least(battle: CoastalBattle) -> list[CoastalShip]:
    """The acting side's ships, sorted so that those which have not fired this turn come first."""
    return sorted(own_ships(battle), key=lambda ship: ship.fired)


def last_target_first(battle: CoastalBattle, order: Fire) -> list[CoastalShip]:
    """The enemy ships. Ships that the firer has observed this turn come first, then the ship that it last fired at."""
    firer = battle.ship(order.firer)
    return sorted(enemy_ships(battle), key=lambda ship: (not firer.looked[ship], ship.name != firer.last_target))


def last_bearing(battle: CoastalBattle, order: Fire) -> Any:
    """The firer's last direction of fire, or port if it has not fired yet.

    If the firer fires at the same ship again in one turn, and no mount that may still fire bears in that direction, the referee
    must give the direction.
    """
    firer = battle.ship(order.firer)
    last = firer.last_bearing or BEARINGS[1]
    again = firer.fired and firer.last_target == order.target
    left = (mount for mount in unfired(firer) if not has_total(battle, firer, battery_of(battle, mount), order.target))
    return fields.ASK if again and not any(bears(battle, mount, last) for mount in left) else last


def unfired(firer: CoastalShip) -> list[SystemEntry]:
    """The firer's sound mounts that have not fired this turn."""
    return [mount for mount in firer.working("mount") if not firer.mounts_fired[label(mount)]]


def has_total(battle: CoastalBattle, firer: CoastalShip, battery: str, target: str) -> bool:
    """Whether the firer's weapons of this battery, cannon or guns, have fired at this target in this step. They may do so once
    (C4).
    """
    at_it = [m for m in firer.card.systems if firer.mounts_fired[label(m)] and firer.mounts_target[label(m)] == target]
    had = any(not battle.reading("two_volleys") or battery_of(battle, mount) == battery for mount in at_it)
    return had and bool(battle.reading("one_total_a_target"))


def measured_now(battle: CoastalBattle, order: Fire) -> bool:
    """Whether the range was measured in this step, because the firer observed the target or fired at it."""
    firer = battle.ship(order.firer)
    return firer.looked[battle.ship(order.target)] or (firer.fired and firer.last_target == order.target)


class Fire(Order[CoastalShip]):
    """Fire at a target with all weapons that bear on it. Cannon and guns fire as two separate volleys."""

    id, title, key, section = "fire", "Fire", "f", "C4"
    says = "{firer} fires at {target}, {range} cm"
    phases = FIRING_STEPS
    firer: str = fields.ship("firer", fired_least)
    target: str = fields.ship("target", last_target_first, help="observe a target before you fire at it")
    range: int = fields.number(
        "range", 0, MOST_CM, unit="cm", measured=fields.Range("firer", "target"),
        default=lambda battle, order: RANGE.known(battle, order.firer, order.target), holds=measured_now,
    )  # fmt: skip
    bearing: str = fields.choice("target lies to", BEARINGS, default=last_bearing, measured=fields.Arc("firer", "target"))
    mounts: tuple[str, ...] = fields.several(
        "weapons", lambda battle, order: battle.ship(order.firer).named("mount"), default=fields.ALL,
        meanings=lambda battle, order: order.sides(battle),
    )  # fmt: skip
    modifiers: tuple[str, ...] = fields.modifiers("shooting variables", "shooting", known_modifiers)
    totalled: bool = fields.flag("one total a target", default=True, shown_if=lambda battle: False)
    """Whether the target of each mount is stored, so that cannon or guns cannot fire at it twice. Battles recorded by older
    versions do not store it.
    """

    def sides(self, battle: CoastalBattle) -> dict[str, str]:
        """The directions of fire of each of the firer's mounts, in words for the form."""
        mounts = [mount for mount in battle.ship(self.firer).card.systems if mount.kind == "mount"]
        borne = {label(mount): [side for side in BEARINGS if bears(battle, mount, side)] for mount in mounts}
        return {name: "all round" if len(sides) == len(BEARINGS) else f"to {', '.join(sides)}" for name, sides in borne.items()}

    def check(self, battle: CoastalBattle) -> None:
        firer = battle.ship(self.firer)
        require_acting(firer)
        require(not firer.out_of_fight, f"{firer} has no hull boxes left and is out of the fight", "C9")
        require(not firer.disabled, f"{firer} is disabled: no shooting", "C8")
        require(firer.working("mount"), f"{firer} has no weapon in action")
        ready = unfired(firer)
        require(ready, f"{firer} has fired all its weapons this turn")
        target = battle.ship(self.target)
        require_target(firer, target)
        require(is_seen(battle, target, firer.side), f"{firer.side} has not observed {target} this turn", "C3")
        ready = [mount for mount in ready if not has_total(battle, firer, battery_of(battle, mount), self.target)]
        require(ready, f"{firer} has fired at {target} this turn: {ONE_TOTAL}", "C4")
        if not self.knows("range"):
            for name in self.mounts:
                self._check_mount(battle, firer, firer.system(name))
        reaching = [mount for mount in ready if points(battle, mount, self.range)]
        if not reaching:
            spans = [span for name in BATTERIES for span in battle.tables.table(name).columns.spans]
            ends = {battle.whole_reading("gun_reach"), *(int(span.high) for span in spans)}
            farthest = max((end for end in ends if any(points(battle, mount, end) for mount in ready)), default=0)
            raise Refused(f"{firer} has no weapon that reaches {self.range} cm: {farthest} cm is the most")
        bearing = [mount for mount in reaching if bears(battle, mount, self.bearing)]
        if not bearing:
            would = [mount for mount in firer.working("mount") if bears(battle, mount, self.bearing)]
            if any(points(battle, mount, self.range) for mount in would):
                raise Refused(f"{firer} has fired all its weapons that bear to {self.bearing} and reach {self.range} cm")
            raise Refused(f"{firer} has no weapon that bears to {self.bearing} and reaches {self.range} cm")
        for name in self.mounts:
            self._check_mount(battle, firer, firer.system(name))
        require(self.mounts, f"{firer} fires no weapon: choose one")

    def _check_mount(self, battle: CoastalBattle, firer: CoastalShip, mount: SystemEntry) -> None:
        name = label(mount)
        require(firer.works(mount), f"{firer}'s {name} is {firer.state(mount)}", "C6")
        require(not firer.mounts_fired[name], f"{firer}'s {name} has fired this turn")
        battery = battery_of(battle, mount)
        had = has_total(battle, firer, battery, self.target)
        require(not had, f"{firer}'s {battery} have fired at {self.target} this turn: {ONE_TOTAL}", "C4")
        require(bears(battle, mount, self.bearing), f"{firer}'s {name} does not bear to {self.bearing}")
        if self.knows("range"):
            require(points(battle, mount, self.range), f"{firer}'s {name} does not reach {self.range} cm")

    def resolve(self, battle: CoastalBattle) -> Effects:
        firer = battle.ship(self.firer)
        yield from RANGE.remember(self.firer, self.target, self.range)
        yield from CoastalShip.last_target.set(firer, self.target)
        yield from CoastalShip.last_bearing.set(firer, self.bearing)
        yield from CoastalShip.fired.mark(firer)
        for name in self.mounts:
            yield from CoastalShip.mounts_fired[name].mark(firer)
            if self.totalled:
                yield from CoastalShip.mounts_target[name].set(firer, self.target)
        yield from CoastalFacts.unaware[battle.ship(self.target).side].clear(battle)
        yield from run(*self._volleys(battle))

    def _volleys(self, battle: CoastalBattle) -> Iterator[Volley]:
        firer = battle.ship(self.firer)
        mounts = [firer.system(name) for name in self.mounts]
        if battle.reading("two_volleys"):
            for battery in BATTERIES:
                fired = [m for m in mounts if battery_of(battle, m) == battery]
                if fired:
                    yield self._volley(firer, battery, fired)
        else:
            yield self._volley(firer, "all weapons", mounts)

    def _volley(self, firer: CoastalShip, battery: str, mounts: list[SystemEntry]) -> Volley:
        """One of the firer's volleys. The modifier for heavy guns applies only to the volley that fires the heaviest gun."""
        heaviest = max(firer.system(name).calibre for name in self.mounts)
        has_heaviest = any(mount.calibre == heaviest for mount in mounts)
        chosen = tuple(name for name in self.modifiers if name != HEAVY_GUNS or has_heaviest)
        fired = tuple(label(mount) for mount in mounts)
        return Volley(firer=self.firer, target=self.target, battery=battery, range=self.range, mounts=fired, modifiers=chosen)

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        scored, straddled = happened.counted("hits"), bool(happened.changes(CoastalShip.straddled))
        volleys = [(name, result) for name in BATTERIES for result in happened.words(name)]
        apart = ", ".join(f"{name} {result}" for name, result in volleys) if len(volleys) > 1 and (scored or straddled) else ""
        bonus = happened.before.tables.modifier_list("shooting").line("straddled").value
        means = sentences(kept_for(happened.after, self.target) if scored else "", apart,
                          f"{self.firer} fires at her with {bonus:+d} next turn" if straddled else "")  # fmt: skip
        if scored:
            words, kind, head = f"{hits(scored)} on {self.target}.", HIT, hits(scored)
        elif straddled:
            words, kind, head = f"STRADDLE, no hit: {self.target}.", MISSED, "straddle"
        else:
            words, kind, head = f"MISSED: {self.firer} at {self.target}.", MISSED, "missed"
        words, brief = sentences(words, alarm(happened)), alarm(happened)
        yield Result(kind=kind, head=head, words=words, means=means, brief=brief, subject=self.target)


class Volley(Part[CoastalShip]):
    """One die roll for the total of a ship's cannon or guns. The damage step works out the hits."""

    id, title, section = "volley", "Volley", "C5"
    doing = Cause(by="{firer}", how="{battery}")
    firer: str
    target: str
    battery: str
    range: int
    mounts: tuple[str, ...]
    modifiers: tuple[str, ...]

    def firing(self, battle: CoastalBattle) -> Firing:
        weapons = ", ".join(dict.fromkeys(battle.ship(self.firer).system(name).weapon for name in self.mounts))
        mounts = ", ".join(self.mounts)
        columns = battle.tables.table(self.battery if self.battery in BATTERIES else BATTERIES[0]).columns
        span = columns.spans[columns.index(min(max(self.range, 1), columns.spans[-1].high), "range")]
        band = f"{span.low:g} to {span.high:g} cm"
        return Firing(self.firer, self.target, mounts, weapons, self.battery, self.range, band, later=True)

    def resolve(self, battle: CoastalBattle) -> Effects:
        worth = self._worth(battle)
        yield from note(Says.weapon_points(shares=[Says.share(mount=label(mount), points=share) for mount, share in worth]), "C4")
        chosen = battle.modifiers("shooting", self.modifiers)
        result = str((yield from roll_on(battle.tables.table("gunfire"), self._factor(battle), chosen, Says.shooting)))
        yield from tally(self.battery, "nothing" if result == "-" else result)
        earned = battle.tables.table("gunfire_results")
        scored = earned.whole(result, "hits")
        if scored or earned.whole(result, "straddles"):  # C5: a bonus next turn; a bonus from last turn still counts now
            firer = battle.ship(self.firer)
            if CoastalShip.straddled[self.target].last_turn(firer):
                yield from CoastalShip.straddled_before[self.target].set(firer, battle.turn - 1)
            yield from CoastalShip.straddled[self.target].mark(firer)
        for _ in range(scored):
            yield from self._hit(battle)
        if scored:
            yield from tally("hits", scored, self.firer)

    def _worth(self, battle: CoastalBattle) -> list[tuple[SystemEntry, float]]:
        firer = battle.ship(self.firer)
        return [(firer.system(n), points(battle, firer.system(n), self.range)) for n in self.mounts]

    def _factor(self, battle: CoastalBattle) -> int:
        return whole_factor(battle, sum(worth for _, worth in self._worth(battle)))

    def _hit(self, battle: CoastalBattle) -> Effects:
        """Store a hit for the damage step. If the mounts do different damage, a draw says which mount hit, in proportion to
        their points (C4).
        """
        worth = self._worth(battle)
        if len({shell_points(battle, mount.calibre) for mount, _ in worth}) == 1:
            mount = label(worth[0][0])
        else:
            halves = [(label(mount), round(2 * share)) for mount, share in worth]
            mount = yield from draw(Says.whose_hit, halves, "C4")
        target = battle.ship(self.target)
        yield from CoastalShip.held.append(target, HeldShell(self.firer, mount), said=Says.hit_held(mount=mount))

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.battery}, factor {self._factor(battle)}"

    def asked(self, battle: CoastalBattle) -> str:
        return f"{self.firer}'s {self.battery} at {self.target}, factor {self._factor(battle)}"
