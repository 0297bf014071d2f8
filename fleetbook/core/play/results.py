"""The results of an order. The rules may word results themselves; all other events are described in the usual words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Changed, Event, Marked, Noted, Rolled, TookForce, changes
from fleetbook.core.battle.facts import TURN
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import (
    DONE,
    GRAVE,
    HURT,
    KINDS,
    LOST,
    MISSED,
    MOST_HEAD,
    Result,
    gone_words,
    sentence,
    worst_first,
)
from fleetbook.core.battle.verdict import Verdict, last_turn, newly_decided, turns_over, verdict, verdict_words
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.faults import RulesFault, rules_at_work
from fleetbook.core.orders.happened import Happened, Phrase, on_scores
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.tree import Done
from fleetbook.core.parsing import counted

S = TypeVar("S", bound=Ship)

IN_VAIN = ("no", "-", "no effect", "miss")
"""Results of throws that count as a failure."""
MOST_SAID = 3
"""The most phrases in one result. Further phrases become rows below it."""


@dataclass(frozen=True)
class Told(Generic[S]):
    """The results of an order.

    stated   the results that the rules give
    beside   the events that these results do not cover. They are described in the usual words
    turn     the scenario's news about a turn that begins
    decided  a result that says that the order decided the battle; empty if it did not
    fault    the error in the rules because of which ``stated`` is empty; None if they made no error
    """

    stated: tuple[Result, ...]
    beside: Happened[S]
    headline: str
    turn: tuple[Result, ...] = ()
    decided: tuple[Result, ...] = ()
    fault: RulesFault | None = None

    @cached_property
    def all(self) -> tuple[Result, ...]:
        """All results, the most serious first. There is always at least one."""
        told = worst_first((*self.turn, *self.stated, *_derived(self.beside, "" if self.stated else self.headline)))
        if self.fault:
            told = (*told, _untold(self.fault))
        if told:
            return (told[0], *self.decided, *told[1:])
        words, side = sentence(self.headline), self.beside.acting
        return self.decided or (Result(kind=DONE, head="done", words=words, side=side, as_ordered=True),)


def told_by_rules(record: Record, before: Battle[S], tree: Callable[[], Done[S]]) -> Told[S]:
    """The results of a recorded order. If the rules can no longer read the order, its events are described in the usual words. If
    the code of the rules fails, a result says so.
    """
    try:
        with rules_at_work(before.ruleset):
            done = tree()
            stated, beside = stated_by_rules(done)
    except FleetbookError as error:
        after = before.with_changes(changes(record.events))
        fault = error if isinstance(error, RulesFault) else None
        begun = tuple(told_of_turn(before, after, last_turn(before.setup)))
        return Told((), Happened(before, after, record.events), record.headline, begun, fault=fault)
    after = done.after
    stands = verdict(after) if turns_over(after) and not turns_over(before) else None
    turn, decided = told_of_turn(before, after, last_turn(before.setup), stands), _decided(before, after)
    return Told(stated, Happened(before, after, beside), record.headline, tuple(turn), tuple(decided))


def stated_by_rules(done: Done[S]) -> tuple[tuple[Result, ...], tuple[Event, ...]]:
    """The results that the rules give for an order, and the events that these results do not cover."""
    found = _Stated.of(done)
    return tuple(found.results), tuple(found.beside)


def told_of_turn(before: Battle[S], after: Battle[S], last: int, stands: Verdict | None = None) -> Iterator[Result]:
    """The scenario's news about a turn that begins: its events, and whether it is the last turn or the limit is reached.

    All sides may read the news. It is not stored in the record, so an undo of the order that began the turn removes it too.
    ``last`` is the number of the last turn, or 0 without a limit. If the limit is reached, ``stands`` says who has won.
    """
    then, now = before.turn, after.turn
    if then == now:
        return
    for event in after.setup.events:
        if then < event.turn <= now:
            yield Result(kind=GRAVE, head=f"turn {event.turn}", words=sentence(event.text.strip()))
    if then < last <= now:
        yield Result(kind=GRAVE, head="last turn", words=f"THE LAST TURN: this is turn {last} of {last}.")
    if then <= last < now:
        limit = f"THE LIMIT OF {counted(last, 'turn').upper()} IS REACHED"
        yield Result(kind=GRAVE, head="time is up", words=f"{limit}{f': {verdict_words(stands)}' if stands else ''}.")


def _untold(fault: RulesFault) -> Result:
    """A result that says where the rules failed. It does not repeat the message of the error, because not every reader may see
    that message.
    """
    kind = type(fault.__cause__).__name__ if fault.__cause__ else ""
    words = f"The result cannot be described: a fault in the rules {', '.join(filter(None, (fault.rules, fault.place, kind)))}."
    return Result(kind=DONE, head="results fail", words=words, brief=words.rstrip("."))


def _decided(before: Battle[S], after: Battle[S]) -> Iterator[Result]:
    """A result that says that the order decided the battle; nothing if it did not. If the turn limit decides, ``told_of_turn``
    says so instead.
    """
    if (words := newly_decided(before, after)) and turns_over(before) == turns_over(after):
        yield Result(kind=GRAVE, head="decided", words=words)


@dataclass
class _Stated(Generic[S]):
    """The results that the rules give for a part and for the parts inside it, and the events that these results do not cover."""

    results: list[Result]
    beside: list[Event]

    @classmethod
    def of(cls, done: Done[S], giver: str = "") -> _Stated[S]:
        """The results of a part. The results of the parts inside it are found first, because its own results may replace them.

        ``giver`` is the side that gave the order around the part; empty if no side did.
        """
        inside, part, before = cls([], []), done.part, done.before
        giver = _giver(part, before) or giver
        for step in done.steps:
            if isinstance(step, Done):
                found = cls.of(step, giver)
                inside.results += found.results
                inside.beside += found.beside
            else:
                inside.beside.append(step)
        happened = Happened(before, done.after, done.events, tuple(inside.results))
        stated = [_signed(result, part, before, giver) for result in _results(part, happened)]
        if stated and part.sums_up:
            return cls(stated, [])
        tells = [fact.name for fact in part.tells(before)]
        beside = [event for event in inside.beside if not (isinstance(event, Changed) and event.name in tells)]
        return cls([*stated, *inside.results], beside)


def _giver(part: Part[S], before: Battle[S]) -> str:
    """The side that gives a part. It is the side of the ship that acts in the part, or else the acting side, or else the side
    that owns the order. Empty if there is none.
    """
    by = part.doing.names[0] if part.doing else ""
    side = before.ship(by).side if by and before.is_ship(by) else before.acting
    return side or (next(iter(part.owners(before)), "") if isinstance(part, Order) else "")


def _signed(result: Result, part: Part[S], before: Battle[S], giver: str) -> Result:
    """A result of a part, completed with the side that caused it and the only side that may read it."""
    side = result.side or giver or (before.ship(result.subject).side if result.subject else "")
    return msgspec.structs.replace(result, side=side, only_for=result.only_for or part.only_for(before))


def _results(order: Part[S], happened: Happened[S]) -> Iterator[Result]:
    """The results that the rules give for a part. Raises RulesFault for a result of an unknown kind, without words, or with a
    heading that is too long or empty.
    """
    for result in order.results(happened):
        if result.kind not in KINDS:
            raise RulesFault.by(happened.before.ruleset, order.results, InvalidInput.word("kind of a result", result.kind, KINDS))
        if not 0 < len(result.head) <= MOST_HEAD or not result.words.strip():
            found = result.head if result.words.strip() else "no words"
            error = InvalidInput("a result", found, f"a head of 1 to {MOST_HEAD} letters, and words")
            raise RulesFault.by(happened.before.ruleset, order.results, error)
        yield result


def _derived(happened: Happened[S], headline: str) -> Iterator[Result]:
    """Results for the events that no result of the rules covers: lost and damaged ships, throws and notes.

    ``headline`` is empty if the rules give a result for the order. With a headline, a throw without effect makes the order a
    failure, and notes are added to the results about ships.
    """
    struck = happened.struck
    befallen = worst_first(_befallen(happened, ship) for ship in struck)
    told = [*(befallen if any(result.kind != DONE for result in befallen) else _thrown(happened, headline, befallen))]
    said = list(dict.fromkeys(filter(None, _said(happened.events, struck))))
    rows = tuple(map(sentence, said[MOST_SAID:]))
    if told and (headline or not befallen):
        first, *others = told
        means = " ".join(filter(None, (first.means, _shortened(said))))
        yield msgspec.structs.replace(first, means=means, rows=(*first.rows, *rows))
        yield from others
        return
    yield from told
    if said:
        yield Result(kind=DONE, head="done", words=_shortened(said), rows=rows, side=happened.acting)


def _thrown(happened: Happened[S], headline: str, befallen: Sequence[Result]) -> Iterator[Result]:
    """The results of an order that damaged no ship. They describe the dice that it threw, or other changes of ships."""
    rolls = happened.rolls
    last = rolls[-1] if rolls else None
    if headline and last and last.result in IN_VAIN:
        means = " ".join(filter(None, (_score(rolls), *(result.words for result in befallen))))
        yield Result(kind=MISSED, head="in vain", words=sentence(f"{headline}: IN VAIN"), means=means, side=happened.acting)
    elif befallen:
        yield from befallen
    elif last:
        first, *more = dict.fromkeys(f"{roll.label}: {roll.result}" for roll in rolls)
        head = last.result if not more and len(last.result) <= MOST_HEAD else "done"
        words = sentence("; ".join((first, *more[: MOST_SAID - 1])))
        yield Result(kind=DONE, head=head, words=words, rows=tuple(map(sentence, more[MOST_SAID - 1 :])), side=happened.acting)


def _score(rolls: Sequence[Rolled]) -> str:
    """All throws in words, if they all needed the same score; otherwise empty."""
    alike = len({(roll.label, roll.row, roll.adjustments) for roll in rolls}) == 1
    return sentence(on_scores(rolls)) if alike and rolls[0].row.endswith("+") else ""


def _befallen(happened: Happened[S], ship: str) -> Result:
    """The result about one ship, made from her card and her changes."""
    card = happened.after.to_come.card(ship)
    told = (event for event in happened.events if isinstance(event, (Changed, TookForce)))
    after = happened.after.ship(ship)
    names = [fact.name for fact in after.declared.values() if card.fate and fact.is_stored and fact.value(after) == card.fate]
    fates = [event for event in told if event.name in names]
    harm = happened.phrases(ship, *fates)
    words = _of_her(harm, f"{ship}: ") or sentence(f"{ship}: nothing new")
    if happened.gone(ship):
        words = gone_words(card)
        still = f"{ship} may act until the end of this step." if happened.after.holding else ""
        means = " ".join(filter(None, (_of_her(harm), still, sentence(happened.left(card.side)))))
        kind, head = LOST if card.lost else GRAVE, card.lost or "gone"
    elif any(isinstance(event, Marked) and event.ship == ship and event.after < event.before for event in happened.events):
        kind, head, means = HURT, "damage", ""
    else:
        kind, head, means = DONE, "done", ""
    return Result(kind=kind, head=head, words=words, means=means, subject=ship, side=happened.acting)


def _of_her(harm: Sequence[Phrase], name: str = "") -> str:
    """Sentences about one ship. All phrases without her name are joined into one sentence, which begins with ``name``. A phrase
    with her name is a sentence by itself.

    Empty if there are no phrases.
    """
    hers = ", ".join(phrase.text for phrase in harm if not phrase.names_her)
    named = [phrase.text for phrase in harm if phrase.names_her]
    return " ".join(map(sentence, filter(None, (f"{name}{hers}" if hers else "", *named))))


def _said(events: Sequence[Event], struck: list[str]) -> Iterator[str]:
    for event in events:
        if isinstance(event, Noted) or (
            isinstance(event, (Changed, TookForce)) and event.subject not in struck and event.name != TURN.name
        ):
            yield event.text


def _shortened(said: Sequence[str]) -> str:
    """A sentence of the first few phrases, with the number of phrases that are left out."""
    more = [f"and {len(said) - MOST_SAID} more"] if len(said) > MOST_SAID else []
    return sentence("; ".join([*said[:MOST_SAID], *more]))
