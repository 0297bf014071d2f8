"""Remember what reports find in a journal, until its battle changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from fleetbook.core.play.journal import Journal

T = TypeVar("T")


def found_once(find: Callable[[Journal[Any]], T]) -> Callable[[Journal[Any]], T]:
    """A decorator for a function that searches a whole journal. The journal is searched again only after a new line."""
    known: WeakKeyDictionary[Journal[Any], tuple[tuple[int, int], T]] = WeakKeyDictionary()

    @wraps(find)
    def found(journal: Journal[Any]) -> T:
        standing = journal.next_number, journal.position
        if journal not in known or known[journal][0] != standing:
            known[journal] = standing, find(journal)
        return known[journal][1]

    return found
