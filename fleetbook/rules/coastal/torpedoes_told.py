"""What torpedoes in the water do by themselves, in words for the table (C8)."""

from __future__ import annotations

from fleetbook.core.orders.happened import Happened
from fleetbook.rules.coastal.facts import Torpedo, numbered
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import in_words, sentence

FEW = 2  # torpedoes that are named even where they are all


def torpedoes_run(happened: Happened[CoastalShip]) -> str:
    """How far the torpedoes of a side run on, those together that have run as far; empty where none is in the water."""
    told: dict[tuple[int, int], dict[str, str]] = {}
    for event in happened.changed(Says.runs_on):
        told.setdefault((event.after - event.before, event.after), {})[event.subject] = event.text
    return sentence("; ".join(_run(happened, *run, texts, len(told) == 1) for run, texts in told.items()))


def _run(happened: Happened[CoastalShip], now: int, far: int, texts: dict[str, str], whole: bool) -> str:
    """The torpedoes of one run: one by what was told of it, ``whole`` where they are all that a side has in the water."""
    if len(texts) == 1:
        return "".join(texts.values())
    which = numbered([Torpedo(happened.after, name) for name in texts])
    if whole and len(texts) > FEW:
        which = f"all {in_words(len(texts))} torpedoes"
    return f"{which} run on {now} cm, {far} in all"
