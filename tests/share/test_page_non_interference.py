"""Battles that differ only in what a reader may not know are the same in the players' window: every page, every event of changes,
their bytes and their number. A hidden order sends nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from fleetbook import testing
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import SideView, reader_name
from fleetbook.share.page import Page, as_read, journal_page, page_for
from fleetbook.share.streams import news
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import played
from tests.rules.aanda import fleet as aanda
from tests.rules.gwas import fleet as gwas
from tests.rules.gwas_variant import fleet as variant
from tests.trust import test_fleets_unseen as fleets_unseen
from tests.trust import test_non_interference as squadrons_unseen
from tests.trust import test_torpedo_targets as targets_unseen
from tests.trust.games import RULESETS, scenario
from tests.trust.test_fleets_unseen import gwas_battle, hidden_ship
from tests.trust.test_non_interference import HIDDEN_LONG, aanda_battle

PAIRS = {**squadrons_unseen.PAIRS, **fleets_unseen.PAIRS, **targets_unseen.PAIRS}


def pages(journal: Journal[Any], side: str | None) -> Iterator[Page]:
    """What a reader has before his eyes from the start of a battle to its end, line by line."""
    growing = Journal(journal.ruleset, journal.setup, journal.stream.seed)
    known = Knowledge(growing, reader_name(journal.setup.sides, side)) if journal.ruleset.keeps_secrets else None
    yield page_for(growing, side, known=known)
    for record in journal.records:
        growing.append(record)
        assert as_read(growing, side, known).battle.acting == growing.battle.acting  # all may know for whom the clock runs
        yield page_for(growing, side, known=known)


def session(journal: Journal[Any], side: str | None) -> list[bytes]:
    """The events that are sent to a reader who watches from start to end: nothing where his page is as it was."""
    first, *others = pages(journal, side)
    return [news(first, None), *(news(now, before) for before, now in pairwise((first, *others)) if now != before)]


@pytest.mark.parametrize("name", PAIRS)
def test_every_event_is_the_same_with_each_secret(name: str) -> None:
    side, play, secrets = PAIRS[name]
    for reader, differing in ((side, secrets), (None, secrets[:2])):
        journals = [play(secret).journal for secret in differing]
        first, *others = [session(journal, reader) for journal in journals]
        assert len(first) > 1
        assert len({journal_page(SideView(journal, reader), 1, "") for journal in journals}) == 1
        for other in others:
            assert other == first


# ------------------------------------------------------------ an order more, or less


def gwas_orders(hidden: bool) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Intercept", orders=["Move C2", "Move C3"])
    game.go("plotting")
    if hidden:
        game.give("plot", fleet="Hidden", turn=3, orders="Move C4")
        game.give("note", words="Goeben's boilers leak")
        game.journal.append(game.journal.undo())
        game.strike("Goeben", "hull", 1)
    return game.go("weather", 2)


def aanda_orders(hidden: bool) -> testing.Game[Any]:
    game = aanda_battle(aanda.ship("Matsushima"))
    if hidden:
        game.give("note", words="the Matsushima burns")
        game.strike("Matsushima", "hull", 3)
    for speed in (10, 9):
        game.go("movement")
        game.give("move", squadron="red", speed=speed)
        if hidden:
            game.give("note", words="Matsushima burns still")
        game.give("move", squadron="blue", speed=9)
        game.give("done", squadron="blue two")
        game.journal.append(game.journal.undo())
        game.go("ongoing")
    return game


def variant_orders(hidden: bool) -> testing.Game[Any]:
    game = variant.Game([variant.ship("Goeben")], [variant.ship("Evstafi")], begins="game turn")
    if hidden:
        game.give("deploy-mines", side=variant.CENTRAL, zone="Constantinople", number=2)
    return game.go("weather")


@pytest.mark.parametrize(
    ("play", "side"), [(gwas_orders, gwas.ALLIED), (aanda_orders, aanda.RED), (variant_orders, variant.ALLIED)]
)
def test_a_hidden_order_sends_nothing(play: Callable[[bool], testing.Game[Any]], side: str) -> None:
    without, with_more = play(False).journal, play(True).journal
    assert len(with_more.records) > len(without.records)
    for reader in (side, None):
        assert session(with_more, reader) == session(without, reader)


# ------------------------------------------------------------ the table


def known(journal: Journal[Any], side: str | None) -> set[Any]:
    """All facts that a reader may have known at any moment, all events that he may read, and all ships."""
    view = SideView(journal, side)
    read = [(record.number, str(event)) for record in view.records for event in record.events]
    moments = [item for line in range(len(view.records) + 1) for item in view.battle_after(line).state.items()]
    return {*moments, *read, *(ship.name for ship in view.setup.ships)}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", RULESETS)
def test_the_table_shows_nothing_that_a_side_may_not_know(system: str, seed: int) -> None:
    """But what is called by the names that its reader has for markers."""
    setup = load_setup(scenario(system))
    journal = played(Journal(ruleset(system), setup, str(seed)), Random(seed), 25, HIDDEN_LONG)
    renamed = [f"contact {letter}" for letter in "ABCDEFGH"]
    table = {each for each in known(journal, None) if not any(name in str(each) for name in renamed)}
    for side in setup.sides:
        assert table - known(journal, side) == set()


def test_a_marker_has_one_letter_on_the_wall_and_on_the_phone() -> None:
    squadrons = {"red": {"contact": True}, "blue": {"contact": True}}
    journal = aanda.Game([aanda.ship("Chen Yuen")], [aanda.ship("Yoshino")], squadrons=squadrons).journal
    letters = {
        side: {marker.side: marker.name for marker in SideView(journal, side).markers} for side in (*journal.setup.sides, None)
    }
    assert letters[None] == {aanda.RED: letters[aanda.BLUE][aanda.RED], aanda.BLUE: letters[aanda.RED][aanda.BLUE]}
    assert len({*letters[None].values()}) == 2


def test_a_reader_of_the_table_is_of_no_side_whatever_they_are_called() -> None:
    setup = load_setup(scenario("aanda"))
    view = SideView(Journal(ruleset("aanda"), setup, "1"), None)
    assert view.side not in setup.sides
    with pytest.raises(FleetbookError):
        SideView(view, view.side)
