"""Sentences of the rules: their values, their words about one ship, and their stored form."""

from __future__ import annotations

import msgspec
import pytest

from fleetbook.core.tables.table import Modifier
from fleetbook.core.words.sentence import Said, Sentence, Sentences
from fleetbook.core.words.wording import Wording
from tests.core import toy


class Says(Sentences):
    """The sentences of the pond."""

    holed = Sentence("{ship} is holed: {place}")
    sinks = Sentence("{ship} sinks: {how}")
    leaks = Sentence("{ship}'s {place} leaks")
    fouled = Sentence("{ship} and {other} are fouled")
    wet = Sentence("{ship}, {other} and others are wet")
    plugged = Sentence("a leak of {ship} is plugged")
    crew = Sentence("{men:man} and {boxes:box} lost")
    drift = Sentence("{ships} drift {cm:+d} cm")
    shift = Sentence("{what}: {value:+d}")
    holed_by = Sentence("holed in the {place} ({by}, oar)", bare="holed in the {place}")
    far = Sentence(lambda cm, most: f"{cm} of {most} cm" if cm < most else "as far as it goes")


WORDING = Wording(Says, toy.Pond().tables)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Says.holed(ship="Duck", place="bow"), "Duck is holed: bow"),
        (Says.crew(men=1, boxes=2), "1 man and 2 boxes lost"),
        (Says.drift(ships=["Duck", "Swan", "Teal"], cm=3), "Duck, Swan and Teal drift +3 cm"),
        (Says.far(cm=3, most=9), "3 of 9 cm"),
        (Says.far(cm=9, most=9), "as far as it goes"),
        (Says.sinks(ship="Duck", how=Says.leaks(ship="Duck", place="stern")), "Duck sinks: Duck's stern leaks"),
        (Says.shift(what=Modifier("far", -1, "over 10 ft", list="shooting"), value=-1), "over 10 ft: -1"),
    ],
)
def test_values_are_written_as_the_sentence_says(said: Said, words: str) -> None:
    assert WORDING.words(said) == words


@pytest.mark.parametrize(
    ("said", "phrase"),
    [
        (Says.holed(ship="Duck", place="bow"), "holed (bow)"),
        (Says.sinks(ship="Duck", how="a leak"), "sinks (a leak)"),
        (Says.leaks(ship="Duck", place="bow"), "bow leaks"),
        (Says.fouled(ship="Duck", other="Swan"), "Duck and Swan are fouled"),
        (Says.sinks(ship="Swan", how="a leak"), "Swan sinks (a leak)"),
        (Says.wet(ship="Duck", other="Swan"), "Duck, Swan and others are wet"),
        (Says.plugged(ship="Duck"), "a leak of Duck is plugged"),
    ],
)
def test_of_one_ship_a_sentence_is_told_without_her_name(said: Said, phrase: str) -> None:
    assert WORDING.phrase(said, "Duck") == phrase


@pytest.mark.parametrize(
    ("said", "named"),
    [
        (Says.holed(ship="Duck", place="bow"), False),
        (Says.fouled(ship="Duck", other="Swan"), True),
        (Says.fouled(ship="Teal", other="Duck"), True),
        (Says.plugged(ship="Duck"), True),
        (Says.plugged(ship="Duckling"), False),
        (Says.drift(ships=["Swan", "Duck"], cm=3), True),
        (Says.sinks(ship="Duck", how=Says.leaks(ship="Swan", place="stern")), False),
        (Says.sinks(ship="Duck", how=Says.leaks(ship="Duck", place="stern")), True),
        (Says.sinks(ship="Duck", how=Sentences.typed(words="run down by Swan")), False),
        (Says.sinks(ship="Duck", how=Sentences.typed(words="no Duck floats")), True),
        (Sentences.typed(words="Duck is fouled"), True),
        (Says.far(cm=3, most="Duck"), True),
    ],
)
def test_a_phrase_says_whether_the_ships_name_is_still_in_it(said: Said, named: bool) -> None:
    assert WORDING.names_in_phrase(said, "Duck") is named


def test_a_sentence_may_leave_out_who_did_it() -> None:
    said = Says.holed_by(place="bow", by="Swan")
    assert WORDING.words(said) == "holed in the bow (Swan, oar)"
    assert WORDING.bare(said) == "holed in the bow"
    assert WORDING.bare(Says.plugged(ship="Duck")) == "a leak of Duck is plugged"


def test_what_happened_gives_the_values_that_a_sentence_does_not_bring() -> None:
    assert WORDING.words(Says.holed(place="bow"), {"ship": "Duck", "place": "stern"}) == "Duck is holed: bow"


@pytest.mark.parametrize("said", [Said("unknown", {"ship": "Duck", "men": 2}), Says.holed(ship="Duck")])
def test_a_sentence_that_cannot_be_told_is_told_by_its_key_and_values(said: Said) -> None:
    assert WORDING.words(said).startswith(said.key)
    assert all(str(value) in WORDING.words(said) for value in said.values.values())


NESTED = Says.sinks(ship="Duck", how=Says.drift(ships=["Duck", "Swan"], cm=2))


@pytest.mark.parametrize("said", [NESTED, Says.crew(men=1, boxes=2), Says.holed()])
def test_a_sentence_is_kept_as_json_and_as_a_fact(said: Said) -> None:
    assert msgspec.json.decode(msgspec.json.encode(said), type=Said) == said
    assert Said.of_fact(said.as_fact()) == said


def test_a_fact_keeps_a_sentence_as_words_and_numbers_alone() -> None:
    assert NESTED.as_fact() == (
        "sinks",
        "ship",
        "Duck",
        "how",
        ("said", "said", "drift", "ships", ("list", "Duck", "Swan"), "cm", 2),
    )
