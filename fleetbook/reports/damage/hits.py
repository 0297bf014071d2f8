"""Hits in a report: the hits on each ship, and the hits of each firer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fleetbook.reports.damage.marks import MarkView
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.document import Block, Grid, Heading, grid
from fleetbook.reports.status import Status

MOST_TARGETS = 9
OTHERS = "others"


def hits_section(now: Status, shots: Sequence[Shot], marks: Sequence[MarkView]) -> Iterator[Block]:
    """The hits on each ship, and a table of firers and targets for each side. A battle without hits has no section."""
    hits = [shot for shot in shots if shot.hits]
    if not hits:
        return
    yield Heading(2, "Hits", "hits")
    yield _taken(now, hits, marks)
    for side in now.sides:
        own = [shot for shot in hits if shot.side == side]
        if own:
            yield Heading(3, f"Hits scored by {side}")
            yield _matrix(now, own)


def _taken(now: Status, hits: Sequence[Shot], marks: Sequence[MarkView]) -> Grid:
    rows = []
    for ship in now.ships:
        taken = [shot for shot in hits if shot.target == ship.name]
        boxes = sum(mark.boxes for mark in marks if mark.ship == ship.name and mark.boxes > 0 and mark.by)
        places = Counter[str]()
        for shot in taken:
            places[shot.location] += shot.hits if shot.location else 0
        where = ", ".join(f"{place} {count}" for place, count in places.most_common() if count)
        if taken:
            rows.append((ship.name, str(sum(shot.hits for shot in taken)), _weapons(taken), str(boxes), where))
    return grid(("Ship hit", "Hits", "With", "Boxes", "Where"), rows, (1, 3))


def _weapons(taken: Sequence[Shot]) -> str:
    """Hits by weapon. Hits to no effect struck no box, put nothing out and brought nothing on."""
    counts, idle = Counter[str](), Counter[str]()
    for shot in taken:
        counts[shot.weapon] += shot.hits
        idle[shot.weapon] += shot.hits if shot.damage == shot.put_out == shot.effects == 0 else 0
    return ", ".join(
        f"{weapon} × {count}{f' ({idle[weapon]} to no effect)' if idle[weapon] else ''}" for weapon, count in counts.items()
    )


def _matrix(now: Status, hits: Sequence[Shot]) -> Grid:
    """Firers in rows; the targets that took most hits in columns."""
    of_target = Counter[str]()
    for shot in hits:
        of_target[shot.target] += shot.hits
    most = {target for target, _ in of_target.most_common(MOST_TARGETS)}
    targets = [ship.name for ship in now.ships if ship.name in most] + ([OTHERS] if len(of_target) > len(most) else [])
    cells = Counter[tuple[str, str]]()
    for shot in hits:
        cells[shot.firer, shot.target if shot.target in most else OTHERS] += shot.hits
    firers = [ship.name for ship in now.ships if any(shot.firer == ship.name for shot in hits)]
    rows = [(firer, *(str(cells[firer, target] or "") for target in targets)) for firer in firers]
    return grid(("Firer", *targets), rows, range(1, len(targets) + 1))
