"""Gunfire (6-4): a battery fires at a target in Planned or Reaction Fire; its hits are held until the phase is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fleetbook.core.dice import Dice
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, Throw, ThrowResult, note, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.damage.damage import AT_THE_END, WorkOutDamage, require_open
from fleetbook.rules.fgdn.fire_flooding.severity import is_lit
from fleetbook.rules.fgdn.ground.armour import Shell, armour_at, penetrates, pierces_casemate, shell_damage, strikes
from fleetbook.rules.fgdn.ground.card import ARCS, BANDS, GunEntry, MountEntry
from fleetbook.rules.fgdn.ground.pending_hits import Hit, hold
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, on_table, require_fit
from fleetbook.rules.fgdn.gunfire.gun_modifiers import band_of, barrels, hit_chance, known_modifiers, no_fire, salvo_number, total

FIRE_PHASES = ("planned-fire", "reaction-fire")
DICE = "dice"
DARK = "dark"
YES, NO = "yes", "no"
NOT_UNDER_FIRE = "not under fire"
SAID = {"under fire": YES, NOT_UNDER_FIRE: NO}
"""The facts that keep what the referee said of enemies firing at a ship, each with his answer."""
MOST_YARDS = 60_000
MOST_OVER = 20


@dataclass(frozen=True, slots=True)
class HitsThrow(Throw):
    """A D100 at or under the chance hits; each full part of the difference hits once more, up to the barrels (F9)."""

    chance: int = 0
    barrels: int = 1
    share: int = 10

    def settle(self, total: int) -> ThrowResult:
        """How many shells hit."""
        hits = min(1 + (self.chance - total) // self.share, self.barrels) if total <= self.chance else 0
        return ThrowResult(hits, f"{hits} hit{'' if hits == 1 else 's'}", f"up to {self.chance}")


def firers(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """The ships that have a battery to fire."""
    return [ship for ship in fit_ships(battle, given) if any(ready(battle, ship, mount) for mount in ship.card.mounts)]


def ready(battle: FgdnBattle, ship: FgdnShip, mount: MountEntry) -> bool:
    """Whether a mount works and has not fired yet this turn."""
    fired = battle.reading("mounts_fire_once") and ship.this_turn("fired", mount.name)
    return ship.works(mount) and not fired


def batteries(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    """The firer's batteries that have a mount ready."""
    ship = battle.ship(given["firer"]) if given.get("firer") else None
    return list(dict.fromkeys(m.battery for m in ship.card.mounts if ready(battle, ship, m))) if ship else []


def _all_batteries(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    ship = battle.ship(given["firer"]) if given.get("firer") else None
    return list(dict.fromkeys(mount.battery for mount in ship.card.mounts)) if ship else []


def _all_mounts(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    ship = battle.ship(given["firer"]) if given.get("firer") else None
    return [mount.name for mount in ship.card.mounts] if ship else []


def targets(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """The enemies on the table, the one last fired at first."""
    if not given.get("firer"):
        return on_table(battle, given)
    firer = battle.ship(given["firer"])
    last = firer.word("last target")
    others = [ship for ship in on_table(battle, given) if ship.side != firer.side]
    enemies = [ship for ship in others if not (ship.submerged or ship.is_airship)]
    return sorted(enemies, key=lambda ship: (ship.name != last, ship.sinking))


def _remembered(name: str, otherwise: Any = None) -> Any:
    def ask(battle: FgdnBattle, given: InputsSoFar) -> Any:
        firer = battle.ship(given["firer"]) if given.get("firer") and given.get("target") else None
        value = firer.fact(name, given["target"]) if firer else None
        return otherwise if value is None else value

    return ask


def _mounts(battle: FgdnBattle, given: InputsSoFar) -> list[MountEntry]:
    """The mounts of the battery that are ready."""
    if not (given.get("firer") and given.get("battery")):
        return []
    ship = battle.ship(given["firer"])
    return [mount for mount in ship.battery(given["battery"]) if ready(battle, ship, mount)]


def _mount_names(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    return [mount.name for mount in _mounts(battle, given)]


def _bearing(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    return [mount.name for mount in _mounts(battle, given) if (given.get("bearing") or "") in mount.arc]


def _firing(battle: FgdnBattle, given: InputsSoFar) -> list[MountEntry]:
    firer = battle.ship(given["firer"])
    return [firer.mount(name) for name in given.get("mounts") or () if name in {mount.name for mount in firer.card.mounts}]


def _known(battle: FgdnBattle, given: InputsSoFar) -> Iterator[str]:
    wanted = ("firer", "target", "battery", "mounts")
    if given.get("range") is None or any(not given.get(name) for name in wanted):
        return
    mounts = _firing(battle, given)
    yield from known_modifiers(battle, given, battle.ship(given["firer"]).card.gun(mounts[0]), mounts)


def _hit_words(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    most = barrels(_firing(battle, given)) if given.get("firer") else 0
    return [DICE, *(str(number) for number in range(most + 1))]


def _fired_on(battle: FgdnBattle, given: InputsSoFar) -> str | None:
    """Whether anybody fires at the firer, as far as it is known: "yes" where an enemy did this turn or last, or what the referee
    said in this phase; None where he must say (F64).
    """
    if not given.get("firer"):
        return None
    firer = battle.ship(given["firer"])
    if firer.has("fired on") and battle.turn - firer.count("fired on") <= battle.whole_reading("fired_on_turns"):
        return YES
    for name, answer in SAID.items():
        if firer.this_turn(name, battle.phase):
            return answer
    return NO if battle.reading("not_fired_on") == "as typed" else None


def _has_other_target(battle: FgdnBattle, given: InputsSoFar) -> bool:
    if not (given.get("firer") and given.get("target") and given.get("battery")):
        return False
    last = battle.ship(given["firer"]).word("target", given["battery"])
    return bool(last) and last != given["target"]


def _others_burn(battle: FgdnBattle, given: InputsSoFar) -> bool:
    """Whether a ship other than the target burns so that she lights or outlines others at night (8.2)."""
    burning = [ship.name for ship in on_table(battle, given) if is_lit(ship)]
    return battle.word("light") == "night" and bool(set(burning) - {given.get("target")})


class Fire(Order[FgdnShip]):
    """A battery fires at a target. Its hits are held and do their damage when the phase is over."""

    id, title, key, section = "fire", "Fire", "f", "6-4"
    phases, later = FIRE_PHASES, AT_THE_END
    firer: str = fields.ship("firer", among=firers, default=lambda b, g: next(iter(firers(b, g)), None))
    target: str = fields.ship("target", among=targets, default=lambda b, g: next(iter(targets(b, g)), None))
    range: int = fields.number("range", low=0, high=MOST_YARDS, unit="yds", default=_remembered("range"))
    battery: str = fields.choice(
        "battery", among=batteries, nameable=_all_batteries, default=lambda b, g: next(iter(batteries(b, g)), None)
    )
    bearing: str = fields.choice("target lies to", among=tuple(ARCS), default=_remembered("bearing", "P"))
    aspect: str = fields.choice("target's aspect", among=("broad", "quarter", "narrow"), default=_remembered("aspect", "broad"))
    mounts: tuple[str, ...] = fields.several("mounts", among=_mount_names, nameable=_all_mounts, default=_bearing)
    fired_on: str | None = fields.choice(
        "does any enemy fire at her", among=(YES, NO), default=_fired_on, wanted=lambda b, g: not _fired_on(b, g), section="F64"
    )
    glow: str = fields.choice(
        "by a burning ship she is", among=(DARK, "illuminated", "silhouetted"), default=DARK, wanted=_others_burn, section="8.2"
    )
    close: bool = fields.flag("new target close to the old one", wanted=_has_other_target, section="F29")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunnery", known=_known)
    over_limit: int = fields.number("ships above the limit of firers", low=0, high=MOST_OVER, default=0)
    hits: str = fields.choice("hits", among=_hit_words, default=DICE, section="F9")

    def check(self, battle: FgdnBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        for ship in (firer, target):
            require_open(battle, ship)
        require_fit(firer)
        require(target.afloat, f"{target} is gone: {target.fate}")
        require(target.side != firer.side, f"{target} is on {firer}'s own side")
        require(not target.is_airship, f"{target} is an airship: its hits are another order", "8.8")
        require(not (firer.submerged or target.submerged), "no gunfire from or at a submerged submarine", "8.1.4")
        require(
            not no_fire(battle, firer, target), f"no fire possible for size {firer.size} in sea state {battle.word('sea')}", "6-4"
        )
        require(self.mounts, f"no mount of {firer}'s {self.battery} battery bears", "6-4")
        for name in self.mounts:
            self._check_mount(battle, firer, firer.mount(name))
        require(self._band(battle), f"{self.range} yds is beyond the {self._gun(battle).name}", "6-4")

    def _check_mount(self, battle: FgdnBattle, firer: FgdnShip, mount: MountEntry) -> None:
        require(mount.battery == self.battery, f"{mount.name} is of the {mount.battery} battery", "6-4")
        require(firer.works(mount), f"{firer}'s {mount.name} cannot fire", "8.3")
        require(ready(battle, firer, mount), f"{firer}'s {mount.name} has fired this turn", "6-4")
        require(self.bearing in mount.arc, f"{firer}'s {mount.name} does not bear {ARCS[self.bearing]}", "6-4")

    def _gun(self, battle: FgdnBattle) -> GunEntry:
        firer = battle.ship(self.firer)
        return firer.card.gun(firer.mount(self.mounts[0]))

    def _band(self, battle: FgdnBattle) -> str:
        return band_of(self._gun(battle), self.range)

    def resolve(self, battle: FgdnBattle) -> Effects:
        firer, target, gun, band = battle.ship(self.firer), battle.ship(self.target), self._gun(battle), self._band(battle)
        modifier = total(battle, self.modifiers, self.over_limit if band in BANDS[2:] else 0)
        chance, salvo = hit_chance(battle, gun, band, modifier), salvo_number(battle, self.inputs())
        yield from self._remember(battle, firer, salvo)
        guns = barrels([firer.mount(name) for name in self.mounts])
        yield from note(f"{band} range, {guns} barrels, modifiers {modifier:+d}: {chance} %", self.section)
        hits = yield from self._hits(battle, chance, guns)
        yield from tally("hits", hits, self.firer)
        if hits:
            each = battle.reading("strikes_each") == "hit"
            for share in (1,) * hits if each else (hits,):
                yield from self._score(battle, Shell(firer, gun, band), target, share)

    def _hits(self, battle: FgdnBattle, chance: int, guns: int) -> Any:
        """Hits as typed, or by one D100 (F9); without a chance there is no die."""
        if self.hits != DICE:
            return int(self.hits)
        if not chance:
            return 0
        share = battle.whole_reading("more_hits_each")
        hits = yield HitsThrow(
            f"{self.firer}'s {self.battery} battery", Dice(1, 100), (), "F9", chance=chance, barrels=guns, share=share
        )
        return hits

    def _score(self, battle: FgdnBattle, shell: Shell, target: FgdnShip, hits: int) -> Effects:
        place = yield from strikes(battle, target, shell.band)
        penetration = shell.gun.penetration[BANDS.index(shell.band)]
        pierced = penetrates(penetration, armour_at(target, place))
        points = shell_damage(battle, shell, target, place, pierced=pierced)
        casemate = pierces_casemate(battle, penetration, target, place)
        cause = f"{shell.firer}'s {shell.gun.name}"
        hit = Hit("gun", points, pierced, cause, int(shell.gun.mm), shell.band, casemate=casemate)
        yield from hold(target, *[hit] * hits)
        yield from note(f"{points} points each on the {place}, {'penetrating' if pierced else 'not penetrating'}", "8.1.6")
        yield from tally("points", points * hits, self.firer)

    def _remember(self, battle: FgdnBattle, firer: FgdnShip, salvo: int) -> Effects:
        for name in self.mounts:
            yield from set_fact(firer, "fired", battle.turn, name)
        yield from set_fact(firer, "target", self.target, self.battery)
        yield from set_fact(firer, "salvos", salvo, self.battery)
        yield from set_fact(firer, "last target", self.target)
        yield from self._under_fire(battle, firer)
        for fact, value in (("range", self.range), ("bearing", self.bearing), ("aspect", self.aspect)):
            yield from set_fact(firer, fact, value, self.target)

    def _under_fire(self, battle: FgdnBattle, firer: FgdnShip) -> Effects:
        """What the referee said of the firer is kept for the phase; what he said of the target may prove wrong now (F64)."""
        said = next((name for name, answer in SAID.items() if answer == self.fired_on), "")
        if said and not firer.has("fired on"):
            yield from set_fact(firer, said, battle.turn, battle.phase)
        yield from set_fact(self.target, "fired on", battle.turn)
        if battle.ship(self.target).this_turn(NOT_UNDER_FIRE, battle.phase):
            yield from note(f"{self.target} has fired as a ship that no enemy fires at: undo goes back to her fire", "F64")

    def ahead(self, battle: FgdnBattle) -> Iterator[Order[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.firer}'s {self.battery} battery fires at {self.target}, {self.range} yds"
