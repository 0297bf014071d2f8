"""An order's form as questions one after another, drawn from the procedure's declared inputs."""

from __future__ import annotations

from typing import Any

from fleetbook.cli.plain.answers import HELP, explain, question, raw_answer, shown
from fleetbook.cli.plain.console import Console, numbered
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Draft, Entry

BACK, REST = "<", ">"


def fill(sitting: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """Ask for every input that the order wants, in its order. Raises Ended, Left."""
    place = 0
    while place < len(draft.wanted):
        name = draft.wanted[place].field.name
        answered = ask_input(sitting.talk, draft, name)
        if answered == BACK:
            place = max(place - 1, 0)
        elif answered == REST:
            return fill_missing(sitting, draft)
        elif isinstance(answered, Draft):
            draft, place = sitting.session.ranges.proposed(answered), place + 1
    return fill_missing(sitting, draft)


def fill_missing(sitting: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """Ask for what must still be said. Raises Ended, Left."""
    while (entry := _missing(draft)) is not None:
        answered = ask_input(sitting.talk, draft, entry.field.name)
        draft = sitting.session.ranges.proposed(answered) if isinstance(answered, Draft) else draft
    return draft


def _missing(draft: Draft[Any]) -> Entry | None:
    return next((entry for entry in draft.entries.values() if entry.problem), None)


def change(sitting: PlainSession, draft: Draft[Any]) -> Draft[Any]:
    """Ask which answer is to be another, then for that, and for what it leaves open. Raises Ended, Left."""
    entries, talk = draft.wanted, sitting.talk
    labels = [entry.label for entry in entries]
    talk.say(*numbered([f"{entry.label}: {shown(draft, entry)}" for entry in entries]))
    chosen = entries[labels.index(talk.choose("which?", labels))]
    answered = ask_input(talk, draft, chosen.field.name)
    return fill_missing(sitting, sitting.session.ranges.proposed(answered)) if isinstance(answered, Draft) else draft


def ask_input(talk: Console, draft: Draft[Any], name: str) -> Draft[Any] | str:
    """Ask for one input until the answer can be read: the draft with it, or BACK or REST. Raises Ended, Left."""
    entry = draft.entries[name]
    if entry.problem and entry.given:
        talk.say(f"Not allowed: {entry.problem}.")
    if entry.problem and entry.options:
        explain(talk, draft, entry)
    while True:
        entry = draft.entries[name]
        answer = talk.ask(question(draft, entry))
        if answer in (BACK, REST):
            return answer
        if answer == HELP:
            explain(talk, draft, entry)
        elif not answer and not entry.problem:
            return draft
        else:
            answered = _answered(talk, draft, entry, answer)
            if answered is not None:
                return answered


def _answered(talk: Console, draft: Draft[Any], entry: Entry, answer: str) -> Draft[Any] | None:
    """The draft with an answer; None where it could not be read, which was said."""
    try:
        after = draft.answered(entry.field.name, raw_answer(draft, entry, answer))
    except InvalidInput as wrong:
        talk.say(str(wrong))
        return None
    problem = after.entries[entry.field.name].problem
    if problem is None:
        return after
    talk.say(str(problem))
    return None
