"""Overruled dice, records that cannot follow, and the differences that verification finds."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import REDO, UNDO, Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.verify import verify_record
from tests.core import toy
from tests.core.scripts import Script, steps_of
from tests.core.toy_ships import Boat, PondBattle


class Trial(Order[Boat]):
    """An order whose die decides about further dice and a choice."""

    id, title, key = "trial", "Trial", "t"

    def resolve(self, battle: PondBattle) -> Any:
        program = (
            ("roll", "d4"), ("keep", "a"),
            ("if", 1, (("roll", "d6"), ("roll", "d20")), (("roll", "d20"), ("roll", "d6"))),
            ("read", "a"), ("if", 3, (("choose",), ("keep", "b")), ()),
            ("read", "a"), ("if", 4, (("choose",), ("choose",), ("keep", "b")), ()),
        )  # fmt: skip
        yield from steps_of(battle, program, [None])


class TrialRules(toy.Pond):
    """The pond, with trials."""

    orders: tuple[type[Order[Boat]], ...] = (*toy.Pond.orders, Trial, Script)


def trial(*typed: int | None, choices: tuple[str, ...] = ()) -> Journal[Any]:
    """A journal with one trial."""
    journal: Journal[Any] = Journal(TrialRules(), toy.setup(), toy.SEED)
    journal.append(journal.propose(Trial(), journal.supply(typed), choices))
    return journal


def overrule(journal: Journal[Any], die: int, face: int, choices: tuple[str, ...] | None = None) -> Record:
    for record in journal.overrule(die, face, "a ruling", choices):
        journal.append(record)
    assert [verify_record(journal, record) for record in journal.records] == [""] * len(journal.records)
    return journal.records[-1]


def faces(record: Record) -> list[tuple[int, int, str]]:
    return [(face.sides, face.face, face.origin) for face in record.faces]


def test_typed_dice_that_the_changed_order_does_not_throw_are_rolled() -> None:
    journal = trial(1, 5, 17)
    again = overrule(journal, 1, 2)
    natural = [journal.stream.face(number, sides) for number, sides in ((2, 20), (3, 6))]
    assert faces(again) == [(4, 2, "overruled"), (20, natural[0], "rolled"), (6, natural[1], "rolled")]
    back = overrule(journal, 1, 1)
    assert faces(back)[0] == (4, 1, "overruled")
    assert back.faces[0].instead_of == 1  # as first typed


def test_a_second_ruling_keeps_the_first() -> None:
    journal = trial(1, 5, 17)
    overrule(journal, 2, 6)
    assert faces(overrule(journal, 3, 1)) == [(4, 1, "typed"), (6, 6, "overruled"), (20, 1, "overruled")]


def test_choices_no_longer_asked_for_are_dropped() -> None:
    journal = trial(3, choices=("left",))
    assert overrule(journal, 1, 2).choices == ()


def test_choices_still_asked_for_stay_and_more_are_asked_for() -> None:
    journal = trial(3, choices=("left",))
    with pytest.raises(ChoiceNeeded, match="way: left, right"):
        journal.overrule(1, 4, "a ruling")
    assert len(journal.records) == 1
    assert overrule(journal, 1, 4, ("left", "right")).choices == ("left", "right")
    assert overrule(journal, 1, 3).choices == ("left",)


def test_choices_given_again_may_not_be_too_many() -> None:
    with pytest.raises(InvalidInput, match="no further choice"):
        trial(3, choices=("left",)).overrule(1, 3, "a ruling", ("left", "left"))


def test_an_impossible_face_is_no_ruling_and_nothing_to_rule_on_is_refused() -> None:
    journal = trial(1)
    with pytest.raises(InvalidInput, match="is not on a D4"):
        journal.overrule(1, 5, "a ruling")
    journal.append(journal.undo())
    with pytest.raises(Refused, match="no order whose die"):
        journal.overrule(1, 2, "a ruling")
    quiet = toy.journal()
    quiet.append(quiet.propose(Draft(quiet.battle, quiet.ruleset.order("note"), {"words": "x"}).order()))
    with pytest.raises(Refused, match="no order whose die"):
        quiet.overrule(1, 1, "a ruling")


def test_notes_on_an_order_stand_on_it_again_once_its_die_is_changed() -> None:
    journal = trial(1)
    for words in ("the die was cocked", "agreed by both"):
        journal.append(journal.propose(Draft(journal.battle, journal.ruleset.order("note"), {"words": words}).order()))
    for record in journal.overrule(1, 2, "a ruling"):
        journal.append(record)
    _, again, first, second = journal.records[-4:]
    assert (again.faces[0].face, first.on, second.on) == (2, again.number, first.number)
    assert [first.inputs["words"], second.inputs["words"]] == ["the die was cocked", "agreed by both"]
    assert (journal.position, journal.last_but_notes) == (second.number, again.number)
    assert all(not verify_record(journal, record) for record in journal.records)


def test_a_ruling_can_be_taken_back_and_the_first_throw_gone_to() -> None:
    journal = trial(2)
    first = journal.battle.state
    overrule(journal, 1, 1)
    journal.append(journal.undo(1))
    assert journal.battle.state == first
    assert journal.undo_history.in_force == {1}
    journal.append(journal.redo())
    assert journal.position == 3


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"choices": ()}, "a choice is wanted"),
        ({"choices": ("left", "left")}, "no further choice"),
        ({"choices": ("right",)}, "events"),
        ({"inputs": {"x": 1}}, "input of trial"),
        ({"turn": 2}, "turn differ"),
        ({"phase": "fire-1"}, "step differ"),
        ({"fingerprint": "0" * 32}, "leads to another battle"),
        ({"faces": ()}, "choice"),
    ],
)
def test_verification_finds_a_wrong_record_and_never_fails(change: dict[str, Any], difference: str) -> None:
    journal = trial(3, None, None, choices=("left",))
    record = journal.records[0]
    assert verify_record(journal, record) == ""
    assert re.search(difference, verify_record(journal, msgspec.structs.replace(record, **change)))


def test_verification_notices_a_rolled_face_that_the_stream_did_not_give() -> None:
    journal = toy.journal()
    journal.append(journal.propose(Draft(journal.battle, toy.Sail, {"boat": "Duck", "speed": 5}).order()))
    record = journal.records[0]
    (face,) = record.faces
    other = msgspec.structs.replace(face, face=face.face % 6 + 1)
    assert "dice differ" in verify_record(journal, msgspec.structs.replace(record, faces=(other,)))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(number=3, kind=UNDO, on=1), "line 3"),
        (Record(number=4, kind=UNDO, on=3), "number 4 after line 3"),
        (Record(number=4, kind="jump", on=1), "jump"),
        (Record(number=4, kind=UNDO, on=1, to=2), "a line that leads to line 2"),
        (Record(number=4, kind=UNDO, on=1, to=4), "earlier line"),
        (Record(number=4, kind=UNDO, on=1, to=-1), "earlier line"),
        (Record(number=4, kind=REDO, on=1, to=1), "a redo of the line that was undone last"),
        (Record(number=4, on=1, to=1, procedure="note"), "a line that leads to line 1"),
        (Record(number=4, kind=UNDO, on=1, fingerprint="0" * 32), "fingerprint"),
    ],
)
def test_a_record_that_does_not_follow_is_not_taken_in(record: Record, message: str) -> None:
    journal = trial(1)
    journal.append(journal.undo())
    journal.append(journal.redo())
    before = (journal.battle.state, journal.position, len(journal.records))
    with pytest.raises(InvalidInput, match=message):
        journal.append(record)
    assert (journal.battle.state, journal.position, len(journal.records)) == before


def test_a_long_way_back_is_worded_shortly() -> None:
    journal = toy.journal()
    for number in range(9):
        order = Draft(journal.battle, journal.ruleset.order("note"), {"words": str(number)}).order()
        journal.append(journal.propose(order))
    back = journal.undo(0)
    assert back.headline == "took back 1, 2, 3, 4, 5, 6 … (9 in all)"
    journal.append(back)
    forth = journal.undo(4)
    assert forth.headline == "went to line 4"
    journal.append(forth)
    assert journal.undo(10).headline == "took back 1, 2, 3, 4"  # line 10 is the way back to the start
