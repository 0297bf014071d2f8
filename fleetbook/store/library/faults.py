"""Words an error in a file: its line and place, the wrong value and the allowed values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.strict import REQUIRED
from fleetbook.core.strict_faults import as_number
from fleetbook.store.catalogue import UnusableRules

_SHIP = re.compile(r"\bship (?P<name>[^:,]+)")
_LINE = re.compile(r"line (?P<line>\d+)(?:: )?")
_NUMBERS = ("a number", "a whole number")
WHOSE = ("house rules ", "ship ", "side ")
DOUBTED = "the intended value"
"""The allowed values in a warning about a value that is allowed but seldom intended."""


def fault_text(error: InvalidInput, path: str, text: str) -> str:
    """An error in a file with this content, on one line. An error of the rules themselves is given without a line number."""
    if isinstance(error, UnusableRules):
        return f"{path}: {error}"
    place = error.where.removeprefix(path).removeprefix(": ")
    numbered = _LINE.match(place)
    line = int(numbered["line"]) if numbered else line_of(error, place, text)
    place = place[numbered.end() :] if numbered else place
    head = f"{path}:{line}: " if line else f"{path}: "
    if error.allowed == REQUIRED:
        return f"{head}{place.replace(': key', '')} is missing"
    if error.allowed == DOUBTED:
        found = error.found if isinstance(error.found, str) else _found(error, text)
        return f"{head}{place}: {found}: is it meant?"
    near = f"; did you mean {shown(error.near)}?" if error.near else ""
    words = error.words or f"found {_found(error, text)}, allowed: {error.allowed}{near}"
    return f"{head}{place}: {words}" if place else f"{head}{words}"


def _found(error: InvalidInput, text: str) -> str:
    """The wrong value as it is written in the file."""
    found = error.found
    if isinstance(found, float) and found.is_integer():
        return str(int(found))
    if isinstance(found, bool):
        return str(found).lower()
    if not isinstance(found, str):
        return shown(found)
    if not found.strip():
        return "nothing"
    if f'"{found}"' not in text and f"'{found}'" not in text:
        return shown(found)
    number = error.allowed.startswith(_NUMBERS) and as_number(found) is not None
    return f'"{shown(found)}"{", a text: take the quotes off" if number else ""}'


def line_of(error: InvalidInput, place: str, text: str) -> int:
    """The line, from 1, where an error most likely is; 0 if nothing points to a line.

    If the error names a ship, only her lines are searched. The line that has most words of the error's place, key and value is
    chosen.
    """
    lines = text.splitlines()
    parts = [part for part in re.split(r"[:,]\s*", place) if part and not part.startswith(WHOSE)]
    words = [word for part in parts for word in dict.fromkeys((part, part.partition(" ")[0], part.rpartition(" ")[2]))]
    found = str(int(error.found)) if isinstance(error.found, float) and error.found.is_integer() else str(error.found)
    words.append(found)
    span = _span(place, lines)
    best = max(span, key=lambda at: (_score(lines[at], words, found), -at), default=None)
    if best is None or not _score(lines[best], words, found):
        return span[0] + 1 if span and span[0] else 0
    return best + 1


def _score(line: str, words: Sequence[str], found: str) -> int:
    code = line.split("#", 1)[0]
    has = 2 if found and re.search(rf"(?<![\w.]){re.escape(found)}(?:\.0+)?(?![\w.])", code) else 0
    if code.lstrip().startswith("["):
        inside = [step.strip(" \"'") for step in code.strip(" []\r").split(".")]
        return has + 2 * sum(step in words or ".".join(inside) in words for step in inside)
    keys = sum(3 for word in words if re.search(rf"(?<![\w-]){re.escape(word)}\s*=", code))
    named = sum(2 for word in words if f'"{word}"' in code)
    return keys + named + has if "=" in code or has else 0


def _span(place: str, lines: Sequence[str]) -> Sequence[int]:
    """The lines of the named ship: her ``[[ship]]`` table, or the single line with her name. All lines if no ship is named or
    found.
    """
    ship = _SHIP.search(place)
    if not ship:
        return range(len(lines))
    blocks = [at for at, line in enumerate(lines) if line.strip().startswith("[[ship]]")]
    name = re.compile(rf"""\b(?:name|card)\s*=\s*["']\s*{re.escape(ship["name"].strip())}\s*["']""")
    at = next((at for at, line in enumerate(lines) if name.search(line)), None)
    if at is None:
        at = blocks[int(ship["name"]) - 1] if ship["name"].isdigit() and 0 < int(ship["name"]) <= len(blocks) else None
    if at is None:
        return range(len(lines))
    if not blocks:
        return (at,)
    start = max((block for block in blocks if block <= at), default=at)
    return range(start, min((block for block in blocks if block > at), default=len(lines)))
