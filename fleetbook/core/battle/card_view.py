"""A ship's card for screens and reports: a view that knows no rule system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from msgspec import UNSET, UnsetType


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes."""

    id: str
    label: str
    left: int
    full: int


@dataclass(frozen=True, slots=True)
class System:
    """A system on the card. Its state is ``sound``, ``damaged`` or ``destroyed``; ``detail`` is for example an arc."""

    label: str
    state: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the ship. ``short`` is a letter or word for the card, ``text`` the whole in words. ``gravity`` is ``plain``,
    ``grave`` or ``good``. A ``secret`` one is for its own side and the referee.
    """

    short: str
    text: str
    gravity: str = "plain"
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Particular:
    """An entry of a card beside its boxes, such as armour: its label, and its value with the unit."""

    label: str
    value: str

    def __str__(self) -> str:
        return f"{self.label} {self.value}"


UNDER_WATER = ("sunk", "destroyed", "blown up", "scuttled", "foundered", "capsized")
"""Kinds of loss of ships that are under water. A captured ship, for example, is not."""


@dataclass(frozen=True, slots=True)
class CardView:
    """One ship as a card. ``fate`` is empty for a ship that fights on, otherwise it says how she is gone. ``lost`` is the kind of
    her loss, such as "sunk". ``standing`` is the condition of a ship that no longer fights as before, such as "sinking".
    ``supplies`` are tracks such as torpedoes. ``pace`` is her motion and its present maximum, for a column: "8/16 cm".
    ``particulars`` are the titled fields of her card. No enemy has seen an ``unseen`` ship yet: the other side may not read her
    card. An ``idle`` ship does not fight now: she may be disabled.
    """

    name: str
    kind: str
    side: str
    motion: str
    tracks: tuple[Track, ...]
    systems: tuple[System, ...] = ()
    supplies: tuple[Track, ...] = ()
    conditions: tuple[Condition, ...] = ()
    fate: str = ""
    squadron: str = ""
    source: str = ""
    lost: str = ""
    standing: str = ""
    pace: str = ""
    particulars: tuple[Particular, ...] | UnsetType = UNSET  # left out of JSON if the rules have none
    unseen: bool | UnsetType = UNSET  # left out of JSON if ships are seen from the start
    idle: bool | UnsetType = UNSET  # left out of JSON for a ship that fights

    @property
    def rows(self) -> tuple[Track, ...]:
        """The tracks that have a box."""
        return tuple(track for track in self.tracks if track.full)

    @property
    def first(self) -> Track | None:
        """The first track that has a box, or None. Ships of one battle may have different damage tracks."""
        return next((track for track in self.tracks if track.full), None)

    @property
    def went_down(self) -> bool:
        """Whether she is lost and gone. A prize is lost too, but not gone."""
        return bool(self.lost and self.fate)

    @property
    def is_sunk(self) -> bool:
        """Whether she is under water. A captured ship, for example, is not."""
        return self.went_down and self.lost in UNDER_WATER

    def __hash__(self) -> int:
        """The hash of the parts that orders change: a screen looks up hundreds of cards at every key."""
        return hash((self.name, self.motion, self.fate, self.conditions, tuple(track.left for track in self.tracks)))


COMES = "THEN"
"""The sign of changes that count at the end of a simultaneous step."""


def with_coming_changes(now: CardView, then: CardView) -> CardView:
    """A card with one more condition: the changes at the end of the step. Without changes it is the card itself."""
    boxes = {track.id: track.left for track in now.tracks}
    supplies = {supply.label: supply.left for supply in now.supplies}
    here, there = ([condition.text for condition in card.conditions] for card in (now, then))
    words = [
        *(then.fate if then.fate != now.fate else "", then.standing if then.standing != now.standing else ""),
        *(f"{track.label} {track.left}/{track.full}" for track in then.tracks if boxes.get(track.id) != track.left),
        *(f"{system.label} {system.state}" for system in then.systems if system not in now.systems),
        *(f"{s.label} {s.left}/{s.full}" for s in then.supplies if supplies.get(s.label) != s.left),
        *(text for text in there if text not in here),
        *(f"no longer {text}" for text in here if text not in there),
    ]
    coming = ", ".join(dict.fromkeys(filter(None, words)))
    if not coming:
        return now
    gravity = "grave" if then.fate or then.standing else "plain"
    return replace(now, conditions=(*now.conditions, Condition(COMES, f"as this step is left: {coming}", gravity)))


def squadrons(cards: Iterable[CardView]) -> list[list[CardView]]:
    """The ships of each squadron, at the place of its first ship. A ship without a squadron is a group alone."""
    groups: dict[tuple[str, str, str], list[CardView]] = {}
    for card in cards:
        groups.setdefault((card.side, card.squadron, "" if card.squadron else card.name), []).append(card)
    return list(groups.values())


def strength(cards: Collection[CardView]) -> str:
    """The number of ships that fight. If some are out, all others are counted too: ``6 of 9 fight, 2 sunk, 1 out``."""
    there = [card for card in cards if not card.fate]
    out = sum(bool(card.standing) or card.idle is True for card in there)
    fighting = len(there) - out
    left = Counter(card.lost or "gone" for card in cards if card.fate)
    others = "".join(f", {number} {words}" for words, number in (*left.items(), ("out", out))) if out else ""
    return f"{fighting or 'none'} of {len(cards)} fight{'s' if fighting == 1 else ''}{others}"


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark for something that a ship does each turn. It has a sign, its words, and whether it is ``done``, or ``due`` (possible
    now). The sign is in capitals if it is due, otherwise small. ``undone`` is the sign for neither. ``again`` says what a second
    time would mean.
    """

    sign: str
    words: str
    done: bool = False
    due: bool = False
    undone: str = "·"
    again: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a turn: a short name for a chart, such as "r1 C3", and its words. Both are empty if a turn has no parts."""

    short: str = ""
    words: str = ""


WHOLE_TURN = Stage()


@dataclass(frozen=True, slots=True)
class Marker:
    """A squadron, a torpedo or the like on the table, with its side and its place."""

    name: str
    side: str
    place: str = ""
