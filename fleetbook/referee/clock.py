"""A chess clock that measures how long each side takes. Its times are not saved with the battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct


class ClockReading(Struct, frozen=True):
    """A reading of the clock: seconds by side, and the side whose time is running. ``side`` is empty if none is running."""

    seconds: Mapping[str, float]
    side: str


class Clock(msgspec.Struct, frozen=True):
    """The clock: seconds by side. ``since`` is the monotonic time of the last tick; None while the clock is off."""

    seconds: Mapping[str, float] = {}
    since: float | None = None

    @property
    def running(self) -> bool:
        """Whether the clock is on."""
        return self.since is not None

    def toggled(self, now: float) -> Clock:
        """The clock switched on, or switched off with its times kept."""
        return msgspec.structs.replace(self, since=None if self.running else now)

    def ticked(self, now: float, side: str) -> Clock:
        """The clock after a tick. The time since the last tick is added to ``side``, which acts. If it is empty, no side gets
        it.
        """
        if self.since is None:
            return self
        passed = now - self.since
        seconds = {**self.seconds, side: self.seconds.get(side, 0.0) + passed} if side else self.seconds
        return Clock(seconds, now)

    def read(self, side: str) -> ClockReading | None:
        """The reading of the clock while ``side`` acts. None while the clock is off."""
        return ClockReading(self.seconds, side) if self.running else None

    def shown(self, sides: Iterable[str], acting: str = "") -> tuple[str, str]:
        """The times of all sides as text, with and without the sides' names. The acting side has a sign before it."""
        times = [("▸" if side == acting else " ", side, minutes(self.seconds.get(side, 0.0))) for side in sides]
        return "  ".join(f"{sign}{side} {time}" for sign, side, time in times), "  ".join(f"{s}{time}" for s, _, time in times)


def minutes(seconds: float) -> str:
    """Seconds as minutes and seconds, such as ``3:05``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
