"""Two referees press the same keys. To one, phones send all they can between the keys; both see the same and write the same."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.referee.proposals.post import FromPhones, Picked, Ready, Sent, TakenBack, Thrown
from fleetbook.referee.proposals.proposal import Proposal
from tests.tui.battle.test_players_orders import FromPhones as Phones
from tests.tui.keyboard import WIDE, Keyboard, refereeing

BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
KEYS = {
    "the board": ("down", "down", "right", "down", "up", "end", "home"),
    "an order": ("down", "m", "down", "1", "0", "backspace", "2", "enter", "down", "m", "enter", "u"),
    "a form that is left": ("m", "4", "tab", "escape", "down", "m", "enter"),
    "a ship's page": ("down", "enter", "down", "pagedown", "escape", "down", "m", "enter"),
    "the journal": ("m", "enter", "m", "enter", "J", "up", "home", "escape", "m", "enter"),
    "other pages": ("?", "down", "escape", "f3", "escape", "T", "down", "escape", "f7", "escape", "/", "2", "escape"),
    "a note": ("a", "r", "a", "i", "n", "left", "s", "enter", "m", "enter"),
    "dice that are typed": ("D", ">", "s", "8", "6", "enter", "3", "backspace", "5", "left", "enter", "s"),
}


def messages(rng: Random, number: int) -> list[FromPhones]:
    """What phones send between two keys: orders that can and cannot be given, and answers to questions that nobody asks."""
    side, ship = rng.choice([(BRITISH, "MTB 221"), (BRITISH, "MTB 233"), (GERMAN, "M 388"), (BRITISH, "no ship")])
    entered: dict[str, Any] = rng.choice([{"ship": ship}, {"ship": ship, "speed": 99}, {"firer": ship, "target": "M 388"}, {}])
    order = Proposal(side, rng.choice(["move", "fire", "nothing", "next"]), entered, rng.randint(0, 2), "Ann")
    return [
        Sent(f"{number}", order, f"{ship} does as told", ship),
        Ready(side),
        Thrown(f"{rng.randint(0, 9)}.1.-1", side, rng.randint(0, 9), rng.random() < 0.5),
        Picked(f"{rng.randint(0, 9)}.c0.-1", side, side),
    ]


def seen(at: Keyboard) -> list[str]:
    """The page on top, without the words of the line about an order that waits."""
    return [type(at.page).__name__, *at.lines()]


def typed(at: Keyboard) -> tuple[Any, ...]:
    """Where the cursor stands and what the referee has typed."""
    form, cursor, answer = at.battle.entry.form, at.battle.cursor, at.battle.entry.answer
    return (
        type(at.page).__name__,
        (cursor.ship, cursor.journal, cursor.number),
        form and (form.draft.raw, form.typing),
        answer and (answer.typing, answer.asking.answers),
        [(record.procedure, record.inputs, record.fingerprint) for record in at.session.journal.records],
    )


@pytest.mark.parametrize("where", KEYS)
@pytest.mark.parametrize("are_sealed", [False, True])
def test_keys_do_the_same_whatever_phones_send(where: str, are_sealed: bool, tmp_path: Path) -> None:
    rng, folders = Random(where), [tmp_path / name / "a.battle" for name in ("quiet", "noisy")]
    for folder in folders:
        folder.parent.mkdir()
    with refereeing(folders[0], "convoy", WIDE) as quiet, refereeing(folders[1], "convoy", WIDE) as noisy:
        for at in (quiet, noisy):
            at.press(">")
        window, phones = noisy.battle.window, Phones()
        for at in (quiet, noisy):
            at.battle.window.sharing = phones  # type: ignore[assignment]
            at.battle.window.written.in_every_step = are_sealed
        for number, key in enumerate(KEYS[where]):
            sent = messages(rng, number)
            for message in sent:
                window.hear(message)
            for at in (quiet, noisy):
                at.press(key)
            assert typed(noisy) == typed(quiet), (number, key)
            for side in (BRITISH, GERMAN):
                window.hear(TakenBack(f"{number}", side))
                window.hear(Ready(side, ready=False))
            assert not window.inbox.waiting
            assert seen(noisy) == seen(quiet) or are_sealed, (number, key)
