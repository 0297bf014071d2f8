"""The turn sequence: phases in order, who acts in each, and what is due when one is left or entered."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Listed
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import PHASE, TURN, Battle, Ship
from fleetbook.core.battle.conditions import lapsed
from fleetbook.core.battle.fact import over
from fleetbook.core.battle.fact_effects import TakeForce
from fleetbook.core.battle.facts import HOLDING
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.subject import Declared, Subject
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.effects import Effects, Note, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.words.sentence import Sentences

S = TypeVar("S", bound=Ship)


@dataclass(frozen=True, slots=True)
class Phase:
    """One step of the turn: its id, its number as the sheet prints it, what is done, and the place of the side that acts
    (None where both do).

    simultaneous  what is done counts for all at the same time: whatever ships and other subjects suffer in the step (boxes,
                  fates, conditions) is told at once and counts as the step is left. Until then every check, offer, card, ``due``
                  and ``unseen`` sees them as the step began, and so does ``resolve``; ``battle.to_come`` is the battle as it
                  will be. An end in it leaves it first. What the referee strikes or sets by hand counts at once, and what
                  is held back of it is changed alike. What is declared ``at_once``, as a TurnMark is, and what is kept of the
                  battle itself, count at once
    """

    id: str
    number: str
    title: str
    side: int | None = None
    simultaneous: bool = False


class TurnSequence(Generic[S]):
    """The phases of a turn. A ruleset derives from it to say what is due at a phase's end and beginning.

    tells  facts whose changes ``results`` puts into words, since each by itself they are too many to say
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
        """The side whose phase it is; empty where both act."""
        side = self.now(battle).side
        return "" if side is None else battle.sides[side]

    def following(self, phase: Phase) -> Phase:
        """The phase after this one, the first of the next turn after the last."""
        return self.phases[(self.phases.index(phase) + 1) % len(self.phases)]

    def coming(self, battle: Battle[Any]) -> Phase:
        """The phase that the next step leads to as things stand; the following one unless a ruleset leaves some out."""
        return self.following(self.now(battle))

    def advance(self, battle: Battle[S]) -> Effects:
        """Leave the present phase, go to the next (and turn), do what its beginning asks for."""
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
        """Leave a simultaneous phase in which the battle ends: what it held back counts, and what follows from that is done. It
        does nothing in any other phase.
        """
        if battle.holding:
            yield TakeForce()
            yield from self.leave(self.now(battle), battle)

    def expiring(self, battle: Battle[S]) -> Iterable[Subject]:
        """Those whose facts are over at this phase: the ships of the side that acts, and the battle."""
        return [battle.ruleset.battle_facts(battle), *battle.ships(battle.acting or None)]

    def due(self, battle: Battle[Any]) -> tuple[str, ...]:
        """What the present step still owes and nobody has ordered, a line each: ``n`` asks about it before it goes on. An order
        that does it is named by its id in braces, ``{torpedo}``, and told as it is given: by its key in the app. Ticks
        (``Ruleset.ticks``) are another thing: one that is due shows that an order may still be given, and nobody asks about it.
        """
        return ()

    def passed(self, battle: Battle[Any]) -> str:
        """What nobody ordered in the present step, and stays as it is: told as it is left; empty where nothing is."""
        return ""

    def results(self, happened: Happened[Any]) -> Iterable[Result]:
        """What the changes of the facts that it ``tells`` came to, as a step was left and the next begun, for the table."""
        return ()

    def check_leaving(self, battle: Battle[S]) -> None:
        """Raise Refused where the present step may not be left yet."""

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        """The phase's title with the side that acts in it."""
        return phase.title if phase.side is None else f"{battle.sides[phase.side]} {phase.title}"

    def present(self, battle: Battle[Any]) -> str:
        """The present step in words, with the side that acts in capitals."""
        phase = self.now(battle)
        return f"{battle.acting.upper()} {phase.title}" if battle.acting else phase.title

    def leave(self, phase: Phase, battle: Battle[S]) -> Effects:
        """What must be done before the phase is over. What a simultaneous phase held back counts by then: the place for what
        follows from all that was suffered in it, such as ships that sink.
        """
        yield from ()

    def end_turn(self, battle: Battle[S]) -> Effects:
        """What happens when the turn is over."""
        yield from ()

    def enter(self, phase: Phase, battle: Battle[S]) -> Effects:
        """What happens when the phase begins; not asked of the first phase of a battle: ``initial`` says what holds then."""
        yield from ()
