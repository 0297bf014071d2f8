"""What the players' phones send to the referee's program, and what that program answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fleetbook.referee.proposals.post import WAITS, DieAsked, ForPhones, FromPhones, Sent, Standing, TakenBack, Thrown
from fleetbook.share.orders import Outgoing

MOST_IDS, MOST_PENDING = 20_000, 200
SOMEBODY = "somebody"  # a player who gave no name
ID = re.compile("[A-Za-z0-9_-]{8,32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class SideOrders:
    """What a reader's page shows of orders and dice.

    takes      whether the referee takes orders from phones
    standings  the side's orders that were sent, and what has become of them
    die        the die that this side throws now; None if it throws none
    waits_for  the side whose die the table waits for; empty if it waits for none
    at         the units for which an order is being filled in on a phone of the side, each with that phone's player
    """

    takes: bool = False
    standings: tuple[Standing, ...] = ()
    die: DieAsked | None = None
    waits_for: str = ""
    at: tuple[tuple[str, str], ...] = ()


class Desk:
    """Passes the players' messages to the referee's program, and keeps its last answer. ``send`` passes one message on."""

    def __init__(self, send: Callable[[FromPhones], None]) -> None:
        self._send = send
        self.post = ForPhones()
        self._pending: dict[str, Sent] = {}
        self._ids: dict[str, None] = {}
        self._answered = ""  # the question for a die that a phone has answered already
        self._last: dict[tuple[str, str], Mapping[str, str]] = {}
        self._numbers: dict[str, dict[frozenset[str], str]] = {}
        self._at: dict[tuple[str, str], str] = {}

    def receive(self, post: ForPhones) -> None:
        """Take over the program's answer. Orders that it names are no longer on their way."""
        self.post = post
        known = {standing.id for standings in post.orders.values() for standing in standings}
        self._pending = {name: sent for name, sent in self._pending.items() if name not in known and post.takes}

    def of(self, side: str | None) -> SideOrders:
        """What the page of a side shows, or the page of the table."""
        die = self.post.die if self.post.die and self.post.die.id != self._answered else None
        if side is None:
            return SideOrders(waits_for=die.side if die else "")
        known = self.post.orders.get(side, ())
        coming = [Standing(sent.id, sent.words, WAITS, who=sent.proposal.who, unit=sent.unit) for sent in self._pending.values()
                  if sent.proposal.by == side]  # fmt: skip
        return SideOrders(
            takes=self.post.takes,
            standings=(*known, *coming),
            die=die if die and die.side == side else None,
            waits_for=die.side if die else "",
            at=tuple((unit, who) for (whose, unit), who in self._at.items() if whose == side),
        )

    def send(self, id: str, orders: Sequence[Outgoing]) -> bool:  # noqa: A002 (as in Sent)
        """Send orders under an id. False if orders were sent under it already, or if too many are on their way."""
        if not ID.fullmatch(id) or id in self._ids or len(self._pending) + len(orders) > MOST_PENDING:
            return False
        while len(self._ids) >= MOST_IDS:
            del self._ids[next(iter(self._ids))]
        self._ids[id] = None
        for number, (proposal, words, unit, between, measured) in enumerate(orders):
            sent = Sent(f"{id}.{number}", proposal, words, unit)
            self._pending[sent.id] = sent
            self._last[proposal.by, proposal.order] = {name: _text(value) for name, value in proposal.entered.items()}
            if between:
                self._numbers.setdefault(proposal.by, {})[between] = measured
            self._at.pop((proposal.by, unit), None)
            self._send(sent)
        return True

    def begin(self, side: str, unit: str, who: str) -> None:
        """Note that a player is filling in an order of a unit."""
        self._at.pop((side, unit), None)
        self._at[side, unit] = who or SOMEBODY

    def leave(self, side: str, unit: str) -> None:
        """Note that nobody is filling in an order of a unit any more."""
        self._at.pop((side, unit), None)

    def numbers(self, side: str) -> Mapping[frozenset[str], str]:
        """What the side measured last between ships."""
        return self._numbers.get(side, {})

    def last(self, side: str, order: str) -> Mapping[str, str]:
        """The inputs that the side entered last for an order of this kind."""
        return self._last.get((side, order), {})

    def take_back(self, side: str, id: str) -> None:  # noqa: A002
        """Take back an order that waits."""
        if any(standing.id == id and standing.state == WAITS for standing in self.of(side).standings):
            self._send(TakenBack(id, side))

    def throw(self, side: str, asked: str, face: int | None, rest: bool = False) -> None:
        """Answer the question for a die. Only the side that throws it can, once, and with a face of the die."""
        die = self.of(side).die
        if die is not None and die.id == asked and (face is None or 0 <= face <= die.sides):
            self._answered = asked
            self._send(Thrown(asked, side, face, rest))


def _text(value: object) -> str:
    """The value of an input as a form sends it."""
    return "; ".join(value) if isinstance(value, (tuple, list)) else str(value)
