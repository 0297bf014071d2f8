"""Read the inputs of an order from the command line: ``name=value`` words, or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BufferedReader
from typing import Any, cast

import msgspec

from fleetbook.cli.output import prompt
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.needed import DieNeeded
from fleetbook.referee.faces import read_faces

FROM_STDIN = "-"
MOST_BYTES = 1_000_000
PART = 65_536


def read_inputs(words: Sequence[str], source: str | None) -> dict[str, Any]:
    """The inputs of an order by name, from ``name=value`` words and from a JSON object.

    ``source`` is the JSON object as text, ``-`` to read it from stdin, or None. An input that both give is taken from the words.
    Raises InvalidInput for words of another form, and for a name that is given twice.
    """
    inputs = {} if source is None else _from_json(_stdin() if source == FROM_STDIN else source.encode(errors="replace"))
    entered: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise InvalidInput("input", word, "name=value, such as range=34")
        if name in entered:
            raise InvalidInput(f"input {name}", value, "each input once")
        entered[name] = value
    return {**inputs, **entered}


def from_stdin(allowed: str) -> bytes:
    """The content of stdin. Reading stops when it exceeds ``MOST_BYTES``. Raises InvalidInput if nothing can be read."""
    if sys.stdin is None:
        raise InvalidInput("stdin", "a closed stdin", allowed)
    try:
        content, stream = b"", cast(BufferedReader, sys.stdin.buffer)
        # In parts, because Python ignores Ctrl-C during one long read.
        while len(content) <= MOST_BYTES and (part := stream.read1(PART)):
            content += part
    except OSError as error:
        raise InvalidInput("stdin", f"a stdin that cannot be read ({error.strerror})", allowed) from None
    return content


def _stdin() -> bytes:
    content = from_stdin("a JSON object on stdin")
    if len(content) > MOST_BYTES:
        raise InvalidInput("inputs", "more", f"at most {MOST_BYTES} bytes of JSON")
    return content


def _from_json(content: bytes) -> dict[str, Any]:
    allowed = 'a JSON object such as {"range": 34}'
    try:
        found = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInput("inputs", content.decode(errors="replace"), f"{allowed} ({error})") from None
    if not isinstance(found, dict):
        raise InvalidInput("inputs", content.decode(errors="replace"), allowed)
    return found


def ask_faces(needed: DieNeeded) -> tuple[int | None, ...]:
    """Ask the user for the die needed. The answer may hold the faces of later dice too. Empty if the input has ended."""
    about = ", ".join(filter(None, (needed.place, needed.brings)))
    prompt(f"{needed}{f' ({about})' if about else ''} ")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    return read_faces(line)
