"""A hidden order costs a side's page nothing: no rendering and no new document, so no answer is slower for it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import SideView, reader_name
from fleetbook.share import connection, live_pages, page
from fleetbook.share.live_pages import LivePages
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import played
from tests.rules.gwas import fleet as gwas
from tests.share.visiting import Visitor, shared
from tests.trust.games import RULESETS, scenario
from tests.trust.test_fleets_unseen import gwas_battle, hidden_ship
from tests.trust.test_non_interference import HIDDEN_LONG

FEW, MANY = 40, 1000


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the page of each reader was rendered, and how often a document was written."""
    counted = Counter[str]()

    def rendering(values: dict[str, Any]) -> page.Page:
        counted[values["reader"]] += 1
        return page.render(values)

    def writing(view: SideView[Any], number: int, css: str) -> str | None:
        counted[f"journal of {view.reader}"] += 1
        return page.journal_page(view, number, css)

    monkeypatch.setattr(live_pages, "render", rendering)
    monkeypatch.setattr(live_pages, "journal_page", writing)
    return counted


@contextmanager
def followed(journal: Journal[Any], path: Path) -> Iterator[tuple[BattleFile, LivePages]]:
    """The battle of a journal in a file, and its pages as they are followed there."""
    with BattleFile.create(path, journal.setup, journal.stream.seed) as file:
        for record in journal.records:
            file.give(journal.order_of(record), None, record.choices, record.given)
        pages = LivePages(path, [])
        try:
            yield file, pages
        finally:
            pages.close()


def hide(file: BattleFile, number: int) -> None:
    """Give an order that the Allies may not know of."""
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("note", {"words": f"Goeben's boilers leak, {number}"}),
        ("strike", {"ship": "Goeben", "track": "hull", "boxes": 1 if number % 4 == 1 else -1, "reason": "a mine"}),
    ]
    kind, inputs = kinds[number % 2]
    draft = Draft(file.journal.battle, file.journal.ruleset.order(kind), inputs)
    file.give(draft.order(), given=draft.given)


def check_hidden(path: Path, rendered: Counter[str], orders: int) -> Counter[str]:
    """Renderings over so many orders that are hidden from a side."""
    journal = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Intercept", orders=["Move C2", "Move C3"]).journal
    with followed(journal, path) as (file, pages):
        kept = asyncio.run(pages.journal(gwas.ALLIED, 1, ""))
        before = pages.pages
        rendered.clear()
        for number in range(orders):
            hide(file, number)
            found = pages._look()
            assert found
            assert found[gwas.ALLIED] is before[gwas.ALLIED]
            assert found[None] is before[None]
        assert len(file.journal.records) >= orders
        assert asyncio.run(pages.journal(gwas.ALLIED, 1, "")) is kept
    return rendered


def test_orders_hidden_from_a_side_render_nothing_for_it(tmp_path: Path, rendered: Counter[str]) -> None:
    counted = check_hidden(tmp_path / "b.battle", rendered, FEW)
    assert {*counted} == {gwas.CENTRAL}
    assert counted[gwas.CENTRAL] == FEW


@pytest.mark.campaign
def test_a_thousand_orders_hidden_from_a_side_render_nothing_for_it(tmp_path: Path, rendered: Counter[str]) -> None:
    counted = check_hidden(tmp_path / "b.battle", rendered, MANY)
    sys.stdout.write(f"\n{MANY} orders hidden from {gwas.ALLIED}: renderings {dict(counted)}\n")
    assert {*counted} == {gwas.CENTRAL}


def test_a_kept_document_does_not_wait_for_the_battle(tmp_path: Path) -> None:
    journal = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Intercept", orders=["Move C2"]).journal

    async def ask(pages: LivePages) -> None:
        first = await pages.journal(gwas.ALLIED, 1, "")
        busy = asyncio.Event()
        loop = asyncio.get_running_loop()
        held = loop.run_in_executor(pages._thread, lambda: asyncio.run_coroutine_threadsafe(busy.wait(), loop).result())
        assert await asyncio.wait_for(pages.journal(gwas.ALLIED, 1, ""), 5) is first  # the battle's thread is held all the time
        assert not held.done()
        busy.set()
        await held

    with followed(journal, tmp_path / "b.battle") as (_, pages):
        asyncio.run(ask(pages))


@pytest.mark.parametrize("asked", ["/wrong/", "page", "what is no request"])
def test_whatever_is_asked_waits_at_random_and_answers_come_before_the_battle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    delay = 0.3
    monkeypatch.setattr(connection.DELAYS, "uniform", lambda least, most: delay)
    path, usual = tmp_path / "b.battle", sys.getswitchinterval()
    BattleFile.create(path, load_setup("convoy"), "1").close()
    with shared(path) as sharing, Visitor(sharing.port) as visitor:
        assert sys.getswitchinterval() < usual
        began = time.monotonic()
        if asked == "what is no request":
            visitor.socket.sendall(b"\x16\x03\x01\r\n\r\n")
            assert not visitor.answer()
        else:
            assert visitor.ask(asked.replace("page", sharing.path()))
        assert time.monotonic() - began > delay
    assert sys.getswitchinterval() == usual


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", RULESETS)
def test_what_a_side_knows_carried_forward_is_what_it_knows_found_from_the_start(system: str, seed: int) -> None:
    setup, rng = load_setup(scenario(system)), Random(seed)
    grown = Journal(ruleset(system), setup, str(seed))
    known = {side: Knowledge(grown, reader_name(setup.sides, side)) for side in (*setup.sides, None)}
    for record in played(Journal(ruleset(system), setup, str(seed)), Random(seed), 30, HIDDEN_LONG).records:
        grown.append(record)
        for side, carried in known.items():
            view = SideView(grown, side, carried)
            if rng.random() < 0.3:
                anew = SideView(grown, side)
                assert (view.battle.state, view.setup, view.markers) == (anew.battle.state, anew.setup, anew.markers)
                assert view.records == anew.records
                assert [*map(view.results, view.records)] == [*map(anew.results, anew.records)]
