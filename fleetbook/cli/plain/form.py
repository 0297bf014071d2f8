"""Fill in an order by asking for its inputs, one question after another."""

from __future__ import annotations

from typing import Any

from fleetbook.cli.plain.answers import HELP, explain, question, raw_answer, shown
from fleetbook.cli.plain.console import Console, numbered
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.referee.proposals.measured import with_number

BACK, REST = "<", ">"


def fill(session: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """Ask for every input of the order in turn. Raises Ended or Left."""
    place = 0
    while place < len(draft.wanted):
        name = draft.wanted[place].field.name
        answered = ask_input(session.console, draft, name)
        if answered == BACK:
            place = max(place - 1, 0)
        elif answered == REST:
            return fill_missing(session, draft)
        elif isinstance(answered, Draft):
            draft, place = with_number(session.session, answered), place + 1
    return fill_missing(session, draft)


def fill_missing(session: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """Ask for every input that is still missing or wrong. Raises Ended or Left."""
    while entry := next((entry for entry in draft.entries.values() if entry.problem), None):
        answered = ask_input(session.console, draft, entry.field.name)
        draft = with_number(session.session, answered) if isinstance(answered, Draft) else draft
    return draft


def change(session: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """Ask which input to change, for its new value, and for inputs that the change makes necessary. Raises Ended or Left."""
    entries, console = draft.wanted, session.console
    labels = [entry.label for entry in entries]
    console.say(*numbered([f"{entry.label}: {shown(draft, entry)}" for entry in entries]))
    chosen = entries[labels.index(console.choose("which?", labels))]
    answered = ask_input(console, draft, chosen.field.name)
    return fill_missing(session, with_number(session.session, answered)) if isinstance(answered, Draft) else draft


def ask_input(console: Console, draft: Draft[Any], name: str) -> Draft[Any] | str:
    """Ask for one input until the answer is valid. Returns the draft with the answer, or BACK or REST if that is the answer.

    Raises Ended or Left.
    """
    entry = draft.entries[name]
    if entry.problem and entry.given:
        console.say(f"Not allowed: {entry.problem}.")
    if entry.problem and entry.options:
        explain(console, draft, entry)
    while True:
        entry = draft.entries[name]
        answer = console.ask(question(draft, entry))
        if answer in (BACK, REST):
            return answer
        if answer == HELP:
            explain(console, draft, entry)
        elif not answer and not entry.problem:
            return draft
        else:
            answered = _answered(console, draft, entry, answer)
            if answered is not None:
                return answered


def _answered(console: Console, draft: Draft[Any], entry: Entry, answer: str) -> Draft[Any] | None:
    """The draft with the answer entered. If the answer is not valid, write the reason and return None."""
    try:
        after = draft.answered(entry.field.name, raw_answer(draft, entry, answer))
    except InvalidInput as wrong:
        console.say(str(wrong))
        return None
    problem = after.entries[entry.field.name].problem
    if problem is None:
        return after
    console.say(str(problem))
    return None
