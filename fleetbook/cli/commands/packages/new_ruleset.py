"""fleetbook new-ruleset: make a new package of rules that can be played at once."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from fleetbook.cli.commands.options import named
from fleetbook.cli.output import remark, say
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.text_layout import printable
from fleetbook.store.errors import Unwritable, cause, shown_path
from fleetbook.store.packages.entries import declared

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PATHS = {"gitignore": ".gitignore"}


@click.command()
@click.argument("name", callback=named)
def command(name: str) -> None:
    """Make a new package of rules.

    The package is made in a new folder NAME. It can be installed and played, and passes its tests. NAME becomes the id of the
    rules, such as age-of-sail.
    """
    folder = _checked(name)
    names = {"id": name, "module": name.replace("-", "_"), "title": name.replace("-", " ").capitalize()}
    try:
        for path, text in _files(names):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unwritable(f"{shown_path(folder)} cannot be written: {cause(error)}") from None
    say([printable(str(folder))])
    remark(f"next: cd {name} && pip install -e '.[test]' && fleetbook check-rules {name} && pytest && fleetbook play {name}/duel")


def _checked(name: str) -> Path:
    """The folder of the new package. Raises InvalidInput for a name that is taken, or that cannot be both an id and the name
    of a module.
    """
    module = name.replace("-", "_")
    if not _ID.fullmatch(name) or keyword.iskeyword(module):
        raise InvalidInput("NAME", name, "small letters, digits and single - between them, such as age-of-sail")
    if owner := declared().get(name):
        raise InvalidInput("NAME", name, f"another name: the rules of {owner.package or 'a package'} have this one")
    if module in sys.stdlib_module_names or module == "fleetbook":
        raise InvalidInput("NAME", name, "another name: a module of Python has this one")
    folder = Path(name)
    if folder.exists():
        raise InvalidInput("NAME", name, "the name of a folder that does not exist yet")
    return folder


def _files(names: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """The path and the text of every file of the package."""
    for path, file in _found(resources.files("fleetbook.cli.commands.packages") / "template", Path()):
        parts = [names["module"] if part == "package" else part for part in path.parts]
        if "rosters" in parts:
            parts.insert(-1, names["id"])
        yield Path(*parts), Template(file.read_text(encoding="utf-8")).substitute(names)


def _found(folder: Traversable, at: Path) -> Iterator[tuple[Path, Traversable]]:
    for file in folder.iterdir():
        if file.is_dir():
            yield from _found(file, at / file.name)
        elif file.name.endswith(".txt"):
            name = file.name.removesuffix(".txt")
            yield at / _PATHS.get(name, name), file
