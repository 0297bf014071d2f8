"""A guest's rules without an end are reported as the package's fault, and keep nobody from the battle."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.core import watchdog
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.packages.guests import Guest
from tests.tui.app import running

RULES = "skirmish/rules.py"
CHECK, RESOLVE, FIRE = "        require_afloat(", "        for _ in range(", "class Fire("
LOOP, CALL = "while True", "yield from run(Burn(target=self.target))"
ENDLESS = "it does not end"
LONGEST = 60.0  # seconds, on a machine with much else to do
ITSELF = """from fleetbook.rules.kit import Part, run


class Burn(Part[Vessel]):
    id, title, section = "burn", "Burn", "R1"
    target: str

    def resolve(self, battle: Battle[Vessel]) -> Effects:
        yield from run(Burn(target=self.target))


"""


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.5)


@dataclass(frozen=True)
class Endless:
    """Lines put before another, and texts of which one stands at the reported line (none: any line is right)."""

    before: str
    lines: str
    at: tuple[str, ...]
    more: str = ""

    def told(self, guest: Guest, reported: str) -> bool:
        """Whether the report names one of the lines that run for ever."""
        return not self.at or any(f"{guest.line(RULES, text)}: " in reported for text in self.at)


ENDLESSLY = {
    "resolve": Endless(RESOLVE, "        while True:\n            pass  # round\n", ()),
    "resolve that passes over faults": Endless(
        RESOLVE,
        "        while True:\n            try:\n                battle.figure('no')\n"
        "            except Exception:\n                pass\n", ()
    ),
    "effects that change nothing": Endless(
        RESOLVE, "        while True:\n            yield from Vessel.hull.lose(self.target, 0)\n",
        (LOOP, "Vessel.hull.lose(self.target, 0)")
    ),
    "dice": Endless(RESOLVE, "        while True:\n            yield from roll_at_least('more', 'd6', 7)\n", (LOOP, "'more'")),
    "check": Endless(CHECK, "        while True:\n            battle.ship(self.firer)\n", ()),
    "a part that runs itself": Endless(RESOLVE, f"        {CALL}\n", ("def resolve", CALL), ITSELF),
}  # fmt: skip


@pytest.mark.parametrize("endless", ENDLESSLY.values(), ids=ENDLESSLY)
def test_an_order_without_an_end_is_reported_and_the_battle_goes_on(
    guest: Guest, endless: Endless, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guest.edited(RULES, endless.before, endless.lines + endless.before)
    guest.edited(RULES, FIRE, endless.more + FIRE)
    guest.install()
    path = str(tmp_path / "d.battle")
    assert main(["new", "skirmish/duel", "-o", path, "--seed", "1"]) == 0
    for command in ("order", "odds"):
        capsys.readouterr()
        began = time.monotonic()
        assert main([command, path, "fire"]) == 2
        reported = capsys.readouterr().err
        assert reported.startswith("fleetbook: a fault in the rules skirmish, skirmish/rules.py:")
        assert ENDLESS in reported
        assert endless.told(guest, reported)
        assert time.monotonic() - began < LONGEST
    assert main(["order", path, "next"]) == 0
    with BattleFile.open(Path(path), read_only=True) as file:
        assert [record.procedure for record in file.journal.records] == ["next"]


@pytest.mark.parametrize("name", ["check", "a part that runs itself"])
def test_check_rules_tells_it_and_ends(guest: Guest, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    endless = ENDLESSLY[name]
    guest.edited(RULES, endless.before, endless.lines + endless.before)
    guest.edited(RULES, FIRE, endless.more + FIRE)
    if endless.more:
        guest.edited(RULES, "orders = Vessel, Card, (Fire,)", "orders, parts = Vessel, Card, (Fire,), (Burn,)")
    guest.install()
    capsys.readouterr()
    assert main(["check-rules", "skirmish"]) == 2
    (reported,) = [line for line in capsys.readouterr().out.splitlines() if ENDLESS in line]
    assert f"{RULES}:" in reported
    assert endless.told(guest, reported)


async def test_the_app_can_be_left_while_a_check_has_no_end(guest: Guest, tmp_path: Path) -> None:
    guest.install()
    endless = "        while battle.phase == 'second':\n            battle.ship(self.firer)\n"
    guest.edited(RULES, CHECK, endless + CHECK)
    async with running(tmp_path / "d.battle", load_setup("skirmish/duel")) as app:
        await app.press(">")
        await app.press("u")
        assert "Arrow" in app.text
        await app.press(">", "q")
    assert app.app.fault is None
