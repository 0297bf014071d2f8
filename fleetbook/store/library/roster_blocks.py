"""A roster's text in pieces: what stands before each ship, and each ship statement by statement, so that one can be changed while
every other letter stays.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fleetbook.core.errors import Refused, require, shown
from fleetbook.store.library.toml_text import comments, statement

HEADER = "[[ship]]"
_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*ship[ \t]*\]\][ \t]*(?:#[^\n]*)?(?:\r?\n|\Z)", re.MULTILINE)
_ALONE = "{} has tables under headers of their own: change this file in an editor"


@dataclass(frozen=True, slots=True)
class Block:
    """One ship: the blank lines and comments before it, its header and its statements, and the card that they say."""

    lead: str
    body: str
    card: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Blocks:
    """A whole roster: what stands before the first ship, the ships, and the comments after the last."""

    head: str
    ships: tuple[Block, ...]
    tail: str

    @property
    def text(self) -> str:
        """The file."""
        return self.head + "".join(ship.lead + ship.body for ship in self.ships) + self.tail


def split(text: str, cards: Sequence[Mapping[str, Any]]) -> Blocks:
    """The pieces of a roster's text whose cards these are. Raises Refused for a file that is laid out in another way."""
    starts = [found.start() for found in _HEADER.finditer(text)]
    require(len(starts) == len(cards), "the ships of this file do not each begin with a line [[ship]]: change it in an editor")
    ends = [*starts[1:], len(text)]
    head, lead = _without_comments_behind(text[: starts[0]]) if starts else (text, "")
    ships = []
    for start, end, card in zip(starts, ends, cards, strict=True):
        body, following = _without_comments_behind(text[start:end])
        require(_says(body, card), f"the lines of {shown(card.get('name'))} do not stand alone: change this file in an editor")
        ships.append(Block(lead, body, card))
        lead = following
    return Blocks(head, tuple(ships), lead)


def _without_comments_behind(text: str) -> tuple[str, str]:
    """Text up to its last line that is neither blank nor a comment, and the rest."""
    lines = text.splitlines(keepends=True)
    kept = len(lines)
    while kept and (not lines[kept - 1].strip() or lines[kept - 1].lstrip().startswith("#")):
        kept -= 1
    return "".join(lines[:kept]), "".join(lines[kept:])


def _says(body: str, card: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(body).get("ship") == [dict(card)]
    except tomllib.TOMLDecodeError:
        return False


def new_block(card: Mapping[str, Any], keys: Sequence[str]) -> Block:
    """A ship that was not in the file, after a blank line; its keys in this order."""
    ordered = sorted(card, key=lambda key: _place(key, keys))
    return Block("\n", f"{HEADER}\n" + "".join(statement(key, card[key]) for key in ordered), dict(card))


def _place(key: str, keys: Sequence[str]) -> int:
    return keys.index(key) if key in keys else len(keys)


def changed_block(block: Block, card: Mapping[str, Any], keys: Sequence[str]) -> Block:
    """The ship with another card: only the statements of keys that differ are written anew, comments behind them kept.

    Raises Refused where a comment could not be kept.
    """
    if card == block.card:
        return block
    end = "\r\n" if "\r\n" in block.body else "\n"
    header, *parts = _statements(block)
    written = [_rewritten(part, block, card, end) for part in parts]
    for key in card:
        if key not in block.card:
            _insert(written, key, _with_ends(statement(key, card[key]), end), keys)
    first = header.text if header.text.endswith("\n") else header.text + end
    return replace(block, body=first + "".join(part.text for part in written), card=dict(card))


@dataclass(frozen=True, slots=True)
class _Part:
    """Lines of a ship that belong together: those of a key, or without key a header, blank lines and comments."""

    key: str
    text: str


def _statements(block: Block) -> Iterator[_Part]:
    """The header, then each key with the lines that it takes. Raises Refused for tables under headers of their own."""
    lines = block.body.splitlines(keepends=True)
    yield _Part("", lines[0])
    held = ""
    for line in lines[1:]:
        held += line
        key = _key(held)
        if key is not None:
            require(not held.lstrip().startswith("["), _ALONE.format(shown(block.card.get("name"))))
            yield _Part(key, held if held.endswith("\n") else held + "\n")
            held = ""


def _key(text: str) -> str | None:
    """The key of a whole statement; empty for blank lines and comments, None for a part of a statement."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    return next(iter(content), "")


def _rewritten(part: _Part, block: Block, card: Mapping[str, Any], end: str) -> _Part:
    if not part.key or (part.key in card and _same(card[part.key], block.card[part.key])):
        return part
    behind = comments(part.text)
    if part.key not in card:
        return _Part("", "".join(f"{comment}{end}" for comment in behind))
    text = statement(part.key, card[part.key])
    if behind:
        if part.text.rstrip().count("\n") or text.rstrip().count("\n"):
            raise Refused(f"a comment inside {part.key} of {shown(block.card.get('name'))} would be lost: change it in an editor")
        text = f"{text.rstrip()}  {behind[0]}\n"
    return _Part(part.key, _with_ends(text, end))


def _same(one: Any, other: Any) -> bool:
    """Whether two values are written alike: 1, 1.0 and true are not."""
    return type(one) is type(other) and bool(one == other)


def _with_ends(text: str, end: str) -> str:
    return text if end == "\n" else text.replace("\n", end)


def _insert(parts: list[_Part], key: str, text: str, keys: Sequence[str]) -> None:
    """Put a statement behind the last one that its place among the keys comes after."""
    place = _place(key, keys)
    before = [at for at, part in enumerate(parts) if part.key and _place(part.key, keys) <= place]
    parts.insert(before[-1] + 1 if before else 0, _Part(key, text))
