"""How a fire or flooding begins (8.2): its severity, and what it does at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from fleetbook.core.dice import Dice
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, add, append, note, tally
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.fgdn.fire_flooding.severity import (
    FIRE,
    FLOODING,
    KINDS,
    Casualty,
    limit,
    new_obligations,
)
from fleetbook.rules.fgdn.ground.clock import time_of
from fleetbook.rules.fgdn.ground.pending_hits import Hit, follow
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED, Severity, SeverityThrow
from fleetbook.rules.fgdn.ground.ship import CREW, FgdnBattle, FgdnShip, fit_ships

NOT_PENETRATED, LIGHT_GUN, HALF = HALVINGS = ("not penetrated", "gun of 76 mm or less", "half")
BEACHED = "beached"
FIRES = "fires had"
"""How many fires a ship has had that may start again (8.4)."""
ARMED = "armed aircraft"
AIRCRAFT_FIRES = ("aircraft", ARMED)


def share(battle: FgdnBattle, ship: FgdnShip, percent: int) -> int:
    """Points that a percentage of the ship's original points comes to (8.2, F15)."""
    up = battle.reading("due_rounded") == "up"
    return -(-ship.points * percent // HUNDRED) if up else ship.points * percent // HUNDRED


def first_due(battle: FgdnBattle, casualty: Casualty) -> int:
    """The turn of a casualty's first reduction roll, and of its first damage unless that was done at once (F4, F13)."""
    return casualty.since + battle.whole_reading("third_turn")


def crew_modifier(battle: FgdnBattle, ship: FgdnShip, effect: str) -> tuple[Modifier, ...]:
    """What the crew factors lost by a small craft add to a die: the present step's figure only (8.3, F58)."""
    if not ship.small:
        return ()
    lost = ship.full(CREW) - ship.left(CREW)
    value = battle.tables.table("crew_steps").whole(str(lost), effect)
    return (Modifier("crew", value, f"{lost} crew factors lost", "8.3"),) if value else ()


class StartCasualty(Order[FgdnShip]):
    """A fire or flooding: its severity by the ship's age, shifted by what burns, halved where the hit was a lesser one.
    ``causes`` are ids of the severity modifiers.
    """

    id, title, section = "casualty", "Fire or flooding begins", "8.2"
    ship: str = fields.ship("ship", among=fit_ships)
    kind: str = fields.choice("kind", among=KINDS)
    causes: tuple[str, ...] = fields.several("causes", among=lambda b, g: b.tables.modifier_list("severity").lines, default=())
    halvings: tuple[str, ...] = fields.several("halved", among=HALVINGS, default=())
    torpedo: bool = fields.flag("by torpedo or mine")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from self.begin(battle)

    def begin(self, battle: FgdnBattle) -> Generator[Effect, Any, Severity]:
        """The fire or flooding begins; how severe it is, before and after which no other order comes."""
        if NOT_PENETRATED in self.halvings and battle.reading("not_penetrated_casualty") == "cancelled":
            yield from note(f"no {self.kind}: armour not penetrated", "F12")
            return Severity(0)
        severity = yield from self._severity(battle)
        ship = battle.ship(self.ship)
        if severity.percent and ship.fit:
            yield from self._begin(battle, ship, severity.percent)
        return severity

    def _severity(self, battle: FgdnBattle) -> Generator[Effect, Any, Severity]:
        ship = battle.ship(self.ship)
        explodes = battle.tables.table("critical_figures").whole("armed aircraft explode at per cent", "value")
        severity: Severity = yield SeverityThrow(
            f"{self.kind}: severity",
            self._dice(battle, ship),
            self._modifiers(battle, ship),
            self.section,
            divisors=tuple(self._divisors(battle)),
            shift_first=battle.reading("severity_halved") == "after the shift",
            least=battle.whole_reading("casualty_least"),
            explodes_at=explodes if ARMED in self.causes else 0,
        )
        return severity

    def _dice(self, battle: FgdnBattle, ship: FgdnShip) -> Dice:
        own = battle.tables.table("severity_dice")
        for cause in self.causes:
            if cause in own.rows.labels:
                return Dice.parse(own.text(cause, "dice"))
        return Dice.parse(battle.tables.table("severity").text(ship.in_service, "dice"))

    def _modifiers(self, battle: FgdnBattle, ship: FgdnShip) -> tuple[Modifier, ...]:
        aground = (BEACHED,) if ship.beached and self.kind == FLOODING else ()
        chosen = battle.tables.modifier_list("severity").chosen((*self.causes, *aground))
        return (*chosen, *(crew_modifier(battle, ship, "fire severity") if self.kind == FIRE else ()))

    def _divisors(self, battle: FgdnBattle) -> Iterator[int]:
        for halving in self.halvings:
            yield battle.whole_reading("half_casualty") if halving == HALF else limit(battle, "halved by")

    def _begin(self, battle: FgdnBattle, ship: FgdnShip, percent: int) -> Effects:
        at_once = ship.small or (self.torpedo and battle.reading("torpedo_flooding") == "at once")
        new = Casualty(percent, battle.turn, self._kept_cause(battle), at_once)
        due = "at once" if at_once else f"due {time_of(battle, first_due(battle, new))}"
        words = f"{ship}: {self.kind} of {percent} %, {due}"
        yield from new_obligations(battle, ship, append(ship, self.kind, tuple(new), text=words))
        yield from tally(self.kind, percent, ship)
        if self.kind == FIRE and not set(self.causes) & set(AIRCRAFT_FIRES):
            yield from add(ship, FIRES)
        if at_once:
            yield from follow(ship, casualty_hit(battle, ship, self.kind, share(battle, ship, percent)))
            yield from count_flooding(ship, self.kind, share(battle, ship, percent))

    def _kept_cause(self, battle: FgdnBattle) -> str:
        """The cause that makes the fire harder to fight, or else the first."""
        harder = battle.tables.modifier_list("reduction").lines
        return next((cause for cause in self.causes if cause in harder), next(iter(self.causes), ""))

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: {self.kind}"


def casualty_hit(battle: FgdnBattle, ship: FgdnShip, kind: str, points: int) -> Hit:
    """Damage by fire or flooding, a batch of its own that counts as penetrating (F18)."""
    return Hit(kind, points, penetrated=battle.reading("casualty_criticals") == "penetrating", cause=kind)


def count_flooding(ship: FgdnShip, kind: str, points: int) -> Effects:
    """Keep how many points flooding has cost, for the pumps (8.4)."""
    if kind == FLOODING and points:
        yield from add(ship, "flooding points", points)
