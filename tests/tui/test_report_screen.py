"""The report on the screen: read, scrolled, searched, for one side's eyes, exported in every format."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import cast

import pytest

from fleetbook.reports.render.formats import FORMATS, report
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.tui.kit.page import Watch
from fleetbook.tui.report.page import ReportDesk
from tests.tui.desk import NARROW, WIDE
from tests.tui.hands import Hands
from tests.tui.keyboard import Keyboard, battle, home, table
from tests.tui.test_setup import press, typed

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


async def to_report(at: Keyboard) -> ReportDesk:
    await at.press("ctrl+t")
    await at.done()
    return cast(ReportDesk, at.desk)


def opened(hands: Hands) -> ReportDesk:
    """The report without a screen."""
    with BattleFile.open("data/b.battle", read_only=True) as file:
        desk = hands.open(lambda pages: ReportDesk(pages, file.journal, file.path, "damaged a little"))
    hands.drawn((80, 24))
    return cast(ReportDesk, desk)


@SIZES
async def test_the_whole_report_can_be_read(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        async with home(size) as at:
            await to_report(at)
            seen = at.text
            for _ in range(30):
                await at.press("pagedown")
                seen += at.text
            for words in ("Outcome", "Conditions", "Forces and fates", "Turn 1", "Step 1", "Provenance", "Möwensand"):
                assert words in seen
            await at.press("home")
            assert "═" in at.text
            await at.press("escape")
            assert "what is refereed tonight?" in at.text


async def test_a_word_is_found_and_the_next_place(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        async with home(NARROW) as at:
            desk = await to_report(at)
            await at.press("slash")
            await at.type("MOTORWHALER")
            assert "stands nowhere" not in at.text  # said once the word is whole
            await at.press("enter")
            assert "stands nowhere" in at.text or "0 lines" in at.text
            await at.press("slash")
            await at.type("royal")
            await at.press("enter")
            first = at.text
            assert "Royal" in first and "lines with royal" in first
            before = desk.hit
            await at.press("n")
            assert desk.hit > before
            await at.press("N")
            assert desk.hit == before


def test_sections_are_gone_to_by_name(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        hands = Hands()
        opened(hands)
        hands.pick = lambda title, options, then, free=False, text="": then(next(o for o in options if "Turn 1" in o))  # type: ignore[method-assign]
        press(hands, "g")
        assert hands.drawn((80, 24))[1].strip() == "Turn 1"


def test_one_side_s_report_says_whose_it_is(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        hands = Hands()
        opened(hands)
        hands.pick = lambda title, options, then, free=False, text="": then("Royal Navy")  # type: ignore[method-assign]
        press(hands, "s")
        assert "as Royal Navy may read it" in hands.drawn((80, 24))[0]


@pytest.mark.parametrize("form", FORMATS)
def test_it_is_exported_as_the_shell_writes_it(form: str, tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        hands = Hands()
        desk = opened(hands)
        answers = iter([form, "out.file"])

        def pick(title, options, then, free=False, text=""):  # type: ignore[no-untyped-def]
            answer = next(answers)
            then(answer if free else next(option for option in options if option.split()[0] == answer))

        hands.pick = pick  # type: ignore[method-assign]
        press(hands, "e")
        with BattleFile.open("data/b.battle", read_only=True) as file:
            assert Path("out.file").read_bytes() == report(form, file.journal, "damaged a little").encode()
        assert desk.message.text == "wrote out.file"


async def test_a_file_that_is_there_is_replaced_only_after_asking_and_a_battle_never(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        Path("b.md").write_text("mine", encoding="utf-8")
        async with home() as at:
            await to_report(at)
            await at.press("e", "enter")
            assert "b.md" in at.text
            await at.press("enter")
            assert "is there already" in at.text
            await at.press("enter")
            assert Path("b.md").read_text(encoding="utf-8") == "mine"
            await at.press("e", "enter", "enter", "down", "enter")
            await at.done()
            assert Path("b.md").read_text(encoding="utf-8").startswith("# Convoy")
            await at.press("e", "enter", "ctrl+u")
            await at.type("data/b.battle")
            await at.press("enter")
            assert "a report would replace it" in at.text
            await at.press("e", "enter", "ctrl+u")
            await at.type("nowhere/at/all.md")
            await at.press("enter")
            await at.done()
            assert "cannot be written" in at.text
        assert BattleFile.open(data / "b.battle", read_only=True).damage == ""


def test_typing_a_search_takes_letters_that_are_keys_otherwise(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        hands = Hands()
        desk = opened(hands)
        press(hands, "/")
        typed(hands, "sense")
        assert (desk.word, desk.side) == ("sense", "")
        press(hands, "escape")
        assert desk.word == ""


async def test_a_long_export_tells_how_far_it_is_and_escape_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that takes as long as it is let."""
    go_on, under_way = Event(), Event()

    def endless(form: str, journal: object, warning: str, watch: Watch) -> str:
        while not go_on.wait(0.01):
            under_way.set()
            watch(1, 4)
        return "done"

    monkeypatch.setattr("fleetbook.tui.report.page.report", endless)
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        async with home() as at:
            await to_report(at)
            await at.press("e", "enter", "enter")
            while "25 %" not in at.text:
                await at.pilot.pause(0.02)
            assert under_way.is_set() and "Esc stops" in at.text
            await at.press("escape")
            assert "stopped" in at.text and "Report:" in at.text
            await at.done()
            assert not Path("b.md").exists()
            await at.press("e", "enter", "enter")
            go_on.set()
            await at.done()
            assert Path("b.md").read_text(encoding="utf-8") == "done"
            assert "wrote" in at.text
