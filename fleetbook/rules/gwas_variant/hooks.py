"""The variant's hooks: its own form of the rules that the player aid lets a variant change."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effect, Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.throws import ThrowResult
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.fleets import Fleet, fleets, turns_of
from fleetbook.rules.gwas.ground.hooks import NO_CONTACT, RuleHooks, SearchThrow
from fleetbook.rules.gwas.ground.phases import PLOTTING
from fleetbook.rules.gwas.ground.ship import GUNS, HULL, PRIMARY, SECONDARY, TERTIARY, TORPEDO, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.plotting import MOST_TURNS
from fleetbook.rules.gwas.weapons.damage import NO_EFFECT
from fleetbook.rules.gwas_variant.state import SHIELDS_UP, VariantFacts, VariantFleet, VariantShip, combat_over
from fleetbook.rules.gwas_variant.strategic_rules.plotting import escort_lost_its_charges, turns_since_error
from fleetbook.rules.gwas_variant.tactical_events import visibility
from fleetbook.rules.gwas_variant.tactical_rules.firing import (
    DASH,
    FIRE_CONTROL,
    SMALL,
    counting_modifiers,
    hampered,
    require_closed,
    require_near_targets,
    require_not_shot_at,
    require_primary_target,
    require_same_target,
    throw_to_hit,
)
from fleetbook.rules.gwas_variant.tactical_rules.leaders import forget_squadrons
from fleetbook.rules.gwas_variant.tactical_rules.moving import is_halved
from fleetbook.rules.gwas_variant.tactical_rules.stand import has_its_hands_full, is_closed_with, moves_or_fires, stand_over
from fleetbook.rules.gwas_variant.words import Says

SECTION = "strategic 6"


@dataclass(frozen=True, slots=True)
class CrowdedThrow(SearchThrow):
    """A search throw that is never a contact if the die itself shows a certain number, which is ``never``."""

    never: int = 0

    def settle(self, total: int) -> ThrowResult:
        """The result for this total, but no contact if the die shows ``never``, whatever the modifiers."""
        if total != self.never:
            return SearchThrow.settle(self, total)
        row = next(row for row in self.rows() if row.result == NO_CONTACT)
        return ThrowResult(row.result, str(row.result), row.label)


class VariantHooks(RuleHooks):
    """The hooks of the Perleberg variant."""

    fleet_facts = (VariantFleet.held, VariantFleet.apart, VariantFleet.no_pursuit, VariantFleet.erroneous, VariantFleet.put_off)

    def sighting(self, battle: GwasBattle) -> int:
        """The distance that ships can see: the visibility, which events change (8)."""
        return visibility(battle)

    def dice(self, battle: GwasBattle, firer: GwasShip, weapon: str, boxes: int) -> int:
        """The number of dice that a weapon throws with this many boxes. It is halved for a side that broke off (16)."""
        half = is_halved(battle, firer.side, weapon)
        return boxes // battle.figure("Break-off, strength divided by") if half else boxes

    def weakened(self, battle: GwasBattle, firer: GwasShip, weapon: str) -> Sequence[str]:
        """The reason for fewer dice if the firer's side broke off (16)."""
        return [f"{firer.side} broke off"] if is_halved(battle, firer.side, weapon) else []

    def one_target(self, battle: GwasBattle) -> bool:
        """Whether all guns of a ship must fire at the same target. In the variant each kind may have its own target (9)."""
        return False

    def to_hit(self, battle: GwasBattle, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, bool]:
        """Throw one die to hit. Under fire control difficulties a needed 6 must be confirmed by a second die."""
        return throw_to_hit(battle, self.needed(battle), modifiers)

    def counted(self, battle: GwasBattle, names: tuple[str, ...], weapon: str) -> tuple[str, ...]:
        """The modifiers that count for one weapon. Small targets hinder primary guns only; no gun needs more than a 6 (10)."""
        return counting_modifiers(battle, names, weapon)

    def hit_kind(self, battle: GwasBattle, target: GwasShip, kind: str) -> str:
        """The kind of box that a hit is first marked on. Light ships suffer only tertiary hits, on the hull (13)."""
        light = not battle.reading("light_ship_has_no_guns") and not target.full(GwasShip.tertiary.name)
        return {PRIMARY: NO_EFFECT, SECONDARY: NO_EFFECT, TERTIARY: HULL}.get(kind, kind) if light else kind

    def leader_killed(self, battle: GwasBattle, ship: GwasShip) -> Effects:
        """A critical hit on the bridge kills the leader. If there is none, fire control is hit for the rest of the game (14)."""
        if ship.leader:
            yield from GwasShip.leader.clear(ship, said=Says.leader_killed)
        elif VariantShip.fire_control_hit.value(ship):
            yield from note(Says.fire_control_hit_already(ship=ship), "tactical 14")
        else:
            yield from VariantShip.fire_control_hit.set(ship, said=Says.fire_control_hit)

    def ignores_hits(self, battle: GwasBattle, target: GwasShip) -> bool:
        """Whether the ship ignores all hits because of the event Shields Up."""
        return VariantShip.shielded.value(target)

    def require_target(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapons: Sequence[str]) -> None:
        """Raise Refused if announced fire or a squadron leader binds the ship to another target."""
        bound = VariantShip.bound_to.value(firer)
        require(not bound or bound == target.name, f"{firer} was announced to fire at {bound} this segment", SHIELDS_UP)
        if set(weapons) & set(GUNS):
            require_same_target(battle, firer, target)

    def require_fire(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
        """Raise Refused if several targets, combined fire, a torpedo attack or a slow ship forbid the shot."""
        if weapon not in GUNS:
            return
        if weapon == PRIMARY:
            require_primary_target(target)
        require_near_targets(battle, firer, target, weapon, hexes)
        require_not_shot_at(battle, firer, target, weapon, hexes)
        require_closed(battle, firer, target, weapon, hexes)

    def fire_modifiers(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> Iterable[str]:
        """Modifiers for small targets, torpedo attacks and fire control. Events do not hamper fire at friends."""
        by_event = VariantFacts(battle).hampered[firer.side] and firer.side != target.side
        if (weapon != TORPEDO or not battle.reading("fire_control_guns_only")) and (by_event or hampered(battle, firer)):
            yield FIRE_CONTROL
        if weapon == PRIMARY and target.is_a("small"):
            yield SMALL
        if weapon in GUNS and VariantShip.attacking.value(target):
            yield DASH

    def fired(self, battle: GwasBattle, firer: GwasShip, target: GwasShip) -> Effects:
        """Record that a side fires. Its own stand ends, and so do the missions of its busy fleets. A stand of the enemy ends too,
        because the side has closed with him and fired (7).
        """
        if firer.side != target.side:
            yield from moves_or_fires(battle, [firer], Says.side_fires)
            yield from is_closed_with(battle, target.side)

    def fire_results(self, happened: Happened[GwasShip]) -> Iterable[Result]:
        """Results that say that a stand is over (7)."""
        return stand_over(happened)

    def automatic_initiative(self, battle: GwasBattle) -> str:
        """The side with initiative: it attacks a port, or only its enemy is busy with a mission (4). Empty if dice decide."""
        busy = [side for side in battle.sides if has_its_hands_full(battle, side)]
        return super().automatic_initiative(battle) or (battle.other_side(busy[0]) if len(busy) == 1 else "")

    def contact(self, own: Fleet, other: Fleet, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, str]:
        """Throw for a search. Ships in the zone add to the die, and one number on the die is never a contact (6). If some of
        these ships are unknown to the searching side, only the other side may read the throw.
        """
        battle = own.battle
        here = [fleet for fleet in fleets(battle) if own.zone and fleet.zone == own.zone] or [own, other]
        ships = sum(not ship.is_a("air") for fleet in here for ship in fleet.ships)
        more = ships // battle.figure("Contact, ships of both sides for each +1")
        crowd = [Modifier("ships", more, said=Says.ships_in_zone(ships=ships), section=SECTION)] if more else []
        unknown = any(not ship.known for fleet in here if fleet.side != own.side for ship in fleet.ships)
        reader = other.side if unknown else ""
        table, never = battle.tables.table("search"), battle.figure("Contact, die that is never one")
        surprise = 0 if battle.reading("surprise_by_events_only") else battle.figure("surprise distance, unmodified roll")
        lines = (*modifiers, *crowd)
        throw = CrowdedThrow("", table.thrown, lines, table.section, reader, table=table, surprise=surprise, never=never)
        result = str((yield throw))
        if reader and result == NO_CONTACT:
            yield from note(Says.no_contact)
        return result

    def plots_from(self, battle: GwasBattle, own: Fleet) -> int | None:
        """The first turn that a fleet may write orders for, or None while an erroneous report forbids new orders."""
        since = turns_since_error(battle, own)
        follows = since is not None and 0 < since <= battle.figure("Erroneous Report, turns without new orders")
        return None if follows and not own.writes[1] else super().plots_from(battle, own)

    def plots_to(self, battle: GwasBattle, own: Fleet) -> int | None:
        """The last turn that a fleet may write orders for, or None if there is no limit. An erroneous report makes it later. The
        events Situation Clarifies and This Just In have limits of their own.
        """
        last, (step, first) = super().plots_to(battle, own), own.writes
        if last is None:
            return None
        if step == PLOTTING and first > battle.turn:
            return first + battle.figure("Situation Clarifies, turns plotted") - 1
        if step == PLOTTING:
            written = max((turn for turn in range(battle.turn, battle.turn + MOST_TURNS) if own.orders[turn]), default=0)
            return max(written, battle.turn + (turns_of(own.mission, battle.tables) or 0))
        error = turns_since_error(battle, own) == 0
        return last + (battle.figure("Erroneous Report, turns plotted") - 1 if error else 0)

    def combat_over(self, battle: GwasBattle) -> Effects:
        """Forget groups, squadrons and events, which end with the combat."""
        yield from forget_squadrons(battle)
        yield from combat_over(battle)

    def pursuit_failed(self, battle: GwasBattle, fleet: Fleet) -> Effects:
        """Apply a failed pursuit: an escort that left the ships it escorts aborts its mission (8)."""
        yield from escort_lost_its_charges(battle, fleet)
