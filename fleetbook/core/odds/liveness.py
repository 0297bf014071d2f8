"""Which facts the orders still due ask for: whatever else differs between points need not be told apart any more.

What orders read is found out while they are explored. Where one turns out to read what was already forgotten, the walk begins
again and knows better; the trees of places explored so far stay.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TypeAlias

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds.packing import CHOICES, Points, Slot, Tally
from fleetbook.core.odds.tree import Place

Keep: TypeAlias = Callable[[Key | Tally], bool]
"""Whether a fact or a count is wanted in the end."""


class Forgotten(Exception):
    """An order reads a fact that points were no longer told apart by."""


class Reads:
    """What the orders of one walk read, by the order's first place and how often it had given orders before.

    Without ``keep`` nothing is forgotten.
    """

    def __init__(self, points: Points, keep: Keep | None) -> None:
        self._points, self._keep = points, keep
        self._slots: dict[tuple[Place, int], set[Slot]] = defaultdict(set)
        self._given: dict[tuple[Place, int], set[Place]] = defaultdict(set)
        self._last: dict[Place, int] = defaultdict(int)
        self._masks: dict[tuple[Place, ...], int] = {}
        self._known = 0, 0
        self._size = 0
        self._forgotten: set[Slot] = set()

    def note(self, place: Place, slot: Slot) -> None:
        """A fact is asked for at a place. Raises Forgotten where its differences are lost."""
        read = self._slots[self._here(place)]
        if slot not in read:
            read.add(slot)
            self._size += 1
            self._require({slot})

    def note_orders(self, place: Place, given: tuple[Place, ...]) -> None:
        """Other orders are given at a place. Raises Forgotten where they read what is lost."""
        known = self._given[self._here(place)]
        new = tuple(set(given) - known)
        known.update(new)
        self._size += len(new)
        self._require(self._live(new))

    def _require(self, slots: set[Slot]) -> None:
        lost = self._forgotten if self._points.everything in slots else self._forgotten & slots
        if any(slot.varies for slot in lost):
            raise Forgotten

    def _here(self, place: Place) -> tuple[Place, int]:
        self._last[place.root] = max(self._last[place.root], place.segment)
        return place.root, place.segment

    def again(self) -> None:
        """The walk begins again: all is told apart."""
        self._forgotten.clear()
        self._masks.clear()

    def mask(self, due: tuple[Place, ...]) -> int:
        """The bits by which points from which these places are due must be told apart; -1 for all."""
        if self._keep is None:
            return -1
        known = self._size, len(self._points.slots)
        if known != self._known:
            self._known = known
            self._masks.clear()
        mask = self._masks.get(due)
        if mask is None:
            mask = self._masks[due] = self._mask(due)
        return mask

    def _mask(self, due: tuple[Place, ...]) -> int:
        live = self._live(due)
        if self._points.everything in live:
            return -1
        mask = 0
        for name, slot in self._points.slots.items():
            if slot in live or name == CHOICES or self._wanted(name):
                mask |= slot.mask
            else:
                self._forgotten.add(slot)
        return mask

    def _wanted(self, name: Key | Tally) -> bool:
        return self._keep is None or self._keep(name)

    def _live(self, due: tuple[Place, ...]) -> set[Slot]:
        """All that these places and the orders that they give may read."""
        live: set[Slot] = set()
        seen: set[tuple[Place, int]] = set()
        todo = [(place.root, place.segment) for place in due]
        while todo:
            root, segment = todo.pop()
            for here in ((root, number) for number in range(segment, self._last[root] + 1)):
                if here not in seen:
                    seen.add(here)
                    live |= self._slots.get(here, set())
                    todo += [(given, 0) for given in self._given.get(here, ())]
        return live
