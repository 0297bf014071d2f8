"""Marks behind a ship on one line, if there is room: conditions, damaged systems, torpedoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from fleetbook.core.battle.card_view import CardView, Condition, System
from fleetbook.tui.cards.boxes import draw_track, supply_marks
from fleetbook.tui.kit.line import Line, cells, ink, joined
from fleetbook.tui.kit.style import FREE, GOOD, GRAVE, HURT, PLAIN, QUIET

SYSTEM_SIGNS = {"sound": "✓", "damaged": "~", "destroyed": "✗"}
GRAVITY = {"grave": GRAVE, "good": GOOD}


def marks_in_words(card: CardView, with_supplies: bool) -> list[list[Line]]:
    """The marks behind the grid on one line, in words, then shorter and shorter. Nothing is left out."""
    tracks, hurt = _struck(card)
    supplies = [supply_marks(supply) for supply in card.supplies] if with_supplies else []
    conditions, short = [draw_condition(c, True) for c in card.conditions], draw_signs(card.conditions)
    number: list[Line] = [(ink(f"{len(hurt)} hurt", HURT),)] if hurt else []
    return [
        [*conditions, *supplies, *tracks, *hurt], [*short, *supplies, *tracks, *hurt], [*short, *supplies, *tracks, *number],
        [*short, *tracks, *number],
    ]  # fmt: skip


def draw_signs(conditions: Iterable[Condition]) -> list[Line]:
    """The signs of conditions. Equal ones stand once with their number: smoke towards two ships is ``SMOKE×2``."""
    alike = Counter((one.short, one.gravity) for one in conditions)
    return [
        (ink(f"{short}×{number}" if number > 1 else short, GRAVITY.get(gravity, QUIET)),)
        for (short, gravity), number in alike.items()
    ]


def _struck(card: CardView) -> tuple[list[Line], list[Line]]:
    """The tracks after the first with boxes lost, and the damaged systems."""
    return (
        [draw_track(track) for track in card.rows[1:] if track.left < track.full],
        [draw_system(system) for system in card.systems if system.state != "sound"],
    )


def marks_in_short(card: CardView) -> Iterator[list[Line]]:
    """Marks of damage alone, the grave ones first, then ever fewer and the number left out.

    Damaged systems are a number while the worst mark has room beside it.
    """
    tracks, hurt = _struck(card)
    if not (tracks or hurt or card.conditions):
        return
    marks = draw_signs(sorted(card.conditions, key=lambda condition: condition.gravity != "grave"))
    systems: Line = (ink(f"{len(hurt)} hurt", HURT),)
    worst = "destroyed" if any(system.state == "destroyed" for system in card.systems) else "damaged"
    sign: Line = (ink(f"{SYSTEM_SIGNS[worst]}{len(hurt)}", HURT),)

    def fewer(kept: int, of_systems: list[Line], left: int) -> list[Line]:
        more: list[Line] = [(ink(f"+{left}", QUIET),)] if left else []
        return [joined([*marks[:kept], *of_systems, *more], " ")]

    for kept in range(len(marks), 0 if marks else -1, -1):
        for behind in ([systems], [sign]) if hurt else ([],):
            yield fewer(kept, behind, len(marks) - kept + len(tracks))
    if hurt or tracks:
        yield fewer(1, [], max(len(marks) - 1, 0) + len(tracks) + len(hurt))
    yield marks[:1]


def fitting(variants: Iterable[list[Line]], room: int) -> list[Line]:
    """The first line that fits, else an empty one."""
    return next((parts for parts in variants if cells(joined(parts)) <= room), [])


def draw_system(system: System) -> Line:
    style = {"damaged": HURT, "destroyed": GRAVE}.get(system.state, FREE)
    return ink(f"{system.label} ", PLAIN if system.state == "sound" else style), ink(SYSTEM_SIGNS.get(system.state, "?"), style)


def draw_condition(condition: Condition, whole: bool = False) -> Line:
    return (ink(condition.text if whole else condition.short, GRAVITY.get(condition.gravity, QUIET)),)
