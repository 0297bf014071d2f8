"""Orders in words: on one line, part by part, and as steps back."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.card_view import CardView, strength, with_coming_changes
from fleetbook.core.battle.events import Began, Event, Finished, Noted, Rolled
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Dice, Face, no_such_die
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, note_new, set_fact
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.throws import AtLeastThrow, TableThrow, Throw
from fleetbook.core.play.driver import Supply, resolve
from fleetbook.core.play.going_back import no_dice, step_words
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import outcomes
from fleetbook.core.play.wording import working_line
from fleetbook.core.play.working import working
from fleetbook.core.tables.table import Modifier
from fleetbook.core.words.sentence import Sentences
from tests.core import toy
from tests.core.scripts import Script
from tests.core.toy_ships import Boat, PondBattle

STEADY = Modifier("steady", 1, "firer stopped")


def throw(label: str, face: int = 3) -> Rolled:
    return Rolled("D6", (Face(6, face),), face, "miss", label)


def part(words: str, *inside: Event) -> tuple[Event, ...]:
    return (Began("part", words), *inside, Finished())


def record(*events: Event) -> Record:
    return Record(number=1, headline="Duck fires", events=events)


def test_dice_of_the_order_itself_and_of_a_part_are_set_apart_by_the_part() -> None:
    text = working_line(record(throw("aim"), *part("bow gun", throw("shot"), throw("again"))))
    assert text == "aim: D6 3 → miss; bow gun, shot: D6 3 → miss; again: D6 3 → miss"
    alone = working_line(record(*part("bow gun", throw("shot"))))
    assert alone == "shot: D6 3 → miss"


def test_of_more_than_twelve_throws_those_two_parts_deep_are_left_out() -> None:
    deep = part("bow gun", throw("shot"), *part("hit", throw("depth")))
    assert working_line(record(*deep * 6)).count("depth") == 6
    assert working_line(record(*deep * 7)).count("depth") == 0
    assert working_line(record(*deep * 7)).count("shot") == 7


def test_shots_that_are_equal_share_a_line_and_others_do_not() -> None:
    shots = (*part("bow gun", throw("shot", 1)), *part("bow gun", throw("shot", 2)), *part("stern gun", throw("shot", 2)))
    assert [text.text for text in working(record(*shots), toy.battle())] == [
        "bow gun × 2, shot: D6 1, 2 → miss",
        "stern gun, shot: D6 2 → miss",
    ]
    notes = (*part("bow gun", Noted("a dud")), *part("bow gun", Noted("a dud")))
    assert [text.text for text in working(record(*notes), toy.battle())] == ["bow gun", "a dud", "bow gun", "a dud"]


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (TableThrow("shot", Dice(1, 6), table=toy.RULES.tables.table("gunfire"), line=10), "1-3 miss, 4-5 hit, 6 two hits"),
        (
            TableThrow("shot", Dice(1, 6), (STEADY,), table=toy.RULES.tables.table("gunfire"), line=10),
            "1-2 miss, 3-4 hit, 5-6 two hits (+1 firer stopped counted in)",
        ),
        (AtLeastThrow("score", Dice(1, 6), needed=2), "1 no, 2-6 yes, 83 % (2+ needed)"),
        (Throw("feet", Dice(1, 6), (STEADY,)), ""),
    ],
    ids=["table", "modified", "score", "number"],
)
def test_each_face_of_a_die_in_words_before_it_is_thrown(step: Throw, text: str) -> None:
    assert outcomes(step, toy.battle().wording) == text


def given(journal: Journal[Any], name: str, *faces: int, **inputs: Any) -> None:
    order = Draft(journal.battle, journal.ruleset.order(name), inputs).order()
    journal.append(journal.propose(order, journal.supply(faces) if faces else None))


def test_no_die_can_be_changed_where_the_last_order_threw_none() -> None:
    journal = toy.journal()
    assert no_dice(journal) == "the last order threw no dice"
    given(journal, "sail", boat="Duck", speed=5, heading="north")
    assert no_dice(journal) == ""
    given(journal, "sail", boat="Drake", speed=1, heading="north")
    assert not journal.records[-1].faces
    assert no_dice(journal) == "the last order threw no dice"


def test_a_step_back_is_worded_by_its_order_or_by_the_first_of_several() -> None:
    journal = toy.journal()
    for boat in ("Duck", "Drake"):
        given(journal, "sail", boat=boat, speed=2, heading="north")
    journal.append(journal.undo())
    assert step_words(journal, journal.records[-1]) == "Took back: Drake sails north at 2 kt."
    journal.append(journal.redo())
    journal.append(journal.undo(0))
    assert step_words(journal, journal.records[-1]) == "Took back 2 orders, 1 to 2: first Duck sails north at 2 kt."


@pytest.mark.parametrize(("thrown", "words"), [(0, "no die"), (1, "one die"), (2, "2 dice")])
def test_a_die_that_an_order_did_not_throw_is_refused_with_the_number_that_it_threw(thrown: int, words: str) -> None:
    assert str(no_such_die(3, thrown)) == f"die: there is no die 3: the order threw {words}"


def test_how_many_of_a_side_fight_and_what_became_of_the_others() -> None:
    boats = {
        "Duck": CardView("Duck", "", "Ducks", "", ()),
        "Drake": CardView("Drake", "", "Ducks", "", ()),
        "Swan": CardView("Swan", "", "Ducks", "", (), standing="sinking"),
        "Heron": CardView("Heron", "", "Ducks", "", (), fate="sunk T2", lost="sunk"),
    }
    assert strength(boats.values()) == "2 of 4 fight, 1 sunk, 1 out"
    assert strength([boats["Duck"], boats["Swan"]]) == "1 of 2 fights, 1 out"
    assert strength([boats["Duck"], boats["Heron"]]) == "1 of 2 fights"
    assert strength([boats["Swan"]]) == "none of 1 fight, 1 out"


def test_news_at_the_end_of_a_step_is_noted_once_and_old_news_is_not() -> None:
    now, sinking = (CardView("Swan", "", "Waders", "", (), standing=words) for words in ("on fire", "sinking"))
    assert with_coming_changes(now, now) is now
    (condition,) = with_coming_changes(now, sinking).conditions
    assert (condition.text, condition.gravity) == ("at the end of this step: sinking", "grave")


class Douse(Order[Boat]):
    """Douse one of two fires, and say what burns then and did not before."""

    id, title, key = "douse", "Douse", "d"

    def resolve(self, battle: PondBattle) -> Effects:
        def fires() -> list[str]:
            return [f"{boat} burns" for boat in battle.ships() if boat.has("fire")]

        yield from note_new(fires, set_fact("Swan", "fire", True), "P7")


def test_what_is_noted_as_new_is_what_the_words_did_not_say_before() -> None:
    burning = toy.battle().with_changes([(Key("Duck", "fire"), True)])
    events = resolve(Douse(), burning, Supply(None)).events
    assert [event for event in events if isinstance(event, Noted)] == [
        Noted("Swan burns", "P7", Sentences.typed(words="Swan burns"))
    ]


def test_an_order_may_have_fifty_thousand_effects_and_no_more() -> None:
    most = Script(program=(("put", "a", None),) * 50_000)
    assert resolve(most, toy.battle(), Supply(None)).events == ()
    with pytest.raises(Exception, match="50,000 effects in one order"):
        resolve(Script(program=(*most.program, ("put", "a", None))), toy.battle(), Supply(None))
