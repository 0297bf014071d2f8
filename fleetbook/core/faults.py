"""Errors in the code of rule packages. They are reported with package, file and line, and the program carries on."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from inspect import getsourcelines
from pathlib import Path
from traceback import walk_tb
from types import TracebackType

from fleetbook.core.errors import FleetbookError, InvalidInput, NotYetKnown

OURS = "fleetbook.rules"
ENDLESS = "it does not end"


class RulesFault(FleetbookError):
    """The code of a rule system failed. The person at the keyboard made no mistake. The message names the rules, the file and the
    line. ``place`` is the file with the line; empty if they are not known.
    """

    def __init__(self, rules: str, what: str, place: str = "") -> None:
        self.rules, self.place = rules, place
        self.what = f"{place}: {what}" if place else what
        super().__init__(f"a fault in the rules {rules}, {self.what}")

    @classmethod
    def by(cls, rules: object, function: object, error: FleetbookError) -> RulesFault:
        """The error for a function of the rules that returned a wrong value."""
        code = getattr(function, "__code__", None)
        place = f"{short_path(code.co_filename, function.__module__)}:{code.co_firstlineno}" if code else ""
        return cls(str(getattr(rules, "id", "")), str(error), place)


class NoEnd(BaseException):
    """The code of a rule system ran too long without returning. NoEnd is a BaseException, so an ``except Exception`` in that code
    cannot catch it.
    """

    def __init__(self, after: str = "no result in several seconds") -> None:
        super().__init__(f"{ENDLESS} ({after}): look for an endless loop")


def home_of(module: str) -> str:
    """The package of the rules that a module belongs to: ``skirmish`` for ``skirmish.rules``, and ``fleetbook.rules`` for all
    rules that come with fleetbook.
    """
    return OURS if module.startswith(f"{OURS}.") else module.partition(".")[0]


class rules_at_work:  # noqa: N801 - used in a with statement
    """A ``with`` block that runs code of a rule system. An error in that code becomes a RulesFault. An error with a message for
    the referee is left as it is.

    With ``resolving`` an order is being carried out, and nobody types anything. So an InvalidInput of an installed package
    becomes a RulesFault too.
    """

    def __init__(self, rules: object, *, resolving: bool = False) -> None:
        self._rules, self._resolving = rules, resolving

    def __enter__(self) -> None:
        """Enter the block. Nothing needs to be prepared."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Replace an error of the rules by a RulesFault."""
        if error is None:
            return
        home = home_of(type(self._rules).__module__)
        looked_up = self._resolving and home != OURS and isinstance(error, InvalidInput)
        is_meant = isinstance(error, (FleetbookError, NotYetKnown)) and not looked_up
        if is_meant or not isinstance(error, (Exception, NoEnd)):
            return
        fault = fault_in(error, {home: str(getattr(self._rules, "id", ""))})
        if fault is not None:
            raise fault from error


def fault_in(error: BaseException, homes: Mapping[str, str]) -> RulesFault | None:
    """The RulesFault for an error; None if it arose outside these rule systems. ``homes`` maps the package of each rule system to
    its id.
    """
    found = place_in(error.__traceback__, homes)
    return RulesFault(homes[found[0]], in_words(error), found[1]) if found else None


def in_words(error: BaseException) -> str:
    """An error on one line of text: its type and its message. For InvalidInput and NoEnd it is the message alone."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    if isinstance(error, (NoEnd, InvalidInput)):
        return text
    return f"{type(error).__name__}: {' '.join(text.split())}" if text else type(error).__name__


def place_in(trace: TracebackType | None, homes: Mapping[str, str]) -> tuple[str, str] | None:
    """The package, and the file with the line, where an error arose. They are those of the innermost frame in one of these
    packages. A frame without a source file counts only if there is no other. None if no frame is in these packages.
    """
    found = None
    for frame, line in walk_tb(trace):
        module = str(frame.f_globals.get("__name__", ""))
        home = home_among(module, homes)
        if home is not None and (found is None or not frame.f_code.co_filename.startswith("<")):
            found = home, f"{short_path(frame.f_code.co_filename, module)}:{line}"
    return found


def home_among(module: str, homes: Iterable[str]) -> str | None:
    """The package among ``homes`` that a module belongs to; None if it belongs to none of them."""
    return next((home for home in homes if module == home or module.startswith(f"{home}.")), None)


def short_path(file: str, module: str) -> str:
    """The path of a module's file, starting with the directory of its package."""
    path = Path(file)
    return Path(*path.parts[-(module.count(".") + (2 if path.stem == "__init__" else 1)) :]).as_posix()


def place_of(declared: type) -> str:
    """The file and line of a class, as a message shows them; empty if the source is not available."""
    module = sys.modules.get(declared.__module__)
    try:
        line = getsourcelines(declared)[1]
    except (OSError, TypeError):
        return ""
    return f"{short_path(getattr(module, '__file__', None) or '', declared.__module__)}:{line}"


def place_of_load(error: BaseException, home: str) -> str:
    """The file and line where loading a package failed; empty if no file of the package is to blame."""
    if isinstance(error, SyntaxError) and error.filename:
        path = Path(error.filename).as_posix()
        return f"{path[max(path.rfind(f'/{home}') + 1, 0) :]}:{error.lineno}"
    found = place_in(error.__traceback__, {home: ""})
    return found[1] if found else ""
