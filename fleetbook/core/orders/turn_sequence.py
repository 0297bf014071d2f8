"""The turn sequence: the phases of a turn in their order. The rules may yield effects at the beginning and the end of each
phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Listed
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import PHASE, Battle, Ship
from fleetbook.core.battle.conditions import lapsed
from fleetbook.core.battle.fact import over
from fleetbook.core.battle.fact_effects import TakeForce
from fleetbook.core.battle.facts import HOLDING, TURN
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.subject import Declared, Subject
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.effects import Effects, Note, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.words.sentence import Sentences

S = TypeVar("S", bound=Ship)


class OfItself(str):
    """A reminder of something that the end of the phase does automatically, such as throwing dice for fires. The app does not
    wait for it.
    """


class ByChoice(str):
    """A reminder of orders that ships need not give. The app does not wait for them if a doctrine has decided for the ships."""


class Phase(msgspec.Struct, frozen=True):
    """One phase of a turn: its id, its number as printed, and its title. ``side`` is the position of the acting side in playing
    order; None if both sides act.

    simultaneous  whether all orders of the phase count at the same time. Changes of boxes and conditions are shown at once, but
                  count only at the end of the phase. Until then checks, offers, cards, ``resolve``, ``due`` and ``unseen`` see
                  the facts as they were at the beginning. ``battle.to_come`` is the battle with all changes. If the battle ends,
                  the phase ends first. Rulings by hand count at once, and also change the values that are held back until the
                  end. Changes of the battle's own facts count at once, and so do facts declared ``at_once``, such as a TurnMark
    is_written    whether each side writes orders in the phase before it sees the orders of the others
    """

    id: str
    number: str
    title: str
    side: int | None = None
    simultaneous: bool = False
    is_written: bool = False


class TurnSequence(Generic[S]):
    """The phases of a turn. A ruleset derives a class from it to do something at the beginning or the end of a phase.

    tells  facts with changes that ``results`` sums up in one sentence, because there are too many to report one by one
    """

    tells: tuple[Declared[Any], ...] = ()

    def __init__(self, phases: Listed[Phase]) -> None:
        self.phases = tuple(phases)

    @cached_property
    def simultaneous(self) -> bool:
        """Whether at least one phase is simultaneous."""
        return any(phase.simultaneous for phase in self.phases)

    def phase(self, name: str) -> Phase:
        """The phase with this id. Raises InvalidInput if there is none."""
        found = self._by_id.get(name)
        if found is None:
            raise InvalidInput.word("phase", name, [phase.id for phase in self.phases])
        return found

    @cached_property
    def _by_id(self) -> dict[str, Phase]:
        """The phases by their ids. They are cached, because each line that is read asks for its phase several times."""
        return {phase.id: phase for phase in self.phases}

    def now(self, battle: Battle[Any]) -> Phase:
        """The present phase."""
        return self.phase(battle.phase)

    def acting(self, battle: Battle[Any]) -> str:
        """The side that acts in the present phase; empty if both sides act."""
        side = self.now(battle).side
        return "" if side is None else battle.sides[side]

    def following(self, phase: Phase) -> Phase:
        """The phase listed after this one. After the last phase comes the first phase of the next turn."""
        return self.phases[(self.phases.index(phase) + 1) % len(self.phases)]

    def coming(self, battle: Battle[Any]) -> Phase:
        """The next phase. It is the phase listed after the present one, unless a ruleset skips phases."""
        return self.following(self.now(battle))

    def advance(self, battle: Battle[S]) -> Effects:
        """End the present phase and begin the next phase, with all effects of both. A new turn may begin."""
        leaving = self.now(battle)
        if battle.holding:
            yield TakeForce()
        coming = self.coming(battle)
        yield from self.leave(leaving, battle)
        if coming is self.phases[0]:
            yield from self.end_turn(battle)
            yield from set_fact("", TURN.name, battle.turn + 1, said=Sentences.turn)
            yield Note(lambda: lapsed(battle.ships()))
        yield from set_fact("", PHASE.name, coming.id)
        yield from self.enter(coming, battle)
        yield from over(self.expiring(battle), coming.id)
        if coming.simultaneous:
            yield from set_fact("", HOLDING.name, True)

    def finish(self, battle: Battle[S]) -> Effects:
        """End a simultaneous phase early because the battle ends. The held-back changes then count, and their consequences
        follow. A phase that is not simultaneous goes on.
        """
        if battle.holding:
            yield TakeForce()
            yield from self.leave(self.now(battle), battle)

    def expiring(self, battle: Battle[S]) -> Iterable[Subject]:
        """The subjects whose facts may end as this phase begins: the battle, and the ships of the acting side. If both sides act,
        all ships are included.
        """
        return [battle.ruleset.battle_facts(battle), *battle.ships(battle.acting or None)]

    def due(self, battle: Battle[Any]) -> tuple[str, ...]:
        """Reminders of orders not yet given in the present phase, one sentence each. Before the app goes on, it asks about each
        reminder that is not an ``OfItself``. A reminder may name an order by its id in braces, ``{torpedo}``. The app shows the
        order's key there. A due tick (``Ruleset.ticks``) is no reminder: it shows a possible order, and the app never asks about
        it.
        """
        return ()

    def passed(self, battle: Battle[Any]) -> str:
        """A remark at the end of a phase about things that stay as they are, because nobody ordered otherwise. Empty if there are
        none.
        """
        return ""

    def results(self, happened: Happened[Any]) -> Iterable[Result]:
        """Results for the change from one phase to the next. They describe the changes of the facts in ``tells``."""
        return ()

    def check_leaving(self, battle: Battle[S]) -> None:
        """Raise Refused if the present phase may not end yet."""

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        """The title of a phase, with the acting side before it if only one side acts."""
        return phase.title if phase.side is None else f"{battle.sides[phase.side]} {phase.title}"

    def called_turn(self, battle: Battle[Any], ahead: int = 0) -> str:
        """The name of a turn, such as the day in a campaign: the present turn, or the turn that is ``ahead`` turns later. Empty
        if turns have no names.
        """
        return ""

    def present(self, battle: Battle[Any]) -> str:
        """The present phase in words, with the acting side in capitals if only one side acts."""
        phase = self.now(battle)
        return f"{battle.acting.upper()} {phase.title}" if battle.acting else phase.title

    def leave(self, phase: Phase, battle: Battle[S]) -> Effects:
        """The effects at the end of a phase. The held-back changes of a simultaneous phase count already. The consequences of
        these changes belong here: ships sink, for example.
        """
        yield from ()

    def end_turn(self, battle: Battle[S]) -> Effects:
        """The effects at the end of a turn."""
        yield from ()

    def enter(self, phase: Phase, battle: Battle[S]) -> Effects:
        """The effects at the beginning of a phase. The method is not called for the first phase of a battle, whose facts
        ``initial`` gives.
        """
        yield from ()
