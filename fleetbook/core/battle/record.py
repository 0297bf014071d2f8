"""A line of the journal as the battle file stores it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fleetbook.core.battle.events import Event, without_words
from fleetbook.core.dice import Face
from fleetbook.core.doctrines.helm import Intent
from fleetbook.core.parsing import listed
from fleetbook.core.tables.look_ups import LookUp

ORDER, UNDO, REDO = "order", "undo", "redo"


PHONE, CHAIR, DOCTRINE = "phone", "empty chair", "doctrine"


class Proposer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who proposed an order that the referee gave.

    by    how it was proposed: "phone" for a player's phone, "doctrine" for a doctrine that plays for a side, "empty chair" if the
          referee acts for an absent player
    side  the side that proposed it
    name  the player's name, if given, or the doctrine's title. For an empty chair of a single squadron, it is the squadron
    intent  the purpose for which a doctrine gives the order
    """

    side: str
    by: str = PHONE
    name: str = ""
    intent: Intent | None = None

    @property
    def words(self) -> str:
        """The proposer in words: ``Royal Navy's phone``, ``Ann, Royal Navy's phone`` or ``the referee for an empty chair (Royal
        Navy)``.
        """
        if self.by == CHAIR:
            return f"the referee for an empty chair ({', '.join(filter(None, (self.side, self.name)))})"
        return ", ".join(filter(None, (self.name, f"{self.side}'s {self.by}")))

    @property
    def short(self) -> str:
        """The proposer in as few words as a line of the journal has room for: ``Ann's phone``."""
        whose = self.name if self.by == PHONE and self.name else self.side
        return f"an {self.by}" if self.by == CHAIR else f"{whose}'s {self.by}"


class Hands(msgspec.Struct, frozen=True):
    """The players' share in an order: who proposed it, and which dice players typed.

    proposer   who proposed the order; None for the referee
    thrown_by  for each side, the numbers of the dice that its players typed on their phones. The first die is 1
    """

    proposer: Proposer | None = None
    thrown_by: Mapping[str, tuple[int, ...]] = {}

    @property
    def fields(self) -> dict[str, Any]:
        """The proposer and the numbers of the dice, as keyword arguments for a Record."""
        return {"proposer": self.proposer, "thrown_by": dict(self.thrown_by)}


REFEREE = Hands()


class Record(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A line of the journal: an order with all its events, an undo or a redo.

    number       1, 2, 3 … in the order of writing
    kind         order, undo or redo
    on           the number of the order in force before this line; 0 for the start of the battle
    to           for an undo or redo: the number of the order whose outcome holds again; 0 for the start
    notes        for an undo: the numbers of the notes that stay in force between the orders taken back. Empty in older lines,
                 because an undo took notes back too
    given        the names of the inputs that the referee entered. The program filled in all others
    consulted    the ids of the readings that the order used, or that were used for its defaults and its check
    looked_up    the figures, cells and modifiers that were looked up; empty in the oldest lines
    whole        whether the events hold all inputs and values, so that the line can be read without carrying out the order again.
                 In older lines the events hold words instead
    stream       if each line numbers its own dice: the number of the line whose dice were used; 0 for this line
    proposer     who proposed the order; None if the referee gave an order of his own
    thrown_by    for each side, the numbers of the dice that its players typed on their phones. The first die is 1. The referee
                 typed the others
    fingerprint  a hash of all facts of the battle after the order
    """

    number: int
    kind: str = ORDER
    on: int = 0
    to: int = 0
    notes: tuple[int, ...] = ()
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
    proposer: Proposer | None = None
    thrown_by: dict[str, tuple[int, ...]] = {}
    fingerprint: str = ""

    def as_kept(self) -> Record:
        """The record as the file stores it: without the words that can be made again from its other fields."""
        return msgspec.structs.replace(self, events=tuple(map(without_words, self.events))) if self.whole else self

    @property
    def is_order(self) -> bool:
        """Whether the line is an order, not an undo or a redo."""
        return self.kind == ORDER

    @property
    def named(self) -> tuple[str, ...]:
        """All words among the inputs, such as names of ships, in the order of the inputs."""
        values = (value if isinstance(value, (list, tuple)) else (value,) for value in self.inputs.values())
        return tuple(word for several in values for word in several if isinstance(word, str))

    @property
    def hands(self) -> list[str]:
        """Who proposed the order and who typed its dice, in words. Empty if the referee did it all."""
        words = [f"proposed by {self.proposer.words}"] if self.proposer else []
        for side, numbers in self.thrown_by.items():
            dice = "die" if len(numbers) == 1 else "dice"
            words.append(f"{dice} {listed(map(str, numbers))} thrown by {side}")
        return words

    def thrower(self, number: int) -> str:
        """The side whose player typed the die with this number. Empty if the die was rolled, or if the referee typed it."""
        return next((side for side, numbers in self.thrown_by.items() if number in numbers), "")

    @property
    def drawn_by(self) -> int:
        """The number of the line whose dice this order used, if dice are numbered within a line."""
        return self.stream or self.number
