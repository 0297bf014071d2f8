"""Faults in the code of rule packages: told with the package, file and line, so that none ends the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb
from types import TracebackType

from fleetbook.core.errors import FleetbookError, NotYetKnown

OURS = "fleetbook.rules"


class RulesFault(FleetbookError):
    """The code of a rule system failed, not what a person entered: which rules, and what failed at which file and line."""

    def __init__(self, rules: str, what: str) -> None:
        self.rules, self.what = rules, what
        super().__init__(f"a fault in the rules {rules}, {what}")

    @classmethod
    def by(cls, rules: object, function: object, error: FleetbookError) -> RulesFault:
        """What a function of the rules gave that it may not."""
        code = getattr(function, "__code__", None)
        place = f"{short_path(code.co_filename, function.__module__)}:{code.co_firstlineno}: " if code else ""
        return cls(str(getattr(rules, "id", "")), f"{place}{error}")


def home_of(module: str) -> str:
    """The beginning of the names of the modules that belong to the rules of a module: its package."""
    return OURS if module.startswith(f"{OURS}.") else module.partition(".")[0]


@contextmanager
def rules_at_work(rules: object) -> Iterator[None]:
    """Raise RulesFault for whatever the code of a rule system raises in this block that is not meant for the referee."""
    try:
        yield
    except (FleetbookError, NotYetKnown):
        raise
    except Exception as error:
        fault = fault_in(error, {home_of(type(rules).__module__): str(getattr(rules, "id", ""))})
        if fault is None:
            raise
        raise fault from error


def fault_in(error: BaseException, homes: Mapping[str, str]) -> RulesFault | None:
    """The fault that an error shows in one of several rule systems: their ids by their homes. None where it was elsewhere."""
    found = place_in(error.__traceback__, homes)
    return RulesFault(homes[found[0]], f"{found[1]}: {in_words(error)}") if found else None


def in_words(error: BaseException) -> str:
    """An error's kind and words, on one line."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {' '.join(text.split())}" if text else type(error).__name__


def place_in(trace: TracebackType | None, homes: Mapping[str, str]) -> tuple[str, str] | None:
    """The home, and file and line, of the innermost frame that belongs to one of these homes."""
    found = None
    for frame, line in walk_tb(trace):
        module = str(frame.f_globals.get("__name__", ""))
        home = next((home for home in homes if module == home or module.startswith(f"{home}.")), None)
        if home is not None:
            found = home, f"{short_path(frame.f_code.co_filename, module)}:{line}"
    return found


def short_path(file: str, module: str) -> str:
    """The path of a module's file from its package on."""
    path = Path(file)
    return Path(*path.parts[-(module.count(".") + (2 if path.stem == "__init__" else 1)) :]).as_posix()
