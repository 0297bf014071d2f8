"""A roster file being edited: comments and the layout of what is not changed stay, or the file is not touched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.strict import convert
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable, told
from fleetbook.store.library.roster import Roster, check_roster
from fleetbook.store.library.roster_blocks import Blocks, changed_block, new_block, split
from fleetbook.store.library.toml_file import parse_toml, read_text, replace_file
from fleetbook.store.library.toml_text import comments, statements

_TITLE = re.compile(r"[ \t]*title[ \t]*=")


@dataclass(frozen=True, slots=True)
class RosterShip:
    """A ship of a roster being edited: its card as it now is, and its place in the file, None for one that is new."""

    card: Mapping[str, Any]
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A roster being edited: what the file said when it was read, and what it is to say.

    Immutable; each change makes another. ``text`` is empty for a roster that has no file yet.
    """

    ruleset: str
    title: str
    ships: tuple[RosterShip, ...] = ()
    text: str = ""

    @classmethod
    def read(cls, path: Path) -> RosterFile:
        """The roster in a file, its cards as they stand there, right or wrong. Raises InvalidInput for what is no roster."""
        text, where = read_text(path), told(path)
        roster = convert(parse_toml(text, where), Roster, where)
        ruleset(roster.ruleset)
        for number, card in enumerate(roster.ship, 1):
            if not isinstance(card.get("name", ""), str):
                raise InvalidInput(f"{where}: ship {number}: name", card["name"], "a name in quotes")
        ships = tuple(RosterShip(card, place) for place, card in enumerate(roster.ship))
        return cls(roster.ruleset, roster.title, ships, text)

    @property
    def roster(self) -> Roster:
        """The roster as it now is."""
        return Roster(self.ruleset, self.title, tuple(dict(ship.card) for ship in self.ships))

    def check(self) -> None:
        """Raise InvalidInput for a card or a name that cannot be."""
        if not self.title.strip():
            raise InvalidInput("title", self.title, "a title")
        check_roster(self.roster, "roster")

    def with_card(self, place: int, card: Mapping[str, Any]) -> RosterFile:
        """The roster with another card for one of its ships."""
        ships = list(self.ships)
        ships[place] = replace(ships[place], card=card)
        return replace(self, ships=tuple(ships))

    def with_ship(self, place: int, card: Mapping[str, Any]) -> RosterFile:
        """The roster with a new ship in this place."""
        return replace(self, ships=(*self.ships[:place], RosterShip(card), *self.ships[place:]))

    def without_ship(self, place: int) -> RosterFile:
        """The roster without one of its ships."""
        return replace(self, ships=(*self.ships[:place], *self.ships[place + 1 :]))

    def comments_of(self, place: int) -> int:
        """How many comments inside a ship's lines would go with it. Raises Refused for a file laid out in another way."""
        origin = self.ships[place].origin
        return 0 if origin is None else len(comments(self._blocks().ships[origin].body))

    def written(self) -> str:
        """The file's text as it is to be: only what was changed is written anew.

        Raises Refused where a comment would be lost, or the file is laid out so that it cannot be changed piece by piece.
        """
        keys = [field.encode_name for field in msgspec.structs.fields(ruleset(self.ruleset).card_type)]
        text = self._rewritten(keys) if self.text else self._new(keys)
        where = "the roster as it would be written"
        try:
            said = convert(parse_toml(text, where), Roster, where)
        except InvalidInput as error:
            raise Refused(f"this file cannot be changed piece by piece ({error}): change it in an editor") from None
        require(said == self.roster, "this file cannot be changed piece by piece: change it in an editor")
        return text

    def write(self, path: Path) -> RosterFile:
        """Write the file whole or not at all; the roster as it then is. Raises InvalidInput, Refused, Unwritable."""
        self.check()
        text = self.written()
        try:
            replace_file(path, text.encode())
        except UnicodeEncodeError:
            raise Unwritable(f"{told(path)} cannot be written: it holds what is no text") from None
        ships = tuple(replace(ship, origin=place) for place, ship in enumerate(self.ships))
        return replace(self, ships=ships, text=text)

    def _new(self, keys: Sequence[str]) -> str:
        head = statements([("ruleset", self.ruleset), ("title", self.title)])
        return Blocks(head, tuple(new_block(ship.card, keys) for ship in self.ships), "").text

    def _blocks(self) -> Blocks:
        roster = convert(parse_toml(self.text, "roster"), Roster, "roster")
        return split(self.text, roster.ship)

    def _rewritten(self, keys: Sequence[str]) -> str:
        blocks = self._blocks()
        head = _titled(blocks.head, self.title)
        ships, lead, last = [], "", -1
        for ship in self.ships:
            if ship.origin is None:
                ships.append(new_block(ship.card, keys))
                continue
            lead = "".join(_comments_before(blocks, gone) for gone in range(last + 1, ship.origin))
            block = changed_block(blocks.ships[ship.origin], ship.card, keys)
            ships.append(replace(block, lead=lead + block.lead))
            last = ship.origin
        tail = "".join(_comments_before(blocks, gone) for gone in range(last + 1, len(blocks.ships))) + blocks.tail
        text = Blocks(head, tuple(ships), tail).text
        _check_kept(self, blocks, text)
        return text


def _comments_before(blocks: Blocks, place: int) -> str:
    """What stands before a ship that is gone: kept where it says something."""
    lead = blocks.ships[place].lead
    return lead if comments(lead) else ""


def _titled(head: str, title: str) -> str:
    """The lines before the first ship with another title. Raises Refused where the title stands in no line of its own."""
    before = parse_toml(head, "roster").get("title")
    if before == title:
        return head
    lines = head.splitlines(keepends=True)
    for place, line in enumerate(lines):
        if _TITLE.match(line):
            behind = "".join(f"  {comment}" for comment in comments(line))
            lines[place] = statements([("title", title)]).rstrip("\n") + behind + "\n"
            return "".join(lines)
    raise Refused("the title stands in no line of its own: change it in an editor")


def _check_kept(file: RosterFile, blocks: Blocks, text: str) -> None:
    """Raise Refused unless every comment but those inside ships taken out is still there."""
    stays = {ship.origin for ship in file.ships}
    gone = Counter(c for place, block in enumerate(blocks.ships) if place not in stays for c in comments(block.body))
    lost = Counter(comments(file.text)) - gone - Counter(comments(text))
    if lost:
        raise Refused(f"the comment {next(iter(lost))} would be lost: change this file in an editor")
