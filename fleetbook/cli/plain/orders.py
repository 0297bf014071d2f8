"""Give an order in the dialogue: ask for its inputs, confirm it, ask for dice and choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fleetbook.cli.plain.answers import HELP
from fleetbook.cli.plain.console import Console, Ended, Left, inline
from fleetbook.cli.plain.form import change, fill, fill_missing
from fleetbook.cli.plain.session import PlainSession
from fleetbook.cli.plain.speech import odds_lines
from fleetbook.core.battle.record import Proposer, Record
from fleetbook.core.errors import Refused, require
from fleetbook.core.odds import BudgetExceeded, Effort, order_odds
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.referee.asking import NOT_THROWN, Asking, Giving
from fleetbook.referee.faces import WRITTEN
from fleetbook.referee.proposals.measured import measured, with_number
from fleetbook.referee.proposals.next_order import begun
from fleetbook.reports.odds.weighing import odds_view

GIVE, ODDS, CHANGE, TYPED, LEAVE = "give it", "odds first", "change an answer", "give it with dice typed in", "leave it"
BACK = "<"
DICE_HELP = (
    f"Type the face thrown, and those of the next dice too if they are thrown already. {WRITTEN} "
    "Enter rolls the die; < takes the answer before back; . leaves the order."
)


def order(session: PlainSession, kind: type[Order[Any]], given: Mapping[str, Any]) -> Record:
    """Ask for an order's inputs and give the order. If some inputs are ``given``, only missing ones are asked for.

    If Refused, InvalidInput, Unwritable, Ended or Left is raised, the order is not given.
    """
    draft = with_number(session.session, Draft(session.battle, kind, given)) if given else begun(session.session, kind)
    require(not (why := session.session.refusal(kind)), why)
    if not kind.declared:
        due = session.session.due if kind is NextStep else ()
        record = give(session, draft.order(), (), session.session.typed_dice)
        session.console.say(*(f"passed over: {line}" for line in due))
        return record
    return confirm(session, fill_missing(session, draft) if given else fill(session, draft))


def confirm(session: PlainSession, draft: Draft[Any], proposer: Proposer | None = None) -> Record:
    """Ask the referee to confirm an order, change it or see its odds, until it is given. ``proposer`` is the player who sent it.

    Raises the same as ``order``.
    """
    console = session.console
    while True:
        try:
            checked = draft.order()
        except Refused as refused:
            console.say(f"Not allowed: {refused}.")
            draft = _otherwise(session, draft)
            continue
        answer = _confirmed(session, draft, checked)
        if answer in (GIVE, TYPED):
            typed = session.session.typed_dice or answer == TYPED
            return give(session, checked, draft.given, typed, proposer)
        draft = change(session, draft)


def _otherwise(session: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """Ask the referee whether to change a refused order or leave it, and ask for the change. Raises Left if it is left."""
    ways = (CHANGE, LEAVE)
    if session.console.choose(f"{inline(ways)}?", ways) == LEAVE:
        raise Left
    return change(session, draft)


def _confirmed(session: PlainSession, draft: Draft[Any], checked: Order[Any]) -> str:
    """Ask the referee what to do with an order. Returns GIVE, TYPED or CHANGE. If the answer is the odds, show them and ask
    again. Raises Left.
    """
    console = session.console
    console.say(f"{checked.headline(session.battle)}.")
    if (before := measured(session.session, draft)) is not None and before.doubt:
        console.say(f"{before.doubt}.")
    ways = (GIVE, ODDS, CHANGE, LEAVE) if session.session.typed_dice else (GIVE, ODDS, CHANGE, TYPED, LEAVE)
    while (answer := console.choose(f"{inline(ways)} [1]?", ways, GIVE)) == ODDS:
        show_odds(session, checked)
    if answer == LEAVE:
        raise Left
    return answer


def show_odds(session: PlainSession, checked: Order[Any]) -> None:
    """Write the odds of an order. First ask for the players' choices on which they depend. Ctrl-C stops the computation."""
    made: list[str] = []
    while True:
        try:
            found = order_odds(session.battle, checked, Effort(tuple(made)))
        except ChoiceNeeded as wanted:
            made.append(ask_choice(session.console, wanted))
            continue
        except KeyboardInterrupt:
            session.console.say("", "broken off: no odds")
        except BudgetExceeded:
            session.console.say("the odds of this order take too long to compute")
        else:
            session.console.say(*odds_lines(odds_view(session.battle, checked, found)))
        return


def give(
    session: PlainSession, checked: Order[Any], given: Sequence[str], typed: bool, proposer: Proposer | None = None
) -> Record:
    """Give an order. If the referee leaves it at a question, write a note with the dice already shown. Raises the same as
    ``order``.
    """
    giving = session.session.ordering(checked, given, typed, proposer)

    def answers(asking: Asking) -> tuple[str, str] | None:
        choice = session.chooses(asking.needed, proposer) if isinstance(asking.needed, ChoiceNeeded) else ""
        return (choice, "") if choice else session.on_phone(asking, checked, proposer)

    return ask_until_given(session.console, giving, lambda asking: session.session.left(checked, asking.needed), answers)


def ask_until_given(
    console: Console,
    give: Giving,
    leave: Callable[[Asking], object] = lambda asking: None,
    answers: Callable[[Asking], tuple[str, str] | None] = lambda asking: None,
) -> Record:
    """Ask for dice and choices until an order is given. ``leave`` is called if the referee leaves the order.

    ``answers`` may answer an open question in the referee's place. It returns the answer and the side whose phone answered, or
    None if the referee is to be asked.

    Raises the same as ``order``.
    """
    asking, told = Asking.begin(give), 0
    try:
        while True:
            console.say(*(f"{answer.label}: {NOT_THROWN}." for answer in asking.answers[told:] if answer.idle))
            if asking.record is not None:
                break
            told, answer = len(asking.answers), answers(asking)
            asking = asking.answered(*answer) if answer else _answered(console, asking)
            if asking.problem:
                console.say(asking.problem)
    except (Ended, Left, KeyboardInterrupt):
        leave(asking)
        raise
    return asking.record


def _answered(console: Console, asking: Asking) -> Asking:
    """Ask one question about a die or a choice. The answer ``<`` takes back the previous answer. Raises Ended or Left."""
    needed = asking.needed
    if isinstance(needed, ChoiceNeeded):
        return asking.answered(ask_choice(console, needed))
    if needed is None:
        return asking
    console.say(*[f"{needed.brings}."] * bool(needed.brings))
    while (answer := console.ask(f"{needed.die}, 1 to {needed.sides} [roll it]?")) == HELP:
        console.say(DICE_HELP)
    return asking.taken_back() if answer == BACK else asking.answered(answer)


def ask_choice(console: Console, needed: ChoiceNeeded) -> str:
    """Ask for a player's choice and return the option chosen. Raises Ended or Left."""
    who = f"{needed.side} chooses, " if needed.side else ""
    return console.choose(f"{who}{needed.label}: {inline(needed.options)}?", needed.options)
