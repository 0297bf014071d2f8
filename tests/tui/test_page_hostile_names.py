"""Hostile names on the screens beside the battle: shown harmlessly, kept as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from fleetbook.tui.home.page import HomePage
from fleetbook.tui.kit.list_form import Edit
from fleetbook.tui.kit.page import Page
from fleetbook.tui.report.page import ReportPage
from fleetbook.tui.roster.card_page import CardPage
from fleetbook.tui.roster.page import RosterPage
from fleetbook.tui.roster.ship_picker import ShipPicker
from fleetbook.tui.setup.draft import SetupDraft, change
from fleetbook.tui.setup.page import SetupPage
from fleetbook.tui.setup.rows import edited
from tests.store.test_roster_file import first_card
from tests.tui.hands import Hand
from tests.tui.keyboard import NARROW, WIDE, Keyboard, table
from tests.tui.setup.test_setup import reading, to

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


def pages(name: str) -> Iterator[Page]:
    """Every page with the name in it."""
    roster, fought = rosters(name), battle(name)
    path = scenario(name)
    rules, card = first_card("aanda")
    yield HomePage()
    draft = SetupDraft.reading(path)
    yield SetupPage(draft)
    wrong = draft.with_scenario(title=name, conditions={"weather": name, "light": name})
    wrong = wrong.with_side(0, change(wrong.sides[0], ships=(change(wrong.sides[0].ships[0], name=name),)))
    yield SetupPage(wrong)
    yield RosterPage.reading(roster)
    yield CardPage(name, rules, read_or_made(roster, card, name), lambda changed: None)
    yield ShipPicker(name, rules, lambda picks: None)
    with BattleFile.open(fought, read_only=True) as file:
        yield ReportPage(file.journal, file.path, name)


def read_or_made(path: Path, card: dict[str, object], name: str) -> dict[str, object]:
    try:
        return dict(read_roster(path).ship[0])
    except FleetbookError:
        return {**card, "name": name, "no such key": name}


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_every_page_shows_it_harmlessly(name: str, tmp_path: Path) -> None:
    with table(tmp_path):
        for page in pages(name):
            hand = Hand(page, 3, (name,))
            hand.done()
            for key in ("end", "up", "up", "home", *["down"] * 12):
                hand.press(key)
                harmless(hand)
            page.open_help()
            page.open_list()
            assert all(line.isprintable() for line in hand.shown)
            hand.close()


def harmless(at: Keyboard, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    """The page on top fills the screen and holds nothing that a terminal obeys."""
    for size in sizes:
        lines = at.lines(size)
        assert len(lines) == size[1]
        for line in lines:
            assert cell_len(line) <= size[0]
            assert line.isprintable() or not any(category(letter) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for letter in line)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_name_typed_or_pasted_is_kept_as_it_was_meant(name: str, tmp_path: Path) -> None:
    with table(tmp_path):
        hand, page = reading("coastal/convoy")
        to(page, "side", 0, "ship", 0)
        page.paste(name)
        kept = "".join(letter for letter in " ".join(name.splitlines()) if letter.isprintable())
        line = page.draft.sides[0].ships[0]
        assert line.name == kept or (not name and line.name == "MTB 221")
        harmless(hand)


def test_hostile_edits_never_become_another_file(tmp_path: Path) -> None:
    with table(tmp_path):
        for name in HOSTILE:
            hand, page = reading("coastal/convoy", name)
            page.become(edited(page.draft, Edit(("text",), name)))
            hand.press("ctrl+s")
        assert all(path.parent == Path("data/rosters/coastal") for path in Path("data").rglob("*.toml"))
        assert not list(Path(tmp_path).glob("*.toml"))
