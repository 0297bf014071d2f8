"""The coastal ship card as a roster file states it: systems in the order of the card, weapons by their line on the sheet."""

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
    """A named place on the card that can be hit.

    kind       what stands there
    name       unique on its card; the bridge and the engines need none
    weapon     of a mount: its line on the sheet's charts
    arc        where it bears; front and rear bear on both sides too
    guns       how many a mount counts for where the chart scores each gun
    calibre    in inches, where that is 3 or more or the chart is that of the guns
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
    kind       what she is, in the sheet's words: E-boat, MTB, corvette …
    size       how large a target she is, and how many boxes her bridge has
    tons       displacement; the loaded figure where a source gives two
    systems    every place that can be hit, from bow to stern: a large gun's hit on a small vessel destroys neighbours too
    source     where tons, knots and weapons were read
    knots      best speed
    speed      the same in cm a turn; left out, it follows from the knots
    hull       hull boxes; left out, they follow from the tons (C10), which the card says
    merchant   whether she is one
    submarine  whether she is one
    cargo      what may explode
    estimated  true where the hull boxes come from the formula
    checked    false for general knowledge that was not held against a source
    note       anything else that a referee may want to know
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
