"""Find the side whose phone is asked for a die or a choice of an order, and the question."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from fleetbook.core.battle.events import Began, Chosen, Noted, Rolled
from fleetbook.core.battle.record import Proposer
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.referee.proposals.post import ChoiceAsked, DieAsked
from fleetbook.referee.proposals.roles import Role, squadron_of
from fleetbook.referee.session import Session


def die_asked(
    session: Session,
    needed: DieNeeded,
    inputs: Iterable[Any],
    proposer: Proposer | None = None,
    *,
    words: str = "",
    asks_sufferer: bool = False,
    again: int = 0,
) -> DieAsked | None:
    """The question for a die of an order, to the phone of the side that throws it. None if the die is not thrown on a phone.

    inputs         the inputs of the order, first the unit that carries it out
    words          the order in the words of the player who sent it; empty if no player did
    asks_sufferer  whether the side of a ship that is hit throws for the place of the hit and its damage
    again          how often this question was asked before without a usable answer. It makes the question's id new, so that an
                   answer to an earlier question is not taken for an answer to this one
    """
    battle = session.battle
    hit = needed.sufferer if asks_sufferer else ""
    texts = (value for value in inputs if isinstance(value, str))
    own = next((text for text in texts if battle.ruleset.side_of(battle, text)), "")
    named = "" if own else next((name for name in needed.names if battle.ruleset.side_of(battle, name)), "")
    unit = hit or own or named
    side = ("" if hit or not proposer else proposer.side) or battle.ruleset.side_of(battle, unit) or battle.acting
    squadron = squadron_of(battle, unit)
    if not side or not session.empty_chairs.isdisjoint({Role(side), Role(side, squadron)}):
        return None
    if not battle.ruleset.unseen(battle, side):
        purpose = needed.brings
    else:
        head = hit or named or words
        betrays = bool(named) and any(battle.ruleset.side_of(battle, name) not in ("", side) for name in needed.names)
        purpose = head if betrays or head in ("", needed.label) else f"{head}: {needed.label}"
    name = f"{len(session.journal.records)}.{needed.number}.{again}"
    return DieAsked(name, side, needed.sides, purpose, needed.place, squadron)


def choice_asked(session: Session, needed: ChoiceNeeded, number: int, again: int = 0) -> ChoiceAsked | None:
    """The question for a choice in an order, to the phone of the side that makes it. None if the choice is not made on a phone.

    A choice whose options may name units that the side does not see is left to the referee. ``number`` is the number of the
    question in the order; ``again`` is as in ``die_asked``.
    """
    battle = session.battle
    if needed.side not in battle.sides or Role(needed.side) in session.empty_chairs:
        return None
    if battle.ruleset.unseen(battle, needed.side) and not {*needed.options} <= {*battle.sides}:
        return None
    before = _thrown_for(needed) if {*needed.options} <= {*battle.sides} else ""
    words = ": ".join(filter(None, (before, needed.label)))
    return ChoiceAsked(f"{len(session.journal.records)}.c{number}.{again}", needed.side, words, needed.options)


def _thrown_for(needed: ChoiceNeeded) -> str:
    """The throws and remarks just before a choice, such as "Japan 9, China 4. Japan wins the initiative". The throws are left out
    if only one side may read one of them.
    """
    just_before = [*takewhile(lambda event: not isinstance(event, (Began, Chosen)), reversed(needed.events))][::-1]
    thrown = [event for event in just_before if isinstance(event, Rolled)]
    totals = [f"{event.label} {event.total}" for event in thrown if not any(each.side for each in thrown)]
    return ". ".join(filter(None, (", ".join(totals), *(event.text for event in just_before if isinstance(event, Noted)))))
