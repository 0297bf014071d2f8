"""``python -m tests.mutation.in_code SOURCE TESTS…``: small faults in the code, one at a time, and those that no test notices.

Each test is run once as things are, to learn which lines it runs. A fault is then tried on the tests of its line alone, the quick
ones of each file first: in a process that is forked once all tests are collected, whose functions get the code with the fault.
A fault that survives there, or stands in no function, is tried again in a process that imports the module with it. No file is
changed, so programs that a test starts run without the fault.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import zip_longest
from math import inf
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest

from tests.mutation.faults import Fault, faults
from tests.mutation.swap import functions_of, swap

OPTIONS = (
    *("-o", "addopts=", "--import-mode=importlib", "-m", "not campaign and not bench", "-q", "-x"),
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
PATIENCE = 3.0
"""How many times as long as things are a fault's tests may take, and so many seconds beside it, until they have failed."""
BESIDE = 20
MOST_TESTS = 1000
"""Tests of one line that are tried."""
MEMORY = 6 << 30


class Learn:
    """A plugin for pytest: which test runs which lines of the source, and how long it takes."""

    def __init__(self, source: Path) -> None:
        below = f"{source.resolve()}/*" if source.is_dir() else str(source.resolve())
        self._coverage = coverage.Coverage(include=[below], data_file=None)
        self._coverage.start()  # before the tests are collected, whose imports run lines too
        self.took: dict[str, float] = {}
        self.failing: list[str] = []

    def pytest_sessionstart(self) -> None:
        sys.gettrace = lambda: None  # rules without an end are not broken off in a debugger

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = time.perf_counter()
        self._coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")
            self.took[item.nodeid] = time.perf_counter() - began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failing.append(report.nodeid)

    def learnt(self) -> dict[str, dict[int, list[str]]]:
        """For each file its lines with their tests; those of the import stand under the empty name."""
        self._coverage.stop()
        data = self._coverage.get_data()
        return {
            name: {line: list(tests) for line, tests in data.contexts_by_lineno(name).items()} for name in data.measured_files()
        }


@dataclass(frozen=True)
class Known:
    """What was learnt of the tests as things are."""

    took: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    failing: Collection[str]

    def of(self, fault: Fault) -> list[str]:
        """The tests that run a fault's line: of each file the quickest, then of each the next."""
        return self._in_turn(name for name in self._ran(fault) if name)[:MOST_TESTS]

    def all_of(self, fault: Fault) -> list[str]:
        """These tests, and behind them all others where the line runs at import."""
        own = self.of(fault)
        others = self._in_turn(self.took.keys() - set(own)) if "" in self._ran(fault) else []
        return [*own, *others][:MOST_TESTS]

    def _ran(self, fault: Fault) -> Collection[str]:
        return self.lines.get(str(fault.path.resolve()), {}).get(fault.line, ())

    def _in_turn(self, names: Iterable[str]) -> list[str]:
        quick_first = sorted((name for name in names if name not in self.failing), key=lambda name: self.took[name])
        before: dict[str, int] = defaultdict(lambda: -1)
        turns = {}
        for name in quick_first:
            file = name.split("::")[0]
            before[file] += 1
            turns[name] = before[file]
        return sorted(quick_first, key=lambda name: turns[name])

    def limit(self, names: Iterable[str]) -> float:
        """Seconds that these tests may take with a fault."""
        return BESIDE + PATIENCE * sum(self.took[name] for name in names)


class FaultyLoader(SourceFileLoader):
    """Loads one module with its fault."""

    def __init__(self, fault: Fault) -> None:
        parts = fault.path.with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        super().__init__(name, str(fault.path.resolve()))
        self._tree = fault.made()

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, self.path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds the module that is loaded with a fault, before anything else does."""

    def __init__(self, loader: FaultyLoader) -> None:
        self._loader = loader

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """None for every other module."""
        if fullname != self._loader.name:
            return None
        path = Path(self._loader.path)
        folders = [str(path.parent)] if path.name == "__init__.py" else None
        return spec_from_file_location(fullname, path, loader=self._loader, submodule_search_locations=folders)


class Chosen:
    """A plugin for pytest: only these tests, in their order."""

    def __init__(self, names: Sequence[str]) -> None:
        self._places = {name: n for n, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((one for one in items if one.nodeid in self._places), key=lambda one: self._places[one.nodeid])


def learn(source: Path, tests: Sequence[str]) -> Known:
    """Runs every test once, in a process of its own."""
    with tempfile.NamedTemporaryFile(suffix=".json") as kept:
        if _parted(lambda: _learning(source, tests, kept.name), 3600) is None:
            raise SystemExit("the tests as things are took more than an hour")
        took, lines, failing = json.loads(Path(kept.name).read_text(encoding="utf-8"))
    return Known(took, {name: {int(n): ran for n, ran in of.items()} for name, of in lines.items()}, frozenset(failing))


def _learning(source: Path, tests: Sequence[str], kept: str) -> int:
    plugin = Learn(source)
    pytest.main([*(one for one in OPTIONS if one != "-x"), *tests], plugins=[plugin])
    lines = plugin.learnt()
    Path(kept).write_text(json.dumps([plugin.took, lines, plugin.failing]), encoding="utf-8")
    return 0


class Forks:
    """A plugin for pytest: instead of the tests it runs, for each fault, those of its line in a process forked from this one."""

    def __init__(self, chosen: Sequence[Fault], known: Known, at_once: int) -> None:
        self._chosen, self._known, self._at_once = chosen, known, at_once
        self.noticed: list[int] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        living = functions_of(str(Path("fleetbook").resolve()))
        gc.collect()
        gc.freeze()
        with ThreadPoolExecutor(self._at_once) as pool:
            noticed = pool.map(lambda fault: self._notices(fault, session, living), self._chosen)
            self.noticed = [number for number, is_noticed in enumerate(noticed) if is_noticed]
        return True

    def _notices(self, fault: Fault, session: pytest.Session, living: Sequence[FunctionType]) -> bool:
        items = {item.nodeid: item for item in session.items}
        chosen = [items[name] for name in self._known.of(fault) if name in items]
        limit = self._known.limit(item.nodeid for item in chosen)
        return _parted(lambda: int(swap(fault, living) and _fails(session, chosen)), limit) != 0


def _fails(session: pytest.Session, chosen: Sequence[pytest.Item]) -> bool:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for item, after in zip_longest(chosen, chosen[1:]):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed:
            return True
    return False


def noticed_at_once(chosen: Sequence[Fault], known: Known, tests: Sequence[str], at_once: int) -> set[int]:
    """The numbers of the faults that tests notice in functions whose code is swapped."""
    with tempfile.NamedTemporaryFile(suffix=".json") as kept:
        _parted(lambda: _forking(Forks(chosen, known, at_once), tests, kept.name), inf)
        return set(json.loads(Path(kept.name).read_text(encoding="utf-8") or "[]"))


def _forking(forks: Forks, tests: Sequence[str], kept: str) -> int:
    pytest.main([*OPTIONS, *tests], plugins=[forks])
    Path(kept).write_text(json.dumps(forks.noticed), encoding="utf-8")
    return 0


def notices(fault: Fault, known: Known) -> bool:
    """Whether a test fails where the module is imported with the fault; one that never ends has failed."""
    names = known.all_of(fault)
    return bool(names) and _parted(lambda: _trying(fault, names), known.limit(names)) not in (0, 5)


def _trying(fault: Fault, names: Sequence[str]) -> int:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, Finder(FaultyLoader(fault)))
    files = dict.fromkeys(name.split("::")[0] for name in names)
    return int(pytest.main([*OPTIONS, *files], plugins=[Chosen(names)]))


def _parted(task: Callable[[], int], limit: float) -> int | None:
    """What a task came to in a process of its own, with its own folder for temporary files; None where it took longer than the
    limit.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if not (child := os.fork()):
            code = 70
            try:
                os.setsid()
                tempfile.tempdir = os.environ["TMPDIR"] = folder
                nothing = os.open(os.devnull, os.O_RDWR)
                for stream in (0, 1, 2):
                    os.dup2(nothing, stream)
                code = task()
            finally:
                os._exit(code)
        until, done, status = time.monotonic() + limit, 0, 0
        try:
            while not done and time.monotonic() < until:
                time.sleep(0.02)
                done, status = os.waitpid(child, os.WNOHANG)
        finally:
            if not done:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if done else None


def drawn(source: Path, number: int, seed: int, words: bool) -> list[Fault]:
    """So many faults of a folder or a file, drawn by a seed."""
    files = sorted(source.rglob("*.py")) if source.is_dir() else [source]
    every = [fault for path in files for fault in faults(path) if words or fault.kind != "word emptied"]
    return random.Random(seed).sample(every, min(number, len(every)))


def tried(chosen: Iterable[Fault], known: Known, at_once: int) -> Iterator[tuple[Fault, bool]]:
    """Each fault with whether it was noticed."""
    with ThreadPoolExecutor(at_once) as pool:
        yield from pool.map(lambda one: (one, notices(one, known)), chosen)


def main() -> int:
    """0 where every fault was noticed."""
    asked = argparse.ArgumentParser(prog="python -m tests.mutation.in_code", description=__doc__)
    asked.add_argument("source", type=Path, help="a folder or a file of fleetbook/")
    asked.add_argument("tests", nargs="+", help="the tests that prove it")
    asked.add_argument("-n", type=int, default=150, help="how many faults")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--words", action="store_true", help="words emptied too")
    asked.add_argument("--jobs", type=int, default=2)
    said = asked.parse_args()
    began = time.monotonic()
    known = learn(said.source, said.tests)
    sys.stderr.write(f"{len(known.took)} tests, {time.monotonic() - began:.0f} s; fail as things are: {sorted(known.failing)}\n")
    every = drawn(said.source, said.n, said.seed, said.words)
    noticed_so_far = noticed_at_once(every, known, said.tests, said.jobs)
    sys.stderr.write(f"{len(noticed_so_far)} of {len(every)} noticed after {time.monotonic() - began:.0f} s\n")
    survived = 0
    for fault, noticed in tried([one for n, one in enumerate(every) if n not in noticed_so_far], known, said.jobs):
        if not noticed:
            survived += 1
            where = "survived" if known.all_of(fault) else "no test runs"
            sys.stdout.write(f"{where}: {fault}\n")
            sys.stdout.flush()
    kinds = dict(Counter(fault.kind for fault in every))
    sys.stdout.write(f"{len(every) - survived} of {len(every)} noticed in {time.monotonic() - began:.0f} s ({kinds})\n")
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main())
