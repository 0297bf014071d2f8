"""The ship under the cursor as an order begins: where she is filled in, and why another is."""

from __future__ import annotations

from typing import Any

from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.referee.session import Session
from fleetbook.tui.battle.entry.form_keys import WORDS


def pointed_at(draft: Draft[Any], ship: str, by_hand: bool) -> Draft[Any]:
    """The draft with the ship under the cursor in the first input that it is a candidate for; one that the referee has not
    pointed at fills in only what the battle does not.
    """
    for entry in draft.entries.values():
        asked = entry.problem if entry.field.kind == "choice" else by_hand or entry.problem
        if entry.field.kind in WORDS and asked and ship in (entry.options or ()):
            return draft.with_input(entry.field.name, ship)
    return draft


def passed_over(session: Session, draft: Draft[Any], ship: str) -> str:
    """What is against the ship under the cursor acting, or that she has done so this turn, and who is filled in instead; empty
    where nothing is.
    """
    entry = next((entry for entry in draft.wanted if entry.field.kind == "ship"), None)
    if entry is None or ship not in entry.words:
        return ""
    done = (f"{ship} {tick.words} this turn" for tick in session.ticks(ship) if tick.done and tick.sign == draft.procedure.key)
    why = str(entry.against(ship) or "") or next(done, "") or _against_with(draft, entry, ship)
    return f"{why}; {entry.value} is next" if why and entry.value not in (None, ship) else why


def _against_with(draft: Draft[Any], entry: Entry, ship: str) -> str:
    """What the rules say where another ship is filled in, as soon as this one is, such as that nothing of hers reaches so far."""
    problems = draft.with_input(entry.field.name, ship).entries.values() if entry.value not in (None, ship) else ()
    return next((str(one.problem) for one in problems if isinstance(one.problem, Refused)), "")
