"""The fields common to all ship cards of a roster."""

from __future__ import annotations

import msgspec


class RosterCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of ship cards: ``class Card(RosterCard, frozen=True)`` has these keys after its own, and no others.

    estimated  true if a formula gave the figures
    checked    false for figures that nobody compared with a source
    note       a remark

    Add a field ``source: str`` of your own. Reports and sheets print it.
    """

    estimated: bool = False
    checked: bool = True
    note: str = ""
