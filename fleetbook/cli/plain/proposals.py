"""Commands of the dialogue that save questions: repeat the last order for other ships, and enter ranges beforehand."""

from __future__ import annotations

from typing import Any

from fleetbook.cli.plain.console import Left
from fleetbook.cli.plain.form import fill_missing
from fleetbook.cli.plain.orders import confirm, give, order
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.orders.draft import Draft
from fleetbook.core.parsing import pick
from fleetbook.referee.proposals.measured import measured, unmeasured
from fleetbook.referee.proposals.next_order import is_only_incomplete, is_the_same, repeated, repeats
from fleetbook.referee.proposals.ranges import asks_for_ranges

ALL = "all"


def again(dialogue: PlainSession, words: str) -> None:
    """Repeat the last order for the next ship, or for all other ships if ``words`` is ``all``. Ask only for missing inputs."""
    session = dialogue.session
    last = session.last_but_notes
    if last is None:
        raise Refused("no order was given yet")
    kind = dialogue.battle.ruleset.order(last.procedure)
    require(not (why := session.refusal(kind)), why)
    if words.casefold() == ALL:
        lines = len(session.journal.records)
        for _, draft in repeats(session, last):
            try:
                dialogue.show(_give(dialogue, draft, unmeasured(session, draft)))
            except Left:
                dialogue.console.say("Left. The orders given so far stand.")
                return
        require(len(session.journal.records) > lines, "no other ship can do the same now")
        return
    draft = repeated(session, last)
    if draft.problem is not None and not is_only_incomplete(draft):
        dialogue.show(order(dialogue, kind, {}))
    else:
        dialogue.show(_give(dialogue, draft, "" if is_the_same(draft, last) else next(iter(kind.declared))))


def _give(dialogue: PlainSession, draft: Draft[Any], doubtful: str) -> Record:
    """Give an order at once. If an input is missing, ``doubtful`` names one, or the measured range is in doubt, first ask for the
    missing inputs and for confirmation.
    """
    before = measured(dialogue.session, draft)
    if draft.problem is None and not doubtful and not (before and before.doubt):
        return give(dialogue, draft.order(), draft.given, dialogue.session.typed_dice)
    return confirm(dialogue, fill_missing(dialogue, draft))


def measure(dialogue: PlainSession, words: str) -> None:
    """Record the range between two ships, which the orders of this phase then suggest."""
    console, battle = dialogue.console, dialogue.battle
    require(asks_for_ranges(battle), "no order of this step asks for a range")
    names = [ship.name for ship in battle.ships()]
    parts = [part.strip() for part in words.split(",")] if words else []
    questions = ("from which ship?", "to which ship?", f"how many {dialogue.journal.ruleset.unit}?")
    one, other, number = [*parts, *map(console.ask, questions[len(parts) :])][:3]
    pair = pick("ship", one, names), pick("ship", other, names)
    if not number.replace(".", "", 1).isdecimal():
        raise InvalidInput("range", number, "a number")
    dialogue.session.ranges.measure(battle, number, *pair)
    console.say(f"{pair[0]} to {pair[1]}: {number}. The orders of this step propose it.")
