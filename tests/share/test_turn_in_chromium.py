"""A whole turn in real browsers: three players' pages and the wall are open at once. Players send the orders and throw the dice;
the referee presses a key for each order and none for a die.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.reports.browser import needs_chromium
from tests.share.chromium import WALL, Tab, browsing
from tests.share.visiting import PATIENCE
from tests.tui.keyboard import WIDE, Keyboard, refereeing

pytestmark = [needs_chromium, pytest.mark.campaign]

BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
NARROW = (360, 640)
SCENARIO = f"""ruleset = "coastal"
title = "Two gunboats against two minesweepers"
rosters = ["coastal/royal-navy", "coastal/kriegsmarine"]
[conditions]
light = "day"
weather = "clear"
sea = "calm"
aware = "both"
[[side]]
name = "{BRITISH}"
ships = [
  {{ card = "Fairmile D MGB", name = "Alert" }},
  {{ card = "Fairmile D MGB", name = "Brisk" }},
]
[[side]]
name = "{GERMAN}"
ships = [
  {{ card = "M-boot 1940", name = "Adler" }},
  {{ card = "M-boot 1940", name = "Bussard" }},
]
"""
PLAYERS = {"Ann": (BRITISH, ("Alert",)), "Ben": (BRITISH, ("Brisk",)), "Carl": (GERMAN, ("Adler", "Bussard"))}
BOATS = {BRITISH: ("Alert", "Brisk"), GERMAN: ("Adler", "Bussard")}
TARGETS = {"Alert": ("Adler", 8), "Brisk": ("Bussard", 10), "Adler": ("Alert", 8), "Bussard": ("Brisk", 10)}
ROW = "[...document.querySelectorAll('.due > li')].find(each => each.querySelector('b').innerText === '{}')"
DIE, FACES = "document.querySelector('.die')", "[...document.querySelectorAll('.die .faces button')]"
GIVEN = "[...document.querySelectorAll('.sent .given')].some(each => each.innerText.includes('{}'))"
MOVES, FIRES = ("move-1", "move-2"), ("fire-1", "fire-2")
THROWN = (6, 5, 3, 6, 2, 1, 4)
LEAST_DICE, BOATS_OF_A_SIDE, MOST_KEYS = 4, 2, 30


class Evening:
    """The app, its keys for orders and for steps, the players' pages and the wall."""

    def __init__(self, at: Keyboard, phones: dict[str, Tab], wall: Tab) -> None:
        self.at, self.phones, self.wall = at, phones, wall
        self.dice = 0
        self.keys_of_orders = 0

    def wait(self, until: Callable[[], object], what: str) -> None:
        """Let the app do its work until something holds."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < deadline, (what, self.at.text, {who: tab.text for who, tab in self.phones.items()})
            self.at.done()

    def shows(self, tab: Tab, expression: str) -> None:
        self.wait(lambda: tab.value(f"!!document.body && ({expression})"), expression)

    def due(self, boat: str) -> tuple[Tab, str]:
        """The page of a boat's player, and the boat's row on it. The pages share one browser, which remembers one name."""
        who = next(who for who, (_, boats) in PLAYERS.items() if boat in boats)
        self.phones[who].value(f"localStorage.setItem('fleetbook.who', '{who}')")
        return self.phones[who], ROW.format(boat)

    def touch(self, tab: Tab, what: str, do: str = "one.click()") -> None:
        """Touch a part of a page as soon as it is there: the page is drawn anew whenever something happens."""
        self.shows(tab, f"(one => !!one && ({do}, true))({what})")

    def send_move(self, boat: str) -> None:
        """One touch sends a move at the speed that she has."""
        tab, row = self.due(boat)
        self.touch(tab, f"{row}?.querySelector('form button')")
        self.shows(tab, f"{row}?.innerText.includes('sent')")

    def send_shot(self, boat: str) -> None:
        """Fire: the target and the range, and Send."""
        (tab, row), (target, distance) = self.due(boat), TARGETS[boat]
        self.touch(tab, f"{row}?.querySelector('a[href*=\"order=fire\"]')")
        self.touch(tab, f"[...document.querySelectorAll('.choices a')].find(each => each.innerText.startsWith('{target}'))")
        filled = f"one.value = '{distance}', one.form.requestSubmit()"
        self.touch(tab, "document.querySelector('input[name=range]')", filled)
        self.shows(tab, f"document.body.innerText.includes('{boat} fires at {target}')")
        self.touch(tab, "document.querySelector('.send')")
        self.shows(tab, f"{row}?.innerText.includes('sent')")

    def give(self) -> None:
        """The referee presses the space bar for the oldest order. Its dice are thrown on the phones."""
        lines = len(self.at.session.journal.records)
        self.at.press("space")
        self.keys_of_orders += 1
        while len(self.at.session.journal.records) == lines:
            self.throw()

    def throw(self) -> None:
        """One of the players whose side is asked for the die throws it. The wall says for whom the table waits."""
        asked = self.at.battle.entry.answer
        assert asked is not None, self.at.text
        self.wait(lambda: any(tab.value(f"!!{DIE}") for tab in self.phones.values()), "a phone asks for the die")
        side = next(PLAYERS[who][0] for who, tab in self.phones.items() if tab.value(f"!!{DIE}"))
        throwers = [self.phones[who] for who, (own, _) in PLAYERS.items() if own == side]
        for tab in throwers:
            self.shows(tab, f"!!{DIE}")
        assert sum(tab.value(f"!!{DIE}") for tab in self.phones.values()) == len(throwers)
        self.shows(self.wall, f"document.body.innerText.includes('waits for {side}')")
        tab, number = throwers[self.dice % len(throwers)], THROWN[self.dice % len(THROWN)] - 1
        self.touch(tab, f"{FACES}[{number} % {FACES}.length]")
        self.dice += 1
        self.wait(lambda: self.at.battle.entry.answer is not asked, "the die is taken")

    def go_on(self) -> None:
        """The referee goes on to the next step. Dice of its end are thrown on the phones, too."""
        step = self.at.session.battle.turn, self.at.session.battle.phase
        for _ in range(MOST_KEYS):
            if (self.at.session.battle.turn, self.at.session.battle.phase) != step:
                return
            if self.at.battle.entry.answer is None:
                self.at.press("n")
            else:
                self.throw()
        raise AssertionError(self.at.text)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    scenario = tmp_path / "boats.toml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    folder = tmp_path / "browser"
    folder.mkdir()
    with refereeing(tmp_path / "a.battle", str(scenario), WIDE) as at, browsing(folder) as browser:
        at.press("D", "f6", "s")
        sharing = at.battle.window.sharing
        assert sharing is not None
        deadline = time.monotonic() + PATIENCE
        while not sharing.links:
            assert time.monotonic() < deadline
            at.done()
        at.press("escape")
        urls = {link.side: link.url for link in sharing.links if (link.role.gives_orders and not link.squadron) or not link.side}
        phones = {who: browser.open(f"{urls[side]}#orders", NARROW) for who, (side, _) in PLAYERS.items()}
        one = Evening(at, phones, browser.open(next(link.url for link in sharing.links if not link.side), WALL))
        yield one
        sharing.end()


def test_a_turn_of_three_players_and_the_wall(evening: Evening) -> None:
    at, orders = evening.at, 0
    while at.session.battle.turn == 1:
        phase, boats = at.session.battle.phase, BOATS[at.session.acting]
        if phase in (*MOVES, *FIRES):
            for boat in boats:
                (evening.send_move if phase in MOVES else evening.send_shot)(boat)
            evening.wait(lambda: len(at.battle.window.inbox.waiting) == BOATS_OF_A_SIDE, "the orders have come")
            orders += len(boats)
            for _ in boats:
                evening.give()
            for boat in boats:
                evening.shows(evening.due(boat)[0], GIVEN.format(boat))
        evening.go_on()
    given = [record for record in at.session.journal.records if record.procedure in ("move", "fire")]
    assert evening.keys_of_orders == orders == len(given) == 4 * BOATS_OF_A_SIDE
    assert all(record.proposer and record.named[0] in PLAYERS[record.proposer.name][1] for record in given)
    typed = sum(face.origin == "typed" for record in at.session.journal.records for face in record.faces)
    thrown = sum(len(dice) for record in at.session.journal.records for dice in record.thrown_by.values())
    assert LEAST_DICE <= evening.dice == thrown == typed, "the program rolled only dice that could change nothing"
    assert not any(tab.complaints for tab in (*evening.phones.values(), evening.wall))
