"""Odds in words and numbers, held against figures counted by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from fleetbook.cli.drawing.odds import odds_text
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.setup import ShipEntry
from fleetbook.core.odds import Effort, order_odds
from fleetbook.core.odds.card_odds import card_words
from fleetbook.core.orders.draft import Draft
from fleetbook.reports.odds.shape import OddsView
from fleetbook.reports.odds.weighing import odds_view
from fleetbook.rules.coastal import RULESET
from fleetbook.rules.coastal.words import Says
from tests.reports.journals import DEFENDER, SYSTEMS, Played, card, setup


def told(played: Played, procedure: str, **inputs: Any) -> OddsView:
    """The odds of an order."""
    battle = played.journal.battle
    order = Draft(battle, RULESET.order(procedure), inputs).order()
    return odds_view(battle, order, order_odds(battle, order))


def counts(found: OddsView) -> Mapping[str, Mapping[int | str, float]]:
    """What is counted, as dictionaries."""
    return {count.name: {chance.value: chance.probability for chance in count.spread} for count in found.counts}


def test_a_volley_of_four_points_without_modifiers() -> None:
    # The row 3-4: nothing on 1-4, a straddle on 5, a hit on 6.
    found = told(Played().to("fire-1"), "fire", firer="D", target="A", range=10, small_target="no")
    assert counts(found)["cannon"] == pytest.approx({"1 hit": 1 / 6, "nothing": 4 / 6, "straddle": 1 / 6})
    assert counts(found)["hits"] == pytest.approx({0: 5 / 6, 1: 1 / 6})
    means = {count.name: count.mean for count in found.counts}
    assert means["cannon"] is None
    assert means["hits"] == pytest.approx(1 / 6)
    assert found.exact
    assert found.headline == "D fires at A, 10 cm"


def test_what_tables_give_in_words_stands_before_what_is_counted() -> None:
    guns = {"kind": "mount", "name": "3 inch", "weapon": "3-inch or 2-3 pdr", "calibre": 3.0}
    armed = setup(attackers=("A",), defenders=())
    armed = msgspec.structs.replace(armed, ships=(*armed.ships, ShipEntry("D", DEFENDER, card(systems=(*SYSTEMS, guns)))))
    found = told(Played(armed).to("fire-1"), "fire", firer="D", target="A", range=10, straddled="yes", small_target="no")
    lines = list(odds_text(found))
    assert lines.index("cannon") < lines.index("guns") < lines.index(next(line for line in lines if line.startswith("hits")))


def test_what_a_volley_may_leave_on_its_target_is_said_in_the_card_s_words() -> None:
    found = told(Played().to("fire-1"), "fire", firer="D", target="A", range=10, small_target="no")
    (ship,) = found.ships
    assert ship.ship == "A"
    assert {possible.text: possible.probability for possible in ship.conditions} == pytest.approx({"1 hit to work out": 1 / 6})


def test_one_light_hit_strikes_one_hull_box_and_one_place_of_five() -> None:
    played = Played().to("fire-1")
    played.shot(6, small_target="no")
    played.give("next")
    (ship,) = told(played, "damage", ship="A").ships
    spreads = {track.track: {chance.value: chance.probability for chance in track.spread} for track in ship.tracks}
    assert spreads["hull"] == pytest.approx({8: 1.0})
    assert spreads["bridge"] == pytest.approx({0: 1 / 5, 1: 4 / 5})
    assert spreads["engines"] == pytest.approx({2: 1 / 5, 3: 4 / 5})
    engines = next(track for track in ship.tracks if track.track == "engines")
    assert (engines.label, engines.before) == ("eng", 3)
    assert engines.mean == pytest.approx(2.8)
    assert {possible.text: possible.probability for possible in ship.conditions} == pytest.approx(
        {"bow gun damaged": 1 / 5, "aft gun damaged": 1 / 5, "tubes damaged": 1 / 5}
    )


def test_sampled_odds_say_so_with_their_error() -> None:
    played = Played().to("fire-1")
    battle = played.journal.battle
    order = Draft(battle, RULESET.order("fire"), {"firer": "D", "target": "A", "range": 10}).order()
    found = odds_view(battle, order, order_odds(battle, order, Effort(budget=0, samples=400)))
    assert (found.exact, found.samples) == (False, 400)
    assert found.error == pytest.approx(0.049)  # 1.96 × 0.5 / 20


def test_an_order_without_dice_has_certain_odds() -> None:
    found = told(Played().to("move-1"), "leave", ship="A")
    (ship,) = found.ships
    assert [(possible.text, possible.probability) for possible in ship.conditions] == [("left the table T1", 1.0)]


def test_a_loss_in_brief_leaves_out_its_turn_and_the_ship_that_caused_it() -> None:
    how = Says.hull_gone(firer="D", weapon="3 inch").as_fact()
    battle = Played().journal.battle.with_changes([(Key("A", "fate"), ("sunk", 1, how)), (Key("A", "hull"), 0)])
    [fate] = [word for word in card_words(battle, "A") if word.is_fate]
    assert (fate.text, fate.brief) == ("sunk T1: hull gone (D, 3 inch)", "sunk: hull gone")
    assert not any(word.brief for word in card_words(battle, "D"))
