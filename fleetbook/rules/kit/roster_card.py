"""What every card of a roster may say of itself, whatever its rules."""

from __future__ import annotations

import msgspec


class RosterCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of cards: ``class Card(RosterCard, frozen=True)`` has these keys behind its own, and refuses any other.

    estimated  true where a formula gave what stands there
    checked    false for what was not held against a source
    note       a remark

    Where a card is from is a field of your own, ``source: str``: reports and sheets tell it.
    """

    estimated: bool = False
    checked: bool = True
    note: str = ""
