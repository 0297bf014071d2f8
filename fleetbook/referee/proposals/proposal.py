"""Orders in the making by somebody else than the referee: what a side may propose, and what it becomes in the true battle."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.offers import draft as drafted


class Proposal(msgspec.Struct, frozen=True):
    """An order proposed by a side."""

    by: str
    order: str
    entered: dict[str, str]
    on: int
    who: str = ""
    faces: tuple[int, ...] = ()


def side_draft(view: SideView[Any], order: str, entered: dict[str, str]) -> Draft[Any]:
    return drafted(view.battle, order, entered)


def on_true(proposal: Proposal, journal: Journal[Any]) -> Draft[Any]:
    return drafted(journal.battle, proposal.order, proposal.entered)


def changed_since(proposal: Proposal, journal: Journal[Any]) -> tuple[str, ...]:
    return ()


class Offer(msgspec.Struct, frozen=True):
    kind: Any
    actor: str
    units: tuple[str, ...]


def offers_for(view: SideView[Any]) -> tuple[Offer, ...]:
    side = view.side
    battle, found = view.battle, []
    for kind in battle.ruleset.all_orders:
        if not kind.key or battle.phase not in kind.phases or kind.open is None:
            continue
        draft = Draft(battle, kind)
        first = next(iter(draft.entries.values()), None)
        if first is None or not first.field.listed:
            continue
        own = {ship.name for ship in battle.ships() if ship.side == side} | {
            ship.squadron for ship in battle.ships() if ship.side == side
        }
        units = tuple(word for word in first.options or () if word in own)
        if units:
            found.append(Offer(kind, first.field.name, units))
    return tuple(found)
