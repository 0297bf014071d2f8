"""What a recorded battle shows: the events of its lines that stand, and what was said when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.golden.playing import kept


class Recorded:
    """A battle's golden log: ``outcome`` in words, ``lines`` of the journal that are in force."""

    def __init__(self, battle: str) -> None:
        log: dict[str, Any] = json.loads(kept(battle, "log.json"))
        self.outcome: str = log["outcome"]
        self.lines: list[dict[str, Any]] = [line for line in log["journal"] if line["in_force"]]

    def events(self, kind: str, **like: Any) -> Iterator[dict[str, Any]]:
        """The events of a kind with these values."""
        for line in self.lines:
            yield from (
                event
                for event in line["events"]
                if event["type"] == kind and all(event[name] == value for name, value in like.items())
            )

    def said(self, text: str) -> list[int]:
        """The turns in which something is said."""
        spoken = [
            (line["turn"], event)
            for line in self.lines
            for event in line["events"]
            if event["type"] in ("noted", "changed") and event["text"]
        ]
        return [turn for turn, event in spoken if text in event["text"]]

    def lost(self, ship: str, why: str) -> list[int]:
        """The points that a ship loses for this reason, one after another."""
        marked = self.events("marked", ship=ship, track="points", why=why)
        return [event["before"] - event["after"] for event in marked]
