"""An order that asks for dice and choices: right answers, wrong answers, and answers taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.driver import Supply
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.referee.asking import Asking, Giving
from fleetbook.referee.faces import each_apart, read_faces
from fleetbook.referee.offers import draft as drafted
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.build_setup import load_setup
from tests.core import toy


def giving(journal: Journal[Any], order: str, **inputs: str) -> Giving:
    """What gives an order on the pond with dice that are all typed in."""
    draft = Draft(journal.battle, journal.ruleset.order(order), inputs)

    def give(faces: Sequence[int | None], choices: Sequence[str], thrown_by: Mapping[str, tuple[int, ...]]) -> Record:
        supply = journal.supply(faces, typed_only=True)
        record = msgspec.structs.replace(journal.propose(draft.order(), supply, choices), thrown_by=dict(thrown_by))
        if len(faces) > len(record.faces):
            raise InvalidInput("dice", f"{len(faces)} faces", f"{len(record.faces)}")
        journal.append(record)
        return record

    return Giving(give)


def boarding() -> tuple[Journal[Any], Asking]:
    journal = toy.journal()
    return journal, Asking.begin(giving(journal, "board", boarder="Duck", prize="Swan"))


def test_a_choice_then_dice_until_the_order_is_given() -> None:
    journal, asking = boarding()
    assert isinstance(asking.needed, ChoiceNeeded)
    asking = asking.answered("fight")
    assert isinstance(asking.needed, DieNeeded) and asking.needed.sides == 4
    asking = asking.answered("2").answered("1")
    assert asking.needed is None
    assert asking.record is not None and asking.record == journal.records[-1]
    assert [face.face for face in asking.record.faces] == [2, 1]
    assert [answer.words for answer in asking.answers] == ["fight", "2", "1"]


def test_dice_typed_on_a_phone_are_kept_with_their_side() -> None:
    _, asking = boarding()
    asking = asking.answered("fight").answered("2", "Red").answered("1")
    assert asking.record is not None
    assert asking.record.thrown_by == {"Red": (1,)}
    assert asking.record.hands == ["die 1 thrown by Red"]


def test_a_die_that_a_phone_has_rolled_is_thrown_by_nobody() -> None:
    _, asking = boarding()
    asking = asking.answered("fight").answered("", "Red").answered("1", "Red")
    assert asking.record is not None
    assert asking.record.thrown_by == {"Red": (2,)}


def test_faces_of_several_dice_in_one_answer_and_one_that_is_rolled() -> None:
    journal, asking = boarding()
    asking = asking.answered("fight").answered("3 -")
    assert [face.origin for face in journal.records[-1].faces] == ["typed", "rolled"]
    assert asking.answers[-1].words == "3 rolled"


def test_nothing_typed_rolls_the_die() -> None:
    journal, asking = boarding()
    asking.answered("fight").answered("").answered("")
    assert [face.origin for face in journal.records[-1].faces] == ["rolled", "rolled"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5", "5 is not on a D4: it has 1 to 4"),
        ("0", "0 is not on a D4: it has 1 to 4"),
        ("x", "x is no face: type faces such as 3,5"),
    ],
)
def test_a_wrong_face_is_told_and_asked_for_again(typed: str, said: str) -> None:
    journal, asking = boarding()
    asking = asking.answered("fight")
    wrong = asking.answered(typed)
    assert said in wrong.problem
    assert (wrong.answers, wrong.needed, wrong.record) == (asking.answers, asking.needed, None)
    assert journal.records == []
    assert wrong.answered("4").problem == ""


@pytest.mark.parametrize(("typed", "said"), [("3 9", "9 is not on a D4"), ("3 19", "19 is not on a D4"), ("3 1 1", "3 faces")])
def test_dice_that_turn_out_wrong_are_asked_for_again_and_nothing_is_given(typed: str, said: str) -> None:
    journal, asking = boarding()
    asking = asking.answered("fight").answered(typed)
    assert said in asking.problem
    assert journal.records == []
    assert [answer.words for answer in asking.answers] == ["fight"]
    assert isinstance(asking.needed, DieNeeded) and asking.needed.number == 1
    asking = asking.answered("3 1")
    assert (asking.problem, asking.record) == ("", journal.records[-1])


def test_an_answer_is_taken_back() -> None:
    _, asking = boarding()
    asked = asking.answered("fight").answered("2").taken_back()
    assert [answer.words for answer in asked.answers] == ["fight"]
    assert asked.taken_back().needed is not None
    assert asked.taken_back().taken_back().answers == ()


def test_faces_typed_before_are_used_first_and_wrong_ones_refused_at_once() -> None:
    journal = toy.journal()
    for order, inputs in (("sail", {"boat": "Duck", "speed": "3"}), ("next", {})):
        giving(journal, order, **inputs)((), ())
    fire = giving(journal, "fire", firer="Duck", target="Swan", guns="bow gun")
    asking = Asking.begin(fire, [4])
    assert isinstance(asking.needed, DieNeeded) and asking.needed.number == 2
    with pytest.raises(InvalidInput, match="7 is not on a D6"):
        Asking.begin(fire, [7])


def test_what_is_refused_is_refused() -> None:
    journal = toy.journal()
    with pytest.raises(Refused, match="board an enemy"):
        Asking.begin(giving(journal, "board", boarder="Duck", prize="Duck"))


@pytest.mark.parametrize(
    ("text", "faces"), [("", ()), ("5 3", (5, 3)), ("5,3", (5, 3)), (" 5 , - ", (5, None)), ("5,", (5,)), ("r 2", (None, 2))]
)
def test_faces_as_people_type_them(text: str, faces: tuple[int | None, ...]) -> None:
    assert read_faces(text) == faces


def given_to(*sides: int) -> Callable[[Sequence[int | None]], list[int]]:
    """What throws dice of so many sides, as many of them as faces are typed in."""
    return lambda typed: [Supply(None, 0, typed).face(n, of, "shot").face for n, of in enumerate(sides[: len(typed)], 1)]


@pytest.mark.parametrize(
    ("typed", "sides", "faces"),
    [
        ("412", (6, 6, 6), [4, 1, 2]),
        ("12", (6, 6), [1, 2]),
        ("12", (20, 6), [12]),
        ("12", (100,), [12]),
        ("4,12", (6, 20), [4, 12]),
        ("12 4", (100, 10), [12, 4]),
        ("10 0", (10, 10), [10, 10]),
    ],
)
def test_digits_in_one_run_are_a_face_each_unless_the_die_has_that_face(
    typed: str, sides: tuple[int, ...], faces: list[int]
) -> None:
    assert each_apart(given_to(*sides), read_faces(typed)) == faces


@pytest.mark.parametrize("typed", ["4,12", "4 12", "4 , 12", "12,4", "12,", "- 12", "12 -"])
def test_between_commas_or_blanks_each_number_is_one_face(typed: str) -> None:
    with pytest.raises(InvalidInput, match="12 is not on a D6: it has 1 to 6"):
        each_apart(given_to(6, 6, 6), [1 if face is None else face for face in read_faces(typed)])


@pytest.mark.parametrize("text", ["five", "1.5", "²", "٣", "1;2", "-1", "3,,5", "9" * 5000])
def test_what_is_no_face_is_told(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"(is no face|between two commas): type faces such as 3,5"):
        read_faces(text)


def each_of(sides: Sequence[int], typed: str) -> list[int]:
    """The faces of dice of these sides, as typed."""

    def throw(faces: Sequence[int | None]) -> list[int]:
        supply = Supply(None, typed=faces)
        return [supply.face(number, of, "system lost").face for number, of in enumerate(sides, 1)]

    return each_apart(throw, read_faces(typed))


def test_digits_typed_together_are_a_face_each_where_no_die_has_their_number() -> None:
    assert each_of([6, 6, 6], "421") == [4, 2, 1]
    assert each_of([11, 11], "15") == [1, 5]


@pytest.mark.parametrize(("sides", "face"), [(11, 12), (13, 14), (13, 20), (7, 8), (9, 10)])
def test_a_face_of_the_die_that_is_thrown_for_one_that_nobody_has_is_thrown_again(sides: int, face: int) -> None:
    with pytest.raises(InvalidInput, match=f"{face} is not on a D{sides}: throw again"):
        each_of([sides, 10, 10], str(face))


def test_c5_an_idle_die_is_rolled_unasked_and_unnoted_and_its_face_is_not_shown(tmp_path: Path) -> None:
    """M 388's guns can do nothing to MTB 221 at 12 cm, whatever is thrown; her cannon may."""
    with Session(BattleFile.create(tmp_path / "a.battle", load_setup("convoy"), "3")) as session:
        for order, inputs in (("next", {}), ("next", {}), ("observe", {"range": "12"})):
            session.ordering(drafted(session.battle, order, inputs).order(), (), typed=False)((), ())
        fire = drafted(session.battle, "fire", {"firer": "M 388", "target": "MTB 221", "range": "12"})
        asking = Asking.begin(session.ordering(fire.order(), fire.given, typed=True))
        assert isinstance(asking.needed, DieNeeded) and asking.needed.place == "volley 1 of 2"
        asking = asking.answered("1")
        assert asking.record is not None
        assert [face.origin for face in asking.record.faces] == ["typed", "rolled"]
        assert [record.procedure for record in session.journal.records][-2:] == ["observe", "fire"]
        assert [answer.idle for answer in asking.answers] == [False, True]
    assert verify(tmp_path / "a.battle") == []


def test_faces_typed_before_go_to_the_dice_behind_idle_ones() -> None:
    seen: list[tuple[int | None, ...]] = []

    def give(faces: Sequence[int | None], choices: Sequence[str], thrown_by: object) -> Record:
        seen.append(tuple(faces))
        raise Refused("enough")

    for faces in ([4], []):
        with pytest.raises(Refused, match="enough"):
            Asking.begin(Giving(give), faces, ["guns: 1-6 nothing"])
    assert seen == [(None, 4), ()]
