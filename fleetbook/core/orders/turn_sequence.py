"""The turn sequence: the phases of a turn in their order. The rules may act at the beginning and the end of each."""

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

    simultaneous  whether everything in the phase counts at the same time. Changes of boxes and conditions are shown at once, but
                  count only at the end of the phase. Until then checks, offers, cards, ``resolve``, ``due`` and ``unseen`` see
                  the facts as they were at the beginning. ``battle.to_come`` is the battle with all changes. If the battle ends,
                  the phase ends first. Rulings by hand count at once, and also change the values held back. Facts of the battle
                  itself count at once. So do facts declared ``at_once``, such as a TurnMark
    is_written    whether the sides write orders in it before they see those of the others
    """

    id: str
    number: str
    title: str
    side: int | None = None
    simultaneous: bool = False
    is_written: bool = False


class TurnSequence(Generic[S]):
    """The phases of a turn. A ruleset derives a class from it to do something at the beginning or the end of a phase.

    tells  facts whose changes ``results`` sums up in one sentence, because there are too many to report one by one
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
        """The phases by their ids. Each line that is read asks for its phase several times."""
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
        """The next phase. It is the phase listed after the present one, unless a ruleset skips some."""
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
        """End a simultaneous phase early because the battle ends. The held-back changes count, and their consequences follow. Any
        other phase is left as it is.
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
        """Reminders of orders not yet given in the present phase, one sentence each. Before the app goes on it asks about
        them, but not about those ``OfItself``. A reminder may name an order by its id in braces, ``{torpedo}``. The app
        shows the order's key there. A reminder is not a due tick (``Ruleset.ticks``), which only shows a possible order
        and is never asked about.
        """
        return ()

    def passed(self, battle: Battle[Any]) -> str:
        """A remark at the end of a phase on things that were not ordered and so stay as they are; empty if there is none."""
        return ""

    def results(self, happened: Happened[Any]) -> Iterable[Result]:
        """Results that describe the changes of the facts in ``tells``, after one phase has ended and the next has begun."""
        return ()

    def check_leaving(self, battle: Battle[S]) -> None:
        """Raise Refused if the present phase may not end yet."""

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        """The title of a phase, with the acting side before it if only one side acts."""
        return phase.title if phase.side is None else f"{battle.sides[phase.side]} {phase.title}"

    def called_turn(self, battle: Battle[Any], ahead: int = 0) -> str:
        """The name of the present turn, or of a turn ``ahead`` of it, if turns have names. In a campaign it is the day. Empty by
        default.
        """
        return ""

    def present(self, battle: Battle[Any]) -> str:
        """The present phase in words, with the acting side in capitals if only one side acts."""
        phase = self.now(battle)
        return f"{battle.acting.upper()} {phase.title}" if battle.acting else phase.title

    def leave(self, phase: Phase, battle: Battle[S]) -> Effects:
        """The effects at the end of a phase. The held-back changes of a simultaneous phase count already. Their consequences
        belong here: ships sink, for example.
        """
        yield from ()

    def end_turn(self, battle: Battle[S]) -> Effects:
        """The effects at the end of a turn."""
        yield from ()

    def enter(self, phase: Phase, battle: Battle[S]) -> Effects:
        """The effects at the beginning of a phase. It is not called for the first phase of a battle: ``initial`` gives the facts
        there.
        """
        yield from ()
