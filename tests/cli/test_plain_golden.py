"""The golden battles refereed once more as a dialogue, by numbers where there are numbers: the same journal comes of them."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from fleetbook.core.orders.field_kinds import Field, ModifierField
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.catalogue import ruleset
from tests.cli.dialogue import Script, number_of, question, talk
from tests.golden.playing import BATTLES, begin, kept, orders, scenario, written

Part: TypeAlias = Generator[str, str, str]  # a part of a script: what was said last comes out of it


def asked(field: Field) -> str:
    """How the question for an input begins."""
    return f"{field.label}{' in ' + field.unit if field.unit else ''}"


def answer(rules: Ruleset[Any], field: Field, inputs: dict[str, str]) -> Part:
    """Answer the question for one input: as the list of orders has it, otherwise with nothing."""
    if isinstance(field, ModifierField) and field.name not in inputs:
        ids = [*rules.tables.modifier_list(field.list).lines]
        signed = [f"{'+' if inputs[name] == 'yes' else '-'}{ids.index(name) + 1}" for name in inputs if name in ids]
        return (yield " ".join(signed))
    if field.name not in inputs:
        return (yield "")
    if field.kind in ("number", "text"):
        return (yield inputs[field.name])
    said = yield "?"
    return (yield " ".join(number_of(said, word.strip()) for word in inputs[field.name].split(";")))


def order(rules: Ruleset[Any], words: list[str]) -> Part:
    """Give one order: its word, an answer for each question, then dice where they are typed in, and choices."""
    procedure = rules.order(words[0])
    options = dict(pairwise(words))
    faces = options["--dice"].split(",") if "--dice" in options else []
    choices = [after for before, after in pairwise(words) if before == "--choose"]
    inputs = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    if faces and not procedure.declared:  # given at once: whose dice they are is said before
        yield "dice typed in"
    said = yield procedure.id
    for field in procedure.declared.values():
        if question(said).startswith(asked(field)):
            said = yield from answer(rules, field, inputs)
    if procedure.declared:
        assert question(said).startswith("1 give it"), said
        said = yield "4" if faces else "1"
    while question(said) != "What now?":
        said = yield (faces if question(said).startswith("die ") else choices).pop(0)
    assert not (faces or choices)
    return (yield "dice rolled")


def ruled(words: list[str]) -> Part:
    """Change a die of the last order."""
    yield "die"
    yield words[1]
    yield words[2]
    return (yield words[words.index("--reason") + 1])


def referee(rules: Ruleset[Any], battle: str) -> Script:
    """Answers that give the orders of a golden battle, one after another."""
    said = yield ""
    for words in orders(battle)[1:]:
        if words[0] == "undo" and "--to" in words:
            yield f"back {words[words.index('--to') + 1]}"
            said = yield "1"
        elif words[0] in ("undo", "redo"):
            said = yield words[0]
        elif words[0] == "overrule":
            said = yield from ruled(words)
        else:
            said = yield from order(rules, words)
        assert question(said) == "What now?", (words, said)
    yield "quit"


QUICK = ("convoy", "coal-convoy-variant")
"""Their dialogues belong to every run, those of the others to a campaign."""


@pytest.mark.parametrize("battle", [pytest.param(name, marks=[pytest.mark.campaign] * (name not in QUICK)) for name in BATTLES])
def test_a_golden_battle_in_a_dialogue_is_the_same_journal(battle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "again.battle"
    begin(battle, path)
    rules = ruleset(scenario(battle).ruleset)
    assert talk(monkeypatch, referee(rules, battle), str(path)).code == 0
    assert written(path, "log.json") == kept(battle, "log.json")
