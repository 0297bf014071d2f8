"""The short report: at most a page in every format, quick, with who won and what was lost; and photos in a page of HTML."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.side_view import SideView
from fleetbook.reports.render.formats import DOCUMENTS, Wanted, format_of, report_as_wanted
from fleetbook.reports.render.photo import read_photos
from fleetbook.reports.sections import MOST_HURT
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.posix import posix_only
from tests.reports.browser import needs_chromium, printed
from tests.reports.journals import Played, setup
from tests.reports.page import Page
from tests.share.chromium import Browser

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
def test_a_long_battle_prints_on_one_page(battle: Callable[[], Played], tmp_path: Path, browser: Browser) -> None:
    page = tmp_path / "short.html"
    page.write_text(report_as_wanted("html", battle().journal, Wanted(short=True)), encoding="utf-8")
    assert printed(page, browser).count(b"/Type /Page\n") == 1


def test_the_ships_hit_are_told_the_worst_where_not_all_find_room() -> None:
    text = report_as_wanted("md", hurt_everywhere().journal, Wanted(short=True))
    assert "| Boat 29 | hull 1/9 " in text
    assert "| Boat 17 | hull 6/9 " in text
    assert text.count("| hull ") == MOST_HURT
    page = Page(report_as_wanted("html", hurt_everywhere().journal, Wanted(short=True)))
    labels = [svg.attributes["aria-label"] or "" for svg in page.all("svg") if svg.attributes.get("role") == "img"]
    assert labels.pop(0) == "hull left: Red 60 %, Blue 100 %"  # the chart of the course
    assert len(labels) == MOST_HURT
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


def a_picture(folder: Path, name: str = "line.png") -> Path:
    (folder / name).write_bytes(PNG)
    return folder / name


@pytest.mark.parametrize(("line", "behind"), [(1, ""), (4, "Boat 0 is off the table"), (31, "Boat 14 is off the table")])
def test_a_photo_of_a_line_stands_in_the_course_at_its_turn(tmp_path: Path, line: int, behind: str) -> None:
    photos = read_photos((f"{a_picture(tmp_path)}@{line}=They leave",))
    journal = long_battle().journal
    whole = report_as_wanted("html", journal, Wanted(photos=photos))
    assert "<figcaption>Turn 1: They leave</figcaption>" in whole
    before = whole[: whole.index('<figure class="photo"')]
    assert "Course of the battle</h2>" in before
    notes = [f"Boat {number} is off the table" for number in range(15)]
    course = before[before.index("Course of the battle</h2>") :]
    assert [note for note in notes if f"“{note}”" in course][-1:] == [behind] * bool(behind)
    only = report_as_wanted("html", journal, Wanted(photos=photos, parts=("result",)))
    assert only.index('<figure class="photo"') < only.index("Result</h2>")


def test_a_photo_of_a_line_stands_below_the_title_while_nobody_was_hit(tmp_path: Path) -> None:
    played = Played().to("fire-1")
    photos = read_photos((f"{a_picture(tmp_path)}@1=They sail",))
    page = report_as_wanted("html", played.journal, Wanted(photos=photos))
    assert "Nobody was hit" in page
    assert page.index('<figure class="photo"') < page.index("Result</h2>")


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("line.png@99", "line of a photo: found 99, allowed: 1 to 31"),
        ("line.png@0", "line.png: line: found 0, allowed: the number of a line of the journal"),
        ("line.png@noon=x", "line.png: line: found noon, allowed: the number of a line of the journal"),
        ("none.png@3", "a picture that can be read"),
    ],
)
def test_a_photo_of_a_line_that_is_none_is_refused(tmp_path: Path, named: str, message: str) -> None:
    a_picture(tmp_path)
    with pytest.raises(InvalidInput, match=message):
        report_as_wanted("html", long_battle().journal, Wanted(photos=read_photos((f"{tmp_path}/{named}",))))


def test_an_at_sign_belongs_to_the_name_of_a_file_that_has_it(tmp_path: Path) -> None:
    (photo,) = read_photos((f"{a_picture(tmp_path, 'me@sea.png')}=Us",))
    assert (photo.caption, photo.line) == ("Us", 0)
    (photo,) = read_photos((f"{a_picture(tmp_path, 'me@sea.png')}@2",))
    assert (photo.caption, photo.line) == ("", 2)


@needs_chromium
@pytest.mark.parametrize("tail", ["", "@9"])
def test_a_short_report_with_three_photos_prints_on_one_page(tail: str, tmp_path: Path, browser: Browser) -> None:
    picture = Path(__file__).parents[2] / "screenshots" / "report-page.png"
    photos = read_photos((f"{picture}{tail}=The line turns under fire",) * 3)
    page = tmp_path / "short.html"
    page.write_text(report_as_wanted("html", hurt_everywhere().journal, Wanted(short=True, photos=photos)), encoding="utf-8")
    assert printed(page, browser).count(b"/Type /Page\n") == 1
    with pytest.raises(InvalidInput, match="at most 3 in a short report"):
        report_as_wanted("html", hurt_everywhere().journal, Wanted(short=True, photos=(*photos, photos[0])))


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ('Togo: "Close the range"', "“Close the range” (Togo)"),
        ("Vizeadmiral Souchon: „Weiter so“", "“Weiter so” (Vizeadmiral Souchon)"),
        ("Fog: nobody sees a thing", "“Fog: nobody sees a thing”"),
        ('"Fire!"', '“"Fire!"”'),
    ],
)
def test_a_note_with_a_speaker_is_a_quotation_of_his_in_the_course(note: str, told: str) -> None:
    played = Played()
    played.give("note", words=note)
    course = report_as_wanted("txt", played.journal, Wanted(parts=("course",)))
    assert told in " ".join(course.split())


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
