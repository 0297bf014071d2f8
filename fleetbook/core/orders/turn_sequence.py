"""The turn sequence: phases in order, with the rules' work at their ends and beginnings."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Listed
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

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


@dataclass(frozen=True, slots=True)
class Phase:
    """One step of the turn: its id, its number as printed, its title, and the place of its acting side. None is a step of both
    sides.

    simultaneous  whether everything in it counts at the same time. Boxes, fates and conditions of ships are shown at once, and
                  count as the step is left. Until then checks, offers, cards and ``resolve`` see the step's beginning, and so do
                  ``due`` and ``unseen``. ``battle.to_come`` is the battle with all changes. An end of the battle leaves the step
                  first. Rulings by hand count at once, and change held-back values alike. Facts of the battle itself count at
                  once, and so does a fact declared ``at_once``, such as a TurnMark
    """

    id: str
    number: str
    title: str
    side: int | None = None
    simultaneous: bool = False


class TurnSequence(Generic[S]):
    """The phases of a turn. A ruleset derives from it to add work at the end and the beginning of a phase.

    tells  facts whose changes ``results`` sums up in one sentence, because there are too many for one each
    """

    tells: tuple[Declared[Any], ...] = ()

    def __init__(self, phases: Listed[Phase]) -> None:
        self.phases = tuple(phases)

    @cached_property
    def simultaneous(self) -> bool:
        """Whether any of its steps is simultaneous."""
        return any(phase.simultaneous for phase in self.phases)

    def phase(self, name: str) -> Phase:
        """A phase by its id. Raises InvalidInput for an unknown one."""
        found = next((phase for phase in self.phases if phase.id == name), None)
        if found is None:
            raise InvalidInput.word("phase", name, [phase.id for phase in self.phases])
        return found

    def now(self, battle: Battle[Any]) -> Phase:
        """The present phase."""
        return self.phase(battle.phase)

    def acting(self, battle: Battle[Any]) -> str:
        """The acting side; empty for a step of both."""
        side = self.now(battle).side
        return "" if side is None else battle.sides[side]

    def following(self, phase: Phase) -> Phase:
        """The phase after this one. The first of the next turn follows the last."""
        return self.phases[(self.phases.index(phase) + 1) % len(self.phases)]

    def coming(self, battle: Battle[Any]) -> Phase:
        """The phase that the next step leads to. It is the following one unless a ruleset leaves some out."""
        return self.following(self.now(battle))

    def advance(self, battle: Battle[S]) -> Effects:
        """Leave the present phase, go to the next (and turn), and do the work of its beginning."""
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
        """End a simultaneous phase at once, for a battle that ends in it. Held-back changes count, and their consequences follow.
        Any other phase stays as it is.
        """
        if battle.holding:
            yield TakeForce()
            yield from self.leave(self.now(battle), battle)

    def expiring(self, battle: Battle[S]) -> Iterable[Subject]:
        """The subjects whose facts end at this phase: the ships of the acting side, and the battle."""
        return [battle.ruleset.battle_facts(battle), *battle.ships(battle.acting or None)]

    def due(self, battle: Battle[Any]) -> tuple[str, ...]:
        """Duties of the present step that nobody has ordered yet, a line each. ``n`` asks about them before it goes on. A line
        names its order by the id in braces, ``{torpedo}``, and the app shows the key. Ticks (``Ruleset.ticks``) are another
        matter. A due tick shows a possible order, and nobody asks about it.
        """
        return ()

    def passed(self, battle: Battle[Any]) -> str:
        """Words for the end of a step about things that nobody ordered, and that stay as they are; empty for none."""
        return ""

    def results(self, happened: Happened[Any]) -> Iterable[Result]:
        """Results of the changes that it ``tells``, after one step is left and the next begun."""
        return ()

    def check_leaving(self, battle: Battle[S]) -> None:
        """Raise Refused for a step that may not be left yet."""

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        """The phase's title with its acting side."""
        return phase.title if phase.side is None else f"{battle.sides[phase.side]} {phase.title}"

    def present(self, battle: Battle[Any]) -> str:
        """The present step in words, with its acting side in capitals."""
        phase = self.now(battle)
        return f"{battle.acting.upper()} {phase.title}" if battle.acting else phase.title

    def leave(self, phase: Phase, battle: Battle[S]) -> Effects:
        """The effects of a phase's end. Held-back changes of a simultaneous phase count already, so their consequences belong
        here: ships sink, for example.
        """
        yield from ()

    def end_turn(self, battle: Battle[S]) -> Effects:
        """The effects of a turn's end."""
        yield from ()

    def enter(self, phase: Phase, battle: Battle[S]) -> Effects:
        """The effects of a phase's beginning. The first phase of a battle is not entered: ``initial`` gives its facts."""
        yield from ()
