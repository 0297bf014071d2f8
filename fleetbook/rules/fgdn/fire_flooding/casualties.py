"""Fires and flooding (8.2): their beginning, their severity, and the duties of a ship because of them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from fleetbook.core.battle.conditions import Queue
from fleetbook.core.battle.result import HURT, NOTHING, Result
from fleetbook.core.dice import Dice
from fleetbook.core.orders.effects import Effect, Effects, note, note_new, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.core.words.sentence import Said
from fleetbook.rules.fgdn.ground.armour import PENETRATING
from fleetbook.rules.fgdn.ground.dice import HUNDRED, Severity, SeverityThrow
from fleetbook.rules.fgdn.ground.facts import time_of
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.ship_values import Casualty, Hit
from fleetbook.rules.fgdn.ground.sinking import follow
from fleetbook.rules.fgdn.ground.terms import FIRE, FLOODING, MAJOR, OVERWHELMED, SEVERE, at_least
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import sentence, sentences

SLOWED = "slowed by a casualty to"
HERS = tuple(duty.key for duty in (Says.surface_unless_fought, Says.come_to_shallow, Says.may_capsize, Says.surface_for_fire))
"""The keys of those sentences about a ship's duties that begin with a verb."""
NOT_PENETRATED, LIGHT_GUN, HALF = HALVINGS = ("not penetrated", "gun of 76 mm or less", "half")
BEACHED = "beached"
PER_CENT = "% of the points"
AT_ONCE = "at once"
AIRCRAFT, ARMED = AIRCRAFT_FIRES = ("aircraft", "armed aircraft")


def casualties_of(kind: str) -> Queue[Casualty]:
    """Declare the fact that stores a ship's fires, or her flooding."""
    return FgdnShip.fires if kind == FIRE else FgdnShip.floods


def is_stricken(ship: FgdnShip) -> bool:
    """Whether the ship has a fire or flooding."""
    return bool(ship.fires or ship.floods)


def is_lit(ship: FgdnShip) -> bool:
    """Whether a fire aboard lights up the ship, and ships near her, at night (8.2)."""
    return at_least(ship.casualties.fire_level, MAJOR)


def duties(battle: FgdnBattle, ship: FgdnShip) -> Iterator[Said]:
    """Sentences for a ship's duties because of her fires and flooding (8.2)."""
    if ship.is_submarine and ship.fires:
        yield Says.surface_for_fire()
    elif is_lit(ship):
        asked = Says.grounded_wind_and_slow if ship.card.aircraft else Says.wind_and_slow
        yield asked(knots=battle.figure(SLOWED))
    if ship.casualties.fire_level == OVERWHELMED and not ship.magazines_flooded:
        yield Says.flood_or_risk_magazines()
    level = ship.casualties.flooding_level
    if at_least(level, MAJOR):
        yield Says.slow_for_flooding(knots=battle.figure(SLOWED))
    if ship.is_submarine and at_least(level, SEVERE):
        yield Says.surface_unless_fought()
    elif ship.is_submarine and at_least(level, MAJOR):
        yield Says.come_to_shallow()
    if level == OVERWHELMED:
        yield Says.may_capsize()


def new_duties(battle: FgdnBattle, ship: FgdnShip, changes: Effects) -> Effects:
    """Make changes, then record the ship's new duties because of fire and flooding."""
    yield from note_new(
        lambda: [Says.asked_of(ship=ship, duty=duty) for duty in duties(battle, ship) if ship.fit], changes, "8.2"
    )


def new_duties_of(before: FgdnShip, ship: FgdnShip) -> Iterator[str]:
    """Text for a ship's new duties because of fire and flooding: ``she must surface: fire``."""
    known = list(duties(before.battle, before))
    for duty in duties(ship.battle, ship) if ship.fit else ():
        if duty not in known:
            yield ship.battle.wording.of(Says.she(duty=duty) if duty.key in HERS else duty)


def share(battle: FgdnBattle, ship: FgdnShip, percent: int) -> int:
    """A percentage of the ship's original points, in points (8.2, F15)."""
    up = battle.reading("due_rounded") == "up"
    return -(-ship.points * percent // HUNDRED) if up else ship.points * percent // HUNDRED


def first_due(battle: FgdnBattle, casualty: Casualty) -> int:
    """The turn of the first reduction roll of a fire or flooding. Its first damage is due in the same turn, unless that was done
    at once (F4, F13).
    """
    return casualty.since + battle.whole_reading("third_turn")


def crew_lost(ship: FgdnShip) -> int:
    """The number of crew factors that a small craft has lost."""
    return ship.full(FgdnShip.crew_factors.name) - ship.crew_factors if ship.small else 0


def crew_modifier(battle: FgdnBattle, ship: FgdnShip, effect: str) -> tuple[Modifier, ...]:
    """The modifier for the crew factors that a small craft has lost. The table's figures for smaller losses are not added to it
    (8.3, F58).
    """
    if not ship.small:
        return ()
    lost = crew_lost(ship)
    value = battle.tables.table("crew_steps").whole(str(lost), effect)
    return (Modifier("crew", value, said=Says.crew_factors_lost(number=lost), section="8.3"),) if value else ()


class StartCasualty(Part[FgdnShip]):
    """A fire or flooding begins. The ship's age decides the dice, the causes modify them, and a weaker hit halves the result.

    causes    ids of the severity modifiers
    halvings  reasons to halve the result, from HALVINGS
    torpedo   whether a torpedo or mine caused it
    by        the ship that caused it
    """

    id, title, section = "casualty", "Fire or flooding begins", "8.2"
    says = "{ship}: {kind}"
    ship: str
    kind: str
    causes: tuple[str, ...] = ()
    halvings: tuple[str, ...] = ()
    torpedo: bool = False
    by: str = ""

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from self.begin(battle)

    def begin(self, battle: FgdnBattle) -> Generator[Effect, Any, Severity]:
        """Begin the fire or flooding. Returns how severe it is and whether a carrier's burning planes explode."""
        if NOT_PENETRATED in self.halvings and battle.reading("not_penetrated_casualty") == "cancelled":
            yield from note(Says.no_casualty(kind=self.kind), "F12")
            return Severity(0)
        severity = yield from self._severity(battle)
        ship = battle.ship(self.ship)
        if severity.percent and ship.fit:
            yield from self._begin(battle, ship, severity.percent)
        return severity

    def _severity(self, battle: FgdnBattle) -> Generator[Effect, Any, Severity]:
        ship, own = battle.ship(self.ship), battle.tables.table("severity_dice")
        row = next((cause for cause in self.causes if cause in own.rows.labels), None)
        printed = own.text(row, PER_CENT) if row else battle.tables.table("severity").text(ship.casualties.in_service, PER_CENT)
        aground = (BEACHED,) if ship.beached and self.kind == FLOODING else ()
        chosen = battle.modifiers("severity", (*self.causes, *aground))
        crew = crew_modifier(battle, ship, "fire severity") if self.kind == FIRE else ()
        severity: Severity = yield SeverityThrow(
            Says.severity(kind=self.kind),
            Dice.parse(printed),
            (*chosen, *crew),
            self.section,
            divisors=tuple(
                battle.whole_reading("half_casualty") if halving == HALF else battle.figure("casualty halved by")
                for halving in self.halvings
            ),
            shift_first=battle.reading("severity_halved") == "after the shift",
            least=battle.whole_reading("casualty_least"),
            explodes_at=battle.figure("armed aircraft explode, from") if ARMED in self.causes else 0,
        )
        return severity

    def _begin(self, battle: FgdnBattle, ship: FgdnShip, percent: int) -> Effects:
        at_once = ship.small or (self.torpedo and battle.reading("torpedo_flooding") == AT_ONCE)
        harder = battle.tables.modifier_list(
            "reduction"
        ).lines  # the cause that makes the fire harder to fight, otherwise the first cause
        cause = next((cause for cause in self.causes if cause in harder), next(iter(self.causes), ""))
        new = Casualty(percent, battle.turn, cause, at_once)
        if at_once:
            said = Says.casualty_at_once(kind=self.kind, percent=percent)
        else:
            said = Says.casualty_due(kind=self.kind, percent=percent, time=time_of(battle, first_due(battle, new)))
        yield from new_duties(battle, ship, casualties_of(self.kind).append(ship, new, said=said))
        yield from tally(self.kind, percent, ship)
        if self.kind == FIRE and not set(self.causes) & set(AIRCRAFT_FIRES):
            yield from FgdnShip.fires_had.add(ship)
        if at_once:
            points = share(battle, ship, percent)
            yield from follow(ship, casualty_hit(battle, [self.kind], points)._replace(by=self.by))
            yield from count_flooding(ship, self.kind, points)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        if not happened.changed(Says.casualty_at_once, Says.casualty_due):
            words = f"{self.ship}: NO {self.kind.upper()}."
            yield Result(kind=NOTHING, head=f"no {self.kind}", words=words, subject=self.ship)
            return
        means = sentences(*new_duties_of(happened.before.ship(self.ship), happened.after.ship(self.ship)))
        words = sentence(happened.after.wording.words(happened.sentences_about(self.ship)[0]))
        yield Result(kind=HURT, head=self.kind, words=words, means=means, subject=self.ship)


def casualty_hit(battle: FgdnBattle, kinds: Sequence[str], points: int) -> Hit:
    """Damage by fire or flooding. It is a batch of its own and counts as penetrating (F18)."""
    penetrated = battle.reading("casualty_criticals") == PENETRATING
    kind = " and ".join(kinds)
    return Hit(kind, points, penetrated, kind, through=casualties_of(kinds[0]).name)


def count_flooding(ship: FgdnShip, kind: str, points: int) -> Effects:
    """Add to the points lost to flooding. Half of them can be pumped out after the battle (8.4)."""
    if kind == FLOODING and points:
        yield from FgdnShip.flooding_points.add(ship, points)
