"""Anything done with a battle, in any order: every acknowledged line is there, and at most one more."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.summary import summarize
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import InUse, Unwritable
from tests.store import toy
from tests.store.left import half_written, no_room, written_ahead
from tests.store.test_crash import killed

FEW, MANY, STEPS = 8, 500, 20


def is_needed(journal: Path) -> bool:
    """Whether a journal takes a half written order back, as one that a full disk left does; a writer that was killed before it
    wrote any page leaves one that is of no use, and harmless.
    """
    return journal.exists() and journal.read_bytes()[:1] not in (b"", b"\0")


class Battles(RuleBasedStateMachine):
    """One battle, a writer and some readers; ``reported`` are the acknowledged lines, as JSON."""

    environment: dict[str, str]

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        self.elsewhere = Path(tempfile.mkdtemp(prefix="machine-"))
        self.path = self.folder / "0.battle"
        self.file: BattleFile | None = BattleFile.create(self.path, toy.setup(boxes=9000), "soap")
        self.readers: list[BattleFile] = []
        self.reported: list[bytes] = []
        self.moves = 0

    def open(self) -> BattleFile:
        """The writer, opened where it is not."""
        if self.file is None:
            self.file = BattleFile.open(self.path)
        return self.file

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
            self.file = None

    def close_all(self) -> None:
        self.close()
        while self.readers:
            self.readers.pop().close()

    def tell(self) -> None:
        """Take in what the writer just acknowledged."""
        assert self.file is not None
        assert [msgspec.json.encode(record) for record in self.file.journal.records[: len(self.reported)]] == self.reported
        self.reported += [msgspec.json.encode(record) for record in self.file.journal.records[len(self.reported) :]]

    @rule(ship=st.sampled_from(toy.SHIPS), force=st.integers(1, 9), face=st.none() | st.integers(1, 6))
    def order(self, ship: str, force: int, face: int | None) -> None:
        file = self.open()
        number = file.give(toy.splash(ship, force), None if face is None else file.journal.supply((face,))).number
        assert number == len(self.reported) + 1
        self.tell()

    @rule(words=st.text(st.characters(codec="utf-8"), max_size=2000))
    def note(self, words: str) -> None:
        try:
            self.open().give(Annotate(words=words))
        except FleetbookError:
            return  # a note says something
        self.tell()

    @rule(what=st.sampled_from(("undo", "redo", "overrule")), to=st.none() | st.integers(0, 9))
    def go_back(self, what: str, to: int | None) -> None:
        file = self.open()
        try:
            if what == "overrule":
                file.overrule(1, (to or 0) % 6 + 1, "cocked")
            elif what == "redo":
                file.redo()
            else:
                file.undo(to)
        except FleetbookError:
            assert len(file.journal.records) == len(self.reported)
        self.tell()

    @rule()
    def open_anew(self) -> None:
        self.close()
        self.open()
        self.tell()

    @rule(delay=st.floats(0, 0.05))
    def kill(self, delay: float) -> None:
        self.close()
        acknowledged = killed("give", self.path, self.environment, delay)
        assert acknowledged == list(range(len(self.reported) + 1, len(self.reported) + 1 + len(acknowledged)))
        before = len(self.reported)
        self.open()
        self.tell()
        assert len(acknowledged) <= len(self.reported) - before <= len(acknowledged) + 1

    @rule(ahead=st.booleans())
    def kill_in_mid_commit(self, ahead: bool) -> None:
        self.close()
        (written_ahead if ahead else half_written)(self.path)
        assert summarize(self.path).lines == len(self.reported)
        self.open()
        self.tell()

    @precondition(lambda self: os.name == "posix")  # elsewhere no limit can be set to a file
    @rule(room=st.integers(0, 40_000))
    def fill_the_disk(self, room: int) -> None:
        file = self.open()
        with no_room(room):
            try:
                file.give(toy.splash())
            except Unwritable as refusal:
                assert "is the disk full?" in str(refusal)
                assert len(file.journal.records) == len(self.reported)
        self.tell()
        if is_needed(self.path.with_name(f"{self.path.name}-journal")):
            self.close()  # the limit on files kept SQLite from writing back what stood there, as a full disk does not

    @rule()
    def write_twice(self) -> None:
        self.open()
        with pytest.raises(InUse):
            BattleFile.open(self.path)

    @precondition(lambda self: len(self.readers) < 3)
    @rule()
    def read(self) -> None:
        self.readers.append(BattleFile.open(self.path, read_only=True))

    @precondition(lambda self: self.readers)
    @rule(which=st.integers(0, 2))
    def stop_reading(self, which: int) -> None:
        self.readers.pop(which % len(self.readers)).close()

    @rule()
    def copy(self) -> None:
        copy = Path(shutil.copy(self.path, self.elsewhere / "copy.battle"))
        assert verify(copy) == []
        assert summarize(copy).lines == len(self.reported)

    @precondition(lambda self: os.name == "posix")  # Windows keeps a file that is open
    @rule(back=st.booleans())
    def move(self, back: bool) -> None:
        self.moves += 1
        other = self.folder / f"{self.moves}.battle"
        file = self.open()
        self.path.rename(other)
        with pytest.raises(Unwritable, match="moved or deleted"):
            file.give(toy.splash())
        if back:
            other.rename(self.path)
            return
        self.close_all()
        self.path = other

    @precondition(lambda self: os.name != "posix")
    @rule()
    def move_once_nobody_has_it_open(self) -> None:
        self.moves += 1
        other = self.folder / f"{self.moves}.battle"
        self.open()
        with pytest.raises(PermissionError):
            self.path.rename(other)
        self.close_all()
        self.path = self.path.rename(other)

    @rule(ending=st.sampled_from(("-wal", "-journal")))
    def lay_a_strange_file_beside(self, ending: str) -> None:
        strange = self.path.with_name(self.path.name + ending)
        file = self.open()
        if is_needed(strange):
            return
        strange.write_bytes(b"strange" * 700)
        with pytest.raises(Unwritable, match="appeared beside"):
            file.give(toy.splash())
        strange.unlink()

    @precondition(lambda self: os.name == "posix")  # Windows keeps a file that is open
    @rule()
    def take_the_lock_away(self) -> None:
        file = self.open()
        self.path.with_name(f"{self.path.name}.lock").unlink()
        with pytest.raises(Unwritable, match="was taken away"):
            file.give(toy.splash())
        self.close()

    @invariant()
    def readers_see_every_reported_line(self) -> None:
        for reader in getattr(self, "readers", ()):
            reader.follow()
            assert (reader.damage, len(reader.journal.records)) == ("", len(self.reported))

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.open()
            self.tell()
            self.close_all()
            assert verify(self.path) == []
            others = [path for path in self.folder.iterdir() if path != self.path]
            assert [path for path in others if is_needed(path) or not path.name.endswith("-journal")] == []
            shutil.rmtree(self.folder)
            shutil.rmtree(self.elsewhere)


def run(examples: int, environment: dict[str, str]) -> None:
    """Some battles, the same every time."""
    Battles.environment = environment
    run_state_machine_as_test(
        Battles,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            derandomize=True,
            database=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_no_line_reported_is_lost_whatever_is_done(child_environment: dict[str, str]) -> None:
    run(FEW, child_environment)


@pytest.mark.campaign
def test_no_line_reported_is_lost_whatever_is_done_five_hundred_times(child_environment: dict[str, str]) -> None:
    run(MANY, child_environment)
