"""Gunnery (5.2, 5.3): a ship's batteries fire one after another, one die a gun, applied at once."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_at_least, run, set_fact, tally
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.attack import attackers, begin_attack, known_rerolls, pair_modifiers, require_attack, targets
from fleetbook.rules.aanda.card import ARCS, GunEntry
from fleetbook.rules.aanda.damage import strike_by_gun
from fleetbook.rules.aanda.gun_table import band, band_modifier, calibre, damage_dice, gun_class
from fleetbook.rules.aanda.ongoing import NEXT_TEST, NextSinkingTests
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip, all_afloat, conditions_of_weather

MOST_CM = 999
MOST_REROLLS = 2


def ready(battle: AandaBattle, given: InputsSoFar) -> list[GunEntry]:
    """The firer's batteries in action that have not fired this turn."""
    if not given.get("firer"):
        return []
    ship = battle.ship(given["firer"])
    return [mount for mount in ship.mounts() if _is_ready(ship, mount)]


def _is_ready(ship: AandaShip, mount: GunEntry) -> bool:
    return not ship.this_turn("fired", mount.name) and ship.guns_left(mount) > 0


def _ready_names(battle: AandaBattle, given: InputsSoFar) -> list[str]:
    return [mount.name for mount in ready(battle, given)]


def bearing_batteries(battle: AandaBattle, given: InputsSoFar) -> list[str]:
    """Names of the firer's ready batteries that bear and reach."""
    if given.get("range") is None or not given.get("bearing"):
        return []
    bearing = [mount for mount in ready(battle, given) if given["bearing"] in mount.arc]
    return [mount.name for mount in bearing if damage_dice(battle.tables, mount, given["range"])]


def ready_firers(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    """The ships that may fire guns now, those that have fired none this turn first."""
    ready = [ship for ship in attackers(battle) if any(_is_ready(ship, mount) for mount in ship.mounts())]
    return sorted(ready, key=lambda ship: any(ship.this_turn("fired", mount.name) for mount in ship.mounts()))


def known_modifiers(battle: AandaBattle, given: InputsSoFar) -> Iterator[str]:
    """The gunnery modifiers that the battle knows to count, but for those of the range band, which differ by battery."""
    if not (given.get("firer") and given.get("target")):
        return
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    weather, small = conditions_of_weather(battle), firer.small
    holds = {
        **pair_modifiers(firer, target),
        "splash": target.has("splash") and target.word("splash") != firer.name,
        "small_fresh": small and weather["fresh"],
        "large_gale": not small and weather["gale"],
        "small_gale": small and weather["gale"],
        "night": weather["night"],
    }
    yield from (name for name, holding in holds.items() if holding)


def known_in_form(battle: AandaBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of an order to fire: those of the battle, and those of the bands that its batteries fire at."""
    yield from known_modifiers(battle, given)
    if given.get("range") is None or not given.get("firer"):
        return
    firer = battle.ship(given["firer"])
    for name in given.get("batteries") or ():
        yield band_modifier(battle.tables, firer.battery(name), given["range"])


def _targets(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    """Enemies in the open, the one last fired at by the ship or its squadron first."""
    found = targets(battle, given)
    if not given.get("firer"):
        return found
    last = remembered(battle, given, "target")
    return sorted(found, key=lambda ship: ship.name != last)


def remembered(battle: AandaBattle, given: InputsSoFar, name: str) -> object:
    """What the firer's squadron ordered last in this phase, else what the firer did last."""
    firer = battle.ship(given["firer"])
    squadron = battle.fact(Key(firer.squadron, f"last {name}", str(battle.turn)))
    return squadron if squadron is not None else firer.fact(f"last {name}")


def _last_range(battle: AandaBattle, given: InputsSoFar) -> object:
    return remembered(battle, given, "range") if given.get("firer") and given.get("target") else None


def _last_bearing(battle: AandaBattle, given: InputsSoFar) -> object:
    return (remembered(battle, given, "bearing") or "P") if given.get("firer") else None


class Fire(Order[AandaShip]):
    """A ship fires all its guns that bear at a target, battery after battery, largest calibre first."""

    id, title, key, section = "fire", "Fire", "f", "5.3"
    phases, later = ("firing",), NEXT_TEST
    firer: str = fields.ship("firer", among=ready_firers, default=lambda b, g: next(iter(ready_firers(b, g)), None))
    target: str = fields.ship("target", among=_targets, default=lambda b, g: next(iter(_targets(b, g)), None))
    range: int = fields.number("range", low=0, high=MOST_CM, unit="cm", default=_last_range)
    bearing: str = fields.choice("target lies to", among=tuple(ARCS), default=_last_bearing)
    batteries: tuple[str, ...] = fields.several("batteries", among=_ready_names, default=bearing_batteries)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunnery", known=known_in_form)
    rerolls: int = fields.number("evasion: hits rolled again", low=0, high=MOST_REROLLS, default=known_rerolls)

    def check(self, battle: AandaBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        require_attack(battle, firer, target)
        require(not firer.this_turn("torpedoes fired"), f"{firer} has fired torpedoes; guns come first", "2.2")
        require(self.batteries, f"no battery of {firer} bears to {self.bearing} and reaches {self.range} cm", "5.2")
        for name in self.batteries:
            self._check_battery(battle, firer, firer.battery(name))

    def _check_battery(self, battle: AandaBattle, firer: AandaShip, mount: GunEntry) -> None:
        require(firer.guns_left(mount), f"{firer}'s {mount.name} is out", "A4")
        require(not firer.this_turn("fired", mount.name), f"{firer}'s {mount.name} has fired this turn", "2.2")
        require(self.bearing in mount.arc, f"{firer}'s {mount.name} does not bear to {self.bearing}", "5.2")
        letter, reached = gun_class(battle.tables, mount), damage_dice(battle.tables, mount, self.range)
        require(reached, f"{firer}'s {mount.name} (class {letter}) cannot fire at {self.range} cm", "5.2")

    def resolve(self, battle: AandaBattle) -> Effects:
        firer = battle.ship(self.firer)
        yield from begin_attack(battle, firer)
        yield from self._remember(battle, firer)
        known, rerolls = set(known_in_form(battle, self.inputs())), known_rerolls(battle, self.inputs())
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
                )
                for names in self._by_calibre(firer)
            )
        )
        if battle.reading("splash_after_fire") and not battle.ship(self.target).has("splash"):
            yield from set_fact(self.target, "splash", self.firer)

    def _remember(self, battle: AandaBattle, firer: AandaShip) -> Effects:
        values: dict[str, FactValue] = {"target": self.target, "range": self.range, "bearing": self.bearing}
        for name, value in values.items():
            yield from set_fact(firer, f"last {name}", value)
            yield from set_fact(firer.squadron, f"last {name}", value, battle.turn)
        for name in self.batteries:
            yield from set_fact(firer, "fired", battle.turn, name)

    def _by_calibre(self, firer: AandaShip) -> list[tuple[str, ...]]:
        """The batteries of each calibre together, largest first (A0)."""
        mounts = [firer.battery(name) for name in self.batteries]
        calibres = sorted({calibre(mount) for mount in mounts}, reverse=True)
        return [tuple(mount.name for mount in mounts if calibre(mount) == inches) for inches in calibres]

    def ahead(self, battle: AandaBattle) -> Iterator[Order[AandaShip]]:
        yield NextSinkingTests(ship=self.target)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.firer} fires at {self.target}, {self.range} cm"


class BatteryFire(Order[AandaShip]):
    """The guns of one calibre fire, with the modifiers and the evasion in force as they begin (A0).

    ``added``, ``dropped`` and ``more_rerolls`` say how the referee departs from what the battle knows.
    """

    id, title, section = "battery", "Battery", "5.3"
    firer: str = fields.ship("firer", among=all_afloat)
    target: str = fields.ship("target", among=all_afloat)
    range: int = fields.number("range", low=0, high=MOST_CM, unit="cm")
    batteries: tuple[str, ...] = fields.several("batteries", among=_ready_names)
    added: tuple[str, ...] = fields.several("modifiers added", among=())
    dropped: tuple[str, ...] = fields.several("modifiers dropped", among=())
    more_rerolls: int = fields.number("hits rolled again more often", low=-MOST_REROLLS, high=MOST_REROLLS)

    def resolve(self, battle: AandaBattle) -> Effects:
        guns, mount = self._guns(battle), self._mount(battle)
        dice = damage_dice(battle.tables, mount, self.range)
        rerolls = max(known_rerolls(battle, self.inputs()) + self.more_rerolls, 0)
        modifiers = self._modifiers(battle)
        shot = Shot(firer=self.firer, target=self.target, damage=dice, modifiers=modifiers, rerolls=rerolls)
        reached = band(battle.tables, gun_class(battle.tables, mount), self.range)
        yield from note(f"{guns} gun{'s' if guns > 1 else ''}, {reached} range, damage {dice}")
        yield from run(*[shot] * guns)

    def _mount(self, battle: AandaBattle) -> GunEntry:
        """One of the mounts: they are alike in all that counts here."""
        return battle.ship(self.firer).battery(self.batteries[0])

    def _guns(self, battle: AandaBattle) -> int:
        firer = battle.ship(self.firer)
        return sum(firer.guns_left(firer.battery(name)) for name in self.batteries)

    def _modifiers(self, battle: AandaBattle) -> tuple[str, ...]:
        known = {*known_modifiers(battle, self.inputs()), band_modifier(battle.tables, self._mount(battle), self.range)}
        counted = (known | set(self.added)) - set(self.dropped)
        return tuple(name for name in battle.tables.modifier_list("gunnery").lines if name in counted)

    def headline(self, battle: AandaBattle) -> str:
        return f"{', '.join(self.batteries)} (class {gun_class(battle.tables, self._mount(battle))})"


class Shot(Order[AandaShip]):
    """One gun: a die to hit, rolled again for evasion, then location, armour, damage and critical."""

    id, title, section = "shot", "Shot", "5.3"
    firer: str = fields.ship("firer", among=all_afloat)
    target: str = fields.ship("target", among=all_afloat)
    damage: str = fields.text("damage dice")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunnery", known=known_modifiers)
    rerolls: int = fields.number("hits rolled again", low=0, high=2 * MOST_REROLLS)

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("to_hit")
        die, needed = throw.text("gunnery", "die"), throw.whole("gunnery", "score")
        chosen = battle.tables.modifier_list("gunnery").chosen(self.modifiers)
        for again in range(1 + self.rerolls):
            label = "to hit again" if again else "to hit"
            if not (yield from roll_at_least(label, die, needed, chosen)):
                return
        yield from tally("hits", 1, self.firer)
        yield from strike_by_gun(battle, battle.ship(self.target), self.damage)

    def headline(self, battle: AandaBattle) -> str:
        return f"shot at {self.target}"
