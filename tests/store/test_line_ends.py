"""Files as an editor on Windows saves them, and templates as Git may check them out there: read as if they had our line ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import fleetbook as program
from fleetbook.store.library import paths
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import fleetbook


def test_rosters_and_scenarios_with_windows_line_ends_make_the_same_battle(tmp_path: Path) -> None:
    shipped = paths.library_folder()
    ours = shutil.copytree(shipped / "coastal", tmp_path / "coastal", copy_function=shutil.copy)
    changed = 0
    for file in ours.glob("*.toml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
        changed += 1
    assert changed > 3
    assert load_setup(str(ours / "convoy.toml")) == load_setup("convoy")


def test_templates_with_windows_line_ends_make_the_same_sheet_and_report(tmp_path: Path) -> None:
    """In a copy of the program: its own files are left alone."""

    battle = tmp_path / "a.battle"
    assert fleetbook("new", "convoy", "-o", str(battle), "--seed", "7").code == 0
    folder = Path(program.__file__).parent
    compiled = shutil.ignore_patterns("__pycache__")
    copy = shutil.copytree(folder, tmp_path / "copy" / "fleetbook", ignore=compiled, copy_function=shutil.copy)
    if not (copy / "rosters").exists():
        shutil.copytree(paths.library_folder(), copy / "rosters", copy_function=shutil.copy)
    templates = [file for kind in ("j2", "css", "toml") for file in copy.rglob(f"*.{kind}")]
    assert len(templates) > 20
    for file in templates:
        file.write_bytes(file.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    for words in (
        ("report", str(battle), "--format", "html"),
        ("report", str(battle), "--format", "md"),
        ("sheets", str(battle)),
    ):
        run = subprocess.run(
            [sys.executable, "-m", "fleetbook", *words],
            env={**os.environ, "PYTHONPATH": str(copy.parent), "PYTHONSAFEPATH": ""},
            cwd=copy.parent,
            capture_output=True,
            check=False,
        )
        ours = fleetbook(*words)
        assert (run.returncode, run.stderr) == (ours.code, b"") == (0, b"")
        assert run.stdout.decode() == ours.out
