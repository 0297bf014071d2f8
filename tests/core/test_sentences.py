"""Sentences of the rules in words: whole, and of a ship that is named already."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.conditions import Statement
from fleetbook.core.words.sentence import Sentence, Sentences
from fleetbook.core.words.wording import Wording
from tests.core import toy


class Says(Sentences):
    """What a pond says."""

    leaks = Sentence("{ship} leaks: {how}")
    mast_gone = Sentence("{ship}'s mast is gone")
    drifts = Sentence("{ship}: drifts {way}")
    with_another = Sentence("{ship}, {other} with her, is wet")
    plugged = Sentence("a leak of {ship} is plugged")
    by_function = Sentence(lambda ship, boxes: f"{ship} loses {boxes}")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Says.leaks(ship="Wasp", how="a stone"), "she leaks: a stone"),
        (Says.leaks(ship="Bee", how="a stone"), "Bee leaks: a stone"),
        (Says.mast_gone(ship="Wasp"), "her mast is gone"),
        (Says.drifts(ship="Wasp", way="north"), "drifts north"),
        (Says.with_another(ship="Wasp", other="Bee"), "Bee with her, is wet"),
        (Says.plugged(ship="Wasp"), "a leak of Wasp is plugged"),
        (Says.by_function(ship="Wasp", boxes=2), "Wasp loses 2"),
        (Says.typed(words="Wasp is wet"), "Wasp is wet"),
    ],
    ids=lambda value: getattr(value, "key", None),
)
def test_a_ship_that_is_named_already_is_she(said: Any, told: str) -> None:
    assert Wording(Says, toy.Pond().tables).of_her(said, "Wasp") == told


def test_a_sentence_is_the_same_as_the_words_that_an_earlier_version_kept() -> None:
    fact, kept = Statement("lost by"), Says.leaks(how="a stone").as_fact()
    assert fact.same("a stone", kept)
    assert fact.same(kept, "a stone")
    assert fact.same(kept, kept)
    assert not fact.same(Says.leaks(how="ice").as_fact(), kept)
    assert not fact.same("a stone", None)
    assert not fact.same(None, kept)
    assert not fact.same("a stone", "ice")
