"""How models move for a doctrine, in words that a player may follow at the table."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.doctrines.helm import ABEAM, AWAY, HOLD, HOME, IN_LINE, TOGETHER, TOWARDS, Helm
from fleetbook.core.doctrines.intent_words import models_words
from fleetbook.rules.aanda.ruleset import AandaRules
from fleetbook.rules.coastal.ruleset import CoastalRules
from fleetbook.store.library.build_setup import load_setup


def words(scenario: str, rules: Any, kind: str, helm: Helm, turn: int | None = None, **inputs: Any) -> str:
    battle = rules.begin(load_setup(scenario))
    given = {**{flag: False for flag in ("turning", "smoke", "evading", "last") if flag in rules.order(kind).declared}, **inputs}
    return models_words(rules.order(kind).from_inputs(given), battle, helm, turn)


@pytest.mark.parametrize(
    ("helm", "turn", "said"),
    [
        (Helm(TOWARDS, "MTB 221"), None, "M 388 turns towards MTB 221, 7 cm"),
        (Helm(TOWARDS, "MTB 221", 15), -30, "M 388 turns 30° to port, towards MTB 221, 7 cm, no nearer than 15 cm"),
        (Helm(TOWARDS, "MTB 221", 15), 0, "M 388 goes straight on, towards MTB 221, 7 cm, no nearer than 15 cm"),
        (Helm(AWAY, "MTB 221"), 60, "M 388 turns 60° to starboard, away from MTB 221, 7 cm"),
        (Helm(ABEAM, "MTB 221", 30), None, "M 388 turns to have MTB 221 abeam at 30 cm, 7 cm"),
        (Helm(HOME), None, "M 388 turns for home, 7 cm"),
        (Helm(HOLD), None, "M 388 goes straight on, 7 cm"),
    ],
)
def test_a_ship_turns_and_moves(helm: Helm, turn: int | None, said: str) -> None:
    moved = {"ship": "M 388", "speed": 7, "turning": True}
    assert words("convoy", CoastalRules(), "move", helm, turn, **moved) == said
    assert words("convoy", CoastalRules(), "move", helm, turn, **moved, smoke=True) == f"{said}, making smoke"


def test_a_ship_without_way_lies_still() -> None:
    assert words("convoy", CoastalRules(), "move", Helm(HOLD), ship="M 388", speed=0) == "M 388 lies still"


@pytest.mark.parametrize(
    ("helm", "number", "said"),
    [
        (Helm(TOWARDS, "Dingyuan", formation=IN_LINE), 1, "Yoshino turns towards Dingyuan, at 15 kt"),
        (Helm(TOWARDS, "Dingyuan", formation=IN_LINE), 2, "Yoshino turns towards Dingyuan, at 15 kt; Takachiho follows"),
        (
            Helm(AWAY, "Dingyuan", formation=TOGETHER),
            3,
            "Yoshino turns away from Dingyuan, at 15 kt; Takachiho and Akitsushima turn with her",
        ),
        (Helm(TOWARDS, "Dingyuan"), 2, "Yoshino and Takachiho turn towards Dingyuan, each by herself, at 15 kt"),
    ],
)
def test_a_squadron_follows_its_leader(helm: Helm, number: int, said: str) -> None:
    ships = ("Yoshino", "Takachiho", "Akitsushima", "Naniwa")[:number]
    inputs: dict[str, Any] = {"squadron": "Flying Squadron", "speed": 15, "turning": True, "ships": ships}
    assert words("yalu", AandaRules(), "move", helm, **inputs) == said


def test_no_ship_of_a_hidden_squadron_is_named() -> None:
    inputs: dict[str, Any] = {"squadron": "River group", "speed": 9, "ships": ("Pingyuan", "Guangbing")}
    said = words("yalu", AandaRules(), "move", Helm(TOWARDS, "Yoshino", formation=IN_LINE), **inputs)
    assert said == "River group turns towards Yoshino, at 9 kt"
