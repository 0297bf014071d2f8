"""What the ships suffered in the battle as it stands: boxes, systems and ships lost, in which turn, and by whose doing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.events import Changed, Marked, changes
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.causes import Doing, doings
from fleetbook.reports.damage.turns import Happening, TurnEnd, beginning, record_happenings, stood, turn_ends
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards


class Share(Shape, frozen=True):
    """Boxes that a ship struck off another."""

    ship: str
    boxes: int


class FateView(Shape, frozen=True):
    """How a ship fared. ``fate`` is empty while her side has her, ``lost`` what it is if she is lost ("sunk"); ``standing`` what
    she is if she is there and no longer fights as before ("sinking"). ``turn`` and ``line`` say when she was lost, ``by`` by
    whose doing (empty where it was no enemy's) and ``how``; ``struck_by`` who struck boxes off her, the most first.
    """

    ship: str
    side: str
    fate: str
    lost: str
    standing: str
    turn: int | None
    line: int | None
    by: str
    how: str
    struck_by: tuple[Share, ...]


class MarkView(Shape, frozen=True):
    """Boxes struck off a row at once, or restored.

    ship          the ship that they were struck off
    turn          the turn
    line          the line of the journal
    track         the row, as the rules call it
    label         the row, as the card calls it
    boxes         how many were struck; below 0: restored
    left          how many are left
    full          how many there were when the ship was whole
    why           the reason given
    by            by which ship's doing; nothing where it was no enemy's
    how           with which weapon, or by what else
    """

    ship: str
    turn: int
    line: int
    track: str
    label: str
    boxes: int
    left: int
    full: int
    why: str
    by: str
    how: str


class StateView(Shape, frozen=True):
    """What else a turn left behind on a ship's card: a system's state, a grave condition."""

    ship: str
    turn: int
    text: str


class BoxesView(Shape, frozen=True):
    """Boxes left on a row of a ship's card: at the start, then at the end of each turn, now last."""

    ship: str
    track: str
    label: str
    full: int
    left: tuple[int, ...]


def marks(journal: Journal[Any], found: Iterable[tuple[Happening, Doing]] = ()) -> tuple[MarkView, ...]:
    """Every stroke of boxes and every repair, in the order in which they were made. ``found`` are the battle's doings, where they
    are at hand.
    """
    labels = _labels(journal)
    return tuple(
        _mark(happening, happening.event, labels, doing)
        for happening, doing in found or doings(journal)
        if isinstance(happening.event, Marked) and happening.event.before != happening.event.after
    )


def _mark(happening: Happening, event: Marked, labels: dict[tuple[str, str], str], doing: Doing) -> MarkView:
    struck = event.after < event.before
    return MarkView(
        ship=event.ship,
        turn=happening.turn,
        line=happening.record.number,
        track=event.track,
        label=labels.get((event.ship, event.track), event.track),
        boxes=event.before - event.after,
        left=event.after,
        full=event.full,
        why=event.why,
        by=doing.by if struck else "",
        how=doing.how if struck else "",
    )


def _labels(journal: Journal[Any]) -> dict[tuple[str, str], str]:
    return {(card.name, track.id): track.label for card in journal.start.cards() for track in card.tracks}


def states(journal: Journal[Any]) -> tuple[StateView, ...]:
    """What befell the ships beside boxes, turn by turn: systems damaged, destroyed and restored, grave conditions begun."""
    return tuple(state for told in states_by_end(journal, turn_ends(journal)) for state in told)


def states_by_end(journal: Journal[Any], ends: Sequence[TurnEnd]) -> Iterator[tuple[StateView, ...]]:
    """The same up to each end of a turn or stage."""
    for before, after in pairwise((beginning(journal), *ends)):
        yield tuple(_states(cards(journal, before.battle), cards(journal, after.battle), after.turn))


def _states(before: Iterable[CardView], after: Iterable[CardView], turn: int) -> Iterator[StateView]:
    for was, now in zip(before, after, strict=True):
        for text in _befallen(was, now):
            yield StateView(ship=now.name, turn=turn, text=text)


def _befallen(was: CardView, now: CardView) -> Iterator[str]:
    """Systems in another state or with other words than before, and grave conditions that were not there."""
    before = {system.label: system for system in was.systems}
    for system in now.systems:
        then = before.get(system.label, system)
        if system != then:
            state = "repaired" if system.state == "sound" else system.state
            yield f"{system.label} {state}" + (f" ({system.detail})" if system.detail != then.detail else "")
    grave = {condition.text for condition in was.conditions}
    yield from (c.text for c in now.conditions if c.gravity == "grave" and c.text not in grave and not now.fate)


def boxes(journal: Journal[Any], ends: Sequence[TurnEnd] = ()) -> tuple[BoxesView, ...]:
    """Boxes left on each track of each ship's card, at the start and at the end of each turn, or at other ends."""
    then = [{ship.ship: ship.left for ship in stood(journal, end)} for end in (beginning(journal), *(ends or turn_ends(journal)))]
    return tuple(
        BoxesView(
            ship=card.name,
            track=track.id,
            label=track.label,
            full=track.full,
            left=tuple(left[card.name].get(track.id, 0) for left in then),
        )
        for card in cards(journal, journal.start)
        for track in card.tracks
    )


def fates(journal: Journal[Any], found: Sequence[tuple[Happening, Doing]] = ()) -> tuple[FateView, ...]:
    """How each ship fared, in the scenario's order; of those that are gone: in which turn and line, how, and by whose doing.
    ``found`` as for marks.
    """
    found = found or tuple(doings(journal))
    struck = marks(journal, found)
    whose = {(happening.record.number, id(happening.event)): doing for happening, doing in found}
    ends = _ends(journal, (happening for happening, _ in found))
    return tuple(_fate(card, ends, struck, whose) for card in cards(journal, journal.battle))


def _fate(
    card: CardView, ends: Mapping[str, Happening], struck: tuple[MarkView, ...], whose: Mapping[tuple[int, int], Doing]
) -> FateView:
    end = ends.get(card.name)
    doing = whose[end.record.number, id(end.event)] if end else Doing()
    return FateView(
        ship=card.name,
        side=card.side,
        fate=card.fate or card.lost,
        lost=card.lost,
        standing=card.standing,
        turn=end.turn if end else None,
        line=end.record.number if end else None,
        by=doing.by,
        how=doing.how,
        struck_by=_shares(card.name, struck),
    )


def _ends(journal: Journal[Any], befallen: Iterable[Happening]) -> dict[str, Happening]:
    """By the ships that are gone or another's now, the change that made them so; none for one that was never there."""
    lines: dict[str, dict[int, Record]] = {ship.name: {} for ship in journal.start.ships() if _is_gone(journal.battle, ship.name)}
    for happening in befallen:
        if isinstance(happening.event, Changed) and happening.event.subject in lines:
            lines[happening.event.subject][happening.record.number] = happening.record
    found = ((ship, _end(journal, ship, touching)) for ship, touching in lines.items())
    return {ship: end for ship, end in found if end}


def _end(journal: Journal[Any], ship: str, touching: Mapping[int, Record]) -> Happening | None:
    """The change by which a ship was lost or left, in one of the lines that befell her."""
    for number in sorted(touching, reverse=True):
        if not _is_gone(journal.battle_before(number), ship):
            return _last_straw(journal.battle_before(number), ship, list(record_happenings(touching[number])))
    return None


def _touches(happening: Happening, ship: str) -> bool:
    return isinstance(happening.event, Changed) and happening.event.subject == ship


def _last_straw(battle: Battle[Any], ship: str, told: list[Happening]) -> Happening | None:
    for happening in told:
        battle = battle.with_changes(changes((happening.event,)))
        if _touches(happening, ship) and _is_gone(battle, ship):
            return happening
    return None


def _is_gone(battle: Battle[Any], ship: str) -> bool:
    card = battle.to_come.card(ship)
    return bool(card.fate or card.lost)


def _shares(ship: str, struck: tuple[MarkView, ...]) -> tuple[Share, ...]:
    """Boxes that others struck off a ship, by whom; the most first."""
    by: dict[str, int] = {}
    for mark in struck:
        if mark.ship == ship and mark.by:
            by[mark.by] = by.get(mark.by, 0) + mark.boxes
    return tuple(Share(ship=name, boxes=count) for name, count in sorted(by.items(), key=lambda item: -item[1]))
