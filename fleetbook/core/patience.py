"""Packages of rules that do not come to an end: a thread looks now and then what strangers' code is at, and breaks it off.

Nothing is asked of a call itself, so rules that end pay nothing for it, and our own are not looked at. What no thread of Python
can break off is a single call into C that has no end.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from inspect import CO_GENERATOR
from threading import Lock, Thread, get_ident
from types import CodeType, FrameType

from fleetbook.core.faults import NoEnd, home_among

LOOKS = 0.1  # seconds between two looks
PATIENCE, LOADING, AGAIN = 3.0, 20.0, 0.2  # seconds for one call, for a module that is loaded, for what had no end before
RESUMED = 1.0  # seconds in which a generator may not be seen, and yet is under way
IDLE = 3  # of one call that waits more than it works, so many times as long
ENGINE = "fleetbook"

Since = tuple[float, float]
"""Seconds by the clock and of work of this process."""


@dataclass
class Patience:
    """Watches over the packages with these homes: what the engine calls in them must come to an end."""

    homes: set[str] = field(default_factory=set)
    _endless: set[CodeType] = field(default_factory=set)
    _seen: dict[FrameType, tuple[Since, float]] = field(default_factory=dict)
    """Calls under way, since when, and when they were seen last."""
    _lock: Lock = field(default_factory=Lock)
    _thread: Thread | None = None

    def watch(self, home: str) -> None:
        """Watch over a package, too."""
        with self._lock:
            self.homes.add(home)
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._watch, name="patience", daemon=True)
                self._thread.start()

    def _watch(self) -> None:
        while True:
            time.sleep(LOOKS)
            if sys.gettrace() is None:  # whoever debugs his rules is not broken off
                self._look(sys._current_frames())

    def _look(self, threads: Mapping[int, FrameType]) -> None:
        """See what every other thread is at; break off what was there for too long."""
        now: Since = (time.monotonic(), time.process_time())
        seen = {
            frame: (since, last) for frame, (since, last) in self._seen.items() if _may_go_on(frame) and now[0] - last < RESUMED
        }
        for thread, innermost in threads.items():
            if thread == get_ident():
                continue
            for frame in self._calls(innermost):
                seen[frame] = self._seen.get(frame, (now, 0.0))[0], now[0]
            overdue = next((frame for frame in self._calls(innermost) if self._is_overdue(frame, seen[frame][0], now)), None)
            if overdue is not None:
                self._break_off(thread, overdue)
        self._seen = seen

    def _calls(self, innermost: FrameType) -> Iterator[FrameType]:
        """Of a thread's frames those of a package that the engine called, not the package itself, and not its tests."""
        inner: FrameType | None = None
        frame: FrameType | None = innermost
        while frame is not None:
            module = str(frame.f_globals.get("__name__", ""))
            if home_among(module, self.homes):
                inner = frame
            elif module == ENGINE or module.startswith(f"{ENGINE}."):
                if inner is not None:
                    yield inner
                inner = None
            frame = frame.f_back

    def _is_overdue(self, frame: FrameType, since: Since, now: Since) -> bool:
        code = frame.f_code
        most = AGAIN if code in self._endless else LOADING if code.co_name == "<module>" else PATIENCE
        elapsed, worked = now[0] - since[0], now[1] - since[1]
        return worked > most or elapsed > IDLE * most

    def _break_off(self, thread: int, frame: FrameType) -> None:
        """Raise NoEnd in a thread, where it is still in this call."""
        self._endless.add(frame.f_code)
        if any(frame is one for one in self._calls(sys._current_frames()[thread])):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(NoEnd))


def _may_go_on(frame: FrameType) -> bool:
    """Whether it is a generator's, which whoever asks it leaves and comes back to."""
    return bool(frame.f_code.co_flags & CO_GENERATOR)


patience = Patience()
"""The one of this process."""
