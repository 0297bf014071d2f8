"""What the variant rules otherwise than the player aid, at the points where the player aid asks."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from fleetbook.core.battle.result import Result
from fleetbook.core.orders.effects import Effect, Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.fleets import Fleet
from fleetbook.rules.gwas.ground.hooks import RuleHooks
from fleetbook.rules.gwas.ground.ship import HULL, PRIMARY, SECONDARY, TERTIARY, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.boxes import NO_EFFECT
from fleetbook.rules.gwas_variant.ending import forget
from fleetbook.rules.gwas_variant.missions import automatic_second
from fleetbook.rules.gwas_variant.state import VariantFleet, VariantShip
from fleetbook.rules.gwas_variant.strategic_rules.contact import throw_for_contact
from fleetbook.rules.gwas_variant.strategic_rules.escorts import escort_lost_its_charges
from fleetbook.rules.gwas_variant.strategic_rules.plotting import more_turns, plots_anew_to, plots_nothing
from fleetbook.rules.gwas_variant.tactical_rules.break_off import halved, is_halved
from fleetbook.rules.gwas_variant.tactical_rules.fire_rules import require_allowed, require_free
from fleetbook.rules.gwas_variant.tactical_rules.firing import counted, known_lines, throw_to_hit
from fleetbook.rules.gwas_variant.tactical_rules.stand import is_closed_with, moves_or_fires
from fleetbook.rules.gwas_variant.tactical_rules.visibility import visibility
from fleetbook.rules.gwas_variant.told import stand_over
from fleetbook.rules.gwas_variant.words import Says


class VariantHooks(RuleHooks):
    """The Perleberg variant's hooks."""

    fleet_facts = (VariantFleet.held, VariantFleet.apart, VariantFleet.no_pursuit, VariantFleet.erroneous, VariantFleet.put_off)

    def sighting(self, battle: GwasBattle) -> int:
        """Visibility (8) as events have left it."""
        return visibility(battle)

    def dice(self, battle: GwasBattle, firer: GwasShip, weapon: str, boxes: int) -> int:
        """Half strength on a side that broke off (16)."""
        return halved(battle, firer.side, weapon, boxes)

    def weakened(self, battle: GwasBattle, firer: GwasShip, weapon: str) -> Sequence[str]:
        """A side that broke off, with half its strength (16)."""
        return [f"{firer.side} broke off"] if is_halved(battle, firer.side, weapon) else []

    def one_target(self, battle: GwasBattle) -> bool:
        """Each kind of guns may fire at a target of its own (9)."""
        return False

    def to_hit(self, battle: GwasBattle, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, bool]:
        """One die to hit, confirmed in fire control difficulties."""
        return throw_to_hit(battle, self.needed(battle), modifiers)

    def counted(self, battle: GwasBattle, names: tuple[str, ...], weapon: str) -> tuple[str, ...]:
        """Small targets trouble primary guns only, and never beyond a 6 (10)."""
        return counted(battle, names, weapon)

    def hit_kind(self, battle: GwasBattle, target: GwasShip, kind: str) -> str:
        """On a light ship only tertiary hits count, and strike the hull (13)."""
        light = not battle.reading("light_ship_has_no_guns") and not target.full(GwasShip.tertiary.name)
        return {PRIMARY: NO_EFFECT, SECONDARY: NO_EFFECT, TERTIARY: HULL}.get(kind, kind) if light else kind

    def leader_killed(self, battle: GwasBattle, ship: GwasShip) -> Effects:
        """The leader, or with none aboard the fire control, for the rest of the game (14)."""
        if ship.leader:
            yield from GwasShip.leader.clear(ship, said=Says.leader_killed)
        elif VariantShip.fire_control_hit.value(ship):
            yield from note(Says.fire_control_hit_already(ship=ship), "tactical 14")
        else:
            yield from VariantShip.fire_control_hit.set(ship, said=Says.fire_control_hit)

    def ignores_hits(self, battle: GwasBattle, target: GwasShip) -> bool:
        """Shields Up."""
        return VariantShip.shielded.value(target)

    def require_target(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapons: Sequence[str]) -> None:
        """Announced fire, squadrons."""
        require_free(battle, firer, target, weapons)

    def require_fire(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
        """Several targets, fire at one target together, torpedo attacks, slow ships."""
        require_allowed(battle, firer, target, weapon, hexes)

    def fire_modifiers(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> Iterable[str]:
        """Small targets, fire control difficulties, torpedo attacks."""
        return known_lines(battle, firer, target, weapon)

    def fired(self, battle: GwasBattle, firer: GwasShip, target: GwasShip) -> Effects:
        """A side fires: a stand of its own lapses or its mission, and it has closed with an enemy that stands (7)."""
        if firer.side != target.side:
            yield from moves_or_fires(battle, [firer], Says.side_fires)
            yield from is_closed_with(battle, target.side)

    def told_of_fire(self, happened: Happened[GwasShip]) -> Iterable[Result]:
        """A stand that is over (7)."""
        return stand_over(happened)

    def automatic_initiative(self, battle: GwasBattle) -> str:
        """An attack on a port, or the enemy of a side busy with its mission (4)."""
        second = automatic_second(battle)
        return super().automatic_initiative(battle) or (battle.other_side(second) if second else "")

    def contact(self, own: Fleet, other: Fleet, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, str]:
        """The throw of a search, to which ships of both sides add and of which a rolled 1 is never a contact (6)."""
        return throw_for_contact(own, other, modifiers)

    def plots_from(self, battle: GwasBattle, own: Fleet) -> int | None:
        """Not while an erroneous report is followed, unless a fleet fought or was told to plot anew."""
        return None if plots_nothing(battle, own) and not own.writes[1] else super().plots_from(battle, own)

    def plots_to(self, battle: GwasBattle, own: Fleet) -> int | None:
        """Farther ahead after an erroneous report, and as far as one says that clarifies the situation."""
        last = super().plots_to(battle, own)
        return None if last is None else plots_anew_to(battle, own) or last + more_turns(battle, own)

    def combat_over(self, battle: GwasBattle) -> Effects:
        """Groups, squadrons, and what events did."""
        return forget(battle)

    def pursuit_failed(self, battle: GwasBattle, fleet: Fleet) -> Effects:
        """An escort away from its charges aborts (8)."""
        yield from escort_lost_its_charges(battle, fleet)
