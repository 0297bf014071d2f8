"""Ship sheets so many a page, on paper of any size: what is asked for is what a browser prints."""

from __future__ import annotations

import re
from itertools import product
from math import ceil
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.reports.sheets.cards import setup_sheets
from fleetbook.reports.sheets.pages import sheets_on_pages
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import fleetbook
from tests.reports.browser import needs_chromium, printed, small_print
from tests.reports.page import Page
from tests.share.chromium import Browser


@needs_chromium
@pytest.mark.parametrize(
    ("scenario", "paper", "per_page", "points"),
    [
        ("convoy", "A4", 4, (595, 842)),
        ("tsushima", "A4", 3, (595, 842)),
        ("dogger-bank", "A4", 2, (595, 842)),
        ("strait", "A5", 1, (420, 595)),
        ("cape-sarych", "100x148", 1, (283, 420)),
    ],
)
def test_so_many_cards_are_printed_on_a_page(
    scenario: str, paper: str, per_page: int, points: tuple[int, int], tmp_path: Path, browser: Browser
) -> None:
    """And the scenario, with the places of its ships, and the sources on one or two more."""
    sheets = setup_sheets(load_setup(scenario))
    page = tmp_path / "sheets.html"
    page.write_text(sheets_on_pages(sheets, paper, per_page), encoding="utf-8")
    paper_out = printed(page, browser)
    assert paper_out.count(b"/Type /Page\n") - ceil(len(sheets.cards) / per_page) in (1, 2)
    assert {(round(float(w)), round(float(h))) for w, h in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper_out)} == {
        points
    }


@needs_chromium
@pytest.mark.parametrize(
    ("scenario", "paper"),
    [
        *product(["strait", "chemulpo", "into-the-bight", "cape-sarych", "two-against-three"], ["A4", "A5", "A6", "Letter"]),
        ("tsushima", "A4"),
        ("dogger-bank", None),
    ],
)
def test_no_letter_is_smaller_than_eight_points(scenario: str, paper: str | None, tmp_path: Path, browser: Browser) -> None:
    """A scenario of each rule system on each paper, measured in the PDF: 8 points are the least that is read at arm's length."""
    sheets = setup_sheets(load_setup(scenario))
    page = tmp_path / "sheets.html"
    page.write_text(sheets_on_pages(sheets, paper) if paper else sheets.html(), encoding="utf-8")
    assert small_print(printed(page, browser), 8) == []


@needs_chromium
@pytest.mark.parametrize(("scenario", "pages"), [("tsushima", 14), ("dogger-bank", 9), ("strait", 7)])
def test_cards_in_columns_fill_the_page(scenario: str, pages: int, tmp_path: Path, browser: Browser) -> None:
    """Tall cards stand three abreast: 42 ships need 14 pages, with who is who and where they stand."""
    page = tmp_path / "sheets.html"
    page.write_text(sheets_on_pages(setup_sheets(load_setup(scenario)), "A4"), encoding="utf-8")
    assert printed(page, browser).count(b"/Type /Page\n") <= pages


def test_every_card_stands_there_once_and_nothing_of_it_is_left_out() -> None:
    sheets = setup_sheets(load_setup("convoy"))
    page, plain = Page(sheets_on_pages(sheets, "A4", 4)), Page(sheets.html())
    assert page.errors == []
    log = "".join(plain.all("table", "log")[0].text.split())
    assert ["".join(card.text.split()) for card in page.all("article")] == [
        "".join(card.text.split()).replace(log, "" if not page.all("table", "log") else log) for card in plain.all("article")
    ]
    assert len(page.all("div", "page")) == ceil(len(sheets.cards) / 4)


def test_a_log_that_would_make_letters_too_small_to_read_is_left_out() -> None:
    short, tall = (setup_sheets(load_setup(name)) for name in ("cape-sarych", "convoy"))
    assert Page(sheets_on_pages(short, "A6")).all("table", "log")
    assert not Page(sheets_on_pages(tall, "A6")).all("table", "log")


@pytest.mark.parametrize(
    ("paper", "per_page", "message"),
    [
        ("A66", None, "paper: found A66, allowed: A4, A5, A6, Letter, or width and height in mm, .*; did you mean A6?"),
        ("", None, "paper: found nothing"),
        ("A4", 0, "per-page: found 0, allowed: 1 to 40"),
        ("A4", 41, "per-page: found 41, allowed: 1 to 40"),
        ("A4", 20, "per-page: found 20, allowed: at most 3 of these cards on this paper"),
        ("40x20", None, "allowed: larger paper: not one of these cards fits"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_what_can(paper: str, per_page: int | None, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        sheets_on_pages(setup_sheets(load_setup("dogger-bank")), paper, per_page)


@pytest.mark.parametrize("paper", ["A4", "A5", "A6", "Letter"])
def test_without_a_number_the_usual_paper_holds_as_many_as_fit(paper: str) -> None:
    assert Page(sheets_on_pages(setup_sheets(load_setup("fgdn/dogger-bank")), paper)).all("article")


def test_text_has_no_pages(tmp_path: Path) -> None:
    ran = fleetbook("sheets", "convoy", "--format", "txt", "--per-page", "4")
    assert (ran.code, ran.out) == (2, "") and "html: plain text has no pages" in ran.err


def test_only_some_cards_a_card_a_page(tmp_path: Path) -> None:
    """A nation's, a class's, a ship's."""
    told = [Page(fleetbook("sheets", "convoy", "--only", words, "--paper", "A6").out) for words in ("kriegsmarine", "MTB 624")]
    assert [len(page.all("div", "page")) for page in told] == [8, 1]
    assert [name.text for name in told[1].all("h2")] == ["MTB 624"]
