"""The keys that end a phase. If something is left to do, such as an order, they name it first."""

from __future__ import annotations

from fleetbook.core.battle.result import sentence
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.orders.turn_sequence import ByChoice
from fleetbook.core.play.driver import Supply, play_through
from fleetbook.core.play.needed import DieNeeded, InputNeeded
from fleetbook.referee.session import Session
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.battle.entry.players_window import PlayersWindow, unready
from fleetbook.tui.battle.view import BATTLE, battle_command

MOST_STEPS = 40  # more phases than a turn has


class GoingOn:
    """The keys that end a phase. ``asked`` has the reminders that the last key showed; empty if it showed none."""

    def __init__(self, session: Session, entry: OrderEntry, window: PlayersWindow) -> None:
        self.session, self._entry, self._window = session, entry, window
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
        """Forget that reminders were shown, because another key was pressed."""
        self.asked = ()

    def may_pass(self, duties: tuple[str, ...]) -> bool:
        """Whether the phase may end: nothing is left to do, or the last key already showed all reminders. If not, show the
        reminders.
        """
        self.asked = () if {*duties} <= {*self.asked} else duties
        return not self.asked

    def _untouched(self) -> tuple[str, ...]:
        """A warning that no order was given in this phase, and what ending the phase means."""
        battle = self.session.battle
        sequence = battle.ruleset.sequence
        passed = sequence.passed(battle)
        return f"Nothing was ordered yet in this step: {sequence.present(battle)}.", *[sentence(passed)] * bool(passed)

    @battle_command(
        "go-on", "go on", "It asks once if something is due in this step. It also asks if it has just come to this step and "
        "orders can be given. It runs through steps in which there is nothing to choose, "
        "with their dice, and stops after news of a ship.", BATTLE, refusal=lambda of: of.session.refusal(NextStep)
    )  # fmt: skip
    def go_on(self) -> None:
        """On to the next step with something to do."""
        is_new = self._came_by == len(self.session.journal.records) and self.session.has_work
        duties = self.session.awaited or (self._untouched() if is_new else ())
        if self._window.chairs.has_decided:
            duties = tuple(duty for duty in self.session.awaited if not isinstance(duty, ByChoice))
        if not self.may_pass((*duties, *unready(self._window))):
            return
        self._came_by = -1
        for _ in range(MOST_STEPS):
            before = len(self.session.journal.records)
            self._entry.begin(NextStep)
            given = len(self.session.journal.records) > before
            if given:  # who presses the key twice does not leave a step that he has not seen
                self._came_by = len(self.session.journal.records)
            if (
                not given
                or self._entry.answer is not None
                or self.session.has_work
                or self._is_news()
                or self.session.refusal(NextStep)
            ):
                return

    def _is_news(self) -> bool:
        """Whether the last line is about a ship and must be read aloud before the battle goes on."""
        last = self.session.last
        return last is not None and any(result.subject for result in self.session.journal.results(last))
