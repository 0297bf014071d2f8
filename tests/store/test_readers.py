"""Readers follow a battle live and write nothing; other rules than it began with make every opener a reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.effects import Effects, note
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import Unwritable
from tests.posix import posix_only
from tests.store import toy
from tests.store.toy import splash

UPGRADE = "fleetbook upgrade copies it into one that goes on"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bath.battle"


def test_a_reader_follows_the_writer_live(path: Path) -> None:
    with BattleFile.create(path, toy.setup()) as writer, BattleFile.open(path, read_only=True) as reader:
        assert reader.follow() == ()
        writer.give(splash())
        writer.give(toy.Plug(), choices=("leave",))
        assert [record.number for record in reader.follow()] == [1, 2]
        writer.undo()
        (step,) = reader.follow()
        assert (step.kind, step.to) == ("undo", 1)
        assert list(reader.journal.records) == list(writer.journal.records)
        assert reader.journal.battle.state == writer.journal.battle.state
        assert reader.follow() == ()
        assert writer.follow() == ()
    assert reader.follow() == ()


def test_a_reader_does_not_write_and_says_so(path: Path) -> None:
    BattleFile.create(path, toy.setup()).close()
    with BattleFile.open(path, read_only=True) as reader:
        for attempt in (lambda: reader.give(splash()), reader.undo, reader.redo, lambda: reader.overrule(1, 1, "x")):
            with pytest.raises(Unwritable, match=r"bath\.battle is open for reading only$"):
                attempt()


@posix_only("way to move a file that is open")
def test_a_reader_of_a_battle_that_is_gone_is_reported(path: Path) -> None:
    with BattleFile.create(path, toy.setup()), BattleFile.open(path, read_only=True) as reader:
        path.rename(path.with_name("elsewhere"))
        with pytest.raises(InvalidInput, match="found another file or none"):
            reader.follow()


def test_other_rules_than_the_battle_began_with_open_it_for_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        file.give(splash())
    monkeypatch.setattr(toy.Bath, "version", "2")
    with BattleFile.open(path) as file:
        assert file.notice == "begun with version 1 of Bath tubs; this is version 2, so the battle can only be read; " + UPGRADE
        assert (file.read_only, file.damage, len(file.journal.records)) == (True, "", 1)
        with pytest.raises(Unwritable, match="reading only: begun with version 1 of Bath tubs"):
            file.give(splash())
    assert [finding.what for finding in verify(path)] == [file.notice]


def test_a_battle_that_is_only_said_in_other_words_is_sound(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        file.give(splash())
        file.give(splash())
    monkeypatch.setattr(toy.Splash, "headline", lambda self, battle: "Another splash")
    assert verify(path) == []
    with BattleFile.open(path, read_only=True) as file:
        assert [record.headline for record in file.journal.records] == ["Another splash"] * 2


def test_a_battle_of_newer_rules_than_those_at_hand_is_reported_to_want_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Bath, "version", "10")
    BattleFile.create(path, toy.setup(), seed="soap").close()
    monkeypatch.setattr(toy.Bath, "version", "9")
    with BattleFile.open(path) as file:
        older = "this is version 9, which is older, so the battle can only be read; with the newer version it goes on as it is"
        assert file.notice == f"begun with version 10 of Bath tubs; {older}"
        assert file.read_only


def test_rules_of_the_same_version_that_come_to_something_else_are_to_have_another(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        file.give(splash(), dice=file.journal.supply((4,)))

    def resolve(self: toy.Splash, battle: Battle[Any]) -> Effects:
        yield from note("a dry tub")

    monkeypatch.setattr(toy.Splash, "resolve", resolve)
    *_, advice = (str(finding) for finding in verify(path))
    assert advice.startswith("the installed rules have the same version and give another result")
    assert "give its rules another version" in advice


def test_other_tables_than_the_battle_began_with_open_it_for_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        file.give(splash(), dice=file.journal.supply((4,)))
    monkeypatch.setattr(toy, "TABLES", toy.TABLES.replace('["tub", 0, 1, 2]', '["tub", 0, 3, 4]'))
    monkeypatch.delitem(toy.RULESET.__dict__, "tables")
    with BattleFile.open(path) as file:
        assert file.notice == "begun with other tables of Bath tubs than these, so the battle can only be read; " + UPGRADE
        assert file.read_only
    found = verify(path)
    assert [finding.line for finding in found] == [0, 1]
    assert "events differ" in found[1].what
    monkeypatch.delitem(toy.RULESET.__dict__, "tables")
