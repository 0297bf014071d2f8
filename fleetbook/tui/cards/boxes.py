"""Draw the boxes of a ship card, as a bar or one by one, and its supplies such as torpedoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

from rich.style import Style

from fleetbook.core.battle.card_view import Track
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import FREE, GONE, GRAVE, HURT, PLAIN, QUIET

FREE_BOX, STRUCK_BOX = "■", "□"
LOADED, SPENT = "●", "○"
WHOLE_CELL, GONE_CELL = "━", "╌"

UNCOUNTED = 3  # boxes at most that are drawn without a number, because they are counted at a glance
LEAST_BAR = 4
MOST_SUPPLIES = 8


def share_bar(track: Track, width: int, dead: bool = False, grave: bool = False) -> Line:
    """A bar for the share of a track that is left. The bar is shorter as soon as one box is lost, and never empty while a box is
    left. The bar of a ``dead`` ship is empty. The bar of a ship in ``grave`` danger is red even if no box is lost.
    """
    lost = 0 if track.left >= track.full else max(round((track.full - track.left) * width / track.full), 1)
    lost = width if dead or not track.left else min(lost, width - 1)
    style = GRAVE if dead or grave or is_low(track) else QUIET if track.left >= track.full else HURT
    return tuple(ink(text, style) for text in (WHOLE_CELL * (width - lost), GONE_CELL * lost) if text)


def is_low(track: Track) -> bool:
    """Whether a third of the boxes or less is left."""
    return track.left * 3 <= track.full


def strength(track: Track) -> Style:
    """The style of a number of boxes: quiet for all, plain for fewer, red for a third or less."""
    return QUIET if track.left >= track.full else GRAVE if is_low(track) else PLAIN


def count(track: Track) -> str:
    """The number of boxes left on a track and the number of all its boxes, such as `` 6/13``."""
    return f"{track.left:>{len(str(track.full))}}/{track.full}"


def draw_track(track: Track, room: int = 0) -> Line:
    """Draw a track with its label. Few boxes are drawn alone. Otherwise the count is drawn, then boxes if ``room`` allows."""
    label = ink(track.label, QUIET)
    if track.full <= UNCOUNTED:
        return label, ink(" "), *_boxes(track, 1)
    number = ink(f" {count(track)}", PLAIN if track.left == track.full else strength(track))
    return (label, number, *row(track, room)) if room else (label, number)


def row(track: Track, room: int) -> Line:
    """Draw a track's boxes in ``room`` cells. If they do not fit, each box drawn stands for several, and a sign such as ``×3``
    says so.

    Empty if fewer than LEAST_BAR boxes would be drawn.
    """
    per = 1 if track.full < room else ceil(track.full / max(room - 4, 1))
    if track.full < per * LEAST_BAR and per > 1:
        return ()
    scale: Line = (ink(f" ×{per}", QUIET),) if per > 1 else ()
    return (ink(" "), *_boxes(track, per), *scale)


def _boxes(track: Track, per: int) -> Line:
    """Draw the free boxes of a track, then the hit ones. Each box drawn stands for ``per`` boxes.

    A damaged track never looks undamaged, and a track with a box left never looks empty.
    """
    whole = ceil(track.full / per)
    free = min(ceil(track.left / per), whole - (track.left < track.full and whole > 1))
    boxes = (FREE_BOX * free, FREE), (STRUCK_BOX * (whole - free), GONE)
    return tuple(ink(text, style) for text, style in boxes if text)


def supply_marks(supply: Track) -> Line:
    """Draw a supply such as torpedoes: a filled circle for each one left, and an empty one for each one spent. A large supply is
    drawn as numbers.
    """
    if supply.full > MOST_SUPPLIES:
        return (ink(f"{supply.left}/{supply.full}"),)
    return ink(LOADED * supply.left), ink(SPENT * (supply.full - supply.left), GONE)


def draw_supply(supply: Track) -> Line:
    return ink(f"{supply.label} ", QUIET), *supply_marks(supply)


def draw_supplies(supplies: Iterable[Track]) -> Iterator[Line]:
    """Draw the supplies, one line for each label: ``torp ●● ●●`` for two sets of tubes."""
    alike: dict[str, list[Track]] = {}
    for supply in supplies:
        alike.setdefault(supply.label, []).append(supply)
    for first, *others in alike.values():
        yield *draw_supply(first), *(part for other in others for part in (ink(" "), *supply_marks(other)))
