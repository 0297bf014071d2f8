"""Chromium without a screen, and tidy: looked for, and tests that need them skipped with a message where they are not."""

from __future__ import annotations

import io
import shutil
import subprocess
from math import hypot
from pathlib import Path
from typing import Any

import pypdf
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


def small_print(paper: bytes, least: float) -> list[str]:
    """The words of a PDF in letters of less than this many points, each with its size."""
    found: list[str] = []

    def visit(text: str, page: list[float], line: list[float], _font: Any, size: float) -> None:
        points = size * hypot(line[0] * page[0] + line[1] * page[2], line[0] * page[1] + line[1] * page[3])
        if text.strip() and points < least - 0.05:  # browsers round to a twentieth
            found.append(f"{points:.1f} {text.strip()}")

    for page in pypdf.PdfReader(io.BytesIO(paper)).pages:
        page.extract_text(visitor_text=visit)
    return found


def _chromium(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    assert CHROMIUM
    command = [CHROMIUM, *QUIET, f"--user-data-dir={folder / 'profile'}", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE, encoding="utf-8")
