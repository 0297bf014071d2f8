"""Reads from the journal which doctrine fills each side's chair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fleetbook.core.orders.standard_orders import FillChair
from fleetbook.core.play.journal import Journal

SURPRISE = "surprise"  # the id of a doctrine that is drawn, and named only when the battle has ended


def filled_chairs(journal: Journal[Any]) -> Mapping[str, Mapping[str, str]]:
    """The inputs of the last FillChair in force for each side. Their ``doctrine`` is empty if players fill the chair."""
    lines = (record for record in map(journal.data, sorted(journal.undo_history.in_force)) if record.procedure == FillChair.id)
    return {str(line.inputs["side"]): line.inputs for line in lines}
