"""The coastal ship card in a roster file: its systems from bow to stern, and the weapon on each mount."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from fleetbook.rules.kit.roster_card import RosterCard

Size = Literal["boat", "small", "trawler", "corvette", "destroyer", "larger"]
SIZES: tuple[str, ...] = get_args(Size)
BOAT, _, _, CORVETTE, DESTROYER, LARGER = SIZES
Arc = Literal["front", "port", "starboard", "rear", "all-round"]
*BEARINGS, ALL_ROUND = get_args(Arc)
SystemKind = Literal[
    "bridge", "engines", "mount", "torpedoes", "radar", "hydrophones", "searchlight", "star shell", "naxos", "other"
]
BOXED = ("bridge", "engines")


class SystemEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A system on the card: a place that can be hit.

    kind       the kind of system
    name       unique on its card; the bridge and the engines need none
    weapon     of a mount: its line on the sheet's charts
    arc        the directions in which it bears; front and rear bear on both sides too
    guns       the guns in a mount, if the chart scores each gun
    calibre    in inches: needed on the guns' chart, and for 3 inches or more
    tubes      torpedoes that can be launched at once
    torpedoes  torpedoes aboard, reloads included
    boxes      of the bridge; left out, those of the ship's size
    """

    kind: SystemKind
    name: str = ""
    weapon: Annotated[str, msgspec.Meta(extra={"rows_of": ("cannon", "guns")})] = ""
    arc: Arc = ALL_ROUND
    guns: int = 1
    calibre: float = 0.0
    tubes: int = 0
    torpedoes: int = 0
    boxes: int = 0

    @property
    def boxed(self) -> bool:
        """Whether it is a row of boxes: a bridge or engines."""
        return self.kind in BOXED


class Card(RosterCard, frozen=True):
    """One ship or class.

    name       the class's, or the ship's own
    kind       the sheet's word for her type: E-boat, MTB, corvette …
    size       her size as a target; it also gives the boxes of her bridge
    tons       displacement; the loaded figure if a source gives two
    systems    all places that can be hit, from bow to stern; a large gun may destroy neighbours
    source     the source of tons, knots and weapons
    knots      best speed
    speed      the same in cm a turn; left out, it follows from the knots
    hull       hull boxes; left out, they follow from the tons (C10)
    merchant   true for a merchant ship
    submarine  true for a submarine
    cargo      cargo that may explode
    estimated  true if the hull boxes come from the formula
    checked    false for general knowledge that nobody compared with a source
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
