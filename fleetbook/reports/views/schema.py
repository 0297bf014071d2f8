"""JSON Schema of what fleetbook writes and of the files that a person writes, from the types that read and write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.house import HouseRules
from fleetbook.reports.render.tables import TABLES
from fleetbook.reports.shapes.battle import BattleLog, Line, Status
from fleetbook.reports.shapes.odds import OddsView
from fleetbook.reports.shapes.refusal import Refusal
from fleetbook.reports.shapes.season import Season
from fleetbook.reports.views.schema_of_cards import described, described_roster, plain
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.scenario import Scenario

WRITTEN: Mapping[str, Any] = {
    "report": BattleLog,
    "status": Status,
    "order": Line,
    "odds": OddsView,
    "refusal": Refusal,
    "season": Season,
    **{name: tuple[shape, ...] for name, (shape, _) in TABLES.items()},  # type: ignore[valid-type]
}
ROSTER = "roster"
OWNED: Mapping[str, Any] = {"scenario": Scenario, "house": HouseRules}
SUBJECTS = (*WRITTEN, *OWNED, ROSTER)
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(subject: str, system: str = "") -> dict[str, Any]:
    """The schema of a document; of a roster, that of a rule system's. Raises InvalidInput for an unknown one."""
    if subject not in SUBJECTS:
        raise InvalidInput.word("schema", subject, SUBJECTS)
    title = {"$schema": DRAFT, "title": f"fleetbook {subject} {system}".strip()}
    if subject in WRITTEN:
        return {**title, **described(WRITTEN[subject])}
    if subject != ROSTER:
        return {**title, **plain(OWNED[subject])}
    return {**title, **described_roster(_roster(system), ruleset(system).tables)}


def _roster(system: str) -> type[msgspec.Struct]:
    """A roster whose ships are cards of a system. Raises InvalidInput for an unknown one."""
    rules = ruleset(system)
    fields = [("ruleset", Literal[rules.id]), ("title", str), ("ship", tuple[rules.card_type, ...])]  # type: ignore[name-defined]
    return msgspec.defstruct("Roster", fields, forbid_unknown_fields=True, frozen=True)
