"""Refusals of the shell that say what to do next: what is missing, what a name may mean, why others may not be named."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fleetbook.reports.refusal import Refusal
from tests.cli.battles import Table, begun
from tests.cli.shell import fleetbook

SHOT = ("fire", "firer=D", "target=A", "range=10")


def test_a_name_that_begins_several_says_which_they_are(tmp_path: Path) -> None:
    boats = begun(tmp_path, ["MTB 1", "MTB 2", "MTB 3"], ["Dora"]).to("3")
    ran = boats("order", "fire", "firer=Dora", "target=MTB", "range=3")
    assert ran.err == "fleetbook: target: MTB may be MTB 1, MTB 2 or MTB 3: say which\n"
    (tmp_path / "many").mkdir()
    many = begun(tmp_path / "many", [f"MTB {number}" for number in range(1, 16)], ["Dora"])
    assert many("order", "strike", "ship=MTB").err.endswith(
        "MTB may be MTB 1, MTB 2, MTB 3, MTB 4, MTB 5, MTB 6 or others: say which\n"
    )
    twelve = ", ".join(f"MTB {number}" for number in range(1, 13))
    assert many("order", "strike").err == f"fleetbook: ship: missing; it takes one of {twelve} and others\n"


def test_a_die_or_a_line_that_is_not_there_is_told_as_that(table: Table) -> None:
    table.order(*SHOT, "--dice", "6")
    assert table("overrule", "2", "5", "--reason", "x").err == "fleetbook: die: there is no die 2: the order threw one die\n"
    assert table("undo", "--to", "99").err == "fleetbook: line: there is no line 99; the last is 3\n"
    ran = table("order", "next", "--dice", "4")
    assert ran.err == "fleetbook: dice: a face typed in, but this order throws no die\n"


def test_a_word_that_is_wanted_tells_what_is_against_those_not_offered(tmp_path: Path) -> None:
    """A minesweeper's port weapons have fired; by a house rule another shot at that boat must say where she lies."""
    convoy, house = Table(tmp_path / "convoy.battle"), tmp_path / "house.toml"
    parts = '[reading.one_total_a_target]\nvalue = false\nreason = "gun by gun"\n'
    house.write_text(f'ruleset = "coastal"\ntitle = "Ours"\n{parts}', encoding="utf-8")
    assert fleetbook("new", "convoy", "-o", str(convoy.path), "--seed", "5", "--house", str(house)).code == 0
    convoy.to("3").order("observe", "observer=M 388", "target=MTB 221", "range=34", "--dice", "6")
    again = ("fire", "firer=M 388", "target=MTB 221", "range=34")
    convoy.order(*again, "--dice", "5,2")
    spent = "M 388 has fired all its weapons that bear to front and reach 34 cm (C4); likewise port, rear"
    for command in ("order", "odds"):
        ran = convoy(command, *again)
        assert (ran.code, ran.err) == (2, f"fleetbook: bearing: missing; it takes starboard; not now: {spent}\n")
    told = msgspec.json.decode(convoy("order", *again, "--json").err, type=Refusal)
    assert (told.allowed, told.message.partition("; not now: ")[2]) == ("starboard", spent)


def test_of_a_name_that_no_ship_has_it_is_told_why_others_may_not_be_named(tmp_path: Path) -> None:
    """By night nobody is fired at unseen; where a name is near it is proposed instead."""
    night = begun(tmp_path, ["Anna", "Bella", "Cora"], ["Dora"], light="night").to("3")
    night.order("observe", "observer=Dora", "target=Anna", "range=3")
    ran = night("order", "fire", "firer=Dora", "target=Zeppelin", "range=3")
    unseen = "Bella: Blue has not observed Bella this turn (C3); likewise Cora"
    assert (ran.code, ran.err) == (2, f"fleetbook: target: found Zeppelin, allowed: Anna; not now: {unseen}\n")
    near = night("order", "fire", "firer=Dora", "target=Hanna", "range=3")
    assert near.err == "fleetbook: target: found Hanna, allowed: Anna; did you mean Anna?\n"
