"""Small battles for the tests of the variant: fleets drawn up in a line of Python, orders with the dice typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed, Marked, Noted, Rolled
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal, verify_record
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.gwas.ground.hooks import rulings
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas_variant import RULESET
from fleetbook.rules.gwas_variant.strategic_events import strategic_event_rolled
from fleetbook.rules.gwas_variant.tactical_events.events import event_rolled

CENTRAL, ALLIED = "Central", "Allied"
CENTRAL_FIRST, ALLIED_FIRST = 1, 6
"""Initiative dice."""
NO_EVENT = (3, 3)
NEUTRAL_DAY = {"weather": "Clear", "light": "day"}

Line = tuple[str, str, dict[str, Any]]


def ship(name: str, fleet: str = "", **card: Any) -> Line:
    """A battleship of speed 1 with 4-2-2 guns, 10 hull boxes and no armour whose hull is boxed, unless it says otherwise."""
    plain = {"name": f"class of {name}", "type": "BB", "nation": "Italy", "source": "a test", "primary": 4, "secondary": 2}
    return name, fleet, {**plain, "tertiary": 2, "hull": 10, "speed": "1", "boxed_hull": True, **card}


def destroyer(name: str, fleet: str = "", **card: Any) -> Line:
    """A destroyer of speed 2+ with a tertiary and two torpedo boxes."""
    return ship(
        name, fleet, **{"type": "DD", "primary": 0, "secondary": 0, "tertiary": 1, "torpedo": 2, "hull": 3, "speed": "2+", **card}
    )


def house(**changes: Any) -> HouseRules:
    """House rules: readings by their names."""
    readings = {name: {"value": value, "reason": "a test"} for name, value in changes.items()}
    return msgspec.convert({"ruleset": "gwas-variant", "title": "a house rule", "reading": readings}, HouseRules)


def drawn_up(
    central: Sequence[Line],
    allied: Sequence[Line],
    *rules: HouseRules,
    fleets: Mapping[str, Mapping[str, Any]] | None = None,
    begins: str = "tactical combat",
    **conditions: str,
) -> Setup:
    """A setup. Ships without a fleet are of one named like their side in small letters."""
    lines = [(CENTRAL, *line) for line in central] + [(ALLIED, *line) for line in allied]
    ships = tuple(ShipEntry(name, side, card, fleet or side.lower()) for side, name, fleet, card in lines)
    sides = {entry.squadron: entry.side for entry in ships}
    listed = tuple(Squadron(name, side, dict((fleets or {}).get(name, {}))) for name, side in sides.items())
    given: dict[str, str | int | float | bool] = {**NEUTRAL_DAY, "month": "August", "year": "1914", **conditions}
    options: dict[str, str | int | float | bool] = {"begins": begins}
    return Setup("gwas-variant", "1", "a test", (CENTRAL, ALLIED), ships, listed, conditions=given, options=options, house=rules)


class Game:
    """A battle of the Central Powers against the Allies. Every order given is verified against its record."""

    def __init__(self, central: Sequence[Line], allied: Sequence[Line], *rules: HouseRules, **settings: Any) -> None:
        setup = drawn_up(central, allied, *rules, **settings)
        RULESET.check_setup(setup, "a test")
        self.journal = Journal(RULESET, setup, "a test of the variant")

    @property
    def battle(self) -> Battle[GwasShip]:
        """The battle as it stands."""
        return self.journal.battle

    def __getitem__(self, name: str) -> GwasShip:
        return self.battle.ship(name)

    def fact(self, subject: str, name: str, other: str = "") -> Any:
        """A fact as it stands."""
        return self.battle.fact(Key(subject, name, other))

    def draft(self, procedure: str, **inputs: Any) -> Draft[GwasShip]:
        """An order in the making."""
        return Draft(self.battle, RULESET.procedure(procedure), inputs)

    def propose(self, procedure: str, *dice: int, choices: Sequence[str] = (), **inputs: Any) -> Record:
        """The record that an order would make with exactly these dice."""
        draft = self.draft(procedure, **inputs)
        record = self.journal.propose(draft.order(), self.journal.supply(dice, typed_only=True), choices, draft.given)
        assert [face.face for face in record.faces] == list(dice), f"{len(record.faces)} dice were thrown"
        return record

    def give(self, procedure: str, *dice: int, choices: Sequence[str] = (), **inputs: Any) -> Record:
        """Give an order with exactly these dice typed in."""
        record = self.propose(procedure, *dice, choices=choices, **inputs)
        self.journal.append(record)
        assert verify_record(self.journal, record) == ""
        return record

    def next(self, *dice: int, choices: Sequence[str] = ()) -> Record:
        """The next step, with the dice for what is due in this one and as the next begins."""
        return self.give("next", *dice, choices=choices)

    def go(self, phase: str, first: int = CENTRAL_FIRST, **dice: Sequence[int]) -> Game:
        """Go on to a step, without events on the way; ``dice`` for steps that throw others as they are left."""
        for _ in range(60):
            here = self.battle.phase
            if here == phase:
                return self
            self.next(*dice.get(here.replace("-", "_"), self._plain(here, first)))
        raise AssertionError(f"no step {phase}")

    def _plain(self, here: str, first: int) -> Sequence[int]:
        if here == "initiative":
            settled = self.battle.word("initiative side") or rulings(self.battle).automatic_initiative(self.battle)
            return () if settled else (first,)
        if here.startswith("event-"):
            return () if event_rolled(self.battle) else NO_EVENT
        if here == "strategic-event":
            return () if strategic_event_rolled(self.battle) else NO_EVENT
        if here == "initiative-move-1":
            return self._closing()
        return (4,) if here == "weather" else ()

    def _closing(self) -> Sequence[int]:
        """Slow ships of the side with initiative that close to maximum range (18)."""
        side, first = self.battle.word("initiative side"), self.fact("", "round") == 1
        slow = [each for each in self.battle.ships(side) if each.in_combat and each.speed == "1S"]
        return (6,) * len(slow) if first and self.battle.word("light") == "day" else ()

    def refused(self, procedure: str, *, because: str = "", rule: str | None = None, **inputs: Any) -> Refused:
        """Give an order that the rules forbid; nothing changes."""
        before, lines = self.battle.state.fingerprint, len(self.journal.records)
        with pytest.raises(Refused) as caught:
            self.draft(procedure, **inputs).order()
        assert because in caught.value.reason, caught.value.reason
        assert rule in (None, caught.value.rule), caught.value.rule
        assert (self.battle.state.fingerprint, len(self.journal.records)) == (before, lines)
        return caught.value

    def known(self, procedure: str, **inputs: Any) -> set[str]:
        """The modifiers that the battle fills in by itself."""
        return set(self.draft(procedure, **inputs).values["modifiers"])

    def strike(self, ship: str, track: str, boxes: int) -> None:
        """Strike boxes by hand."""
        self.give("strike", ship=ship, track=track, boxes=boxes)


def duel(*rules: HouseRules, firer: Mapping[str, Any] | None = None, **target: Any) -> Game:
    """Central's ``Firer`` with the initiative and the Allied ``Target`` in the first gunfire step by day, no event rolled."""
    settings = {name: target.pop(name) for name in ("weather", "light", "fleets", "year") if name in target}
    return Game([ship("Firer", **(firer or {}))], [ship("Target", **target)], *rules, **settings).go("gunfire-1")


def rolled(record: Record) -> list[Rolled]:
    """The throws of an order."""
    return [event for event in record.events if isinstance(event, Rolled)]


def said(record: Record) -> str:
    """Everything that an order says in words."""
    texts = [event.text for event in record.events if isinstance(event, (Noted, Changed))]
    return " · ".join(text for text in texts if text)


def struck(record: Record) -> list[tuple[str, str, int]]:
    """Boxes struck by an order: ship, track and how many."""
    return [(e.ship, e.track, e.before - e.after) for e in record.events if isinstance(e, Marked)]
