"""Orders that players send from their phones, in the dialogue: told before the next question, given or sent back by a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fleetbook.cli.plain import phones
from fleetbook.core.battle.record import Proposer
from fleetbook.referee.proposals.post import ForPhones, FromPhones, Link, Sent, TakenBack
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
