"""What happened in an order: the battle before and after it, and the events in between, for the rule to say its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import strength
from fleetbook.core.battle.events import Began, Changed, Event, Marked, Noted, Rolled, Scored, TookForce, about
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.subject import Declared
from fleetbook.core.parsing import listed
from fleetbook.core.words.sentence import Said, Sentence

S = TypeVar("S", bound=Ship)


@dataclass(frozen=True)
class Happened(Generic[S]):
    """What happened in an order, with all parts of it.

    parts  the results that its parts stated, in their order
    """

    before: Battle[S]
    after: Battle[S]
    events: Sequence[Event]
    parts: tuple[Result, ...] = ()

    @cached_property
    def acting(self) -> str:
        """The side that acted before it. Rules may look at every squadron to tell: it is asked once, and where it is needed."""
        return self.before.acting

    @property
    def rolls(self) -> list[Rolled]:
        """Its throws."""
        return [event for event in self.events if isinstance(event, Rolled)]

    def throws(self, *sentences: Sentence) -> list[tuple[Rolled, Mapping[str, Any]]]:
        """Its throws for what one of these sentences says, each with the values of that."""
        return [(roll, roll.said.values) for roll in self.rolls if roll.said and _says(roll.said, sentences)]

    def noted(self, *sentences: Sentence) -> list[Said]:
        """What the rules noted by one of these sentences, or by any where none is named, each with its values."""
        said = (event.said for event in self.events if isinstance(event, Noted))
        return [each for each in said if each and (not sentences or _says(each, sentences))]

    def changed(self, *sentences: Sentence) -> list[Changed]:
        """The changes of which one of these sentences tells."""
        return [event for event in self.events if isinstance(event, Changed) and _says(event.said, sentences)]

    def sentences_about(self, ship: str, *without: Declared[Any], notes: bool = False) -> list[Said]:
        """What was said of a ship by changes, but for some facts, and with ``notes`` what was noted between them, in its order;
        each sentence with all its values.
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
        """What the rules noted."""
        return [event.text for event in self.events if isinstance(event, Noted)]

    def counted(self, name: str) -> int:
        """The sum of what the rules counted by this name."""
        counts = (event.value for event in self.events if isinstance(event, Scored) and event.name == name)
        return sum(count for count in counts if isinstance(count, int))

    def words(self, name: str) -> list[str]:
        """The words that the rules counted by this name."""
        scores = (event.value for event in self.events if isinstance(event, Scored) and event.name == name)
        return [score for score in scores if isinstance(score, str)]

    def changes(self, fact: Declared[Any]) -> list[Changed]:
        """The changes of a declared fact, of whomever it is."""
        return [event for event in self.events if isinstance(event, Changed) and event.name == fact.name]

    def given(self, part: type[Any]) -> int:
        """How many parts of a kind were given in it."""
        return sum(isinstance(event, Began) and event.procedure == part.id for event in self.events)

    @property
    def struck(self) -> list[str]:
        """The ships whose boxes, or whose condition in words, changed, in the order in which they did."""
        return list(dict.fromkeys(name for event in self.events if (name := _ship(event)) and self.after.is_ship(name)))

    def gone(self, ship: str) -> bool:
        """Whether a ship was there before, and is no longer; of one struck in a simultaneous step, once the step is left."""
        return not self._fate(self.before, ship) and bool(self._fate(self.after, ship))

    def _fate(self, battle: Battle[S], ship: str) -> str:
        return battle.to_come.card(ship).fate

    def left(self, side: str) -> str:
        """How many of a side's ships fight on."""
        after = self.after.to_come
        return f"{side}: {strength([after.card(ship.name) for ship in after.ships(side)])}"

    def harm(self, ship: str, *without: Declared[Any] | Changed | TookForce) -> list[str]:
        """What befell a ship, a phrase each: her boxes, then her conditions as they were told, grave ones before all that is out
        beside; but for some facts.
        """
        return [*self._boxes(ship), *self._told(ship, [fact.name for fact in without])]

    def _boxes(self, ship: str) -> Iterator[str]:
        marks = [event for event in self.events if isinstance(event, Marked) and event.ship == ship]
        for track in dict.fromkeys(event.track for event in marks):
            own = [event for event in marks if event.track == track]
            change = own[-1].after - own[0].before
            if change:
                yield f"{track} {change:+d} ({own[-1].after} of {own[-1].full})"

    def _told(self, ship: str, without: Sequence[str]) -> Iterator[str]:
        changed = (event for event in self.events if isinstance(event, (Changed, TookForce)) and event.subject == ship)
        grave = [fact.name for fact in self.after.ship(ship).declared.values() if fact.details.get("grave")]
        worst_first = sorted(changed, key=lambda event: event.name not in grave)
        texts = [self._phrase(event, ship) for event in worst_first if event.text and event.name not in without]
        for text in dict.fromkeys(texts):
            times = texts.count(text)
            yield f"{text}{f' ×{times}' if times > 1 else ''}"

    def _phrase(self, event: Changed | TookForce, ship: str) -> str:
        """What a change says of a ship, without her name."""
        return self.after.wording.phrase(event.said, ship, about(event)) if event.said else event.text


def _says(said: Said | None, sentences: Sequence[Sentence]) -> bool:
    return said is not None and any(said.key == sentence.key for sentence in sentences)


def on_scores(rolls: Sequence[Rolled]) -> str:
    """What was thrown for the same score, and what it takes: ``threw 4, it takes 6``, ``threw 2 and 3, it takes 4``, or with
    modifiers ``threw 2 (+1 calm), 3 in all, it takes 4``.
    """
    return f"{thrown(rolls)}, it takes {rolls[0].row.removesuffix('+')}"


def thrown(rolls: Sequence[Rolled]) -> str:
    """What was thrown alike: ``threw 4``, ``threw 2 (+1 calm), 3 in all``."""
    totals = listed(str(roll.total) for roll in rolls)
    shifts = ", ".join(f"{shift.value:+d} {shift.text}" for shift in rolls[0].adjustments)
    faces = [str(face.face) for roll in rolls for face in roll.faces]
    several = " and ".join(faces) if len(rolls) == 1 else listed(faces)
    return f"threw {several} ({shifts}), {totals} in all" if shifts else f"threw {totals}"


def _ship(event: Event) -> str:
    if isinstance(event, Marked):
        return event.ship
    return event.subject if isinstance(event, (Changed, TookForce)) and event.text else ""
