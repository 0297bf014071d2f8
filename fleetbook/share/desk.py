"""The messages of players' phones to the referee's program, and the program's answers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import NamedTuple

from fleetbook.core.errors import require
from fleetbook.referee.proposals.inbox import FULL, MOST_WAITING
from fleetbook.referee.proposals.post import (
    WAITS,
    ChoiceAsked,
    DieAsked,
    ForPhones,
    FromPhones,
    Mistaken,
    Picked,
    Ready,
    Sent,
    Standing,
    TakenBack,
    Thrown,
    is_short,
)
from fleetbook.referee.proposals.roles import Role
from fleetbook.share.orders import Measurement, Memory, Outgoing

MOST_IDS = 5_000
"""How many order ids are remembered for each role, so that no order is taken twice."""
BURST, EVERY = 60, 1.0
"""A role may send BURST messages at once, and after that one message every EVERY seconds."""
SOMEBODY = "somebody"  # a player who gave no name
ID = re.compile("[A-Za-z0-9_-]{8,32}", re.ASCII)
TOO_FAST, TOO_LONG = "too many orders at once; wait a few seconds", "this order is too long"


class Writing(NamedTuple):
    """The progress of sealed orders, as a page shows it. The referee may open the orders before every side is ready.

    ready      the number of sides that are ready
    of         the number of sides that give orders
    waits_for  the sides that are not ready yet
    is_said    whether the page's own player has called himself ready; None if he need not
    """

    ready: int
    of: int
    waits_for: tuple[str, ...]
    is_said: bool | None


@dataclass(frozen=True, slots=True)
class SideOrders:
    """The orders and dice that a reader's page shows.

    takes      whether the referee accepts orders from phones
    standings  the orders that the side has sent, each with its state
    die        the die that this side must throw now; None if it throws none
    choice     the choice that this side must make now; None if it makes none
    waits_for  the side whose die or choice the table waits for; empty if it waits for none
    awaited    "die" or "choice", whichever the table waits for
    writing    the progress of sealed orders; None while none are sealed
    thrown     the face that this page's player sent last; None if he sent none for the last die
    at         the ships and squadrons whose orders are being filled in now, each with its player
    """

    takes: bool = False
    standings: tuple[Standing, ...] = ()
    die: DieAsked | None = None
    choice: ChoiceAsked | None = None
    waits_for: str = ""
    awaited: str = ""
    writing: Writing | None = None
    thrown: int | None = None
    at: tuple[tuple[str, str], ...] = ()


class Desk:
    """Passes players' messages to the referee's program with ``send``, and keeps the program's last answer.

    Each role has its own limit of messages, so that a player who sends too many does not hinder others.

    has_page  whether a page of a role is open
    """

    def __init__(self, send: Callable[[FromPhones], None]) -> None:
        self._send = send
        self.has_page: Callable[[Role], bool] = lambda role: True
        self.post = ForPhones()
        self._pending: dict[str, Sent] = {}  # orders on their way, oldest first
        self._leaving: set[str] = set()  # waiting orders that are being taken back
        self._ids: dict[Role, dict[str, None]] = {}
        self._due: dict[Role, float] = {}  # when a role's next message is due at the steady pace
        self._answered = ""  # the question for a die that a phone has answered already
        self._thrown: tuple[Role, int] | None = None  # who sent the last die, and its face
        self._last: dict[tuple[str, str], tuple[Mapping[str, str], int]] = {}
        self._numbers: dict[str, dict[frozenset[str], Measurement]] = {}
        self._at: dict[tuple[str, str], str] = {}

    def receive(self, post: ForPhones) -> None:
        """Keep the program's answer, and forget the pending orders that the program has read."""
        self.post = post
        if post.die is not None and _order_of(post.die.id) != _order_of(self._answered):
            self._thrown = None
        if not post.takes:
            self._pending = {}
        while post.read in self._pending:
            del self._pending[next(iter(self._pending))]
        self._leaving &= {*self._pending} | {
            one.id for standings in post.orders.values() for one in standings if one.state == WAITS
        }

    def of(self, role: Role) -> SideOrders:
        """The orders and dice that the page of a role shows. Only a role that gives orders sees the orders of its side."""
        side, die, choice = role.side, self.post.die, self.post.choice
        asked = die or choice  # the program asks for one of them at a time
        if asked is not None and asked.id == self._answered:
            asked = die = choice = None
        waits_for, awaited = (asked.side, "die" if die else "choice") if asked else ("", "")
        if not role.gives_orders:
            return SideOrders(waits_for=waits_for, awaited=awaited, writing=self._writing(role))
        known = self.post.orders.get(side or "", ())
        coming = [Standing.of(sent, WAITS) for sent in self._pending.values() if sent.proposal.by == side]
        return SideOrders(
            takes=self.post.takes,
            standings=(*known, *coming),
            die=die if die and die.side == side and self._may_answer(role, die.squadron) else None,
            choice=choice if choice and choice.side == side and self._may_answer(role, "") else None,
            waits_for=waits_for,
            awaited=awaited,
            writing=self._writing(role),
            thrown=self._thrown[1] if self._thrown and self._thrown[0] == role else None,
            at=tuple((unit, who) for (whose, unit), who in self._at.items() if whose == side),
        )

    def _may_answer(self, role: Role, squadron: str) -> bool:
        """Whether a role answers a question to its side, or to a squadron of it. While nobody has the side's own page open, the
        players of its squadrons answer for the side.
        """
        return role.squadron in ("", squadron) or not (squadron or self.has_page(Role(role.side)))

    def _writing(self, role: Role) -> Writing | None:
        now = self.post.written
        if now is None:
            return None
        asked = role.gives_orders and (role in now.said or role.side in now.waits_for)
        return Writing(len(now.ready), len(now.sides), now.waits_for, role in now.said if asked else None)

    def ready(self, role: Role, is_ready: bool) -> None:
        """Tell the program that a player's sealed orders are ready, or that they are no longer ready."""
        if self.post.written is not None and self._is_in_time(role, 1):
            self._send(Ready(role.side or "", role.squadron, is_ready))

    def send(self, role: Role, id: str, orders: Sequence[Outgoing]) -> bool:  # noqa: A002 (as in Sent)
        """Send a role's orders under an id. Returns False if the id was used already or is malformed. Each order gets a name that
        no phone can choose.

        Raises Refused if too many orders of the side are waiting, an order is too long, or the role sends too fast.
        """
        ids, side = self._ids.setdefault(role, {}), role.side or ""
        if not ID.fullmatch(id) or id in ids:
            return False
        messages = [Sent(token_urlsafe(12), one.proposal, one.words, one.unit, one.squadron) for one in orders]
        waiting = sum(one.state == WAITS for one in self.of(role).standings)
        require(waiting + len(messages) <= MOST_WAITING, FULL)
        require(all(map(is_short, messages)), TOO_LONG)
        require(self._is_in_time(role, len(messages)), TOO_FAST)
        if len(ids) >= MOST_IDS:
            del ids[next(iter(ids))]
        ids[id] = None
        self._thrown = None
        for sent, order in zip(messages, orders, strict=True):
            self._pending[sent.id] = sent
            entered, on = sent.proposal.entered, sent.proposal.on
            self._last[side, sent.proposal.order] = {name: _text(value) for name, value in entered.items()}, on
            if order.between:
                self._numbers.setdefault(side, {})[order.between] = Measurement(order.number, on)
            self._at.pop((side, sent.unit), None)
            self._send(sent)
        return True

    def _is_in_time(self, role: Role, count: int) -> bool:
        """Whether a role may send ``count`` messages now. If it may, they count towards its limit."""
        now = time.monotonic()
        due = max(self._due.get(role, 0.0), now - BURST * EVERY) + count * EVERY
        if due > now:
            return False
        self._due[role] = due
        return True

    def begin(self, side: str, unit: str, who: str) -> None:
        """Note that a player is filling in an order of a ship or squadron."""
        self._at.pop((side, unit), None)
        self._at[side, unit] = who or SOMEBODY

    def leave(self, side: str, unit: str) -> None:
        """Note that no player is filling in an order of this ship or squadron any more."""
        self._at.pop((side, unit), None)

    def memory(self, side: str, order: str) -> Memory:
        """The inputs that the side sent with its last order of this kind, and the distances that it measured."""
        last, on = self._last.get((side, order), ({}, 0))
        return Memory(last, on, self._numbers.get(side, {}))

    def take_back(self, role: Role, id: str) -> None:  # noqa: A002
        """Take back an order that still waits. A squadron's player can take back only orders of his squadron."""
        mine = (one for one in self.of(role).standings if role.squadron in ("", one.squadron))
        waits = any(standing.id == id and standing.state == WAITS and not standing.fixed for standing in mine)
        if waits and id not in self._leaving and self._is_in_time(role, 1):
            self._leaving.add(id)
            self._send(TakenBack(id, role.side or ""))

    def throw(self, role: Role, asked: str, face: int | None, rest: bool = False) -> None:
        """Answer the question for a die: the face that was thrown, or None to roll it. Only the first answer of the side that
        throws is taken. With ``rest``, the program also rolls the side's further dice of this order.
        """
        die = self.of(role).die
        if die is not None and die.id == asked and (face is None or 0 <= face <= die.sides) and self._is_in_time(role, 1):
            self._answered, self._thrown = asked, None if face is None else (role, face)
            self._send(Thrown(asked, role.side or "", face, rest))

    def mistake(self, role: Role) -> None:
        """Tell the program that the face which this role sent last was wrong. It is told once."""
        if self._thrown is not None and self._thrown[0] == role and self._is_in_time(role, 1):
            self._send(Mistaken(role.side or "", self._thrown[1]))
            self._thrown = None

    def pick(self, role: Role, asked: str, option: str) -> None:
        """Answer the question for a choice. Only an option counts, and only the first answer of the side that chooses."""
        choice = self.of(role).choice
        if choice is not None and choice.id == asked and option in choice.options and self._is_in_time(role, 1):
            self._answered = asked
            self._send(Picked(asked, role.side or "", option))


def _order_of(asked: str) -> str:
    """The part of a question's id that names the order. It is the same for all questions of an order."""
    return asked.partition(".")[0]


def _text(value: object) -> str:
    """The value of an input as a form sends it."""
    return "; ".join(value) if isinstance(value, (tuple, list)) else str(value)
