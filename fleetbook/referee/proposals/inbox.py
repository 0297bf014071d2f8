"""The orders that players have sent, oldest first, and the state of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from collections.abc import Set as AnySet

from msgspec.structs import replace

from fleetbook.core.battle.record import PHONE
from fleetbook.core.parsing import counted
from fleetbook.referee.proposals.post import GIVEN, SENT_BACK, TAKEN_BACK, UNDONE, WAITS, Sent, Standing

MOST_WAITING, MOST_ENDED, MOST_SEEN = 60, 6, 20_000
"""Limits on a side's orders: how many may wait, how many are still shown after they were given or sent back, and how many ids
are remembered.
"""
FULL = "too many of your orders wait already"


class Inbox:
    """The orders that wait for the referee, and of each side the last orders that the referee has dealt with."""

    def __init__(self, sides: Collection[str]) -> None:
        """``sides`` are those that may send orders."""
        self.waiting: list[Sent] = []
        self.last = ""  # the name of the order that came last
        self._sides = frozenset(sides)
        self._fixed = set[str]()  # the names of waiting orders that their players take back no more
        self._held = ""  # the name of the order whose dice fall
        self._lines: dict[str, int] = {}  # the journal's lines of orders that were given, by name
        self._ended: dict[str, deque[Standing]] = {}
        self._seen: dict[str, None] = {}  # the names of the orders that came
        self._is_used = False
        self._standings: dict[str, tuple[Standing, ...]] | None = None  # None if they must be worked out again

    @property
    def of_phones(self) -> str:
        """The number of waiting orders from phones, in words. Empty if none waits."""
        waiting = sum(sent.by == PHONE for sent in self.waiting)
        wait = "waits" if waiting == 1 else "wait"
        return f"{counted(waiting, 'order')} from phones {wait} and would be lost" if waiting else ""

    @property
    def is_used(self) -> bool:
        """Whether an order has ever come from a phone."""
        return self._is_used

    def take(self, sent: Sent) -> None:
        """Add an order. It replaces a waiting order that says the same, so that an order sent twice is given once."""
        side = sent.proposal.by
        if sent.id in self._seen or side not in self._sides:
            return
        if len(self._seen) >= MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        self._seen[sent.id] = None
        self._is_used = self._is_used or sent.by == PHONE
        self._standings = None
        self.last = sent.id
        if (same := self.like(sent)) is not None:
            self.waiting[self.waiting.index(same)] = sent
        elif sum(one.proposal.by == side for one in self.waiting) >= MOST_WAITING:
            self._end(sent, SENT_BACK, FULL)
        else:
            self.waiting.append(sent)

    def like(self, sent: Sent) -> Sent | None:
        """The waiting order that says the same as another one, or is that one. None if there is none."""
        return next((one for one in self.waiting if _content(one) == _content(sent)), None)

    def instead_of(self, withdrawn: Sent) -> Sent | None:
        """The waiting order for the same ship or squadron as one that its player took back. None if there is none."""
        whose = withdrawn.proposal.by, withdrawn.unit
        return next((one for one in self.waiting if one.unit and (one.proposal.by, one.unit) == whose), None)

    def given(self, sent: Sent, line: int) -> None:
        """Note that the referee has given an order, and its line in the journal."""
        shown = {one.id for ended in self._ended.values() for one in ended}
        self._lines = {**{name: number for name, number in self._lines.items() if name in shown}, sent.id: line}
        self._end(sent, GIVEN)

    def follow(self, in_force: AnySet[int], held: str = "") -> None:
        """Note the lines of the journal that are in force, and the name of the order whose dice are being thrown, if any."""
        if held != self._held:
            self._held, self._standings = held, None
        for ended in self._ended.values():
            for place, one in enumerate(ended):
                state = GIVEN if self._lines.get(one.id) in in_force else UNDONE
                if one.id in self._lines and one.state != state:
                    ended[place], self._standings = replace(one, state=state), None

    def send_back(self, sent: Sent, words: str) -> None:
        """Send an order back to its player, with the referee's words."""
        self._end(sent, SENT_BACK, words)

    def take_back(self, id: str, side: str) -> None:  # noqa: A002 (as in Sent)
        """Remove an order that its side takes back. Nothing happens if the order no longer waits."""
        sent = next((one for one in self.waiting if (one.id, one.proposal.by) == (id, side)), None)
        if sent is not None and id not in self._fixed and id != self._held:
            self._end(sent, TAKEN_BACK)

    def fix(self) -> None:
        """Note that players can no longer take back the orders that wait now."""
        self._fixed, self._standings = {sent.id for sent in self.waiting}, None

    def _end(self, sent: Sent, state: str, note: str = "") -> None:
        self._standings = None
        if sent in self.waiting:
            self.waiting.remove(sent)
        ended = self._ended.setdefault(sent.proposal.by, deque(maxlen=MOST_ENDED))
        for before in [one for one in ended if one.id == sent.id]:
            ended.remove(before)
        ended.append(Standing.of(sent, state, note))

    def standings(self) -> dict[str, tuple[Standing, ...]]:
        """The orders of each side with their state: first the waiting orders, from the oldest on, then the others, from the
        newest on.
        """
        if self._standings is not None:
            return self._standings
        found: dict[str, list[Standing]] = {}
        for sent in self.waiting:
            found.setdefault(sent.proposal.by, []).append(Standing.of(sent, WAITS, fixed=sent.id in (*self._fixed, self._held)))
        for side, ended in self._ended.items():
            found.setdefault(side, []).extend(reversed(ended))
        self._standings = {side: tuple(standings) for side, standings in found.items()}
        return self._standings


def _content(sent: Sent) -> object:
    return sent.proposal.by, sent.proposal.order, sent.proposal.entered
