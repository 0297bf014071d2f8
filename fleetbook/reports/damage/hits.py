"""The hits in a report: for each ship the hits on her, and for each firer her hits and the boxes that they struck off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fleetbook.core.parsing import counted, listed
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.document import Block, Grid, Heading, Paragraph, grid
from fleetbook.reports.status import Status

MOST_TARGETS = 9
OTHERS = "others"
STRUCK = "Struck: {} that the shots themselves struck off."
PUT_OUT = " Put out: weapons and systems that they damaged or destroyed."
FOLLOWED = (
    "Followed: boxes lost to fires, floods, explosions and other effects that the firer caused. "
    "If several ships caused one loss, they share its boxes equally."
)

POOLED = "These ships throw their dice together. Their hits and boxes count for the ship named first."


def hits_section(
    now: Status, shots: Sequence[Shot], marks: Sequence[MarkView], fates: Sequence[FateView] = ()
) -> Iterator[Block]:
    """The hits on each ship, and for each side a table of firers and targets. Empty if there were no hits.

    A miss that struck off boxes, such as a torpedo that explodes nearby, is listed with the hits. ``fates`` name the ships lost,
    because a hit may sink a ship without striking off a box.
    """
    struck = [shot for shot in shots if shot.hits or shot.damage]
    if not struck:
        return
    yield Heading(2, "Hits", "hits")
    put_out = _put_out(now, struck)
    yield _taken(now, struck, marks, {fate.ship: fate.brief for fate in fates if fate.lost}, put_out)
    for side in now.sides:
        own = [shot for shot in struck if shot.side == side]
        if own:
            yield Heading(3, f"Hits scored by {side}")
            yield _matrix(now, own, marks, fates)
    followed = any(mark.by and mark.boxes > 0 and not mark.shot_line for mark in marks)
    labels = {mark.label for mark in marks if mark.shot_line}
    boxes = labels.pop() if len(labels) == 1 else "boxes"
    struck_off = STRUCK.format(boxes if boxes.endswith("s") else f"{boxes} boxes")
    yield Paragraph(f"{struck_off}{PUT_OUT if put_out else ''}{f' {FOLLOWED}' if followed else ''}")
    if pooled := listed(dict.fromkeys(f"{shot.by} (line {shot.line})" for shot in struck if shot.with_others)):
        yield Paragraph(f"{pooled}. {POOLED}", "Fired together:")


def _put_out(now: Status, struck: Sequence[Shot]) -> Counter[str]:
    """The number of weapons and systems that shots put out on each ship. Empty if later orders work it out, or if systems are
    rows of boxes.
    """
    rows = {track.id for ship in now.ships for track in ship.tracks}
    counts = Counter[str]()
    if not any(shot.put_out is None for shot in struck) and not any(s.label in rows for ship in now.ships for s in ship.systems):
        for shot in struck:
            counts[shot.target] += shot.put_out or 0
    return +counts


def _taken(
    now: Status, struck: Sequence[Shot], marks: Sequence[MarkView], ends: Mapping[str, str], put_out: Mapping[str, int]
) -> Grid:
    rows = []
    for ship in now.ships:
        taken = [shot for shot in struck if shot.target == ship.name]
        lost = [mark for mark in marks if mark.ship == ship.name and mark.boxes > 0]
        by_shots = sum(mark.boxes for mark in lost if mark.shot_line)
        followed = sum(mark.boxes for mark in lost if mark.by and not mark.shot_line)
        places = Counter[str]()
        for shot in taken:
            places[shot.location] += shot.hits if shot.location else 0
        where = ", ".join(f"{place} {count}" for place, count in places.most_common() if count)
        if taken:
            figures = str(sum(shot.hits for shot in taken)), _weapons(taken), str(by_shots), str(put_out.get(ship.name, ""))
            rows.append((ship.name, *figures, str(followed or ""), where, ends.get(ship.name, "")))
    return grid(("Ship hit", "Hits", "With", "Struck", "Put out", "Followed", "Where", "Lost"), rows, (1, 3, 4, 5))


def _weapons(taken: Sequence[Shot]) -> str:
    """The number of hits of each weapon in words. Hits without effect and near misses are counted in brackets.

    A hit without effect struck off no box, damaged no weapon or system, and started no fire.
    """
    counts, idle, near = Counter[str](), Counter[str](), Counter[str]()
    for shot in taken:
        counts[shot.weapon] += shot.hits
        idle[shot.weapon] += shot.hits if shot.is_idle else 0
        near[shot.weapon] += not shot.hits
    return ", ".join(
        f"{weapon} × {count}{f' ({beside})' if (beside := _beside(count, idle[weapon], near[weapon])) else ''}"
        for weapon, count in counts.items()
    )


def _beside(count: int, idle: int, near: int) -> str:
    how_many = "all" if idle == count > 1 else str(idle)
    return ", ".join(
        [f"{how_many} to no effect" if count > 1 else "to no effect"] * bool(idle) + [counted(near, "near miss")] * bool(near)
    )


def _matrix(now: Status, struck: Sequence[Shot], marks: Sequence[MarkView], fates: Sequence[FateView]) -> Grid:
    """A table with a row for each firer. Its columns are her hits on each of the most-hit targets, the boxes that she struck off,
    the boxes that her fires and floods took, and the ships that she helped to sink.
    """
    of_target = Counter[str]()
    for shot in struck:
        of_target[shot.target] += shot.hits
    most = {target for target, _ in of_target.most_common(MOST_TARGETS)}
    targets = [ship.name for ship in now.ships if ship.name in most] + ([OTHERS] if len(of_target) > len(most) else [])
    cells = Counter[tuple[str, str]]()
    for shot in struck:
        cells[shot.firer, shot.target if shot.target in most else OTHERS] += shot.hits
    rows = []
    for firer in (ship.name for ship in now.ships if any(shot.firer == ship.name for shot in struck)):
        boxes = sum(shot.damage or 0 for shot in struck if shot.firer == firer)
        followed = sum(mark.boxes for mark in marks if mark.by == firer and mark.boxes > 0 and not mark.shot_line)
        hits = (str(cells[firer, target] or "") for target in targets)
        ended = ", ".join(fate.ship for fate in fates if fate.lost and firer in (fate.by, *fate.doers))
        rows.append((firer, *hits, str(boxes), str(followed or ""), ended))
    return grid(("Firer", *targets, "Struck", "Followed", "Ended"), rows, range(1, len(targets) + 3))
