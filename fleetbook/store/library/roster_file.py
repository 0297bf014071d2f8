"""Edits a roster file. Comments and the layout of unchanged parts are preserved. If that is impossible, the file is
not changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import FleetbookError, InvalidInput, Refused, require, shown
from fleetbook.core.parsing import counted
from fleetbook.core.strict import convert
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable, shown_path
from fleetbook.store.files import replace_file
from fleetbook.store.library.roster import Roster, check_roster
from fleetbook.store.library.toml_file import comments, parse_toml, read_text, readable
from fleetbook.store.library.toml_text import alike, in_order, toml_text


@dataclass(frozen=True, slots=True)
class RosterShip:
    """A ship in a roster that is being edited: her card, and her position in the file. The position of a new ship is None."""

    card: Mapping[str, Any]
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A roster that is being edited. It has the text of the file as it was read, and the ships of the new file.

    It never changes in place: each change returns another RosterFile. ``text`` is empty for a roster without a file.
    """

    ruleset: str
    title: str
    ships: tuple[RosterShip, ...] = ()
    text: str = ""

    @classmethod
    def read(cls, path: Path) -> RosterFile:
        """Read the roster in a file. Its cards may contain mistakes. Raises InvalidInput if the file is not a roster."""
        return cls.parse(read_text(path), shown_path(path))

    @classmethod
    def parse(cls, text: str, where: str) -> RosterFile:
        """The roster in the text of a file. Its cards may contain mistakes. Raises InvalidInput if the text is not a roster."""
        roster = convert(parse_toml(text, where), Roster, where)
        ruleset(roster.ruleset)
        for number, card in enumerate(roster.ship, 1):
            if not isinstance(card.get("name", ""), str):
                raise InvalidInput(f"{where}: ship {number}: name", card["name"], "a name in quotes")
        ships = tuple(RosterShip(card, place) for place, card in enumerate(roster.ship))
        return cls(roster.ruleset, roster.title, ships, text)

    @property
    def roster(self) -> Roster:
        """The roster with all changes."""
        return Roster(self.ruleset, self.title, tuple(dict(ship.card) for ship in self.ships))

    def check(self) -> None:
        """Raise InvalidInput for a wrong card, name or title."""
        if not self.title.strip():
            raise InvalidInput("title", self.title, "a title")
        check_roster(self.roster, "roster")

    def with_card(self, place: int, card: Mapping[str, Any]) -> RosterFile:
        """The roster with another card for the ship at this position."""
        ships = list(self.ships)
        ships[place] = replace(ships[place], card=card)
        return replace(self, ships=tuple(ships))

    def with_ship(self, place: int, card: Mapping[str, Any]) -> RosterFile:
        """The roster with a new ship at this position."""
        return replace(self, ships=(*self.ships[:place], RosterShip(card), *self.ships[place:]))

    def without_ship(self, place: int) -> RosterFile:
        """The roster without the ship at this position."""
        return replace(self, ships=(*self.ships[:place], *self.ships[place + 1 :]))

    def comments_of(self, place: int) -> list[str]:
        """The comments inside a ship's lines, which are removed with the ship. Raises Refused if the file cannot be
        changed here.
        """
        from fleetbook.store.library.roster_text import comments_inside  # noqa: PLC0415 (loads tomlkit)

        origin = self.ships[place].origin
        return [] if origin is None else comments_inside(self.text, origin)

    def written(self) -> str:
        """The new text of the file. Only changed parts are written again.

        Raises Refused if a comment would be lost, or if the layout of the file allows no change of single parts.
        """
        from fleetbook.store.library.roster_text import rewritten  # noqa: PLC0415 (loads tomlkit)

        keys = [field.encode_name for field in msgspec.structs.fields(ruleset(self.ruleset).card_type)]
        if not self.text:
            ships = [in_order(ship.card, keys) for ship in self.ships]
            return toml_text({"ruleset": self.ruleset, "title": self.title, "ship": ships})
        before = RosterFile.parse(self.text, "roster")
        if alike(before.roster, self.roster):
            return self.text
        text = rewritten(self.text, self.title, [(ship.origin, ship.card) for ship in self.ships], keys)
        self._check_comments(before, text)
        try:
            require(alike(RosterFile.parse(text, "roster").roster, self.roster), "its content would be different")
        except FleetbookError as error:
            raise Refused(f"this file cannot be changed piece by piece ({error}): change it in an editor") from None
        return text

    def _check_comments(self, before: RosterFile, text: str) -> None:
        """Raise Refused if a comment that does not belong to a removed ship is lost."""
        lost = Counter(comments(self.text)) - Counter(comments(text))
        if lost:
            stays = {ship.origin for ship in self.ships}
            lost -= Counter(c for place in range(len(before.ships)) if place not in stays for c in before.comments_of(place))
        if lost:
            raise Refused(f"the comment {shown(next(iter(lost)))} would be lost: change this file in an editor")

    def write(self, path: Path) -> RosterFile:
        """Write the file, completely or not at all. Returns the roster of the new file.

        Raises InvalidInput, Unwritable, and Refused as ``written`` does. Raises Refused if the file was changed by someone else
        in the meantime.
        """
        self.check()
        if path.exists() and read_text(path) != self.text:
            raise Refused(
                f"{shown_path(path)} was changed since it was opened here: save this under another name, or open it again"
            )
        try:
            text = self.written()
            replace_file(path, readable(text, f"a roster of {counted(len(self.ships), 'ship')}"))
        except UnicodeEncodeError:
            raise Unwritable(f"{shown_path(path)} cannot be written: it holds characters that no file can hold") from None
        return replace(self, ships=tuple(RosterShip(ship.card, place) for place, ship in enumerate(self.ships)), text=text)
