"""Asks a doctrine for its orders and choices. A mistake in its code is reported with the doctrine, the file and the line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.doctrines.doctrine import Chair, Doctrine
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Unmeasured
from fleetbook.core.faults import NoEnd, RulesFault, home_of, in_words, place_in, place_of


def orders_of(doctrine: Doctrine[Any], chair: Chair[Any]) -> Iterator[Proposed[Any]]:
    """The orders that a doctrine gives in the present step. Raises RulesFault if the doctrine's code fails or yields anything but
    a Proposed. Raises Unmeasured if a measurement is missing.
    """
    try:
        yield from _proposals(doctrine, chair)
    except (RulesFault, Unmeasured):
        raise
    except (Exception, NoEnd) as error:
        raise _fault(doctrine, chair, in_words(error), error) from error


def _proposals(doctrine: Doctrine[Any], chair: Chair[Any]) -> Iterator[Proposed[Any]]:
    orders = doctrine.step(chair)
    if not isinstance(orders, Iterable):
        raise _fault(doctrine, chair, f"step gives {orders!r}, allowed: an iterator of Proposed: is `yield` missing?")
    for proposed in orders:
        if not isinstance(proposed, Proposed):
            raise _fault(doctrine, chair, f"step yields {proposed!r}, allowed: a Proposed")
        yield proposed


def choice_of(doctrine: Doctrine[Any], chair: Chair[Any], label: str, options: tuple[str, ...]) -> str:
    """The option that a doctrine chooses. Raises RulesFault if the doctrine's code fails or answers with anything but an option.
    Raises Unmeasured if a measurement is missing.
    """
    try:
        answer = doctrine.choose(chair, label, options)
    except (RulesFault, Unmeasured):
        raise
    except (Exception, NoEnd) as error:
        raise _fault(doctrine, chair, in_words(error), error) from error
    if answer not in options:
        raise _fault(doctrine, chair, f"choose answers {answer!r} to {label}, allowed: {', '.join(options)}")
    return answer


def _fault(doctrine: Doctrine[Any], chair: Chair[Any], what: str, error: BaseException | None = None) -> RulesFault:
    """A RulesFault with the line of the doctrine's package in which an error arose. Without such a line, it names the doctrine's
    class.
    """
    kind = type(doctrine)
    found = place_in(error.__traceback__, {home_of(kind.__module__): ""}) if error else None
    return RulesFault(chair.battle.ruleset.id, f"doctrine {kind.id}: {what}", found[1] if found else place_of(kind))
