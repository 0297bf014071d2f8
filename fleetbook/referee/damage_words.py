"""Words for a ship's damage, the worst first. The board, the journal and the squadrons use the same list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import DAMAGED, DESTROYED, STATES, CardView, Condition, System, Track, systems_words
from fleetbook.core.battle.events import Changed, Event, Marked, TookForce
from fleetbook.core.battle.record import Record
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal


class DamageWord(NamedTuple):
    """A few words about damage, such as ``FIRE 2`` or ``bridge 1 of 2``.

    grave  whether the damage may sink the ship or cripple her
    due    whether it must be dealt with, such as ``HITS DUE 2``
    figure the number that decides, such as ``5+`` after ``CATASTROPHE``
    """

    text: str
    grave: bool = False
    due: bool = False
    figure: str = ""

    @property
    def whole(self) -> str:
        """The word with its figure."""
        return f"{self.text} {self.figure}".rstrip()


def damage_words(card: CardView, room: int | None = None) -> list[DamageWord]:
    """A ship's damage, except her first row of boxes: serious conditions, damage to be dealt with, other rows, systems. Systems
    that together need more cells than ``room`` are named one by one.

    Empty for an undamaged ship.
    """
    rows = {name for track in card.rows for name in (track.id, track.label)}
    systems = [system for system in card.systems if system.label not in rows]
    return [
        *_serious(card),
        *(DamageWord(boxes_words(track)) for track in card.rows[1:] if track.left < track.full),
        *_of_systems(systems, DESTROYED, "out", room),
        *_of_systems(systems, DAMAGED, DAMAGED, room),
    ]


def _serious(card: CardView) -> list[DamageWord]:
    """A ship's serious conditions, and damage that must be dealt with."""
    figures = {one.short: one.figure or "" for one in card.conditions}
    grave = short_words(one for one in card.conditions if one.gravity == "grave")
    return [
        *(DamageWord(text, grave=True, figure=figures.get(text, "")) for text in grave),
        *(DamageWord(text, due=True) for text in short_words(one for one in card.conditions if one.gravity == "due")),
    ]


def other_words(card: CardView) -> list[str]:
    """Conditions that are not damage, such as ``SMOKE``. Conditions with a sign of one letter are left out."""
    return short_words(one for one in card.conditions if not one.is_serious and len(one.short) > 1)


def short_words(conditions: Iterable[Condition]) -> list[str]:
    """The short words of conditions. Repeated words are counted: smoke towards two ships is ``SMOKE×2``."""
    alike = Counter(one.short for one in conditions)
    return [f"{short}×{number}" if number > 1 else short for short, number in alike.items()]


def boxes_words(track: Track) -> str:
    """A row that has lost boxes: ``bridge 1 of 2``."""
    return f"{track.label} {track.left} of {track.full}"


def is_hurt(card: CardView) -> bool:
    """Whether a ship has lost a box, has a damaged system, or is in a serious condition."""
    return any(track.left < track.full for track in card.tracks) or bool(damage_words(card))


class Change(NamedTuple):
    """The changes that an order has made on a ship's card.

    harm    new damage, the worst first
    relief  damage that became less
    end     how the ship was lost or left the battle; empty if she is still there
    """

    ship: str
    harm: tuple[DamageWord, ...] = ()
    relief: tuple[str, ...] = ()
    end: str = ""

    @property
    def is_grave(self) -> bool:
        """Whether the damage may sink the ship or cripple her."""
        return any(word.grave for word in self.harm)


def changes_by(events: Iterable[Event], before: Battle[Any], after: Battle[Any]) -> tuple[Change, ...]:
    """The changes of ships' damage by these events. Ships in the most serious state come first."""
    touched = (event.ship if isinstance(event, Marked) else getattr(event, "subject", "") for event in events
               if isinstance(event, (Marked, Changed, TookForce)))  # fmt: skip
    ships = [name for name in dict.fromkeys(touched) if before.is_ship(name)]
    found = [changed(before.card(name), after.card(name)) for name in ships]
    return tuple(sorted((one for one in found if one.harm or one.relief), key=lambda one: (not one.is_grave, not one.harm)))


def changed(before: CardView, now: CardView) -> Change:
    """The damage that became worse or better on a ship's card. If she was lost, only the loss is named. The boxes of her first
    row come last.
    """
    if before is now:
        return Change(now.name)
    if now.fate or now.lost:
        lost = DamageWord((now.lost or "gone").upper(), True)
        return (
            Change(now.name) if before.fate or before.lost else Change(now.name, (lost,), end=now.end.reason if now.end else "")
        )
    conditions, rows, systems = _conditions(before, now), _rows(before, now), _systems(before, now)
    worse = (*conditions[0], *rows[0], *systems[0])
    better = (*conditions[1], *rows[1], *systems[1])
    first, then = before.first, now.first
    boxes = then.left - first.left if first and then and first.id == then.id else 0
    if then and boxes < 0:
        worse = (*worse, DamageWord(f"{then.label} −{-boxes}"))
    return Change(now.name, worse, (*better, f"{then.label} +{boxes}") if then and boxes > 0 else better)


Changes: TypeAlias = tuple[list[DamageWord], list[str]]
"""The damage that became worse, and the damage that became better."""


def _conditions(before: CardView, now: CardView) -> Changes:
    """Serious conditions that began or grew, and those that ended or became less. ``FIRE 2`` counts as growth of ``FIRE``. Of
    what must be dealt with the growth is named: ``HITS DUE +1``.
    """
    then, serious = ([one for one in card.conditions if one.is_serious] for card in (before, now))
    if then == serious:
        return [], []
    had, has = (_levels(card) for card in (before, now))
    worse = [
        DamageWord(f"{name} +{level - had[name][0]}", due=True) if word.due and name in had else word
        for name, (level, word) in has.items()
        if name not in had or had[name][0] < level
    ]
    less = [
        f"{word.text} (was {had[name][1].text})" for name, (level, word) in has.items() if name in had and had[name][0] > level
    ]
    return worse, [*less, *(f"no longer {word.text}" for name, (_, word) in had.items() if name not in has)]


def _levels(card: CardView) -> dict[str, tuple[int, DamageWord]]:
    """A ship's serious conditions by their names: ``FIRE 2`` has the name ``FIRE``, and the number 2 with its words as value."""
    found: dict[str, tuple[int, DamageWord]] = {}
    for word in _serious(card):
        name, number = re.findall(r"(\D*)(\d*)", word.text)[0]
        found[name.rstrip(" ×")] = int(number or 1), word
    return found


def _rows(before: CardView, now: CardView) -> Changes:
    """The rows of a card that lost boxes, and the rows that regained some. The first row is left out: ``changed`` handles it."""
    if before.tracks == now.tracks:
        return [], []
    pairs = [(was, row) for was, row in zip(before.rows[1:], now.rows[1:], strict=False) if was.id == row.id]
    better = [f"{row.label} +{row.left - was.left}" for was, row in pairs if row.left > was.left]
    return [DamageWord(boxes_words(row)) for was, row in pairs if row.left < was.left], better


def _systems(before: CardView, now: CardView) -> Changes:
    """Systems that were damaged or destroyed, and those that were mended."""
    if before.systems == now.systems:
        return [], []
    rows = {name for track in now.rows for name in (track.id, track.label)}
    had = {system.label: STATES.index(system.state) for system in before.systems if system.state in STATES}
    own = [system for system in now.systems if system.label in had and system.label not in rows and system.state in STATES]
    hurt = [system for system in own if STATES.index(system.state) > had[system.label]]
    mended = [system.label for system in own if STATES.index(system.state) < had[system.label]]
    worse = [*_of_systems(hurt, DESTROYED, "out"), *_of_systems(hurt, DAMAGED, DAMAGED)]
    return worse, [f"{listed(mended)} mended"] if mended else []


def _of_systems(systems: Sequence[System], state: str, word: str, room: int | None = None) -> list[DamageWord]:
    words = systems_words(systems, state, word)
    if room is not None and len(words) > room:
        return [DamageWord(f"{system.label} {word}") for system in systems if system.state == state]
    return [DamageWord(words)] if words else []


def new_words(journal: Journal[Any], records: Iterable[Record]) -> dict[str, frozenset[str]]:
    """For each ship that the orders among these lines damaged, the words about her new damage."""
    struck = dict[str, frozenset[str]]()
    for record in (record for record in records if record.is_order):
        before, after = journal.battle_before(record.number), journal.battle_after(record.number)
        for ship in (change.ship for change in changes_by(record.events, before, after) if change.harm):
            had, now = (frozenset(word.text for word in damage_words(one.card(ship))) for one in (before, after))
            struck[ship] = struck.get(ship, frozenset()) | (now - had)
    return struck
