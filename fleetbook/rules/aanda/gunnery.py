"""Gunnery (5.2, 5.3): a ship's batteries fire one after another, one die a gun, applied at once."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core import fields
from fleetbook.core.errors import require
from fleetbook.core.facts import FactValue, Key
from fleetbook.core.fields import Given
from fleetbook.core.procedure import Procedure
from fleetbook.core.steps import Steps, count, note, put, run, score
from fleetbook.rules.aanda.card import ARCS, GunEntry
from fleetbook.rules.aanda.damage import strike_by_gun
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip, all_afloat, conditions_of_weather, enemies, require_enemy
from fleetbook.rules.aanda.squadrons import ACTIVE, activate, require_turn, ships_of, waiting

BANDS = ("short", "medium 1", "medium 2", "long")
NO_SHOT = ("n/a", "-")
MOST_CM = 999


def gun_class(battle: AandaBattle, mount: GunEntry) -> str:
    """The class of a calibre, rounded to a tenth of an inch (A0)."""
    return battle.tables.table("gun_classes").text(round(mount.calibre, 1), "class")


def band(battle: AandaBattle, letter: str, distance: int) -> str:
    """The range band of a gun class at a distance in cm; empty beyond its reach."""
    edges = battle.tables.table("gun_ranges")
    printed = [name for name in BANDS if edges.cell(letter, name) != "-"]
    return next((name for name in printed if distance <= edges.whole(letter, name)), "")


def damage_dice(battle: AandaBattle, mount: GunEntry, distance: int) -> str:
    """The damage dice of a mount at a distance in cm; empty where it may not or cannot fire."""
    letter = gun_class(battle, mount)
    reached = band(battle, letter, distance)
    dice = battle.tables.table("gun_damage").text(letter, reached) if reached else ""
    return "" if dice in NO_SHOT else dice


def ready(battle: AandaBattle, given: Given) -> list[GunEntry]:
    """The firer's batteries in action that have not fired this turn."""
    if not given.get("firer"):
        return []
    ship = battle.ship(given["firer"])
    return [mount for mount in ship.batteries() if not ship.this_turn("fired", mount.name)]


def _bearing_batteries(battle: AandaBattle, given: Given) -> list[str]:
    if given.get("range") is None or not given.get("bearing"):
        return []
    bearing = [mount for mount in ready(battle, given) if given["bearing"] in mount.arc]
    return [mount.name for mount in bearing if damage_dice(battle, mount, given["range"])]


def ready_ships(battle: AandaBattle, given: Given) -> list[AandaShip]:
    """Ships that may fire now: of the squadron that is firing, or of those that wait."""
    active = battle.word(ACTIVE)
    names = [active] if active else waiting(battle, battle.acting)
    ships = [ship for name in names for ship in ships_of(battle, name)]
    return [ship for ship in ships if not ship.silent and ready(battle, {"firer": ship.name})]


def known_modifiers(battle: AandaBattle, given: Given) -> Iterator[str]:
    """The gunnery modifiers that the battle knows to count, but for those of the range band, which differ by battery."""
    if not (given.get("firer") and given.get("target")):
        return
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    weather = conditions_of_weather(battle)
    holds = {
        **ship_modifiers(firer, target),
        "splash": target.has("splash"),
        "small_fresh": firer.small and weather["fresh"],
        "large_gale": not firer.small and weather["gale"],
        "small_gale": firer.small and weather["gale"],
        "night": weather["night"],
    }
    yield from (name for name, holding in holds.items() if holding)


def ship_modifiers(firer: AandaShip, target: AandaShip) -> dict[str, bool]:
    """The modifiers that go by the two ships, for guns and torpedoes alike."""
    return {
        "target_slow": target.slow,
        "target_stopped": target.stopped,
        "target_fast": target.fast,
        "small_target": target.small,
        "firer_slow": firer.slow or firer.stopped,
        "superior": firer.crew == "Superior",
        "inferior": firer.crew == "Inferior",
    }


def known_rerolls(battle: AandaBattle, given: Given) -> int:
    """How often a die that hits must hit again, by who steers evasively (A2)."""
    if not (given.get("firer") and given.get("target")):
        return 0
    evading = battle.ship(given["firer"]).evading + battle.ship(given["target"]).evading
    return (0, battle.whole_reading("rerolls_one_evades"), battle.whole_reading("rerolls_both_evade"))[evading]


def _targets(battle: AandaBattle, given: Given) -> list[AandaShip]:
    """Enemies in the open, the one last fired at by the ship or its squadron first."""
    found = enemies(battle)
    if not given.get("firer"):
        return found
    return sorted(found, key=lambda ship: ship.name != remembered(battle, given, "target"))


def remembered(battle: AandaBattle, given: Given, name: str) -> object:
    """What the firer's squadron ordered last in this phase, else what the firer did last."""
    firer = battle.ship(given["firer"])
    squadron = battle.fact(Key(firer.squadron, f"last {name}", str(battle.turn)))
    return squadron if squadron is not None else firer.fact(f"last {name}")


def _range(battle: AandaBattle, given: Given) -> object:
    return remembered(battle, given, "range") if given.get("firer") and given.get("target") else None


def _bearing(battle: AandaBattle, given: Given) -> object:
    return (remembered(battle, given, "bearing") or "P") if given.get("firer") else None


class Fire(Procedure[AandaShip]):
    """A ship fires all its guns that bear at a target, battery after battery, largest calibre first."""

    id, title, key, section = "fire", "Fire", "f", "5.3"
    phases = ("firing",)
    firer: str = fields.ship("firer", among=ready_ships, default=lambda b, g: next(iter(ready_ships(b, g)), None))
    target: str = fields.ship("target", among=_targets, default=lambda b, g: next(iter(_targets(b, g)), None))
    range: int = fields.number("range", low=0, high=MOST_CM, unit="cm", default=_range)
    bearing: str = fields.choice("target lies to", among=tuple(ARCS), default=_bearing)
    batteries: tuple[str, ...] = fields.several(
        "batteries", among=lambda b, g: [mount.name for mount in ready(b, g)], default=_bearing_batteries
    )
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunnery", known=known_modifiers)
    rerolls: int = fields.number("evasion: hits rolled again", low=0, high=2, default=known_rerolls)

    def check(self, battle: AandaBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        require(firer.afloat, f"{firer} is gone: {firer.fate}")
        require(not firer.hull_gone, f"{firer} has no hull boxes left: stopped and silent", "A6")
        storm = battle.word("weather") == "Storm" and bool(battle.reading("no_firing_in_storm"))
        require(not storm, "no firing in Storm", "A2")
        require(not firer.has("hidden"), f"{firer} is a contact marker", "2.2")
        require(not firer.this_turn("torpedoes fired"), f"{firer} has fired torpedoes; guns come first", "2.2")
        require_turn(battle, firer.squadron)
        require_enemy(firer, target)
        require(self.batteries, f"no battery of {firer} bears to {self.bearing} and reaches {self.range} cm", "5.2")
        for name in self.batteries:
            self._check_battery(battle, firer, firer.battery(name))

    def _check_battery(self, battle: AandaBattle, firer: AandaShip, mount: GunEntry) -> None:
        require(firer.guns_left(mount), f"{firer}'s {mount.name} is out", "A4")
        require(not firer.this_turn("fired", mount.name), f"{firer}'s {mount.name} has fired this turn", "2.2")
        require(self.bearing in mount.arc, f"{firer}'s {mount.name} does not bear to {self.bearing}", "5.2")
        letter, reached = gun_class(battle, mount), damage_dice(battle, mount, self.range)
        require(reached, f"{firer}'s {mount.name} (class {letter}) cannot fire at {self.range} cm", "5.2")

    def resolve(self, battle: AandaBattle) -> Steps:
        firer = battle.ship(self.firer)
        yield from activate(battle, firer.squadron)
        yield from self._remember(battle, firer)
        known = set(known_modifiers(battle, {"firer": self.firer, "target": self.target}))
        yield from run(
            *(
                BatteryFire(
                    firer=self.firer,
                    target=self.target,
                    range=self.range,
                    batteries=names,
                    added=tuple(m for m in self.modifiers if m not in known),
                    dropped=tuple(sorted(known - set(self.modifiers))),
                    rerolls=self.rerolls,
                )
                for names in self._by_calibre(firer)
            )
        )
        if battle.reading("splash_after_fire"):
            yield from put(self.target, "splash", True)

    def _remember(self, battle: AandaBattle, firer: AandaShip) -> Steps:
        values: dict[str, FactValue] = {"target": self.target, "range": self.range, "bearing": self.bearing}
        for name, value in values.items():
            yield from put(firer, f"last {name}", value)
            yield from put(firer.squadron, f"last {name}", value, battle.turn)
        for name in self.batteries:
            yield from put(firer, "fired", battle.turn, name)

    def _by_calibre(self, firer: AandaShip) -> list[tuple[str, ...]]:
        """The batteries of each calibre together, largest first (A0)."""
        mounts = [firer.battery(name) for name in self.batteries]
        calibres = sorted({mount.calibre for mount in mounts}, reverse=True)
        return [tuple(mount.name for mount in mounts if mount.calibre == calibre) for calibre in calibres]

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.firer} fires at {self.target}, {self.range} cm"


class BatteryFire(Procedure[AandaShip]):
    """The guns of one calibre fire, with the modifiers in force as they begin (A0)."""

    id, title, section = "battery", "Battery", "5.3"
    firer: str = fields.ship("firer", among=all_afloat)
    target: str = fields.ship("target", among=all_afloat)
    range: int = fields.number("range", low=0, high=MOST_CM, unit="cm")
    batteries: tuple[str, ...] = fields.several("batteries", among=lambda b, g: [m.name for m in ready(b, g)])
    added: tuple[str, ...] = fields.several("modifiers added", among=())
    dropped: tuple[str, ...] = fields.several("modifiers dropped", among=())
    rerolls: int = fields.number("hits rolled again", low=0, high=2)

    def resolve(self, battle: AandaBattle) -> Steps:
        firer, guns = battle.ship(self.firer), self._guns(battle)
        dice = damage_dice(battle, firer.battery(self.batteries[0]), self.range)
        shot = Shot(firer=self.firer, target=self.target, damage=dice, modifiers=self._modifiers(battle), rerolls=self.rerolls)
        yield from note(f"{guns} gun{'s' if guns > 1 else ''}, {self._band(battle)} range, damage {dice}")
        yield from run(*[shot] * guns)

    def _guns(self, battle: AandaBattle) -> int:
        firer = battle.ship(self.firer)
        return sum(firer.guns_left(firer.battery(name)) for name in self.batteries)

    def _band(self, battle: AandaBattle) -> str:
        mount = battle.ship(self.firer).battery(self.batteries[0])
        return band(battle, gun_class(battle, mount), self.range)

    def _modifiers(self, battle: AandaBattle) -> tuple[str, ...]:
        known = set(known_modifiers(battle, {"firer": self.firer, "target": self.target}))
        by_band = battle.tables.table("band_modifiers").text(self._band(battle), "modifier")
        counted = (known | set(self.added) | {by_band}) - set(self.dropped)
        return tuple(name for name in battle.tables.modifier_list("gunnery").lines if name in counted)

    def headline(self, battle: AandaBattle) -> str:
        return f"{', '.join(self.batteries)} (class {gun_class(battle, battle.ship(self.firer).battery(self.batteries[0]))})"


class Shot(Procedure[AandaShip]):
    """One gun: a die to hit, rolled again for evasion, then location, armour, damage and critical."""

    id, title, section = "shot", "Shot", "5.3"
    firer: str = fields.ship("firer", among=all_afloat)
    target: str = fields.ship("target", among=all_afloat)
    damage: str = fields.text("damage dice")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunnery", known=known_modifiers)
    rerolls: int = fields.number("hits rolled again", low=0, high=2)

    def resolve(self, battle: AandaBattle) -> Steps:
        throw = battle.tables.table("to_hit")
        die, needed = throw.text("gunnery", "die"), throw.whole("gunnery", "score")
        chosen = battle.tables.modifier_list("gunnery").chosen(self.modifiers)
        for again in range(1 + self.rerolls):
            label = "to hit again" if again else "to hit"
            if not (yield from score(label, die, needed, chosen, rule=self.section)):
                return
        yield from count("hits", 1, self.firer)
        yield from strike_by_gun(battle, battle.ship(self.target), self.damage)

    def headline(self, battle: AandaBattle) -> str:
        return f"shot at {self.target}"
