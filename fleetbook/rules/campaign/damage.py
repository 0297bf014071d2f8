"""The damage of a ship between two battles, in the words of her own card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from fleetbook.core.battle.card_view import DAMAGED, DESTROYED, CardView, systems_words
from fleetbook.core.battle.conditions import Boxes
from fleetbook.core.battle.setup import Left
from fleetbook.core.campaign.scars import kept_facts, scar_changes
from fleetbook.core.parsing import listed
from fleetbook.rules.campaign.ship import CampaignShip

OTHER = "damage that her card does not show"


def damage_words(ship: CampaignShip, left: Left) -> str:
    """The damage of a ship with these values, as in ``hull 21 of 27, aft 8 in out and rudder disabled``.

    Conditions that follow from the boxes alone are left out.
    """
    boxes = {name: value for name, value in left.items() if name in ship.new.tracks}
    found = [*_worn(_card(ship, left), _card(ship, boxes), [*boxes], ship.card.new.ruleset.spelled_out)]
    return listed(found) or (OTHER if left else "no damage")


def stores_words(ship: CampaignShip) -> str:
    """What is left of the stores that a port restocks, as in ``torpedoes 0 of 2``."""
    own = ship.own
    restocked = {name for name, fact in kept_facts(own) if fact.becomes(own, fact.other).how == "restocked"}
    restocked |= {
        boxes.name for boxes in own.declared.values() if isinstance(boxes, Boxes) and boxes.becomes(own).how == "restocked"
    }
    return damage_words(ship, {name: value for name, value in ship.scars.items() if name in restocked})


def _card(ship: CampaignShip, left: Left) -> CardView:
    """A ship's card by her own rules, if she had these values."""
    card: CardView = ship.card.new.with_changes(scar_changes(ship.new, left, ship.name)).card(ship.name)
    return card


def _worn(card: CardView, of_boxes: CardView, tracks: list[str], spelled_out: Mapping[str, str]) -> Iterator[str]:
    for track in card.rows:
        if track.id in tracks:
            yield f"{track.label} {track.left} of {track.full}"
    stores, full = Counter[str](), Counter[str]()
    for supply in card.supplies:
        label = spelled_out.get(supply.label, supply.label)
        stores[label] += supply.left
        full[label] += supply.full
    yield from (f"{label} {left} of {full[label]}" for label, left in stores.items() if left < full[label])
    rows = {name for track in card.rows for name in (track.id, track.label)}
    systems = [system for system in card.systems if system.label not in rows and system not in of_boxes.systems]
    yield from filter(None, (systems_words(systems, DESTROYED, "out"), systems_words(systems, DAMAGED, DAMAGED)))
    yield from (condition.text for condition in card.conditions if condition not in of_boxes.conditions)
