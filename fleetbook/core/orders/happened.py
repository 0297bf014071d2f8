"""The course of an order, from which the rules word the order's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import strength
from fleetbook.core.battle.events import (
    Began,
    BeganInline,
    Changed,
    Event,
    FinishedInline,
    Marked,
    Noted,
    Rolled,
    Scored,
    TookForce,
    about,
)
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.subject import Declared
from fleetbook.core.parsing import listed
from fleetbook.core.words.sentence import Said, Sentence
from fleetbook.core.words.typed_names import is_name_in

S = TypeVar("S", bound=Ship)


class Phrase(NamedTuple):
    """A phrase about a change of one ship, and whether her name is in it."""

    text: str
    names_her: bool = False


@dataclass(frozen=True)
class Happened(Generic[S]):
    """The course of an order with all its parts: the battle before and after it, and its events.

    parts  the results of the order's parts, in their order
    """

    before: Battle[S]
    after: Battle[S]
    events: Sequence[Event]
    parts: tuple[Result, ...] = ()

    @cached_property
    def acting(self) -> str:
        """The side that was acting before the order; empty if both sides were."""
        return self.before.acting

    @property
    def rolls(self) -> list[Rolled]:
        """The throws of dice in this order."""
        return [event for event in self.events if isinstance(event, Rolled)]

    def throws(self, *sentences: Sentence) -> list[tuple[Rolled, Mapping[str, Any]]]:
        """The throws that are labelled with one of these sentences, each with the values of its sentence."""
        return [(roll, roll.said.values) for roll in self.rolls if roll.said and _says(roll.said, sentences)]

    def noted(self, *sentences: Sentence) -> list[Said]:
        """The notes of the rules. If sentences are given, only the notes with one of these sentences."""
        said = (event.said for event in self.events if isinstance(event, Noted))
        return [each for each in said if each and (not sentences or _says(each, sentences))]

    def changed(self, *sentences: Sentence) -> list[Changed]:
        """The changes of facts that are described by one of these sentences."""
        return [event for event in self.events if isinstance(event, Changed) and _says(event.said, sentences)]

    def sentences_about(self, ship: str, *without: Declared[Any], notes: bool = False) -> list[Said]:
        """The sentences about changes of one ship, in the order of the changes. Changes of the facts in ``without`` are left out.
        With ``notes`` the order's notes are included in their places.
        """
        names = [fact.name for fact in without]
        return [
            Said(event.said.key, {**about(event), **event.said.values})
            for event in self.events
            if (isinstance(event, (Changed, TookForce)) and event.said and event.subject == ship and event.name not in names)
            or (notes and isinstance(event, Noted) and event.said)
        ]

    @property
    def notes(self) -> list[str]:
        """The texts of all notes of the rules in this order."""
        return [event.text for event in self.events if isinstance(event, Noted)]

    def counted(self, name: str) -> int:
        """The sum of all numbers that the rules tallied under this name."""
        counts = (event.value for event in self.events if isinstance(event, Scored) and event.name == name)
        return sum(count for count in counts if isinstance(count, int))

    def words(self, name: str) -> list[str]:
        """The words that the rules tallied under this name."""
        scores = (event.value for event in self.events if isinstance(event, Scored) and event.name == name)
        return [score for score in scores if isinstance(score, str)]

    def changes(self, fact: Declared[Any]) -> list[Changed]:
        """The changes of one declared fact, for all subjects."""
        return [event for event in self.events if isinstance(event, Changed) and event.name == fact.name]

    def given(self, part: type[Any]) -> int:
        """The number of parts of one class in this order."""
        return sum(isinstance(event, Began) and event.procedure == part.id for event in self.events)

    def without_change(self, part: type[Any]) -> int:
        """The number of inline parts of one class that struck no box and changed no fact."""
        found, depth, did = 0, 0, False
        for event in self.events:
            if isinstance(event, BeganInline):
                depth += bool(depth) or event.procedure == part.id
                did = did and depth > 1
            elif isinstance(event, FinishedInline):
                found += depth == 1 and not did
                depth = max(depth - 1, 0)
            else:
                did = did or (isinstance(event, Marked) and event.after != event.before) or isinstance(event, Changed)
        return found

    @property
    def struck(self) -> list[str]:
        """The ships with a change of boxes or conditions, in the order of their first change."""
        names = [
            event.ship if isinstance(event, Marked) else event.subject
            for event in self.events
            if isinstance(event, Marked) or (isinstance(event, (Changed, TookForce)) and event.text)
        ]
        return [name for name in dict.fromkeys(names) if self.after.is_ship(name)]

    def gone(self, ship: str) -> bool:
        """Whether the ship was lost in this order. In a simultaneous phase the loss is counted in the order that caused it."""
        was, now = (battle.to_come.card(ship).fate for battle in (self.before, self.after))
        return bool(now) and not was

    def left(self, side: str) -> str:
        """A side and the number of its ships that still fight: ``Navy: 6 of 9 fight``."""
        after = self.after.to_come
        return f"{side}: {strength([after.card(ship.name) for ship in after.ships(side)])}"

    def harm(self, ship: str, *without: Declared[Any] | Changed | TookForce) -> list[str]:
        """Phrases about changes of one ship: first her boxes, then her serious conditions, then the others. The facts or changes
        in ``without`` are left out.
        """
        return [phrase.text for phrase in self.phrases(ship, *without)]

    def phrases(self, ship: str, *without: Declared[Any] | Changed | TookForce) -> list[Phrase]:
        """The same phrases as ``harm``. Each says whether the ship's name is in it."""
        phrases, names = list[Phrase](), [fact.name for fact in without]
        marks = [event for event in self.events if isinstance(event, Marked) and event.ship == ship]
        for track in dict.fromkeys(event.track for event in marks):
            own = [event for event in marks if event.track == track]
            change = own[-1].after - own[0].before
            if change:
                phrases.append(Phrase(f"{track} {change:+d} ({own[-1].after} of {own[-1].full})"))
        changed = (event for event in self.events if isinstance(event, (Changed, TookForce)) and event.subject == ship)
        details = {fact.name: fact.details for fact in self.after.ship(ship).declared.values()}
        serious = [name for name, given in details.items() if given.get("grave") or given.get("due")]
        worst_first = sorted(changed, key=lambda event: event.name not in serious)
        said = [self._phrase(event, ship) for event in worst_first if event.text and event.name not in names]
        times = ((phrase, said.count(phrase)) for phrase in dict.fromkeys(said))
        return [*phrases, *(Phrase(f"{text}{f' ×{count}' if count > 1 else ''}", named) for (text, named), count in times)]

    def _phrase(self, event: Changed | TookForce, ship: str) -> Phrase:
        wording = self.after.wording
        if event.said is None:
            return Phrase(event.text, is_name_in(event.text, ship))
        return Phrase(wording.phrase(event.said, ship, about(event)), wording.names_in_phrase(event.said, ship, about(event)))


def _says(said: Said | None, sentences: Sequence[Sentence]) -> bool:
    return said is not None and any(said.key == sentence.key for sentence in sentences)


def on_scores(rolls: Sequence[Rolled]) -> str:
    """Throws for the same score in words: ``threw 2 and 3, it takes 4``. Modifiers are in brackets: ``threw 2 (+1 calm), 3 in
    all, it takes 4``.
    """
    return f"{thrown(rolls)}, it takes {rolls[0].row.removesuffix('+')}"


def thrown(rolls: Sequence[Rolled]) -> str:
    """Throws with the same modifiers in words: ``threw 4``, or ``threw 2 (+1 calm), 3 in all``."""
    totals = listed(str(roll.total) for roll in rolls)
    shifts = ", ".join(f"{shift.value:+d} {shift.text}" for shift in rolls[0].adjustments)
    faces = [str(face.face) for roll in rolls for face in roll.faces]
    several = " and ".join(faces) if len(rolls) == 1 else listed(faces)
    return f"threw {several} ({shifts}), {totals} in all" if shifts else f"threw {totals}"
