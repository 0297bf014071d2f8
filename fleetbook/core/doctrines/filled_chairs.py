"""The chairs that doctrines fill, as lines of the journal have it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fleetbook.core.orders.standard_orders import FillChair
from fleetbook.core.play.journal import Journal

SURPRISE = "surprise"  # the id of a doctrine that is drawn, and named only when the battle has ended


def filled_chairs(journal: Journal[Any]) -> Mapping[str, Mapping[str, str]]:
    """The last line in force about each side's chair, as its inputs. The doctrine is empty for players."""
    lines = (record for record in map(journal.data, sorted(journal.undo_history.in_force)) if record.procedure == FillChair.id)
    return {str(line.inputs["side"]): line.inputs for line in lines}
