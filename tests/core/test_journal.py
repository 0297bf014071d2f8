"""The journal of the pond: propose, append, undo, redo, overrule and verify."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.events import Noted, Rolled, changes
from fleetbook.core.battle.facts import State
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.driver import Supply, resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.core.play.verify import verify_record
from tests.core import toy


def give(journal: Journal[Any], kind: str, *typed: int, choices: tuple[str, ...] = (), **inputs: str) -> Record:
    """Give an order; typed dice come first, the stream rolls the others."""
    draft = Draft(journal.battle, journal.ruleset.order(kind), inputs)
    record = journal.propose(draft.order(), journal.supply(typed), choices, draft.given)
    journal.append(record)
    return record


def on_the_pond() -> Journal[Any]:
    """Duck has sailed and the firing step has come."""
    journal = toy.journal()
    give(journal, "sail", boat="Duck", speed="3")
    give(journal, "next")
    return journal


def fire(journal: Journal[Any], *typed: int) -> Record:
    return give(journal, "fire", *typed, firer="Duck", target="Swan", range="5", guns="bow gun")


def test_the_record_says_what_was_entered_what_the_battle_filled_in_and_which_dice_were_typed() -> None:
    record = fire(on_the_pond(), 4, 1, 2)
    assert record.inputs["modifiers"] == ()
    assert set(record.given) == {"firer", "target", "range", "guns"}
    assert [(face.face, face.origin) for face in record.faces[:3]] == [(4, "typed"), (1, "typed"), (2, "typed")]


def test_too_few_typed_dice_say_which_die_is_wanted_and_record_nothing() -> None:
    journal = on_the_pond()
    order = Draft(journal.battle, toy.Fire, {"firer": "Duck", "target": "Swan", "guns": "bow gun"}).order()
    with pytest.raises(DieNeeded, match="die 2 is wanted: a D4 for compartment"):
        journal.propose(order, journal.supply([4], typed_only=True))
    assert len(journal.records) == 2


def test_an_impossible_face_is_refused() -> None:
    journal = on_the_pond()
    with pytest.raises(InvalidInput, match="is not on a D6"):
        fire(journal, 7)
    assert len(journal.records) == 2


def test_a_choice_is_asked_for_and_taken() -> None:
    journal = toy.journal()
    with pytest.raises(ChoiceNeeded, match="Waders chooses Swan is boarded: fight, yield"):
        give(journal, "board", boarder="Duck", prize="Swan")
    record = give(journal, "board", boarder="Duck", prize="Swan", choices=("yield",))
    assert record.choices == ("yield",)
    with pytest.raises(InvalidInput, match="allowed: fight, yield"):
        give(journal, "board", boarder="Drake", prize="Swan", choices=("flee",))


def test_undo_goes_back_an_order_at_a_time_and_redo_brings_the_same_dice_back() -> None:
    journal = on_the_pond()
    shot = fire(journal)
    after = journal.battle.state
    for kind in ("undo", "undo"):
        journal.append(getattr(journal, kind)())
    assert journal.position == 1
    for _ in range(2):
        journal.append(journal.redo())
    assert journal.battle.state == after
    assert journal.battle.state.fingerprint == shot.fingerprint
    assert journal.position == shot.number
    with pytest.raises(Refused, match="nothing to bring back"):
        journal.redo()


def test_undo_can_go_to_any_line_also_of_an_abandoned_branch() -> None:
    journal = on_the_pond()
    shot = fire(journal)
    journal.append(journal.undo(0))
    assert journal.battle.state == journal.start.state
    give(journal, "sail", boat="Drake")
    assert journal.undo_history.taken_back_by(shot.number) == [journal.position]
    journal.append(journal.undo(shot.number))
    assert journal.undo_history.in_force == {1, 2, shot.number}
    with pytest.raises(Refused, match="stands at line 3 already"):
        journal.undo(shot.number)
    with pytest.raises(InvalidInput, match="there is no line 77; the last is 6"):
        journal.undo(77)


def test_nothing_to_take_back() -> None:
    with pytest.raises(Refused, match="nothing to take back"):
        toy.journal().undo()


def test_an_order_after_an_undo_ends_the_way_forward() -> None:
    journal = on_the_pond()
    journal.append(journal.undo())
    give(journal, "sail", boat="Drake")
    assert not journal.undo_history.can_redo


def test_an_overruled_die_keeps_the_others_and_earlier_rulings() -> None:
    journal = on_the_pond()
    shot = fire(journal, 4)
    for record in journal.overrule(1, 5, "leaned on the table"):
        journal.append(record)
    again = journal.records[-1]
    assert again.faces[0] == Face(6, 5, "overruled", 4)
    assert again.faces[1:] == shot.faces[1:]
    assert again.reason == "leaned on the table"
    for record in journal.overrule(2, 3, "and this one"):
        journal.append(record)
    both = journal.records[-1]
    assert [(face.face, face.origin) for face in both.faces[:2]] == [(5, "overruled"), (3, "overruled")]
    assert [verify_record(journal, record) for record in journal.records] == [""] * len(journal.records)


def test_a_ruling_needs_a_reason_and_a_die() -> None:
    journal = on_the_pond()
    fire(journal, 4)
    with pytest.raises(Refused, match="needs a reason"):
        journal.overrule(1, 2, " ")
    with pytest.raises(InvalidInput, match="die"):
        journal.overrule(9, 2, "no such die")


def test_a_refused_order_changes_nothing() -> None:
    journal = on_the_pond()
    fire(journal)
    before, lines = journal.battle.state.fingerprint, len(journal.records)
    with pytest.raises(Refused, match="has fired this turn"):
        fire(journal)
    with pytest.raises(Refused, match="belongs to steps 1 and 3; this is step 2"):
        give(journal, "sail", boat="Duck")
    assert (journal.battle.state.fingerprint, len(journal.records)) == (before, lines)


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"inputs": {"firer": "Drake", "target": "Heron", "range": 5, "guns": ("bow gun",), "modifiers": ()}}, "events"),
        ({"faces": (Face(6, 1), Face(6, 1), Face(6, 1))}, "dice|die"),
        ({"events": ()}, "events"),
        ({"consulted": ("hit_dice", "nothing")}, "readings"),
        ({"procedure": "dance"}, "order"),
    ],
)
def test_verification_notices_a_changed_record(change: dict[str, Any], difference: str) -> None:
    journal = on_the_pond()
    shot = fire(journal)
    assert verify_record(journal, shot) == ""
    assert re.search(difference, verify_record(journal, msgspec.structs.replace(shot, **change)))


def test_words_are_no_part_of_what_happened() -> None:
    journal = on_the_pond()
    shot = fire(journal)
    events = tuple(event for event in shot.events if not isinstance(event, Noted))
    other = (msgspec.structs.replace(each, label="dice") if isinstance(each, Rolled) else each for each in events)
    said = msgspec.structs.replace(shot, headline="Duck shoots", events=tuple(other))
    assert verify_record(journal, shot) == ""
    assert verify_record(journal, said) == ""


def test_a_record_that_does_not_follow_is_not_taken_in() -> None:
    journal = on_the_pond()
    record = msgspec.structs.replace(journal.records[1], number=3, on=2, fingerprint="0" * 32)
    with pytest.raises(InvalidInput, match="line 3"):
        journal.append(record)
    assert len(journal.records) == 2


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["sail Duck", "sail Drake", "sail Swan", "fire", "next", "undo", "redo", "note"]), max_size=25))
def test_folding_the_events_gives_the_live_battle_and_tracks_stay_in_bounds(words: list[str]) -> None:
    journal = toy.journal()
    for word in words:
        try:
            if word in ("undo", "redo"):
                journal.append(getattr(journal, word)())
            elif word.startswith("sail"):
                give(journal, "sail", boat=word.split()[1])
            elif word == "fire":
                give(journal, "fire", firer="Duck" if journal.battle.acting == "Ducks" else "Swan",
                     target="Swan" if journal.battle.acting == "Ducks" else "Duck")  # fmt: skip
            else:
                inputs: dict[str, Any] = {"words": "x"} if word == "note" else {}
                give(journal, word, **inputs)
        except Refused:
            continue
        state = journal.start.state
        for number in journal.undo_history.line_to(journal.position):
            state = state.with_changes(changes(journal.record(number).events))
        assert state == journal.battle.state
        assert state.fingerprint == State().with_changes(journal.battle.state.items()).fingerprint
        for boat in journal.battle.ships():
            for track, full in journal.battle.tracks(boat.name).items():
                assert 0 <= boat.left(track) <= full


def test_the_same_order_with_the_same_dice_is_the_same_resolution() -> None:
    journal = on_the_pond()
    order = Draft(journal.battle, toy.Fire, {"firer": "Duck", "target": "Swan"}).order()
    one, other = (resolve(order, journal.battle, Supply(journal.stream, 9)) for _ in range(2))
    assert one.events == other.events
    assert one.battle.state == other.battle.state


@pytest.mark.parametrize("known", ["sail", "row"], ids=["the id of another order", "no order of the rules"])
def test_an_order_that_the_rules_do_not_list_is_refused_and_nothing_is_written(known: str) -> None:
    """Its line could not be read again, or would be read as another order."""

    class Row(toy.Sail):
        id = known

    journal = toy.journal()
    order = Row.from_inputs(Draft(journal.battle, toy.Sail, {"boat": "Duck", "speed": "3"}).order().inputs())
    found = "Row, allowed: the order sail that the rules list" if known == "sail" else "row, allowed: sail, "
    with pytest.raises(InvalidInput, match=f"order: found {found}"):
        journal.propose(order, journal.supply())
    assert not journal.records
    journal.append(journal.propose(toy.Sail.from_inputs(order.inputs()), journal.supply()))
