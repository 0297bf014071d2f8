"""The base class of ships that can be lost, and the record of a ship's fate."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.card_view import UNDER_WATER, Condition, End
from fleetbook.core.battle.conditions import Word
from fleetbook.core.battle.fact_effects import Cause, Changing, SetFact
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import Subject
from fleetbook.core.campaign.becomes import STAYS
from fleetbook.core.words.sentence import Said, Sentences, Words, said_of

_IN_WORDS = re.compile(r"(?P<kind>.+?)(?: T(?P<turn>\d+)(?:: (?P<how>(?P<bare>.*?)(?: \([^()]*\))?))?)?")
"""The text that older battles store as a ship's fate: ``sunk T10: capsized``. The names of ships that caused it are in brackets
at its end.
"""
GONE_WHOLE = ("left", "left the table", "fled")
"""Fates of a ship that is gone but does not count as lost."""


class Loss(NamedTuple):
    """How a ship ended.

    kind  a word, such as sunk
    turn  the turn in which she ended
    how   the reason, as text
    said  the reason as a sentence object; None if only text is stored
    bare  the reason without the names of the ships that caused it

    The kinds ``left``, ``left the table`` and ``fled`` do not count as losses. All other kinds do.
    """

    kind: str
    turn: int
    how: str = ""
    said: Said | None = None
    bare: str = ""

    @property
    def is_lost(self) -> bool:
        """Whether the ship counts as lost."""
        return self.kind not in GONE_WHOLE

    def __str__(self) -> str:
        return f"{self.kind} T{self.turn}{': ' if self.how else ''}{self.how}"


class Fate(Word):
    """The fact that stores a ship's fate: its kind, turn and reason. Rules read it as text or as a Loss."""

    def loss(self, ship: Warship) -> Loss | None:
        """The ship's fate as a Loss, or None while she is on the table."""
        return self._loss(ship._battle.fact(self.key(ship)) or self.decoded(None, ship), ship)

    def kind(self, ship: Warship) -> str:
        """The kind of the ship's fate, such as sunk. It is empty while she is on the table."""
        kept = ship._battle.fact(self._keys.get(ship.name) or self.key(ship))
        if kept is None and type(self).decoded is Fate.decoded:  # the rules derive no fate
            return ""
        found = _kind_and_turn(kept or self.decoded(None, ship))
        return found[0] if found else ""

    @staticmethod
    def _loss(kept: FactValue, subject: Subject) -> Loss | None:
        if isinstance(kept, str):
            found = _IN_WORDS.fullmatch(kept)
            return Loss(found["kind"], int(found["turn"] or 0), found["how"] or "", None, found["bare"] or "") if found else None
        if not isinstance(kept, tuple):
            return None
        kind, turn, how = kept
        if not isinstance(how, tuple):
            return Loss(str(kind), int(str(turn)), str(how or ""), None, str(how or ""))
        said, wording = Said.of_fact(how), subject._battle.wording
        return Loss(str(kind), int(str(turn)), wording.words(said), said, wording.bare(said))

    def decoded(self, kept: FactValue, subject: Subject) -> str:
        """The ship's fate as text, empty while she is on the table."""
        loss = self._loss(kept, subject)
        return str(loss) if loss else ""

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two stored values mean the same fate. If one of them comes from an older battle, only kind and turn count."""
        old = isinstance(one, str) or isinstance(other, str)
        return super().same(one, other) or (old and _kind_and_turn(one) == _kind_and_turn(other))

    def gone(self, ship: Warship, kind: str, how: Words = "", said: Words = "", cause: Cause | None = None) -> Changing:
        """Remove a ship for good in this turn. No order can name her afterwards. She counts as lost unless ``kind`` is
        ``left``, ``left the table`` or ``fled``.

        A captured ship counts as lost too. If she stays in play, give her no fate but a fact of your own.
        """
        reason = said_of(how)
        value = kind, ship.turn_now, reason.as_fact() if reason else ""
        words = said or Sentences.gone(kind=kind, turn=ship.turn_now, how=how)
        yield SetFact(ship.name, self.name, value, said=words, cause=cause)


def _kind_and_turn(kept: FactValue) -> tuple[str, int] | None:
    """The kind and the turn of a stored fate, which may have the form of older battles. None if there is no fate."""
    if isinstance(kept, tuple):
        return str(kept[0]), int(str(kept[1]))
    found = _IN_WORDS.fullmatch(kept) if isinstance(kept, str) else None
    return (found["kind"], int(found["turn"] or 0)) if found else None


class Warship(Ship):
    """A ship with a fate. ``fate`` is text, empty while she is on the table; ``loss`` is the same as a Loss. Scenarios, reports
    and screens read ``lost``.

    Rules may override ``afloat``, ``lost`` and ``standing``; the override begins with ``super()``. Do not override ``fate`` or
    ``loss``: call ``fate.gone`` to set them.
    """

    fate = Fate(becomes=STAYS)

    @property
    def turn_now(self) -> int:
        """The number of the current turn."""
        return self._battle.turn

    @property
    def loss(self) -> Loss | None:
        """The ship's fate as a Loss, or None while she is on the table."""
        return type(self).fate.loss(self)

    @property
    def end(self) -> End | UnsetType:
        """How the ship left the battle; UNSET while she is on the table."""
        loss = self.loss
        return End(loss.kind, loss.turn, loss.how, loss.bare) if loss else UNSET

    @property
    def lost(self) -> str:
        """How the ship was lost, such as sunk. Empty for a ship that is on the table or that left it without being lost."""
        kind = type(self).fate.kind(self)
        return kind if kind not in GONE_WHOLE else ""

    @property
    def standing(self) -> str:
        """The state of a ship that is still on the table but can no longer fight, such as sinking. Otherwise empty."""
        return "" if type(self).fate.kind(self) else super().standing

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions on the ship's card. A ship under water has none."""
        return () if type(self).fate.kind(self) in UNDER_WATER else super().conditions

    @property
    def afloat(self) -> bool:
        """Whether the ship is on the table."""
        return not type(self).fate.kind(self)
