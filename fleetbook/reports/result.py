"""The result of a battle: who has won, what each side lost, and who played it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.verdict import SideScore, Verdict, outcome_words, points, verdict_words
from fleetbook.core.battle.victory import Victory
from fleetbook.core.doctrines.filled_chairs import SURPRISE, filled_chairs
from fleetbook.core.doctrines.finding import doctrine_in_chair
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.parsing import capital, listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import MarkView
from fleetbook.reports.damage.shots import Shot, spent
from fleetbook.reports.document import Block, Grid, Heading, Item, Listing, Paragraph, grid
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.journal.rulings import interventions
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import Status, boxes_label
from fleetbook.store.catalogue import SEASON

OUT = "out of the fight"


class SideLosses(Shape, frozen=True):
    """The losses of a side. Boxes are those of the first row of each card.

    ships       how many ships the side has
    lost        the ships lost
    out         the ships out of the fight, each with her state
    gone        the ships that left
    boxes       the number of boxes of undamaged ships
    struck      the number of boxes struck off
    with_ships  the number of boxes struck off or lost with their ships
    destroyed   the number of systems destroyed
    damaged     the number of systems damaged
    spent       for each kind of supplies, such as torpedoes: how many are spent, and how many there were
    """

    side: str
    ships: int
    lost: tuple[str, ...]
    out: tuple[str, ...]
    gone: tuple[str, ...]
    boxes: int
    struck: int
    with_ships: int
    destroyed: int
    damaged: int
    spent: dict[str, tuple[int, int]]


class Played(Shape, frozen=True):
    """The players, the umpire, the place and the date that the referee entered at the end; each may be empty."""

    players: str
    umpire: str
    place: str
    date: str


def played(journal: Journal[Any]) -> Played:
    """Who played the battle, where and when."""
    end = next((record.inputs for record in reversed(records_in_force(journal)) if record.procedure == EndBattle.id), {})
    players, umpire, place, date = (str(end.get(name) or "").strip() for name in ("players", "umpire", "place", "played"))
    return Played(players=players, umpire=umpire, place=place, date=date)


def side_losses(
    cards: tuple[CardView, ...], sides: tuple[str, ...], fired: Sequence[Shot] = (), words: Mapping[str, str] | None = None
) -> tuple[SideLosses, ...]:
    """The losses of each side, in playing order. ``words`` are the full forms of shortened words."""
    used = {card.name: spent(card, fired, words or {}) for card in cards}
    return tuple(_of_side(side, [card for card in cards if card.side == side], used) for side in sides)


def _of_side(side: str, cards: list[CardView], used: Mapping[str, Mapping[str, int]]) -> SideLosses:
    rows = [(card, card.first) for card in cards if card.first]
    rows_too = {track.id for card in cards for track in card.tracks}  # boxes say more of a system that is a row of them
    systems = [system for card in cards for system in card.systems if system.label not in rows_too]
    carried = Counter[str]()
    for supply in (supply for card in cards for supply in card.supplies):
        carried[supply.label] += supply.full
    out = [card for card in cards if card.standing and not (card.fate or card.lost)]
    return SideLosses(
        side=side,
        ships=len(cards),
        lost=tuple(card.name for card in cards if card.lost),
        out=tuple(card.name if card.standing == OUT else f"{card.name} ({card.standing})" for card in out),
        gone=tuple(card.name for card in cards if card.fate and not card.lost),
        boxes=sum(track.full for _, track in rows),
        struck=sum(track.full - track.left for _, track in rows),
        with_ships=sum(track.full if card.went_down else track.full - track.left for card, track in rows),
        destroyed=sum(system.state == "destroyed" for system in systems),
        damaged=sum(system.state == "damaged" for system in systems),
        spent={label: (sum(used[card.name].get(label, 0) for card in cards), full) for label, full in carried.items()},
    )


def score_words(verdict: Verdict) -> tuple[str, ...]:
    """Each side's points, with the counts that make them up."""

    def counts(side: SideScore) -> str:
        parts = "; ".join(f"{part.name} {points(part.number)}{f', {part.needed}' if part.needed else ''}" for part in side.parts)
        return f" ({parts})" if parts else ""

    return tuple(f"{side.side} {points(side.value)}{counts(side)}" for side in verdict.score)


def poster(result: Verdict) -> str:
    """The result in the few words of a poster."""
    if result.broken_off:
        return "Broken off"
    if result.kind == "none":
        return "Broken off" if result.broken_off else "Nobody is named as the winner"
    return outcome_words(result) if result.over else "Still under way"


def verdict_section(
    journal: Journal[Any], now: Status, fired: Sequence[Shot], marks: Collection[MarkView] = (), told: Sequence[str] = ()
) -> Iterator[Block]:
    """The report's section on the result. It has everything that a reader wants to know first: the winner, the summary, the
    score, the losses and the players. ``told`` is the summary in paragraphs.
    """
    yield Heading(2, "Result", "result")
    yield Paragraph(poster(now.result), kind="poster")
    victory = journal.setup.victory
    if victory and victory.compare and now.result.score:
        yield Listing(tuple(Item(points(side.value), side.side) for side in now.result.score), kind="score")
    yield from (Paragraph(words, kind="lead") for words in told or (f"{verdict_words(now.result)}.",))
    contest = journal.ruleset.contest
    is_battle = journal.ruleset.id != SEASON.id
    when = f"turn {now.turn}, step {now.step.number} ({now.step.title})" if is_battle else now.step.title
    touched = listed(interventions(journal))
    referee = f" Referee: {touched}." if touched else ""
    if now.ended is not None:
        yield Paragraph(f"The {contest} ended {'in' if is_battle else 'on'} {when}: {now.ended}.{referee}")
    else:
        goes_on = "Its end is not given yet" if now.result.over else f"The {contest} is still under way"
        yield Paragraph(f"{goes_on}: {when}.{referee}")
    yield from (Paragraph(words) for words in _chairs(journal))
    if now.result.score:
        yield _score(now, victory)
    yield _losses(now, fired, marks, journal.ruleset.spelled_out)
    who = played(journal)
    labelled = (("Players", who.players), ("umpire", who.umpire), ("played at", who.place), ("on", who.date))
    if any(words for _, words in labelled):
        yield Paragraph(f"{capital(' · '.join(f'{label} {words}' for label, words in labelled if words))}.")


def _chairs(journal: Journal[Any]) -> Iterator[str]:
    """A sentence for each side whose orders a doctrine gave. A doctrine that was drawn as a surprise is named only after the
    battle has ended.
    """
    for side, line in filled_chairs(journal).items():
        drawn, seed = "", journal.revealed_seed
        if line["doctrine"] == SURPRISE and seed is not None:
            with suppress(InvalidInput):
                drawn = f", {doctrine_in_chair(journal.ruleset, SURPRISE, side, seed).title}"
        if line["doctrine"]:
            yield f"A doctrine gave {side}'s orders: {line['called']}{drawn}."


def _score(now: Status, victory: Victory | None) -> Grid:
    """A row for each thing that was counted. The first row has the side's points too, unless the points are just the counted
    numbers.
    """
    rows, counts = [], victory.count if victory else ()
    more = {(count.side, count.name): f" (× {count.lost} for ships lost)" for count in counts if count.lost > 1}
    score = now.result.score
    weighed = any(part.value != part.number for side in score for part in side.parts)
    summed = weighed or any(len(side.parts) > 1 for side in score)
    for side in score:
        total = points(side.value) if summed else ""
        for part in side.parts:
            counted = f"{part.name}{more.get((side.side, part.name), '')}"
            rows.append((side.side, counted, points(part.number), part.needed, points(part.value) if weighed else "", total))
            total = ""
    return grid(("For", "Counted", "Number", "To win", "Points", "Score"), rows, (2, 4, 5))


def _losses(now: Status, fired: Sequence[Shot], marks: Collection[MarkView], words: Mapping[str, str]) -> Grid:
    """The losses of the sides, side by side."""
    losses = side_losses(now.ships, now.sides, fired, words)
    firsts = {(ship.name, ship.first.id): ship.side for ship in now.ships if ship.first}
    repaired = Counter[str]()
    for mark in marks:
        repaired[firsts.get((mark.ship, mark.track), "")] += max(-mark.boxes, 0)
    left = [(ship, ship.first.left) for ship in now.ships if ship.went_down and ship.first and ship.first.left]

    def lost(side: SideLosses) -> str:
        return f"{len(side.lost)} of {side.ships}{': ' if side.lost else ''}{', '.join(side.lost)}"

    def struck(side: SideLosses) -> str:
        more = [f"{repaired[side.side]} more repaired"] * bool(repaired[side.side])
        more += [f"{boxes} of them gone with {ship.name}" for ship, boxes in left if ship.side == side.side]
        return f"{side.with_ships} of {side.boxes}{' (' + '; '.join(more) + ')' if more else ''}"

    hurt = any(side.destroyed or side.damaged for side in losses)

    def systems(side: SideLosses) -> str:
        gone = listed(ship.name for ship in now.ships if ship.side == side.side and ship.went_down and hurt)
        return (
            f"{side.destroyed} destroyed, {side.damaged} damaged{f' (sound ones gone with {gone} not counted)' if gone else ''}"
        )

    def spent(side: SideLosses, label: str) -> str:
        gone, full = side.spent.get(label, (0, 0))
        return f"{gone} of {full}" if full else "none carried"

    rows = [
        ("Ships lost", *map(lost, losses)),
        ("Out of the fight", *(", ".join(side.out) or "none" for side in losses)),
        ("Left the table", *(", ".join(side.gone) or "none" for side in losses)),
        (f"{capital(boxes_label(now.ships))} lost", *map(struck, losses)),
        ("Other boxes lost to hits", *(_other_boxes(side.side, now, marks) for side in losses)),
        ("Weapons and systems", *map(systems, losses)),
    ]
    labelled = dict.fromkeys(label for side in losses for label in side.spent)
    rows += [(f"{capital(words.get(label, label))} spent", *(spent(side, label) for side in losses)) for label in labelled]
    nothing = ("none", "0 destroyed, 0 damaged")
    return grid(("", *now.sides), [row for row in rows if len(set(row[1:])) > 1 or row[1] not in nothing])


def _other_boxes(side: str, now: Status, marks: Collection[MarkView]) -> str:
    """The boxes that enemies struck off other rows than the first of a side's ships: ``bridge 1, eng 3``."""
    firsts = {ship.name: ship.first.id if ship.first else "" for ship in now.ships if ship.side == side}
    boxes = Counter[str]()
    for mark in marks:
        if mark.by and mark.boxes > 0 and mark.track != firsts.get(mark.ship, mark.track):
            boxes[mark.label] += mark.boxes
    return ", ".join(f"{label} {number}" for label, number in boxes.items()) or "none"
