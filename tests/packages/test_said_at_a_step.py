"""What rules say as a step is entered stands in the app's band, in the shell's log and in the players' window."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.share.page import page_for
from fleetbook.store.battle.battle_file import BattleFile
from tests.packages.guests import Guest
from tests.tui.keyboard import WIDE, refereeing

RULES = "skirmish/rules.py"
TURN = '''class Gage(Part[Vessel]):
    """Who has the weather gage."""

    id, title = "gage", "Weather gage"

    def resolve(self, battle):
        yield from roll("gage", "d6")

    def results(self, happened):
        return [Result(kind="good", head="gage", words="BLUE HAS THE WEATHER GAGE.")]


class Turn(TurnSequence[Vessel]):
    def enter(self, phase, battle):
        for words in ("the glass falls", "gulls fly inland", "the swell grows", "a squall is seen", "rain sets in"):
            yield from note(words)
        yield from run(Gage())


class Rules('''
REPORTED = (
    "BLUE HAS THE WEATHER GAGE",
    "The glass falls; gulls fly inland; the swell grows; and 2 more.",
    "A squall is seen.",
    "Rain sets in.",
)


@pytest.fixture
def windy(guest: Guest) -> Guest:
    guest.edited(RULES, "import Battle,", "import Part, Result, note, roll, run, Battle,")
    guest.edited(RULES, "class Rules(", TURN)
    guest.edited(RULES, "sequence = TurnSequence(", "parts = (Gage,)\n    sequence = Turn(")
    guest.install()
    return guest


def test_what_is_said_as_a_step_is_entered_is_reported_everywhere(
    windy: Guest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "d.battle"
    assert main(["new", "skirmish/duel", "-o", str(path), "--seed", "1"]) == 0
    assert main(["order", str(path), "next"]) == 0
    capsys.readouterr()
    assert main(["log", str(path)]) == 0
    log = capsys.readouterr().out
    with BattleFile.open(path, read_only=True) as file:
        pages = [html.unescape(page_for(file.journal, side).fragments["result"]) for side in (None, "Red", "Blue")]
    with refereeing(path) as at:
        band = at.text
    for words in REPORTED:
        assert words in band
        assert all(words in page for page in pages), words
    assert "BLUE HAS THE WEATHER GAGE" in log


@pytest.mark.parametrize("size", [(80, 40), WIDE])
def test_every_result_is_reported_where_there_is_room(windy: Guest, tmp_path: Path, size: tuple[int, int]) -> None:
    reported = [f"SHIP {number} CAN SEE THE ENEMY." for number in range(1, 6)]
    each = ", ".join(f'Result(kind="good", head="seen", words="{words}")' for words in reported)
    windy.edited(RULES, 'return [Result(kind="good", head="gage", words="BLUE HAS THE WEATHER GAGE.")]', f"return [{each}]")
    windy.edited(RULES, "        for words in", "        for words in () and")
    with refereeing(tmp_path / "d.battle", "skirmish/duel", size) as at:
        at.go()
        band = at.text
    assert [words for words in reported if words.rstrip(".") not in band] == [], "a result in the headline has no full stop"
    assert "more: w" not in band
