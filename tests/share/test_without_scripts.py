"""Phones without scripts: their forms send every order of coastal, and answer every question."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.referee.proposals.post import (
    ChoiceAsked,
    DieAsked,
    ForPhones,
    Picked,
    Ready,
    Sent,
    Standing,
    TakenBack,
    Thrown,
    Written,
)
from fleetbook.referee.proposals.proposal import on_true
from tests.cli.battles import sighted
from tests.referee.proposals.moments import copied, recorded
from tests.share.plain_browser import Form, PlainBrowser, Shown
from tests.share.test_orders_non_interference import stored
from tests.share.visiting import PATIENCE, Here, Watcher, shared

BATTLE, GERMAN, BRITISH = "convoy", "Kriegsmarine", "Royal Navy"
ORDERS = ("damage", "fire", "illuminate", "launch", "leave", "move", "observe", "repair", "spent", "torpedo")
"""The orders of coastal that belong to a step. Its recorded battle has them all."""
LONGEST_WAY = 15  # pages from the first to the one that sends


def say(here: Here, **post: Any) -> None:
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, **post)).decode())


def begun(home: Shown, order: str, first: str, unit: str) -> dict[str, str]:
    """The address at which a player begins an order, as his page offers it. Empty if it does not."""
    found = [link for link in home.links if link["order"] == order and link.get(first, unit) == unit]
    found += [form.hidden for form in home.forms if form.hidden.get("order") == order and form.hidden.get(first) == unit]
    return found[0] if found else {}


def answered(page: Shown, wanted: dict[str, str], given: set[str], now: dict[str, str]) -> dict[str, str] | Form:
    """The next address on the way to an order, or the form that sends it. ``given`` are inputs that must be entered."""
    asks = [form for form in page.forms if form.method == "get"]
    if asks:
        (form,) = asks
        name = next((name for name, *_ in form.controls), "") or form.buttons[0][0]
        return {**form.hidden, name: wanted[name]}
    new = [link for link in page.links if "ask" not in link and {**link, **now} == link]  # each adds one word
    for link in new:
        if all(value == wanted[name] for name, value in link.items() if name != "order"):
            return link
    (sends,) = (form for form in page.forms if form.method == "post")
    for name, value in wanted.items():
        if name in given and now.get(name) != value:
            (change,) = (link for link in page.links if link.get("ask") == name)
            return change
    return sends


def send(browser: PlainBrowser, journal: Journal[Any], record: Record) -> None:
    """Fill in and send an order as a player, with the inputs that the recorded battle has."""
    kind = journal.ruleset.order(record.procedure)
    first = next(iter(kind.declared))
    open_ones = {name for name, one in kind.declared.items() if one.left_open is not False}
    wanted = {name: one.show(record.inputs.get(name)) for name, one in kind.declared.items()}
    given = {first, *record.given} - open_ones
    until = time.monotonic() + PATIENCE
    while not (at := begun(browser.open(), kind.id, first, wanted[first])):
        assert time.monotonic() < until, f"{kind.id} is not offered to {wanted[first]}"
        time.sleep(0.2)
    for _ in range(LONGEST_WAY):
        page = browser.open(at)
        found = answered(page, wanted, given, {name: value for name, value in at.items() if name not in ("order", "ask")})
        if isinstance(found, Form):
            browser.send(found)
            return
        at = found
    raise AssertionError(f"no page sends {kind.id}: {page.text}")


@pytest.mark.parametrize("order", ORDERS)
def test_the_forms_of_every_order_of_coastal_work_without_scripts(order: str, tmp_path: Path) -> None:
    whole = recorded(BATTLE)
    record = next(record for record in whole.records if record.procedure == order)
    journal = copied(whole, record.number - 1)
    sides = journal.order_of(record).owners(journal.battle)
    stored(journal, tmp_path / "b.battle").close()
    with shared(tmp_path / "b.battle") as here:
        say(here)
        send(PlainBrowser(here, sides[0], "127.9.0.1"), journal, record)
        message = here.listener.messages.get(timeout=PATIENCE)
    assert isinstance(message, Sent)
    draft = on_true(message.proposal, journal)
    for name in record.given:
        if draft.values.get(name) != record.inputs[name]:
            assert draft.kind.declared[name].left_open is not False, f"{name} is the referee's to fill in"
            draft = draft.with_input(name, record.inputs[name])
    assert isinstance(draft.checked, Order), str(draft.problem)
    assert draft.checked.headline(journal.battle) == journal.order_of(record).headline(journal.battle)


def test_all_orders_of_a_step_of_coastal_are_tried() -> None:
    kinds = {kind.id for kind in recorded(BATTLE).ruleset.all_orders if kind.phases and not kind.by_referee}
    assert kinds == {*ORDERS}


def test_questions_are_answered_without_scripts(tmp_path: Path) -> None:
    waiting = {GERMAN: (Standing("order-1", "M 388 looks", "waits", unit="M 388"),)}
    asked: tuple[tuple[dict[str, Any], str, tuple[str, str], object], ...] = (
        ({"orders": waiting}, "back", ("id", "order-1"), TakenBack("order-1", GERMAN)),
        ({"die": DieAsked("1.1.0", GERMAN, 6, "")}, "die", ("face", "5"), Thrown("1.1.0", GERMAN, 5)),
        ({"die": DieAsked("1.2.0", GERMAN, 6, "")}, "die", ("face", "roll"), Thrown("1.2.0", GERMAN, None)),
        ({"choice": ChoiceAsked("1.c0.0", GERMAN, "first", (BRITISH, GERMAN))}, "choice", ("option", BRITISH),
         Picked("1.c0.0", GERMAN, BRITISH)),
        ({"written": Written((BRITISH, GERMAN), ())}, "ready", ("ready", "yes"), Ready(GERMAN)),
    )  # fmt: skip
    with shared(sighted(tmp_path / "b.battle").path) as here, Watcher(here, GERMAN) as watcher:
        browser = PlainBrowser(here, GERMAN, "127.9.0.2")
        for post, action, button, message in asked:
            say(here, **post)
            watcher.wait_for(f'action="{action}"')
            (form,) = (each for each in browser.open().forms if each.action == action and button in each.buttons)
            browser.send(form, button)
            assert here.listener.messages.get(timeout=PATIENCE) == message
