"""The doubt about a range: another one was measured in this step between the two ships, or it is of an earlier step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fleetbook.referee.offers import draft
from fleetbook.referee.proposals.measured import measured
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Off Terschelling: V 1243 has looked for MTB 624 at 30 cm, line 3."""
    with Session(BattleFile.create(tmp_path / "a.battle", load_setup("convoy"), "7")) as opened:
        give(opened, "next")
        give(opened, "next")
        give(opened, "observe", 6, observer="V 1243", target="MTB 624", range="30")
        yield opened


def give(session: Session, order: str, *faces: int, **inputs: str) -> None:
    entered = draft(session.battle, order, inputs)
    session.ordering(entered.order(), entered.given, typed=False)(faces, ())


def doubt(session: Session, order: str = "fire", **inputs: str) -> str:
    known = measured(session, draft(session.battle, order, inputs))
    return known.doubt if known else ""


def test_a_range_that_contradicts_one_of_this_step_is_doubted_with_its_line(session: Session) -> None:
    assert doubt(session, firer="V 1243", target="MTB 624", range="14") == "14 cm, but 30 measured this step (line 3)"


@pytest.mark.parametrize(("firer", "target", "number"), [("V 1243", "MTB 624", "30"), ("V 1241", "MTB 624", "14")])
def test_the_same_range_and_one_of_another_pair_are_not_doubted(session: Session, firer: str, target: str, number: str) -> None:
    assert doubt(session, firer=firer, target=target, range=number) == ""


def test_a_range_filled_in_from_this_step_holds(session: Session) -> None:
    entered = draft(session.battle, "fire", {"firer": "V 1243", "target": "MTB 624"})
    known = measured(session, entered)
    assert known is not None
    assert (entered.values["range"], known.holds, known.doubt) == (30, True, "")


def test_a_line_taken_back_measures_nothing(session: Session) -> None:
    session.undo()
    assert doubt(session, firer="V 1243", target="MTB 624", range="14") == ""


def test_a_range_once_given_is_the_one_to_contradict(session: Session) -> None:
    give(session, "fire", firer="V 1243", target="MTB 624", range="14")
    again = {"observer": "V 1243", "target": "MTB 624"}
    assert doubt(session, "observe", **again, range="14") == ""
    assert doubt(session, "observe", **again, range="30") == "30 cm, but 14 measured this step (line 4)"


def test_a_range_measured_for_all_is_contradicted_too(session: Session) -> None:
    session.ranges.measure(session.battle, "22", "V 1241", "MTB 624")
    assert doubt(session, firer="V 1241", target="MTB 624", range="14") == "14 cm, but 22 measured this step"
    assert doubt(session, firer="V 1241", target="MTB 624", range="22") == ""


def test_a_range_of_another_step_is_doubted_only_if_it_is_filled_in(session: Session) -> None:
    for _ in range(8):
        give(session, "next")
    pair = {"observer": "V 1243", "target": "MTB 624"}
    assert doubt(session, "observe", **pair) == "30 cm is old: of turn 1, step 3 (line 3)"
    assert doubt(session, "observe", **pair, range="30") == ""
    assert doubt(session, "observe", **pair, range="14") == ""


def test_yards_are_doubted_as_centimetres_are(tmp_path: Path) -> None:
    """Dogger Bank, planned fire."""
    with Session(BattleFile.create(tmp_path / "b.battle", load_setup("dogger-bank"), "7")) as session:
        while session.battle.phase != "planned-fire":
            give(session, "next")
        give(session, "fire", firer="Lion", target="Seydlitz", range="16000", fired_on="no")
        line = len(session.journal.records)
        said = doubt(session, firer="Lion", target="Seydlitz", range="9000")
        assert said == f"9000 yds, but 16000 measured this step (line {line})"


def test_a_range_typed_again_into_the_grid_of_this_step_is_not_old(session: Session) -> None:
    for _ in range(8):
        give(session, "next")
    pair = {"observer": "V 1243", "target": "MTB 624"}
    session.ranges.measure(session.battle, "30", "V 1243", "MTB 624")
    known = measured(session, draft(session.battle, "observe", pair))
    assert known is not None
    assert (known.words, known.holds, known.doubt) == ("measured in this step", True, "")
