"""A battle being refereed: the file that keeps it, and what the screen remembers beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.referee.offers import why_not
from fleetbook.store.battle.battle_file import BattleFile

T = TypeVar("T")
ROLLED, TYPED = "dice rolled", "dice typed in"


class Session:
    """One open battle. Every change of it is durable before a method here returns."""

    def __init__(self, file: BattleFile) -> None:
        self.file = file
        self.typed_dice = _last_dice_were_typed(file.journal)
        self.in_force: set[int] = file.journal.in_force()
        self._made: dict[str, tuple[Any, Any]] = {}

    @property
    def journal(self) -> Journal[Any]:
        """The lines of the battle."""
        return self.file.journal

    @property
    def battle(self) -> Battle[Any]:
        """The battle as it stands."""
        return self.once("battle", (), lambda: self.file.journal.battle)

    @property
    def acting(self) -> str:
        """The side whose step it is; empty where both act."""
        return self.once("acting", (), lambda: self.battle.acting)

    def once(self, name: str, of: Any, make: Callable[[], T]) -> T:
        """Something that hangs on the battle as it stands and on what it is ``of``: made once for each line of the journal."""
        at = len(self.journal.records), of
        kept = self._made.get(name)
        if kept is None or kept[0] != at:
            kept = self._made[name] = at, make()
        made: T = kept[1]
        return made

    @property
    def dice(self) -> str:
        """How dice come to be, in words."""
        return TYPED if self.typed_dice else ROLLED

    @property
    def barred(self) -> str:
        """Why nothing can be ordered at all; empty where orders are taken."""
        if not self.file.read_only:
            return ""
        return f"read only: {self.file.damage or self.file.notice or 'opened for reading'}"

    def cards(self) -> tuple[CardView, ...]:
        """All ships' cards as they stand."""
        battle = self.battle
        return self.once("cards", (), lambda: tuple(battle.ruleset.card(ship) for ship in battle.ships()))

    @property
    def last(self) -> Record | None:
        """The line written last."""
        records = self.journal.records
        return records[-1] if records else None

    @property
    def last_order(self) -> Record | None:
        """The order that the battle stands on."""
        return self.journal.record(self.journal.position) if self.journal.position else None

    def refusal(self, procedure: type[Order[Any]]) -> str:
        """Why orders of a kind cannot be given now; empty where they can."""
        against = self.once(f"against {procedure.id}", (), lambda: why_not(self.battle, procedure))
        return str(against or self.barred)

    def give(
        self,
        order: Order[Any],
        given: Sequence[str] = (),
        faces: Sequence[int | None] = (),
        choices: Sequence[str] = (),
        ask: bool = False,
    ) -> Record:
        """Give an order. ``ask`` has dice beyond ``faces`` asked for rather than rolled.

        Raises Refused, InvalidInput, InputNeeded and Unwritable; nothing has happened then.
        """
        typed_only = ask or self.typed_dice or bool(faces)
        return self._kept(self.file.give(order, self.journal.supply(faces, typed_only), choices, given))

    def undo(self, to: int | None = None) -> Record:
        """Take back the last order, or go to a line. Raises Refused, Unwritable."""
        return self._kept(self.file.undo(to))

    def redo(self) -> Record:
        """Bring back what was last taken back. Raises Refused, Unwritable."""
        return self._kept(self.file.redo())

    def overrule(self, die: int, face: int, reason: str, choices: Sequence[str] | None = None) -> Record:
        """Change a die of the last order; the choices made then are kept unless others are given. Raises Refused, InvalidInput,
        InputNeeded, Unwritable.
        """
        return self._kept(self.file.overrule(die, face, reason, choices)[1])

    def _kept(self, record: Record) -> Record:
        self.in_force = self.journal.in_force()
        return record

    def taken_back_by(self, target: int) -> list[Record]:
        """The orders that going to a line would take back, in their order. Raises InvalidInput for a line that does not exist."""
        record = self.journal.record(target) if target else None
        order = 0 if record is None else record.number if record.is_order else record.to
        return [self.journal.record(number) for number in self.journal.taken_back_by(order)]

    def struck(self) -> dict[str, dict[str, int]]:
        """For each ship that the last order touched, the boxes that it struck off each track."""
        last = self.last
        found: dict[str, dict[str, int]] = {}
        for ship, track, boxes in _touches(last) if last and last.is_order else ():
            tracks = found.setdefault(ship, {})
            if boxes > 0:
                tracks[track] = tracks.get(track, 0) + boxes
        return {ship: tracks for ship, tracks in found.items() if self.battle.is_ship(ship)}


def _touches(record: Record) -> Iterator[tuple[str, str, int]]:
    """Ships whose boxes or whose condition in words an order changed."""
    for event in record.events:
        if isinstance(event, Marked):
            yield event.ship, event.track, event.before - event.after
        elif isinstance(event, Changed) and event.subject and event.text:
            yield event.subject, "", 0


def _last_dice_were_typed(journal: Journal[Any]) -> bool:
    thrown = next((record for record in reversed(journal.records) if record.is_order and record.faces), None)
    return thrown is not None and all(face.origin == "typed" for face in thrown.faces)
