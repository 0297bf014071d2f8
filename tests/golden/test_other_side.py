"""Whole turns of a convoy, its escort, a divided squadron and a raider: a side reads the same, byte for byte, of battles that
differ in what it may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from fleetbook.core.battle.setup import Drawing
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.create import make_file
from fleetbook.store.battle.meta import new_meta
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import fleetbook
from tests.golden.playing import FOLDER, command, orders

SECRETS = {
    '{ card = "Breslau", squadron = "Kettner" }': '{ card = "Goeben", squadron = "Kettner" }',
    'flagship = "Breslau"\nzone = "D6"\norders = ["Move D7", "Move E7"]': (
        'flagship = "Goeben"\nzone = "B6"\norders = ["Move B7", "Shell"]'
    ),
}
"""What Russia does not know of the scenario: who the raider is, whence he comes and where he goes."""
SECRET_ORDERS = {
    "turn=3 orders=Pursue": ["plot", "fleet=Kettner", "turn=3", "orders=Move B6"],
    "turn=2 orders=Move D8; Move C8": ["plot", "fleet=Colliers", "turn=2", "orders=Move D8; Fuel"],
    "move fleet=Kettner": ["note", "words=the Goeben waits"],
}
"""And of the orders: what is plotted and not carried out before its eyes."""
FORMATS = ("md", "json", "html", "csv", "txt")
VIEWS = (
    ("status",), ("status", "--json"), ("log",), ("log", "--json"), ("sheets",),
    *(("report", "--format", name) for name in FORMATS),
)  # fmt: skip


ON_THE_WAY = (("status",), ("log",), ("report", "--format", "json"))
"""Views read in the midst of a battle; at its end each of them."""


def read(path: Path, views: Sequence[tuple[str, ...]] = VIEWS) -> dict[str, str]:
    """Views of a battle as Russia reads them."""
    found = {}
    for view in views:
        ran = fleetbook(view[0], str(path), *view[1:], "--side", "Russia")
        assert ran.code == 0, ran.err
        found[" ".join(view)] = ran.out
    return found


def told(battle: str, path: Path, twin: bool) -> Iterator[dict[str, str]]:
    """All that Russia reads after each order of a battle, or of its twin, up to the line at which the raider is found."""
    text = (FOLDER / battle / "scenario.toml").read_text(encoding="utf-8")
    for known, other in SECRETS.items() if twin else ():
        assert known in text
        text = text.replace(known, other)
    scenario = path.with_suffix(".toml")
    scenario.write_text(text, encoding="utf-8")
    setup = msgspec.structs.replace(load_setup(str(scenario)), dice=Drawing(numbered="by lines", chosen=True))
    make_file(path, new_meta(setup, Journal(ruleset(setup.ruleset), setup, "1"), "1970-01-01T00:00:00.000+00:00"))
    for words in orders(battle)[1:]:
        line = " ".join(words)
        if "Kettner" in line and words[0] in ("search", "spot-raider"):
            break
        given = next((other for known, other in SECRET_ORDERS.items() if twin and known in line), words)
        ran = fleetbook(*command(given, path))
        assert ran.code == 0, ran.err
        if words[0] in ("divide", "combat", "end-combat", "pursue"):
            yield read(path, ON_THE_WAY)
    yield read(path)


@pytest.mark.parametrize("battle", ["coal-convoy", "coal-convoy-variant"])
def test_a_side_reads_the_same_of_battles_that_differ_in_what_it_may_not_know(battle: str, tmp_path: Path) -> None:
    for one, other in zip(
        told(battle, tmp_path / "one.battle", False), told(battle, tmp_path / "other.battle", True), strict=True
    ):
        assert "Hamidiye" in one["status"] or "Colliers" in one["status"]
        for view, text in one.items():
            assert all(secret not in text for secret in ("Breslau", "Kettner", "Move C8")), view
            assert text == other[view], view
