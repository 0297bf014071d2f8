"""One host for app, dialogue and shell: orders are kept whole, and a line leads to its order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fleetbook.core.battle.events import Rolled
from fleetbook.core.dice import Face
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.play.needed import DieNeeded
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.offers import draft, orders_now, why_not
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.build_setup import load_setup


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(BattleFile.create(tmp_path / "a.battle", load_setup("convoy"), "7")) as opened:
        yield opened


def give(session: Session, order: str, *faces: int | None, **inputs: str) -> None:
    entered = draft(session.battle, order, inputs)
    session.ordering(entered.order(), entered.given, typed=False)(faces, ())


def test_every_change_is_surrounded(tmp_path: Path) -> None:
    around: list[str] = []

    @contextmanager
    def whole() -> Iterator[None]:
        around.append("begun")
        yield
        around.append("done")

    with Session(BattleFile.create(tmp_path / "a.battle", load_setup("convoy"), "7"), whole) as session:
        give(session, "next")
        session.undo()
        session.redo()
        with pytest.raises(Refused, match="nothing to bring back"):
            session.redo()
    assert around == ["begun", "done"] * 3 + ["begun"]


def test_how_dice_come_to_be_is_as_it_was_left(session: Session) -> None:
    assert not session.typed_dice
    give(session, "next")
    give(session, "next")
    give(session, "observe", 6, range="30")
    assert Session(session.file).typed_dice
    assert session.dice == "dice rolled"


def test_a_line_of_a_step_back_takes_back_what_its_order_does(session: Session) -> None:
    for _ in range(3):
        give(session, "next")
    session.undo(1)
    give(session, "next")
    assert session.journal.undo_history.taken_back_by(4) == session.journal.undo_history.taken_back_by(1) == [5]
    with pytest.raises(InvalidInput, match="there is no line 9; the last is 5"):
        session.journal.undo_history.taken_back_by(9)


def test_an_unknown_order_is_told_with_the_nearest(session: Session) -> None:
    with pytest.raises(InvalidInput, match="did you mean observe"):
        draft(session.battle, "obsrve", {})


def test_what_is_not_offered_has_its_reason(session: Session) -> None:
    fire = session.battle.ruleset.order("fire")
    assert fire not in orders_now(session.battle)
    assert str(why_not(session.battle, fire)) == "Fire belongs to steps 3 and 7; this is step 1 (C4)"


def test_dice_of_a_sealed_order_are_noted_once_in_a_line_that_is_sealed_like_it(tmp_path: Path) -> None:
    """Of an end, which no side may read before the battle is over; the line is kept, read again and derived again."""
    path = tmp_path / "a.battle"
    asked = DieNeeded("x", 6, 2)
    asked.events = (Rolled(label="x", dice="D6", faces=(Face(6, 3),), total=3, result=""),)
    with Session(BattleFile.create(path, load_setup("black-sea-raid"), "7")) as session:
        order = draft(session.battle, "end", {}).order()
        for _ in range(2):
            session.ordering(order, (), typed=False).note(asked)
        assert session.left(order, asked) == session.journal.record(1)
    with BattleFile.open(path) as file:
        (note,) = file.journal.records
        assert note.procedure == "sealed-note" and str(note.inputs["words"]).endswith("; D6 3")
        for side in file.journal.battle.sides:
            (read,) = SideView(file.journal, side).records
            assert (read.headline, read.events, read.faces, read.inputs) == ("a sealed order", (), (), {})
    assert verify(path) == []


@pytest.mark.parametrize("scenario", ["convoy", "yalu", "dogger-bank", "cape-sarych", "two-against-three"])
def test_why_a_ship_cannot_give_an_order_agrees_with_what_is_offered(tmp_path: Path, scenario: str) -> None:
    """In every step of a turn; a ship that is offered is not refused, one that is refused is not offered."""
    with Session(BattleFile.create(tmp_path / "b.battle", load_setup(scenario), "7")) as session:
        seen = 0
        for kind in session.battle.ruleset.all_orders:
            first = next(iter(kind.declared.values()), None)
            if not kind.key or first is None or first.kind != "ship" or session.refusal(kind):
                continue
            entry = draft(session.battle, kind.id, {}).entries[first.name]
            for ship in [*entry.words][:6]:
                if session.battle.is_ship(ship):
                    assert bool(session.refusal_by(kind, ship)) == (ship in entry.refused)
                    seen += 1
        assert seen
