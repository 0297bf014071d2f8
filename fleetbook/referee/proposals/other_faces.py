"""Describe the dice of an order for a referee who wants to change a die: their purpose, and the effect of other faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput, Refused
from fleetbook.core.orders.throws import Throw
from fleetbook.core.parsing import counted
from fleetbook.core.play.driver import Play, Recorded
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.lines import record_tree
from fleetbook.core.play.live_battle import LiveBattle
from fleetbook.core.play.needed import ChoiceNeeded, InputNeeded
from fleetbook.core.play.results import told_by_rules

ASKED_ANYWAY = "to see what it brings"
OTHERWISE = "also otherwise"
MOST_NAMED = 4  # how many changed throws are listed


@dataclass(frozen=True)
class Die:
    """A die of an order, with the purpose and the result of its throw.

    about  the ship, her weapon and the target
    place  the number of the throw among similar throws, such as "shot 2 of 3"; empty for a single throw
    label  the kind of throw
    step   the throw that includes the die
    total  the sum of the throw's dice
    """

    about: str
    place: str
    label: str
    step: Throw
    total: int

    @property
    def thrown_for(self) -> str:
        """The purpose of the die, such as ``Takachiho's 10.2 in at Jiyuan, shot 2 of 3: to hit``."""
        return ": ".join((", ".join(filter(None, (self.about, self.place))), self.label))

    def came_to(self, more: int = 0) -> str:
        """The result that the throw has in words, or would have if its total were higher by ``more``."""
        return self.step.describe(self.total + more)

    @property
    def words(self) -> str:
        """The purpose of the die, and the result of its throw."""
        return f"{self.thrown_for} → {self.came_to()}"


class _Thrown(Play[Any]):
    """Replays a recorded order, and records the purpose of each die."""

    def __init__(self, before: Battle[Any], record: Record) -> None:
        super().__init__(LiveBattle(before), Recorded(record.faces), record.choices)
        self.thrown: list[Die] = []

    def throw(self, step: Throw) -> Any:
        (about, place), thrown = self.asked(), len(self.faces)
        answer = super().throw(step)
        drawn = self.faces[thrown:]
        total = sum(face.face for face in drawn) + step.dice.plus
        self.thrown += [Die(about, place, self.label(step), step, total)] * len(drawn)
        return answer


def dice_of(journal: Journal[Any], record: Record) -> Sequence[Die]:
    """The dice of a recorded order. Empty if the installed rules would play the order differently."""
    playing = _Thrown(journal.battle_after(record.on), record)
    try:
        playing.drive(journal.order_of(record))
    except FleetbookError:
        return ()
    return playing.thrown if len(playing.thrown) == len(record.faces) else ()


def describe_dice(journal: Journal[Any]) -> list[str]:
    """Each die of the last order in words, with its result and its purpose."""
    last = journal.record(journal.last_but_notes)
    shown = [f"D{face.sides} {face.face}" for face in last.faces]
    dice = zip(shown, dice_of(journal, last), strict=False)
    return [f"{_comes_to(face, die.came_to())} · {die.thrown_for}" for face, die in dice] or shown


def describe_faces(journal: Journal[Any], die: int) -> list[str]:
    """Each face that a die of the last order could show, with the result that its throw would have.

    The lines below a face list other changes that it would cause, such as new results of the order.
    """
    last = journal.record(journal.last_but_notes)
    stood, faces = last.faces[die - 1], range(1, last.faces[die - 1].sides + 1)
    dice = dice_of(journal, last)
    if not dice:
        return [str(face) for face in faces]
    own = {face: dice[die - 1].came_to(face - stood.face) for face in faces}
    otherwise = {own[stood.face]: ""}  # faces with the same result cause the same changes
    for face in faces:
        if own[face] not in otherwise:
            otherwise[own[face]] = "; ".join(_otherwise(journal, dice, die, face))
    fell = {stood.face: ", as it fell"}
    below = {words: f"\n{OTHERWISE}: {changed}" if changed else "" for words, changed in otherwise.items()}
    return [f"{_comes_to(str(face), own[face])}{fell.get(face, '')}{below[own[face]]}" for face in faces]


def _comes_to(face: str, words: str) -> str:
    """A face with its result, such as ``4 → hit``. Only the face, if the result is that number itself."""
    return face if face.rpartition(" ")[2] == words else f"{face} → {words}"


def _otherwise(journal: Journal[Any], dice: Sequence[Die], die: int, face: int) -> Iterator[str]:
    """Other changes that another face would cause: new results of the order, then new or changed throws.

    If the face would lead to a choice by a player, only that choice is named.
    """
    try:
        _, now, *_ = journal.overrule(die, face, ASKED_ANYWAY)
    except ChoiceNeeded as needed:
        yield f"{needed.side or 'a player'} chooses {needed.label}"
        return
    except (InputNeeded, InvalidInput, Refused):
        return
    stood = {result.words for result in journal.results(journal.record(journal.last_but_notes))}
    before = journal.battle_after(now.on)
    results = told_by_rules(now, before, lambda: record_tree(now, journal.order_of(now), before)).all
    yield from (result.words.removesuffix(".") for result in results if result.words not in stood)
    known = {one.words for one in dice}
    own = dice[die - 1].thrown_for
    others = [one.words for one in dice_of(journal, now) if one.words not in known and one.thrown_for != own]
    yield from dict.fromkeys(others[:MOST_NAMED])
    if len(others) > MOST_NAMED:
        yield f"and {counted(len(others) - MOST_NAMED, 'throw')} more"
