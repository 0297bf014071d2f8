"""A battle of 10,000 orders: opening it, an order and a step back at its beginning and at its end; orders a second of every rule
system beside a plain loop that rolls the same dice.
"""

from __future__ import annotations

import random
import resource
import shutil
import sqlite3
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import State
from fleetbook.core.orders.standard_orders import StrikeByHand
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.hash_chain import next_link
from fleetbook.store.battle.journal_reader import Line, from_json
from fleetbook.store.battle.verify import verify
from tests.cli.shell import program
from tests.trust.games import RULESETS, begun, drawn, give_one

ORDERS, SAMPLE = 10_000, 200
IN_THE_SHELL = 20_000  # lines
AT_ONCE = 300  # orders of a rule system that are timed


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    since = time.perf_counter()
    call()
    return (time.perf_counter() - since) * 1000


def least(call: Callable[[], object], times: int = 5) -> float:
    """The least of several."""
    return min(timed(call) for _ in range(times))


def strike(file: BattleFile) -> Callable[[], object]:
    """An order to be given, every input of it typed in: a box struck by hand, or restored where it was."""
    ship = file.journal.battle.ships()[0].name
    track = next(iter(file.journal.battle.tracks(ship)))
    whole = file.journal.battle.ship(ship).left(track) == file.journal.battle.full(ship, track)
    order = StrikeByHand(ship=ship, track=track, boxes=1 if whole else -1, reason="bench")
    return lambda: file.give(order, given=tuple(order.declared))


def open_and_close(path: Path) -> None:
    BattleFile.open(path).close()


def read_rows(path: Path) -> None:
    """What reading the rows costs: each taken from the database, its link checked, its record decoded and folded; all kept."""
    connection = sqlite3.connect(path)
    link, state, kept = b"", State(), []
    for row in connection.execute("SELECT number, at, record, chain FROM journal ORDER BY number"):
        line = Line(*row)
        link = next_link(link, line.at, line.record)
        record = from_json(line.record)
        state = state.with_changes(changes(record.events))
        kept.append((record, state))
    connection.close()


def there_and_back(file: BattleFile) -> None:
    file.undo()
    file.redo()


class Bare:
    """A copy of a battle that SQLite alone writes to: in the same mode, on the same disk, a row of the same bytes a commit."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(shutil.copy(path, path.with_suffix(".bare")), isolation_level=None)
        for pragma in ("journal_mode = DELETE", "synchronous = EXTRA"):
            self.connection.execute(f"PRAGMA {pragma}")
        (self.row,) = self.connection.execute("SELECT at, record, chain FROM journal ORDER BY number DESC LIMIT 1")

    def commit(self) -> None:
        """One row."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("INSERT INTO journal (at, record, chain) VALUES (?, ?, ?)", self.row)
        self.connection.execute("COMMIT")


def medians(spent: list[tuple[float, float]]) -> tuple[float, float]:
    """Of what two calls took that were made in turn: other work slows both."""
    own, plain = (statistics.median(column) for column in zip(*spent, strict=True))
    return own, plain


def beside_bare(file: BattleFile) -> tuple[float, float]:
    """Milliseconds of an order, resolved and durable, and of SQLite's own commit of such an order's row."""
    strike(file)()
    bare = Bare(file.path)
    spent = [(timed(strike(file)), timed(bare.commit)) for _ in range(SAMPLE)]
    bare.connection.close()
    return medians(spent)


def grown(file: BattleFile, lines: int) -> None:
    """Orders until there are so many lines, without waiting for the disk."""
    file._database.run("PRAGMA synchronous = OFF")
    for _ in range(lines - len(file.journal.records)):
        strike(file)()
    file._database.run("PRAGMA synchronous = EXTRA")


@pytest.mark.bench
def test_a_battle_of_ten_thousand_orders(tmp_path: Path) -> None:
    empty = begun("coastal", tmp_path / "empty.battle")
    path = begun("coastal", tmp_path / "long.battle", lines=1)
    with BattleFile.open(path) as file:
        early = beside_bare(file)
        back = [timed(lambda: there_and_back(file)) for _ in range(SAMPLE // 4)]
        grown(file, ORDERS)
        late = beside_bare(file)
        late_back = [timed(lambda: there_and_back(file)) for _ in range(SAMPLE // 4)]
    opened = medians([(timed(lambda: open_and_close(path)), timed(lambda: read_rows(path))) for _ in range(9)])
    nothing, median = least(lambda: open_and_close(empty)), statistics.median
    print("\nratios, aim 1.5 each")
    for what, (own, plain) in {
        "an order to SQLite's own commit": early,
        f"the same after {ORDERS} orders": late,
        f"opening {ORDERS} orders to reading their rows": opened,
    }.items():
        print(f"  {what:45} {own:7.2f} ms {plain:7.2f} ms {own / plain:6.2f}")
    print(f"opening an empty battle: {nothing:.1f} ms; verify: {timed(lambda: verify(path)):.0f} ms")
    print(f"undo and redo: {median(back):.2f} ms at the beginning, {median(late_back):.2f} ms at the end")


@pytest.mark.bench
def test_the_shell_reads_verifies_and_writes_twenty_thousand_lines(tmp_path: Path) -> None:
    """Seconds of the processor, whole processes: other work on the machine slows the clock and not these."""
    path, rng = begun("coastal", tmp_path / "long.battle"), random.Random(3)
    with BattleFile.open(path) as file:
        file._database.run("PRAGMA synchronous = OFF")
        while len(file.journal.records) < IN_THE_SHELL:
            give_one(file, rng)
    start = worked("--version")
    since = time.process_time()
    read_rows(path)
    bare = time.process_time() - since
    print(f"\n{IN_THE_SHELL} lines: their rows are read in {bare:.2f} s; a process starts in {start:.2f} s")
    commands = (["log"], ["log"], ["log", "--json"], ["verify"], ["order", "note", "words=x"])  # the first log keeps its work
    for command, *words in commands:
        spent = worked(command, str(path), *words)
        print(f"  {' '.join((command, *words)):20} {spent:6.2f} s, {(spent - start) / bare:5.1f} times the rows")


def worked(*words: str) -> float:
    """Seconds of the processor that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(program(*words), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.bench
@pytest.mark.parametrize("ruleset", RULESETS)
def test_orders_a_second_beside_a_loop_that_rolls_the_same_dice(ruleset: str, tmp_path: Path) -> None:
    spent, kept, sides = 0.0, 0.0, []
    rng = Random(1)
    with BattleFile.open(begun(ruleset, tmp_path / "quick.battle")) as file:
        journal: Journal[Any] = file.journal
        for _ in range(AT_ONCE):
            order, given, choices = drawn(journal, rng)
            spent += timed(lambda o=order, g=given, c=choices: journal.propose(o, choices=c, given=g))  # type: ignore[misc]
            kept += timed(lambda o=order, g=given, c=choices: file.give(o, None, c, g))  # type: ignore[misc]
            sides += [face.sides for face in journal.records[-1].faces]
    loop = least(lambda: [random.randint(1, side) for side in sides])
    each = AT_ONCE * 1000
    print(
        f"\n{ruleset}: {each / spent:.0f} orders a second resolved, {each / kept:.0f} kept on the disk; {len(sides)} dice;"
        f" a loop that rolls them takes {loop:.2f} ms, the rules {spent:.0f} ms, {spent / max(loop, 0.001):.0f} times as long"
    )
