"""The coastal ship card as a roster file states it: systems in the order of the card, weapons by their line on the sheet."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

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

    A mount names its line on the sheet's charts (``weapon``), its arc, how many guns it counts for where the chart scores each
    gun, and its calibre in inches where that is 3 or more or the chart is that of the guns. A torpedo system has tubes and
    torpedoes. The bridge has the boxes of the ship's size unless the card states them.
    """

    kind: SystemKind
    name: str = ""
    weapon: str = ""
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


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ship or class. Speeds in cm a turn; displacement in tons; ``kind`` in the sheet's words (E-boat, MTB, corvette …).

    ``hull`` may be left out: it then follows from the tons (C10) and the card says that it is estimated.
    ``checked = false`` marks general knowledge that was not held against a source.
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
    estimated: bool = False
    checked: bool = True
    note: str = ""
