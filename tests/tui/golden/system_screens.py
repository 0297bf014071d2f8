"""The battle page of every rule system, drawn at moments of the recorded battles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.golden.playing import begin, in_one_batch, orders
from tests.tui.keyboard import refereeing

Size = tuple[int, int]
NARROW, MIDDLE, WIDE, VERY_WIDE = (80, 24), (100, 30), (120, 40), (200, 60)
ALL, MOST = (NARROW, MIDDLE, WIDE, VERY_WIDE), (NARROW, WIDE)


class Moment(NamedTuple):
    """A picture: the orders of the recorded battle up to it, then the keys pressed, and its sizes."""

    state: str
    orders: int
    keys: tuple[str, ...] = ()
    sizes: tuple[Size, ...] = MOST


BATTLES: dict[str, tuple[str, tuple[Moment, ...]]] = {
    "coastal": ("convoy", (
        Moment("calm", 11), Moment("hurt", 138, sizes=ALL), Moment("form", 145, (*["down"] * 4, "f", "1", "2"), ALL),
        Moment("die", 145, ("D", *["down"] * 4, "f", "1", "2", "enter")),
    )),
    "aanda": ("tsushima", (
        Moment("calm", 16), Moment("hurt", 103, sizes=ALL), Moment("form", 104, ("F", "tab"), ALL),
        Moment("sheet", 104, ("F", "3", "5", "down", "down", "A", "l", "e", "k"), ALL),
        Moment("die", 104, ("D", "F", "3", "5", "enter")),
    )),
    "fgdn": ("dogger-bank", (
        Moment("calm", 43), Moment("hurt", 136, sizes=ALL), Moment("form", 136, ("f",), ALL),
        Moment("die", 136, ("D", "f", "enter", "enter")),
    )),
    "gwas": ("goeben", (
        Moment("calm", 8), Moment("form", 42, ("f", "2"), ALL), Moment("die", 42, ("D", "f", "2", "enter")),
        Moment("hurt", 43, sizes=ALL),
    )),
    "gwas-variant": ("goeben-variant", (
        Moment("calm", 11), Moment("hurt", 41, sizes=ALL), Moment("form", 49, ("f",), ALL),
        Moment("die", 49, ("D", "f", "enter")),
    )),
}  # fmt: skip
"""For each rule system its recorded battle and the moments of it, the earliest first."""


def system_drawn(system: str, folder: Path) -> Iterator[tuple[str, Size, str]]:
    """The pictures of a system: the name and the size of each, and its text, every line ending with a line end."""
    battle, moments = BATTLES[system]
    path, given = folder / "a.battle", 0
    begin(battle, path)
    for moment in moments:
        if given < moment.orders:
            ran = in_one_batch(path, orders(battle)[1 + given : 1 + moment.orders])
            assert not ran.code, ran
        given = moment.orders
        with refereeing(path, size=moment.sizes[0]) as one:
            one.press(*moment.keys)
            for size in moment.sizes:
                yield f"{system}-{moment.state}", size, "".join(f"{line}\n" for line in one.lines(size))
            one.press(*["escape"] * bool(moment.keys))
