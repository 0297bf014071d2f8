"""The important moments of a battle, found in its events, and the referee's notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from fleetbook.core.battle.card_view import WHOLE_TURN, CardView, Track
from fleetbook.core.battle.verdict import points, scores
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.parsing import capital, does, listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.against_odds import Lopsided
from fleetbook.reports.course.departures import departures
from fleetbook.reports.course.one_die import OneDie
from fleetbook.reports.course.turning_point import (
    TIMES,
    TurningPoint,
    boxes_name,
    boxes_words,
    doer_words,
    earlier_hits,
    hit_before,
    most_words,
    turning_words,
)
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.damage.turns import TurnEnd, beginning, stage_ends, turn_ends
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards

LEAST_BLOW = 2  # boxes: a smaller loss is not worth telling
LEAST_SALVO = 2  # torpedoes or other supplies that one side used in a turn
MOST_WORDS = 3  # conditions named of one ship
WEIGHT = (
    "lost", "turning point", "one die", "heaviest blow", "torpedo hit", "torpedoes", "fire or flood", "first hit", "crippled",
    "silenced", "lead", "against the odds", "gone", "hurt",
)  # fmt: skip
"""Kinds of moments, the most important first."""
NOTE = "note"
"""The kind of the referee's notes."""


class Moment(Shape, frozen=True):
    """An important moment of a battle.

    kind  first hit, heaviest blow, torpedo hit, fire or flood, turning point, one die, against the odds, torpedoes, lead, hurt,
          crippled, silenced, lost, gone, or note (the referee's)
    line  its line in the journal; null for a condition that is told at the end of a turn without stages
    size  its importance among moments of its kind
    side  the side of the ship that was lost; empty for other moments
    """

    turn: int
    line: int | None
    kind: str
    text: str
    size: float = 0
    side: str = ""


def course(
    journal: Journal[Any],
    fired: Sequence[Shot],
    marks: tuple[MarkView, ...],
    fates: tuple[FateView, ...],
    *,
    point: TurningPoint | None = None,
    die: OneDie | None = None,
    lopsided: Lopsided | None = None,
) -> tuple[Moment, ...]:
    """The moments in the order of the battle. Those that are told at the end of a turn come last in their turn.

    ``point`` is the turning point, ``die`` the die that would have changed the winner, ``lopsided`` the most unlikely shot.
    """
    blows = (*_first_hit(fired, marks), *_heaviest(journal, fired, marks, fates))
    others = (*_turning(journal, point), *_one_die(die), *_lopsided(journal, fired, lopsided))
    ends = turn_ends(journal)
    stages = stage_ends(journal)
    states = (*_hurt(journal, stages), *_silenced(journal, ends), *_leads(journal, stages, point))
    lost = tuple(_losses(fates, fired, {card.name: card.first for card in cards(journal, journal.battle) if card.went_down}))
    ended = {(fate.turn, doer, fate.ship) for fate in fates if fate.lost for doer in (fate.by, *fate.doers)}
    others_hit = [shot for shot in fired if (shot.turn, shot.firer, shot.target) not in ended]
    torpedoed = _torpedo_hits(journal, others_hit, {moment.line for moment in blows}, _doomed(fates, fired))
    gone = tuple(_gone(journal, fates))
    found = (*_salvos(journal, ends, fired), *blows, *torpedoed, *others, *lost, *gone, *states, *_notes(journal))
    return tuple(sorted(found, key=lambda moment: (moment.turn, moment.line is None, moment.line or 0)))


def _turning(journal: Journal[Any], point: TurningPoint | None) -> Iterator[Moment]:
    """The turning point, if there is one."""
    if point is not None and point.decision.turned:
        words = f"{capital(point.decision.name)}: {turning_words(point, journal)}"
        yield Moment(turn=point.when.turn or 0, line=point.line, kind="turning point", text=words)


def _one_die(die: OneDie | None) -> Iterator[Moment]:
    """The die that would have changed the winner."""
    if die is not None:
        yield Moment(turn=die.turn, line=die.line, kind="one die", text=capital(die.words))


def _doomed(fates: Iterable[FateView], fired: Sequence[Shot]) -> dict[tuple[int, str], int]:
    """For the first hit that led to the loss of a ship in a later turn: the number of that turn, by the line of the hit and the
    ship.
    """
    found = dict[tuple[int, str], int]()
    for fate in (fate for fate in fates if fate.lost and fate.turn and fate.line):
        hits = [hit for doer in fate.doers if (hit := hit_before(fired, doer, fate.ship, (fate.line or 0) + 1))]
        if hits and hits[0].turn < (fate.turn or 0):
            found[min(hit.line for hit in hits), fate.ship] = fate.turn or 0
    return found


def _torpedo_hits(
    journal: Journal[Any], fired: Sequence[Shot], told: Container[int | None], doomed: Mapping[tuple[int, str], int]
) -> Iterator[Moment]:
    """A moment for the hits of a turn on one ship by weapons that are used up, such as torpedoes. Hits of the lines ``told`` are
    left out, since other moments tell them. The words of hits in ``doomed`` add that they led to her loss.
    """
    full = journal.ruleset.spelled_out
    carried = {card.name: [full.get(supply.label, supply.label) for supply in card.supplies] for card in journal.start.cards()}
    hits: dict[tuple[int, str, str], list[Shot]] = {}
    for shot in fired:
        if shot.hits and any(label.startswith(shot.weapon) for label in carried.get(shot.firer, ())):
            hits.setdefault((shot.turn, shot.target, shot.weapon), []).append(shot)
    for (turn, target, weapon), scored in hits.items():
        together = [shot for shot in scored if shot.line not in told]
        if together:
            ends = [end for shot in together if (end := doomed.get((shot.line, target)))]
            doom = ", which doomed her" if ends else ""
            again = " again" if {shot.by for shot in together} == {shot.by for shot in scored if shot.line in told} else ""
            words = f"{_scored(together, f'hit {target}{again}')} ({weapon}){doom}{ruled_words(together)}"
            size = sum(shot.damage or 0 for shot in together)
            yield Moment(turn=turn, line=together[0].line, kind="torpedo hit", text=words, size=size)


def _scored(together: Iterable[Shot], hit: str) -> str:
    """Who scored hits, and how often: ``E 8 hit Graudenz twice``, or ``Arethusa (twice) and Meteor hit Graudenz``."""
    counts = Counter[str]()
    for shot in together:
        counts[shot.by] += shot.hits
    often = {by: TIMES.get(hits, f"{hits} times") if hits > 1 else "" for by, hits in counts.items()}
    if len(often) == 1:
        return " ".join(filter(None, (*often, hit, *often.values())))
    return f"{listed(f'{by} ({times})' if times else by for by, times in often.items())} {hit}"


def _lopsided(journal: Journal[Any], fired: Sequence[Shot], found: Lopsided | None) -> Iterator[Moment]:
    """The shot that went most against the odds."""
    if found is not None:
        targets = {shot.target for shot in fired if (shot.line, shot.firer) == (found.line, found.who)}
        on = f" on {targets.pop()}" if len(targets) == 1 else ""
        hits = f"{found.actual or 'no'} hit{'' if found.actual == 1 else 's'}"
        words = f"Against the odds: {found.who} scores {hits}{on} where {found.expected:.1f} were to be expected"
        chance = f", a chance of 1 in {round(1 / found.chance)}"
        yield Moment(turn=journal.data(found.line).turn, line=found.line, kind="against the odds", text=words + chance)


def _first_hit(fired: Iterable[Shot], marks: tuple[MarkView, ...]) -> Iterator[Moment]:
    """The first shot that hit, or an earlier loss of boxes caused by another ship, such as by a ram."""
    hit = next((shot for shot in fired if shot.hits), None)
    mark = next((mark for mark in marks if mark.boxes > 0 and mark.by), None)
    if hit is not None and (mark is None or hit.line <= mark.line):
        turn, line, by, ship, how = hit.turn, hit.line, hit.by, hit.target, hit.weapon
    elif mark is not None:
        turn, line, by, ship, how = mark.turn, mark.line, mark.by, mark.ship, mark.how
    else:
        return
    ruled = ruled_words([hit]) if hit is not None and line == hit.line else ""
    yield Moment(turn=turn, line=line, kind="first hit", text=f"First hit: {by} on {ship}{f' ({how})' if how else ''}{ruled}")


def ruled_words(shots: Iterable[Shot]) -> str:
    """A remark that the referee overruled dice of these shots, so that nobody takes the result for luck. Empty if he overruled
    none.
    """
    faces = listed(shot.overruled for shot in shots if shot.overruled)
    return f"; the referee overruled the die: {faces}" if faces else ""


def _heaviest(
    journal: Journal[Any], fired: Sequence[Shot], marks: Iterable[MarkView], fates: Sequence[FateView]
) -> Iterator[Moment]:
    """The heaviest blow: the most boxes that one firer's order struck off a ship's first row.

    If a fire or flood cost a ship more boxes at once, it is a second moment.
    """
    first = {card.name: card.first.id for card in journal.start.cards() if card.first}
    blows: dict[Hashable, list[MarkView]] = {}
    for mark in marks:
        if mark.boxes > 0 and mark.track == first.get(mark.ship) and (mark.by or mark.follows):
            by = "" if mark.follows else mark.by
            blows.setdefault((mark.follows, mark.ship, by, mark.shot_line or mark.line), []).append(mark)
    blow, followed = (
        max((blow for blow in blows.values() if blow[0].follows is follows), key=_boxes, default=[]) for follows in (False, True)
    )
    if _boxes(blow) >= LEAST_BLOW:
        mark = blow[0]
        line, how = mark.shot_line or mark.line, f" ({mark.how})" if mark.how else ""
        of_blow = [shot for shot in fired if (shot.line, shot.firer, shot.target) == (line, mark.by, mark.ship)]
        by = of_blow[0].by if of_blow else mark.by
        alike = [
            other[0] for other in blows.values() if not other[0].follows and _boxes(other) == _boxes(blow) and other is not blow
        ]
        tie = f"; as many: {listed(f'{other.ship} by {other.by} in turn {other.turn}' for other in alike)}" if alike else ""
        words = f"Most {boxes_name(mark.label)} struck off at once by one ship: {mark.ship}, {_lost(blow)}, by {by}{how}{tie}"
        words += f"{ruled_words(of_blow)}"
        yield Moment(turn=journal.data(line).turn, line=line, kind="heaviest blow", text=words)
    if _boxes(followed) >= max(LEAST_BLOW, _boxes(blow) + 1):
        mark = followed[0]
        ended = [fate for fate in fates if (fate.ship, fate.line) == (mark.ship, mark.line) and fate.lost and fate.by]
        doers = dict.fromkeys(mark.by for mark in followed if mark.by)
        after = f", after {earlier_hits(fired, doers, mark)}" if doers and not ended else ""  # her loss tells whose doing it was
        words = f"{capital(mark.how)}: {mark.ship}, {_lost(followed)}{after}"
        yield Moment(turn=mark.turn, line=mark.line, kind="fire or flood", text=words)


def _boxes(blow: Iterable[MarkView]) -> int:
    return sum(mark.boxes for mark in blow)


def _lost(blow: Sequence[MarkView]) -> str:
    """The number of boxes before and after a blow. If other damage came in between, only the number that the blow struck off."""
    first, last, boxes = blow[0], blow[-1], _boxes(blow)
    before = first.left + first.boxes
    return f"{first.label} {before} to {last.left} of {first.full}" if before - last.left == boxes else f"{boxes} {first.label}"


def _losses(fates: tuple[FateView, ...], fired: Sequence[Shot], firsts: Mapping[str, Track | None]) -> Iterator[Moment]:
    """Each lost ship with the boxes of her first row that went with her."""
    for fate in fates:
        if fate.lost and fate.turn is not None:
            most, row = most_words(fate), firsts.get(fate.ship)
            left = f", with {boxes_words(row.left, row.full, row.label)} left" if row and row.left else ""
            verb = f"{fate.verb}, {doer_words(fate, fired)}" if fate.verb and fate.by else ""
            how = verb or f"{fate.words}{cause_words(fate, fired)}"
            words = f"{fate.ship} ({fate.side}) {how}{left}{f'. {most}' if most else ''}"
            yield Moment(turn=fate.turn, line=fate.line, kind="lost", text=words, side=fate.side)


def _gone(journal: Journal[Any], fates: Sequence[FateView]) -> Iterator[Moment]:
    """Ships of one side that left together."""
    for one in departures(journal, fates):
        words = f"{listed(one.ships)} ({one.side}) {one.how}"
        yield Moment(turn=one.turn, line=one.line, kind="gone", text=words, size=len(one.ships))


def cause_words(fate: FateView, fired: Sequence[Shot] = ()) -> str:
    """The ships that caused a loss, in words that continue the ship's fate. They begin with a comma if the fate gives a reason.
    Empty if the ship only left.

    ``fired`` has all shots, so that an earlier hit can be named.
    """
    if not fate.lost:
        return ""
    how = f" ({fate.how})" if fate.how and fate.how not in (fate.kind, fate.reason) and fate.bare == fate.reason else ""
    comma = "," if fate.reason else ""
    if fate.by:
        return f"{comma} {doer_words(fate, fired)}{how}" if fate.bare == fate.reason else ""
    return f"{comma} by no enemy{how}"


def _hurt(journal: Journal[Any], ends: Sequence[TurnEnd]) -> Iterator[Moment]:
    """Ships that lost half of their boxes, burn, can no longer fight as before or are otherwise badly damaged.

    Each condition of a ship is told once: in the first turn or stage at whose end she has it.
    """
    full = journal.ruleset.spelled_out
    told = {(card.name, sign) for card in journal.start.cards() for sign in _signs(card)}
    for before, after in pairwise((beginning(journal), *ends)):
        for was, now in zip(cards(journal, before.battle), cards(journal, after.battle), strict=True):
            if now.fate or now.lost:
                continue
            news = {sign: text for sign, text in _signs(now, full).items() if (now.name, sign) not in told}
            told |= {(now.name, sign) for sign in news}
            standing = now.standing if now.standing != was.standing else ""
            if standing or news:
                words = list(news.values())
                because = f": {'; '.join(words[:MOST_WORDS] if standing else words[-MOST_WORDS:])}" if words else ""
                yield Moment(
                    turn=after.turn,
                    line=_line(journal, before, after, now.name, {standing or now.standing, *news}),
                    kind="crippled" if standing else "hurt",
                    text=f"{now.name} ({now.side}){f' is {standing}' if standing else ''}{because}",
                    size=now.first.full * len(news) if now.first else 0,
                )


def _line(journal: Journal[Any], before: TurnEnd, end: TurnEnd, ship: str, shown: Set[str]) -> int | None:
    """The first line of a stage after which a ship's card shows everything in ``shown``. None in a turn without stages."""
    if end.stage == WHOLE_TURN:
        return None
    for number in (record.number for record in records_in_force(journal) if before.line < record.number <= end.line):
        card = next(card for card in cards(journal, journal.battle_after(number)) if card.name == ship)
        if shown <= {card.standing, *_signs(card)}:
            return number
    return end.line


def _silenced(journal: Journal[Any], turns: Sequence[TurnEnd]) -> Iterator[Moment]:
    """Ships that lost the last of their main guns in a turn and are still there."""
    battery = journal.ruleset.main_battery
    for before, after in pairwise((beginning(journal), *turns) if battery else ()):
        for was, now in zip(cards(journal, before.battle), cards(journal, after.battle), strict=True):
            then, row = (next((row for row in card.rows if row.id == battery), None) for card in (was, now))
            if then and row and then.left > row.left == 0 and not (now.fate or now.lost):
                words = f"{now.name} ({now.side}) has lost her whole main battery"
                yield Moment(turn=after.turn, line=None, kind="silenced", text=words, size=row.full)


def _signs(card: CardView, full: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """The grave conditions of a ship in words, by their signs without numbers. The loss of half of her first row counts as one.

    ``full`` has the full names of signs.
    """
    found = dict[str, str]()
    for condition in (condition for condition in card.conditions if condition.gravity == "grave"):
        sign, *_ = signs = condition.short.split()
        found[sign] = " ".join([condition.text, *(f"({full[part]})" for part in signs if part in full)])
    first = card.first
    if first and 0 < 2 * first.left <= first.full:
        found[first.id] = f"{boxes_words(first.left, first.full, first.label)} left"
    return found


def _leads(journal: Journal[Any], ends: Iterable[TurnEnd], point: TurningPoint | None) -> Iterator[Moment]:
    """The turns or stages in which a side takes the lead, if the score decides and the reader may know it. A lead that the
    turning point tells is left out.
    """
    victory = journal.setup.victory
    if victory is None or not victory.compare or (journal.side and not journal.battle.ended):
        return
    leader, told = "", point.when if point and point.decision.leads else None
    for end in ends:
        ordered = sorted(scores(end.battle), key=lambda side: -side.value)
        if len(ordered) > 1 and ordered[0].value > ordered[1].value and ordered[0].side != leader:
            leader = ordered[0].side
            if end.when == told:
                continue
            words = f"{does(leader, 'takes', 'take')} the lead, {' to '.join(points(side.value) for side in ordered)}"
            line = None if end.stage == WHOLE_TURN else end.line
            yield Moment(turn=end.turn, line=line, kind="lead", text=words)


def _salvos(journal: Journal[Any], turns: Sequence[TurnEnd], fired: Sequence[Shot]) -> Iterator[Moment]:
    """Torpedoes and other supplies that a side used in a turn, if they are several, or if a single one may have hit in a later
    turn. If one of them hit in the same turn, they are told at the line of the first hit.
    """
    spelled_out = journal.ruleset.spelled_out
    for before, after in pairwise((beginning(journal), *turns)):
        used: dict[tuple[str, str], Counter[str]] = {}
        for was, now in zip(cards(journal, before.battle), cards(journal, after.battle), strict=True):
            for sign, supplies in ((1, was.supplies), (-1, now.supplies)) if was.supplies != now.supplies else ():
                for supply in supplies if was.supplies else ():
                    label = spelled_out.get(supply.label, supply.label)
                    used.setdefault((now.side, label), Counter())[now.name] += sign * supply.left
        for (side, label), by in ((whose, +spent) for whose, spent in used.items()):
            number = by.total()
            own = [shot for shot in fired if shot.firer in by and label.startswith(shot.weapon)] if by else []
            then = [shot for shot in own if shot.turn == after.turn]
            runs_on = number and not then and any(shot.hits and shot.turn > after.turn for shot in own)
            if number >= LEAST_SALVO or runs_on:
                missed = "; all missed" if len(then) == number and not any(shot.hits for shot in then) else ""
                what = label if number > 1 else own[0].weapon
                words = f"{side}: {number} {what} away, from {listed(by)}{missed}"
                line = next((shot.line for shot in then if shot.hits), None)
                yield Moment(turn=after.turn, line=line, kind="torpedoes", text=words, size=number)


def _notes(journal: Journal[Any]) -> Iterator[Moment]:
    """Each note of the referee. Automatic notes about an abandoned order are left out."""
    seen = set[str]()
    for record in records_in_force(journal):
        words = str(record.inputs.get("words", ""))
        if record.procedure == Annotate.id and record.given and words not in seen:
            seen.add(words)
            yield Moment(turn=record.turn, line=record.number, kind=NOTE, text=words)
