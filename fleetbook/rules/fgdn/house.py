"""What house rules may not do to these tables: put words where play needs numbers, or name what play does not know."""

from __future__ import annotations

from fleetbook.core.tables import RuleTables


def check_tables(tables: RuleTables) -> None:
    """Raise Unreadable for tables that would stop an order half-way."""
