"""The keys that end a phase. They name duties first, such as an order not given. ``>`` also skips phases with nothing to do."""

from __future__ import annotations

from fleetbook.core.battle.result import sentence
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.driver import Supply, play_through
from fleetbook.core.play.needed import DieNeeded, InputNeeded
from fleetbook.referee.session import Session
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.battle.view import BATTLE, battle_command

MOST_STEPS = 40  # more phases than a turn has


class GoingOn:
    """The keys that end a phase. ``asked`` holds the duties that the last key pressed has shown; empty if it showed none."""

    def __init__(self, session: Session, entry: OrderEntry) -> None:
        self.session, self._entry = session, entry
        self.asked: tuple[str, ...] = ()
        self._came_by = -1  # the journal line with which ``go_on`` entered the present phase; -1 for none

    @property
    def again(self) -> str:
        """The effect of pressing the key again, in words."""
        try:
            play_through([NextStep()], self.session.battle, Supply(None))
        except DieNeeded:
            return "again: goes on, throws the dice"
        except (InputNeeded, Refused, InvalidInput, RulesFault):
            pass
        return "again: goes on"

    def forget(self) -> None:
        """Forget that duties were shown, because another key was pressed. They will be shown again."""
        self.asked = ()

    def may_pass(self, at_once: bool = True) -> bool:
        """Whether the phase may end: nothing is due, or the duties were shown just now. Otherwise show them.

        Unless ``at_once``, a phase without orders is also shown before it ends.
        """
        due = () if self.asked else self.session.due or (() if at_once else self._untouched())
        self.asked = due
        return not due

    def _untouched(self) -> tuple[str, ...]:
        """A warning that no order was given in this phase, and what ending the phase means."""
        battle = self.session.battle
        sequence = battle.ruleset.sequence
        passed = sequence.passed(battle)
        return f"Nothing was ordered yet in this step: {sequence.present(battle)}.", *[sentence(passed)] * bool(passed)

    @battle_command("go-on", "", "Steps without work are left out; it stops after dice were thrown. Duties are named first.",
                    BATTLE, refusal=lambda of: of.session.refusal(NextStep))  # fmt: skip
    def go_on(self) -> None:
        """On to the next step with something to do."""
        if not self.may_pass(at_once=self._came_by != len(self.session.journal.records) or not self.session.has_work):
            return
        for _ in range(MOST_STEPS):
            before = len(self.session.journal.records)
            self._entry.begin(NextStep)
            self._came_by = len(self.session.journal.records)
            last = self.session.last
            dice_were_thrown = bool(last and last.faces)
            if self._came_by == before or self.session.has_work or dice_were_thrown or self.session.refusal(NextStep):
                return
