"""Five hundred random keys on every screen beside the battle: it stays drawn, and what it writes can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.paths import own_folder
from fleetbook.tui.home.page import HomeDesk
from fleetbook.tui.kit.page import Desk
from fleetbook.tui.report.page import ReportDesk
from fleetbook.tui.roster.card_page import CardDesk
from fleetbook.tui.roster.page import RosterDesk
from fleetbook.tui.roster.ship_picker import PickDesk
from fleetbook.tui.setup.page import SetupDesk
from tests.store.test_roster_file import first_card
from tests.tui.hands import Hands
from tests.tui.keyboard import battle, home, table

SIZES = ((80, 24), (120, 40), (60, 12))
KEYS = 500
SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 20))]


def _report(hands: Hands) -> Desk:
    with BattleFile.open("data/convoy.battle", read_only=True) as file:
        return ReportDesk(hands, file.journal, file.path, "")


DESKS: dict[str, Callable[[Hands], Desk]] = {
    "home": HomeDesk,
    "setup": lambda hands: SetupDesk.reading(hands, Path("library/coastal/convoy.toml")),
    "squadrons": lambda hands: SetupDesk.reading(hands, Path("library/aanda/yalu.toml")),
    "new-setup": lambda hands: SetupDesk.new(hands, "aanda"),
    "picking": lambda hands: PickDesk(hands, "Ships", first_card("coastal")[0], lambda picks: None),
    "roster": lambda hands: RosterDesk.reading(hands, Path("library/coastal/royal-navy.toml")),
    "new-roster": lambda hands: RosterDesk.new(hands, "coastal"),
    "card": lambda hands: CardDesk(hands, "A card", *first_card("aanda"), lambda card: None),
    "report": _report,
}


@pytest.mark.parametrize("name", DESKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_keys(name: str, seed: int, tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "convoy.battle", 3)
        hands = Hands(seed, ("Fleet", "", "  ", "x" * 300, "[/]", "../up"))
        hands.open(DESKS[name])
        for number in range(KEYS):
            hands.press(hands.any_key())
            size = SIZES[number % len(SIZES)]
            lines = hands.drawn(size)
            assert len(lines) == size[1]
            assert all(cell_len(line) <= size[0] for line in lines)
        for path in own_folder().rglob("*.toml"):
            assert check_all(path)[1] == []
        assert all(verify(path) == [] for path in data.glob("*.battle"))


@pytest.mark.parametrize("seed", range(2))
async def test_random_keys_in_the_app(seed: int, tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "convoy.battle", 3)
        hands = Hands(seed)
        async with home((80, 24)) as at:
            for _ in range(60):
                key = hands.any_key()
                await at.press(*(["minus"] if key == "-" else [key] if len(key) > 1 or key.isalnum() else ["x"]))
                if not at.app.is_running:
                    break
            assert at.app.fault is None
