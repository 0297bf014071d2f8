"""Finds rosters and scenarios by name, and the folder with the user's battles."""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path, PurePosixPath, PureWindowsPath

import msgspec

import fleetbook
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.store.errors import Unwritable, cause, shown_path
from fleetbook.store.files import kind_of
from fleetbook.store.library.toml_file import parse_toml, read_text
from fleetbook.store.packages.entries import roster_folders

SCENARIO, ROSTER, OTHER = "scenario", "roster", "other"
DATA_VARIABLE = "FLEETBOOK_DATA"
SUFFIX, CAMPAIGN_SUFFIX = ".battle", ".campaign"
LONGEST_STEM = 60
MOST_BESIDE = 50  # files beside a scenario that are read to list the rosters among them
_DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9¹²³]")  # names that Windows reserves for devices

_FIRST_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_SIDE = re.compile(r"^[ \t]*\[\[[ \t]*side[ \t]*\]\]", re.MULTILINE)
_RULESET = re.compile(r"""^[ \t]*ruleset[ \t]*=[ \t]*["']([^"'\n]*)["']""", re.MULTILINE)
_SHIP = re.compile(r"^[ \t]*\[\[[ \t]*ship[ \t]*\]\]", re.MULTILINE)


class Entry(msgspec.Struct, frozen=True):
    """A roster, scenario or other file of the library.

    kind     ``scenario``, ``roster`` or ``other``
    ruleset  the name of the file's folder; for a file of the user, the ruleset that the file names
    own      whether the file is the user's own
    package  the rule package that contains the file, with its version; empty for any other file
    """

    kind: str
    ruleset: str
    name: str
    path: Path
    own: bool = False
    package: str = ""

    @property
    def full_name(self) -> str:
        """The ruleset and the name: ``ruleset/name``."""
        return f"{self.ruleset}/{self.name}"

    @property
    def title(self) -> str:
        """The title given in the file; without one, the file's name."""
        text, where = read_text(self.path), shown_path(self.path)
        first = _FIRST_TABLE.search(text)
        try:
            head = parse_toml(text[: first.start()] if first else text, where)  # the whole file may be long
        except InvalidInput:  # the bracket may be inside a text of several lines
            head = parse_toml(text, where)
        title = head.get("title")
        return title if isinstance(title, str) else self.name


def library_folder() -> Path:
    """The folder of the rosters and scenarios that come with fleetbook. It is inside the installed package, or beside it in a
    checkout.
    """
    package = Path(fleetbook.__file__).resolve().parent
    inside = package / "rosters"
    return inside if inside.is_dir() else package.parent / "rosters"


def own_folder() -> Path:
    """The folder of the user's own rosters and scenarios. They may be in any folder below it, since each file names
    its ruleset.
    """
    return data_folder() / "rosters"


def entries(kind: str | None = None, ruleset: str | None = None) -> list[Entry]:
    """The files of the library, perhaps only those of one kind or ruleset. Fleetbook's files come first, then those of packages,
    then the user's own. Each group is in alphabetical order.

    The files are not checked. A file that cannot be read has the kind ``other``.
    """
    places = [(library_folder(), False, ""), *((folder, False, package) for folder, package in roster_folders().items())]
    shipped = (_entry(path, own, package) for folder, own, package in places for path in sorted(folder.glob("*/*.toml")))
    found = (*shipped, *(_entry(path, True, "") for path in sorted(own_folder().rglob("*.toml"))))
    return [entry for entry in found if kind in (None, entry.kind) and ruleset in (None, entry.ruleset)]


def _entry(path: Path, own: bool, package: str) -> Entry:
    try:
        text = read_text(path)
    except InvalidInput:
        text = ""
    kind = SCENARIO if _SIDE.search(text) else ROSTER if _SHIP.search(text) else OTHER
    named = _RULESET.search(text) if own else None
    return Entry(kind, named[1] if named else path.parent.name, path.stem, path, own, package)


def new_own_path(ruleset: str, title: str) -> Path:
    """An unused path for a new roster or scenario of the user. Raises Unwritable if the folder cannot be made."""
    folder = own_folder() / ruleset
    make_folder(folder)
    taken = {entry.name.casefold() for entry in entries(ruleset=ruleset)}
    stem, number = file_stem(title), 1
    while (name := f"{stem}-{number}" if number > 1 else stem) in taken or os.path.lexists(folder / f"{name}.toml"):
        number += 1
    return folder / f"{name}.toml"


def make_folder(folder: Path) -> None:
    """Make a folder if it does not exist. Raises Unwritable if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable(f"{shown_path(folder)} cannot be made: {cause(error)}") from None


def find(kind: str, name: str | Path) -> Path:
    """The path of a scenario or roster. ``name`` is a path, a name in the library or ``ruleset/name``.

    Raises InvalidInput, with the nearest name, if there is no such file.
    """
    path = Path(name)
    return path if _is_there(path) else _find_named(kind, str(name), path)


def find_any(name: str) -> tuple[str, Path]:
    """The kind and the path of a roster or scenario. ``name`` is a path, a name in the library or ``ruleset/name``. Raises
    InvalidInput if there is no such file.
    """
    path = Path(name)
    if not _is_there(path):
        names = {entry.name for entry in entries(SCENARIO)} | {entry.full_name for entry in entries(SCENARIO)}
        kind = SCENARIO if name.casefold().removesuffix(".toml") in names else ROSTER
        return kind, _find_named(kind, name, path)
    kind = _entry(path, False, "").kind
    return (SCENARIO if kind == SCENARIO else ROSTER), path


def find_beside(folder: Path, name: str, system: str = "") -> Path:
    """The path of a roster that a scenario names. It is in the scenario's folder, below it or in the library. The suffix may be
    left out.

    A scenario cannot open any other file: it may come from a stranger. Raises InvalidInput with the nearest name. Among the names
    in the error, rosters in the folder and those of the rule ``system`` come first.
    """
    allowed = "a roster of the library, or one beside the scenario or below it, without .. or a link to another place"
    steps = [*PurePosixPath(name).parts, *PureWindowsPath(name).parts]
    if ".." in steps or PurePosixPath(name).anchor or PureWindowsPath(name).anchor:
        raise InvalidInput(ROSTER, name, allowed)
    path = next(filter(_is_there, (folder / name, folder / f"{name}.toml")), None)
    if path is None:
        return _find_named(ROSTER, name, folder / name, folder, system)
    if not path.resolve().is_relative_to(folder.resolve()):
        raise InvalidInput(ROSTER, name, allowed)
    return path


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name longer than the system allows
        return False


def _find_named(kind: str, name: str, path: Path, folder: Path | None = None, system: str = "") -> Path:
    wanted = name.casefold().removesuffix(".toml")
    known = entries(kind)
    found = [entry for entry in known if wanted in (entry.name.casefold(), entry.full_name.casefold())]
    if len(found) == 1:
        return found[0].path
    if found:
        raise InvalidInput.several(kind, name, [entry.full_name for entry in found])
    try:
        other = kind_of(path.stat())
    except (OSError, ValueError):
        other = ""
    if path.suffix == ".toml" or other:
        raise InvalidInput(shown_path(path), other or "no file", f"a {kind}")
    files = sorted(folder.glob("*.toml"))[:MOST_BESIDE] if folder else ()
    nearby = [file.stem for file in files if _entry(file, False, "").kind == kind]
    ordered = sorted(known, key=lambda entry: entry.ruleset != system)
    named = (entry.full_name if "/" in name else entry.name for entry in ordered)
    raise InvalidInput.word(kind, name, dict.fromkeys((*nearby, *named)))


def data_folder() -> Path:
    """The folder with the user's battles. The environment variable FLEETBOOK_DATA names it. Without the variable it is the
    system's usual folder for data.
    """
    named = os.environ.get(DATA_VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path  # noqa: PLC0415 (only this function needs it)

    return user_data_path("fleetbook", appauthor=False)


def battles(within: str = "", suffix: str = SUFFIX, folder: Path | None = None) -> list[Path]:
    """The battles in the user's folder, or in the folder ``within`` it. The battle written last comes first. With another suffix
    they are the campaigns; with ``folder``, the files of another folder.

    A broken link is included: if it is opened, an error explains why it cannot be read. Raises InvalidInput if the folder cannot
    be read.
    """
    folder = folder or data_folder() / within
    try:
        with os.scandir(folder) as listed:
            names = [entry.name for entry in listed if entry.name.endswith(suffix)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise InvalidInput(shown_path(folder), cause(error), "a folder that can be read") from None
    found = ((written_at(folder / name), folder / name) for name in names)
    return [path for _, path in sorted(((when, path) for when, path in found if when is not None), reverse=True)]


def written_at(path: Path) -> int | None:
    """The time when a file was last written, in nanoseconds. For a broken link it is the time when the link was made.

    None if there is no file, and 0 if the system cannot say.
    """
    for ask in (path.stat, path.lstat):
        try:
            return ask().st_mtime_ns
        except FileNotFoundError:
            continue
        except OSError:
            return 0
    return None


def new_battle_path(setup: Setup, today: date, suffix: str = SUFFIX) -> Path:
    """An unused path for a battle in the user's folder. Its name has the scenario's title and the date, and a number if needed.
    The folder is made too.

    Raises Unwritable if the folder cannot be made.
    """
    folder = data_folder()
    make_folder(folder)
    stem = f"{file_stem(setup.title)}-{today.isoformat()}"
    number = 1
    while os.path.lexists(path := folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"):
        number += 1
    return path


def own_name(path: Path, title: str) -> str:
    """The part of a battle file's name that the user chose. It is what follows the scenario's title and the date, if the name
    begins with them. Empty if ``new_battle_path`` gave the whole name.
    """
    begun = re.match(rf"{re.escape(file_stem(title))}(-\d{{4}}-\d\d-\d\d)?(-\d+)?(-|$)", path.stem)
    return path.stem[begun.end() :] if begun else path.stem


def file_stem(title: str) -> str:
    """A title turned into a file name that every system allows. It has letters and digits, and ``-`` between words."""
    words = "".join(c if c.isalnum() else " " for c in title.casefold()).split()
    short = "-".join(words).encode()[:LONGEST_STEM].decode(errors="ignore").strip("-")
    return f"{short}-1" if _DEVICE.fullmatch(short) else short or "battle"
