"""Orders that players have sent: each waits once, and its side learns what has become of it."""

from __future__ import annotations

from fleetbook.referee.proposals.inbox import MOST_ENDED, MOST_SEEN, MOST_WAITING, Inbox
from fleetbook.referee.proposals.post import Sent, Standing
from fleetbook.referee.proposals.proposal import Proposal


def sent(name: str, side: str = "Red", order: str = "fire", **entered: str) -> Sent:
    return Sent(name, Proposal(by=side, order=order, entered=entered, on=0), f"{order} {entered}")


def states(inbox: Inbox, side: str = "Red") -> list[tuple[str, str]]:
    return [(standing.id, standing.state) for standing in inbox.standings().get(side, ())]


def test_the_oldest_waits_first_and_those_that_ended_come_last() -> None:
    inbox = Inbox(("Red", "Blue"))
    for name in ("a", "b", "c"):
        inbox.take(sent(name, firer=name))
    inbox.given(inbox.waiting[0], 1)
    assert [one.id for one in inbox.waiting] == ["b", "c"]
    assert states(inbox) == [("b", "waits"), ("c", "waits"), ("a", "given")]


def test_the_same_order_sent_again_waits_once() -> None:
    inbox = Inbox(("Red", "Blue"))
    inbox.take(sent("a", firer="Duck"))
    inbox.take(sent("b", firer="Duck"))
    inbox.take(sent("c", side="Blue", firer="Duck"))
    assert [(one.id, one.proposal.by) for one in inbox.waiting] == [("b", "Red"), ("c", "Blue")]


def test_an_order_sent_again_under_its_old_name_is_not_given_twice() -> None:
    inbox = Inbox(("Red", "Blue"))
    first = sent("a", firer="Duck")
    inbox.take(first)
    inbox.given(first, 1)
    for number in range(2 * MOST_ENDED):
        other = sent(f"other {number}", firer=str(number))
        inbox.take(other)
        inbox.given(other, 1)
    inbox.take(first)
    assert inbox.waiting == []


def test_an_order_that_is_sent_back_says_why() -> None:
    inbox = Inbox(("Red", "Blue"))
    inbox.take(sent("a", firer="Duck"))
    inbox.send_back(inbox.waiting[0], "she has no guns")
    assert inbox.standings()["Red"] == (Standing("a", "fire {'firer': 'Duck'}", "sent back", "she has no guns"),)


def test_only_its_own_side_takes_an_order_back() -> None:
    inbox = Inbox(("Red", "Blue"))
    inbox.take(sent("a", firer="Duck"))
    inbox.take_back("a", "Blue")
    assert states(inbox) == [("a", "waits")]
    inbox.take_back("a", "Red")
    assert states(inbox) == [("a", "taken back")]
    assert inbox.standings().get("Blue") is None


def test_one_side_cannot_fill_the_inbox_of_another() -> None:
    inbox = Inbox(("Red", "Blue"))
    for number in range(MOST_WAITING + 5):
        inbox.take(sent(str(number), firer=str(number)))
    inbox.take(sent("theirs", side="Blue"))
    assert len(inbox.waiting) == MOST_WAITING + 1
    assert states(inbox)[-1][1] == "sent back"


def test_only_sides_of_the_battle_send_orders() -> None:
    inbox = Inbox(("Red", "Blue"))
    inbox.take(sent("a", side="Green"))
    inbox.take(sent("b", side=""))
    assert (inbox.waiting, inbox.standings()) == ([], {})


def test_the_inbox_says_which_order_it_has_read_last() -> None:
    inbox = Inbox(("Red", "Blue"))
    for name in ("a", "b"):
        inbox.take(sent(name, firer="Duck"))
        assert inbox.last == name


def test_names_are_remembered_for_long_and_not_for_ever() -> None:
    inbox = Inbox(("Red", "Blue"))
    for number in range(MOST_SEEN + 10):
        inbox.take(sent(str(number), firer="Duck"))
    assert len(inbox._seen) == MOST_SEEN
    inbox.take(sent(str(MOST_SEEN), firer="Hen"))
    assert len(inbox.waiting) == 1
