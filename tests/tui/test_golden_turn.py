"""Parts of the golden battles refereed once more at the keyboard of the app: the same lines, the same dice."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from fleetbook.core.battle.record import Record
from fleetbook.store.battle.battle_file import BattleFile
from tests.cli.shell import fleetbook
from tests.golden.playing import begin, command, orders
from tests.tui.desk import NARROW, WIDE, Desk, desk


def first_turn() -> list[list[str]]:
    """The words of each order of turn 1, the steps that end it included: eight of them."""
    taken: list[list[str]] = []
    for words in orders("convoy")[1:]:
        taken.append(words)
        if sum(w[0] == "next" for w in taken) == 8:
            break
    return taken


def by_the_shell(path: Path) -> list[Record]:
    """The records of the turn as the shell makes them."""
    begin("convoy", path)
    for words in first_turn():
        assert fleetbook(*command(words, path)).code == 0
    with BattleFile.open(path) as file:
        return list(file.journal.records)


async def at_the_keyboard(one: Desk, words: list[str]) -> None:
    """Give one order by keys alone: its key, each input in its row, Enter."""
    procedure = one.session.battle.ruleset.procedure(words[0])
    await one.type(procedure.key)
    inputs = dict(word.split("=", 1) for word in words[1:])
    for name, value in inputs.items():
        while (form := one.battle_screen.referee.view.form) is not None and form.name != name:
            await one.press("down")
        flag = value in ("yes", "no")
        await one.type(value[0] if flag else value)
    if procedure.declared:
        await one.press("enter")


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
async def test_the_golden_battle_s_first_turn_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    shell = by_the_shell(tmp_path / "shell.battle")
    begin("convoy", tmp_path / "keys.battle")
    async with desk(tmp_path / "keys.battle", size=size) as one:
        for words in first_turn():
            await at_the_keyboard(one, words)
        assert "TURN 2" in one.text
        keys = list(one.session.journal.records)
    assert [msgspec.json.encode(record) for record in keys] == [msgspec.json.encode(record) for record in shell]


def second_firing() -> tuple[list[list[str]], list[list[str]]]:
    """The commands of the battle of Tsushima up to the second firing phase, and those of that phase."""
    words = orders("tsushima")[1:]
    steps = [number for number, command_words in enumerate(words) if command_words[0] == "next"]
    begins, ends = steps[10] + 1, steps[11] + 1
    return words[:begins], words[begins:ends]


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
async def test_a_firing_phase_of_tsushima_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    before, firing = second_firing()
    assert {words[0] for words in firing} == {"fire", "volley", "done", "next"}
    path, again = tmp_path / "shell.battle", tmp_path / "keys.battle"
    begin("tsushima", path)
    for words in before:
        assert fleetbook(*command(words, path)).code == 0
    shutil.copy(path, again)
    for words in firing:
        assert fleetbook(*command(words, path)).code == 0
    async with desk(again, size=size) as one:
        assert "firing" in one.text
        for words in firing:
            await at_the_keyboard(one, words)
        keys = list(one.session.journal.records)
    with BattleFile.open(path) as file:
        shell = list(file.journal.records)
    assert [msgspec.json.encode(record) for record in keys] == [msgspec.json.encode(record) for record in shell]
