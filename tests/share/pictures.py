"""The pictures of the players' window, of a report and of a card in ``screenshots/``: ``python -m tests.share.pictures``."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec

from fleetbook.core.orders.draft import Draft
from fleetbook.referee.proposals.post import GIVEN, WAITS, ForPhones, Sent, Standing
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import fleetbook
from tests.golden.playing import play
from tests.screenshots import BATTLE, FOLDER
from tests.share.chromium import PHONE, WALL, Browser, browsing
from tests.share.visiting import Here, shared
from tests.tui.app import running
from tests.tui.keyboard import WIDE

PICTURES = (("window-phone.png", "Royal Navy", PHONE, False), ("window-wall.png", None, WALL, True))


PAPERS = (("report-page.png", "report", "--short", (820, 1010)), ("ship-card.png", "sheets", "--only=Mikasa", (430, 660)))
FOUGHT = "tsushima"
"""The recorded battle whose report and card are shown."""


SIDE, WORDS, GIVES = "Kriegsmarine", "V 1243 fires at MTB 234, 19 cm", (1360, 740)
ORDER = Sent(
    "fire", Proposal(SIDE, "fire", {"firer": "V 1243", "target": "MTB 234", "range": 19}, len(BATTLE), "Ann"), WORDS, "V 1243"
)
TOGETHER = """<!DOCTYPE html>
<style>
body { margin: 0; background: #eceae4; display: flex; gap: 20px; padding: 20px; align-items: center; }
.phone { height: 680px; border-radius: 18px; border: 6px solid #14181d; }
</style>
<img src="laptop.svg" width="980"><img class="phone" src="phone.png">"""


async def _laptop(battle: Path, folder: Path) -> None:
    """The laptop, to which a phone has sent an order."""
    async with running(battle, size=WIDE) as one:
        one.battle.window.hear(ORDER)
        one.app.host.redraw()
        await one.done()
        one.app.save_screenshot("laptop.svg", str(folder))


def _order(sharing: Here, browser: Browser, folder: Path) -> None:
    """The phone that has sent it beside the laptop on which one key gives it."""
    orders = (
        Standing(ORDER.id, WORDS, WAITS, who="Ann", unit=ORDER.unit),
        Standing("before", "R 86 fires at MTB 221, 8 cm", GIVEN, who="Ben"),
    )
    sharing.heard.put(msgspec.json.encode(ForPhones(takes=True, orders={SIDE: orders})).decode())
    page = browser.open(f"{sharing.links[SIDE]}#orders", PHONE)
    page.wait_for("!!document.querySelector('.sent')")
    page.picture(folder / "phone.png")
    page.close()
    together = folder / "together.html"
    together.write_text(TOGETHER, encoding="utf-8")
    page = browser.open(together.as_uri(), GIVES)
    page.wait_for("[...document.images].every(each => each.complete)")
    page.picture(FOLDER / "phone-and-laptop.png")


def main() -> None:
    """Take all anew, of the battle that the app's pictures show."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with BattleFile.create(folder / "convoy.battle", load_setup("convoy"), "7") as file:
            for procedure, inputs in BATTLE:
                draft = Draft(file.journal.battle, file.journal.ruleset.order(procedure), inputs)
                file.give(draft.order(), given=draft.given)
        asyncio.run(_laptop(folder / "convoy.battle", folder))
        with shared(folder / "convoy.battle") as sharing, browsing(folder) as browser:
            _order(sharing, browser, folder)
            for picture, side, size, dark in PICTURES:
                page = browser.open(sharing.links[side], size, dark)
                page.wait_for("document.getElementById('link').hidden")
                page.picture(FOLDER / picture)
            fought = folder / "fought.battle"
            assert play(FOUGHT, fought).code == 0
            for picture, command, option, size in PAPERS:
                paper = folder / f"{picture}.html"
                ran = fleetbook(command, str(fought), option, "--format", "html", "-o", str(paper))
                assert ran.code == 0, ran.err
                browser.open(paper.as_uri(), size).picture(FOLDER / picture)


if __name__ == "__main__":
    main()
