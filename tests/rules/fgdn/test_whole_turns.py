"""Whole Tactical Turns of random orders for both sides: every fact after every order as the sheet alone has it."""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import EndBattle, SetByHand
from fleetbook.core.play.journal import Journal
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.testing.random_battles import Habits, give, give_order, random_order
from tests.rules.fgdn.scene import WITH_PARTS, DoPart
from tests.rules.fgdn.sheet import figures, fleets
from tests.rules.fgdn.sheet.legal import Legal
from tests.rules.fgdn.sheet.turn import differences

LEFT_OUT = {"strike": "a ruling by hand says what it does, and the sheet nothing"}
"""Orders that the random turns leave out, with the reasons. Of ``set`` they give those about planes."""
ORDERS = int(os.environ.get("FLEETBOOK_TURNS", "20000"))
LINES, END = 200, 170
"""Orders of a battle, and after how many it is ended, for what comes then."""
WEIGHTS = {
    "next": 12.0, "fire": 9.0, "move": 7.0, "torpedo": 1.5, "bombs": 1.5, "shells": 1.5, "depth-charges": 3.0, "damage": 1.0,
    "following": 9.0, "leave": 0.05, "strike": 0.0, "set": 0.0, "note": 0.01, "end": 0.0, "transfer": 9.0, "blast": 20.0,
    "survivors": 2.0, "aircrew": 0.1, "flying-boat": 1.0, "casualties": 9.0, "service": 60.0, "pump": 9.0, "assist": 9.0,
    "pick-up": 4.0, "planes": 30.0, "repair": 3.0, "breakdown-repair": 90.0, "patch": 3.0, "aircraft-hit": 0.3, "depth": 3.0,
    "flood-hold": 0.5, "aground": 1.0, "flood-magazines": 0.2, "wind": 0.5, "rip": 1.0, "drift": 0.1, "alongside": 30.0,
}  # fmt: skip
HABITS = Habits(weights=WEIGHTS, drawn=0.25, attempts=40)
PLANES = {
    "aircraft armed": ("yes", "no"),
    "aircraft parked": ("yes", "no"),
    "aircraft stowed": ("elsewhere", "forward", "aft", "aft"),
}


def kept(battle: FgdnBattle) -> dict[tuple[str, str, str], Any]:
    """Every fact of a battle; how a ship is lost in words."""
    found: dict[tuple[str, str, str], Any] = {(key.subject, key.name, key.other): value for key, value in battle.state.items()}
    for subject, name, other in found:
        if name == FgdnShip.fate.name:
            found[subject, name, other] = battle.ship(subject).fate
        elif name == FgdnShip.lost_by.name:
            found[subject, name, other] = battle.wording.of(battle.ship(subject).lost_by or "")
    return found


class Battle:
    """The same battle twice: as the rules play it, and as the sheet has it."""

    def __init__(self, seed: int) -> None:
        self.rng, setup = Random(seed), fleets.setup(seed)
        self.journal: Journal[FgdnShip] = Journal(WITH_PARTS, setup, f"turns {seed}")
        ships = [(entry.name, entry.side, entry.card) for entry in setup.ships]
        self.sheet = Legal(ships, setup.conditions, dict(setup.options), setup.date)
        self.seen: Counter[str] = Counter()
        self.tried: Counter[tuple[str, bool]] = Counter()
        self.compare("the beginning")

    def compare(self, what: str) -> None:
        differing = differences(kept(self.journal.battle), self.sheet.facts)
        assert not differing, f"line {len(self.journal.records)}, {what}:\n" + "\n".join(differing)

    def order(self) -> Record:
        """One random order, given to the rules."""
        number = len(self.journal.records)
        if number >= END and not self.journal.battle.ended:
            return give_order(self.journal, EndBattle.from_inputs({"reason": "enough"}), self.rng)
        if not self.journal.battle.ended and self.rng.random() < 0.08:
            return self.wound()
        if not self.journal.battle.ended and self.rng.random() < 0.02:
            return self.planes()
        return give(self.journal, random_order(self.journal.battle, self.rng, HABITS), self.rng)

    def planes(self) -> Record:
        """A referee's order about planes."""
        condition = self.rng.choice(sorted(PLANES))
        said = {"condition": condition, "value": self.rng.choice(PLANES[condition]), "reason": "so it is"}
        order = SetByHand.from_inputs({"ship": self.rng.choice(("Carrier", "Ibis")), **said})
        return give_order(self.journal, order, self.rng)

    def wound(self) -> Record:
        """A critical hit by itself, so that all of them are seen."""
        able = [ship for ship in self.sheet.ships.values() if ship.fit() and not ship.airship]
        if not able:
            return give_order(self.journal, Draft(self.journal.battle, RULESET.order("next")).order(), self.rng)
        ship = self.rng.choices(able, [3 if ship.kind in ("carrier", "merchant", "submarine") else 1 for ship in able])[0]
        column = self.rng.choice(figures.SUBMERGED) if ship.under() else self.sheet.gunfire_column(ship)
        given = {
            "ship": ship.name, "column": column, "penetrated": self.rng.random() < 0.8, "casemate": self.rng.random() < 0.8,
            "mm": self.rng.choice((0, 0, 7, 13, 22, 40, 60, 70, 150)), "nature": "",
        }  # fmt: skip
        if self.rng.random() < 0.5:
            given["nature"] = self.rng.choice(figures.NATURES[column].split("|"))
        return give_order(self.journal, DoPart(part="critical", given=json.dumps(given)), self.rng)

    def drawn(self, *, allowed: bool) -> tuple[str, dict[str, Any], Draft[FgdnShip]]:
        """An order drawn at random, one that the sheet allows where any of a dozen is."""
        found = [one for _ in range(12) if (one := self.sheet.tried(self.rng))]
        order, said = next((one for one in found if self.sheet.may(*one)), found[0]) if allowed else found[0]
        kind = RULESET.order(order)
        draft = Draft(self.journal.battle, kind, said)
        if order == "fire" and draft.entries["fired_on"].is_shown:
            draft = Draft(self.journal.battle, kind, {**said, "fired_on": self.rng.choice(("yes", "no"))})
        return order, said, draft

    def try_one(self) -> Draft[FgdnShip] | None:
        """An order drawn at random is allowed where the sheet allows it, and nowhere else; such an order, or None."""
        order, said, draft = self.drawn(allowed=self.rng.random() < 0.6)
        allowed = draft.problem is None and not isinstance(draft.checked, Exception)
        where = f"line {len(self.journal.records)}, {order} {said}"
        assert allowed == self.sheet.may(order, said), f"{where}: {draft.problem or draft.checked}"
        self.tried[order, allowed] += 1
        return draft if allowed else None

    def step(self) -> None:
        """One order, and every fact compared; another is tried, and sometimes given."""
        draft = self.try_one()
        if draft is not None and self.rng.random() < 0.4:
            self.given(give(self.journal, draft, self.rng))
        self.given(self.order())

    def given(self, record: Record) -> None:
        """The order by the sheet, and every fact compared."""
        said: dict[str, Any] = dict(record.inputs)
        if record.procedure == "do-part":
            said = {"critical": json.loads(said["given"])}
        if record.procedure == "fire" and "modifiers" not in record.given:
            assert set(said["modifiers"]) == self.sheet.known(said), f"line {len(self.journal.records)}, {record.headline}"
        faces = [(face.sides, face.face) for face in record.faces]
        try:
            self.sheet.do(record.procedure, said, faces, record.choices)
        except AssertionError as error:
            raise AssertionError(f"line {len(self.journal.records)}, {record.headline}: {error}") from error
        self.seen[record.procedure] += 1
        self.compare(record.headline)


def play(seed: int, lines: int = LINES) -> Counter[str]:
    """The orders of a battle, by their ids."""
    battle = Battle(seed)
    while len(battle.journal.records) < lines:
        battle.step()
    return battle.seen


@pytest.mark.parametrize("seed", range(2))
def test_every_fact_after_every_order_is_as_the_sheet_has_it(seed: int) -> None:
    play(seed)


@pytest.mark.campaign
def test_thousands_of_orders_leave_every_fact_as_the_sheet_has_it() -> None:
    seen: Counter[str] = Counter()
    seed = 0
    while seen.total() < ORDERS:
        seen += play(seed)
        seed += 1
    assert {order.id for order in RULESET.all_orders if order.key} - set(seen) == set(LEFT_OUT)
