"""The fields that all ship cards of a roster share."""

from __future__ import annotations

import msgspec


class RosterCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of ship cards. Declare ``class Card(RosterCard, frozen=True)`` with fields of your own. These fields come
    last, and a card with any other key is refused:

    estimated  true if a formula gave the figures
    checked    false if nobody compared the figures with a source
    note       a remark

    Add a field ``source: str`` of your own. Reports and sheets print it.
    """

    estimated: bool = False
    checked: bool = True
    note: str = ""
