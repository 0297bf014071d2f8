"""Links for one squadron, and links to look on: the token decides what its holder reads and orders."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from secrets import token_urlsafe
from urllib.parse import urlencode

import msgspec
import pytest

from fleetbook.referee.proposals.post import (
    ChoiceAsked,
    DieAsked,
    ForPhones,
    Mistaken,
    Picked,
    Sent,
    Standing,
    TakenBack,
    Thrown,
)
from fleetbook.referee.proposals.roles import Role
from tests.cli.battles import Table
from tests.cli.shell import fleetbook, program
from tests.share.visiting import PATIENCE, Here, Visitor, Watcher, program_shares, shared

JAPAN, CHINA = "Japan", "China"
FLYING, MAIN = "Flying Squadron", "Main Squadron"
SIDE, FLYERS, SPECTATOR = Role(JAPAN), Role(JAPAN, FLYING), Role(JAPAN, looks_on=True)
MOVE = {"order": "move", "speed": "10", "evading": "no"}
STATUS = slice(9, 12)  # of an answer


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The battle of the Yalu in the step in which the Japanese squadrons move."""
    path = tmp_path_factory.mktemp("roles") / "b.battle"
    assert fleetbook("new", "yalu", "-o", str(path), "--seed", "7").code == 0
    at = Table(path)
    at.order("next")
    at.order("next", "--choose", JAPAN)
    return at


@pytest.fixture
def here(table: Table) -> Iterator[Here]:
    with shared(table.path, roles=True) as sharing:
        say(sharing)
        page_with(sharing, SIDE, "Move a squadron")
        yield sharing


def say(here: Here, **post: object) -> None:
    """The referee's program answers."""
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, **post)).decode())  # type: ignore[arg-type]


def page(here: Here, role: Role, path: str = "") -> str:
    with Visitor(here.port) as visitor:
        return unescape(visitor.ask(f"{here.path_of(role)}{path}").decode())


def page_with(here: Here, role: Role, words: str) -> str:
    """The page of a role as soon as it has some words."""
    for _ in range(200):
        with Visitor(here.port, f"127.8.0.{_ + 1}") as visitor:
            text = unescape(visitor.ask(here.path_of(role)).decode())
        if words in text:
            return text
    raise AssertionError(text)


def post(here: Here, role: Role, path: str, words: dict[str, str]) -> bytes:
    """The status of the answer to a form."""
    with Visitor(here.port) as visitor:
        return visitor.post(f"{here.path_of(role)}{path}", {"id": token_urlsafe(16), **words})[STATUS]


def nothing_was_sent(here: Here) -> bool:
    return here.listener.messages.empty()


def test_each_role_has_a_link_of_its_own(here: Here) -> None:
    roles = [link.role for link in here.listener.links]
    assert roles[:5] == [SIDE, FLYERS, Role(JAPAN, MAIN), Role(JAPAN, "Disengaged side"), SPECTATOR]
    assert roles[-1] == Role()
    assert len({link.url for link in here.listener.links}) == len(roles)


def test_a_squadrons_player_sees_his_sides_page_and_the_orders_of_his_squadron(here: Here) -> None:
    whole, own = page_with(here, SIDE, "Move a squadron"), page_with(here, FLYERS, "Move a squadron")
    every, orders = (text.partition('id="orders"')[2].partition('id="forces"')[0] for text in (whole, own))
    assert MAIN in every
    assert FLYING in orders
    assert MAIN not in orders
    assert "Disengaged" not in orders
    forces = [text.partition('id="forces"')[2].partition('id="foot"')[0] for text in (whole, own)]
    assert forces[0] == forces[1]
    assert f"{JAPAN}: {FLYING}" in own


def test_who_only_looks_on_never_reads_that_it_is_his_turn(here: Here) -> None:
    assert "Your turn" in page(here, SIDE)
    with Visitor(here.port) as visitor:
        visitor.send(f"{here.path_of(SPECTATOR)}events")
        visitor.until(b"\r\n\r\n")
        event = visitor.until(b"\n\n").decode()
    for text in (page(here, SPECTATOR), event):
        assert "Your turn" not in text.partition("<script>")[0]
        assert JAPAN in text


def test_a_squadron_that_has_acted_reads_that_it_is_done_while_another_of_its_side_has_its_turn(tmp_path: Path) -> None:
    at = Table(tmp_path / "b.battle")
    assert fleetbook("new", "yalu", "-o", str(at.path), "--seed", "7").code == 0
    for order in (
        ("next",),
        ("next", "--choose", JAPAN),
        ("move", f"squadron={FLYING}", "speed=10"),
        ("move", "squadron=Beiyang line"),
    ):
        at.order(*order)
    with shared(at.path, roles=True) as here:
        say(here)
        done, acts = page_with(here, FLYERS, "you are done"), page_with(here, Role(JAPAN, MAIN), "Move a squadron")
        assert "Your turn" not in done.partition("<script>")[0]
        assert "<title>Your turn" in acts
        assert "Your turn" in page(here, SIDE)
        at.order("move", f"squadron={MAIN}", "speed=10")
        at.order("move", "squadron=River group")
        at.order("move", "squadron=Disengaged side")
        at.order("next")
        page_with(here, FLYERS, "repairs")


def test_nobody_is_at_an_order_any_more_once_its_player_goes_back(here: Here) -> None:
    form = page(here, FLYERS, f"order?order=move&squadron={FLYING.replace(' ', '+')}&ask=speed&who=Ann")
    page_with(here, SIDE, "Ann is at it")
    back = form.partition('<a href="./')[2].partition("#")[0]
    page(here, FLYERS, back)
    assert "Ann is at it" not in page(here, SIDE)


def test_a_squadrons_player_orders_his_squadron(here: Here) -> None:
    assert post(here, FLYERS, "order", {**MOVE, "squadron": FLYING}) == b"303"
    message = here.listener.messages.get(timeout=PATIENCE)
    assert isinstance(message, Sent)
    assert (message.proposal.by, message.unit, message.squadron) == (JAPAN, FLYING, FLYING)


@pytest.mark.parametrize(
    "words",
    [
        {**MOVE, "squadron": MAIN},
        {**MOVE, "squadron": f"{FLYING}; {MAIN}"},
        {**MOVE, "squadron": ""},
        MOVE,
        {"order": "done", "squadron": MAIN},
        {"order": "done"},
        {"order": "ram", "ship": "Matsushima", "target": "Dingyuan"},
        {"order": "next"},
        {"order": "move", "squadron": "Centre"},
    ],
)
def test_a_squadrons_token_orders_no_other_squadron(here: Here, words: dict[str, str]) -> None:
    assert post(here, FLYERS, "order", words) in (b"400", b"200")
    assert post(here, FLYERS, "order", {**words, "likewise": "yes"}) in (b"400", b"200")
    assert "Send to the referee" not in page(here, FLYERS, f"order?{urlencode(words)}")
    assert nothing_was_sent(here)


def test_an_order_without_a_ship_asks_for_one_of_the_squadron(here: Here) -> None:
    asks = page(here, FLYERS, "order?order=leave")
    offered = asks.partition('class="choices"')[2].partition("</ul>")[0]
    assert "Yoshino" in offered
    assert "Matsushima" not in offered
    assert f"this link gives orders to {FLYING} alone" in asks


def test_a_squadrons_player_takes_back_the_orders_of_his_squadron_alone(here: Here) -> None:
    standings = (Standing("a", "moves", "waits", unit=MAIN, squadron=MAIN),
                 Standing("b", "moves", "waits", unit="Yoshino", squadron=FLYING))  # fmt: skip
    say(here, orders={JAPAN: standings})
    page_with(here, FLYERS, "Take back")
    for name in "ab":
        post(here, FLYERS, "back", {"id": name})
    assert here.listener.messages.get(timeout=PATIENCE) == TakenBack("b", JAPAN)
    assert nothing_was_sent(here)


def test_a_squadrons_player_throws_the_dice_of_his_squadron_alone(here: Here) -> None:
    say(here, die=DieAsked("1.1.0", JAPAN, 6, "to hit", squadron=MAIN))
    page_with(here, SIDE, "<b>Your die:")
    assert "<b>Your die:" not in page(here, FLYERS)
    post(here, FLYERS, "die", {"asked": "1.1.0", "face": "6"})
    assert nothing_was_sent(here)
    say(here, die=DieAsked("1.2.0", JAPAN, 6, "to hit", squadron=FLYING))
    page_with(here, FLYERS, "<b>Your die:")
    post(here, FLYERS, "die", {"asked": "1.2.0", "face": "6"})
    assert here.listener.messages.get(timeout=PATIENCE) == Thrown("1.2.0", JAPAN, 6)


def test_squadrons_players_throw_their_sides_die_and_choose_for_it_while_nobody_has_the_sides_page(here: Here) -> None:
    sides_die, choice = DieAsked("1.1.0", JAPAN, 8, "initiative"), ChoiceAsked("1.c1.0", JAPAN, "who moves first", (JAPAN, CHINA))
    with Watcher(here, JAPAN) as watcher:
        watcher.event()
        say(here, die=sides_die)
        watcher.wait_for("<b>Your die:")
        assert "<b>Your die:" not in page(here, FLYERS)
        post(here, FLYERS, "die", {"asked": "1.1.0", "face": "6"})
        assert nothing_was_sent(here)
    page_with(here, FLYERS, "<b>Your die:")
    post(here, FLYERS, "die", {"asked": "1.1.0", "face": "6"})
    assert here.listener.messages.get(timeout=PATIENCE) == Thrown("1.1.0", JAPAN, 6)
    say(here, choice=choice)
    page_with(here, FLYERS, "<b>Your choice:")
    post(here, FLYERS, "choice", {"asked": "1.c1.0", "option": CHINA})
    assert here.listener.messages.get(timeout=PATIENCE) == Picked("1.c1.0", JAPAN, CHINA)
    assert "<b>Your" not in page(here, SPECTATOR)


def test_only_who_sent_a_face_may_say_that_it_was_wrong_and_says_it_once(here: Here) -> None:
    say(here, die=DieAsked("1.1.0", JAPAN, 6, "to hit", squadron=FLYING))
    page_with(here, FLYERS, "<b>Your die:")
    post(here, FLYERS, "mistake", {})
    assert nothing_was_sent(here), "nothing was thrown yet"
    post(here, FLYERS, "die", {"asked": "1.1.0", "face": "2"})
    assert here.listener.messages.get(timeout=PATIENCE) == Thrown("1.1.0", JAPAN, 2)
    page_with(here, FLYERS, "My 2 was wrong")
    assert "was wrong" not in page(here, SIDE)
    post(here, SIDE, "mistake", {})
    post(here, SPECTATOR, "mistake", {})
    assert nothing_was_sent(here)
    for _ in range(2):
        post(here, FLYERS, "mistake", {})
    assert here.listener.messages.get(timeout=PATIENCE) == Mistaken(JAPAN, 2)
    assert nothing_was_sent(here)


def test_who_looks_on_reads_the_sides_page_and_sends_nothing(here: Here) -> None:
    standing = Standing("a", "a secret move", "waits", unit=FLYING, squadron=FLYING)
    say(here, orders={JAPAN: (standing,)}, die=DieAsked("1.1.0", JAPAN, 6, "to hit"))
    page_with(here, SIDE, "a secret move")
    text = page(here, SPECTATOR)
    assert f"{JAPAN}, to look on" in text
    tabs = text.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    assert [JAPAN in tabs, CHINA in tabs, "Orders" in tabs, "Mine" in tabs, "Theirs" in tabs] == [True, True, False, False, False]
    for hidden in ("a secret move", "<b>Your die:", "Move a squadron", "<form"):
        assert hidden not in text
    assert page(here, SPECTATOR, "order?order=move&squadron=Main+Squadron").startswith("HTTP/1.1 404")
    for path, words in (("order", {**MOVE, "squadron": FLYING}), ("back", {"id": "a"}), ("die", {"asked": "1.1.0", "face": "6"})):
        assert post(here, SPECTATOR, path, words) == b"404"
    assert nothing_was_sent(here)


def test_the_shell_writes_these_links_only_if_asked(table: Table, tmp_path: Path) -> None:
    with program_shares(table.path) as sharing:
        assert [*sharing.links] == [JAPAN, CHINA, None]
    path = tmp_path / "cards.html"
    words = program("share", str(table.path), "--roles", "--with-stdin", "--cards", str(path))
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdin and process.stdout
            until = time.monotonic() + PATIENCE
            while not path.exists() and time.monotonic() < until:
                time.sleep(0.05)
            process.stdin.close()
            text = process.stdout.read().decode()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
    cards = path.read_text(encoding="utf-8")
    assert cards.count("This link sends no orders.") == 2, "the cards of the spectators of each side"
    assert f"This link gives orders to {FLYING} alone" in cards
    for reader in (f"{JAPAN}: {FLYING}", f"{JAPAN}: {MAIN}", f"{CHINA}, to look on"):
        assert reader in text
        assert reader in cards
