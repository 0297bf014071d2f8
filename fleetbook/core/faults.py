"""Faults in the code of rule packages. They are reported with package, file and line, and the program goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from traceback import walk_tb
from types import TracebackType

from fleetbook.core.errors import FleetbookError, InvalidInput, NotYetKnown

OURS = "fleetbook.rules"
ENDLESS = "it does not end"


class RulesFault(FleetbookError):
    """The code of a rule system failed; no person entered anything wrong. The message names the rules, the file and the line."""

    def __init__(self, rules: str, what: str) -> None:
        self.rules, self.what = rules, what
        super().__init__(f"a fault in the rules {rules}, {what}")

    @classmethod
    def by(cls, rules: object, function: object, error: FleetbookError) -> RulesFault:
        """The fault of a function of the rules that returned a wrong value."""
        code = getattr(function, "__code__", None)
        place = f"{short_path(code.co_filename, function.__module__)}:{code.co_firstlineno}: " if code else ""
        return cls(str(getattr(rules, "id", "")), f"{place}{error}")


class NoEnd(BaseException):
    """Rules that run on without end. It is a BaseException, so ``except Exception`` in their loop cannot hide it."""

    def __init__(self, after: str = "no result in several seconds") -> None:
        super().__init__(f"{ENDLESS} ({after}): look for an endless loop")


def home_of(module: str) -> str:
    """The package of the rules that a module belongs to: the common beginning of its modules' names."""
    return OURS if module.startswith(f"{OURS}.") else module.partition(".")[0]


class rules_at_work:  # noqa: N801 - a block is entered with it
    """Raise RulesFault for any error of a rule system's code in this block, unless its message is for the referee.

    While an order is ``resolving``, a package's failed look-up is its own fault too: nobody entered it.
    """

    def __init__(self, rules: object, *, resolving: bool = False) -> None:
        self._rules, self._resolving = rules, resolving

    def __enter__(self) -> None:
        """Enter the block; nothing needs to be released."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Turn an error of the rules into a RulesFault."""
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
    """The fault that an error shows in one of several rule systems, given as ids by home. None if it arose elsewhere."""
    found = place_in(error.__traceback__, homes)
    return RulesFault(homes[found[0]], f"{found[1]}: {in_words(error)}") if found else None


def in_words(error: BaseException) -> str:
    """An error's kind and words, on one line. An error with a full message has no kind before it."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    if isinstance(error, (NoEnd, InvalidInput)):
        return text
    return f"{type(error).__name__}: {' '.join(text.split())}" if text else type(error).__name__


def place_in(trace: TracebackType | None, homes: Mapping[str, str]) -> tuple[str, str] | None:
    """The home, file and line of the innermost frame of these homes. Frames with a file come before frames without one."""
    found = None
    for frame, line in walk_tb(trace):
        module = str(frame.f_globals.get("__name__", ""))
        home = home_among(module, homes)
        if home is not None and (found is None or not frame.f_code.co_filename.startswith("<")):
            found = home, f"{short_path(frame.f_code.co_filename, module)}:{line}"
    return found


def home_among(module: str, homes: Iterable[str]) -> str | None:
    """The home that a module belongs to; None if it is not among these."""
    return next((home for home in homes if module == home or module.startswith(f"{home}.")), None)


def short_path(file: str, module: str) -> str:
    """The path of a module's file, beginning at its package."""
    path = Path(file)
    return Path(*path.parts[-(module.count(".") + (2 if path.stem == "__init__" else 1)) :]).as_posix()
