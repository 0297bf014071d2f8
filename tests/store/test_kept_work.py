"""What was worked out of a battle's lines is kept, and never told of another line or battle, by other code or to a side."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.play.side_view import SideView
from fleetbook.core.worked_out import WorkedOut
from fleetbook.reports.render.formats import DOCUMENTS, Wanted, report, report_as_wanted
from fleetbook.share.page import page_for
from fleetbook.store import code_at_hand
from fleetbook.store.battle import battle_file
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.kept_work import FEW, MOST_BATTLES, KeptWork
from fleetbook.store.battle.verify import verified
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import CACHE, DATA_VARIABLE
from tests.posix import posix_only, with_links
from tests.trust.games import RULESETS, begun

LINES = 100
LINKS = [bytes([number]) * 32 for number in range(LINES)]
BATTLE = "ab" * 32


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    monkeypatch.setattr(code_at_hand, "BEGUN", 1 << 63)  # files may be edited while tests run
    return tmp_path / "data" / CACHE


def keep(links: list[bytes] = LINKS, battle: str = BATTLE, words: str = "line") -> None:
    """Keep a piece of each line."""
    kept = KeptWork(battle, links)
    for number in range(len(links)):
        assert kept.of(number, "words", str, partial(f"{words} {{}}".format, number)) == f"{words} {number}"
    kept.close()


def asked(number: int, links: list[bytes] = LINKS, battle: str = BATTLE, what: str = "words") -> str:
    """A piece of a line as it was kept; ``anew`` where it is worked out."""
    kept = KeptWork(battle, links)
    found = kept.of(number, what, str, lambda: "anew")
    kept.close()
    return found


def fails() -> Any:
    raise ValueError("worked out again")


def test_a_piece_is_worked_out_once() -> None:
    with closing(KeptWork(BATTLE, LINKS)) as kept:
        assert kept.of(3, "words", str, lambda: "three") == kept.of(3, "words", str, fails) == "three"
    keep()
    assert asked(3) == "line 3"
    with closing(KeptWork(BATTLE, LINKS)) as again, pytest.raises(ValueError, match="worked out again"):
        again.of(3, "other words", str, fails)


def test_a_number_of_any_size_is_kept() -> None:
    kept = KeptWork(BATTLE, LINKS)
    for number in range(LINES):
        kept.of(number, "boxes", dict[str, int], lambda: {"hull": 10**30})
    kept.close()
    with closing(KeptWork(BATTLE, LINKS)) as again:
        assert again.of(3, "boxes", dict[str, int], fails) == {"hull": 10**30}


def test_a_piece_of_another_line_is_none_of_this_one() -> None:
    keep()
    changed = [*LINKS[:50], *(b"\xff" + link[1:] for link in LINKS[50:])]
    assert asked(49, changed) == "line 49"
    assert asked(50, changed) == "anew"
    assert asked(3, battle="cd" * 32) == asked(3, what="other words") == "anew"


def test_a_line_that_was_taken_back_from_the_file_leaves_nothing_behind() -> None:
    links = [*LINKS]
    kept = KeptWork(BATTLE, links)
    assert kept.of(LINES - 1, "words", str, lambda: "before") == "before"
    links[-1] = b"\xff" * 32
    assert kept.of(LINES - 1, "words", str, lambda: "after") == "after"


@pytest.mark.parametrize("change", ["content = x'00'", "content = 7", "seal = x'00'", "seal = NULL"])
def test_a_piece_that_was_changed_is_worked_out_anew(cache: Path, change: str) -> None:
    keep()
    (file,) = cache.glob("*.sqlite")
    with sqlite3.connect(file) as database:
        database.execute(f"UPDATE work SET {change} WHERE line = 3")
    database.close()
    assert (asked(3), asked(4)) == ("anew", "line 4")


def test_a_file_of_another_layout_is_thrown_away(cache: Path) -> None:
    keep()
    (file,) = cache.glob("*.sqlite")
    with sqlite3.connect(file) as database:
        database.executescript("DROP TABLE work; CREATE TABLE work(line, piece)")
    database.close()
    assert asked(3) == "anew"
    keep(words="again")
    assert asked(3) == "again 3"


@pytest.mark.parametrize("content", [b"no database" * 1000, b"", b"SQLite format 3\0" + bytes(4080)])
def test_a_file_that_is_none_is_thrown_away(cache: Path, content: bytes) -> None:
    keep()
    (file,) = cache.glob("*.sqlite")
    file.write_bytes(content)
    assert asked(3) == "anew"
    keep(words="again")
    assert asked(3) == "again 3"


def test_a_file_damaged_in_its_middle_is_thrown_away(cache: Path) -> None:
    keep(words="long words" * 50)
    (file,) = cache.glob("*.sqlite")
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    assert asked(3) == "anew"
    keep(words="again")
    assert asked(3) == "again 3"


def test_a_folder_that_cannot_be_written_is_no_hindrance(cache: Path) -> None:
    cache.parent.mkdir()
    cache.write_text("a file where the folder should be")
    keep()
    assert asked(3) == "anew"


def test_a_file_that_another_process_writes_is_no_hindrance(cache: Path) -> None:
    keep()
    (file,) = cache.glob("*.sqlite")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    keep(words="meanwhile")
    other.close()
    assert asked(3) == "line 3"


def test_a_few_pieces_leave_no_file(cache: Path) -> None:
    keep(LINKS[:FEW])
    assert not cache.exists()


@posix_only("modes of files: who may read the folder may read it")
def test_only_the_user_may_read_it(cache: Path) -> None:
    keep()
    (file,) = cache.glob("*.sqlite")
    assert (file.stat().st_mode & 0o777, cache.stat().st_mode & 0o777) == (0o600, 0o700)


def test_of_the_battles_worked_on_longest_ago_nothing_is_kept(cache: Path) -> None:
    for number in range(MOST_BATTLES):
        keep(battle=f"{number:064x}"[::-1])
        os.utime(_file(cache, number), (number, number))
    keep()
    assert len(list(cache.glob("*.sqlite"))) == MOST_BATTLES
    assert not _file(cache, 0).exists()
    assert _file(cache, 1).exists()


def test_what_cannot_be_thrown_away_is_no_hindrance(cache: Path) -> None:
    for number in range(MOST_BATTLES):
        (cache / f"{number}.sqlite").mkdir(parents=True)
        os.utime(cache / f"{number}.sqlite", (number, number))
    keep()
    assert asked(3) == "line 3"


@with_links
def test_a_file_that_a_link_would_make_elsewhere_is_not_made(cache: Path) -> None:
    cache.mkdir(parents=True)
    (cache / f"{BATTLE[:32]}.sqlite").symlink_to(cache.parent / "elsewhere")
    keep()
    assert not (cache.parent / "elsewhere").exists()


def _file(cache: Path, number: int) -> Path:
    return cache / f"{f'{number:064x}'[::-1][:32]}.sqlite"


# ------------------------------------------------------------ by which code


def test_by_code_that_was_changed_while_it_ran_nothing_is_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep()
    monkeypatch.setattr(code_at_hand, "BEGUN", Path(code_at_hand.__file__).stat().st_mtime_ns)
    assert asked(3) == "anew"
    keep(battle="cd" * 32)
    assert len(list(cache.glob("*.sqlite"))) == 1


def test_nothing_is_kept_of_a_battle_by_rules_of_a_package(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun("coastal", tmp_path / "one.battle", 120)
    monkeypatch.setattr(battle_file, "OWN", {})
    first = all_reports(path)
    assert not cache.exists()
    monkeypatch.undo()
    assert all_reports(path) == first


# ------------------------------------------------------------ whole reports


def all_reports(path: Path) -> dict[str, str]:
    """A battle's reports in every format, short ones too."""
    with BattleFile.open(path, read_only=True) as file:
        whole = {form: report(form, file.journal) for form in ("html", "md", "txt", "csv", "json", "bbcode")}
        short = {f"short {form}": report_as_wanted(form, file.journal, Wanted(short=True)) for form in DOCUMENTS}
        return {**whole, **short}


@pytest.mark.parametrize("rules", RULESETS)
def test_a_report_is_the_same_whatever_was_kept(rules: str, tmp_path: Path, cache: Path) -> None:
    path = begun(rules, tmp_path / "one.battle", 120)
    first = all_reports(path)
    assert list(cache.glob("*.sqlite"))
    assert all_reports(path) == first
    for file in cache.glob("*.sqlite"):
        file.unlink()
    assert all_reports(path) == first


def test_what_an_evening_told_is_not_worked_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun("coastal", tmp_path / "one.battle", 120)
    with BattleFile.open(path) as file:
        told = [file.journal.results(record) for record in file.journal.records]
    with BattleFile.open(path, read_only=True) as file:
        monkeypatch.setattr(file.journal, "told", lambda _: fails())
        assert [file.journal.results(record) for record in file.journal.records] == told


# ------------------------------------------------------------ secrets


class Referees(WorkedOut):
    """What nobody but the referee may read."""

    def of(self, *asked: Any) -> Any:
        raise AssertionError(asked)


@pytest.mark.parametrize("rules", [name for name in RULESETS if ruleset(name).keeps_secrets])
def test_a_side_reads_nothing_that_was_worked_out_for_the_referee(rules: str, tmp_path: Path) -> None:
    with BattleFile.open(begun(rules, tmp_path / "one.battle", 60), read_only=True) as file:
        assert not file.journal.battle.ended
        file.journal.worked_out = Referees()
        for side in (*file.journal.setup.sides, None):
            view = SideView(file.journal, side)
            assert [bool(report(form, view)) for form in ("html", "json", "csv")] == [True, True, True]
            assert page_for(file.journal, side)


def test_a_battle_is_verified_by_nothing_that_was_kept(tmp_path: Path) -> None:
    with BattleFile.open(begun("coastal", tmp_path / "one.battle", 60), read_only=True) as file:
        file.journal.worked_out = Referees()
        assert verified(file) == []


@pytest.mark.parametrize(
    "strange",
    [
        "CREATE TABLE work(line INTEGER, what TEXT, seal BLOB, content BLOB AS (zeroblob(1000000000)), PRIMARY KEY(what, line))",
        "CREATE TRIGGER endless AFTER INSERT ON work BEGIN INSERT INTO work SELECT * FROM work; END",
    ],
)
def test_a_file_with_anything_that_the_database_would_run_is_thrown_away(strange: str, cache: Path) -> None:
    keep()
    (file,) = cache.glob("*.sqlite")
    with sqlite3.connect(file) as database:
        if "TABLE" in strange:
            database.execute("DROP TABLE work")
        database.execute(strange)
    database.close()
    assert asked(3) == "anew" and not file.exists()
    keep()
    assert asked(3) == "line 3"
