"""A ship's damage in words, the worst first: one list for the board, the journal and the squadrons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.core.battle.events import Changed, Event, Marked, TookForce
from fleetbook.core.parsing import listed

DAMAGED, DESTROYED = "damaged", "destroyed"
MOST_NAMED = 4  # systems of one state; more are counted


class DamageWord(NamedTuple):
    """A few words about damage, such as ``FIRE 2`` or ``bridge 1 of 2``. Grave ones may lose the ship or cripple her."""

    text: str
    grave: bool = False


def damage_words(card: CardView) -> list[DamageWord]:
    """All damage of a ship beside her first row of boxes: grave conditions, other rows, systems. Empty for a sound ship."""
    rows = {name for track in card.rows for name in (track.id, track.label)}
    systems = [system for system in card.systems if system.label not in rows]
    return [
        *(DamageWord(text, True) for text in short_words(one for one in card.conditions if one.gravity == "grave")),
        *(DamageWord(boxes_words(track)) for track in card.rows[1:] if track.left < track.full),
        *_of_systems(systems, DESTROYED, "out"),
        *_of_systems(systems, DAMAGED, DAMAGED),
    ]


def other_words(card: CardView) -> list[str]:
    """Conditions that are no damage, such as ``SMOKE``, but for those with a sign of one letter."""
    return short_words(one for one in card.conditions if one.gravity != "grave" and len(one.short) > 1)


def short_words(conditions: Iterable[Condition]) -> list[str]:
    """The short words of conditions. Equal ones stand once with their number: smoke towards two ships is ``SMOKE×2``."""
    alike = Counter(one.short for one in conditions)
    return [f"{short}×{number}" if number > 1 else short for short, number in alike.items()]


def boxes_words(track: Track) -> str:
    """A row that lost boxes: ``bridge 1 of 2``."""
    return f"{track.label} {track.left} of {track.full}"


def is_hurt(card: CardView) -> bool:
    """Whether a box is struck, a system damaged, or a condition grave."""
    return any(track.left < track.full for track in card.tracks) or bool(damage_words(card))


def new_damage(before: CardView, now: CardView) -> list[DamageWord]:
    """The damage that a ship has now and did not have before: her loss first, the boxes lost of her first row last."""
    if now.fate or now.lost:
        return [] if before.fate or before.lost else [DamageWord((now.lost or "gone").upper(), True)]
    had = {word.text for word in damage_words(before)}
    words = [word for word in damage_words(now) if word.text not in had]
    first, then = before.first, now.first
    lost = first.left - then.left if first and then and first.id == then.id else 0
    return [*words, DamageWord(f"{then.label} −{lost}")] if then and lost > 0 else words


class Harm(NamedTuple):
    """The new damage of a ship by one order, the worst first."""

    ship: str
    words: tuple[DamageWord, ...]

    @property
    def is_grave(self) -> bool:
        """Whether it may lose the ship or cripple her."""
        return any(word.grave for word in self.words)


def harm_by(events: Iterable[Event], before: Battle[Any], after: Battle[Any]) -> tuple[Harm, ...]:
    """The ships that events hurt, those in the gravest state first."""
    touched = (event.ship if isinstance(event, Marked) else getattr(event, "subject", "") for event in events
               if isinstance(event, (Marked, Changed, TookForce)))  # fmt: skip
    ships = [name for name in dict.fromkeys(touched) if before.is_ship(name)]
    harm = [Harm(name, tuple(new_damage(before.card(name), after.card(name)))) for name in ships]
    return tuple(sorted((one for one in harm if one.words), key=lambda one: not one.is_grave))


def _of_systems(systems: Iterable[System], state: str, word: str) -> list[DamageWord]:
    labels = [system.label for system in systems if system.state == state]
    if len(labels) > MOST_NAMED:
        return [DamageWord(f"{len(labels)} systems {word}")]
    return [DamageWord(f"{listed(labels)} {word}")] if labels else []
