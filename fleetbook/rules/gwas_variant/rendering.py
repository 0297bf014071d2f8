"""What the variant adds to a ship's card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fleetbook.core.battle.card_view import CardView, Condition
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas_variant.condensers import HOMEWARD
from fleetbook.rules.gwas_variant.state import ATTACKING, BOUND, FIRE_CONTROL_HIT, NOT_CLOSED, PINNED, SHIELDED  # fmt: skip


def variant_card(card: CardView, ship: GwasShip) -> CardView:
    """The player aid's card with the variant's conditions."""
    return replace(card, conditions=(*card.conditions, *_conditions(ship)))


def _conditions(ship: GwasShip) -> Iterator[Condition]:
    if ship.has(FIRE_CONTROL_HIT):
        yield Condition("FC", "fire control hit for good", "grave")
    if ship.has(HOMEWARD):
        yield Condition("HOME", "must return to port", "grave")
    if ship.has(SHIELDED):
        yield Condition("UP", "ignores all hits of this segment", "good")
    if ship.has(ATTACKING):
        yield Condition("TA", f"makes a torpedo attack on {ship.word(ATTACKING)}")
    if ship.has(PINNED):
        yield Condition("PIN", "held by a torpedo attack", "grave")
    if ship.word(BOUND):
        yield Condition("AIM", f"announced to fire at {ship.word(BOUND)}")
    if ship.has(NOT_CLOSED):
        yield Condition("FAR", "not closed to maximum range", "grave")
