"""Battles written by every released format open; one begun with other rules is copied into one that goes on."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from fleetbook.core.battle.events import Began, Changed
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.words.sentence import Sentence
from fleetbook.rules.coastal.words import Says
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import make_file
from fleetbook.store.battle.meta import new_meta
from fleetbook.store.battle.schema import FORMAT
from fleetbook.store.battle.summary import summarize
from fleetbook.store.battle.upgrade import upgrade
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import Unwritable
from tests.cli.shell import fleetbook
from tests.store import toy
from tests.store.left import content

FORMATS = Path(__file__).parent / "formats"


def kept(name: str, folder: Path) -> Path:
    """A copy of a battle of a released format."""
    return Path(shutil.copy(FORMATS / f"{name}.battle", folder))


def test_there_is_a_battle_of_every_format() -> None:
    assert {path.stem for path in FORMATS.glob("*.battle")} >= {f"bath-format-{number}" for number in range(1, FORMAT + 1)}


def test_a_battle_of_format_1_opens_verifies_and_goes_on(tmp_path: Path) -> None:
    path = kept("bath-format-1", tmp_path)
    with BattleFile.open(path) as file:
        assert (file.damage, file.notice, file.read_only) == ("", "", False)
        journal = file.journal
        assert [record.kind for record in journal.records] == [
            "order", "order", "undo", "redo", "undo", "order", "order", "order", "undo", "redo", "order", "order",
        ]  # fmt: skip
        assert [journal.battle.ship(name).left("boxes") for name in toy.SHIPS] == [29, 29, 29, 30]
        assert journal.undo_history.in_force == {1, 6, 7, 8, 11, 12}
        assert journal.battle.state.fingerprint == "0175df501ef9f179bc85141cc5fabcf6"
        assert [(die.face, die.origin, die.instead_of) for die in journal.record(6).faces] == [(3, "overruled", 2)]
        assert (journal.record(6).reason, journal.record(7).choices) == ("the die was cocked", ("pull",))
        assert journal.record(11).inputs == {"words": "naïve “Iéna” [/]"}
        assert file.give(toy.splash("Dora")).number == 13
    assert verify(path) == []


def ahead(folder: Path) -> Path:
    """The battle that was killed as it was written ahead, with what lies beside it."""
    for ending in ("-wal", "-shm"):
        shutil.copy(FORMATS / f"bath-ahead.battle{ending}", folder)
    return kept("bath-ahead", folder)


def check_ahead(file: BattleFile) -> None:
    """Four of its lines are in the file, five beside it."""
    journal = file.journal
    assert (file.damage, file.notice) == ("", "")
    assert [record.kind for record in journal.records] == [
        "order", "order", "undo", "redo", "order", "order", "undo", "order", "order",
    ]  # fmt: skip
    assert [journal.battle.ship(name).left("boxes") for name in toy.SHIPS] == [29, 29, 28, 30]
    assert journal.undo_history.in_force == {1, 2, 5, 8, 9}
    assert journal.battle.state.fingerprint == "af569e883cfadeba2e78585e2da69af5"


def test_a_battle_that_was_written_ahead_is_read_whole_and_left_as_it_is(tmp_path: Path) -> None:
    path = ahead(tmp_path)
    before = content(tmp_path)
    with BattleFile.open(path, read_only=True) as file:
        check_ahead(file)
    assert verify(path) == []
    assert summarize(path).lines == 9
    assert content(tmp_path) == before


def test_a_battle_that_was_written_ahead_is_one_file_once_it_is_opened_for_writing(tmp_path: Path) -> None:
    path = ahead(tmp_path)
    with BattleFile.open(path) as file:
        check_ahead(file)
        assert sorted(content(tmp_path)) == ["bath-ahead.battle", "bath-ahead.battle.lock"]
        assert path.read_bytes()[18:20] == bytes((1, 1))
        assert file.give(toy.splash("Dora")).number == 10
    assert list(content(tmp_path)) == ["bath-ahead.battle"]
    assert verify(path) == []


def test_a_battle_that_was_written_ahead_and_closed_is_taken_over_too(tmp_path: Path) -> None:
    path = kept("bath-format-1", tmp_path)
    assert path.read_bytes()[18:20] == bytes((2, 2))
    before = content(tmp_path)
    with BattleFile.open(path, read_only=True) as file:
        assert len(file.journal.records) == 12
    assert content(tmp_path) == before
    BattleFile.open(path).close()
    assert path.read_bytes()[18:20] == bytes((1, 1))
    assert list(content(tmp_path)) == ["bath-format-1.battle"]
    assert verify(path) == []


def test_a_real_battle_of_format_1_opens_whatever_became_of_its_rules(tmp_path: Path) -> None:
    path = kept("convoy-format-1", tmp_path)
    with BattleFile.open(path, read_only=True) as file:
        assert file.damage == ""
        assert len(file.journal.records) == 198
        assert file.journal.battle.ship("Nordmoor").word("fate").startswith("sunk")
    for command in ("status", "log", "report"):
        assert fleetbook(command, str(path)).code == 0


def test_a_battle_whose_lines_keep_words_is_read_in_those_of_today_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept("convoy-in-words", tmp_path)
    monkeypatch.setattr(Says.sinks, "_pieces", Sentence("{ship} is no more: {how}")._pieces)
    assert verify(path) == []
    with BattleFile.open(path) as file:
        assert (file.notice, file.damage, file.read_only) == ("", "", False)
        journal = file.journal
        assert journal.battle.ship("Nordmoor").loss[:2] == ("sunk", 5)
        assert journal.battle.ship("Nordmoor").end.bare == "its oil exploded"
        lines = [record for record in journal.records if record.is_order]
        assert all(record.whole and journal.results(record) for record in lines)
        reported = [event.text for record in lines for event in record.events if isinstance(event, Changed) and event.text]
        assert "Nordmoor is no more: her oil blows up (MTB 233, torpedo)" in reported
        assert not any(words.startswith("Nordmoor sinks") for words in reported)
        assert file.give(Annotate(words="goes on")).whole


def test_a_battle_whose_hits_keep_their_cause_in_words_verifies_and_goes_on(tmp_path: Path) -> None:
    path = kept("dogger-bank-causes-in-words", tmp_path)
    assert verify(path) == []
    with BattleFile.open(path) as file:
        assert (file.notice, file.damage, file.read_only) == ("", "", False)
        inputs = [event.inputs for record in file.journal.records.kept for event in record.events if isinstance(event, Began)]
        assert any("cause" in each for each in inputs)
        assert all(file.journal.results(record) for record in file.journal.records if record.is_order)
        assert file.give(Annotate(words="goes on")).whole


def test_a_battle_with_a_hash_of_tables_that_play_alike_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier versions hashed titles, texts and reasons, too."""
    monkeypatch.setattr(toy.Bath, "hashes_before", ("1" * 32,))
    tables = toy.RULESET.tables
    path = tmp_path / "worded.battle"
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        meta = new_meta(file.journal.setup, file.journal, file.created)
    for stored, notice in (("1" * 32, ""), (tables.hash_with_words, ""), ("0" * 32, "other tables")):
        copy = tmp_path / f"{stored[:8]}.battle"
        make_file(copy, msgspec.structs.replace(meta, tables=stored), ())
        with BattleFile.open(copy) as file:
            assert notice in file.notice
            assert file.read_only is bool(notice)


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A battle that was begun with version 0 of its rules."""
    path = tmp_path / "old.battle"
    with monkeypatch.context() as before:
        before.setattr(toy.Bath, "version", "0")
        with BattleFile.create(path, toy.setup(), seed="soap") as file:
            for name in toy.SHIPS:
                file.give(toy.splash(name), file.journal.supply([2]))
            file.undo()
            file.redo()
            file.overrule(1, 3, "cocked")
            file.give(toy.Plug(), None, ["leave"])
    return path


def test_a_battle_of_other_rules_is_copied_into_one_that_goes_on(old: Path) -> None:
    before = old.read_bytes()
    with BattleFile.open(old) as file:
        assert file.read_only
        assert "version 0 of Bath tubs; this is version 1" in file.notice
        records, times, seed = list(file.journal.records), list(file.times), file.journal.stream.seed
    new = old.with_name("new.battle")
    upgrade(old, new)
    with BattleFile.open(new) as file:
        assert (file.damage, file.notice, file.read_only) == ("", "", False)
        assert (list(file.journal.records), list(file.times), file.journal.stream.seed) == (records, times, seed)
        assert file.journal.setup.version == "1"
        assert file.give(toy.splash("Dora")).number == len(records) + 1
    assert verify(new) == []
    assert old.read_bytes() == before


def test_the_copy_is_in_the_words_of_the_new_rules(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Splash, "headline", lambda self, battle: f"a splash beside {self.at}")
    new = old.with_name("new.battle")
    upgrade(old, new)
    assert verify(new) == []
    with BattleFile.open(new, read_only=True) as file:
        assert file.journal.records[0].headline == "a splash beside Ada"


def test_what_the_new_rules_would_do_otherwise_is_refused_by_line(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "TABLES", toy.TABLES.replace('"tub", 0, 1, 2', '"tub", 0, 2, 2'))
    monkeypatch.delitem(toy.RULESET.__dict__, "tables", raising=False)
    new = old.with_name("new.battle")
    with pytest.raises(
        InvalidInput, match=r"old\.battle: line 8, splash at Dora: found an order that now leads to another battle"
    ):
        upgrade(old, new)
    assert not new.exists()
    toy.RULESET.__dict__.pop("tables", None)


def test_what_needs_no_upgrade_or_cannot_have_one_is_refused(old: Path, tmp_path: Path) -> None:
    good = kept("bath-format-1", tmp_path)
    with pytest.raises(InvalidInput, match="this one can go on"):
        upgrade(good, tmp_path / "x.battle")
    with pytest.raises(Unwritable, match="exists already"):
        upgrade(old, good)
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE journal SET at = 'x' WHERE number = 2")
    connection.close()
    with pytest.raises(InvalidInput, match="a damaged battle"):
        upgrade(old, tmp_path / "x.battle")
    assert not (tmp_path / "x.battle").exists()


def test_the_shell_s_upgrade(old: Path) -> None:
    new = old.with_name("new.battle")
    assert "fleetbook upgrade copies it" in fleetbook("verify", str(old)).out
    ran = fleetbook("upgrade", str(old), "-o", str(new))
    assert (ran.code, ran.out, ran.err) == (0, f"{new}\n", "")
    assert fleetbook("verify", str(new)).code == 0
    assert fleetbook("upgrade", str(old), "-o", str(new)).code == 2
    assert fleetbook("upgrade", str(old)).code == 2
