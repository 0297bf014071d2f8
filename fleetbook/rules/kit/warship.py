"""A ship that can be lost: her fate as data, and whether she is afloat."""

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
"""A fate as earlier versions kept it: ``sunk T10: capsized``."""
GONE_WHOLE = ("left", "left the table", "fled")
"""Ships that are gone and not lost."""


class Loss(NamedTuple):
    """How a ship is gone: ``kind`` in a word, in which turn, ``how`` in words, if that is kept, and the sentence that says so. A
    ship that left, left the table or fled is gone and not lost; any other, such as sunk, struck or taken, counts as lost.
    """

    kind: str
    turn: int
    how: str = ""
    said: Said | None = None

    @property
    def is_lost(self) -> bool:
        """Whether she is lost, rather than gone."""
        return self.kind not in GONE_WHOLE

    def __str__(self) -> str:
        return f"{self.kind} T{self.turn}{': ' if self.how else ''}{self.how}"


class Fate(Word):
    """How a ship is gone: kept as kind, turn and the sentence that says how; read in words, and as a Loss."""

    def loss(self, ship: Warship) -> Loss | None:
        """As data; None while she is there."""
        return self._loss(ship._battle.fact(self.key(ship)), ship)

    def kind(self, ship: Warship) -> str:
        """The kind of her loss, such as sunk; empty while she is there."""
        found = _kind_and_turn(ship._battle.fact(self.key(ship)))
        return found[0] if found else ""

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
        """In words."""
        loss = self._loss(kept, subject)
        return str(loss) if loss else ""

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether it is the same fate: of one that an earlier version kept in words only kind and turn are compared."""
        return super().same(one, other) or (
            (isinstance(one, str) or isinstance(other, str)) and _kind_and_turn(one) == _kind_and_turn(other)
        )

    def gone(self, ship: Warship, kind: str, how: Words = "", said: Words = "", cause: Cause | None = None) -> Changing:
        """She is gone, this turn, for good: no order names her, her card is folded away, results tell nothing of her. Of
        any kind but left, left the table and fled she counts as lost: one "captured" is among her side's ships lost. A prize that
        sails on has no fate: she has a fact of her own.
        """
        sentence = said_of(how)
        value = kind, ship.turn_now, sentence.as_fact() if sentence else ""
        told = said or Sentences.gone(kind=kind, turn=ship.turn_now, how=how)
        yield SetFact(ship.name, self.name, value, said=told, cause=cause)


def _kind_and_turn(kept: FactValue) -> tuple[str, int] | None:
    """Kind and turn of a fate, however it is kept."""
    if isinstance(kept, tuple):
        return str(kept[0]), int(str(kept[1]))
    found = _IN_WORDS.fullmatch(kept) if isinstance(kept, str) else None
    return (found["kind"], int(found["turn"] or 0)) if found else None


class Warship(Ship):
    """A ship with a fate: ``fate`` in words, empty while she is there; ``loss`` as data.

    Rules may override the properties ``afloat``, ``lost`` and ``standing``, beginning with ``super()``: whether she is there,
      what she is lost as (a scenario's ``ships lost``, reports and screens read ``lost``), and what she is called while she
      fights no longer. Her ``fate`` and ``loss`` they leave as they are, and set by ``fate.gone``.
    """

    fate = Fate()

    @property
    def turn_now(self) -> int:
        """The turn's number."""
        return self._battle.turn

    @property
    def loss(self) -> Loss | None:
        """How she is gone; None while she is there."""
        return type(self).fate.loss(self)

    @property
    def lost(self) -> str:
        """How she was lost, such as sunk; empty while she is there, and where she only left."""
        kind = type(self).fate.kind(self)
        return kind if kind not in GONE_WHOLE else ""

    @property
    def standing(self) -> str:
        """What she is while she is there and no longer fights as before, such as sinking."""
        return "" if self.fate else super().standing

    @property
    def afloat(self) -> bool:
        """Whether she is there."""
        return not type(self).fate.kind(self)
