"""The chain of hashes through a battle file. A later change breaks it at the changed line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b

WIDTH = 32  # bytes of a hash
SHORT, GROUP = 6, 2  # bytes that players write down, and those between two blanks


def _hashed(parts: Iterable[bytes]) -> bytes:
    """The hash of parts. Each part is hashed with its length, so nothing can move from one part to the next."""
    digest = blake2b(digest_size=WIDTH)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def first_link(settled: Mapping[str, str]) -> bytes:
    """The hash of everything that is settled before the first line."""
    return _hashed(text.encode() for item in sorted(settled.items()) for text in item)


def next_link(before: bytes, at: str, record: bytes) -> bytes:
    """The hash of a line, its time and everything before it."""
    return _hashed((before, at.encode(), record))


def short(link: bytes) -> str:
    """A hash short enough for players to write down. It stands for every line up to its own."""
    return link[:SHORT].hex(" ", GROUP)
