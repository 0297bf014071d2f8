"""Orders filled in without a form equal those of the form, and a tape answers what is measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fleetbook.core.doctrines.filled import filled
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup


class Says:
    """A tape that says the same of all ships."""

    def __init__(
        self, cm: float = 14.4, arc: str = "starboard", between: tuple[str, ...] = (), met: tuple[str, ...] = ()
    ) -> None:
        self._cm, self._arc, self._between, self._met = cm, arc, between, met

    def range(self, one: str, other: str) -> float:
        return self._cm

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        return self._arc

    def between(self, one: str, other: str) -> tuple[str, ...]:
        return self._between

    def met(self, runner: str) -> tuple[str, ...]:
        return self._met

    def turns(self, ship: str) -> bool:
        return ship == "MTB 221"

    def along(self, one: str, other: str) -> bool:
        return False

    def left(self) -> tuple[str, ...]:
        return ()


class Table:
    """The convoy's battle in memory."""

    def __init__(self) -> None:
        self.journal: Journal[Any] = Journal(ruleset("coastal"), load_setup("convoy"), "a seed")

    def kind(self, order: str) -> Any:
        return self.journal.ruleset.order(order)

    def give(self, order: str, tape: Says | None = None, **given: Any) -> Any:
        made = filled(self.kind(order), self.journal.battle, given, tape)
        self.journal.append(self.journal.propose(made, given=tuple(given)))
        return made

    def until(self, phase: str) -> None:
        while self.journal.battle.phase != phase:
            self.journal.append(self.journal.propose(NextStep()))


def test_an_order_without_a_form_has_the_defaults_of_the_form() -> None:
    table = Table()
    table.until("move-1")
    orders: tuple[tuple[str, dict[str, Any]], ...] = (
        ("move", {"ship": "MTB 221", "speed": 12}),
        ("launch", {"ship": "MTB 233", "target": "Hellweg", "range": 33}),
    )
    for order, given in orders:
        as_typed = Draft(table.journal.battle, table.kind(order), given).order()
        assert table.give(order, **given).inputs() == as_typed.inputs()
    table.until("fire-1")
    table.give("observe", observer="R 86", target="MTB 221", range=10)
    for given in (
        {"firer": "R 86", "target": "MTB 221", "range": 10, "bearing": "port"},
        {"firer": "M 388", "target": "MTB 221", "range": 30, "bearing": "front"},
    ):
        made = filled(table.kind("fire"), table.journal.battle, given)
        assert made.inputs() == Draft(table.journal.battle, table.kind("fire"), given).order().inputs()


def test_a_tape_answers_range_arc_screen_and_what_a_torpedo_meets() -> None:
    table = Table()
    table.until("move-1")
    launch = table.give("launch", Says(33.4), ship="MTB 233", target="Hellweg")
    assert (launch.range, launch.number) == (33, 2)
    meets, battle = table.kind("torpedo"), table.journal.battle
    met: Any = filled(meets, battle, {"torpedo": "torpedo 1"}, Says(arc="rear", met=("V 1241", "Hellweg")))
    assert (met.target, "end_on" in met.modifiers) == ("V 1241", True)
    abeam: Any = filled(meets, battle, {"torpedo": "torpedo 1"}, Says(met=("Hellweg",)))
    assert "end_on" not in abeam.modifiers
    table.until("fire-1")
    look: dict[str, Any] = {"observer": "R 86", "target": "MTB 221"}
    assert table.give("observe", Says(14.6, between=("V 1241",)), **look).range == 15
    assert "screened" in table.journal.record(table.journal.position).inputs["modifiers"]
    table.give("observe", Says(5), observer="M 388", target="MTB 221")
    fire: Any = filled(table.kind("fire"), table.journal.battle, {"firer": "M 388", "target": "MTB 221"}, Says(13))
    assert (fire.range, fire.bearing) == (13, "starboard")


def test_what_is_given_counts_before_the_tape() -> None:
    table = Table()
    table.until("move-1")
    given = {"ship": "MTB 233", "target": "Hellweg", "range": 40}
    assert filled(table.kind("launch"), table.journal.battle, given, Says(33)).inputs()["range"] == 40


def test_what_is_missing_or_refused_is_said() -> None:
    table = Table()
    table.until("move-1")
    with pytest.raises(InvalidInput, match="range"):
        filled(table.kind("launch"), table.journal.battle, {"ship": "MTB 221", "target": "Hellweg"})
    with pytest.raises(InvalidInput, match="course"):
        filled(table.kind("move"), table.journal.battle, {"course": 90})
    with pytest.raises(InvalidInput, match="from 30"):
        filled(table.kind("launch"), table.journal.battle, {"ship": "MTB 221", "target": "Hellweg"}, Says(12))
    with pytest.raises(Refused, match="no torpedoes"):
        filled(table.kind("launch"), table.journal.battle, {"ship": "MGB 321", "target": "Hellweg"}, Says(33))
