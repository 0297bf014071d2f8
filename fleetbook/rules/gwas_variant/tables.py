"""Lays the variant's tables over the player aid's: what the variant has replaces, line by line in lists of modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

Files: TypeAlias = Iterable[tuple[str, Mapping[str, Any]]]


def laid_over(below: Files, above: Files) -> Iterator[tuple[str, dict[str, Any]]]:
    """The files of both, each figure, table and reading once: the one above where both have it. Lines of a list of modifiers are
    added to the list below, those of the same id in the place of the old one.
    """
    over = [(name, dict(content)) for name, content in above]
    replaced = {kind: {key for _, content in over for key in content.get(kind, {})} for kind in ("figure", "table", "reading")}
    lists = {key: raw for _, content in over for key, raw in content.get("modifiers", {}).items()}
    merged: set[str] = set()
    own_sheet = next((content["sheet"] for _, content in over), "")
    for name, content in below:
        part = {**content, "sheet": f"{own_sheet}, over the {content['sheet']}"}
        for kind, keys in replaced.items():
            part[kind] = {key: raw for key, raw in content.get(kind, {}).items() if key not in keys}
        own = content.get("modifiers", {})
        part["modifiers"] = {key: _joined(raw, lists[key]) if key in lists else raw for key, raw in own.items()}
        merged |= own.keys() & lists.keys()
        yield name, part
    for name, content in over:
        own = content.get("modifiers", {})
        yield f"variant {name}", {**content, "modifiers": {key: raw for key, raw in own.items() if key not in merged}}


def _joined(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    lines = {line["id"]: line for line in below["line"]} | {line["id"]: line for line in above["line"]}
    return {**below, "line": list(lines.values())}
