"""Battles in pairs that differ in a secret alone: to the side that may not know it they must be one battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fleetbook import testing
from fleetbook.core.play.side_view import SideView
from tests.trust.twins import AT_ONCE, Document, differing, documents_of

Play = Callable[[str], testing.Game[Any]]


class Pairs(dict[str, tuple[str, Play, tuple[str, ...]]]):
    """By name: the side that may not know, a battle as it goes by what is hidden, and what that may be."""

    def pair(self, side: str, *secrets: str) -> Callable[[Play], Play]:
        """A battle whose secrets a side may not know: with each of them it must be the same to this side."""

        def declared(play: Play) -> Play:
            self[play.__name__.replace("_", " ")] = side, play, secrets
            return play

        return declared

    def check(self, name: str, documents: Mapping[str, Document]) -> None:
        """With each secret the battle is the same to the side that may not know, and to all who read the wall. It is not to the
        other side.
        """
        side, play, secrets = self[name]
        first, *others = [play(secret).journal for secret in secrets]
        read = {reader: documents_of(first, reader, documents) for reader in (side, None)}
        for other in others:
            for reader, known in read.items():
                assert list(differing(known, documents_of(other, reader, documents))) == []
            (owner,) = (each for each in first.setup.sides if each != side)
            one, two = SideView(first, owner), SideView(other, owner)
            assert any(AT_ONCE[name](one) != AT_ONCE[name](two) for name in ("log --json", "status --json"))
