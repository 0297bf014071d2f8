"""Chromium without a screen, and tidy: looked for, and tests that need them skipped with a message where they are not."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
TIDY, PDFTOTEXT = shutil.which("tidy"), shutil.which("pdftotext")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--enable-logging=stderr", "--virtual-time-budget=2000",
)  # fmt: skip
PATIENCE = 240  # seconds: a busy machine is slow to start a browser

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed (Debian: apt install chromium)")
needs_pdftotext = pytest.mark.skipif(PDFTOTEXT is None, reason="pdftotext is not installed (Debian: apt install poppler-utils)")
needs_tidy = pytest.mark.skipif(TIDY is None, reason="tidy is not installed (Debian: apt install tidy)")


def complaints(page: Path) -> list[str]:
    """What tidy finds wrong with a page, a line each."""
    assert TIDY
    found = subprocess.run([TIDY, "-quiet", "-errors", "-utf8", str(page)], capture_output=True, text=True, check=False)
    return (found.stdout + found.stderr).splitlines()


def shown(page: Path, folder: Path) -> tuple[str, list[str]]:
    """The page as Chromium has built it, and what it says on its console."""
    ran = _chromium(folder, "--dump-dom", page.as_uri())
    return ran.stdout, [line for line in ran.stderr.splitlines() if "CONSOLE" in line]


def printed(page: Path, folder: Path) -> bytes:
    """The page printed to PDF."""
    paper = folder / "printed.pdf"
    _chromium(folder, "--no-pdf-header-footer", f"--print-to-pdf={paper}", page.as_uri())
    return paper.read_bytes()


def printed_words(page: Path, folder: Path) -> list[str]:
    """The words on each page of the page printed to PDF."""
    assert PDFTOTEXT
    printed(page, folder)
    command = [PDFTOTEXT, "-layout", str(folder / "printed.pdf"), "-"]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout.split("\f")[:-1]


def _chromium(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    assert CHROMIUM
    command = [CHROMIUM, *QUIET, f"--user-data-dir={folder / 'profile'}", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE, encoding="utf-8")
