"""Results of orders whose rules state none: from their dice, their notes and their changes."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.result import MISSED, Result
from fleetbook.core.orders.effects import Effects, note, roll, roll_at_least, set_fact, strike_boxes
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.core.play.journal import Journal
from fleetbook.core.words.sentence import Sentence, Sentences
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle

WEATHER = ("the glass falls", "gulls fly inland", "the swell grows", "a squall is seen", "rain sets in")


class Says(Sentences):
    """Sentences of the pond in bad weather."""

    laid_out = Sentence("{ship}: tools laid out")
    fouled = Sentence("{ship} and {after} are fouled")
    leak_is_less = Sentence("the leak of {ship} is less")
    clear_of_rope = Sentence("{ship} is clear of the rope")


class Caulk(Order[Boat]):
    """A throw for each seam."""

    id, title, key = "caulk", "Caulk", "c"

    def resolve(self, battle: PondBattle) -> Effects:
        yield from set_fact("Duck", "tools", True, said=Says.laid_out)
        yield from roll_at_least("a seam", "d6", 5)

    def headline(self, battle: PondBattle) -> str:
        return "Duck caulks a seam"


class Collide(Order[Boat]):
    """A boat loses boxes and meets another."""

    id, title, key = "collide", "Collide", "o"

    def resolve(self, battle: PondBattle) -> Effects:
        yield from strike_boxes("Duck", "hull", 1, "a bump")
        yield from set_fact("Duck", "fouled", "Swan", said=Says.fouled)
        yield from set_fact("Duck", "leak", 1, said=Says.leak_is_less)
        yield from set_fact("Duck", "rope", True, said=Says.clear_of_rope)


class Race(Order[Boat]):
    """Three throws. Only the first is for a score."""

    id, title, key = "race", "Race", "r"

    def resolve(self, battle: PondBattle) -> Effects:
        yield from roll_at_least("a fair start", "d6", 2)
        yield from roll("strokes of Duck", "d6")
        yield from roll("strokes of Swan", "d6")


class Weather(toy.PondSequence):
    """Each step begins with the weather, and perhaps a gust."""

    def enter(self, phase: Phase, battle: PondBattle) -> Effects:
        yield from roll_at_least("a gust", "d6", 6)
        for words in WEATHER:
            yield from note(words)
        if phase.id == "sail-2":
            yield from strike_boxes("Duck", "hull", 1, "rain")


class WindyPond(toy.Pond):
    """The pond, with weather."""

    orders: tuple[type[Order[Boat]], ...] = (Caulk, Race, Collide)
    sequence = Weather()
    sentences = Says


def came_to(order: Order[Boat], *faces: int) -> tuple[Result, ...]:
    journal: Journal[Any] = Journal(WindyPond(), toy.setup(), toy.SEED)
    journal.append(journal.propose(order, journal.supply(faces, typed_only=True)))
    return journal.results(journal.records[0])


def test_dice_in_vain_stand_with_the_throw_and_the_score() -> None:
    (result,) = came_to(Caulk(), 3)
    assert (result.kind, result.head) == (MISSED, "in vain")
    assert result.words == "Duck caulks a seam: IN VAIN."
    assert result.means == "Threw 3, it takes 5. Duck: tools laid out."


def test_a_ship_is_named_in_each_sentence_of_what_befell_her() -> None:
    (result,) = came_to(Collide())
    assert result.words == "Duck: hull -1 (5 of 6), clear of the rope. Duck and Swan are fouled. The leak of Duck is less."


def test_every_throw_that_decides_together_is_shown() -> None:
    (result,) = came_to(Race(), 4, 2, 6)
    assert result.words == "A fair start: yes; strokes of Duck: 2; strokes of Swan: 6."


def test_a_step_that_is_entered_tells_its_throw_and_everything_said() -> None:
    step, weather = came_to(NextStep(), 2)
    assert step.words.startswith("Step 2: ")
    assert weather.words == "A gust: no."
    assert weather.means == "The glass falls; gulls fly inland; the swell grows; and 2 more."
    assert weather.rows == ("A squall is seen.", "Rain sets in.")


def test_what_is_said_of_the_weather_is_no_meaning_of_a_ship_s_damage() -> None:
    journal: Journal[Any] = Journal(WindyPond(), toy.setup(), toy.SEED)
    for _ in range(2):
        journal.append(journal.propose(NextStep(), journal.supply((2,), typed_only=True)))
    texts = [(result.words, result.means) for result in journal.results(journal.records[1])]
    assert texts[0] == ("Duck: hull -1 (5 of 6).", "")
    assert ("The glass falls; gulls fly inland; the swell grows; and 2 more.", "") in texts
