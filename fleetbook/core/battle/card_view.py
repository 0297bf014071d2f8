"""A ship's card for screens and reports. This form is the same for every rule system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

import msgspec
from msgspec import UNSET, UnsetType

from fleetbook.core.parsing import listed


class Track(msgspec.Struct, frozen=True):
    """A named row of boxes on a ship's card: ``left`` of ``full`` boxes are left."""

    id: str
    label: str
    left: int
    full: int


class System(msgspec.Struct, frozen=True):
    """A ship's system, such as a rudder, on her card. Its state is ``sound``, ``damaged`` or ``destroyed``. ``detail`` has
    further words, such as an arc of fire.
    """

    label: str
    state: str
    detail: str = ""


SOUND, DAMAGED, DESTROYED = STATES = "sound", "damaged", "destroyed"
MOST_NAMED = 4  # systems of one state; more are counted


def systems_words(systems: Iterable[System], state: str, word: str) -> str:
    """The systems in a state: ``fore and aft out``, or ``6 systems damaged``. Empty if there are none."""
    labels = [system.label for system in systems if system.state == state]
    return f"{listed(labels) if len(labels) <= MOST_NAMED else f'{len(labels)} systems'} {word}" if labels else ""


class Condition(msgspec.Struct, frozen=True):
    """A condition of a ship, such as "on fire". ``short`` is a letter or word for the card, ``text`` is the full wording.
    ``gravity`` is ``plain``, ``due`` (something must be done about it), ``grave`` or ``good``. Only the ship's own side and the
    referee see a ``secret`` condition.

    figure  the number that decides, such as ``5+``. The board shows it after ``short`` if there is room
    means   the figure in words: "D10 5 or more each turn, or she sinks"
    """

    short: str
    text: str
    gravity: str = "plain"
    secret: bool = False
    figure: str | UnsetType = UNSET  # not in the JSON without one
    means: str | UnsetType = UNSET

    @property
    def whole(self) -> str:
        """The full wording, with what the figure means."""
        return f"{self.text}: {self.means}" if self.means else self.text

    @property
    def is_serious(self) -> bool:
        """Whether the condition is grave, or something must be done about it."""
        return self.gravity in ("grave", "due")


class Particular(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a card that is not a row of boxes, such as armour. ``value`` includes the unit. ``numbered`` is a value of
    several names, each with the faces of a die that mean it. A page prints these faces bold.
    """

    label: str
    value: str
    numbered: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.label} {self.value}"


UNDER_WATER = ("sunk", "destroyed", "blown up", "scuttled", "foundered", "capsized")
"""The kinds of loss that leave a ship under water. A captured ship is lost too, but afloat."""


class End(msgspec.Struct, frozen=True):
    """How a ship left the battle: its kind, such as sunk, the turn, and the reason in words.

    bare  the reason without the names of the ships that caused it. A reason may have these names in brackets
    """

    kind: str
    turn: int
    reason: str = ""
    bare: str = ""

    @property
    def words(self) -> str:
        """The end without its turn: ``sunk: capsized``."""
        return f"{self.kind}: {self.reason}" if self.reason else self.kind

    @property
    def brief(self) -> str:
        """The end without its turn and without the names of the ships that caused it."""
        return f"{self.kind}: {self.bare}" if self.bare else self.kind


@dataclass(frozen=True, slots=True)
class CardView:
    """The card of one ship, ready to show.

    fate         how she left the battle; empty if she has not
    lost         the kind of her loss, such as "sunk"; empty if she is not lost
    standing     her condition if she no longer fights as before, such as "sinking"; otherwise empty
    supplies     tracks of what she can use up, such as torpedoes
    pace         her speed and the highest speed that she can reach now, for a column: "8/16 cm"
    particulars  entries such as armour, each with a title
    unseen       whether no enemy has seen her yet. The other side may then not read her card
    idle         whether she does not fight now, because she is disabled for example
    end          her fate as values; left out if she is still in the battle, or if the rules describe it only in words
    full_speed   her present maximum speed, such as "16 cm"; left out if damage never changes it
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
    particulars: tuple[Particular, ...] | UnsetType = UNSET  # not in the JSON if the rules have no particulars
    unseen: bool | UnsetType = UNSET  # not in the JSON if all ships are seen from the start
    idle: bool | UnsetType = UNSET  # not in the JSON for a ship that fights
    end: End | UnsetType = UNSET  # not in the JSON for a ship that is there
    full_speed: str | UnsetType = UNSET  # not in the JSON if damage never changes it

    @property
    def end_words(self) -> str:
        """How she left the battle, without the turn; empty if she has not."""
        return self.end.words if self.end else self.fate

    @property
    def rows(self) -> tuple[Track, ...]:
        """The tracks that have at least one box."""
        return tuple(track for track in self.tracks if track.full)

    @property
    def first(self) -> Track | None:
        """The first track that has a box; None if no track has one. Ships of one battle may have different damage tracks."""
        return next((track for track in self.tracks if track.full), None)

    @property
    def went_down(self) -> bool:
        """Whether the ship is lost and has left the battle. A captured ship is lost, but may stay in the battle."""
        return bool(self.lost and self.fate)

    @property
    def is_sunk(self) -> bool:
        """Whether the ship is under water. A captured ship, for example, is lost but not under water."""
        return self.went_down and self.lost in UNDER_WATER

    def __hash__(self) -> int:
        """A hash of the values that orders change. It is quick to compute, since a screen looks up hundreds of cards at every key
        press.
        """
        return hash((self.name, self.motion, self.fate, self.conditions, tuple(track.left for track in self.tracks)))


COMES = "THEN"
"""The sign on the card for changes that count at the end of a simultaneous phase."""


def with_coming_changes(now: CardView, then: CardView) -> CardView:
    """A ship's card with a condition that lists her changes at the end of the simultaneous phase. Without such changes it is the
    card ``now``. ``then`` is her card at the end of the phase.
    """
    boxes = {track.id: track.left for track in now.tracks}
    supplies = {supply.id: supply.left for supply in now.supplies}
    here, there = ([condition.text for condition in card.conditions] for card in (now, then))
    words = [
        *(then.fate if then.fate != now.fate else "", then.standing if then.standing != now.standing else ""),
        *(f"{track.label} {track.left}/{track.full}" for track in then.tracks if boxes.get(track.id) != track.left),
        *(f"{system.label} {system.state}" for system in then.systems if system not in now.systems),
        *(f"{s.label} {s.left}/{s.full}" for s in then.supplies if supplies.get(s.id) != s.left),
        *(text for text in there if text not in here),
        *(f"no longer {text}" for text in here if text not in there),
    ]
    coming = ", ".join(dict.fromkeys(filter(None, words)))
    if not coming:
        return now
    gravity = "grave" if then.fate or then.standing else "plain"
    return replace(now, conditions=(*now.conditions, Condition(COMES, f"at the end of this step: {coming}", gravity)))


def squadrons(cards: Iterable[CardView], heading: Callable[[CardView], str] | None = None) -> list[list[CardView]]:
    """The cards grouped by squadron, or by another heading. A group has the place of its first ship; a ship without a heading is
    a group of its own.
    """
    groups: dict[tuple[str, str, str], list[CardView]] = {}
    for card in cards:
        group = heading(card) if heading else card.squadron
        groups.setdefault((card.side, group, "" if group else card.name), []).append(card)
    return list(groups.values())


def strength(cards: Collection[CardView]) -> str:
    """The number of these ships that still fight, in words: ``6 of 9 fight``. If a ship that is still there cannot fight, the
    text also counts the ships that are lost, gone or out: ``6 of 9 fight, 2 sunk, 1 out``.
    """
    there = [card for card in cards if not card.fate]
    out = sum(bool(card.standing) or card.idle is True for card in there)
    fighting = len(there) - out
    left = Counter(card.lost or "gone" for card in cards if card.fate)
    others = "".join(f", {number} {words}" for words, number in (*left.items(), ("out", out))) if out else ""
    return f"{fighting or 'none'} of {len(cards)} fight{'s' if fighting == 1 else ''}{others}"


class Tick(msgspec.Struct, frozen=True):
    """A mark on a ship's card for something that she does each turn, such as moving. ``done`` says whether she has done it,
    ``due`` whether she can do it now. The card shows the sign in capitals while ``due``, in small letters once ``done``, and
    ``undone`` in place of it otherwise. ``again`` has the words for doing it a second time in the turn.
    """

    sign: str
    words: str
    done: bool = False
    due: bool = False
    undone: str = "·"
    again: str = ""


class Stage(msgspec.Struct, frozen=True):
    """A part of a turn: a short name for a chart, such as "r1 s3", and its full name. Both are empty if a turn has no parts."""

    short: str = ""
    words: str = ""


WHOLE_TURN = Stage()


class Marker(msgspec.Struct, frozen=True):
    """A counter on the table, such as a squadron or a torpedo, with its side and its place. ``course`` has both in short for
    a counter that runs by itself.
    """

    name: str
    side: str
    place: str = ""
    course: str | UnsetType = UNSET
