"""A turn of twenty-four boats on twelve phones over HTTP: the keys that the referee presses, beside those of the same turn by
keyboard alone. Prints figures, and asserts that the turns have the same orders and dice, and that phones cost the referee at most
a key for each order and none for a die.

.venv/bin/pytest -m bench -n0 -s tests/bench/test_turn_by_phones_bench.py
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from secrets import token_urlsafe
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest

from tests.share.visiting import PATIENCE, Visitor
from tests.tui.keyboard import WIDE, Keyboard, refereeing

BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
BOATS = {
    BRITISH: ("Alert", "Brisk", "Curlew", "Dart", "Eager", "Fulmar", "Gannet", "Heron", "Ibis", "Jay", "Kite", "Linnet"),
    GERMAN: ("Adler", "Bussard", "Condor", "Dohle", "Elster", "Falke", "Geier", "Habicht", "Iltis", "Jaguar", "Kiel", "Luchs"),
}  # fmt: skip
CLASSES = {BRITISH: "Vosper 72 ft 6 in MTB", GERMAN: "S-boot S26"}
BOATS_OF_A_PHONE = 2
MOVES, FIRES = ("move-1", "move-2"), ("fire-1", "fire-2")
MOST_KEYS = 400


class Boat(NamedTuple):
    """What a player wants his boat to do in a turn: her speed, her target and the measured range."""

    name: str
    speed: int
    target: str
    range: int


PLANS = {
    side: [
        Boat(name, 9 + place % 4, foe, 20 + place)
        for place, (name, foe) in enumerate(zip(BOATS[side], BOATS[other], strict=True))
    ]
    for side, other in ((BRITISH, GERMAN), (GERMAN, BRITISH))
}


def scenario(path: Path) -> str:
    """Twelve boats of each side, by day."""
    sides = "".join(
        f'[[side]]\nname = "{side}"\nships = [\n'
        + "".join(f'  {{ card = "{CLASSES[side]}", name = "{name}" }},\n' for name in BOATS[side])
        + "]\n"
        for side in BOATS
    )
    path.write_text(
        'ruleset = "coastal"\ntitle = "Boats against boats"\nrosters = ["coastal/royal-navy", "coastal/kriegsmarine"]\n'
        f'[conditions]\nlight = "day"\nweather = "clear"\nsea = "calm"\naware = "both"\n{sides}',
        encoding="utf-8",
    )
    return str(path)


class Phones:
    """The twelve phones, each with two boats of a side."""

    def __init__(self, at: Keyboard) -> None:
        at.press("f6", "s")
        sharing = at.battle.window.sharing
        assert sharing is not None
        wait(at, lambda: bool(sharing.links))
        at.press("escape")
        self._links = {link.side: urlsplit(link.url) for link in sharing.links if link.side and link.role.gives_orders
                       and not link.squadron}  # fmt: skip
        self.requests = 0

    def ask(self, side: str, phone: int, path: str) -> str:
        """A page, as a phone sees it."""
        self.requests += 1
        link = self._links[side]
        with closing(Visitor(link.port or 0, f"127.0.{4 + [*BOATS].index(side)}.{phone + 1}")) as visitor:
            return visitor.ask(f"{link.path}{path}").decode()

    def choose(self, side: str, phone: int, boats: Iterable[Boat], order: str) -> list[dict[str, str]]:
        """A player waits until his page says that it is his turn, and touches his way to the orders of his boats."""
        deadline = time.monotonic() + PATIENCE
        while f"order?order={order}&amp;" not in self.ask(side, phone, ""):
            assert time.monotonic() < deadline
            time.sleep(0.2)
        made = []
        for boat in boats:
            way = [{"ship": boat.name}, {"speed": str(boat.speed)}] if order == "move" else [
                {"firer": boat.name}, {"target": boat.target}, {"range": str(boat.range)}]  # fmt: skip
            words = {"order": order}
            for step in way:
                words |= step
                page = self.ask(side, phone, f"order?{urlencode(words)}")
            assert "Send to the referee" in page, page
            made.append(words)
        return made

    def send(self, side: str, phone: int, words: Mapping[str, str]) -> None:
        """Send an order."""
        self.requests += 1
        link = self._links[side]
        with closing(Visitor(link.port or 0, f"127.0.{4 + [*BOATS].index(side)}.{phone + 1}")) as visitor:
            answer = visitor.post(f"{link.path}order", {**words, "id": token_urlsafe(16)})
        assert b" 303 " in answer[:15], answer

    def order(self, at: Keyboard, side: str, order: str) -> None:
        """All phones of a side fill in their orders at once, and send them boat by boat."""
        own = [PLANS[side][first : first + BOATS_OF_A_PHONE] for first in range(0, len(PLANS[side]), BOATS_OF_A_PHONE)]
        with ThreadPoolExecutor(len(own)) as pool:
            made = [*pool.map(lambda phone: self.choose(side, phone, own[phone], order), range(len(own)))]
        for phone, several in enumerate(made):
            for words in several:
                self.send(side, phone, words)
        wait(at, lambda: len(at.battle.window.inbox.waiting) == len(PLANS[side]))


def wait(at: Keyboard, until: Callable[[], bool]) -> None:
    """Do what comes from other threads until something holds."""
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline
        at.done()
        time.sleep(0.01)


def by_keyboard(at: Keyboard, boat: Boat, order: str) -> None:
    """The referee types an order of a boat, whom the form proposes next."""
    words = str(boat.speed) if order == "move" else f"{boat.target[0].lower()}{boat.range}"
    at.press(order[0])
    at.type(words)
    at.press("enter")
    assert next(iter(at.session.journal.records[-1].inputs.values())) == boat.name


class Turn(NamedTuple):
    """A turn: all keys, those for orders and dice, the number of orders, and what was given."""

    keys: int
    keys_of_orders: int
    orders: int
    given: list[tuple[str, str]]


def turn(at: Keyboard, how: str) -> Turn:
    """A turn, by ``keyboard``, or by phones with ``Space`` for each order or ``+`` for all."""
    phones = None if how == "keyboard" else Phones(at)
    at.pressed, keys_of_orders, orders = 0, 0, 0
    while at.session.battle.turn == 1:
        assert at.pressed < MOST_KEYS, at.text
        phase, side = at.session.battle.phase, at.session.acting
        if phase in (*MOVES, *FIRES):
            order, before = "move" if phase in MOVES else "fire", at.pressed
            if phones is None:
                for boat in PLANS[side]:
                    by_keyboard(at, boat, order)
            else:
                phones.order(at, side, order)
                at.press(*["+" if how == "+" else "space"] * (1 if how == "+" else len(PLANS[side])))
                assert not at.battle.window.inbox.waiting, at.text
            keys_of_orders, orders = keys_of_orders + at.pressed - before, orders + len(PLANS[side])
        while at.session.battle.phase == phase:
            if at.battle.entry.answer is not None:
                keys_of_orders += 1
                at.press("enter")
            else:
                at.press("n")
    if phones is not None:
        at.battle.window.sharing.end()  # type: ignore[union-attr]
    given = [(record.procedure, record.fingerprint) for record in at.session.journal.records]
    return Turn(at.pressed, keys_of_orders, orders, given)


@pytest.mark.bench
def test_a_turn_of_twenty_four_boats_on_twelve_phones(tmp_path: Path) -> None:
    found = {}
    for number, how in enumerate(("keyboard", "Space", "+")):
        path = tmp_path / f"{number}"
        path.mkdir()
        with refereeing(path / "a.battle", scenario(path / "boats.toml"), WIDE) as at:
            began = time.monotonic()
            found[how] = turn(at, how)
            keys, of_orders, orders, given = found[how]
            words = f"{keys:4} keys, {of_orders} of them for {orders} orders and their dice, {len(given)} lines"
            print(f"\n{how:10} {words}, {time.monotonic() - began:5.1f} s", end="")
    print()
    assert found["keyboard"].given == found["Space"].given == found["+"].given, "the same turn"
    assert found["Space"].keys_of_orders == found["Space"].orders, "a key for each order and none for a die"
    assert found["+"].keys_of_orders < found["+"].orders
