"""The damage in the present battle: boxes, systems and lost ships, with turns and causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import SOUND, CardView, Condition
from fleetbook.core.battle.events import Changed, Marked, changes, worded
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.verdict import end_of
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.causes import JOINT_CAUSES, Attribution, Doing, attributed
from fleetbook.reports.damage.turns import Happening, TurnEnd, beginning, record_happenings, turn_ends
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards

LEFT = "left"  # the kind of fate of a ship that left the map or the table


class Share(Shape, frozen=True):
    """The number of boxes that ``ship`` struck off a ship whose fate is told.

    followed  how many of them no shot struck off itself, but a fire, a flood, an explosion or the like
    causes    what struck these off, such as fire
    """

    ship: str
    boxes: int
    followed: int = 0
    causes: tuple[str, ...] = ()


class FateView(Shape, frozen=True):
    """The fate of a ship.

    fate        how she was lost or left; empty while her side has her
    lost        the kind of her loss, such as sunk; empty if she is not lost
    standing    her state if she is on the table but no longer fights as before, such as sinking; otherwise empty
    turn, line  when she was lost or left
    by          the enemy that caused it; empty if no enemy did
    how         the weapon or other means that caused it
    struck_by   the ships that struck boxes off her, the one with most boxes first
    kind        how she was lost or left, in a word or two, such as sunk or left the table
    reason      the reason that the rules give for her loss
    bare        the same reason without the names of the ships that caused it
    doers       all enemies that had a part in her loss, such as by several catastrophes; the last one first
    verb        what she did, for a text, such as "blew up"; empty if the rules have no verb for it
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
    kind: str = ""
    reason: str = ""
    bare: str = ""
    doers: tuple[str, ...] = ()
    verb: str = ""

    @property
    def words(self) -> str:
        """The fate in words, without its turn: ``sunk: capsized``."""
        return self._with(self.reason)

    @property
    def brief(self) -> str:
        """The fate in words, without its turn and without the ships that caused it."""
        return self._with(self.bare)

    def _with(self, reason: str) -> str:
        kind = "left the battle" if self.kind == LEFT else self.kind
        return f"{kind}: {reason}" if reason else kind


class MarkView(Shape, frozen=True):
    """Boxes struck off a row at once by one ship or other cause, or boxes restored.

    ship          the ship
    turn          the turn
    line          the line of the journal
    track         the row's id in the rules
    label         the row's name on the card
    boxes         the number of boxes struck off; below 0 if boxes were restored
    left          the number of boxes left in the row
    full          the number of boxes in the row when the ship was undamaged
    why           the reason given
    by            the enemy ship that caused it; empty if no enemy did
    how           the weapon or other means that caused it; empty for a repair
    shot_line     the line of the shot that struck the boxes, which may come before ``line``; null if no shot struck them directly
    follows       whether the loss followed from earlier damage, such as a fire or a flood
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
    shot_line: int | None
    follows: bool


class StateView(Shape, frozen=True):
    """A change of a ship's card in a turn, other than of boxes: a system's new state, or a new serious condition."""

    ship: str
    turn: int
    text: str


class BoxesView(Shape, frozen=True):
    """Boxes left on a row of a ship's card: at the start, at the end of each turn, and now."""

    ship: str
    track: str
    label: str
    full: int
    left: tuple[int, ...]


def marks(journal: Journal[Any], found: Attribution | None = None) -> tuple[MarkView, ...]:
    """Every loss and repair of boxes, in order. A caller that has the attribution passes it as ``found`` to save time."""
    found = found or attributed(journal)
    labels = {(card.name, track.id): track.label for card in journal.start.cards() for track in card.tracks}
    return tuple(
        mark
        for happening, doing in found.doings
        if isinstance(event := happening.event, Marked) and event.before != event.after
        for mark in _marks(journal, happening, labels.get((event.ship, event.track), event.track), doing, found)
    )


def _marks(journal: Journal[Any], happening: Happening, label: str, doing: Doing, found: Attribution) -> Iterator[MarkView]:
    """A change of boxes, divided by shot or by ship if several caused it. Without a ship as the cause, its reason or order is
    named.
    """
    event, record = happening.event, happening.record
    assert isinstance(event, Marked)
    words = worded(event, journal.start.wording)
    assert isinstance(words, Marked)
    left, struck = event.before, event.after < event.before
    cause = doing.how or ("" if doing.by else words.why or journal.ruleset.order(record.procedure).title)
    by_shot: list[tuple[str, int | None, int]] = [(doing.by, shot, boxes) for shot, boxes in doing.shots]
    shares = by_shot or [(by, None, boxes) for by, boxes in doing.shared or ((doing.by, event.before - event.after),)]
    for by, shot, boxes in shares:
        left -= boxes
        yield MarkView.of(
            words,
            turn=happening.turn,
            line=record.number,
            label=label,
            boxes=boxes,
            left=left,
            by=by if struck else "",
            how=cause if struck else "",
            shot_line=found.fired[shot].record.number if shot is not None else None,
            follows=doing.follows and struck,
        )


def states(journal: Journal[Any]) -> tuple[StateView, ...]:
    """Systems damaged, destroyed and repaired, and serious conditions begun, turn by turn."""
    return tuple(state for several in states_by_end(journal, turn_ends(journal)) for state in several)


def states_by_end(journal: Journal[Any], ends: Sequence[TurnEnd]) -> Iterator[tuple[StateView, ...]]:
    """For each turn or stage in ``ends``: the changes of systems and serious conditions between its start and its end."""
    for before, after in pairwise((beginning(journal), *ends)):
        pairs = zip(cards(journal, before.battle), cards(journal, after.battle), strict=True)
        yield tuple(StateView(ship=now.name, turn=after.turn, text=text) for was, now in pairs for text in _changes(was, now))


def _changes(was: CardView, now: CardView) -> Iterator[str]:
    """Systems whose state or words changed, and new serious conditions. One that was there before with other words, such as a
    smaller fire, is told with these.
    """
    before = {system.label: system for system in was.systems}
    for system in now.systems:
        then = before.get(system.label, system)
        if system != then and not (now.fate and system.state == SOUND):
            state = "repaired" if system.state == "sound" else system.state
            yield f"{system.label} {state}" + (f" ({system.detail})" if system.detail != then.detail else "")
    had = {condition.text for condition in was.conditions}
    told_before = {_sign(condition): condition.text for condition in was.conditions}
    for condition in now.conditions if not now.fate else ():
        if condition.is_serious and condition.text not in had:
            earlier = told_before.get(_sign(condition))
            yield f"{condition.text}{f' (before: {earlier})' if earlier else ''}"


def _sign(condition: Condition) -> str:
    """The sign of a condition without numbers."""
    return condition.short.split()[0] if condition.short else condition.text


def boxes(journal: Journal[Any], ends: Sequence[TurnEnd] = ()) -> tuple[BoxesView, ...]:
    """Boxes left on each row of each ship's card, at the start and at the ends of turns or stages."""
    moments = [end.battle.cards() for end in (beginning(journal), *(ends or turn_ends(journal)))]
    then = [{(card.name, track.id): track.left for card in moment for track in card.tracks} for moment in moments]
    return tuple(
        BoxesView(
            ship=card.name,
            track=track.id,
            label=track.label,
            full=track.full,
            left=tuple(left.get((card.name, track.id), 0) for left in then),
        )
        for card in cards(journal, journal.start)
        for track in card.tracks
    )


def fates(
    journal: Journal[Any], found: Attribution | None = None, struck: Iterable[MarkView] | None = None
) -> tuple[FateView, ...]:
    """The fate of each ship, in the scenario's order. A caller that has the attribution or the marks passes them to save time."""
    found = found or attributed(journal)
    by_whom: dict[str, Counter[str]] = {}
    followed: dict[tuple[str, str], list[MarkView]] = {}
    for mark in marks(journal, found) if struck is None else struck:
        if mark.by:
            by_whom.setdefault(mark.ship, Counter())[mark.by] += mark.boxes
            followed.setdefault((mark.ship, mark.by), []).extend([mark] if mark.shot_line is None else [])
    shares = {
        ship: tuple(_share(by, boxes, followed[ship, by]) for by, boxes in counts.most_common())
        for ship, counts in by_whom.items()
    }
    whose = {(happening.record.number, id(happening.event)): doing for happening, doing in found.doings}
    ends = _ends(journal, (happening for happening, _ in found.doings))
    fates = (_fate(card, ends, shares.get(card.name, ()), whose) for card in cards(journal, journal.battle))
    return tuple(replace(fate, verb=_verb(journal, fate, ends.get(fate.ship), found)) for fate in fates)


def _share(by: str, boxes: int, followed: Sequence[MarkView]) -> Share:
    """A ship's part in the damage of another. A cause that is named together with others, such as fire and flooding, is not named
    by itself too.
    """
    causes = dict.fromkeys(mark.how for mark in followed)
    within = {part for cause in causes for part in JOINT_CAUSES.get(cause, ())}
    own = tuple(cause for cause in causes if cause not in within)
    return Share(ship=by, boxes=boxes, followed=sum(mark.boxes for mark in followed), causes=own)


def _fate(
    card: CardView, ends: Mapping[str, Happening], shares: tuple[Share, ...], whose: Mapping[tuple[int, int], Doing]
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
        struck_by=shares,
        kind=card.end.kind if card.end else card.fate or card.lost,
        reason=card.end.reason if card.end else "",
        bare=card.end.bare if card.end else "",
        doers=doing.doers,
    )


def _verb(journal: Journal[Any], fate: FateView, end: Happening | None, found: Attribution) -> str:
    """What a lost ship did, by the reason for her loss or by the result that gave her the condition through which she was lost.
    Empty if the rules have no verb for it.
    """
    if end is None or not isinstance(end.event, Changed):
        return ""
    through = fate.ship, end.event.through
    gave = [one.event.said for one, _ in found.doings if isinstance(one.event, Changed) and _fact(one.event) == through]
    reasons = {fate.bare, *(str(said.values.get("result", "")) for said in gave if said)}
    verbs = {verb for reason, verb in journal.ruleset.spelled_out.items() if reason in reasons}
    return verbs.pop() if len(verbs) == 1 else ""


def _fact(event: Changed) -> tuple[str, str]:
    return event.subject, event.name


def _ends(journal: Journal[Any], events: Iterable[Happening]) -> dict[str, Happening]:
    """For each ship that is gone or was captured, the change that did it. A ship that was never
    on the table is left out.
    """
    lines: dict[str, dict[int, Record]] = {ship.name: {} for ship in journal.start.ships() if _is_gone(journal.battle, ship.name)}
    for happening in events:
        if isinstance(happening.event, Changed) and happening.event.subject in lines:
            lines[happening.event.subject][happening.record.number] = happening.record
    found = ((ship, _end(journal, ship, touching)) for ship, touching in lines.items())
    return {ship: end for ship, end in found if end}


def _end(journal: Journal[Any], ship: str, touching: Mapping[int, Record]) -> Happening | None:
    """The change that removed a ship from the battle. ``touching`` has the lines that changed her."""
    for number in sorted(touching, reverse=True):
        battle = journal.battle_before(number)
        if not _is_gone(battle, ship):
            for happening in record_happenings(touching[number]):
                event = happening.event
                battle = battle.with_changes(changes((event,)))
                if isinstance(event, Changed) and event.subject == ship and _is_gone(battle, ship):
                    return happening
            return None
    return None


def _is_gone(battle: Battle[Any], ship: str) -> bool:
    return any(end_of(battle.rules.entries[ship], battle.to_come))
