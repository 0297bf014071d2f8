"""Finds the file and line of classes, keys and cells in the files of a package."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from inspect import getsourcelines
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import place_of
from fleetbook.core.strict import first_fault
from fleetbook.core.tables.limits import WORDS_OF
from fleetbook.core.tables.printed import KEYS, PrintedFile
from fleetbook.store.library.toml_lines import Steps, key_lines


def place_of_field(declared: type, name: str) -> str:
    """The file and line of a field of a class. The field may be declared in a base class."""
    owner = next((one for one in declared.__mro__ if name in vars(one).get("__annotations__", ())), declared)
    place = place_of(owner)
    with suppress(OSError, TypeError):
        lines, first = getsourcelines(owner)
        at = next((number for number, line in enumerate(lines, first) if re.match(rf"\s+{re.escape(name)}\s*:", line)), first)
        return f"{place.rpartition(':')[0]}:{at}"
    return place


def source_folder(module: str) -> Path | None:
    """The folder of an imported module; None if it has no file."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file).parent if file else None


def place_in_tables(folder: Path, *steps: str) -> str:
    """The file and line to which keys such as ``figure, to hit`` lead. Empty if no table file in the folder has these keys."""
    return next((place for path, text, _ in _files(folder) if (place := _place(path, text, steps, 2))), "")


def place_of_error(folder: Path, error: InvalidInput) -> str:
    """The file and line that an error is about; empty if the table files do not have it."""
    for path, text, content in _files(folder):
        if steps := _steps(path.name, content, error):
            return _place(path, text, steps, 1)
    return ""


def _files(folder: Path) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """The table files of a package that are valid TOML: path, text and parsed content."""
    for path in sorted(folder.glob("tables/*.toml")):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            yield path, text, tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            continue


def _place(path: Path, text: str, steps: Steps, least: int) -> str:
    """The file, with the line that the keys lead to. If the file does not have all of these keys, the line of the first keys that
    it has.
    """
    lines = key_lines(text)
    known = (steps[:length] for length in range(len(steps), least - 1, -1))
    return next((f"tables/{path.name}:{lines[some]}" for some in known if some in lines), "")


def _steps(file: str, content: Mapping[str, Any], error: InvalidInput) -> Steps:
    if error.where == file or error.where.startswith(f"{file}: "):
        fault = first_fault(content, PrintedFile)
        twice: Steps = tuple(error.where.removeprefix(f"{file}: ").split(".", 1))
        return fault.steps if fault else twice
    return next(_named(content, error), ())


def _named(content: Mapping[str, Any], error: InvalidInput) -> Iterator[Steps]:
    """The keys that lead to the place named in an error. The error names a table by its title, and a row by its label."""
    for name, table in content.get("table", {}).items():
        if (rest := _behind(error.where, table.get("title", ""))) is not None:
            yield ("table", name, *_in_table(table, rest, str(error.found)))
    for name, listed in content.get("modifiers", {}).items():
        if (rest := _behind(error.where, listed.get("title", ""))) is not None:
            ids = [line.get("id") for line in listed.get("line", ())]
            yield ("modifiers", name, *(("line", len(ids) - 1 - ids[::-1].index(rest)) if rest in ids else ()))
    if error.where in content.get("figure", {}):
        yield ("figure", error.where, "value")
    if (reading := error.where.removeprefix("reading ")) in content.get("reading", {}):
        yield ("reading", reading, "value")


def _behind(where: str, title: str) -> str | None:
    """The part of an error's place after a title; None if the place does not begin with this title."""
    if where == title:
        return ""
    return where.removeprefix(f"{title}, ") if where.startswith(f"{title}, ") else None


def _in_table(table: Mapping[str, Any], rest: str, found: str) -> Steps:
    """The keys that lead to a row, a cell or the labels inside a table."""
    head, rest = table.get("head", []), rest.removeprefix("row ")
    by = table.get("rows", {}).get("by", "")
    keys = len(by) if isinstance(by, list) else 1
    labels = [KEYS.join(map(str, line[:keys])) for line in table.get("cells", ()) if line]
    for place, label in enumerate(labels):
        behind = _behind(rest, label)
        if behind is not None or (not rest and found == label):
            return ("cells", place, *((keys + head.index(behind),) if behind in head else ()))
    if rest in WORDS_OF:
        return ("cells_are",)
    sides = {" and ".join([by] if isinstance(by, str) else by): "rows", table.get("columns", {}).get("by"): "columns"}
    return ("cells" if sides.get(rest) == "rows" else "head",) if rest in (*sides, *head) or found in head else ()
