"""Names that strangers give, wherever a name can stand on the screens beside the battle: shown harmlessly, kept as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unicodedata import category

import pytest
from rich.cells import cell_len

from fleetbook.core.errors import FleetbookError
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.store.library.scenario import ReadingText, read_scenario, scenario_toml
from fleetbook.tui.home.page import HomeDesk
from fleetbook.tui.kit.list_form import Edit
from fleetbook.tui.kit.page import Desk
from fleetbook.tui.report.page import ReportDesk
from fleetbook.tui.roster.card_page import CardDesk
from fleetbook.tui.roster.page import RosterDesk
from fleetbook.tui.roster.ship_picker import PickDesk
from fleetbook.tui.setup.draft import SetupDraft, change
from fleetbook.tui.setup.page import SetupDesk
from tests.store.test_roster_file import first_card
from tests.tui.desk import NARROW, WIDE
from tests.tui.hands import Hands
from tests.tui.keyboard import home, table
from tests.tui.test_setup import press

HOSTILE = (
    *("[/]", "[@click=app.quit]x", "HMS Nelson [sunk]", "a\x1b[31mb\x07\r\n\x9bc", "\u202eevil\u2066", "n" * 200, "", "   "),
    *("\U0001f6a2\U0001f469\u200d\U0001f467\U0001f1ec\U0001f1e7e\u0301\u0301\u0301", "'\"`\\", "=1+1", "../../etc/passwd"),
)
SIZES = (NARROW, WIDE)


def rosters(name: str) -> Path:
    """A roster of the user's own whose title and first card have the name."""
    path = Path("data/rosters/aanda/hostile.toml")
    path.parent.mkdir(parents=True, exist_ok=True)
    rules, card = first_card("aanda")
    guns = [{**gun, "name": name} for gun in card["main"]]
    file = RosterFile(rules.id, name).with_ship(0, {**card, "name": name, "note": name, "source": name, "main": guns})
    path.write_text(file.written(), encoding="utf-8")
    return path


def scenario(name: str) -> Path:
    """A scenario whose title, text, first side, squadron and ship have the name."""
    found = read_scenario(Path("library/aanda/yalu.toml"))
    side = found.side[0]
    squadrons = ({**side.squadron[0], "name": name, "flagship": name}, *side.squadron[1:])
    ships = tuple(
        change(line, name=name if name.strip() else "x", squadron=name) if n == 0 else line for n, line in enumerate(side.ships)
    )
    hostile = change(
        found, title=name.strip() or "x", text=name, date=name, rosters=(*found.rosters, "aanda/hostile"),
        side=(change(side, name=name, squadron=squadrons, ships=ships), *found.side[1:]),
        readings={"least_hull": ReadingText(2, name)},
    )  # fmt: skip
    path = Path("data/rosters/aanda/hostile-battle.toml")
    path.write_text(scenario_toml(hostile), encoding="utf-8")
    return path


def battle(name: str) -> Path:
    """A battle whose title, sides and ships have the name as far as a battle can."""
    setup = load_setup("coastal/convoy")
    ships = (change(setup.ships[0], name=name.strip() or "x"), *setup.ships[1:])
    path = Path("data/hostile [b].battle")
    BattleFile.create(path, change(setup, title=name, ships=ships, text=name), "7").close()
    return path


def desks(hands: Hands, name: str) -> Iterator[Desk]:
    """Every screen with the name in it."""
    roster, fought = rosters(name), battle(name)
    path = scenario(name)
    rules, card = first_card("aanda")
    yield HomeDesk(hands)
    draft = SetupDraft.reading(path)
    yield SetupDesk(hands, draft)
    wrong = draft.with_scenario(title=name, conditions={"weather": name, "light": name})
    wrong = wrong.with_side(0, change(wrong.sides[0], ships=(change(wrong.sides[0].ships[0], name=name),)))
    yield SetupDesk(hands, wrong)
    yield RosterDesk.reading(hands, roster)
    yield CardDesk(hands, name, rules, read_or_made(roster, card, name), lambda changed: None)
    yield PickDesk(hands, name, rules, lambda picks: None)
    with BattleFile.open(fought, read_only=True) as file:
        yield ReportDesk(hands, file.journal, file.path, name)


def read_or_made(path: Path, card: dict[str, object], name: str) -> dict[str, object]:
    try:
        return dict(read_roster(path).ship[0])
    except FleetbookError:
        return {**card, "name": name, "no such key": name}


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_every_screen_shows_it_harmlessly(name: str, tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands(3, (name,))
        for desk in desks(hands, name):
            hands.stack = [desk]
            for key in ("end", "up", "up", "home", *["down"] * 12):
                press(hands, key)
                harmless(hands)
            desk.open_help()
            desk.open_palette()
            assert all(line.isprintable() for line in hands.pages)


def harmless(hands: Hands) -> None:
    for size in SIZES:
        lines = hands.drawn(size)
        assert len(lines) == size[1]
        for line in lines:
            assert cell_len(line) <= size[0]
            assert not any(category(letter) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for letter in line)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_name_typed_or_pasted_is_kept_as_it_was_meant(name: str, tmp_path: Path) -> None:
    with table(tmp_path):
        hands = Hands()
        desk = hands.open(lambda pages: SetupDesk.reading(pages, Path("library/coastal/convoy.toml")))
        assert isinstance(desk, SetupDesk)
        desk.sheet = desk.sheet.to(("side", 0, "ship", 0))
        desk.paste(name)
        kept = "".join(letter for letter in " ".join(name.splitlines()) if letter.isprintable())
        line = desk.draft.sides[0].ships[0]
        assert line.name == kept or (not name and line.name == "MTB 221")
        harmless(hands)


@pytest.mark.parametrize("name", ["[/]", "[@click=app.quit]x", "a\x1b[31mb", "\u202eevil"])
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_the_app_shows_them_and_runs_on(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    with table(tmp_path):
        rosters(name)
        scenario(name)
        battle(name)
        async with home(size) as at:
            for keys in (("down",) * 4, ("ctrl+p", "escape"), ("f1", "escape"), ("home", "ctrl+t"), ("e", "escape", "escape")):
                await at.press(*keys)
                assert "\x1b" not in at.text and "\u202e" not in at.text
            await at.type("hostile-battle")
            await at.press("ctrl+e", "down", "down", "down", "enter")
            assert "\x1b" not in at.text and "\u202e" not in at.text
            assert at.app.is_running and at.app.fault is None


def test_hostile_edits_never_become_another_file(tmp_path: Path) -> None:
    with table(tmp_path):
        for name in HOSTILE:
            hands = Hands(names=(name,))
            desk = hands.open(lambda pages: SetupDesk.reading(pages, Path("library/coastal/convoy.toml")))
            assert isinstance(desk, SetupDesk)
            desk.become(desk.edited(Edit(("text",), name)))
            press(hands, "ctrl+s")
        assert all(path.parent == Path("data/rosters/coastal") for path in Path("data").rglob("*.toml"))
        assert not list(Path(tmp_path).glob("*.toml"))
