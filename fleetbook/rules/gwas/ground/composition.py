"""Which ships may form a fleet: one nationality unless it is small, and those that its mission allows."""

from __future__ import annotations

from collections.abc import Sequence

from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.card import Card

ANY, ALL = "any", "all"


def wrong_nations(cards: Sequence[Card], tables: RuleTables) -> str:
    """Why these ships may not form a fleet by their nations; empty where they may."""
    counted = {tables.table("nations").text(card.nation, "as") for card in cards} - {ANY}
    most = tables.figure("mixed fleet, at most").whole
    if len(counted) < 2 or len(cards) <= most:
        return ""
    return f"{len(cards)} ships of {', '.join(sorted(counted))}; more than {most} must be of one nationality"


def nationalities(cards: Sequence[Card], tables: RuleTables, germans_with_any: object) -> int:
    """How many nationalities are present in a hex or a combat, German ships counted with any other or apart (G15)."""
    counted = [(tables.table("nations").text(card.nation, "as"), card.nation) for card in cards]
    if not germans_with_any:
        return len({nation if kind == ANY else kind for kind, nation in counted})
    kinds = {kind for kind, _ in counted}
    return max(len(kinds - {ANY}), min(len(kinds), 1))


def wrong_for_mission(cards: Sequence[Card], mission: str, leader: bool, tables: RuleTables) -> str:
    """Why these ships may not have a mission; empty where they may, and for a fleet without one."""
    if not mission:
        return ""
    table, types = tables.table("missions"), tables.table("types")
    kind = table.text(mission, "ships").removesuffix("s")
    if kind != ALL:
        unfit = [card.name for card in cards if types.text(card.type, kind) != "yes"]
        if unfit:
            return f"{', '.join(unfit)}: {mission} is for {kind}s"
    most = table.cell(mission, "at most")
    if most != "-" and len(cards) > int(most):
        return f"{len(cards)} ships; {mission} is for {most} at most"
    return f"{mission} needs a leader" if table.text(mission, "leader") == "yes" and not leader else ""


def orders_of(mission: str, tables: RuleTables) -> tuple[str, ...]:
    """The orders that a mission allows, in the sheet's order."""
    words = tables.table("missions").text(mission, "orders").split(", ")
    common = str(tables.figure("common orders").value).split(", ")
    return tuple(order for word in words for order in (common if word == "common" else [word]))


def turns_of(mission: str, tables: RuleTables) -> int | None:
    """How many turns need orders for a mission; None for all."""
    turns = tables.table("missions").text(mission, "turns")
    return None if turns == ALL else int(turns)
