"""Draw marks, such as damaged systems, after a ship's columns, as far as they fit on her line."""

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
    """Several ways to draw a ship's marks, from the most detailed to the shortest. All of them tell every kind of damage."""
    tracks, hurt = _struck(card)
    supplies = [supply_marks(supply) for supply in card.supplies] if with_supplies else []
    conditions, short = [draw_condition(c, True) for c in card.conditions], draw_signs(card.conditions)
    number: list[Line] = [(ink(f"{len(hurt)} hurt", HURT),)] if hurt else []
    return [
        [*conditions, *supplies, *tracks, *hurt], [*short, *supplies, *tracks, *hurt], [*short, *supplies, *tracks, *number],
        [*short, *tracks, *number],
    ]  # fmt: skip


def draw_signs(conditions: Iterable[Condition]) -> list[Line]:
    """Draw conditions as short signs. Equal signs are drawn once with their number, such as ``SMOKE×2``."""
    alike = Counter((one.short, one.gravity) for one in conditions)
    return [
        (ink(f"{short}×{number}" if number > 1 else short, GRAVITY.get(gravity, QUIET)),)
        for (short, gravity), number in alike.items()
    ]


def _struck(card: CardView) -> tuple[list[Line], list[Line]]:
    """Draw the damaged tracks, except the first, and the damaged systems. The first track has a column of its own."""
    return (
        [draw_track(track) for track in card.rows[1:] if track.left < track.full],
        [draw_system(system) for system in card.systems if system.state != "sound"],
    )


def marks_in_short(card: CardView) -> Iterator[list[Line]]:
    """Several ways to draw marks of damage, each shorter than the last. Grave conditions come first.

    Damaged systems are drawn as a number. Marks that are left out are counted, such as ``+2``.
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
    """The first of several ways to draw marks that fits into ``room`` cells. Empty if none fits."""
    return next((parts for parts in variants if cells(joined(parts)) <= room), [])


def draw_system(system: System) -> Line:
    style = {"damaged": HURT, "destroyed": GRAVE}.get(system.state, FREE)
    return ink(f"{system.label} ", PLAIN if system.state == "sound" else style), ink(SYSTEM_SIGNS.get(system.state, "?"), style)


def draw_condition(condition: Condition, whole: bool = False) -> Line:
    return (ink(condition.text if whole else condition.short, GRAVITY.get(condition.gravity, QUIET)),)
