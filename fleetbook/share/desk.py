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
"""The most ids of a side's orders that are remembered."""
BURST, EVERY = 60, 1.0
"""The most messages of a side at once, and the seconds between messages after those."""
SOMEBODY = "somebody"  # a player who gave no name
ID = re.compile("[A-Za-z0-9_-]{8,32}", re.ASCII)
TOO_FAST, TOO_LONG = "too many orders at once; wait a few seconds", "this order is too long"


class Writing(NamedTuple):
    """How far the sides are with sealed orders, as a page shows it.

    ready      how many sides are ready, ``of`` so many
    waits_for  the sides that are not
    is_said    whether the page's own player has said that he is; None if nobody asks him
    """

    ready: int
    of: int
    waits_for: tuple[str, ...]
    is_said: bool | None


@dataclass(frozen=True, slots=True)
class SideOrders:
    """The orders and dice that a reader's page shows.

    takes      whether the referee takes orders from phones
    standings  the orders that the side has sent, with their state
    die        the die that this side throws now; None if it throws none
    choice     the choice that this side makes now; None if it makes none
    waits_for  the side whose die or choice the table waits for; empty if it waits for none
    awaited    which of both it waits for
    writing    how far the sides are with sealed orders; None while none are sealed
    at         the units whose orders are being filled in now, each with the player who does it
    """

    takes: bool = False
    standings: tuple[Standing, ...] = ()
    die: DieAsked | None = None
    choice: ChoiceAsked | None = None
    waits_for: str = ""
    awaited: str = ""
    writing: Writing | None = None
    at: tuple[tuple[str, str], ...] = ()


class Desk:
    """Passes the players' messages to the referee's program, and keeps its last answer. ``send`` passes one message on.

    Each side has its own pace and its own room for messages. So a side that sends too many hinders no other side.
    """

    def __init__(self, send: Callable[[FromPhones], None]) -> None:
        self._send = send
        self.post = ForPhones()
        self._pending: dict[str, Sent] = {}  # orders on their way, oldest first
        self._leaving: set[str] = set()  # waiting orders that are being taken back
        self._ids: dict[Role, dict[str, None]] = {}
        self._due: dict[Role, float] = {}  # when a role's next message is due at the steady pace
        self._answered = ""  # the question for a die that a phone has answered already
        self._last: dict[tuple[str, str], tuple[Mapping[str, str], int]] = {}
        self._numbers: dict[str, dict[frozenset[str], Measurement]] = {}
        self._at: dict[tuple[str, str], str] = {}

    def receive(self, post: ForPhones) -> None:
        """Take over the program's answer. Orders up to the last that it has read are no longer on their way."""
        self.post = post
        if not post.takes:
            self._pending = {}
        while post.read in self._pending:
            del self._pending[next(iter(self._pending))]
        self._leaving &= {*self._pending} | {
            one.id for standings in post.orders.values() for one in standings if one.state == WAITS
        }

    def of(self, role: Role) -> SideOrders:
        """What the page of a role shows. Only a role that gives orders sees those of its side."""
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
            die=die if die and die.side == side and role.squadron in ("", die.squadron) else None,
            choice=choice if choice and choice.side == side and not role.squadron else None,
            waits_for=waits_for,
            awaited=awaited,
            writing=self._writing(role),
            at=tuple((unit, who) for (whose, unit), who in self._at.items() if whose == side),
        )

    def _writing(self, role: Role) -> Writing | None:
        now = self.post.written
        if now is None:
            return None
        asked = role.gives_orders and (role in now.said or role.side in now.waits_for)
        return Writing(len(now.ready), len(now.sides), now.waits_for, role in now.said if asked else None)

    def ready(self, role: Role, is_ready: bool) -> None:
        """Pass on that a player's sealed orders are ready, or that they are no longer."""
        if self.post.written is not None and self._is_in_time(role, 1):
            self._send(Ready(role.side or "", role.squadron, is_ready))

    def send(self, role: Role, id: str, orders: Sequence[Outgoing]) -> bool:  # noqa: A002 (as in Sent)
        """Send orders of a role under an id. False if it has sent orders under this id already. Each order gets a name that no
        phone can choose.

        Raises Refused if the side has too many orders waiting, or the role sends too fast.
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
        """Whether a role may send so many messages now. If so, they are counted."""
        now = time.monotonic()
        due = max(self._due.get(role, 0.0), now - BURST * EVERY) + count * EVERY
        if due > now:
            return False
        self._due[role] = due
        return True

    def begin(self, side: str, unit: str, who: str) -> None:
        """Note that a player is filling in an order of a unit."""
        self._at.pop((side, unit), None)
        self._at[side, unit] = who or SOMEBODY

    def leave(self, side: str, unit: str) -> None:
        """Note that nobody is filling in an order of a unit any more."""
        self._at.pop((side, unit), None)

    def memory(self, side: str, order: str) -> Memory:
        """What the side sent last, for an order of this kind."""
        last, on = self._last.get((side, order), ({}, 0))
        return Memory(last, on, self._numbers.get(side, {}))

    def take_back(self, role: Role, id: str) -> None:  # noqa: A002
        """Take back an order that waits, once. A squadron's player takes back only orders of his squadron."""
        mine = (one for one in self.of(role).standings if role.squadron in ("", one.squadron))
        waits = any(standing.id == id and standing.state == WAITS and not standing.fixed for standing in mine)
        if waits and id not in self._leaving and self._is_in_time(role, 1):
            self._leaving.add(id)
            self._send(TakenBack(id, role.side or ""))

    def throw(self, role: Role, asked: str, face: int | None, rest: bool = False) -> None:
        """Answer the question for a die. Only the side that throws it can, once, and with a face of the die."""
        die = self.of(role).die
        if die is not None and die.id == asked and (face is None or 0 <= face <= die.sides) and self._is_in_time(role, 1):
            self._answered = asked
            self._send(Thrown(asked, role.side or "", face, rest))

    def pick(self, role: Role, asked: str, option: str) -> None:
        """Answer the question for a choice. Only the side that chooses can, once, and with one of the options."""
        choice = self.of(role).choice
        if choice is not None and choice.id == asked and option in choice.options and self._is_in_time(role, 1):
            self._answered = asked
            self._send(Picked(asked, role.side or "", option))


def _text(value: object) -> str:
    """The value of an input as a form sends it."""
    return "; ".join(value) if isinstance(value, (tuple, list)) else str(value)
