"""Gunfire (6-4): modifiers, the chance to hit, and the fire of a battery. Hits are kept until the end of the phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import HIT, MISSED, Result
from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.attacks import POINTS
from fleetbook.rules.fgdn.damage import AT_THE_END, WorkOutDamage, require_open
from fleetbook.rules.fgdn.fire_flooding.casualties import is_lit
from fleetbook.rules.fgdn.ground.armour import Shell, armour_at, penetrates, pierces_casemate, shell_damage, strikes
from fleetbook.rules.fgdn.ground.card import ARCS, BANDS, FAR, FARTHEST, GunEntry, MountEntry
from fleetbook.rules.fgdn.ground.dice import HUNDRED, NO, YES, HitsThrow
from fleetbook.rules.fgdn.ground.facts import BAD, POOR, FgdnFacts
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, require_fit
from fleetbook.rules.fgdn.ground.ship_values import GUN, Hit
from fleetbook.rules.fgdn.ground.terms import FIRE_PHASES, TARGET
from fleetbook.rules.fgdn.results import held_hits, shells_struck
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import hits as hit_words
from fleetbook.rules.kit.said import sentences
from fleetbook.rules.kit.sides import every_ship, require_enemy

ILLUMINATED, SILHOUETTED = GLOW = "illuminated", "silhouetted"
LIT = (*GLOW, "searchlight", "twilight")
VISIBILITY_OF = {BAD: "visibility_25", POOR: "visibility_40"}
WORSE, BETTER = VISIBILITY = tuple(VISIBILITY_OF.values())
GUNNERY = "gunnery"
"""The id of the list of gunnery modifiers."""
LINE = "line"
FIRER = "firer"
SIZE_GROUPS = {"A": "AB", "B": "AB", "C": "CD", "D": "CD", "E": "EG", "F": "EG", "G": "EG"}
ASPECT_GROUPS = {"A": "a", "B": "b", "C": "cd", "D": "cd", "E": "eg", "F": "eg", "G": "eg"}
DICE, DARK = "dice", "dark"
ASPECTS = ("broad", "quarter", "narrow")
MOST_OVER = 20
WORSE_STANDARD = 2
NO_GUNFIRE = "no gunfire from or at a submerged submarine"


def band_of(gun: GunEntry, yards: int) -> str:
    """The range band of a gun at this range in yards. Empty if the range is beyond its reach."""
    return next((band for band, edge in zip(BANDS, gun.yards, strict=True) if 0 <= yards <= edge), "")


def barrels(mounts: Iterable[MountEntry]) -> int:
    """The total number of gun barrels in these mounts."""
    return sum(mount.barrels for mount in mounts)


def no_fire(battle: FgdnBattle, firer: FgdnShip, target: FgdnShip) -> bool:
    """Whether the sea state makes this fire impossible (F3, F32)."""
    return sea_line(battle, firer, target) == "NFP"


def sea_line(battle: FgdnBattle, firer: FgdnShip, target: FgdnShip) -> str:
    """The id of the modifier for the sea state. It is ``NFP`` if no fire is possible, and empty if there is no modifier (F32)."""
    size = (firer if battle.reading("sea_counts_for") == FIRER else target).size
    return battle.tables.table("sea_state").text(FgdnFacts(battle).sea_state, SIZE_GROUPS[size])


def total_modifier(battle: FgdnBattle, chosen: tuple[str, ...], over_limit: int) -> int:
    """The sum of the modifiers, with a penalty for each ship above the limit of firers.

    The two modifiers for visibility do not count in blind fire or if the target is lit (F30). Otherwise the worse of the two
    replaces the other, unless a reading adds them (F26).
    """
    if "blind" in chosen or any(name in chosen for name in LIT):
        chosen = tuple(name for name in chosen if name not in VISIBILITY)
    elif WORSE in chosen and not battle.reading("visibility_lines_add"):
        chosen = tuple(name for name in chosen if name != BETTER)
    lines = battle.modifiers(GUNNERY, chosen)
    return sum(line.value for line in lines) + over_limit * battle.figure("ship above the limit of firers")


def hit_chance(battle: FgdnBattle, gun: GunEntry, band: str, modifier: int) -> int:
    """The chance of a hit in per cent, from 0 to 100 (F27)."""
    base = battle.tables.table("base_chance").whole(band, str(gun.standard))
    step = battle.tables.table("modifier_step").whole(band, "per cent")
    least, most = battle.whole_reading("least_chance"), battle.whole_reading("greatest_chance")
    return min(max(base + step * modifier, least), most)


def of_target(battle: FgdnBattle, target: FgdnShip) -> Iterator[str]:
    """The ids of the modifiers for the target's speed and evasion."""
    yield battle.tables.table("target_speed").text(target.speed, LINE)
    group = ASPECT_GROUPS[target.size]
    if not target.evading or group == "a":
        return
    if not battle.reading("evasion_least_speed") or target.speed >= battle.figure("target evades, from"):
        yield f"evades_{group}"


def of_firer(battle: FgdnBattle, firer: FgdnShip) -> Iterator[str]:
    """The ids of the modifiers for the firer's speed and change of course."""
    holds = {
        "fast_firer": firer.speed > battle.figure("fast firer, above"),
        "firer_evades": firer.evading,
        "course_change": firer.turned and not firer.evading,
    }
    yield from (name for name, holding in holds.items() if holding)


def of_range(battle: FgdnBattle, firer: FgdnShip, yards: int, band: str) -> Iterator[str]:
    """The ids of the modifiers for the range finder and for visibility at this range."""
    reach = firer.card.rangefinder
    if reach:
        yield battle.tables.table("beyond_range_finder").text(yards - reach, LINE)
    poor = VISIBILITY_OF.get(FgdnFacts(battle).visibility)
    if poor:
        yield poor
    if poor and firer.card.coincidence and band in FAR:
        yield "coincidence"


def has_fired(battle: FgdnBattle, ship: FgdnShip, mount: MountEntry) -> bool:
    """Whether a mount has fired this turn."""
    return bool(battle.reading("mounts_fire_once")) and ship.fired[mount.name]


def was_fired_on(battle: FgdnBattle, ship: FgdnShip) -> bool:
    """Whether an enemy fired at this ship in this turn or the last (F64)."""
    return ship.fired_on is not None and battle.turn - ship.fired_on <= battle.whole_reading("fired_on_turns")


def targets(battle: FgdnBattle, order: Fire) -> list[FgdnShip]:
    """The ships of other sides. The firer's last target comes first, sinking ships come last."""
    firer = battle.ship(order.firer)
    others = (ship for ship in battle.ships() if ship.side != firer.side)
    return sorted(others, key=lambda ship: (ship.name != firer.last_target, ship.sinks_at is not None))


def _others_burn(battle: FgdnBattle, order: Fire) -> bool:
    """Whether, at night, another burning ship lights the target up or shows her outline (8.2)."""
    return FgdnFacts(battle).night and any(is_lit(ship) and ship.name != order.target for ship in battle.ships() if ship.afloat)


def _has_other_target(battle: FgdnBattle, order: Fire) -> bool:
    last = battle.ship(order.firer).target[order.battery]
    return bool(last) and last != order.target


def known_modifiers(battle: FgdnBattle, order: Fire) -> Iterator[str]:
    """The ids of the modifiers that the program knows to apply. Modifiers that depend on the referee's last answers come last."""
    firer, target = battle.ship(order.firer), battle.ship(order.target)
    yield from of_target(battle, target)
    if not no_fire(battle, firer, target):
        yield sea_line(battle, firer, target)
    yield from of_firer(battle, firer)
    gun, band = order.gun(firer), band_of(order.gun(firer), order.range)
    yield from of_range(battle, firer, order.range, band)
    if gun.standard == WORSE_STANDARD and firer.local[order.battery]:
        yield "local"
    yield f"{order.aspect}_{ASPECT_GROUPS[target.size]}"
    yield battle.tables.table("barrels").text(max(barrels(order.chosen_mounts(battle)), 1), LINE)
    if order.fired_on == NO:
        yield "not_fired_on"
    if FgdnFacts(battle).night and is_lit(target):
        yield str(battle.reading("fire_lights_as"))
    elif order.glow in GLOW:
        yield order.glow
    salvo = order.salvo(battle)
    if salvo == 1 and band in FAR:
        yield "first_salvo"
    if salvo >= battle.figure("third salvo, from"):
        yield "third_salvo"


class Fire(Order[FgdnShip]):
    """Fire a battery at a target. The hits do their damage at the end of the phase."""

    id, title, key, section = "fire", "Fire", "f", "6-4"
    says = "{firer}'s {battery} battery fires at {target}, {range} yds"
    phases, later = FIRE_PHASES, AT_THE_END
    firer: str = fields.ship(FIRER, every_ship)
    target: str = fields.ship(TARGET, targets)
    range: int = fields.number(
        "range", 0, FARTHEST, unit="yds", measured=fields.Range(FIRER, TARGET),
        default=lambda battle, order: battle.ship(order.firer).range[order.target],
    )  # fmt: skip
    battery: str = fields.choice("battery", lambda battle, order: order.batteries(battle))
    bearing: str = fields.choice(
        "target lies to", tuple(ARCS), meanings=ARCS,
        default=lambda battle, order: battle.ship(order.firer).bearing[order.target] or "P",
    )  # fmt: skip
    aspect: str = fields.choice(
        "target's aspect", ASPECTS, default=lambda battle, order: battle.ship(order.firer).aspect[order.target] or ASPECTS[0]
    )
    mounts: tuple[str, ...] = fields.several(
        "mounts", lambda battle, order: [mount.name for mount in battle.ship(order.firer).card.mounts], default=fields.ALL,
        meanings=lambda battle, order: {mount.name: mount.arc for mount in battle.ship(order.firer).card.mounts},
    )  # fmt: skip
    fired_on: str | None = fields.choice(
        "does any enemy fire at the firer", (YES, NO), default=lambda battle, order: order.known_fired_on(battle) or fields.ASK,
        shown_if=lambda battle, order: not order.known_fired_on(battle), section="F64",
    )  # fmt: skip
    glow: str = fields.choice("target, by a burning ship", (DARK, *GLOW), default=DARK, shown_if=_others_burn, section="8.2")
    close: bool = fields.flag("new target close to the old one", shown_if=_has_other_target, section="F29")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", GUNNERY, known=known_modifiers)
    over_limit: int = fields.number("ships above the limit of firers", 0, MOST_OVER, default=0)
    hits: str = fields.choice("hits", lambda battle, order: order.hit_words(battle), default=DICE, section="F9")

    def batteries(self, battle: FgdnBattle) -> list[str]:
        """The names of the firer's batteries, in the order of her card."""
        return list(dict.fromkeys(mount.battery for mount in battle.ship(self.firer).card.mounts))

    def chosen_mounts(self, battle: FgdnBattle) -> list[MountEntry]:
        """The mounts that fire in this order."""
        firer = battle.ship(self.firer)
        return [firer.mount(name) for name in self.mounts]

    def gun(self, firer: FgdnShip) -> GunEntry:
        """The gun of the chosen battery. Raises InvalidInput if the firer has no such battery."""
        mounts = firer.battery(self.battery)
        if not mounts:
            raise InvalidInput.word(f"battery of {firer}", self.battery, [mount.battery for mount in firer.card.mounts])
        return firer.card.gun(mounts[0])

    def salvo(self, battle: FgdnBattle) -> int:
        """The number of salvoes that this battery has fired at the target, this one included. At a new target close to the old
        one, the first salvo counts as the second (F29).
        """
        firer = battle.ship(self.firer)
        last = firer.target[self.battery]
        if last == self.target:
            return firer.salvos[self.battery] + 1
        return battle.whole_reading("close_target_salvo") if last and self.close else 1

    def known_fired_on(self, battle: FgdnBattle) -> str | None:
        """Whether an enemy fires at the firer. It is yes if one did in this turn or the last. Otherwise it is the referee's
        answer in this phase, or None if he must still be asked (F64).
        """
        firer = battle.ship(self.firer)
        if was_fired_on(battle, firer) or firer.under_fire[battle.phase]:
            return YES
        if firer.not_under_fire[battle.phase]:
            return NO
        return NO if battle.reading("not_fired_on") == "as typed" else None

    def hit_words(self, battle: FgdnBattle) -> list[str]:
        """The entries allowed for the hits: dice, or any number up to the number of barrels."""
        return [DICE, *(str(number) for number in range(barrels(self.chosen_mounts(battle)) + 1))]

    def check(self, battle: FgdnBattle) -> None:
        firer = battle.ship(self.firer)
        require_open(battle, firer)
        require_fit(firer)
        require(not firer.submerged, NO_GUNFIRE, "8.1.4")
        require(firer.card.mounts, f"{firer} has no guns")
        mounts = firer.card.mounts
        require(any(firer.works(mount) for mount in mounts), f"no gun of {firer} can fire", "8.3")
        waiting = (mount for mount in mounts if not has_fired(battle, firer, mount))
        require(any(firer.works(mount) for mount in waiting), f"every gun of {firer} has fired this turn")
        target = battle.ship(self.target)
        require_open(battle, target)
        require_enemy(firer, target)
        require(not target.is_airship, f"{target} is an airship: give an airship hit instead", "8.8")
        require(not target.submerged, NO_GUNFIRE, "8.1.4")
        sea = FgdnFacts(battle).sea
        require(not no_fire(battle, firer, target), f"no fire possible for size {firer.size} in sea state {sea}")
        gun = self.gun(firer)
        require(band_of(gun, self.range), f"{self.range} yds is beyond the range of the {gun.name}, {gun.yards[-1]} yds")
        for name in self.mounts:
            self._check_mount(battle, firer, firer.mount(name))
        require(self.mounts, f"no mount of {firer}'s {self.battery} battery bears")

    def _check_mount(self, battle: FgdnBattle, firer: FgdnShip, mount: MountEntry) -> None:
        require(mount.battery == self.battery, f"{mount.name} belongs to the {mount.battery} battery")
        require(firer.works(mount), f"{firer}'s {mount.name} cannot fire", "8.3")
        require(not has_fired(battle, firer, mount), f"{firer}'s {mount.name} has fired this turn")
        require(self.bearing in mount.arc, f"{firer}'s {mount.name} does not bear {ARCS[self.bearing]}")

    def resolve(self, battle: FgdnBattle) -> Effects:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        gun, band = self.gun(firer), band_of(self.gun(firer), self.range)
        modifier = total_modifier(battle, self.modifiers, self.over_limit if band in FAR else 0)
        chance, salvo = hit_chance(battle, gun, band, modifier), self.salvo(battle)
        yield from self._remember(battle, firer, salvo)
        guns = barrels(self.chosen_mounts(battle))
        yield from note(Says.chance_to_hit(band=band, barrels=guns, modifier=modifier, chance=chance))
        hits = int(self.hits) if self.hits != DICE else 0
        if self.hits == DICE and chance:
            said, share = Says.battery_fires(firer=self.firer, battery=self.battery), battle.whole_reading("more_hits_each")
            hits = yield HitsThrow(said, Dice(1, HUNDRED), (), "F9", chance=chance, barrels=guns, share=share)
        yield from tally("hits", hits, self.firer)
        if hits:
            each = battle.reading("strikes_each") != "attack"
            for share in (1,) * hits if each else (hits,):
                yield from self._score(battle, Shell(firer, gun, band), target, share)

    def _score(self, battle: FgdnBattle, shell: Shell, target: FgdnShip, hits: int) -> Effects:
        place = yield from strikes(battle, target, shell.band)
        penetration = shell.gun.penetration[BANDS.index(shell.band)]
        pierced = penetrates(penetration, armour_at(target, place))
        points = shell_damage(battle, shell, target, place, pierced=pierced)
        casemate = pierces_casemate(battle, penetration, target, place)
        gun, cause = shell.gun, Cause(self.firer, shell.gun.name)
        hit = Hit(GUN, points, pierced, gun.name, int(gun.mm), shell.band, casemate=casemate, by=self.firer, named=True)
        yield from FgdnShip.held.append(target, *[hit] * hits, cause=cause)
        yield from note(Says.each_hit(points=points, pierced=pierced, place=place), "8.1.6")
        yield from tally(POINTS, points * hits, self.firer)

    def _remember(self, battle: FgdnBattle, firer: FgdnShip, salvo: int) -> Effects:
        for name in self.mounts:
            yield from FgdnShip.fired[name].mark(firer)
        yield from FgdnShip.target[self.battery].set(firer, self.target)
        yield from FgdnShip.salvos[self.battery].set(firer, salvo)
        yield from FgdnShip.last_target.set(firer, self.target)
        answer = {YES: FgdnShip.under_fire, NO: FgdnShip.not_under_fire}.get(self.fired_on or "")
        if answer and not was_fired_on(battle, firer):
            yield from answer[battle.phase].mark(firer)
        yield from FgdnShip.fired_on.set(self.target, battle.turn)
        if battle.ship(self.target).not_under_fire[battle.phase]:
            yield from note(Says.fired_as_spared(target=self.target), "F64")
        yield from FgdnShip.range[self.target].set(firer, self.range)
        yield from FgdnShip.bearing[self.target].set(firer, self.bearing)
        yield from FgdnShip.aspect[self.target].set(firer, self.aspect)

    def firing(self, battle: FgdnBattle) -> Firing:
        gun = self.gun(battle.ship(self.firer))
        mounts, band = ", ".join(self.mounts), band_of(gun, self.range)
        return Firing(self.firer, self.target, mounts, gun.name, self.battery, self.range, band, later=True)

    def ahead(self, battle: FgdnBattle) -> Iterator[Part[FgdnShip]]:
        yield WorkOutDamage(ship=self.target)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, target = happened.before.ship(self.target), happened.after.ship(self.target)
        scored, thrown = target.held[len(before.held) :], happened.throws(Says.battery_fires)
        wording, (sum_up,) = happened.after.wording, happened.noted(Says.chance_to_hit)
        threw = [f"threw {die.total}, needed {sum_up.values['chance']} or less" for die, _ in thrown]
        rashly = wording.of(Says.fired_as_spared(target=self.target)) if before.not_under_fire[happened.before.phase] else ""
        if scored:
            struck = shells_struck(happened, before, scored)
            words, means = f"{hit_words(len(scored))} on {target}: {struck}.", sentences(held_hits(target), *threw, rashly)
            yield Result(kind=HIT, head=hit_words(len(scored)), words=words, means=means, subject=self.target)
            return
        chance = thrown or self.hits != DICE
        words = f"{'MISSED' if chance else 'NO CHANCE'}: {self.firer}'s {self.battery} battery at {target}."
        means = sentences(*threw, "" if chance else wording.words(sum_up), rashly)
        yield Result(kind=MISSED, head="missed" if chance else "no chance", words=words, means=means, subject=self.target)
