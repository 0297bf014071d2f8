"""The course of a battle: its turning points, found from what happened, and what the referee wrote down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from fleetbook.core.battle.result import without_turn
from fleetbook.core.orders.standard_orders import Annotate, StrikeByHand
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.damage.turns import beginning, stood, turn_ends, when_of
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.luck import LuckView, fortunes
from fleetbook.reports.shape import Shape


class Moment(Shape, frozen=True):
    """A turning point. ``kind``: first hit, heaviest blow, lost, gone, crippled or note (the referee's); ``line`` where it was,
    null where it came about by the end of a turn.
    """

    turn: int
    line: int | None
    kind: str
    text: str


LEAST_BLOW = 2  # boxes: what is not called the heaviest blow
MOST_MOMENTS = 14
WEIGHT = ("lost", "heaviest blow", "first hit", "crippled", "note", "gone")


def course(
    journal: Journal[Any], fired: Iterable[Shot], marks: tuple[MarkView, ...], fates: tuple[FateView, ...]
) -> tuple[Moment, ...]:
    """The turning points in the order in which they came; what holds by the end of a turn comes last in it."""
    found = (*_first_hit(fired, marks), *_heaviest(journal, marks), *_losses(fates), *_standing(journal), *_notes(journal))
    return tuple(sorted(found, key=lambda moment: (moment.turn, moment.line is None, moment.line or 0)))


def shortened(moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """As many of them as a page holds: those that weigh most."""
    kept = sorted(moments, key=lambda moment: WEIGHT.index(moment.kind))[:MOST_MOMENTS]
    return tuple(moment for moment in moments if moment in kept)


def _first_hit(fired: Iterable[Shot], marks: tuple[MarkView, ...]) -> Iterator[Moment]:
    """The first shot that hit, or what was struck before by one ship off another otherwise, as by ramming."""
    hit = next((shot for shot in fired if shot.hits), None)
    mark = next((mark for mark in marks if mark.boxes > 0 and mark.by), None)
    if hit is not None and (mark is None or hit.line <= mark.line):
        yield _first(hit.turn, hit.line, hit.firer, hit.target, hit.weapon)
    elif mark is not None:
        yield _first(mark.turn, mark.line, mark.by, mark.ship, mark.how)


def _first(turn: int, line: int, by: str, ship: str, how: str) -> Moment:
    return Moment(turn=turn, line=line, kind="first hit", text=f"First hit: {by} on {ship}{f' ({how})' if how else ''}")


def _heaviest(journal: Journal[Any], marks: tuple[MarkView, ...]) -> Iterator[Moment]:
    """The most boxes that a ship lost of her first row in a turn; what the referee struck by hand is no blow."""
    first = {card.name: card.first.id for card in journal.start.cards() if card.first}
    blows: dict[tuple[str, int], list[MarkView]] = {}
    for mark in marks:
        if mark.track == first.get(mark.ship) and journal.record(mark.line).procedure != StrikeByHand.id:
            blows.setdefault((mark.ship, mark.turn), []).append(mark)
    if not blows:
        return
    blow = max(blows.values(), key=lambda struck: sum(mark.boxes for mark in struck))
    if sum(mark.boxes for mark in blow) < LEAST_BLOW:
        return
    last = blow[-1]
    before = last.left + sum(mark.boxes for mark in blow)
    by = ", ".join(dict.fromkeys(mark.by for mark in blow if mark.by))
    words = f"Heaviest blow: {last.ship}, {last.label} {before} to {last.left} of {last.full}{f', by {by}' if by else ''}"
    yield Moment(turn=last.turn, line=last.line, kind="heaviest blow", text=words)


def _losses(fates: tuple[FateView, ...]) -> Iterator[Moment]:
    for fate in fates:
        if fate.fate and fate.turn is not None:
            words = f"{fate.ship} ({fate.side}) {without_turn(fate.fate)}{cause_words(fate)}"
            yield Moment(turn=fate.turn, line=fate.line, kind="lost" if fate.lost else "gone", text=words)


def cause_words(fate: FateView) -> str:
    """By whose doing a ship was lost, after a comma; empty where she only left."""
    if not fate.lost:
        return ""
    how = f" ({fate.how})" if fate.how and fate.how not in fate.fate else ""
    if fate.by:
        return how if fate.by in fate.fate else f", by {fate.by}{how}"
    return f", by no enemy{how}"


def _standing(journal: Journal[Any]) -> Iterator[Moment]:
    """Ships that fight on no longer as before, in the turn at whose end they are so for the first time."""
    ends = ((end.turn, stood(journal, end)) for end in (beginning(journal), *turn_ends(journal)))
    for (_, before), (turn, after) in pairwise(ends):
        for was, now in zip(before, after, strict=True):
            if now.standing and not now.gone and now.standing != was.standing:
                yield Moment(turn=turn, line=None, kind="crippled", text=f"{now.ship} ({now.side}) is {now.standing}")


def _notes(journal: Journal[Any]) -> Iterator[Moment]:
    """Each that was entered, once, however often; not that an order was left, which the journal tells."""
    said = set[str]()
    for record in records_in_force(journal):
        words = str(record.inputs.get("words", ""))
        if record.procedure == Annotate.id and record.given and words not in said:
            said.add(words)
            yield Moment(turn=record.turn, line=record.number, kind="note", text=words)


def course_section(journal: Journal[Any], moments: Iterable[Moment], luck: LuckView | None = None) -> Iterator[Block]:
    """A line for each turning point; a note of the referee's as he wrote it."""
    yield Heading(2, "Course of the battle", "course")
    items = tuple(
        Item(_words(moment), f"Turn {when_of(journal, moment.turn, moment.line).words}", line=moment.line or 0)
        for moment in moments
    )
    yield Listing(items) if items else Paragraph("Nobody was hit, nobody left.")
    told = fortunes(luck) if luck else ""
    if told:
        yield Paragraph(f"{told}.")


def _words(moment: Moment) -> str:
    return f"“{moment.text}”" if moment.kind == "note" else f"{moment.text}."
