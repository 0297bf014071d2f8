"""The players' window of a campaign: each side reads its own ports, repairs and stores, and the season so far."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.share.page import as_read, journal_page, page_for
from fleetbook.store.battle.battle_file import BattleFile
from tests.campaign.seasons import begun, give
from tests.campaign.test_sides import SECRETS, Secret, fought, season
from tests.reports.browser import needs_chromium
from tests.share.chromium import PHONE, browsing
from tests.share.test_page_non_interference import session
from tests.share.visiting import Visitor, Watcher, program_shares


def sent(journal: Journal[Any]) -> list[bytes]:
    """All that North's phone gets from the first day to the last, with the whole journal and the report at the end."""
    view = as_read(journal, "North")
    return [*session(journal, "North"), str(journal_page(view, 1, "")).encode()]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Journal[Any]:
    return season(tmp_path_factory.mktemp("plain") / "season", Secret())


@pytest.mark.parametrize("name", SECRETS)
def test_north_s_phone_gets_the_same_bytes_whatever_south_hides(tmp_path: Path, plain: Journal[Any], name: str) -> None:
    other = season(tmp_path / "season", SECRETS[name])
    assert len(sent(plain)) > len(plain.records) / 2
    assert sent(other) == sent(plain)


def test_a_phone_shows_its_side_s_ports_docks_and_ships_and_the_day(plain: Journal[Any]) -> None:
    north, south = (html.unescape(" ".join(page_for(plain, side).fragments.values())) for side in ("North", "South"))
    assert "13 Feb 1904" in north
    assert "Turn 2" not in north and "Seal of the dice" not in north
    assert "Haven:</b> 3 ships, 1 dock" in north
    assert "Roads" not in north and "Retvizan" not in north
    assert "Roads:</b> 3 ships, 2 docks" in south
    assert "Haven" not in south


def test_nobody_at_the_table_reads_a_campaign_that_goes_on(plain: Journal[Any]) -> None:
    with pytest.raises(InvalidInput, match="found everybody"):
        page_for(plain, None)


def test_a_shared_campaign_has_a_link_for_each_side_and_tells_a_side_its_own_orders_alone(tmp_path: Path) -> None:
    path = tmp_path / "season.campaign"
    with begun(tmp_path) as file:
        fought(file, tmp_path, Secret())
    with program_shares(path, "--roles") as sharing:
        assert set(sharing.links) == {"North", "South"}
        with Watcher(sharing, "North") as north, Watcher(sharing, "South") as south, BattleFile.open(path) as file:
            north.event()
            south.event()
            give(file, "sail", ships=["R 42"], to="at sea")
            assert "R 42" in str(south.wait_for("R 42"))
            give(file, "sail", ships=["Asahi"], to="Haven")
            assert "Asahi" in str(north.event())
        with Visitor(sharing.port) as visitor:
            for side, own, others in (("North", "Asahi", "R 42"), ("South", "R 42", "Asahi")):
                for page in ("", "journal", "report"):
                    text = visitor.ask(f"{sharing.path(side)}{page}").decode()
                    assert " 200 " in text.splitlines()[0]
                    assert f"{own}: at" in text or page == "report"
                    assert f"{others}: at" not in text
            assert b" 404 " in visitor.ask(f"{sharing.path('North')}order?order=sail").splitlines()[0]


@needs_chromium
def test_a_phone_needs_no_scrolling_aside_and_its_link_opens_the_report(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fought(file, tmp_path, Secret())
    with program_shares(tmp_path / "season.campaign") as sharing, browsing(tmp_path) as browser:
        tab = browser.open(f"http://127.0.0.1:{sharing.port}{sharing.path('North')}", PHONE)
        assert tab.value("document.documentElement.scrollWidth") == PHONE[0]
        assert "Ports" in tab.text
        tab.value("document.querySelector('#foot a').click()")
        tab.wait_for("document.title.includes('Two wars') && location.href.endsWith('report')")
        assert tab.complaints == []
