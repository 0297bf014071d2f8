"""Render the whole battle as JSON, with one journal line per line. It holds no timestamps."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.play.journal import Journal
from fleetbook.reports.battle_log import battle_log
from fleetbook.reports.shape import Shape, harmless
from fleetbook.reports.watch import Watch, silent


def json_log(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The battle as JSON, ending with a newline. The same battle always gives the same bytes."""
    return harmless(_laid_out(battle_log(journal, warning, watch)) + "\n")


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON with each key and each list element on its own line, so that two logs can be compared line by line."""
    inner = indent + "  "
    if isinstance(value, Shape):
        entries = msgspec.structs.asdict(value).items()
        return _block("{}", [f"{_compact(name)}: {_laid_out(inside, inner)}" for name, inside in entries], indent)
    if isinstance(value, tuple) and value:
        return _block("[]", [_compact(element) for element in value], indent)
    return _compact(value)


def _block(brackets: str, lines: list[str], indent: str) -> str:
    body = ",\n".join(f"{indent}  {line}" for line in lines)
    return f"{brackets[0]}\n{body}\n{indent}{brackets[1]}"


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()
