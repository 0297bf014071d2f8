"""An order in the dialogue: its questions, its odds, the dice and choices that it asks for, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fleetbook.cli.plain.console import Console, Ended, Left, inline
from fleetbook.cli.plain.form import change, fill, fill_missing
from fleetbook.cli.plain.session import PlainSession
from fleetbook.cli.plain.speech import odds_lines
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import Refused, require
from fleetbook.core.odds import BudgetExceeded, Effort, order_odds
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.referee.asking import Asking, Giving
from fleetbook.referee.proposals.measured import measured
from fleetbook.referee.proposals.next_order import begun
from fleetbook.reports.odds.weighing import odds_view

GIVE, ODDS, CHANGE, TYPED, LEAVE = "give it", "odds first", "change an answer", "give it with dice typed in", "leave it"
BACK = "<"


def order(sitting: PlainSession, procedure: type[Order[Any]], given: Mapping[str, Any]) -> Record:
    """Ask for an order's inputs (where some are given already, only for what is missing) and give it.

    Raises Refused, InvalidInput, Unwritable, Ended and Left; nothing has happened then.
    """
    draft = (
        sitting.session.ranges.proposed(Draft(sitting.battle, procedure, given)) if given else begun(sitting.session, procedure)
    )
    require(not (why := sitting.session.refusal(procedure)), why)
    if not procedure.declared:
        due = sitting.session.due if procedure is NextStep else ()
        record = give(sitting, draft.order(), (), sitting.session.typed_dice)
        sitting.talk.say(*(f"passed over: {line}" for line in due))
        return record
    return confirm(sitting, fill_missing(sitting, draft) if given else fill(sitting, draft))


def confirm(sitting: PlainSession, draft: Draft[Any]) -> Record:
    """Ask whether an order is given, until it is. Raises as ``order``."""
    talk = sitting.talk
    while True:
        try:
            checked = draft.order()
        except Refused as refused:
            talk.say(f"Not allowed: {refused}.")
            draft = _otherwise(sitting, draft)
            continue
        answer = _confirmed(sitting, draft, checked)
        if answer in (GIVE, TYPED):
            typed = sitting.session.typed_dice or answer == TYPED
            return give(sitting, checked, draft.given, typed)
        draft = change(sitting, draft)


def _otherwise(sitting: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """The draft changed after a refusal. Raises Left."""
    ways = (CHANGE, LEAVE)
    if sitting.talk.choose(f"{inline(ways)}?", ways) == LEAVE:
        raise Left
    return change(sitting, draft)


def _confirmed(sitting: PlainSession, draft: Draft[Any], checked: Order[Any]) -> str:
    """GIVE, TYPED or CHANGE, after the odds as often as they are asked for. Raises Left."""
    talk = sitting.talk
    talk.say(f"{checked.headline(sitting.battle)}.")
    if (before := measured(sitting.session, draft)) is not None and before.old:
        entry = draft.entries[before.field]
        talk.say(f"The {entry.label} {entry.field.show(entry.value)} is {before.words}.")
    ways = (GIVE, ODDS, CHANGE, LEAVE) if sitting.session.typed_dice else (GIVE, ODDS, CHANGE, TYPED, LEAVE)
    while (answer := talk.choose(f"{inline(ways)} [1]?", ways, GIVE)) == ODDS:
        tell_odds(sitting, checked)
    if answer == LEAVE:
        raise Left
    return answer


def tell_odds(sitting: PlainSession, checked: Order[Any]) -> None:
    """Say the odds of a checked order; where they hang on a player's choice, that is asked for. A break ends the counting."""
    made: list[str] = []
    while True:
        try:
            found = order_odds(sitting.battle, checked, Effort(tuple(made)))
        except ChoiceNeeded as wanted:
            made.append(ask_choice(sitting.talk, wanted))
            continue
        except KeyboardInterrupt:
            sitting.talk.say("", "broken off: no odds")
            return
        except BudgetExceeded:
            sitting.talk.say("its odds take too long to reckon")
            return
        sitting.talk.say(*odds_lines(odds_view(sitting.battle, checked, found)))
        return


def give(sitting: PlainSession, checked: Order[Any], given: Sequence[str], typed: bool) -> Record:
    """Give a checked order. When it is left at a question, the dice shown by then are noted. Raises as ``order``."""
    giving = sitting.session.ordering(checked, given, typed)
    return ask_until_given(sitting.talk, giving, lambda asking: sitting.session.left(checked, asking.needed))


def ask_until_given(talk: Console, give: Giving, leave: Callable[[Asking], object] = lambda asking: None) -> Record:
    """What is given once it has dice and choices that it asks for; where it is left ``leave`` is told. Raises as ``order``."""
    asking = Asking.begin(give, every=True)
    try:
        while asking.record is None:
            asking = _answered(talk, asking)
            if asking.problem:
                talk.say(asking.problem)
    except (Ended, Left, KeyboardInterrupt):
        leave(asking)
        raise
    return asking.record


def _answered(talk: Console, asking: Asking) -> Asking:
    """The answer to one question taken in; ``<`` takes the one before back. Raises Ended, Left."""
    needed = asking.needed
    if isinstance(needed, ChoiceNeeded):
        return asking.answered(ask_choice(talk, needed))
    if needed is None:
        return asking
    talk.say(*[f"{needed.brings}."] * bool(needed.brings))
    answer = talk.ask(f"{needed.die}, 1 to {needed.sides} [roll it]?")
    return asking.taken_back() if answer == BACK else asking.answered(answer)


def ask_choice(talk: Console, needed: ChoiceNeeded) -> str:
    """The option that a player chooses. Raises Ended, Left."""
    who = f"{needed.side} chooses, " if needed.side else ""
    return talk.choose(f"{who}{needed.label}: {inline(needed.options)}?", needed.options)
