"""The tables of ships and of marks: the ships as they are now, and each loss of boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.causes import attributed
from fleetbook.reports.damage.marks import fates, marks
from fleetbook.reports.damage.shots import Shot, shots, spent
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards
from fleetbook.reports.tables.places import place


class ShipRow(Shape, frozen=True):
    """A ship as she is now, as a row of the table of ships.

    ship          the ship's name
    side          the ship's side
    squadron      the ship's squadron; empty for none
    type          the type of ship
    boxes         the number of boxes in the first row of her card
    boxes_left    the number of those boxes that are left
    damaged       the number of weapons and systems that are damaged
    destroyed     the number of weapons and systems that are destroyed
    spent         the number of torpedoes and other supplies that are spent
    lost          how the ship was lost, such as sunk; empty if she was not
    standing      the state of a ship that no longer fights as before, such as sinking; empty for other ships
    fate          the ship's fate in words; empty if she has none
    turn          the turn when the ship was lost or left; null if neither happened
    lost_by       the enemy ship that caused the loss; empty if none did
    weapon        the weapon that caused the loss, as in the table of shots; empty if no shot did
    cause         another cause of the loss, such as flooding; empty if a weapon caused it
    """

    ship: str
    side: str
    squadron: str
    type: str
    boxes: int
    boxes_left: int
    damaged: int
    destroyed: int
    spent: int
    lost: str
    standing: str
    fate: str
    turn: int | None
    lost_by: str
    weapon: str
    cause: str


class MarkRow(Shape, frozen=True):
    """Boxes struck off a row at once, or restored.

    line          the line of the journal
    written_at    when the line was written, in UTC; empty for a battle without a file
    turn          the turn
    step          the step of the turn
    step_name     the title of the step
    ship          the ship
    side          the ship's side
    track         the row's id in the rules
    label         the row's name on the card
    boxes         the number of boxes struck; below 0 if boxes were restored
    boxes_left    the number of boxes left in the row
    boxes_full    the number of boxes in the row when the ship was undamaged
    reason        the reason given
    done_by       the enemy ship that caused it, as the firer in the table of shots; empty if no enemy did
    mount         the firer's mount, if the sheet tells mounts apart
    weapon        the weapon, as in the table of shots; empty if no shot did it
    cause         another cause, such as flooding; empty if a weapon caused it
    shot_line     the line of the shot that struck the boxes, which may come before ``line``; null if no shot struck them directly
    follows       whether the loss followed from earlier damage, such as a fire or a flood
    """

    line: int
    written_at: str
    turn: int
    step: str
    step_name: str
    ship: str
    side: str
    track: str
    label: str
    boxes: int
    boxes_left: int
    boxes_full: int
    reason: str
    done_by: str
    mount: str
    weapon: str
    cause: str
    shot_line: int | None
    follows: bool


class _Weapons:
    """The weapons of a battle's shots, found by the firer and by the name of the cause of damage: a weapon or a mount."""

    def __init__(self, fired: Iterable[Shot]) -> None:
        self._weapons: set[tuple[str, str]] = set()
        self._mounts: dict[tuple[str, str, int | None], str] = {}
        for shot in fired:
            self._weapons.add((shot.firer, shot.weapon))
            for mount in shot.mount.split(", "):
                self._mounts |= {(shot.firer, mount, line): shot.weapon for line in (shot.line, None)}

    def columns(self, by: str, how: str, line: int | None = None) -> dict[str, str]:
        """The columns ``mount``, ``weapon`` and ``cause`` for damage that a ship did. ``how`` is the name that the damage gives
        for its cause, and ``line`` the line of the shot.
        """
        if (by, how) in self._weapons:
            return {"mount": "", "weapon": how, "cause": ""}
        if weapon := self._mounts.get((by, how, line)) or self._mounts.get((by, how, None)):
            return {"mount": how, "weapon": weapon, "cause": ""}
        return {"mount": "", "weapon": "", "cause": how}


def ship_rows(journal: Journal[Any]) -> Iterator[ShipRow]:
    """The table of ships: a row for each ship as she is now."""
    found = attributed(journal)
    fired = shots(journal, found)
    weapons = _Weapons(fired)
    for ship, fate in zip(cards(journal, journal.battle), fates(journal, found), strict=True):
        first, states = ship.first, [system.state for system in ship.systems]
        yield ShipRow.of(
            fate,
            squadron=ship.squadron,
            type=ship.kind,
            boxes=first.full if first else 0,
            boxes_left=first.left if first else 0,
            damaged=states.count("damaged"),
            destroyed=states.count("destroyed"),
            spent=sum(spent(ship, fired, journal.ruleset.spelled_out).values()),
            fate=ship.fate,
            lost_by=fate.by,
            **{key: word for key, word in weapons.columns(fate.by, fate.how).items() if key != "mount"},
        )


def mark_rows(journal: Journal[Any]) -> Iterator[MarkRow]:
    """The table of marks: every loss and repair of boxes, in order."""
    found = attributed(journal)
    weapons, sides = _Weapons(shots(journal, found)), {ship.name: ship.side for ship in journal.setup.ships}
    for mark in marks(journal, found):
        where = {**place(journal, journal.record(mark.line)), "turn": mark.turn}
        yield MarkRow.of(
            mark,
            **where,
            side=sides.get(mark.ship, ""),
            boxes_left=mark.left,
            boxes_full=mark.full,
            reason=mark.why,
            done_by=mark.by,
            **weapons.columns(mark.by, mark.how, mark.shot_line),
        )
