"""A sample of a ship's card, drawn as a battle would show it at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.tui.cards.card_lines import about_card
from fleetbook.tui.kit.frame import WIDE
from fleetbook.tui.kit.line import Line, text_lines
from fleetbook.tui.kit.style import WARNING

OURS, THEIRS = "one side", "other side"


def sample_card(rules: Ruleset[Any], card: Mapping[str, Any]) -> CardView:
    """The card of a ship at the start of a battle against a copy of herself. Raises InvalidInput for a bad card."""
    name = str(card.get("name", "")).strip() or "ship"
    ships = tuple(
        ShipEntry(ship, side, dict(card), f"squadron of {side}" if rules.squadron_type else "")
        for ship, side in ((name, OURS), (f"{name} '", THEIRS))
    )
    squadrons = tuple(Squadron(f"squadron of {side}", side) for side in (OURS, THEIRS)) if rules.squadron_type else ()
    setup = Setup(rules.id, rules.version, "a card", (OURS, THEIRS), ships, squadrons)
    battle = rules.begin(setup)
    return rules.card(battle.ship(name))


def about_sample(
    rules: Ruleset[Any], card: Mapping[str, Any], width: int, size: tuple[int, int], *, side: str = "", squadron: str = ""
) -> list[Line]:
    """Draw a sample of a card for a width. If the card is faulty, show the fault."""
    try:
        sample = replace(sample_card(rules, card), side=side, squadron=squadron)
        return about_card(sample, width, size[1] if size[0] >= WIDE else 0)
    except FleetbookError as error:
        return text_lines(f"No card yet: {error}", width, WARNING)
