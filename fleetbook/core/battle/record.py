"""A line of the journal as the file stores it."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.battle.events import Event, without_words
from fleetbook.core.dice import Face
from fleetbook.core.tables.look_ups import LookUp

ORDER, UNDO, REDO = "order", "undo", "redo"


class Record(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An order with all its events, or a step back or forward.

    number       1, 2, 3 … in the order of writing
    kind         order, undo or redo
    on           number of the order whose outcome it builds on; 0 for the start
    to           of an undo or redo: the order whose outcome holds again
    given        names of the inputs that the referee entered; the battle filled in the others
    consulted    ids of the readings consulted by defaults, by the check or by the order itself
    looked_up    figures, cells and modifiers looked up; oldest lines have none
    whole        whether its events hold all inputs and values, so that it is read without being played again. Older lines hold
                 words
    stream       for dice numbered by lines: the line whose dice were drawn, if it is another one
    fingerprint  of the battle afterwards
    """

    number: int
    kind: str = ORDER
    on: int = 0
    to: int = 0
    turn: int = 1
    phase: str = ""
    procedure: str = ""
    inputs: dict[str, Any] = {}
    given: tuple[str, ...] = ()
    headline: str = ""
    faces: tuple[Face, ...] = ()
    choices: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    consulted: tuple[str, ...] = ()
    looked_up: tuple[LookUp, ...] = ()
    whole: bool = False
    stream: int = 0
    reason: str = ""
    fingerprint: str = ""

    def as_kept(self) -> Record:
        """The record as its line stores it: without words that can be made from it again."""
        return msgspec.structs.replace(self, events=tuple(map(without_words, self.events))) if self.whole else self

    @property
    def is_order(self) -> bool:
        """Whether this is an order rather than a step back or forward."""
        return self.kind == ORDER

    @property
    def named(self) -> tuple[str, ...]:
        """All words among the inputs, such as the names of ships, in their order."""
        values = (value if isinstance(value, (list, tuple)) else (value,) for value in self.inputs.values())
        return tuple(word for several in values for word in several if isinstance(word, str))

    @property
    def drawn_by(self) -> int:
        """The line whose dice this order drew, if dice are numbered by lines."""
        return self.stream or self.number
