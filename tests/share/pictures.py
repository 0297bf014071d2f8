"""The pictures of the players' window, a report and a ship's card in ``screenshots/``: ``python -m tests.share.pictures``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from fleetbook.core.orders.draft import Draft
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import fleetbook
from tests.golden.playing import play
from tests.screenshots import BATTLE, FOLDER
from tests.share.chromium import PHONE, WALL, browsing
from tests.share.visiting import shared

PICTURES = (("window-phone.png", "Royal Navy", PHONE, False), ("window-wall.png", None, WALL, True))


PAPERS = (("report-page.png", "report", "--short", (820, 1010)), ("ship-card.png", "sheets", "--only=Mikasa", (430, 660)))
FOUGHT = "tsushima"
"""The recorded battle whose report and card are shown."""


def main() -> None:
    """Take all anew, of the battle that the app's pictures show."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with BattleFile.create(folder / "convoy.battle", load_setup("convoy"), "7") as file:
            for procedure, inputs in BATTLE:
                draft = Draft(file.journal.battle, file.journal.ruleset.order(procedure), inputs)
                file.give(draft.order(), given=draft.given)
        with shared(folder / "convoy.battle") as sharing, browsing(folder) as browser:
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
