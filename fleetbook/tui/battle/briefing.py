"""The briefing: the scenario's story and set-up, its conditions, what decides it, house rules, and the seal of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.tui.cards.card_lines import labelled
from fleetbook.tui.kit.line import Line, ink, text_lines, unwrapped
from fleetbook.tui.kit.style import BOLD

HEADING = 12  # letters of a side before its ships


def briefing_lines(journal: Journal[Any], width: int) -> list[Line]:
    """Everything that is to be told before turn 1."""
    setup, battle = journal.setup, journal.battle
    lines: list[Line] = [(ink(f" {setup.title}", BOLD),), ()]
    if setup.text:
        lines += [*((ink(" "), *line) for line in text_lines(unwrapped(setup.text), width - 2)), ()]
    for side in setup.sides:
        names = [ship.name for ship in setup.ships if ship.side == side]
        lines += labelled(side[:HEADING], f"{len(names)} ships: {', '.join(names)}", width)
    words = (*setup.conditions, *setup.options)
    lines += labelled("conditions", ", ".join(f"{name} {battle.word(name)}" for name in words if battle.word(name)), width)
    lines += labelled("measured in", journal.ruleset.unit, width)
    lines += [line for text in _decides(journal) for line in labelled("decided by", text, width)]
    lines += [line for house in setup.house for line in labelled("house rules", house.title, width)]
    sealed = labelled("seal", "of the dice, SHA-256 of their seed, to be read out and noted:", width)
    return [*lines, *sealed, (ink(f" {journal.stream.commitment}", BOLD),)]


def _decides(journal: Journal[Any]) -> Iterator[str]:
    victory = journal.setup.victory
    if victory is None:
        return
    for count in victory.count:
        yield f"{count.side}: {count.name or count.of}"
    if victory.turns:
        yield f"{victory.turns} turns at most"
