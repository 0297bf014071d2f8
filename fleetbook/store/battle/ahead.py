"""What a crash left in the file that the database writes ahead: whether orders in it can no longer be read.

The database takes such a file in up to the first frame whose checksum does not fit and says nothing of the rest. What was being
written at a power cut ends so, and nobody was told of it: one transaction, the last, synced before the next would have begun.
Where a second one stands behind the break, something changed the file after it was written. A change inside the last transaction
cannot be told from a power cut, and is not told.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from operator import mul
from pathlib import Path
from typing import NamedTuple

_HEAD, _FRAME = 32, 24  # bytes of the file's header and of a frame's
_BIG_ENDIAN = 0x377F0683  # the magic number of files whose checksums are of big-endian words
_MAGIC = (0x377F0682, _BIG_ENDIAN)
_USUAL_PAGE = 4096
_WORD = 1 << 32
_ROOM = 1 << 96  # more than any sum of a frame's products

Sums = tuple[int, int]


class Frame(NamedTuple):
    """A page as it was written: whether it ends a transaction, the salts that all of one round of the file have, its bytes."""

    ends: bool
    salts: bytes
    head: bytes
    page: bytes


def broken_ahead(battle: Path) -> str:
    """What is wrong with the file written ahead beside a battle; empty where there is none, or nothing that can be told."""
    path = battle.with_name(f"{battle.name}-wal")
    try:
        content = path.read_bytes()
        again = path.read_bytes()[:_HEAD]
    except OSError:
        return ""
    if len(content) < _HEAD or again != content[:_HEAD]:  # a writer began it anew meanwhile
        return ""
    ends = _ends_behind_break(content)
    return f"the last orders cannot be read: {path.name} was changed after it was written" if ends > 1 else ""


def _ends_behind_break(content: bytes) -> int:
    """How many transactions end at or after the first frame that does not fit."""
    magic, _, size = struct.unpack(">3I", content[:12])
    order = ">" if magic == _BIG_ENDIAN else "<"
    sums = _summed(content[:24], (0, 0), order)
    if magic not in _MAGIC or struct.unpack(">2I", content[24:_HEAD]) != sums:
        return _ends(list(_frames(content, _USUAL_PAGE)))  # the header itself was changed
    frames = list(_frames(content, size))
    for number, frame in enumerate(frames):
        sums = _summed(frame.page, _summed(frame.head[:8], sums, order), order)
        if frame.salts != content[16:24] or struct.unpack(">2I", frame.head[16:]) != sums:
            return sum(later.ends for later in frames[number:] if later.salts == content[16:24])
    return 0


def _ends(frames: list[Frame]) -> int:
    """How many transactions end in the round of the file that the first frame is of."""
    return sum(frame.ends for frame in frames if frame.salts == frames[0].salts)


def _frames(content: bytes, size: int) -> Iterator[Frame]:
    for start in range(_HEAD, len(content) - _FRAME - size + 1, _FRAME + size):
        head = content[start : start + _FRAME]
        yield Frame(head[4:8] != bytes(4), head[8:16], head, content[start + _FRAME : start + _FRAME + size])


def _summed(part: bytes, sums: Sums, order: str) -> Sums:
    """The database's checksum carried on over some more bytes.

    For each pair of words the first sum grows by the first word and the second sum, the second by the second word and the first:
    linear, so that each word counts with a factor that its place alone decides.
    """
    words = struct.unpack(f"{order}{len(part) // 4}I", part)
    factors = _factors(len(words) // 2)
    two, one = divmod(sum(map(mul, words, factors.words)), _ROOM)
    (a, b), (c, d) = factors.before
    return (a * sums[0] + b * sums[1] + one) % _WORD, (c * sums[0] + d * sums[1] + two) % _WORD


class _Factors(NamedTuple):
    """What each word counts in the first sum and, ROOM times as much, in the second; and what the sums before count in each."""

    words: tuple[int, ...]
    before: tuple[Sums, Sums]


@lru_cache(maxsize=4)
def _factors(pairs: int) -> _Factors:
    words: list[int] = []
    p, q, r = 1, 0, 1  # the power of ((1, 1), (1, 2)) that what comes after a pair makes of it
    for _ in range(pairs):
        words += [q + r * _ROOM, (p + q) % _WORD + (q + r) % _WORD * _ROOM]
        p, q, r = (p + q) % _WORD, (q + r) % _WORD, (q + 2 * r) % _WORD
    return _Factors(tuple(reversed(words)), ((p, q), (q, r)))
