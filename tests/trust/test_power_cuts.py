"""Power cuts at every moment of a command, and once more while the next one repairs the damage.

Every possible state of the disk opens, has lost nothing that was reported, and takes one more order.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.standard_orders import Annotate, EndBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.files import replace_file
from fleetbook.store.library.paths import DATA_VARIABLE
from tests.cli.shell import program
from tests.cli.test_exchange import forty
from tests.trust.games import CAMPAIGN, as_words, begun, give_one, scenario, setup_of
from tests.trust.power_cuts import STRACE, Disk, State, Step, cuts, laid_out, recorded

RULES = "coastal"
TWICE = 5  # states of a command that are mended under a second cut
NEEDS_STRACE = pytest.mark.skipif(STRACE is None, reason="strace is not installed, and nothing else here sees writes and syncs")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a command writes to: its data too."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "d"))
    (tmp_path / "d").mkdir()
    return tmp_path / "d"


def lines(path: Path) -> list[Record]:
    with BattleFile.open(path, read_only=True) as file:
        assert file.damage == ""
        return list(file.journal.records)


def check_goes_on(path: Path, least: Sequence[Record], most: Sequence[Record]) -> None:
    """A battle has the lines that it had for certain, and none but those that it may have; it takes one more order."""
    with BattleFile.open(path) as file:
        found = list(file.journal.records)
        assert not file.damage and not file.read_only
        assert found[: len(least)] == list(least) and found == list(most[: len(found)])
        file.give(Annotate(words="it goes on"))
    assert len(lines(path)) == len(found) + 1
    assert verify(path) == []


def acting(words: Sequence[str], folder: Path) -> tuple[Disk, list[Step]]:
    """The disk before a command, and what the command did."""
    disk = Disk(folder)
    steps, ran = recorded(words, folder, folder.parent / "calls")
    assert ran.returncode == 0, ran.stderr.decode()
    return disk, [*steps, Step("reported")]


def prepared(rules: str, folder: Path) -> Path:
    """A battle whose last order threw dice, or a campaign."""
    path, rng = begun(rules, folder / "a.battle", lines=6), Random(2)
    with BattleFile.open(path) as file:
        while rules != CAMPAIGN and not _another_face(file):
            give_one(file, rng)
    return path


def _another_face(file: BattleFile) -> int:
    """A face that the first die of the last order may be ruled to show without a choice; 0 where there is none."""
    thrown = file.journal.record(file.journal.position).faces if file.journal.position else ()
    for face in range(1, thrown[0].sides + 1) if thrown else ():
        try:
            file.journal.overrule(1, face, "why")
        except FleetbookError:
            continue
        return face
    return 0


def ordered(path: Path) -> list[str]:
    return as_words(path, Random(3))


def taken_back(path: Path) -> list[str]:
    return ["undo", str(path)]


def brought_back(path: Path) -> list[str]:
    with BattleFile.open(path) as file:
        file.undo()
    return ["redo", str(path)]


def overruled(path: Path) -> list[str]:
    with BattleFile.open(path) as file:
        return ["overrule", str(path), "1", str(_another_face(file)), "--reason", "cocked"]


def batched(path: Path) -> list[str]:
    orders = path.parent.parent / "orders.txt"
    orders.write_text("note words=one\nundo\nredo\nnote words=two\n", encoding="utf-8")
    return ["order", str(path), "--batch", str(orders)]


def counted(path: Path) -> list[str]:
    """The command that counts a battle, whose file lies on another disk."""
    battle = path.parent.parent / "night.battle"
    with BattleFile.open(path, read_only=True) as file:
        setup = next_setup(file.journal.battle, ["Tyne Carrier", "Weserbrook"], "Off the Maas")
    with BattleFile.create(battle, setup) as file:
        file.give(EndBattle.from_inputs({"reason": "dawn", "winner": "drawn"}))
    return ["campaign", "count", str(path), str(battle)]


COMMANDS: dict[str, tuple[Callable[[Path], list[str]], bool]] = {
    "order": (ordered, True),
    "undo": (taken_back, True),
    "redo": (brought_back, True),
    "overrule": (overruled, True),
    "batch": (batched, False),  # each of its orders by itself
    "count": (counted, True),
}
WHERE = [(RULES, command) for command in COMMANDS if command != "count"]
WHERE += [(CAMPAIGN, command) for command in COMMANDS if command != "overrule"]  # days throw no dice


@NEEDS_STRACE
@pytest.mark.campaign
@pytest.mark.parametrize(("rules", "command"), WHERE)
def test_a_battle_outlives_two_cuts(rules: str, command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, at_once = COMMANDS[command]
    path, rng = prepared(rules, folder), Random(4)
    typed = words(path)
    before = lines(path)
    disk, steps = acting(program(*typed), folder)
    after = lines(path)
    assert len(after) > len(before)
    states = list(cuts(disk, steps, rng))
    for state in states:
        laid_out(state, folder)
        count = len(lines(path))
        assert not at_once or count in (len(before), len(after))
        check_goes_on(path, after if state.reported and at_once else before, after)
    assert any(state.reported for state in states)
    unsettled = [state for state in states if state.files.get(f"{path}-journal", b"\0")[:1] != b"\0"]
    again = 0
    for state in rng.sample(unsettled, min(TWICE, len(unsettled))):
        again += _cut_again(path, state, rng, after)
    with capsys.disabled():
        sys.stdout.write(f"\n{rules} {command}: {len(states)} states of the disk, {again} more under a second cut, none bad\n")


def _cut_again(path: Path, state: State, rng: Random, after: Sequence[Record]) -> int:
    """Cut the power while the next command mends a state; how many states that made."""
    laid_out(state, path.parent)
    stood = lines(path)
    disk, steps = acting(program("order", str(path), "note", "words=again"), path.parent)
    then = lines(path)
    assert len(then) == len(stood) + 1
    states = list(cuts(disk, steps, rng))
    for second in states:
        laid_out(second, path.parent)
        check_goes_on(path, then if second.reported else stood, then)
    return len(states)


@NEEDS_STRACE
@pytest.mark.campaign
@pytest.mark.parametrize(
    ("rules", "words"), [(RULES, ("new", scenario(RULES))), (CAMPAIGN, ("campaign", "new", "narrow-seas-1942"))]
)
def test_a_new_battle_is_there_whole_or_not_at_all(
    rules: str, words: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "new.battle"
    disk, steps = acting(program(*words, "-o", str(path)), folder)
    states = list(cuts(disk, steps, Random(5)))
    for state in states:
        laid_out(state, folder)
        assert path.exists() or not state.reported
        if not path.exists():
            BattleFile.create(path, setup_of(rules)).close()
        check_goes_on(path, (), ())
    with capsys.disabled():
        sys.stdout.write(f"\n{rules} new: {len(states)} states of the disk, none bad\n")


def _as_report(folder: Path) -> tuple[Path, list[str]]:
    battle = begun(RULES, folder / "a.battle", lines=6)
    return folder / "report.html", program("report", str(battle), "-o", str(folder / "report.html"))


def _as_import(folder: Path) -> tuple[Path, list[str]]:
    listed = str(forty(folder.parent / "f.csv"))
    return folder / "new.toml", program("import", listed, "--ruleset", "aanda", "-o", str(folder / "new.toml"))


def _as_roster(folder: Path) -> tuple[Path, list[str]]:
    path = folder / "roster.toml"
    ran = program("import", str(forty(folder.parent / "f.csv")), "--ruleset", "aanda", "-o", str(path))
    subprocess.run(ran, check=True, capture_output=True)
    saved = (
        "import sys; from pathlib import Path; from fleetbook.store.library.roster_file import RosterFile;"
        "path = Path(sys.argv[1]); RosterFile.read(path).without_ship(3).write(path)"
    )
    return path, [sys.executable, "-c", saved, str(path)]


def _as_dice(folder: Path) -> tuple[Path, list[str]]:
    (folder / "config.toml").write_text('theme = "paper"\n', encoding="utf-8")
    asked = "from fleetbook.store.library.preferences import set_dice; set_dice(True)"
    return folder / "config.toml", [sys.executable, "-c", asked]


@NEEDS_STRACE
@pytest.mark.campaign
@pytest.mark.parametrize("written", [_as_report, _as_import, _as_roster, _as_dice])
def test_a_file_is_the_old_or_the_new_one_and_is_written_again(
    written: Callable[[Path], tuple[Path, list[str]]], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, words = written(folder)
    if written is _as_report:
        path.write_text("of yesterday", encoding="utf-8")
    old = path.read_bytes() if path.exists() else None
    disk, steps = acting(words, folder)
    new, states = path.read_bytes(), list(cuts(disk, steps, Random(6)))
    for state in states:
        laid_out(state, folder)
        assert (path.read_bytes() if path.exists() else None) in ((new,) if state.reported else (old, new))
        replace_file(path, new)
        assert path.read_bytes() == new and not [*folder.glob(".fleetbook-*")]
    with capsys.disabled():
        sys.stdout.write(f"\n{written.__name__[4:]}: {len(states)} states of the disk, none bad\n")


def _found(folder: Path, steps: Sequence[Step]) -> Iterator[tuple[bool, bytes | None]]:
    for state in cuts(Disk(folder), steps, Random(7)):
        yield state.reported, state.files.get(str(folder / "a"))


def test_the_simulated_disk_shows_what_is_lost_without_a_sync(folder: Path) -> None:
    """A file put into another's place is old or new with both syncs; without one it may be neither, or old after all."""
    folder = folder.resolve()
    (folder / "a").write_bytes(b"old")
    there, new = str(folder / "a"), str(folder / "b")
    make, write, move = Step("make", new), Step("write", new, content=b"new" * 400), Step("move", new, there)
    synced, durable, reported = Step("sync", new), Step("sync", str(folder)), Step("reported")
    safe = set(_found(folder, [make, write, synced, move, durable, reported]))
    assert safe == {(False, b"old"), (False, b"new" * 400), (True, b"new" * 400)}
    hasty = {content for _, content in _found(folder, [make, write, move, durable, reported])}
    assert {b"", b"old", b"new" * 400} < hasty
    assert (True, b"old") in set(_found(folder, [make, write, synced, move, reported]))
