"""What was worked out of a battle's lines is kept beside it, and never told of another line, another battle or by other rules."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from fleetbook.reports.render.formats import DOCUMENTS, Wanted, report, report_as_wanted
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.kept_work import FEW, MOST_BATTLES, KeptWork
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import CACHE, DATA_VARIABLE
from fleetbook.store.packages import code_at_hand
from tests.trust.games import RULESETS, begun

LINES = 100
LINKS = [bytes([number]) * 32 for number in range(LINES)]
BATTLE = "ab" * 32
RULES = ruleset("coastal")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data" / CACHE


def keep(links: list[bytes] = LINKS, battle: str = BATTLE, words: str = "line") -> None:
    """Keep a piece of each line."""
    kept = KeptWork(battle, RULES, links)
    for number in range(len(links)):
        assert kept.of(number, "words", str, partial(f"{words} {{}}".format, number)) == f"{words} {number}"
    kept.close()


def asked(number: int, links: list[bytes] = LINKS, battle: str = BATTLE, what: str = "words") -> str:
    """A piece of a line as it was kept; ``anew`` where it is worked out."""
    kept = KeptWork(battle, RULES, links)
    found = kept.of(number, what, str, lambda: "anew")
    kept.close()
    return found


def fails() -> str:
    raise ValueError("worked out again")


def test_a_piece_is_worked_out_once() -> None:
    kept = KeptWork(BATTLE, RULES, LINKS)
    assert kept.of(3, "words", str, lambda: "three") == kept.of(3, "words", str, fails) == "three"
    keep()
    assert asked(3) == "line 3"
    with pytest.raises(ValueError, match="worked out again"):
        KeptWork(BATTLE, RULES, LINKS).of(3, "other words", str, fails)


def test_a_piece_of_another_line_is_none_of_this_one() -> None:
    keep()
    changed = [*LINKS[:50], *(b"\xff" + link[1:] for link in LINKS[50:])]
    assert asked(49, changed) == "line 49"
    assert asked(50, changed) == "anew"
    assert asked(3, battle="cd" * 32) == asked(3, what="other words") == "anew"


def test_a_line_that_was_taken_back_from_the_file_leaves_nothing_behind() -> None:
    links = [*LINKS]
    kept = KeptWork(BATTLE, RULES, links)
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


def _file(cache: Path, number: int) -> Path:
    return cache / f"{f'{number:064x}'[::-1][:32]}.sqlite"


# ------------------------------------------------------------ by which code


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A rule package of one folder, loaded."""
    folder = tmp_path / "guest_rules"
    (folder / "deep").mkdir(parents=True)
    for name in ("__init__.py", "deep/sheet.toml", "deep/notes.txt"):
        (folder / name).write_text("")
    module = ModuleType("guest_rules")
    module.__path__ = [str(folder)]
    monkeypatch.setitem(sys.modules, "guest_rules", module)
    yield folder
    code_at_hand._of_package.cache_clear()


def code(module: str) -> bytes:
    """What stands for the code of a rule system of a module, as its files are now."""
    code_at_hand._of_package.cache_clear()
    return code_at_hand.code_at_hand(type("Guest", (), {"__module__": module})())


@pytest.mark.parametrize("changes", ["deep/sheet.toml", "__init__.py", "new.py"])
def test_code_is_another_as_soon_as_a_file_of_it_is(package: Path, changes: str) -> None:
    before = code("guest_rules.rules")
    assert before
    assert code("guest_rules.rules") == before
    assert before != code("fleetbook.rules")
    (package / "deep" / "notes.txt").write_text("no code")
    assert code("guest_rules.rules") == before
    (package / changes).write_text("# another")
    assert code("guest_rules.rules") != before


def test_what_is_no_folder_of_files_has_no_code_that_is_known(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zipped", ModuleType("zipped"))
    assert code("zipped.rules") == b""
    kept = KeptWork(BATTLE, type("Zipped", (), {"__module__": "zipped"})(), LINKS)
    for number in range(LINES):
        kept.of(number, "words", str, lambda: "words")
    kept.close()
    assert not cache.exists()


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
