"""Dice that nobody can pick. A face depends on the seed, on the players' words to its seal, and on the dice before it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Drawing
from fleetbook.core.dice import Stream
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.verify import verify_record
from tests.core import toy
from tests.core.test_journal import give
from tests.core.toy_ships import Boat, PondBattle


class Roll(Order[Boat]):
    """Throws the dice that the caller names."""

    id, title, key = "roll", "Roll", "y"
    dice: str = fields.text("dice")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from roll("dice", self.dice)


class Rolling(toy.Pond):
    """The pond, with dice for their own sake."""

    orders: tuple[type[Order[Boat]], ...] = (*toy.Pond.orders, Roll)


def on_the_pond(**drawing: Any) -> Journal[Any]:
    return Journal(Rolling(), msgspec.structs.replace(toy.setup(), dice=Drawing(**drawing)), toy.SEED)


def throw(journal: Journal[Any], dice: str = "3d6", *typed: int) -> Record:
    """Give an order that throws these dice."""
    journal.append(journal.propose(Roll(dice=dice), journal.supply(typed)))
    return journal.records[-1]


def shown(record: Record) -> list[int]:
    return [face.face for face in record.faces]


def is_sound(journal: Journal[Any]) -> bool:
    return [verify_record(journal, record) for record in journal.records] == [""] * len(journal.records)


def note(journal: Journal[Any]) -> None:
    give(journal, "note", words="range measured")


def by_hand(journal: Journal[Any]) -> None:
    give(journal, "strike", ship="Swan", track="hull", boxes="1")
    give(journal, "strike", ship="Swan", track="hull", boxes="-1")


def undone(journal: Journal[Any]) -> None:
    note(journal)
    journal.append(journal.undo())


def undone_dice(journal: Journal[Any]) -> None:
    throw(journal, "5d20")
    journal.append(journal.undo())


def refused(journal: Journal[Any]) -> None:
    with pytest.raises(FleetbookError):
        give(journal, "strike", ship="Swan", track="hull", boxes="999")


def gone_back(journal: Journal[Any]) -> None:
    if journal.position:
        journal.append(journal.undo(0))
        journal.append(journal.redo())


BEFORE: tuple[Callable[[Journal[Any]], None], ...] = (note, by_hand, undone, undone_dice, refused, gone_back)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_leaves_no_dice_in_force_shifts_a_face(seed: int) -> None:
    rng = Random(seed)
    plain, padded = on_the_pond(), on_the_pond()
    for dice in ("d6", "3d20", "2d6"):
        for what in rng.choices(BEFORE, k=rng.randrange(1, 5)):
            what(padded)
        assert throw(padded, dice).faces == throw(plain, dice).faces
    assert is_sound(padded)


def test_dice_in_force_are_numbered_from_the_first_of_the_battle() -> None:
    journal = on_the_pond()
    assert [*shown(throw(journal)), *shown(throw(journal, "2d6"))] == [Stream(toy.SEED).face(die, 6) for die in range(1, 6)]
    journal.append(journal.undo(0))
    assert shown(throw(journal, "2d6")) == [Stream(toy.SEED).face(die, 6) for die in (1, 2)]


def test_dice_typed_in_count_like_others() -> None:
    journal = on_the_pond()
    assert shown(throw(journal, "3d6", 6, 6))[:2] == [6, 6]
    assert shown(throw(journal, "d6")) == [Stream(toy.SEED).face(4, 6)]


def test_an_overruled_die_leaves_the_others_and_those_after_it_as_they_were() -> None:
    journal, plain = on_the_pond(), on_the_pond()
    natural = shown(throw(journal)), shown(throw(plain))
    for record in journal.overrule(2, natural[0][1] % 6 + 1, "cocked"):
        journal.append(record)
    assert [journal.records[-1].faces[die].face for die in (0, 2)] == [natural[1][die] for die in (0, 2)]
    assert shown(throw(journal)) == shown(throw(plain))
    assert is_sound(journal)


def test_what_the_players_say_changes_the_dice_and_not_the_seal() -> None:
    silent, spoken = on_the_pond(), on_the_pond(words={toy.setup().sides[1]: "anchor"})
    assert silent.stream.commitment == spoken.stream.commitment
    assert spoken.stream.words == ("", "anchor")
    assert shown(throw(spoken, "20d20")) != shown(throw(silent, "20d20"))
    assert is_sound(spoken)


def test_dice_of_battles_begun_before_are_numbered_by_lines() -> None:
    journal = on_the_pond(numbered="by lines")
    note(journal)
    note(journal)
    first = throw(journal)
    assert shown(first) == [Stream(toy.SEED, line=3).face(die, 6) for die in (1, 2, 3)]
    for record in journal.overrule(1, first.faces[0].face % 6 + 1, "cocked"):
        journal.append(record)
    assert journal.dice_number(journal.records[-1]) == 3
    assert is_sound(journal)
