"""Sealed orders: all sides write their orders before anybody may read them."""

from __future__ import annotations

from fleetbook.core.orders.standard_orders import CloseOrders
from fleetbook.core.parsing import counted, listed
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import reader_name
from fleetbook.referee.proposals.inbox import Inbox
from fleetbook.referee.proposals.post import Ready, Written
from fleetbook.referee.proposals.proposal import has_orders
from fleetbook.referee.proposals.roles import Role, all_roles
from fleetbook.referee.session import Session


class WrittenOrders:
    """Seals the orders of all sides until the referee ends the writing, which writes a line into the journal. It also knows which
    sides are ready.

    in_every_step  whether orders are sealed in every step in which players give orders, not only in steps in which the rules say
                   that orders are written in advance
    """

    def __init__(self, session: Session, inbox: Inbox) -> None:
        self._session, self._inbox = session, inbox
        self.in_every_step = False
        self._said = set[Role]()
        self._step = (0, "")
        table = reader_name(session.battle.sides, None)
        self._known = Knowledge(session.journal, table) if session.journal.ruleset.keeps_secrets else None

    @property
    def where(self) -> str:
        """The steps in which orders are sealed, in words."""
        return "every step with orders" if self.in_every_step else "steps whose rules say so"

    @property
    def have_steps(self) -> bool:
        """Whether the rules have a step whose orders are written in advance."""
        return any(phase.is_written for phase in self._session.battle.ruleset.sequence.phases)

    @property
    def are_sealed(self) -> bool:
        """Whether orders that players send now are sealed."""
        return self._session.cached_for_line("sealed", self.in_every_step, self._seals)

    def _seals(self) -> bool:
        journal, battle = self._session.journal, self._session.battle
        phase = battle.ruleset.sequence.now(battle)
        if not ((phase.is_written or self.in_every_step) and any(map(self._has_orders, battle.sides))):
            return False
        number = journal.position
        while number:
            record = journal.record(number)
            if (record.turn, record.phase) != (battle.turn, battle.phase):
                return True
            if record.procedure == CloseOrders.id:
                return False
            number = record.on
        return True

    def _has_orders(self, side: str, squadron: str = "") -> bool:
        """Whether a side, or one squadron of it, has orders to send in this step."""
        battle, found = self._session.battle, self._session.cached_for_line("orders to send", (), dict[Role, bool])
        role = Role(side, squadron)
        if role not in found:
            units = frozenset((squadron, *battle.squadron(squadron))) if squadron else None
            found[role] = has_orders(self._session.journal, side, self._known, units)
        return found[role]

    def hear(self, message: Ready) -> None:
        """Note that a player's orders are ready, or no longer ready."""
        self._forget_other_steps()
        role = Role(message.side, message.squadron)
        if self.are_sealed and message.ready:
            self._said.add(role)
        else:
            self._said.discard(role)

    def _forget_other_steps(self) -> None:
        step = self._session.battle.turn, self._session.battle.phase
        if step != self._step:
            self._said, self._step = set(), step

    @property
    def standing(self) -> Written | None:
        """Which sides write sealed orders and which are ready. None while orders are not sealed."""
        if not self.are_sealed:
            return None
        self._forget_other_steps()
        sides = self._session.battle.sides
        return Written(tuple(sides), tuple(filter(self._is_ready, sides)), tuple(self._said))

    def _is_ready(self, side: str) -> bool:
        """Whether a side is ready: it has said so, or the player of each of its squadrons has. An empty chair is always ready,
        and so is a side or squadron that has no order to send in this step.
        """
        if not self._has_orders(side):
            return True
        done = self._said | self._session.empty_chairs
        roles = all_roles(self._session.journal.setup, [side])
        squadrons = [role for role in roles if role.squadron and self._has_orders(side, role.squadron)]
        return Role(side) in done or (bool(squadrons) and done.issuperset(squadrons))

    @property
    def words(self) -> str:
        """Words for the referee: how many sides are ready, and the names of the others. Empty while orders are not sealed, or if
        no player has ever sent an order and the referee has not asked for sealed orders.
        """
        now = self.standing
        if now is None or not (self.in_every_step or self._inbox.is_used):
            return ""
        words = f"sealed orders: {len(now.ready)} of {counted(len(now.sides), 'side')} ready"
        return f"{words}; not yet: {listed(now.waits_for)}" if now.waits_for else words

    def close(self) -> None:
        """End the writing of orders. The referee may then read them, and players can take none back. Raises Refused or
        Unwritable.
        """
        now = self.standing
        self._session.write(CloseOrders(sides=listed(now.waits_for) if now else ""))
        self._inbox.fix()
