"""The fields that all ship cards of a roster share."""

from __future__ import annotations

import msgspec


class RosterCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of ship cards. Declare ``class Card(RosterCard, frozen=True)`` with fields of your own. A key that is no
    field is refused. The fields of the base class come last:

    estimated  true if a formula gave the figures
    checked    false if nobody compared the figures with a source
    note       a remark

    Add a field ``source: str`` of your own. Reports and sheets print it.
    """

    estimated: bool = False
    checked: bool = True
    note: str = ""
