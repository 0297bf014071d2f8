"""The driver of play: sources of faces, the record, and missing answers."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Adjustment, Began, Changed, Chosen, Finished, Marked, Noted, Rolled, Scored
from fleetbook.core.battle.facts import Key
from fleetbook.core.dice import Face, Stream, thrown_as
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.driver import Recorded, Supply, play_through, resolve
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.core.words.sentence import Sentences
from tests.core import toy
from tests.core.scripts import Script

STREAM = Stream("harbour")


def script(*program: Any) -> Script:
    return Script(program=program)


def rolled(events: tuple[Any, ...]) -> list[Rolled]:
    return [event for event in events if isinstance(event, Rolled)]


def test_typed_dice_come_first_and_the_stream_rolls_the_others() -> None:
    end = resolve(script(("roll", "2d2"), ("roll", "d3")), toy.battle(), Supply(STREAM, 4, [2, None]))
    natural = [STREAM.face(4 + number, sides) for number, sides in ((1, 2), (2, 2), (3, 3))]
    assert end.faces == (Face(2, 2, "typed"), Face(2, natural[1]), Face(3, natural[2]))


def test_with_typed_dice_only_the_first_that_lacks_is_asked_for() -> None:
    order = script(("roll", "2d2"), ("score", 2))
    for typed, number, sides, label in (([], 1, 2, "dice"), ([1], 2, 2, "dice"), ([1, 2], 3, 3, "score")):
        with pytest.raises(DieNeeded) as wanted:
            resolve(order, toy.battle(), Supply(STREAM, 1, typed, typed_only=True))
        assert (wanted.value.number, wanted.value.sides, wanted.value.label) == (number, sides, label)
        assert str(wanted.value) == f"die {number} is wanted: a {thrown_as(sides)} for {label}"


@pytest.mark.parametrize("face", [0, -1, 3, 10**9])
def test_a_face_that_the_die_has_not_is_refused(face: int) -> None:
    with pytest.raises(InvalidInput, match=r"die 2, dice: .* is not on a D2: throw again"):
        resolve(script(("roll", "2d2")), toy.battle(), Supply(STREAM, 1, [1, face]))
    with pytest.raises(InvalidInput, match="is not on a D2: throw again"):
        resolve(script(("roll", "2d2")), toy.battle(), Supply(STREAM, 1, overruled={2: face}))


def test_an_overruled_die_keeps_what_stood_there() -> None:
    end = resolve(script(("roll", "2d2")), toy.battle(), Supply(STREAM, 1, [1, 1], overruled={2: 2}))
    assert end.faces == (Face(2, 1, "typed"), Face(2, 2, "overruled", 1))


def test_a_typed_die_counts_only_for_a_die_of_the_same_sides_where_these_are_known() -> None:
    supply = Supply(STREAM, 1, [2, 2], overruled={2: 1}, sides=[3, 3])
    assert supply.face(1, 3, "x") == Face(3, 2, "typed")
    assert supply.face(2, 2, "x") == Face(2, STREAM.face(1 + 2, 2))
    assert supply.face(2, 3, "x") == Face(3, 1, "overruled", 2)


def test_a_record_s_own_faces_are_played_again_or_refused() -> None:
    order = script(("roll", "d2"), ("roll", "d3"))
    faces = resolve(order, toy.battle(), Supply(STREAM, 1)).faces
    assert resolve(order, toy.battle(), Recorded(faces)).faces == faces
    with pytest.raises(DieNeeded):
        resolve(order, toy.battle(), Recorded(faces[:1]))
    with pytest.raises(InvalidInput):
        resolve(order, toy.battle(), Recorded(faces[::-1]))


def test_a_roll_is_recorded_with_all_that_led_to_its_result() -> None:
    order = toy.Shot(firer="Duck", target="Swan", range=12, modifiers=("steady", "far"))
    event = rolled(resolve(order, toy.battle(), Supply(STREAM, 1, [3])).events)[0]
    assert event == Rolled(
        label="Gunfire",
        dice="D6",
        faces=(Face(6, 3, "typed"),),
        total=3,
        result="miss",
        adjustments=(Adjustment(1, "firer stopped", "shooting.steady"), Adjustment(-1, "over 10 ft", "shooting.far")),
        table="gunfire",
        line="12",
        row="1-3",
        rule="P2",
    )


def test_orders_inside_orders_begin_and_finish_around_their_doings() -> None:
    order = toy.Shot(firer="Duck", target="Swan", range=5, modifiers=())
    events = resolve(order, toy.battle(), Supply(STREAM, 1, [4, 1, 2, 4, 4, 4])).events
    assert [type(event) for event in events] == [
        Rolled, Scored, Began,  # a hit
        Rolled, Rolled, Marked, Scored, Rolled, Changed, Changed, Began,  # bow, two boxes, holed: a leak
        Rolled, Changed, Finished, Finished,
    ]  # fmt: skip
    assert events[-3] == Changed("Swan", "leaking", None, True, text="Swan leaks", said=Sentences.typed(words="Swan leaks"))


def test_a_step_that_changes_nothing_has_no_event() -> None:
    program = (
        ("put", "a", None),
        ("strike", "hull", -1),
        ("strike", "hull", 99),
        ("strike", "hull", 1),
        ("add", "a", 0),
        ("lose", "hull", 1),
    )
    events = resolve(script(*program), toy.battle(), Supply(STREAM, 1)).events
    assert events == (Marked("Duck", "hull", 6, 0, 6, ""),)


def test_true_after_one_is_a_change() -> None:
    events = resolve(script(("put", "a", 1), ("put", "a", True), ("put", "a", True)), toy.battle(), Supply(STREAM, 1)).events
    assert events == (Changed("Duck", "a", None, 1), Changed("Duck", "a", 1, True))


def test_readings_that_were_asked_for_are_remembered_in_their_order() -> None:
    end = resolve(toy.Hit(target="Swan"), toy.battle(), Supply(STREAM, 1, [1, 1, 1]))
    assert end.look_ups.readings == ("hit_dice", "hole_score")


def test_choices_are_used_up_in_their_order_and_recorded() -> None:
    order = script(("choose",), ("keep", "a"), ("run", ((("choose",), ("keep", "b")),)))
    end = resolve(order, toy.battle(), Supply(STREAM, 1), ["right", "lef"])
    assert end.choices == ("right", "left")
    assert end.events[0] == Chosen("", "right", ("left", "right"), "way", Sentences.typed(words="way"))
    assert (end.battle.fact(Key("Duck", "a")), end.battle.fact(Key("Duck", "b"))) == ("right", "left")


def test_choices_may_neither_lack_nor_be_too_many_nor_unknown() -> None:
    order = script(("choose",))
    with pytest.raises(ChoiceNeeded, match="a choice is wanted: way: left, right"):
        resolve(order, toy.battle(), Supply(STREAM, 1))
    with pytest.raises(InvalidInput, match="choices: found right, allowed: left alone: the order asks for no further choice"):
        resolve(order, toy.battle(), Supply(STREAM, 1), ["left", "right"])
    with pytest.raises(InvalidInput, match="allowed: left, right"):
        resolve(order, toy.battle(), Supply(STREAM, 1), ["up"])
    with pytest.raises(InvalidInput, match="way: found l, allowed: left, right"):
        resolve(order, toy.battle(), Supply(STREAM, 1), ["l"])
    assert resolve(order, toy.battle(), Supply(STREAM, 1), ["left", "right"], spare=True).choices == ("left",)


def test_nothing_happens_to_the_battle_that_an_order_is_resolved_on() -> None:
    battle = toy.battle()
    before = battle.state.fingerprint
    end = resolve(script(("put", "a", 1)), battle, Supply(STREAM, 1))
    assert battle.state.fingerprint == before != end.battle.state.fingerprint


def test_dice_and_choices_run_through_several_orders() -> None:
    orders = [script(("roll", "d2"), ("keep", "a")), script(("choose",), ("roll", "d3"), ("keep", "b"), ("note",))]
    events, battle = play_through(orders, toy.battle(), Supply(STREAM, 1, [2, 3]), ["left", "right"])
    assert [event.faces[0].face for event in rolled(events)] == [2, 3]
    assert (battle.fact(Key("Duck", "a")), battle.fact(Key("Duck", "b"))) == (2, 3)
    assert events[-1] == Noted("a word", said=Sentences.typed(words="a word"))
