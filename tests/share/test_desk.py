"""The desk between phones and the referee's program: each side has its own pace and its own places."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fleetbook.core.errors import Refused
from fleetbook.referee.proposals.inbox import MOST_WAITING, Inbox
from fleetbook.referee.proposals.post import LONGEST, DieAsked, ForPhones, FromPhones, Sent, TakenBack
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.proposals.roles import Role
from fleetbook.share import desk
from fleetbook.share.desk import BURST, EVERY, MOST_IDS, Desk
from fleetbook.share.orders import Outgoing

RED, BLUE = "Red", "Blue"


class Clock:
    """The time, which a test moves on."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Table:
    """A desk, and the referee's program that reads what it passes on."""

    def __init__(self) -> None:
        self.sent: list[FromPhones] = []
        self.desk = Desk(self.sent.append)
        self.inbox = Inbox((RED, BLUE))
        self.desk.receive(ForPhones(takes=True))

    def answer(self) -> None:
        """The program reads all that was sent, and answers once."""
        for message in self.sent:
            if isinstance(message, Sent):
                self.inbox.take(message)
            elif isinstance(message, TakenBack):
                self.inbox.take_back(message.id, message.side)
        self.sent.clear()
        self.desk.receive(ForPhones(takes=True, orders=self.inbox.standings(), read=self.inbox.last))

    def send(self, number: int, side: str = RED, count: int = 1, words: str = "fires") -> bool:
        orders = [Outgoing(Proposal(side, "fire", {"firer": f"{number}.{one}"}, 0), words, "") for one in range(count)]
        return self.desk.send(Role(side), f"{side}-{number:08}", orders)

    def names(self) -> list[str]:
        return [standing.id for standing in self.desk.of(Role(RED)).standings]

    def states(self, side: str = RED) -> list[str]:
        return [standing.state for standing in self.desk.of(Role(side)).standings]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(desk, "time", clock)
    return clock


@pytest.fixture
def table(clock: Clock) -> Iterator[Table]:
    yield Table()


def test_a_side_sends_a_burst_and_then_one_message_a_second_and_the_other_side_waits_for_nothing(
    table: Table, clock: Clock
) -> None:
    for number in range(BURST):
        assert table.send(number)
        table.answer()
        for sent in [*table.inbox.waiting]:
            table.inbox.given(sent, 1)
    with pytest.raises(Refused, match="too many orders at once"):
        table.send(BURST)
    assert table.send(0, BLUE)
    clock.now += EVERY
    assert table.send(BURST), "what was refused may be sent again"
    with pytest.raises(Refused):
        table.send(BURST + 1)


def test_a_side_that_has_filled_its_places_leaves_those_of_the_other_free(table: Table, clock: Clock) -> None:
    table.send(0, count=MOST_WAITING)
    clock.now += 2 * BURST
    with pytest.raises(Refused, match="wait already"):
        table.send(1)
    table.answer()
    with pytest.raises(Refused, match="wait already"):
        table.send(1)
    assert len(table.states()) == MOST_WAITING
    assert table.send(1, BLUE)


def test_a_long_order_is_refused_and_not_passed_on(table: Table) -> None:
    with pytest.raises(Refused, match="too long"):
        table.send(0, words="x" * LONGEST)
    assert table.sent == []


def test_an_order_is_taken_back_by_one_message_however_often_it_is_asked_for(table: Table, clock: Clock) -> None:
    table.send(0)
    (name,) = table.names()
    for _ in range(5):
        table.desk.take_back(Role(RED), name)
    assert len(table.sent) == 2
    table.answer()
    table.desk.take_back(Role(RED), name)
    assert (table.sent, table.states()) == ([], ["taken back"])


def test_a_die_is_answered_at_the_pace_of_the_side(table: Table) -> None:
    for number in range(2 * BURST):
        table.desk.receive(ForPhones(takes=True, die=DieAsked(str(number), RED, 6, "")))
        table.desk.throw(Role(RED), str(number), 1)
    assert len(table.sent) == BURST
    assert table.desk.of(Role(RED)).die is not None, "the question stands"


def test_what_the_program_has_read_is_on_its_way_no_more_even_if_it_names_it_no_more(table: Table, clock: Clock) -> None:
    """A program that answers seldom has ended many orders meanwhile, or has taken one for the same as another."""
    for number in range(10):
        table.send(number)
        table.desk.take_back(Role(RED), table.names()[-1])
    assert table.states() == ["waits"] * 10
    table.answer()
    assert table.states() == ["taken back"] * 6
    for number in (10, 11):
        table.desk.send(Role(RED), f"Red-{number:08}", [Outgoing(Proposal(RED, "fire", {"firer": "same"}, 0), "fires", "")])
    table.answer()
    assert table.states()[:2] == ["waits", "taken back"]


def test_what_was_sent_since_the_program_read_is_still_on_its_way(table: Table) -> None:
    table.send(0)
    on_the_way = [*table.sent]
    table.send(1)
    table.sent[:] = on_the_way
    names = table.names()
    table.answer()
    assert table.names() == names
    assert len({*names}) == 2


def test_the_desk_remembers_so_many_ids_of_a_side_and_no_more(table: Table, clock: Clock) -> None:
    table.send(0, BLUE)
    for number in range(MOST_IDS + 10):
        clock.now += EVERY
        table.send(number)
        table.answer()
        for sent in [*table.inbox.waiting]:
            table.inbox.given(sent, 1)
    assert {side: len(ids) for side, ids in table.desk._ids.items()} == {Role(RED): MOST_IDS, Role(BLUE): 1}
    assert not table.send(0, BLUE), "those of the other side are kept"
    assert len(table.desk._pending) == 0
    assert len(table.desk._leaving) == 0
    assert len(table.desk._last) == 2
