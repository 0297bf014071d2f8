"""The report as a page of HTML: complete, self-contained, its charts drawn from the battle, every name only a name."""

from __future__ import annotations

import pytest

from fleetbook.reports.document import Bar, BoxesLeft, HitsByFirer, Leaving, Line, LossTimes, Panel, Paragraph
from fleetbook.reports.render.formats import Wanted, report_as_wanted
from fleetbook.reports.render.html import html_report, written
from fleetbook.reports.render.svg import PANEL_WIDTH, STRIP_WIDTH, Drawing, drawn
from fleetbook.reports.sections import report_blocks
from tests.reports.journals import Played, setup
from tests.reports.page import Page


def fought() -> Played:
    """D hits A in turn 1; B leaves the table in turn 2."""
    played = Played(setup(attackers=("A", "B"))).to("fire-1")
    played.shot(6, small_target="no")
    played.to("damage-1").give("damage", 2, ship="A")
    played.to("damage-2").give("next")
    played.to("move-1").give("leave", ship="B")
    return played


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(html_report(fought().journal))


def test_the_story_is_folded_in_a_report_and_open_alone() -> None:
    """What is folded does not print, and the page says so on paper."""
    whole, alone = (Page(written(report_blocks(fought().journal, parts=parts))) for parts in ((), ("story",)))
    assert whole.all("details") and alone.all("details")
    assert not [one for one in whole.all("details") if "open" in one.attributes]
    assert all("open" in one.attributes for one in alone.all("details"))
    assert whole.all("p", "on-paper") and not alone.all("p", "on-paper")


def test_a_briefing_is_called_so() -> None:
    """A page that is printed before the battle is no report of it."""
    for wanted, kicker in ((Wanted(briefing=True), "Briefing"), (Wanted(short=True), "Battle report")):
        (above,) = Page(report_as_wanted("html", fought().journal, wanted)).all("p", "kicker")
        assert above.text == kicker


def test_a_number_keeps_its_unit_and_hostile_words_are_escaped() -> None:
    """No line of a page breaks between them."""
    page = written((Paragraph("MTB 233 moves 16 cm, hit by 40 % of <b>20 mm</b>"),))
    assert "16&nbsp;cm" in page
    assert "40&nbsp;%" in page
    assert "&lt;b&gt;20&nbsp;mm" in page


def test_every_element_is_closed(page: Page) -> None:
    assert page.errors == []


def test_it_needs_nothing_from_elsewhere_and_runs_nothing(page: Page) -> None:
    tags = {element.tag for element in page.elements}
    assert not tags & {"script", "img", "iframe", "object", "embed", "form", "base", "image", "foreignobject"}
    for element in page.elements:
        assert not [name for name in element.attributes if name.startswith("on")]
        for name in ("src", "xlink:href", "action"):
            assert name not in element.attributes
        assert (element.attributes.get("href") or "#").startswith("#")
    (policy,) = (e for e in page.all("meta") if e.attributes.get("http-equiv"))
    assert policy.attributes["content"] == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert "@import" not in page.source
    assert "url(http" not in page.source


def test_every_section_is_there(page: Page) -> None:
    assert [heading.text for heading in page.all("h2")] == [
        "Result", "Course of the battle", "Forces", "Ships lost or gone", "Damage", "Hits", "Luck", "Dice",
        "The referee's hand",
        "The scenario", "Readings", "Against the printed rules", "Provenance", "The working, line by line",
    ]  # fmt: skip


def test_it_has_its_charts_each_with_its_figures_in_words(page: Page) -> None:
    """Only one ship left the table, so no chart shows when."""
    captions = [caption.text.split("\n")[0].strip() for caption in page.all("figcaption")]
    assert captions == [
        "Hull left of each side; the numbers are those of the list; below, hits beyond those expected, added up from the start",
        "Boxes left at the end of each turn, of the ships hit",
        "Hits by firer, and the hits to be expected",
    ]
    labels = [svg.attributes["aria-label"] for svg in page.all("svg") if svg.attributes.get("role") == "img"]
    assert labels == ["hull left: Red 94 %, Blue 100 %", "A: 8/9", "D: 1 (0.2)"]


def test_the_contents_lead_to_every_section_and_numbers_to_their_lines(page: Page) -> None:
    ids = {element.attributes["id"] for element in page.elements if "id" in element.attributes}
    links = [link.attributes["href"] or "" for link in page.all("a")]
    assert {section.attributes["id"] for section in page.all("section")} <= {link[1:] for link in links}
    assert any(link.startswith("#l") for link in links)
    assert {link[1:] for link in links} <= ids


def test_the_working_is_folded_turn_by_turn(page: Page) -> None:
    assert [summary.text for summary in page.all("summary")] == ["Turn 1", "Turn 2"]
    assert not [fold for fold in page.all("details") if "open" in fold.attributes]


def test_the_title_is_the_battle_s(page: Page) -> None:
    assert page.all("title")[0].text == "A test"
    assert page.all("h1")[0].text == "A test"


def test_the_same_battle_gives_the_same_page() -> None:
    played = fought()
    assert html_report(played.journal) == html_report(played.journal)


def test_it_prints_on_any_paper(page: Page) -> None:
    """Margins are given, the size of the paper is not."""
    style = page.all("style")[0].text
    assert "@page { margin:" in style
    assert "@media print" in style
    assert "size: A4" not in style
    assert "size: letter" not in style.casefold()


# ------------------------------------------------------------ charts


def paths(drawing: Drawing, style: str) -> list[str]:
    return [str(mark.attributes["d"]) for mark in drawing.marks if str(mark.attributes.get("class", "")).startswith(style)]


def test_a_panel_goes_level_to_the_end_of_a_turn_and_drops_there() -> None:
    """Ten boxes, five of them lost in turn 1 of two: down half the height at half the width."""
    chart = BoxesLeft(("Red",), (0, 1, 2), (Panel("A", "Red", (Line("hull", 10, (10, 5, 5)),)),))
    (row,) = drawn(chart).rows
    assert row.note == "5/10"
    middle = PANEL_WIDTH / 2
    assert paths(row.drawing, "track") == [f"M6 6H{middle:g}V29H{PANEL_WIDTH - 6}V29"]


def test_a_panel_of_a_lost_ship_ends_with_a_cross_in_its_turn() -> None:
    chart = BoxesLeft(("Red",), (0, 1, 2), (Panel("A", "Red", (Line("hull", 10, (10, 0, 0)),), lost=1),))
    (row,) = drawn(chart).rows
    assert row.gone
    assert row.note == "0/10 ✕ T1"
    assert paths(row.drawing, "track") == [f"M6 6H{PANEL_WIDTH / 2:g}V52"]
    assert len(paths(row.drawing, "cross")) == 1


def test_other_tracks_are_drawn_where_they_changed_and_named_in_the_legend() -> None:
    lines = (Line("hull", 10, (10, 9)), Line("bridge", 1, (1, 0)), Line("eng", 3, (3, 3)))
    picture = drawn(BoxesLeft(("Red",), (0, 1), (Panel("A", "Red", lines),)))
    assert len(paths(picture.rows[0].drawing, "track")) == 2
    assert [label for _, label in picture.legend] == ["hull", "bridge"]


def test_bars_have_the_length_of_their_hits_on_one_scale() -> None:
    bars = (Bar("A", "Red", 4, 2.0, 1, 3), Bar("B", "Blue", 2, 2.5, 1, 4), Bar("C", "Blue", 0, 0.5, 0, 1))
    picture = drawn(HitsByFirer(("Red", "Blue"), bars))
    lengths = [
        [float(str(m.attributes["width"])) for m in row.drawing.marks if str(m.attributes["class"]).startswith("bar")]
        for row in picture.rows
    ]
    whole = STRIP_WIDTH - 12
    assert lengths == [[whole], [whole / 2], []]
    assert [row.note for row in picture.rows] == ["4 (2.0)", "2 (2.5)", "0 (0.5)"]
    assert [row.side for row in picture.rows] == [0, 1, 1]


def test_a_loss_ends_at_its_turn() -> None:
    picture = drawn(LossTimes(("Red",), 4, (Leaving("A", "Red", 3, "sunk T3"),)))
    (bar,) = (m for m in picture.rows[0].drawing.marks if str(m.attributes["class"]).startswith("bar"))
    assert float(str(bar.attributes["width"])) == pytest.approx((STRIP_WIDTH - 12) * 3 / 4)
    assert (picture.unit, picture.rows[0].note) == ("turn", "sunk T3")


@pytest.mark.parametrize("last", [1, 12, 13, 40, 120])
def test_an_axis_never_has_more_than_a_dozen_figures_or_so(last: int) -> None:
    picture = drawn(LossTimes(("Red",), last, ()))
    assert picture.axis
    assert 2 <= sum(mark.tag == "text" for mark in picture.axis.marks) <= 13


def test_a_battle_without_an_order_has_a_page() -> None:
    assert Page(html_report(Played().journal)).errors == []


def test_a_ship_that_left_ends_with_an_arrowhead_and_a_lost_one_with_a_cross() -> None:
    lines = (Line("hull", 10, (10, 10, 10)),)
    panels = Panel("A", "Red", lines, lost=2, left=True), Panel("B", "Red", lines, lost=1)
    times = (Leaving("A", "Red", 2, "left the table", is_lost=False), Leaving("B", "Red", 1, "sunk"))
    for chart in (BoxesLeft(("Red",), (0, 1, 2), panels), LossTimes(("Red",), 2, times)):
        picture = drawn(chart)
        signs = [{mark.attributes["class"] for mark in row.drawing.marks} & {"cross", "arrow"} for row in picture.rows]
        assert signs == [{"arrow"}, {"cross"}]
        assert [label for _, label in picture.legend if label in ("lost", "left")] == ["lost", "left"]
    assert [row.note for row in drawn(BoxesLeft(("Red",), (0, 1, 2), panels)).rows] == ["10/10 ▸ T2", "10/10 ✕ T1"]


def test_ships_that_left_have_a_table_of_their_own() -> None:
    page = Page(html_report(fought().journal))
    heads = [head.text for head in page.all("th") if head.text in ("Ship lost", "Ship that left")]
    assert heads == ["Ship that left"]
