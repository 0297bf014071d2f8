"""Orders that players send from their phones, in the dialogue: told before the next question, given or sent back by a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fleetbook.cli.plain import phones
from fleetbook.core.battle.record import Proposer
from fleetbook.referee.proposals.post import ForPhones, FromPhones, Link, Picked, Ready, Sent, TakenBack, Thrown
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.proposals.roles import Role
from fleetbook.referee.sharing import Sharing
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.cli.dialogue import heard

LOOKED = ("next", "next", 'observe observer="V 1243" target="MTB 234" range=2', "1")


class Table:
    """Phones and their server, without a process. All messages lie there when the battle is shared."""

    def __init__(self, *messages: FromPhones) -> None:
        self.messages, self.posts, self.began, self.ended = messages, list[ForPhones](), list[bool](), 0
        self.running, self.watching, self.read_at = True, {Role("Kriegsmarine"): 1, Role("Royal Navy"): 0}, dict[Role, str]()
        self.throws: list[int | None] = []  # the faces that players throw, one after another
        self.has_rest_rolled, self.answered = False, set[str]()
        self.links = [Link("Kriegsmarine", "http://127.0.0.1:1/x/")]

    def __call__(self, battle: Path, say: Callable[..., None], hear: Callable[[FromPhones], None], identity: str) -> Table:
        self._hear = hear
        return self

    def reaches(self, side: str, squadron: str = "") -> bool:
        return Sharing.reaches(self, side, squadron)  # type: ignore[arg-type]

    def begin(self, lan: bool) -> None:
        self.began.append(lan)
        for message in self.messages:
            self._hear(message)

    def look(self) -> None:
        """A player answers, or the referee presses Ctrl-C because none does."""
        post, heard = self.posts[-1], len(self.answered)
        asked = post.die or post.choice
        assert asked is not None
        self.answered.add(asked.id)
        if len(self.answered) == heard:
            return  # the answer is on its way
        if post.choice is not None:
            self._hear(Picked(asked.id, asked.side, post.choice.options[-1]))
        elif self.throws:
            self._hear(Thrown("another", asked.side, 1))
            self._hear(Thrown(asked.id, asked.side, self.throws.pop(0), self.has_rest_rolled))
        else:
            raise KeyboardInterrupt

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
    assert "It cannot be given as it is: Kriegsmarine has not observed MTB 221" in said
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


def test_the_phone_of_the_side_that_throws_is_asked_for_each_die(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SHOT)
    table.throws = [9, 5, 6, 2, 3, 4]  # no D6 has a 9
    said = talk(monkeypatch, convoy, table, "share", "dice thrown", "give")
    assert "Dice are thrown on phones from now on." in said
    record = last(convoy)
    assert record.procedure == "fire"
    assert record.faces[0].face == 5
    typed = tuple(number for number, face in enumerate(record.faces, 1) if face.origin == "typed")
    assert record.thrown_by == {"Kriegsmarine": typed}
    (asked, *_) = [post.die for post in table.posts if post.die]
    assert (asked.side, asked.sides) == ("Kriegsmarine", 6)
    assert "Kriegsmarine's phone is asked, D6" in said
    assert "Kriegsmarine's phone: 5." in said
    assert "[roll it]?" not in said, "the referee is asked for none"
    assert [post.die for post in table.posts[-1:]] == [None]


def test_all_the_rest_may_be_rolled(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SHOT)
    table.throws, table.has_rest_rolled = [None], True
    talk(monkeypatch, convoy, table, "share", "dice thrown", "give")
    record = last(convoy)
    assert record.procedure == "fire"
    assert {face.origin for face in record.faces} == {"rolled"}
    assert len([post for post in table.posts if post.die]) == 1


@pytest.mark.parametrize("is_open", [True, False])
def test_the_referee_is_asked_where_no_page_is_open_and_after_ctrl_c(
    convoy: Path, monkeypatch: pytest.MonkeyPatch, is_open: bool
) -> None:
    table = Table(SHOT)
    table.watching = {Role("Kriegsmarine"): int(is_open), Role("Kriegsmarine", looks_on=True): 1, Role("Royal Navy"): 1}
    said = talk(monkeypatch, convoy, table, "share", "dice thrown", "give", "5", "2", "2", "2")
    assert ("phone is asked" in said) == is_open
    assert "[roll it]?" in said
    record = last(convoy)
    assert (record.procedure, record.faces[0].face, record.thrown_by) == ("fire", 5, {})


def test_an_order_whose_dice_fall_is_not_taken_back(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SHOT)
    table.throws = [5, 5, 5, 5]
    tell = table.tell

    def taking_back(post: ForPhones) -> None:
        tell(post)
        if post.die:
            table._hear(TakenBack("a", "Kriegsmarine"))

    monkeypatch.setattr(table, "tell", taking_back)
    talk(monkeypatch, convoy, table, "share", "dice thrown", "give")
    assert [one.state for one in table.posts[-1].orders["Kriegsmarine"]] == ["given"]


def test_a_side_chooses_on_its_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, table = tmp_path / "yalu.battle", Table()
    BattleFile.create(path, load_setup("yalu"), "7").close()
    table.watching, table.throws = {Role("Japan"): 1, Role("China"): 1}, [9, 2, 9, 2]
    monkeypatch.setattr(phones, "Sharing", table)
    said = heard(monkeypatch, path, "share", "dice thrown", "next", "next")
    assert "who moves first" in said
    (choice,) = {post.choice for post in table.posts if post.choice}
    assert last(path).choices == (choice.options[-1],)
