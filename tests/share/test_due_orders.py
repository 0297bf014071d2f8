"""What a phone lists for a side is the side's own: each order opens, and none of the referee's is listed."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from fleetbook.core.errors import Refused
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.referee.offers import draft
from fleetbook.referee.session import Session
from fleetbook.share.orders import Measurement, Memory, Seat, due_orders, order_page, proposals, values_of
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.referee.proposals.moments import copied, recorded


@pytest.mark.parametrize(("battle", "lines"), [("yalu", (10, 17, 18, 30)), ("tsushima", (36, 40, 44))])
def test_each_order_that_is_listed_opens(battle: str, lines: tuple[int, ...]) -> None:
    whole, opened = recorded(battle), 0
    for line in lines:
        journal = copied(whole, line)
        for side in journal.setup.sides:
            seat = Seat(journal, side, Knowledge(journal, side))
            for one in due_orders(seat):
                for listed in one.orders[:2]:
                    order, entered, _, _ = values_of(dict(parse_qsl(listed.address.partition("?")[2])))
                    assert order != "initiative", "the referee rolls for it"
                    assert order_page(seat, order, entered).heading
                    opened += 1
    assert opened


VOLLEY = {"squadron": "Flying Squadron", "target": "Zhiyuan"}


def seat_at(lines: int) -> Seat:
    """Japan's place after so many lines of the Yalu."""
    journal = copied(recorded("yalu"), lines)
    return Seat(journal, "Japan", Knowledge(journal, "Japan"))


def test_the_range_of_an_earlier_turn_is_asked_for_again_and_is_one_touch() -> None:
    seat = seat_at(28)  # turn 2; in turn 1, line 12, the squadron fired at Zhiyuan at 57 cm
    page = order_page(seat, "volley", VOLLEY)
    assert page.asked is not None
    assert page.asked.field.name == "range"
    assert page.says == ""
    assert page.measured is not None
    assert page.measured.word == "57 cm, the old range"
    with pytest.raises(Refused, match="range is old"):
        proposals(seat, {"order": "volley", **VOLLEY})
    (outgoing,) = proposals(seat, {"order": "volley", **VOLLEY, "range": "52"})
    assert "52 cm" in outgoing.words


def test_a_range_to_another_ship_is_no_range_to_this_one() -> None:
    """Jiyuan was no target in turn 1, though the squadron measured to Zhiyuan."""
    seat, sent = seat_at(28), {**VOLLEY, "target": "Jiyuan"}
    page = order_page(seat, "volley", sent)
    assert page.asked is not None
    assert (page.asked.field.name, page.measured) == ("range", None)
    with pytest.raises(Refused, match="range is missing"):
        proposals(seat, {"order": "volley", **sent})


@pytest.mark.parametrize(("on", "word"), [(28, "50 cm, as measured before"), (12, "50 cm, the old range")])
def test_a_range_that_the_side_measured_in_another_step_is_marked_as_old(on: int, word: str) -> None:
    memory = Memory({}, on, {frozenset(VOLLEY.values()): Measurement("50", on)})
    page = order_page(seat_at(28), "volley", VOLLEY, memory=memory)
    assert page.measured is not None
    assert page.measured.word == word


@pytest.mark.parametrize(("on", "is_offered"), [(28, True), (12, False)])
def test_an_order_with_a_range_is_repeated_only_in_its_own_step(on: int, is_offered: bool) -> None:
    memory = Memory({**VOLLEY, "range": "52", "bearing": "F"}, on)
    page = order_page(seat_at(28), "volley", {"squadron": "Flying Squadron"}, memory=memory)
    assert (page.again is not None) == is_offered


def test_a_ship_that_has_fired_is_not_among_those_that_may_do_the_same(tmp_path: Path) -> None:
    shot = {"target": "Zhiyuan", "range": "52", "bearing": "F"}
    with Session(BattleFile.create(tmp_path / "a.battle", load_setup("yalu"), "7")) as session:
        for record in recorded("yalu").records[:11]:  # up to the fire of turn 1
            drafted = draft(session.battle, record.procedure, record.inputs)
            session.ordering(drafted.order(), drafted.given, typed=False)((), record.choices)
        seat = Seat(session.journal, "Japan", Knowledge(session.journal, "Japan"))
        assert "Naniwa" in order_page(seat, "fire", {"firer": "Yoshino", **shot}).likewise
        fires = draft(session.battle, "fire", {"firer": "Naniwa", **shot})
        session.ordering(fires.order(), fires.given, typed=False)((), ())
        seat = Seat(session.journal, "Japan", Knowledge(session.journal, "Japan"))
        assert sorted(order_page(seat, "fire", {"firer": "Yoshino", **shot}).likewise) == ["Akitsushima", "Takachiho"]


def test_each_shot_that_can_be_sent_has_odds_even_if_it_cannot_hit() -> None:
    """A machine gun does not reach 15 cm."""
    journal = copied(recorded("convoy"), 20)
    seat = Seat(journal, "Royal Navy", Knowledge(journal, "Royal Navy"))
    odds = {}
    for ship in ("MTB 221", "MTB 624"):
        page = order_page(seat, "fire", {"firer": ship, "target": "M 388", "range": "15"})
        assert page.says
        odds[ship] = page.odds.lines
    assert odds["MTB 221"] == ["cannon: nothing for certain"]
    assert odds["MTB 624"][0].startswith("cannon: straddle 16.7 %")
    assert order_page(seat, "fire", {"firer": "MTB 221", "target": "M 388"}).odds.lines == ()
