"""A ship's entry in a campaign: her card in her own rule system, and the port where she begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.setup import Left


class CampaignCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship in a campaign's file.

    name   her name
    rules  the id of her rule system
    side   her side
    card   her card in that system
    port   the port where she begins; empty at sea
    joins  the first day on which she may sail, such as 1904-05-01; empty from the start
    left   her facts that are not as new at the start, each with its value; empty for an undamaged ship
    seen   the day on which the reader's side last met her; empty in a campaign's file
    """

    name: str
    rules: str
    side: str
    card: dict[str, Any]
    port: str = ""
    joins: str = ""
    left: Left = {}
    seen: str = ""


@dataclass(frozen=True)
class Hull:
    """A ship of a campaign, with the rules of her own system.

    new    a battle of her system in which she is alone and undamaged
    keeps  the facts that she takes from one battle to the next, as pairs: the fact's name, and whether it has several items
    """

    entry: CampaignCard
    new: Battle[Any]
    keeps: frozenset[tuple[str, bool]]


class PortCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A port of a side. ``docks`` is the number of ships that it can mend at a time, ``stores`` the number that it can restock in
    a day. Without the latter it restocks all at once.
    """

    docks: int = 1
    stores: int | None = None
    port: bool = True
