"""Damage in a report: the ships lost, the boxes left by turn, and each ship's damage."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.parsing import capital, listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.departures import departures
from fleetbook.reports.damage.marks import BoxesView, FateView, MarkView, boxes, states_by_end
from fleetbook.reports.damage.off_cards import OffCard
from fleetbook.reports.damage.turns import TurnEnd, When, names_of, place_in, stage_ends, when_of
from fleetbook.reports.document import (
    Block,
    BoxesLeft,
    Cell,
    Figure,
    Heading,
    Item,
    Leaving,
    Line,
    LineNumber,
    Listing,
    LossTimes,
    Panel,
    Paragraph,
    grid,
)
from fleetbook.reports.status import Status, state_of

WIDEST = 12  # turns in one table
MOST_STATES = 2  # conditions of a ship out of the fight, in the short report
MOST_NAMED = 8  # ships without losses that are named


def losses_section(journal: Journal[Any], now: Status, fates: Sequence[FateView]) -> Iterator[Block]:
    """The lost ships, with time, cause and weapon. Then the ships that left, and those that can no longer fight as before."""
    gone = sorted((fate for fate in fates if fate.fate), key=lambda fate: fate.line or 0)
    standing: dict[str, list[str]] = {}
    for fate in fates:
        if fate.standing and not fate.fate:
            standing.setdefault(fate.standing, []).append(fate.ship)
    still = [f"{words}: {', '.join(ships)}" for words, ships in standing.items()]
    aside, lost_or_left = dict[str, dict[str, None]](), {fate.ship for fate in gone}
    for one in departures(journal, ()):
        aside.setdefault(one.how, {}).update(dict.fromkeys(ship for ship in one.ships if ship not in lost_or_left))
    still += [f"{listed(ships)} {how}, but stayed in the battle" for how, ships in aside.items() if ships]
    yield Heading(2, "Ships lost or gone", "losses")
    if not gone:
        yield Paragraph(f"{'; '.join(('Every ship is still on the table', *still))}.")
        return
    when = {fate.ship: when_of(journal, fate.turn, fate.line) for fate in gone}
    ends = stage_ends(journal, tuple(when.values()))
    leaving = tuple(Leaving(fate.ship, fate.side, place_in(ends, when[fate.ship]), fate.words, bool(fate.lost)) for fate in gone)
    if len({one.turn for one in leaving}) > 1:
        yield Figure("When each ship was lost or left the table", LossTimes(now.sides, len(ends), leaving, names_of(ends)))
    head = ("Ship lost", "Side", "Turn", "Fate", "By", "Boxes struck by", "Line")
    if lost := [_loss_row(fate, when[fate.ship]) for fate in gone if fate.lost]:
        yield grid(head, lost, (2, 6))
    left = [(one.ship, one.side, when[one.ship].words, one.brief, LineNumber(one.line)) for one in gone if not one.lost]
    if left:
        yield grid(("Ship that left", "Side", "Turn", "How", "Line"), left, (2, 4))
    if still:
        yield Paragraph(f"{capital('; '.join(still))}.")


def _loss_row(fate: FateView, when: When) -> tuple[Cell, ...]:
    """A row for a ship. One cell names the ships that sank her and their weapon. The reason in another cell repeats neither."""
    shares = ", ".join(f"{share.ship} {share.boxes}" for share in fate.struck_by)
    weapon = f" ({fate.how})" if fate.how and fate.how not in (fate.kind, fate.bare) else ""
    by = listed(fate.doers) or fate.by
    whose = f"{by}{weapon}" if by else f"no enemy: {fate.how or 'cause unknown'}" if fate.lost else ""
    return fate.ship, fate.side, when.words, fate.brief, whose, shares, LineNumber(fate.line)


def damage_section(
    journal: Journal[Any], now: Status, struck: Sequence[MarkView], fates: Sequence[FateView], others: Iterable[OffCard] = ()
) -> Iterator[Block]:
    """Boxes left by turn as charts and figures, then the damage of every ship with its causes, and the ``others`` that no card
    shows.
    """
    by_turn = _boxes_by_turn(journal, now, fates)
    yield Heading(2, "Damage", "damage")
    if by_turn.hurt:
        yield by_turn.figure(by_turn.hurt)
        yield from _boxes_tables(by_turn)
    ends = by_turn.ends
    changed = {end.when: states for end, states in zip(ends, states_by_end(journal, ends), strict=True)}
    told: dict[tuple[str, When], list[str]] = {}
    for then, states in changed.items():
        for state in states:
            told.setdefault((state.ship, then), []).append(state.text)
    for other in others:
        told.setdefault((other.ship, when_of(journal, other.turn, other.line)), []).append(other.text)
    for fate in (fate for fate in fates if fate.lost):
        told.setdefault((fate.ship, when_of(journal, fate.turn, fate.line)), []).append(fate.brief)
    if struck or told:
        yield Heading(3, "Ship by ship")
        yield Listing(tuple(_ship_by_ship(journal, now, struck, told, [end.when for end in ends])))
    else:
        yield Paragraph("No box was struck.")


def short_damage_section(journal: Journal[Any], now: Status, fates: Sequence[FateView], most: int) -> Iterator[Block]:
    """The ships that were hit, at most ``most``. Lost and crippled ships come first, then those
    that lost most boxes of their first row.
    """
    by_turn = _boxes_by_turn(journal, now, fates)
    lost = {ship.name: ship for ship in now.ships if ship.went_down}
    state = {ship.name: words for ship in now.ships if not ship.fate and (words := _state(ship))}
    fit = (by_turn.hurt | state.keys()) - lost.keys() - {ship.name for ship in now.ships if ship.standing and not ship.fate}
    told = {*by_turn.hurt, *state, *lost}
    first = {panel.ship: panel.lines[0] for panel in by_turn.panels if panel.ship in told and panel.lines}
    shown = sorted(first, key=lambda ship: (ship in fit, first[ship].left[-1] / first[ship].full))[:most]
    if not shown:
        return
    yield Heading(2, "Damage", "damage")
    yield by_turn.figure(shown)
    fate = {one.ship: _fate_when(journal, one) or state.get(one.ship, "") for one in fates}
    panels = [panel for panel in by_turn.panels if panel.ship in shown]
    rows = [(panel.ship, _boxes_left(panel, lost.get(panel.ship)), fate[panel.ship]) for panel in panels]
    yield grid(("Ship", "Boxes left", "Fate"), rows, charted=True)


def _state(ship: CardView) -> str:
    """A ship's state. For one that no longer fights, this and the worst that goes on, such as a fire."""
    serious = [condition.text for condition in ship.conditions if condition.is_serious]
    return ", ".join((ship.standing, *serious[:MOST_STATES])) if ship.standing else state_of(ship)


def _fate_when(journal: Journal[Any], one: FateView) -> str:
    """A ship's fate with the stage of the turn, if the rules divide it: ``sunk T1 r1 s3``."""
    when = f" T{when_of(journal, one.turn, one.line).name}" if one.turn is not None else ""
    return f"{one.kind}{when}{': ' if one.reason else ''}{one.reason}"


def _boxes_left(panel: Panel, lost: CardView | None) -> str:
    """The rows that have lost boxes, or the first row. For a lost ship, the boxes that she still had."""
    first = panel.lines[0]
    lost_with = lost is not None and first.left[-1] > 0
    lines = [line for line in panel.lines if line.left[-1] != line.full or (lost_with and line is first)] or [first]
    left = ", ".join(f"{line.label} {line.left[-1]}/{line.full}" for line in lines if line.left[-1] or not lost_with)
    if lost is None or not lost_with:
        return left
    return f"none; {left} went down with her" if lost.is_sunk else f"{left} when {lost.lost}"


class _BoxesByTurn(msgspec.Struct, frozen=True):
    """Each ship's boxes at the end of each turn. ``hurt`` has the ships that lost boxes or were lost.

    went_down  for each ship that was lost and is gone: the number of the turn's end in ``ends``, from 1, and the kind of loss
    state      the state of each ship that is not in good order
    """

    sides: tuple[str, ...]
    ends: tuple[TurnEnd, ...]
    left: tuple[BoxesView, ...]
    panels: tuple[Panel, ...]
    hurt: frozenset[str]
    went_down: Mapping[str, tuple[int, str]]
    state: Mapping[str, str]

    def rows(self) -> list[BoxesView]:
        """The rows that changed, and the first row of each ship that was lost."""
        first = {row.ship: row for row in reversed(self.left)}
        return [row for row in self.left if _lost_some(row) or (row.ship in self.went_down and row is first[row.ship])]

    def cell(self, row: BoxesView, place: int) -> str:
        """The boxes left in a row at the end of the turn with number ``place``, or the word for the ship's loss."""
        end, kind = self.went_down.get(row.ship, (place + 1, ""))
        return kind if place >= end else str(row.left[place])

    def figure(self, ships: Container[str]) -> Figure:
        """The chart of boxes left, with the panels of these ships."""
        panels = tuple(panel for panel in self.panels if panel.ship in ships)
        chart = BoxesLeft(self.sides, tuple(range(1 + len(self.ends))), panels, names_of(self.ends))
        return Figure("Boxes left at the end of each turn, of the ships hit", chart)


def _boxes_by_turn(journal: Journal[Any], now: Status, fates: Sequence[FateView]) -> _BoxesByTurn:
    when = {fate.ship: when_of(journal, fate.turn, fate.line) for fate in fates}
    ends = stage_ends(journal, tuple(when.values()))
    left = boxes(journal, ends)
    lost = {fate.ship: None if fate.turn is None else place_in(ends, when[fate.ship]) for fate in fates}
    hurt = {row.ship for row in left if _lost_some(row)} | {ship.name for ship in now.ships if ship.went_down}
    panels = []
    for ship in now.ships:
        lines = tuple(Line(row.label, row.full, row.left) for row in left if row.ship == ship.name and row.full)
        standing, has_left = "" if ship.fate else ship.standing, bool(ship.fate and not ship.lost)
        panels.append(Panel(ship.name, ship.side, lines, lost[ship.name], standing, has_left))
    down = {ship.name for ship in now.ships if ship.went_down}
    went_down = {fate.ship: (at, fate.kind) for fate in fates if (at := lost[fate.ship]) and fate.ship in down}
    state = {ship.name: words for ship in now.ships if (words := state_of(ship))}
    return _BoxesByTurn(now.sides, ends, tuple(left), tuple(panels), frozenset(hurt), went_down, state)


def _lost_some(row: BoxesView) -> bool:
    return len({row.full, *row.left}) > 1


def _boxes_tables(by_turn: _BoxesByTurn) -> Iterator[Block]:
    """Tables of the rows of boxes that changed, with columns for the turns in which one changed. A sentence names the ships that
    lost no box, with other damage, such as a fire, in brackets.
    """
    left, ends, hurt = by_turn.left, by_turn.ends, by_turn.rows()
    cells = [[by_turn.cell(row, turn) for turn in range(1 + len(ends))] for row in hurt]
    turns = [turn for turn in range(1, 1 + len(ends)) if any(row[turn] != row[turn - 1] for row in cells)]
    for first in range(0, len(turns), WIDEST):
        shown = turns[first : first + WIDEST]
        head = ("Ship", "Boxes", "Whole", *(f"T{ends[turn - 1].when.name}" for turn in shown))
        lines = zip(hurt, cells, strict=True)
        rows = [(row.ship, row.label, str(row.full), *(line[turn] for turn in shown)) for row, line in lines]
        yield grid(head, rows, range(2, 3 + len(shown)), charted=True)
    whole = list(dict.fromkeys(row.ship for row in left if row.ship not in by_turn.hurt))
    if whole:
        said = {ship: f"{ship} ({by_turn.state[ship]})" if ship in by_turn.state else ship for ship in whole}
        named = [words for ship, words in said.items() if len(whole) <= MOST_NAMED or words != ship]
        count = f"{len(whole)} ships{', among them ' * bool(named)}" if len(whole) > MOST_NAMED else ""
        yield Paragraph(f"{count}{', '.join(named)}.", "No box lost:")


def _ship_by_ship(
    journal: Journal[Any],
    now: Status,
    struck: Sequence[MarkView],
    texts: Mapping[tuple[str, When], Sequence[str]],
    ends: Sequence[When],
) -> Iterator[Item]:
    """The history of each ship, with an item for each turn in which she lost boxes or has a text."""
    when = {mark: when_of(journal, mark.turn, mark.line) for mark in struck}
    places = {then: place for place, then in enumerate(ends)}
    order = sorted(dict.fromkeys((*when.values(), *ends, *(then for _, then in texts))), key=lambda then: places.get(then, -1))
    marks: dict[tuple[str, When], list[MarkView]] = {}
    for mark in struck:
        marks.setdefault((mark.ship, when[mark]), []).append(mark)
    hit = {ship for ship, _ in (*marks, *texts)}
    for ship in (ship.name for ship in now.ships if ship.name in hit):
        yield Item("", ship)
        for then in order:
            at = ship, then
            if at in marks or at in texts:
                yield Item("; ".join((*_strokes(marks.get(at, ())), *texts.get(at, ()))), f"turn {then.words}", 1)


def _strokes(struck: Iterable[MarkView]) -> Iterator[str]:
    """Lost boxes in words. Boxes of the same row and cause are added up."""
    alike: dict[tuple[str, str], list[MarkView]] = {}
    for mark in struck:
        cause = ", ".join(part for part in (mark.why, mark.by if mark.by not in mark.why else "") if part)
        alike.setdefault((mark.label, cause), []).append(mark)
    for (label, cause), marks in alike.items():
        total = -sum(mark.boxes for mark in marks)
        yield f"{label} {total:+d} ({marks[-1].left}/{marks[-1].full}) {cause}".rstrip()
