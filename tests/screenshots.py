"""The pictures in ``screenshots/``, made from the real app as it plays the tour: ``python -m tests.screenshots``."""

from __future__ import annotations

import asyncio
import re
import tempfile
from html import unescape
from pathlib import Path

from fleetbook.core.orders.draft import Draft
from tests import tour
from tests.tui.app import Running, running
from tests.tui.keyboard import NARROW, WIDE

FOLDER = Path(__file__).parent.parent / "screenshots"


async def _save(one: Running, name: str) -> None:
    await one.done()
    path = Path(one.app.save_screenshot(name, str(FOLDER)))
    path.write_text(_RUN.sub(_indented, path.read_text(encoding="utf-8")), encoding="utf-8")


_RUN = re.compile(r' x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)" ([^>]*)>((?:&#160;)+)([^<]+)')


def _indented(found: re.Match[str]) -> str:
    """A run of text that begins where its first letter stands: not every program that shows pictures keeps blanks before it."""
    x, length, blanks = float(found[1]), float(found[3]), found[5].count(";")
    step = length / (blanks + len(unescape(found[6])))
    words = f'x="{x + blanks * step:.1f}" y="{found[2]}" textLength="{length - blanks * step:.1f}"'
    return f" {words} {found[4]}>{found[6]}"


BATTLE: tuple[tuple[str, dict[str, str]], ...] = (
    ("next", {}),
    ("move", {"ship": "MTB 221", "speed": "10", "turning": "yes"}),
    ("move", {"ship": "MTB 233", "speed": "9"}),
    ("next", {}),
    ("observe", {"observer": "M 388", "target": "MTB 221", "range": "12"}),
    ("observe", {"observer": "V 1241", "target": "MTB 233", "range": "14"}),
    ("fire", {"firer": "M 388", "target": "MTB 221", "range": "12"}),
    ("fire", {"firer": "V 1241", "target": "MTB 233", "range": "14", "bearing": "starboard"}),
    ("fire", {"firer": "R 86", "target": "MTB 221", "range": "15"}),
    ("next", {}),
    ("next", {}),
    ("next", {}),
    ("next", {}),
    ("observe", {"observer": "MTB 221", "target": "M 388", "range": "12"}),
    ("fire", {"firer": "MTB 221", "target": "M 388", "range": "12"}),
    ("fire", {"firer": "MTB 624", "target": "M 388", "range": "30"}),
    ("next", {}),
    ("next", {}),
    ("next", {}),
    ("next", {}),
    ("observe", {"observer": "M 388", "target": "MTB 221", "range": "9"}),
    ("fire", {"firer": "M 388", "target": "MTB 221", "range": "9"}),
    ("fire", {"firer": "R 86", "target": "MTB 221", "range": "8"}),
    ("observe", {"observer": "V 1243", "target": "MTB 234", "range": "19"}),
)


async def _fight(one: Running) -> None:
    """Two turns in which boats come in, are seen and fired at."""
    session = one.battle.session
    for procedure, inputs in BATTLE:
        draft = Draft(session.battle, session.battle.ruleset.order(procedure), inputs)
        session.ordering(draft.order(), draft.given, typed=False)((), ())
    one.app.host.redraw()


async def _draw_tour(folder: Path, size: tuple[int, int]) -> None:
    folder.mkdir()
    with tour.own_table(folder):
        async with running(size=size) as at:
            for item in tour.items(tour.TOUR.read_text(encoding="utf-8")):
                await at.press(*item.keys)
                await at.done()
                if item.size == size:
                    await _save(at, item.picture)


async def _draw(folder: Path) -> None:
    async with running(folder / "convoy.battle", size=WIDE) as one:
        await one.press("enter")  # from the briefing to the board
        await _fight(one)
        await _save(one, "battle-120x40.svg")
    for size in (WIDE, NARROW):
        await _draw_tour(folder / f"{size[0]}", size)


def main() -> None:
    """Draw all of them anew; the same each time."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_draw(Path(folder)))


if __name__ == "__main__":
    main()
