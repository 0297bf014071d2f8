"""Tactical break-off (16): a side runs, its ships each for itself, and may leave the slower ones behind."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, HURT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.combat_state import step_key
from fleetbook.rules.gwas.ground.phases import MOVES
from fleetbook.rules.gwas.ground.ship import GUNS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas_variant.state import FASTER, VariantFacts, VariantShip
from fleetbook.rules.gwas_variant.words import Says


def broke_off(battle: GwasBattle, side: str) -> bool:
    """Whether a side has declared a break-off."""
    return VariantFacts(battle).broke_off[side]


def pace(battle: GwasBattle, ship: GwasShip) -> str:
    """The speed class by which a ship moves on the tactical map: one rung more while it runs, never from a standstill."""
    ladder = battle.tables.table("speeds").rows.labels
    place = ladder.index(ship.speed)
    runs = VariantFacts(battle).runs[ship.side] and not ship.dead_in_water
    return ladder[min(place + runs, len(ladder) - 1)]


def is_halved(battle: GwasBattle, side: str, weapon: str) -> bool:
    """Whether a side fires a weapon at half strength: guns, or torpedoes too (V23)."""
    return broke_off(battle, side) and (weapon in GUNS or battle.reading("break_off_halves") == "guns and torpedoes")


def halved(battle: GwasBattle, side: str, weapon: str, strength: int) -> int:
    """A fire strength, half of it on the side that broke off."""
    return strength // battle.figure("Break-off, strength divided by") if is_halved(battle, side, weapon) else strength


def _lasts(battle: GwasBattle, side: str) -> bool:
    return VariantFacts(battle).successes[side] >= battle.figure("Break-off, successes that last")


class BreakOff(Order[GwasShip]):
    """The side whose step it is breaks off, before any of its ships has moved."""

    id, title, key, section = "break-off", "Break off", "b", "tactical 16"
    phases = MOVES

    def check(self, battle: GwasBattle) -> None:
        first = battle.figure("Break-off, first round")
        require(VariantFacts(battle).round >= first, f"nobody breaks off before round {first}")
        for side in battle.sides:
            require(not broke_off(battle, side), f"{side} has broken off, and only one side may")
        moved = [ship for ship in fighting(battle, battle.acting) if VariantShip.moved.value(ship) == step_key(battle)]
        require(not moved, f"{battle.acting} has begun to move; it breaks off at the beginning of a step")

    def resolve(self, battle: GwasBattle) -> Effects:
        side = battle.acting
        yield from VariantFacts.broke_off[side].set(battle, said=Says.breaks_off)
        if not battle.reading("break_off_from_next_segment"):
            yield from run(RunForIt(side=side))

    def headline(self, battle: GwasBattle) -> str:
        return f"{battle.acting} breaks off"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        side = happened.before.acting
        share = happened.before.figure("Break-off, strength divided by")
        means = f"The strength of its guns is divided by {share}; each ship moves for itself, away from the enemy."
        yield from happened.parts
        yield Result(kind=HURT, head="breaks off", words=f"BREAK-OFF by {side}.", means=means, side=side)


def runs_for_it(battle: GwasBattle, side: str) -> bool:
    """Whether a side that broke off throws at the start of its movement step."""
    return broke_off(battle, side) and not _lasts(battle, side)


class RunForIt(Part[GwasShip]):
    """The die that may make the ships of a side that broke off faster."""

    id, title, section = "run-for-it", "Run for it", "tactical 16"
    inline = True
    side: str

    def resolve(self, battle: GwasBattle) -> Effects:
        side = self.side
        if (yield from roll_on(battle.tables.table("break_off"), "break-off", label=Says.side_runs(side=side))) == FASTER:
            yield from VariantFacts.runs[side].set(battle, said=Says.runs_faster)
            yield from VariantFacts.successes[side].add(battle)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        die, long = happened.rolls[0], "from now on" if _lasts(happened.after, self.side) else "in this step"
        if die.result == FASTER:
            words = f"FASTER on {die.total}: ships of {self.side} move as if one speed faster {long}."
            yield Result(kind=GOOD, head=FASTER, words=words, side=self.side)
        else:
            yield Result(kind=MISSED, head="no faster", words=f"NO FASTER on {die.total}: ships of {self.side}.", side=self.side)


def step_over(battle: GwasBattle, side: str) -> Effects:
    """A single success counts for its step only."""
    if not _lasts(battle, side):
        yield from VariantFacts.runs[side].clear(battle)
