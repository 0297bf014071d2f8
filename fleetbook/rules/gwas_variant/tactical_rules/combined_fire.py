"""Combined fire (11): several ships fire the same kind of guns at one target."""

from __future__ import annotations

from collections.abc import Sequence

from fleetbook.core.tables.table import RuleTables


def combined_strength(tables: RuleTables, strengths: Sequence[int]) -> int:
    """Dice of ships that fire together: the weakest whole, and a part of the others' sum, rounded down, no less than the least.

    One ship alone fires with its own. Raises ValueError without any.
    """
    weakest, *stronger = sorted(strengths)
    if not stronger:
        return weakest
    share = sum(stronger) // tables.figure("Combined fire, sum of the stronger ships divided by").whole
    return weakest + max(share, tables.figure("Combined fire, least that the stronger ships add").whole)
