"""A guest's fault on a page of the app is shown in the page's place, and the app goes on."""

from __future__ import annotations

from pathlib import Path

from fleetbook.store.library.build_setup import load_setup
from tests.packages.guests import Guest
from tests.tui.app import running

RULES = "skirmish/rules.py"


async def test_a_card_that_fails_is_reported_and_the_app_can_be_left(guest: Guest, tmp_path: Path) -> None:
    guest.install()
    card = "    def card(self, ship): return super().card(ship) if ship._battle.phase == 'first' else 1 / 0\n\n"
    guest.edited(RULES, "    ship_type, card_type", card + "    ship_type, card_type")
    place = guest.line(RULES, "else 1 / 0")
    async with running(tmp_path / "d.battle", load_setup("skirmish/duel")) as app:
        await app.press(">")
        assert f"a fault in the rules skirmish, {place}: ZeroDivisionError: division by zero." in app.text
        assert "esc or q leaves it" in app.text
        await app.press("u")
        assert "Arrow" in app.text
        await app.press(">", "q")
    assert app.app.fault is None


async def test_a_resolve_that_fails_is_a_message_and_the_battle_goes_on(guest: Guest, tmp_path: Path) -> None:
    guest.install()
    guest.edited(RULES, "        for _ in range(", "        print(1 / 0)\n        for _ in range(")
    place = guest.line(RULES, "print(1 / 0)")
    async with running(tmp_path / "d.battle", load_setup("skirmish/duel")) as app:
        await app.press("f")
        await app.done()
        await app.press("enter")
        assert f"a fault in the rules skirmish, {place}: ZeroDivisionError" in app.text
        await app.press("escape", ">")
        assert app.battle.session.battle.phase == "second"
    assert app.app.fault is None
