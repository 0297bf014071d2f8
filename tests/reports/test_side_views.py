"""What a side may know, in every document: nothing of ships behind a contact marker while they are there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from fleetbook.core.play.side_view import SideView
from fleetbook.reports.render.formats import FORMATS, report
from fleetbook.reports.sheets.cards import sheets_of_battle
from tests.rules.aanda.fleet import BLUE, RED, Game, ship

DOCUMENTS: dict[str, Callable[[Any], str]] = {
    **{form: partial(report, form) for form in FORMATS},
    "sheets": sheets_of_battle,
    "blank sheets": lambda journal: sheets_of_battle(journal, blank=True),
}
BEHIND = ("Matsushima", "Itsukushima")


@pytest.fixture(scope="module")
def game() -> Game:
    """Blue's two ships are behind a marker; one of them is ruled on by hand, burns and loses boxes; Red's ship burns too."""
    game = Game(
        [ship("Chen Yuen")],
        [ship("Matsushima"), ship("Itsukushima"), ship("Yoshino", "blue van")],
        squadrons={"blue": {"contact": True}},
    )
    for name in ("Chen Yuen", "Matsushima"):
        game.put(name, "fire", "1")
    game.strike("Itsukushima", "hull", 3)
    game.strike("Yoshino", "hull", 2)
    game.give("ongoing", 2, 3)
    return game


@pytest.mark.parametrize("form", DOCUMENTS)
def test_nothing_is_told_of_what_is_hidden(game: Game, form: str) -> None:
    whole = DOCUMENTS[form](game.journal)
    told = DOCUMENTS[form](SideView(game.journal, RED))
    if form != "card":  # which names only the ships of three moments
        assert all(name in whole for name in BEHIND)
        assert all(name in DOCUMENTS[form](SideView(game.journal, BLUE)) for name in BEHIND)
        assert "Chen Yuen" in told
        assert "Yoshino" in told
    assert not any(name in told for name in BEHIND)


@pytest.mark.parametrize("form", [form for form in DOCUMENTS if form != "card"])
def test_the_battle_once_over_everything_may_be_read(form: str) -> None:
    ended = Game([ship("Chen Yuen")], [ship("Matsushima")], squadrons={"blue": {"contact": True}})
    ended.strike("Matsushima", "hull", 3)
    ended.give("end", reason="night")
    assert "Matsushima" in DOCUMENTS[form](SideView(ended.journal, RED))
