"""Gunnery (5.2, 5.3): a ship's batteries fire one after another, and each gun throws a die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import HIT, MISSED, Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_at_least, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.aanda.attack import (
    MOST_REROLLS,
    Attack,
    attackers,
    begin_attack,
    known_rerolls,
    others,
    pair_modifiers,
    require_attacker,
    require_spotted,
)
from fleetbook.rules.aanda.card import ARCS, TOWARD, GunEntry
from fleetbook.rules.aanda.damage import GunHit, stopped_by_armour, volley_result
from fleetbook.rules.aanda.gun_table import band, band_modifier, calibre, damage_dice, gun_class, limits
from fleetbook.rules.aanda.ongoing import NEXT_TEST, NextSinkingTests
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip, SquadronFacts
from fleetbook.rules.aanda.squadrons import deployed, ships_of
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import MISSES_HITS, hits

MOST_CM = 999


def is_ready(ship: AandaShip, mount: GunEntry) -> bool:
    """Whether a mount or battery has a gun left and has not fired this turn."""
    return not ship.fired[mount.name] and ship.guns_left(mount) > 0


def firers(battle: AandaBattle) -> list[AandaShip]:
    """All ships, sorted so that those which may attack now and have not fired a gun come first."""
    return sorted(attackers(battle), key=has_fired)


def has_fired(ship: AandaShip) -> bool:
    """Whether any of a ship's guns has fired this turn."""
    return any(ship.fired[mount.name] for mount in ship.mounts())


def known_modifiers(battle: AandaBattle, order: Attack) -> Iterator[str]:
    """The ids of the gunnery modifiers that apply, except the one for the range band, which each battery adds."""
    firer, target, facts = battle.ship(order.firer), battle.ship(order.target), AandaFacts(battle)
    small = firer.small
    holds = {
        "splash": target.splash and target.splash != firer.name,
        "small_fresh": small and facts.fresh,
        "large_gale": not small and facts.gale,
        "small_gale": small and facts.gale,
        "night": facts.night,
    }
    yield from pair_modifiers(firer, target)
    yield from (name for name, holding in holds.items() if holding)


@dataclass(frozen=True, slots=True)
class Aim:
    """The target, range and direction of the last fire of a ship or her squadron."""

    target: str
    range: int | None
    bearing: str

    @classmethod
    def last(cls, battle: AandaBattle, name: str) -> Aim:
        """The last aim of the ship's squadron in this turn, or else the last aim of the ship. The target is empty if neither
        has fired.
        """
        ship = battle.ship(name)
        squadron, turn = SquadronFacts(battle, ship.squadron), battle.turn
        distance = squadron.last_range[turn]
        return cls(
            squadron.last_target[turn] or ship.last_target,
            ship.last_range if distance is None else distance,
            squadron.last_bearing[turn] or ship.last_bearing or "P",
        )

    def range_to(self, target: str) -> int | None:
        """The range of this aim, if it was at this target. None if it was at another one."""
        return self.range if target == self.target else None


def aimed_at(battle: AandaBattle, firer: str) -> list[AandaShip]:
    """The ships of the other side. The last target of the ship or her squadron comes first, wrecks come last."""
    before = Aim.last(battle, firer).target
    return sorted(others(battle, firer), key=lambda ship: (ship.hull_gone, ship.name != before))


def opposite_number(battle: AandaBattle, firer: AandaShip) -> str:
    """The enemy ship that stands at the same place in the enemy line as this ship in her own squadron. Empty if no enemy can be
    fired at.

    The enemy line is the squadron last fired at, or else the squadron at the same place among the enemy's. Wrecks count only if
    all enemies are wrecks.
    """
    foes = [ship for ship in others(battle, firer.name) if ship.afloat and not ship.hidden]
    fit = [ship for ship in foes if not ship.hull_gone] or foes
    squadrons = list(dict.fromkeys(ship.squadron for ship in fit))
    if not squadrons:
        return ""
    at = SquadronFacts(battle, firer.squadron).last_target[battle.turn] or firer.last_target
    own = deployed(battle, firer.side).index(firer.squadron)
    wanted = battle.ship(at).squadron if at else ""
    line = [ship for ship in fit if ship.squadron == (wanted if wanted in squadrons else squadrons[own % len(squadrons)])]
    place = [ship.name for ship in ships_of(battle, firer.squadron)].index(firer.name)
    return line[place % len(line)].name


def require_firer(battle: AandaBattle, firer: AandaShip) -> None:
    """Raise Refused unless this ship may fire guns now."""
    require_attacker(battle, firer)
    require(firer.mounts(), f"{firer} has no guns", "5.2")
    require(not firer.torpedoes_fired, f"{firer} has fired torpedoes: guns fire before torpedoes", "2.2")
    ready = any(is_ready(firer, mount) for mount in firer.mounts())
    require(ready, f"{firer} has no battery in action left to fire this turn", "2.2")


class Fire(Order[AandaShip]):
    """Fire all guns that bear on a target, battery after battery, the largest calibre first."""

    id, title, key, section = "fire", "Fire", "f", "5.3"
    says = "{firer} fires at {target}, {range} cm"
    phases, later = ("firing",), NEXT_TEST
    firer: str = fields.ship("firer", firers)
    target: str = fields.ship("target", lambda battle, order: aimed_at(battle, order.firer))
    range: int = fields.number(
        "range",
        0,
        MOST_CM,
        unit="cm",
        measured=fields.Range("firer", "target"),
        default=lambda b, order: Aim.last(b, order.firer).range_to(order.target),
    )
    bearing: str = fields.choice(
        "target lies to", tuple(ARCS), default=lambda b, order: Aim.last(b, order.firer).bearing, meanings=ARCS,
        measured=fields.Arc("firer", "target"),
    )  # fmt: skip
    batteries: tuple[str, ...] = fields.several(
        "batteries", lambda b, order: order.mounts(b), default=fields.ALL, meanings=lambda b, order: order.arcs(b)
    )
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunnery", known=lambda b, order: order.known(b))
    rerolls: int = fields.number("hits rolled again (evasion)", 0, MOST_REROLLS, default=known_rerolls)

    def mounts(self, battle: AandaBattle) -> list[str]:
        """The names of all the firer's mounts and batteries."""
        return [mount.name for mount in battle.ship(self.firer).mounts()]

    def arcs(self, battle: AandaBattle) -> dict[str, str]:
        """The arcs of fire of each battery, in words for the form."""
        return {mount.name: mount.arc for mount in battle.ship(self.firer).mounts()}

    def known(self, battle: AandaBattle) -> Iterator[str]:
        """The ids of the modifiers that apply to this fire, those of the range bands included."""
        yield from known_modifiers(battle, self)
        firer = battle.ship(self.firer)
        for name in self.batteries:
            yield band_modifier(battle.tables, firer.battery(name), self.range)

    def check(self, battle: AandaBattle) -> None:
        require_firer(battle, battle.ship(self.firer))
        self.check_aim(battle)

    def check_aim(self, battle: AandaBattle) -> None:
        """Raise Refused unless the target may be fired at, and each battery may fire at her."""
        firer = battle.ship(self.firer)
        require_spotted(firer, battle.ship(self.target))
        for name in self.batteries:
            self._check_battery(battle, firer, firer.battery(name))
        if not self.batteries:
            bearing = [mount for mount in firer.mounts() if self.bearing in mount.arc]
            fired = any(firer.fired[mount.name] and damage_dice(battle.tables, mount, self.range) for mount in bearing)
            toward = TOWARD[self.bearing]
            require(not fired, f"{firer} has fired all its batteries that bear {toward} and reach {self.range} cm", "2.2")
            reach = f"{self.range} cm{limits(battle.tables, bearing, self.range)}"
            raise Refused(f"no battery of {firer} bears {toward} and reaches {reach}", "5.2")

    def _check_battery(self, battle: AandaBattle, firer: AandaShip, mount: GunEntry) -> None:
        require(firer.guns_left(mount), f"{firer}'s {mount.name} is out", "A4")
        require(not firer.fired[mount.name], f"{firer}'s {mount.name} has fired this turn", "2.2")
        require(self.bearing in mount.arc, f"{firer}'s {mount.name} does not bear {TOWARD[self.bearing]}", "5.2")
        letter, reached = gun_class(battle.tables, mount), damage_dice(battle.tables, mount, self.range)
        if not reached:
            at = f"{self.range} cm{limits(battle.tables, [mount], self.range)}"
            raise Refused(f"{firer}'s {mount.name} (class {letter}) cannot fire at {at}", "5.2")

    def resolve(self, battle: AandaBattle) -> Effects:
        firer = battle.ship(self.firer)
        yield from begin_attack(battle, firer)
        yield from self._remember(battle, firer)
        known, rerolls = set(self.known(battle)), known_rerolls(battle, self)
        at_once = battle.reading("modifiers_taken") == "ship begins"
        yield from run(
            *(
                BatteryFire(
                    firer=self.firer,
                    target=self.target,
                    range=self.range,
                    batteries=names,
                    added=tuple(name for name in self.modifiers if name not in known),
                    dropped=tuple(sorted(known - {*self.modifiers, ""})),
                    more_rerolls=self.rerolls - rerolls,
                    taken=(tuple(known_modifiers(battle, self)), rerolls) if at_once else None,
                )
                for names in self.by_calibre(battle, firer)
            )
        )
        if battle.reading("splash_after_fire") and not battle.ship(self.target).splash:
            yield from AandaShip.splash.set(self.target, self.firer)

    def _remember(self, battle: AandaBattle, firer: AandaShip) -> Effects:
        turn, squadron = battle.turn, firer.squadron
        yield from AandaShip.last_target.set(firer, self.target)
        yield from SquadronFacts.last_target[turn].set(squadron, self.target)
        yield from AandaShip.last_range.set(firer, self.range)
        yield from SquadronFacts.last_range[turn].set(squadron, self.range)
        yield from AandaShip.last_bearing.set(firer, self.bearing)
        yield from SquadronFacts.last_bearing[turn].set(squadron, self.bearing)
        for name in self.batteries:
            yield from AandaShip.fired[name].mark(firer)

    def by_calibre(self, battle: AandaBattle, firer: AandaShip) -> Iterator[tuple[str, ...]]:
        """The names of the chosen batteries, one group for each calibre. A reading puts the groups in the order of calibre, the
        largest first, or in the order of the card (A0).
        """
        inches = {name: calibre(battle.tables, firer.battery(name)) for name in self.batteries}
        calibres = list(dict.fromkeys(inches.values()))
        largest_first = battle.reading("batteries_fire") == "largest calibre first"
        for one in sorted(calibres, reverse=True) if largest_first else calibres:
            yield tuple(name for name in self.batteries if inches[name] == one)

    def ahead(self, battle: AandaBattle) -> Iterator[Part[AandaShip]]:
        yield NextSinkingTests(ship=self.target)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        rows = tuple(part.words for part in happened.parts)
        yield volley_result(happened, happened.given(Shot), self.target, f"{self.firer} at {self.target}", rows)


class BatteryFire(Part[AandaShip]):
    """All guns of one calibre fire, with the modifiers and rerolls in force at that moment (A0).

    ``added``, ``dropped`` and ``more_rerolls`` are the referee's changes to the modifiers and rerolls. A reading may fix both
    when the ship begins to fire; ``taken`` then holds them.
    """

    id, title, section = "battery", "Battery", "5.3"
    firer: str
    target: str
    range: int
    batteries: tuple[str, ...]
    added: tuple[str, ...]
    dropped: tuple[str, ...]
    more_rerolls: int
    taken: tuple[tuple[str, ...], int] | None

    def resolve(self, battle: AandaBattle) -> Effects:
        firer, mount = battle.ship(self.firer), self._mount(battle)
        guns = sum(firer.guns_left(firer.battery(name)) for name in self.batteries)
        dice = damage_dice(battle.tables, mount, self.range)
        known, rerolls = self.taken or (tuple(known_modifiers(battle, self)), known_rerolls(battle, self))
        counted = {*known, band_modifier(battle.tables, mount, self.range), *self.added} - set(self.dropped)
        letter, weapon = gun_class(battle.tables, mount), f"{calibre(battle.tables, mount):g} in"
        reached = band(battle.tables, letter, self.range)
        shot = Shot(
            aim=Firing(self.firer, self.target, ", ".join(self.batteries), weapon, letter, self.range, reached),
            damage=dice,
            rerolls=max(rerolls + self.more_rerolls, 0),
            modifiers=tuple(name for name in battle.tables.modifier_list("gunnery").lines if name in counted),
        )
        yield from note(Says.guns_fire(guns=guns, band=reached, dice=dice))
        yield from run(*[shot] * (guns * battle.whole_reading("dice_a_gun")))

    def _mount(self, battle: AandaBattle) -> GunEntry:
        """The first of the batteries that fire. All have the same calibre."""
        return battle.ship(self.firer).battery(self.batteries[0])

    def headline(self, battle: AandaBattle) -> str:
        return f"{', '.join(self.batteries)} (class {gun_class(battle.tables, self._mount(battle))})"

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        scored, stopped = happened.counted("hits"), stopped_by_armour(happened)
        harm = [*happened.harm(self.target), *[f"{stopped} stopped by armour"] * bool(stopped)]
        guns = f"{calibre(happened.before.tables, self._mount(happened.before)):g} in hit {scored} of {happened.given(Shot)}"
        yield Result(kind=HIT if scored else MISSED, head=hits(scored), words=f"{guns}{': ' * bool(harm)}{', '.join(harm)}")


class Shot(Part[AandaShip]):
    """One shot by a gun: a die to hit, then the damage. If firer or target evades, each hit is rolled again, and may miss."""

    id, title, section = "shot", "Shot", "5.3"
    says = "shot at {aim.target}"
    doing = Cause(by="{aim.firer}", how="{aim.weapon}")
    aim: Firing
    damage: str
    modifiers: tuple[str, ...]
    rerolls: int

    def firing(self, battle: AandaBattle) -> Firing:
        return self.aim

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("to_hit")
        die, needed = throw.text("gunnery", "die"), throw.whole("gunnery", "score")
        chosen = battle.modifiers("gunnery", self.modifiers)
        for again in range(1 + self.rerolls):
            label = Says.to_hit_again if again else Says.to_hit
            if not (yield from roll_at_least(label, die, needed, chosen, words=MISSES_HITS)):
                return
        yield from tally("hits", 1, self.aim.firer)
        yield from run(GunHit(target=self.aim.target, damage=self.damage))

    def asked(self, battle: AandaBattle) -> str:
        return f"{self.aim.firer}'s {self.aim.weapon} at {self.aim.target}"
