"""A chess clock for the table: how long each side has been at its steps. Nothing of it is kept in the battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from msgspec import Struct


class ClockReading(Struct, frozen=True):
    """A clock at a moment: seconds by side, and the side for which it runs. Empty: for nobody."""

    seconds: Mapping[str, float]
    side: str


@dataclass(frozen=True)
class Clock:
    """Seconds by side. It runs since a moment of a clock that only goes forward, or stands still."""

    seconds: Mapping[str, float] = field(default_factory=dict)
    since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it is on."""
        return self.since is not None

    def toggled(self, now: float) -> Clock:
        """On, or off with the times kept."""
        return replace(self, since=None if self.running else now)

    def ticked(self, now: float, side: str) -> Clock:
        """The clock after a tick. The time goes to the side that acts, or to nobody while both do."""
        if self.since is None:
            return self
        passed = now - self.since
        seconds = {**self.seconds, side: self.seconds.get(side, 0.0) + passed} if side else self.seconds
        return Clock(seconds, now)

    def read(self, side: str) -> ClockReading | None:
        """The reading while a side acts. None while the clock is off."""
        return ClockReading(self.seconds, side) if self.running else None

    def shown(self, sides: Iterable[str], acting: str = "") -> tuple[str, str]:
        """Minutes and seconds of each side, and the same without names. A sign stands before the side that acts."""
        times = [("▸" if side == acting else "", side, minutes(self.seconds.get(side, 0.0))) for side in sides]
        return "  ".join(f"{sign}{side} {time}" for sign, side, time in times), "  ".join(f"{s}{time}" for s, _, time in times)


def minutes(seconds: float) -> str:
    """Minutes and seconds: ``3:05``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
