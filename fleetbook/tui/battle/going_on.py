"""Going on: what is still due is named, and passed over only when it was asked for twice; steps without work are left out."""

from __future__ import annotations

from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.referee.session import Session
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.battle.view import BATTLE, battle_command

MOST_STEPS = 40  # a turn has no more


class GoingOn:
    """What leads out of a step: ``asked`` is what was named as due since the last other key."""

    def __init__(self, session: Session, entry: OrderEntry) -> None:
        self.session, self._entry = session, entry
        self.asked: tuple[str, ...] = ()

    def forget(self) -> None:
        """Another key was pressed: what is due will be named again."""
        self.asked = ()

    def may_pass(self) -> bool:
        """Whether nothing is due, or it was named just now; names it otherwise."""
        due = () if self.asked else self.session.due
        self.asked = due
        return not due

    @battle_command("go-on", "", "Steps in which nobody can do anything are left out; what is due is named first.", BATTLE,
                    refusal=lambda of: of.session.refusal(NextStep))  # fmt: skip
    def go_on(self) -> None:
        """On to the next step with something to do."""
        if not self.may_pass():
            return
        for _ in range(MOST_STEPS):
            before = len(self.session.journal.records)
            self._entry.begin(NextStep)
            if len(self.session.journal.records) == before or self.session.has_work or self.session.refusal(NextStep):
                return
