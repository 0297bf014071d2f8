"""The chain of hashes through the lines of a battle file. If a line is changed later, its hash and all later hashes no longer
fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fleetbook.core.digests import blake2b

WIDTH = 32  # bytes of a hash
SHORT, GROUP = 6, 2  # bytes that players write down, and bytes between two blanks


def _hashed(parts: Iterable[bytes]) -> bytes:
    """The hash of several byte strings. Their lengths are hashed too, so that bytes cannot be moved from one string
    to the next.
    """
    digest = blake2b(digest_size=WIDTH)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def first_link(settled: Mapping[str, str]) -> bytes:
    """The hash of the battle's fixed data. The chain begins with it."""
    return _hashed(text.encode() for item in sorted(settled.items()) for text in item)


def next_link(before: bytes, at: str, record: bytes) -> bytes:
    """The hash of a line: of its content, of its time and of the hash before it."""
    return _hashed((before, at.encode(), record))


def short(link: bytes) -> str:
    """A hash shortened so that players can write it down. It depends on the hashed line and on every line before that."""
    return link[:SHORT].hex(" ", GROUP)
