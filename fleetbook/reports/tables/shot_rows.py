"""The table of shots: a row for each shot, volley and torpedo, with the hits that were to be expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.causes import attributed
from fleetbook.reports.damage.shots import shots
from fleetbook.reports.luck import Expected
from fleetbook.reports.shape import Shape
from fleetbook.reports.tables.places import place


class ShotRow(Shape, frozen=True):
    """A shot, a volley or a torpedo. Each die of a broadside has a row.

    line          the line of the journal
    shot          the number of the shot in its line; the table of dice names the shot of each die by line and shot
    written_at    when the line was written, in UTC; empty for a battle without a file
    turn          the turn
    step          the step of the turn
    step_name     the title of the step
    side          the firer's side
    firer         the ship that fired
    fired_with    the ships that fired with the firer, if the rules count their dice as the firer's
    mount         the mount that fired, or several
    weapon        the kind of weapon; the tables of marks and ships have the same word
    weapon_class  the letter or the chart of the sheet, such as G, or cannon
    target        the ship fired at
    distance      the range as measured; empty if none was measured
    band          the band of the sheet, such as long
    modifiers     each modifier on the first die, in words
    modifier      the sum of these modifiers
    needed        the score needed, as printed; empty if the die was thrown on a table
    die           the face, or the sum of the faces, of the first throw; 0 if the referee gave the hits without a die
    total         the face or sum of the faces, with the modifiers
    overruled     the faces that the referee overruled, such as "6 instead of 2"; empty for none
    result        hit, miss, "hit, evaded", or the words of the table
    hits          the number of hits scored
    expected      the mean of the hits by the odds before the shot; of a broadside, each die's share. Empty if they are not known
    location      the place of the hit, if the sheet says
    damage        the boxes that the shot struck off, even by a near miss; empty until its damage is worked out
    put_out       the weapons and systems of the target that the shot damaged; empty if a later order works out the damage
    effects       other changes of the target, such as a fire; empty if a later order works out the damage
    """

    line: int
    shot: int
    written_at: str
    turn: int
    step: str
    step_name: str
    side: str
    firer: str
    fired_with: str
    mount: str
    weapon: str
    weapon_class: str
    target: str
    distance: int | float | None
    band: str
    modifiers: str
    modifier: int
    needed: str
    die: int
    total: int
    overruled: str
    result: str
    hits: int
    expected: float | None
    location: str
    damage: int | None
    put_out: int | None
    effects: int | None


def shot_rows(journal: Journal[Any]) -> Iterator[ShotRow]:
    """The shots in force, in their order."""
    found, mean, numbers = attributed(journal), Expected(journal), Counter[int]()
    for fired, shot in zip(found.fired, shots(journal, found), strict=True):
        numbers[shot.line] += 1
        hits = mean.hits(fired.whole, shot.firer) if fired.record.faces else None
        yield ShotRow.of(
            shot,
            **place(journal, fired.record),
            shot=numbers[shot.line],
            fired_with=", ".join(shot.with_others),
            distance=shot.range,
            expected=None if hits is None else round(hits / fired.shots, 6),
        )
