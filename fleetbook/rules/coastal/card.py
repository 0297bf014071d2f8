"""The ship card of the coastal rules in a roster file: the ship's systems and weapons."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from fleetbook.core.battle.card_words import only_for
from fleetbook.rules.kit.roster_card import RosterCard

Size = Literal["boat", "small", "trawler", "corvette", "destroyer", "larger"]
SIZES: tuple[str, ...] = get_args(Size)
BOAT, _, _, CORVETTE, DESTROYER, LARGER = SIZES
Arc = Literal["front", "port", "starboard", "rear", "all-round"]
*BEARINGS, ALL_ROUND = get_args(Arc)
CAPITAL, LARGER = get_args(Size)[-2:]  # the loss of a ship of these sizes is shown in large letters
SystemKind = Literal[
    "bridge", "engines", "mount", "torpedoes", "radar", "hydrophones", "searchlight", "star shell", "naxos", "other"
]
BOXED = ("bridge", "engines")


class SystemEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A system on a ship card: one part of the ship that can be hit.

    kind       the kind of system
    name       its name, unique on the card; a bridge or engines need no name
    weapon     on a mount: the row of its weapon in the sheet's charts
    arc        the directions in which it can fire; front and rear include both sides
    guns       the number of guns in the mount, if the chart gives points for each gun
    calibre    calibre in inches; needed if the weapon is in the chart of guns, or is of 3 inches or more
    tubes      the number of torpedoes that it can launch in one turn
    torpedoes  the number of its torpedoes, reloads included
    boxes      the boxes of a bridge; if left out, the ship's size gives them
    """

    kind: SystemKind
    name: str = ""
    weapon: Annotated[str, only_for(kind=("mount",), rows=("cannon", "guns"))] = ""
    arc: Annotated[Arc, only_for(kind=("mount", "torpedoes"))] = ALL_ROUND
    guns: Annotated[int, only_for(kind=("mount",))] = 1
    calibre: Annotated[float, only_for(kind=("mount",))] = 0.0
    tubes: Annotated[int, only_for(kind=("torpedoes",))] = 0
    torpedoes: Annotated[int, only_for(kind=("torpedoes",))] = 0
    boxes: Annotated[int, only_for(kind=("bridge",))] = 0

    @property
    def boxed(self) -> bool:
        """Whether the system is a bridge or engines. Only these have boxes."""
        return self.kind in BOXED


class Card(RosterCard, frozen=True):
    """The card of one ship, or of all ships of a class.

    name       the name of the ship or of her class
    kind       the sheet's word for her type: E-boat, MTB, corvette …
    size       the ship's size as a target; it also gives the boxes of her bridge
    tons       displacement; if the source gives two figures, the loaded one
    systems    all systems that can be hit, from bow to stern; a large gun may destroy neighbouring systems too
    source     where the tons, knots and weapons come from
    knots      top speed in knots
    speed      top speed in cm a turn; if left out, worked out from the knots
    hull       hull boxes; if left out, worked out from the tons (C10)
    merchant   true for a merchant ship
    submarine  true for a submarine
    cargo      ammunition or oil, which may explode; empty for any other cargo
    estimated  true if a formula gave the hull boxes
    checked    false if nobody compared the figures with a source
    note       a remark for the referee
    """

    name: str
    kind: str
    size: Size
    tons: float
    systems: tuple[SystemEntry, ...]
    source: str
    knots: float = 0.0
    speed: int = 0
    hull: int = 0
    merchant: bool = False
    submarine: bool = False
    cargo: Literal["", "ammunition", "oil"] = ""
