"""A player gives an order on a phone: its pages, what is sent to the referee's program, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import msgspec
import pytest

from fleetbook.referee.proposals.post import ChoiceAsked, DieAsked, ForPhones, Picked, Sent, Standing, TakenBack, Thrown
from fleetbook.reports.render.qr import code_cards
from fleetbook.share.window import LARGEST_FORM
from tests.cli.battles import Table, sighted
from tests.share.visiting import PATIENCE, Here, Visitor, Watcher, shared

BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
SHOT = {"order": "fire", "firer": "M 388", "target": "MTB 234", "range": "20"}
NAME = "0123456789abcdef"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A battle in which the Kriegsmarine may fire."""
    return sighted(tmp_path_factory.mktemp("orders") / "b.battle")


@pytest.fixture
def here(table: Table) -> Iterator[Here]:
    """The battle is shared, and the referee's program takes orders."""
    with shared(table.path) as sharing, Watcher(sharing, GERMAN) as watcher:
        say(sharing, ForPhones(takes=True))
        assert watcher.wait_for("Observe")["orders"]
        yield sharing


def say(here: Here, post: ForPhones) -> None:
    """The referee's program answers."""
    here.heard.put(msgspec.json.encode(post).decode())


def page(here: Here, words: dict[str, str], side: str = GERMAN) -> str:
    with Visitor(here.port) as visitor:
        return unescape(visitor.ask(f"{here.path(side)}order?{urlencode(words)}").decode())


def sent(here: Here, words: dict[str, str], side: str = GERMAN, name: str = NAME, origin: str | None = None) -> str:
    """Send an order; the first line of the answer."""
    with Visitor(here.port) as visitor:
        answer = visitor.post(f"{here.path(side)}order", {**words, "id": name}, origin)
    return answer.split(b"\r\n")[0].decode()


def nothing_was_sent(here: Here) -> bool:
    return here.listener.messages.empty()


def test_my_ships_stand_there_with_what_is_due(here: Here) -> None:
    with Watcher(here, GERMAN) as watcher:
        orders = watcher.wait_for("Observe")["orders"]
    assert "M 388" in orders
    assert "MTB" not in orders
    with Watcher(here, BRITISH) as watcher:
        assert "No order of yours is due" in watcher.wait_for("due")["orders"]


def test_the_page_asks_for_the_target_then_for_the_range_then_shows_the_odds(here: Here) -> None:
    first = page(here, {"order": "observe", "observer": "M 388"})
    assert re.search(r">\s*Target", first)
    assert "MTB 221" in first
    second = page(here, {"order": "observe", "observer": "M 388", "target": "MTB 221"})
    assert "Range, cm" in second
    assert "Send to the referee" not in second
    whole = page(here, {"order": "observe", "observer": "M 388", "target": "MTB 221", "range": "40"})
    assert "M 388 looks for MTB 221 at 40 cm" in whole
    assert re.search(r"seen: \d+", whole)
    assert "Send to the referee" in whole


def test_a_range_out_of_bounds_is_told_and_can_be_typed_again(here: Here) -> None:
    for typed in ("twenty", "1000"):
        text = page(here, {**SHOT, "range": typed})
        assert f'role="alert">{typed} is no range: type centimetres, 0 to 999</p>' in text
        assert "Send to the referee" not in text
        with Visitor(here.port) as visitor:
            answer = visitor.post(f"{here.path(GERMAN)}order", {**SHOT, "range": typed, "id": NAME}).decode()
        assert f'role="alert">{typed} is no range: type centimetres, 0 to 999</p>' in answer
    with Visitor(here.port) as visitor:
        answer = visitor.post(f"{here.path(GERMAN)}order", {"order": "observe", "target": "MTB 221", "id": NAME}).decode()
    assert "the range is missing: type centimetres, 0 to 120" in answer


def test_what_is_sent_is_what_was_entered_and_no_more(here: Here) -> None:
    assert sent(here, {**SHOT, "who": "Ann"}).endswith("303 See Other")
    message = here.listener.messages.get(timeout=PATIENCE)
    assert isinstance(message, Sent)
    assert message.words == "M 388 fires at MTB 234, 20 cm"
    proposal = message.proposal
    assert (proposal.by, proposal.who, proposal.order) == (GERMAN, "Ann", "fire")
    assert proposal.entered == {"firer": "M 388", "target": "MTB 234", "range": 20}


def test_a_reason_that_names_the_ship_needs_no_name_before_it(here: Here) -> None:
    text = page(here, {"order": "fire", "firer": "M 388", "ask": "target"})
    refused = re.findall(r"<li>(.*?)</li>", text.partition('<ul class="refused">')[2].partition("</ul>")[0])
    unseen = ("MTB 221", "MTB 233", "MTB 624", "MGB 321", "MGB 330")
    assert refused == [f"Kriegsmarine has not observed {boat} this turn (C3)" for boat in unseen]


def test_the_page_of_a_step_that_is_over_says_so_once_and_asks_for_nothing(here: Here) -> None:
    text = page(here, {"order": "move", "ship": "M 388"})
    assert text.count("belongs to step") == 1
    assert 'role="alert">Move belongs to step' in text
    assert not re.search("Not now|Go on|Send to the referee|>change<", text)


def test_an_order_sent_twice_is_passed_on_once(here: Here) -> None:
    sent(here, SHOT)
    here.listener.messages.get(timeout=PATIENCE)
    assert sent(here, SHOT).endswith("200 OK")
    assert nothing_was_sent(here)


def test_one_touch_sends_the_same_for_all_ships_that_may(here: Here) -> None:
    looked = {"order": "observe", "observer": "M 388", "target": "MTB 221", "range": "40"}
    assert "Send the same for V 1241, R 86, Hellweg, Weserbrook, Nordmoor, Möwensand too" in page(here, looked)
    sent(here, {**looked, "likewise": "yes"})
    messages = [here.listener.messages.get(timeout=PATIENCE) for _ in range(7)]  # V 1243 has looked before
    units = [message.proposal.entered["observer"] for message in messages if isinstance(message, Sent)]
    assert units == ["M 388", "V 1241", "R 86", "Hellweg", "Weserbrook", "Nordmoor", "Möwensand"]
    assert nothing_was_sent(here)


def test_the_next_ship_may_do_as_the_last(here: Here) -> None:
    sent(here, SHOT)
    assert "As before: V 1241 fires at MTB 234, 20 cm" in page(here, {"order": "fire", "firer": "V 1241"})


@pytest.mark.parametrize(
    ("words", "side"),
    [
        (SHOT, BRITISH),  # not her order, and not her turn
        ({**SHOT, "firer": "MTB 221"}, GERMAN),
        ({**SHOT, "range": "900"}, GERMAN),
        ({"order": "next"}, GERMAN),
        ({"order": "note", "words": "hello"}, GERMAN),
        ({"order": "strike", "ship": "MTB 221", "track": "hull", "boxes": "9", "reason": "because"}, GERMAN),
        ({"order": "strike", "ship": "M 388", "track": "hull", "boxes": "9", "reason": "because"}, GERMAN),
        ({**SHOT, "colour": "red"}, GERMAN),
        ({"order": "\x00"}, GERMAN),
        ({}, GERMAN),
    ],
)
def test_what_the_side_may_not_order_is_refused_with_a_reason(here: Here, words: dict[str, str], side: str) -> None:
    assert not sent(here, words, side).endswith("303 See Other")
    assert nothing_was_sent(here)


def test_only_a_page_of_the_window_can_send(here: Here, table: Table) -> None:
    before = table.path.read_bytes()
    assert sent(here, SHOT, origin="http://evil.example").endswith("403 Forbidden")
    assert sent(here, SHOT, origin="null").endswith("403 Forbidden")
    with Visitor(here.port) as visitor:
        assert b" 404 " in visitor.post(f"{here.path(None)}order", SHOT).split(b"\r\n")[0], "the table's link gives no orders"
    with Visitor(here.port) as visitor:
        assert b" 404 " in visitor.post(f"/{'a' * 22}/order", SHOT).split(b"\r\n")[0]
    with Visitor(here.port) as visitor:
        assert b" 413 " in visitor.post(f"{here.path(GERMAN)}order", {"order": "x" * LARGEST_FORM}).split(b"\r\n")[0]
    assert nothing_was_sent(here)
    assert table.path.read_bytes() == before


def test_without_a_program_that_takes_orders_no_page_offers_any(table: Table) -> None:
    with shared(table.path) as here:
        with Visitor(here.port) as visitor:
            assert b" 404 " in visitor.ask(f"{here.path(GERMAN)}order?order=fire").split(b"\r\n")[0]
        assert " 404 " in sent(here, SHOT)


def test_the_player_reads_what_became_of_his_order_and_nobody_else_does(here: Here) -> None:
    standing = Standing("x", "M 388 fires at MTB 234, 20 cm", "sent back", "she is hidden by smoke", "Ann")
    with Watcher(here, GERMAN) as ours, Watcher(here, BRITISH) as theirs, Watcher(here) as wall:
        for watcher in (ours, theirs, wall):
            watcher.event()
        say(here, ForPhones(takes=True, orders={GERMAN: (standing,)}))
        shown = ours.wait_for("smoke")["orders"]
        assert "sent back: she is hidden by smoke" in shown
        assert "Ann" in shown
        say(here, ForPhones(takes=True, die=DieAsked("1.1.0", BRITISH, 6, "to hit")))
        assert [*theirs.wait_for("Your die")] == ["orders"], "nothing came before"
        assert "The table waits for Royal Navy’s die" in wall.wait_for("waits")["orders"]


def test_an_order_that_waits_is_taken_back_by_its_own_side(here: Here) -> None:
    sent(here, SHOT)
    message = here.listener.messages.get(timeout=PATIENCE)
    assert isinstance(message, Sent)
    with Visitor(here.port) as visitor:
        visitor.post(f"{here.path(BRITISH)}back", {"id": message.id})
    assert nothing_was_sent(here)
    with Visitor(here.port) as visitor:
        visitor.post(f"{here.path(GERMAN)}back", {"id": message.id})
    assert here.listener.messages.get(timeout=PATIENCE) == TakenBack(message.id, GERMAN)


def test_the_side_that_throws_answers_once_with_a_face_of_the_die(here: Here) -> None:
    with Watcher(here, GERMAN) as watcher:
        say(here, ForPhones(takes=True, die=DieAsked("4.1.0", GERMAN, 6, "M 388's cannon at MTB 234", "shot 1 of 2")))
        assert "shot 1 of 2" in watcher.wait_for("Your die")["orders"]
    for side, face in ((BRITISH, "3"), (GERMAN, "7"), (GERMAN, "-1"), (GERMAN, "x")):
        with Visitor(here.port) as visitor:
            visitor.post(f"{here.path(side)}die", {"asked": "4.1.0", "face": face})
    assert nothing_was_sent(here)
    for _ in range(2):
        with Visitor(here.port) as visitor:
            visitor.post(f"{here.path(GERMAN)}die", {"asked": "4.1.0", "face": "3"})
    assert here.listener.messages.get(timeout=PATIENCE) == Thrown("4.1.0", GERMAN, 3)
    assert nothing_was_sent(here)


def test_a_player_may_have_his_die_rolled(here: Here) -> None:
    with Watcher(here, GERMAN) as watcher:
        say(here, ForPhones(takes=True, die=DieAsked("4.1.0", GERMAN, 6, "")))
        watcher.wait_for("Roll for me")
    with Visitor(here.port) as visitor:
        visitor.post(f"{here.path(GERMAN)}die", {"asked": "4.1.0", "face": "roll"})
    assert here.listener.messages.get(timeout=PATIENCE) == Thrown("4.1.0", GERMAN, None)


def test_the_side_that_chooses_answers_once_with_an_option(here: Here) -> None:
    choice = ChoiceAsked("4.c0.0", GERMAN, "the side that moves first", (BRITISH, GERMAN))
    with Watcher(here, GERMAN) as watcher, Watcher(here, BRITISH) as theirs, Watcher(here) as wall:
        say(here, ForPhones(takes=True, choice=choice))
        asked = watcher.wait_for("Your choice")["orders"]
        assert "the side that moves first" in asked
        assert all(f'name="option" value="{side}"' in asked for side in (BRITISH, GERMAN))
        for other in (theirs, wall):
            shown = other.wait_for("The table waits for Kriegsmarine’s choice.")["orders"]
            assert "moves first" not in shown
    for side, asked, option in ((BRITISH, "4.c0.0", GERMAN), (GERMAN, "4.c0.1", GERMAN), (GERMAN, "4.c0.0", "nobody")):
        with Visitor(here.port) as visitor:
            visitor.post(f"{here.path(side)}choice", {"asked": asked, "option": option})
    assert nothing_was_sent(here)
    for _ in range(2):
        with Visitor(here.port) as visitor:
            visitor.post(f"{here.path(GERMAN)}choice", {"asked": "4.c0.0", "option": BRITISH})
    assert here.listener.messages.get(timeout=PATIENCE) == Picked("4.c0.0", GERMAN, BRITISH)
    assert nothing_was_sent(here)


def test_the_tab_of_orders_counts_the_ships_that_have_no_order_yet(here: Here) -> None:
    def badge() -> str:
        with Visitor(here.port) as visitor:
            tabs = visitor.ask(here.path(GERMAN)).decode().partition("</nav>")[0]
        found = re.search(r'#orders">Orders <b class="badge">(\d+)</b>', tabs)
        assert found
        return found[1]

    assert badge() == "8", "all ships of the Kriegsmarine"
    say(here, ForPhones(takes=True, orders={GERMAN: (Standing("x", "M 388 looks", "waits", unit="M 388"),)}))
    with Watcher(here, GERMAN) as watcher:
        assert '<data class="calls" value="7">' in watcher.wait_for("M 388 looks")["orders"]
    assert badge() == "7"
    say(here, ForPhones(takes=True, die=DieAsked("4.1.0", GERMAN, 6, "")))
    with Watcher(here, GERMAN) as watcher:
        assert '<data class="calls" value="9">' in watcher.wait_for("Your die")["orders"]


def test_the_links_are_cards_to_print() -> None:
    page = code_cards(
        "b <i>", [("Royal Navy", "All.", "http://192.168.1.2:8000/x/"), ("the table", "Read.", "http://192.168.1.2:8000/y/")]
    )
    assert page.count("<svg") == 2
    assert "http://192.168.1.2:8000/x/" in page
    assert "<i>" not in page
