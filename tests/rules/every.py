"""A property that holds of every case, tried on all of them in one test that tells every case of which it does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def of_every(cases: Iterable[Any]) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    """Make a test of one case a test of all."""
    tried = list(cases)

    def decorate(test: Callable[[Any], None]) -> Callable[[], None]:
        def all_of_them() -> None:
            faults = [f"{_name(case)}: {fault}" for case in tried if (fault := _fault(test, case))]
            assert tried
            assert not faults, "\n".join(faults)

        all_of_them.__name__, all_of_them.__doc__ = test.__name__, test.__doc__
        return all_of_them

    return decorate


def _fault(test: Callable[[Any], None], case: Any) -> str:
    try:
        test(case)
    except AssertionError as error:
        return str(error) or "does not hold"
    return ""


def _name(case: Any) -> str:
    return str(getattr(case, "name", case[0] if isinstance(case, tuple) else case))
