"""The pictures of the players' window in ``screenshots/``: ``python -m tests.share.pictures``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from fleetbook.core.orders.draft import Draft
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.screenshots import BATTLE, FOLDER
from tests.share.chromium import PHONE, WALL, browsing
from tests.share.visiting import shared

PICTURES = (("window-phone.png", "Royal Navy", PHONE, False), ("window-wall.png", None, WALL, True))


def main() -> None:
    """Take both anew, of the battle that the app's pictures show."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with BattleFile.create(folder / "convoy.battle", load_setup("convoy"), "7") as file:
            for procedure, inputs in BATTLE:
                draft = Draft(file.journal.battle, file.journal.ruleset.procedure(procedure), inputs)
                file.give(draft.order(), given=draft.given)
        with shared(folder / "convoy.battle") as sharing, browsing(folder) as browser:
            for picture, side, size, dark in PICTURES:
                page = browser.open(sharing.links[side], size, dark)
                page.wait_for("document.getElementById('link').hidden")
                page.picture(FOLDER / picture)


if __name__ == "__main__":
    main()
