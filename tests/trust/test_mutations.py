"""Mutated rosters, scenarios, house rules, battle files and orders: a clear error or a sound result, within a second, in little
memory. Every mutant comes of a seed that is its number, so that one that did harm can be made again.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomlkit

from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.draft import Draft
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verified
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.paths import DATA_VARIABLE, ROSTER, entries, find, library_folder, own_folder
from fleetbook.testing.random_battles import random_draft
from fleetbook.tui.home.listing import items
from tests.trust.games import RULESETS, begun, give_one, scenario

if sys.platform != "win32":
    import resource

FEW, MANY = 20, 10_000  # mutants of a kind in every run, and in the campaign
MOST_SECONDS = 1.0
MOST_MEMORY = 500_000  # KB

VALUES: tuple[Any, ...] = (
    "", " ", "x", "[/]", "\x00", "\u202e", "é" * 300, "=1+1", "../../etc/passwd", "battle", "no", "1e9",
    0, 1, -1, 2**31, 2**53, 2**70, 10**40, 0.5, -0.0, 1e308, float("inf"), float("nan"), True, False,
    [], {}, [[]], [{}], {"a": {"b": {}}}, ["x"] * 50, [1, "x", 0.5],
)  # fmt: skip
BYTES = (
    b"\x00",
    b"\xff",
    b"[",
    b"]]",
    b"{",
    b"}",
    b'"',
    b"'''",
    b"=",
    b".",
    b"\n",
    b"#",
    b"\\u",
    b"1979-05-27",
    b"[[ship]]",
    b"a." * 60,
)


@contextmanager
def modest() -> Iterator[None]:
    """The block ends in time, and its errors are messages for the referee."""
    began = time.process_time()  # seconds of this process: the machine may be busy with others
    try:
        yield
    except FleetbookError as error:
        assert str(error)
        assert "\x00" not in str(error)
    spent = time.process_time() - began
    assert spent < MOST_SECONDS, f"{spent:.2f} seconds"


def check_memory() -> None:
    """The most that this process ever held; the tests before it are counted too."""
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MOST_MEMORY


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values in parsed TOML or JSON."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from spots(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield (*path, number)
            yield from spots(inner, (*path, number))


def struck(content: Any, rng: Random) -> Any:
    """Content with a value replaced, left out, doubled or moved."""
    found = list(spots(content))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        *way, last = rng.choice(found)
        place = content
        try:
            for step in way:
                place = place[step]
            _strike(place, last, rng)
        except (KeyError, IndexError, TypeError):
            continue
    return content


def _strike(place: Any, last: Any, rng: Random) -> None:
    what = rng.randrange(4)
    if what == 0:
        place[last] = deepcopy(rng.choice(VALUES))  # a value is mutated further
    elif what == 1:
        del place[last]
    elif what == 2 and isinstance(place, list):
        place.append(place[last])
    elif isinstance(place, dict):
        place[rng.choice(("x", "name", f"{last}s", "", "[/]"))] = place[last]


def bitten(content: bytes, rng: Random) -> bytes:
    """Bytes with some replaced, left out, doubled or put in."""
    for _ in range(rng.choice((1, 1, 2, 8))):
        start = rng.randrange(len(content) + 1)
        end = min(start + rng.choice((0, 1, 1, 4, 60, 2000)), len(content))
        middle = (b"", content[start:end] * 2, rng.choice(BYTES), rng.randbytes(3))[rng.randrange(4)]
        content = content[:start] + middle + content[end:]
    return content


def mutant(text: bytes, rng: Random) -> bytes:
    """A text in TOML mutated by its values or by its bytes."""
    if rng.random() < 0.6:
        try:
            return tomlkit.dumps(struck(tomllib.loads(text.decode()), rng)).encode(errors="surrogatepass")
        except (TypeError, ValueError, AttributeError):
            pass
    return bitten(text, rng)


def house(name: str) -> bytes:
    """House rules that replace something of each kind."""
    tables = ruleset(name).tables
    readings = {r.id: {"value": r.value, "reason": "ours"} for r in list(tables.readings.values())[:5]}
    modifiers = {m.id: dict.fromkeys(list(m.lines)[:3], 1) for m in list(tables.modifiers.values())[:3]}
    return tomlkit.dumps({"ruleset": name, "title": "Ours", "modifiers": modifiers, "reading": readings}).encode()


def texts(name: str, kind: str) -> bytes:
    """A good file to begin with."""
    if kind == "house":
        return house(name)
    if kind == "roster":
        return min((entry.path for entry in entries(ROSTER, name)), key=lambda path: path.stat().st_size).read_bytes()
    return find("scenario", scenario(name)).read_bytes()


def mutate_texts(kind: str, folder: Path, seeds: range) -> None:
    """Mutants of rosters, scenarios or house rules, checked as ``fleetbook check`` does."""
    originals = [texts(name, kind) for name in RULESETS if kind != "roster" or entries(ROSTER, name)]
    for name in RULESETS:  # a scenario finds its rosters beside it too
        for path in (library_folder() / name).glob("*.toml"):
            shutil.copy(path, folder)
    for original in originals:
        path = folder / "mutant.toml"
        path.write_bytes(original)
        assert check_all(path)[1] == []
    for seed in seeds:
        rng = Random(seed)
        path.write_bytes(mutant(rng.choice(originals), rng))
        with modest():
            check_all(path)
        own = own_folder() / rng.choice(RULESETS) / "mutant.toml"
        own.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, own)
        with modest():
            assert [item.path for item in items() if item.path == own or item.problem] in ([], [own])
        own.unlink()


def mutate_battles(folder: Path, seeds: range) -> None:
    """Mutants of battle files, opened for reading and for writing, verified, and ordered in where they seem sound."""
    originals = [begun(name, folder / f"{name}.battle", lines=15).read_bytes() for name in RULESETS]
    for seed in seeds:
        rng = Random(seed)
        path = folder / f"mutant-{seed}.battle"
        path.write_bytes(bitten(rng.choice(originals), rng))
        with modest(), BattleFile.open(path, read_only=rng.random() < 0.5) as file:
            verified(file)
            if not file.read_only:
                give_one(file, rng)
        for left in folder.glob(f"mutant-{seed}.battle*"):
            left.unlink()


def mutate_orders(folder: Path, seeds: range) -> None:
    """Orders with mutated inputs, as JSON and as the shell's words, in battles at random moments."""
    files = [BattleFile.open(begun(name, folder / f"{name}.battle", lines=10)) for name in RULESETS]
    for seed in seeds:
        rng = Random(seed)
        file = rng.choice(files)
        kinds = [kind for kind in file.journal.ruleset.all_orders if kind.key and kind.id != "end"]
        draft = random_draft(file.journal.battle, rng.choice(kinds), rng)
        raw = json.loads(json.dumps(draft.values))
        raw = struck(raw, rng) if raw else raw
        if rng.random() < 0.3:
            raw = {name: str(value) for name, value in raw.items()}
        with modest():
            order = Draft(file.journal.battle, draft.kind, raw).order()
            file.give(order, file.journal.supply([rng.choice((0, 1, 7, None)) for _ in range(rng.choice((0, 0, 3)))]))
    for file in files:
        assert verified(file) == []
        file.close()


def texts_of(kind: str) -> Callable[[Path, range], None]:
    return lambda folder, seeds: mutate_texts(kind, folder, seeds)


KINDS: dict[str, Callable[[Path, range], None]] = {
    "rosters": texts_of("roster"), "scenarios": texts_of("scenario"), "house": texts_of("house"),
    "battles": mutate_battles, "orders": mutate_orders,
}  # fmt: skip


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder whose own files are the mutants: home shows them or says what is wrong."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path_factory.mktemp("data")))


@pytest.mark.parametrize("kind", KINDS)
def test_some_mutants_do_no_harm(kind: str, tmp_path: Path) -> None:
    KINDS[kind](tmp_path, range(FEW))


@pytest.mark.campaign
@pytest.mark.parametrize("tenth", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_fifty_thousand_mutants_do_no_harm(kind: str, tenth: int, tmp_path: Path) -> None:
    KINDS[kind](tmp_path, range(tenth * MANY // 10, (tenth + 1) * MANY // 10))
    check_memory()
