"""The course of a battle: its turning points, found in its events, and the referee's notes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from fleetbook.core.battle.result import without_turn
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.damage.turns import beginning, turn_ends, when_of
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.shape import Shape

LEAST_BLOW = 2  # boxes: a smaller loss is not called the heaviest blow
MOST_MOMENTS = 14
WEIGHT = ("lost", "heaviest blow", "fire or flood", "first hit", "crippled", "note", "gone")


class Moment(Shape, frozen=True):
    """A turning point.

    kind  first hit, heaviest blow, fire or flood, lost, gone, crippled, or note (the referee's)
    line  its line in the journal; null if it holds since the end of a turn
    """

    turn: int
    line: int | None
    kind: str
    text: str


def course(
    journal: Journal[Any], fired: Iterable[Shot], marks: tuple[MarkView, ...], fates: tuple[FateView, ...]
) -> tuple[Moment, ...]:
    """The turning points in their order. States that hold at the end of a turn come last in it."""
    found = (*_first_hit(fired, marks), *_heaviest(journal, marks), *_losses(fates), *_standing(journal), *_notes(journal))
    return tuple(sorted(found, key=lambda moment: (moment.turn, moment.line is None, moment.line or 0)))


def _first_hit(fired: Iterable[Shot], marks: tuple[MarkView, ...]) -> Iterator[Moment]:
    """The first shot that hit, or an earlier loss of boxes by another ship's doing, such as a ram."""
    hit = next((shot for shot in fired if shot.hits), None)
    mark = next((mark for mark in marks if mark.boxes > 0 and mark.by), None)
    if hit is not None and (mark is None or hit.line <= mark.line):
        turn, line, by, ship, how = hit.turn, hit.line, hit.firer, hit.target, hit.weapon
    elif mark is not None:
        turn, line, by, ship, how = mark.turn, mark.line, mark.by, mark.ship, mark.how
    else:
        return
    yield Moment(turn=turn, line=line, kind="first hit", text=f"First hit: {by} on {ship}{f' ({how})' if how else ''}")


def _heaviest(journal: Journal[Any], marks: Iterable[MarkView]) -> Iterator[Moment]:
    """The most boxes that one firer's order struck off a ship's first row. A fire or flood that cost more is told beside it."""
    first = {card.name: card.first.id for card in journal.start.cards() if card.first}
    blows: dict[Hashable, list[MarkView]] = {}
    for mark in marks:
        if mark.boxes > 0 and mark.track == first.get(mark.ship) and (mark.by or mark.follows):
            blows.setdefault((mark.follows, mark.ship, mark.by, mark.shot_line or mark.line), []).append(mark)
    blow, followed = (
        max((blow for blow in blows.values() if blow[0].follows is follows), key=_boxes, default=[]) for follows in (False, True)
    )
    if _boxes(blow) >= LEAST_BLOW:
        mark = blow[0]
        line, how = mark.shot_line or mark.line, f" ({mark.how})" if mark.how else ""
        words = f"Heaviest blow: {mark.ship}, {_lost(blow)}, by {mark.by}{how}"
        yield Moment(turn=journal.data(line).turn, line=line, kind="heaviest blow", text=words)
    if _boxes(followed) >= max(LEAST_BLOW, _boxes(blow) + 1):
        mark = followed[0]
        words = f"{capital(mark.how)}: {mark.ship}, {_lost(followed)}{f', after hits by {mark.by}' if mark.by else ''}"
        yield Moment(turn=mark.turn, line=mark.line, kind="fire or flood", text=words)


def _boxes(blow: Iterable[MarkView]) -> int:
    return sum(mark.boxes for mark in blow)


def _lost(blow: Sequence[MarkView]) -> str:
    """The boxes before and after a blow. Where other blows fell in between, how many it struck."""
    first, last, boxes = blow[0], blow[-1], _boxes(blow)
    before = first.left + first.boxes
    return f"{first.label} {before} to {last.left} of {first.full}" if before - last.left == boxes else f"{boxes} {first.label}"


def _losses(fates: tuple[FateView, ...]) -> Iterator[Moment]:
    for fate in fates:
        if fate.fate and fate.turn is not None:
            words = f"{fate.ship} ({fate.side}) {without_turn(fate.fate)}{cause_words(fate)}"
            yield Moment(turn=fate.turn, line=fate.line, kind="lost" if fate.lost else "gone", text=words)


def cause_words(fate: FateView) -> str:
    """By whose doing a ship was lost, after a comma; empty if she only left."""
    if not fate.lost:
        return ""
    how = f" ({fate.how})" if fate.how and fate.how not in fate.fate else ""
    if fate.by:
        return how if fate.by in fate.fate else f", by {fate.by}{how}"
    return f", by no enemy{how}"


def _standing(journal: Journal[Any]) -> Iterator[Moment]:
    """Ships that can no longer fight as before, in the first turn at whose end this holds."""
    ends = ((end.turn, end.battle.cards()) for end in (beginning(journal), *turn_ends(journal)))
    for (_, before), (turn, after) in pairwise(ends):
        for was, now in zip(before, after, strict=True):
            if now.standing and not (now.fate or now.lost) and now.standing != was.standing:
                yield Moment(turn=turn, line=None, kind="crippled", text=f"{now.name} ({now.side}) is {now.standing}")


def _notes(journal: Journal[Any]) -> Iterator[Moment]:
    """Each note once. Notes that fleetbook made of an abandoned order are left out."""
    seen = set[str]()
    for record in records_in_force(journal):
        words = str(record.inputs.get("words", ""))
        if record.procedure == Annotate.id and record.given and words not in seen:
            seen.add(words)
            yield Moment(turn=record.turn, line=record.number, kind="note", text=words)


def shortened(moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """The most important moments, as many as a page holds."""
    important = sorted(moments, key=lambda moment: WEIGHT.index(moment.kind))[:MOST_MOMENTS]
    return tuple(moment for moment in moments if moment in important)


def course_section(journal: Journal[Any], moments: Iterable[Moment], luck: str = "") -> Iterator[Block]:
    """How the battle went: a line for each decisive moment, with the referee's notes in quotation marks."""
    yield Heading(2, "Course of the battle", "course")
    items = tuple(
        Item(
            f"“{moment.text}”" if moment.kind == "note" else f"{moment.text}.",
            f"Turn {when_of(journal, moment.turn, moment.line).words}",
            line=moment.line or 0,
        )
        for moment in moments
    )
    yield Listing(items) if items else Paragraph("Nobody was hit, nobody left.")
    if luck:
        yield Paragraph(f"{luck}.")
