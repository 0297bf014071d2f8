"""Orders that all sides write unseen: the referee reads how many sides are ready, and closes them with a line of the journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.record import Proposer
from fleetbook.core.play.side_view import SideView
from fleetbook.core.play.verify import verify_record
from fleetbook.referee.offers import draft
from fleetbook.referee.proposals.post import ForPhones, Ready, Sent, TakenBack, Written
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.proposals.roles import Role
from fleetbook.tui.battle.entry.players_window import PlayersWindow
from tests.tui.battle.test_players_orders import FromPhones
from tests.tui.keyboard import WIDE, Keyboard, refereeing

BRITISH, GERMAN, SECRET = "Royal Navy", "Kriegsmarine", "MTB 221 turns about"
HOMEWARD = Path(__file__).parents[2] / "golden/homeward/homeward.toml"
JAPAN, SQUADRONS = "Japan", ("Flying Squadron", "Main Squadron", "Disengaged side")


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Keyboard]:
    """The convoy in step 2 of turn 1, where the Royal Navy moves. The referee has orders sealed in every step."""
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as keyboard:
        keyboard.press(">")
        begin(keyboard)
        yield keyboard


def begin(at: Keyboard) -> FromPhones:
    phones = FromPhones()
    phones.running = True
    window(at).sharing = phones  # type: ignore[assignment]
    window(at).written.in_every_step = True
    return phones


def window(at: Keyboard) -> PlayersWindow:
    return at.battle.window


def order(name: str = "a", ship: str = "MTB 221") -> Sent:
    return Sent(name, Proposal(BRITISH, "move", {"ship": ship, "speed": "8"}, 1, "Ann"), SECRET, ship)


def move(at: Keyboard) -> None:
    """Go on to the step in which the squadrons of the Yalu move. Japan begins."""
    for choices in ((), (JAPAN,)):
        at.session.ordering(draft(at.session.battle, "next", {}).order(), (), typed=False)((), choices)


def posts(at: Keyboard) -> list[ForPhones]:
    window(at).tell(None)
    phones: Any = window(at).sharing
    posted: list[ForPhones] = phones.posts
    return posted


def procedures(at: Keyboard) -> list[str]:
    return [record.procedure for record in at.session.journal.records]


def test_the_referee_reads_how_many_sides_are_ready_and_no_order(at: Keyboard) -> None:
    window(at).hear(order())
    assert "sealed orders: 1 of 2 sides ready; not yet: Royal Navy" in at.text, "the other side has nothing to write"
    assert SECRET not in at.text
    assert "Ann" not in at.text
    before = procedures(at)
    for key in ("+", "f8", "-"):
        at.press(key)
        assert SECRET not in at.text
    at.press("m")
    assert SECRET not in at.text, "not while a form is open either"
    at.press("escape")
    assert procedures(at) == before
    assert [one.id for one in window(at).inbox.waiting] == ["a"]


def test_once_all_are_ready_one_key_closes_and_the_next_gives(at: Keyboard) -> None:
    window(at).hear(order())
    window(at).hear(Ready(BRITISH))
    assert "2 of 2 sides ready" in at.text
    at.press("space")
    assert procedures(at)[-1] == "close-orders"
    assert "Orders are closed" in at.text
    assert "Not ready" not in at.text
    assert SECRET in at.text
    at.press("space")
    assert procedures(at)[-1] == "move"
    assert at.session.journal.records[-1].proposer == Proposer(BRITISH, name="Ann")


def test_the_referee_closes_before_all_are_ready_with_a_second_press(at: Keyboard) -> None:
    window(at).hear(order())
    at.press("space")
    assert procedures(at)[-1] != "close-orders"
    assert f"not ready: {BRITISH}" in at.text
    at.press("space")
    assert at.session.journal.records[-1].inputs == {"sides": BRITISH}
    assert f"Not ready: {BRITISH}." in at.text
    for reader in (BRITISH, GERMAN, None):
        told = SideView(at.session.journal, reader)
        assert told.records[-1].procedure == "close-orders"


def test_an_undo_seals_the_orders_again_and_the_next_step_seals_anew(at: Keyboard) -> None:
    window(at).hear(order())
    window(at).hear(Ready(BRITISH))
    at.press("space", "u")
    assert SECRET not in at.text
    at.press("space")
    assert SECRET in at.text
    at.press(">")
    assert "1 of 2 sides ready; not yet: Kriegsmarine" in at.text
    assert SECRET not in at.text


def test_each_step_asks_anew_whether_to_close_before_all_are_ready(at: Keyboard) -> None:
    window(at).hear(order())
    at.press("space", ">", "space")
    assert "close-orders" not in procedures(at)


def test_orders_stay_sealed_if_the_window_closes_or_takes_no_more(at: Keyboard) -> None:
    window(at).hear(order())
    phones: Any = window(at).sharing
    for phones.running, phones.takes_orders in ((True, False), (False, True), (False, False)):
        assert "sealed orders" in at.text
        assert SECRET not in at.text


def test_a_side_may_take_its_readiness_back_and_its_orders_until_they_are_closed(at: Keyboard) -> None:
    window(at).hear(order("a"))
    window(at).hear(order("b", "MTB 233"))
    window(at).hear(Ready(BRITISH))
    assert posts(at)[-1].written == Written((BRITISH, GERMAN), (BRITISH, GERMAN), (Role(BRITISH),))
    window(at).hear(Ready(BRITISH, ready=False))
    assert posts(at)[-1].written == Written((BRITISH, GERMAN), (GERMAN,))
    window(at).hear(TakenBack("b", BRITISH))
    assert [one.id for one in window(at).inbox.waiting] == ["a"]
    at.press("space", "space")
    window(at).hear(TakenBack("a", BRITISH))
    assert [one.id for one in window(at).inbox.waiting] == ["a"], "it is fixed"
    assert posts(at)[-1].orders[BRITISH][0].fixed
    assert posts(at)[-1].written is None


def test_the_next_step_says_that_orders_are_sealed_before_it_is_left(at: Keyboard) -> None:
    step = at.session.battle.phase
    window(at).hear(order())
    at.press("n")
    assert at.session.battle.phase == step
    assert "Sealed orders: 1 of 2 sides ready" in at.text


@pytest.mark.parametrize("scenario", ["convoy", "yalu"])
def test_a_step_in_which_nobody_has_an_order_is_not_sealed_and_passes_by_itself(scenario: str, tmp_path: Path) -> None:
    """Nobody is damaged in the first turn: no ship repairs anything, burns or floods."""
    with refereeing(tmp_path / "b.battle", scenario, WIDE) as at:
        phones, first = begin(at), at.session.battle.phase
        window(at).tell(None)
        assert phones.posts[-1].written is None
        assert "sealed orders" not in at.text
        at.press("n")
        assert at.session.battle.phase != first
    with refereeing(tmp_path / "c.battle", "yalu", WIDE) as at:
        begin(at)
        move(at)
        assert at.session.battle.phase == "movement"
        assert "sealed orders: 1 of 2 sides ready; not yet: Japan" in at.text


def test_where_units_are_hidden_a_step_is_sealed_for_its_kinds_of_orders_alone(tmp_path: Path) -> None:
    """Whether a hidden squadron may be moved now must not be read from the seal."""
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        begin(at)
        move(at)
        session = at.session
        for name in ("Flying Squadron", "Beiyang line", "Main Squadron", "River group", "Disengaged side"):
            made = draft(session.battle, "move", {"squadron": name, "speed": 10})
            session.ordering(made.order(), made.given, typed=False)((), ())
        assert window(at).written.are_sealed, "all have moved"


def test_rules_that_have_orders_written_seal_them_once_a_phone_has_sent_one(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "black-sea-raid", WIDE) as at:
        begin(at)
        window(at).written.in_every_step = False
        while at.session.battle.phase != "plotting":
            at.press(">")
        assert "sealed orders" not in at.text
        side = at.session.battle.sides[0]
        window(at).hear(Sent("a", Proposal(side, "plot", {"fleet": "Souchon"}, 1), SECRET))
        assert "sealed orders: 0 of 2 sides ready" in at.text
        assert SECRET not in at.text


def test_a_side_is_ready_when_the_player_of_each_squadron_is(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        begin(at)
        move(at)
        for squadron in SQUADRONS[:2]:
            window(at).hear(Ready(JAPAN, squadron))
        assert "1 of 2 sides ready; not yet: Japan" in at.text
        window(at).hear(Ready(JAPAN, SQUADRONS[2]))
        assert "2 of 2 sides ready" in at.text, "China waits while Japan moves"


def test_a_squadron_that_has_nothing_left_to_order_is_not_waited_for(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        begin(at)
        window(at).written.in_every_step = False
        move(at)
        for name, squadron in (("move", SQUADRONS[0]), ("move", "Beiyang line")):
            made = draft(at.session.battle, name, {"squadron": squadron, "speed": "10"})
            at.session.ordering(made.order(), made.given, typed=False)((), ())
        window(at).written.in_every_step = True
        assert at.session.acting == JAPAN
        window(at).hear(Ready(JAPAN, SQUADRONS[1]))
        assert "1 of 2 sides ready; not yet: Japan" in at.text
        window(at).hear(Ready(JAPAN, SQUADRONS[2]))
        assert "2 of 2 sides ready" in at.text, "the Flying Squadron has moved"


def test_an_empty_chair_is_ready_and_its_orders_say_so(at: Keyboard) -> None:
    window(at).hear(order())
    assert "1 of 2 sides ready" in at.text
    at.session.empty_chairs.add(Role(BRITISH))
    assert "2 of 2 sides ready" in at.text
    at.press("space", "m", "enter")
    record = at.session.journal.records[-1]
    assert (record.procedure, record.proposer) == ("move", Proposer(BRITISH, by="empty chair"))
    at.press("w")
    assert "proposed by the referee for an empty chair (Royal Navy)" in at.text
    at.press("escape", "space")
    assert at.session.journal.records[-1].proposer == Proposer(BRITISH, name="Ann"), "who sent it proposed it"
    assert [verify_record(at.session.journal, each) for each in at.session.journal.records] == [""] * len(procedures(at))


def test_the_empty_chair_of_a_squadron_is_its_own_alone(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        begin(at)
        session = at.session
        session.empty_chairs.add(Role(JAPAN, SQUADRONS[0]))
        window(at).written.in_every_step = False
        for order_name, inputs, choices in (
            ("next", {}, ()), ("next", {}, (JAPAN,)),
            ("move", {"squadron": SQUADRONS[0], "speed": 10}, ()), ("move", {"squadron": "Beiyang line", "speed": 10}, ()),
            ("move", {"squadron": SQUADRONS[1], "speed": 10}, ()),
        ):  # fmt: skip
            made = draft(session.battle, order_name, inputs)
            session.ordering(made.order(), made.given, typed=False)((), choices)
        proposers = [record.proposer for record in session.journal.records[2:]]
        assert proposers == [Proposer(JAPAN, by="empty chair", name=SQUADRONS[0]), None, None]


def test_a_side_that_has_nothing_to_send_is_ready_by_itself(tmp_path: Path) -> None:
    """In this plotting only the depth of the British submarine is written. Once it is, nobody's orders are sealed."""
    with refereeing(tmp_path / "b.battle", str(HOMEWARD), WIDE) as at:
        begin(at)
        window(at).written.in_every_step = False
        depth = Proposal(BRITISH, "depth", {"ship": "E 8", "depth": "periscope"}, 0)
        window(at).hear(Sent("a", depth, "E 8 goes to periscope depth", "E 8"))
        assert "sealed orders: 1 of 2 sides ready; not yet: Royal Navy" in at.text
        window(at).hear(Ready(BRITISH))
        assert "sealed orders: 2 of 2 sides ready" in at.text
        at.press("space", "space")
        assert procedures(at)[-2:] == ["close-orders", "depth"]
        at.press("n")
        assert at.session.battle.phase != "plotting"
