"""A report in parts: the sections asked for and no other, in a report's order, of one page too."""

from __future__ import annotations

import re

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.reports.document import Heading
from fleetbook.reports.render.formats import DOCUMENTS, Wanted, report_as_wanted
from fleetbook.reports.sections import SHORT, WHOLE, report_blocks
from tests.reports.journals import Played, setup


def played() -> Played:
    battle = Played(setup(("A", "B"), ("D",)))
    battle.give("strike", ship="A", track="hull", boxes=3, reason="a rock")
    return battle


def headings(wanted: Wanted) -> list[str]:
    return re.findall("^## (.*)$", report_as_wanted("md", played().journal, wanted), re.MULTILINE)


def test_only_the_parts_asked_for_are_told_in_the_order_of_a_report() -> None:
    assert headings(Wanted(parts=("damage", "result"))) == ["Result", "Damage"]
    assert headings(Wanted(parts=("course", "damage"), short=True)) == ["Course of the battle", "Damage"]


def test_all_parts_together_are_the_report() -> None:
    assert report_blocks(played().journal, parts=tuple(WHOLE)) == report_blocks(played().journal)


def test_a_part_has_the_name_that_its_heading_leads_to() -> None:
    ids = {part: [heading.id for heading in second_headings(part)] for part in WHOLE}
    assert ids.pop("house") == ["differences"]  # where there are none of them
    assert all(found in ([part], []) for part, found in ids.items())
    assert sum(map(bool, ids.values())) > len(WHOLE) / 2
    assert set(SHORT) <= set(WHOLE)


def second_headings(part: str) -> list[Heading]:
    blocks = report_blocks(played().journal, parts=(part,))
    return [block for block in blocks if isinstance(block, Heading) and block.level == 2]


@pytest.mark.parametrize("form", DOCUMENTS)
def test_every_format_of_documents_can_be_told_in_parts(form: str) -> None:
    whole, part = (report_as_wanted(form, played().journal, Wanted(parts=parts)) for parts in ((), ("losses",)))
    assert len(part) < len(whole)
    assert "SHA-256" in whole and "SHA-256" not in part


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Wanted(parts=("damag",)), "did you mean damage"),
        (Wanted(parts=("outcome",)), "did you mean result"),
        (Wanted(parts=("",)), "found nothing, allowed: result, course, .*, story"),
        (Wanted(parts=("luck",), short=True), "found luck, allowed: result, course, damage"),
        (Wanted(parts=("luck",), briefing=True), "a briefing is always whole"),
    ],
)
def test_what_is_no_part_is_refused_with_the_nearest(wanted: Wanted, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        report_as_wanted("md", played().journal, wanted)


def test_data_has_no_parts() -> None:
    with pytest.raises(InvalidInput, match="the others are always whole"):
        report_as_wanted("json", played().journal, Wanted(parts=("luck",)))
