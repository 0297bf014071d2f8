"""Orders on the battle page that players send from their phones, or that doctrines propose."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fleetbook.core.battle.record import DOCTRINE, PHONE, Record
from fleetbook.core.battle.result import sentence
from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted, listed
from fleetbook.referee.chairs.chairs import Chairs
from fleetbook.referee.clock import ClockReading
from fleetbook.referee.proposals.inbox import Inbox
from fleetbook.referee.proposals.next_order import is_only_incomplete
from fleetbook.referee.proposals.post import DieAsked, ForPhones, FromPhones, Mistaken, Picked, Ready, Sent, TakenBack
from fleetbook.referee.proposals.proposal import Proposal, changed_since
from fleetbook.referee.proposals.queue import NO_WORDS, Queue
from fleetbook.referee.session import Session
from fleetbook.referee.written_orders import WrittenOrders
from fleetbook.store.catalogue import SEASON
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.battle.entry.phone_answers import PhoneAnswers
from fleetbook.tui.battle.entry.questions_page import QuestionsPage, asked_words
from fleetbook.tui.battle.view import BATTLE, SentLine, battle_command
from fleetbook.tui.kit.grid import SHARED
from fleetbook.tui.kit.page import Page

if TYPE_CHECKING:
    from fleetbook.referee.sharing import Sharing


def _none_waits(of: PlayersWindow) -> str:
    return of.session.barred or ("" if of.inbox.waiting or of.sealed or of.chairs.asking else "no player's order waits")


def _none_is_read(of: PlayersWindow) -> str:
    return of.sealed or of.session.barred or ("" if of.inbox.waiting else "no player's order waits")


def _by(sent: Sent) -> str:
    """The side that sent an order, and its player."""
    return ", ".join(filter(None, (sent.proposal.by, sent.proposal.who)))


def _may_order(session: Session, ship: str, signs: Container[str]) -> bool:
    """Whether a ship may still be given an order of this step whose key is in ``signs``."""
    due = (kind for kind in session.battle.ruleset.all_orders if kind.key in signs and session.suits(kind))
    return any(not (session.refusal(kind) or session.refusal_by(kind, ship)) for kind in due)


def _idle(session: Session, waiting: Sequence[Sent]) -> Iterator[str]:
    """The number of ships of the acting side that could act but have no order, in words. ``waiting`` are the orders that wait."""
    sent = {ship for one in waiting for ship in (one.unit, *session.battle.squadron(one.unit))}
    ticked = {ship.name: session.ticks(ship.name) for ship in session.battle.ships(session.acting)}
    due = [ship for ship, ticks in ticked.items() if _may_order(session, ship, {tick.sign for tick in ticks if tick.due})]
    keys = {kind.key for kind in session.battle.ruleset.all_orders if session.battle.phase in kind.phases}
    done = [ship for ship, ticks in ticked.items() if any(tick.done and tick.sign in keys for tick in ticks)]
    idle = [ship for ship in due if ship not in sent]
    if idle:
        ships, have = counted(len({*due, *done}), "ship"), "has" if len(idle) == 1 else "have"
        yield f"{len(idle)} of {ships} of {session.acting} {have} something to do and no order."


def unready(of: PlayersWindow) -> tuple[str, ...]:
    """Reminders before the step ends: waiting orders, open questions of a doctrine, and ships of the acting side without an
    order. Ships are counted only after a phone has sent an order.
    """
    session, waiting = of.session, of.inbox.waiting
    if session.battle.ended:
        return ()
    if of.sealed:
        return (sentence(of.sealed),)
    owed = list[str]()
    if waiting:
        whose = "the doctrines" if all(sent.by == DOCTRINE for sent in waiting) else "the players"
        owed.append(f"{counted(len(waiting), 'order')} of {whose} {'waits' if len(waiting) == 1 else 'wait'} for you.")
    if of.chairs.asking:
        owed.append(f"{asked_words(of.chairs)}.")
    if of.inbox.is_used and session.acting and not of.chairs.fills(session.acting):
        owed += _idle(session, waiting)
    return tuple(owed)


class PlayersWindow:
    """The players' window on the battle page. Orders and dice from phones wait here for the referee."""

    def __init__(self, page: Page, session: Session, entry: OrderEntry) -> None:
        self._page, self.session, self._entry = page, session, entry
        self.inbox = Inbox(session.battle.sides)
        self.queue = Queue(session, self.inbox)
        self.chairs = Chairs(session, self.inbox)
        entry.chooses, entry.may_give = self.chairs.choose, self._may_give
        self.written = WrittenOrders(session, self.inbox)
        self._close_asked = (0, "")  # the line, and who was not ready, when the referee was asked whether to close the orders
        self.sharing: Sharing | None = None
        self._giving: Sent | None = None
        self._gives_all = False  # whether the orders behind the one in the form follow it
        self.answers = PhoneAnswers(page, session, entry)

    @property
    def standing(self) -> tuple[str, str] | None:
        """Where the window is shared and how many pages are open, as a long and a short text. None while nothing is shared."""
        sharing = self.sharing
        if sharing is None or not sharing.running:
            return None
        pages = sum(sharing.watching.values())
        where, short = ("in the network", "network") if sharing.lan else ("on this machine", "here")
        return f"{SHARED} shared {where}, {counted(pages, 'page')}", f"{SHARED} {short} {pages}"

    # ------------------------------------------------------------------ to and from the phones

    @battle_command("share", help="Links and codes for a page of each side and of the table, and who watches.", group=BATTLE)
    def open_window(self) -> None:
        """The players' window."""
        from fleetbook.referee.sharing import Sharing  # noqa: PLC0415
        from fleetbook.tui.sharing.page import SharingPage  # noqa: PLC0415 (loaded when a battle is shared)

        if self.sharing is None:
            pages = self._page.pages
            hear = lambda message: pages.between_keys(partial(self.hear, message))  # noqa: E731 (called in a thread)
            self.sharing = Sharing(self.session.file.path, self._page.say, hear, self.session.file.identity)
            self._page.when_closed(self.sharing.end, pages.every(1.0, self._look))
        season = self.session.battle.ruleset.id == SEASON.id
        self._page.pages.put(SharingPage(self.sharing, self.session.empty_chairs, self.written, self.chairs, season))

    def _look(self) -> None:
        """Check whether the window is still served. If it has just opened, send the pages their content."""
        if self.sharing is not None:
            self.sharing.look()
            self.tell(self.sharing.clock)

    def hear(self, message: FromPhones) -> None:
        """Take a message from a phone. The referee's cursor and typed text stay as they are."""
        if isinstance(message, Sent):
            self.inbox.take(message)
            self._giving = self._giving and (self.inbox.like(self._giving) or self._giving)
            self._send_past_back()
        elif isinstance(message, TakenBack):
            self.inbox.follow(self.session.in_force, self._held)
            self.inbox.take_back(message.id, message.side)
        elif isinstance(message, Ready):
            self.written.hear(message)
        elif isinstance(message, Picked):
            self.answers.pick(message)
        elif isinstance(message, Mistaken):
            self.answers.mistaken(message)
        else:
            self.answers.hear(message, lambda: self._die)
        self.tell(None if self.sharing is None else self.sharing.clock)

    def tell(self, clock: ClockReading | None) -> None:
        """Send the pages the clock, the players' orders with their state, and the die or choice that is asked for."""
        if self.sharing is not None:
            self.inbox.follow(self.session.in_force, self._held)
            players_order = self.session.journal.ruleset.read_by_sides  # players of a campaign only read
            takes = self.sharing.takes_orders and players_order and not self.session.barred
            post = ForPhones(clock, takes, read=self.inbox.last)
            if takes:
                choice, written = self.answers.choice(), self.written.standing
                post = replace(post, orders=self.inbox.standings(), die=self._die, choice=choice, written=written)
            self.sharing.tell(post)

    @property
    def sealed(self) -> str:
        """Words about sealed orders, such as how many sides are ready. Empty if no orders are sealed."""
        return self.written.words if self.sharing is not None else ""

    @property
    def _die(self) -> DieAsked | None:
        """The question for the next die. None if there is none."""
        return self.answers.asked(self._in_form, self.sharing is not None and self.sharing.asks_sufferer)

    # ------------------------------------------------------------------ the referee's keys

    @property
    def line(self) -> SentLine | None:
        """The line above the keys. It is about the order in the form if its player has withdrawn it, or about a die for which no
        phone is there. Otherwise it is about the oldest waiting order, or about sealed orders. None if no order waits.
        """
        if self.sealed:
            return SentLine(0, self.sealed, space="close")
        if (withdrawn := self._withdrawn) is not None:
            instead = self.inbox.instead_of(withdrawn)
            does = f"Enter shows instead: {instead.words}" if instead else "Enter closes it"
            return SentLine(0, f"{_by(withdrawn)} has taken this order back: {does}", space="")
        if self.sharing is not None and self.sharing.running and (absent := self.answers.absent(self._die, self.sharing.reaches)):
            return SentLine(0, absent, space="")
        self.chairs.look()
        given = self._in_form
        if (sent := self.queue.next(but=given)) is None:
            asks = self.chairs.asking and self._entry.form is None
            words = asked_words(self.chairs) if asks else self.chairs.silent
            return SentLine(0, words, space="answer" if asks else "") if words else None
        proposal, prospect = sent.proposal, self.queue.prospect(sent)
        who, minus = (f"{proposal.by}'s doctrine", "skip") if sent.by == DOCTRINE else (_by(sent), "send back")
        if prospect.waits:
            against, remark = "", f"waits for {proposal.by}'s turn: {prospect.problem}"
        elif prospect.problem and not (prospect.is_open and self.chairs.estimates(sent)):
            against, remark = str(prospect.problem), ""
        else:
            stale = self.session.cached_for_line("stale", sent.id, lambda: self._stale(proposal))
            against, remark = "", f"since then: {stale}" if stale else ""
        count, space = len(self.inbox.waiting) - (given in self.inbox.waiting), "" if prospect.waits or against else "give"
        return SentLine(count, f"{who}: {sent.words}", against, remark, space, minus, goes_on=sent.by == DOCTRINE)

    @property
    def _in_form(self) -> Sent | None:
        """The player's order in the open form. None if it has none."""
        form = self._entry.form
        return self._giving if form is not None and form.proposer is not None else None

    @property
    def _withdrawn(self) -> Sent | None:
        """The order in the form, if its player has taken it back. None otherwise."""
        sent = self._in_form
        return sent if sent is not None and sent.by == PHONE and sent not in self.inbox.waiting else None

    def _may_give(self) -> bool:
        """Whether the order in the form may be given. In place of a withdrawn order, show the one that its player sent
        instead, or close the form.
        """
        if (withdrawn := self._withdrawn) is None:
            return True
        self._entry.close()
        if (instead := self.inbox.instead_of(withdrawn)) is not None:
            self._open(instead)
        else:
            self._page.say(f"{_by(withdrawn)} has taken it back: nothing was ordered")
        return False

    @property
    def _held(self) -> str:
        """The id of the player's order whose dice are being thrown. Empty if there is none."""
        sent = self._in_form
        return sent.id if sent is not None and self._entry.answer is not None else ""

    def _send_past_back(self) -> None:
        if not self.sealed:
            self.queue.send_past_back(but=self._in_form)

    def _stale(self, proposal: Proposal) -> str:
        """The changed facts on which a proposed order depends, in words."""
        try:
            return ", ".join(changed_since(proposal, self.session.journal))
        except FleetbookError as error:
            return str(error)

    @battle_command(
        "give-sent", "give", "The oldest order that waits. The phone is asked for its dice too.", BATTLE, refusal=_none_waits
    )
    def give_sent(self) -> None:
        """Give the oldest order sent, or end the writing of sealed orders."""
        if not self.sealed:
            if (sent := self.queue.next()) is not None:
                self._give(sent)
            else:
                self._page.pages.put(QuestionsPage(self.chairs, self.session))
            return
        written = self.written.standing
        late = listed(written.waits_for) if written else ""
        asked = len(self.session.journal.records), late
        if late and self._close_asked != asked:
            self._close_asked = asked
            self._page.say(f"not ready: {late}. Press again to close the orders all the same", warning=True)
        else:
            self._page.attempt(self.written.close)

    @battle_command(
        "give-all-sent", "", "If a form opens, Enter gives its order, and the others follow.", BATTLE, refusal=_none_is_read
    )
    def give_all_sent(self) -> None:
        """Give all players' orders."""
        while (sent := self.queue.next()) is not None and self._give(sent):
            pass
        self._gives_all = sent is not None and sent is self._giving

    def _give(self, sent: Sent) -> bool:
        """Give an order as the player sent it. If the rules refuse it, say why. If an input is missing or must be looked at, show
        its form. Returns whether a line was written.
        """
        lines, prospect, look = len(self.session.journal.records), self.queue.prospect(sent), self.chairs.to_look_at(sent)
        draft = prospect.draft
        if draft is None or prospect.refused:
            waits = f"it waits for {sent.proposal.by}'s turn" if prospect.waits else "F8 opens it"
            self._page.say(f"{prospect.problem}: - sends it back, {waits}", warning=True)
            return False
        self._giving, self._gives_all = sent, False
        if look or is_only_incomplete(draft):
            self._entry.show(self.chairs.with_estimates(draft, sent), sent.proposer, look)
        else:
            self._entry.give(draft, sent.proposer)
        return len(self.session.journal.records) > lines

    @battle_command("open-sent", "", "Opens the form of the order, to look at it or to change it.", BATTLE, refusal=_none_is_read)
    def open_sent(self) -> None:
        """Open a player's order."""
        if (sent := self.queue.next()) is not None:
            self._open(sent)

    def _open(self, sent: Sent) -> None:
        prospect = self.queue.prospect(sent)
        if prospect.draft is None:
            self._page.say(str(prospect.problem), warning=True)
            return
        self._giving, self._gives_all = sent, False
        self._entry.show(self.chairs.with_estimates(prospect.draft, sent), sent.proposer)

    @battle_command("send-back", "", "With a reason from the list, or one that you type.", BATTLE, refusal=_none_is_read)
    def send_back(self) -> None:
        """Send a player's order back."""
        sent = self.queue.next()
        if sent is None:
            return
        if sent.by == DOCTRINE:
            self.inbox.send_back(sent, NO_WORDS)
            return

        def answer(words: str) -> None:
            self.inbox.send_back(sent, words)
            self.tell(None if self.sharing is None else self.sharing.clock)

        self._page.pages.pick(f"Send back: {sent.words}", self.queue.reasons(sent), answer, free=True)

    def given(self, record: Record) -> None:
        """If this record is the player's order that was in the form, note that it was given."""
        sent = self._giving
        if sent is not None and record.proposer == sent.proposer and record.procedure == sent.proposal.order:
            self.inbox.given(sent, record.number)
            self._giving = None
            self.chairs.look()
            if self._gives_all and self._entry.form is None:
                self.give_all_sent()
        self._send_past_back()
