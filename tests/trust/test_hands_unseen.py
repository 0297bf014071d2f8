"""Who proposed a hidden order and who typed hidden dice: a battle is the same to the other side, whoever did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.events import Began, Rolled
from fleetbook.core.battle.record import Proposer, Record
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from tests.rules.aanda.fleet import BLUE, RED, Game, ship
from tests.share.test_page_non_interference import PAIRS as UNSEEN
from tests.trust.test_damage_unseen import PAIRS as DAMAGE
from tests.trust.twins import AT_ONCE, differing, documents_of

PAIRS = {**UNSEEN, **DAMAGE}
WITH_HIDDEN_DICE = ("gwas a gale strikes a fleet that was not met", "gwas a fleet searches in vain", "a torpedo hit worked out")


def throws(record: Record) -> Iterator[tuple[str, Rolled]]:
    """The throws of an order, each with the part that began last."""
    part = ""
    for event in record.events:
        if isinstance(event, Began):
            part = event.headline
        elif isinstance(event, Rolled):
            yield part, event


def read_dice(record: Record, read: Record) -> Iterator[bool]:
    """For each die of an order, whether a side reads it. A side reads the throws in their order."""
    left = [(part, event.faces) for part, event in throws(read)]
    for part, event in throws(record):
        is_read = left[:1] == [(part, event.faces)]
        left = left[is_read:]
        yield from (is_read for _ in event.faces)
    assert not left


def sent_by(name: str, journal: Journal[Any], side: str) -> Journal[Any]:
    """The same battle. Its other side sent what ``side`` may not read, and typed the dice that it may not read: the phones of a
    player, who throws all of them, or of nobody.
    """
    (owner,) = (each for each in journal.setup.sides if each != side)
    view, twin = SideView(journal, side), Journal(journal.ruleset, journal.setup, journal.stream.seed)
    for record in journal.records:
        read = view.record(record.number)
        if record.is_order and name:
            hidden = tuple(number for number, is_read in enumerate(read_dice(record, read), 1) if not is_read)
            sent = Proposer(owner, name=name) if not read.procedure else None
            twin.append(msgspec.structs.replace(record, proposer=sent, thrown_by={owner: hidden} if hidden else {}))
        else:
            twin.append(record)
    return twin


@pytest.mark.parametrize(
    "name", [name if name in WITH_HIDDEN_DICE else pytest.param(name, marks=pytest.mark.campaign) for name in PAIRS]
)
def test_a_side_reads_the_same_whoever_sent_a_hidden_order_and_typed_hidden_dice(name: str) -> None:
    side, play, secrets = PAIRS[name]
    worlds = ("", secrets[0]), ("Ann", secrets[0]), ("Ben", secrets[1])
    battles = [sent_by(who, play(secret).journal, side) for who, secret in worlds]
    for reader in (side, None):
        first, *others = [documents_of(battle, reader, AT_ONCE) for battle in battles]
        assert [line for other in others for line in differing(first, other)] == []


@pytest.mark.parametrize("name", WITH_HIDDEN_DICE)
def test_its_own_side_reads_who_typed_them(name: str) -> None:
    side, play, secrets = PAIRS[name]
    journal = sent_by("Ann", play(secrets[0]).journal, side)
    (owner,) = (each for each in journal.setup.sides if each != side)
    typed = [{**record.thrown_by} for record in journal.records]
    assert [record.thrown_by for record in SideView(journal, owner).records] == typed
    assert any(typed)
    assert not any(record.thrown_by for record in SideView(journal, side).records)


def test_a_player_who_calls_himself_after_a_hidden_ship_has_no_name() -> None:
    """Red reads the orders of a ship that it sees. What her player calls himself is read like any words that are typed."""
    read = []
    for name in ("Captain of the Matsushima", ""):
        game = Game([ship("Chen Yuen")], [ship("Matsushima"), ship("Yoshino", "van")], squadrons={"blue": {"contact": True}})
        game.go("movement")
        for order in ({"squadron": "red"}, {"squadron": "van"}):
            record = game.propose("done", **order)
            game.keep(msgspec.structs.replace(record, proposer=Proposer(BLUE, name=name)))
        assert SideView(game.journal, RED).records[-1].proposer == Proposer(BLUE)
        read.append(documents_of(game.journal, RED, AT_ONCE))
    assert list(differing(*read)) == []
