"""Small battles in memory for the tests of reports: two sides, a few ships, orders with the dice typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.coastal import RULESET

ATTACKER, DEFENDER = "Red", "Blue"
SYSTEMS = (
    {"kind": "mount", "name": "bow gun", "weapon": "single 20 mm"},
    {"kind": "bridge"},
    {"kind": "engines"},
    {"kind": "mount", "name": "aft gun", "weapon": "single 20 mm"},
    {"kind": "torpedoes", "name": "tubes", "tubes": 2, "torpedoes": 2},
)


def card(**more: Any) -> dict[str, Any]:
    """A boat with two guns of 2 points each up to 15 cm, two torpedoes and 9 hull boxes."""
    figures = {"tons": 40.0, "speed": 12, "hull": 9}
    return {"name": "a class", "kind": "MTB", "size": "boat", **figures, "systems": SYSTEMS, "source": "a test", **more}


def setup(
    attackers: Sequence[str] = ("A",), defenders: Sequence[str] = ("D",), *, house: tuple[HouseRules, ...] = (), **more: Any
) -> Setup:
    """A battle by day, so that nobody needs to be looked for."""
    ships = [ShipEntry(name, ATTACKER, card()) for name in attackers] + [ShipEntry(name, DEFENDER, card()) for name in defenders]
    conditions = {"light": "day"}
    settled = {"title": "A test", "sides": (ATTACKER, DEFENDER), "conditions": conditions, **more}
    return Setup(ruleset="coastal", version="1", ships=tuple(ships), house=house, **settled)


class Played:
    """A battle under way. The defender fires first."""

    def __init__(self, settled: Setup | None = None, seed: str = "a seed") -> None:
        self.journal: Journal[Any] = Journal(RULESET, settled or setup(), seed)

    def give(self, procedure: str, *dice: int, **inputs: Any) -> Record:
        """Give an order; with dice typed in, they are all that it throws."""
        journal = self.journal
        draft = Draft(journal.battle, RULESET.order(procedure), inputs)
        record = journal.propose(draft.order(), journal.supply(dice, typed_only=bool(dice)), (), draft.given)
        return self.keep(record)

    def keep(self, record: Record) -> Record:
        """Take a record in."""
        self.journal.append(record)
        return record

    def to(self, phase: str) -> Played:
        """Go on to a step."""
        while self.journal.battle.phase != phase:
            self.give("next")
        return self

    def shot(self, *dice: int, **inputs: Any) -> Record:
        """D fires at A at 10 cm with 4 points; A, a boat, lies still unless the inputs say otherwise."""
        return self.give("fire", *dice, **{"firer": "D", "target": "A", "range": 10, **inputs})
