"""Chromium without a screen, and tidy: looked for, and tests that need them skipped with a message where they are not."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from math import hypot, inf
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tests.share.chromium import CHROMIUM, Browser

TIDY, PDFTOTEXT = shutil.which("tidy"), shutil.which("pdftotext")
SCREEN = (800, 600)
ROUNDED = 0.05  # browsers round points to a twentieth
OPERATORS = re.compile(rb"(?<!\S)(?:((?:[-\d.]+ ){6})(cm|Tm)|/\S+ ([\d.]+) Tf|(q|Q|Tj))(?!\S)")
OTHER_OPERATORS = re.compile(rb"\(|(?<!\S)(?:TJ|Do|Tz|\'|\")(?!\S)")

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed (Debian: apt install chromium)")
needs_pdftotext = pytest.mark.skipif(PDFTOTEXT is None, reason="pdftotext is not installed (Debian: apt install poppler-utils)")
needs_tidy = pytest.mark.skipif(TIDY is None, reason="tidy is not installed (Debian: apt install tidy)")


def complaints(page: Path) -> list[str]:
    """What tidy finds wrong with a page, a line each."""
    assert TIDY
    found = subprocess.run([TIDY, "-quiet", "-errors", "-utf8", str(page)], capture_output=True, text=True, check=False)
    return (found.stdout + found.stderr).splitlines()


def shown(page: Path, browser: Browser) -> tuple[str, list[str]]:
    """The page as Chromium has built it, and what it says on its console."""
    tab = browser.open(page.as_uri(), SCREEN)
    built = tab.value("document.documentElement.outerHTML"), tab.complaints
    tab.close()
    return built


def printed(page: Path, browser: Browser) -> bytes:
    """The page printed to PDF."""
    tab = browser.open(page.as_uri(), SCREEN)
    paper = tab.printed()
    tab.close()
    return paper


def printed_words(page: Path, browser: Browser) -> list[str]:
    """The words on each page of the page printed to PDF."""
    assert PDFTOTEXT
    words = subprocess.run([PDFTOTEXT, "-layout", "-", "-"], input=printed(page, browser), capture_output=True, check=True)
    return words.stdout.decode().split("\f")[:-1]


def small_print(paper: bytes, least: float) -> list[str]:
    """The words of a PDF in letters of less than this many points, each with its size."""
    found: list[str] = []

    def visit(text: str, page: list[float], line: list[float], _font: Any, size: float) -> None:
        points = size * hypot(line[0] * page[0] + line[1] * page[2], line[0] * page[1] + line[1] * page[3])
        if text.strip() and points < least - ROUNDED:
            found.append(f"{points:.1f} {text.strip()}")

    for page in pypdf.PdfReader(io.BytesIO(paper)).pages:
        content = page.get_contents()
        assert content is not None
        if least_letter(content.get_data()) < least - ROUNDED:
            page.extract_text(visitor_text=visit)
    return found


def least_letter(content: bytes) -> float:
    """The points of the smallest letters on a page of a PDF, and 0 where the page is not as simple as Chromium makes it.

    Its words stand in hexadecimal, so that every operator is one.
    """
    if OTHER_OPERATORS.search(content) or b"Tj" not in content:
        return 0
    scales, line, size, least = [1.0], 1.0, 0.0, inf
    for matrix, which, points, operator in OPERATORS.findall(content):
        if matrix:
            along, across, up, over = map(float, matrix.split()[:4])
            if across or up or abs(along) != abs(over):
                return 0
            if which == b"cm":
                scales[-1] *= abs(along)
            else:
                line = abs(along)
        elif points:
            size = float(points)
        elif operator == b"q":
            scales.append(scales[-1])
        elif operator == b"Q":
            scales.pop()
        else:
            least = min(least, size * line * scales[-1])
    return least
