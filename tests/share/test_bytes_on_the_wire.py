"""Two battles that differ in a secret alone, served side by side: all that a reader receives is the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.record import ORDER, UNDO, Record
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from tests.share.test_page_non_interference import PAIRS, pages
from tests.share.visiting import Here, Visitor, Watcher, shared

LONG = 600.0  # seconds between beats: none comes meanwhile
READ = ("", "journal", "report", "events?", "nothing")


def give(file: BattleFile, journal: Journal[Any], record: Record) -> None:
    """Give an order of a journal once more, to the same battle in a file."""
    if record.kind != ORDER:
        assert record.kind == UNDO
        file.undo(record.to)
        return
    typed = [face.face if face.origin == "typed" else None for face in record.faces]
    file.give(journal.order_of(record), file.journal.supply(typed), record.choices, record.given)


@contextmanager
def served(journal: Journal[Any], path: Path) -> Iterator[tuple[BattleFile, Here]]:
    with BattleFile.create(path, journal.setup, journal.stream.seed) as file, shared(path, beat=LONG) as sharing:
        yield file, sharing


def answers(sharing: Here, side: str | None, method: str, more: Sequence[str] = ()) -> list[bytes]:
    """What is answered to whoever asks for a page and what belongs to it; the host's port apart, nothing may differ."""
    with ExitStack() as stack:
        visitors = [stack.enter_context(Visitor(sharing.port)) for _ in READ]
        paths = [f"{sharing.path(side)}{name}" for name in READ]
        asked = zip(visitors, paths, strict=True)
        return [visitor.ask(path, "HEAD" if path.endswith("?") else method, more=more) for visitor, path in asked]


@pytest.mark.parametrize("name", ["aanda a marker is a dummy", "gwas a raider is somewhere and goes elsewhere"])
def test_two_sessions_receive_the_same_bytes(name: str, tmp_path: Path) -> None:
    side, play, (one, other, *_) = PAIRS[name]
    journals = play(one).journal, play(other).journal
    before, *after = pages(journals[0], side)
    with ExitStack() as stack:
        files = [stack.enter_context(served(each, tmp_path / f"{place}.battle")) for place, each in enumerate(journals)]
        watchers = [stack.enter_context(Watcher(sharing, side)) for _, sharing in files]
        received = [[watcher.head, watcher.raw()] for watcher in watchers]
        for number, now in enumerate(after):
            for (file, _), journal in zip(files, journals, strict=True):
                give(file, journal, journal.records[number])
            if now != before:
                for bytes_of, watcher in zip(received, watchers, strict=True):
                    bytes_of.append(watcher.raw())
            before = now
        assert received[0] == received[1]
        for reader in (side, None):
            for method in ("GET", "HEAD", "POST"):
                for more in ([], ["accept-encoding: gzip"]):  # compressed, no answer is longer for a secret
                    first, second = (answers(sharing, reader, method, more) for _, sharing in files)
                    assert first == second
