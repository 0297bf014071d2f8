"""The short report: at most a page in every format, quick, with who won and what was lost; and photos in a page of HTML."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.side_view import SideView
from fleetbook.reports.damage.section import MOST_SHORT
from fleetbook.reports.render.formats import DOCUMENTS, Wanted, format_of, report_as_wanted
from fleetbook.reports.render.photo import read_photos
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.posix import posix_only
from tests.reports.browser import needs_chromium, printed
from tests.reports.journals import Played, setup
from tests.reports.page import Page

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
LINES_OF_A_PAGE = 66


def long_battle() -> Played:
    """Thirty ships on one side, half of them gone, and a note a turn."""
    names = tuple(f"Boat {number}" for number in range(30))
    played = Played(setup(names, ("D",))).to("move-1")
    for name in names[:15]:
        played.give("leave", ship=name)
        played.give("note", words=f"{name} is off the table")
    return played


def hurt_everywhere() -> Played:
    """The same, and every ship that is left was hit, the later ones harder."""
    played = long_battle()
    for number in range(15, 30):
        played.give("strike", ship=f"Boat {number}", track="hull", boxes=min(number - 14, 8), reason="ruled")
    for number in range(15):
        played.give("strike", ship=f"Boat {number}", track="hull", boxes=1, reason="ruled")
    return played


@pytest.mark.parametrize("form", DOCUMENTS)
@pytest.mark.parametrize("battle", [long_battle, hurt_everywhere])
def test_a_long_battle_fits_on_a_page(form: str, battle: Callable[[], Played]) -> None:
    text = report_as_wanted(form, battle().journal, Wanted(short=True))
    assert "Nobody is named as the winner" in text
    assert form == "html" or text.count("\n") <= LINES_OF_A_PAGE
    assert "The working" not in text


@needs_chromium
@pytest.mark.parametrize("battle", [long_battle, hurt_everywhere])
def test_a_long_battle_prints_on_one_page(battle: Callable[[], Played], tmp_path: Path) -> None:
    page = tmp_path / "short.html"
    page.write_text(report_as_wanted("html", battle().journal, Wanted(short=True)), encoding="utf-8")
    assert printed(page, tmp_path).count(b"/Type /Page\n") == 1


def test_the_ships_hit_are_told_the_worst_where_not_all_find_room() -> None:
    text = report_as_wanted("md", hurt_everywhere().journal, Wanted(short=True))
    assert "| Boat 29 | hull 1/9 " in text
    assert "| Boat 17 | hull 6/9 " in text
    assert text.count("| hull ") == MOST_SHORT
    page = Page(report_as_wanted("html", hurt_everywhere().journal, Wanted(short=True)))
    labels = [svg.attributes["aria-label"] or "" for svg in page.all("svg") if svg.attributes.get("role") == "img"]
    assert labels.pop(0) == "hull left: Red 60 %, Blue 100 %"  # the chart of the course
    assert len(labels) == MOST_SHORT
    assert "Boat 29: 1/9" in labels


def test_a_post_has_no_mark_up_of_a_stranger_s() -> None:
    played = Played(setup(title="[url=evil]Night[/url]"))
    text = report_as_wanted("bbcode", played.journal, Wanted(short=True))
    assert text.startswith("[size=150][b](url=evil)Night(/url)[/b][/size]")


def test_a_photo_is_embedded_with_its_caption(tmp_path: Path) -> None:
    picture = tmp_path / "line.png"
    picture.write_bytes(PNG)
    photos = read_photos((f"{picture}=The <line> turns",))
    page = Page(report_as_wanted("html", Played().journal, Wanted(short=True, photos=photos)))
    (shown,) = page.all("img")
    assert (shown.attributes["src"] or "").startswith("data:image/png;base64,iVBORw0KGgo")
    assert shown.attributes["alt"] == "The <line> turns"
    assert page.errors == []


@pytest.mark.parametrize(
    ("content", "message"), [(b"MZ no picture", "found no picture"), (PNG + bytes(5_000_000), "at most 5 MB")]
)
def test_what_is_no_small_picture_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x.png").write_bytes(content)
    with pytest.raises(InvalidInput, match=message):
        read_photos((str(tmp_path / "x.png"),))


@posix_only("pipes with a name in a folder")
def test_a_photo_that_is_not_there_and_too_many_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(InvalidInput, match="found no regular file, allowed: a picture"):
        read_photos((str(tmp_path / "pipe.png"),))
    with pytest.raises(InvalidInput, match="a picture that can be read"):
        read_photos((str(tmp_path / "none.png"),))
    with pytest.raises(InvalidInput, match="at most 8"):
        read_photos(("a.png",) * 9)
    with pytest.raises(InvalidInput, match="no other format holds photos"):
        report_as_wanted("md", Played().journal, Wanted(photos=read_photos(()) or (None,)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "output", "found"),
    [
        (None, None, "md"),
        (None, "a.html", "html"),
        (None, "a.HTM", "html"),
        ("txt", "a.txt", "txt"),
        ("bbcode", "a.txt", "bbcode"),
        ("json", "a", "json"),
    ],
)
def test_the_format_is_that_of_the_suffix(form: str | None, output: str | None, found: str) -> None:
    assert format_of(form, output) == found


@pytest.mark.parametrize(
    ("output", "way"),
    [
        ("a.pdf", "print it to a PDF file"),
        ("a.DOCX", "word processor"),
        ("a.xlsx", "--spreadsheet"),
        ("a.png", "-o battle.svg writes a picture"),
    ],
)
def test_what_another_program_makes_is_refused_with_the_way_there(output: str, way: str) -> None:
    with pytest.raises(InvalidInput, match=way):
        format_of(None, output)


def test_a_suffix_of_another_format_is_refused() -> None:
    with pytest.raises(InvalidInput, match="the format is md"):
        format_of("md", "a.html")


def test_a_briefing_for_a_side_tells_story_and_forces_but_nothing_that_is_hidden_from_it(tmp_path: Path) -> None:
    with BattleFile.create(tmp_path / "t.battle", load_setup("tsushima"), "1") as file:
        told = report_as_wanted("txt", SideView(file.journal, "Russia"), Wanted(briefing=True))
        seal = file.commitment
    assert "Thirty-eight Russian ships" in told
    assert "Knyaz Suvorov" in told and "Mikasa" in told
    assert "Kasagi" not in told and "3rd Division" not in told
    assert seal in told
    assert "RESULT" not in told


def test_a_briefing_tells_forces_and_conditions_as_they_began() -> None:
    before = Played(setup(("A", "B"))).journal
    played = Played(setup(("A", "B")))
    played.give("strike", ship="A", track="hull", boxes=1, reason="a rock")
    played.to("move-1").give("leave", ship="B")
    told = report_as_wanted("txt", played.journal, Wanted(briefing=True))
    assert told == report_as_wanted("txt", before, Wanted(briefing=True))
    assert "9/9" in told and "8/9" not in told and "left the table" not in told


def test_a_briefing_counts_what_each_side_brings_as_far_as_its_reader_may_know(tmp_path: Path) -> None:
    """Hull boxes and tubes by the rosters: Mikasa's 31 and all others'; the division behind a marker is not counted to Russia."""
    with BattleFile.create(tmp_path / "t.battle", load_setup("tsushima"), "1") as file:
        referee, russia = (
            report_as_wanted("txt", journal, Wanted(briefing=True))
            for journal in (file.journal, SideView(file.journal, "Russia"))
        )
    assert "- Japan: 20 ships, hull 392, torpedoes 70\n" in referee
    assert "- Russia: 22 ships, hull 426, torpedoes 83\n" in referee and "- Russia: 22 ships, hull 426" in russia
    assert "- Japan: 20 ships" not in russia
