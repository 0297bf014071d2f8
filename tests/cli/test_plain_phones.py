"""Orders that players send from their phones, in the dialogue: told before the next question, given or sent back by a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fleetbook.cli.plain import phones
from fleetbook.core.battle.record import Proposer
from fleetbook.referee.proposals.post import ForPhones, FromPhones, Link, Ready, Sent, TakenBack
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.cli.dialogue import heard

LOOKED = ("next", "next", 'observe observer="V 1243" target="MTB 234" range=2', "1")


class Table:
    """Phones and their server, without a process. All messages lie there when the battle is shared."""

    def __init__(self, *messages: FromPhones) -> None:
        self.messages, self.posts, self.began, self.ended = messages, list[ForPhones](), list[bool](), 0
        self.links = [Link("Kriegsmarine", "http://127.0.0.1:1/x/")]

    def __call__(self, battle: Path, say: Callable[..., None], hear: Callable[[FromPhones], None]) -> Table:
        self._hear = hear
        return self

    def begin(self, lan: bool) -> None:
        self.began.append(lan)
        for message in self.messages:
            self._hear(message)

    def tell(self, post: ForPhones) -> None:
        self.posts.append(post)

    def end(self) -> None:
        self.ended += 1


def sent(name: str, **entered: str) -> Sent:
    words = "M 388 fires at MTB 234, 20 cm"
    return Sent(name, Proposal(by="Kriegsmarine", order="fire", entered=entered, on=3, who="Ann"), words)


SHOT = sent("a", firer="M 388", target="MTB 234", range="20")
FAR = sent("b", firer="M 388", target="MTB 221", range="20")


@pytest.fixture
def convoy(tmp_path: Path) -> Path:
    """The convoy before its first order."""
    path = tmp_path / "convoy.battle"
    BattleFile.create(path, load_setup("convoy"), "7").close()
    return path


def talk(monkeypatch: pytest.MonkeyPatch, convoy: Path, table: Table, *said: str) -> str:
    monkeypatch.setattr(phones, "Sharing", table)
    return heard(monkeypatch, convoy, *LOOKED, *said)


def last(path: Path) -> Any:
    with BattleFile.open(path, read_only=True) as file:
        return file.journal.records[-1]


def test_an_order_is_told_and_given_by_one_word(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SHOT)
    said = talk(monkeypatch, convoy, table, "share", "sent", "give")
    assert "Kriegsmarine: http://127.0.0.1:1/x/" in said
    assert "Sent: Kriegsmarine, Ann: M 388 fires at MTB 234, 20 cm." in said
    assert "proposed by Ann, Kriegsmarine's phone" in said
    record = last(convoy)
    assert (record.procedure, record.proposer) == ("fire", Proposer("Kriegsmarine", name="Ann"))
    assert table.posts[-1].orders["Kriegsmarine"][0].state == "given"
    assert table.ended == 1, "leaving ends the sharing"


def test_an_order_that_is_not_legal_says_why_and_is_sent_back(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SHOT, FAR)
    said = talk(monkeypatch, convoy, table, "share lan", "sent", "give 2", "send-back 2 not seen yet", "sent")
    assert "Not as it is: Kriegsmarine has not observed MTB 221" in said
    assert table.began == [True]
    standing = table.posts[-1].orders["Kriegsmarine"][-1]
    assert (standing.state, standing.note) == ("sent back", "not seen yet")
    assert last(convoy).procedure == "observe", "nothing was given"


def test_wrong_words_are_told_and_lose_nothing(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(monkeypatch, convoy, Table(SHOT, TakenBack("a", "Kriegsmarine")), "give", "share mars", "share", "give", "sent")
    assert said.count("no player's order waits") == 3
    assert "share: found mars" in said


def test_orders_are_sealed_until_all_are_ready_and_a_word_closes_them(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SHOT)
    refused = ("sent", "give", "send-back no")
    said = talk(monkeypatch, convoy, table, "seal", "share", *refused, "close", "wait", "close", "close", "sent", "give")
    assert "Orders are sealed in every step with orders." in said
    assert "Sealed orders: 1 of 2 sides ready; not yet: Kriegsmarine. The word close closes them." in said
    before, _, after = said.partition("Orders are closed.")
    assert "M 388" not in before, "nobody reads a sealed order"
    assert before.count("sealed orders: 1 of 2 sides ready") == 3, "it is neither listed, given nor sent back"
    assert "Not ready: Kriegsmarine." in after
    assert "1 Kriegsmarine, Ann: M 388 fires at MTB 234, 20 cm" in after
    assert last(convoy).procedure == "fire"
    assert table.posts[-1].written is None


def test_a_side_that_is_ready_or_absent_keeps_nobody_waiting(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(monkeypatch, convoy, Table(SHOT, Ready("Kriegsmarine")), "seal", "share", "close")
    assert "Sealed orders: 2 of 2 sides ready." in said
    assert (last(convoy).procedure, last(convoy).inputs) == ("close-orders", {"sides": ""})


def test_an_empty_chair_is_marked_and_taken_again(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(monkeypatch, convoy, Table(SHOT), "chair kriegs", "seal", "share", "close", "chair 1", "chair Nobody", "close")
    assert "Kriegsmarine: an empty chair." in said
    assert "Sealed orders: 2 of 2 sides ready." in said
    assert last(convoy).procedure == "close-orders"
    assert "chair: found Nobody" in said
    assert "no orders are sealed" in said
