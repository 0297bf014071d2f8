"""What rules say is data: lines keep no words, and other words for every sentence change nothing that happened."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from fleetbook.core.battle.events import Event, about
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.standard_orders import Annotate, EndBattle, SealedNote, SetByHand, StrikeByHand
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.verify import verify_record
from fleetbook.core.words.sentence import Said, Sentence, Sentences
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.paths import entries
from fleetbook.testing.random_battles import play_on

LINES = 80
WORDS = "text", "label", "why", "headline"
BY_PEOPLE = {kind.id for kind in (Annotate, SealedNote, StrikeByHand, SetByHand, EndBattle)}
"""Orders in which people type words."""


def fought(system: str) -> Journal[Any]:
    """A random battle of a system's first scenario."""
    entry = next(entry for entry in entries("scenario") if entry.ruleset == system)
    journal = Journal[Any](ruleset(system), read_setup(entry.path), "said")
    for _ in play_on(journal, Random(7), LINES):
        pass
    return journal


@pytest.fixture(scope="module", params=ruleset_ids())
def journal(request: pytest.FixtureRequest) -> Journal[Any]:
    """One of each system."""
    return fought(request.param)


def kept_words(event: Event) -> Iterator[str]:
    """The words that a line keeps with an event."""
    yield from (getattr(event, name, "") for name in WORDS)
    yield from (adjustment.text for adjustment in getattr(event, "adjustments", ()))


def said_in(record: Record) -> Iterator[Said]:
    """The sentences of a line."""
    yield from filter(None, (getattr(event, "said", None) for event in record.events))


def test_a_line_keeps_no_words_of_the_rules(journal: Journal[Any]) -> None:
    for record in journal.records:
        kept = record.as_kept()
        assert [words for event in kept.events for words in kept_words(event) if words] == []
        typed = [said for said in said_in(record) if said.key == Sentences.typed.key]
        assert not typed or record.procedure in BY_PEOPLE, f"{record.headline}: {typed}"


def test_every_sentence_that_is_said_is_declared_and_finds_its_values(journal: Journal[Any]) -> None:
    wording = journal.battle.wording
    for record in journal.records:
        for event in record.events:
            if said := getattr(event, "said", None):
                sentence = journal.ruleset.sentences.find(said.key)
                assert sentence, f"{record.headline}: {said}"
                assert sentence.words({**about(event), **said.values}, wording.write), f"{record.headline}: {said}"


def test_other_words_for_every_sentence_change_nothing_that_happened(
    journal: Journal[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, sentence in journal.ruleset.sentences.all().items():
        monkeypatch.setattr(sentence, "_pieces", Sentence(f"otherwise: {key}")._pieces)
        monkeypatch.setattr(sentence, "_function", None)
    assert [verify_record(journal, record) for record in journal.records.kept] == [""] * len(journal.records)
