"""What a ship card shows, for every screen and report: a rendering that knows no rule system."""

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
    """A place on the card: state is ``sound``, ``damaged`` or ``destroyed``; ``detail`` such as an arc."""

    label: str
    state: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds for the ship now: a letter or short word for the card, the whole in words, and how grave it is
    (``plain``, ``grave`` or ``good``); a ``secret`` one is for its own side and the referee.
    """

    short: str
    text: str
    gravity: str = "plain"
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Particular:
    """Something that a card says beside its boxes, such as armour: what it is, and how much with its unit."""

    label: str
    value: str

    def __str__(self) -> str:
        return f"{self.label} {self.value}"


UNDER_WATER = ("sunk", "destroyed", "blown up", "scuttled", "foundered", "capsized")
"""As what a ship is lost that is no longer there; of any other, such as one captured, nothing went down."""


@dataclass(frozen=True, slots=True)
class CardView:
    """One ship as a card: ``fate`` is empty for a ship that fights on, otherwise says how it is gone, and ``lost`` as what it is
    lost, such as "sunk"; ``standing`` is what a ship is that is there and no longer fights as before, such as "sinking".
    ``supplies`` are pairs of label, left and full such as torpedoes; ``pace`` is the motion with the most that is possible now,
    for a column: "8/16 cm". ``particulars`` is what the card's declaration gives a title. ``unseen`` is a ship that no enemy has
    seen yet: whoever is not of her side knows that she is there, and nothing of her card. ``idle`` is a ship that does not fight
    now, such as a disabled one.
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
    particulars: tuple[Particular, ...] | UnsetType = UNSET  # of rules that tell none, JSON has no such key
    unseen: bool | UnsetType = UNSET  # likewise where ships are seen from the first
    idle: bool | UnsetType = UNSET  # likewise of a ship that fights

    @property
    def rows(self) -> tuple[Track, ...]:
        """The tracks that have a box: a card shows no row of what its ship has not."""
        return tuple(track for track in self.tracks if track.full)

    @property
    def first(self) -> Track | None:
        """The first track that has a box; None where none has: ships of one battle may have other damage tracks than others."""
        return next((track for track in self.tracks if track.full), None)

    @property
    def went_down(self) -> bool:
        """Whether she is lost and gone, boxes and all, rather than another's now."""
        return bool(self.lost and self.fate)

    @property
    def is_sunk(self) -> bool:
        """Whether she is under water, rather than lost otherwise, such as captured."""
        return self.went_down and self.lost in UNDER_WATER

    def __hash__(self) -> int:
        """Of what a card differs in from order to order: a screen looks cards up by the hundred at every key."""
        return hash((self.name, self.motion, self.fate, self.conditions, tuple(track.left for track in self.tracks)))


COMES = "THEN"
"""The sign of what counts only as a simultaneous step is left."""


def with_what_comes(now: CardView, then: CardView) -> CardView:
    """A card with what will be otherwise on it as the step is left, as one condition; the card itself where nothing will."""
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
    told = ", ".join(dict.fromkeys(filter(None, words)))
    if not told:
        return now
    gravity = "grave" if then.fate or then.standing else "plain"
    return replace(now, conditions=(*now.conditions, Condition(COMES, f"as this step is left: {told}", gravity)))


def squadrons(cards: Iterable[CardView]) -> list[list[CardView]]:
    """The ships of each squadron, wherever they stand, at the place of its first; a ship without a squadron by herself."""
    groups: dict[tuple[str, str, str], list[CardView]] = {}
    for card in cards:
        groups.setdefault((card.side, card.squadron, "" if card.squadron else card.name), []).append(card)
    return list(groups.values())


def strength(cards: Collection[CardView]) -> str:
    """How many of some ships fight, and where some that are there do not, what became of the others: ``6 of 9 fight, 2 sunk,
    1 out``.
    """
    there = [card for card in cards if not card.fate]
    out = sum(bool(card.standing) or card.idle is True for card in there)
    fighting = len(there) - out
    left = Counter(card.lost or "gone" for card in cards if card.fate)
    others = "".join(f", {number} {words}" for words, number in (*left.items(), ("out", out))) if out else ""
    return f"{fighting or 'none'} of {len(cards)} fight{'s' if fighting == 1 else ''}{others}"


@dataclass(frozen=True, slots=True)
class Tick:
    """Whether a ship has done something this turn: its sign, in words, and whether it is done, or may be done now (``due``);
    ``undone`` is the sign that stands where it is neither. The sign stands in capitals where it is due, otherwise small.
    ``again`` says what doing it once more comes to.
    """

    sign: str
    words: str
    done: bool = False
    due: bool = False
    undone: str = "·"
    again: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a turn: as short as a chart needs it, such as "r1 C3", and in words; both empty where a turn is told as one."""

    short: str = ""
    words: str = ""


WHOLE_TURN = Stage()


@dataclass(frozen=True, slots=True)
class Marker:
    """A squadron, a torpedo or the like as it stands on the table: whose it is, and where."""

    name: str
    side: str
    place: str = ""
