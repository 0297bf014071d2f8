"""A ship that can be lost: her fate as data, and whether she is afloat."""

from __future__ import annotations

import re
from typing import NamedTuple

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.conditions import Word
from fleetbook.core.battle.fact_effects import Cause, Changing, SetFact
from fleetbook.core.words.sentence import Words

_KEPT = re.compile(r"(?P<kind>.+?)(?: T(?P<turn>\d+)(?:: (?P<how>.*))?)?")
GONE_WHOLE = ("left", "left the table", "fled")
"""Ships that are gone and not lost."""


class Loss(NamedTuple):
    """How a ship is gone: ``kind`` in a word, in which turn, ``how`` in words, if that is kept. One that left, left the table or
    fled is gone and not lost; any other, such as sunk, struck or taken, counts as lost.
    """

    kind: str
    turn: int
    how: str = ""

    @property
    def is_lost(self) -> bool:
        """Whether she is lost, rather than gone."""
        return self.kind not in GONE_WHOLE

    def __str__(self) -> str:
        return f"{self.kind} T{self.turn}{': ' if self.how else ''}{self.how}"


class Fate(Word):
    """How a ship is gone: kept and read in words, and as a Loss."""

    def loss(self, ship: Warship) -> Loss | None:
        """As data; None while she is there."""
        kept = _KEPT.fullmatch(ship.fate)
        return Loss(kept["kind"], int(kept["turn"] or 0), kept["how"] or "") if kept else None

    def gone(self, ship: Warship, kind: str, how: str = "", said: Words = "", cause: Cause | None = None) -> Changing:
        """She is gone, this turn, for good: no order names her, her card is folded away, results tell nothing of her. A prize
        that sails on has no fate: she has a fact of her own.
        """
        words = str(Loss(kind, ship.turn_now, how))
        yield SetFact(ship.name, self.name, words, said=said or f"{ship} {words}", cause=cause)


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
        return Warship.fate.loss(self)

    @property
    def lost(self) -> str:
        """How she was lost, such as sunk; empty while she is there, and where she only left."""
        loss = self.loss
        return loss.kind if loss and loss.is_lost else ""

    @property
    def standing(self) -> str:
        """What she is while she is there and no longer fights as before, such as sinking."""
        return "" if self.fate else super().standing

    @property
    def afloat(self) -> bool:
        """Whether she is there."""
        return not self.fate
