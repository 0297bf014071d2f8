"""Reports and sheets in other programs' hands: a validator, a browser, a printer; for names as hostile as they come."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import (
    Bar,
    Block,
    Figure,
    Heading,
    HitsByFirer,
    Item,
    Leaving,
    Listing,
    LossTimes,
    Paragraph,
    Tide,
)
from fleetbook.reports.render.html import html_report
from fleetbook.reports.render.html import written as report_page
from fleetbook.reports.sheets.cards import sheets_of_battle
from tests.reports.browser import complaints, needs_chromium, needs_pdftotext, needs_tidy, printed, printed_words, shown
from tests.reports.journals import Played, setup
from tests.reports.page import Page
from tests.reports.render.test_csv import FORMULAS
from tests.share.chromium import Browser

OWNED = "owned"
HOSTILE = (
    f"<script>document.title='{OWNED}'</script>",
    f"</title><script>document.title='{OWNED}'</script>",
    f"</style><script>document.title='{OWNED}'</script>",
    f"<img src=x onerror=\"document.title='{OWNED}'\">",
    f'"><svg onload="document.title=\'{OWNED}\'">',
    f"' onmouseover='document.title=\"{OWNED}\"",
    f"javascript:document.title='{OWNED}'",
    f"{{{{ self.__init__.__globals__ }}}}<!-- {OWNED}",
    "[/]",
    "[@click=app.quit]x",
    "HMS Nelson [sunk]",
    "\x1b[2J\x1b[31mred\x07",
    "turned\u202eround",
    "🚢 Ark 👨\u200d👩\u200d👧",
    "雪風",
    "x" * 200,
    "../../etc/passwd",
    "&lt;b&gt;&amp;",
    *FORMULAS,
)
PAGES: dict[str, Callable[[Journal[Any]], str]] = {"report": html_report, "sheets": sheets_of_battle}
every_page = pytest.mark.parametrize("name", PAGES)


@pytest.fixture(scope="module")
def hostile() -> Journal[Any]:
    """A battle in which hostile names stand everywhere: title, text, sides, ships, kinds, reasons, notes, end."""
    names = tuple(dict.fromkeys(HOSTILE))
    half = len(names) // 2
    texts = {"title": HOSTILE[0], "text": "\n\n".join(HOSTILE), "date": HOSTILE[3]}
    played = Played(msgspec.structs.replace(setup(names[:half], names[half:]), **texts)).to("fire-1")
    for firer, target in zip(names[half:], names[:half], strict=False):
        played.give("fire", firer=firer, target=target, range=10, small_target="no")
    for name in names:
        played.give("strike", ship=name, track="hull", boxes=1, reason=name)
        played.give("note", words=name)
    played.keep(played.journal.undo())
    played.to("move-1")
    for name in names[:6]:
        played.give("leave", ship=name)
    played.give("end", reason=HOSTILE[1])
    return played.journal


@pytest.fixture(scope="module")
def fought() -> Journal[Any]:
    """A battle of ordinary names with something in every section."""
    played = Played(setup(attackers=("MTB 1", "MTB 2"), defenders=("M 1", "M 2"))).to("fire-1")
    played.give("fire", 6, firer="M 1", target="MTB 1", range=10, small_target="no")
    played.to("damage-1").give("damage", 2, ship="MTB 1")
    played.to("damage-2").give("next")
    played.to("move-1").give("leave", ship="MTB 2")
    return played.journal


def written(name: str, journal: Journal[Any], folder: Path) -> Path:
    path = folder / f"{name}.html"
    path.write_text(PAGES[name](journal), encoding="utf-8")
    return path


@needs_tidy
@every_page
def test_a_validator_finds_nothing_wrong(name: str, fought: Journal[Any], hostile: Journal[Any], tmp_path: Path) -> None:
    for journal in (fought, hostile):
        assert complaints(written(name, journal, tmp_path)) == []


@needs_chromium
@every_page
def test_a_browser_has_nothing_to_say_and_no_script_runs(
    name: str, hostile: Journal[Any], tmp_path: Path, browser: Browser
) -> None:
    page = written(name, hostile, tmp_path)
    built, said = shown(page, browser)
    assert said == []
    assert f"<title>{OWNED}" not in built
    elements = Page(built).elements
    assert not {element.tag for element in elements} & {"script", "img", "iframe"}
    assert not [name for element in elements for name in element.attributes if name.startswith("on")]


@every_page
def test_no_control_character_is_left(name: str, hostile: Journal[Any]) -> None:
    assert all(character.isprintable() or character == "\n" for character in PAGES[name](hostile))


@needs_chromium
@pytest.mark.parametrize(("paper", "box"), [("A4", (595, 842)), ("letter", (612, 792))])
@every_page
def test_it_prints_on_both_papers(
    name: str, paper: str, box: tuple[int, int], fought: Journal[Any], tmp_path: Path, browser: Browser
) -> None:
    page = written(name, fought, tmp_path)
    page.write_text(page.read_text("utf-8").replace("@page {", f"@page {{ size: {paper};"), encoding="utf-8")
    pdf = printed(page, browser)
    sizes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert sizes
    assert {(round(float(wide)), round(float(high))) for wide, high in sizes} == {box}
    assert len(sizes) <= 6


@needs_chromium
@needs_pdftotext
@pytest.mark.parametrize("lines_before", range(0, 60, 12))
def test_a_chart_is_never_divided_between_two_pages(lines_before: int, tmp_path: Path, browser: Browser) -> None:
    """Wherever on the page its section begins."""
    bars = tuple(Bar(f"Ship {number}", "Red", number, 5.0, 1, 9) for number in range(20))
    losses = tuple(Leaving(f"Boat {number}", "Red", 1, f"gone {number}") for number in range(8))
    blocks: tuple[Block, ...] = (
        Heading(1, "A battle"),
        Heading(2, "Before", "before"),
        *(Paragraph("x") for _ in range(lines_before)),
        Figure("Losses", LossTimes(("Red",), 2, losses)),
        Figure("Hits", HitsByFirer(("Red",), bars)),
    )
    page = tmp_path / "charts.html"
    page.write_text(report_page(blocks), encoding="utf-8")
    pages = printed_words(page, browser)
    for names in ([bar.name for bar in bars], [loss.ship for loss in losses]):
        assert len([page for page in pages if any(name in page for name in names)]) == 1


@needs_chromium
@needs_pdftotext
def test_the_course_begins_under_the_result_and_goes_on_overleaf(tmp_path: Path, browser: Browser) -> None:
    """A long list of moments beside the chart does not leave half of the first page empty."""
    moments = tuple(Item(f"Moment {number} of the battle", label=f"{number}. Turn 1") for number in range(1, 41))
    blocks: tuple[Block, ...] = (
        Heading(1, "A battle"),
        Heading(2, "Result", "result"),
        *(Paragraph("x") for _ in range(20)),
        Heading(2, "Course of the battle", "course"),
        Figure("Hull", Tide("hull", ("Red",), ((1.0, 0.5),))),
        Paragraph("Worst luck: Ship 1"),
        Listing(moments),
        Heading(2, "Forces", "forces"),
        Paragraph("Ship 1 and Ship 2"),
    )
    page = tmp_path / "course.html"
    page.write_text(report_page(blocks), encoding="utf-8")
    first, second = printed_words(page, browser)
    assert "Moment 1 of" in first and "Moment 40 of" in second
    assert "Worst luck" in first
    assert second.index("Moment 40 of") < second.index("Ship 1 and Ship 2")  # the next section is not drawn over the list
