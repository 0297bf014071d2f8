"""A watchdog: it stops code of rule packages that never returns. A thread checks all calls into installed packages several times
a second.

A call that returns in time is not slowed down. The rules that come with fleetbook are not watched. An endless call into C code
cannot be stopped, since Python cannot interrupt it.
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

LOOKS = 0.1  # seconds between two checks
PATIENCE, LOADING, AGAIN = 3.0, 20.0, 0.2  # seconds allowed: for a call, to load a module, for code stopped before
RESUMED = 1.0  # a generator resumed within this many seconds is still the same call
IDLE = 3  # a call that mostly waits, and hardly computes, may take this many times as long
ENGINE = "fleetbook"

Since = tuple[float, float]
"""When a call began: the seconds on the clock, and the processor time that this process had used."""


@dataclass
class Watchdog:
    """Watches the packages in ``homes``. Every call from the engine into them must return in time."""

    homes: set[str] = field(default_factory=set)
    _endless: set[CodeType] = field(default_factory=set)
    _seen: dict[FrameType, tuple[Since, float]] = field(default_factory=dict)
    """Running calls: when each began, and when it was last seen running."""
    _lock: Lock = field(default_factory=Lock)
    _thread: Thread | None = None

    def watch(self, home: str) -> None:
        """Add a package to the watched packages."""
        with self._lock:
            self.homes.add(home)
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._watch, name="watchdog", daemon=True)
                self._thread.start()

    def _watch(self) -> None:
        while True:
            time.sleep(LOOKS)
            if sys.gettrace() is None:  # a debugger may take its time
                self._look(sys._current_frames())

    def _look(self, threads: Mapping[int, FrameType]) -> None:
        """Check the running calls of all other threads, and stop calls that take too long."""
        now: Since = (time.monotonic(), time.process_time())
        seen = {
            frame: (since, last)
            for frame, (since, last) in self._seen.items()
            if frame.f_code.co_flags & CO_GENERATOR and now[0] - last < RESUMED
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
        """The frames of a thread in which the engine called a watched package. Calls inside a package, and calls from the
        package's own tests, are left out.
        """
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
        """Raise NoEnd in a thread if this call is still running there."""
        self._endless.add(frame.f_code)
        if any(frame is one for one in self._calls(sys._current_frames()[thread])):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(NoEnd))


watchdog = Watchdog()
"""The only watchdog of this process."""
