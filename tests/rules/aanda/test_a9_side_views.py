"""A9: what a side is told while the other side's ships are contact markers: nothing of them, in any form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.side_view import SEALED, SideView
from fleetbook.reports.journal.lines import line_shapes, log_lines, working_text
from fleetbook.reports.render.json import json_log
from fleetbook.reports.render.markdown import markdown
from fleetbook.reports.shape import to_json
from fleetbook.reports.status import status
from tests.rules.aanda.fleet import BLUE, RED, Game, ship

TOLD: dict[str, Callable[[Any], str]] = {
    "status": lambda journal: to_json(status(journal)).decode(),
    "log as data": lambda journal: to_json(line_shapes(journal)).decode(),
    "log": lambda journal: "\n".join(text for record in journal.records for text in log_lines(journal, record)),
    "working": lambda journal: "\n".join(text for record in journal.records for text in working_text(journal, record)),
    "report": markdown,
    "report as data": json_log,
}
BEHIND = ("Matsushima", "Itsukushima")


def hidden_battle() -> Game:
    """Blue's two ships are behind a marker, and one of them is ruled on by hand and burns; Red's ship burns too."""
    game = Game(
        [ship("Chen Yuen")],
        [ship("Matsushima"), ship("Itsukushima")],
        squadrons={"blue": {"contact": True}, "blue dummy": {"dummy": True}},
    )
    for name in ("Chen Yuen", "Matsushima"):
        game.put(name, "fire", "1")
    game.give("ongoing", 2, 3)
    return game


def seen_by(game: Game, side: str) -> SideView[Any]:
    return SideView(game.journal, side)


@pytest.mark.parametrize("form", TOLD)
def test_a9_ships_behind_a_marker_are_in_nothing_that_the_other_side_reads(form: str) -> None:
    game = hidden_battle()
    assert any(name in TOLD[form](game.journal) for name in BEHIND)
    assert any(name in TOLD[form](seen_by(game, BLUE)) for name in BEHIND)
    told = TOLD[form](seen_by(game, RED))
    assert "Chen Yuen" in told
    assert not any(name in told for name in BEHIND)


def test_a9_an_order_on_a_hidden_ship_is_a_sealed_line_and_its_dice_are_not_shown() -> None:
    own, sealed, burning = seen_by(hidden_battle(), RED).records
    assert own.headline != SEALED
    assert (sealed.headline, sealed.inputs, sealed.events, sealed.faces) == (SEALED, {}, (), ())
    assert [die.face for die in burning.faces] == [2]


def test_a9_no_fingerprint_is_told_from_which_the_rest_could_be_guessed() -> None:
    view = seen_by(hidden_battle(), RED)
    assert {record.fingerprint for record in view.records} == {""}
    assert status(view).fingerprint == ""


def test_a9_a_marker_once_turned_over_hides_nothing_any_more() -> None:
    game = hidden_battle()
    game.go("spotting", repairs=(1, 1))
    game.give("spot", squadron="red", contact="blue", range=20)
    assert all(name in TOLD["report"](seen_by(game, RED)) for name in BEHIND)
    assert SEALED not in TOLD["log"](seen_by(game, RED))


def test_a9_after_the_battle_everybody_may_read_everything() -> None:
    game = hidden_battle()
    game.give("end", reason="night falls")
    assert TOLD["log"](seen_by(game, RED)) == TOLD["log"](game.journal)


def test_a_side_that_is_not_in_the_battle_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match="Blue"):
        SideView(hidden_battle().journal, "Bleu")


def test_a9_the_squadron_behind_a_marker_is_named_nowhere_and_a_dummy_is_told_alike() -> None:
    game = hidden_battle().go("movement")
    game.give("done", squadron="red")
    for name in ("blue", "blue dummy"):
        game.give("move", squadron=name, speed=10)
    game.next()
    told = [line.headline for line in seen_by(game, RED).records][-4:]
    assert told == ["red is done", "contact A moves", "contact B moves", "on to step 4: repairs"]
    assert [(marker.name, marker.side) for marker in status(seen_by(game, RED)).markers] == [
        ("contact A", BLUE),
        ("contact B", BLUE),
    ]
    assert "Blue dummy moves" in TOLD["log"](seen_by(game, BLUE))


def test_a9_a_marker_is_told_in_the_singular_whatever_its_squadron_is_called() -> None:
    squadrons = {"blue": {"contact": True}, "Scouts": {"dummy": True}}
    for orders in (("move", "done"), ("done", "move")):
        game = Game([ship("Chen Yuen")], [ship("Matsushima")], squadrons=squadrons).go("movement")
        game.give("done", squadron="red")
        for order, name in zip(orders, squadrons, strict=True):
            game.give(order, squadron=name, **({"speed": 10} if order == "move" else {}))
        told = {line.headline.partition(" ")[2].partition(" ")[2] for line in seen_by(game, RED).records[-2:]}
        assert told == {"moves", "is done"}


def test_a9_what_was_passed_over_is_told_by_the_names_of_markers() -> None:
    game = hidden_battle().go("repairs")
    assert "passed over: red, blue, blue dummy" in TOLD["working"](game.journal)
    assert "passed over: red, contact A, contact B" in TOLD["working"](seen_by(game, RED))


@pytest.mark.parametrize("words", ["Matsushima", "MATSUSHIMA", "matsushima", "Matsushimas", "Matsushima_1", "BLUE DUMMY"])
def test_a9_a_note_that_names_what_is_hidden_is_sealed_in_any_case(words: str) -> None:
    game = hidden_battle()
    game.give("note", words=f"{words} turns north")
    assert seen_by(game, RED).records[-1].headline == SEALED
    assert seen_by(game, BLUE).records[-1].headline != SEALED


def test_a9_a_side_reads_of_no_orders_that_could_be_given_nor_of_how_many_dice_were_thrown() -> None:
    view = seen_by(hidden_battle(), RED)
    assert (status(view).orders, status(view).not_now, status(view).side) == ((), (), RED)
    assert {line.stream for line in line_shapes(view)} == {None}
    assert {record.consulted for record in view.records} == {()}


def test_a9_a_total_with_penalties_of_markers_is_read_by_its_own_side_only() -> None:
    game = hidden_battle().go("movement")
    assert "Blue: D10 1*" in TOLD["working"](seen_by(game, BLUE))
    told = TOLD["working"](seen_by(game, RED))
    assert "Red: D10 10*" in told
    assert "Blue: D10" not in told
    assert "Red wins the initiative" in told
