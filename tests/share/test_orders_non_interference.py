"""Battles that differ in what a side may not know, and in what the other side has sent, are one on the side's phones: the orders,
the pages on which they are filled in, the answers to what is sent, their bytes and their number.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

import msgspec
import pytest
from starlette.types import ASGIApp, Message, Scope

from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import REDO, UNDO
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.referee.proposals.post import DieAsked, ForPhones, Standing, Written
from fleetbook.referee.proposals.roles import Role
from fleetbook.share import desk, window
from fleetbook.share.desk import SideOrders
from fleetbook.share.due import due_list
from fleetbook.share.links import Tokens
from fleetbook.share.live_pages import LivePages
from fleetbook.share.orders import Due, Seat, due_orders, order_page, values_of
from fleetbook.share.page import page_for, templates
from fleetbook.share.streams import news
from fleetbook.share.window import Window
from fleetbook.store.battle.battle_file import BattleFile
from tests.referee.proposals.moments import copied, recorded
from tests.referee.proposals.test_hidden_facts import FEW, SLICE, SLICES, noted, pairs
from tests.share.test_page_non_interference import PAIRS

HOST = "127.0.0.1:1"
ORDER_PAGE = templates().get_template("order.html.j2")
MOST_PAGES = 3  # pages of orders that are filled in at a moment
IDS = ("0123456789abcdef", "0123456789abcdef", "fedcba9876543210")


def filled_in(seat: Seat, due: Sequence[Due]) -> Iterator[str]:
    """The pages on which some of the orders are filled in, each as far as choices lead."""
    every = [order.address for one in due for order in one.orders]
    for first in every[:: max(len(every) // MOST_PAGES, 1)][:MOST_PAGES]:
        address = first
        while address:
            order, entered, ask, _ = values_of(dict(parse_qsl(address.partition("?")[2])))
            page = order_page(seat, order, entered, ask)
            yield ORDER_PAGE.render(page=page, side=seat.side, trouble="", id="", css="", script="")
            address = next((choice.address for choice in page.choices if choice.address), "")


def seen(journal: Journal[Any], side: str) -> list[str]:
    """All that a side's phones show of its orders at this moment."""
    known = Knowledge(journal, side) if journal.ruleset.keeps_secrets else None
    page, seat = page_for(journal, side, known=known), Seat(journal, side, known)
    due = due_orders(seat)
    shown = page.with_orders(SideOrders(takes=True), due_list(seat))
    return [shown.fragments["orders"], news(shown, None).decode(), *filled_in(seat, due)]


def without(texts: Sequence[str], names: Collection[str]) -> list[str]:
    """The texts without the blocks that name one of these markers."""
    found = [*texts]
    for name in map(re.escape, names):
        block = re.compile(rf"<(article|li)\b(?:(?!</\1>).)*{name}(?:(?!</\1>).)*</\1>(?:\\n|\s)*", re.DOTALL)
        found = [block.sub("", text) for text in found]
    return found


def compare(one: Journal[Any], other: Journal[Any], side: str, shown: list[str]) -> set[str]:
    """Compare what a side's phones show of two battles. A marker stands on the table, where all see it come and go: what is shown
    may differ in the markers that do. Returns these.
    """
    markers = one.ruleset.markers
    differ = {marker.name for marker in {*markers(one.battle, side)} ^ {*markers(other.battle, side)}}
    assert without(seen(other, side), differ) == without(shown, differ)
    return differ


def check_pairs(battle: str, number: int, at_a_moment: int, seed: int = 0) -> None:
    shown: dict[tuple[int, str], list[str]] = {}
    for side, one, other, _ in pairs(battle, number, at_a_moment, seed):
        moment = len(one.records), side
        if moment not in shown:
            shown = {moment: seen(one, side)}
        compare(one, other, side, shown[moment])


def test_a_marker_that_goes_takes_nothing_else_with_it() -> None:
    """The only ship of the Prut group is lost unseen: her fleet leaves the map, and nothing else changes."""
    whole, side = recorded("black-sea-raid"), "Central Powers"
    journal = copied(whole, 39)
    one, other = noted(journal), noted(journal, (Key("Prut", "hull"), None))
    shown = seen(one, side)
    assert compare(one, other, side, shown) == {"Prut group"}
    assert seen(other, side) != shown
    assert "Prut group" in "".join(shown)


@pytest.mark.parametrize("battle", FEW)
def test_a_hidden_fact_changes_no_page_of_orders(battle: str) -> None:
    check_pairs(battle, FEW[battle], 2)


@pytest.mark.campaign
@pytest.mark.parametrize(("battle", "seed"), SLICES)
def test_ten_thousand_hidden_facts_change_no_page_of_orders(battle: str, seed: int) -> None:
    check_pairs(battle, SLICE, 20, seed)


# ------------------------------------------------------------ over the wire


class Answer(NamedTuple):
    """What a phone receives for a request: status, headers and body."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


async def ask(app: ASGIApp, path: str, form: dict[str, str] | None = None) -> Answer:
    """A request of a phone, and its answer as it goes over the wire."""
    body = urlencode(form or {}).encode()
    headers = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode()), (b"accept-encoding", b"gzip"),
               (b"content-type", b"application/x-www-form-urlencoded")]  # fmt: skip
    place, _, query = path.partition("?")
    scope: Scope = {
        "type": "http", "method": "GET" if form is None else "POST", "path": place, "raw_path": place.encode(),
        "query_string": query.encode(), "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 1),
        "scheme": "http", "http_version": "1.1",
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    text = b"".join(message.get("body", b"") for message in sent)
    return Answer(sent[0]["status"], tuple(sent[0]["headers"]), text)


def stored(journal: Journal[Any], path: Path) -> BattleFile:
    """The battle of a journal in a file, with the same dice."""
    file = BattleFile.create(path, journal.setup, journal.stream.seed)
    for record in journal.records:
        if record.kind == UNDO:
            file.undo(record.to)
        elif record.kind == REDO:
            file.redo()
        else:
            dice = file.journal.supply([face.face for face in record.faces])
            file.give(journal.order_of(record), dice, record.choices, record.given)
    return file


def standings(count: int) -> tuple[Standing, ...]:
    return tuple(Standing(f"name {n}", f"order {n} of theirs", "waits" if n % 2 else "given", "", "Bob") for n in range(count))


def answer(pages: LivePages, **post: Any) -> None:
    """The referee's program says something to the phones."""
    pages.hear(msgspec.json.encode(ForPhones(takes=True, **post)).decode())


async def watch(pages: LivePages, side: str, events: list[object]) -> None:
    """The events that are sent to an open page of a side."""
    before = None
    while True:
        changed, now = pages.changed[side], pages.page(Role(side))
        events.append(news(now, before))
        before = now
        await changed.wait()


async def disturb(app: ASGIApp, link: str, count: int) -> None:
    """The other side sends what it likes."""
    for number in range(min(count, 3)):
        await ask(app, f"{link}order", {"order": "x" * number})
        await ask(app, f"{link}die", {"asked": "0", "face": "roll"})
        await ask(app, f"{link}back", {"id": f"name {number}"})


async def play_on(app: ASGIApp, pages: LivePages, side: str, link: str) -> AsyncIterator[Answer]:
    """A player opens pages of orders, sends them, twice under one id, takes one back and answers for dice."""
    listed = pages._due[side]
    due = [button.address for row in (*listed.rows, *listed.acted) for button in row.buttons if button.address]
    due += [button.address for button in listed.aside]
    for address in (*due[:: max(len(due) // 2, 1)][:MOST_PAGES], "order?order=next", "order?order=", "order?order=fire&firer=x"):
        yield await ask(app, f"{link}{address}")
        for name in IDS:
            yield await ask(app, f"{link}order", {**dict(parse_qsl(address.partition("?")[2])), "id": name})
    for name in ("name 1", *(standing.id for standing in pages.desk.of(Role(side)).standings[:1])):
        yield await ask(app, f"{link}back", {"id": name})
    for form in ({"asked": "1", "face": "3"}, {"asked": "", "face": "roll"}, {}):
        yield await ask(app, f"{link}die", form)


async def session(path: Path, side: str, other: str, count: int) -> list[object]:
    """All that a player's phone receives, while the other side has so many orders waiting and sends more."""
    pages, events, heard = LivePages(path, ()), list[object](), list[object]()
    app = Window(pages, Tokens({b"o" * 22: Role(side), b"t" * 22: Role(other)}), 5).app((HOST,))
    link = f"/{'o' * 22}/"
    async with asyncio.TaskGroup() as tasks:
        following = tasks.create_task(pages.follow())
        answer(pages)
        while len(pages._due) < len(pages.sides):
            await asyncio.sleep(0.01)
        watching = tasks.create_task(watch(pages, side, events))
        await asyncio.sleep(0)
        await disturb(app, f"/{'t' * 22}/", count)
        answer(pages, orders={other: standings(count)}, read="y" * count)
        answer(pages, orders={other: standings(count + 1)}, written=Written((side, other), (other,), (Role(other),)))
        heard.append(await ask(app, link))
        answer(pages, orders={other: standings(count)}, read="z" * count)
        heard += [received async for received in play_on(app, pages, side, link)]
        answer(pages, die=DieAsked("1.1", other, 6, f"{count}", "shot"))
        heard.append(await ask(app, link))
        following.cancel()
        watching.cancel()
    pages.close()
    return [*heard, *events]


@pytest.mark.parametrize("name", [*PAIRS][::6])
def test_answers_and_events_are_the_same_with_each_secret(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    side, play, secrets = PAIRS[name]
    monkeypatch.setattr(window, "token_urlsafe", lambda size: "A" * 22)
    heard = []
    with ExitStack() as stack:
        for number, (secret, count) in enumerate(zip(secrets[:2], (0, 60), strict=False)):
            names = iter(range(1000))
            monkeypatch.setattr(desk, "token_urlsafe", lambda size, names=names: f"{next(names):016}")
            journal = play(secret).journal
            stack.enter_context(stored(journal, path := tmp_path / f"{number}.battle"))
            (other,) = (each for each in journal.setup.sides if each != side)
            heard.append(asyncio.run(session(path, side, other, count)))
    first, second = heard
    assert len(first) == len(second)
    for mine, yours in zip(first, second, strict=True):
        assert mine == yours
    assert any(isinstance(answer, Answer) and answer.status == 200 for answer in first)
