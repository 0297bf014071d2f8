"""The rules that a variant may change, such as sighting, hits and initiative. They are called hooks.

Other rules ask ``hooks(battle)``. A variant's ruleset returns an object of its own class, derived from RuleHooks.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.result import Result
from fleetbook.core.orders.effects import Effect, Effects, note, roll_at_least
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.throws import TableThrow, ThrowResult
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.facts import AT_SURPRISE, GwasFacts
from fleetbook.rules.gwas.ground.fleets import Fleet, turns_of
from fleetbook.rules.gwas.ground.phases import PLOTTING
from fleetbook.rules.gwas.ground.ship import PRIMARY, GwasBattle, GwasShip
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import MISSES_HITS

HIT, NO_CONTACT = "hit", "no contact"


class RuleHooks:
    """The hooks with the rules of the player aid. The ruleset of a variant overrides some of them."""

    fleet_facts: tuple[Fact[Any], ...] = ()
    """Further facts of a fleet that a part divided off it takes over, beside those of the player aid."""

    def sighting(self, battle: GwasBattle) -> int:
        """The distance in hexes that ships can see: the lower of the limits for weather and night."""
        table, now = battle.tables.table("sighting"), GwasFacts(battle)
        night = [table.whole("Night", "hexes")] if now.night else []
        return min([table.whole(now.weather, "hexes"), *night])

    def gun_range(self, battle: GwasBattle, firer: GwasShip, weapon: str) -> int:
        """The range in hexes of this ship's weapon, even if it is farther than she can see."""
        table = battle.tables.table("weapon_range")
        return table.whole("16-inch gun" if weapon == PRIMARY and firer.card.sixteen else weapon, "hexes")

    def dice(self, battle: GwasBattle, firer: GwasShip, weapon: str, boxes: int) -> int:
        """The number of dice that a weapon throws. ``boxes`` is its number of boxes after the table of strength modifiers."""
        return boxes

    def weakened(self, battle: GwasBattle, firer: GwasShip, weapon: str) -> Sequence[str]:
        """Reasons why a weapon throws fewer dice, other than those in the table of strength modifiers."""
        return ()

    def one_target(self, battle: GwasBattle) -> bool:
        """Whether all guns of a ship must fire at the same target in a step."""
        return bool(battle.reading("guns_fire_together"))

    def to_hit(self, battle: GwasBattle, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, bool]:
        """Throw one die to hit, with its modifiers."""
        table = battle.tables.table("weapon_hit")
        needed = self.needed(battle)
        return (yield from roll_at_least(Says.to_hit, table.thrown, needed, modifiers, section=table.section, words=MISSES_HITS))

    def needed(self, battle: GwasBattle) -> int:
        """The score that a die needs to hit."""
        return next(int(row.span.low) for row in battle.tables.table("weapon_hit").faces() if row.result == HIT)

    def counted(self, battle: GwasBattle, names: tuple[str, ...], weapon: str) -> tuple[str, ...]:
        """Those of the named gunfire modifiers that count for one weapon."""
        return names

    def hit_kind(self, battle: GwasBattle, target: GwasShip, kind: str) -> str:
        """The kind of box that a hit of this kind is first marked on."""
        return kind

    def leader_killed(self, battle: GwasBattle, ship: GwasShip) -> Effects:
        """Apply a critical hit on the bridge, which kills a leader aboard."""
        if ship.leader:
            yield from GwasShip.leader.clear(ship, said=Says.leader_killed)
        else:
            yield from note(Says.no_leader_aboard(ship=ship))

    def plunging(self, battle: GwasBattle, weapon: str, hexes: int) -> bool:
        """Whether a hull hit is plunging fire and marks off one more box (gunnery damage 10)."""
        return weapon == PRIMARY and hexes >= battle.whole_reading("plunging_hexes")

    def ignores_hits(self, battle: GwasBattle, target: GwasShip) -> bool:
        """Whether a hit on this ship has no effect now."""
        return False

    def require_target(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapons: Sequence[str]) -> None:
        """Raise Refused if the ship may not fire any of these weapons at the target."""

    def require_fire(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
        """Raise Refused if the weapon may not fire, for any reason but range and strength."""

    def fire_modifiers(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> Iterable[str]:
        """The further modifiers of a shot, beside those of the player aid, that the program knows to apply."""
        return ()

    def fired(self, battle: GwasBattle, firer: GwasShip, target: GwasShip) -> Effects:
        """Record facts that fire causes, before a ship's dice are thrown."""
        yield from ()

    def fire_results(self, happened: Happened[GwasShip]) -> Iterable[Result]:
        """Further results, which follow the results of the fire itself."""
        return ()

    def automatic_initiative(self, battle: GwasBattle) -> str:
        """The side that has the initiative without a throw. Empty if dice decide."""
        return GwasFacts(battle).attacks_port

    def contact(self, own: Fleet, other: Fleet, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, str]:
        """Throw for a search. The result is no contact, contact, or contact at surprise distance."""
        table, surprise = own.battle.tables.table("search"), own.battle.figure("surprise distance, unmodified roll")
        throw = SearchThrow("", table.thrown, tuple(modifiers), table.section, table=table, surprise=surprise)
        return str((yield throw))

    def plots_from(self, battle: GwasBattle, own: Fleet) -> int | None:
        """The first turn that a fleet may write orders for in this step, or None if it may not write any."""
        step, first = own.writes
        if step == battle.phase:
            return first
        usual = own.mission and battle.phase == PLOTTING
        return battle.turn + battle.whole_reading("plotted_ahead") if usual else None

    def plots_to(self, battle: GwasBattle, own: Fleet) -> int | None:
        """The last turn that a fleet may write orders for in this step, or None if there is no limit."""
        turns = turns_of(own.mission, battle.tables)
        return None if turns is None else battle.turn + turns

    def combat_over(self, battle: GwasBattle) -> Effects:
        """Forget facts that do not outlast a combat."""
        yield from ()

    def pursuit_failed(self, battle: GwasBattle, fleet: Fleet) -> Effects:
        """Apply the effects of a failed pursuit, in addition to those of the player aid."""
        yield from ()


@dataclass(frozen=True, slots=True)
class SearchThrow(TableThrow):
    """A throw on the search table. A certain total on the die means contact at surprise distance."""

    surprise: int = 0

    def settle(self, total: int) -> ThrowResult:
        """The result in the row for this total, or contact at surprise distance."""
        found = TableThrow.settle(self, total)
        if found.answer != NO_CONTACT and total == self.surprise:
            return ThrowResult(AT_SURPRISE, AT_SURPRISE, found.row)
        return found


class HasHooks(Protocol):
    """A ruleset that has hooks."""

    hooks: RuleHooks


def hooks(battle: Battle[Any]) -> RuleHooks:
    """The hooks of the ruleset that the battle is played by."""
    return cast(HasHooks, battle.ruleset).hooks
