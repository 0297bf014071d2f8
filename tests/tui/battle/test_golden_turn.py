"""Parts of the golden battles refereed once more at the keyboard of the app: the same lines, the same dice."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.store.battle.battle_file import BattleFile
from tests.golden.playing import begin, in_one_batch, orders
from tests.tui.keyboard import Keyboard, refereeing


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
    assert in_one_batch(path, first_turn()).code == 0
    with BattleFile.open(path) as file:
        return list(file.journal.records)


def at_the_keyboard(one: Keyboard, words: list[str]) -> None:
    """Give one order by keys alone: its key, each input in its row, Enter."""
    order = one.session.battle.ruleset.order(words[0])
    if order.id == "next":
        one.go()
        return
    inputs = dict(word.split("=", 1) for word in words[1:])
    if issubclass(order, SheetOrder):
        on_the_sheet(one, order, inputs)
        return
    if order.at_once:
        one.battle.cursor.point(one.session.battle.squadron(inputs["squadron"])[0])
    one.type(order.key)
    if order.at_once:
        return
    for name, value in inputs.items():
        form = one.battle.entry.form
        assert form is not None
        row = [entry.field.name for entry in form.entries].index(name)
        away = form.in_order.index(row) - form.in_order.index(form.row)
        one.press(*["down" if away > 0 else "up"] * abs(away))
        flag = value in ("yes", "no")
        one.type(value[0] if flag else value)
    if order.declared:
        one.press("enter")


def on_the_sheet(one: Keyboard, order: type[SheetOrder[Any]], inputs: dict[str, str]) -> None:
    """A squadron's fire: the cursor on one of her ships, target and range typed, the side turned to, Enter or +."""
    one.battle.cursor.point(one.session.battle.squadron(inputs[order.group])[0])
    one.type(f"{order.key}{inputs['target']}{inputs['range']}")
    sheet = one.battle.sheets.sheet
    assert sheet is not None
    options = sheet.entry(0, "bearing").words
    turns = options.index(inputs["bearing"]) - options.index(str(sheet.drafts[0].values["bearing"]))
    one.press("up", *["right"] * (turns or len(options)))  # all the way round: a side that is only filled in is not entered
    one.press("+" if inputs["last"] == "no" else "enter")


def records(path: Path) -> list[bytes]:
    """The lines of a battle as they are kept."""
    with BattleFile.open(path, read_only=True) as file:
        return [msgspec.json.encode(record) for record in file.journal.records]


def test_the_golden_battle_s_first_turn_by_keys(tmp_path: Path) -> None:
    shell = by_the_shell(tmp_path / "shell.battle")
    begin("convoy", tmp_path / "keys.battle")
    with refereeing(tmp_path / "keys.battle") as one:
        for words in first_turn():
            at_the_keyboard(one, words)
        assert "TURN 2" in one.text
    assert records(tmp_path / "keys.battle") == [msgspec.json.encode(record) for record in shell]


def second_firing() -> tuple[list[list[str]], list[list[str]]]:
    """The commands of the battle of Tsushima up to the second firing phase, and those of that phase."""
    words = orders("tsushima")[1:]
    steps = [number for number, command_words in enumerate(words) if command_words[0] == "next"]
    begins, ends = steps[10] + 1, steps[11] + 1
    return words[:begins], words[begins:ends]


def test_a_firing_phase_of_tsushima_by_keys(tmp_path: Path) -> None:
    before, firing = second_firing()
    assert {words[0] for words in firing} == {"fire", "volley", "done", "next"}
    path, again = tmp_path / "shell.battle", tmp_path / "keys.battle"
    begin("tsushima", path)
    assert in_one_batch(path, before).code == 0
    shutil.copy(path, again)
    assert in_one_batch(path, firing).code == 0
    with refereeing(again) as one:
        assert "firing" in one.text
        one.draws = False  # the first turn above is drawn after each key
        for words in firing:
            at_the_keyboard(one, words)
    assert records(again) == records(path)
