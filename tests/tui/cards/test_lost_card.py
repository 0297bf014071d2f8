"""The card of a ship that is gone: her fate first, her boxes dim."""

from __future__ import annotations

from fleetbook.core.battle.card_view import CardView, System, Track
from fleetbook.tui.cards.card_lines import card_lines, panel_lines
from fleetbook.tui.kit.line import Line
from fleetbook.tui.kit.style import QUIET

HULL, GUN = Track("hull", "hull", 49, 49), System("20 mm aft", "sound")
LOST = CardView("Nordmoor", "tanker", "Kriegsmarine", "", (HULL,), (GUN,), fate="sunk T5: her oil blows up", lost="sunk")


def words(line: Line) -> str:
    return "".join(text for text, _ in line)


def test_her_fate_comes_first() -> None:
    assert words(card_lines(LOST, 60)[0]).split() == ["now", "sunk", "T5:", "her", "oil", "blows", "up"]
    name, first, *_ = panel_lines(LOST, 60, 8)
    assert words(name).strip() == "Nordmoor  tanker"
    assert words(first).strip().startswith("sunk T5: her oil blows up")


def test_her_boxes_are_dim() -> None:
    for lines in (card_lines(LOST, 60), panel_lines(LOST, 60, 8)):
        inked = [(text, style) for line in lines for text, style in line if "■" in text or "20 mm" in text]
        assert inked
        assert all(style == QUIET for _, style in inked), inked
