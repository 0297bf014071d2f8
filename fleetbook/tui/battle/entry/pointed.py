"""The ships in hand as an order begins: those of the last look, or the one under the cursor, and why another is filled in."""

from __future__ import annotations

from typing import Any

from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.order import Order
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


def at_hand(session: Session, draft: Draft[Any]) -> Draft[Any]:
    """The draft with the two ships of the last order, where that was of another kind in this step, such as a look, the first of
    them has this one still to do, and both may be named.
    """
    last, battle, order = session.last_but_notes, session.battle, draft.kind
    if last is None or last.procedure == order.id or (last.turn, last.phase) != (battle.turn, battle.phase):
        return draft
    named, wanted = _ship_fields(battle.ruleset.order(last.procedure)), _ship_fields(order)
    pair = [str(last.inputs.get(name)) for name in named]
    if len(pair) != 2 or len(wanted) != 2 or not _is_due(session, order, pair[0]):
        return draft
    with_pair = draft
    for name, ship in zip(wanted, pair, strict=True):
        if ship not in with_pair.entries[name].words or with_pair.entries[name].against(ship):
            return draft
        if with_pair.values[name] != ship:
            with_pair = with_pair.with_input(name, ship)
    return with_pair


def _ship_fields(order: type[Order[Any]]) -> list[str]:
    return [name for name, field in order.declared.items() if field.kind == "ship"]


def _is_due(session: Session, order: type[Order[Any]], ship: str) -> bool:
    ticks = session.ticks(ship) if session.battle.is_ship(ship) else ()
    return any(tick.due for tick in ticks if tick.sign == order.key)


def passed_over(session: Session, draft: Draft[Any], ship: str) -> str:
    """What is against the ship under the cursor acting, or that she has done so this turn, and who is filled in instead; empty
    where nothing is.
    """
    entry = next((entry for entry in draft.wanted if entry.field.kind == "ship"), None)
    if entry is None or ship not in entry.words:
        return ""
    done = [tick for tick in session.ticks(ship) if tick.done and tick.sign == draft.kind.key]
    if done and done[0].again and not any(_is_due(session, draft.kind, word) for word in entry.words):
        return f"all {done[0].words.replace('has ', 'have ', 1)} this turn; {done[0].again}"
    told = (f"{ship} {tick.words} this turn" for tick in done)
    why = str(entry.against(ship) or "") or next(told, "") or _against_with(draft, entry, ship)
    return f"{why}; {entry.value} is next" if why and entry.value not in (None, ship) else why


def _against_with(draft: Draft[Any], entry: Entry, ship: str) -> str:
    """What the rules say where another ship is filled in, as soon as this one is, such as that nothing of hers reaches so far."""
    problems = draft.with_input(entry.field.name, ship).entries.values() if entry.value not in (None, ship) else ()
    return next((str(one.problem) for one in problems if isinstance(one.problem, Refused)), "")
