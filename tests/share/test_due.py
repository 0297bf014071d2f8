"""The list of orders on a phone: first what is due, last what is seldom given."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from fleetbook.core.play.knowledge import Knowledge
from fleetbook.referee.proposals.post import Standing
from fleetbook.share.desk import SideOrders
from fleetbook.share.due import DueList, due_list
from fleetbook.share.orders import OrderPage, Seat, order_page
from fleetbook.share.page import page_for, templates
from fleetbook.store.battle.battle_file import BattleFile
from tests.cli.battles import Table
from tests.cli.shell import fleetbook


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Table:
    path = tmp_path / "b.battle"
    assert fleetbook("new", request.param, "-o", str(path), "--seed", "7").code == 0
    return Table(path)


def listed(at: Table, side: str) -> DueList:
    with BattleFile.open(at.path, read_only=True) as file:
        journal = file.journal
        return due_list(Seat(journal, side, Knowledge(journal, side) if journal.ruleset.keeps_secrets else None))


def titles(found: DueList) -> dict[str, list[str]]:
    return {row.unit: [button.title for button in row.buttons] for row in found.rows}


@pytest.mark.parametrize("table", ["yalu"], indirect=True)
def test_a_squadron_moves_with_one_touch_and_rare_orders_stand_apart(table: Table) -> None:
    table.order("next")
    assert listed(table, "Japan") == DueList(), "no player rolls for the initiative of both"
    table.order("next", "--choose", "Japan")
    found = listed(table, "Japan")
    assert titles(found) == {
        name: ["Move a squadron", "Hand over the turn"] for name in ("Flying Squadron", "Main Squadron", "Disengaged side")
    }
    assert [button.title for button in found.aside] == ["Ram", "Test for a mine", "Leave the table"]
    move, done = found.rows[0].buttons
    assert move.ready is not None and done.ready is not None
    assert (move.ready.order, move.ready.entered, move.ready.values) == ("move", (("squadron", "Flying Squadron"),), "18 kt")
    assert (done.address, done.ready.values) == ("", ""), "nothing else can be entered"
    assert listed(table, "China").rows == (), "Japan moves first"


@pytest.mark.parametrize("table", ["yalu"], indirect=True)
def test_a_reason_against_several_ships_is_told_once(table: Table) -> None:
    for order in (("next",), ("next", "--choose", "Japan"), ("move", "squadron=Flying Squadron")):
        table.order(*order)
    with BattleFile.open(table.path, read_only=True) as file:
        page = order_page(Seat(file.journal, "Japan", Knowledge(file.journal, "Japan")), "leave", {})
    assert page.refused == {
        "Main Squadron belongs to Japan; it is China's turn (2.2)": [
            "Matsushima", "Chiyoda", "Itsukushima", "Hashidate", "Hiei", "Fuso"],
        "Disengaged side belongs to Japan; it is China's turn (2.2)": ["Akagi", "Saikyo Maru"],
    }  # fmt: skip


@pytest.mark.parametrize("table", ["convoy"], indirect=True)
def test_a_boat_that_has_moved_stands_among_those_that_have_acted(table: Table) -> None:
    table.order("next")
    found = listed(table, "Royal Navy")
    assert titles(found)["MTB 221"] == ["Move", "Launch torpedoes"], "what is due comes first"
    assert found.rows[0].buttons[0].ready is not None
    assert found.rows[0].buttons[1].ready is None, "torpedoes are never sent with one touch"
    table.order("move", "ship=MTB 221")
    found = listed(table, "Royal Navy")
    assert "MTB 221" not in titles(found)
    assert [row.unit for row in found.acted] == ["MTB 221"]
    assert len(found.rows) == 5


@pytest.mark.parametrize("table", ["dogger-bank"], indirect=True)
def test_where_the_rules_keep_no_count_a_ship_has_acted_once_she_has_an_order(table: Table) -> None:
    table.order("next")
    before = listed(table, "Royal Navy")
    assert "Beach or refloat" in [button.title for button in before.aside]
    assert titles(before)["Lion"][0] == "Move"
    table.order("move", "ship=Lion")
    after = listed(table, "Royal Navy")
    assert set(titles(before)) - set(titles(after)) == {"Lion"}
    assert [row.unit for row in after.acted] == ["Lion"]


@pytest.mark.parametrize("table", ["otranto"], indirect=True)
def test_no_button_sends_what_it_does_not_say(table: Table) -> None:
    table.order("next")
    (horthy, *_) = listed(table, "Central Powers").rows
    assert (horthy.unit, [button.title for button in horthy.buttons]) == ("Horthy", ["Combine fleets"])
    assert horthy.buttons[0].ready is None, "the other fleet is chosen"


YALU = (
    ("next",), ("next", "--choose", "Japan"),
    *(("move", f"squadron={name}", "speed=10") for name in
      ("Flying Squadron", "Beiyang line", "Main Squadron", "River group", "Disengaged side")),
    ("next",), ("next",), ("next",),
)  # fmt: skip


@pytest.mark.parametrize("table", ["yalu"], indirect=True)
def test_the_fire_of_a_squadron_shows_its_odds_and_what_each_ship_needs(table: Table) -> None:
    for words in YALU:
        table.order(*words)
    volley = {"squadron": "Flying Squadron", "target": "Zhiyuan", "range": "30", "bearing": "F"}
    with BattleFile.open(table.path, read_only=True) as file:
        asking = order_page(Seat(file.journal, "Japan", Knowledge(file.journal, "Japan")), "volley", volley, "bearing")
        page = order_page(Seat(file.journal, "Japan", Knowledge(file.journal, "Japan")), "volley", volley)
    assert [choice.word for choice in asking.choices] == ["ahead", "astern", "port", "starboard"]
    assert [parse_qs(choice.address)["bearing"] for choice in asking.choices if choice.address][:1] == [["F"]]
    assert "ahead" in {one.value for one in page.filled}, "no abbreviation beside its meaning"
    assert page.odds.lines[:4] == [
        "Yoshino: 6in 6+; dice 3", "Takachiho: 10.2in 7+; dice 1", "Akitsushima: 6in 6+, 4.7in 6+; dice 2+1",
        "Naniwa: 10.2in 7+; dice 1",
    ]  # fmt: skip
    # six dice of D10 hit on 6 and more, two on 7 and more; splashes of the ships before take a little off
    assert re.match(r"hits: 3\.\d\d on average: 0 \d", page.odds.lines[4])
    assert page.odds.lines[-1].startswith("Sampled from 1000 plays")
    assert re.fullmatch(r"Hits: likeliest [34]; at least one 9\d\.\d %", page.odds.summary)


@pytest.mark.parametrize("table", ["yalu"], indirect=True)
def test_a_volley_names_the_ships_that_hold_fire_and_a_direction_that_nobody_has_entered(table: Table) -> None:
    """Matsushima's guns bear to the sides and astern, not ahead."""
    for words in YALU:
        table.order(*words)
    volley = {"squadron": "Main Squadron", "target": "Zhiyuan", "range": "30"}
    with BattleFile.open(table.path, read_only=True) as file:
        seat = Seat(file.journal, "Japan", Knowledge(file.journal, "Japan"))
        ahead, guessed = order_page(seat, "volley", {**volley, "bearing": "F"}), order_page(seat, "volley", volley)
    assert ahead.odds.left_out == ["Without Matsushima: no battery of Matsushima bears ahead and reaches 30 cm (5.2)"]
    assert [one.label for one in ahead.filled if one.guessed] == []
    assert [(one.label, one.value) for one in guessed.filled if one.guessed] == [("target lies to", "port")]
    shown = [_rendered(page) for page in (ahead, guessed)]
    assert "Without Matsushima" in shown[0].partition('class="send"')[0]
    assert ["Guessed: target lies to port." in text.partition('class="send"')[0] for text in shown] == [False, True]


def _rendered(page: OrderPage) -> str:
    return templates().get_template("order.html.j2").render(page=page, side="Japan", trouble="", id="x", css="", script="")


@pytest.mark.parametrize("table", ["yalu"], indirect=True)
def test_the_ships_of_a_squadron_whose_order_waits_are_not_offered_theirs_as_new(table: Table) -> None:
    for words in YALU:
        table.order(*words)
    due = listed(table, "Japan")
    waits = Standing("a", "fires", "waits", unit="Flying Squadron", squadron="Flying Squadron")
    with BattleFile.open(table.path, read_only=True) as file:
        page = page_for(file.journal, "Japan", known=Knowledge(file.journal, "Japan"))
    before, after = (page.with_orders(SideOrders(takes=True, standings=sent), due) for sent in ((), (waits,)))
    assert before.calls - after.calls == 5, "the squadron and its four ships"
    rows = {text.partition("<b>")[2].partition("</b>")[0]: text for text in after.fragments["orders"].split("<li class=")}
    assert "squadron’s order is sent" in rows["Yoshino"]
    assert "is sent" not in rows["Matsushima"]
