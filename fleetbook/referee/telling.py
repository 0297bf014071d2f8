"""Puts a line of the journal into a few words, the consequence first. The app, the shell, reports and phones use these words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Finished
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import DONE, GOOD, GRAVE, HIT, HURT, KINDS, LOST, MISSED, NOTHING, SEEN, Result
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.referee.damage_words import Change, changes_by

QUIET = NOTHING, DONE, SEEN


class Piece(NamedTuple):
    """A part of an order's outcome. It is about a ship: ``name`` is her name and ``words`` are her changes, the worst first. Or
    it is a text alone, which ``name`` holds.

    ship     the ship that ``name`` stands for; empty for a text alone
    weights  the seriousness of each of the ``words``, or of the text if there are none, as a position in KINDS
    """

    name: str
    words: tuple[str, ...] = ()
    ship: str = ""
    weights: tuple[int, ...] = ()

    @property
    def gravity(self) -> int:
        """The seriousness of the worst part, as a position in KINDS."""
        return max(self.weights, default=0)

    def __str__(self) -> str:
        return f"{self.name} {', '.join(self.words)}" if self.words else self.name


class Telling(NamedTuple):
    """A line of the journal in a few words.

    pieces   the outcome of the order; empty for a move
    quiet    the order or the cause of the outcome, in words
    step     the step that the line began, such as ``1.3 Kriegsmarine observes, fires``; empty for other lines
    is_news  whether the line tells more than a move, a sighting, a miss or a new step
    is_line  whether the line is shown; false for the end of a squadron's actions and for a step without events
    weight   the seriousness of the worst result or damage, as a position in KINDS
    """

    pieces: tuple[Piece, ...] = ()
    quiet: str = ""
    step: str = ""
    is_news: bool = False
    is_line: bool = True
    weight: int = 0

    @property
    def loud(self) -> str:
        """The outcome of the order, in words."""
        return "  ".join(map(str, self.pieces))

    @property
    def gravity(self) -> int:
        """The seriousness of the worst part of the outcome, as a position in KINDS. Damage may be worse than the result."""
        return max([self.weight, *(piece.gravity for piece in self.pieces)])

    @property
    def sentence(self) -> str:
        """The line as a sentence without its full stop. A line that began a step is the step's name."""
        return ": ".join(filter(None, ("; ".join(map(str, self.pieces)), self.quiet))) or self.step


def tell(journal: Journal[Any], record: Record) -> Telling:
    """A line of a journal in a few words. If the journal is a side's view, the words hold only what the side may read."""
    if not record.is_order or not record.procedure:
        return Telling(quiet=capital(record.headline))
    kind, results = journal.ruleset.order(record.procedure), journal.results(record)
    if kind.is_note and not record.given and _was_finished(journal, record):
        return Telling(quiet=capital(results[0].words.removesuffix(".") if results else record.headline), is_line=False)
    before, after = journal.battle_before(record.number), journal.battle_after(record.number)
    changes = changes_by(record.events, before, after)
    weight = max([result.weight for result in results] + [KINDS.index(LOST) for change in changes if change.end], default=0)
    if weight < KINDS.index(HIT):
        weight = max([weight, *(KINDS.index(_kind(change)) for change in changes)])
    told = sorted(_told(changes, results), key=lambda part: -part[0].gravity)
    is_news = any(change.harm for change in changes) or any(map(_is_news, results)) or (kind.is_note and bool(record.given))
    told += _worked_out(changes, results) if not kind.declared else ()
    if kind is NextStep:
        ends = [change.end for change in changes if change.end]
        return _step(record, (before, after), told, is_news, ends)._replace(weight=weight)
    pieces, quiet = tuple(piece for piece, _ in told), _how(told) or capital(record.headline)
    if not pieces and results:
        pieces, quiet = _first(results[0], quiet, kind.is_note or not kind.declared or bool(record.faces))
    nothing = kind.is_pass or (kind.by_itself and not record.faces)
    return Telling(pieces, quiet, "", is_news, bool(told) or not nothing, weight)


def _kind(change: Change) -> str:
    """The kind of result for a change of a ship's card, if the order itself gives no result."""
    return GRAVE if change.is_grave else HURT if change.harm else GOOD


def _step(
    record: Record, battles: tuple[Battle[Any], Battle[Any]], told: Sequence[Told], is_news: bool, ends: Sequence[str]
) -> Telling:
    """The words for a line that began a step: the outcome of the step before, and the new step's name.

    ``ends`` has the ways in which ships were lost.
    """
    before, after = ((battle, battle.ruleset.sequence.now(battle)) for battle in battles)
    sequence = after[0].ruleset.sequence
    step = sequence.called_turn(after[0]) or f"{after[0].turn}.{after[1].number} {sequence.title(after[1], after[0])}"
    left = sequence.called_turn(before[0]) or f"step {before[1].number}"
    ended = "; ".join(dict.fromkeys([*_parts(record)] or map(capital, ends))) or f"end of {left}"
    telling = Telling(tuple(piece for piece, _ in told), _how(told) or ended, step, is_news, bool(told))
    return telling if is_news else telling._replace(pieces=(), quiet=capital(telling.loud))


def _was_finished(journal: Journal[Any], note: Record) -> bool:
    """Whether the order whose dice an automatic note names was completed in the next line."""
    if note.number + 1 >= journal.next_number:
        return False
    following = journal.record(note.number + 1)
    return following.is_order and bool(following.faces) and following.on == note.number


def _is_news(result: Result) -> bool:
    return result.weight >= KINDS.index(GOOD) or (result.kind in (MISSED, SEEN) and bool(result.brief or result.state))


Told: TypeAlias = tuple[Piece, tuple[str, str]]
"""A part of an outcome, with the name of its ship and its cause."""


def _how(told: Sequence[Told]) -> str:
    """The causes of an outcome in words. If there are several, each stands after the name of its ship. Empty if none is known."""
    hows = dict.fromkeys(said for _, said in told if said[1])
    return "; ".join(f"{ship} {how}" if ship and len(told) > 1 else how for ship, how in hows)


def _told(changes: Sequence[Change], results: Sequence[Result]) -> Iterator[Told]:
    """The parts of an outcome: serious results, damage, other results, then what became better.

    Results are told in the words that their order gives. A serious result about a ship replaces her damage, and any result about
    her replaces what became better.
    """
    worst = sorted((result for result in results if result.brief or result.state), key=lambda result: result.kind == DONE)
    briefs = {_piece(result): result for result in worst}
    grave = [result for result in briefs.values() if result.weight >= KINDS.index(HURT)]
    yield from ((_piece(result), (result.subject, result.how)) for result in grave)
    for change in changes:
        if change.harm and change.ship not in {result.subject for result in grave}:
            yield damage_piece(change), ("", "")
    yield from ((_piece(one), (one.subject, one.how)) for one in briefs.values() if one not in grave)
    for change in changes:
        if change.relief and not change.harm and change.ship not in {result.subject for result in briefs.values()}:
            yield Piece(change.ship, change.relief, change.ship), ("", "")


def damage_piece(change: Change) -> Piece:
    """A ship's new damage as a part of an outcome."""
    gravest = KINDS.index(LOST if change.end else GRAVE)
    weights = tuple(gravest if word.grave else KINDS.index(HURT) for word in change.harm)
    return Piece(change.ship.upper(), tuple(word.text for word in change.harm), change.ship, weights)


def _piece(result: Result) -> Piece:
    """A part of an outcome in the words that an order gives for its result. The name of a ship that was hit is in capitals."""
    if not result.state:
        return Piece(result.brief, weights=(result.weight,))
    hit = result.weight >= KINDS.index(HIT)
    return Piece(result.subject.upper() if hit else result.subject, (result.state,), result.subject, (result.weight,))


def _worked_out(changes: Sequence[Change], results: Sequence[Result]) -> Iterator[Told]:
    """The results of an order without inputs, such as the end of a step. Results about ships with changes are left out."""
    ships = {change.ship for change in changes}
    for result in results:
        if not (result.brief or result.state) and result.kind not in QUIET and result.subject not in ships:
            yield Piece(result.words.rstrip("."), weights=(result.weight,)), (result.subject, "")


def _first(result: Result, order: str, thrown: bool) -> tuple[tuple[Piece, ...], str]:
    """The outcome of an order that damaged no ship, from its first result, and words for the order.

    ``thrown`` is whether the order threw dice. If it did and its result is only that nothing happened, the words are the result.
    """
    if result.kind in (NOTHING, DONE):
        return (), capital(result.words.rstrip(".")) if thrown else order
    head = result.head if result.kind == MISSED else result.head.upper()
    return (Piece(head, weights=(result.weight,)),), order


def _parts(record: Record) -> Iterator[str]:
    """The headlines of the orders that a step carried out automatically."""
    depth = 0
    for event in record.events:
        if isinstance(event, Began):
            if not depth and event.headline:
                yield capital(event.headline)
            depth += 1
        elif isinstance(event, Finished):
            depth -= 1
