"""Who proposed an order and who typed its dice, in the report, the log and the tables."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from fleetbook.core.battle.record import Hands, Proposer
from fleetbook.core.orders.draft import Draft
from fleetbook.reports.journal.lines import log_lines
from fleetbook.reports.journal.rulings import rulings
from fleetbook.reports.render.csv import csv_report
from fleetbook.reports.render.markdown import markdown
from fleetbook.reports.render.tables import table_csv
from tests.reports.journals import ATTACKER, DEFENDER, Played, setup
from tests.reports.render.test_markdown import part


def shot_by_phone(played: Played) -> None:
    """Ann sends the shot of D at A, and throws a 6."""
    order = Draft(played.journal.battle, played.journal.ruleset.order("fire"), {"firer": "D", "target": "A", "range": 10}).order()
    hands = Hands(Proposer(DEFENDER, name="Ann"), {DEFENDER: (1,)})
    played.keep(played.journal.propose(order, played.journal.supply([6]), hands=hands))


@pytest.fixture
def played() -> Played:
    """Ann sends the first shot and throws its die. The referee gives the second, types its die, and gives the third."""
    played = Played(setup(("A", "B"), ("D", "E", "F"))).to("fire-1")
    shot_by_phone(played)
    played.shot(5, firer="E", target="B")
    played.shot(firer="F")
    return played


def rows(played: Played, table: str) -> list[dict[str, str]]:
    fired = [*csv.DictReader(StringIO(table_csv(table, played.journal), newline=""))]
    return [row for row in fired if row["procedure"] == "fire"]


def test_the_referees_hand_has_only_the_die_that_he_typed_himself(played: Played) -> None:
    assert [ruling.text for ruling in rulings(played.journal)] == ["E fires at B, 10 cm: 5 on a D6 (shooting)"]
    number = played.journal.position - 1
    assert f"Referee: 1 die typed in (line {number})." in part(markdown(played.journal), "## Result")


def test_dice_that_only_players_typed_leave_the_referees_hand_empty() -> None:
    played = Played().to("fire-1")
    shot_by_phone(played)
    report = markdown(played.journal)
    assert "Nothing was ruled by hand" in part(report, "## The referee's hand")
    assert "Referee:" not in report
    assert f"Typed in: 1 die by {DEFENDER}." in part(report, "## Dice")


def test_the_dice_of_a_report_say_who_typed_them(played: Played) -> None:
    assert f"Typed in: 1 die by {DEFENDER} and 1 die by the referee." in part(markdown(played.journal), "## Dice")


def test_a_die_that_the_referee_overruled_is_his_and_keeps_its_thrower() -> None:
    played = Played().to("fire-1")
    shot_by_phone(played)
    for record in played.journal.overrule(1, 2, "cocked"):
        played.keep(record)
    assert [ruling.kind for ruling in rulings(played.journal)] == ["die overruled"]
    assert [(row["origin"], row["thrown_by"]) for row in rows(played, "dice")] == [("typed", DEFENDER), ("overruled", DEFENDER)]


def test_the_table_of_dice_has_the_thrower(played: Played) -> None:
    thrown = [(row["ship"], row["origin"], row["thrown_by"]) for row in rows(played, "dice")]
    assert thrown == [("D", "typed", DEFENDER), ("E", "typed", ""), ("F", "rolled", "")]


def test_the_table_of_orders_has_the_proposer(played: Played) -> None:
    columns = ("proposed_by", "proposed_for", "proposer")
    proposed = [tuple(row[column] for column in columns) for row in rows(played, "orders")]
    assert proposed == [("phone", DEFENDER, "Ann"), ("", "", ""), ("", "", "")]


def test_the_battle_as_one_csv_table_has_both(played: Played) -> None:
    table = [*csv.DictReader(StringIO(csv_report(played.journal), newline=""))]
    fired = [(row["row"], row["proposer"], row["thrown_by"]) for row in table if row["procedure"] == "fire"]
    phone = f"Ann, {DEFENDER}'s phone"
    assert fired == [("order", phone, ""), ("die", phone, DEFENDER), *[("order", "", ""), ("die", "", "")] * 2]


def test_the_log_names_the_phone_in_its_line(played: Played) -> None:
    first, second, _ = [next(log_lines(played.journal, record)) for record in played.journal.records[-3:]]
    assert first.endswith(f"proposed by Ann, {DEFENDER}'s phone  die 1 thrown by {DEFENDER}")
    assert "proposed" not in second
    assert ATTACKER not in first
