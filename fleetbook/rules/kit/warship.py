"""A ship that can be lost, and her fate as data."""

from __future__ import annotations

import re
from typing import NamedTuple

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.conditions import Word
from fleetbook.core.battle.fact_effects import Cause, Changing, SetFact
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import Subject
from fleetbook.core.words.sentence import Said, Sentences, Words, said_of

_IN_WORDS = re.compile(r"(?P<kind>.+?)(?: T(?P<turn>\d+)(?:: (?P<how>.*))?)?")
"""A fate in the text of older battles: ``sunk T10: capsized``."""
GONE_WHOLE = ("left", "left the table", "fled")
"""The kinds of fate of a ship that is gone but not lost."""


class Loss(NamedTuple):
    """A ship's fate: its ``kind`` in a word, the turn, the reason in words, and the sentence of the reason. A ship that left,
    left the table or fled is not lost. Any other kind, such as sunk or taken, counts as lost.
    """

    kind: str
    turn: int
    how: str = ""
    said: Said | None = None

    @property
    def is_lost(self) -> bool:
        """Whether she counts as lost."""
        return self.kind not in GONE_WHOLE

    def __str__(self) -> str:
        return f"{self.kind} T{self.turn}{': ' if self.how else ''}{self.how}"


class Fate(Word):
    """The fact of a ship's fate. It holds kind, turn and sentence, and is read as words or as a Loss."""

    def loss(self, ship: Warship) -> Loss | None:
        """The fate as data, or None while she is on the table."""
        return self._loss(self._stored(ship), ship)

    def kind(self, ship: Warship) -> str:
        """The kind of her fate, such as sunk. It is empty while she is on the table."""
        found = _kind_and_turn(self._stored(ship))
        return found[0] if found else ""

    def _stored(self, ship: Warship) -> FactValue:
        """The stored fate. Without one it is the fate that the rules work out, such as that of a fleet."""
        return ship._battle.fact(self.key(ship)) or self.decoded(None, ship)

    @staticmethod
    def _loss(kept: FactValue, subject: Subject) -> Loss | None:
        if isinstance(kept, str):
            found = _IN_WORDS.fullmatch(kept)
            return Loss(found["kind"], int(found["turn"] or 0), found["how"] or "") if found else None
        if not isinstance(kept, tuple):
            return None
        kind, turn, how = kept
        said = Said.of_fact(how) if isinstance(how, tuple) else None
        return Loss(str(kind), int(str(turn)), subject._battle.wording.words(said) if said else str(how or ""), said)

    def decoded(self, kept: FactValue, subject: Subject) -> str:
        """The fate in words."""
        loss = self._loss(kept, subject)
        return str(loss) if loss else ""

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two values are the same fate. A value of an older battle is compared by kind and turn."""
        old = isinstance(one, str) or isinstance(other, str)
        return super().same(one, other) or (old and _kind_and_turn(one) == _kind_and_turn(other))

    def gone(self, ship: Warship, kind: str, how: Words = "", said: Words = "", cause: Cause | None = None) -> Changing:
        """Remove a ship for good in this turn. Orders no longer name her. She counts as lost, unless the kind is left, left the
        table or fled. A captured ship counts as lost too. A prize that sails on has no fate: give her a fact of your own.
        """
        reason = said_of(how)
        value = kind, ship.turn_now, reason.as_fact() if reason else ""
        words = said or Sentences.gone(kind=kind, turn=ship.turn_now, how=how)
        yield SetFact(ship.name, self.name, value, said=words, cause=cause)


def _kind_and_turn(kept: FactValue) -> tuple[str, int] | None:
    """Kind and turn of a fate in either form."""
    if isinstance(kept, tuple):
        return str(kept[0]), int(str(kept[1]))
    found = _IN_WORDS.fullmatch(kept) if isinstance(kept, str) else None
    return (found["kind"], int(found["turn"] or 0)) if found else None


class Warship(Ship):
    """A ship with a fate: ``fate`` in words, empty while she is on the table, and ``loss`` as data. Rules may override
    ``afloat``, ``lost`` and ``standing``; begin with ``super()``. Scenarios, reports and screens read ``lost``. Do not override
    ``fate`` and ``loss``: set them by ``fate.gone``.
    """

    fate = Fate()

    @property
    def turn_now(self) -> int:
        """The turn's number."""
        return self._battle.turn

    @property
    def loss(self) -> Loss | None:
        """Her fate as data, or None while she is on the table."""
        return type(self).fate.loss(self)

    @property
    def lost(self) -> str:
        """The kind of her loss, such as sunk. It is empty for a ship on the table and for one that only left."""
        kind = type(self).fate.kind(self)
        return kind if kind not in GONE_WHOLE else ""

    @property
    def standing(self) -> str:
        """Her state while she is on the table but hurt beyond fighting, such as sinking."""
        return "" if self.fate else super().standing

    @property
    def afloat(self) -> bool:
        """Whether she is on the table."""
        return not type(self).fate.kind(self)
