"""What a disk may hold after a power cut: the writes and syncs of a command as the system saw them, and every state that they
allow at each moment.

A write that was not synced is there, or not, or some of its sectors are. A name that was made, moved or removed is so once its
folder was synced; before that some of those changes may be there, the earlier ones first, as file systems with a log keep them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR = 512
TORN = 3  # states drawn at random for each moment and each way that names may stand
STRACE = shutil.which("strace")
_CALLS = (
    "open,openat,creat,write,pwrite64,writev,pwritev,pwritev2,lseek,ftruncate,truncate,fallocate,copy_file_range,sendfile,fsync,"
    "fdatasync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir"
)
_LINE = re.compile(r"\d+ +(?P<call>\w+)\((?P<values>.*)\) += (?P<result>-?\d+).*")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_FILE = re.compile(r"^(?P<number>\d+)<(?P<name>[^>]*)>")
_NUMBERS = re.compile(r", (\d+)(?:, (\d+))?$")


class Step(NamedTuple):
    """One call that counts: ``write`` (at a place, of bytes), ``cut`` (to a length), ``sync``, ``make``, ``move``, ``remove``, or
    ``reported`` (a line on the command's stdout).
    """

    kind: str
    path: str = ""
    to: str = ""
    at: int = 0
    content: bytes = b""


def recorded(words: Sequence[str], folder: Path, log: Path) -> tuple[list[Step], subprocess.CompletedProcess[bytes]]:
    """A command run, and what it did to the files in a folder."""
    assert STRACE
    traced = [STRACE, "-f", "-y", "-xx", "-s", "33554432", "-e", f"trace={_CALLS}", "-o", str(log), *words]
    ran = subprocess.run(traced, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    return list(_steps(log, f"{folder.resolve()}/")), ran


def _steps(log: Path, folder: str) -> Iterator[Step]:
    places: dict[str, int] = {}
    for line in log.read_text(encoding="ascii").splitlines():
        found = _LINE.fullmatch(line)
        if found is None or int(found["result"]) < 0:
            assert found or "unfinished" not in line or folder not in _plain(line), line
            continue
        call, values, result = found["call"], found["values"], int(found["result"])
        file = _FILE.match(values)
        number, path = (file["number"], _plain(file["name"])) if file else ("", "")
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(values)]
        if call in ("open", "openat", "creat"):
            path = texts[0].decode()
            places[str(result)] = 0
            if f"{path}/".startswith(folder) and "O_CREAT" in values:
                yield Step("make", path)
            if f"{path}/".startswith(folder) and "O_TRUNC" in values:
                yield Step("cut", path)
        elif call == "write" and number == "1":
            yield Step("reported")
        elif not (f"{path}/".startswith(folder) or any(f"{text.decode(errors='replace')}/".startswith(folder) for text in texts)):
            continue
        elif call == "write":
            yield Step("write", path, at=places[number], content=texts[0][:result])
            places[number] += result
        elif call == "pwrite64":
            numbers = _NUMBERS.search(values)
            assert numbers and numbers[2]
            yield Step("write", path, at=int(numbers[2]), content=texts[0][:result])
        elif call == "lseek":
            places[number] = result
        elif call == "ftruncate":
            yield Step("cut", path, at=int(values.rpartition(", ")[2]))
        elif call in ("fsync", "fdatasync"):
            yield Step("sync", path)
        elif call.startswith("rename"):
            yield Step("move", texts[0].decode(), texts[1].decode())
        elif call.startswith("unlink"):
            yield Step("remove", texts[0].decode())
        else:
            assert call.startswith("mkdir"), f"a call that is not simulated: {line[:200]}"


def _plain(text: str) -> str:
    return re.sub(r"(?:\\x[0-9a-f]{2})+", lambda found: bytes.fromhex(found[0].replace("\\x", "")).decode(errors="replace"), text)


@dataclass
class _File:
    """What a file holds for certain, and what was done to it since it was synced."""

    durable: bytes
    pending: list[Step] = field(default_factory=list)

    def after(self, rng: Random | None, every: bool) -> bytes:
        """What it may hold: all that was done, nothing of it, or with ``rng`` some sectors of some of it."""
        content = bytearray(self.durable)
        for step in self.pending if every or rng else ():
            if rng and rng.random() < 0.4:
                if rng.random() < 0.3 and step.kind == "write":  # its length is there and not its bytes
                    content.extend(bytes(max(0, step.at + len(step.content) - len(content))))
                continue
            if step.kind == "cut":
                del content[step.at :]
                content.extend(bytes(step.at - len(content)))
                continue
            torn = rng is not None and rng.random() < 0.3
            for at, part in _sectors(step):
                if not (torn and rng and rng.random() < 0.5):
                    content.extend(bytes(max(0, at + len(part) - len(content))))
                    content[at : at + len(part)] = part
        return bytes(content)


def _sectors(step: Step) -> Iterator[tuple[int, bytes]]:
    at, end = step.at, step.at + len(step.content)
    while at < end:
        upto = min((at // SECTOR + 1) * SECTOR, end)
        yield at, step.content[at - step.at : upto - step.at]
        at = upto


class Disk:
    """A folder's files while a command goes on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._files = [_File(path.read_bytes()) for path in _within(self.folder)]
        self._names = {str(path): number for number, path in enumerate(_within(self.folder))}
        self._durable, self._pending = dict(self._names), list[Step]()

    def take(self, step: Step) -> None:
        """Do what a command did."""
        if step.kind == "write" or step.kind == "cut":
            self._files[self._number(step.path)].pending.append(step)
        elif step.kind == "sync" and step.path in self._names:
            file = self._files[self._names[step.path]]
            file.durable, file.pending = file.after(None, every=True), []
        elif step.kind == "sync":
            for change in [one for one in self._pending if str(Path(one.to or one.path).parent) == step.path]:
                self._pending.remove(change)
                _change(self._durable, change)
        elif step.kind != "make" or step.path not in self._names:
            if step.kind == "make":
                self._files.append(_File(b""))
                step = step._replace(at=len(self._files) - 1)
            _change(self._names, step)
            self._pending.append(step)

    def _number(self, path: str) -> int:
        return self._names[path]

    def states(self, rng: Random) -> Iterator[dict[str, bytes]]:
        """What the folder may hold if the power is cut now, by path."""
        for there in range(len(self._pending) + 1):
            names = dict(self._durable)
            for change in self._pending[:there]:
                _change(names, change)
            open_writes = any(self._files[number].pending for number in names.values())
            for way in range(2 + TORN if open_writes else 1):
                drawn = Random(rng.random()) if way > 1 else None
                yield {path: self._files[number].after(drawn, every=way == 0) for path, number in names.items()}


def _change(names: dict[str, int], step: Step) -> None:
    if step.kind == "make":
        names.setdefault(step.path, step.at)
    elif step.kind == "remove":
        names.pop(step.path, None)
    elif step.path in names:
        names[step.to] = names.pop(step.path)


def _within(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


class State(NamedTuple):
    """The content of a folder, and whether the command had reported its success by then."""

    files: dict[str, bytes]
    reported: bool


def cuts(before: Disk, steps: Sequence[Step], rng: Random) -> Iterator[State]:
    """Every state that the folder may be found in, each once."""
    seen, reported = set[tuple[bool, int]](), False
    for step in (Step(""), *steps):
        reported = reported or step.kind == "reported"
        if step.kind not in ("", "reported"):
            before.take(step)
        for files in before.states(rng):
            mark = reported, hash(tuple(sorted(files.items())))
            if mark not in seen:
                seen.add(mark)
                yield State(files, reported)


def laid_out(state: State, folder: Path) -> None:
    """Make a folder hold a state."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path, content in state.files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content)
