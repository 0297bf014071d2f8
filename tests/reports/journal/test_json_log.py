"""The JSON log: its shape is the declared one, nothing is left out, and it is the same each time."""

from __future__ import annotations

import json

import msgspec

from fleetbook.core.dice import Face
from fleetbook.core.errors import Refused
from fleetbook.reports.battle_log import BattleLog
from fleetbook.reports.render.json import json_log
from fleetbook.reports.shape import harmless, to_json
from tests.reports.journals import Played, setup


def a_battle() -> Played:
    """A battle with every kind of line: orders, an undo, a redo, an overruled die."""
    played = Played().to("fire-1")
    played.shot(5, small_target="no")
    played.keep(played.journal.undo())
    played.keep(played.journal.redo())
    for record in played.journal.overrule(1, 6, "cocked"):
        played.keep(record)
    played.give("next")
    return played


def log_of(played: Played) -> BattleLog:
    """The log read back strictly by its shape."""
    return msgspec.json.decode(json_log(played.journal), type=BattleLog)


def test_it_is_read_back_strictly_by_its_declared_shape() -> None:
    log = log_of(a_battle())
    assert (log.format, log.format_version) == ("fleetbook battle log", 1)
    assert [line.kind for line in log.journal] == ["order", "order", "order", "undo", "redo", "undo", "order", "order"]


def test_no_key_is_ever_left_out() -> None:
    lines = json.loads(json_log(a_battle().journal))["journal"]
    assert len({tuple(line) for line in lines}) == 1
    assert len({tuple(event) for line in lines for event in line["events"] if event["type"] == "rolled"}) == 1
    faces = [face for line in lines for face in line["faces"]]
    assert {tuple(face) for face in faces} == {("sides", "face", "origin", "instead_of")}


def test_a_line_says_where_its_dice_came_from_and_whether_it_stands() -> None:
    first, again = (line for line in log_of(a_battle()).journal if line.procedure == "fire")
    assert first.faces == (Face(6, 5, "typed"),)
    assert (first.in_force, first.dice_seen, first.to, first.stream) == (False, True, None, 0)
    assert again.faces == (Face(6, 6, "overruled", 5),)
    assert (again.in_force, again.dice_seen, again.reason, again.stream) == (True, False, "cocked", 0)
    assert again.given == ("firer", "target", "range", "modifiers")


def test_undo_and_redo_say_where_they_lead() -> None:
    undo, redo = log_of(a_battle()).journal[3:5]
    assert (undo.to, redo.to, undo.stream, undo.in_force) == (2, 3, None, False)


def test_the_status_in_it_has_cards_orders_and_the_sealed_dice() -> None:
    status = log_of(a_battle()).status
    assert [(ship.name, ship.side) for ship in status.ships] == [("A", "Red"), ("D", "Blue")]
    assert status.step.side == "Red"
    assert "damage" in [order.id for order in status.orders]
    assert status.dice.seed is None
    assert (status.line, status.lines, status.can_undo, status.can_redo) == (8, 8, True, False)


def test_dice_are_counted_by_their_sides() -> None:
    (tally,) = log_of(a_battle()).dice
    assert (tally.sides, tally.dice, tally.typed, tally.overruled) == (6, 1, 0, 1)
    assert (tally.mean, tally.expected, tally.faces) == (6.0, 3.5, {"6": 1})


def test_the_same_battle_gives_the_same_bytes() -> None:
    assert json_log(a_battle().journal) == json_log(a_battle().journal)


def test_lists_have_an_element_on_each_line() -> None:
    lines = json_log(a_battle().journal).splitlines()
    assert sum(line.startswith('    {"number":') for line in lines) == 8
    assert lines[0] == "{"
    assert lines[-1] == "}"


def test_what_a_terminal_obeys_is_escaped_and_still_means_the_same() -> None:
    nasty = "\x1b[2J\x9b31m\u202e\U000e0041\u2028 雪風"
    text = json_log(Played(setup(title=nasty)).journal)
    assert all(character.isprintable() or character == "\n" for character in text)
    assert json.loads(text)["status"]["title"] == nasty
    assert "雪風" in text


def test_escapes_are_those_of_json() -> None:
    assert harmless('"a\x7fb"') == '"a\\u007fb"'
    assert harmless('"\U000e0041"') == '"\\udb40\\udc41"'
    assert to_json(("\x85",)) == b'["\\u0085"]'


def test_a_refused_order_leaves_no_trace_in_it() -> None:
    played = a_battle()
    before = json_log(played.journal)
    try:
        played.shot()
    except Refused:
        assert json_log(played.journal) == before
    else:
        raise AssertionError("fired in the damage step")
