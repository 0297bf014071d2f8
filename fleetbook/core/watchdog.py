"""A watchdog for rule packages whose code never ends. A thread looks at strangers' calls now and then, and stops long ones.

The calls themselves do nothing for it, so rules that end lose no time. Our own rules are not watched. Python cannot stop a single
endless call into C.
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
PATIENCE, LOADING, AGAIN = 3.0, 20.0, 0.2  # seconds for a call, for loading a module, for code stopped before
RESUMED = 1.0  # seconds for which a running generator may be out of sight, since its caller has left it
IDLE = 3  # a call that mostly waits may take this many times as long
ENGINE = "fleetbook"

Since = tuple[float, float]
"""Seconds by the clock, and seconds of work of this process."""


@dataclass
class Watchdog:
    """Watches the packages with these homes. Each call of the engine into them must end in time."""

    homes: set[str] = field(default_factory=set)
    _endless: set[CodeType] = field(default_factory=set)
    _seen: dict[FrameType, tuple[Since, float]] = field(default_factory=dict)
    """Running calls: when each began, and when it was last seen."""
    _lock: Lock = field(default_factory=Lock)
    _thread: Thread | None = None

    def watch(self, home: str) -> None:
        """Watch one more package."""
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
        """Look at the calls of all other threads, and stop a call that takes too long."""
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
        """The calls of the engine into a package on a thread, as frames. A package's calls within itself, or from its tests, are
        left out.
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
        """Raise NoEnd in a thread, if it is still in this call."""
        self._endless.add(frame.f_code)
        if any(frame is one for one in self._calls(sys._current_frames()[thread])):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(NoEnd))


watchdog = Watchdog()
"""The watchdog of this process."""
